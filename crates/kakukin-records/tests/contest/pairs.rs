//! Which games are paired, by what; tables of many players; sides and groups.

use super::{close, confidence};
use kakukin_records::{
    Apart, By, Contest, ContestPlan, ContestTally, Counted, Duel, GameResult, Key, MAX_PLAYERS,
    PairEvidence, PairsBy, Player, Record, Results,
};

#[derive(Default, Clone, Copy)]
struct Game<'t> {
    first: &'t str,
    second: &'t str,
    /// `1`, `0`, `=`; `-` for a game that is counted apart.
    result: &'t str,
    round: &'t str,
    opening: &'t str,
    event: &'t str,
}

fn game<'t>(first: &'t str, second: &'t str, result: &'t str, round: &'t str) -> Game<'t> {
    Game { first, second, result, round, ..Game::default() }
}

fn counted(games: &[Game<'_>], plan: ContestPlan) -> Contest {
    let mut tally = ContestTally::new(plan);
    for game in games {
        let player = |name: &str| Player { name: name.into(), rating: None };
        let record = Record {
            first: player(game.first),
            second: player(game.second),
            round: game.round.into(),
            opening: game.opening.into(),
            event: game.event.into(),
            ..Record::default()
        };
        let counted = match game.result {
            "1" => Counted::As(GameResult::First),
            "0" => Counted::As(GameResult::Second),
            "=" => Counted::As(GameResult::Draw),
            _ => Counted::Apart(Apart::Forfeit),
        };
        tally.add("", &record, counted).unwrap();
    }
    Contest::new(&tally, confidence(), None)
}

fn by(pairs: PairsBy) -> ContestPlan {
    ContestPlan { pairs, ..ContestPlan::default() }
}

/// The evidence and the counts of the only match.
fn paired(games: &[Game<'_>], pairs: PairsBy) -> Option<(PairEvidence, [u64; 5], u64)> {
    let contest = counted(games, by(pairs));
    let pairs = contest.duels[0].pairs.as_ref()?;
    Some((pairs.evidence, pairs.counts, pairs.single))
}

const ROUND: PairEvidence = PairEvidence::Round;
const OPENING: PairEvidence = PairEvidence::Opening;
const NEXT: PairEvidence = PairEvidence::Consecutive;
const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
const D4: &str = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";

/// Games end in any order where several are played at a time.
#[test]
fn rounds_in_any_order() {
    let games = [
        game("a", "b", "1", "2"),
        game("b", "a", "1", "1"),
        game("b", "a", "=", "3"),
        game("b", "a", "0", "2"),
        game("a", "b", "=", "3"),
        game("a", "b", "1", "1"),
    ];
    assert_eq!(paired(&games, PairsBy::Auto), Some((ROUND, [0, 0, 2, 0, 1], 0)));
    let numbered = ["1.1", "1.4", "1.2", "1.3"];
    let sides = [("a", "b", "1"), ("b", "a", "1"), ("b", "a", "0"), ("a", "b", "=")];
    let games: Vec<Game<'_>> = numbered
        .iter()
        .zip(sides)
        .map(|(round, (first, second, result))| game(first, second, result, round))
        .collect();
    // 1.1 with 1.2: two wins; 1.3 with 1.4: a draw and a loss.
    assert_eq!(paired(&games, PairsBy::Auto), Some((ROUND, [0, 1, 0, 0, 1], 0)));
}

/// A round that is the same for all games, or one for each game, says nothing.
#[test]
fn rounds_that_are_no_evidence() {
    let all = |round: fn(usize) -> &'static str| {
        let games: Vec<Game<'_>> = (0..8)
            .map(|n| {
                if n % 2 == 0 {
                    game("a", "b", "1", round(n))
                } else {
                    game("b", "a", "1", round(n))
                }
            })
            .collect();
        (paired(&games, PairsBy::Auto), paired(&games, PairsBy::Evidence(ROUND)))
    };
    let (auto, forced) = all(|_| "1");
    assert_eq!(auto, Some((NEXT, [0, 0, 4, 0, 0], 0)));
    assert_eq!(forced, Some((ROUND, [0, 0, 4, 0, 0], 0)));
    let (auto, forced) = all(|n| ["1", "2", "3", "4", "5", "6", "7", "8"][n]);
    assert_eq!(auto, Some((NEXT, [0, 0, 4, 0, 0], 0)));
    assert_eq!(forced, None);
}

#[test]
fn positions_are_evidence_and_names_only_if_wanted() {
    let on = |first, second, result, opening| Game { opening, ..game(first, second, result, "") };
    let games = [
        on("a", "b", "1", E4),
        on("a", "b", "0", D4),
        on("b", "a", "=", D4),
        on("b", "a", "0", E4),
    ];
    assert_eq!(paired(&games, PairsBy::Auto), Some((OPENING, [0, 1, 0, 0, 1], 0)));
    // Two that follow each other on different positions are no pair.
    assert_eq!(paired(&games[1..3], PairsBy::Evidence(NEXT)), Some((NEXT, [0, 1, 0, 0, 0], 0)));
    let odd = [on("a", "b", "1", E4), on("b", "a", "1", D4)];
    assert_eq!(paired(&odd, PairsBy::Evidence(NEXT)), None);
    let named = [
        on("a", "b", "1", "B20"),
        on("a", "b", "1", "C42"),
        on("b", "a", "0", "B20"),
        on("b", "a", "1", "C42"),
    ];
    assert_eq!(paired(&named, PairsBy::Evidence(OPENING)), Some((OPENING, [0, 0, 1, 0, 1], 0)));
    assert_eq!(paired(&named, PairsBy::Auto), None);
    // The same position in another event is another opening.
    let events = [on("a", "b", "1", E4), Game { event: "second", ..on("b", "a", "1", E4) }];
    assert_eq!(paired(&events, PairsBy::Auto), None);
}

/// One that does not count takes its partner with it, and does not join others.
#[test]
fn what_is_counted_apart_breaks_its_pair() {
    let games = [
        game("a", "b", "1", "1"),
        game("b", "a", "-", "1"),
        game("a", "b", "1", "2"),
        game("b", "a", "0", "2"),
        game("a", "b", "=", "3"),
        game("b", "a", "=", "3"),
    ];
    assert_eq!(paired(&games, PairsBy::Auto), Some((ROUND, [0, 0, 1, 0, 1], 1)));
    assert_eq!(paired(&games, PairsBy::Evidence(NEXT)), Some((NEXT, [0, 0, 1, 0, 1], 1)));
    assert_eq!(paired(&games, PairsBy::None), None);
    let contest = counted(&games, by(PairsBy::Auto));
    assert_eq!((contest.apart.forfeits, contest.games), (1, 5));
}

/// Colours by lot are no pairs, although some games happen to follow each other so.
#[test]
fn colours_by_lot() {
    let sides = [true, true, false, false, true, false, false, false, true, true, false, false];
    let games: Vec<Game<'_>> = sides
        .map(|a_first| if a_first { game("a", "b", "1", "") } else { game("b", "a", "1", "") })
        .to_vec();
    assert_eq!(paired(&games, PairsBy::Auto), None);
}

fn duel<'c>(contest: &'c Contest, player: &str, opponent: &str) -> &'c Duel {
    let found =
        contest.duels.iter().find(|duel| duel.player == player && duel.opponent == opponent);
    found.unwrap()
}

#[test]
fn many_players() {
    let games = [
        game("c", "a", "0", ""),
        game("a", "c", "1", ""),
        game("a", "b", "=", ""),
        game("b", "c", "1", ""),
        game("c", "b", "-", ""),
        game("a", "a", "1", ""),
        game("", "b", "1", ""),
    ];
    let contest = counted(&games, ContestPlan::default());
    let names: Vec<&str> = contest.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    let points: Vec<f64> = contest.players.iter().map(|player| player.points).collect();
    assert_eq!(points, [2.5, 1.5, 0.0]);
    assert_eq!((contest.games, contest.nameless, contest.apart.forfeits), (4, 2, 1));
    // The better one comes first, whoever was seen first.
    let two = duel(&contest, "a", "c");
    assert_eq!(two.results, Results { wins: 2, draws: 0, losses: 0 });
    assert_eq!((two.as_first.wins, two.as_second.wins), (1, 1));
    assert_eq!(two.first_score, Some(0.5));
    // One player: told from that side, the others left out.
    let plan = ContestPlan { player: Some("b".into()), ..ContestPlan::default() };
    let contest = counted(&games, plan);
    let opponents: Vec<&str> = contest.duels.iter().map(|duel| duel.opponent.as_str()).collect();
    assert_eq!(opponents, ["a", "c"]);
    assert_eq!((contest.games, contest.elsewhere), (2, 2));
    assert_eq!(duel(&contest, "b", "c").results.wins, 1);
}

/// From either side, the same match.
#[test]
fn either_side() {
    let games = [
        game("a", "b", "1", "1"),
        game("b", "a", "=", "1"),
        game("a", "b", "0", "2"),
        game("b", "a", "0", "2"),
    ];
    let seen_by = |name: &str| {
        let plan = ContestPlan {
            player: Some(name.into()),
            by: vec![By::Opening, By::Event],
            ..ContestPlan::default()
        };
        let games = games.map(|game| Game { event: "match", ..game });
        counted(&games, plan).duels[0].clone()
    };
    let (a, b) = (seen_by("a"), seen_by("b"));
    assert_eq!(a.results, Results { wins: 2, draws: 1, losses: 1 });
    assert_eq!(a.results, b.results.turned());
    assert_eq!((a.as_first, a.as_second), (b.as_second.turned(), b.as_first.turned()));
    let (mut counts, other) = (a.pairs.clone().unwrap().counts, b.pairs.unwrap().counts);
    assert_eq!(counts, [0, 0, 1, 1, 0]);
    counts.reverse();
    assert_eq!(counts, other);
    assert_eq!(a.first_score, b.first_score);
    close(a.by_games.elo.unwrap(), -b.by_games.elo.unwrap(), 1e-9);
    // Nobody says an opening; all say the event.
    assert_eq!((a.groups[0].by, a.groups[0].unsaid), (By::Opening, a.results));
    assert_eq!(a.groups[1].rows[0].key, Key::Name("match".into()));
    assert_eq!(a.groups[1].rows[0].results, a.results);
    assert_eq!(b.groups[1].rows[0].as_first, b.as_first);
}

/// Pairs whose openings decide vary less than their games do.
#[test]
fn what_pairs_gain() {
    let mut games = Vec::new();
    for round in ["1", "2", "3", "4", "5", "6", "7", "8"] {
        let firsts = if round > "6" { ["1", "="] } else { ["1", "1"] };
        games.push(game("a", "b", firsts[0], round));
        games.push(game("b", "a", firsts[1], round));
    }
    let contest = counted(&games, ContestPlan::default());
    let pairs = contest.duels[0].pairs.as_ref().unwrap();
    // Six pairs of ½ and two of ¾; games: eight wins, two draws, six losses.
    close(pairs.variance, 3.0 / 256.0, 1e-12);
    let mean: f64 = 9.0 / 16.0;
    let singly =
        (8.0 * (1.0 - mean).powi(2) + 2.0 * (0.5 - mean).powi(2) + 6.0 * mean * mean) / 16.0;
    close(pairs.ratio.unwrap(), 2.0 * 3.0 / 256.0 / singly, 1e-12);
    let width = |[low, high]: [f64; 2]| high - low;
    assert!(
        width(pairs.figures.score_interval) < 0.6 * width(contest.duels[0].by_games.score_interval)
    );
}

#[test]
fn a_table_is_bounded() {
    let mut tally = ContestTally::new(ContestPlan::default());
    let mut record = Record::default();
    record.first.name = "a".into();
    for number in 1..MAX_PLAYERS {
        record.second.name = number.to_string();
        tally.add("", &record, Counted::As(GameResult::First)).unwrap();
    }
    record.second.name = "one more".into();
    let refused = tally.add("", &record, Counted::As(GameResult::First)).unwrap_err();
    assert_eq!((refused.most, tally.duels()), (MAX_PLAYERS, MAX_PLAYERS - 1));
}
