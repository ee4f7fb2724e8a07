// Every page in both languages: nothing goes wrong in it, axe finds nothing serious, it fits a
// phone; light and dark, empty and with results.

import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, HAND, LANGS, PAGES, PHONE, THEMES, accessible, fits, settled, shot } from "../lib/browser.js";
import { place, showFilled } from "../lib/pages.js";
import { suite } from "../lib/suite.js";

const own = suite();

for (const lang of LANGS) {
  test(`${lang}: the navigation leads to every page`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/`);
      const links = page.locator("nav a");
      const names = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      assert.deepEqual(names, PAGES.map((name) => `/${lang}/${name}`));
      for (const name of PAGES) {
        await page.locator(`nav a[href="/${lang}/${name}"]`).click();
        await page.waitForURL(`**/${lang}/${name}*`);
        assert.equal(await page.locator("nav [aria-current=page]").getAttribute("href"), `/${lang}/${name}`);
        assert.equal(await page.locator("html").getAttribute("lang"), lang);
        assert.equal(await page.locator("h1").count(), 1);
        await settled(page);
      }
    }));

  test(`${lang}: doors lead from the start to the pages, and the brand leads back`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/`);
      assert.equal(await page.locator(".brand[aria-current=page]").count(), 1);
      const doors = await page.locator("main .door, .developers a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      assert.deepEqual(doors, PAGES.map((name) => `/${lang}/${name}`));
      for (const door of doors) {
        await page.locator(`main a[href="${door}"]`).click();
        await page.waitForURL(`**${door}*`);
        await settled(page);
        await page.locator(".brand").click();
        await page.waitForURL(`**/${lang}/`);
      }
    }));

  test(`${lang}: the menu of a phone shows where one is`, () =>
    own.visit({ viewport: HAND, touch: true }, async (page) => {
      for (const name of PAGES) {
        await page.goto(`${own.url}/${lang}/${name}`);
        await settled(page);
        const box = await page.locator("nav [aria-current=page]").boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= HAND.width, `${name}: ${JSON.stringify(box)}`);
      }
    }));

  for (const name of ["home", ...PAGES]) {
    for (const theme of THEMES) {
      test(`${lang}/${name}, ${theme}: empty and with results, desk and phone`, () =>
        own.visit({ theme }, async (page) => {
          await page.goto(`${own.url}/${place(lang, name)}`);
          await settled(page);
          await accessible(page, "empty");
          await page.goto("about:blank");
          await showFilled(page, own.url, lang, name);
          await fits(page, "desk");
          await accessible(page, "with results");
          await shot(page, `${name}-${lang}-${theme}-${DESK.width}`);
          await page.setViewportSize(PHONE);
          await fits(page, "phone");
          await accessible(page, "phone");
          await shot(page, `${name}-${lang}-${theme}-${PHONE.width}`);
        }));
    }
  }
}

test("the first page is in the language of the browser", async () => {
  for (const [accept, lang] of [["ja,en;q=0.5", "ja"], ["en-GB,ja;q=0.2", "en"], ["fr", "en"]]) {
    const headers = { "accept-language": accept ?? "" };
    const answer = await fetch(`${own.url}/`, { headers, redirect: "manual" });
    assert.equal(answer.headers.get("location"), `/${lang}/`);
  }
});

test("light and dark can be switched, and the choice stays", () =>
  own.visit({ theme: "light" }, async (page) => {
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto(`${own.url}/en/live`);
    const light = await colour();
    await page.locator("#theme").click();
    assert.equal(await page.locator("#theme").getAttribute("aria-pressed"), "true");
    const dark = await colour();
    assert.notEqual(dark, light);
    await page.goto(`${own.url}/ja/mahjong`);
    assert.equal(await colour(), dark);
    await settled(page);
  }));

test("help opens and closes", () =>
  own.visit({}, async (page) => {
    await page.goto(`${own.url}/en/series`);
    await settled(page);
    const button = page.locator("#rules button.term").first();
    await button.click();
    const box = page.locator(`#${await button.getAttribute("popovertarget")}`);
    assert.ok(await box.isVisible());
    assert.ok((await box.innerText()).length > 20);
    await accessible(page, "help");
    await page.keyboard.press("Escape");
    assert.ok(!(await box.isVisible()));
  }));

test("a page that is not there says so", () =>
  own.visit({ allow: [/status of 404/] }, async (page) => {
    await page.goto(`${own.url}/en/<script>alert(1)</script>`);
    assert.equal(await page.locator("h1").count(), 1);
    await accessible(page, "not found");
  }));

test("the start promises what is proved, and no more", () =>
  own.visit({}, async (page) => {
    for (const [lang, words] of /** @type {const} */ ([["en", /proves that no rule is fairer/], ["ja", /公平なルールがないことを証明/]])) {
      await page.goto(`${own.url}/${lang}/`);
      assert.match(await page.locator(".lead").innerText(), words);
    }
  }));
