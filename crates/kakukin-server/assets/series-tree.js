// Every course of a series, unfolded one game at a time: each step is asked of the API when it is
// opened, so that even the longest series has a tree.

import { aborted, get, reason } from "./api.js";
import { fill, h } from "./dom.js";
import { percent } from "./format.js";
import { word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"live">} Live
 * @typedef {Live["next"][number]} Next
 * @typedef {{ params: import("./api.js").Params, results: string[], probability: number }} Path
 */

/**
 * Plants the tree of a rule.
 * @param {HTMLElement} place
 * @param {import("./api.js").Params} params
 * @param {AbortSignal} signal
 */
export async function grow(place, params, signal) {
  const path = { params, results: [], probability: 1 };
  const list = h("ul", { class: "tree" });
  const start = await step(path, signal);
  fill(list, branches(path, start));
  fill(place, list);
}

/**
 * The series after the results of a path.
 * @param {Path} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<Live>}
 */
function step(path, signal) {
  return get("live", { ...path.params, result: path.results }, signal ? { signal } : {});
}

/**
 * What the next game can bring.
 * @param {Path} path
 * @param {Live} live
 */
function branches(path, live) {
  return live.next.filter((next) => next.probability > 0).map((next) => branch(path, live, next));
}

/** @param {Live["next_first"]} side */
function named(side) {
  return side === null ? "" : word(`player.${side}`);
}

/**
 * @param {Path} path
 * @param {Live} live
 * @param {Next} next
 */
function branch(path, live, next) {
  const scale = live.rule.scale ?? 1;
  const who = next.winner === null ? "series.tree_draw" : `series.tree_${next.winner}_${next.result === "draw" ? "second" : next.result}`;
  /** @type {Path} */
  const on = { params: path.params, results: [...path.results, next.result], probability: path.probability * next.probability };
  const words = [
    h("span", null, word(who)),
    h("span", { class: "of" }, percent(next.probability, 1)),
    h("strong", null, word("series.tree_score", { a: next.score.a / scale, b: next.score.b / scale })),
    on.results.length > 1 ? h("span", { class: "of" }, word("series.tree_path", { probability: percent(on.probability, 2) })) : null,
  ];
  if (next.ending) {
    return h("li", null, h("div", { class: "leaf" }, words, h("span", { class: "end" }, word(`series.tree_${next.ending.result}`))));
  }
  const game = live.games.counted + (next.counts ? 2 : 1);
  const first = named(next.next_first);
  const coming = next.counts ? word("series.tree_next", { game, first }) : word("series.tree_again", { first });
  const chances = word("series.tree_chances", { a: percent(next.chances.a, 1), b: percent(next.chances.b, 1) });
  const inner = h("ul", null);
  const details = h("details", null, h("summary", null, words, h("span", { class: "of" }, coming), h("span", { class: "of" }, chances)), inner);
  details.addEventListener("toggle", () => {
    if (details.open && inner.childElementCount === 0) {
      void unfold(inner, on);
    }
  });
  return h("li", null, details);
}

/**
 * @param {HTMLElement} inner
 * @param {Path} path
 */
async function unfold(inner, path) {
  fill(inner, h("li", { class: "note" }, word("common.computing")));
  try {
    fill(inner, branches(path, await step(path)));
  } catch (error) {
    if (!aborted(error)) {
      fill(inner, h("li", { class: "refusal" }, reason(error)));
    }
  }
}
