//! The chance to win by discard and turn.

use crate::{
    Lang, SchemaName,
    hand::figures::{ByDiscard, Figures, Order, Row, Thrown, WIDTH},
    hand::followed::{DealtGames, ObservedRate, TreeStep, drawn, tree_text},
    hand::query::{HandQuery, shanten},
    hand::shanten::{FormsDocument, shanten_words},
    hand::tiles::TileStyle,
    layout::{columns, percent, signed_points, wrap},
    table::{Columns, or_dash},
};
use kakukin_mahjong::{Check, Form, Objective, Step, WinResult, Worth};
use serde::Serialize;

/// A hand's chances.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The line of a file of hands, where the hand comes from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The hand and what was asked of it.
    #[serde(flatten)]
    pub asked: HandQuery,
    /// What the player wants most.
    pub objective: Objective,
    /// The forms that count.
    pub forms: Vec<Form>,
    /// States of the computation.
    pub states: usize,
    /// For a hand that has drawn: its discards, the best first.
    pub discards: Vec<DiscardDocument>,
    /// The chances of a hand that has not drawn.
    #[serde(flatten)]
    pub waiting: Option<Chances<Vec<f64>>>,
    /// The chances as dealt (turn 0); only for a hand that has not drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealt: Option<Chances<f64>>,
    /// What to discard after each draw, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<ExplainDocument>,
    /// The same policy in dealt games, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify: Option<VerifyDocument>,
    /// The true optimum, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<OptimalDocument>,
    #[serde(skip)]
    order: Order,
}

/// One discard.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiscardDocument {
    /// The discard.
    pub tile: String,
    /// Shanten afterwards; `null` if the hand cannot be completed any more.
    pub shanten: Option<i32>,
    /// Whether none is better with all draws to come: by the aim, then by the other figure.
    pub best: bool,
    /// What it leaves.
    #[serde(flatten)]
    pub worth: Chances<Vec<f64>>,
}

/// Both chances at one time.
///
/// Or lists of them: by turn, or by draws left, now first.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WinChance"))]
pub struct Chances<T> {
    /// The chance to win.
    pub win: T,
    /// By a self-draw; where something was said about others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_tsumo: Option<T>,
    /// By a tile that another discards; where something was said about others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub win_ron: Option<T>,
    /// The chance to be ready at some time.
    pub tenpai: T,
    /// The chance to be ready first in that form.
    pub tenpai_forms: FormsDocument<T>,
}

/// The policy as a tree.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainDocument {
    /// The discard that is explained; `null` for a hand that has not drawn.
    pub discard: Option<String>,
    /// Draws that change the hand.
    pub steps: Vec<StepDocument>,
}

/// One draw and what follows.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StepDocument {
    /// The tile drawn.
    pub draw: String,
    /// Its unseen copies.
    pub left: u32,
    /// Whether it lowers the shanten.
    pub useful: bool,
    /// What to discard: equally good kinds; empty if the hand is won.
    pub discards: Vec<String>,
    /// Shanten afterwards.
    pub shanten: i32,
    /// The figure aimed at, afterwards.
    pub value: f64,
    /// The draws after that; left out if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub next: Vec<StepDocument>,
}

/// What dealt games showed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyDocument {
    /// The games.
    #[serde(flatten)]
    pub dealt: DealtGames,
    /// Games won.
    pub win: ObservedRate,
    /// Games in which the hand was ready.
    pub tenpai: ObservedRate,
}

/// The true optimum.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptimalDocument {
    /// What each discard (`null`: the hand itself) is worth, the best first.
    pub values: Vec<OptimalValue>,
    /// States of the computation.
    pub states: usize,
}

/// One discard's optimum beside its figure.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptimalValue {
    /// The discard; null for a hand that has not drawn.
    pub tile: Option<String>,
    /// What it is worth if everything after it is done best.
    pub value: f64,
    /// The figure of the method asked for; null if it does not look at this discard.
    pub figure: Option<f64>,
}

impl<T> Chances<T> {
    /// What is wanted of the lists by draws left.
    fn new(worth: &Worth, told: bool, of: impl Fn(&[f64]) -> T) -> Self {
        let ways = told.then(|| (of(&drawn_wins(worth.win(), worth.ron())), of(worth.ron())));
        let (win_tsumo, win_ron) = ways.unzip();
        Self {
            win: of(worth.win()),
            win_tsumo,
            win_ron,
            tenpai: of(worth.tenpai()),
            tenpai_forms: FormsDocument::new(|form| of(worth.tenpai_in(form))),
        }
    }

    pub(crate) fn wanted(&self, objective: Objective) -> &T {
        match objective {
            Objective::Win => &self.win,
            Objective::Tenpai => &self.tenpai,
        }
    }
}

impl Chances<Vec<f64>> {
    fn by_turn(&self) -> Vec<Chances<f64>> {
        let at = |k: usize| Chances {
            win: self.win[k],
            win_tsumo: self.win_tsumo.as_ref().map(|list| list[k]),
            win_ron: self.win_ron.as_ref().map(|list| list[k]),
            tenpai: self.tenpai[k],
            tenpai_forms: FormsDocument::new(|form| self.tenpai_forms.of(form)[k]),
        };
        (0..self.win.len()).map(at).collect()
    }
}

/// Of all wins and those by a discard, the others.
pub(crate) fn drawn_wins(win: &[f64], ron: &[f64]) -> Vec<f64> {
    let ron = ron.iter().copied().chain(std::iter::repeat(0.0));
    win.iter().zip(ron).map(|(win, ron)| (win - ron).max(0.0)).collect()
}

impl VerifyDocument {
    fn new(check: &Check) -> Self {
        Self {
            dealt: DealtGames::new(check),
            win: ObservedRate::new(&check.win),
            tenpai: ObservedRate::new(&check.tenpai),
        }
    }
}

impl WinDocument {
    /// The document of a result.
    pub fn new(result: &WinResult) -> Self {
        let WinResult { question, answer, optimal, followed } = result;
        let objective = question.objective();
        let asked = HandQuery::new(question, answer.distance());
        let told = asked.others.is_some();
        let now = |worth: &Worth| Chances::new(worth, told, |list| list[question.draws()]);
        let by_turn = |worth: &Worth| Chances::new(worth, told, |list| asked.by_turn(list));
        let discards = answer.discards().iter().enumerate().map(|(k, discard)| DiscardDocument {
            tile: discard.tile().to_string(),
            shanten: discard.distance().map(shanten),
            best: answer.is_best(k, objective),
            worth: by_turn(discard.worth()),
        });
        let waiting = answer.waiting();
        let optimal = optimal.as_ref().map(|optimal| {
            let values = optimal.values.iter().map(|&(tile, value)| {
                let figure = answer.worth_of(tile).map(|worth| *now(worth).wanted(objective));
                OptimalValue { tile: tile.map(|tile| tile.to_string()), value, figure }
            });
            OptimalDocument { values: values.collect(), states: optimal.states }
        });
        let followed = followed.as_ref();
        let explain = followed.and_then(|followed| {
            let discard = followed.discard.map(|tile| tile.to_string());
            let steps = followed.steps.as_ref()?.iter().map(StepDocument::new).collect();
            Some(ExplainDocument { discard, steps })
        });
        let check = followed.and_then(|followed| followed.check.as_ref());
        Self {
            schema: SchemaName::default(),
            line: None,
            objective,
            forms: question.forms().iter().collect(),
            states: answer.states(),
            discards: discards.collect(),
            waiting: waiting.map(by_turn),
            dealt: waiting.filter(|_| asked.is_dealt()).map(now),
            explain,
            verify: check.map(VerifyDocument::new),
            optimal,
            order: Order::new(answer.groups(), &asked, |left| answer.best_with(left, objective)),
            asked,
        }
    }

    /// Whether text shows a form of tenpai: if it is seen, and another than the standard one too.
    fn shows(&self, form: Form) -> bool {
        let worths = self.discards.iter().map(|x| &x.worth).chain(&self.waiting);
        let seen = |form: Form| {
            worths.clone().any(|worth| worth.tenpai_forms.of(form).iter().any(|&x| x > 0.0))
        };
        seen(form) && Form::ALL.into_iter().any(|own| own != Form::Standard && seen(own))
    }

    /// The document as text.
    pub fn text(&self, lang: Lang, style: TileStyle) -> String {
        let head = format!(
            "{}  {}\n{}\n",
            self.asked.situation.line_in(lang, style),
            shanten_words(self.asked.shanten, lang),
            wrap(&self.premises(lang), WIDTH)
        );
        let figures = self.figures();
        let hidden = Form::ALL.into_iter().filter(|&form| !self.shows(form)).map(Form::name);
        let columns = hidden.fold(self.own_columns(lang, style), Columns::without_text);
        let aim = |now: &Chances<f64>| format!("{:.2}%", 100.0 * now.wanted(self.objective));
        let note = tr!(lang, format!("win.note_{}", self.objective.name()));
        let tables = figures.text(&columns, [None, Some(note)], aim, lang, style);
        let won = || {
            let won = self.asked.shanten == Some(-1);
            won.then(|| wrap(&tr!(lang, "win.already_won"), WIDTH) + "\n")
        };
        let improved = self.asked.extra.is_some();
        let explain = self.explain.as_ref().and_then(|ExplainDocument { discard, steps }| {
            let note = improved.then_some("win.step_note");
            tree_text(discard.as_ref(), steps, note, lang, style)
        });
        let verify = self.verify.as_ref().map(|verify| {
            let rows = [("mahjong.win", &verify.win), ("mahjong.tenpai", &verify.tenpai)];
            let rows = rows.map(|(name, rate)| rate.row(name, lang)).to_vec();
            let note = improved.then(|| wrap(&tr!(lang, "win.verify_note"), WIDTH) + "\n");
            verify.dealt.text(rows, lang, style) + &note.unwrap_or_default()
        });
        let optimal = self.optimal.as_ref().map(|optimal| optimal.text(lang, style));
        let parts = [Some(head), tables.or_else(won), explain, verify, optimal];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    /// What the figures rest on.
    fn premises(&self, lang: Lang) -> String {
        let states = tr!(lang, "win.states", n = self.states);
        let mut words = self.asked.premises(lang);
        words.push(states);
        if self.asked.unknown_melds > 0 {
            words.push(tr!(lang, "win.unknown_melds", n = self.asked.unknown_melds));
        }
        if self.objective == Objective::Tenpai {
            words.push(tr!(lang, "win.for_tenpai"));
        }
        words.join(&tr!(lang, "win.and"))
    }
}

impl ByDiscard for WinDocument {
    type Now = Chances<f64>;

    fn number(&mut self, line: usize) {
        self.line = Some(line);
    }

    fn figures(&self) -> Figures<'_, Chances<f64>> {
        let discards = self.discards.iter().map(|own| {
            let DiscardDocument { tile, shanten, best, worth } = own;
            let thrown = Thrown { tile, shanten: *shanten, best: *best, riichi: false };
            (thrown, worth.by_turn())
        });
        Figures {
            asked: &self.asked,
            line: self.line,
            discards: discards.collect(),
            order: &self.order,
            waiting: self.waiting.as_ref().map(Chances::by_turn),
            dealt: self.dealt.clone(),
        }
    }

    fn columns<'a>(_: Lang, style: TileStyle, told: bool) -> Columns<'a, Row<'a, Self::Now>> {
        let columns = Columns::<Row<'a, Self::Now>>::of_discards(style)
            .clock()
            .both("win", "mahjong.win", |row| row.now.win, percent)
            .only(told)
            .both("win_tsumo", "others.tsumo", |row| row.now.win_tsumo, or_dash(percent))
            .both("win_ron", "others.ron", |row| row.now.win_ron, or_dash(percent))
            .only(true)
            .both("tenpai", "mahjong.tenpai", |row| row.now.tenpai, percent);
        Form::ALL.into_iter().fold(columns, |columns, form| {
            let heading = format!("mahjong.form.{}", form.name());
            columns.both(form.name(), heading, move |row| *row.now.tenpai_forms.of(form), percent)
        })
    }

    fn words(now: &Self::Now, lang: Lang) -> String {
        tr!(lang, "win.line", win = percent(now.win), tenpai = percent(now.tenpai))
    }
}

impl OptimalDocument {
    fn text(&self, lang: Lang, style: TileStyle) -> String {
        let header = ["mahjong.discard", "win.optimum", "win.figure", "win.lost"];
        let header = header.map(|key| tr!(lang, key)).to_vec();
        let rows = self.values.iter().map(|OptimalValue { tile, value, figure }| {
            vec![
                or_dash(|tile| style.named(tile))(tile.as_deref()),
                percent(*value),
                or_dash(percent)(*figure),
                or_dash(|x| signed_points(x - value))(*figure),
            ]
        });
        let title = tr!(lang, "win.optimal", n = self.states);
        format!("{title}\n{}", columns(header, rows.collect(), &[0]))
    }
}

impl StepDocument {
    fn new(step: &Step) -> Self {
        Self {
            draw: step.draw.to_string(),
            left: step.left,
            useful: step.useful,
            discards: step.discards.iter().map(ToString::to_string).collect(),
            shanten: shanten(step.distance),
            value: step.value,
            next: step.next.iter().map(Self::new).collect(),
        }
    }
}

impl TreeStep for StepDocument {
    fn line(&self, lang: Lang, style: TileStyle) -> String {
        let draw = drawn(&self.draw, self.useful, style);
        if self.discards.is_empty() {
            return tr!(lang, "win.step_win", draw = draw, left = self.left);
        }
        tr!(
            lang,
            "win.step",
            draw = draw,
            left = self.left,
            discard = style.equal(&self.discards),
            shanten = shanten_words(Some(self.shanten), lang),
            value = percent(self.value)
        )
    }

    fn next(&self) -> &[Self] {
        &self.next
    }
}
