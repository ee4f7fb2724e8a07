// What a page lets the user save.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

/**
 * Clicks something that saves a file.
 * @param {import("playwright-core").Page} page
 * @param {import("playwright-core").Locator} button
 * @returns {Promise<{ name: string, bytes: Buffer, text: string }>}
 */
export async function download(page, button) {
  // A workbook is computed first; on a busy machine that takes its time.
  const [saved] = await Promise.all([page.waitForEvent("download", { timeout: 120_000 }), button.click()]);
  const bytes = await readFile(await saved.path());
  assert.ok(bytes.length > 0, saved.suggestedFilename());
  return { name: saved.suggestedFilename(), bytes, text: bytes.toString("utf8") };
}

/**
 * A saved page as a browser shows it, with scripts switched off as they must not be needed.
 * @param {import("playwright-core").Browser} browser
 * @param {string} html
 * @param {(page: import("playwright-core").Page) => Promise<void>} work
 */
export async function shown(browser, html, work) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    /** @type {string[]} */
    const trouble = [];
    page.on("console", (message) => message.type() === "error" && trouble.push(message.text()));
    page.on("request", (request) => trouble.push(request.url()));
    page.on("dialog", (dialog) => {
      trouble.push(dialog.message());
      void dialog.dismiss();
    });
    await page.setContent(html);
    await work(page);
    assert.deepEqual(trouble, []);
  } finally {
    await context.close();
  }
}

/**
 * Rows of a table of values; no field of ours holds a line break.
 * @param {string} text
 * @returns {string[]}
 */
export function lines(text) {
  return text.trim().split(/\r?\n/);
}

/**
 * Drops files onto an element, as the mouse does.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 * @param {{ name: string, text: string }[]} files
 */
export async function drop(page, selector, files) {
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, text } of files) {
      transfer.items.add(new File([text], name));
    }
    return transfer;
  }, files);
  for (const event of ["dragenter", "dragover", "drop"]) {
    await page.dispatchEvent(selector, event, { dataTransfer: data });
  }
}
