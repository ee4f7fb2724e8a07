//! Everything about a hand in one document: figures, advice, groups of equal discards, and what
//! follows a discard. It is made for pages, which show it and work nothing out.

use crate::{
    AdviseDocument, Lang, SchemaName,
    hand::advise::Sentence,
    hand::followed::{ObservedMean, ObservedRate},
    hand::query::{HandQuery, shanten},
    hand::score::{AtTable, YakuShare},
    hand::score_text::LEAST_SHARE,
    hand::shanten::Useful,
    hand::tiles::name,
};
use kakukin_mahjong::{
    Answer, Bag, Check, HandResult, Outcomes, PointsLeftOut, Question, ScoreResult, ScoreStep,
    Step, Tile, WinResult,
};
use serde::Serialize;

/// Everything about a hand, from one solved question.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WholeHandDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The hand and what was asked of it.
    #[serde(flatten)]
    pub asked: HandQuery,
    /// Why there are no points; `null` if there are.
    pub points_left_out: Option<PointsLeftOut>,
    /// States of the computation.
    pub states: usize,
    /// What the figures rest on.
    pub premises: Sentence,
    /// What to do; `null` where there is nothing to advise.
    pub headline: Option<Sentence>,
    /// Whether the answer hangs on the table; left out where that was not found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hangs: Option<Sentence>,
    /// The best discards.
    pub best: Vec<String>,
    /// For a hand that has drawn: discards that are equal at every turn together, the best first.
    pub groups: Vec<DiscardGroup>,
    /// What a hand that has not drawn can expect; `null` if it has.
    pub now: Option<HandNow>,
    /// What the wins look like; `null` where that is not known.
    pub outcomes: Option<HandWinsDocument>,
    /// What to discard after each draw, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<WayDocument>,
    /// The same in dealt games, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify: Option<CheckDocument>,
}

/// Equal discards, with all draws to come.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiscardGroup {
    /// The discards; a red five is `0p`.
    pub tiles: Vec<String>,
    /// Shanten afterwards; `null` if the hand cannot be completed any more.
    pub shanten: Option<i32>,
    /// Whether none is better.
    pub best: bool,
    /// Whether riichi is declared with it.
    pub riichi: bool,
    /// What is left.
    #[serde(flatten)]
    pub now: HandNow,
    /// How they compare; `null` where there is no advice.
    pub advice: Option<GroupAdvice>,
}

/// What a hand can expect, with all draws to come.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandNow {
    /// Expected points; `null` without points.
    pub score: Option<f64>,
    /// The chance to win.
    pub win: f64,
    /// What others change; left out where nothing was said about them.
    #[serde(flatten)]
    pub at_table: AtTable<f64>,
    /// The chance to be ready at some time.
    pub tenpai: f64,
    /// Points of a win; `null` where there is none, or payments at the end count too.
    pub mean: Option<f64>,
}

/// How a group of discards compares with the others.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupAdvice {
    /// Its place; equal ones share it.
    pub rank: usize,
    /// Draws that lower the shanten, with their unseen copies.
    pub useful: Vec<Useful>,
    /// All these copies together.
    pub useful_left: u32,
    /// Of the times that the hand becomes ready, the part with a good shape; `null` if it is never
    /// ready, or not known.
    pub good_shape: Option<f64>,
    /// The score less that of the best discard.
    pub difference: f64,
    /// Why it stands here.
    pub why: Sentence,
}

/// What the wins look like: those of a thousandth of all wins or more.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandWinsDocument {
    /// The discard before them; `null` for a hand that has not drawn.
    pub tile: Option<String>,
    /// The chance to win.
    pub win: f64,
    /// The chance to declare riichi.
    pub riichi: f64,
    /// Points of a win, counters and sticks included.
    pub mean: f64,
    /// What a win can bring, fewest points first.
    pub points: Vec<PointsShare>,
    /// The yaku of the wins.
    pub yaku: Vec<YakuShare>,
}

/// Wins of so many points.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointsShare {
    /// Points, counters and sticks included.
    pub points: u32,
    /// The part of the wins that bring them.
    pub share: f64,
    /// The part of the wins that bring them or more.
    pub or_more: f64,
}

/// The way of playing as a tree.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WayDocument {
    /// The discard that it begins with; `null` for a hand that has not drawn.
    pub discard: Option<String>,
    /// Draws that change the hand.
    pub steps: Vec<WayStep>,
}

/// One draw and what follows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WayStep {
    /// The tile drawn.
    pub draw: String,
    /// Its unseen copies.
    pub left: u32,
    /// Whether it lowers the shanten.
    pub useful: bool,
    /// What to discard: equally good tiles; empty if the hand is won.
    pub discards: Vec<String>,
    /// Whether riichi is declared.
    pub riichi: bool,
    /// Shanten afterwards; `null` if the hand cannot be completed any more.
    pub shanten: Option<i32>,
    /// The concealed tiles afterwards; with the first discard if there are several.
    pub hand: String,
    /// The expected score afterwards, or the points of the win; `null` without points.
    pub score: Option<f64>,
    /// The chance to win afterwards; without points the chance that is wanted.
    pub chance: f64,
    /// The draws after that; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<WayStep>,
}

/// What dealt games showed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CheckDocument {
    /// The discard that was played; `null` for a hand that has not drawn.
    pub discard: Option<String>,
    /// Games dealt.
    pub games: u64,
    /// The seed: the same one gives the same games.
    pub seed: u64,
    /// The level of the intervals.
    pub confidence: f64,
    /// Points of the games; `null` without points.
    pub score: Option<ObservedMean>,
    /// Games won.
    pub win: ObservedRate,
    /// Games in which the hand was ready.
    pub tenpai: ObservedRate,
}

impl WholeHandDocument {
    /// The document of a result.
    pub fn new(result: &HandResult) -> Self {
        match result {
            HandResult::Score(result) => Self::with_points(result),
            HandResult::Win(result, why) => Self::without_points(result, *why),
        }
    }

    fn with_points(result: &ScoreResult) -> Self {
        let ScoreResult { question, answer, followed, .. } = result;
        let terms = question.terms();
        let now = |discard: Option<(Tile, bool)>| {
            let prospect = answer.prospect_of(discard)?;
            let (score, win) = (last(prospect.score()), last(prospect.win()));
            let (mean, tenpai) = (terms.mean(score, win), last(prospect.tenpai()));
            let at_table = AtTable::new(question, prospect, last);
            Some(HandNow { score: Some(score), win, at_table, tenpai, mean })
        };
        let advised = result.advice.as_ref().filter(|_| answer.distance().is_some());
        let advice = advised.map(|_| AdviseDocument::new(result));
        let groups = answer.groups().into_iter().filter_map(|group| {
            let first = &answer.discards()[group[0]];
            let tile = |k: &usize| {
                let own = &answer.discards()[*k];
                name((own.tile(), own.is_red()))
            };
            Some(DiscardGroup {
                tiles: group.iter().map(tile).collect(),
                shanten: first.distance().map(shanten),
                best: answer.is_best(group[0], terms.aim),
                riichi: first.is_riichi(),
                now: now(Some((first.tile(), first.is_red())))?,
                advice: advice.as_ref().and_then(|advice| GroupAdvice::new(advice, group[0])),
            })
        });
        let best = advice.iter().flat_map(|advice| advice.discards.iter());
        let best = best.filter(|own| own.rank == 1).map(|own| own.tile.clone()).collect();
        let mut document = Self {
            headline: advice.as_ref().map(|advice| advice.headline.clone()),
            hangs: advice.as_ref().and_then(|advice| advice.hangs.clone()),
            best,
            groups: groups.collect(),
            now: now(None),
            ..Self::of(question.question(), answer.distance(), answer.states())
        };
        let Some(followed) = followed else { return document };
        let discard = followed.discard;
        let outcomes = followed.outcomes.as_ref();
        document.outcomes = outcomes.map(|own| HandWinsDocument::new(discard, own));
        let steps = followed.steps.as_ref();
        document.explain = steps.map(|steps| {
            WayDocument::new(question.question(), discard, steps, WayStep::with_points)
        });
        document.verify = followed.check.as_ref().map(CheckDocument::new);
        document
    }

    fn without_points(result: &WinResult, why: PointsLeftOut) -> Self {
        let WinResult { question, answer, followed, .. } = result;
        let groups = answer.groups().into_iter().filter_map(|group| {
            let first = &answer.discards()[group[0]];
            Some(DiscardGroup {
                tiles: group.iter().map(|&k| answer.discards()[k].tile().to_string()).collect(),
                shanten: first.distance().map(shanten),
                best: answer.is_best(group[0], question.objective()),
                riichi: false,
                now: chances(question, answer, Some(first.tile()))?,
                advice: None,
            })
        });
        let mut document = Self {
            points_left_out: Some(why),
            groups: groups.collect(),
            now: chances(question, answer, None),
            ..Self::of(question, answer.distance(), answer.states())
        };
        let best = document.groups.iter().filter(|group| group.best);
        document.best = best.flat_map(|group| group.tiles.iter().cloned()).collect();
        let Some(followed) = followed else { return document };
        let discard = followed.discard.map(|tile| (tile, false));
        let steps = followed.steps.as_ref();
        document.explain =
            steps.map(|steps| WayDocument::new(question, discard, steps, WayStep::without_points));
        document.verify = followed.check.as_ref().map(CheckDocument::new);
        document
    }

    /// A hand with nothing said about it yet.
    fn of(question: &Question, distance: Option<u32>, states: usize) -> Self {
        let asked = HandQuery::new(question, distance);
        let premises = Sentence::new(|lang: Lang| {
            let mut words = asked.premises(lang);
            words.push(tr!(lang, "win.states", n = states));
            words.join(&tr!(lang, "win.and"))
        });
        Self {
            schema: SchemaName::default(),
            points_left_out: None,
            states,
            premises,
            headline: None,
            hangs: None,
            best: Vec::new(),
            groups: Vec::new(),
            now: None,
            outcomes: None,
            explain: None,
            verify: None,
            asked,
        }
    }
}

impl GroupAdvice {
    /// Of the discard at a place of the answer: advice has the same order.
    fn new(advice: &AdviseDocument, k: usize) -> Option<Self> {
        let own = advice.discards.get(k)?;
        Some(Self {
            rank: own.rank,
            useful: own.useful.clone(),
            useful_left: own.useful_left,
            good_shape: own.good_shape,
            difference: own.difference,
            why: own.why.clone(),
        })
    }
}

impl HandWinsDocument {
    fn new(discard: Option<(Tile, bool)>, outcomes: &Outcomes) -> Self {
        let win = outcomes.win();
        let mut rest = win;
        let mut points = Vec::new();
        for (won, chance) in outcomes.points().filter(|_| win > 0.0) {
            let share = chance / win;
            if share >= LEAST_SHARE {
                points.push(PointsShare { points: won, share, or_more: rest / win });
            }
            rest -= chance;
        }
        let mut yaku: Vec<YakuShare> = outcomes.yaku().map(YakuShare::new).collect();
        yaku.retain(|own| own.share >= LEAST_SHARE);
        Self {
            tile: discard.map(name),
            win,
            riichi: outcomes.riichi(),
            mean: outcomes.mean(),
            points,
            yaku,
        }
    }
}

impl WayDocument {
    fn new<S>(
        question: &Question,
        discard: Option<(Tile, bool)>,
        steps: &[S],
        step: impl Fn(&S, Bag) -> WayStep,
    ) -> Self {
        let hand = question.situation().hand().bag();
        let waiting = discard.map_or(hand, |thrown| without(hand, thrown));
        let steps = steps.iter().map(|own| step(own, waiting)).collect();
        Self { discard: discard.map(name), steps }
    }
}

impl WayStep {
    fn with_points(step: &ScoreStep, waiting: Bag) -> Self {
        let after = after(waiting, step.draw, step.discards.first().copied());
        Self {
            draw: name(step.draw),
            left: step.left,
            useful: step.useful,
            discards: step.discards.iter().map(|&discard| name(discard)).collect(),
            riichi: step.riichi,
            shanten: Some(step.distance).filter(|&distance| distance < u32::MAX).map(shanten),
            hand: after.to_string(),
            score: Some(step.score),
            chance: step.win,
            next: step.next.iter().map(|next| Self::with_points(next, after)).collect(),
        }
    }

    fn without_points(step: &Step, waiting: Bag) -> Self {
        let thrown = step.discards.first().map(|&tile| (tile, false));
        let after = after(waiting, (step.draw, false), thrown);
        Self {
            draw: step.draw.to_string(),
            left: step.left,
            useful: step.useful,
            discards: step.discards.iter().map(ToString::to_string).collect(),
            riichi: false,
            shanten: Some(shanten(step.distance)),
            hand: after.to_string(),
            score: None,
            chance: step.value,
            next: step.next.iter().map(|next| Self::without_points(next, after)).collect(),
        }
    }
}

impl CheckDocument {
    fn new(check: &Check) -> Self {
        Self {
            discard: check.discard.map(name),
            games: check.games,
            seed: check.asked.seed,
            confidence: check.asked.confidence.level(),
            score: check.score.as_ref().map(ObservedMean::new),
            win: ObservedRate::new(&check.win),
            tenpai: ObservedRate::new(&check.tenpai),
        }
    }
}

fn chances(question: &Question, answer: &Answer, discard: Option<Tile>) -> Option<HandNow> {
    let worth = answer.worth_of(discard)?;
    let (win, tenpai) = (last(worth.win()), last(worth.tenpai()));
    let ron = Some(last(worth.ron())).filter(|_| question.others().is_told());
    let win_tsumo = ron.map(|ron| (win - ron).max(0.0));
    let at_table = AtTable { win_tsumo, win_ron: ron, balance: None };
    Some(HandNow { score: None, win, at_table, tenpai, mean: None })
}

fn last(figures: &[f64]) -> f64 {
    figures.last().copied().unwrap_or(0.0)
}

/// The tiles without one; of two fives where no red one is named, the other.
fn without(bag: Bag, thrown: (Tile, bool)) -> Bag {
    let mut tiles: Vec<(Tile, bool)> = bag.iter().collect();
    let same = tiles.iter().position(|&own| own == thrown);
    if let Some(at) = same.or_else(|| tiles.iter().position(|own| own.0 == thrown.0)) {
        tiles.remove(at);
    }
    collected(tiles).unwrap_or(bag)
}

/// A hand after a draw, and a discard unless it is won.
fn after(waiting: Bag, drawn: (Tile, bool), thrown: Option<(Tile, bool)>) -> Bag {
    let all = waiting.with(drawn.0, drawn.1).unwrap_or(waiting);
    thrown.map_or(all, |thrown| without(all, thrown))
}

fn collected(tiles: Vec<(Tile, bool)>) -> Option<Bag> {
    tiles.into_iter().try_fold(Bag::EMPTY, |bag, (tile, red)| bag.with(tile, red))
}
