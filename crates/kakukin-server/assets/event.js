// The page of events: who wins, which format to have, who meets whom next. Players and results are
// pasted or dropped; they are sent with a request and nowhere stored.

import { ApiError, Latest, aborted, fetched, get, reason, save, send, stream } from "./api.js";
import { draw } from "./chart.js";
import { $, $$, debounced, fill, h } from "./dom.js";
import { showFound, showPaired, showStudy } from "./event-answer.js";
import { inWords, ruleInWords } from "./event-words.js";
import { box, choice, clearError, folded, onDrop, pick, showError } from "./form.js";
import { whole } from "./format.js";
import * as state from "./state.js";
import { parametersOf } from "./series-words.js";
import { lang, word } from "./words.js";

/**
 * @typedef {import("./api.js").Params} Params
 * @typedef {import("./api.js").Upload} Upload
 * @typedef {"study" | "find" | "pair"} Mode
 * @typedef {{ label: string, format: string, file: string, name?: string, more?: Params }} Download
 */

/** Text up to this length goes into the address. */
const LONGEST_IN_ADDRESS = 4000;
/** What pasted text is called on its way. */
const PASTED = "pasted.csv";
/** How long nothing must be typed before it is sent, in milliseconds. */
const PAUSE = 400;

/** Boxes and lists that are kept in the address by their ids, with what they hold at first. */
const KEPT = [
  "field", "spread", "format", "rounds", "groups", "passed", "holder", "stages", "rule", "limit", "own_rule", "preset", "p", "f",
  "hours", "minutes", "break", "boards", "start", "max_luck", "seeding", "final", "undecided", "simulate", "seed", "title_of", "date",
  "round_of",
];
/** What is asked of an event, but not of its bracket. */
const NOT_DRAWN = ["spread", "minutes", "break", "boards", "simulate", "seed", "holder", "exact", "start", "round"];
/** Those behind the fold. */
const MORE = ["seeding", "final", "undecided", "simulate", "seed", "title_of", "date", "round_of", "third_place", "exact", "half"];
/** Boxes to tick. */
const TICKED = ["third_place", "exact", "half"];

const latest = new Latest();
/** Whether what is asked is complete, so that its answer may take the place of the form. */
let complete = true;
/** Files that were dropped or chosen, by the box that they stand for. @type {Record<"players" | "results", File | null>} */
const files = { players: null, results: null };

/** A box or a list, by its id. @param {string} id */
function field(id) {
  return /** @type {HTMLInputElement} */ ($(`#${id}`));
}

/** What the boxes hold at first. @type {Record<string, string>} */
const usual = Object.fromEntries(KEPT.map((id) => [id, field(id).value]));

/** @returns {Mode} */
function mode() {
  return /** @type {Mode} */ ($('[name="mode"]:checked', HTMLInputElement).value);
}

/** @param {string} name */
function textarea(name) {
  return $(`#${name}`, HTMLTextAreaElement);
}

/** Whether a typical field is asked for. */
function typical() {
  return mode() !== "pair" && $('[name="who"]:checked', HTMLInputElement).value === "typical";
}

/** What is typed, or the example that stands in an empty box. @param {string} id */
function orExample(id) {
  return box(id).value.trim() || box(id).placeholder;
}

/** The stages, as they are typed. */
function stages() {
  const format = choice("format").value;
  switch (format) {
    case "swiss":
      return `swiss:${orExample("rounds")}`;
    case "groups":
      return `groups:${orExample("groups")} > ${orExample("passed")} > knockout`;
    case "challenge":
      return "league > 1 > challenge";
    case "typed":
      return box("stages").value.trim();
    default:
      return format;
  }
}

/** The value of a box that is to be seen, else nothing. @param {string} id */
function seen(id) {
  const one = field(id);
  return one.closest("[hidden]") ? "" : one.value.trim();
}

/** @param {string} id */
function ticked(id) {
  const one = box(id);
  return !one.closest("[hidden]") && one.checked;
}

/** What is asked, as parameters; the rule that is proposed is asked for first. @param {AbortSignal} signal @returns {Promise<Params>} */
async function params(signal) {
  const who = typical() ? { field: orExample("field"), spread: box("spread").value.trim() } : {};
  const asked = mode();
  const rates = { p: box("p").value.trim(), f: box("f").value.trim() };
  const paper = { title: box("title_of").value.trim(), date: box("date").value.trim() };
  if (asked === "pair") {
    return { stages: stages(), seeding: seen("seeding"), round: seen("round_of"), rule: await rules(rates, signal), final: seen("final"), ...rates, ...paper };
  }
  const common = {
    ...who,
    ...rates,
    minutes: box("minutes").value.trim(),
    break: box("break").value.trim(),
    boards: box("boards").value.trim(),
    simulate: seen("simulate"),
    seed: seen("seed"),
  };
  if (asked === "find") {
    return { ...common, hours: box("hours").value.trim(), max_luck: box("max_luck").value.trim() };
  }
  return {
    ...common,
    stages: stages(),
    rule: await rules(rates, signal),
    final: seen("final"),
    undecided: seen("undecided"),
    seeding: seen("seeding"),
    third_place: ticked("third_place"),
    holder: seen("holder"),
    exact: ticked("exact"),
    start: seen("start"),
    ...paper,
  };
}

/**
 * The rules, as they are typed: one, or one for each stage.
 * @param {{ p: string, f: string }} rates
 * @param {AbortSignal} signal
 * @returns {Promise<string[]>}
 */
async function rules(rates, signal) {
  const said = $("#rule-said");
  const kind = choice("rule").value;
  if (kind === "typed") {
    fill(said);
    return textarea("own_rule").value.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  }
  if (kind !== "proposed") {
    fill(said, kind === "epsilon" ? word("event.rule_epsilon_hint") : null);
    return [kind];
  }
  const found = await get("find", { ...rates, limit: orExample("limit"), top: 1 }, { signal });
  const [proposal] = found.rules;
  if (!proposal) {
    throw new ApiError(word("event.no_proposal"), { field: "limit" });
  }
  const { points, turns, draws, limit, undecided, clinch } = parametersOf(proposal.rule);
  const parts = [points, turns, draws === "pass" ? "" : draws, undecided === "none" ? "" : `undecided=${undecided}`, `limit=${limit}`, clinch ? "clinch" : ""];
  const rule = parts.filter((part) => part !== "").join(" ");
  fill(said, word("event.rule_is", { rule }));
  return [rule];
}

/** What is sent along. @returns {Upload[]} */
function uploads() {
  if (typical()) {
    return [];
  }
  /** @type {Upload[]} */
  const sent = [];
  /** @type {("players" | "results")[]} */
  const names = mode() === "pair" ? ["players", "results"] : ["players"];
  for (const name of names) {
    const file = files[name];
    const text = textarea(name).value;
    if (file) {
      sent.push({ part: partOf(name, file), file });
    } else if (text.trim() !== "") {
      sent.push({ part: name, name: PASTED, text });
    }
  }
  return sent;
}

/**
 * An estimate has players, too.
 * @param {string} name
 * @param {File} file
 */
function partOf(name, file) {
  return name === "players" && mode() !== "pair" && /\.json$/i.test(file.name) ? "from" : name;
}

/** Whether there is anybody to play. */
function nobody() {
  return !typical() && !files.players && textarea("players").value.trim() === "";
}

/** The name of what is asked. */
function operation() {
  return /** @type {const} */ ({ study: "event/study", find: "event/find", pair: "event/pair" })[mode()];
}

/** Shows the fields of what is asked. */
function showFields() {
  const asked = mode();
  const format = choice("format");
  for (const option of format.options) {
    option.hidden = asked === "pair" && option.dataset["paired"] === undefined;
    option.disabled = option.hidden;
  }
  if (format.selectedOptions[0]?.disabled) {
    format.value = "swiss";
  }
  for (const part of $$("#ask [data-in], #ask [data-of], #ask [data-rule]")) {
    const { in: ins, of, rule } = part.dataset;
    const here = (ins?.split(" ").includes(asked) ?? true) && (of?.split(" ").includes(format.value) ?? true) && (rule ?? choice("rule").value) === choice("rule").value;
    part.hidden = !here;
  }
  $("#own").hidden = typical();
  $("#typical").hidden = !typical();
  const lot = $("#by-lot", HTMLOptionElement);
  lot.disabled = asked === "pair";
  if (lot.disabled && choice("seeding").value === "lot") {
    choice("seeding").value = "";
  }
  // What is wrong with the format is said where it was chosen.
  const epsilon = $('#rule [value="epsilon"]', HTMLOptionElement);
  epsilon.disabled = asked === "pair" && format.value === "knockout";
  delete format.dataset["field"];
  delete box("stages").dataset["field"];
  (format.value === "typed" ? box("stages") : format).dataset["field"] = "stages";
  for (const id of ["rule", "own_rule"]) {
    delete field(id).dataset["field"];
  }
  field(choice("rule").value === "typed" ? "own_rule" : "rule").dataset["field"] = "rule";
  fill($("#format-hint"), inWords(stages()));
  fill($("#preset-source"), choice("preset").selectedOptions[0]?.dataset["source"] ?? "");
}

/** Shows which files stand for a box. */
function showFiles() {
  for (const name of /** @type {const} */ (["players", "results"])) {
    const file = files[name];
    const remove = () => {
      files[name] = null;
      showFiles();
      textarea(name).focus();
      changed(false);
    };
    textarea(name).disabled = file !== null;
    fill(
      $(`#${name}-chosen`),
      file && h("ul", { class: "files" }, h("li", null, h("span", { class: "name" }, file.name), h("button", { type: "button", class: "icon", "aria-label": word("games.remove", { file: file.name }), onclick: remove }, "×"))),
    );
  }
}

/**
 * @param {"players" | "results"} name
 * @param {File | undefined} file
 */
function take(name, file) {
  if (!file) {
    return;
  }
  const most = Number($(`#${name}-file`).dataset["mostBytes"]);
  const estimate = partOf(name, file) === "from";
  if (file.size > (estimate ? 4 * most : most)) {
    showError(new ApiError(word("event.file_too_large", { file: file.name }), { field: name }));
    return;
  }
  files[name] = file;
  if (estimate) {
    // Its own rates hold.
    [box("p").value, box("f").value, choice("preset").value] = ["", "", ""];
  }
  showFiles();
  complete = true;
  changed(true);
}

function remember() {
  /** @type {Record<string, string | boolean>} */
  const kept = { mode: mode() === "study" ? "" : mode(), who: typical() ? "typical" : "" };
  for (const id of KEPT) {
    const value = field(id).value;
    // An empty box is something else than one that nobody touched.
    kept[id] = value === usual[id] ? "" : value.trim() === "" ? "-" : value;
  }
  for (const id of TICKED) {
    kept[id] = box(id).checked;
  }
  for (const name of ["players", "results"]) {
    const text = textarea(name).value;
    kept[name] = text.length <= LONGEST_IN_ADDRESS ? text : "";
  }
  state.write(kept);
}

/** Whether the address has all that was given. */
function inAddress() {
  const short = (/** @type {"players" | "results"} */ name) => !files[name] && textarea(name).value.length <= LONGEST_IN_ADDRESS;
  return short("players") && (mode() !== "pair" || short("results"));
}

function restore() {
  const from = state.read();
  const choose = (/** @type {string} */ name, /** @type {string} */ value) => {
    for (const radio of $$(`[name="${name}"]`, HTMLInputElement)) {
      radio.checked = radio.value === value;
    }
  };
  const wanted = from.get("mode") ?? "";
  choose("mode", ["find", "pair"].includes(wanted) ? wanted : "study");
  choose("who", from.get("who") === "typical" ? "typical" : "own");
  for (const id of KEPT) {
    const value = from.get(id);
    const text = value === null ? (usual[id] ?? "") : value === "-" ? "" : value;
    if (field(id) instanceof HTMLSelectElement) {
      pick(id, text);
    } else {
      field(id).value = text;
    }
  }
  for (const id of TICKED) {
    box(id).checked = from.has(id);
  }
  [files.players, files.results] = [null, null];
  for (const name of ["players", "results"]) {
    textarea(name).value = from.get(name) ?? "";
  }
  if (MORE.some((name) => from.has(name))) {
    folded("more").open = true;
  }
  showFiles();
  showFields();
}

/** Whether the form is shown where there is no room for it beside the answer. @param {boolean} open */
function unfold(open) {
  $("#ask").classList.toggle("open", open);
  $("#change").setAttribute("aria-expanded", String(open));
}

/** The form makes room for the answer, which comes into sight. */
function toAnswer() {
  unfold(false);
  const answer = $("#answer");
  const top = answer.getBoundingClientRect().top;
  if (top < 0 || top > 0.7 * window.innerHeight) {
    const change = $("#change");
    (change.checkVisibility() ? change : answer).scrollIntoView({ block: "start" });
  }
}

/** Says that there is an answer, or that there is none. @param {boolean} is */
function answered(is) {
  $("#change").hidden = !is;
  $("#to-answer").hidden = !is;
  if (!is) {
    unfold(true);
  } else if (complete) {
    toAnswer();
  }
  complete = false;
}

/**
 * What was asked, in a line.
 * @param {number} players
 * @param {string} rest
 */
function summary(players, rest) {
  fill($("#asked"), [word("event.asked_players", { count: whole(players) }), rest].join(lang === "ja" ? "、" : ", "));
}

function empty() {
  for (const place of ["#verdict", "#main-answer", "#chart", "#details", "#downloads"]) {
    fill($(place));
  }
}

function idle() {
  $("#progress").hidden = true;
  fill($("#progress-words"));
  $("#answer").classList.remove("busy");
  $("#verdict").setAttribute("aria-busy", "false");
}

/** @param {import("./api.js").Progress} at */
function progress({ done, total, unit }) {
  $("#progress").hidden = false;
  const bar = $("#bar", HTMLProgressElement);
  [bar.max, bar.value] = [total, done];
  fill($("#progress-words"), word("common.progress", { done: whole(done), total: whole(total), unit }));
}

/** What to say of an error. @param {unknown} error */
function message(error) {
  return reason(error).replaceAll(PASTED, word("games.pasted"));
}

async function ask() {
  clearError();
  $("#nothing").hidden = !nobody();
  if (nobody()) {
    latest.cancel();
    idle();
    empty();
    answered(false);
    return;
  }
  $("#verdict").setAttribute("aria-busy", "true");
  $("#answer").classList.add("busy");
  try {
    await latest.run(answer);
  } catch (error) {
    if (!aborted(error)) {
      idle();
      empty();
      answered(false);
      showError(error, message(error));
    }
  }
}

/** @param {AbortSignal} signal */
async function answer(signal) {
  const [name, asked, sent] = [operation(), await params(signal), uploads()];
  const options = { signal, progress, ...(sent.length > 0 ? { files: sent } : {}) };
  const shown = () => {
    idle();
    answered(true);
  };
  if (name === "event/study") {
    const study = await stream(name, asked, options);
    if (!signal.aborted) {
      summary(study.players.length, `${inWords(study.stages)}${lang === "ja" ? "、" : ", "}${ruleInWords(study.rules[0]?.rule ?? "")}`);
      showStudy(study);
      downloads(asked, [
        { label: "CSV", format: "csv", file: "event.csv" },
        { label: "JSON", format: "json", file: "event.json" },
        { label: word("event.as_text"), format: "text", file: "event.txt" },
        ...printed("event.paper_study", "event-study"),
        ...brackets(study.stages),
      ]);
      shown();
    }
  } else if (name === "event/find") {
    const found = await stream(name, asked, options);
    if (!signal.aborted) {
      summary(found.players, word("event.asked_hours", { hours: String(found.hours) }));
      fill($("#chart"));
      showFound(found, choose);
      downloads(asked, [
        { label: "CSV", format: "csv", file: "formats.csv" },
        { label: "JSON", format: "json", file: "formats.json" },
        { label: word("event.as_text"), format: "text", file: "formats.txt" },
        { label: word("event.as_chart"), format: "svg", file: "formats.svg", name: "chart/event/find" },
      ]);
      shown();
      await showChart(asked, sent, signal);
    }
  } else {
    const paired = await stream(name, asked, options);
    if (!signal.aborted) {
      summary(paired.players.length, inWords(paired.stages));
      showPaired(paired);
      downloads(asked, [
        { label: "CSV", format: "csv", file: "pairings.csv" },
        { label: "TRF", format: "trf", file: "event.trf" },
        { label: "JSON", format: "json", file: "pairings.json" },
        ...printed("event.paper_pairings", "pairings"),
        ...printed("event.paper_sheets", "sheets", "event/sheets", { per_page: ticked("half") ? "2" : "" }),
        ...brackets(paired.stages),
      ]);
      shown();
    }
  }
}

/**
 * The formats as a chart; the answer is there without it.
 * @param {Params} asked
 * @param {readonly Upload[]} sent
 * @param {AbortSignal} signal
 */
async function showChart(asked, sent, signal) {
  try {
    const picture = await response("chart/event/find", { ...asked, format: "json" }, sent, signal);
    draw($("#chart"), await picture.json());
  } catch (error) {
    if (!aborted(error)) {
      showError(error, message(error));
    }
  }
}

/**
 * An answer as it is.
 * @param {string} name
 * @param {Params} asked
 * @param {readonly Upload[]} sent
 * @param {AbortSignal} [signal]
 */
function response(name, asked, sent, signal) {
  const options = signal ? { signal } : {};
  return sent.length > 0 ? send(name, asked, sent, options) : fetched(name, asked, options);
}

/**
 * A paper as a page, and as a PDF where the server prints.
 * @param {string} label
 * @param {string} file
 * @param {string} [name] the operation, unless it is the one that was asked
 * @param {Params} [more]
 * @returns {Download[]}
 */
function printed(label, file, name, more) {
  const formats = document.body.hasAttribute("data-prints") ? ["html", "pdf"] : ["html"];
  const paper = { ...(name === undefined ? {} : { name }), ...(more === undefined ? {} : { more }) };
  return formats.map((format) => ({ label: `${word(label)} (${format.toUpperCase()})`, format, file: `${file}.${format}`, ...paper }));
}

/**
 * The bracket of a knockout, where it is known who is which seed.
 * @param {string} stages
 * @returns {Download[]}
 */
function brackets(stages) {
  const [sent] = uploads();
  const drawn = stages === "knockout" || /^double(:1)?$/.test(stages);
  if (!drawn || choice("seeding").value === "lot" || (sent && "part" in sent && sent.part === "from")) {
    return [];
  }
  // What makes no difference to a bracket is no parameter of it.
  const none = Object.fromEntries(NOT_DRAWN.map((name) => [name, ""]));
  const name = "event/bracket";
  return [{ label: `${word("event.paper_bracket")} (SVG)`, format: "svg", file: "bracket.svg", name, more: none }, ...printed("event.paper_bracket", "bracket", name, none)];
}

/** Opens a format that was found. @param {{ stages: string, rule: string }} candidate */
function choose({ stages, rule }) {
  $('[name="mode"][value="study"]', HTMLInputElement).checked = true;
  choice("format").value = "typed";
  box("stages").value = stages;
  choice("rule").value = "typed";
  textarea("own_rule").value = rule;
  showFields();
  complete = true;
  changed(true);
  $("#answer").scrollIntoView({ block: "start" });
}

/**
 * Buttons that save the answer as files.
 * @param {Params} asked
 * @param {Download[]} ways
 */
function downloads(asked, ways) {
  const sent = uploads();
  const name = operation();
  const load = async (/** @type {Download} */ way) => {
    try {
      return await response(way.name ?? name, { ...asked, ...way.more, format: way.format }, sent);
    } catch (error) {
      showError(error, message(error));
      return null;
    }
  };
  const button = (/** @type {Download} */ way) => {
    const onclick = async () => {
      const answer = await load(way);
      if (answer) {
        save(way.file, await answer.blob(), answer.headers.get("content-type") ?? "application/octet-stream");
      }
    };
    return h("li", null, h("button", { type: "button", class: "button", "data-format": way.format, "data-file": way.file, onclick }, way.label));
  };
  const says = h("span", { role: "status" });
  const copy = async () => {
    const answer = await load({ label: "", format: "csv", file: "" });
    const text = answer ? await answer.text() : "";
    try {
      await navigator.clipboard.writeText(text);
      fill(says, word("common.copied"));
    } catch {
      fill(says, word("event.not_copied"));
    }
  };
  fill(
    $("#downloads"),
    h("h2", null, word("games.downloads")),
    h(
      "ul",
      { class: "downloads" },
      ways.map(button),
      name === "event/pair" ? h("li", null, h("span", { class: "row" }, h("button", { type: "button", class: "button", id: "copy-csv", onclick: copy }, word("event.copy_csv")), says)) : null,
      h("li", null, h("button", { type: "button", class: "button", id: "print", onclick: () => window.print() }, word("common.print"))),
      h("li", null, h("span", { class: "row" }, h("button", { type: "button", class: "button", id: "copy-link", "data-copy": true }, word("common.copy_link")), h("span", { role: "status" }))),
    ),
    h("p", { class: "note", id: "link-note" }, word(inAddress() ? "event.link_whole" : "event.link_without")),
  );
}

const later = debounced(() => void ask(), PAUSE);

/** @param {boolean} now */
function changed(now) {
  remember();
  if (now) {
    later.now();
  } else {
    later();
  }
}

const form = $("#ask", HTMLFormElement);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  complete = true;
  later.now();
});
for (const part of [form, $("#modes")]) {
  part.addEventListener("input", (event) => {
    const from = event.target;
    if (from instanceof HTMLInputElement && from.type === "file") {
      return;
    }
    if (from === choice("preset")) {
      const { p, f } = choice("preset").selectedOptions[0]?.dataset ?? {};
      if (p !== undefined) {
        [box("p").value, box("f").value] = [p, f ?? "0"];
      }
    } else if (from === box("p") || from === box("f")) {
      choice("preset").value = "";
    }
    // A list or a button is chosen once; who types goes on.
    const chosen = from instanceof HTMLInputElement && from.type === "radio";
    complete ||= chosen && !nobody() && part !== form;
    showFields();
    changed(chosen);
  });
}
for (const name of /** @type {const} */ (["players", "results"])) {
  const input = $(`#${name}-file`, HTMLInputElement);
  input.addEventListener("change", () => {
    take(name, input.files?.[0]);
    input.value = "";
  });
  onDrop($(`#${name}`).closest(".field") ?? $(`#${name}`), (transfer) => take(name, transfer.files[0]));
}
// A file that misses its field would otherwise take the place of the page.
for (const name of ["dragover", "drop"]) {
  window.addEventListener(name, (event) => event.preventDefault());
}
$("#example").addEventListener("click", () => {
  files.players = null;
  textarea("players").value = word("event.example_players");
  showFiles();
  complete = true;
  changed(true);
});
$("#change").addEventListener("click", () => unfold(!form.classList.contains("open")));
$("#to-answer").addEventListener("click", toAnswer);
$("#cancel").addEventListener("click", () => {
  latest.cancel();
  idle();
});
state.changed(() => {
  complete = true;
  restore();
  later.now();
});

restore();
void ask();
