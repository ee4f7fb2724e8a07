// A series in play. Its record, sealed entry by entry, is kept by this page and goes to the server
// with every result; the server answers with the record as it is then, and keeps nothing. The
// address holds the rule, the names and the results that stand, so that a link reproduces the page.

import { Latest, aborted, get, post, reason, save, send, text } from "./api.js";
import { chart } from "./chart.js";
import { $, $$, fill, h, scrolling, table } from "./dom.js";
import { box, choice, clearError, folded, onDrop, showError } from "./form.js";
import { moment, percent, rounded, spaced, typed } from "./format.js";
import { parametersOf, spell } from "./series-words.js";
import * as state from "./state.js";
import { lang, speak, word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"live/record">["series"]["model"]} Model
 * @typedef {import("./api.js").Answer<"live"> & { exact: Model }} Live with the model of the record, which is exact
 * @typedef {Live["history"][number]} Game
 * @typedef {Game["result"]} Result
 * @typedef {Game["first"]} Side
 * @typedef {Live["chances"]} Chances
 * @typedef {NonNullable<Live["ending"]>} Ending
 * @typedef {NonNullable<Live["model"]["a_first"]>} Trio
 * @typedef {Result | Side} Reported a result as it is reported: by side, or by who won
 */

/** What unequal players have instead of p and f, or on top of them. */
const UNEQUAL = ["elo", "log_odds", "a_first", "b_first"];
const TEXTS = ["title", "a", "b", "points", "p", "f", ...UNEQUAL, "limit"];
const CHOICES = ["game", "turns", "draws", "undecided"];
/** Letters of the results in the address: those of the keys of the live screen. */
const LETTERS = { first: "f", second: "s", draw: "d", a: "a", b: "b" };
/** More results than this make addresses that not all programs take. */
const MOST_RESULTS = 400;
/** Where this browser keeps the record while the page is loaded again. */
const KEPT = "kakukin-live";
/** The view for a hall, in the address. */
const PROJECTOR = "projector";

const latest = new Latest();
const charts = new Latest();
const sentences = new Latest();
/** Between the windows of one browser, so that one on the wall follows the one on the desk. */
const windows = new BroadcastChannel(KEPT);

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
    select.value = wanted;
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
  const { exact, rule, players, title, game } = series;
  return {
    game: game ?? "",
    title,
    a: players.a,
    b: players.b,
    p: exact.p === undefined ? "" : typed(exact.p),
    f: exact.f === undefined ? "" : typed(exact.f),
    // A record calls log-odds what it called Elo up to version 0.3.
    elo: exact.lead ?? "",
    log_odds: exact.elo ?? "",
    a_first: exact.a_first ?? "",
    b_first: exact.b_first ?? "",
    ...parametersOf(rule),
  };
}

/**
 * The results that stand, as they can be reported again: where lots decided about the sides, only
 * the winner says what is meant.
 * @param {Live} series
 * @returns {Reported[]}
 */
function reported(series) {
  return series.history.map((game) => (game.decider && game.winner ? game.winner : game.result));
}

/** @param {Live} series */
function lettersOf(series) {
  return reported(series).map((result) => LETTERS[result]).join("");
}

/**
 * The results that letters stand for; null if one stands for none.
 * @param {string} letters
 * @returns {Reported[] | null}
 */
function resultsOf(letters) {
  const all = /** @type {Reported[]} */ (Object.keys(LETTERS));
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
  writeAddress();
  keep();
  windows.postMessage(record);
  put(texts(described(series)));
  show(series);
}

/** Writes into the address what a link needs to show the same. */
function writeAddress() {
  if (live) {
    const letters = lettersOf(live);
    const view = projector().open ? PROJECTOR : "";
    state.write({ ...described(live), results: letters.length > MOST_RESULTS ? "" : letters, view });
  }
}

/** The fragment of the address without how the series is looked at. */
function place() {
  const values = state.read();
  values.delete("view");
  return values.toString();
}

/** Keeps the record for when this page is loaded again. */
function keep() {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ at: place(), record }));
  } catch {
    // The address has the results all the same.
  }
}

/** The record that this page was left with, if it was. */
function kept() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
    return stored?.at === place() && place() !== "" ? String(stored.record) : null;
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
 * @param {Reported[]} results
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
    if (live && !start.points) {
      fill($("#said"), word("live.recommended", { points: spell(live.rule) }));
    }
  });
}

/** What goes with an entry. */
function note() {
  return { by: box("by").value.trim(), comment: box("comment").value.trim() };
}

/**
 * Enters a result.
 * @param {Reported} result
 * @param {HTMLButtonElement} button
 * @param {boolean} byKey whether the keyboard pressed it
 */
async function add(result, button, byKey) {
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
      fill($("#said"), word("live.recorded", { game: last.game, result: outcome(live, last.result, last.first, last.decider) }));
    }
  });
  // Who types goes on where he was; a finger leaves nothing behind on the next result.
  if (byKey) {
    (button.checkVisibility() ? button : $("#undo")).focus();
  } else {
    button.blur();
  }
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
  speak(series.game ?? "");
  const scale = series.rule.scale ?? 1;
  const points = (/** @type {number} */ x) => String(x / scale);
  const { ending } = series;
  $("#series").hidden = false;
  // From now on the scoreboard comes first.
  $("#after").append($("#setup"));
  const begun = series.audit.length > 0;
  fill($("#begin"), word(begun ? "live.begin_again" : "live.apply"));
  fill($("#fixed"), word(begun ? "live.fixed" : "live.a_is_first"));
  fill($("#heading"), series.title ?? word("live.heading"));
  $("#lead").hidden = true;
  fill($("#score"), ...scoreboard(series, points));
  bar($("#bar"), series);
  fill($("#ended"), ending ? ended(series, ending) : "");
  fill($("#coming"), coming(series));
  project(series, points);
  buttons(series);
  needs(series, points);
  chances(series, points);
  history(series, points);
  void words(series);
  void line(series);
  $("#undo", HTMLButtonElement).disabled = series.history.length === 0;
}

/**
 * Both players with their points, and the target between them. In what decides at equal points
 * lots decide about the sides.
 * @param {Live} series
 * @param {(x: number) => string} points
 * @param {string} [prefix] of the ids, where there are two of them
 */
function scoreboard(series, points, prefix = "") {
  const { ending, decider } = series;
  const first = decider ? null : series.next_first;
  const side = (/** @type {Side} */ one) => {
    const [name, count] = [named(series, one), points(series.score[one])];
    return h(
      "div",
      { class: `side${first === one ? " first" : ""}${ending?.winner === one ? " winner" : ""}`, id: `${prefix}side-${one}` },
      h("div", { class: "name" }, name),
      h("div", { class: "count", role: "img", "aria-label": `${word("live.points_of", { name })}: ${count}` }, count),
      first ? h("div", { class: first === one ? "turn" : "turn not" }, word(first === one ? "live.first" : "live.second")) : null,
    );
  };
  return [side("a"), h("div", { class: "target" }, word("live.score", { target: points(series.rule.target) })), side("b")];
}

/**
 * What comes next.
 * @param {Live} series
 */
function coming(series) {
  const { next_first, decider, played_again } = series;
  const { counted, limit } = series.games;
  if (!next_first) {
    return word("live.over", { game: counted });
  }
  if (decider) {
    return word(`live.decider.${decider}`);
  }
  const players = { first: named(series, next_first), second: named(series, next_first === "a" ? "b" : "a") };
  return word(played_again ? "live.again" : "live.coming", { game: counted + 1, limit, ...players });
}

/**
 * The chances as a bar between the two.
 * @param {HTMLElement} place
 * @param {Live} series
 */
function bar(place, series) {
  const { a, b, none } = series.chances;
  const part = (/** @type {string} */ name, /** @type {number} */ share) => {
    const piece = h("span", { class: `part ${name}` });
    piece.style.flexGrow = String(share);
    return piece;
  };
  const said = { a: named(series, "a"), b: named(series, "b"), a_chance: percent(a, 1), b_chance: percent(b, 1), none: percent(none, 1) };
  place.setAttribute("role", "img");
  place.setAttribute("aria-label", word("live.chances_now", said));
  fill(
    place,
    h("span", { class: "chance a" }, percent(a, 1)),
    h("span", { class: "parts" }, part("a", a), part("none", none), part("b", b)),
    h("span", { class: "chance b" }, percent(b, 1)),
    none >= 0.0005 ? h("span", { class: "chance none" }, `${word("term.none")} ${percent(none, 1)}`) : null,
  );
}

/** The scoreboard for the hall. */
function projector() {
  return $("#projector", HTMLDialogElement);
}

/**
 * @param {Live} series
 * @param {(x: number) => string} points
 */
function project(series, points) {
  fill($("#projector-title"), series.title ?? word("live.title"));
  fill($("#projector-score"), ...scoreboard(series, points, "projector-"));
  fill($("#projector-coming"), series.ending ? ended(series, series.ending) : coming(series));
  bar($("#projector-bar"), series);
}

/** Shows the scoreboard alone, on the whole screen where the browser allows it. */
function enterProjector() {
  projector().showModal();
  projector().focus();
  writeAddress();
  // Only a press may ask for the whole screen; the window is enough else.
  if (navigator.userActivation?.isActive) {
    document.documentElement.requestFullscreen?.().catch(() => {});
  }
}

/**
 * @param {Live} series
 * @param {Ending} ending
 */
function ended(series, ending) {
  if (ending.winner === null) {
    return word("live.ended.none");
  }
  const way = series.rule.undecided ?? "";
  const decided = ["lot", "second"].includes(way) ? `by_${way}` : "by_decider";
  const kind = ending.clinched ? "clinched" : ending.result.replace(/^[ab]_/, "").replace("by_decider", decided);
  return word(`live.ended.${kind}`, { name: named(series, ending.winner) });
}

/**
 * A result in words.
 * @param {Live} series
 * @param {Result} result
 * @param {Side} first
 * @param {Live["decider"]} [decider] what decides at equal points, if this is its result
 */
function outcome(series, result, first, decider) {
  if (result === "draw") {
    return word("term.draw");
  }
  const winner = result === "first" ? first : first === "a" ? "b" : "a";
  const name = named(series, winner);
  if (decider) {
    return word(decider === "lot" ? "live.result.lot" : "live.result.decider", { name });
  }
  return word(`live.won_${result}`, { name });
}

/**
 * What the buttons say: A's stays on the left, B's on the right.
 * @param {Live} series
 */
function buttons(series) {
  const { next_first: first, decider } = series;
  $("#buttons").hidden = first === null;
  if (first === null) {
    return;
  }
  const of = { a: first === "a" ? "first" : "second", draw: "draw", b: first === "b" ? "first" : "second" };
  for (const [place, result] of /** @type {["a" | "draw" | "b", Result][]} */ (Object.entries(of))) {
    const button = $(`#result-${place}`, HTMLButtonElement);
    button.hidden = !series.next.some((next) => next.result === result);
    button.dataset.result = decider && place !== "draw" ? place : result;
    fill(button, outcome(series, result, first, decider));
  }
}

/**
 * @param {Live} series
 * @param {(x: number) => string} points
 */
function needs(series, points) {
  // What decides at equal points is said above.
  const lines = (series.decider ? [] : (series.needs ?? [])).map((need, k) => {
    const name = named(series, k === 0 ? "a" : "b");
    return h("li", null, word(`live.need.${need.kind}`, { name, points: points(need.points), wins: need.wins ?? "" }));
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
  // Where somebody always wins, no column says how often nobody does.
  const open = [series.chances, ...series.next.map((next) => next.chances)].some((at) => at.none > 1e-12);
  const of = (/** @type {Chances} */ at) => [percent(at.a, 1), percent(at.b, 1), ...(open ? [percent(at.none, 1)] : [])];
  const score = (/** @type {{ a: number, b: number }} */ at) => `${points(at.a)} : ${points(at.b)}`;
  const first = series.next_first;
  const rows = [[word("live.now_row"), "", score(series.score), ...of(series.chances)]];
  if (first !== null) {
    for (const next of series.next) {
      const then = score(next.score) + (next.ending ? word("live.next_ends") : "");
      rows.push([outcome(series, next.result, first, series.decider), percent(next.probability, 1), then, ...of(next.chances)]);
    }
  }
  const header = [word("live.next_result"), word("live.next_probability"), word("live.next_score"), named(series, "a"), named(series, "b"), ...(open ? [word("term.none")] : [])];
  fill($("#next"), scrolling(word("live.next_caption"), table(header, rows, { caption: first === null ? null : word("live.next_caption") })));
}

/**
 * @param {Live} series
 * @param {(x: number) => string} points
 */
function history(series, points) {
  const rows = series.history.map((game) => [
    game.decider ? "+" : String(game.game),
    game.decider ? "" : named(series, game.first),
    outcome(series, game.result, game.first, game.decider) + (game.counts || (game.decider && game.winner) ? "" : ` (${word("live.uncounted")})`),
    `${points(game.score.a)} : ${points(game.score.b)}`,
    percent(game.chances.a, 1),
    percent(game.chances.b, 1),
    [enteredAt(game.at), game.comment ? h("span", { class: "remark" }, game.comment) : null],
  ]);
  const header = [word("term.game"), word("term.first"), word("term.result"), word("term.points"), named(series, "a"), named(series, "b"), word("live.at")];
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
 * The moment of an entry. A phone has no room for the year.
 * @param {string} stamp
 */
function enteredAt(stamp) {
  const [, year, day, time] = /^(\d+-)(\S+) (.*)$/.exec(moment(stamp)) ?? [];
  return h("span", { class: "at" }, h("span", null, h("span", { class: "year" }, year), day), " ", h("span", null, time));
}

/**
 * How one game goes, in sentences.
 * @param {Live} series
 */
function premises(series) {
  const { p, f } = described(series);
  const { elo, log_odds, a_first, b_first } = series.model;
  const trio = (/** @type {Trio} */ { first, draw, second }, /** @type {number} */ score) => ({
    first: percent(first),
    draw: percent(draw),
    second: percent(second),
    score: percent(score),
  });
  return [
    ...(p === "" ? [] : [word("live.rates", { p: spaced(p), f: spaced(f) })]),
    ...(elo === undefined ? [] : [word(elo < 0 ? "model.elo_lower" : "model.elo_higher", { elo: Math.abs(elo), score: percent(1 / (1 + 10 ** (-elo / 400))) })]),
    ...(log_odds === undefined ? [] : [word(log_odds < 0 ? "model.log_odds_lower" : "model.log_odds_higher", { points: Math.abs(log_odds) })]),
    ...(a_first ? [word("model.a_first", trio(a_first, a_first.score))] : []),
    ...(b_first ? [word("model.b_first", trio(b_first, 1 - b_first.score))] : []),
  ];
}

/**
 * The rule as the announcement has it.
 * @param {Live} series
 */
async function words(series) {
  const params = { game: series.game ?? "", ...parametersOf(series.rule) };
  fill($("#rates"), premises(series).join(lang === "ja" ? "" : " "));
  try {
    const said = await sentences.run((signal) => get("rule", params, { signal }));
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
  const result = reported(series);
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
  const onTheWall = from.get("view") === PROJECTOR;
  if (rest !== null) {
    await doing((signal) => take(rest, signal));
    folded("setup").open = false;
    look(onTheWall);
    return;
  }
  if (!from.has("points")) {
    return;
  }
  put((name) => from.get(name) ?? "");
  speak(choice("game").value);
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
  look(onTheWall);
}

/**
 * Takes the view that the address asks for.
 * @param {boolean} onTheWall
 */
function look(onTheWall) {
  if (live && onTheWall && !projector().open) {
    enterProjector();
  }
}

/** Whether two records are of the same series: they begin with the same seal. @param {string} other */
function sameSeries(other) {
  const seal = (/** @type {string} */ text) => JSON.parse(text).series?.seal;
  return record !== null && seal(record) === seal(other);
}

$("#start", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  if (mayDiscard()) {
    fill($("#said"));
    void begin(typedIn(), []);
  }
});
// A game brings its rates, and what its players call the sides.
choice("game").addEventListener("change", () => {
  const { p, f } = choice("game").selectedOptions[0]?.dataset ?? {};
  if (p !== undefined) {
    box("p").value = rounded(p);
    box("f").value = rounded(f ?? "0");
  }
  // A series in play goes on as it began.
  if ((live?.audit.length ?? 0) === 0) {
    speak(choice("game").value);
  }
});
$("#undo").addEventListener("click", () => void undo());
for (const button of $$("#buttons button", HTMLButtonElement)) {
  button.addEventListener("click", (event) => void add(/** @type {Reported} */ (button.dataset.result), button, event.detail === 0));
}
$("#project").addEventListener("click", enterProjector);
$("#leave").addEventListener("click", () => projector().close());
projector().addEventListener("close", () => {
  writeAddress();
  if (document.fullscreenElement) {
    void document.exitFullscreen();
  }
  $("#project").focus();
});
// It gets the record of this window, and follows it from then on.
$("#window").addEventListener("click", () => {
  const link = location.href;
  projector().close();
  window.open(link, PROJECTOR, "popup,width=1280,height=720");
});
windows.addEventListener("message", ({ data }) => {
  if (projector().open && typeof data === "string" && data !== record && sameSeries(data)) {
    void doing((signal) => take(data, signal));
  }
});
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
