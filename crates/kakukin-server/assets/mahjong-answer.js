// What is answered about a hand: tables of discards, what the wins look like, points of a win.

import { h, scrolling, table } from "./dom.js";
import { number, percent, whole } from "./format.js";
import { help } from "./help.js";
import { called, tile, tileRow } from "./tiles.js";
import { known, lang, word } from "./words.js";

/**
 * @typedef {import("./tiles.js").TileName} TileName
 * @typedef {{ tile: TileName, shanten: number | null, best: boolean, riichi?: boolean, win: number[], tenpai: number[], score?: number[], mean?: number | null }} Discard
 * @typedef {{ tile: TileName, useful: { tile: TileName, left: number }[], useful_left: number, good_shape: number | null, difference: number, why: { en: string, ja: string } }} Advised
 */

/** Figures nearer than this are equal, as in the documents: chances, points. */
const EQUAL = 1e-12;
const EQUAL_POINTS = 1e-6;

/**
 * Points with one decimal.
 * @param {number} x
 */
export function points(x) {
  return number(x, 1).replace(/\B(?=(\d{3})+\.)/g, ",");
}

/**
 * Whether two lists are equal at every turn.
 * @param {readonly number[] | undefined} a
 * @param {readonly number[] | undefined} b
 * @param {number} near
 */
function alike(a = [], b = [], near) {
  return a.length === b.length && a.every((x, k) => Math.abs(x - (b[k] ?? NaN)) < near);
}

/**
 * Discards that are equal at every turn, together; the best first.
 * @param {readonly Discard[]} discards
 */
export function groups(discards) {
  /** @type {Discard[][]} */
  const found = [];
  for (const discard of discards) {
    const same = found.find(
      ([first]) =>
        first !== undefined &&
        first.shanten === discard.shanten &&
        first.riichi === discard.riichi &&
        alike(first.win, discard.win, EQUAL) &&
        alike(first.tenpai, discard.tenpai, EQUAL) &&
        alike(first.score, discard.score, EQUAL_POINTS),
    );
    if (same) {
      same.push(discard);
    } else {
      found.push([discard]);
    }
  }
  return found;
}

/**
 * A heading with its meaning behind a `?`.
 * @param {string} key
 * @param {string} [about]
 */
function heading(key, about) {
  return about ? h("span", { class: "explained" }, word(`mahjong.${key}`), " ", help(about)) : word(`mahjong.${key}`);
}

/**
 * What the figures rest on.
 * @param {any} document of `mahjong/score` or `mahjong/win`
 */
export function premises(document) {
  const { standard_turns: standard, turns, draws_left: draws, unseen, extra, states } = document;
  const parts = [
    standard ? word("mahjong.premise_standard", { turns, unseen }) : word("mahjong.premise_left", { draws, unseen }),
    extra === null ? word("mahjong.premise_plain") : word("mahjong.premise_improve", { extra }),
    word("mahjong.premise_states", { n: whole(states) }),
  ];
  return parts.join(word("mahjong.premise_list"));
}

/**
 * The table of discards. `advised` is there once the discards have been compared.
 * @param {any} document of `mahjong/score` or `mahjong/win`
 * @param {readonly Advised[] | null} advised
 * @param {{ chosen: TileName | null, follow: (tile: TileName) => void }} options
 */
export function discards(document, advised, { chosen, follow }) {
  const scored = document.discards[0]?.score !== undefined;
  const of = (/** @type {TileName} */ name) => advised?.find((one) => one.tile === name);
  // What matters most first: on a phone the rest is scrolled to.
  const header = [
    heading("discard"),
    ...(scored ? [heading("score", "hand_score")] : []),
    heading("win", "hand_win"),
    heading("tenpai", "hand_tenpai"),
    ...(advised ? [heading("useful_count", "useful"), heading("good_shape", "good_shape")] : []),
    heading("shanten"),
    ...(scored ? [heading("mean"), heading("difference")] : []),
  ];
  const best = document.discards[0];
  const equal = groups(document.discards);
  const rows = equal.map((group) => {
    const first = /** @type {Discard} */ (group[0]);
    const own = of(first.tile);
    const difference = scored ? (first.score?.[0] ?? 0) - (best.score?.[0] ?? 0) : 0;
    return [
      h(
        "span",
        { class: "thrown" },
        group.map((one) => tile(one.tile)),
        first.best ? h("span", { class: "best-mark" }, "★ ", word("mahjong.best")) : null,
        first.riichi ? h("span", { class: "riichi-mark" }, word("mahjong.riichi_mark")) : null,
      ),
      ...(scored ? [points(first.score?.[0] ?? 0)] : []),
      percent(first.win[0]),
      percent(first.tenpai[0]),
      ...(advised ? [String(own?.useful_left ?? ""), percent(own?.good_shape, 1)] : []),
      first.shanten === null ? "-" : String(first.shanten),
      ...(scored
        ? [
            first.mean === null || first.mean === undefined ? "-" : whole(first.mean),
            Math.abs(difference) < 0.05 ? "" : `${difference > 0 ? "+" : "−"}${points(Math.abs(difference))}`,
          ]
        : []),
    ];
  });
  const drawn = table(header, rows, { class: "data full discards", caption: word("mahjong.equal_note") });
  [...drawn.querySelectorAll("tbody tr")].forEach((row, k) => {
    const group = equal[k] ?? [];
    const [first] = group;
    if (first === undefined) {
      return;
    }
    // Below the figures: why, which tiles, and what follows.
    const own = of(first.tile);
    const button = h(
      "button",
      {
        type: "button",
        class: "small follow",
        "data-tile": first.tile,
        "aria-label": word("mahjong.explain_of", { tile: called(first.tile) }),
        "aria-pressed": String(group.some((one) => one.tile === chosen)),
        onclick: () => follow(first.tile),
      },
      word("mahjong.explain_button"),
    );
    const words = h(
      "div",
      { class: "about" },
      own ? h("span", { class: "why" }, own.why[lang]) : null,
      own ? tileRow(own.useful.map((one) => one.tile), "tiny") : null,
      button,
    );
    row.classList.add("above");
    row.classList.toggle("best", first.best);
    row.after(h("tr", { class: first.best ? "detail best" : "detail" }, h("td", { colspan: header.length }, words)));
  });
  return scrolling(word("mahjong.result"), drawn);
}

/**
 * The figures of a hand that has not drawn.
 * @param {any} document
 */
export function figures(document) {
  const now = document.dealt ?? {
    win: document.win[0],
    tenpai: document.tenpai[0],
    score: document.score?.[0],
    mean: document.mean,
  };
  const card = (/** @type {string} */ key, /** @type {string} */ value, /** @type {string} */ about) =>
    h("div", null, h("dt", null, heading(key, about)), h("dd", { id: `now-${key}` }, value));
  return h(
    "dl",
    { class: "tiles" },
    card("win", percent(now.win), "hand_win"),
    card("tenpai", percent(now.tenpai), "hand_tenpai"),
    now.score === undefined ? null : card("score", points(now.score), "hand_score"),
    now.mean ? h("div", null, h("dt", null, word("mahjong.mean")), h("dd", null, whole(now.mean))) : null,
  );
}

/**
 * What the wins look like.
 * @param {any} outcomes
 */
export function outcomes(outcomes) {
  const { tile: thrown, win, mean, riichi } = outcomes;
  const yaku = outcomes.yaku.filter((/** @type {any} */ one) => one.share >= 0.001);
  let more = win;
  const paid = outcomes.points
    .map((/** @type {any} */ one) => {
      const row = [whole(one.points), percent(win > 0 ? one.chance / win : 0, 1), percent(win > 0 ? more / win : 0, 1), one.chance / win];
      more -= one.chance;
      return row;
    })
    .filter((/** @type {any[]} */ row) => row[3] >= 0.001)
    .map((/** @type {any[]} */ row) => row.slice(0, 3));
  return h(
    "details",
    { class: "more" },
    h("summary", null, thrown ? word("mahjong.outcomes_after", { tile: called(thrown) }) : word("mahjong.outcomes")),
    h("p", null, word("mahjong.outcomes_text", { win: percent(win), mean: whole(mean), riichi: percent(riichi, 1) })),
    h(
      "div",
      { class: "columns" },
      scrolling(
        word("mahjong.yaku"),
        table(
          [word("mahjong.yaku"), word("mahjong.share"), word("mahjong.han_mean")],
          yaku.map((/** @type {any} */ one) => [one[lang], percent(one.share, 1), number(one.han, 2)]),
        ),
      ),
      scrolling(
        word("mahjong.points_column"),
        table([word("mahjong.points_column"), word("mahjong.share"), word("mahjong.or_more")], paid),
      ),
    ),
  );
}

/**
 * Dealt games beside the figures.
 * @param {any} verify
 */
export function verified(verify) {
  const shares = ["win", "tenpai"].map((key) => {
    const { figure, rate, interval } = verify[key];
    return [word(`mahjong.${key}`), percent(figure), percent(rate), `${percent(interval[0])} – ${percent(interval[1])}`];
  });
  if (verify.score) {
    const { figure, mean, interval } = verify.score;
    const between = interval ? `${points(interval[0])} – ${points(interval[1])}` : "-";
    shares.unshift([word("mahjong.score"), points(figure), points(mean), between]);
  }
  const header = ["", word("mahjong.verify_figure"), word("mahjong.verify_observed"), word("mahjong.verify_interval")];
  return h(
    "div",
    { id: "verified" },
    h("h4", null, word("mahjong.verify_title")),
    h("p", { class: "note" }, word("mahjong.verify_text", { games: whole(verify.games) })),
    scrolling(word("mahjong.verify_title"), table(header, shares)),
  );
}

/**
 * What a win is worth.
 * @param {any} document of `mahjong/points`
 */
export function worth(document) {
  const { han, fu, yakuman, limit, payments } = document;
  const name = limit && known(`mahjong.limit_${limit}`) ? word(`mahjong.limit_${limit}`) : limit;
  const head =
    yakuman > 1
      ? word("mahjong.worth_many", { n: yakuman, limit: name })
      : yakuman === 1 || fu === 0
        ? word("mahjong.worth_yakuman", { limit: name ?? "" })
        : limit
          ? word("mahjong.worth_limit", { han, fu, limit: name })
          : word("mahjong.worth", { han, fu });
  const paid = payments.discarder
    ? word("mahjong.paid_ron", { discarder: whole(payments.discarder) })
    : payments.dealer
      ? word("mahjong.paid_two", { dealer: whole(payments.dealer), other: whole(payments.other) })
      : word("mahjong.paid_all", { other: whole(payments.other) });
  const unit = yakuman > 0 ? word("mahjong.times") : word("mahjong.han");
  return [
    h("p", { class: "sentence" }, h("strong", null, word("mahjong.points_unit", { points: whole(document.points) })), " ", h("span", null, head)),
    h("p", null, paid, " ", payments.total === document.points ? "" : word("mahjong.paid_total", { total: whole(payments.total) })),
    scrolling(
      word("mahjong.yaku"),
      table([word("mahjong.yaku"), unit], document.yaku.map((/** @type {any} */ one) => [one[lang], String(one.han)])),
    ),
  ];
}
