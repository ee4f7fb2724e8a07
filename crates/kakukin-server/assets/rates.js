// The page of rates: p and f from records, with what they may be, in groups, and with strength
// taken out.

import { send } from "./api.js";
import { draw } from "./chart.js";
import { $, $$, fill, h, scrolling, table } from "./dom.js";
import { hundredths, number, percent, rate, typed, whole } from "./format.js";
import { explained } from "./help.js";
import { folded } from "./form.js";
import { RecordsPage, alerts, field, leftOut, leftOutAlert } from "./records.js";
import { fragment } from "./state.js";
import { known, lang, word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"estimate">} Document
 * @typedef {Document["games"]} Tally
 * @typedef {Document["p"]} Share
 * @typedef {Share["wilson"]} Interval
 * @typedef {NonNullable<Document["adjusted"]>["p"]} Estimate
 * @typedef {Document["groups"][number]["rows"][number]} Group
 */

/** An estimate that is worth fewer games tells hardly anything. */
const FEW_GAMES = Number($("#advice").dataset.fewGames);
/** How many rows of a table are shown at first. */
const SHOWN = 100;

const page = new RecordsPage({
  name: "estimate",
  settings,
  restore,
  show,
  empty,
  example: () => {
    const chosen = $$('[name="by"]:checked', HTMLInputElement);
    const event = $('[name="by"][value="event"]', HTMLInputElement);
    event.checked = event.checked || chosen.length === 0;
  },
});

/** @returns {import("./api.js").Params} */
function settings() {
  const by = $$('[name="by"]:checked', HTMLInputElement).map((box) => box.value);
  $("#band-field").hidden = !by.includes("rating");
  const fit = $("#fit", HTMLInputElement).checked;
  field("basis").disabled = !fit;
  field("min_games").disabled = !fit;
  return {
    by: by.join(","),
    band: by.includes("rating") ? field("band").value.trim() : "",
    confidence: field("confidence").value.trim(),
    min_games: fit ? field("min_games").value.trim() : "",
    basis: fit ? field("basis").value : "",
    no_fit: !fit,
  };
}

/** @param {URLSearchParams} from */
function restore(from) {
  const by = (from.get("by") ?? "").split(",");
  for (const box of $$('[name="by"]', HTMLInputElement)) {
    box.checked = by.includes(box.value);
  }
  for (const name of ["band", "confidence", "min_games", "basis"]) {
    field(name).value = from.get(name) ?? "";
  }
  $("#fit", HTMLInputElement).checked = !from.has("no_fit");
  if (["confidence", "min_games", "basis", "no_fit"].some((name) => from.has(name))) {
    folded("figures").open = true;
  }
  settings();
}

function empty() {
  for (const place of ["#estimate", "#advice", "#groups", "#chart", "#adjusted", "#left-out", "#downloads"]) {
    fill($(place));
  }
}

/**
 * @param {Document} document
 * @param {AbortSignal} signal
 */
async function show(document, signal) {
  alerts(leftOutAlert(document.read));
  showAdvice(document);
  showRates(document);
  showGroups(document);
  showAdjusted(document);
  leftOut($("#left-out"), document.read, document.unwanted > 0 ? [word("estimate.unwanted", { games: whole(document.unwanted) })] : []);
  page.downloads([
    { format: "json", file: "estimate.json", label: "rates.save_json" },
    { format: "csv", file: "estimate.csv" },
  ]);
  await showChart(document, signal);
}

/** @param {Interval} interval */
function between([low, high]) {
  return `${hundredths(low)}–${hundredths(high)}`;
}

/** @param {Tally} tally */
function games({ first, draws, second }) {
  return first + draws + second;
}

/** @param {Document} document */
function level(document) {
  return String(Number((100 * document.confidence).toFixed(4)));
}

/** @param {Document} document */
function showRates(document) {
  const { first, draws, second } = document.games;
  const row = (/** @type {string} */ name, /** @type {Share} */ share) => [
    explained(name, word(`rates.${name}`)),
    percent(share.rate),
    between(share.wilson),
    between(share.clopper_pearson),
    between(share.posterior.interval),
  ];
  const header = [
    word("rates.rate"),
    word("rates.share"),
    explained("wilson", word("estimate.column.wilson")),
    explained("clopper_pearson", word("estimate.column.clopper_pearson")),
    explained("posterior", word("estimate.column.posterior")),
  ];
  const tile = (/** @type {string} */ key, /** @type {string} */ value) => h("div", null, h("dt", null, word(key)), h("dd", null, value));
  fill(
    $("#estimate"),
    h("h2", null, word("rates.all_games")),
    h(
      "dl",
      { class: "tiles" },
      tile("column.games", whole(games(document.games))),
      tile("rates.tile_first", whole(first)),
      tile("rates.tile_second", whole(second)),
      tile("rates.tile_draws", whole(draws)),
    ),
    scrolling(
      word("rates.all_games"),
      table(header, [row("p", document.p), row("f", document.f)], { caption: word("rates.level", { level: level(document) }) }),
    ),
  );
}

/** Which rates a rule should rest on, and the way to it. @param {Document} document */
function showAdvice(document) {
  const found = document.recommended;
  if (!found) {
    fill($("#advice"), h("p", { class: "notice" }, word("estimate.nothing")));
    return;
  }
  const [p, f] = [rate(found.p) ?? 0, rate(found.f) ?? 0];
  const worth = word(`estimate.worth.${found.basis}`, { p: hundredths(p), f: hundredths(f), games: whole(found.games) });
  const [low = 0, high = 1] = knownWithin(document);
  // Decimals of a rate that is known to some ten points say nothing.
  const short = (/** @type {number} */ x) => (100 * x).toFixed(high - low < 0.1 ? 1 : 0);
  const { adjusted } = document;
  const key = !adjusted || found.basis === "raw" ? "raw" : adjusted.rating_slope ? "rated" : "adjusted";
  const answer = word(`estimate.answer.${key}`, {
    p: short(p),
    low: short(low),
    high: short(high),
    f: short(f),
    level: level(document),
    games: whole(key === "raw" ? games(document.games) : (adjusted?.games ?? 0)),
    players: whole(adjusted?.ratings.length ?? 0),
  });
  fill(
    $("#advice"),
    h("p", { class: "verdict" }, answer),
    h("p", { class: "note" }, worth, found.games < FEW_GAMES ? word("estimate.worth.few") : null),
    h("p", null, h("a", { class: "button primary", id: "to-series", href: `/${lang}/series#${fragment(search(document))}` }, word("rates.to_series"))),
  );
}

/**
 * What the win rate to use may be.
 * @param {Document} document
 * @returns {Interval}
 */
function knownWithin({ p, recommended }) {
  const [low = 0, high = 1] = p.wilson;
  return [rate(recommended?.p_low ?? "") ?? low, rate(recommended?.p_high ?? "") ?? high];
}

/**
 * What was found, as the parameters of a search for rules.
 * @param {Document} document
 * @returns {Record<string, string>}
 */
function search(document) {
  const { first, draws, second } = document.games;
  const found = document.recommended;
  if (found?.basis === "raw" && Math.max(first, second, draws) <= Number($("#advice").dataset.mostRecord)) {
    return { wins: String(first), losses: String(second), draws: draws > 0 ? String(draws) : "" };
  }
  const [low, high] = knownWithin(document).map((x) => `${Number((100 * x).toFixed(2))}%`);
  return { p: `${low}..${high}`, f: typed(found?.f ?? "0") };
}

/** @param {Document} document */
function showGroups(document) {
  const parts = document.groups.flatMap((groups) => {
    const heading = word(`estimate.by.${groups.by}`);
    const name = (/** @type {Group} */ group) =>
      groups.band === undefined ? group.name : `${group.name}–${Number(group.name) + groups.band - 1}`;
    const cells = (/** @type {Tally} */ tally) => [games(tally), tally.first, tally.draws, tally.second].map(whole);
    const rows = groups.rows.map((group) => [
      h("bdi", { class: "name" }, name(group)),
      ...cells(group.games),
      hundredths(group.p.rate),
      between(group.p.wilson),
      hundredths(group.f.rate),
    ]);
    const rest = [
      ["others", groups.others],
      ["unsaid", groups.unsaid],
    ];
    for (const [key, tally] of /** @type {[string, Tally][]} */ (rest)) {
      if (games(tally) > 0) {
        rows.push([word(`estimate.${key}`), ...cells(tally), "", "", ""]);
      }
    }
    const columns = ["column.games", "estimate.column.first", "column.draws", "estimate.column.second"].map((key) => word(key));
    const header = [word("rates.group"), ...columns, word("rates.p_percent"), word("rates.interval_percent"), word("rates.f_percent")];
    return [h("h3", null, heading), cut(heading, header, rows)];
  });
  fill($("#groups"), parts.length > 0 ? h("h2", null, word("rates.groups")) : null, parts, parts.length > 0 ? h("p", { class: "note" }, word("rates.by_chance")) : null);
}

/**
 * A table whose end is shown on demand.
 * @param {string} name
 * @param {import("./dom.js").Child[]} header
 * @param {import("./dom.js").Child[][]} rows
 */
function cut(name, header, rows) {
  const part = (/** @type {import("./dom.js").Child[][]} */ some) => scrolling(name, table(header, some));
  const rest = rows.slice(SHOWN);
  const more = h("details", null, h("summary", null, word("rates.more", { count: whole(rest.length) })));
  more.addEventListener("toggle", () => {
    if (more.open && more.childElementCount === 1) {
      more.append(part(rest));
    }
  });
  return h("div", null, part(rows.slice(0, SHOWN)), rest.length > 0 ? more : null);
}

/**
 * @param {Document} document
 * @param {AbortSignal} signal
 */
async function showChart(document, signal) {
  const place = $("#chart");
  if (document.p.rate === null || (document.groups.length === 0 && !document.adjusted)) {
    fill(place);
    return;
  }
  const answer = await send("chart/estimate", { ...page.params(), format: "json" }, page.games.uploads(), { signal });
  draw(place, await answer.json());
}

/** @param {Document} document */
function showAdjusted(document) {
  const place = $("#adjusted");
  const heading = h("h2", null, explained("adjusted"));
  const { adjusted, not_adjusted } = document;
  if (!adjusted) {
    const key = `estimate.no_fit.${not_adjusted === "too_many" ? "" : (not_adjusted ?? "")}`;
    fill(place, not_adjusted ? [heading, h("p", null, known(key) ? word(key) : word("rates.too_many_players"))] : []);
    return;
  }
  const header = [word("rates.rate"), ...["estimate", "error", "interval"].map((key) => word(`estimate.column.${key}`))];
  const row = (/** @type {string} */ name, /** @type {Estimate} */ { value, error, interval }) => [word(`rates.${name}`), percent(value), hundredths(error), between(interval)];
  const { first_move, left_out } = adjusted;
  const elo = (/** @type {number} */ x) => (x > 0 ? "+" : "") + number(x, 1).replace("-", "−");
  const plain = (/** @type {string} */ key, /** @type {Estimate} */ { value, error, interval }, /** @type {number} */ digits) => [
    word(`estimate.${key}`),
    number(value, digits),
    number(error, digits),
    interval.map((x) => number(x, digits)).join(" – "),
  ];
  const rows = [
    row("p", adjusted.p),
    ...(adjusted.f ? [row("f", adjusted.f)] : []),
    [word("estimate.first_move"), elo(first_move.value), number(first_move.error, 1), first_move.interval.map(elo).join(" – ")],
    ...(adjusted.spread ? [plain(adjusted.rating_slope ? "spread_rated" : "spread", adjusted.spread, 0)] : []),
    ...(adjusted.rating_slope ? [plain("rating_slope", adjusted.rating_slope, 2)] : []),
  ];
  const counts = { few_games: left_out.few_games, apart: left_out.apart, nameless: left_out.nameless_games, beyond: left_out.games_beyond };
  const missing = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => h("li", null, word(`estimate.left_out.${key}`, { count: whole(count), least: whole(adjusted.min_games) })));
  const columns = ["estimate.column.player", "estimate.column.elo", "estimate.column.error", "column.games"].map((key) => word(key));
  const ratings = adjusted.ratings.map((rating) => [h("bdi", { class: "name" }, rating.name), elo(rating.elo), number(rating.error, 0), whole(rating.games)]);
  fill(
    place,
    heading,
    h("p", null, word(adjusted.method === "fixed" ? "estimate.adjusted_fixed" : "estimate.adjusted", { games: whole(adjusted.games), players: whole(adjusted.ratings.length) })),
    scrolling(word("term.adjusted"), table(header, rows)),
    adjusted.approximate ? h("p", { class: "note" }, word("estimate.approximate")) : null,
    missing.length > 0 ? h("ul", { class: "note" }, missing) : null,
    h("h3", null, explained("ratings", word("rates.ratings"))),
    cut(word("rates.ratings"), columns, ratings),
  );
}

page.start();
