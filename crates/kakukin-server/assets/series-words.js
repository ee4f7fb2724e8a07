// Types of the finder's document, and rules in short words.

import { known, word } from "./words.js";

/**
 * @typedef {{ first: number, second: number, target: number, scale?: number, turns: string, draws: string, limit: number, shortest: number, clinch: boolean }} Rule
 * @typedef {{ a_reached: number, b_reached: number, a_on_points: number, b_on_points: number, none: number, a: number, b: number }} Outcome
 * @typedef {{ rule: Rule, outcome: Outcome, decided: { a: number, b: number } | null, bias: number | null,
 *   games: { shortest: number, limit: number, expected: number, expected_played: number },
 *   spread?: { expected: number, worst: number, worst_p: number },
 *   skill?: { stronger: { elo: number, share: number, best_of: number }[], best_of: number, elo_for_75: number | null },
 *   reason?: string[] }} Found
 * @typedef {{ model: { p: string, f: string },
 *   belief?: { kind: string, low?: string, high?: string, range?: [number, number] } | null,
 *   asked: { by: string, any_points: boolean, max_points: number | null },
 *   searched: { rules: number, behaviours: number, complete: boolean },
 *   rules: Found[], baselines: (Found & { name: string })[], uncertainty?: { cost: number } | null }} FindDocument
 * @typedef {{ points: string, turns: string, draws: string, limit: string | number, clinch: boolean }} Chosen
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
export function asked(rule) {
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
  return best ? word("series.best_of", { n: best[1] ?? "" }) : word(`series.${name}`);
}
