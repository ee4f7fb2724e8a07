// Fair series: the form, the search as one types, the table of rules and the frontier chart.
// The rule that is chosen has a part of its own (series-rule.js).

import { Latest, aborted, address, reason, stream } from "./api.js";
import { chart, mark } from "./chart.js";
import { $, $$, debounced, fill, h, scrolling } from "./dom.js";
import { number, percent, rate, rounded, signed, typed, whole } from "./format.js";
import { box, choice, clearError, folded, pick, showError } from "./form.js";
import { explained } from "./help.js";
import { clearRule, showRule } from "./series-rule.js";
import { baselineName, parametersOf, spell, turnsName, written } from "./series-words.js";
import * as state from "./state.js";
import { lang, word } from "./words.js";

/**
 * @typedef {import("./series-words.js").Found} Found
 * @typedef {import("./series-words.js").Rule} Rule
 * @typedef {import("./series-words.js").FindDocument} FindDocument
 * @typedef {import("./series-words.js").Chosen} Chosen
 */

/** What the page shows by default. */
const USUAL = { p: "70%", f: "10%", limit: "7", top: "10", turns: "fixed,alternating", draws: "pass", by: "bias" };
/** Fields that are a text and nothing else. */
const TEXTS = ["max_none", "max_games", "max_bias", "max_points"];
const RECORD = ["wins", "drawn", "losses"];
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
/** @type {Chosen | null} */
let chosen = null;

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

/**
 * The parameters of the search.
 * @returns {import("./api.js").Params}
 */
function question() {
  const record = byRecord();
  const by = choice("by").value;
  const drawn = box("drawn").value.trim();
  const policies = ticked("draws");
  const preset = choice("preset").value;
  return {
    p: record || preset ? "" : box("p").value.trim(),
    f: record || preset ? "" : box("f").value.trim(),
    preset: record ? "" : preset,
    wins: record ? box("wins").value.trim() : "",
    losses: record ? box("losses").value.trim() : "",
    draws: [...(record && drawn !== "" ? [drawn] : []), ...policies],
    limit: box("limit").value.trim(),
    turns: ticked("turns").join(","),
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
  const unusual = (/** @type {keyof typeof USUAL} */ name, /** @type {string} */ value) => (value === USUAL[name] ? "" : value);
  const drawn = byRecord() ? box("drawn").value.trim() : "";
  write({
    .../** @type {Record<string, string>} */ (question()),
    draws: [drawn, unusual("draws", ticked("draws").join(","))].filter((x) => x !== "").join(","),
    limit: unusual("limit", box("limit").value.trim()),
    turns: unusual("turns", ticked("turns").join(",")),
    by: unusual("by", choice("by").value),
    pareto: false,
    top: unusual("top", box("top").value.trim()),
    points: chosen?.points,
    rule_turns: chosen?.turns,
    rule_draws: chosen && chosen.draws !== "pass" ? chosen.draws : "",
    rule_limit: chosen?.limit,
    clinch: chosen?.clinch ?? false,
  });
}

/** Fills the form with what the address says. */
function recall() {
  form.reset();
  const from = state.read();
  const text = (/** @type {string} */ name) => from.get(name) ?? "";
  box("p").value = text("p") || USUAL.p;
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
  tick("turns", listed("turns"), USUAL.turns.split(","));
  tick("draws", policies.map((part) => (part.startsWith("points=") ? "points" : part)), [USUAL.draws]);
  const points = policies.find((part) => part.startsWith("points="));
  if (points) {
    box("draw-points").value = points.slice("points=".length);
  }
  for (const name of TEXTS) {
    box(name).value = text(name);
  }
  box("free_limit").checked = from.has("free_limit");
  box("any_points").checked = from.has("any_points");
  const by = from.has("pareto") ? "pareto" : text("by") || USUAL.by;
  choice("by").value = by;
  pick("preset", text("preset"));
  chosen = text("points") === ""
    ? null
    : {
        points: text("points"),
        turns: text("rule_turns") || "alternating",
        draws: text("rule_draws") || "pass",
        limit: text("rule_limit"),
        clinch: from.has("clinch"),
      };
  // What is set is not hidden.
  const set = TEXTS.some((name) => text(name) !== "") || from.has("free_limit") || from.has("any_points");
  if (set || policies.length > 0 || by !== USUAL.by || text("top") !== "") {
    folded("more").open = true;
  }
  if (byRecord()) {
    folded("by-record").open = true;
  }
  syncControls();
  showPreset();
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
  if (/^\d+$/.test(box("limit").value.trim())) {
    box("limit-range").value = box("limit").value.trim();
  }
  const elsewhere = byRecord();
  for (const name of ["p", "f", "p-range", "f-range"]) {
    box(name).disabled = elsewhere;
  }
  choice("preset").disabled = elsewhere;
  box("draw-points").disabled = !box("draws-points").checked;
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
    list();
    await Promise.all([frontier(params), openChosen(false)]);
  } catch (error) {
    await new Promise((resolve) => window.setTimeout(resolve, REST));
    if (!aborted(error) && turn === searched) {
      found = null;
      showError(error);
      fill($("#proof"));
      fill(rules);
      fill($("#frontier"));
      fill($("#found-downloads"));
      $("#cost").hidden = true;
      clearRule();
    }
  } finally {
    window.clearTimeout(slow);
    if (!searches.busy) {
      rules.classList.remove("busy");
      $("#progress").hidden = true;
    }
  }
}

/** @param {import("./api.js").Params} params */
async function frontier(params) {
  const place = $("#frontier");
  if (!found || found.rules.length === 0) {
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

/** @param {Found | undefined} rule */
function isChosen(rule) {
  if (!rule || !chosen) {
    return false;
  }
  const its = parametersOf(rule.rule);
  return its.points === chosen.points && its.turns === chosen.turns && its.draws === chosen.draws &&
    String(its.limit) === String(chosen.limit) && !chosen.clinch;
}

/** The rules that were found, as a table. */
function list() {
  const document = /** @type {FindDocument} */ (found);
  const { rules, searched, belief, baselines } = document;
  const counts = { rules: whole(searched.rules), behaviours: whole(searched.behaviours) };
  if (rules.length === 0) {
    fill($("#proof"), word("series.nothing"));
  } else if (!searched.complete) {
    const points = document.asked.max_points ?? 30;
    fill($("#proof"), word("series.bounded", { ...counts, points }));
  } else {
    const key = document.asked.by === "bias" && !belief ? "series.fairest" : "series.searched";
    fill($("#proof"), explained("complete", word(key, counts)));
  }
  $("#proof").className = "proof";
  showCost(document);
  const uncertain = belief !== undefined && belief !== null;
  const heads = [
    word("term.rule"),
    explained("bias"),
    ...(uncertain ? [explained("mean"), explained("worst")] : []),
    word("series.a"),
    word("series.b"),
    explained("none"),
    explained("expected"),
    explained("stronger"),
  ];
  const figures = (/** @type {Found} */ one) => [
    signed(one.bias),
    ...(uncertain ? [percent(one.spread?.expected), percent(one.spread?.worst)] : []),
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
  if (belief) {
    const [low, high] = belief.kind === "interval" ? [belief.low, belief.high].map(typed) : belief.range.map((x) => percent(x, 1));
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

/** @param {Rule} rule */
function inWords(rule) {
  const key = rule.limit === 1 ? "series.row_one" : "series.row";
  const [first = "", second = "", target = ""] = written(rule);
  return word(key, { first, second, target, limit: rule.limit, turns: turnsName(rule.turns) });
}

/** @param {string[]} criteria */
function why(criteria) {
  const words = criteria.map((name) => word(`series.reason_${name}`)).join(word("series.and"));
  return word("series.why", { reason: words });
}

function markChosen() {
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
  chosen = parametersOf(rule);
  remember(state.push);
  markChosen();
  void openChosen(true);
}

/**
 * Shows the part of the rule that is chosen.
 * @param {boolean} go whether to go there
 */
async function openChosen(go) {
  if (!chosen || !found) {
    clearRule();
    return;
  }
  await showRule(chosen, found);
  if (go) {
    $("#rule-heading").focus({ preventScroll: true });
    $("#rule").scrollIntoView({ block: "start" });
  }
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
      showPreset();
    }
    // Something must be tried: the last one stays.
    if (from instanceof HTMLInputElement && from.type === "checkbox" && ["turns", "draws"].includes(from.name) && ticked(from.name).length === 0) {
      from.checked = true;
    }
    if (from instanceof HTMLSelectElement && from.id === "preset") {
      showPreset();
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
    chosen = {
      points: box("own-points").value.trim(),
      turns: choice("own-turns").value,
      draws: choice("own-draws").value,
      limit: box("own-limit").value.trim(),
      clinch: box("own-clinch").checked,
    };
    remember(state.push);
    markChosen();
    void openChosen(true);
  });
  state.changed(() => {
    recall();
    typedIn.now();
  });
}

/** The rates of a data set are shown, and are its own until one is changed. */
function showPreset() {
  const { p, f, source } = choice("preset").selectedOptions[0]?.dataset ?? {};
  fill($("#preset-source"), source ?? "");
  if (p !== undefined) {
    box("p").value = rounded(p);
    box("f").value = rounded(f ?? "0");
    syncControls();
  }
}

recall();
listen();
await search();
