// Formats and rules of events in words.

import { known, lang, word } from "./words.js";

/**
 * What is played, as it is typed (`groups:4 > 2 > knockout`), in words.
 * @param {string} stages
 */
export function inWords(stages) {
  const parts = stages.split(">").map((part) => part.trim());
  return parts.map((part) => (/^\d+$/.test(part) ? word("event.stage_passes", { count: part }) : stage(part))).join(" → ");
}

/** The same at the beginning of a line. @param {string} stages */
export function atFirst(stages) {
  const words = inWords(stages);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** @param {string} text */
function stage(text) {
  const [name = "", count = ""] = text.split(/[:*]/);
  switch (name) {
    case "league":
      return count === "" ? word("event.stage_league") : word("event.stage_league_times", { count });
    case "double":
      return word(count === "1" ? "event.stage_double_1" : "event.stage_double");
    case "swiss":
      return word("event.stage_swiss", { count });
    case "groups":
      return word("event.stage_groups", { count });
    case "knockout":
      return word("event.stage_knockout");
    case "ladder":
      return word("event.stage_ladder");
    case "challenge":
      return word("event.stage_challenge");
    default:
      return text;
  }
}

/**
 * A rule: words for what has any, else as it is typed.
 * @param {string} rule
 */
export function ruleInWords(rule) {
  const [kind = "", ...rest] = rule.split(" ");
  const name = kind === "single" ? word("event.plays_single") : kind === "epsilon" ? word("event.plays_epsilon") : kind;
  // That lots decide what is left open is not worth a word.
  const said = rest.filter((part) => part !== "undecided=lot").map(detail);
  if (said.length === 0) {
    return name;
  }
  return lang === "ja" ? `${name}（${said.join("、")}）` : `${name} (${said.join(", ")})`;
}

/** What a rule says beside its points. @param {string} part */
function detail(part) {
  const limit = /^limit=(\d+)$/.exec(part);
  if (limit) {
    return word("event.at_most", { games: limit[1] ?? "" });
  }
  const turns = `common.turns_${part}`;
  if (known(turns)) {
    const name = word(turns);
    return name.slice(0, 1).toLowerCase() + name.slice(1);
  }
  const draws = `draws_short.${part}`;
  return known(draws) ? word(draws) : part;
}
