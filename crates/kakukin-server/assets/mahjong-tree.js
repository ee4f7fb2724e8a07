// The way of playing as a tree: after each draw that changes the hand, what to throw, and then.

import { aborted, reason, stream } from "./api.js";
import { $, h } from "./dom.js";
import { percent, whole } from "./format.js";
import { points } from "./mahjong-answer.js";
import { fragment } from "./state.js";
import { called, tile, tileRow, tilesOf } from "./tiles.js";
import { word } from "./words.js";

/**
 * @typedef {import("./tiles.js").TileName} TileName
 * @typedef {NonNullable<import("./api.js").Answer<"mahjong/hand">["explain"]>["steps"][number]} Step
 * @typedef {{ hand: string, thrown: TileName[], draws: number }} Place
 */

/** So many draws are fetched at first, and so many the server explains at most. */
const FIRST = 2;
const MOST = Number($("#explain").dataset.mostDepth);

/** A tree of one discard, fetched deeper as it is unfolded. */
export class Tree {
  /**
   * @param {string} name the operation
   * @param {import("./api.js").Params} params
   * @param {any} document with its `explain`
   */
  constructor(name, params, document) {
    this.name = name;
    this.params = params;
    this.document = document;
    this.depth = FIRST;
    /** @type {Promise<any> | null} */
    this.fetching = null;
    this.control = new AbortController();
  }

  /** Breaks off what is being fetched: nobody looks at it any more. */
  close() {
    this.control.abort();
    this.control = new AbortController();
    this.fetching = null;
  }

  /**
   * Asks for it.
   * @param {string} name
   * @param {import("./api.js").Params} params
   * @param {{ signal: AbortSignal, progress: (progress: import("./api.js").Progress) => void }} options
   */
  static async ask(name, params, options) {
    return new Tree(name, params, await stream(name, { ...params, explain: FIRST }, options));
  }

  /** The tree as a list that unfolds. */
  drawn() {
    const { discard, steps } = this.document.explain;
    /** @type {Place} */
    const place = { hand: "", thrown: discard === null ? [] : [discard], draws: this.document.draws_left };
    if (steps.length === 0) {
      return h("p", { class: "note" }, word("mahjong.step_none"));
    }
    return h("ul", { class: "tree" }, steps.map((/** @type {Step} */ step, /** @type {number} */ k) => this.item(step, [k], place)));
  }

  /**
   * One draw.
   * @param {Step} step
   * @param {number[]} path
   * @param {Place} place
   * @returns {HTMLLIElement}
   */
  item(step, path, place) {
    const won = step.discards.length === 0;
    const [thrown] = step.discards;
    const words = [
      tile(step.draw, { class: "small" }),
      h("span", { class: "of" }, step.useful ? "" : "~ ", word("mahjong.step", { left: step.left })),
      won ? null : h("span", null, word("mahjong.step_throw")),
      won ? null : tileRow(step.discards, "small"),
      step.riichi ? h("span", { class: "riichi-mark" }, word("mahjong.riichi_mark")) : null,
      h("span", { class: won ? "end" : "of" }, this.says(step)),
    ];
    if (won || thrown === undefined) {
      return h("li", null, h("div", { class: "leaf" }, words));
    }
    /** @type {Place} */
    const after = { hand: step.hand, thrown: [...place.thrown, thrown], draws: place.draws - 1 };
    const body = h("div", { class: "tree-body" });
    const unfold = h("details", null, h("summary", null, words), body);
    unfold.addEventListener("toggle", () => {
      // What was refused is asked again when it is unfolded again.
      if (unfold.open && (!body.firstChild || body.querySelector(":scope > .refusal"))) {
        body.replaceChildren();
        void this.open(body, step, path, after);
      }
    });
    return h("li", null, unfold);
  }

  /** @param {Step} step */
  says(step) {
    if (step.discards.length === 0) {
      return step.score === null
        ? word("mahjong.step_won_plain")
        : word("mahjong.step_won", { points: whole(step.score) });
    }
    const shanten = step.shanten === null ? "" : step.shanten === 0 ? word("mahjong.ready_now") : word("mahjong.shanten_now", { n: step.shanten });
    const value =
      step.score === null
        ? percent(step.chance)
        : word("mahjong.step_score", { score: points(step.score), win: percent(step.chance) });
    return `${shanten}${word("mahjong.premise_list")}${value}`;
  }

  /**
   * What follows a draw, fetched if it is not here yet.
   * @param {HTMLElement} body
   * @param {Step} step
   * @param {number[]} path
   * @param {Place} place
   */
  async open(body, step, path, place) {
    let next = step.next ?? [];
    if (next.length === 0 && path.length === this.depth && this.depth < MOST && !step.riichi) {
      body.append(h("p", { class: "note", role: "status" }, word("common.computing")));
      const fetching = (this.fetching ??= stream(this.name, { ...this.params, explain: MOST }, { signal: this.control.signal }));
      try {
        const deeper = await fetching;
        let steps = /** @type {Step[]} */ (deeper.explain.steps);
        for (const k of path) {
          steps = steps[k]?.next ?? [];
        }
        next = steps;
      } catch (error) {
        if (this.fetching === fetching) {
          this.fetching = null;
        }
        body.replaceChildren(...(aborted(error) ? [] : [h("p", { class: "refusal" }, reason(error))]));
        return;
      }
      body.replaceChildren();
    }
    if (next.length > 0) {
      body.append(h("ul", null, next.map((one, k) => this.item(one, [...path, k], place))));
    } else if (step.riichi || path.length < this.depth) {
      body.append(h("p", { class: "note" }, word("mahjong.step_none")));
    }
    body.append(h("p", null, h("a", { href: `#${this.link(place)}`, "aria-label": `${word("mahjong.step_link")}: ${(tilesOf(place.hand) ?? []).map(called).join(" ")}` }, word("mahjong.step_link"))));
  }

  /**
   * The address of a hand further on: with fewer draws, and what was thrown is seen.
   * @param {Place} place
   */
  link(place) {
    const { seen, wall: _wall, discard: _, ...rest } = this.params;
    const values = { ...rest, hand: place.hand, seen: `${seen ?? ""}${place.thrown.join("")}`, draws_left: place.draws };
    return fragment(/** @type {Parameters<typeof fragment>[0]} */ (values));
  }
}
