// All about one rule: words, figures, comparison, charts, the tree of its courses, files.

import { Latest, aborted, address, get, reason } from "./api.js";
import { chart } from "./chart.js";
import { $, fill, h, scrolling, table } from "./dom.js";
import { number, percent, signed, typed } from "./format.js";
import { explained, help } from "./help.js";
import { grow } from "./series-tree.js";
import { baselineName, policy, spell, turnsName } from "./series-words.js";
import { fragment } from "./state.js";
import { lang, word } from "./words.js";

/**
 * @typedef {import("./series-words.js").Chosen} Chosen
 * @typedef {import("./series-words.js").FindDocument} FindDocument
 * @typedef {import("./series-words.js").Rule} Rule
 * @typedef {import("./api.js").Params} Params
 * @typedef {import("./api.js").Answer<"eval">} Figures
 */

const CHARTS = ["bias", "games", "scores", "stronger"];
/** Charts wait until a slider rests; the figures do not. */
const REST = 250;
const BOOK = "90%,95%,99%";
/** The lead of the stronger player, in Elo points. */
const LEAD = 100;

const latest = new Latest();
/** What is shown, to leave it alone if it is asked for again. */
let shown = "";
let exact = false;

/** Shows no rule. */
export function clearRule() {
  latest.cancel();
  shown = "";
  $("#rule").hidden = true;
  fill($("#rule-body"));
}

/**
 * Shows a rule under the rates of a search.
 * @param {Chosen} chosen
 * @param {FindDocument} found
 */
export async function showRule(chosen, found) {
  const params = { ...chosen, p: found.model.p, f: found.model.f };
  const key = JSON.stringify([params, found.belief]);
  if (key === shown) {
    return;
  }
  const moved = shown !== "";
  shown = key;
  $("#rule").hidden = false;
  fill($("#rule-heading"), word("series.chosen", { points: `${chosen.points} · ${turnsName(chosen.turns)}` }));
  if ($("#rule-body").childElementCount === 0) {
    build();
  }
  try {
    await latest.run(async (signal) => {
      const figures = await get("eval", { ...params, book: BOOK, exact }, { signal });
      const full = { ...params, limit: figures.rule.limit };
      fill($("#rule-refused"));
      $("#rule-body").hidden = false;
      showFigures(figures, full, found);
      const words = await get("rule", { points: full.points, turns: full.turns, draws: full.draws, limit: full.limit, clinch: full.clinch }, { signal });
      fill($("#sentences"), words.sentences.map((one) => h("li", null, one)));
      if (moved) {
        await new Promise((resolve) => window.setTimeout(resolve, REST));
        signal.throwIfAborted();
      }
      await Promise.all([drawAll(full, found, signal), grow($("#tree"), full, signal)]);
    });
  } catch (error) {
    shown = "";
    if (!aborted(error)) {
      $("#rule-body").hidden = true;
      fill($("#rule-refused"), h("p", { class: "refusal" }, reason(error)));
    }
  }
}

/** The parts that stay while their contents change. */
function build() {
  const part = (/** @type {string} */ title, /** @type {string | null} */ about, /** @type {Node[]} */ ...children) =>
    h("section", null, h("h3", null, word(title), " ", about ? help(about) : null), ...children);
  fill(
    $("#rule-body"),
    h("ul", { id: "sentences", class: "sentence", "aria-label": word("series.sentence") }),
    h("div", { id: "remarks" }),
    h("div", { id: "rule-actions", class: "row no-print" }),
    part("series.figures", null, h("dl", { id: "tiles", class: "tiles" }), h("div", { id: "endings" }), h("div", { id: "exactly" }), h("div", { id: "more-figures" })),
    part("series.compared", null, h("div", { id: "compared" })),
    part(
      "term.charts",
      null,
      h("p", { class: "note" }, word("series.chart_bias_note")),
      h("div", { class: "columns" }, CHARTS.map((name) => h("div", { id: `chart-${name}` }))),
    ),
    part("series.tree", "tree", h("div", { id: "tree" })),
    part("series.take", null, h("ul", { id: "downloads", class: "downloads" })),
  );
}

/**
 * Figures, comparison and files.
 * @param {Figures} figures
 * @param {Params & Chosen} params
 * @param {FindDocument} found
 */
function showFigures(figures, params, found) {
  const { outcome, decided, games, bias } = figures;
  const same = found.rules.find((one) => sameRule(one.rule, figures.rule)) ?? null;
  const favours = bias === null ? "-" : Math.abs(bias) <= figures.error_bound
    ? word("term.no_bias")
    : word("term.bias_for", { points: number(100 * Math.abs(bias)), name: word(bias > 0 ? "player.a" : "player.b") });
  /** @type {[string, string, string][]} */
  const tiles = [
    [percent(decided?.a ?? null), word("series.share_a"), "decided"],
    [favours, word("series.bias_tile"), "bias"],
    [percent(outcome.none), word("series.none_tile"), "none"],
    [number(games.expected_played ?? games.expected), word("series.games_tile", { shortest: games.shortest, limit: games.limit }), "expected"],
  ];
  const tile = (/** @type {string} */ value, /** @type {string} */ label, /** @type {string} */ about) =>
    h("div", { id: `tile-${about}` }, h("dt", null, label, " ", help(about)), h("dd", null, value));
  fill(
    $("#tiles"),
    tiles.map(([value, label, about]) => tile(value, label, about)),
    tile(stronger(same), word("series.stronger_tile"), "stronger"),
  );
  fill($("#remarks"), (figures.remarks ?? []).map((one) => h("p", { class: "note" }, word(`term.${one}`))));
  endings(figures);
  exactly(figures, params, found);
  rest(figures);
  compare(figures, found, same);
  files(params);
}

/**
 * @param {Rule} one
 * @param {Rule} other
 */
function sameRule(one, other) {
  return spell(one) === spell(other) && one.turns === other.turns && policy(one) === policy(other) && one.limit === other.limit && one.clinch === other.clinch;
}

/**
 * How often the stronger player wins, if the finder knows.
 * @param {import("./series-words.js").Found | null} one
 */
function stronger(one) {
  return percent(one?.skill?.stronger.find((at) => at.elo === LEAD)?.share, 1);
}

/**
 * The same of a rule that the finder did not come by, from its chart.
 * @param {import("./chart.js").Picture} picture
 */
function showStronger(picture) {
  const share = picture.rows.find((row) => row[0] === String(LEAD))?.[1];
  if (share !== undefined) {
    const text = percent(Number.parseFloat(share) / 100, 1);
    fill($("#tile-stronger dd"), text);
    fill($("#compared tbody tr:first-child td:last-child"), text);
  }
}

/** @param {Figures} figures */
function endings(figures) {
  const { outcome, decided } = figures;
  const fractions = figures.exact?.outcome;
  const of = (/** @type {number} */ share) => {
    const all = outcome.a + outcome.b;
    return decided && all > 0 ? percent(share / all, 4) : "-";
  };
  const row = (/** @type {keyof typeof outcome} */ name) => [
    name === "none" ? word("term.none") : word(`series.${name}`),
    percent(outcome[name], 4),
    name === "none" ? "" : of(outcome[name]),
    ...(fractions ? [h("span", { class: "exact" }, fractions[name])] : []),
  ];
  const endings = /** @type {const} */ (["a_reached", "a_on_points", "b_reached", "b_on_points"]).filter((name) => outcome[name] > 0);
  const rows = [...endings.map(row), row("a"), row("b"), row("none")];
  const header = [word("series.ending"), word("term.all_series"), explained("decided", word("term.decided_series")), ...(fractions ? [explained("exact", word("term.exactly"))] : [])];
  fill($("#endings"), scrolling(word("series.ending"), table(header, rows)));
}

/**
 * Fractions on demand.
 * @param {Figures} figures
 * @param {Params & Chosen} params
 * @param {FindDocument} found
 */
function exactly(figures, params, found) {
  const button = h(
    "button",
    {
      type: "button",
      id: "show-exact",
      class: "small",
      "aria-pressed": String(exact),
      onclick: () => {
        exact = !exact;
        shown = "";
        const { points, turns, draws, limit, clinch } = params;
        void showRule({ points, turns, draws, limit, clinch }, found).then(() => $("#show-exact").focus());
      },
    },
    word("series.show_exact"),
  );
  const its = figures.exact;
  const line = (/** @type {string} */ key, /** @type {string | null | undefined} */ value) =>
    value === undefined || value === null ? null : h("p", { class: "exact note" }, word(key, { value }));
  fill($("#exactly"), button, its ? [line("series.exact_bias", its.bias), line("series.exact_games", its.games?.expected)] : null);
}

/** @param {Figures} figures */
function rest(figures) {
  const lines = [];
  const slope = figures.sensitivity;
  if (slope) {
    lines.push(h("p", null, explained("sensitivity", word("series.sensitivity", { p: signed(slope.p / 100), f: signed(slope.f / 100) }))));
  }
  const { booking: booked = [] } = figures.games;
  if (booked.length > 0) {
    // Of the probabilities that need the same number of games the largest says it all.
    const last = booked.filter((one, k) => one.games === null || one.games !== booked[k + 1]?.games);
    const words = last.map((one) => {
      const share = percent(Number(one.probability), 0);
      return h("li", null, one.games === null ? word("series.book_never", { percent: share }) : word("series.book", { percent: share, games: one.games }));
    });
    lines.push(h("p", null, explained("booking")), h("ul", null, words));
  }
  lines.push(h("p", { class: "note" }, word("series.error_bound", { bound: figures.error_bound.toExponential(0) })));
  fill($("#more-figures"), lines);
}

/**
 * The rule beside rules that everybody knows.
 * @param {Figures} figures
 * @param {FindDocument} found
 * @param {import("./series-words.js").Found | null} same
 */
function compare(figures, found, same) {
  const row = (/** @type {string} */ name, /** @type {Figures | import("./series-words.js").Found} */ one, /** @type {string} */ skill) => [
    name,
    signed(one.bias),
    percent(one.outcome.none),
    String(one.rule.limit),
    number(one.games.expected_played ?? one.games.expected),
    skill,
  ];
  const rows = [
    row(`${word("compared.this_rule")} ${spell(figures.rule)}`, figures, stronger(same)),
    ...found.baselines.map((one) => row(baselineName(one.name), one, stronger(one))),
  ];
  const header = [
    word("term.rule"),
    explained("bias"),
    explained("none"),
    word("term.limit"),
    explained("expected"),
    explained("stronger"),
  ];
  fill($("#compared"), scrolling(word("series.compared"), table(header, rows)));
}

/** @param {Params & Chosen} params */
function files(params) {
  const { p, f, points, turns, draws, limit, clinch } = params;
  const series = { p, f, points, turns, draws, limit, clinch };
  const live = fragment({ p: typed(String(p)), f: typed(String(f)), points, turns, draws, limit, clinch });
  fill($("#rule-actions"), h("a", { id: "run", class: "button primary", href: `/${lang}/live#${live}` }, word("series.run")));
  const file = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ href, words = word(`series.${id.replaceAll("-", "_")}`)) =>
    h("li", null, h("a", { id, class: "button", href, download: name }, words));
  // Rules with too many games have no workbook, and no score sheet.
  const bounded = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ href) => {
    const most = Number($("#rule").getAttribute(`data-most-${id}`));
    return Number(limit) > most ? h("li", { class: "note" }, word(`series.no_${id.replaceAll("-", "_")}`, { most })) : file(id, name, href);
  };
  const rule = points.replaceAll("/", "-");
  fill(
    $("#downloads"),
    bounded("workbook", `kakukin-${rule}.xlsx`, address("workbook", { p, f, points, turns, draws, clinch, rule_limit: limit, limit })),
    file("rule-sheet", `rule-${rule}.html`, address("report/rule", { ...series, format: "html" })),
    bounded("score-sheet", `score-sheet-${rule}.html`, address("report/score-sheet", { ...series, format: "html" })),
    file("rule-json", `rule-${rule}.json`, address("eval", { ...series, exact: true, format: "json" }), "JSON"),
    file("rule-csv", `rule-${rule}.csv`, address("eval", { ...series, format: "csv" }), "CSV"),
  );
}

/**
 * @param {Params & Chosen} params
 * @param {FindDocument} found
 * @param {AbortSignal} signal
 */
async function drawAll(params, found, signal) {
  const { belief } = found;
  const ends = !belief ? [] : belief.kind === "interval" ? [belief.low, belief.high] : belief.range;
  await Promise.all(
    CHARTS.map(async (name) => {
      const place = $(`#chart-${name}`);
      try {
        const picture = await chart(place, "chart/eval", { ...params, chart: name, band: name === "bias" ? ends.join("..") : "" }, { signal });
        if (name === "stronger" && !signal.aborted) {
          showStronger(picture);
        }
      } catch (error) {
        if (aborted(error)) {
          throw error;
        }
        // One chart that cannot be drawn leaves the others alone.
        fill(place, h("p", { class: "note" }, reason(error)));
      }
    }),
  );
}
