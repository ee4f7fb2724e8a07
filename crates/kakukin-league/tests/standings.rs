//! Standings against a slow reading of the definitions, game by game.

use kakukin_league::{
    DrawPoints, EpsilonPoints, GameResult, Placing, Played, Probability, RankBy, Rational, Scale,
    Standings, Tally, TieBreak,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn tally(names: &[String], games: &[Played]) -> Tally {
    let mut tally = Tally::new();
    for name in names {
        tally.player(name).unwrap();
    }
    for game in games {
        tally.add(*game).unwrap();
    }
    tally
}

fn names(count: usize) -> Vec<String> {
    (0..count).map(|k| format!("player {k:02}")).collect()
}

/// What a player gets from one game, if it is his.
fn gets(player: usize, game: &Played, points: Option<&EpsilonPoints<Rational>>) -> Rational {
    let won = match game.result {
        GameResult::First => Some(game.first),
        GameResult::Second => Some(game.second),
        GameResult::Draw => None,
    };
    if player != game.first && player != game.second {
        return Rational::ZERO;
    }
    let Some(points) = points else {
        return match won {
            Some(winner) if winner == player => Rational::ONE,
            Some(_) => Rational::ZERO,
            None => Rational::ONE / Rational::from(2),
        };
    };
    let sides = match game.result {
        GameResult::First => &points.first_win,
        GameResult::Second => &points.second_win,
        GameResult::Draw => &points.draw,
    };
    if player == game.first { sides.first.clone() } else { sides.second.clone() }
}

fn total(player: usize, games: &[Played], points: Option<&EpsilonPoints<Rational>>) -> Rational {
    games.iter().fold(Rational::ZERO, |sum, game| sum + gets(player, game, points))
}

fn own(player: usize, games: &[Played]) -> Vec<Played> {
    games.iter().filter(|g| g.first == player || g.second == player).copied().collect()
}

/// The value of a tie-break by its words.
fn value(
    tie_break: TieBreak,
    player: usize,
    tied: &[usize],
    games: &[Played],
    points: Option<&EpsilonPoints<Rational>>,
) -> Rational {
    let mut sum = Rational::ZERO;
    for game in own(player, games) {
        let opponent = if game.first == player { game.second } else { game.first };
        let score = gets(player, &game, None);
        match tie_break {
            TieBreak::Direct if tied.contains(&opponent) => sum += gets(player, &game, points),
            TieBreak::Direct => {}
            // 1, 1/2 or 0 times the opponent's score.
            TieBreak::Sonneborn => sum += score * total(opponent, games, None),
            TieBreak::Buchholz => sum += total(opponent, games, None),
            TieBreak::Wins if score == Rational::ONE => sum += Rational::ONE,
            TieBreak::SecondWins if score == Rational::ONE && game.second == player => {
                sum += Rational::ONE;
            }
            TieBreak::Wins | TieBreak::SecondWins => {}
        }
    }
    sum
}

/// The rank of one player: one more than there are better ones.
fn rank(
    player: usize,
    players: usize,
    games: &[Played],
    points: Option<&EpsilonPoints<Rational>>,
    rank_by: RankBy,
    tie_breaks: &[TieBreak],
) -> usize {
    let key = |player: usize| {
        let count = own(player, games).len();
        let points = total(player, games, points);
        match rank_by {
            RankBy::Total => (true, points),
            RankBy::Mean if count == 0 => (false, Rational::ZERO),
            RankBy::Mean => (true, points / Rational::from(count)),
        }
    };
    let mut better = (0..players).filter(|&other| key(other) > key(player)).count();
    let mut tied: Vec<usize> = (0..players).filter(|&other| key(other) == key(player)).collect();
    for &tie_break in tie_breaks {
        let among = tied.clone();
        let value = |player: usize| value(tie_break, player, &among, games, points);
        better += tied.iter().filter(|&&other| value(other) > value(player)).count();
        tied.retain(|&other| value(other) == value(player));
    }
    better + 1
}

fn some_points() -> impl Strategy<Value = EpsilonPoints<Rational>> {
    (1u64..20, 0u64..20, any::<bool>(), any::<bool>()).prop_map(|(p, f, zero, article)| {
        EpsilonPoints::new(
            &Probability::from_ratio(p, 20).unwrap(),
            &Probability::from_ratio(f, 20).unwrap(),
            if zero { DrawPoints::Zero } else { DrawPoints::Expectation },
            if article { Scale::Article } else { Scale::Ordinary },
        )
        .unwrap()
    })
}

fn some_games(players: usize, most: usize) -> impl Strategy<Value = Vec<Played>> {
    let game = (0..players, 1..players, 0usize..3).prop_map(move |(first, apart, result)| Played {
        first,
        second: (first + apart) % players,
        result: GameResult::ALL[result],
    });
    prop::collection::vec(game, 0..most)
}

/// Few players and results that repeat, so that ties are common.
fn some_league() -> impl Strategy<Value = (usize, Vec<Played>)> {
    (2usize..7).prop_flat_map(|players| (Just(players), some_games(players, 16)))
}

fn some_order() -> impl Strategy<Value = Vec<TieBreak>> {
    let shuffled = Just(TieBreak::ALL.to_vec()).prop_shuffle();
    (shuffled, 0usize..=5).prop_map(|(mut order, keep)| {
        order.truncate(keep);
        order
    })
}

fn by_name(standings: &Standings) -> BTreeMap<&str, (&Placing, &Placing)> {
    let players = standings.players.iter();
    players.map(|p| (p.name.as_str(), (&p.epsilon, &p.traditional))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn as_the_words_say(
        (players, games) in some_league(),
        points in some_points(),
        mean: bool,
        order in some_order(),
    ) {
        let rank_by = if mean { RankBy::Mean } else { RankBy::Total };
        let standings = Standings::new(&tally(&names(players), &games), &points, rank_by, &order);
        prop_assert!(standings.sum.is_zero());
        prop_assert_eq!(standings.games, games.len() as u64);
        for player in &standings.players {
            let both = [(Some(&points), &player.epsilon), (None, &player.traditional)];
            for (points, placing) in both {
                prop_assert_eq!(&placing.points, &total(player.player, &games, points));
                let wanted = rank(player.player, players, &games, points, rank_by, &order);
                prop_assert_eq!(placing.rank, wanted);
                for (tie_break, given) in order.iter().zip(&placing.tie_breaks) {
                    if *tie_break != TieBreak::Direct {
                        let wanted = value(*tie_break, player.player, &[], &games, points);
                        prop_assert_eq!(given.as_ref(), Some(&wanted));
                    }
                }
            }
            let firsts = games.iter().filter(|game| game.first == player.player).count();
            prop_assert_eq!(player.sides[0].games(), firsts as u64);
        }
        let ranks: Vec<usize> = standings.players.iter().map(|p| p.epsilon.rank).collect();
        prop_assert!(ranks.is_sorted());
        prop_assert_eq!(ranks[0], 1);
    }

    /// Neither the order of the games nor that of the players, nor their names, matter.
    #[test]
    fn only_the_games_matter(
        ((players, games), shuffled, numbers) in some_league().prop_flat_map(|(players, games)| {
            let order = Just(games.clone()).prop_shuffle();
            (Just((players, games)), order, Just((0..players).collect::<Vec<_>>()).prop_shuffle())
        }),
        points in some_points(),
    ) {
        let names = names(players);
        let of = |names: &[String], games: &[Played]| {
            Standings::new(&tally(names, games), &points, RankBy::Total, &TieBreak::USUAL)
        };
        let plain = of(&names, &games);
        prop_assert_eq!(&of(&names, &shuffled), &plain);
        let renumbered: Vec<Played> = games
            .iter()
            .map(|game| Played { first: numbers[game.first], second: numbers[game.second], ..*game })
            .collect();
        let mut moved = names.clone();
        for (player, &number) in numbers.iter().enumerate() {
            moved[number] = names[player].clone();
        }
        let other = of(&moved, &renumbered);
        prop_assert_eq!(by_name(&other), by_name(&plain));
        // The list itself, too: those of equal rank stand by name.
        let list = |s: &Standings| s.players.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        prop_assert_eq!(list(&other), list(&plain));
    }

    /// Without a first player's advantage: wins less losses.
    #[test]
    fn at_one_half_it_is_wins_less_losses((players, games) in some_league()) {
        let (p, f) = ("1/2".parse().unwrap(), "0".parse().unwrap());
        for draws in [DrawPoints::Zero, DrawPoints::Expectation] {
            let points = EpsilonPoints::new(&p, &f, draws, Scale::Ordinary).unwrap();
            let standings =
                Standings::new(&tally(&names(players), &games), &points, RankBy::Total, &[]);
            for player in &standings.players {
                let all = player.sides[0].plus(player.sides[1]);
                let difference = Rational::from(all.wins) - Rational::from(all.losses);
                prop_assert_eq!(&player.epsilon.points, &difference);
            }
        }
    }

    /// Where draws are scored by expectation, epsilon points are the traditional ones less what
    /// an equal player expects on those sides: on even sides both orders are the same.
    #[test]
    fn on_even_sides_nothing_changes(
        results in prop::collection::vec(0usize..3, 12),
        p in 1u64..20,
        f in 0u64..20,
    ) {
        let pairs = kakukin_league::double_round_robin(4);
        let games: Vec<Played> = pairs
            .iter()
            .zip(&results)
            .map(|(&[first, second], &k)| Played { first, second, result: GameResult::ALL[k] })
            .collect();
        let (p, f) = (Probability::from_ratio(p, 20).unwrap(), Probability::from_ratio(f, 20).unwrap());
        let points = EpsilonPoints::new(&p, &f, DrawPoints::Expectation, Scale::Article).unwrap();
        let standings = Standings::new(&tally(&names(4), &games), &points, RankBy::Total, &[]);
        for player in &standings.players {
            let expected = Rational::from(3);
            prop_assert_eq!(&player.epsilon.points, &(&player.traditional.points - expected));
            prop_assert_eq!(player.places_gained(), 0);
        }
    }
}

#[test]
fn a_league_by_hand() {
    // At 70 %: Ann wins twice as first, Ben once as first and once as second.
    let names = ["Ann", "Ben", "Cy"].map(String::from);
    let game = |first, second, result| Played { first, second, result };
    let games = [
        game(0, 1, GameResult::First),
        game(0, 2, GameResult::First),
        game(1, 2, GameResult::First),
        game(0, 1, GameResult::Second),
        game(1, 2, GameResult::Draw),
    ];
    let (p, f) = ("70%".parse().unwrap(), "0".parse().unwrap());
    let points = EpsilonPoints::new(&p, &f, DrawPoints::Zero, Scale::Article).unwrap();
    let standings =
        Standings::new(&tally(&names, &games), &points, RankBy::Total, &TieBreak::USUAL);
    let row = |k: usize| {
        let player = &standings.players[k];
        let points = [&player.epsilon.points, &player.traditional.points].map(|x| x.to_string());
        (player.name.as_str(), points, player.epsilon.rank, player.traditional.rank)
    };
    assert_eq!(row(0), ("Ben", ["7/10", "5/2"].map(String::from), 1, 1));
    assert_eq!(row(1), ("Ann", ["-1/10", "2"].map(String::from), 2, 2));
    assert_eq!(row(2), ("Cy", ["-3/5", "1/2"].map(String::from), 3, 3));
    assert_eq!(standings.uneven_sides(), 2);
    assert!(!standings.even_games());
}
