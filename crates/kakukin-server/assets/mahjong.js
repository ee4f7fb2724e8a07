// The page about a hand of mahjong: the form, its state in the address, and what is asked when.

import { Latest, aborted, address, get, reason, stream } from "./api.js";
import { chart } from "./chart.js";
import { $, $$, debounced, fill, h } from "./dom.js";
import { clearError, showError } from "./form.js";
import { whole } from "./format.js";
import { install } from "./help.js";
import { bars, discards, figures, outcomes, verified, worth } from "./mahjong-answer.js";
import { Input, box, melds, nowOf, tilesIn } from "./mahjong-input.js";
import { Tree } from "./mahjong-tree.js";
import { changed, read, write } from "./state.js";
import { called, tile, tilesOf } from "./tiles.js";
import { lang, word } from "./words.js";

/** @typedef {import("./api.js").Params} Params */

/** Parameters of the address that are no boxes of the form. */
const LUCK = ["ippatsu", "last_tile", "after_kan", "robbing_kan", "first_turn"];
/** Games that put a way of playing to the test. */
const GAMES = Number($("#explain").dataset.games);
/** Hands nearer than this are computed as one types. */
const NEAR = 4;

const looking = new Latest();
const computing = new Latest();
const following = new Latest();
const drawing = new Latest();
const scoring = new Latest();

/** The discard whose tree is open. */
let discard = "";
/** The hand that is shown, with its question. @type {{ params: Params, document: any } | null} */
let shown = null;
/** The way of playing that is shown. @type {Tree | null} */
let tree = null;
/** Hands that are the same question are asked once. */
let asked = "";
/** Whether an answer was asked for by a press: it then comes into sight. */
let awaited = false;
/** Whether the hand is complete, so that it matters how it was won. */
let complete = false;

// -- The form and the address -------------------------------------------------------------------

/** Everything in the form that has a name, with its value; what is usual is empty. */
function values() {
  /** @type {Record<string, string | string[]>} */
  const all = {};
  for (const field of $$("#question [name], #win [name], #over-turns [name]", HTMLElement)) {
    if (field instanceof HTMLSelectElement) {
      all[field.name] = field.value;
    } else if (field instanceof HTMLInputElement && field.type === "checkbox") {
      all[field.name] = field.checked ? "true" : "";
    } else if (field instanceof HTMLInputElement && field.type === "radio") {
      if (field.checked) {
        all[field.name] = field === first(field.name) ? "" : field.value;
      }
    } else if (field instanceof HTMLInputElement) {
      all[field.name] = field.value.trim();
    }
  }
  delete all.target;
  delete all.kind;
  if (!complete) {
    ["win", "won", "riichi", "ura", ...LUCK].forEach((name) => delete all[name]);
  }
  all.meld = melds().map((meld) => meld.text);
  all.discard = discard;
  return all;
}

/** @param {string} name */
function first(name) {
  return $(`input[name=${name}]`, HTMLInputElement);
}

/** Puts the address into the form. */
function restore() {
  const given = read();
  for (const field of $$("#question [name], #win [name], #over-turns [name]", HTMLElement)) {
    if (field instanceof HTMLSelectElement) {
      const wanted = given.get(field.name) ?? "";
      if (field.id === "winning") {
        field.replaceChildren(new Option("", wanted));
      }
      field.value = [...field.options].some((option) => option.value === wanted) ? wanted : "";
    } else if (field instanceof HTMLInputElement && field.type === "checkbox") {
      field.checked = given.get(field.name) === "true";
    } else if (field instanceof HTMLInputElement && field.type === "radio") {
      const wanted = given.get(field.name) ?? first(field.name).value;
      field.checked = field.value === wanted;
    } else if (field instanceof HTMLInputElement) {
      field.value = given.getAll(field.name).join(" ");
    }
  }
  discard = given.get("discard") ?? "";
  complete = given.has("win");
  const said = (/** @type {string[]} */ names) => names.some((name) => given.has(name));
  if (said(["seat", "round", "meld", "dora", "seen", "honba", "sticks", "players", "north", "rules"])) {
    $("#table", HTMLDetailsElement).open = true;
  }
  if (said(["discards", "wall", "river", "table"])) {
    $("#others", HTMLDetailsElement).open = true;
  }
  if (said(["no_riichi", "refuse", "no_haitei", "others_tenpai", "divisor"])) {
    $("#more", HTMLDetailsElement).open = true;
  }
  input.show();
}

/** The hand and what is seen. @returns {Params} */
function context() {
  const { hand, meld, dora, seen, players, north } = values();
  return { hand, meld, dora, seen, players, north };
}

/** For what is played. @returns {Params} */
function stakes() {
  const { seat, round, honba, sticks, rules } = values();
  return { seat, round, honba, sticks, rules };
}

/** The draws and moves. @returns {Params} */
function moves() {
  const { draws_left, improve, divisor, discards, wall, river, table } = values();
  return { draws_left, improve, divisor: improve === "" ? "" : divisor, discards, wall, river, table };
}

/** How it is played. @returns {Params} */
function terms() {
  const { objective, no_riichi, refuse, no_haitei, others_tenpai } = values();
  return { objective, no_riichi, refuse: objective === "" ? refuse : "", no_haitei, others_tenpai };
}

/** How many tiles a hand may have now: 13 and 14 less three for each meld. */
function missing() {
  const tiles = tilesIn("hand");
  return tiles === null ? 0 : 13 - 3 * melds().length - tiles.length;
}

// -- As one types -------------------------------------------------------------------------------

function forgive() {
  clearError();
  fill($("#notice"));
}

/** Distance and useful tiles of what there is. */
async function look() {
  const now = $("#now");
  const lacking = missing();
  const hand = box("hand").value.trim();
  forgive();
  if (hand === "") {
    looking.cancel();
    fill(now);
    finish(null);
    clean();
    return;
  }
  const count = tilesIn("hand")?.length ?? 0;
  // Beside melds that are given there are no unknown ones.
  const partial = count % 3 === 0 || (lacking > 0 && melds().length > 0);
  if (tilesIn("hand") !== null && (lacking < -1 || partial)) {
    looking.cancel();
    const n = lacking < -1 ? -1 - lacking : lacking;
    const key = lacking < -1 ? "too_many" : "missing";
    fill(now, h("p", { class: "state" }, word(n === 1 ? `mahjong.${key}_one` : `mahjong.${key}`, { n })));
    finish(null);
    clean();
    return;
  }
  try {
    const found = await looking.run((signal) => get("mahjong/shanten", context(), { signal }));
    if (found === undefined) {
      return;
    }
    normalise(found);
    const unknown = lacking > 0;
    fill(
      now,
      unknown ? h("p", { class: "state" }, word(lacking === 1 ? "mahjong.missing_one" : "mahjong.missing", { n: lacking })) : null,
      ...nowOf(found),
      unknown ? h("p", { class: "note" }, word("mahjong.unknown_melds")) : null,
    );
    install(now);
    finish(found);
    if (unknown) {
      clean();
    } else if (complete) {
      // It is won, unless somebody asks what going on would bring.
      if (question().key !== asked) {
        clean();
        fill($("#notice"), h("p", { class: "notice" }, word("mahjong.complete_waiting")));
      }
    } else if (automatic(found.shanten)) {
      compute();
    } else if (question().key !== asked) {
      clean();
      fill($("#notice"), h("p", { class: "notice" }, word("mahjong.waiting")));
    }
  } catch (error) {
    fill(now);
    finish(null);
    clean();
    showError(error);
  }
}

/**
 * Notations that only the server reads become those that can be clicked.
 * @param {any} found
 */
function normalise(found) {
  if (document.activeElement === box("hand")) {
    // Whoever types is not interrupted; it is put in order once he leaves.
    return;
  }
  const { concealed, melds: called } = found.situation;
  if (box("hand").value !== concealed) {
    box("hand").value = concealed;
    box("meld").value = called.join(" ");
    input.show();
    remember();
  }
}

/** @param {number | null} shanten */
function automatic(shanten) {
  const improve = $("#improve", HTMLSelectElement).value;
  const far = shanten ?? 0;
  return improve === "" || improve === "0" ? far <= NEAR : improve === "1" && far <= 2;
}

function remember() {
  write(values());
}

const looked = debounced(look, 120);

const input = new Input(() => {
  awaited = false;
  discard = "";
  remember();
  looked();
});

// -- The answer ---------------------------------------------------------------------------------

/**
 * What was asked for by a press comes into sight; what was typed for does not take the form away.
 * @param {Element} place
 */
function arrive(place) {
  const { top, bottom } = place.getBoundingClientRect();
  if (awaited && (top < 0 || bottom > window.innerHeight)) {
    place.scrollIntoView({ block: "start" });
  }
  awaited = false;
}

/** Nothing is followed any further. */
function leave() {
  following.cancel();
  tree?.close();
}

/** No answer is shown. */
function clean() {
  leave();
  [computing, drawing].forEach((work) => work.cancel());
  asked = "";
  shown = null;
  $("#result").hidden = true;
  $("#progress").hidden = true;
  $("#empty").hidden = box("hand").value.trim() !== "";
}

/**
 * How far long work has come.
 * @param {string} what
 */
function progress(what) {
  const begun = performance.now();
  const words = $("#progress-words");
  const bar = $("#progress-bar", HTMLProgressElement);
  fill(words, what);
  bar.removeAttribute("value");
  const timer = window.setTimeout(() => {
    $("#progress").hidden = false;
    if (awaited) {
      $("#progress").scrollIntoView({ block: "nearest" });
    }
  }, 300);
  return {
    /** @param {import("./api.js").Progress} told */
    told({ done, total, unit }) {
      // States are counted up to a bound, games up to their number.
      const key = total >= 1_000_000 ? "mahjong.progress" : "mahjong.progress_of";
      fill(words, word(key, { what, done: whole(done), total: whole(total), unit }));
      bar.value = total > 0 ? done / total : 0;
    },
    done() {
      window.clearTimeout(timer);
      $("#progress").hidden = true;
      return performance.now() - begun;
    },
  };
}

/** The one operation that answers everything about a hand. */
const HAND = "mahjong/hand";

/** The question of the form. */
function question() {
  /** @type {Params} */
  const params = { ...context(), ...stakes(), ...terms(), ...moves() };
  return { params, key: address(HAND, params) };
}

/** Operations with and without points, for the chart and for files. */
function plain() {
  const { params, document: found } = /** @type {NonNullable<typeof shown>} */ (shown);
  if (found.points_left_out === null) {
    return { name: "mahjong/score", params };
  }
  const { hand, meld, dora, seen, players, north, draws_left, improve, divisor, discards, wall, river, table } = params;
  const objective = params.objective === "tenpai" ? "tenpai" : "";
  return { name: "mahjong/win", params: { hand, meld, dora, seen, players, north, draws_left, improve, divisor, discards, wall, river, table, objective } };
}

/**
 * Asks with progress.
 * @param {Params} params
 * @param {string} what
 * @param {AbortSignal} signal
 */
async function ask(params, what, signal) {
  const { told, done } = progress(word(`mahjong.computing_${what}`));
  try {
    return await stream(HAND, params, { signal, progress: told });
  } finally {
    done();
  }
}

/** Works out the hand of the form and shows it. */
async function compute() {
  const { params, key } = question();
  if (key === asked) {
    if (shown !== null) {
      arrive($("#result-title"));
    }
    return;
  }
  asked = key;
  leave();
  const before = discard;
  fill($("#notice"));
  $("#empty").hidden = true;
  $("#result").classList.add("busy");
  try {
    await computing.run(async (signal) => {
      shown = { params, document: await ask(params, "score", signal) };
      show();
      picture();
      // Under `following` as well, so that whatever is chosen later takes its place; and what
      // has been chosen meanwhile is followed already.
      const drawn = shown.document.groups.length > 0;
      if ((discard !== "" || !drawn) && discard === before && !following.busy) {
        await following.run((signal) => follow(discard, signal));
      }
    });
  } catch (error) {
    asked = "";
    if (!aborted(error)) {
      clean();
      showError(error);
    }
  } finally {
    $("#result").classList.remove("busy");
  }
}

/** Shows the answer. */
function show() {
  if (shown === null) {
    return;
  }
  const found = shown.document;
  const drawn = found.groups.length > 0;
  const large = found.points_left_out === "too_large";
  fill($("#notice"), large ? h("p", { class: "notice" }, word("mahjong.without_points")) : null);
  $("#result").hidden = false;
  fill($("#result-title"), word(drawn || found.shanten === -1 ? "mahjong.result" : "mahjong.result_waiting"));
  fill(
    $("#advice"),
    found.headline ? headline(found) : null,
    drawn ? bars(tilesOf(found.situation.concealed) ?? [], found.groups, String(shown.params.objective || "score")) : null,
    found.hangs ? h("p", { id: "hangs" }, found.hangs[lang]) : null,
    h("p", { class: "note" }, word(found.standard_turns ? "mahjong.from_deal" : "mahjong.from_now", { turns: found.turns, draws: found.draws_left })),
  );
  fill($("#figures"), found.now ? figures(found.now) : null);
  fill(
    $("#discards"),
    drawn
      ? discards(found.groups, {
          chosen: discard === "" ? null : discard,
          follow: (name) => {
            discard = name;
            remember();
            pressed();
            following.run((signal) => follow(name, signal)).catch(failed);
          },
        })
      : null,
  );
  fill($("#premises"), h("p", { class: "note" }, word(found.others ? "mahjong.with_others" : "mahjong.own_draws")), h("p", { class: "note" }, found.premises[lang]));
  fill($("#outcomes"), found.outcomes ? outcomes(found.outcomes) : null);
  if (discard === "") {
    fill($("#explain"));
  }
  saves();
  arrive(found.headline ? $("#advice") : $("#result-title"));
}

/** @param {any} found */
function headline(found) {
  const tiles = found.best.map((/** @type {string} */ name) => tile(name, { quiet: true }));
  return h("p", { id: "headline", class: "sentence" }, tiles, h("strong", null, found.headline[lang]));
}

/** The button of the open tree is pressed. */
function pressed() {
  for (const button of $$("#discards button.follow", HTMLButtonElement)) {
    button.setAttribute("aria-pressed", String(button.dataset.tile === discard));
  }
}

/** @param {unknown} error */
function failed(error) {
  if (!aborted(error)) {
    showError(error);
  }
}

/** The chart of the chosen figure. */
async function picture() {
  if (shown === null) {
    return;
  }
  const { document: found } = shown;
  const { name, params } = plain();
  const points = found.points_left_out === null;
  const figure = $("input[name=figure]:checked", HTMLInputElement).value;
  const some = found.groups.length > 0 || found.now !== null;
  $("#over-turns").hidden = !some;
  first("figure").closest("label")?.toggleAttribute("hidden", !points);
  const wanted = !points && figure === "score" ? "win" : figure;
  if (some) {
    try {
      await drawing.run((signal) => chart($("#chart"), `chart/${name}`, { ...params, chart: wanted }, { signal }));
    } catch (error) {
      failed(error);
    }
  }
}

/** Where the answer can be saved. */
function saves() {
  if (shown === null) {
    return;
  }
  const { name, params } = plain();
  const link = (/** @type {string} */ format) =>
    h("li", null, h("a", { class: "button", href: address(name, { ...params, format }), download: `hand.${format === "text" ? "txt" : format}` }, format === "text" ? word("mahjong.download_text") : format.toUpperCase()));
  fill($("#downloads"), h("h3", null, word("mahjong.downloads")), h("ul", { class: "downloads" }, ["json", "csv", "text"].map(link)));
}

/**
 * The way of playing after a discard, as a tree.
 * @param {string} thrown
 * @param {AbortSignal} signal
 */
async function follow(thrown, signal) {
  if (shown === null || shown.document.shanten === null || (thrown === "" && shown.document.shanten < 0)) {
    return;
  }
  const { told, done } = progress(word("mahjong.computing_explain"));
  try {
    const own = { ...shown.params, discard: thrown };
    const found = await Tree.ask(HAND, own, { signal, progress: told });
    signal.throwIfAborted();
    tree?.close();
    tree = found;
    const place = $("#explain");
    const games = h("div", { id: "games" });
    const button = h("button", { type: "button", id: "verify", class: "button" }, word("mahjong.verify", { games: whole(GAMES) }));
    button.addEventListener("click", () => {
      following
        .run(async (signal) => {
          const dealt = await ask({ ...own, verify: GAMES }, "verify", signal);
          fill(games, verified(dealt.verify));
        })
        .catch(failed);
    });
    fill(
      place,
      h("h3", { id: "explain-title", tabindex: -1 }, thrown === "" ? word("mahjong.explain_hand") : word("mahjong.explain_after", { tile: called(thrown) })),
      h("p", { class: "note" }, word("mahjong.explain_note")),
      tree.drawn(),
      h("div", { class: "row" }, button),
      games,
    );
    if (document.activeElement?.classList.contains("follow")) {
      $("#explain-title").focus();
    }
  } finally {
    done();
  }
}

// -- A finished hand ----------------------------------------------------------------------------

/**
 * A complete hand has points.
 * @param {any} found of `mahjong/shanten`; null if there is no such hand
 */
function finish(found) {
  const was = complete;
  // With melds that nobody knows there are no points.
  complete = found?.shanten === -1 && missing() <= 0;
  $("#points").hidden = !complete;
  if (!complete) {
    scoring.cancel();
    fill($("#points-answer"));
    if (was) {
      // How it was won is no longer part of the address.
      remember();
    }
    return;
  }
  const select = $("#winning", HTMLSelectElement);
  const before = select.value;
  const names = [...new Set(tilesOf(found.situation.concealed) ?? [])];
  select.replaceChildren(...names.map((name) => new Option(called(name), name)));
  select.value = names.includes(before) ? before : names.at(-1) ?? "";
  price();
}

/** What it is worth. */
async function price() {
  const all = values();
  /** @type {Params} */
  const params = {
    ...context(),
    ...stakes(),
    win: all.win,
    tsumo: all.won === "" ? "true" : "",
    ron: all.won === "" ? "" : "true",
    riichi: all.riichi === "riichi" ? "true" : "",
    double_riichi: all.riichi === "double_riichi" ? "true" : "",
    ura: all.ura,
  };
  for (const name of LUCK) {
    params[name] = all[name];
  }
  const place = $("#points-answer");
  try {
    const found = await scoring.run((signal) => get("mahjong/points", params, { signal }));
    if (found !== undefined) {
      fill(place, ...worth(found));
      if ($("#result").hidden) {
        arrive($("#points"));
      }
    }
  } catch (error) {
    fill(place, h("p", { class: "refusal" }, reason(error)));
  }
}

// -- Beginning ----------------------------------------------------------------------------------

$("#question", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  remember();
  asked = "";
  awaited = true;
  forgive();
  compute();
});
for (const link of $$("#examples a", HTMLAnchorElement)) {
  link.addEventListener("click", () => {
    awaited = true;
    // The same address is no other one.
    if (link.hash === location.hash) {
      looked.now();
    }
  });
}
$("#win", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
$("#win", HTMLFormElement).addEventListener("input", () => {
  input.show();
  remember();
  price();
});
box("hand").addEventListener("change", () => looked.now());
for (const radio of $$("input[name=figure]", HTMLInputElement)) {
  radio.addEventListener("change", () => {
    remember();
    picture();
  });
}
$("#cancel").addEventListener("click", () => {
  clean();
  fill($("#notice"), h("p", { class: "notice" }, word("mahjong.cancelled")));
  $("#compute").focus();
});
$("#clear").addEventListener("click", () => {
  for (const name of ["hand", "meld", "dora", "seen", "river", "ura"]) {
    box(name).value = "";
  }
  discard = "";
  input.show();
  remember();
  looked.now();
  box("hand").focus();
});
changed(() => {
  restore();
  looked.now();
});
restore();
looked.now();
