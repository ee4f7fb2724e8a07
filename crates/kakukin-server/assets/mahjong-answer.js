// What is answered about a hand: tables of discards, what the wins look like, points of a win.

import { h, scrolling, table } from "./dom.js";
import { number, percent, whole } from "./format.js";
import { explained } from "./help.js";
import { called, tile, tileRow } from "./tiles.js";
import { known, lang, word } from "./words.js";

/**
 * @typedef {import("./tiles.js").TileName} TileName
 * @typedef {import("./api.js").Answer<"mahjong/hand">} Hand
 * @typedef {Hand["groups"][number]} Group
 * @typedef {NonNullable<Hand["now"]>} Now
 */

/**
 * Points with one decimal.
 * @param {number} x
 */
export function points(x) {
  return number(x, 1).replace(/\B(?=(\d{3})+\.)/g, ",");
}

/**
 * A heading with its meaning behind a `?`.
 * @param {string} key
 * @param {string} [about]
 */
function heading(key, about) {
  return about ? explained(about, word(`mahjong.${key}`)) : word(`mahjong.${key}`);
}

/**
 * The table of discards, those that are equal together.
 * @param {readonly Group[]} groups of `mahjong/hand`
 * @param {{ chosen: TileName | null, follow: (tile: TileName) => void }} options
 */
export function discards(groups, { chosen, follow }) {
  const scored = groups.some((group) => group.score !== null);
  const advised = groups.some((group) => group.advice !== null);
  const told = groups.some((group) => group.win_ron !== undefined);
  const balanced = groups.some((group) => group.balance !== undefined);
  // What matters most first: on a phone the rest is scrolled to.
  const header = [
    heading("discard"),
    ...(balanced ? [heading("balance")] : []),
    ...(scored ? [heading("score", "hand_score")] : []),
    heading("win", "hand_win"),
    ...(told ? [heading("tsumo"), heading("ron")] : []),
    heading("tenpai", "hand_tenpai"),
    ...(advised ? [heading("useful_count", "useful"), explained("good_shape")] : []),
    heading("shanten"),
    ...(scored ? [heading("mean"), heading("difference")] : []),
  ];
  const rows = groups.map(({ advice, ...group }) => {
    const difference = advice?.difference ?? 0;
    return [
      h(
        "span",
        { class: "thrown" },
        group.tiles.map((name) => tile(name)),
        group.best ? h("span", { class: "best-mark" }, "★ ", word("mahjong.best")) : null,
        group.riichi ? h("span", { class: "riichi-mark" }, word("mahjong.riichi_mark")) : null,
      ),
      ...(balanced ? [points(group.balance ?? 0)] : []),
      ...(scored ? [points(group.score ?? 0)] : []),
      percent(group.win),
      ...(told ? [percent(group.win_tsumo ?? 0), percent(group.win_ron ?? 0)] : []),
      percent(group.tenpai),
      ...(advised ? [String(advice?.useful_left ?? ""), percent(advice?.good_shape, 1)] : []),
      group.shanten === null ? "-" : String(group.shanten),
      ...(scored
        ? [
            group.mean === null ? "-" : whole(group.mean),
            Math.abs(difference) < 0.05 ? "" : `${difference > 0 ? "+" : "−"}${points(Math.abs(difference))}`,
          ]
        : []),
    ];
  });
  const drawn = table(header, rows, { class: "data full discards", caption: word("mahjong.equal_note") });
  [...drawn.querySelectorAll("tbody tr")].forEach((row, k) => {
    const group = groups[k];
    const first = group?.tiles[0];
    if (group === undefined || first === undefined) {
      return;
    }
    // Below the figures: why, which tiles, and what follows.
    const { advice, best } = group;
    const button = h(
      "button",
      {
        type: "button",
        class: "small follow",
        "data-tile": first,
        "aria-label": word("mahjong.explain_of", { tile: called(first) }),
        "aria-pressed": String(chosen !== null && group.tiles.includes(chosen)),
        onclick: () => follow(first),
      },
      word("mahjong.explain_button"),
    );
    const words = h(
      "div",
      { class: "about" },
      advice ? h("span", { class: "why" }, advice.why[lang]) : null,
      advice ? tileRow(advice.useful.map((one) => one.tile), "tiny") : null,
      button,
    );
    row.classList.add("above");
    row.classList.toggle("best", best);
    row.after(h("tr", { class: best ? "detail best" : "detail" }, h("td", { colspan: header.length }, words)));
  });
  return scrolling(word("mahjong.result"), drawn);
}

/**
 * What is wanted of a group or hand: the figure that is played for.
 * @param {Now} now
 * @param {string} aim
 */
function wanted(now, aim) {
  return aim === "win" || now.score === null ? now.win : aim === "tenpai" ? now.tenpai : aim === "balance" ? now.balance ?? now.score : now.score;
}

/**
 * A bar for every tile of the hand, as high as what its discard is worth.
 * @param {readonly TileName[]} hand
 * @param {readonly Group[]} groups of `mahjong/hand`
 * @param {string} aim
 */
export function bars(hand, groups, aim) {
  const group = (/** @type {TileName} */ name) => groups.find((one) => one.tiles.includes(name));
  const values = groups.map((one) => wanted(one, aim));
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const chance = aim === "win" || aim === "tenpai" || groups.some((one) => one.score === null);
  const items = hand.map((name) => {
    const own = group(name);
    const value = own === undefined ? null : wanted(own, aim);
    const part = value === null || high === low ? 0 : (value - low) / (high - low);
    const said = value === null ? "–" : chance ? percent(value, 1) : whole(value);
    return h(
      "li",
      { class: own?.best ? "best" : "" },
      h("span", { class: "value" }, said),
      column(part),
      tile(name),
    );
  });
  const list = h("ol", { class: "bars", "aria-label": word("mahjong.bars") }, items);
  list.style.setProperty("--tiles", String(hand.length));
  return list;
}

/** @param {number} part of the highest bar */
function column(part) {
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  bar.style.setProperty("--part", part.toFixed(4));
  return bar;
}

/**
 * The figures of a hand that has not drawn.
 * @param {Now} now
 */
export function figures(now) {
  const card = (/** @type {string} */ key, /** @type {string} */ value, /** @type {string | undefined} */ about = undefined) =>
    h("div", null, h("dt", null, heading(key, about)), h("dd", { id: `now-${key}` }, value));
  return h(
    "dl",
    { class: "tiles" },
    card("win", percent(now.win), "hand_win"),
    now.win_tsumo === undefined ? null : card("tsumo", percent(now.win_tsumo)),
    now.win_ron === undefined ? null : card("ron", percent(now.win_ron)),
    card("tenpai", percent(now.tenpai), "hand_tenpai"),
    now.balance === undefined ? null : card("balance", points(now.balance)),
    now.score === null ? null : card("score", points(now.score), "hand_score"),
    now.mean ? h("div", null, h("dt", null, word("mahjong.mean")), h("dd", null, whole(now.mean))) : null,
  );
}

/**
 * What the wins look like.
 * @param {any} outcomes
 */
export function outcomes(outcomes) {
  const { tile: thrown, win, mean, riichi } = outcomes;
  const paid = outcomes.points.map((/** @type {any} */ one) => [whole(one.points), percent(one.share, 1), percent(one.or_more, 1)]);
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
          [word("mahjong.yaku"), word("mahjong.share"), word("mahjong.han")],
          outcomes.yaku.map((/** @type {any} */ one) => [one[lang], percent(one.share, 1), number(one.han, 2)]),
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
  const name = limit && known(`points.limit.${limit}`) ? word(`points.limit.${limit}`) : limit;
  const head =
    yakuman > 1
      ? word("mahjong.worth_many", { n: yakuman, limit: name })
      : yakuman === 1 || fu === 0
        ? word("mahjong.worth_yakuman", { limit: name ?? "" })
        : limit
          ? word("mahjong.worth_limit", { han, fu, limit: name })
          : word("points.count", { han, fu });
  const paid = payments.discarder
    ? word("points.paid_ron", { discarder: whole(payments.discarder) })
    : payments.dealer
      ? word("points.paid_two", { dealer: whole(payments.dealer), other: whole(payments.other) })
      : word("points.paid_all", { other: whole(payments.other) });
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
