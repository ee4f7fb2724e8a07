//! A bracket as it stands: who meets whom, where everybody comes from, the results so far, and
//! who goes on.

use super::{
    Format, SeededGame,
    play::{DoubleElimination, Part, bracket, bracket_round, double_elimination},
    round::{check_met, points, sides},
};
use crate::InputError;
use kakukin_core::BadValue;

/// The most players of a knockout that is drawn.
pub const MAX_BRACKET: usize = 256;
/// The most players of a double elimination that is drawn.
pub const MAX_DOUBLE_BRACKET: usize = 32;

/// Where a side of an encounter comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BracketSource {
    /// This seed, from 0, enters here.
    Seed(usize),
    /// The winner of this encounter, from 0.
    Winner(usize),
    /// The loser of this encounter, from 0.
    Loser(usize),
}

/// The parts of a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum BracketPart {
    /// Of those who have not lost.
    Upper,
    /// Of those who have lost once.
    Lower,
    /// The final of a double elimination.
    Final,
    /// The second final, if the first was the first loss.
    SecondFinal,
    /// The game for third place.
    Third,
}

/// A side of an encounter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BracketSide {
    /// Where it comes from.
    pub from: BracketSource,
    /// The seed of the player, from 0, where that is known.
    pub player: Option<usize>,
    /// The half points of all games of the encounter; nothing before the first.
    pub points: Option<i64>,
}

/// An encounter of a bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketEncounter {
    /// Its part.
    pub part: BracketPart,
    /// The round of its part, from 1.
    pub round: usize,
    /// Its place in the round from above, from 0; byes have places, too.
    pub row: usize,
    /// The two.
    pub sides: [BracketSide; 2],
    /// Which of them is first in game 1; nothing where a lot will say so.
    pub first: Option<usize>,
    /// Which of them has won; nothing as long as nobody has.
    pub winner: Option<usize>,
}

/// A bracket as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket {
    /// A power of two: the places of the first round, byes among them.
    pub slots: usize,
    /// The encounters in the order in which they can be played.
    pub encounters: Vec<BracketEncounter>,
}

/// A side while the bracket is laid out.
#[derive(Debug, Clone, Copy)]
struct Entry {
    from: BracketSource,
    player: Option<usize>,
}

struct Layout<'g> {
    games: &'g [SeededGame],
    encounters: Vec<BracketEncounter>,
}

impl Bracket {
    /// The bracket of so many players by seed, with the games played so far in their order.
    ///
    /// ```
    /// use kakukin_league::{Bracket, BracketSource::{Seed, Winner}, Format};
    /// let bracket = Bracket::new(Format::Knockout, 3, false, &[])?;
    /// let from: Vec<_> = bracket.encounters.iter().map(|e| e.sides.map(|side| side.from)).collect();
    /// assert_eq!(from, [[Seed(1), Seed(2)], [Seed(0), Winner(0)]]);
    /// # Ok::<(), kakukin_league::InputError>(())
    /// ```
    pub fn new(
        format: Format,
        players: usize,
        third: bool,
        games: &[SeededGame],
    ) -> Result<Self, InputError> {
        let (least, most) = match format {
            Format::Knockout => (2, MAX_BRACKET),
            Format::Double { .. } => (3, MAX_DOUBLE_BRACKET),
            _ => {
                let allowed = "knockout, double";
                return Err(InputError::new("stages", format, BadValue::Unknown, allowed));
            }
        };
        if !(least..=most).contains(&players) {
            let allowed = format!("{least}..{most}");
            return Err(InputError::new("players", players, BadValue::OutOfRange, allowed));
        }
        let seeds: Vec<usize> = (0..players).collect();
        let enter = |seed: usize| Entry { from: BracketSource::Seed(seed), player: Some(seed) };
        let slots: Vec<Option<Entry>> =
            bracket(&seeds).into_iter().map(|slot| slot.map(enter)).collect();
        let mut layout = Layout { games, encounters: Vec::new() };
        let count = slots.len();
        match format {
            Format::Double { second_final } => {
                if !games.is_empty() {
                    // Two who meet twice cannot be told from two games of one encounter.
                    let allowed = "knockout";
                    return Err(InputError::new(
                        "results",
                        games.len(),
                        BadValue::Conflict,
                        allowed,
                    ));
                }
                double_elimination(slots, second_final, &mut layout);
            }
            _ => layout.knockout(slots, third),
        }
        layout.check()?;
        Ok(Self { slots: count, encounters: layout.encounters })
    }
}

impl Layout<'_> {
    fn knockout(&mut self, mut slots: Vec<Option<Entry>>, third: bool) {
        let mut round = 0;
        let mut semifinalists = Vec::new();
        while slots.len() > 1 {
            round += 1;
            if slots.len() == 2
                && third
                && let [Some(x), Some(y)] = semifinalists[..]
            {
                self.enter(BracketPart::Third, 1, 0, [x, y]);
            }
            (slots, semifinalists) =
                bracket_round(&slots, |row, two| self.enter(BracketPart::Upper, round, row, two))
                    .into();
        }
    }

    /// An encounter; who goes on from it and who does not.
    fn enter(
        &mut self,
        part: BracketPart,
        round: usize,
        row: usize,
        two: [Entry; 2],
    ) -> [Entry; 2] {
        let number = self.encounters.len();
        let board = self.encounters.iter().filter(|e| e.part == part && e.round == round).count();
        let (mut sides_of, mut first, mut winner) = (
            two.map(|Entry { from, player }| BracketSide { from, player, points: None }),
            None,
            None,
        );
        if let [Some(x), Some(y)] = two.map(|entry| entry.player) {
            match points(self.games, x, y) {
                Some((won, x_first)) => {
                    sides_of[0].points = Some(won[0]);
                    sides_of[1].points = Some(won[1]);
                    first = Some(usize::from(!x_first));
                    winner = match won[0].cmp(&won[1]) {
                        std::cmp::Ordering::Greater => Some(0),
                        std::cmp::Ordering::Less => Some(1),
                        std::cmp::Ordering::Equal => None,
                    };
                }
                // As the round is paired.
                None if part == BracketPart::Upper => {
                    first = Some(usize::from(sides(board, [x, y])[0] != x));
                }
                None => {}
            }
        }
        let player = |side: Option<usize>| side.and_then(|side| two[side].player);
        let gone_on = [
            Entry { from: BracketSource::Winner(number), player: player(winner) },
            Entry { from: BracketSource::Loser(number), player: player(winner.map(|w| 1 - w)) },
        ];
        let encounter = BracketEncounter { part, round, row, sides: sides_of, first, winner };
        self.encounters.push(encounter);
        gone_on
    }

    /// Refuses results of players who do not meet.
    fn check(&self) -> Result<(), InputError> {
        let two = |encounter: &BracketEncounter| {
            let [x, y] = encounter.sides.map(|side| side.player);
            Some([x?, y?])
        };
        check_met(self.games, &self.encounters.iter().filter_map(two).collect::<Vec<_>>())
    }
}

impl DoubleElimination<Entry> for Layout<'_> {
    fn meet(&mut self, part: Part, round: usize, row: usize, two: [Entry; 2]) -> [Entry; 2] {
        let part = match part {
            Part::Upper => BracketPart::Upper,
            Part::Lower => BracketPart::Lower,
            Part::Final => BracketPart::Final,
            Part::SecondFinal => BracketPart::SecondFinal,
        };
        self.enter(part, round, row, two)
    }

    /// It may be needed.
    fn again(&self, _: Entry, _: Entry) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Problem, next_rounds};

    fn won(first: usize, second: usize) -> SeededGame {
        SeededGame { players: [first, second], points: [2, 0] }
    }

    /// The open encounters of a bracket are the round that is paired, sides and all.
    #[test]
    fn what_is_drawn_is_what_is_paired() {
        for players in 2..=33 {
            let mut games: Vec<SeededGame> = Vec::new();
            loop {
                let bracket = Bracket::new(Format::Knockout, players, false, &games).unwrap();
                let open = bracket.encounters.iter().filter_map(|encounter| {
                    let [x, y] = encounter.sides.map(|side| side.player);
                    let (x, y, first) = (x?, y?, encounter.first?);
                    let two = if first == 0 { [x, y] } else { [y, x] };
                    encounter.sides[0].points.is_none().then_some((encounter.round, two))
                });
                let mut open: Vec<(usize, [usize; 2])> = open.collect();
                match next_rounds(Format::Knockout, players, &games, &[]) {
                    Ok(rounds) => {
                        // Two who both had byes are known before their round.
                        open.retain(|(round, _)| *round == rounds[0].number);
                        let open: Vec<[usize; 2]> = open.iter().map(|(_, two)| *two).collect();
                        assert_eq!(open, rounds[0].games, "{players}");
                    }
                    Err(error) => {
                        assert_eq!(error.problem, Problem::AllRoundsPlayed);
                        assert!(open.is_empty());
                        let last = bracket.encounters.last().unwrap();
                        assert!(last.winner.is_some());
                        break;
                    }
                }
                // The second of them wins every other time.
                games.extend(open.iter().enumerate().map(|(k, &(_, [x, y]))| {
                    let points = if k % 2 == 0 { [2, 0] } else { [0, 2] };
                    SeededGame { players: [x, y], points }
                }));
            }
            assert_eq!(games.len(), players - 1);
        }
    }

    #[test]
    fn a_game_for_third_place_and_half_a_round() {
        let games = [won(3, 0)];
        let bracket = Bracket::new(Format::Knockout, 4, true, &games).unwrap();
        let parts: Vec<BracketPart> = bracket.encounters.iter().map(|e| e.part).collect();
        assert_eq!(parts[2..], [BracketPart::Third, BracketPart::Upper]);
        let third = bracket.encounters.iter().find(|e| e.part == BracketPart::Third).unwrap();
        assert_eq!(third.sides.map(|side| side.player), [Some(0), None]);
        assert_eq!(third.sides[1].from, BracketSource::Loser(1));
        assert_eq!((bracket.encounters[0].winner, bracket.encounters[0].first), (Some(1), Some(1)));
        // Of three nobody but the loser of the only semifinal would be third.
        assert_eq!(Bracket::new(Format::Knockout, 3, true, &[]).unwrap().encounters.len(), 2);
    }

    #[test]
    fn a_double_elimination_has_all_its_encounters() {
        for players in 3..=MAX_DOUBLE_BRACKET {
            for (second_final, more) in [(false, 0), (true, 1)] {
                let format = Format::Double { second_final };
                let bracket = Bracket::new(format, players, false, &[]).unwrap();
                // Everybody but one loses twice, or once.
                assert_eq!(bracket.encounters.len(), 2 * players - 2 + more, "{players}");
                // Everybody enters once, and goes on from every encounter once.
                let mut from: Vec<String> = Vec::new();
                for side in bracket.encounters.iter().flat_map(|e| &e.sides) {
                    from.push(format!("{:?}", side.from));
                }
                let losers = from.iter().filter(|from| from.starts_with("Loser")).count();
                assert_eq!(losers, players - 1);
                for seed in 0..players {
                    assert_eq!(from.iter().filter(|x| **x == format!("Seed({seed})")).count(), 1);
                }
            }
        }
    }

    #[test]
    fn refusals() {
        let problem = |format, players, games: &[SeededGame]| {
            let error = Bracket::new(format, players, false, games).unwrap_err();
            (error.field, error.problem)
        };
        let double = Format::Double { second_final: true };
        assert_eq!(problem(Format::Knockout, 8, &[won(0, 1)]), ("results", Problem::DoNotMeet));
        assert_eq!(problem(double, 8, &[won(0, 7)]), ("results", BadValue::Conflict.into()));
        assert_eq!(problem(double, 33, &[]), ("players", BadValue::OutOfRange.into()));
        assert_eq!(problem(Format::Knockout, 257, &[]), ("players", BadValue::OutOfRange.into()));
        assert_eq!(problem(Format::Ladder, 4, &[]), ("stages", BadValue::Unknown.into()));
    }
}
