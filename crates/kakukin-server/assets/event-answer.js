// What an event comes to, as its organisers would say it; then figures and tables.

import { $, fill, h, scrolling, svg, table } from "./dom.js";
import { hundredths, number, whole } from "./format.js";
import { explained } from "./help.js";
import { atFirst, inWords, ruleInWords } from "./event-words.js";
import { lang, word } from "./words.js";

/**
 * @typedef {import("./api.js").Answer<"event/study">} Study
 * @typedef {Study["players"][number]} Player
 * @typedef {Study["games"]} Spread
 * @typedef {import("./api.js").Answer<"event/find">} Found
 * @typedef {Found["candidates"][number]} Candidate
 * @typedef {import("./api.js").Answer<"event/pair">} Paired
 * @typedef {import("./dom.js").Child} Child
 */

/** How many players have a bar, and how many rows a table shows at first. */
const BARS = 16;
const ROWS = 64;
/** Side luck below this is rounding. */
const NO_LUCK = 1e-9;

/** @param {string} name */
function named(name) {
  return h("bdi", { class: "name" }, name);
}

/**
 * A figure with its standard error, if it has one.
 * @param {number} share
 * @param {number | null | undefined} error
 * @param {number} [digits]
 */
function uncertain(share, error, digits = 1) {
  const said = hundredths(share, digits).replace("-", "−");
  return error ? `${said} ±${(100 * error).toFixed(digits)}` : said;
}

/** @param {number} hours */
function hoursOf(hours) {
  return number(hours, 1);
}

/**
 * Who wins, whether it is the best, what lots do, when it is over.
 * @param {Study} study
 */
export function showStudy(study) {
  const players = [...study.players].sort((a, b) => b.win - a.win);
  const [first] = players;
  const equal = study.players.every(({ elo }) => elo === study.players[0]?.elo);
  const alike = (players[0]?.win ?? 0) - (players.at(-1)?.win ?? 0) < 1e-9;
  const verdict =
    equal && alike
      ? word("event.says_equal", { win: hundredths(first?.win ?? 0, 1) })
      : word("event.says_likely", { name: first?.name ?? "", win: hundredths(first?.win ?? 0, 0) });
  const says = [
    equal ? null : word("event.says_best", { best: hundredths(study.best_wins, 0) }),
    study.worst_side_luck < NO_LUCK
      ? word("event.says_no_luck")
      : word("event.says_luck", { luck: hundredths(study.worst_side_luck, study.worst_side_luck < 0.1 ? 1 : 0) }),
    study.hours
      ? word("event.says_over", { hours: hoursOf(study.hours.within_95), games: whole(study.games.mean) })
      : word("event.says_games", { games: whole(study.games.mean), most: whole(study.games.within_95) }),
  ];
  fill($("#verdict"), h("p", { class: "verdict" }, verdict), h("ul", { class: "says" }, says.filter((one) => one !== null).map((one) => h("li", null, one))));
  fill($("#main-answer"), chances(players), h("p", { class: "note", id: "exactness" }, exactness(study)));
  fill($("#chart"));
  fill($("#details"), played(study), everybody(study, players), time(study), order(study));
}

/** @param {Study} study */
function exactness({ exact, runs, seed, players }) {
  const said = word(exact ? "event.exact" : "event.simulated", { runs: whole(runs), seed: String(seed) });
  const drawn = players.some(({ elo_error }) => elo_error !== null);
  return drawn ? `${said} ${word("event.drawn_ratings")}` : said;
}

/**
 * A bar for each of the likeliest players.
 * @param {Player[]} players
 */
function chances(players) {
  const most = Math.max(players[0]?.win ?? 0, 1e-12);
  const bar = (/** @type {Player} */ { name, win, win_error }) =>
    h(
      "li",
      null,
      named(name),
      svg(
        "svg",
        { class: "share", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
        svg("rect", { class: "of-a", width: Math.max(0.3, (100 * win) / most), height: 8 }),
      ),
      h("span", { class: "figure" }, `${hundredths(win, 1)}\u00a0%`, win_error ? h("small", null, `±${(100 * win_error).toFixed(2)}`) : null),
    );
  const rest = players.slice(BARS).reduce((sum, { win }) => sum + win, 0);
  return h(
    "section",
    { "aria-label": word("event.chances") },
    h("ol", { class: "chances" }, players.slice(0, BARS).map(bar)),
    players.length > BARS ? h("p", { class: "note" }, word("event.others_win", { count: whole(players.length - BARS), win: hundredths(rest, 1) })) : null,
  );
}

/** What is played, and by which rules. @param {Study} study */
function played(study) {
  const rules = study.rules.map(({ stage, rule, final }) => {
    const values = { stage: atFirst(stage), rule: ruleInWords(rule), final: ruleInWords(final) };
    const said = word(rule === final ? "event.played_by" : "event.played_by_final", values);
    return h("li", null, said, " ", h("code", null, rule === final ? rule : `${rule} / ${final}`));
  });
  return h(
    "section",
    null,
    h("h2", null, word("event.what_is_played")),
    h("p", null, atFirst(study.stages), " ", h("code", null, study.stages)),
    h("ul", { class: "says" }, rules, h("li", null, word(`event.seeding.${study.seeding}`)), study.holder ? h("li", null, word("event.holder_is", { name: study.holder })) : null),
  );
}

/**
 * All figures of all players.
 * @param {Study} study
 * @param {Player[]} players the likeliest first
 */
function everybody(study, players) {
  const tops = [2, 4, 8].filter((top) => top < players.length);
  const header = [
    word("event.column.player"),
    word("event.column.elo"),
    `${word("event.column.win")} (%)`,
    ...tops.map((places) => `${word("event.column.top", { places })} (%)`),
    word("event.column.place"),
    explained("side_luck", `${word("event.column.side_luck")} (%)`),
    word("column.number_of_games"),
  ];
  const row = (/** @type {Player} */ player) => [
    named(player.name),
    player.elo_error === null ? String(player.elo) : `${number(player.elo, 0)} ±${number(player.elo_error, 0)}`,
    uncertain(player.win, player.win_error, 2),
    ...tops.map((top) => hundredths(player.places.slice(0, top).reduce((sum, p) => sum + p, 0), 1)),
    number(player.expected_place, 2),
    uncertain(player.side_luck, player.side_luck_error, 1),
    number(player.games.mean, 1),
  ];
  const heading = word("event.everybody");
  const rest = players.slice(ROWS);
  const more = h("details", null, h("summary", null, word("event.more_rows", { count: whole(rest.length) })));
  more.addEventListener("toggle", () => {
    if (more.open && more.childElementCount === 1) {
      more.append(scrolling(heading, table(header, rest.map(row))));
    }
  });
  const caption = study.standard_errors ? word("event.with_errors") : word("event.places_by_lot");
  return h(
    "section",
    null,
    h("h2", null, heading),
    scrolling(heading, table(header, players.slice(0, ROWS).map(row), { caption })),
    rest.length > 0 ? more : null,
  );
}

/** Games and hours, of the whole and of each round. @param {Study} study */
function time(study) {
  const { games, hours, rounds, minutes, boards } = study;
  const pause = study["break"] ?? 0;
  const cells = (/** @type {Spread} */ spread, /** @type {(x: number) => string} */ say) =>
    [spread.mean, spread.within_50, spread.within_80, spread.within_95, spread.within_99].map(say);
  const counted = (/** @type {number} */ x) => number(x, Number.isInteger(x) ? 0 : 1);
  const lasts = (/** @type {number} */ slots) => hoursOf(Math.max(0, slots * ((minutes ?? 0) + pause) - pause) / 60);
  const header = ["", word("event.mean"), ...[50, 80, 95, 99].map((share) => word("event.in_share", { share }))];
  const rows = [
    [word("event.all_games"), ...cells(games, counted)],
    ...(hours ? [[word("event.all_hours"), ...cells(hours, hoursOf)]] : []),
  ];
  const each = rounds.slice(0, ROWS).map((round, k) => [word("event.round", { number: k + 1 }), ...cells(round, minutes === null ? counted : lasts)]);
  const heading = word("event.games_and_hours");
  const of_rounds = word(minutes === null ? "event.rounds_games" : "event.rounds_hours");
  return h(
    "section",
    null,
    h("h2", null, heading),
    scrolling(heading, table(header, rows)),
    hours ? h("p", { class: "note" }, boards === null ? word("event.boards_enough") : word("event.boards_are", { boards: whole(boards) })) : null,
    timetable(study),
    h("details", { id: "rounds-table" }, h("summary", null, of_rounds), scrolling(of_rounds, table(header, each))),
  );
}

/**
 * A time of day: minutes after the midnight before the event.
 * @param {number} minutes
 */
function clock(minutes) {
  const at = Math.round(minutes);
  const days = Math.floor(at / 1440);
  const time = `${Math.floor((at % 1440) / 60)}:${String(at % 60).padStart(2, "0")}`;
  return days === 0 ? time : days === 1 ? word("event.next_day", { time }) : word("event.days_later", { time, days });
}

/** When rounds begin, if it is known when the event does. @param {Study} study */
function timetable({ timetable }) {
  if (!timetable) {
    return null;
  }
  const heading = word("event.timetable_is");
  const header = ["round", "begins_50", "begins_95"].map((key) => word(`event.column.${key}`));
  const rows = timetable.rounds.slice(0, ROWS).map(({ round, played, begins }) => {
    const name = word("event.round", { number: round });
    const said = played < 1 ? word("event.if_played", { round: name, share: `${hundredths(played, 0)}\u00a0%` }) : name;
    return [said, clock(begins.within_50), clock(begins.within_95)];
  });
  rows.push([word("event.over"), clock(timetable.over.within_50), clock(timetable.over.within_95)]);
  return h("div", { id: "timetable" }, h("h3", null, word("event.timetable")), h("p", { class: "note" }, heading), scrolling(heading, table(header, rows)));
}

/** How near the places come to the true order. @param {Study} study */
function order(study) {
  const errors = study.standard_errors;
  const with_error = (/** @type {number} */ x, /** @type {number | undefined} */ error, /** @type {number} */ digits) =>
    error === undefined ? number(x, digits) : `${number(x, digits)} ±${number(error, digits)}`;
  const rows = [
    [word("event.best_wins"), `${uncertain(study.best_wins, errors?.best_wins, 2)} %`],
    [word("event.winner_rank"), with_error(study.winner_rank, errors?.winner_rank, 2)],
    [word("event.kept"), `${uncertain(study.kept, errors?.kept, 2)} %`],
    ["Spearman", with_error(study.spearman, errors?.spearman, 3)],
    ["Kendall", with_error(study.kendall, errors?.kendall, 3)],
    [explained("side_luck", word("event.mean_luck")), `${uncertain(study.side_luck, errors?.side_luck, 2)} %`],
  ];
  const heading = word("event.true_order");
  return h("section", null, h("h2", null, heading), scrolling(heading, table([word("event.figure"), word("event.value")], rows)));
}

/**
 * Three formats to pick from, and all that no other beats.
 * @param {Found} found
 * @param {(candidate: Candidate) => void} choose
 */
export function showFound(found, choose) {
  const { candidates, frontier, looked_at, next_hour } = found;
  const picks = /** @type {const} */ (["shortest", "reliable", "balance"]);
  const at = (/** @type {number} */ k) => /** @type {Candidate} */ (candidates[k]);
  const best = at(found.reliable);
  const verdict = word("event.found_best", { format: atFirst(best.stages), rule: ruleInWords(best.rule), best: hundredths(best.best_wins, 0), hours: hoursOf(best.hours) });
  const more = next_hour
    ? word("event.found_more", { format: inWords(next_hour.stages), rule: ruleInWords(next_hour.rule), best: hundredths(next_hour.best_wins, 0), hours: hoursOf(next_hour.hours) })
    : word("event.no_next_hour");
  fill($("#verdict"), h("p", { class: "verdict" }, verdict), h("p", { id: "next-hour" }, more));
  const card = (/** @type {typeof picks[number]} */ name) => {
    const one = at(found[name]);
    return h(
      "li",
      null,
      h(
        "button",
        { type: "button", class: "pick", "data-pick": name, onclick: () => choose(one) },
        h("span", { class: "merit" }, word(`event.pick_of_${name}`)),
        h("strong", null, atFirst(one.stages)),
        h("span", { class: "said" }, ruleInWords(one.rule)),
        h("span", { class: "why" }, word("event.pick_says", figures(one))),
      ),
    );
  };
  fill($("#main-answer"), h("ul", { class: "picks" }, picks.map(card)), h("p", { class: "note" }, word("event.pick_opens")));
  const header = [
    word("event.column.stages"),
    word("event.column.rule"),
    `${word("event.column.best")} (%)`,
    explained("side_luck", `${word("event.column.side_luck")} (%)`),
    word("column.number_of_games"),
    word("event.column.hours"),
  ];
  const rows = frontier.map((k) => {
    const one = at(k);
    return [
      h("button", { type: "button", class: "choose", onclick: () => choose(one) }, atFirst(one.stages)),
      ruleInWords(one.rule),
      uncertain(one.best_wins, one.best_error, 1),
      uncertain(one.side_luck, null),
      number(one.games, 1),
      hoursOf(one.hours),
    ];
  });
  const finer = Math.max(...frontier.map((k) => at(k).runs));
  const heading = word("event.unbeaten");
  fill(
    $("#details"),
    h("h2", null, heading),
    h("p", { class: "note" }, word("event.looked_at", { looked: whole(looked_at), kept: whole(candidates.length) })),
    scrolling(heading, table(header, rows, { words: 2, class: "data candidates" })),
    h("p", { class: "note" }, word("event.frontier_is", { runs: whole(found.runs), finer: whole(finer), seed: String(found.seed) })),
    h(
      "details",
      null,
      h("summary", null, word("event.where_looked")),
      h("h3", null, word("event.formats")),
      h("p", null, found.stages.map(atFirst).join(lang === "ja" ? "、" : "; ")),
      h("h3", null, word("event.rules")),
      h("p", null, found.rules.map(ruleInWords).join(lang === "ja" ? "、" : "; ")),
    ),
  );
}

/** @param {Candidate} one */
function figures(one) {
  return {
    best: hundredths(one.best_wins, 0),
    hours: hoursOf(one.hours),
    luck: hundredths(one.side_luck, one.side_luck < 0.1 ? 1 : 0),
    games: number(one.games, 0),
  };
}

/**
 * Who meets whom.
 * @param {Paired} paired
 */
export function showPaired(paired) {
  const { rounds, played } = paired;
  const [first] = rounds;
  const verdict =
    rounds.length === 1 && first
      ? word("event.paired_round", { number: first.round, boards: whole(first.games.length), played: whole(played) })
      : word("event.paired_all", { rounds: whole(rounds.length) });
  fill($("#verdict"), h("p", { class: "verdict" }, verdict));
  const header = ["board", "first_player", "second_player"].map((key) => word(`event.column.${key}`));
  const part = (/** @type {Paired["rounds"][number]} */ round) => {
    const name = word("event.round", { number: round.round });
    const rows = round.games.map(({ board, first, second }) => [String(board), named(first), named(second)]);
    const list = table(header, rows, { words: 3 });
    return h("div", { class: "round" }, h("h3", null, name), scrolling(name, list), round.bye === null ? null : h("p", { class: "note" }, word("event.bye", { name: round.bye })));
  };
  fill($("#main-answer"), h("div", { class: "rounds" }, rounds.slice(0, ROWS).map(part)), rounds.length > ROWS ? h("p", { class: "note" }, word("event.more_rows", { count: whole(rounds.length - ROWS) })) : null);
  fill($("#chart"));
  const standing = [...paired.players].sort((a, b) => b.points - a.points || a.seed - b.seed);
  const heading = word("event.points_so_far");
  const columns = [word("event.seed_column"), word("event.column.player"), word("event.column.elo"), word("event.points")];
  const rows = standing.slice(0, 4 * ROWS).map(({ seed, name, elo, points }) => [String(seed), named(name), String(elo), String(points)]);
  const list = table(columns, rows, { words: 0 });
  for (const row of list.querySelectorAll("tr")) {
    row.children[1]?.setAttribute("class", "words");
  }
  fill($("#details"), played > 0 ? [h("h2", null, heading), scrolling(heading, list)] : null);
}
