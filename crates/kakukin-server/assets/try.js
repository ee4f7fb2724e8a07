// The page to try the API: a form for each address, made from the OpenAPI document.

import { $, fill, h } from "./dom.js";
import { MARK, address, reason } from "./api.js";
import { lang, word } from "./words.js";

/**
 * @typedef {{ name: string, in: string, description: string, example?: unknown,
 *   schema: { type: string, enum?: string[] } }} Parameter
 * @typedef {{ type: string, description?: string }} Part
 * @typedef {{ summary: string, parameters: Parameter[],
 *   requestBody?: { content: Record<string, { schema: { properties: Record<string, Part> } }> } }} Operation
 */

/** What is shown of a long answer. */
const SHOWN = 20_000;

/**
 * @param {Parameter} parameter
 * @param {string} id
 */
function control(parameter, id) {
  const { name, schema } = parameter;
  const common = { id, name, "aria-describedby": `${id}-hint` };
  if (schema.enum) {
    const options = schema.enum.map((value) => h("option", { value }, value));
    return h("select", common, h("option", { value: "" }, ""), options);
  }
  if (schema.type === "boolean") {
    return h("input", { ...common, type: "checkbox", value: "true" });
  }
  if (schema.type === "array") {
    return h("textarea", { ...common, rows: 2, spellcheck: "false" });
  }
  return h("input", { ...common, type: "text", autocomplete: "off", spellcheck: "false" });
}

/**
 * @param {Parameter} parameter
 * @param {string} prefix
 */
function field(parameter, prefix) {
  const id = `${prefix}-${parameter.name}`;
  const more = parameter.schema.type === "array" ? ` (${word("api.list_hint")})` : "";
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, h("code", null, parameter.name)),
    control(parameter, id),
    h("p", { class: "hint", id: `${id}-hint` }, parameter.description + more),
  );
}

/**
 * The parameters that were filled in.
 * @param {HTMLFormElement} form
 * @param {Parameter[]} asked
 */
function parameters(form, asked) {
  /** @type {Record<string, string | string[]>} */
  const given = {};
  for (const { name, schema } of asked) {
    const value = String(new FormData(form).get(name) ?? "").trim();
    if (value !== "") {
      given[name] = schema.type === "array" ? value.split("\n").map((line) => line.trim()) : value;
    }
  }
  return given;
}

/**
 * @param {string} path
 * @param {string} method
 * @param {Operation} operation
 */
function endpoint(path, method, operation) {
  const name = path.replace("/api/v1/", "");
  const id = `${method}-${name.replaceAll("/", "-")}`;
  // What is sent in the head is sent by this page.
  const asked = operation.parameters.filter((parameter) => parameter.in === "query");
  const answer = h("div", { class: "answer", "aria-live": "polite" });
  const parts = Object.entries(operation.requestBody?.content["multipart/form-data"]?.schema.properties ?? {});
  const files = parts.map(([part, { type }]) =>
    h("input", { type: "file", id: `${id}-file-${part}`, name: part, multiple: type === "array" }),
  );
  const form = h(
    "form",
    { id },
    files.map((input, k) => {
      const [part = "", about] = parts[k] ?? [];
      const label = about?.description ? [h("code", null, part), ` ${about.description}`] : [word("api.files")];
      return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
    }),
    h("div", { class: "columns" }, asked.map((parameter) => field(parameter, id))),
    h("button", { class: "button primary", type: "submit" }, word("api.send")),
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const url = address(name, { lang, ...parameters(form, asked) });
    const body = new FormData();
    const sent = files.flatMap((input) => [...(input.files ?? [])].map((file) => ({ part: input.name, file })));
    for (const { part, file } of sent) {
      body.append(part, file, file.name);
    }
    form.setAttribute("aria-busy", "true");
    const start = performance.now();
    try {
      const response = await fetch(url, files.length > 0 ? { method: "POST", headers: MARK, body } : {});
      const ms = (performance.now() - start).toFixed(0);
      fill(answer, ...(await shown(response, url, ms, files.length > 0 ? sent : null)));
    } catch (error) {
      fill(answer, h("p", { class: "refusal" }, reason(error)));
    } finally {
      form.removeAttribute("aria-busy");
    }
  });
  return h(
    "details",
    { class: "endpoint" },
    h("summary", null, h("code", null, `${method.toUpperCase()} ${path}`), " ", operation.summary),
    form,
    answer,
  );
}

/**
 * @param {Response} response
 * @param {string} url
 * @param {string} ms
 * @param {{ part: string, file: File }[] | null} files those that were sent; null where none can be
 */
async function shown(response, url, ms, files) {
  const type = response.headers.get("content-type") ?? "";
  const where = new URL(url, location.href).href;
  const mark = Object.entries(MARK).map((pair) => pair.join(": ")).join();
  const quoted = (/** @type {string} */ name) => name.replaceAll("'", "'\\''");
  const forms = (files ?? []).map(({ part, file }) => ` -F '${part}=@${quoted(file.name)}'`);
  const sent = files === null ? "" : ` -H '${mark}'${forms.join("")}`;
  const curl = `curl${sent} '${where.replaceAll("'", "%27")}'`;
  const text = /json|text|svg/.test(type) ? await response.text() : `${type}`;
  const pretty = type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return [
    h("p", null, `${word("api.status")} ${response.status} · ${word("api.time", { ms })}`),
    h("pre", { tabindex: 0, "aria-label": word("api.answer") },
      pretty.length > SHOWN ? `${pretty.slice(0, SHOWN)} …` : pretty),
    h("p", null, word("api.curl")),
    h("pre", { tabindex: 0, "aria-label": word("api.curl") }, curl),
    files === null && response.ok
      ? h("p", null, h("a", { href: url, download: true }, word("api.download")))
      : null,
  ];
}

const place = $("#endpoints");
try {
  const response = await fetch(`/api/openapi.json?lang=${lang}`);
  const { paths } = await response.json();
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => endpoint(path, method, operation)),
  );
  fill(place, ...all);
} catch (error) {
  fill(place, h("p", { class: "refusal" }, reason(error)));
}
place.removeAttribute("aria-busy");
