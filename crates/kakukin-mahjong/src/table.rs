//! What a table is like: how often the round ends without us, what that costs, and how others
//! discard. Counts of real rounds, from which the rates follow; the counts of two tables add up to
//! those of all their rounds.

use crate::{InputError, Players, Problem};
use kakukin_core::BadValue;
use serde::{Deserialize, Serialize};

/// The name and version of the format of a table's file.
pub const TABLE_SCHEMA: &str = "kakukin/mahjong-table/1";
/// Own turns that are told apart; later ones count as the last.
pub const TABLE_TURNS: usize = 18;
/// Rounds, and ends of rounds, with which the rate of fewer turns or states is drawn towards the
/// rate of more: so that what was seen three times does not look certain.
pub const TABLE_SMOOTHING: f64 = 20.0;
/// The most that is counted of anything: exact as a floating-point number.
const MOST: u64 = 1 << 53;
/// More points than any win costs.
const MOST_LOST: i64 = 1_000_000;
/// Classes of chances in which discards are counted, each so wide.
const CLASSES: usize = 100;
/// The parts in which a chance is counted.
const PARTS: u64 = 1_000_000;

/// What we are doing when the round may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TableState"))]
#[serde(rename_all = "snake_case")]
pub enum PlayState {
    /// In riichi.
    Riichi,
    /// With an open meld.
    Open,
    /// Neither.
    Neither,
}

impl PlayState {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Riichi, Self::Open, Self::Neither];

    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Riichi => "riichi",
            Self::Open => "open",
            Self::Neither => "neither",
        }
    }
}

/// What was seen between one own turn and the next. Seats of one round are not independent of each
/// other: who wins ends the round for all. So the sums over rounds are counted from which the
/// standard errors follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TableTurnCounts"))]
pub struct TurnCounts {
    /// How often somebody had that turn.
    pub rounds: u64,
    /// How often another won before the next turn.
    pub ends: u64,
    /// What that cost, all together: points paid less points received.
    pub lost: i64,
    /// The sum over rounds of the squares of `rounds`.
    pub rounds_squares: u64,
    /// The sum over rounds of the squares of `ends`.
    pub ends_squares: u64,
    /// The sum over rounds of `ends` times `rounds`.
    pub ends_by_rounds: u64,
    /// The sum over rounds of the squares of `lost`.
    pub lost_squares: u64,
    /// The sum over rounds of `lost` times `ends`.
    pub lost_by_ends: i64,
    /// Own wins by self-draw at that turn.
    pub tsumo: u64,
    /// Own wins by another's discard after that turn and before the next.
    pub ron: u64,
}

/// One own turn of somebody in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenTurn {
    /// What they were doing.
    pub state: PlayState,
    /// The number of the turn, from 1.
    pub turn: u32,
    /// What another's win before the next turn cost; nothing if there was none.
    pub lost: Option<i32>,
}

/// Others' discards that had a certain chance to be useful, if they were random.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "TableDiscardCounts")
)]
pub struct DiscardCounts {
    /// How many.
    pub discards: u64,
    /// How many were useful.
    pub useful: u64,
    /// The sum of the chances, in millionths.
    pub expected: u64,
}

/// How rounds ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TableEndCounts"))]
pub struct EndCounts {
    /// Own wins by self-draw.
    pub tsumo: u64,
    /// Own wins by another's discard.
    pub ron: u64,
    /// Another's win by self-draw.
    pub other_tsumo: u64,
    /// Another's win with our discard.
    pub dealt_in: u64,
    /// Another's win with a third player's discard.
    pub other_ron: u64,
    /// The wall was empty.
    pub exhausted: u64,
    /// The round was aborted.
    pub aborted: u64,
}

/// All counts of one state.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TableStateCounts"))]
pub struct StateCounts {
    /// How rounds ended that somebody was in at the end in this state.
    pub endings: EndCounts,
    /// By own turn, the first one first.
    pub turns: Vec<TurnCounts>,
    /// Others' discards by the chance that they would be useful if they were random, in steps of
    /// one percentage point.
    pub discards: Vec<DiscardCounts>,
}

/// A rate or mean, how sure it is, and of how many.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TableRate"))]
pub struct CountedRate {
    /// The value.
    pub value: f64,
    /// Its standard error; 0 if there is nothing to tell it from.
    pub error: f64,
    /// Of how many.
    pub count: u64,
}

/// Counts of real rounds, checked.
///
/// ```
/// use kakukin_mahjong::{PlayState, Players, SeenTurn, Table};
/// let mut table = Table::new(Players::Four);
/// let state = PlayState::Neither;
/// table.round_seen(&[SeenTurn { state, turn: 3, lost: Some(2600) }]);
/// table.round_seen(&[SeenTurn { state, turn: 3, lost: None }]);
/// let lambda = table.lambda(PlayState::Neither, 3);
/// assert_eq!((lambda.value, lambda.count), (0.5, 2));
/// assert_eq!(table.cost(PlayState::Neither, 3).value, 2600.0);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Table {
    players: Players,
    rounds: u64,
    /// Those of [`PlayState::ALL`], and all together.
    states: [StateCounts; 4],
}

/// The place of all states together.
const ALL: usize = 3;

/// A table as it is written; what else a file says follows from this.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Written {
    schema: String,
    players: u32,
    rounds: u64,
    riichi: StateCounts,
    open: StateCounts,
    neither: StateCounts,
    all: StateCounts,
}

impl From<Table> for Written {
    fn from(table: Table) -> Self {
        let (players, rounds) = (table.players.number(), table.rounds);
        let [riichi, open, neither, all] = table.states;
        Self { schema: TABLE_SCHEMA.into(), players, rounds, riichi, open, neither, all }
    }
}

impl TryFrom<Written> for Table {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        let Written { schema, players, rounds, riichi, open, neither, all } = written;
        if schema != TABLE_SCHEMA {
            return Err("schema".into());
        }
        let players = players.to_string().parse().map_err(|_| "players")?;
        let table = Self { players, rounds, states: [riichi, open, neither, all] };
        match table.fault() {
            None => Ok(table),
            Some(field) => Err(field.into()),
        }
    }
}

impl Table {
    /// A table of which nothing has been seen.
    pub fn new(players: Players) -> Self {
        let state = || StateCounts {
            endings: EndCounts::default(),
            turns: vec![TurnCounts::default(); TABLE_TURNS],
            discards: vec![DiscardCounts::default(); CLASSES],
        };
        Self { players, rounds: 0, states: [state(), state(), state(), state()] }
    }

    /// The first field that cannot be what it says.
    fn fault(&self) -> Option<&'static str> {
        if self.rounds > MOST {
            return Some("rounds");
        }
        for state in &self.states {
            let EndCounts { tsumo, ron, other_tsumo, dealt_in, other_ron, exhausted, aborted } =
                state.endings;
            let all = [tsumo, ron, other_tsumo, dealt_in, other_ron, exhausted, aborted];
            if all.iter().any(|&count| count > MOST) {
                return Some("endings");
            }
            if state.turns.len() != TABLE_TURNS || !state.turns.iter().all(TurnCounts::possible) {
                return Some("turns");
            }
            let possible = |class: &DiscardCounts| {
                class.discards <= MOST / PARTS
                    && class.useful <= class.discards
                    && class.expected <= class.discards * PARTS
                    && (class.expected > 0) == (class.discards > 0)
            };
            if state.discards.len() != CLASSES || !state.discards.iter().all(possible) {
                return Some("discards");
            }
        }
        let sum = |pick: &dyn Fn(&StateCounts) -> i64| -> [i64; 2] {
            [self.states[..ALL].iter().map(pick).sum(), pick(&self.states[ALL])]
        };
        for at in 0..TABLE_TURNS {
            let parts: [fn(&TurnCounts) -> i64; 3] =
                [|turn| turn.rounds as i64, |turn| turn.ends as i64, |turn| turn.lost];
            for part in parts {
                let [states, all] = sum(&|state: &StateCounts| part(&state.turns[at]));
                if states != all {
                    return Some("all");
                }
            }
        }
        None
    }

    /// How many play.
    pub fn players(&self) -> Players {
        self.players
    }

    /// How many rounds were seen.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// The counts of a state; `None` is all states.
    pub fn state(&self, state: impl Into<Option<PlayState>>) -> &StateCounts {
        &self.states[state.into().map_or(ALL, |state| state as usize)]
    }

    /// A round was seen, with all own turns of all players whose moves are known.
    pub fn round_seen(&mut self, turns: &[SeenTurn]) {
        self.rounds += 1;
        // Rounds, ends and points of each state and turn in this round.
        let mut sums = [[(0u64, 0u64, 0i64); TABLE_TURNS]; ALL + 1];
        for seen in turns {
            for state in [seen.state as usize, ALL] {
                let (rounds, ends, lost) = &mut sums[state][place(seen.turn)];
                *rounds += 1;
                *ends += u64::from(seen.lost.is_some());
                *lost += i64::from(seen.lost.unwrap_or(0)).clamp(-MOST_LOST, MOST_LOST);
            }
        }
        for (state, turns) in self.states.iter_mut().zip(sums) {
            for (counts, (rounds, ends, lost)) in state.turns.iter_mut().zip(turns) {
                counts.add(&TurnCounts {
                    rounds,
                    ends,
                    lost,
                    rounds_squares: rounds * rounds,
                    ends_squares: ends * ends,
                    ends_by_rounds: ends * rounds,
                    lost_squares: lost.unsigned_abs().pow(2),
                    lost_by_ends: lost * ends as i64,
                    ..TurnCounts::default()
                });
            }
        }
    }

    /// Somebody won at or after that turn.
    pub fn wins(&mut self, state: PlayState, turn: u32, tsumo: bool) {
        for state in [state as usize, ALL] {
            let counts = &mut self.states[state].turns[place(turn)];
            if tsumo { counts.tsumo += 1 } else { counts.ron += 1 }
        }
    }

    /// A round ended for somebody in that state; `count` adds to what happened.
    pub fn ended(&mut self, state: PlayState, count: impl Fn(&mut EndCounts)) {
        for state in [state as usize, ALL] {
            count(&mut self.states[state].endings);
        }
    }

    /// Another discarded a tile that would have been useful with that chance (above 0) if it were
    /// random, and was or was not.
    pub fn discarded(&mut self, state: PlayState, chance: f64, useful: bool) {
        let class = ((chance * CLASSES as f64) as usize).min(CLASSES - 1);
        for state in [state as usize, ALL] {
            let counts = &mut self.states[state].discards[class];
            counts.discards += 1;
            counts.useful += u64::from(useful);
            counts.expected += ((chance * PARTS as f64).round() as u64).clamp(1, PARTS);
        }
    }

    /// Everything that another table has seen besides.
    pub fn merge(&mut self, other: &Self) -> Result<(), InputError> {
        if self.players != other.players {
            let players = other.players.number();
            let allowed = self.players.number();
            return Err(InputError::new("merge", players, BadValue::Conflict, allowed));
        }
        self.rounds += other.rounds;
        for (own, more) in self.states.iter_mut().zip(&other.states) {
            own.add(more);
        }
        match self.fault() {
            None => Ok(()),
            Some(field) => {
                let problem: Problem = BadValue::OutOfRange.into();
                Err(InputError::new("merge", field, problem, format!("<= {MOST}")))
            }
        }
    }

    /// λ: the chance that another wins between our turn (from 1) and the next. Smoothed: the
    /// rate of a turn is drawn towards that of the turn in all states, and this towards that of
    /// all turns, with the weight of [`TABLE_SMOOTHING`] rounds each. `None` is all states.
    pub fn lambda(&self, state: impl Into<Option<PlayState>>, turn: u32) -> CountedRate {
        let pick = |counts: &TurnCounts| (counts.ends as f64, counts.rounds as f64);
        let (value, counts) = self.smoothed(state.into(), turn, pick);
        let n = counts.rounds as f64;
        if counts.rounds == 0 {
            return CountedRate { value, error: 0.0, count: 0 };
        }
        let rate = counts.ends as f64 / n;
        let spread = counts.ends_squares as f64 - 2.0 * rate * counts.ends_by_rounds as f64
            + rate * rate * counts.rounds_squares as f64;
        // Where nothing was seen to vary, what would vary among independent ones.
        let least = value * (1.0 - value) / n;
        let error = (spread.max(0.0) / (n * n)).max(least).sqrt();
        CountedRate { value, error, count: counts.rounds }
    }

    /// What another's win between our turn (from 1) and the next costs us on average. Smoothed in
    /// the same way, with the weight of so many ends. `None` is all states.
    pub fn cost(&self, state: impl Into<Option<PlayState>>, turn: u32) -> CountedRate {
        let pick = |counts: &TurnCounts| (counts.lost as f64, counts.ends as f64);
        let (value, counts) = self.smoothed(state.into(), turn, pick);
        let n = counts.ends as f64;
        if counts.ends == 0 {
            return CountedRate { value, error: 0.0, count: 0 };
        }
        let mean = counts.lost as f64 / n;
        let spread = counts.lost_squares as f64 - 2.0 * mean * counts.lost_by_ends as f64
            + mean * mean * counts.ends_squares as f64;
        // As many rounds as would give this if each had as many ends; one of them is the mean's.
        let rounds = n * n / counts.ends_squares as f64;
        let error =
            if rounds > 1.0 { (spread.max(0.0) * rounds / (rounds - 1.0)).sqrt() / n } else { 0.0 };
        CountedRate { value, error, count: counts.ends }
    }

    /// A rate of a turn, drawn towards that of all states and all turns; and its counts.
    fn smoothed(
        &self,
        state: Option<PlayState>,
        turn: u32,
        pick: impl Fn(&TurnCounts) -> (f64, f64),
    ) -> (f64, TurnCounts) {
        let all = &self.state(None).turns;
        let (sum, of) = all.iter().map(&pick).fold((0.0, 0.0), |x, y| (x.0 + y.0, x.1 + y.1));
        let drawn = |counts: &TurnCounts, towards: f64| {
            let (sum, of) = pick(counts);
            (sum + TABLE_SMOOTHING * towards) / (of + TABLE_SMOOTHING)
        };
        let turn = place(turn);
        let whole = drawn(&all[turn], if of > 0.0 { sum / of } else { 0.0 });
        match state {
            None => (whole, all[turn]),
            Some(state) => {
                let counts = self.state(state).turns[turn];
                (drawn(&counts, whole), counts)
            }
        }
    }

    /// r: the share of others' discards that are like random ones for us, by maximum likelihood.
    /// It may come out above 1 by chance. `None` is all states.
    pub fn share(&self, state: impl Into<Option<PlayState>>) -> CountedRate {
        likeliest(&self.state(state).discards)
    }
}

/// The place of an own turn among those that are told apart.
fn place(turn: u32) -> usize {
    (turn.max(1) as usize - 1).min(TABLE_TURNS - 1)
}

impl TurnCounts {
    fn add(&mut self, more: &Self) {
        self.rounds += more.rounds;
        self.ends += more.ends;
        self.lost += more.lost;
        self.rounds_squares += more.rounds_squares;
        self.ends_squares += more.ends_squares;
        self.ends_by_rounds += more.ends_by_rounds;
        self.lost_squares = self.lost_squares.saturating_add(more.lost_squares);
        self.lost_by_ends += more.lost_by_ends;
        self.tsumo += more.tsumo;
        self.ron += more.ron;
    }

    /// Whether such sums can be: none is too large, and the inequality of Cauchy and Schwarz holds.
    fn possible(&self) -> bool {
        let most = [self.rounds, self.rounds_squares, self.tsumo, self.ron].into_iter().max();
        let square = |x: i128, y: i128, z: i128| x * x <= y * z;
        let [rounds, ends] = [self.rounds_squares, self.ends_squares].map(i128::from);
        let lost = i128::from(self.lost_squares);
        most <= Some(MOST)
            && self.ends <= self.rounds
            && self.ends_squares <= self.rounds_squares
            && self.rounds <= self.rounds_squares
            && self.ends <= self.ends_squares
            && self.lost.unsigned_abs() <= MOST
            && self.lost_by_ends.unsigned_abs() <= MOST
            && square(self.lost.into(), lost, self.ends.into())
            && square(self.ends_by_rounds.into(), ends, rounds)
            && square(self.lost_by_ends.into(), lost, ends)
    }
}

impl StateCounts {
    fn add(&mut self, more: &Self) {
        let (own, other) = (&mut self.endings, more.endings);
        own.tsumo += other.tsumo;
        own.ron += other.ron;
        own.other_tsumo += other.other_tsumo;
        own.dealt_in += other.dealt_in;
        own.other_ron += other.other_ron;
        own.exhausted += other.exhausted;
        own.aborted += other.aborted;
        for (own, other) in self.turns.iter_mut().zip(&more.turns) {
            own.add(other);
        }
        for (own, other) in self.discards.iter_mut().zip(&more.discards) {
            own.discards += other.discards;
            own.useful += other.useful;
            own.expected += other.expected;
        }
    }
}

/// The r with which useful discards are likeliest: each is so with r times its chance. The slope
/// of the likelihood falls with r, so its zero is found by halving.
fn likeliest(classes: &[DiscardCounts]) -> CountedRate {
    let classes: Vec<(f64, f64, f64)> = classes
        .iter()
        .filter(|class| class.discards > 0)
        .map(|class| {
            let n = class.discards as f64;
            (n, class.useful as f64, class.expected as f64 / PARTS as f64 / n)
        })
        .collect();
    let count = classes.iter().map(|class| class.0).sum::<f64>() as u64;
    let useful: f64 = classes.iter().map(|class| class.1).sum();
    let most = classes.iter().map(|class| class.2).fold(0.0, f64::max);
    if useful == 0.0 || most == 0.0 {
        return CountedRate { value: 0.0, error: 0.0, count };
    }
    let slope = |r: f64| {
        let part = |&(n, useful, p): &(f64, f64, f64)| {
            useful / r - (n - useful) * p / (1.0 - r * p).max(1e-12)
        };
        classes.iter().map(part).sum::<f64>()
    };
    let (mut low, mut high) = (0.0, 1.0 / most);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let r = (low + high) / 2.0;
    let information: f64 = classes
        .iter()
        .map(|&(n, useful, p)| {
            useful / (r * r) + (n - useful) * (p / (1.0 - r * p).max(1e-12)).powi(2)
        })
        .sum();
    CountedRate { value: r, error: information.sqrt().recip(), count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seen(events: &[(usize, u32, Option<i32>)]) -> Table {
        let mut table = Table::new(Players::Four);
        for &(state, turn, lost) in events {
            table.round_seen(&[SeenTurn { state: PlayState::ALL[state], turn, lost }]);
        }
        table
    }

    proptest! {
        /// Parts add up to the whole, and a file gives back what was written.
        #[test]
        fn parts_add_up(
            events in prop::collection::vec(
                (0..3usize, 1..25u32, prop::option::of(-3000..48000i32)), 0..60),
            cut in 0..60usize,
            discards in prop::collection::vec((0.001..0.9f64, any::<bool>()), 0..30),
        ) {
            let cut = cut.min(events.len());
            let mut whole = seen(&events);
            let (mut first, second) = (seen(&events[..cut]), seen(&events[cut..]));
            for &(chance, useful) in &discards {
                whole.discarded(PlayState::Open, chance, useful);
                first.discarded(PlayState::Open, chance, useful);
            }
            first.merge(&second).unwrap();
            prop_assert_eq!(&first, &whole);
            let json = serde_json::to_string(&whole).unwrap();
            prop_assert_eq!(serde_json::from_str::<Table>(&json).unwrap(), whole);
        }

        /// The maximum of the likelihood, looked for by brute force.
        #[test]
        fn no_other_share_is_likelier(
            discards in prop::collection::vec((0.01..0.4f64, any::<bool>()), 1..40),
        ) {
            let mut table = Table::new(Players::Four);
            for &(chance, useful) in &discards {
                table.discarded(PlayState::Riichi, chance, useful);
            }
            let best = table.share(PlayState::Riichi).value;
            let classes = &table.state(PlayState::Riichi).discards;
            let log = |r: f64| -> f64 {
                let one = |class: &DiscardCounts| {
                    let n = class.discards as f64;
                    let p = class.expected as f64 / 1e6 / n;
                    let (hits, misses) = (class.useful as f64, n - class.useful as f64);
                    let part = |count: f64, chance: f64| {
                        if count == 0.0 { 0.0 } else { count * chance.max(1e-300).ln() }
                    };
                    part(hits, r * p) + part(misses, 1.0 - r * p)
                };
                classes.iter().filter(|class| class.discards > 0).map(one).sum()
            };
            for k in 1..200 {
                prop_assert!(log(f64::from(k) / 80.0) <= log(best) + 1e-6);
            }
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let table = seen(&[(0, 1, Some(1000)), (0, 1, Some(3000)), (1, 2, None)]);
        let json = serde_json::to_value(&table).unwrap();
        assert_eq!(table.cost(PlayState::Riichi, 1).value, 2000.0);
        assert_eq!(table.cost(PlayState::Riichi, 1).error, 1000.0);
        let refused = |path: &str, value: i64| {
            let mut json = json.clone();
            *json.pointer_mut(path).unwrap() = value.into();
            serde_json::from_value::<Table>(json).unwrap_err().to_string()
        };
        assert_eq!(refused("/riichi/turns/0/ends", 3), "turns");
        assert_eq!(refused("/riichi/turns/0/lost", 400_000), "turns");
        assert_eq!(refused("/open/turns/1/rounds", 0), "all");
        assert_eq!(refused("/open/discards/3/useful", 1), "discards");
        assert_eq!(refused("/players", 5), "players");
        assert_eq!(refused("/rounds", i64::MAX), "rounds");
        let mut three = Table::new(Players::Three);
        assert_eq!(three.merge(&table).unwrap_err().field, "merge");
    }
}
