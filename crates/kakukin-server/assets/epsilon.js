// The page of epsilon points: standings beside the traditional ones, from games that are pasted
// or dropped.

import { $, $$, fill, h, scrolling, table } from "./dom.js";
import { rate, whole } from "./format.js";
import { explained } from "./help.js";
import { choice, folded, pick } from "./form.js";
import { RecordsPage, alerts, field, leftOut, leftOutAlert } from "./records.js";
import { word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"epsilon/standings">} Standings
 * @typedef {Standings["players"][number]} Player
 * @typedef {Player["first"]} Score
 * @typedef {Standings["points"]["draw"]} Sides
 */

/** What can decide between equals, and what does by default. */
const TIE_BREAKS = ($("#tie-breaks").dataset.all ?? "").split(",");
const USUAL_TIE_BREAKS = $("#tie-breaks").dataset.usual ?? "";
/** A side of a cell shows so many results one by one. */
const MOST_SINGLE = Number($("#crosstable").dataset.mostSingle);

/** Tie-breaks in their order, and which of them are used. @type {{ name: string, used: boolean }[]} */
let order = [];
/** The standings that are shown, and by which rank. @type {Standings | null} */
let shown = null;
/** @type {"epsilon" | "traditional"} */
let sorted = "epsilon";

const page = new RecordsPage({
  name: "epsilon/standings",
  settings,
  restore,
  show,
  empty,
  example: () => {
    if (way() === "given" && field("p").value.trim() === "") {
      field("p").value = "70%";
    }
    if (way() === "given" && field("f").value.trim() === "") {
      field("f").value = "10%";
    }
  },
});

/** Where the rates come from. */
function way() {
  return $('[name="rates"]:checked', HTMLInputElement).value;
}

/** @returns {import("./api.js").Params} */
function settings() {
  const used = order.filter((tie_break) => tie_break.used).map((tie_break) => tie_break.name);
  const names = used.join(",") || "none";
  const [p, f] = [field("p").value.trim(), field("f").value.trim()];
  return {
    p: way() === "estimate" ? "estimate" : way() === "given" ? p : "",
    // A data set has a draw rate of its own; that box is hidden then.
    f: way() === "preset" ? "" : f,
    preset: way() === "preset" ? field("preset").value : "",
    draws: field("draws").value,
    scale: field("scale").value,
    rank_by: field("rank_by").value,
    tie_breaks: names === USUAL_TIE_BREAKS ? "" : names,
    title: field("title").value.trim(),
  };
}

/** @param {URLSearchParams} from */
function restore(from) {
  const p = from.get("p");
  const chosen = from.get("preset") ? "preset" : p === "estimate" ? "estimate" : "given";
  for (const radio of $$('[name="rates"]', HTMLInputElement)) {
    radio.checked = radio.value === chosen;
  }
  if (chosen === "given" && p !== null) {
    field("p").value = p;
  }
  field("f").value = from.get("f") ?? "";
  pick("preset", from.get("preset") ?? "");
  field("draws").value = from.get("draws") === "zero" ? "zero" : "";
  field("scale").value = from.get("scale") === "2" ? "2" : "";
  field("rank_by").value = from.get("rank_by") === "mean" ? "mean" : "";
  field("title").value = from.get("title") ?? "";
  const used = (from.get("tie_breaks") ?? USUAL_TIE_BREAKS).split(",").filter((name) => TIE_BREAKS.includes(name));
  const others = TIE_BREAKS.filter((name) => !used.includes(name));
  order = [...used.map((name) => ({ name, used: true })), ...others.map((name) => ({ name, used: false }))];
  if (["draws", "scale", "rank_by", "tie_breaks", "title"].some((name) => from.has(name))) {
    folded("scoring").open = true;
  }
  showTieBreaks();
  showRates();
}

/** Shows the fields that go with where the rates come from. */
function showRates() {
  $("#preset-field").hidden = way() !== "preset";
  $("#p-field").hidden = way() !== "given";
  $("#f-field").hidden = way() === "preset";
  $("#rates-hint").textContent = word(`epsilon.hint_${way()}`);
  fill($("#preset-source"), choice("preset").selectedOptions[0]?.dataset.source ?? "");
  $("#f", HTMLInputElement).placeholder = way() === "estimate" ? word("epsilon.of_these_games") : "0%";
}

/** The tie-breaks as a list that can be put into another order. */
function showTieBreaks() {
  const move = (/** @type {number} */ from, /** @type {number} */ to) => {
    const [moved] = order.splice(from, 1);
    if (moved) {
      order.splice(to, 0, moved);
      showTieBreaks();
      const button = $(`#tie-breaks li:nth-child(${to + 1}) .${to < from ? "up" : "down"}`, HTMLButtonElement);
      (button.disabled ? $(`#tie-breaks li:nth-child(${to + 1}) input`) : button).focus();
      $("#moved").textContent = word("epsilon.moved", { name: word(`standings.short.${moved.name}`), place: to + 1 });
      page.changed(true);
    }
  };
  let place = 0;
  const items = order.map((tie_break, at) => {
    place += tie_break.used ? 1 : 0;
    const name = word(`standings.short.${tie_break.name}`);
    const arrow = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ to) =>
      h(
        "button",
        {
          type: "button",
          class: `icon ${key}`,
          disabled: to < 0 || to >= order.length,
          "aria-label": word(`epsilon.move_${key}`, { name }),
          onclick: () => move(at, to),
        },
        sign,
      );
    const box = h("input", {
      type: "checkbox",
      value: tie_break.name,
      checked: tie_break.used,
      onchange: (/** @type {Event} */ event) => {
        tie_break.used = /** @type {HTMLInputElement} */ (event.target).checked;
        showTieBreaks();
        $(`#tie-breaks li:nth-child(${at + 1}) input`).focus();
        page.changed(true);
      },
    });
    return h(
      "li",
      null,
      h("label", { class: "check" }, box, h("span", { class: "place" }, tie_break.used ? `${place}.` : ""), word(`epsilon.tie_break_${tie_break.name.replace("-", "_")}`)),
      arrow("↑", "up", at - 1),
      arrow("↓", "down", at + 1),
    );
  });
  fill($("#tie-breaks"), items);
}

function empty() {
  shown = null;
  for (const place of ["#standings", "#crosstable", "#points", "#left-out", "#downloads"]) {
    fill($(place));
  }
}

/** @param {Standings} document */
function show(document) {
  shown = document;
  showAlerts(document);
  showStandings(document);
  showCrosstable(document);
  showPoints(document);
  const { nameless, same_name } = document.left_out;
  const more = [
    nameless > 0 ? word("standings.nameless", { count: whole(nameless) }) : "",
    same_name > 0 ? word("standings.same_name", { count: whole(same_name) }) : "",
  ];
  if (document.read) {
    leftOut($("#left-out"), document.read, more.filter((sentence) => sentence !== ""));
  }
  page.downloads([
    { format: "html", file: "standings.html", label: "epsilon.save_html" },
    { format: "xlsx", file: "standings.xlsx", label: "epsilon.save_xlsx" },
    { format: "csv", file: "standings.csv" },
    { format: "json", file: "standings.json" },
  ]);
}

/** What nobody should overlook: games left out, and draws that the points do not expect. @param {Standings} document */
function showAlerts({ read, left_out, drawn, draws, f }) {
  const more = {
    [word("standings.why.nameless")]: left_out.nameless,
    [word("standings.why.same_name")]: left_out.same_name,
  };
  const unexpected = drawn > 0 && draws === "expectation" && f === "0";
  alerts([...leftOutAlert(read, more), ...(unexpected ? [`${word("standings.f_zero", { drawn: whole(drawn) })} ${word("epsilon.hint_f")}`] : [])]);
}

/**
 * Points with their sign, at most four decimals.
 * @param {number} x
 */
function points(x) {
  const text = String(Number(Math.abs(x).toFixed(4)));
  return text === "0" ? "0" : (x > 0 ? "+" : "−") + text;
}

/** @param {number | null} x */
function plain(x) {
  return x === null ? "" : String(Number(x.toFixed(4))).replace("-", "−");
}

/** @param {Score} score */
function counts({ wins, draws, losses }) {
  return `${wins}-${draws}-${losses}`;
}

/** @param {Score} score */
function games({ wins, draws, losses }) {
  return wins + draws + losses;
}

/** @param {string} fraction */
function inPercent(fraction) {
  const value = rate(fraction) ?? 0;
  return String(Number((100 * value).toFixed(2)));
}

/**
 * Places gained or lost: a sign and words, and a colour on top.
 * @param {number} places
 */
function gain(places) {
  if (places === 0) {
    return h("span", { class: "gain" }, word("epsilon.same"));
  }
  const key = places > 0 ? "up" : "down";
  return h("span", { class: `gain ${key}` }, word(`epsilon.${key}`, { n: Math.abs(places) }));
}

/** @param {Standings} document */
function showStandings(document) {
  const by_mean = document.rank_by === "mean";
  const column = (/** @type {string} */ key) => word(`standings.column.${key}`);
  const names = document.ties ? document.tie_breaks : [];
  const header = [
    column("rank"),
    word("column.name"),
    explained("epsilon", word("epsilon.points")),
    ...(by_mean ? [column("mean")] : []),
    column("traditional_rank"),
    column("traditional"),
    explained("places_gained", word("epsilon.change")),
    column("sides"),
    column("as_first"),
    column("as_second"),
    ...names.map((name) => word(`standings.short.${name}`)),
  ];
  const players = [...document.players];
  if (sorted === "traditional") {
    players.sort((a, b) => a.traditional.rank - b.traditional.rank || a.rank - b.rank);
  }
  const rows = players.map((player) => [
    String(player.rank),
    h("bdi", { class: "name" }, player.name),
    h("span", { class: "main", title: player.exact }, points(player.points)),
    ...(by_mean ? [player.mean === null ? "-" : points(player.mean)] : []),
    String(player.traditional.rank),
    plain(player.traditional.points),
    gain(player.places_gained),
    `${games(player.first)}/${games(player.second)}`,
    counts(player.first),
    counts(player.second),
    ...names.map((_, k) => plain(player.tie_breaks[k] ?? null)),
  ]);
  const moved = document.players.filter((player) => player.places_gained !== 0).length;
  const list = table(header, rows, { words: 0, caption: word(sorted === "epsilon" ? `standings.ranked_${document.rank_by}` : "epsilon.sorted_traditional"), class: "data full" });
  for (const row of list.querySelectorAll("tr")) {
    row.children[1]?.setAttribute("class", "words");
  }
  fill(
    $("#standings"),
    h("h2", null, word("standings.page.standings")),
    h("p", { class: "note", id: "rates-used" }, word(`standings.rates_${document.rates}`, { p: inPercent(document.p), f: inPercent(document.f) })),
    h("p", null, moved === 0 ? word("epsilon.nobody_moved") : word("epsilon.moved_players", { count: moved })),
    orderChoice(),
    scrolling(word("standings.page.standings"), list),
    h("ul", { class: "remarks", id: "remarks" }, remarks(document).map((remark) => h("li", null, remark))),
  );
}

/** By which rank the rows stand. */
function orderChoice() {
  const radio = (/** @type {"epsilon" | "traditional"} */ name) =>
    h(
      "label",
      null,
      h("input", {
        type: "radio",
        name: "sorted",
        value: name,
        checked: sorted === name,
        onchange: () => {
          sorted = name;
          if (shown) {
            showStandings(shown);
            $(`[name="sorted"][value="${name}"]`).focus();
          }
        },
      }),
      word(`epsilon.by_${name}`),
    );
  return h("fieldset", { class: "no-print", id: "sorted" }, h("legend", { class: "sr-only" }, word("epsilon.sorted")), h("div", { class: "chips" }, radio("epsilon"), radio("traditional")));
}

/**
 * What one should know of these games.
 * @param {Standings} document
 */
function remarks(document) {
  const { games, drawn, first_wins, uneven_sides, even_games, draws, adjudged } = document;
  const said = [
    word("standings.games", { games: whole(games), players: whole(document.players.length), first: whole(first_wins), drawn: whole(drawn), second: whole(games - first_wins - drawn) }),
  ];
  if (uneven_sides > 0) {
    said.push(word("standings.uneven_sides", { count: whole(uneven_sides) }));
  } else {
    said.push(word(draws === "expectation" && even_games ? "standings.even_sides_same" : "standings.even_sides"));
  }
  if (!even_games) {
    said.push(word("standings.uneven_games"));
    if (document.rank_by !== "mean") {
      said.push(word("epsilon.hint_mean"));
    }
  }
  if (adjudged.fouls > 0 || adjudged.forfeits > 0) {
    said.push(word("standings.adjudged", { fouls: whole(adjudged.fouls), forfeits: whole(adjudged.forfeits) }));
  }
  const names = document.tie_breaks.map((name) => word(`standings.tie_break.${name}`)).join(word("standings.then"));
  said.push(
    document.tie_breaks.length === 0
      ? word("standings.no_tie_breaks")
      : word(document.ties ? "standings.tie_breaks" : "standings.tie_breaks_unused", { order: names }),
    word("standings.sum", { sum: document.sum }),
  );
  return said;
}

/** @param {Standings} document */
function showCrosstable(document) {
  const heading = h("h2", null, word("standings.crosstable"));
  if (document.crosstable.length === 0) {
    fill($("#crosstable"), heading, h("p", null, word("standings.page.no_crosstable", { most: $("#crosstable").dataset.most ?? "" })));
    return;
  }
  const met = (/** @type {number} */ row, /** @type {number} */ column) => document.crosstable[row]?.[column] ?? null;
  const reversed = (/** @type {Score | null} */ score) => score && { wins: score.losses, draws: score.draws, losses: score.wins };
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    const [first, second] = [met(row, column), reversed(met(column, row))];
    return first || second ? `${results(first)}/${results(second)}` : "";
  };
  const { players } = document;
  const list = h(
    "table",
    { class: "data crosstable" },
    h("caption", null, word("standings.page.crosstable")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col", class: "figure" }, "#"),
        h("th", { scope: "col", class: "words" }, word("column.name")),
        players.map((player, k) => h("th", { scope: "col", class: "figure", title: player.name }, h("span", { "aria-hidden": "true" }, k + 1), h("span", { class: "sr-only" }, player.name))),
      ),
    ),
    h(
      "tbody",
      null,
      players.map((player, row) =>
        h(
          "tr",
          null,
          h("td", { class: "figure" }, row + 1),
          h("th", { scope: "row", class: "words" }, h("bdi", null, player.name)),
          players.map((_, column) => (row === column ? h("td", { class: "self" }, word("standings.cell.self")) : h("td", null, cell(row, column)))),
        ),
      ),
    ),
  );
  fill($("#crosstable"), heading, h("p", { class: "note" }, word("standings.crosstable_note")), scrolling(word("standings.crosstable"), list));
}

/**
 * Results one by one if they are few, else as wins-draws-losses.
 * @param {Score | null} score
 */
function results(score) {
  if (!score) {
    return word("standings.cell.none");
  }
  if (games(score) > MOST_SINGLE) {
    return counts(score);
  }
  const sign = (/** @type {string} */ key, /** @type {number} */ count) => word(`standings.cell.${key}`).repeat(count);
  return sign("win", score.wins) + sign("draw", score.draws) + sign("loss", score.losses);
}

/** What one game is worth, and why it sums to zero. @param {Standings} document */
function showPoints(document) {
  const row = (/** @type {string} */ key, /** @type {Sides} */ sides) => [word(`epsilon.${key}`), points(sides.first), points(sides.second), points(sides.first + sides.second)];
  const { first_win, second_win, draw } = document.points;
  const header = [word("column.result"), word("epsilon.first"), word("epsilon.second"), word("epsilon.together")];
  const p = rate(document.p) ?? 0.5;
  const why = p > 0.5 ? "why" : p < 0.5 ? "why_second" : "why_even";
  fill(
    $("#points"),
    h("h2", null, explained("epsilon", word("standings.page.points"))),
    h("p", null, word(`standings.page.${why}`, { p: inPercent(document.p) })),
    scrolling(word("standings.page.points"), table(header, [row("first_win", first_win), row("second_win", second_win), row("draw", draw)])),
    h("p", null, word(`standings.page.draws_${document.draws}`)),
    h("p", null, word("standings.page.zero")),
    h("p", { class: "note" }, word("standings.page.when")),
  );
}

$("#rates").addEventListener("input", showRates);
page.start();
