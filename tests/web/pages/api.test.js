// The page to try the API.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LANGS, PHONE, accessible, fits, settled } from "../lib/browser.js";
import { download } from "../lib/files.js";
import { EVIL, send } from "../lib/pages.js";
import { suite } from "../lib/suite.js";

const own = suite();

for (const lang of LANGS) {
  test(`${lang}: every address has a form, and an answer is shown and saved`, () =>
    own.visit({}, async (page) => {
      await page.goto(`${own.url}/${lang}/api`);
      await page.locator("#endpoints details").first().waitFor();
      const { paths } = await (await fetch(`${own.url}/api/openapi.json`)).json();
      const all = Object.values(paths).flatMap((methods) => Object.keys(methods));
      assert.equal(await page.locator("#endpoints details").count(), all.length);
      const answer = await send(page, "get-eval", { p: "70%", f: "10%", points: "1/2/3", format: "json" });
      assert.match(await answer.innerText(), /"schema": "kakukin\/eval/);
      const saved = await download(page, answer.locator("a[download]"));
      assert.equal(JSON.parse(saved.text).rule.target, 3);
      await accessible(page, "with an answer");
    }));
}

test("a refusal is shown as it is, and text stays text", () =>
  own.visit({ allow: [/status of 422/], viewport: PHONE }, async (page) => {
    await page.goto(`${own.url}/ja/api`);
    await page.locator("#endpoints details").first().waitFor();
    const answer = await send(page, "get-eval", { p: EVIL, points: "1/2/3" });
    const text = await answer.innerText();
    assert.match(text, /422/);
    assert.match(text, /<script>alert/);
    await fits(page, "with an answer");
    await settled(page);
  }));
