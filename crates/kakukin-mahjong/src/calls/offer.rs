//! A tile that another has just discarded: every way to call it, or to pass.

use super::{melds::ways, wall::Wall};
use crate::{
    Aim, Bag, Hand, InputError, Meld, Players, Problem, Prospect, ScoreAnswer, ScoreDiscard,
    ScoreQuestion, ScoreSolver, Stopped, Tile, solve::best_first,
};
use kakukin_core::BadValue;
use serde::Serialize;
use std::{cmp::Ordering, ops::ControlFlow, str::FromStr};

/// Where another player sits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CallFrom"))]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// To our left: plays before us (上家).
    Left,
    /// Across (対面).
    Across,
    /// To our right: plays after us (下家).
    Right,
}

impl Seat {
    /// Every seat.
    pub const ALL: [Self; 3] = [Self::Left, Self::Across, Self::Right];

    /// Its name in options and documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Across => "across",
            Self::Right => "right",
        }
    }

    /// How many turns after ours it has its own.
    const fn turns(self, players: Players) -> Option<usize> {
        match (self, players) {
            (Self::Right, _) => Some(1),
            (Self::Across, Players::Four) | (Self::Left, Players::Three) => Some(2),
            (Self::Left, Players::Four) => Some(3),
            (Self::Across, Players::Three) => None,
        }
    }

    /// How many others draw between its discard and our draw.
    pub fn others_between(self, players: Players) -> u32 {
        self.turns(players).map_or(0, |turns| players.number() - 1 - turns as u32)
    }
}

impl FromStr for Seat {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Self, InputError> {
        let own = |seat: &Self| match seat {
            Self::Left => text == "上家",
            Self::Across => text == "対面",
            Self::Right => text == "下家",
        };
        let known = Self::ALL.into_iter().find(|seat| seat.name() == text || own(seat));
        known.ok_or_else(|| InputError::new("from", text, BadValue::Unknown, "left, across, right"))
    }
}

/// A checked question about an offered tile.
///
/// ```
/// use kakukin_mahjong::{
///     Bag, CallQuestion, Others, Players, Question, ScoreQuestion, ScoreSolver, Seat, Situation,
///     Terms,
/// };
/// let table = Situation::new("13567p56s277z pon:555z".parse()?, Players::Four)?;
/// let question = Question::from_now(table, 10)?.with_others(Others::discarding(0.5)?)?;
/// let question = ScoreQuestion::new(question, Terms::default())?;
/// let question = CallQuestion::new(question, Bag::parse("offered", "2p")?, Seat::Left)?;
/// let answer = ScoreSolver::default().call(&question, &mut |_| std::ops::ControlFlow::Continue(()));
/// let answer = answer.unwrap();
/// assert_eq!(answer.ways()[0].meld().to_string(), "chi:123p");
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CallQuestion {
    pass: ScoreQuestion,
    /// Every way to call that brings the hand nearer, and the question after it.
    ways: Vec<(Meld, ScoreQuestion)>,
    tile: (Tile, bool),
    from: Seat,
    completes: bool,
}

impl CallQuestion {
    /// A hand that has not drawn, one tile, and where it was discarded. The draws are those that are
    /// left if it is not called. Tiles are called later too, where others show any.
    pub fn new(question: ScoreQuestion, offered: Bag, from: Seat) -> Result<Self, InputError> {
        let (base, terms) = (question.question(), *question.terms());
        let situation = base.situation();
        let (hand, players) = (situation.hand(), situation.players());
        let refuse = |field, value: String, problem, allowed: &str| {
            Err(InputError::new(field, value, problem, allowed))
        };
        let (Some((tile, red)), 1) = (offered.iter().next(), offered.len()) else {
            return refuse("offered", offered.to_string(), Problem::WrongTileCount, "1");
        };
        if hand.has_drawn() {
            let allowed = "13, 10, 7, 4, 1";
            let tiles = hand.concealed().len().to_string();
            return refuse("hand", tiles, Problem::WrongTileCount, allowed);
        }
        let Some(turns) = from.turns(players) else {
            let conflict = Problem::Value(BadValue::Conflict);
            return refuse("from", from.name().into(), conflict, "left, right");
        };
        let wall = Wall::new(base);
        let passed = situation.clone().with_offered(offered)?;
        let mut distances = base.distances(situation.limits());
        let distance = distances.distance(hand.concealed());
        let completes = distances.distance(hand.concealed().with(tile)) == Some(0);
        let ask = |table, wall: usize| {
            let (draws, tail) = Wall::new(base).draws(wall);
            let others = base.others().clone().with_tail(tail);
            let question = base.about(table, draws, others)?.with_calls(true)?;
            Ok::<_, InputError>(question)
        };
        let pass = ask(passed, wall.start)?.with_before(wall.around - 1 - turns);
        let mut all = Vec::new();
        // The last discard of the round cannot be called.
        for way in ways(hand.bag(), tile, red) {
            let run = way.call.is_run();
            if wall.start <= turns || (run && (turns != 3 || players == Players::Three)) {
                continue;
            }
            let Some(meld) = way.call.meld() else { continue };
            let melds = hand.melds().iter().copied().chain([meld]).collect();
            let Ok(hand) = Hand::new(way.rest, melds) else { continue };
            let table = situation.with_hand(hand)?;
            if base.forms().and(table.forms()).is_empty() {
                continue;
            }
            let question = ask(table, wall.start - turns)?;
            let rest = question.distances(question.situation().limits());
            let nearer = { rest }.distance(way.rest.tiles()).map(|rest| rest + 1);
            if nearer.is_some() && nearer == distance && distance > Some(1) {
                all.push((meld, ScoreQuestion::new(question, terms)?));
            }
        }
        let pass = ScoreQuestion::new(pass, terms)?;
        Ok(Self { pass, ways: all, tile: (tile, red), from, completes })
    }

    /// The question if the tile is not called, which has then been seen.
    pub fn pass(&self) -> &ScoreQuestion {
        &self.pass
    }

    /// The tile, and whether it is a red five.
    pub fn tile(&self) -> (Tile, bool) {
        self.tile
    }

    /// Where it was discarded.
    pub fn from(&self) -> Seat {
        self.from
    }

    /// Whether it completes the hand: then it may be won with.
    pub fn completes(&self) -> bool {
        self.completes
    }
}

/// A way to call, and what may be discarded after it.
#[derive(Debug, Clone, PartialEq)]
pub struct CallWay {
    meld: Meld,
    answer: ScoreAnswer,
}

impl CallWay {
    /// The meld.
    pub fn meld(&self) -> Meld {
        self.meld
    }

    /// The hand with the meld, before its discard.
    pub fn answer(&self) -> &ScoreAnswer {
        &self.answer
    }

    /// The best discard.
    pub fn best(&self) -> Option<&ScoreDiscard> {
        self.answer.discards().first()
    }
}

/// What to do about an offered tile.
#[derive(Debug, Clone, PartialEq)]
pub struct CallAnswer {
    pass: ScoreAnswer,
    ways: Vec<CallWay>,
    call: bool,
}

impl CallAnswer {
    /// What the hand can expect if it passes.
    pub fn pass(&self) -> &ScoreAnswer {
        &self.pass
    }

    /// The ways to call that bring the hand nearer, the best first.
    pub fn ways(&self) -> &[CallWay] {
        &self.ways
    }

    /// Whether the best way to call is better than to pass.
    pub fn is_call(&self) -> bool {
        self.call
    }
}

/// A question about an offered tile with its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct CallResult {
    /// What was asked.
    pub question: CallQuestion,
    /// What to do.
    pub answer: CallAnswer,
}

/// Score (or the balance, if it is wanted), win and tenpai with all draws to come.
fn now(prospect: &Prospect, aim: Aim) -> [f64; 3] {
    let last = |list: &[f64]| list.last().copied().unwrap_or(0.0);
    let score = match aim {
        Aim::Balance if !prospect.balance().is_empty() => prospect.balance(),
        _ => prospect.score(),
    };
    [last(score), last(prospect.win()), last(prospect.tenpai())]
}

impl ScoreSolver {
    /// Whether to call a tile, and how; `report` as in [`ScoreSolver::answer_watched`].
    pub fn call(
        &mut self,
        question: &CallQuestion,
        report: &mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Result<CallAnswer, Stopped> {
        let aim = question.pass.terms().aim;
        let pass = self.answer_watched(&question.pass, report)?;
        let mut ways = Vec::new();
        for (meld, question) in &question.ways {
            let answer = self.answer_watched(question, report)?;
            ways.push(CallWay { meld: *meld, answer });
        }
        let worth = |way: &CallWay| way.best().map(|best| now(best.prospect(), aim));
        let compare = |a: Option<[f64; 3]>, b: Option<[f64; 3]>| match (a, b) {
            (Some(a), Some(b)) => aim.compare(a, b),
            (a, b) => a.is_some().cmp(&b.is_some()),
        };
        for at in 0..ways.len() {
            best_first(&mut ways[at..], |a, b| compare(worth(a), worth(b)) == Ordering::Greater);
        }
        let passed = pass.waiting().map(|waiting| now(waiting, aim));
        let best = ways.first().and_then(worth);
        let call = best.is_some() && compare(best, passed) == Ordering::Greater;
        Ok(CallAnswer { pass, ways, call })
    }
}
