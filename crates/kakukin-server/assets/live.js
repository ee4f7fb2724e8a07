// A series in play. Its record, sealed entry by entry, is kept by this page and goes to the server
// with every result; the server answers with the record as it is then, and keeps nothing. The
// address holds the rule, the names and the results that stand, so that a link reproduces the page.

import { Latest, aborted, get, post, reason, save, send, text } from "./api.js";
import { chart } from "./chart.js";
import { $, $$, fill, h, scrolling, table } from "./dom.js";
import { box, choice, clearError, folded, onDrop, showError } from "./form.js";
import { moment, percent, typed } from "./format.js";
import { policy, spell } from "./series-words.js";
import * as state from "./state.js";
import { lang, word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"live/record">["series"]["model"]} Model
 * @typedef {import("./api.js").Answer<"live"> & { exact: Model }} Live with the model of the record, which is exact
 * @typedef {Live["history"][number]} Game
 * @typedef {Game["result"]} Result
 * @typedef {Game["first"]} Side
 * @typedef {Live["chances"]} Chances
 * @typedef {NonNullable<Live["ending"]>} Ending
 * @typedef {NonNullable<Live["model"]["a_first"]>} Trio
 */

/** What unequal players have instead of p and f, or on top of them. */
const UNEQUAL = ["elo", "a_first", "b_first"];
const TEXTS = ["title", "a", "b", "points", "p", "f", ...UNEQUAL, "limit"];
const CHOICES = ["turns", "draws"];
/** Letters of the results in the address: those of the keys of the live screen. */
const LETTERS = { first: "f", second: "s", draw: "d" };
/** More results than this make addresses that not all programs take. */
const MOST_RESULTS = 400;
/** Where this browser keeps the record while the page is loaded again. */
const KEPT = "kakukin-live";

const latest = new Latest();
const charts = new Latest();
const sentences = new Latest();

/** @type {string | null} */
let record = null;
/** @type {Live | null} */
let live = null;

/**
 * Values by their names, as the form holds them; what is not set is empty.
 * @param {Record<string, unknown>} values
 * @returns {(name: string) => string}
 */
function texts(values) {
  return (name) => String(values[name] || "");
}

/**
 * Whether the form holds anything but this series.
 * @param {Live} series
 */
function edited(series) {
  const [now, shown] = [texts(typedIn()), texts(described(series))];
  return [...TEXTS, ...CHOICES, "clinch"].some((name) => now(name) !== shown(name));
}

/** Whether a series with results may be given up. */
function mayDiscard() {
  return (live?.history.length ?? 0) === 0 || window.confirm(word("live.confirm"));
}

/** The rule and the names that the form holds. */
function typedIn() {
  return {
    ...Object.fromEntries(TEXTS.map((name) => [name, box(name).value.trim()])),
    ...Object.fromEntries(CHOICES.map((name) => [name, choice(name).value])),
    clinch: box("clinch").checked,
  };
}

/**
 * Puts rule and names into the form.
 * @param {(name: string) => string} value
 */
function put(value) {
  for (const name of TEXTS) {
    box(name).value = value(name);
  }
  for (const name of CHOICES) {
    const select = choice(name);
    const wanted = value(name);
    // An order or a policy that is not in the list is one of its own.
    if (wanted && ![...select.options].some((option) => option.value === wanted)) {
      select.append(h("option", { value: wanted }, wanted));
    }
    select.value = wanted || (name === "turns" ? "alternating" : "pass");
  }
  box("clinch").checked = value("clinch") !== "";
  // What is set is not hidden.
  if (UNEQUAL.some((name) => value(name) !== "")) {
    folded("unequal").open = true;
  }
}

/**
 * A series as parameters of the API and of the address.
 * @param {Live} series
 */
function described(series) {
  const { exact, rule, players, title } = series;
  return {
    title,
    a: players.a,
    b: players.b,
    p: exact.p === undefined ? "" : typed(exact.p),
    f: exact.f === undefined ? "" : typed(exact.f),
    elo: exact.elo ?? "",
    a_first: exact.a_first ?? "",
    b_first: exact.b_first ?? "",
    points: spell(rule),
    turns: rule.turns,
    draws: policy(rule),
    limit: rule.limit,
    clinch: rule.clinch,
  };
}

/** @param {Live} series */
function lettersOf(series) {
  return series.history.map((game) => LETTERS[game.result]).join("");
}

/**
 * The results that letters stand for; null if one stands for none.
 * @param {string} letters
 * @returns {Result[] | null}
 */
function resultsOf(letters) {
  const all = /** @type {Result[]} */ (Object.keys(LETTERS));
  const results = [...letters].flatMap((letter) => all.find((result) => LETTERS[result] === letter) ?? []);
  return results.length === letters.length ? results : null;
}

/**
 * @param {string} sealed
 * @param {string} [name]
 */
function file(sealed, name = "record.json") {
  return [{ name, text: sealed }];
}

/**
 * Makes a record what the page shows.
 * @param {string} sealed
 * @param {AbortSignal} signal
 * @param {string} [name]
 */
async function take(sealed, signal, name) {
  const document = await post("live", {}, file(sealed, name), { signal });
  // The document rounds games that are given outright; the record does not.
  const series = { ...document, exact: JSON.parse(sealed).series.model };
  record = sealed;
  live = series;
  const long = series.history.length > MOST_RESULTS;
  $("#too-long").hidden = !long;
  const values = { ...described(series), results: long ? "" : lettersOf(series) };
  state.write(values);
  keep();
  put(texts(described(series)));
  show(series);
}

/** Keeps the record for when this page is loaded again. */
function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ at: location.hash, record }));
  } catch {
    // The address has the results all the same.
  }
}

/** The record that this page was left with, if it was. */
function kept() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return stored?.at === location.hash && location.hash !== "" ? String(stored.record) : null;
  } catch {
    return null;
  }
}

/**
 * Does something with the record; an error is shown.
 * @param {(signal: AbortSignal) => Promise<void>} work
 */
async function doing(work) {
  const buttons = $$("#buttons button, #undo, #begin", HTMLButtonElement);
  for (const button of buttons) {
    button.disabled = true;
  }
  try {
    clearError();
    await latest.run(work);
  } catch (error) {
    if (!aborted(error)) {
      showError(error);
    }
  } finally {
    for (const button of buttons) {
      button.disabled = false;
    }
    $("#undo", HTMLButtonElement).disabled = (live?.history.length ?? 0) === 0;
  }
}

/**
 * Begins a series with these results.
 * @param {import("./api.js").Params} start
 * @param {Result[]} results
 */
function begin(start, results) {
  return doing(async (signal) => {
    // Sealed, so byte for byte.
    let sealed = await text("live/record", start, { signal });
    if (results.length > 0) {
      // When they were played nobody knows any more.
      const comment = word("live.from_link");
      const response = await send("live/record", { result: results, comment }, file(sealed), { signal });
      sealed = await response.text();
    }
    await take(sealed, signal);
    folded("setup").open = false;
  });
}

/** What goes with an entry. */
function note() {
  return { by: box("by").value.trim(), comment: box("comment").value.trim() };
}

/** @param {Result} result */
async function add(result) {
  const before = live;
  const kept = record;
  if (!before || kept === null) {
    return;
  }
  await doing(async (signal) => {
    // Until the first result everything can be changed, so what is typed holds.
    const anew = before.audit.length === 0 && edited(before);
    const sealed = anew ? await text("live/record", typedIn(), { signal }) : kept;
    const response = await send("live/record", { result, ...note() }, file(sealed), { signal });
    await take(await response.text(), signal);
    box("comment").value = "";
    if (before.audit.length === 0) {
      folded("setup").open = false;
    }
    const last = live?.history.at(-1);
    if (live && last) {
      fill($("#said"), word("live.recorded", { game: before.games.counted + 1, result: outcome(live, result, last.first) }));
    }
  });
  const next = document.querySelector("#buttons button");
  (next instanceof HTMLButtonElement ? next : $("#undo")).focus();
}

async function undo() {
  const last = live?.history.at(-1);
  const sealed = record;
  if (!last || sealed === null) {
    return;
  }
  await doing(async (signal) => {
    const response = await send("live/record", { undo: true, ...note() }, file(sealed), { signal });
    await take(await response.text(), signal);
    box("comment").value = "";
    fill($("#said"), word("live.undone", { game: last.game }));
  });
}

/**
 * @param {Live} series
 * @param {Side} side
 */
function named(series, side) {
  return series.players[side] ?? word(`player.${side}`);
}

/** @param {Live} series */
function show(series) {
  const scale = series.rule.scale ?? 1;
  const points = (/** @type {number} */ x) => String(x / scale);
  const { ending, next_first } = series;
  $("#series").hidden = false;
  const begun = series.audit.length > 0;
  fill($("#begin"), word(begun ? "live.begin_again" : "live.apply"));
  fill($("#fixed"), word(begun ? "live.fixed" : "live.a_is_first"));
  fill($("#heading"), series.title ?? word("live.heading"));
  $("#lead").hidden = true;
  const side = (/** @type {Side} */ one) =>
    h(
      "div",
      { class: `side${next_first === one ? " first" : ""}${ending?.winner === one ? " winner" : ""}`, id: `side-${one}` },
      h("div", { class: "name" }, named(series, one)),
      h("div", { class: "count", "aria-label": `${word("live.points_of", { name: named(series, one) })}: ${points(series.score[one])}` }, points(series.score[one])),
      next_first ? h("div", { class: next_first === one ? "turn" : "turn not" }, word(next_first === one ? "live.first" : "live.second")) : null,
    );
  fill($("#score"), side("a"), h("div", { class: "target" }, word("live.score", { target: points(series.rule.target) })), side("b"));
  fill($("#ended"), ending ? ended(series, ending) : "");
  const players = next_first ? { first: named(series, next_first), second: named(series, next_first === "a" ? "b" : "a") } : null;
  const { counted, limit } = series.games;
  fill(
    $("#coming"),
    players ? word(series.played_again ? "live.again" : "live.coming", { game: counted + 1, limit, ...players }) : word("live.over", { game: counted }),
  );
  buttons(series);
  needs(series, points);
  chances(series, points);
  history(series, points);
  void words(series);
  void line(series);
  $("#undo", HTMLButtonElement).disabled = series.history.length === 0;
}

/**
 * @param {Live} series
 * @param {Ending} ending
 */
function ended(series, ending) {
  if (ending.winner === null) {
    return word("live.ended.none");
  }
  const key = ending.clinched ? "live.ended.clinched" : ending.result.endsWith("on_points") ? "live.ended.on_points" : "live.ended.reached";
  return word(key, { name: named(series, ending.winner) });
}

/**
 * A result in words.
 * @param {Live} series
 * @param {Result} result
 * @param {Side} first
 */
function outcome(series, result, first) {
  if (result === "draw") {
    return word("term.draw");
  }
  const winner = result === "first" ? first : first === "a" ? "b" : "a";
  return word(`live.won_${result}`, { name: named(series, winner) });
}

/** @param {Live} series */
function buttons(series) {
  const first = series.next_first;
  fill(
    $("#buttons"),
    first === null
      ? null
      : series.next.map(({ result }) => {
          const words = outcome(series, result, first);
          return h("button", { type: "button", class: "button", id: `result-${result}`, onclick: () => void add(result) }, words);
        }),
  );
}

/**
 * @param {Live} series
 * @param {(x: number) => string} points
 */
function needs(series, points) {
  const lines = (series.needs ?? []).map((need, k) => {
    const name = named(series, k === 0 ? "a" : "b");
    const key = need.wins === null ? "live.need_more" : need.wins === 1 ? "live.need_one" : "live.need";
    return h("li", null, word(key, { name, points: points(need.points), wins: need.wins ?? "" }));
  });
  const part = $("#needs").closest("section");
  if (part) {
    part.hidden = lines.length === 0;
  }
  fill($("#needs"), lines);
}

/**
 * @param {Live} series
 * @param {(x: number) => string} points
 */
function chances(series, points) {
  const of = (/** @type {Chances} */ at) => [percent(at.a, 1), percent(at.b, 1), percent(at.none, 1)];
  const score = (/** @type {{ a: number, b: number }} */ at) => `${points(at.a)} : ${points(at.b)}`;
  const first = series.next_first;
  const rows = [[word("live.now_row"), "", score(series.score), ...of(series.chances)]];
  if (first !== null) {
    for (const next of series.next) {
      const then = score(next.score) + (next.ending ? word("live.next_ends") : "");
      rows.push([outcome(series, next.result, first), percent(next.probability, 1), then, ...of(next.chances)]);
    }
  }
  const header = [word("live.next_result"), word("live.next_probability"), word("live.next_score"), named(series, "a"), named(series, "b"), word("term.none")];
  fill($("#next"), scrolling(word("live.next_caption"), table(header, rows, { caption: first === null ? null : word("live.next_caption") })));
}

/**
 * @param {Live} series
 * @param {(x: number) => string} points
 */
function history(series, points) {
  const rows = series.history.map((game) => [
    String(game.game),
    named(series, game.first),
    outcome(series, game.result, game.first) + (game.counts ? "" : ` (${word("live.uncounted")})`),
    `${points(game.score.a)} : ${points(game.score.b)}`,
    percent(game.chances.a, 1),
    percent(game.chances.b, 1),
    moment(game.at),
    game.comment ?? "",
  ]);
  const header = [word("term.game"), word("term.first"), word("term.result"), word("term.points"), named(series, "a"), named(series, "b"), word("live.at"), word("live.comment")];
  fill(
    $("#history"),
    rows.length === 0 ? h("p", { class: "note" }, word("live.no_results")) : scrolling(`${word("live.history")}: ${word("common.as_table")}`, table(header, rows, { words: 3 })),
  );
  const entry = series.audit.at(-1)?.number;
  const seal = `${series.seal.slice(0, 16)} …`;
  fill($("#seal"), entry === undefined ? word("live.seal_none", { seal }) : word("live.seal", { entry, seal }));
  $("#seal").title = series.seal;
}

/**
 * How one game goes, in sentences.
 * @param {Live} series
 */
function premises(series) {
  const { p, f } = described(series);
  const { elo, a_first, b_first } = series.model;
  const trio = (/** @type {Trio} */ { first, draw, second }) => ({ first: percent(first), draw: percent(draw), second: percent(second) });
  return [
    ...(p === "" ? [] : [word("live.rates", { p, f })]),
    ...(elo === undefined ? [] : [word(elo < 0 ? "model.elo_lower" : "model.elo_higher", { elo: Math.abs(elo) })]),
    ...(a_first ? [word("model.a_first", trio(a_first))] : []),
    ...(b_first ? [word("model.b_first", trio(b_first))] : []),
  ];
}

/**
 * The rule as the announcement has it.
 * @param {Live} series
 */
async function words(series) {
  const { points, turns, draws, limit, clinch } = described(series);
  fill($("#rates"), premises(series).join(lang === "ja" ? "" : " "));
  try {
    const said = await sentences.run((signal) => get("rule", { points, turns, draws, limit, clinch }, { signal }));
    if (said !== undefined) {
      fill($("#sentences"), said.sentences.join(lang === "ja" ? "" : " "));
    }
  } catch (error) {
    fill($("#sentences"), reason(error));
  }
}

/**
 * The chances from the start on.
 * @param {Live} series
 */
async function line(series) {
  const place = $("#chart");
  if (series.history.length > MOST_RESULTS) {
    fill(place);
    return;
  }
  const result = series.history.map((game) => game.result);
  try {
    await charts.run((signal) => chart(place, "chart/live", { ...described(series), result }, { signal }));
  } catch (error) {
    fill(place, h("p", { class: "note" }, reason(error)));
  }
}

/** @param {File | undefined} chosen */
async function open(chosen) {
  if (!chosen || !mayDiscard()) {
    return;
  }
  await doing(async (signal) => {
    await take(await chosen.text(), signal, chosen.name);
    folded("setup").open = false;
    fill($("#said"), word("live.opened", { file: chosen.name, games: live?.history.length ?? 0 }));
    $("#heading").scrollIntoView({ block: "start" });
  });
}

/** Shows what the address says. */
async function recall() {
  const from = state.read();
  fill($("#said"));
  const rest = kept();
  if (rest !== null) {
    await doing((signal) => take(rest, signal));
    folded("setup").open = false;
    return;
  }
  if (!from.has("points")) {
    return;
  }
  put((name) => from.get(name) ?? "");
  const letters = from.get("results") ?? "";
  const results = resultsOf(letters);
  if (results === null) {
    showError(null, word("live.damaged", { results: letters }));
    folded("setup").open = true;
    return;
  }
  await begin(typedIn(), results);
  // Names are wanted before the first game.
  folded("setup").open = letters === "";
}

$("#start", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  if (mayDiscard()) {
    fill($("#said"));
    void begin(typedIn(), []);
  }
});
$("#undo").addEventListener("click", () => void undo());
$("#save").addEventListener("click", () => {
  if (record !== null) {
    const name = (live?.title ?? "series").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "series";
    save(`${name}.json`, record);
  }
});
$("#print").addEventListener("click", () => window.print());
box("file").addEventListener("change", () => {
  void open(box("file").files?.[0]);
  // The same file may be chosen once more.
  box("file").value = "";
});
onDrop($("#drop"), (dropped) => void open(dropped.files[0]));
for (const link of $$("header.site nav a[aria-current]")) {
  link.addEventListener("click", (event) => {
    if (!mayDiscard()) {
      event.preventDefault();
    }
  });
}
state.changed(() => void recall());
await recall();
