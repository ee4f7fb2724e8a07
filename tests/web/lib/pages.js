// Every page with something on it: how to get there, and what is then to be seen.

import { settled } from "./browser.js";

/** Text that would do harm if it were taken for markup. */
export const EVIL = `<script>alert("1")</script>'"&amp; 王位戦 <b>太字`;

/** Games between players with names that need care. */
export const GAMES = [
  "first,second,result",
  `"${EVIL.replaceAll('"', '""')}",Ben,1-0`,
  `Ben,"${EVIL.replaceAll('"', '""')}",1-0`,
  "Ben,加藤,0-1",
  "加藤,Ben,1/2-1/2",
  `加藤,"${EVIL.replaceAll('"', '""')}",1-0`,
  `"${EVIL.replaceAll('"', '""')}",加藤,1-0`,
].join("\n");

/** Players of an event, one of whose names needs care. */
export const PLAYERS = ["name,elo,seed", "Anna,1900,1", `"${EVIL.replaceAll('"', '""')}",1850,2`, "加藤,1700,3", "Dora,1600.5,4"].join("\n");

/**
 * A fragment.
 * @param {Record<string, string>} values
 */
function hash(values) {
  return `#${new URLSearchParams(values)}`;
}

/**
 * Where each page shows results, and what must be there then.
 * @type {Record<string, { hash: string, seen: string[] }>}
 */
export const FILLED = {
  series: {
    hash: hash({ p: "70%", f: "10%", points: "1/2/3", rule_turns: "fixed", rule_limit: "5" }),
    seen: ["#rules tr[data-rule]", "#rule-points dd", "#fairness svg", "#picks button", "#chart-bias svg", "#chart-scores svg", "#downloads a"],
  },
  live: {
    hash: hash({ points: "1/2/3", p: "70%", f: "10%", a: "Ann", b: "佐藤", title: "準決勝", results: "fd" }),
    seen: ["#score .count", "#history td", "#chart svg", "#sentences:not(:empty)"],
  },
  event: {
    hash: hash({ players: PLAYERS, format: "league", boards: "2" }),
    seen: ["#verdict .verdict", ".chances li", "#details td", "#downloads button"],
  },
  epsilon: {
    hash: hash({ p: "70%", f: "10%", results: GAMES }),
    seen: ["#standings td", "#crosstable table", "#downloads button"],
  },
  rates: {
    hash: hash({ results: GAMES }),
    seen: ["#estimate td", "#downloads button"],
  },
  match: {
    hash: hash({ results: GAMES }),
    seen: ["#verdict p", "#table td", "#downloads button"],
  },
  mahjong: {
    hash: hash({ hand: "234m456799p22678s", dora: "9p", draws_left: "10", discard: "9p" }),
    seen: ["#shanten", "#headline", "#discards td", "#chart svg", "#explain li", "#downloads a"],
  },
  api: { hash: "", seen: ["#endpoints details"] },
};

/**
 * The path of a page; where one starts has none of its own.
 * @param {string} lang
 * @param {string} name
 */
export function place(lang, name) {
  return name === "home" ? `${lang}/` : `${lang}/${name}`;
}

/**
 * Opens a page and waits until all of its results are there.
 * @param {import("playwright-core").Page} page
 * @param {string} url of the server
 * @param {string} lang
 * @param {string} name
 */
export async function showFilled(page, url, lang, name) {
  const { hash, seen } = FILLED[name] ?? { hash: "", seen: [] };
  await page.goto(`${url}/${place(lang, name)}${hash}`);
  for (const selector of seen) {
    await page.locator(selector).first().waitFor({ state: "attached" });
  }
  if (name === "api") {
    await send(page, "get-eval", { p: "70%", f: "10%", points: "1/2/3" });
  }
  await settled(page);
}

/**
 * Fills in a form of the page that tries the API, and sends it.
 * @param {import("playwright-core").Page} page
 * @param {string} id
 * @param {Record<string, string>} values
 */
export async function send(page, id, values) {
  const part = page.locator("details.endpoint", { has: page.locator(`#${id}`) });
  await part.locator("summary").first().click();
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`#${id}-${name}`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") {
      await field.selectOption(value);
    } else {
      await field.fill(value);
    }
  }
  await part.locator("button[type=submit]").click();
  await part.locator(".answer pre").first().waitFor();
  return part.locator(".answer");
}
