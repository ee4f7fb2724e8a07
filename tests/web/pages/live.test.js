// A series in play: results, undo, the file of the user, the link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { HAND, LANGS, PHONE, accessible, fits, replying, settled } from "../lib/browser.js";
import { download, drop } from "../lib/files.js";
import { tabTo } from "../lib/keys.js";
import { EVIL } from "../lib/pages.js";
import { suite } from "../lib/suite.js";

const own = suite();

/** @typedef {import("playwright-core").Page} Page */

/** The button of a result, by side or by who won. @param {Page} page @param {string} result */
function button(page, result) {
  return page.locator(`#buttons [data-result=${result}]`);
}

/** @param {Page} page @param {string} result */
async function play(page, result) {
  const played = await page.locator("#history tbody tr").count();
  await button(page, result).click();
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
      await page.locator("#result-a").waitFor();
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
  ["a lead in log-odds", "p=70%25&f=10%25&log_odds=-120", /120/],
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
    await page.locator("#result-a").waitFor();
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
    await page.locator("#result-a").waitFor();
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
    await page.locator("#result-a").waitFor();
    await settled(page);
    await tabTo(page, "#result-a");
    // After a result the focus is where it was.
    for (let game = 1; await page.locator("#buttons").isVisible(); game += 1) {
      assert.ok(game < 10);
      await page.keyboard.press("Enter");
      await page.waitForFunction((n) => document.querySelectorAll("#history tbody tr").length === n, game);
      await page.waitForFunction(() => document.activeElement?.closest("#buttons, #undo") !== null);
      await settled(page);
    }
    assert.match(await page.locator("#ended").innerText(), /\S/);
    await page.keyboard.press("Enter");
    await page.locator("#result-a").waitFor();
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
    await button(page, "second").tap();
    await page.waitForFunction(() => document.querySelectorAll("#history tbody tr").length === 3);
    await settled(page);
    await fits(page, "after a result");
    await page.emulateMedia({ media: "print" });
    assert.ok(await page.locator("#history table").isVisible());
    assert.ok(!(await page.locator("#keep-heading").isVisible()));
    assert.ok(!(await page.locator("nav").first().isVisible()));
  }));

/** @param {Page} page @param {string} selector */
async function left(page, selector) {
  const box = await page.locator(selector).boundingBox();
  assert.ok(box, selector);
  return box.x;
}

test("buttons stay in their places, and only their words say who is first", () =>
  own.visit({ viewport: PHONE, touch: true }, async (page) => {
    await page.goto(`${own.url}/en/live#points=1/2/9&p=70%25&f=10%25&a=Ann&b=Ben&results=`);
    await page.locator("#result-a").waitFor();
    await settled(page);
    const places = async () => ({ a: await left(page, "#result-a"), draw: await left(page, "#result-draw"), b: await left(page, "#result-b") });
    const before = await places();
    assert.ok(before.a < before.draw && before.draw < before.b);
    assert.match(await page.locator("#result-a").innerText(), /Ann.*first/);
    for (let game = 1; game <= 3; game += 1) {
      await page.locator("#result-b").tap();
      await page.waitForFunction((n) => document.querySelectorAll("#history tbody tr").length === n, game);
      await settled(page);
      assert.deepEqual(await places(), before);
      // Nothing of the press is left on the button of the next result.
      const lit = await page.evaluate(() => {
        const [b, a] = ["#result-b", "#result-a"].map((id) => getComputedStyle(/** @type {Element} */ (document.querySelector(id))).backgroundColor);
        return b !== a || document.activeElement?.closest("#buttons") !== null;
      });
      assert.ok(!lit);
    }
    assert.match(await page.locator("#result-a").innerText(), /Ann.*second/);
    assert.match(await page.locator("#history").innerText(), /Ben won/);
  }));

test("score, chances and buttons are in view on a phone without scrolling", () =>
  own.visit({ viewport: { width: 390, height: 844 }, touch: true }, async (page) => {
    for (const lang of LANGS) {
      await page.goto(`${own.url}/${lang}/live#points=1/3/4&draws=swap&p=70%25&f=10%25&a=Ann&b=Ben&results=f`);
      await page.locator("#result-a").waitFor();
      await settled(page);
      assert.equal(await page.evaluate(() => window.scrollY), 0);
      for (const part of ["#score", "#bar", "#coming", "#buttons", "#undo"]) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box && box.y >= 0 && box.y + box.height <= 844, `${part} ${JSON.stringify(box)}`);
      }
      const told = (await page.locator("#next tbody tr").first().innerText()).match(/[\d.]+\s%/g) ?? [];
      assert.ok(told.length >= 2);
      for (const [side, figure] of /** @type {const} */ ([["a", told[0]], ["b", told[1]]])) {
        assert.equal(await page.locator(`#bar .chance.${side}`).innerText(), figure);
      }
      // What is stored where is said at the end.
      const [note, board] = [await page.locator("main > p.note").boundingBox(), await page.locator("#board").boundingBox()];
      assert.ok(note && board && note.y > board.y + board.height);
      await fits(page, lang);
    }
  }));

test("without points, the rule is the one that is proposed for these rates", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/live`);
    await page.locator("#begin").click();
    await page.locator("#result-a").waitFor();
    await settled(page);
    const response = await fetch(`${own.url}/api/v1/find?p=70%25&f=10%25`);
    const { rules } = await response.json();
    const { first, second, target, draws, turns, limit } = rules[0].rule;
    assert.equal(await page.locator("#points").inputValue(), `${first}/${second}/${target}`);
    assert.equal(await page.locator("#draws").inputValue(), draws);
    assert.equal(await page.locator("#turns").inputValue(), turns);
    assert.equal(await page.locator("#limit").inputValue(), String(limit));
    assert.ok((await page.locator("#said").innerText()).includes(`${first}/${second}/${target}`));
  }));

test("equal points at the limit: what decides is entered by its winner", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/live#points=1/1/9&limit=2&undecided=armageddon&p=70%25&f=10%25&a=Ann&b=Ben&results=ff`);
    await page.locator("#result-a").waitFor();
    await settled(page);
    assert.match(await page.locator("#coming").innerText(), /[Ee]qual points/);
    assert.equal(await page.locator("#score .turn").count(), 0);
    assert.ok(!(await page.locator("#result-draw").isVisible()));
    assert.match(await page.locator("#sentences").innerText(), /one more game/);
    await accessible(page, "before the decider");
    await play(page, "b");
    assert.match(await page.locator("#ended").innerText(), /Ben/);
    assert.match(page.url(), /results=ffb/);
    assert.match(page.url(), /undecided=armageddon/);
    assert.equal(await page.locator("#chart svg").count(), 1);
    const before = await state(page);
    const link = page.url();
    await own.visit({}, async (other) => {
      await other.goto(link);
      await other.locator("#history tbody tr").nth(2).waitFor();
      await settled(other);
      assert.deepEqual(await state(other), before);
    });
    await page.locator("#undo").click();
    await page.waitForFunction(() => document.querySelectorAll("#history tbody tr").length === 2);
    await settled(page);
    await play(page, "a");
    assert.match(await page.locator("#ended").innerText(), /Ann/);
  }));

for (const lang of LANGS) {
  test(`${lang}: the projector view, by button and by link, readable from the back`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/live#title=Final&points=1/3/4&draws=swap&p=70%25&f=10%25&a=Ann&b=Ben&results=f`);
      await page.locator("#result-a").waitFor();
      await settled(page);
      await page.locator("#project").click();
      await page.locator("#projector").waitFor();
      assert.match(page.url(), /view=projector/);
      const text = await page.locator("#projector").innerText();
      for (const part of ["Final", "Ann", "Ben", "4", await page.locator("#bar .chance.a").innerText(), await page.locator("#coming").innerText()]) {
        assert.ok(text.includes(part), `${part} in ${text}`);
      }
      const look = await page.evaluate(() => {
        const style = (/** @type {string} */ selector) => getComputedStyle(/** @type {Element} */ (document.querySelector(selector)));
        return { count: parseFloat(style("#projector .count").fontSize), name: parseFloat(style("#projector .name").fontSize), paper: style("#projector").backgroundColor, high: innerHeight };
      });
      assert.ok(look.count >= look.high / 4 && look.name >= look.high / 20, JSON.stringify(look));
      assert.equal(look.paper, "rgb(12, 15, 19)");
      await accessible(page, "on the wall");
      await page.keyboard.press("Escape");
      // The whole screen is left first where there is one.
      if (await page.locator("#projector").isVisible()) {
        await page.locator("#leave").click();
      }
      assert.ok(!(await page.locator("#projector").isVisible()));
      assert.doesNotMatch(page.url(), /view=/);
    }));
}

test("a window on the wall follows the one on the desk", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/live#points=1/3/4&draws=swap&p=70%25&f=10%25&a=Ann&b=Ben&results=f`);
    await page.locator("#result-a").waitFor();
    await settled(page);
    await page.locator("#project").click();
    const opened = page.waitForEvent("popup");
    await page.locator("#window").click();
    const wall = await opened;
    await wall.locator("#projector").waitFor();
    await settled(page);
    const count = wall.locator("#projector-side-a .count");
    assert.equal(await count.innerText(), "1");
    await play(page, "second");
    await wall.waitForFunction(() => document.querySelector("#projector-side-a .count")?.textContent === "4");
    assert.equal(await wall.locator("#projector").isVisible(), true);
    await wall.close();
  }));

test("a file is chosen with a button of the page's own", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/ja/live`);
    assert.ok(await page.locator("label[for=file].button").isVisible());
    const box = await page.locator("#file").boundingBox();
    assert.ok(!box || box.width <= 2);
    // Names come before the rule, and the form before anything else.
    const [name, points] = [await page.locator("#a").boundingBox(), await page.locator("#points").boundingBox()];
    assert.ok(name && points && name.y < points.y);
    assert.ok(await page.locator("#before #setup").isVisible());
  }));

for (const lang of LANGS) {
  test(`${lang}: words of the form are whole on a desk`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/live`);
      await settled(page);
      const cut = await page.locator("#start select").evaluateAll((all) =>
        all.flatMap((one) => {
          const select = /** @type {HTMLSelectElement} */ (one);
          const probe = document.createElement("span");
          probe.style.cssText = "position: absolute; visibility: hidden; white-space: nowrap";
          probe.style.font = getComputedStyle(select).font;
          probe.textContent = select.selectedOptions[0]?.text ?? "";
          document.body.append(probe);
          const wide = probe.offsetWidth;
          probe.remove();
          // The arrow takes some 25 pixels.
          return wide > select.clientWidth - 35 ? [`${probe.textContent}: ${wide} in ${select.clientWidth}`] : [];
        }),
      );
      assert.deepEqual(cut, []);
      const heights = await page.locator("#start label[for]:visible").evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect().height));
      assert.ok(heights.every((high) => high < 40), `labels of one line: ${heights}`);
    }));

  test(`${lang}: on a phone both tables fit, and there is no column of nothing`, () =>
    own.visit({ viewport: HAND, touch: true }, async (page) => {
      await page.goto(`${own.url}/${lang}/live#points=1/3/4&draws=swap&limit=7&p=70%25&f=10%25&results=fd`);
      await page.locator("#chart svg").waitFor();
      await settled(page);
      assert.equal(await page.locator("#next thead th").count(), 5);
      for (const part of ["#next .scroll", "#history .scroll"]) {
        const [inner = 0, outer = 0] = await page.locator(part).evaluate((box) => [box.scrollWidth, box.clientWidth]);
        assert.ok(inner <= outer, `${part}: ${inner} in ${outer}`);
        assert.equal(await page.locator(part).getAttribute("data-wider"), "false");
      }
      // Where nobody may win it is a column.
      await page.goto("about:blank");
      await page.goto(`${own.url}/${lang}/live#points=1/1/9&limit=2&p=70%25&f=10%25&results=f`);
      await page.locator("#next thead th").first().waitFor();
      await settled(page);
      assert.equal(await page.locator("#next thead th").count(), 6);
    }));
}

test("a game that is chosen brings its rates and its words, which the record keeps", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/live`);
    await page.locator("#game").selectOption("go");
    assert.match(await page.locator("label[for=a]").innerText(), /Black/);
    assert.notEqual(await page.locator("#p").inputValue(), "70%");
    await page.locator("#begin").click();
    await page.locator("#result-a").waitFor();
    await play(page, "second");
    assert.match(await page.locator("#history").innerText(), /White/);
    const { text } = await download(page, page.locator("#save"));
    assert.equal(JSON.parse(text).series.game, "go");
    await own.visit({}, async (other) => {
      await other.goto(`${own.url}/ja/live`);
      await other.locator("#file").setInputFiles({ name: "series.json", mimeType: "application/json", buffer: Buffer.from(text) });
      await other.locator("#history tbody tr").first().waitFor();
      await settled(other);
      assert.match(await other.locator("#history").innerText(), /白/);
      assert.match(other.url(), /game=go/);
    });
  }));
