// A series in play: results, undo, the file of the user, the link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGS, PHONE, accessible, fits, replying, settled } from "../lib/browser.js";
import { download, drop } from "../lib/files.js";
import { tabTo } from "../lib/keys.js";
import { EVIL } from "../lib/pages.js";
import { suite } from "../lib/suite.js";

const own = suite();

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @param {string} result */
async function play(page, result) {
  const played = await page.locator("#history tbody tr").count();
  await page.locator(`#result-${result}`).click();
  await page.waitForFunction((n) => document.querySelectorAll("#history tbody tr").length === n, played + 1);
  await settled(page);
}

/** @param {Page} page */
async function state(page) {
  const texts = ["#heading", "#score", "#coming", "#needs", "#next", "#sentences"];
  const all = await Promise.all(texts.map((selector) => page.locator(selector).innerText()));
  // Without the time of each result.
  const history = await page.locator("#history tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.children].slice(0, 6).map((cell) => cell.textContent)),
  );
  return { all, history };
}

for (const lang of LANGS) {
  test(`${lang}: played, undone, saved and opened again`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/live`);
      await page.locator("#title").fill(EVIL);
      await page.locator("#a").fill(`${EVIL} A`);
      await page.locator("#b").fill("佐藤'\"\\");
      await page.locator("#points").fill("1/2/4");
      await page.locator("#begin").click();
      await page.locator("#buttons button").first().waitFor();
      assert.equal(await page.locator("#heading").innerText(), EVIL);
      assert.match(await page.locator("#side-a .name").innerText(), /<script>alert/);
      assert.ok(await page.locator("#undo").isDisabled());
      await play(page, "first");
      await play(page, "draw");
      await play(page, "second");
      assert.equal(await page.locator("#history tbody tr").count(), 3);
      await page.locator("#undo").click();
      await page.waitForFunction(() => document.querySelectorAll("#history tbody tr").length === 2);
      await settled(page);
      await play(page, "first");
      assert.match(page.url(), /results=fdf/);
      assert.ok((await page.locator("#chart svg").count()) === 1);
      await accessible(page, "in play");
      const before = await state(page);

      const { name, text } = await download(page, page.locator("#save"));
      assert.match(name, /^[\p{L}\p{N}-]+\.json$/u);
      const record = JSON.parse(text);
      assert.match(record.schema, /^kakukin\/live/);
      assert.equal(record.series.title, EVIL);
      // The result that was undone stays in the record.
      assert.ok(record.entries.length >= 5, text);
      await own.visit({}, async (other) => {
        await other.goto(`${own.url}/${lang}/live`);
        await other.locator("#file").setInputFiles({ name: `${EVIL.slice(0, 20)}.json`, mimeType: "application/json", buffer: Buffer.from(text) });
        await other.locator("#history tbody tr").first().waitFor();
        await settled(other);
        assert.deepEqual(await state(other), before);
        const again = await download(other, other.locator("#save"));
        assert.equal(again.text, text);
      });
      await own.visit({}, async (other) => {
        await other.goto(`${own.url}/${lang}/live`);
        await drop(other, "#drop", [{ name: "series.json", text }]);
        await other.locator("#history tbody tr").first().waitFor();
        await settled(other);
        assert.deepEqual(await state(other), before);
      });
      const link = page.url();
      await own.visit({}, async (other) => {
        await other.goto(link);
        await other.locator("#history tbody tr").first().waitFor();
        await settled(other);
        assert.deepEqual(await state(other), before);
      });
      await page.reload();
      await page.locator("#history tbody tr").first().waitFor();
      await settled(page);
      assert.equal((await download(page, page.locator("#save"))).text, text);
    }));
}

for (const [kind, model, sign] of /** @type {const} */ ([
  ["an Elo lead", "p=70%25&f=10%25&elo=-120", /120/],
  ["games given outright", "a_first=1/3,1/3,1/3&b_first=1/7,2/7,4/7", /33\.33.*57\.14/s],
])) {
  test(`${kind}: kept by the address, by the file and when it goes on`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/en/live#points=1/2/4&${model}&results=f`);
      await page.locator("#history tbody tr").first().waitFor();
      await settled(page);
      assert.match(await page.locator("#rates").innerText(), sign);
      await play(page, "second");
      for (const part of model.split("&")) {
        assert.ok(page.url().includes(part), `${part} in ${page.url()}`);
      }
      assert.equal(await page.locator("#chart svg").count(), 1);
      const before = await state(page);
      const { text } = await download(page, page.locator("#save"));
      await own.visit({}, async (other) => {
        await other.goto(`${own.url}/en/live`);
        await other.locator("#file").setInputFiles({ name: "series.json", mimeType: "application/json", buffer: Buffer.from(text) });
        await other.locator("#history tbody tr").first().waitFor();
        await settled(other);
        assert.deepEqual(await state(other), before);
        assert.equal(new URL(other.url()).hash, new URL(page.url()).hash);
      });
    }));
}

test("the other language shows the same series", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/live#points=1/2/3&p=70%25&f=10%25&a=Ann&b=Ben&results=fs`);
    await page.locator("#history tbody tr").first().waitFor();
    await settled(page);
    await page.locator("a[hreflang=ja]").click();
    await page.waitForURL(/\/ja\/live#/);
    await page.locator("#history tbody tr").first().waitFor();
    await settled(page);
    assert.equal(await page.locator("#history tbody tr").count(), 2);
    assert.match(await page.locator("#side-a .name").innerText(), /Ann/);
  }));

test("the menu goes back to the series that was left, with its record", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/live`);
    await page.locator("#begin").click();
    await page.locator("#buttons button").first().waitFor();
    await play(page, "second");
    await play(page, "first");
    await page.locator("#undo").click();
    await page.waitForFunction(() => document.querySelectorAll("#history tbody tr").length === 1);
    await settled(page);
    const [before, record] = [await state(page), await download(page, page.locator("#save"))];
    const menu = (/** @type {string} */ name) => page.locator(`nav a[href*="/${name}"]`).click();
    await menu("epsilon");
    await page.waitForURL(/epsilon/);
    await settled(page);
    await menu("live");
    await page.locator("#history tbody tr").first().waitFor();
    await settled(page);
    assert.deepEqual(await state(page), before);
    assert.equal((await download(page, page.locator("#save"))).text, record.text);
    // Times are those of the clock on the wall.
    const at = JSON.parse(record.text).entries[0].at;
    const told = await page.locator("#history tbody tr").first().innerText();
    const local = await page.evaluate((stamp) => new Date(stamp).toLocaleString("sv-SE"), at);
    assert.ok(told.includes(local), `${told} has no ${local}`);
    // The entry of the page itself begins anew, if that is meant.
    await replying(page, false, () => menu("live"));
    assert.deepEqual(await state(page), before);
    await replying(page, true, () => menu("live"));
    await page.waitForURL(/live$/);
    assert.equal(await page.locator("#history tbody tr").count(), 0);
    await settled(page);
  }));

test("what is typed before the first result holds from then on", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/ja/live#p=70%25&f=10%25&points=1/2/3&turns=alternating&draws=pass&limit=6`);
    await page.locator("#buttons button").first().waitFor();
    await settled(page);
    await page.locator("#title").fill("大会");
    await page.locator("#a").fill("山田");
    await page.locator("#points").fill("2/5/7");
    await play(page, "second");
    assert.match(await page.locator("#side-a .name").innerText(), /山田/);
    assert.match(await page.locator("#score").innerText(), /5/);
    const record = JSON.parse((await download(page, page.locator("#save"))).text);
    assert.deepEqual([record.series.title, record.series.players.a, record.entries.length], ["大会", "山田", 1]);
    // From then on it is fixed.
    await page.locator("#setup > summary").click();
    await page.locator("#a").fill("佐藤");
    await play(page, "first");
    assert.match(await page.locator("#side-a .name").innerText(), /山田/);
  }));

test("a link that was damaged is said to be", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/live#p=70%25&points=1/2/3&results=fxz`);
    await page.locator("#refused p").getByText("fxz").waitFor();
    assert.match(page.url(), /fxz/);
    assert.ok(!(await page.locator("#series").isVisible()));
  }));

test("a series is played to its end with the keyboard alone", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/live`);
    await settled(page);
    await tabTo(page, "#a");
    await page.keyboard.type("Ann");
    await tabTo(page, "#begin");
    await page.keyboard.press("Enter");
    await page.locator("#buttons button").first().waitFor();
    await settled(page);
    await tabTo(page, "#result-first");
    // After a result the focus is on the buttons again.
    for (let game = 1; (await page.locator("#buttons button").count()) > 0; game += 1) {
      assert.ok(game < 10);
      await page.keyboard.press("Enter");
      await page.waitForFunction((n) => document.querySelectorAll("#history tbody tr").length === n, game);
      await page.waitForFunction(() => document.activeElement?.closest("#buttons, #undo") !== null);
      await settled(page);
    }
    assert.match(await page.locator("#ended").innerText(), /\S/);
    await page.keyboard.press("Enter");
    await page.locator("#buttons button").first().waitFor();
    await settled(page);
  }));

test("what is refused is said at its field", () =>
  own.visit({ allow: [/status of 422/] }, async (page) => {
    await page.goto(`${own.url}/ja/live`);
    await page.locator("#points").fill(`1/2/${EVIL}`);
    await page.locator("#begin").click();
    await page.locator("#points-wrong").waitFor();
    assert.match(await page.locator("#points-wrong").innerText(), /^勝ち点 .*[ぁ-ん]/s);
    assert.equal(await page.locator("#points").getAttribute("aria-invalid"), "true");
    await drop(page, "#drop", [{ name: `${EVIL.slice(0, 8)}.json`, text: `{"schema": "${"x".repeat(50)}` }]);
    await page.waitForFunction(() => /json/.test(document.querySelector("#refused")?.textContent ?? ""));
    await settled(page);
  }));

test("a file that was changed by hand is refused", () =>
  own.visit({ allow: [/status of 422/] }, async (page) => {
    await page.goto(`${own.url}/en/live#points=1/2/3&p=70%25&f=10%25&results=fs`);
    await page.locator("#history tbody tr").first().waitFor();
    await settled(page);
    const { text } = await download(page, page.locator("#save"));
    const changed = text.replace('"second"', '"draw"');
    assert.notEqual(changed, text);
    await replying(page, true, () => drop(page, "#drop", [{ name: "series.json", text: changed }]));
    await page.locator("#refused p").waitFor();
    assert.equal(await page.locator("#history tbody tr").count(), 2);
    await settled(page);
  }));

test("a phone, and paper", () =>
  own.visit({ viewport: PHONE, touch: true }, async (page) => {
    await page.goto(`${own.url}/ja/live#points=1/2/3&p=70%25&f=10%25&a=${"長い名前".repeat(8)}&results=fd`);
    await page.locator("#chart svg").waitFor();
    await settled(page);
    await fits(page, "in play");
    await page.locator("#result-second").tap();
    await page.waitForFunction(() => document.querySelectorAll("#history tbody tr").length === 3);
    await settled(page);
    await fits(page, "after a result");
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("#history table").isVisible());
    assert.ok(!(await page.locator("#keep-heading").isVisible()));
    assert.ok(!(await page.locator("nav").first().isVisible()));
  }));
