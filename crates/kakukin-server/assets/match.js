// The page of a match: head-to-head or crosstable, pairs of games, the test of two hypotheses.

import { send } from "./api.js";
import { draw } from "./chart.js";
import { $, $$, fill, h, scrolling, table } from "./dom.js";
import { hundredths, number, whole } from "./format.js";
import { folded } from "./form.js";
import { RecordsPage, alerts, field, leftOut, leftOutAlert } from "./records.js";
import { word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"match">} Document
 * @typedef {Document["duels"][number]} Duel
 * @typedef {Duel["results"]} Results
 * @typedef {Duel["by_games"]} Figures
 * @typedef {NonNullable<Duel["sprt"]>} Sprt
 * @typedef {import("./dom.js").Child} Child
 */

/** How many rows of a table are shown. */
const SHOWN = 200;
/** The most players whose results are shown in a square. */
const SQUARE = 12;
/** The fields of this page, named like their parameters. */
const FIELDS = ["against", "pairs", "sprt", "alpha", "beta", "elo_model", "confidence"];
/** Those behind the fold. */
const TESTING = ["sprt", "alpha", "beta", "elo_model", "confidence"];

const page = new RecordsPage({ name: "match", settings, restore, show, empty, example: () => {} });

/** @returns {import("./api.js").Params} */
function settings() {
  const test = field("sprt").value.trim();
  for (const name of ["alpha", "beta", "elo_model"]) {
    field(name).disabled = test === "";
  }
  const by = $$('[name="by"]:checked', HTMLInputElement).map((box) => box.value);
  /** @type {import("./api.js").Params} */
  const params = { by: by.join(",") };
  for (const name of FIELDS) {
    params[name] = field(name).disabled ? "" : field(name).value.trim();
  }
  return params;
}

/** @param {URLSearchParams} from */
function restore(from) {
  const by = (from.get("by") ?? "").split(",");
  for (const box of $$('[name="by"]', HTMLInputElement)) {
    box.checked = by.includes(box.value);
  }
  for (const name of FIELDS) {
    field(name).value = from.get(name) ?? "";
  }
  if (TESTING.some((name) => from.has(name))) {
    folded("testing").open = true;
  }
  settings();
}

function empty() {
  for (const place of ["#verdict", "#table", "#duel", "#test", "#chart", "#groups", "#left-out", "#downloads"]) {
    fill($(place));
  }
}

/**
 * @param {Document} document
 * @param {AbortSignal} signal
 */
async function show(document, signal) {
  alerts(leftOutAlert(document.read));
  const [duel] = document.duels;
  const single = document.duels.length === 1 && duel ? duel : null;
  fill($("#names"), document.players.slice(0, SHOWN).map(({ name }) => h("option", { value: name })));
  fill($("#verdict"), single ? verdict(single) : h("p", { class: "verdict" }, summary(document)));
  fill($("#table"), single ? null : tables(document));
  fill($("#duel"), single ? figures(single, document) : null);
  fill($("#test"), single?.sprt ? test(single.sprt) : null);
  fill($("#groups"), document.duels.slice(0, SHOWN).flatMap((one) => groups(one, single === null).flat()));
  const apart = Object.values(document.apart).reduce((sum, count) => sum + count, 0);
  const counts = { elsewhere: document.elsewhere, nameless: document.nameless, apart, unwanted: document.unwanted };
  const said = Object.entries(counts).filter(([, games]) => games > 0);
  leftOut($("#left-out"), document.read, said.map(([key, games]) => word(`match.${key}`, { games: whole(games) })));
  page.downloads([
    { format: "json", file: "match.json" },
    { format: "csv", file: "match.csv" },
  ]);
  await course(single, signal);
}

/** @param {Document} document */
function summary(document) {
  const line = word("match.table", { games: whole(document.games), players: whole(document.players.length) });
  return line + word("match.matches", { count: whole(document.duels.length) });
}

/** @param {number} x */
function elo(x) {
  const text = number(x, 1).replace("-", "−");
  return x > 0 ? `+${text}` : text;
}

/** @param {(number | null)[]} interval */
function between([low = null, high = null]) {
  return `${low === null ? "−∞" : elo(low)} – ${high === null ? "+∞" : elo(high)}`;
}

/** @param {number | null} x */
function shown(x) {
  return x === null ? "–" : hundredths(x);
}

/** What pairs say where there are any, else what games say. @param {Duel} duel */
function best(duel) {
  return duel.pairs ? duel.pairs.figures : duel.by_games;
}

/** Who is stronger, by how much, and whether to stop. @param {Duel} duel */
function verdict(duel) {
  const { player, opponent } = duel;
  const found = best(duel);
  const [low = null, high = null] = found.elo_interval;
  const round = (/** @type {number | null} */ x) => (x === null ? "∞" : whole(Math.round(Math.abs(x))));
  const signed = (/** @type {number | null} */ x, /** @type {string} */ end) => (x === null ? end : `${x > 0 ? "+" : x < 0 ? "−" : ""}${round(x)}`);
  let sentence;
  if (found.elo === null) {
    const won = duel.results.losses === 0;
    sentence = word("match.every_point", { name: won ? player : opponent, least: round(won ? low : high) });
  } else if (low !== null && high !== null && (low > 0 || high < 0)) {
    const won = low > 0;
    sentence = word("match.stronger", {
      stronger: won ? player : opponent,
      weaker: won ? opponent : player,
      elo: round(found.elo),
      low: round(won ? low : high),
      high: round(won ? high : low),
    });
  } else {
    sentence = word("match.unclear", {
      player,
      opponent,
      elo: signed(found.elo, ""),
      low: signed(low, "−∞"),
      high: signed(high, "∞"),
      los: shown(found.los),
    });
  }
  return [h("p", { class: "verdict" }, sentence), duel.sprt ? h("p", { class: "decision" }, decision(duel.sprt)) : null];
}

/** What the test says. @param {Sprt} sprt */
function decision({ plan, decision, expected }) {
  const hypotheses = { elo0: String(plan.elo0), elo1: String(plan.elo1) };
  if (decision !== "continue") {
    return word(`match.${decision}`, hypotheses);
  }
  return expected ? word("match.continue_for", { games: about(expected.as_now) }) : word("match.continue");
}

/** A count in running text, with two digits; Japanese has a space behind it. @param {number} games */
function about(games) {
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(games, 1))) - 1);
  return whole(Math.round(games / digit) * digit) + (document.documentElement.lang === "ja" ? " " : "");
}

/** @param {Results} results */
function cells({ wins, draws, losses }) {
  const games = wins + draws + losses;
  const points = wins + draws / 2;
  return [...[games, wins, draws, losses].map(whole), String(points), games > 0 ? hundredths(points / games) : "–"];
}

/** @param {string[]} keys */
function header(keys) {
  return keys.map((key) => word(`match.column.${key}`));
}

/** @param {string} name */
function named(name) {
  return h("bdi", { class: "name" }, name);
}

const RESULTS = ["games", "wins", "draws", "losses", "points", "score"];

/**
 * The results, and what they say in single games and in pairs.
 * @param {Duel} duel
 * @param {Document} document
 */
function figures(duel, document) {
  const { player, opponent, pairs } = duel;
  const title = word("match.between", { player, opponent });
  const sides = [
    [named(player), ...cells(duel.results)],
    [word("match.side.first"), ...cells(duel.as_first)],
    [word("match.side.second"), ...cells(duel.as_second)],
  ];
  const row = (/** @type {string} */ key, /** @type {Figures} */ found) => [
    word(`match.by.${key}`),
    found.elo === null ? "–" : elo(found.elo),
    between(found.elo_interval),
    found.normalized_elo === null ? "–" : elo(found.normalized_elo),
    between(found.normalized_elo_interval),
    shown(found.los),
  ];
  const rows = [row("games", duel.by_games), ...(pairs ? [row("pairs", pairs.figures)] : [])];
  const [low = 0, high = 1] = duel.draw_rate.wilson;
  const shares = word("match.shares", {
    first: shown(duel.first_score),
    draws: shown(duel.draw_rate.rate),
    low: hundredths(low),
    high: hundredths(high),
  });
  const level = word("match.level", { level: String(Number((100 * document.confidence).toFixed(4))) });
  return [
    h("h2", null, title),
    scrolling(title, table([word("match.column.name"), ...header(RESULTS)], sides)),
    h("p", { class: "note" }, shares),
    scrolling(level, table(["", ...header(["elo", "interval", "nelo", "interval", "los"])], rows, { caption: level })),
    pairs ? pairsOf(pairs) : h("p", { class: "note" }, word("match.no_pairs")),
  ];
}

/** @param {NonNullable<Duel["pairs"]>} pairs */
function pairsOf({ evidence, counts, single, ratio }) {
  const said = word("match.pairs", {
    evidence: word(`match.evidence.${evidence}`),
    count: whole(counts.reduce((sum, count) => sum + count, 0)),
    counts: counts.map(whole).join(" – "),
    single: whole(single),
  });
  return h("p", { class: "note" }, said, " ", ratio === null ? null : word("match.ratio", { ratio: number(ratio, 2) }));
}

/** @param {Sprt} sprt */
function test(sprt) {
  const { plan, llr, bounds, expected } = sprt;
  const fixed = (/** @type {number | undefined} */ x) => number(x ?? 0, 2).replace("-", "−");
  const said = word("match.test", {
    elo0: String(plan.elo0),
    elo1: String(plan.elo1),
    model: word(`match.model.${plan.elo_model}`),
    alpha: String(Number((100 * plan.alpha).toFixed(4))),
    beta: String(Number((100 * plan.beta).toFixed(4))),
    unit: word(`match.by.${sprt.by_pairs ? "pairs" : "games"}`),
    llr: fixed(llr),
    low: fixed(bounds[0]),
    high: fixed(bounds[1]),
  });
  const stopped = sprt.course?.stopped;
  return [
    h("h2", null, word("match.chart.title")),
    h("p", null, said),
    stopped
      ? h("p", null, word("match.stopped", { games: whole(stopped.games), decision: stopped.decision.toUpperCase(), llr: fixed(stopped.llr) }))
      : null,
    expected
      ? h("p", null, word("match.expected", { now: about(expected.as_now), h0: about(expected.if_h0), h1: about(expected.if_h1) }))
      : null,
  ];
}

/** @param {Document} document */
function tables(document) {
  const { players, duels, elsewhere } = document;
  const square = players.length <= SQUARE && elsewhere === 0;
  const numbers = square ? players.map((_, index) => String(index + 1)) : [];
  const cell = (/** @type {string} */ one, /** @type {string} */ other) => {
    const found = duels.find(({ player, opponent }) => (player === one && opponent === other) || (player === other && opponent === one));
    if (!found) {
      return one === other ? "×" : "";
    }
    const { wins, draws, losses } = found.results;
    return `${(found.player === one ? wins : losses) + draws / 2}/${wins + draws + losses}`;
  };
  const standings = players.slice(0, SHOWN).map((player, index) => [
    String(index + 1),
    named(player.name),
    ...cells(player.results),
    ...(square ? players.map((other) => cell(player.name, other.name)) : []),
  ]);
  const matches = duels.slice(0, SHOWN).map((duel) => {
    const found = best(duel);
    return [
      named(duel.player),
      named(duel.opponent),
      ...cells(duel.results),
      found.elo === null ? "–" : elo(found.elo),
      between(found.elo_interval),
      shown(found.los),
      duel.pairs ? duel.pairs.counts.map(whole).join("-") : "–",
    ];
  });
  const [all, each] = [word("match.crosstable"), word("match.each")];
  const rest = duels.length - SHOWN;
  return [
    h("h2", null, all),
    scrolling(all, table([...header(["rank", "name", ...RESULTS]), ...numbers], standings, { words: 2 })),
    h("h2", null, each),
    scrolling(each, table(header(["player", "opponent", ...RESULTS, "elo", "interval", "los", "pairs"]), matches, { words: 2 })),
    rest > 0 ? h("p", { class: "note" }, word("rates.more", { count: whole(rest) })) : null,
  ];
}

/**
 * @param {Duel} duel
 * @param {boolean} titled whether there are more
 */
function groups(duel, titled) {
  return duel.groups.map((one) => {
    const title = word(`estimate.by.${one.by}`);
    const rows = one.rows.slice(0, SHOWN).map((group) => [
      named(group.name),
      ...cells(group.results),
      group.figures.elo === null ? "–" : elo(group.figures.elo),
      between(group.figures.elo_interval),
    ]);
    for (const key of /** @type {const} */ (["others", "unsaid"])) {
      const { wins, draws, losses } = one[key];
      if (wins + draws + losses > 0) {
        rows.push([word(`estimate.${key}`), ...cells(one[key]), "", ""]);
      }
    }
    const name = titled ? `${word("match.between", { player: duel.player, opponent: duel.opponent })}: ${title}` : title;
    return [h("h3", null, name), scrolling(name, table(["", ...header([...RESULTS, "elo", "interval"])], rows))];
  });
}

/**
 * How the test went.
 * @param {Duel | null} duel
 * @param {AbortSignal} signal
 */
async function course(duel, signal) {
  const place = $("#chart");
  if (!duel?.sprt?.course || duel.sprt.course.points.length === 0) {
    fill(place);
    return;
  }
  const answer = await send("chart/match", { ...page.params(), format: "json" }, page.games.uploads(), { signal });
  draw(place, await answer.json());
}

page.start();
