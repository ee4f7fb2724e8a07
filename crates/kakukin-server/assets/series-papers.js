// Sheets to print: a rule for everybody, score sheets for arbiters. What stands on them is asked
// for in a dialog; they come as HTML, and as PDF where the server can print.

import { aborted, fetched, reason, save, send } from "./api.js";
import { $, fill, h } from "./dom.js";
import { box } from "./form.js";
import { word } from "./words.js";

/**
 * @typedef {import("./api.js").Params} Params
 * @typedef {"rule" | "score-sheet"} Kind
 */

/** What stands on a rule sheet, and on score sheets. */
const WORDS = ["title", "a", "b"];
const MORE_WORDS = [...WORDS, "date", "board"];

/** The rule that is shown. @type {Params} */
let rule = {};
/** @type {Kind} */
let kind = "rule";
/** @type {AbortController | null} */
let asking = null;
/** Called when something was typed. */
let typed = () => {};

const dialog = $("#papers", HTMLDialogElement);

/** What is typed, for the address of the page. */
export function paperWords() {
  return Object.fromEntries(MORE_WORDS.map((name) => [name, box(name).value.trim()]));
}

/**
 * Fills in what the address of the page says.
 * @param {URLSearchParams} from
 */
export function recallPapers(from) {
  for (const name of MORE_WORDS) {
    box(name).value = from.get(name) ?? "";
  }
}

/** @param {() => void} changed is told when something is typed */
export function listenForPapers(changed) {
  typed = changed;
}

/**
 * The rule that sheets are about.
 * @param {Params} params
 */
export function offerPapers(params) {
  rule = params;
  const most = Number($("#rule").dataset.mostScoreSheet);
  const long = Number(params.limit) > most;
  $("#score-sheet", HTMLButtonElement).disabled = long;
  const why = $("#no-score-sheet");
  why.hidden = !long;
  fill(why, long ? word("series.no_score_sheet", { most }) : null);
}

/** @param {Kind} wanted */
function open(wanted) {
  kind = wanted;
  fill($("#papers-heading"), word(wanted === "rule" ? "series.rule_sheet" : "series.score_sheet"));
  $("#for-score-sheets").hidden = wanted === "rule";
  showRound();
  said("");
  dialog.showModal();
}

/** Which pairings are chosen. Names and boards then stand in them. */
function showRound() {
  const file = box("round").files?.[0];
  fill($("#round-name"), file?.name ?? null);
  $("#round-clear").hidden = file === undefined;
  for (const name of ["a", "b", "board"]) {
    box(name).disabled = file !== undefined && kind === "score-sheet";
  }
}

/** @param {string} words @param {boolean} [refused] */
function said(words, refused = false) {
  fill($("#papers-said"), refused ? null : words);
  fill($("#papers-refused"), refused ? h("p", { class: "refusal" }, words) : null);
}

/**
 * Fetches the sheets and lets the user save them.
 * @param {"html" | "pdf"} format
 */
async function fetchPapers(format) {
  asking?.abort();
  const control = new AbortController();
  asking = control;
  const score = kind === "score-sheet";
  const file = score ? box("round").files?.[0] : undefined;
  // Pairings bring their own names and boards.
  const names = file ? ["title", "date"] : score ? MORE_WORDS : WORDS;
  const params = { ...rule, ...Object.fromEntries(names.map((name) => [name, box(name).value.trim()])), format };
  const { signal } = control;
  said(word(format === "pdf" ? "series.printing" : "common.computing"));
  try {
    const answer = file ? await send("report/score-sheet", params, [file], { signal }) : await fetched(`report/${kind}`, params, { signal });
    save(`${kind}-${String(rule.points).replaceAll("/", "-")}.${format}`, await answer.arrayBuffer(), format === "pdf" ? "application/pdf" : "text/html");
    said(word("series.saved"));
  } catch (error) {
    if (!aborted(error)) {
      said(reason(error), true);
    }
  }
}

for (const [id, wanted] of /** @type {const} */ ([["#rule-sheet", "rule"], ["#score-sheet", "score-sheet"]])) {
  $(id, HTMLButtonElement).addEventListener("click", () => open(wanted));
}
const prints = document.body.hasAttribute("data-prints");
$("#as-pdf").hidden = !prints;
$("#no-pdf").hidden = prints;
$("#as-html").classList.toggle("primary", !prints);
$("#as-pdf").addEventListener("click", () => void fetchPapers("pdf"));
$("#as-html").addEventListener("click", () => void fetchPapers("html"));
$("#papers-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => asking?.abort());
$("#papers-form", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void fetchPapers(prints ? "pdf" : "html");
});
$("#papers-form").addEventListener("input", () => {
  showRound();
  typed();
});
$("#round-clear").addEventListener("click", () => {
  box("round").value = "";
  showRound();
  box("round").focus();
});
