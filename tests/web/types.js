// Writes the types of the API's documents, made from the OpenAPI document of the program, to
// types/api.d.ts: what the scripts of the pages are checked against.

import { mkdirSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";
import { start } from "./lib/server.js";

const ANSWER = `
type Json<Operation> = Operation extends { responses: { 200: { content: { "application/json": infer Document } } } } ? Document : never;

/** The document that an endpoint answers with: \`Answer<"find">\`. */
export type Answer<Name extends string> = \`/api/v1/\${Name}\` extends infer Path extends keyof paths
  ? Json<paths[Path]["get"]> | Json<paths[Path]["post"]>
  : any;
`;

const server = await start();
try {
  const types = await openapiTS(new URL("/api/openapi.json?lang=en", server.url));
  const folder = new URL("types/", import.meta.url);
  mkdirSync(folder, { recursive: true });
  writeFileSync(new URL("api.d.ts", folder), astToString(types) + ANSWER);
} finally {
  await server.stop();
}
