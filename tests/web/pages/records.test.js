// Epsilon points and rates: games pasted and dropped, standings and estimates taken away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HAND, LANGS, PHONE, accessible, fits, inSight, settled } from "../lib/browser.js";
import { download, drop, lines, shown } from "../lib/files.js";
import { tabTo } from "../lib/keys.js";
import { EVIL, GAMES, showFilled } from "../lib/pages.js";
import { suite } from "../lib/suite.js";
import { workbook } from "../lib/zip.js";

const own = suite();

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
async function standings(page) {
  await page.locator("#standings td").first().waitFor();
  // What is typed is sent after 300 ms.
  await settled(page, 400);
  return page.locator("#standings tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent ?? "")),
  );
}

for (const lang of LANGS) {
  test(`${lang}: standings of pasted games, and every file of them`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/epsilon`);
      await page.locator("#results").fill(GAMES);
      await page.locator("#f").fill("10%");
      const rows = await standings(page);
      assert.equal(rows.length, 3);
      assert.ok(rows.some((row) => row.includes(EVIL)), `${rows}`);
      assert.equal(await page.locator("main b, main script").count(), 0);
      await page.locator("#scoring summary").click();
      await page.locator("#title").fill(EVIL);
      await page.waitForURL(/title=/);
      await settled(page);
      const save = (/** @type {string} */ format) => download(page, page.locator(`#downloads [data-format=${format}]`));
      const html = await save("html");
      await shown(own.browser, html.text, async (paper) => {
        assert.equal(await paper.locator("h1").first().innerText(), EVIL.replace(/\s+/g, " "));
        assert.ok((await paper.getByText(EVIL).count()) > 1);
        // The page carries its data with it; nothing in it runs.
        assert.equal(await paper.locator('script:not([type="application/json"])').count(), 0);
      });
      const book = workbook((await save("xlsx")).bytes);
      assert.ok(book.sheets.length > 0);
      assert.match(book.words, /&lt;script/);
      const csv = lines((await save("csv")).text);
      assert.ok(csv.length > 3);
      assert.ok(csv.some((line) => line.includes(EVIL.replaceAll('"', '""'))), csv.join("\n"));
      const document = JSON.parse((await save("json")).text);
      assert.equal(document.players.length, 3);
      assert.equal(document.p, "7/10");
      assert.ok(document.players.some((/** @type {any} */ player) => player.name === EVIL));
    }));

  test(`${lang}: rates of pasted games, and every file of them`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/rates`);
      await page.locator("#example").click();
      await page.locator("#estimate td").first().waitFor();
      await page.locator("#chart svg").waitFor();
      await settled(page);
      await accessible(page, "example");
      const document = JSON.parse((await download(page, page.locator("#downloads [data-format=json]"))).text);
      const { first, draws, second } = document.games;
      assert.ok(first + draws + second > 10);
      const tiles = (await page.locator("#estimate dd").allInnerTexts()).map(Number);
      assert.deepEqual(tiles, [first + draws + second, first, second, draws]);
      assert.ok(lines((await download(page, page.locator("#downloads [data-format=csv]"))).text).length > 2);
      await page.locator("#to-series").click();
      await page.waitForURL(new RegExp(`/${lang}/series#`));
      await page.locator("#rules tr[data-rule]").first().waitFor();
      await settled(page);
    }));
}

/** A match of two engines: pairs of games by rounds, the second of them out of order. */
function engines() {
  const games = Array.from({ length: 60 }, (_, n) => {
    const round = Math.floor(n / 2) + 1;
    const [white, black] = n % 2 === 0 ? [EVIL, "old"] : ["old", EVIL];
    const result = n % 2 === 0 ? (n % 10 === 8 ? "1/2-1/2" : "1-0") : n % 6 === 1 ? "1-0" : "1/2-1/2";
    return `${round},"${white.replaceAll('"', '""')}","${black.replaceAll('"', '""')}",${result}`;
  });
  return ["round,first,second,result", ...games].join("\n");
}

for (const lang of LANGS) {
  test(`${lang}: a match of engines, its test and every file of it`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/match`);
      await page.locator("#results").fill(engines());
      await page.locator("#verdict .verdict").waitFor();
      await page.locator("#testing summary").click();
      await page.locator("#sprt").fill("0, 40");
      await page.locator("#chart svg").waitFor();
      await settled(page, 400);
      await accessible(page, "match");
      const document = JSON.parse((await download(page, page.locator("#downloads [data-format=json]"))).text);
      const [duel] = document.duels;
      assert.equal(duel.player, EVIL);
      assert.deepEqual([duel.pairs.evidence, duel.pairs.counts.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b)], ["round", 30]);
      const said = await page.locator("#answer").innerText();
      assert.ok(said.includes(String(Math.round(Math.abs(duel.pairs.figures.elo)))), said);
      assert.ok(said.includes(duel.pairs.figures.elo.toFixed(1).replace("-", "−")), said);
      assert.ok(said.includes(duel.sprt.llr.toFixed(2)), said);
      assert.doesNotMatch(said, /match\.|%\{/);
      assert.equal(await page.locator("main b, main script").count(), 0);
      const csv = lines((await download(page, page.locator("#downloads [data-format=csv]"))).text);
      assert.ok(csv.length >= 2 && csv[0]?.startsWith("player,opponent,"), csv.join("\n"));
      // Of two; of more the page has a table.
      await page.locator("#sprt").fill("");
      await page.locator("#results").fill(GAMES);
      await page.locator("#table td").first().waitFor();
      await settled(page, 400);
      assert.equal(await page.locator("#table table").count(), 2);
      await page.locator("#player").fill("Ben");
      await page.locator("#against").fill("加藤");
      await page.locator("#duel td").first().waitFor();
      await settled(page, 400);
      assert.match(await page.locator("#duel h2").innerText(), /Ben.*加藤/);
    }));

  test(`${lang}: a match fits a phone`, () =>
    own.visit({ viewport: PHONE, touch: true }, async (page) => {
      await page.goto(`${own.url}/${lang}/match#${new URLSearchParams({ results: engines(), sprt: "0,40" })}`);
      await page.locator("#chart svg").waitFor();
      await settled(page);
      await fits(page, "match");
    }));
}

/** Ten players, everybody once against everybody, with the words of Japanese tables. */
function league(/** @type {string} */ last) {
  const pairs = Array.from({ length: 10 }, (_, a) => Array.from({ length: a }, (_, b) => [a, b])).flat();
  const rows = pairs.map(([a = 0, b = 0], k) => `選手${a},選手${b},${k === 44 ? last : (a * 7 + b * 3) % 10 < 7 ? "勝" : "敗"}`);
  return ["先手,後手,結果", ...rows].join("\n");
}

for (const lang of LANGS) {
  test(`${lang}: a league of 45 games loses none, and says so where it does`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/epsilon`);
      await page.locator("#results").fill(league("敗"));
      await standings(page);
      assert.match(await page.locator("#remarks").innerText(), /45/);
      assert.equal((await page.locator("#alerts").innerText()).trim(), "");
      await page.locator("#results").fill(league("まけた"));
      await page.locator("#alerts li").first().waitFor();
      await settled(page);
      const said = await page.locator("#alerts").innerText();
      assert.match(said, /まけた/);
      assert.match(said, /46/, "the line");
      assert.equal(await page.locator("#alerts").getAttribute("role"), "alert");
      const box = await page.locator("#alerts").boundingBox();
      assert.ok(box && box.y + box.height < 600, `above the fold: ${JSON.stringify(box)}`);
      await accessible(page, "left out");
      const html = await download(page, page.locator("#downloads [data-format=html]"));
      await shown(own.browser, html.text, async (paper) => {
        assert.match(await paper.locator("[role=alert]").first().innerText(), /まけた/);
      });
    }));

  test(`${lang}: the rate to use comes first`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/rates`);
      await page.locator("#results").fill(league("？！"));
      await page.locator(".verdict").waitFor();
      await settled(page);
      assert.match(await page.locator(".verdict").innerText(), /\d+ (%|％).*\d+.*\d+ (%|％)/);
      const tops = await page.locator("#alerts li, .verdict, #estimate table").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
      assert.deepEqual(tops, [...tops].sort((a, b) => a - b));
      assert.equal(tops.length, 3);
    }));

  test(`${lang}: where nothing counts it is said why`, () =>
    own.visit({ allow: [/status of 422/] }, async (page) => {
      await page.goto(`${own.url}/${lang}/rates`);
      for (const [text, why] of /** @type {const} */ ([
        ["名前，相手，勝敗\n佐藤，鈴木，勝\n", /名前, 相手, 勝敗/],
        ["先手,後手,結果\n佐藤,鈴木,まけた\n", /まけた/],
      ])) {
        await page.locator("#results").fill(text);
        await page.locator("#refused p").filter({ hasText: why }).waitFor();
        await settled(page);
        assert.doesNotMatch(await page.locator("#refused").innerText(), /api|pasted\.csv|%\{/);
      }
    }));
}

test("draws without a draw rate are announced at the top", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/epsilon`);
    await page.locator("#results").fill(GAMES);
    await standings(page);
    assert.match(await page.locator("#alerts").innerText(), /Drawn games: 1/);
    await page.locator("#f").fill("10%");
    await page.waitForFunction(() => document.querySelector("#alerts")?.childElementCount === 0);
    await settled(page);
  }));

test("the table of standings is not cut on a desk, and no column is empty", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/epsilon`);
    await settled(page);
    const width = async (/** @type {string} */ selector) => (await page.locator(selector).boundingBox())?.width ?? 0;
    assert.ok((await width("#ask")) > 1100, "what is asked has the whole width");
    // Everybody equal: tie-breaks take columns, too.
    await page.locator("#results").fill("first,second,result\nFranziska Lindner,Maximilian Brandt,1-0\nMaximilian Brandt,Franziska Lindner,1-0\n");
    await page.locator("#scoring summary").click();
    await page.locator("#rank_by").selectOption("mean");
    await page.waitForURL(/rank_by=mean/);
    await standings(page);
    assert.ok((await width("#ask")) < 400);
    const [inner = 0, outer = 0] = await page.locator("#standings .scroll").evaluate((box) => [box.scrollWidth, box.clientWidth]);
    assert.ok(inner <= outer, `${inner} in ${outer}`);
  }));

test("a link reproduces standings, also in the other language", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/epsilon`);
    await page.locator("#results").fill(GAMES);
    await page.locator("input[name=rates][value=estimate]").locator("xpath=..").click();
    await page.waitForURL(/p=estimate/);
    const before = await standings(page);
    const link = page.url();
    await own.visit({}, async (other) => {
      await other.goto(link);
      assert.deepEqual(await standings(other), before);
    });
    await page.locator("a[hreflang=ja]").click();
    await page.waitForURL(/\/ja\/epsilon#/);
    const names = (/** @type {string[][]} */ rows) => rows.map((row) => row.slice(0, 3));
    assert.deepEqual(names(await standings(page)), names(before));
  }));

test("a data set has its own draw rate, whatever was typed before", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/epsilon`);
    await page.locator("#results").fill(GAMES);
    await page.locator("#f").fill("33%");
    await page.waitForURL(/f=33%25/);
    await standings(page);
    assert.match(await page.locator("#rates-used").innerText(), /33/);
    await page.locator("input[name=rates][value=preset]").locator("xpath=..").click();
    await page.waitForURL((url) => url.hash.includes("preset=") && !url.hash.includes("33%25"));
    await standings(page);
    assert.doesNotMatch(await page.locator("#rates-used").innerText(), /33/);
  }));

test("separators of lines and paragraphs in the name of a file are text", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/epsilon`);
    const name = "no\u2028thing\u2029.txt";
    await drop(page, "#drop", [{ name: "games.csv", text: GAMES }, { name, text: "no games here" }]);
    assert.equal((await standings(page)).length, 3);
    const said = await page.locator("#left-out").textContent();
    assert.ok(said?.includes(name), JSON.stringify(said));
  }));

test("another address without games leaves none of the old ones", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/epsilon`);
    await page.locator("#results").fill(GAMES);
    await standings(page);
    await page.evaluate(() => (location.hash = "#p=61%25"));
    await page.locator("#nothing").waitFor();
    assert.equal(await page.locator("#results").inputValue(), "");
    assert.equal(await page.locator("#p").inputValue(), "61%");
    assert.equal(await page.locator("#standings td").count(), 0);
  }));

test("record files are dropped", () =>
  own.visit({}, async (page) => {
    const pgn = (/** @type {string} */ white, /** @type {string} */ black, /** @type {string} */ result) =>
      `[Event "${EVIL.replaceAll('"', '\\"')}"]\n[White "${white}"]\n[Black "${black}"]\n[Result "${result}"]\n\n1. e4 e5 ${result}\n\n`;
    const files = [
      { name: `${EVIL.replaceAll("/", "")}.pgn`, text: pgn("Ann", "Ben", "1-0") + pgn("Ben", "Ann", "1-0") },
      { name: "日本.csv", text: GAMES },
      { name: "nothing.txt", text: "no games here" },
    ];
    await page.goto(`${own.url}/en/epsilon`);
    await drop(page, "#drop", files);
    const rows = await standings(page);
    assert.equal(rows.length, 4);
    assert.ok((await page.locator("#chosen").innerText()).includes(files[0]?.name ?? "?"));
    await page.locator("#left-out summary").click();
    assert.match(await page.locator("#left-out").innerText(), /nothing\.txt/);
    await accessible(page, "files");
    await page.locator("#chosen button").first().click();
    await page.waitForFunction(() => document.querySelectorAll("#standings tbody tr").length === 3);
    await settled(page);
    await page.goto("about:blank");
    await page.goto(`${own.url}/ja/rates`);
    await drop(page, "#drop", files);
    await page.locator("#estimate td").first().waitFor();
    await page.locator("input[name=by][value=event]").locator("xpath=..").click();
    await page.locator("#groups td").first().waitFor();
    assert.ok((await page.locator("#groups").innerText()).includes("<script>"));
    await settled(page);
  }));

test("what is refused is said at its field", () =>
  own.visit({ allow: [/status of 422/] }, async (page) => {
    await page.goto(`${own.url}/ja/epsilon`);
    await page.locator("#results").fill(GAMES);
    await standings(page);
    await page.locator("#p").fill("700");
    await page.locator("#refused p").waitFor();
    assert.match(await page.locator("#refused p").innerText(), /[ぁ-ん]/);
    assert.equal(await page.locator("#p").getAttribute("aria-invalid"), "true");
    await accessible(page, "refused");
    await page.locator("#p").fill("60%");
    await standings(page);
    assert.ok(!(await page.locator("#refused p").isVisible()));
    await page.locator("#results").fill("<script>no games</script>");
    await page.locator("#refused p").waitFor();
    await settled(page);
  }));

test("games are pasted and read with the keyboard alone", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/epsilon`);
    await settled(page);
    await tabTo(page, "#results");
    await page.keyboard.insertText(GAMES);
    await tabTo(page, "input[name=rates]");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/p=estimate/);
    await standings(page);
    await tabTo(page, "#downloads [data-format=csv]");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.match(saved.suggestedFilename(), /\.csv$/);
  }));

for (const name of ["epsilon", "rates", "match"]) {
  test(`${name} on a phone`, () =>
    own.visit({ viewport: PHONE, touch: true }, async (page) => {
      await showFilled(page, own.url, "ja", name);
      for (const summary of await page.locator("details:not([open]) > summary").all()) {
        if (await summary.isVisible()) {
          await summary.tap();
        }
      }
      await settled(page);
      await fits(page, "all unfolded");
    }));
}

for (const lang of LANGS) {
  for (const name of ["epsilon", "rates"]) {
    test(`${lang}/${name}: on a phone the form is there until there is an answer, and one press away then`, () =>
      own.visit({ viewport: HAND, touch: true, allow: [/status of 422/] }, async (page) => {
        const answer = name === "rates" ? ".verdict" : "#standings td";
        await page.goto(`${own.url}/${lang}/${name}`);
        await settled(page);
        assert.ok(await page.locator("#results").isVisible());
        assert.ok(!(await page.locator("#change").isVisible()));
        await page.locator("#example").tap();
        await page.locator(answer).first().waitFor();
        await settled(page);
        assert.ok(!(await page.locator("#ask").isVisible()));
        await inSight(page, "#change");
        assert.match(await page.locator("#asked").innerText(), /\d+/);
        await accessible(page, "answered");
        await fits(page, "answered");
        await page.locator("#change").tap();
        assert.equal(await page.locator("#change").getAttribute("aria-expanded"), "true");
        // Who types keeps the form, and goes on to the answer when done.
        await page.locator("#results").fill(GAMES);
        await settled(page, 500);
        assert.ok(await page.locator("#results").isVisible());
        await page.locator("#to-answer").tap();
        assert.ok(!(await page.locator("#ask").isVisible()));
        await inSight(page, "#change");
        // A link opens with its answer; what is refused opens the form.
        const link = page.url();
        await page.goto("about:blank");
        await page.goto(link);
        await page.locator(answer).first().waitFor();
        await settled(page);
        assert.ok(!(await page.locator("#ask").isVisible()));
        await page.goto("about:blank");
        await page.goto(`${own.url}/${lang}/${name}#results=nothing`);
        await page.locator("#refused p").waitFor({ state: "attached" });
        await settled(page);
        assert.ok(await page.locator("#results").isVisible());
      }));
  }
}
