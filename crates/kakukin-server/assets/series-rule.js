// All about one rule: the card of the answer, two charts, and behind folds the figures, the
// comparison, more charts, the tree of its courses, files.

import { Latest, aborted, address, get, reason } from "./api.js";
import { chart } from "./chart.js";
import { $, fill, h, scrolling, table } from "./dom.js";
import { choice, folded } from "./form.js";
import { number, percent, signed, typed } from "./format.js";
import { explained } from "./help.js";
import { inPoints, range, showFairness, showLength, showPoints, standing } from "./series-answer.js";
import { grow } from "./series-tree.js";
import { offerPapers } from "./series-papers.js";
import { baselineName, isRule, parametersOf, spell } from "./series-words.js";
import { fragment } from "./state.js";
import { lang, word } from "./words.js";

/**
 * @typedef {import("./series-words.js").Chosen} Chosen
 * @typedef {import("./series-words.js").FindDocument} FindDocument
 * @typedef {import("./series-words.js").Found} Found
 * @typedef {import("./series-words.js").Rule} Rule
 * @typedef {import("./api.js").Params} Params
 * @typedef {import("./api.js").Answer<"eval">} Figures
 * @typedef {{ params: Params & Chosen, figures: Figures, found: FindDocument, same: Found | null, signal: AbortSignal }} Shown
 */

/** Charts wait until a slider rests; the figures do not. */
const REST = 250;
const BOOK = "90%,95%,99%";
/** The lead of the stronger player, in Elo points. */
const LEAD = 100;

/** What is drawn only once its fold is open. @type {Record<string, (shown: Shown) => Promise<unknown>>} */
const FOLDS = {
  "all-charts": (shown) => Promise.all([draw("games", shown), draw("stronger", shown)]),
  "all-courses": ({ params, signal }) => grow($("#tree"), params, signal),
};

const latest = new Latest();
/** What is shown, to leave it alone if it is asked for again. */
let key = "";
/** @type {Shown | null} */
let shown = null;
/** The folds that show it. @type {Set<string>} */
const unfolded = new Set();
let exact = false;

/** The parts of the page that are about the rule. */
function parts() {
  return ["#rule", "#pictures", "#behind"].map((id) => $(id));
}

/** Shows no rule. */
export function clearRule() {
  latest.cancel();
  [key, shown] = ["", null];
  for (const part of parts()) {
    part.hidden = true;
  }
}

/**
 * Shows a rule under the rates of a search.
 * @param {Chosen} chosen
 * @param {FindDocument} found
 */
export async function showRule(chosen, found) {
  const { p = "", f = "" } = found.model;
  // The game says what its sides are called.
  const params = { ...chosen, p, f, game: choice("game").value };
  const wanted = JSON.stringify([params, found.belief, exact]);
  $("#rule").hidden = false;
  fill($("#rule-heading"), standing(chosen, found));
  if (wanted === key) {
    return;
  }
  const moved = key !== "";
  key = wanted;
  try {
    await latest.run(async (signal) => {
      const { game, points, turns, draws, limit, undecided, clinch } = params;
      const rule = get("rule", { game, points, turns, draws, limit, undecided, clinch, ...(limit === "" ? { f } : {}) }, { signal });
      const [figures, words] = await Promise.all([get("eval", { ...params, book: BOOK, exact }, { signal }), rule]);
      const full = { ...params, limit: figures.rule.limit };
      const all = [...(found.proposals ?? []).map((one) => one.found), ...found.rules, ...(found.alternative ? [found.alternative] : [])];
      const same = all.find((one) => isRule(one.rule, parametersOf(figures.rule))) ?? null;
      shown = { params: full, figures, found, same, signal };
      unfolded.clear();
      for (const part of parts()) {
        part.hidden = false;
      }
      fill($("#rule-refused"));
      showCard(shown, words.sentences);
      showFigures(shown);
      if (moved) {
        await new Promise((resolve) => window.setTimeout(resolve, REST));
        signal.throwIfAborted();
      }
      await Promise.all([drawBias(shown), draw("scores", shown), ...Object.keys(FOLDS).map(unfold)]);
    });
  } catch (error) {
    key = "";
    if (!aborted(error)) {
      clearRule();
      $("#rule").hidden = false;
      for (const id of ["#rule-points", "#sentences", "#fairness", "#length"]) {
        fill($(id));
      }
      fill($("#rule-refused"), h("span", { class: "refusal" }, reason(error)));
    }
  }
}

/**
 * The answer itself.
 * @param {Shown} shown
 * @param {string[]} sentences
 */
function showCard(shown, sentences) {
  const { figures, found, same, params } = shown;
  showPoints(figures.rule);
  // The first sentence says the points, which stand above it.
  fill($("#sentences"), sentences.map((one, k) => h("li", k === 0 ? { class: "sr-only" } : null, one)));
  showFairness(figures, found, same, null);
  showLength(figures);
  const { p, f, game, points, turns, draws, limit, undecided, clinch } = params;
  // Always said: left out, the end would be the one that is usual in the game.
  const rule = { game: String(game), points, turns, draws, limit, undecided, clinch };
  $("#run", HTMLAnchorElement).href = `/${lang}/live#${fragment({ p: typed(String(p)), f: typed(String(f)), ...rule })}`;
  offerPapers({ p, f, ...rule });
}

/** Draws what an open fold shows, if it does not show it yet. @param {string} id */
async function unfold(id) {
  const now = shown;
  if (!now || !folded(id).open || unfolded.has(id)) {
    return;
  }
  unfolded.add(id);
  await FOLDS[id]?.(now);
}

for (const id of Object.keys(FOLDS)) {
  folded(id).addEventListener("toggle", () => void unfold(id).catch(() => unfolded.delete(id)));
}

/**
 * Figures, comparison and files.
 * @param {Shown} shown
 */
function showFigures({ figures, params, found, same }) {
  const { outcome, decided, games, bias } = figures;
  const favours = bias === null ? "-" : Math.abs(bias) <= figures.error_bound
    ? word("term.no_bias")
    : word("term.bias_for", { points: number(100 * Math.abs(bias)), name: word(bias > 0 ? "player.a" : "player.b") });
  /** @type {[string, string, string][]} */
  const tiles = [
    [percent(decided?.a ?? null), word("series.share_a"), "decided"],
    [favours, word("series.bias_tile"), "bias"],
    [percent(outcome.none), word("series.none_tile"), "none"],
    [number(games.expected_played ?? games.expected), word("series.games_tile", { shortest: games.shortest, limit: games.limit }), "expected"],
    [stronger(same), word("series.stronger_tile"), "stronger"],
  ];
  fill(
    $("#tiles"),
    tiles.map(([value, label, about]) => h("div", { id: `tile-${about}` }, h("dt", null, explained(about, label)), h("dd", null, value))),
  );
  fill($("#remarks"), (figures.remarks ?? []).map((one) => h("p", { class: "note" }, word(`term.${one}`))));
  endings(figures);
  exactly(figures, found);
  rest(figures);
  compare(figures, found, same);
  files(params);
}

/**
 * How often the stronger player wins, if the finder knows.
 * @param {Found | null} one
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
  const endings = /** @type {const} */ (["a_reached", "a_on_points", "a_by_decider", "b_reached", "b_on_points", "b_by_decider"]).filter((name) => outcome[name] > 0);
  const rows = [...endings.map(row), row("a"), row("b"), row("none")];
  const header = [word("series.ending"), word("term.all_series"), explained("decided", word("term.decided_series")), ...(fractions ? [explained("exact", word("term.exactly"))] : [])];
  fill($("#endings"), scrolling(word("series.ending"), table(header, rows)));
}

/**
 * Fractions on demand.
 * @param {Figures} figures
 * @param {FindDocument} found
 */
function exactly(figures, found) {
  const button = h(
    "button",
    {
      type: "button",
      id: "show-exact",
      class: "small",
      "aria-pressed": String(exact),
      onclick: () => {
        exact = !exact;
        void showRule(parametersOf(figures.rule), found).then(() => $("#show-exact").focus());
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
 * @param {Found | null} same
 */
function compare(figures, found, same) {
  const row = (/** @type {string} */ name, /** @type {Figures | Found} */ one, /** @type {string} */ skill) => [
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
    inPoints("bias"),
    explained("none"),
    word("term.limit"),
    explained("expected"),
    explained("stronger"),
  ];
  fill($("#compared"), scrolling(word("series.compared"), table(header, rows)));
}

/** @param {Params & Chosen} params */
function files(params) {
  const { p, f, points, turns, draws, limit, undecided, clinch } = params;
  const series = { p, f, points, turns, draws, limit, undecided, clinch };
  const file = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ href, words = word(`series.${id.replaceAll("-", "_")}`)) =>
    h("li", null, h("a", { id, class: "button", href, download: name }, words));
  const rule = points.replaceAll("/", "-");
  // Rules with too many games have no workbook.
  const most = Number($("#rule").dataset.mostWorkbook);
  const book = address("workbook", { p, f, points, turns, draws, undecided, clinch, rule_limit: limit, limit });
  fill(
    $("#downloads"),
    Number(limit) > most ? h("li", { class: "note" }, word("series.no_workbook", { most })) : file("workbook", `kakukin-${rule}.xlsx`, book),
    file("rule-json", `rule-${rule}.json`, address("eval", { ...series, exact: true, format: "json" }), "JSON"),
    file("rule-csv", `rule-${rule}.csv`, address("eval", { ...series, format: "csv" }), "CSV"),
  );
}

/**
 * Draws a chart of the rule; one that cannot be drawn leaves the others alone.
 * @param {string} name
 * @param {Shown} shown
 * @param {Params} [more]
 */
async function draw(name, { params, signal }, more = {}) {
  const place = $(`#chart-${name}`);
  try {
    const picture = await chart(place, "chart/eval", { ...params, chart: name, ...more }, { signal });
    if (name === "stronger" && !signal.aborted) {
      showStronger(picture);
    }
    return picture;
  } catch (error) {
    if (aborted(error)) {
      throw error;
    }
    fill(place, h("p", { class: "note" }, reason(error)));
    return null;
  }
}

/**
 * The bias over p. What p may be is shaded, and shown as a part of the bar above.
 * @param {Shown} shown
 */
async function drawBias(shown) {
  const { belief } = shown.found;
  const ends = !belief ? [] : belief.kind === "interval" ? [belief.low, belief.high] : belief.range;
  const picture = await draw("bias", shown, { band: ends.join("..") });
  const [low, high] = range(shown.found) ?? [1, 0];
  // Where the chart is wider than the window, what p is about is in sight.
  const frame = $("#chart-bias").querySelector(".chart-scroll");
  frame?.scrollTo({ left: (frame.scrollWidth - frame.clientWidth) / 2, behavior: "instant" });
  const cells = (picture?.rows ?? []).map((row) => row.map((cell) => Number.parseFloat(cell.replace("−", "-")) / 100));
  const shares = cells.filter(([p = -1]) => p >= low - 1e-9 && p <= high + 1e-9).map(([, bias = 0]) => 0.5 + bias);
  if (shares.length > 0 && shown.figures.decided) {
    const all = [...shares, shown.figures.decided.a];
    showFairness(shown.figures, shown.found, shown.same, [Math.min(...all), Math.max(...all)]);
  }
}
