// Whole events: players pasted and dropped, formats and rules chosen and typed, formats found, rounds
// paired, files taken away.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HAND, LANGS, PHONE, accessible, fits, inSight, settled, shot } from "../lib/browser.js";
import { download, drop, lines, shown } from "../lib/files.js";
import { tabTo } from "../lib/keys.js";
import { EVIL, PLAYERS } from "../lib/pages.js";
import { suite } from "../lib/suite.js";

const own = suite();

/** @typedef {import("playwright-core").Page} Page */

/** @param {Record<string, string>} values */
function hash(values) {
  return `#${new URLSearchParams(values)}`;
}

/**
 * The first sentence of an answer, once everything is there.
 * @param {Page} page
 * @param {RegExp} [like]
 */
async function verdict(page, like = /./) {
  await page.locator("#verdict .verdict").filter({ hasText: like }).waitFor({ timeout: 60_000 });
  // What is typed is sent after 400 ms.
  await settled(page, 500);
  return page.locator("#verdict").innerText();
}

/** @param {Page} page @param {"study" | "find" | "pair"} mode */
function choose(page, mode) {
  return page.locator(`[name=mode][value=${mode}]`).locator("xpath=..").click();
}

/** @param {Page} page @param {string} file */
async function save(page, file) {
  return download(page, page.locator(`#downloads [data-file="${file}"]`));
}

for (const lang of LANGS) {
  test(`${lang}: pasted players, who wins, and every file of it`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/event`);
      await page.locator("#nothing").waitFor();
      await page.locator("#players").fill(PLAYERS);
      const said = await verdict(page);
      const document = JSON.parse((await save(page, "event.json")).text);
      assert.deepEqual([document.stages, document.exact, document.p, document.f], ["knockout", true, "7/10", "1/10"]);
      const wins = document.players.map((/** @type {any} */ one) => one.win);
      assert.ok(Math.abs(wins.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b) - 1) < 1e-9);
      assert.ok(said.includes("Anna") && said.includes(String(Math.round(100 * wins[0]))), said);
      assert.ok(said.includes(String(Math.round(100 * document.best_wins))), said);
      assert.ok(said.includes(document.hours.within_95.toFixed(1)), said);
      assert.doesNotMatch(await page.locator("main").innerText(), /event\.|%\{/);
      // The likeliest first, each with a bar; names are text.
      assert.equal(await page.locator(".chances li").count(), 4);
      assert.ok((await page.locator(".chances").innerText()).includes(EVIL.replace(/\s+/g, " ")));
      assert.equal(await page.locator("main b, main script").count(), 0);
      await page.locator("#rounds-table summary").click();
      await accessible(page, "study");
      await shot(page, `event-${lang}-study`);
      assert.equal(lines((await save(page, "event.csv")).text).length, 5);
      assert.ok((await save(page, "event.txt")).text.includes("Anna"));
      // Sheets to show and to pin up, with what is typed for them.
      await page.locator("#start").fill("9:30");
      await page.locator("#more summary").click();
      await page.locator("#title_of").fill(EVIL);
      await page.locator("#timetable td").first().waitFor();
      await page.waitForURL(/title_of=/);
      await settled(page, 500);
      assert.match(await page.locator("#timetable").innerText(), /9:30.*\n.*10:10/);
      await shown(own.browser, (await save(page, "event-study.html")).text, async (paper) => {
        assert.equal(await paper.locator("h1").first().innerText(), EVIL.replace(/\s+/g, " "));
        assert.ok((await paper.getByText("Anna").count()) > 0);
        assert.equal(await paper.locator('script:not([type="application/json"])').count(), 0);
      });
      assert.match((await save(page, "bracket.svg")).text, /^<svg[^]*Anna/);
      // Whatever is asked is in the link.
      const link = page.url();
      await own.visit({}, async (other) => {
        await other.goto(link);
        assert.equal(await verdict(other), said);
        assert.equal(await other.locator("#title_of").inputValue(), EVIL);
      });
    }));

  test(`${lang}: formats, rules, rates and boards are chosen`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/event${hash({ who: "typical", field: "8", simulate: "400" })}`);
      const knockout = await verdict(page);
      await page.locator("#format").selectOption("swiss");
      await page.locator("#rounds").fill("3");
      await page.locator("#rule").selectOption("proposed");
      await page.locator("#limit").fill("3");
      await page.locator("#rule-said").filter({ hasText: "1/2/2 alternating swap" }).waitFor();
      assert.notEqual(await verdict(page), knockout);
      const swiss = JSON.parse((await save(page, "event.json")).text);
      assert.deepEqual([swiss.stages, swiss.players.length, swiss.exact], ["swiss:3", 8, false]);
      assert.match(swiss.rules[0].rule, /^1\/2\/2 alternating/);
      assert.match(await page.locator("#exactness").innerText(), /400/);
      await page.locator("#preset").selectOption("chess-grandmasters");
      await page.waitForURL(/preset=chess-grandmasters/);
      await page.locator("#simulate").fill("");
      await page.locator("#format").selectOption("groups");
      await page.locator("#groups").fill("2");
      await page.locator("#rule").selectOption("single");
      await page.locator("#boards").fill("1");
      await page.waitForURL(/boards=1/);
      await verdict(page);
      const groups = JSON.parse((await save(page, "event.json")).text);
      assert.deepEqual([groups.stages, groups.boards, groups.exact], ["groups:2 > 2 > knockout", 1, true]);
      assert.equal(groups.rules.length, 2);
      // Typed, with a rule for each stage.
      await page.locator("#format").selectOption("typed");
      await page.locator("#stages").fill("league > 2 > knockout");
      await page.locator("#rule").selectOption("typed");
      await page.locator("#own_rule").fill("epsilon\n1/2/3 alternating swap");
      await page.locator("#simulate").fill("400");
      await page.waitForURL(/simulate=400/);
      await verdict(page);
      const typed = JSON.parse((await save(page, "event.json")).text);
      assert.equal(typed.stages, "league > 2 > knockout");
      assert.deepEqual(typed.rules.map((/** @type {any} */ one) => one.rule.split(" ")[0]), ["epsilon", "1/2/3"]);
      await accessible(page, "typed");
    }));

  test(`${lang}: which format: three picks, a table, a chart, and one of them opened`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/event`);
      await page.locator("[name=who][value=typical]").locator("xpath=..").click();
      await page.locator("#field").fill("6");
      await choose(page, "find");
      await page.locator("#hours").fill("5");
      await page.locator("#more summary").click();
      await page.locator("#simulate").fill("100");
      await page.waitForURL(/simulate=100/);
      await page.locator("#chart svg").waitFor({ timeout: 120_000 });
      await settled(page, 500);
      const document = JSON.parse((await save(page, "formats.json")).text);
      assert.deepEqual([document.players, document.hours, document.runs], [6, 5, 100]);
      assert.equal(await page.locator(".pick").count(), 3);
      assert.equal(await page.locator(".candidates tbody tr").count(), document.frontier.length);
      const best = document.candidates[document.reliable];
      assert.ok((await page.locator("[data-pick=reliable]").innerText()).includes(String(Math.round(100 * best.best_wins))));
      assert.doesNotMatch(await page.locator("#answer").innerText(), /event\.|%\{/);
      await accessible(page, "find");
      await shot(page, `event-${lang}-find`);
      assert.equal(lines((await save(page, "formats.csv")).text).length, document.candidates.length + 1);
      assert.match((await save(page, "formats.svg")).text, /^<svg/);
      await page.locator("[data-pick=reliable]").click();
      await page.locator(".chances li").first().waitFor();
      await settled(page, 500);
      assert.equal(await page.locator("#stages").inputValue(), best.stages);
      assert.equal(JSON.parse((await save(page, "event.json")).text).stages, best.stages);
    }));

  test(`${lang}: the next round follows from results`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/event${hash({ mode: "pair", format: "swiss", rounds: "2", players: PLAYERS })}`);
      await page.locator(".round td").first().waitFor();
      assert.equal(await page.locator(".round tbody tr").count(), 2);
      const first = lines((await save(page, "pairings.csv")).text);
      assert.equal(first[0], "round,board,first,second");
      // Whoever is first wins both games.
      const played = ["first,second,result", ...first.slice(1).map((line) => `${line.split(",").slice(2).join(",")},1-0`)];
      await page.locator("#results").fill(played.join("\n"));
      const said = await verdict(page, /2/);
      assert.match(said, /2/);
      const document = JSON.parse((await save(page, "pairings.json")).text);
      assert.deepEqual([document.played, document.rounds[0].round], [2, 2]);
      const report = (await save(page, "event.trf")).text;
      assert.match(report, /^012 swiss:2\nXXR 2\n/);
      assert.equal(report.match(/^001 /gm)?.length, 4);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.locator("#copy-csv").click();
      await page.locator("#copy-csv + [role=status]:not(:empty)").waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(lines(copied)[1]?.split(",")[0], "2");
      assert.equal(await page.locator("main b, main script").count(), 0);
      await page.locator("#rule").selectOption("typed");
      await page.locator("#own_rule").fill("1/3/4 alternating swap");
      await page.waitForURL(/own_rule=/);
      await settled(page, 500);
      for (const file of ["pairings.html", "sheets.html"]) {
        await shown(own.browser, (await save(page, file)).text, async (paper) => {
          assert.ok((await paper.locator("body").innerText()).includes(EVIL.replace(/\s+/g, " ")), file);
        });
      }
      if (lang === "ja") {
        assert.match((await save(page, "sheets.pdf")).text, /^%PDF/);
      }
      await accessible(page, "pair");
      await shot(page, `event-${lang}-pair`);
      // A league is paired as a whole.
      await page.locator("#results").fill("");
      await page.locator("#format").selectOption("league");
      await page.locator(".round").nth(2).waitFor();
      await settled(page, 500);
      assert.equal(await page.locator(".round").count(), 3);
    }));

  test(`${lang}: what is refused is said at its field`, () =>
    own.visit({ allow: [/status of 422/] }, async (page) => {
      await page.goto(`${own.url}/${lang}/event${hash({ players: PLAYERS })}`);
      await verdict(page);
      const wrong = async (/** @type {string} */ id) => {
        await page.locator(`#${id}[aria-invalid=true]`).waitFor();
        await settled(page, 500);
        assert.doesNotMatch(await page.locator("#ask .wrong").innerText(), /api|entrants|pasted\.csv|%\{/);
        assert.equal(await page.locator(".chances li").count(), 0);
      };
      await page.locator("#p").fill("700");
      await wrong("p");
      await accessible(page, "refused");
      await page.locator("#p").fill("60%");
      await verdict(page);
      await page.locator("#players").fill("Anna,1900\nAnna,1800");
      await wrong("players");
      await page.locator("#players").fill(PLAYERS);
      await verdict(page);
      await page.locator("#rule").selectOption("epsilon");
      await wrong("rule");
      await page.locator("#rule").selectOption("single");
      await page.locator("#format").selectOption("typed");
      await page.locator("#stages").fill("knockout >");
      await wrong("stages");
      await page.locator("#stages").fill("ladder");
      await verdict(page);
    }));

  test(`${lang}: on a phone the answer is in sight once it is asked, and the form one press away`, () =>
    own.visit({ viewport: HAND, touch: true }, async (page) => {
      await page.goto(`${own.url}/${lang}/event`);
      await settled(page);
      assert.ok(await page.locator("#players").isVisible());
      await page.locator("#example").tap();
      await verdict(page);
      assert.ok(!(await page.locator("#ask").isVisible()));
      await inSight(page, "#change");
      await inSight(page, "#verdict");
      assert.match(await page.locator("#asked").innerText(), /8/);
      await fits(page, "answered");
      await accessible(page, "answered");
      await shot(page, `event-${lang}-phone`);
      await page.locator("#change").tap();
      assert.ok(await page.locator("#players").isVisible());
      for (const summary of await page.locator("details:not([open]) > summary").all()) {
        if (await summary.isVisible()) {
          await summary.tap();
        }
      }
      await fits(page, "all unfolded");
      await page.locator("#to-answer").tap();
      assert.ok(!(await page.locator("#ask").isVisible()));
      for (const mode of ["pair", "find"]) {
        await page.goto("about:blank");
        const values = { mode, format: "league", players: PLAYERS, simulate: "50", hours: "20" };
        await page.goto(`${own.url}/${lang}/event${hash(values)}`);
        await verdict(page);
        await fits(page, mode);
        await inSight(page, "#verdict");
      }
    }));
}

test("a file of players is dropped, and an estimate with its rates", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/event`);
    const name = `${EVIL.replaceAll("/", "")}.csv`;
    await drop(page, "#players", [{ name, text: PLAYERS }]);
    assert.match(await verdict(page), /Anna/);
    assert.ok((await page.locator("#players-chosen").innerText()).includes(name));
    assert.ok(await page.locator("#players").isDisabled());
    assert.match(await page.locator("#link-note").innerText(), /not the players/);
    await accessible(page, "a file");
    const rating = (/** @type {string} */ name, /** @type {number} */ elo) => ({ name, elo, error: 20 });
    const estimate = { adjusted: { ratings: [rating("Xaver", 80), rating("Yoko", 0), rating("Zoe", -80)] }, recommended: { p: "3/5", f: "1/5" } };
    await drop(page, "#players", [{ name: "estimate.json", text: JSON.stringify(estimate) }]);
    assert.match(await verdict(page, /Xaver/), /Xaver/);
    const document = JSON.parse((await save(page, "event.json")).text);
    assert.deepEqual([document.p, document.f, document.players[0].elo_error], ["3/5", "1/5", 20]);
    // Without it nobody is there.
    await page.locator("#players-chosen button").click();
    await page.locator("#nothing").waitFor();
    await settled(page, 500);
  }));

test("players are pasted and a format chosen with the keyboard alone", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/event`);
    await settled(page);
    await tabTo(page, "#players");
    await page.keyboard.insertText(PLAYERS);
    await tabTo(page, "#format");
    await page.keyboard.press("ArrowDown");
    await page.waitForURL(/format=league/);
    await verdict(page);
    await tabTo(page, "#downloads [data-format=csv]");
    const [saved] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    assert.match(saved.suggestedFilename(), /\.csv$/);
  }));

test("long work tells how far it is and can be cancelled", () =>
  own.visit({ viewport: PHONE }, async (page) => {
    const values = { who: "typical", field: "60", format: "league", simulate: "100000", mode: "study" };
    await page.goto(`${own.url}/en/event${hash(values)}`);
    await page.locator("#progress:not([hidden])").waitFor();
    assert.match(await page.locator("#progress-words").innerText(), /events/);
    await page.locator("#cancel").click();
    await page.locator("#progress").waitFor({ state: "hidden" });
    await own.server.idle();
  }));
