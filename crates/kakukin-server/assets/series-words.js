// Rules in short words and as parameters.

import { known, word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"find">} FindDocument
 * @typedef {FindDocument["rules"][number]} Found
 * @typedef {Found["rule"]} Rule
 * @typedef {{ points: string, turns: string, draws: string, limit: string | number, undecided: string, clinch: boolean }} Chosen a rule as parameters
 */

/**
 * Points as the organiser writes them: `2/7/8`.
 * @param {Rule} rule
 */
export function spell(rule) {
  return written(rule).join("/");
}

/**
 * Points of a win as first player, as second player, and the target, as they were written.
 * @param {Rule} rule
 */
export function written(rule) {
  const scale = rule.scale ?? 1;
  return [rule.first, rule.second, rule.target].map((points) => String(points / scale));
}

/**
 * The draw policy as it was written: its points are on the scale of the rule.
 * @param {Rule} rule
 */
function policy(rule) {
  const scale = rule.scale ?? 1;
  const points = /^points=(\d+)\/(\d+)$/.exec(rule.draws);
  return points ? `points=${Number(points[1]) / scale}/${Number(points[2]) / scale}` : rule.draws;
}

/**
 * A rule as parameters of the API.
 * @param {Rule} rule
 * @returns {Chosen}
 */
export function parametersOf(rule) {
  return {
    points: spell(rule),
    turns: rule.turns,
    draws: policy(rule),
    limit: rule.limit,
    undecided: rule.undecided ?? "none",
    clinch: rule.clinch,
  };
}

/**
 * Whether a rule is the one of some parameters.
 * @param {Rule} rule
 * @param {Chosen} chosen
 */
export function isRule(rule, chosen) {
  const its = parametersOf(rule);
  return its.points === chosen.points && its.turns === chosen.turns && its.draws === chosen.draws &&
    String(its.limit) === String(chosen.limit) && its.undecided === chosen.undecided && its.clinch === chosen.clinch;
}

/**
 * A whole rule in one or two short sentences.
 * @param {Rule} rule
 */
export function inWords(rule) {
  const key = rule.limit === 1 ? "series.row_one" : "series.row";
  const [first = "", second = "", target = ""] = written(rule);
  const draws = word(`draws_short.${rule.draws.split("=")[0]}`);
  return word(key, { first, second, target, limit: rule.limit, turns: turnsName(rule.turns), draws });
}

/**
 * A turn order in words.
 * @param {string} turns
 */
export function turnsName(turns) {
  const letters = /^pattern=(.*)$/.exec(turns)?.[1];
  if (letters !== undefined) {
    return word("common.turns_pattern", { letters });
  }
  const key = `common.turns_${turns}`;
  return known(key) ? word(key) : turns;
}

/**
 * The name of a rule that everybody knows.
 * @param {string} name
 */
export function baselineName(name) {
  const best = /^best_of_(\d+)$/.exec(name);
  return best ? word("compared.best_of", { n: best[1] ?? "" }) : word(`compared.${name}`);
}
