// One server and one browser for a file of tests.

import { after, before } from "node:test";
import { launch, visit } from "./browser.js";
import { start } from "./server.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {{ url: string, server: import("./server.js").Server, browser: import("playwright-core").Browser,
 *   visit: (look: import("./browser.js").Look, work: (page: Page) => Promise<void>) => Promise<void> }} Suite
 */

/**
 * What the tests of a file share; it is there once the first of them runs.
 * @returns {Suite}
 */
export function suite() {
  /** @type {any} */
  const own = {};
  before(async () => {
    own.server = await start();
    own.url = own.server.url;
    own.browser = await launch();
  });
  after(async () => {
    await own.browser?.close();
    await own.server?.stop();
  });
  own.visit = (/** @type {any} */ look, /** @type {any} */ work) => visit(own.browser, look, work);
  return own;
}
