//! The expected score by discard and turn.

use crate::{
    SchemaName,
    hand::figures::Order,
    hand::followed::{DealtGames, ObservedMean, ObservedRate},
    hand::played::PlayedDocument,
    hand::query::{HandQuery, shanten},
    hand::tiles::name,
};
use kakukin_mahjong::{
    Aim, Check, Outcomes, Prospect, ScoreAnswer, ScoreResult, ScoreStep, Terms, Tile, Yaku,
};
use serde::Serialize;

/// What a hand can expect in points.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The line of a file of hands, where the hand comes from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What was asked.
    #[serde(flatten)]
    pub played: PlayedDocument,
    /// For a hand that has drawn: its discards, the best first.
    pub discards: Vec<ScoredDiscard>,
    /// The prospects of a hand that has not drawn.
    #[serde(flatten)]
    pub waiting: Option<ProspectDocument>,
    /// The figures as dealt (turn 0); only for a hand that has not drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealt: Option<ScoreNow>,
    /// What the wins of the policy look like; left out where it was not computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<OutcomesDocument>,
    /// What to throw after each draw, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<ScoreExplained>,
    /// The same policy in dealt games, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify: Option<ScoreVerifyDocument>,
    #[serde(skip)]
    pub(crate) order: Order,
}

/// One discard.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoredDiscard {
    /// The discard; a red five is `0p`.
    pub tile: String,
    /// Shanten afterwards; `null` if the hand cannot be completed any more.
    pub shanten: Option<i32>,
    /// Whether none is better with all draws to come.
    pub best: bool,
    /// Whether riichi is declared with it.
    pub riichi: bool,
    /// What it leaves.
    #[serde(flatten)]
    pub prospect: ProspectDocument,
}

/// Figures by turn, or by draws left: now first. All belong to one way of playing.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProspectDocument {
    /// Expected points.
    pub score: Vec<f64>,
    /// The chance to win.
    pub win: Vec<f64>,
    /// The chance to be ready at some time.
    pub tenpai: Vec<f64>,
    /// The chance to be ready at the end without a win.
    pub tenpai_at_end: Vec<f64>,
    /// Points of a win now; `null` where there is none, or payments at the end count too.
    #[cfg_attr(feature = "schema", schemars(extend("x-or-null" = true)))]
    pub mean: Option<f64>,
    /// The best of each figure that any way of playing for it has, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each_best: Option<EachBest<Vec<f64>>>,
}

/// One value for each aim.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "EachBest_{T}"))]
pub struct EachBest<T> {
    /// Of those who play for points.
    pub score: T,
    /// Of those who play to win.
    pub win: T,
    /// Of those who play to be ready.
    pub tenpai: T,
}

/// The figures at one time.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreNow {
    /// Expected points.
    pub score: f64,
    /// The chance to win.
    pub win: f64,
    /// The chance to be ready at some time.
    pub tenpai: f64,
    /// The chance to be ready at the end without a win.
    pub tenpai_at_end: f64,
    /// Points of a win; null where there is none, or payments at the end count too.
    pub mean: Option<f64>,
    /// The best of each figure that any way of playing for it has, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each_best: Option<EachBest<f64>>,
}

/// What the wins look like, with all draws to come.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutcomesDocument {
    /// The discard they follow; `null` for a hand that has not drawn.
    pub tile: Option<String>,
    /// The chance to win.
    pub win: f64,
    /// The chance to declare riichi.
    pub riichi: f64,
    /// Points of a win, counters and sticks included.
    pub mean: f64,
    /// What a win can bring, fewest points first.
    pub points: Vec<PointsChance>,
    /// The yaku of the wins.
    pub yaku: Vec<YakuShare>,
}

/// Wins of so many points.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointsChance {
    /// Points, counters and sticks included.
    pub points: u32,
    /// The chance of such a win.
    pub chance: f64,
}

/// How often wins have a yaku.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct YakuShare {
    /// Its stable name.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub id: Yaku,
    /// Its Japanese name.
    pub ja: &'static str,
    /// Its English name.
    pub en: &'static str,
    /// The part of the wins that have it.
    pub share: f64,
    /// Its han in these on average; of a yakuman, how many it counts for.
    pub han: f64,
}

/// The policy as a tree.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreExplained {
    /// The discard that is explained; `null` for a hand that has not drawn.
    pub discard: Option<String>,
    /// Draws that change the hand.
    pub steps: Vec<ScoreStepDocument>,
}

/// One draw and what follows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreStepDocument {
    /// The tile drawn.
    pub draw: String,
    /// Its unseen copies.
    pub left: u32,
    /// Whether it lowers the shanten.
    pub useful: bool,
    /// What to throw: equally good tiles; empty if the hand is won.
    pub discards: Vec<String>,
    /// Whether riichi is declared.
    pub riichi: bool,
    /// Shanten afterwards; null if the hand cannot be completed any more.
    pub shanten: Option<i32>,
    /// The expected score afterwards, or the points of the win.
    pub score: f64,
    /// The chance to win afterwards.
    pub win: f64,
    /// The draws after that; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<ScoreStepDocument>,
}

/// What dealt games showed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreVerifyDocument {
    /// The games.
    #[serde(flatten)]
    pub dealt: DealtGames,
    /// Points of the games.
    pub score: ObservedMean,
    /// Games won.
    pub win: ObservedRate,
    /// Games in which the hand was ready.
    pub tenpai: ObservedRate,
    /// Games that ended ready without a win.
    pub tenpai_at_end: ObservedRate,
}

/// `1234.5`
pub(crate) fn points(x: f64) -> String {
    format!("{x:.1}")
}

impl<T> EachBest<T> {
    fn map<U>(&self, of: impl Fn(&T) -> U) -> EachBest<U> {
        EachBest { score: of(&self.score), win: of(&self.win), tenpai: of(&self.tenpai) }
    }
}

impl<'a> EachBest<&'a [f64]> {
    /// After a discard, from the answers for each aim; nothing if they were not asked for.
    fn new(answers: &'a [(Aim, ScoreAnswer)], discard: Option<(Tile, bool)>) -> Option<Self> {
        let prospect = |aim: Aim| {
            let answer = answers.iter().find(|(own, _)| *own == aim);
            answer.and_then(|(_, answer)| answer.prospect_of(discard))
        };
        Some(Self {
            score: prospect(Aim::Score)?.score(),
            win: prospect(Aim::Win)?.win(),
            tenpai: prospect(Aim::Tenpai)?.tenpai(),
        })
    }
}

impl ProspectDocument {
    fn new(
        prospect: &Prospect,
        each_best: Option<EachBest<&[f64]>>,
        asked: &HandQuery,
        terms: &Terms,
    ) -> Self {
        let (score, win) = (asked.by_turn(prospect.score()), asked.by_turn(prospect.win()));
        Self {
            mean: terms.mean(score[0], win[0]),
            score,
            win,
            tenpai: asked.by_turn(prospect.tenpai()),
            tenpai_at_end: asked.by_turn(prospect.tenpai_at_end()),
            each_best: each_best.map(|all| all.map(|list| asked.by_turn(list))),
        }
    }

    pub(crate) fn by_turn(&self, terms: &Terms) -> Vec<ScoreNow> {
        let lists = [&self.score[..], &self.win, &self.tenpai, &self.tenpai_at_end];
        let each_best = |k: usize| self.each_best.as_ref().map(|all| all.map(|list| list[k]));
        (0..self.score.len()).map(|k| ScoreNow::new(lists, each_best(k), k, terms)).collect()
    }
}

impl ScoreNow {
    /// What the lists of score, win, tenpai and tenpai at the end have at a place.
    fn new(
        lists: [&[f64]; 4],
        each_best: Option<EachBest<f64>>,
        place: usize,
        terms: &Terms,
    ) -> Self {
        let [score, win, tenpai, tenpai_at_end] = lists.map(|list| list[place]);
        let mean = terms.mean(score, win);
        Self { score, win, tenpai, tenpai_at_end, mean, each_best }
    }

    pub(crate) fn wanted(&self, aim: Aim) -> f64 {
        match aim {
            Aim::Score | Aim::Balance => self.score,
            Aim::Win => self.win,
            Aim::Tenpai => self.tenpai,
        }
    }
}

impl ScoreDocument {
    /// The document of a result.
    pub fn new(result: &ScoreResult) -> Self {
        let ScoreResult { question, answer, followed, .. } = result;
        let terms = question.terms();
        let played = PlayedDocument::new(result);
        let asked = &played.asked;
        let each_best = |discard| EachBest::new(&result.each_best, discard);
        let discards = answer.discards().iter().enumerate().map(|(k, discard)| {
            let thrown = (discard.tile(), discard.is_red());
            let each_best = each_best(Some(thrown));
            ScoredDiscard {
                tile: name(thrown),
                shanten: discard.distance().map(shanten),
                best: answer.is_best(k, terms.aim),
                riichi: discard.is_riichi(),
                prospect: ProspectDocument::new(discard.prospect(), each_best, asked, terms),
            }
        });
        let waiting = answer.waiting();
        let dealt = waiting.filter(|_| asked.is_dealt()).map(|own| {
            let last = asked.draws_left;
            let lists = [own.score(), own.win(), own.tenpai(), own.tenpai_at_end()];
            let each_best = each_best(None).map(|all| all.map(|list| list[last]));
            ScoreNow::new(lists, each_best, last, terms)
        });
        let followed = followed.as_ref();
        let outcomes = followed.and_then(|followed| {
            let outcomes = followed.outcomes.as_ref()?;
            Some(OutcomesDocument::new(followed.discard.map(name), outcomes))
        });
        let explain = followed.and_then(|followed| {
            let steps = followed.steps.as_ref()?.iter().map(ScoreStepDocument::new).collect();
            Some(ScoreExplained { discard: followed.discard.map(name), steps })
        });
        let check = followed.and_then(|followed| followed.check.as_ref());
        Self {
            schema: SchemaName::default(),
            line: None,
            discards: discards.collect(),
            waiting: waiting.map(|own| ProspectDocument::new(own, each_best(None), asked, terms)),
            dealt,
            outcomes,
            explain,
            verify: check.and_then(ScoreVerifyDocument::new),
            order: Order::new(answer.groups(), asked, |left| answer.best_with(left, terms.aim)),
            played,
        }
    }
}

impl YakuShare {
    pub(crate) fn new((yaku, share, han): (Yaku, f64, f64)) -> Self {
        Self { id: yaku, ja: yaku.japanese(), en: yaku.english(), share, han }
    }
}

impl OutcomesDocument {
    fn new(tile: Option<String>, outcomes: &Outcomes) -> Self {
        let points = |(points, chance)| PointsChance { points, chance };
        Self {
            tile,
            win: outcomes.win(),
            riichi: outcomes.riichi(),
            mean: outcomes.mean(),
            points: outcomes.points().map(points).collect(),
            yaku: outcomes.yaku().map(YakuShare::new).collect(),
        }
    }
}

impl ScoreVerifyDocument {
    /// Games that were played for points.
    fn new(check: &Check) -> Option<Self> {
        Some(Self {
            dealt: DealtGames::new(check),
            score: ObservedMean::new(check.score.as_ref()?),
            win: ObservedRate::new(&check.win),
            tenpai: ObservedRate::new(&check.tenpai),
            tenpai_at_end: ObservedRate::new(check.tenpai_at_end.as_ref()?),
        })
    }
}

impl ScoreStepDocument {
    fn new(step: &ScoreStep) -> Self {
        Self {
            draw: name(step.draw),
            left: step.left,
            useful: step.useful,
            discards: step.discards.iter().map(|&discard| name(discard)).collect(),
            riichi: step.riichi,
            shanten: Some(step.distance).filter(|&distance| distance < u32::MAX).map(shanten),
            score: step.score,
            win: step.win,
            next: step.next.iter().map(Self::new).collect(),
        }
    }
}
