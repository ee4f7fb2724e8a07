// Chromium, and pages that remember everything that went wrong in them.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { chromium } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const SHOTS = process.env.KAKUKIN_SHOTS;

/** Windows of people: a desk, and a small phone. */
export const DESK = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };

/** A phone as most people have it. */
export const HAND = { width: 390, height: 844 };

/** All pages of the menu. */
export const PAGES = /** @type {const} */ (["series", "live", "event", "epsilon", "rates", "match", "mahjong", "api"]);
export const LANGS = /** @type {const} */ (["en", "ja"]);
export const THEMES = /** @type {const} */ (["light", "dark"]);

/** @returns {Promise<import("playwright-core").Browser>} */
export function launch() {
  return chromium.launch({
    executablePath: process.env.KAKUKIN_CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/**
 * @typedef {{ viewport?: { width: number, height: number }, theme?: "light" | "dark", lang?: string, touch?: boolean, allow?: RegExp[] }} Look
 * @typedef {{ page: import("playwright-core").Page, problems: string[], close: () => Promise<void> }} Watched
 */

/** What is answered to questions of a page that are expected. @type {WeakMap<object, { yes: boolean, asked: number }>} */
const replies = new WeakMap();

/**
 * Does something that makes the page ask once whether it is meant, and says yes or no.
 * @param {import("playwright-core").Page} page
 * @param {boolean} yes
 * @param {() => Promise<void>} work
 */
export async function replying(page, yes, work) {
  const reply = { yes, asked: 0 };
  replies.set(page, reply);
  await work();
  replies.delete(page);
  assert.equal(reply.asked, 1, "the page asks once");
}

/**
 * A page in a context of its own. Whatever it complains about is a failure when it is closed,
 * unless `allow` matches it.
 * @param {import("playwright-core").Browser} browser
 * @param {Look} [look]
 * @returns {Promise<Watched>}
 */
export async function open(browser, look = {}) {
  const context = await browser.newContext({
    viewport: look.viewport ?? DESK,
    colorScheme: look.theme ?? "light",
    locale: look.lang ?? "en",
    hasTouch: look.touch ?? false,
    reducedMotion: "reduce",
    // Far from UTC, as most users are.
    timezoneId: "Asia/Tokyo",
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const state = { open: new Set(), at: 0 };
  asking.set(page, state);
  const ended = (/** @type {unknown} */ request) => {
    state.open.delete(request);
    state.at = Date.now();
  };
  page.on("request", (request) => {
    // What a page was still asking for when it was left is not always said to have ended.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) {
      state.open.clear();
    }
    state.open.add(request);
    state.at = Date.now();
  });
  page.on("requestfinished", ended);
  page.on("requestfailed", ended);
  /** @type {string[]} */
  const problems = [];
  const tell = (/** @type {string} */ what) => {
    if (!look.allow?.some((allowed) => allowed.test(what))) {
      problems.push(what);
    }
  };
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      tell(`console ${message.type()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => tell(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    const reply = replies.get(page);
    if (reply) {
      reply.asked += 1;
      void (reply.yes ? dialog.accept() : dialog.dismiss());
    } else {
      tell(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    }
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // What the page itself gave up, because something newer was typed, or was saved as a file.
    if (why !== "net::ERR_ABORTED") {
      tell(`request: ${request.url()} ${why}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 400) {
      tell(`status of ${response.status()}: ${response.url()}`);
    }
  });
  page.on("request", (request) => {
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) {
      tell(`elsewhere: ${request.url()}`);
    }
  });
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  });
  const close = async () => {
    await context.close();
    assert.deepEqual(problems, []);
  };
  return { page, problems, close };
}

/**
 * Opens a page, does something with it, and closes it; nothing may have gone wrong in it.
 * @param {import("playwright-core").Browser} browser
 * @param {Look} look
 * @param {(page: import("playwright-core").Page) => Promise<void>} work
 */
export async function visit(browser, look, work) {
  const watched = await open(browser, look);
  try {
    await work(watched.page);
  } catch (error) {
    const seen = watched.problems.length > 0 ? ` (and on the page: ${watched.problems.join("; ")})` : "";
    if (error instanceof Error) {
      error.message += seen;
    }
    await watched.page.context().close();
    throw error;
  }
  await watched.close();
}

/**
 * Serious and critical findings of axe, which there may not be.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
export async function accessible(page, where) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const axe = /** @type {typeof import("axe-core")} */ (/** @type {any} */ (window).axe);
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .flatMap(({ id, help, nodes }) =>
        nodes
          // What is drawn on a tile is a picture of it; its name is how it is read.
          .filter(({ target }) => id !== "label-content-name-mismatch" || !document.querySelector(String(target[0]))?.querySelector("svg.tile"))
          .slice(0, 3)
          .map((node) => `${id} (${help}): ${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`),
      );
  });
  assert.deepEqual(found, [], where);
}

/**
 * A part lies within the window, without scrolling.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
export async function inSight(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  const { width, height } = page.viewportSize() ?? DESK;
  const inside = box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
  assert.ok(inside, `${selector} in ${width} x ${height}: ${JSON.stringify(box)}`);
}

/**
 * Nothing hangs over the edge of the window.
 * @param {import("playwright-core").Page} page
 * @param {string} where
 */
export async function fits(page, where) {
  const { wide, over } = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    const over = [...document.querySelectorAll("body *")]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && box.right > window.innerWidth + 1 && getComputedStyle(element).position !== "fixed";
      })
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 120));
    return { wide, over };
  });
  assert.ok(wide <= 0, `${where}: ${wide} px wider than the window; ${over.join(" | ")}`);
}

/**
 * A picture for people, if a folder for them was named.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function shot(page, name) {
  if (SHOTS) {
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
  }
}

/** What pages are asking for, and when that last changed. @type {WeakMap<import("playwright-core").Page, { open: Set<unknown>, at: number }>} */
const asking = new WeakMap();

/**
 * Waits until every answer that the page asked for is there and shown, and nothing new was asked
 * for a while: longer than the pages wait before they ask for what was typed.
 * @param {import("playwright-core").Page} page
 * @param {number} [quiet] milliseconds
 */
export async function settled(page, quiet = 200) {
  const state = asking.get(page);
  const begun = Date.now();
  for (;;) {
    const still = Date.now() - Math.max(begun, state?.at ?? 0);
    if ((state?.open.size ?? 0) === 0 && still >= quiet) {
      // On a busy machine an answer is there before it is drawn; until then the old one is faint.
      await page.waitForFunction(() => !document.querySelector(".busy"), undefined, { timeout: 60_000 });
      return;
    }
    assert.ok(Date.now() - begun < 60_000, `still asking: ${[...(state?.open ?? [])].map((one) => /** @type {any} */ (one).url())}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
