//! Decisions of real games beside the advice in the same situation.

use super::read::{LogItem, LogsJob, LogsQuery, LogsRead};
use crate::{
    AdviseQuery, ContextFields, InputError, MahjongBounds, MovesFields, Problem, ScoreQuery,
    Source, StakesFields, Stopped, TermsFields, Unwatched, fields::query, watch::Watch,
};
use kakukin_core::BadValue;
use kakukin_logs::{Decision, LogFormat, Round};
use kakukin_mahjong::{Advice, Advised, Bag, Hand, ScoreResult, ScoreSolver};
use std::{collections::BTreeMap, ops::ControlFlow};

/// Draws to come in the first turn of the standard situation, in which a riichi is double.
const STANDARD: u32 = 17;
/// Shanten that are told apart; what is farther counts as the last.
pub const REVIEW_SHANTEN: usize = 7;

query! {
    /// Whose decisions are reviewed.
    pub struct ReviewQuery {
        /// How logs are read.
        part logs LogsQuery,
        /// A name, or a seat.
        text player "NAME|0..3",
        /// Those of all seats.
        flag all_seats,
        /// Those under threat count in the averages, too.
        flag marked,
    }
}

/// Whose decisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seats {
    /// Everybody's.
    All,
    /// Those of one seat.
    One(usize),
    /// Those of whoever has that name.
    Named(String),
}

/// A review that can be made.
#[derive(Debug, Clone)]
pub struct ReviewJob {
    logs: LogsJob,
    seats: Seats,
    marked: bool,
    advisor: Advisor,
}

/// Gives advice in the situation of a decision.
#[derive(Debug, Clone)]
pub struct Advisor {
    bounds: MahjongBounds,
}

/// What the advice says of a decision.
#[derive(Debug, Clone)]
pub struct Verdict {
    /// The discards compared, the best first.
    pub advice: Advice,
    /// Shanten before the discard; nothing if the hand can no longer be completed.
    pub shanten: Option<i32>,
    /// The place of what was discarded among them; nothing if it takes the hand back, so that it
    /// was looked at by itself.
    pub chosen: Option<usize>,
    /// The points of the expected score that were given up.
    pub loss: Option<f64>,
    /// The chance to win that was given up; below 0 if it was raised at the cost of points.
    pub win_loss: Option<f64>,
}

impl Verdict {
    /// The best discard.
    pub fn best(&self) -> Option<&Advised> {
        self.advice.discards.first()
    }

    /// What was discarded.
    pub fn own(&self) -> Option<&Advised> {
        self.advice.discards.get(self.chosen?)
    }
}

/// A decision and what the advice says of it, or why it says nothing.
#[derive(Debug, Clone)]
pub struct Reviewed {
    /// The decision.
    pub decision: Decision,
    /// What the advice says.
    pub verdict: Result<Verdict, InputError>,
}

impl Reviewed {
    /// Whether nothing better was known.
    pub fn is_best(&self) -> bool {
        self.verdict.as_ref().is_ok_and(|verdict| {
            let same = verdict.own().is_some_and(|own| own.rank == 1);
            same && verdict.loss.is_some_and(|loss| loss < 0.05)
        })
    }
}

/// A round with the decisions that were reviewed.
#[derive(Debug)]
pub struct ReviewedRound<'a> {
    /// The name of the file.
    pub file: &'a str,
    /// Its format.
    pub format: LogFormat,
    /// The number of the round in the file, from 0.
    pub number: usize,
    /// The round.
    pub round: &'a Round,
    /// The decisions, in the order in which they were made.
    pub decisions: Vec<Reviewed>,
}

/// Sums of what decisions gave up.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LossSum {
    /// How many decisions.
    pub decisions: u64,
    /// How many of them were the best.
    pub best: u64,
    /// The points given up.
    pub loss: f64,
    /// The sum of their squares.
    pub squares: f64,
    /// The chances to win given up.
    pub win_loss: f64,
}

impl LossSum {
    fn add(&mut self, loss: f64, win_loss: f64, best: bool) {
        self.decisions += 1;
        self.best += u64::from(best);
        self.loss += loss;
        self.squares += loss * loss;
        self.win_loss += win_loss;
    }
}

/// How somebody played.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlayerReview {
    /// All decisions that count.
    pub all: LossSum,
    /// By shanten before the discard, 0 being ready.
    pub by_shanten: [LossSum; REVIEW_SHANTEN],
    /// Decisions under threat, which do not count.
    pub marked: u64,
    /// Decisions about which the advice says nothing.
    pub unreviewed: u64,
}

/// Everything that was reviewed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReviewSummary {
    /// By name, and by seat where there are none.
    pub players: BTreeMap<String, PlayerReview>,
    /// What was read.
    pub read: LogsRead,
}

/// Works many things out at once, in any order, and hands them back in theirs.
pub type SharesWork<'w> =
    &'w dyn Fn(&[Decision], &(dyn Fn(&Decision) -> Reviewed + Sync)) -> Vec<Reviewed>;

impl ReviewQuery {
    /// Checks everything.
    pub fn job(&self, bounds: &MahjongBounds) -> Result<ReviewJob, InputError> {
        let seats = match (&self.player, self.all_seats) {
            (Some(player), true) => {
                let allowed = "`player` | `all-seats`";
                return Err(InputError::new("all-seats", player, BadValue::Conflict, allowed));
            }
            (None, _) => Seats::All,
            (Some(player), false) => match player.as_str() {
                "0" => Seats::One(0),
                "1" => Seats::One(1),
                "2" => Seats::One(2),
                "3" => Seats::One(3),
                name => Seats::Named(name.into()),
            },
        };
        let advisor = Advisor { bounds: *bounds };
        Ok(ReviewJob { logs: self.logs.job()?, seats, marked: self.marked, advisor })
    }
}

impl ReviewJob {
    /// Whether a decision of that seat is reviewed.
    fn wants(&self, round: &Round, seat: usize) -> bool {
        match &self.seats {
            Seats::All => true,
            Seats::One(one) => *one == seat,
            Seats::Named(name) => round.game.names.get(seat) == Some(name),
        }
    }

    /// Reviews everything; `share` works the decisions of a round out, `each` gets the rounds and
    /// says whether to go on.
    pub fn run(
        &self,
        source: &dyn Source,
        watch: &dyn Watch,
        share: SharesWork<'_>,
        each: &mut dyn FnMut(ReviewedRound<'_>) -> ControlFlow<()>,
    ) -> Result<ReviewSummary, InputError> {
        let mut players = BTreeMap::<String, PlayerReview>::new();
        let mut names: Vec<String> = Vec::new();
        let read = self.logs.run(source, watch, &mut |item| {
            let LogItem { file, format, number, round, replayed } = item;
            for name in &round.game.names {
                if names.len() < 20 && !names.contains(name) {
                    names.push(name.clone());
                }
            }
            let wanted = |decision: &Decision| self.wants(round, decision.seat);
            let list: Vec<Decision> = replayed.decisions.into_iter().filter(wanted).collect();
            let decisions = share(&list, &|decision| self.advisor.review(decision));
            for reviewed in &decisions {
                let seat = reviewed.decision.seat;
                let name = round.game.names.get(seat).filter(|name| !name.is_empty());
                let name = name.cloned().unwrap_or_else(|| seat.to_string());
                self.count(players.entry(name).or_default(), reviewed);
            }
            each(ReviewedRound { file, format, number, round, decisions })
        })?;
        if let (Seats::Named(name), true, true) = (&self.seats, players.is_empty(), read.complete) {
            return Err(InputError::new("player", name, Problem::NoSuchPlayer, names.join(", ")));
        }
        Ok(ReviewSummary { players, read })
    }

    fn count(&self, player: &mut PlayerReview, reviewed: &Reviewed) {
        if reviewed.decision.threatened && !self.marked {
            player.marked += 1;
            return;
        }
        let told = reviewed.verdict.as_ref().ok();
        let loss = told.and_then(|verdict| verdict.loss.zip(verdict.win_loss));
        let (Some(verdict), Some((loss, win))) = (told, loss) else {
            player.unreviewed += 1;
            return;
        };
        let best = reviewed.is_best();
        player.all.add(loss, win, best);
        let shanten = verdict.shanten.map_or(0, |shanten| shanten.max(0) as usize);
        player.by_shanten[shanten.min(REVIEW_SHANTEN - 1)].add(loss, win, best);
    }
}

impl Advisor {
    /// With these bounds for each question.
    pub fn new(bounds: &MahjongBounds) -> Self {
        Self { bounds: *bounds }
    }

    /// What to ask about the situation of a decision, as it would be typed.
    pub fn question(decision: &Decision) -> AdviseQuery {
        let text = |value: &dyn std::fmt::Display| Some(value.to_string());
        let some = |number: u32| (number > 0).then(|| number.to_string());
        let bag = |text: String| if text.is_empty() { Vec::new() } else { vec![text] };
        let dora: String = decision.dora.iter().map(ToString::to_string).collect();
        let number = decision.players.number();
        let standard = decision.first_turn && decision.draws_left == STANDARD;
        AdviseQuery {
            hand: text(&decision.hand),
            context: ContextFields {
                meld: decision.melds.iter().map(ToString::to_string).collect(),
                dora: bag(dora),
                seen: bag(decision.seen.to_string()),
                players: text(&number),
                north: some(decision.north),
            },
            stakes: StakesFields {
                seat: text(&decision.seat_wind),
                round: text(&decision.round_wind),
                honba: some(decision.honba),
                sticks: some(decision.sticks),
                rules: Some(decision.rules.base().name().into()),
                rule: decision
                    .rules
                    .changes()
                    .map(|(flag, value)| format!("{flag}={value}"))
                    .collect(),
            },
            terms: TermsFields {
                // Whether one of our own draws is the last tile.
                no_haitei: !decision.wall.is_multiple_of(number),
                // Riichi needs a stick to pay and a draw to come.
                no_riichi: decision.scores[decision.seat] < 1000 || decision.wall < number,
                ..TermsFields::default()
            },
            moves: MovesFields {
                draws_left: (!standard).then(|| decision.draws_left.to_string()),
                ..MovesFields::default()
            },
        }
    }

    /// Reviews a decision.
    pub fn review(&self, decision: &Decision) -> Reviewed {
        Reviewed { decision: decision.clone(), verdict: self.verdict(decision) }
    }

    fn ask(&self, query: &AdviseQuery) -> Result<ScoreResult, InputError> {
        query.job(&self.bounds)?.run(&Unwatched).map_err(|stopped| match stopped {
            Stopped::Refused(error) => error,
            Stopped::Cancelled => InputError::new("hand", "", BadValue::Missing, ""),
        })
    }

    /// What the hand can expect after a discard that the advice did not look at, since it takes
    /// the hand back: score and chance to win.
    fn without_advice(&self, query: &AdviseQuery, decision: &Decision) -> Option<[f64; 2]> {
        let discard = decision.discard;
        let mut tiles = decision.hand.iter().collect::<Vec<_>>();
        tiles.swap_remove(tiles.iter().position(|&own| own == (discard.tile(), discard.is_red()))?);
        let bag = |bag: Bag, (tile, red)| bag.with(tile, red);
        let rest = tiles.into_iter().try_fold(Bag::EMPTY, bag)?;
        let mut context = query.context.clone();
        context.seen.push(discard.to_string());
        // A hand that waits has the draws that are to come, all of them given.
        let mut moves = query.moves.clone();
        moves.draws_left = Some(decision.draws_left.to_string());
        let (stakes, terms) = (query.stakes.clone(), query.terms.clone());
        let query = ScoreQuery { context, stakes, terms, moves, ..ScoreQuery::default() };
        let hand = Hand::new(rest, decision.melds.clone()).ok()?;
        let question = query.question(hand, &self.bounds).ok()?;
        let answer = ScoreSolver::default().answer(&question).ok()?;
        let prospect = answer.waiting()?;
        Some([prospect.score(), prospect.win()].map(|all| all.last().copied().unwrap_or(0.0)))
    }

    fn verdict(&self, decision: &Decision) -> Result<Verdict, InputError> {
        let mut query = Self::question(decision);
        let result = self.ask(&query)?;
        let own = place(&result, decision);
        let shanten = result.answer.distance().map(|distance| distance as i32 - 1);
        let Some(advice) = result.advice else {
            let hand = decision.hand;
            return Err(InputError::new("hand", hand, Problem::NothingToPlay, ""));
        };
        let figures = |advised: &Advised| {
            let prospect = advised.discard.prospect();
            [prospect.score(), prospect.win()].map(|all| all.last().copied().unwrap_or(0.0))
        };
        let best = advice.discards.first().map(figures).unwrap_or_default();
        let mut chosen = match own {
            Some(place) => Some(figures(&advice.discards[place])),
            None => self.without_advice(&query, decision),
        };
        let silent = own.is_some_and(|place| advice.discards[place].discard.is_riichi());
        if silent && !decision.riichi {
            // Ready and silent where riichi was to be declared.
            query.terms.no_riichi = true;
            if let Ok(result) = self.ask(&query)
                && let Some(place) = place(&result, decision)
                && let Some(advice) = &result.advice
            {
                chosen = Some(figures(&advice.discards[place]));
            }
        }
        let loss = chosen.map(|own| (best[0] - own[0]).max(0.0));
        let win_loss = chosen.map(|own| best[1] - own[1]);
        Ok(Verdict { advice, shanten, chosen: own, loss, win_loss })
    }
}

/// Where among the discards the one is that was made.
fn place(result: &ScoreResult, decision: &Decision) -> Option<usize> {
    let (tile, red) = (decision.discard.tile(), decision.discard.is_red());
    let discards = &result.advice.as_ref()?.discards;
    let is_it = |own: &Advised| own.discard.tile() == tile;
    let exactly = discards.iter().position(|own| is_it(own) && own.discard.is_red() == red);
    exactly.or_else(|| discards.iter().position(is_it))
}
