// Fair series: from two rates to a rule and its papers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, HAND, LANGS, PHONE, accessible, fits, inSight, settled } from "../lib/browser.js";
import { download, lines, shown } from "../lib/files.js";
import { tabTo } from "../lib/keys.js";
import { EVIL, showFilled } from "../lib/pages.js";
import { suite } from "../lib/suite.js";
import { workbook } from "../lib/zip.js";

const own = suite();

/** @typedef {import("playwright-core").Page} Page */

/** What a page shows, without what differs by chance. @param {Page} page */
async function results(page) {
  const texts = ["#rules", "#rule-heading", "#rule-points", "#sentences", "#fairness", "#length", "#picks", "#tiles", "#endings", "#compared"];
  // Also what is folded; every piece by itself.
  const pieces = (/** @type {Element} */ element) => {
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walk.nextNode()) {
      found.push(walk.currentNode.textContent);
    }
    return found.join(" ");
  };
  return Promise.all(texts.map((selector) => page.locator(selector).evaluate(pieces)));
}

test("rules appear as one types", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await settled(page);
    const first = () => page.locator("#rules tr[data-rule]").first().innerText();
    /** @type {number[]} */
    const times = [];
    /** @type {number[]} */
    const asked = [];
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
      // What the answer alone takes, on a machine that may have other work to do.
      const began = performance.now();
      assert.ok((await fetch(`${own.url}/api/v1/find?p=${encodeURIComponent(p)}&f=10%25`)).ok);
      asked.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    asked.sort((a, b) => a - b);
    const [shown, alone] = [times[2] ?? Infinity, asked[2] ?? 0];
    console.log(`from a key to new rules on the screen: ${times.map((time) => time.toFixed(0)).join(", ")} ms`);
    assert.ok(shown < 1000 + 10 * alone, `${times}; the server alone: ${asked}`);
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
    await page.locator("#more summary").first().click();
    await page.locator("#preset").selectOption(preset);
    await page.waitForURL(new RegExp(`preset=${preset}`));
    assert.match(await page.locator("#source").innerText(), /\S{4}/);
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
      await page.locator("#rules button.choose").nth(1).click();
      await page.locator("#chart-scores svg").waitFor();
      await settled(page);
      for (const part of await page.locator("#behind > details, #lengths").all()) {
        await part.locator("summary").first().click();
      }
      await page.locator("#tree details").first().waitFor();
      await page.locator("#frontier svg").waitFor();
      await settled(page);
      for (const chart of await page.locator(".chart-figure").all()) {
        assert.ok(await chart.locator("svg").isVisible());
        await chart.locator("summary").click();
        assert.ok((await chart.locator("td, tbody th").count()) > 3);
      }
      assert.equal(await page.locator(".chart-figure").count(), 5);
      await page.locator("#tree summary").first().click();
      await page.locator("#tree details[open] ul li").first().waitFor();
      await page.locator("#show-exact").click();
      await page.locator("#endings .exact").first().waitFor();
      assert.match(await page.locator("#endings .exact").first().innerText(), /^\d+\/\d+$/);
      await settled(page);
      await accessible(page, "all unfolded");

      const book = await download(page, page.locator("#workbook"));
      assert.match(book.name, /\.xlsx$/);
      const { sheets, words } = workbook(book.bytes);
      assert.ok(sheets.length >= 3, sheets.join(", "));
      assert.equal(/[ぁ-ん]/.test(words), lang === "ja");
      const points = ((await page.locator("#rules tr.chosen button").innerText()).match(/[\d/]+/) ?? [""])[0];
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
      const svg = await download(page, page.locator("#pictures .chart-figure a[download]").first());
      assert.match(svg.text, /^<svg/);
    }));

  test(`${lang}: on a phone the answer is on the first screen`, () =>
    own.visit({ viewport: HAND, touch: true }, async (page) => {
      for (const hash of ["", "#game=shogi", "#game=chess", "#p=60%25&f=0&limit=15"]) {
        await page.goto("about:blank");
        await page.goto(`${own.url}/${lang}/series${hash}`);
        await page.locator("#fairness .between").waitFor({ state: "attached" });
        await settled(page);
        assert.equal(await page.evaluate(() => scrollY), 0);
        for (const part of ["#change", "#rule-points", "#sentences", "#fairness svg", "#fairness figcaption"]) {
          const box = await page.locator(part).first().boundingBox();
          const inside = box && box.y >= 0 && box.y + box.height <= HAND.height && box.x >= 0 && box.x + box.width <= HAND.width;
          assert.ok(inside, `${hash} ${part}: ${JSON.stringify(box)}`);
        }
        assert.ok(!(await page.locator("#ask").isVisible()));
      }
      await accessible(page, "answer on a phone");
      // The line opens the form, and says what it asks for.
      await page.locator("#change").tap();
      assert.equal(await page.locator("#change").getAttribute("aria-expanded"), "true");
      await page.locator("#limit").fill("5");
      await page.waitForURL(/limit=5/);
      await settled(page);
      assert.match(await page.locator("#asked").innerText(), /60.*5/s);
      await fits(page, "form open");
      await accessible(page, "form open");
    }));

  test(`${lang}: sheets take names and pairings, and come as HTML and PDF`, () =>
    own.visit({ allow: [/status of 422/] }, async (page) => {
      await page.goto(`${own.url}/${lang}/series`);
      await page.locator("#fairness svg").first().waitFor();
      await page.locator("#rule-sheet").click();
      assert.ok(await page.locator("#papers").isVisible());
      assert.ok(!(await page.locator("#board").isVisible()));
      await page.locator("#title").fill(EVIL);
      await page.locator("#a").fill("佐藤");
      await page.locator("#as-html").click();
      // A page that names only one of the two would confuse.
      await page.locator("#papers-refused .refusal").waitFor();
      await accessible(page, "papers, refused");
      await page.locator("#b").fill("Ben");
      const rule = await download(page, page.locator("#as-html"));
      assert.match(rule.name, /^rule-[\d-]+\.html$/);
      await shown(own.browser, rule.text, async (sheet) => {
        assert.equal(await sheet.locator("html").getAttribute("lang"), lang);
        const words = await sheet.locator("body").innerText();
        assert.ok(words.includes(EVIL) && words.includes("佐藤"), words.slice(0, 200));
      });
      assert.match(decodeURIComponent(page.url()), /a=佐藤&b=Ben/);
      await page.locator("#papers-close").click();
      await page.locator("#score-sheet").click();
      await page.locator("#round").setInputFiles({ name: "pairs.csv", mimeType: "text/csv", buffer: Buffer.from("a,b,board\nAnn,Bob,7\n加藤,Dan,8\n") });
      assert.equal(await page.locator("#round-name").innerText(), "pairs.csv");
      assert.ok(await page.locator("#a").isDisabled());
      const score = await download(page, page.locator("#as-html"));
      await shown(own.browser, score.text, async (sheet) => {
        const words = await sheet.locator("body").innerText();
        assert.ok(["Ann", "Bob", "加藤", "Dan"].every((name) => words.includes(name)), words.slice(0, 300));
        assert.ok(!words.includes("佐藤"));
      });
      const pdf = await download(page, page.locator("#as-pdf"));
      assert.match(pdf.name, /\.pdf$/);
      assert.equal(pdf.bytes.subarray(0, 5).toString(), "%PDF-");
      await accessible(page, "papers");
      await page.locator("#round").setInputFiles({ name: "pairs.csv", mimeType: "text/csv", buffer: Buffer.from("name,elo\n1,2\n") });
      await page.locator("#as-html").click();
      await page.locator("#papers-refused .refusal").waitFor();
      await page.locator("#round-clear").click();
      assert.equal(await page.locator("#round-name").innerText(), "");
      await page.keyboard.press("Escape");
      assert.ok(!(await page.locator("#papers").isVisible()));
    }));
}

test("the answer is the rule of the API, and picks change it", () =>
  own.visit({}, async (page) => {
    for (const [hash, query] of [["", "p=70%25&f=10%25"], ["#game=computer-shogi", "game=computer-shogi"], ["#p=62%25&f=0&band=0&limit=9", "p=62%25&f=0&band=0&limit=9"]]) {
      await page.goto("about:blank");
      await page.goto(`${own.url}/en/series${hash}`);
      await page.locator("#fairness svg").first().waitFor();
      await settled(page);
      const { proposals, rules } = await (await fetch(`${own.url}/api/v1/find?${query}`)).json();
      const spelled = (/** @type {any} */ { rule }) => [rule.first, rule.second, rule.target].map((x) => x / (rule.scale ?? 1)).join("/");
      const points = async () => (await page.locator("#rule-points dd").allInnerTexts()).join("/");
      assert.equal(await points(), spelled(rules[0]));
      assert.deepEqual(await page.locator("#picks strong").allInnerTexts(), proposals.map((/** @type {any} */ one) => spelled(one.found)));
      for (const [k, { found }] of proposals.entries()) {
        await page.locator("#picks button").nth(k).click();
        await page.waitForURL(new RegExp(`points=${spelled(found)}`));
        await settled(page);
        assert.equal(await points(), spelled(found));
        assert.equal(await page.locator("#picks button[aria-pressed=true]").count(), 1);
        assert.equal(await page.locator("#picks button").nth(k).getAttribute("aria-pressed"), "true");
        // Where it is run, it is the same rule.
        const run = new URLSearchParams(new URL((await page.locator("#run").getAttribute("href")) ?? "", own.url).hash.slice(1));
        assert.equal(run.get("points"), spelled(found));
        assert.equal(run.get("draws"), found.rule.draws);
        assert.equal(run.get("limit"), String(found.rule.limit));
      }
      if (await page.locator("#aside button").count()) {
        await page.locator("#aside button").click();
        await page.waitForURL(/rule_turns=fixed/);
        await settled(page);
      }
    }
  }));

test("what is called the fairest is so by the measure that is named", () =>
  own.visit({}, async (page) => {
    // A value is about right; an interval and a record say what is likely.
    for (const [hash, by, words] of /** @type {const} */ ([
      ["#p=70%25&f=10%25&limit=7", "worst", /^No rule is closer to even: at most 1\.27/],
      ["#p=66%25..74%25&f=10%25&limit=7", "bias", /^No rule is closer to even on average/],
      ["#wins=129&losses=101&limit=7", "bias", /^No rule is closer to even on average/],
    ])) {
      await page.goto("about:blank");
      await page.goto(`${own.url}/en/series${hash}`);
      await page.locator("#fairness svg").first().waitFor();
      await settled(page);
      assert.match(await page.locator("#picks .why").first().innerText(), words);
      const query = hash.slice(1);
      const { asked, rules } = await (await fetch(`${own.url}/api/v1/find?${query}`)).json();
      assert.equal(asked.by, by);
      const measure = (/** @type {any} */ { spread }) => (by === "worst" ? spread.worst : spread.expected);
      assert.equal(Math.min(...rules.map(measure)), measure(rules[0]));
    }
  }));

test("a game brings its rates, its words and its practice", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    await page.locator("#fairness svg").first().waitFor();
    await page.locator("#game").selectOption("chess");
    await page.waitForURL(/game=chess/);
    await settled(page);
    assert.ok(!/[#&]p=/.test(page.url()), page.url());
    assert.match(await page.locator("#source").innerText(), /\S{4}/);
    assert.match(await page.locator("#rule-points").innerText(), /White[^]*Black/);
    assert.match(await page.locator("#sentences").innerText(), /Black/);
    assert.match(page.url(), /game=chess/);
    // Rates of one's own, and the practice of the game.
    await page.locator("#p").fill("56%");
    await page.waitForURL(/game=chess&p=56%25/);
    await settled(page);
    assert.match(await page.locator("#rule-points").innerText(), /White/);
  }));

test("a link reproduces the page, also in the other language", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    await page.locator("#p").fill("66%");
    await page.locator("#f").fill("1/5");
    await page.locator("#more summary").first().click();
    await page.locator("input[name=turns][value=abba]").check();
    await page.locator("#rules button.choose").nth(1).waitFor();
    await page.waitForURL(/turns=/);
    await settled(page);
    await page.locator("#rules button.choose").nth(1).click();
    await page.locator("#chart-scores svg").waitFor();
    await settled(page);
    const [link, before] = [page.url(), await results(page)];
    await own.visit({}, async (other) => {
      await other.goto(link);
      await other.locator("#chart-scores svg").waitFor();
      await settled(other);
      assert.deepEqual(await results(other), before);
      assert.equal(await other.locator("#p").inputValue(), "66%");
    });
    await page.locator("a[hreflang=ja]").click();
    await page.waitForURL(/\/ja\/series#/);
    await page.locator("#chart-scores svg").waitFor();
    await settled(page);
    assert.equal(new URL(page.url()).hash, new URL(link).hash);
    assert.equal(await page.locator("#f").inputValue(), "1/5");
    // Sentences may tell them in another order.
    const figures = (/** @type {string[]} */ texts) => texts.join(" ").match(/\d+\.\d+/g)?.sort();
    assert.deepEqual(figures(await results(page)), figures(before));
  }));

test("another fragment, and the way back, are shown", () =>
  own.visit({}, async (page) => {
    const p = (/** @type {string} */ value) => page.waitForFunction((value) => /** @type {HTMLInputElement} */ (document.querySelector("#p")).value === value, value);
    await page.goto(`${own.url}/en/series#p=70%25&f=10%25`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await page.evaluate(() => (location.hash = "#p=61%25&f=5%25&limit=5&points=1/2/3&rule_turns=fixed"));
    await p("61%");
    await page.locator("#chart-scores svg").waitFor();
    assert.equal(await page.locator("#limit").inputValue(), "5");
    assert.match(page.url(), /p=61%25&f=5%25/);
    await page.goBack();
    await p("70%");
    assert.equal(await page.locator("#limit").inputValue(), "7");
    await settled(page);
  }));

test("what is refused is said at its field", () =>
  own.visit({ allow: [/status of 422/] }, async (page) => {
    for (const [lang, sign] of [["en", /^First player's win rate p 170%/], ["ja", /^先手勝率 p 170%.*[ぁ-ん]/]]) {
      await page.goto(`${own.url}/${lang}/series`);
      await page.locator("#rules tr[data-rule]").first().waitFor();
      await page.locator("#p").fill("170%");
      const said = page.locator("#p-wrong");
      await said.waitFor({ state: "visible" });
      assert.match(await said.innerText(), /** @type {RegExp} */ (sign));
      assert.match(await said.innerText(), /7/);
      assert.equal(await page.locator("#p").getAttribute("aria-invalid"), "true");
      await accessible(page, "refused");
      await page.locator("#p").fill("70%");
      await said.waitFor({ state: "detached" });
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
    await page.waitForFunction(() => document.activeElement?.id === "rule-heading");
    await settled(page);
    await tabTo(page, "#pictures .chart-scroll");
    await page.keyboard.press("ArrowRight");
    await page.locator("#pictures .chart-tip:not(:empty)").waitFor();
    await tabTo(page, "#all-courses > summary");
    await page.keyboard.press("Enter");
    await page.locator("#tree details").first().waitFor();
    await tabTo(page, "#tree summary");
    await page.keyboard.press("Enter");
    await page.locator("#tree details[open] li").first().waitFor();
  }));

test("a dot of the frontier chooses its rule", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await page.locator("#lengths > summary").click();
    const dot = page.locator("#frontier .choice").first();
    await dot.waitFor();
    await settled(page);
    await dot.focus();
    await page.locator("#frontier .chart-tip:not(:empty)").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/points=/);
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
    await page.waitForURL(/points=2\/3\/6/);
    await settled(page);
    assert.match(await page.locator("#rule-heading").innerText(), /2\/3\/6/);
    // It stays under another question, where one of the answers would not.
    await page.locator("#p").fill("64%");
    await page.waitForURL(/p=64%25.*points=2\/3\/6/);
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
      await page.locator("#rule-json").waitFor({ state: "attached" });
      assert.equal(await page.locator("#workbook").count(), workbook, `${limit}`);
      assert.equal(await page.locator("#score-sheet").isEnabled(), sheet === 1, `${limit}`);
      assert.equal(await page.locator("#no-score-sheet").isVisible(), sheet === 0);
      assert.equal(await page.locator("#downloads li.note").count(), 1 - workbook);
      await settled(page);
    }
  }));

test("a rate may be typed without its sign", () =>
  own.visit({ allow: [/status of 422/] }, async (page) => {
    await page.goto(`${own.url}/ja/series`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await page.locator("#p").fill("６２");
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
    await page.locator("#p").fill("seventy");
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
    await page.locator("#change").tap();
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

for (const lang of LANGS) {
  test(`${lang}: a record stands in the place of the rates, and the answer stays on the first screen`, () =>
    own.visit({}, async (page) => {
      for (const viewport of [DESK, HAND]) {
        await page.setViewportSize(viewport);
        await page.goto("about:blank");
        await page.goto(`${own.url}/${lang}/series#wins=1&draws=1&losses=1`);
        await page.locator("#fairness .between").waitFor({ state: "attached" });
        await settled(page);
        for (const part of ["#rule-points", "#sentences", "#fairness figcaption"]) {
          await inSight(page, part);
        }
        if (viewport === HAND) {
          assert.match(await page.locator("#asked").innerText(), /1.*1/s);
          await page.locator("#change").click();
        }
        assert.match(await page.locator("#recorded-games").innerText(), /1[^]*1[^]*1/);
        // Beta(2, 2): half of it lies below 1/2, and 9.43 % to 90.57 % hold the central 95 %.
        assert.match(await page.locator("#recorded-rates").innerText(), /50 %[^]*9[^]*91 %[^]*33 %/);
        assert.ok(!(await page.locator("#p").isVisible()) && !(await page.locator("#f").isVisible()));
        await accessible(page, "a record");
      }
      await page.locator("#record-clear").click();
      assert.ok(await page.locator("#p").isVisible());
      await page.waitForURL(/p=70%25/);
      await settled(page);
    }));

  test(`${lang}: biases are points in every column, and nothing is 0.00`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/series`);
      await page.locator("#rules .known tr").nth(1).waitFor();
      await settled(page);
      const heads = await page.locator("#rules thead th").allInnerTexts();
      assert.equal(heads.filter((head) => head.includes(lang === "ja" ? "（ポイント）" : "(points)")).length, 3);
      const cells = (/** @type {number} */ row) => page.locator("#rules .known tr").nth(row).locator("td").allInnerTexts();
      // One game at 70 %: 20 points, 25 at 75 %. One game each is fair whatever p is.
      assert.deepEqual((await cells(0)).slice(0, 3), ["+20.00", "20.00", "25.00"]);
      assert.deepEqual((await cells(1)).slice(0, 3), ["0.00", "0.00", "0.00"]);
    }));

  test(`${lang}: games are counted with their word, and what is wrong is said once beside the last answer`, () =>
    own.visit({ allow: [/status of 422/] }, async (page) => {
      await page.goto(`${own.url}/${lang}/series`);
      await page.locator("#rules tr[data-rule]").first().waitFor();
      await settled(page);
      for (const typed of ["5局", "５ games"]) {
        await page.locator("#limit").fill(typed);
        await page.waitForURL(/limit=5(&|$)/);
        await settled(page);
        assert.equal(await page.locator(".wrong").count(), 0);
        assert.equal(await page.locator("#limit-range").inputValue(), "5");
        await page.locator("#limit").fill("6");
        await page.waitForURL(/limit=6/);
      }
      await settled(page);
      const before = await results(page);
      await page.locator("#limit").fill("五六七");
      await page.locator("#limit-wrong").waitFor();
      await settled(page);
      const words = await page.locator("#limit-wrong").innerText();
      // Read out from elsewhere, but seen in one place.
      const seen = await page.getByText(words, { exact: true }).evaluateAll((all) => all.filter((one) => !one.classList.contains("sr-only")).length);
      assert.equal(seen, 1);
      assert.deepEqual(await results(page), before);
      assert.ok(await page.locator("#rule").evaluate((rule) => rule.classList.contains("outdated") && /** @type {HTMLElement} */ (rule).inert));
      await accessible(page, "an earlier answer");
      await page.locator("#limit").fill("6");
      await page.waitForFunction(() => document.querySelector(".outdated") === null);
      await settled(page);
      assert.deepEqual(await results(page), before);
    }));

  test(`${lang}: chess speaks of White and Black, up to the live page`, () =>
    own.visit({}, async (page) => {
      const [own_words, others] = lang === "ja" ? [/白/, /先手|後手|先後/] : [/White/, /first player|second player|moves first|as first|as second/i];
      await page.goto(`${own.url}/${lang}/series#game=chess`);
      await page.locator("#fairness svg").first().waitFor();
      await settled(page);
      for (const part of await page.locator("#more, #lengths, #own, #behind > details").all()) {
        await part.locator("summary").first().click();
      }
      await page.locator("#tree details").first().waitFor();
      await page.locator("#frontier svg").waitFor();
      await settled(page);
      const text = await page.locator("main").evaluate((main) => /** @type {HTMLElement} */ (main).innerText);
      assert.match(text, own_words);
      assert.doesNotMatch(text, others);
      assert.match(await page.locator("#tree").innerText(), own_words);
      // Another game, other words.
      await page.locator("#game").selectOption("shogi");
      await page.waitForURL(/game=shogi/);
      await settled(page);
      assert.match(await page.locator("label[for=p]").innerText(), lang === "ja" ? /先手/ : /First player/);
      await page.locator("#game").selectOption("chess");
      await page.waitForURL(/game=chess/);
      await settled(page);
      const rule = await page.locator("#rule-points dd").allInnerTexts();
      await page.locator("#run").click();
      await page.waitForURL(/\/live#.*game=chess/);
      await page.locator("#result-a").waitFor();
      await settled(page);
      assert.equal(await page.locator("#points").inputValue(), rule.join("/"));
      assert.equal(await page.locator("#game").inputValue(), "chess");
      await page.locator("#result-b").click();
      await page.locator("#history tbody tr").first().waitFor();
      await settled(page);
      for (const summary of await page.locator("#setup > summary, #unequal > summary").all()) {
        await summary.click();
      }
      const live = await page.locator("main").evaluate((main) => /** @type {HTMLElement} */ (main).innerText);
      assert.match(live, own_words);
      assert.doesNotMatch(live, others);
      assert.match(await page.locator("#chart svg").innerHTML(), own_words);
    }));

  test(`${lang}: on a phone it is said which tables and charts are wider`, () =>
    own.visit({ viewport: HAND, touch: true }, async (page) => {
      await page.goto(`${own.url}/${lang}/series`);
      await page.locator("#chart-scores svg").waitFor();
      await settled(page);
      for (const part of ["#rules .scroll", "#chart-bias .chart-scroll", "#chart-scores .chart-scroll"]) {
        const box = page.locator(part);
        assert.equal(await box.getAttribute("data-wider"), "true", part);
        const said = await box.evaluate((one) => getComputedStyle(one, "::before").content);
        assert.match(said, lang === "ja" ? /[ぁ-ん]/ : /sideways/);
      }
      await page.setViewportSize(DESK);
      await page.waitForFunction(() => document.querySelector("#chart-bias [data-wider=true]") === null);
    }));
}

test("both ends of a rate stand alone in its box", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series#p=62.5%25..74.25%25&f=10%25`);
    await page.locator("#fairness .between").waitFor({ state: "attached" });
    await settled(page);
    assert.ok(!(await page.locator("#band").isVisible()));
    const { inner, outer } = await page.locator("#p").evaluate((box) => ({ inner: box.scrollWidth, outer: box.clientWidth }));
    assert.ok(inner <= outer, `${inner} in ${outer}`);
    await page.locator("#p").fill("70%");
    assert.ok(await page.locator("#band").isVisible());
    await page.waitForURL(/p=70%25/);
    await settled(page);
  }));
