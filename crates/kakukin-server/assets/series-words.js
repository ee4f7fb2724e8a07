// Rules in short words and as parameters.

import { known, word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"find">} FindDocument
 * @typedef {FindDocument["rules"][number]} Found
 * @typedef {Found["rule"]} Rule
 * @typedef {{ points: string, turns: string, draws: string, limit: string | number, clinch: boolean }} Chosen a rule as parameters
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
export function policy(rule) {
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
  return { points: spell(rule), turns: rule.turns, draws: policy(rule), limit: rule.limit, clinch: rule.clinch };
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
