// The answer: how fair a rule is and how long it takes, at a glance; and the rules to choose from.

import { $, fill, h, svg } from "./dom.js";
import { choice } from "./form.js";
import { number, percent, rate } from "./format.js";
import { explained } from "./help.js";
import { baselineName, inWords, isRule, spell, written } from "./series-words.js";
import { known, word } from "./words.js";

/**
 * @typedef {import("./series-words.js").Chosen} Chosen
 * @typedef {import("./series-words.js").FindDocument} FindDocument
 * @typedef {import("./series-words.js").Found} Found
 * @typedef {import("./series-words.js").Rule} Rule
 * @typedef {import("./api.js").Answer<"eval">} Figures
 */

/**
 * What p may be, both ends; nothing if it is known.
 * @param {FindDocument} found
 * @returns {[number, number] | null}
 */
export function range(found) {
  const { belief } = found;
  if (!belief) {
    return null;
  }
  return belief.kind === "interval" ? [rate(belief.low) ?? 0, rate(belief.high) ?? 1] : [belief.range[0] ?? 0, belief.range[1] ?? 1];
}

/**
 * The heading of a column of percentage points, with its meaning behind it.
 * @param {string} name
 */
export function inPoints(name) {
  return h("span", null, explained(name), " ", h("span", { class: "unit" }, word("series.in_points")));
}

/** A rate in per cent without needless digits. @param {number} x */
function short(x) {
  return String(Number((100 * x).toFixed(1)));
}

/**
 * Words of the game that is chosen, where it has its own.
 * @param {string} key
 */
function inGame(key) {
  const own = `${key}_${choice("game").value}`;
  return word(known(own) ? own : key);
}

/**
 * The three numbers of a rule, large.
 * @param {Rule} rule
 */
export function showPoints(rule) {
  const [first = "", second = "", target = ""] = written(rule);
  const one = (/** @type {string} */ name, /** @type {string} */ value) =>
    h("div", null, h("dt", null, inGame(`series.points_${name}`)), h("dd", null, value));
  fill($("#rule-points"), one("first", first), one("second", second), one("target", target));
}

/**
 * A bar of two shares; a part of it may be marked.
 * @param {number} a
 * @param {string} words
 * @param {[number, number] | null} [between]
 */
function bar(a, words, between = null) {
  const x = (/** @type {number} */ share) => (100 * share).toFixed(3);
  const box = (/** @type {string} */ name, /** @type {number} */ from, /** @type {number} */ to) =>
    svg("rect", { class: name, x: x(from), width: x(Math.max(0, to - from)), height: 10 });
  return svg(
    "svg",
    { class: "share", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": words },
    box("of-a", 0, a),
    box("of-b", a, 1),
    between ? box("between", ...between) : null,
    box("middle", 0.4985, 0.5015),
  );
}

/**
 * How the wins are shared at p, and over all that p may be.
 * @param {Figures} figures
 * @param {FindDocument} found
 * @param {Found | null} same the rule as the search has it
 * @param {[number, number] | null} between the least and the largest share of A over what p may be
 */
export function showFairness(figures, found, same, between) {
  const a = figures.decided?.a;
  if (a === undefined || a === null) {
    fill($("#fairness"));
    return;
  }
  const ends = range(found);
  const edges = between?.map((share) => Math.abs(share - 0.5)) ?? [];
  const worst = same?.spread?.worst ?? (edges.length > 0 ? Math.max(...edges) : null);
  const [low, high] = ends ? ends.map(short) : ["", ""];
  const at = word("series.fair_at", { p: short(rate(figures.model.p ?? "") ?? 0), points: number(100 * Math.abs(a - 0.5)) });
  const judged = ends && worst !== null ? word("series.fair_worst", { low: low ?? "", high: high ?? "", points: number(100 * worst) }) : at;
  const single = found.baselines.find((one) => one.name === "one_game");
  const alone = single?.decided?.a;
  fill(
    $("#fairness"),
    h("div", { class: "ends" }, h("span", null, word("series.end_a", { share: percent(a, 1) })), h("span", null, word("series.end_b", { share: percent(1 - a, 1) }))),
    bar(a, `${word("series.end_a", { share: percent(a, 1) })}, ${word("series.end_b", { share: percent(1 - a, 1) })}. ${judged}`, between),
    h("figcaption", null, h("strong", null, judged), ends ? h("span", { class: "note" }, at) : null),
    alone === undefined || !single
      ? null
      : h(
          "div",
          { class: "beside" },
          h("span", { class: "note" }, `${baselineName(single.name)} ${short(alone)} : ${short(1 - alone)}`),
          bar(alone, `${baselineName(single.name)}: ${short(alone)} : ${short(1 - alone)}`),
        ),
  );
}

/**
 * How long a series takes.
 * @param {Figures} figures
 */
export function showLength(figures) {
  const { games } = figures;
  const mean = number(games.expected_played ?? games.expected, 1);
  const more = games.expected_played !== undefined && games.expected_played > games.expected + 5e-3;
  const why = ["replay", "swap"].includes(figures.rule.draws) ? "series.length_replays" : "series.length_decider";
  const words = more ? why : games.shortest === games.limit ? "series.length_always" : "series.length";
  const text = word(words, { mean, shortest: games.shortest, limit: games.limit });
  fill($("#length"), columns(games.distribution, text), h("figcaption", null, h("strong", null, text)));
}

/**
 * How often a series takes so many games, as small columns. Long ones have too many to be read.
 * @param {Figures["games"]["distribution"]} distribution
 * @param {string} words
 */
function columns(distribution, words) {
  if (distribution.length > 12) {
    return null;
  }
  const [wide, high, foot] = [26, 40, 16];
  const most = Math.max(...distribution.map((one) => one.probability), 1e-9);
  return svg(
    "svg",
    { class: "lengths", viewBox: `0 0 ${wide * distribution.length} ${high + foot}`, role: "img", "aria-label": words },
    distribution.flatMap(({ games, probability }, k) => {
      const tall = Math.max(1, (high * probability) / most);
      return [
        svg("rect", { x: k * wide + 3, y: (high - tall).toFixed(2), width: wide - 6, height: tall.toFixed(2), rx: 2 }),
        svg("text", { x: k * wide + wide / 2, y: high + foot - 3 }, games),
      ];
    }),
  );
}

/**
 * The rule that is recommended.
 * @param {FindDocument} found
 * @returns {Found | null}
 */
export function recommended(found) {
  return found.proposals?.[0]?.found ?? found.rules[0] ?? null;
}

/**
 * What a rule is among those that were found.
 * @param {Chosen} shown
 * @param {FindDocument} found
 */
export function standing(shown, found) {
  const proposal = found.proposals?.find((one) => isRule(one.found.rule, shown));
  if (proposal) {
    return word(`series.is_${proposal.merits[0] ?? "fairest"}`);
  }
  const place = found.rules.findIndex((one) => isRule(one.rule, shown));
  if (place === 0) {
    return word("series.is_first");
  }
  return place > 0 ? word("series.is_place", { place: place + 1 }) : word("series.is_own", { points: shown.points });
}

/**
 * Up to three rules, each with one sentence why; and what was tried for comparison.
 * @param {FindDocument} found
 * @param {Chosen | null} shown
 * @param {(rule: Rule) => void} choose
 */
export function showPicks(found, shown, choose) {
  const proposals = found.proposals ?? [];
  const is = (/** @type {Found} */ one) => shown !== null && isRule(one.rule, shown);
  $("#choices").hidden = proposals.length === 0;
  fill(
    $("#picks"),
    proposals.map(({ merits, found: one }) =>
      h(
        "li",
        null,
        h(
          "button",
          { type: "button", class: "pick", "aria-pressed": String(is(one)), "data-points": spell(one.rule), onclick: () => choose(one.rule) },
          h("span", { class: "merit" }, merits.map((merit) => word(`series.merit_${merit}`)).join(word("series.and"))),
          h("strong", null, spell(one.rule)),
          h("span", { class: "said" }, inWords(one.rule)),
          h("span", { class: "why" }, why(merits, one, found)),
        ),
      ),
    ),
  );
  const other = found.alternative;
  fill(
    $("#aside"),
    other
      ? [
          word("series.aside", { points: spell(other.rule), ...figuresOf(other) }),
          " ",
          h("button", { type: "button", class: "link", onclick: () => choose(other.rule) }, word("series.aside_show")),
        ]
      : null,
  );
}

/** What is said of a rule in a sentence. @param {Found} one */
function figuresOf(one) {
  return {
    bias: number(100 * (one.spread?.worst ?? Math.abs(one.bias ?? 0))),
    mean: number(100 * (one.spread?.expected ?? 0)),
    games: number(one.games.expected_played, 1),
    limit: one.rule.limit,
    stronger: percent(one.skill?.stronger.find((at) => at.elo === 100)?.share, 0),
  };
}

/**
 * Why a rule is among those to choose from.
 * @param {string[]} merits
 * @param {Found} one
 * @param {FindDocument} found
 */
function why(merits, one, found) {
  const merit = merits.length > 1 ? "all" : merits[0] ?? "fairest";
  // What is fairest on average may be beaten in the worst case.
  const onAverage = merit === "fairest" && found.belief && found.asked.by === "bias";
  return word(`series.why_${merit}${onAverage ? "_mean" : ""}`, figuresOf(one));
}

/**
 * Marks the pick that is shown.
 * @param {FindDocument} found
 * @param {Chosen} shown
 */
export function markPick(found, shown) {
  const pressed = [...$("#picks").querySelectorAll("button")];
  (found.proposals ?? []).forEach((one, k) => pressed[k]?.setAttribute("aria-pressed", String(isRule(one.found.rule, shown))));
}

