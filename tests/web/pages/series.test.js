// Fair series: from two rates to a rule and its papers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGS, PHONE, accessible, fits, settled } from "../lib/browser.js";
import { download, lines, shown } from "../lib/files.js";
import { tabTo } from "../lib/keys.js";
import { showFilled } from "../lib/pages.js";
import { suite } from "../lib/suite.js";
import { workbook } from "../lib/zip.js";

const own = suite();

/** @typedef {import("playwright-core").Page} Page */

/** What a page shows, without what differs by chance. @param {Page} page */
async function results(page) {
  const texts = ["#rules", "#rule-heading", "#sentences", "#tiles", "#endings", "#compared"];
  return Promise.all(texts.map((selector) => page.locator(selector).innerText()));
}

test("rules appear as one types", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await settled(page);
    const first = () => page.locator("#rules tr[data-rule]").first().innerText();
    /** @type {number[]} */
    const times = [];
    for (const p of ["61%", "66%", "72%", "77%", "83%"]) {
      const before = await first();
      await page.evaluate(() => {
        const table = /** @type {Element} */ (document.querySelector("#rules"));
        const input = /** @type {Element} */ (document.querySelector("#p"));
        const times = /** @type {any} */ (window);
        const look = new MutationObserver(() => {
          look.disconnect();
          // After the frame that shows it.
          requestAnimationFrame(() => setTimeout(() => (times.shownAt = performance.now())));
        });
        times.shownAt = 0;
        input.addEventListener("input", () => (times.typedAt = performance.now()), { once: true });
        look.observe(table, { childList: true, subtree: true });
      });
      await page.locator("#p").fill(p);
      await page.waitForFunction(() => /** @type {any} */ (window).shownAt > 0);
      times.push(await page.evaluate(() => /** @type {any} */ (window).shownAt - /** @type {any} */ (window).typedAt));
      assert.notEqual(await first(), before);
      assert.match(page.url(), new RegExp(`#.*p=${p.replace("%", "%25")}`));
      await settled(page);
    }
    times.sort((a, b) => a - b);
    console.log(`from a key to new rules on the screen: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
    assert.ok((times[2] ?? Infinity) < 1000, `${times}`);
  }));

test("sliders, boxes, presets and conditions", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await page.locator("#p-range").fill("65");
    assert.equal(await page.locator("#p").inputValue(), "65%");
    await page.waitForURL(/p=65%25/);
    await page.locator("#limit").fill("9");
    assert.equal(await page.locator("#limit-range").inputValue(), "9");
    await page.waitForURL(/limit=9/);
    const preset = await page.locator("#preset option[value]:not([value=''])").first().getAttribute("value");
    await page.locator("#preset").selectOption(preset);
    await page.waitForURL(new RegExp(`preset=${preset}`));
    assert.match(await page.locator("#preset-source").innerText(), /\S{4}/);
    await page.locator("#more summary").first().click();
    await page.locator("#max_games").fill("2.5");
    await page.waitForURL(/max_games=2\.5/);
    await settled(page);
    const expected = await page.locator("#rules tr[data-rule]").evaluateAll((rows) =>
      rows.map((row) => Number([...row.querySelectorAll("td")].at(-2)?.textContent)),
    );
    assert.ok(expected.length > 0 && expected.every((games) => games <= 2.5), `${expected}`);
    await page.locator("#anew").click();
    await page.waitForURL((url) => url.hash === "#p=70%25&f=10%25");
    assert.equal(await page.locator("#p").inputValue(), "70%");
    await settled(page);
  }));

for (const lang of LANGS) {
  test(`${lang}: a rule is chosen, unfolded and taken away`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/series`);
      await page.locator("#rules button.choose").first().click();
      await page.locator("#tree details").first().waitFor();
      await settled(page);
      for (const chart of await page.locator("#rule-body .chart-figure").all()) {
        assert.ok(await chart.locator("svg").isVisible());
        await chart.locator("summary").click();
        assert.ok((await chart.locator("td, tbody th").count()) > 3);
      }
      assert.equal(await page.locator("#rule-body .chart-figure").count(), 4);
      await page.locator("#tree summary").first().click();
      await page.locator("#tree details[open] ul li").first().waitFor();
      await page.locator("#show-exact").click();
      await page.locator("#endings .exact").first().waitFor();
      assert.match(await page.locator("#endings .exact").first().innerText(), /^\d+\/\d+$/);
      await accessible(page, "all unfolded");

      const book = await download(page, page.locator("#workbook"));
      assert.match(book.name, /\.xlsx$/);
      const { sheets, words } = workbook(book.bytes);
      assert.ok(sheets.length >= 3, sheets.join(", "));
      assert.equal(/[ぁ-ん]/.test(words), lang === "ja");
      const points = ((await page.locator("#rules tr.chosen button").innerText()).match(/[\d/]+/) ?? [""])[0];
      const rule = await download(page, page.locator("#rule-sheet"));
      await shown(own.browser, rule.text, async (sheet) => {
        assert.equal(await sheet.locator("html").getAttribute("lang"), lang);
        assert.match(await sheet.locator("h1").first().innerText(), /\S/);
        assert.ok((await sheet.locator("table").count()) > 1);
      });
      const score = await download(page, page.locator("#score-sheet"));
      await shown(own.browser, score.text, async (sheet) => {
        assert.ok((await sheet.locator("table").count()) > 0);
      });
      const figures = JSON.parse((await download(page, page.locator("#rule-json"))).text);
      assert.match(figures.schema, /^kakukin\/eval\//);
      assert.equal([figures.rule.first, figures.rule.second, figures.rule.target].join("/"), points);
      assert.match(figures.exact.outcome.a, /^\d+\/\d+$/);
      const csv = lines((await download(page, page.locator("#rule-csv"))).text);
      assert.ok(csv.length >= 2 && csv[0]?.includes(","), csv.join("\n"));
      const found = JSON.parse((await download(page, page.locator("#found-downloads a").first())).text);
      assert.equal(found.rules.length, await page.locator("#rules tr[data-rule]").count());
      const list = lines((await download(page, page.locator("#found-downloads a").nth(1))).text);
      assert.ok(list.length > found.rules.length);
      const svg = await download(page, page.locator("#rule-body .chart-figure a[download]").first());
      assert.match(svg.text, /^<svg/);
    }));
}

test("a link reproduces the page, also in the other language", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    await page.locator("#p").fill("66%");
    await page.locator("#f").fill("1/5");
    await page.locator("input[name=turns][value=abba]").check();
    await page.locator("#rules button.choose").nth(1).waitFor();
    await page.waitForURL(/turns=/);
    await settled(page);
    await page.locator("#rules button.choose").nth(1).click();
    await page.locator("#tree li").first().waitFor();
    await settled(page);
    const [link, before] = [page.url(), await results(page)];
    await own.visit({}, async (other) => {
      await other.goto(link);
      await other.locator("#tree li").first().waitFor();
      await settled(other);
      assert.deepEqual(await results(other), before);
      assert.equal(await other.locator("#p").inputValue(), "66%");
    });
    await page.locator("a[hreflang=ja]").click();
    await page.waitForURL(/\/ja\/series#/);
    await page.locator("#tree li").first().waitFor();
    await settled(page);
    assert.equal(new URL(page.url()).hash, new URL(link).hash);
    assert.equal(await page.locator("#f").inputValue(), "1/5");
    const figures = (/** @type {string[]} */ texts) => texts.join(" ").match(/\d+\.\d+/g);
    assert.deepEqual(figures(await results(page)), figures(before));
  }));

test("another fragment, and the way back, are shown", () =>
  own.visit({}, async (page) => {
    const p = (/** @type {string} */ value) => page.waitForFunction((value) => /** @type {HTMLInputElement} */ (document.querySelector("#p")).value === value, value);
    await page.goto(`${own.url}/en/series#p=70%25&f=10%25`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await page.evaluate(() => (location.hash = "#p=61%25&f=5%25&limit=5&points=1/2/3&rule_turns=fixed"));
    await p("61%");
    await page.locator("#tree li").first().waitFor();
    assert.equal(await page.locator("#limit").inputValue(), "5");
    assert.match(page.url(), /p=61%25&f=5%25/);
    await page.goBack();
    await p("70%");
    assert.equal(await page.locator("#limit").inputValue(), "7");
    await settled(page);
  }));

test("what is refused is said at its field", () =>
  own.visit({ allow: [/status of 422/] }, async (page) => {
    for (const [lang, sign] of [["en", /^First player's win rate p 7/], ["ja", /^先手勝率 p 7.*[ぁ-ん]/]]) {
      await page.goto(`${own.url}/${lang}/series`);
      await page.locator("#rules tr[data-rule]").first().waitFor();
      await page.locator("#p").fill("7");
      const said = page.locator("#p-wrong");
      await said.waitFor({ state: "visible" });
      assert.match(await said.innerText(), /** @type {RegExp} */ (sign));
      assert.match(await said.innerText(), /7/);
      assert.equal(await page.locator("#p").getAttribute("aria-invalid"), "true");
      await accessible(page, "refused");
      await page.locator("#p").fill("70%");
      await page.locator("#rules tr[data-rule]").first().waitFor();
      assert.ok(!(await said.isVisible()));
      await settled(page);
      await page.goto("about:blank");
    }
  }));

test("the keyboard alone leads from the address to a chosen rule", () =>
  own.visit({}, async (page) => {
    // Values that no page has by itself: they stay when the navigation is skipped.
    await page.goto(`${own.url}/en/series#p=63%25&f=7%25&limit=6`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await settled(page);
    const address = page.url();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.className), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
    assert.equal(page.url(), address);
    assert.equal(await page.locator("#p").inputValue(), "63%");
    assert.equal(await page.locator("#f").inputValue(), "7%");
    assert.equal(await page.locator("#limit").inputValue(), "6");
    await tabTo(page, "#p-range");
    const before = await page.locator("#p").inputValue();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.notEqual(await page.locator("#p").inputValue(), before);
    await tabTo(page, "#limit");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("5");
    await page.waitForURL(/limit=5/);
    await settled(page);
    await tabTo(page, "#rules button.choose");
    await page.keyboard.press("Enter");
    await page.locator("#tree details").first().waitFor();
    await page.waitForFunction(() => document.activeElement?.id === "rule-heading");
    await settled(page);
    await tabTo(page, "#rule-body .chart-scroll");
    await page.keyboard.press("ArrowRight");
    await page.locator("#rule-body .chart-tip:not(:empty)").waitFor();
    await tabTo(page, "#tree summary");
    await page.keyboard.press("Enter");
    await page.locator("#tree details[open] li").first().waitFor();
  }));

test("a dot of the frontier chooses its rule", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    const dot = page.locator("#frontier .choice").first();
    await dot.waitFor();
    await settled(page);
    await dot.focus();
    await page.locator("#frontier .chart-tip:not(:empty)").waitFor();
    await page.keyboard.press("Enter");
    await page.locator("#tree li").first().waitFor();
    assert.equal(await page.locator("#frontier .choice[aria-pressed=true]").count(), 1);
    assert.equal(await page.locator("#rules tr.chosen").count(), 1);
    await settled(page);
  }));

test("a rule of one's own, and on to the live page", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/ja/series`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await page.locator("#own summary").click();
    await page.locator("#own-points").fill("2/3/6");
    await page.locator("#own-form button[type=submit]").click();
    await page.locator("#tree li").first().waitFor();
    assert.match(await page.locator("#rule-heading").innerText(), /2\/3\/6/);
    await settled(page);
    await page.locator("#run").click();
    await page.waitForURL(/\/ja\/live#/);
    await page.locator("#buttons button").first().waitFor();
    assert.equal(await page.locator("#points").inputValue(), "2/3/6");
    await settled(page);
  }));

test("a long rule has no links to papers that it cannot have", () =>
  own.visit({ allow: [/status of 422/] }, async (page) => {
    for (const [limit, workbook, sheet] of /** @type {const} */ ([[60, 1, 1], [61, 0, 1], [101, 0, 0]])) {
      await page.goto("about:blank");
      await page.goto(`${own.url}/en/series#p=70%25&f=10%25&points=1/2/30&rule_limit=${limit}`);
      await page.locator("#rule-json").waitFor();
      assert.equal(await page.locator("#workbook").count(), workbook, `${limit}`);
      assert.equal(await page.locator("#score-sheet").count(), sheet, `${limit}`);
      assert.equal(await page.locator("#downloads li.note").count(), 2 - workbook - sheet);
      await settled(page);
    }
  }));

test("a rate may be typed without its sign", () =>
  own.visit({ allow: [/status of 422/] }, async (page) => {
    await page.goto(`${own.url}/ja/series`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await page.locator("#p").fill("６２");
    await page.locator("#refused p").waitFor();
    await page.locator("#p").press("Tab");
    await page.waitForURL(/p=62%25/);
    await page.waitForFunction(() => document.querySelectorAll("#refused p").length === 0);
    assert.equal(await page.locator("#p").inputValue(), "62%");
    // Small rates are what they are.
    await page.locator("#f").fill("1");
    await page.locator("#f").press("Tab");
    assert.equal(await page.locator("#f").inputValue(), "1");
    await page.locator("#f-wrong").waitFor();
    // What has been put right is no longer wrong, even if something else is.
    await page.locator("#f").fill("5.5%");
    await page.locator("#p").fill("70,5");
    await page.locator("#p-wrong").waitFor();
    assert.ok(!(await page.locator("#f-wrong").isVisible()));
    await settled(page);
  }));

test("a long search can be cancelled", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await settled(page);
    await page.locator("#limit").fill("60");
    await page.locator("#progress").waitFor({ state: "visible" });
    await page.waitForFunction(() => document.querySelector("progress[value]") !== null);
    assert.ok((await own.server.metric("workers_busy")) > 0);
    await own.server.frozen(() => page.locator("#cancel").click());
    assert.ok(!(await page.locator("#progress").isVisible()));
    await own.server.idle();
  }));

test("everything is reached on a phone", () =>
  own.visit({ viewport: PHONE, touch: true }, async (page) => {
    await showFilled(page, own.url, "ja", "series");
    for (const details of await page.locator("details:not([open]) > summary").all()) {
      if (await details.isVisible()) {
        await details.tap();
      }
    }
    await settled(page);
    await fits(page, "all unfolded");
    // Whatever can be pressed lies within the window, or in a box of its own that scrolls.
    const outside = await page.evaluate(() =>
      [...document.querySelectorAll("main a, main button, main summary, main select, main input")]
        .filter((element) => element.checkVisibility() && element.closest(".scroll, .chart-scroll, .sr-only") === null)
        .filter((element) => {
          const box = element.getBoundingClientRect();
          return box.width > 0 && (box.left < 0 || box.right > window.innerWidth);
        })
        .map((element) => element.outerHTML.slice(0, 120)),
    );
    assert.deepEqual(outside, []);
    await page.locator("#rules button.choose").nth(2).tap();
    await page.locator("#rules tr.chosen").waitFor();
    await settled(page);
  }));
