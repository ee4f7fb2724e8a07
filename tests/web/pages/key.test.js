// A server with a key: the link lets a browser in, and nothing else does.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { LANGS, PHONE, accessible, fits, launch, settled, shot, visit } from "../lib/browser.js";
import { GAMES } from "../lib/pages.js";
import { start } from "../lib/server.js";

/** @type {import("../lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  server = await start(["--key"]);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("the link opens the app, which computes and takes files; the address has no key", () =>
  visit(browser, { viewport: PHONE, touch: true }, async (page) => {
    assert.match(server.link, /\/\?key=\w{24}$/);
    await page.goto(server.link);
    assert.equal(new URL(page.url()).search, "");
    const [cookie] = await page.context().cookies();
    assert.ok(cookie?.httpOnly && cookie.sameSite === "Strict" && cookie.path === "/");
    assert.equal(await page.evaluate(() => document.cookie), "");
    await page.goto(`${server.url}/en/series#p=70%25&f=10%25`);
    await page.locator("#rules tr[data-rule]").first().waitFor();
    await page.goto(`${server.url}/ja/rates#${new URLSearchParams({ results: GAMES })}`);
    await page.locator("#estimate td").first().waitFor();
    await settled(page);
  }));

for (const lang of LANGS) {
  test(`${lang}: without the key there is a page that says so, and takes one`, () =>
    visit(browser, { viewport: PHONE, lang, allow: [/status of 401/] }, async (page) => {
      for (const where of ["/en/series", "/?key=a-wrong-key-of-the-hall"]) {
        await page.goto(server.url + where);
        assert.equal(await page.locator("html").getAttribute("lang"), lang);
        assert.equal(await page.locator("h1").count(), 1);
        await fits(page, where);
        await accessible(page, where);
        await shot(page, `key-${lang}-${where.length}`);
      }
      await page.goto(`${server.url}/${lang}/live`);
      await page.locator("input[name=key]").fill(new URL(server.link).searchParams.get("key") ?? "");
      await page.locator("button").click();
      await page.waitForURL(`**/${lang}/live`);
      await page.locator("nav a").first().waitFor();
      await settled(page);
    }));
}

test("a browser that has the key goes on from a link of another site", () =>
  visit(browser, { allow: [/status of 401/, /elsewhere/] }, async (page) => {
    await page.goto(server.link);
    await page.locator("nav a").first().waitFor();
    await settled(page);
    await page.route("http://elsewhere.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<a href="${server.url}/en/mahjong">go</a>` }));
    await page.goto("http://elsewhere.example/");
    await page.locator("a").click();
    await page.locator("main p a").click();
    await page.waitForURL(`${server.url}/en/mahjong`);
    await page.locator("nav a").first().waitFor();
    await settled(page);
  }));
