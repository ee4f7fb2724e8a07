// Fair series: the question, the search as one types, the table of rules and the frontier chart.
// The rule that answers it has parts of its own (series-answer.js, series-rule.js).

import { Latest, aborted, address, reason, stream } from "./api.js";
import { chart, mark } from "./chart.js";
import { $, $$, debounced, fill, h, scrolling } from "./dom.js";
import { games, number, percent, rate, rounded, signed, spaced, typed, whole } from "./format.js";
import { box, choice, clearError, folded, pick, showError } from "./form.js";
import { explained } from "./help.js";
import { inPoints, markPick, range, recommended, showPicks } from "./series-answer.js";
import { listenForPapers, paperWords, recallPapers } from "./series-papers.js";
import { clearRule, showRule } from "./series-rule.js";
import { baselineName, inWords, isRule, parametersOf, spell, turnsName } from "./series-words.js";
import * as state from "./state.js";
import { lang, speak, word } from "./words.js";

/**
 * @typedef {import("./series-words.js").Found} Found
 * @typedef {import("./series-words.js").Rule} Rule
 * @typedef {import("./series-words.js").FindDocument} FindDocument
 * @typedef {import("./series-words.js").Chosen} Chosen
 */

/** What the page shows by default. */
const USUAL = { p: "70%", band: "5%", f: "10%", limit: "7", top: "10", turns: "alternating" };
/** Fields that are a text and nothing else. */
const TEXTS = ["min_games", "max_games", "at_least", "max_points", "max_bias", "max_none"];
const RECORD = ["wins", "drawn", "losses"];
/** Both ends of a rate: `66%..74%`, and as people write it. */
const INTERVAL = /\.\.|…|[~〜～]|から|[\d%]\s*[-–—−]\s*\d/;
/** A pause that typing leaves, short enough to feel like none. */
const PAUSE = 30;
/** Errors are shown once typing rests: half of a number is not yet wrong. */
const REST = 400;

const form = $("#ask", HTMLFormElement);
const searches = new Latest();
const frontiers = new Latest();

/** @type {FindDocument | null} */
let found = null;
/** How many searches there were. */
let searched = 0;
/** What was chosen; until then the rule that is recommended is shown. @type {Chosen | null} */
let chosen = null;
/** Whether the rates are those of the game that is chosen. */
let ratesOfGame = false;

/** The names that are ticked in a group. @param {string} name */
function ticked(name) {
  const boxes = $$(`input[name="${name}"]`, HTMLInputElement, form);
  return boxes.filter((one) => one.checked).map((one) => {
    return one.value === "points" ? `points=${box("draw-points").value.trim() || "0/0"}` : one.value;
  });
}

/** Whether results stand for the rates. */
function byRecord() {
  return box("wins").value.trim() !== "" || box("losses").value.trim() !== "";
}

/** Whether p is about what is typed; else how far off it may be is known already. */
function isAbout() {
  return !byRecord() && !INTERVAL.test(box("p").value.normalize("NFKC"));
}

/** What is typed, unless it is usual. @param {"band" | "limit" | "top"} name */
function unusual(name) {
  const value = name === "limit" ? games(box(name).value) : box(name).value.trim();
  return value === USUAL[name] ? "" : value;
}

/** The turn orders, unless they are the usual ones. */
function unusualTurns() {
  const turns = ticked("turns").join(",");
  return turns === USUAL.turns ? "" : turns;
}

/**
 * The parameters of the search.
 * @returns {import("./api.js").Params}
 */
function question() {
  const record = byRecord();
  const by = choice("by").value;
  const drawn = box("drawn").value.trim();
  const [game, preset] = [choice("game").value, choice("preset").value];
  const own = !record && !preset && !(game && ratesOfGame);
  return {
    game,
    p: own ? box("p").value.trim() : "",
    f: own ? box("f").value.trim() : "",
    band: isAbout() ? unusual("band") : "",
    preset: record ? "" : preset,
    wins: record ? box("wins").value.trim() : "",
    losses: record ? box("losses").value.trim() : "",
    draws: [...(record && drawn !== "" ? [drawn] : []), ...ticked("draws")],
    limit: games(box("limit").value),
    turns: unusualTurns(),
    undecided: choice("undecided").value,
    ...Object.fromEntries(TEXTS.map((name) => [name, box(name).value.trim()])),
    free_limit: box("free_limit").checked,
    any_points: box("any_points").checked,
    by: by === "pareto" ? "" : by,
    pareto: by === "pareto",
    top: box("top").value.trim(),
  };
}

/**
 * Writes the search and the chosen rule into the address; what is usual is left out. Rates are
 * always written: a link must not depend on what is usual now.
 * @param {(values: Parameters<typeof state.fragment>[0]) => void} [write]
 */
function remember(write = state.write) {
  const drawn = byRecord() ? box("drawn").value.trim() : "";
  write({
    .../** @type {Record<string, string>} */ (question()),
    draws: [drawn, ticked("draws").join(",")].filter((x) => x !== "").join(","),
    limit: unusual("limit"),
    by: choice("by").value,
    pareto: false,
    top: unusual("top"),
    points: chosen?.points,
    rule_turns: chosen?.turns,
    rule_draws: chosen && chosen.draws !== "pass" ? chosen.draws : "",
    rule_limit: chosen?.limit,
    rule_undecided: chosen && chosen.undecided !== "none" ? chosen.undecided : "",
    clinch: chosen?.clinch ?? false,
    ...paperWords(),
  });
}

/** Fills the form with what the address says. */
function recall() {
  form.reset();
  const from = state.read();
  const text = (/** @type {string} */ name) => from.get(name) ?? "";
  box("p").value = text("p") || USUAL.p;
  box("band").value = text("band") || USUAL.band;
  box("f").value = text("f") || (text("p") ? "0" : USUAL.f);
  box("limit").value = text("limit") || USUAL.limit;
  box("top").value = text("top") || USUAL.top;
  // An address from elsewhere may repeat what it lists.
  const listed = (/** @type {string} */ name) => from.getAll(name).join(",").split(",").filter((x) => x !== "");
  const drawsAll = listed("draws");
  const policies = drawsAll.filter((part) => !/^\d/.test(part));
  box("drawn").value = drawsAll.find((part) => /^\d/.test(part)) ?? "";
  box("wins").value = text("wins");
  box("losses").value = text("losses");
  tick("turns", listed("turns"), [USUAL.turns]);
  tick("draws", policies.map((part) => (part.startsWith("points=") ? "points" : part)), []);
  const points = policies.find((part) => part.startsWith("points="));
  if (points) {
    box("draw-points").value = points.slice("points=".length);
  }
  for (const name of TEXTS) {
    box(name).value = text(name);
  }
  box("free_limit").checked = from.has("free_limit");
  box("any_points").checked = from.has("any_points");
  pick("by", from.has("pareto") ? "pareto" : text("by"));
  pick("undecided", text("undecided"));
  pick("game", text("game"));
  pick("preset", text("preset"));
  ratesOfGame = choice("game").value !== "" && text("p") === "";
  chosen = text("points") === ""
    ? null
    : {
        points: text("points"),
        turns: text("rule_turns") || "alternating",
        draws: text("rule_draws") || "pass",
        limit: text("rule_limit"),
        undecided: text("rule_undecided") || "none",
        clinch: from.has("clinch"),
      };
  recallPapers(from);
  // What is set is not hidden.
  const set = [...TEXTS, "by", "undecided", "top", "preset", "turns", "pareto", "free_limit", "any_points"].some((name) => from.has(name));
  if (set || policies.length > 0) {
    folded("more").open = true;
  }
  if (byRecord()) {
    folded("by-record").open = true;
  }
  syncControls();
  showRates();
}

/**
 * @param {string} name
 * @param {string[]} wanted
 * @param {string[]} usual
 */
function tick(name, wanted, usual) {
  const boxes = $$(`input[name="${name}"]`, HTMLInputElement, form);
  const on = boxes.some((one) => wanted.includes(one.value)) ? wanted : usual;
  for (const one of boxes) {
    one.checked = on.includes(one.value);
  }
}

/** Sliders follow their boxes; what does not count is switched off. */
function syncControls() {
  speak(choice("game").value);
  for (const name of ["p", "f"]) {
    const value = rate(box(name).value);
    const middle = /^(.+)\.\.(.+)$/.exec(box(name).value.normalize("NFKC"));
    const ends = middle ? [rate(middle[1] ?? ""), rate(middle[2] ?? "")] : [];
    const at = value ?? (ends[0] != null && ends[1] != null ? (ends[0] + ends[1]) / 2 : null);
    if (at !== null) {
      const slider = box(`${name}-range`);
      // A rate beyond the usual ones widens the slider.
      if (100 * at < Number(slider.min)) {
        slider.min = "1";
      }
      if (100 * at > Number(slider.max)) {
        slider.max = "99";
      }
      slider.value = String(100 * at);
    }
    box(`${name}-range`).setAttribute("aria-valuetext", box(name).value);
  }
  if (/^\d+$/.test(games(box("limit").value))) {
    box("limit-range").value = games(box("limit").value);
  }
  const elsewhere = byRecord();
  for (const field of $$("#by-rates > .field")) {
    field.hidden = (field.id === "recorded") !== elsewhere;
  }
  $("#p-hint").hidden = elsewhere;
  for (const name of ["p", "f", "p-range", "f-range"]) {
    box(name).disabled = elsewhere;
  }
  box("band").disabled = !isAbout();
  $(".about").classList.toggle("known", !isAbout());
  choice("preset").disabled = elsewhere;
  box("draw-points").disabled = !box("draws-points").checked;
  showAsked();
}

/** The games that stand for the rates, and what is known from them once that is worked out. */
function showRecord() {
  const plain = (/** @type {string} */ name) => box(name).value.trim() || "0";
  fill($("#recorded-games"), word("series.recorded_games", { wins: plain("wins"), drawn: plain("drawn"), losses: plain("losses") }));
  const { belief, model } = found ?? {};
  const short = (/** @type {number | null | undefined} */ x) => number(100 * (x ?? 0), 0);
  const known = belief?.kind === "record" && String(belief.wins) === plain("wins") && String(belief.losses) === plain("losses");
  const [low, high] = known ? belief.range : [0, 1];
  fill($("#recorded-rates"), known ? word("series.recorded_rates", { p: short(rate(model?.p ?? "")), low: short(low), high: short(high), f: short(rate(model?.f ?? "")) }) : null);
}

/** The question in a line, for those who have no room for the form. */
function showAsked() {
  const plain = (/** @type {string} */ name) => spaced(box(name).value.trim());
  const game = choice("game").selectedOptions[0];
  const p = isAbout() && !/^0( ?%)?$/.test(plain("band")) ? `${plain("p").replace(/ ?%/, "")} ± ${plain("band")}` : plain("p");
  const values = { p, f: plain("f"), limit: games(box("limit").value), wins: plain("wins"), losses: plain("losses") };
  const words = word(byRecord() ? "series.asked_record" : "series.asked", values);
  showRecord();
  fill($("#asked"), game && game.value !== "" ? h("strong", null, `${game.text} · `) : null, words);
}

/** Whether the form is shown where there is no room for it. @param {boolean} open */
function unfold(open) {
  form.classList.toggle("open", open);
  $("#change").setAttribute("aria-expanded", String(open));
}

/** The parts of the page that answer. */
const ANSWER = ["#rule", "#choices", "#pictures", "#table", "#behind"];

/** Whether the answer is that of an earlier question, to look at and no more. @param {boolean} is */
function outdated(is) {
  for (const part of ANSWER.map((id) => $(id))) {
    part.classList.toggle("outdated", is);
    part.inert = is;
  }
}

/** Looks for the best rules; an earlier search is cancelled. */
async function search() {
  remember();
  frontiers.cancel();
  searched += 1;
  const turn = searched;
  const params = question();
  const rules = $("#rules");
  const slow = window.setTimeout(() => {
    rules.classList.add("busy");
    $("#progress").hidden = false;
    fill($("#progress-words"), word("common.computing"));
  }, 300);
  try {
    const document = await searches.run((signal) =>
      stream("find", params, {
        signal,
        progress: ({ done, total, unit }) => {
          const bar = $("#progress-bar", HTMLProgressElement);
          bar.max = Math.max(1, total);
          bar.value = done;
          fill($("#progress-words"), word("common.progress", { done: whole(done), total: whole(total), unit }));
        },
      }),
    );
    if (document === undefined) {
      return;
    }
    found = document;
    clearError();
    outdated(false);
    showRecord();
    list();
    await Promise.all([frontier(params), present(false)]);
  } catch (error) {
    await new Promise((resolve) => window.setTimeout(resolve, REST));
    if (!aborted(error) && turn === searched) {
      unfold(true);
      showError(error);
      frontiers.cancel();
      outdated(true);
      $("#nothing").hidden = true;
    }
  } finally {
    window.clearTimeout(slow);
    if (!searches.busy) {
      rules.classList.remove("busy");
      $("#progress").hidden = true;
    }
  }
}

/**
 * Fairness against length, once it is wanted.
 * @param {import("./api.js").Params} params
 */
async function frontier(params) {
  const place = $("#frontier");
  if (!found || found.rules.length === 0 || !folded("lengths").open) {
    fill(place);
    return;
  }
  // A rule without a bias has no dot.
  const dots = found.rules.filter((rule) => rule.bias !== null);
  try {
    await frontiers.run((signal) =>
      chart(place, "chart/find", params, {
        signal,
        choosable: (spot) => spot.row < dots.length,
        chosen: (spot) => isChosen(dots[spot.row]),
        choose: (spot) => {
          const rule = dots[spot.row];
          if (rule) {
            choose(rule.rule);
          }
        },
      }),
    );
  } catch (error) {
    fill(place, h("p", { class: "refusal" }, reason(error)));
  }
}

/**
 * Whether a rule is one of the answers.
 * @param {FindDocument} found
 * @param {Chosen} rule
 */
function knows({ rules, proposals = [], alternative }, rule) {
  const all = [...rules, ...proposals.map((one) => one.found), ...(alternative ? [alternative] : [])];
  return all.some((one) => isRule(one.rule, rule));
}

/** The rule that is shown: the one that was chosen, or that is recommended. */
function shownRule() {
  const best = found ? recommended(found) : null;
  return chosen ?? (best ? parametersOf(best.rule) : null);
}

/** @param {Found | undefined} rule */
function isChosen(rule) {
  const shown = shownRule();
  return rule !== undefined && shown !== null && isRule(rule.rule, shown);
}

/** The rules that were found, as a table. */
function list() {
  const document = /** @type {FindDocument} */ (found);
  const { rules, searched, belief, baselines } = document;
  const counts = { rules: whole(searched.rules), behaviours: whole(searched.behaviours) };
  $("#nothing").hidden = rules.length > 0;
  $("#table").hidden = rules.length === 0;
  if (!searched.complete) {
    const points = document.asked.max_points ?? 30;
    fill($("#proof"), word("series.bounded", { ...counts, points }));
  } else {
    const ends = range(document)?.map((end) => percent(end, 0));
    const key = document.asked.by === "worst" && ends ? "series.fairest_over" : document.asked.by === "bias" && !belief ? "series.fairest" : "series.searched";
    fill($("#proof"), word(key, { ...counts, low: ends?.[0] ?? "", high: ends?.[1] ?? "" }), " ", explained("complete", word("series.proof")));
  }
  showCost(document);
  showPicks(document, shownRule(), choose);
  const uncertain = belief !== undefined && belief !== null;
  const heads = [
    word("term.rule"),
    inPoints("bias"),
    ...(uncertain ? [inPoints("mean"), inPoints("worst")] : []),
    word("series.a"),
    word("series.b"),
    explained("none"),
    explained("expected"),
    explained("stronger"),
  ];
  const figures = (/** @type {Found} */ one) => [
    signed(one.bias),
    ...(uncertain ? [one.spread?.expected, one.spread?.worst].map((x) => number(x == null ? x : 100 * x)) : []),
    percent(one.outcome.a),
    percent(one.outcome.b),
    percent(one.outcome.none),
    number(one.games.expected_played),
    percent(one.skill?.stronger.find((at) => at.elo === 100)?.share, 1),
  ];
  const cells = (/** @type {string[]} */ texts) => texts.map((text) => h("td", { class: "figure" }, text));
  const rows = rules.map((one, k) => {
    const open = () => choose(one.rule);
    return h(
      "tr",
      { class: k === 0 ? "rule-row best" : "rule-row", onclick: open, "data-rule": k },
      h(
        "th",
        { scope: "row", class: "named" },
        h("button", { type: "button", class: "choose", "aria-pressed": "false" }, `${spell(one.rule)} · ${turnsName(one.rule.turns)}`),
        h("span", { class: "said" }, inWords(one.rule)),
        one.reason ? h("span", { class: "said" }, why(one.reason)) : null,
      ),
      cells(figures(one)),
    );
  });
  const known = baselines.map((one) =>
    h(
      "tr",
      { class: "apart" },
      h("th", { scope: "row", class: "named" }, baselineName(one.name), h("span", { class: "said" }, inWords(one.rule))),
      cells(figures(one)),
    ),
  );
  fill(
    $("#rules"),
    scrolling(
      word("series.rules_caption"),
      h(
        "table",
        { class: "data full" },
        h("caption", { class: "sr-only" }, word("series.rules_caption")),
        h("thead", null, h("tr", null, heads.map((head, k) => h("th", { scope: "col", class: k < 1 ? "words" : "figure" }, head)))),
        h("tbody", null, rows),
        h("tbody", { class: "known" }, known),
      ),
    ),
  );
  const params = question();
  fill(
    $("#found-downloads"),
    ["json", "csv"].map((format) =>
      h("li", null, h("a", { class: "button", href: address("find", { ...params, format }), download: `rules.${format}` }, format.toUpperCase())),
    ),
  );
  markChosen();
}

/** @param {FindDocument} document */
function showCost(document) {
  const { belief, uncertainty, model } = document;
  const lines = [];
  if (belief && belief.kind !== "about") {
    const [low, high] = belief.kind === "interval" ? [belief.low, belief.high].map(typed).map(spaced) : belief.range.map((x) => percent(x, 1));
    lines.push(word("series.belief", { low: low ?? "", high: high ?? "", p: percent(rate(model.p ?? "") ?? 0, 1) }));
  }
  if (uncertainty) {
    lines.push(word("series.cost", { cost: number(100 * uncertainty.cost) }));
  }
  if (!document.asked.any_points && (rate(model.p ?? "") ?? 1) < 0.5) {
    lines.push(word("series.below_half"));
  }
  $("#cost").hidden = lines.length === 0;
  fill($("#cost"), lines.join(lang === "ja" ? "" : " "));
}

/** @param {string[]} criteria */
function why(criteria) {
  const words = criteria.map((name) => word(`series.reason_${name}`)).join(word("series.and"));
  return word("series.why", { reason: words });
}

function markChosen() {
  const shown = shownRule();
  if (found && shown) {
    markPick(found, shown);
  }
  const rules = found?.rules ?? [];
  for (const row of $$("#rules tr[data-rule]")) {
    const is = isChosen(rules[Number(row.dataset.rule)]);
    row.classList.toggle("chosen", is);
    $("button", HTMLButtonElement, row).setAttribute("aria-pressed", String(is));
  }
  const dots = rules.filter((rule) => rule.bias !== null);
  mark($("#frontier"), (row) => isChosen(dots[row]));
}

/** @param {Rule} rule */
function choose(rule) {
  take(parametersOf(rule));
}

/** Shows a rule that was chosen. @param {Chosen} rule */
function take(rule) {
  chosen = rule;
  remember(state.push);
  markChosen();
  void present(true);
}

/**
 * Shows the rule that was chosen, or that is recommended.
 * @param {boolean} go whether to go there
 */
async function present(go) {
  const rule = shownRule();
  if (!rule || !found) {
    clearRule();
    return;
  }
  const there = showRule(rule, found);
  if (go) {
    $("#rule-heading").focus({ preventScroll: true });
    $("#rule").scrollIntoView({ block: "start" });
  }
  await there;
}

const typedIn = debounced(() => void search(), PAUSE);

function listen() {
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    const from = event.target;
    if (from instanceof HTMLInputElement && from.type === "range") {
      const name = from.id.replace("-range", "");
      box(name).value = name === "limit" ? from.value : `${from.value}%`;
    }
    // Moved by hand, so no longer those of a real game.
    if (from instanceof HTMLInputElement && /^[pf](-range)?$/.test(from.id)) {
      choice("preset").value = "";
      ratesOfGame = false;
      showRates();
    }
    // Something must be tried: the last one stays.
    if (from instanceof HTMLInputElement && from.name === "turns" && ticked("turns").length === 0) {
      from.checked = true;
    }
    if (from instanceof HTMLSelectElement && ["game", "preset"].includes(from.id)) {
      ratesOfGame = from.id === "game" ? from.value !== "" : ratesOfGame;
      if (from.id === "game") {
        choice("preset").value = "";
      }
      showRates();
    }
    // Another question has another answer; a rule of one's own stays.
    if (chosen && found && knows(found, chosen)) {
      chosen = null;
    }
    syncControls();
    typedIn();
  });
  $("#anew").addEventListener("click", (event) => {
    event.preventDefault();
    history.replaceState(null, "", location.pathname + location.search);
    recall();
    typedIn.now();
  });
  $("#record-clear").addEventListener("click", () => {
    for (const name of RECORD) {
      box(name).value = "";
    }
    syncControls();
    typedIn.now();
  });
  $("#cancel").addEventListener("click", () => {
    searches.cancel();
    if (frontiers.busy) {
      // The rules are new already; the chart of the old ones would lie.
      frontiers.cancel();
      fill($("#frontier"));
    }
    $("#progress").hidden = true;
    $("#rules").classList.remove("busy");
  });
  $("#own-form", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    if (box("own-points").value.trim() === "") {
      box("own-points").focus();
      return;
    }
    take({
      points: box("own-points").value.trim(),
      turns: choice("own-turns").value,
      draws: choice("own-draws").value,
      limit: box("own-limit").value.trim(),
      undecided: choice("own-undecided").value,
      clinch: box("own-clinch").checked,
    });
  });
  $("#change").addEventListener("click", () => unfold(!form.classList.contains("open")));
  folded("lengths").addEventListener("toggle", () => void frontier(question()));
  listenForPapers(() => remember());
  state.changed(() => {
    recall();
    typedIn.now();
  });
}

/** The rates of a game or of a data set are shown, and are its own until one is changed. */
function showRates() {
  const list = choice("preset").value !== "" ? choice("preset") : ratesOfGame ? choice("game") : null;
  const { p, f, source } = list?.selectedOptions[0]?.dataset ?? {};
  fill($("#source"), source ?? "");
  if (p !== undefined) {
    // Only shown: what is asked for is the game, whose rates are exact.
    box("p").value = rounded(p);
    box("f").value = rounded(f ?? "0");
    syncControls();
  }
}

recall();
listen();
await search();
