//! The expected score by discard and turn.

use crate::{
    Lang, SchemaName,
    hand::points::{StakesDocument, YakuDocument},
    hand::query::{HandQuery, shanten},
    hand::tiles::name,
    hand::win::ObservedRate,
    layout::{csv, field},
};
use kakukin_mahjong::{
    Aim, Check, EQUAL, EQUAL_POINTS, Form, Outcomes, Points, Prospect, ScoreAnswer, ScoreResult,
    ScoreStep, Terms, Ura, Won, Yaku,
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
    /// The hand and what was asked of it.
    #[serde(flatten)]
    pub asked: HandQuery,
    /// For what is played.
    #[serde(flatten)]
    pub stakes: StakesDocument,
    /// How it is played.
    #[serde(flatten)]
    pub terms: TermsDocument,
    /// How ura indicators were taken into account: `none`, `exact` or `split`.
    pub ura: Ura,
    /// The forms that count.
    pub forms: Vec<Form>,
    /// States of the computation.
    pub states: usize,
    /// For a complete hand: what it brings by self-draw, by the tile that was drawn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub won: Vec<WonDocument>,
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
    pub(crate) ura_rule: bool,
}

/// How a hand is played.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TermsDocument {
    /// What is wanted most.
    pub objective: Aim,
    /// Whether riichi may be declared.
    pub riichi: bool,
    /// Whether the last draw is the last tile of the wall.
    pub haitei: bool,
    /// Whether a win may be refused for a better one.
    pub refuse: bool,
    /// How many others are ready at the end; `null` if nothing is paid then.
    pub others_tenpai: Option<u32>,
    #[serde(skip)]
    pub(crate) terms: Terms,
}

impl TermsDocument {
    pub(crate) fn new(terms: &Terms) -> Self {
        Self {
            objective: terms.aim,
            riichi: terms.riichi,
            haitei: terms.haitei,
            refuse: terms.refuse,
            others_tenpai: terms.others_ready,
            terms: *terms,
        }
    }

    /// What is not as usual, in words.
    pub(crate) fn words(&self, lang: Lang) -> Vec<String> {
        let mut words = Vec::new();
        if self.terms.aim != Aim::Score {
            words.push(tr!(lang, format!("score.for_{}", self.objective.name())));
        }
        if !self.riichi {
            words.push(tr!(lang, "score.no_riichi"));
        }
        if !self.haitei {
            words.push(tr!(lang, "score.no_haitei"));
        }
        if self.refuse {
            words.push(tr!(lang, "score.refuse"));
        }
        if let Some(n) = self.others_tenpai {
            words.push(tr!(lang, "score.others_tenpai", n = n));
        }
        words
    }
}

/// A complete hand by the tile that was drawn.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WonDocument {
    /// The tile that was drawn.
    pub tile: String,
    /// Points of the hand itself, without riichi and other luck except that of the first turn;
    /// 0 without a yaku.
    pub points: u32,
    /// With counters and sticks.
    pub total: u32,
    /// How many yakuman.
    pub yakuman: u32,
    /// Every yaku, dora last.
    pub yaku: Vec<YakuDocument>,
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
    pub id: &'static str,
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
    /// The discard that was played; `null` for a hand that has not drawn.
    pub discard: Option<String>,
    /// Games dealt.
    pub games: u64,
    /// Games asked for.
    pub requested: u64,
    /// The seed: the same one gives the same games.
    pub seed: u64,
    /// The level of the intervals.
    pub confidence: f64,
    /// Points of the games.
    pub score: ObservedMean,
    /// Games won.
    pub win: ObservedRate,
    /// Games in which the hand was ready.
    pub tenpai: ObservedRate,
    /// Games that ended ready without a win.
    pub tenpai_at_end: ObservedRate,
}

/// A mean observed beside the one computed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObservedMean {
    /// The mean of the games.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
    /// The interval around it; `null` with too few wins.
    pub interval: Option<[f64; 2]>,
    /// The figure computed.
    pub figure: f64,
    /// Whether the interval holds it; `null` where there is none.
    pub inside: Option<bool>,
}

/// `1234.5`
pub(crate) fn points(x: f64) -> String {
    format!("{x:.1}")
}

impl WonDocument {
    /// Those of a complete hand.
    pub(crate) fn all(result: &ScoreResult) -> Vec<Self> {
        let document = |won: &Won| {
            let points = won.points.as_ref();
            Self {
                tile: won.tile.to_string(),
                points: points.map_or(0, Points::points),
                total: points.map_or(0, |points| points.payments().total),
                yakuman: points.map_or(0, Points::yakuman),
                yaku: points.map_or_else(Vec::new, YakuDocument::of),
            }
        };
        result.won().iter().map(document).collect()
    }
}

/// The least and the most that a complete hand brings, and what that rests on: the names of
/// yakuman, or that luck is left out. `None` without a yaku.
pub(crate) fn won_range(won: &[WonDocument], lang: Lang) -> Option<(u32, u32, String)> {
    let least = won.iter().map(|won| won.total).min()?;
    let best = won.iter().max_by_key(|won| won.total).filter(|best| best.points > 0)?;
    let note = if best.yakuman > 0 {
        let names = best.yaku.iter().map(|yaku| lang.pick([yaku.en, yaku.ja]));
        names.collect::<Vec<_>>().join(&tr!(lang, "score.yaku_and"))
    } else {
        tr!(lang, "score.without_luck")
    };
    Some((least, best.total, note))
}

/// What a complete hand brings, in words: those of `score` or of `advise`.
pub(crate) fn won_words(won: &[WonDocument], section: &str, lang: Lang) -> Option<String> {
    let key = |name: &str| format!("{section}.{name}");
    won_range(won, lang).map(|(least, most, note)| {
        if least == most {
            tr!(lang, key("won"), points = most, note = note)
        } else {
            tr!(lang, key("won_between"), least = least, most = most, note = note)
        }
    })
}

impl ProspectDocument {
    fn new(prospect: &Prospect, asked: &HandQuery, terms: &Terms) -> Self {
        let mut document = Self {
            score: asked.by_turn(prospect.score()),
            win: asked.by_turn(prospect.win()),
            tenpai: asked.by_turn(prospect.tenpai()),
            tenpai_at_end: asked.by_turn(prospect.tenpai_at_end()),
            mean: None,
            each_best: None,
        };
        document.mean = terms.mean(document.score[0], document.win[0]);
        document
    }

    pub(crate) fn now(&self) -> ScoreNow {
        ScoreNow {
            score: self.score[0],
            win: self.win[0],
            tenpai: self.tenpai[0],
            tenpai_at_end: self.tenpai_at_end[0],
            mean: self.mean,
            each_best: self.each_best.as_ref().map(|best| EachBest {
                score: best.score[0],
                win: best.win[0],
                tenpai: best.tenpai[0],
            }),
        }
    }

    /// Score, win and tenpai at a place of the lists.
    pub(crate) fn at(&self, k: usize) -> [f64; 3] {
        [self.score[k], self.win[k], self.tenpai[k]]
    }

    fn equals(&self, other: &Self) -> bool {
        let near =
            |a: &[f64], b: &[f64], equal: f64| a.iter().zip(b).all(|(a, b)| (a - b).abs() < equal);
        near(&self.score, &other.score, EQUAL_POINTS)
            && near(&self.win, &other.win, EQUAL)
            && near(&self.tenpai, &other.tenpai, EQUAL)
            && near(&self.tenpai_at_end, &other.tenpai_at_end, EQUAL)
    }
}

impl ScoreDocument {
    /// The document of a result.
    pub fn new(result: &ScoreResult) -> Self {
        let ScoreResult { question, answer, each_best, followed, .. } = result;
        let (own, terms) = (question.question(), question.terms());
        let asked = HandQuery::new(own, answer.distance());
        let prospect = |prospect: &Prospect| ProspectDocument::new(prospect, &asked, terms);
        let discards: Vec<ScoredDiscard> = answer
            .discards()
            .iter()
            .enumerate()
            .map(|(k, discard)| ScoredDiscard {
                tile: name((discard.tile(), discard.is_red())),
                shanten: discard.distance().map(shanten),
                best: answer.is_best(k, terms.aim),
                riichi: discard.is_riichi(),
                prospect: prospect(discard.prospect()),
            })
            .collect();
        let dealt = answer.waiting().filter(|_| asked.is_dealt()).map(|prospect| {
            let last = asked.draws_left;
            let (score, win) = (prospect.score()[last], prospect.win()[last]);
            ScoreNow {
                score,
                win,
                tenpai: prospect.tenpai()[last],
                tenpai_at_end: prospect.tenpai_at_end()[last],
                mean: terms.mean(score, win),
                each_best: None,
            }
        });
        let mut document = Self {
            schema: SchemaName::default(),
            line: None,
            stakes: StakesDocument::new(&terms.stakes),
            terms: TermsDocument::new(terms),
            ura: answer.ura(),
            forms: own.forms().iter().collect(),
            states: answer.states(),
            won: WonDocument::all(result),
            discards,
            waiting: answer.waiting().map(prospect),
            dealt,
            outcomes: None,
            explain: None,
            verify: None,
            ura_rule: question.has_ura(),
            asked,
        };
        if !each_best.is_empty() {
            document.each_best(each_best);
        }
        if let Some(followed) = followed {
            let discard = followed.discard.map(name);
            let outcomes = followed.outcomes.as_ref();
            document.outcomes = outcomes.map(|own| OutcomesDocument::new(discard.clone(), own));
            document.explain = followed.steps.as_ref().map(|steps| ScoreExplained {
                discard,
                steps: steps.iter().map(step_document).collect(),
            });
            document.verify = followed.check.as_ref().and_then(ScoreVerifyDocument::new);
        }
        document
    }

    /// Whether all games that were asked for were dealt.
    pub fn finished(&self) -> bool {
        self.verify.as_ref().is_none_or(|verify| verify.games == verify.requested)
    }

    /// Adds the answers to the same question for each aim: what each figure could be.
    fn each_best(&mut self, answers: &[(Aim, ScoreAnswer)]) {
        let asked = self.asked.clone();
        let column = |aim: Aim, prospect: &Prospect| match aim {
            Aim::Score => prospect.score().to_vec(),
            Aim::Win => prospect.win().to_vec(),
            Aim::Tenpai => prospect.tenpai().to_vec(),
        };
        let best = |of: &dyn Fn(&ScoreAnswer) -> Option<Prospect>| {
            let list = |aim: Aim| {
                let answer = answers.iter().find(|(own, _)| *own == aim)?;
                Some(column(aim, &of(&answer.1)?))
            };
            let [score, win, tenpai] = Aim::ALL.map(list);
            Some(EachBest { score: score?, win: win?, tenpai: tenpai? })
        };
        let lists = |all: EachBest<Vec<f64>>| EachBest {
            score: asked.by_turn(&all.score),
            win: asked.by_turn(&all.win),
            tenpai: asked.by_turn(&all.tenpai),
        };
        for discard in &mut self.discards {
            let tile = &discard.tile;
            let found = best(&|answer| {
                let all = answer.discards().iter();
                let own = all.clone().find(|x| *tile == name((x.tile(), x.is_red())))?;
                Some(own.prospect().clone())
            });
            discard.prospect.each_best = found.map(lists);
        }
        let found = best(&|answer| answer.waiting().cloned());
        if let (Some(waiting), Some(all)) = (&mut self.waiting, found) {
            if let Some(dealt) = &mut self.dealt {
                let last = asked.draws_left;
                dealt.each_best = Some(EachBest {
                    score: all.score[last],
                    win: all.win[last],
                    tenpai: all.tenpai[last],
                });
            }
            waiting.each_best = Some(lists(all));
        }
    }

    /// What is now: of the hand itself or of a discard.
    pub(crate) fn now(&self, tile: Option<&str>) -> Option<ScoreNow> {
        if let Some(dealt) = &self.dealt {
            return Some(dealt.clone());
        }
        let prospect = match tile {
            None => self.waiting.as_ref(),
            Some(tile) => {
                self.discards.iter().find(|discard| discard.tile == tile).map(|x| &x.prospect)
            }
        };
        prospect.map(ProspectDocument::now)
    }

    /// Discards whose figures are equal at every turn, together.
    pub(crate) fn groups(&self) -> Vec<Vec<&ScoredDiscard>> {
        let mut groups: Vec<Vec<&ScoredDiscard>> = Vec::new();
        for discard in &self.discards {
            let equal = groups.iter_mut().find(|group| {
                let first = group[0];
                first.shanten == discard.shanten
                    && first.riichi == discard.riichi
                    && first.prospect.equals(&discard.prospect)
            });
            match equal {
                Some(group) => group.push(discard),
                None => groups.push(vec![discard]),
            }
        }
        groups
    }

    /// One CSV row for each discard and turn.
    pub fn csv(&self) -> String {
        csv(&Self::CSV_HEADER, self.rows())
    }

    /// The header line of the CSV.
    pub fn csv_header() -> String {
        csv(&Self::CSV_HEADER, Vec::new())
    }

    /// The CSV without its header line.
    pub fn csv_rows(&self) -> String {
        let text = self.csv();
        text.split_once('\n').map_or(String::new(), |(_, rows)| rows.to_string())
    }

    const CSV_HEADER: [&'static str; 14] = [
        "line",
        "hand",
        "shanten",
        "discard",
        "riichi",
        "turn",
        "draws_left",
        "score",
        "win",
        "tenpai",
        "tenpai_at_end",
        "best_score",
        "best_win",
        "best_tenpai",
    ];

    fn rows(&self) -> Vec<Vec<String>> {
        let row = |tile: &str, riichi: Option<bool>, clock: [String; 2], figures: [f64; 4]| {
            let mut row = vec![
                field(self.line),
                self.asked.hand.clone(),
                field(self.asked.shanten),
                tile.to_string(),
                field(riichi),
            ];
            row.extend(clock);
            row.extend(figures.map(|x| x.to_string()));
            row
        };
        let best = |best: Option<[f64; 3]>| match best {
            Some(figures) => figures.map(|x| x.to_string()),
            None => Default::default(),
        };
        let rows = |tile: &str, riichi: Option<bool>, own: &ProspectDocument| {
            (0..self.asked.turns)
                .map(|k| {
                    let figures = [own.score[k], own.win[k], own.tenpai[k], own.tenpai_at_end[k]];
                    let mut row = row(tile, riichi, self.asked.csv_clock(k), figures);
                    let each = own.each_best.as_ref();
                    row.extend(best(each.map(|x| [x.score[k], x.win[k], x.tenpai[k]])));
                    row
                })
                .collect::<Vec<_>>()
        };
        let dealt = self.dealt.iter().map(|now| {
            let clock = ["0".into(), self.asked.draws_left.to_string()];
            let figures = [now.score, now.win, now.tenpai, now.tenpai_at_end];
            let mut row = row("", None, clock, figures);
            row.extend(best(now.each_best.as_ref().map(|x| [x.score, x.win, x.tenpai])));
            row
        });
        let discards = self.discards.iter();
        let discards = discards.flat_map(|x| rows(&x.tile, Some(x.riichi), &x.prospect));
        let waiting = self.waiting.iter().flat_map(|prospect| rows("", None, prospect));
        dealt.chain(discards).chain(waiting).collect()
    }
}

impl YakuShare {
    pub(crate) fn new((yaku, share, han): (Yaku, f64, f64)) -> Self {
        Self { id: yaku.id(), ja: yaku.japanese(), en: yaku.english(), share, han }
    }
}

impl ObservedMean {
    pub(crate) fn new(mean: &kakukin_mahjong::ObservedMean) -> Self {
        Self {
            mean: mean.mean,
            error: mean.error,
            interval: mean.interval,
            figure: mean.figure,
            inside: mean.inside,
        }
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
        let score = check.score?;
        Some(Self {
            discard: check.discard.map(name),
            games: check.games,
            requested: check.asked.number,
            seed: check.asked.seed,
            confidence: check.asked.confidence.level(),
            score: ObservedMean::new(&score),
            win: ObservedRate::new(&check.win),
            tenpai: ObservedRate::new(&check.tenpai),
            tenpai_at_end: ObservedRate::new(&check.tenpai_at_end?),
        })
    }
}

fn step_document(step: &ScoreStep) -> ScoreStepDocument {
    ScoreStepDocument {
        draw: name(step.draw),
        left: step.left,
        useful: step.useful,
        discards: step.discards.iter().map(|&discard| name(discard)).collect(),
        riichi: step.riichi,
        shanten: Some(step.distance).filter(|&distance| distance < u32::MAX).map(shanten),
        score: step.score,
        win: step.win,
        next: step.next.iter().map(step_document).collect(),
    }
}
