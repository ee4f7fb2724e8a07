// A hand of mahjong: picked, typed, answered, cancelled, saved.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HAND as SCREEN, LANGS, PHONE, accessible, fits, inSight, settled } from "../lib/browser.js";
import { download, lines } from "../lib/files.js";
import { tabTo } from "../lib/keys.js";
import { EVIL } from "../lib/pages.js";
import { suite } from "../lib/suite.js";

const own = suite();

/** A hand of 1.3 million states, not far below the bound of 2 million. */
const LONG = "hand=23569m46p34579s11z&improve=2";
const HAND = "#hand=34567m2246p34088s&dora=7s";

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page */
async function results(page) {
  await page.locator("#headline").waitFor();
  await page.locator("#chart svg").waitFor();
  await settled(page);
  return Promise.all(["#headline", "#discards", "#shanten"].map((selector) => page.locator(selector).innerText()));
}

for (const lang of LANGS) {
  test(`${lang}: the discards of a hand, what follows one, files`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/mahjong${HAND}`);
      const [headline] = await results(page);
      assert.match(headline ?? "", lang === "ja" ? /[ぁ-ん]/ : /[a-z]{3}/);
      assert.ok((await page.locator("#discards tbody tr").count()) > 5);
      await page.locator("#chart summary").click();
      assert.ok((await page.locator("#chart td").count()) > 10);
      for (const figure of ["win", "tenpai"]) {
        await page.locator(`input[name=figure][value=${figure}]`).locator("xpath=..").click();
        await page.waitForURL(new RegExp(`figure=${figure}`));
        await settled(page);
      }
      await page.locator("#discards button.follow").first().click();
      await page.locator("#explain li").first().waitFor();
      await page.waitForURL(/discard=/);
      await settled(page);
      await accessible(page, "with what follows");
      const [json, csv, text] = [0, 1, 2].map((k) => page.locator("#downloads a").nth(k));
      const document = JSON.parse((await download(page, /** @type {any} */ (json))).text);
      assert.match(document.schema, /^kakukin\/mahjong-score|^kakukin\/score/);
      assert.ok(document.discards.length > 5);
      assert.ok(lines((await download(page, /** @type {any} */ (csv))).text).length > 5);
      assert.match((await download(page, /** @type {any} */ (text))).text, lang === "ja" ? /[ぁ-ん一-龠]/ : /[A-Za-z]{3}/);
    }));
}

test("a hand is solved once for everything that its page shows", () =>
  own.visit({}, async (page) => {
    const solved = () => own.server.metric("hands_solved_total");
    const before = await solved();
    await page.goto(`${own.url}/en/mahjong#hand=34567m2246p30489s&dora=6s`);
    await results(page);
    await page.locator("#discards button.follow").nth(1).click();
    await page.locator("#explain li summary").first().click();
    await page.locator("#verify").click();
    await page.locator("#verified").waitFor();
    await settled(page);
    assert.equal((await solved()) - before, 1);
  }));

test("a link reproduces the page, also in the other language", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/mahjong${HAND}`);
    const before = await results(page);
    await page.locator("input[name=objective][value=win]").locator("xpath=..").click();
    await page.waitForURL(/objective=win/);
    await page.waitForFunction((old) => document.querySelector("#discards")?.textContent !== old, before[1]);
    const [link, after] = [page.url(), await results(page)];
    await own.visit({}, async (other) => {
      await other.goto(link);
      assert.deepEqual(await results(other), after);
    });
    await page.locator("a[hreflang=ja]").click();
    await page.waitForURL(/\/ja\/mahjong#/);
    const figures = (/** @type {string | undefined} */ text) => text?.match(/\d+\.\d+/g);
    assert.deepEqual(figures((await results(page))[1]), figures(after[1]));
  }));

test("a long computation tells its progress, and can be cancelled", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/mahjong#${LONG}`);
    await page.locator("#shanten").waitFor();
    await page.locator("#compute").click();
    await page.locator("#progress").waitFor({ state: "visible" });
    await page.waitForFunction(() => /\d/.test(document.querySelector("#progress-words")?.textContent ?? ""));
    assert.ok((await own.server.metric("workers_busy")) >= 1);
    await own.server.frozen(async () => {
      await accessible(page, "computing");
      await page.locator("#cancel").click();
    });
    assert.ok(!(await page.locator("#progress").isVisible()));
    assert.match(await page.locator("#notice").innerText(), /\S/);
    await own.server.idle();
    // The page goes on with something else.
    await page.locator("#hand").fill("234m456799p22678s");
    await page.locator("#improve").selectOption("");
    await page.locator("#discards td").first().waitFor();
    await settled(page);
  }));

test("who leaves the page cancels the computation", async () => {
  await own.visit({}, async (page) => {
    await page.goto(`${own.url}/ja/mahjong#${LONG}`);
    await page.locator("#shanten").waitFor();
    await page.locator("#compute").click();
    await page.waitForFunction(() => /\d/.test(document.querySelector("#progress-words")?.textContent ?? ""));
    assert.ok((await own.server.metric("workers_busy")) >= 1);
  });
  await own.server.idle();
});

test("a hand is picked and answered with the keyboard alone", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/mahjong`);
    await settled(page);
    await tabTo(page, "#hand");
    await page.keyboard.type("234m456799p2267s");
    await tabTo(page, "#picker button");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    const at = () => page.evaluate(() => document.activeElement?.getAttribute("data-tile"));
    for (let n = 0; (await at()) !== "8s"; n += 1) {
      assert.ok(n < 12, `${await at()}`);
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("Enter");
    assert.equal(await page.locator("#hand").inputValue(), "234m456799p22678s");
    await page.locator("#discards td").first().waitFor();
    await settled(page);
    await page.keyboard.press("Backspace");
    assert.equal(await page.locator("#hand").inputValue(), "234m456799p2267s");
    await settled(page);
  }));

test("tiles are clicked: hand, meld, indicator", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/ja/mahjong`);
    await settled(page);
    const pick = (/** @type {string} */ name) => page.locator(`#picker button[data-tile="${name}"]`).click();
    for (const name of ["3m", "4m", "5m", "7m", "2p", "3p", "6p", "7p"]) {
      await pick(name);
    }
    await page.locator("input[name=target][value=meld]").locator("xpath=..").click();
    await page.locator("input[name=kind][value=pon]").locator("xpath=..").click();
    await pick("7z");
    await page.locator("input[name=kind][value=chi]").locator("xpath=..").click();
    await pick("4s");
    await page.locator("input[name=target][value=dora]").locator("xpath=..").click();
    await pick("6p");
    await results(page);
    assert.match(page.url(), /hand=3457m2367p/);
    assert.match(page.url(), /meld=pon:777z&meld=chi:456s/);
    assert.match(page.url(), /dora=6p/);
  }));

test("a complete hand has points", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/mahjong#hand=223344067789p55s&dora=4s&win=0p&riichi=riichi`);
    await page.locator("#points-answer").getByText(/riichi/i).first().waitFor();
    await settled(page);
    await accessible(page, "points");
  }));

test("only complete hands have points", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/mahjong#hand=223344067789p55s&dora=4s&win=0p&riichi=riichi`);
    await page.locator("#points-answer").getByText(/riichi/i).first().waitFor();
    // It is won: what going on would bring is told if somebody asks.
    assert.ok(!(await page.locator("#result").isVisible()));
    await settled(page);
    await page.locator("#compute").click();
    await page.locator("#discards td").first().waitFor();
    await settled(page);
    for (const hand of ["88m", "123m", "8m"]) {
      await page.locator("#hand").fill(hand);
      await page.waitForURL((url) => !url.hash.includes("win="));
      await settled(page);
      assert.ok(!(await page.locator("#points").isVisible()), hand);
    }
  }));

test("every example opens", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/mahjong`);
    await settled(page);
    for (const link of await page.locator("#examples a").all()) {
      await link.click();
      await page.locator("#shanten").waitFor();
      await page.locator("#chart svg, #points-answer *").first().waitFor();
      assert.equal(await page.locator("#refused p").count(), 0, await link.innerText());
      await settled(page);
    }
  }));

test("what is refused is said, and text stays text", () =>
  own.visit({ allow: [/status of 422/] }, async (page) => {
    await page.goto(`${own.url}/ja/mahjong`);
    await page.locator("#hand").fill(`11111m${EVIL}`);
    await page.locator("#refused p").waitFor();
    assert.match(await page.locator("#refused").innerText(), /[ぁ-ん]/);
    assert.equal(await page.locator("#hand").getAttribute("aria-invalid"), "true");
    await accessible(page, "refused");
    await settled(page);
  }));

test("a phone", () =>
  own.visit({ viewport: PHONE, touch: true }, async (page) => {
    await page.goto(`${own.url}/ja/mahjong${HAND}`);
    await results(page);
    await fits(page, "discards");
    for (const summary of await page.locator("details:not([open]) > summary").all()) {
      if (await summary.isVisible()) {
        await summary.tap();
      }
    }
    await page.locator("#discards button.follow").first().tap();
    await page.locator("#explain li").first().waitFor();
    await settled(page);
    await fits(page, "all unfolded");
    const tiles = page.locator("#picker button[data-tile]");
    for (const box of await tiles.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))) {
      assert.ok(box.left >= 0 && box.right <= PHONE.width, JSON.stringify(box));
    }
  }));

for (const lang of LANGS) {
  test(`${lang}: on a phone the answer comes into sight when it is asked for`, () =>
    own.visit({ viewport: SCREEN, touch: true }, async (page) => {
      await page.goto(`${own.url}/${lang}/mahjong`);
      await settled(page);
      const examples = page.locator("#examples a");
      await examples.first().tap();
      await results(page);
      await inSight(page, "#headline");
      // Again, although it is the same question.
      await page.evaluate(() => window.scrollTo(0, 0));
      await examples.first().tap();
      await settled(page);
      await inSight(page, "#headline");
      // Who types stays at the form.
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.locator("#draws_left").fill("9");
      await page.waitForURL(/draws_left=9/);
      await results(page);
      await inSight(page, "#draws_left");
      await page.locator("#compute").tap();
      await results(page);
      await inSight(page, "#headline");
      await page.evaluate(() => window.scrollTo(0, 0));
      await examples.last().tap();
      await page.locator("#points-answer").getByText(/\d/).first().waitFor();
      await settled(page);
      await inSight(page, "#points h2");
    }));

  test(`${lang}: the draws left stand beside the hand, and the answer says what it counts`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/mahjong#hand=234578m1689p357s1z`);
      await results(page);
      // Winds and dragons by their names.
      assert.equal(await page.locator("#headline strong").innerText(), lang === "ja" ? "東を切る。" : "Discard East (1z).");
      const advice = page.locator("#advice");
      assert.match(await advice.innerText(), lang === "ja" ? /配牌からの18巡/ : /18 turns/);
      assert.doesNotMatch(await advice.innerText(), /状態数|states|第2種|type 2/);
      assert.match(await page.locator("#premises").innerText(), lang === "ja" ? /状態数/ : /states/);
      await inSight(page, "#draws_left");
      await page.locator("#draws_left").fill("7");
      await page.waitForURL(/draws_left=7/);
      await page.waitForFunction(() => /\b7|7回/.test(document.querySelector("#advice")?.textContent ?? ""));
      await settled(page);
    }));
}

for (const lang of LANGS) {
  test(`${lang}: a hand at a table: discards, wall, river, a bar for every tile`, () =>
    own.visit({ viewport: SCREEN, touch: true, allow: [/422/] }, async (page) => {
      await page.goto(`${own.url}/${lang}/mahjong#hand=234678m3406788p5s&dora=4z`);
      await results(page);
      assert.equal(await page.locator(".bars li").count(), 14);
      assert.equal(await page.locator("#hangs").count(), 0);
      await page.locator("#others summary").tap();
      await page.locator("select[name=discards]").selectOption("30%");
      await page.locator("#wall").fill("40");
      await page.locator("#river").fill("1m9p");
      await page.locator("input[name=objective][value=balance]").locator("xpath=..").tap();
      await page.waitForURL(/discards=30(%|%25)/);
      await page.locator("#compute").tap();
      await page.locator("#hangs").waitFor();
      await results(page);
      // The answer is in sight on the first screen, bars and all.
      await inSight(page, "#headline");
      await inSight(page, ".bars");
      assert.ok((await page.locator(".bars li.best").count()) >= 1);
      const header = await page.locator("#discards thead").innerText();
      assert.match(header, lang === "ja" ? /局収支[\s\S]*ツモ[\s\S]*ロン/ : /Balance[\s\S]*Tsumo[\s\S]*Ron/i);
      await accessible(page, "at a table");
      await fits(page, "at a table");
      // The wall takes the place of the draws.
      await page.locator("#draws_left").fill("5");
      await page.locator("#compute").tap();
      await page.locator("#refused").getByText(/\S/).first().waitFor();
    }));
}
