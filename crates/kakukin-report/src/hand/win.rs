//! The chance to win by discard and turn.

use crate::{
    Lang, SchemaName,
    hand::query::{HandQuery, shanten},
    hand::shanten::{FormsDocument, form_words, parse, shanten_words},
    hand::tiles::TileStyle,
    layout::{columns, csv, percent, wrap},
};
use kakukin_mahjong::{Check, EQUAL, Form, Objective, Optimal, Step, WinResult, Worth};
use serde::Serialize;

/// Columns of discards beside each other before a new table begins.
pub(crate) const COLUMNS: usize = 9;
pub(crate) const WIDTH: usize = 92;

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
    pub waiting: Option<WorthDocument>,
    /// The chances as dealt (turn 0); only for a hand that has not drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dealt: Option<Chance>,
    /// What to throw after each draw, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub explain: Option<ExplainDocument>,
    /// The same policy in dealt games, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verify: Option<VerifyDocument>,
    /// The true optimum, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<OptimalDocument>,
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
    pub worth: WorthDocument,
}

/// Chances by turn, or by draws left: now first.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorthDocument {
    /// The chance to win.
    pub win: Vec<f64>,
    /// The chance to be ready at some time.
    pub tenpai: Vec<f64>,
    /// The chance to be ready first in that form.
    pub tenpai_forms: FormsDocument<Vec<f64>>,
}

/// Both chances at one time.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "WinChance"))]
pub struct Chance {
    /// The chance to win.
    pub win: f64,
    /// The chance to be ready at some time.
    pub tenpai: f64,
    /// The chance to be ready first in that form.
    pub tenpai_forms: FormsDocument<f64>,
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
    /// What to throw: equally good kinds; empty if the hand is won.
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
    /// Games won.
    pub win: ObservedRate,
    /// Games in which the hand was ready.
    pub tenpai: ObservedRate,
}

/// A rate observed beside the one computed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ObservedRate {
    /// How often it happened.
    pub count: u64,
    /// Its share.
    pub rate: f64,
    /// Wilson interval.
    pub interval: [f64; 2],
    /// The figure computed.
    pub figure: f64,
    /// Whether the interval holds it.
    pub inside: bool,
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

impl WorthDocument {
    fn new(worth: &Worth, asked: &HandQuery) -> Self {
        let by_turn = |values: &[f64]| asked.by_turn(values);
        Self {
            win: by_turn(worth.win()),
            tenpai: by_turn(worth.tenpai()),
            tenpai_forms: FormsDocument::new(|form| by_turn(worth.tenpai_in(form))),
        }
    }

    /// The figure aimed at and the other one, at a place of the lists.
    fn aims(&self, objective: Objective, k: usize) -> [f64; 2] {
        let figures = [self.win[k], self.tenpai[k]];
        if objective == Objective::Tenpai { [figures[1], figures[0]] } else { figures }
    }
}

/// Whether both figures are equal.
fn equal(a: [f64; 2], b: [f64; 2]) -> bool {
    (0..2).all(|k| (a[k] - b[k]).abs() < EQUAL)
}

impl VerifyDocument {
    fn new(check: &Check) -> Self {
        Self {
            win: ObservedRate::new(&check.win),
            tenpai: ObservedRate::new(&check.tenpai),
            discard: check.discard.map(|(tile, _)| tile.to_string()),
            games: check.games,
            requested: check.asked.number,
            seed: check.asked.seed,
            confidence: check.asked.confidence.level(),
        }
    }
}

impl ObservedRate {
    pub(crate) fn new(rate: &kakukin_mahjong::ObservedRate) -> Self {
        Self {
            count: rate.count,
            rate: rate.rate,
            interval: rate.interval,
            figure: rate.figure,
            inside: rate.inside,
        }
    }
}

impl WinDocument {
    /// The document of a result.
    pub fn new(result: &WinResult) -> Self {
        let WinResult { question, answer, optimal, followed } = result;
        let asked = HandQuery::new(question, answer.distance());
        let draws = asked.draws_left;
        let discards: Vec<DiscardDocument> = answer
            .discards()
            .iter()
            .enumerate()
            .map(|(k, discard)| DiscardDocument {
                tile: discard.tile().to_string(),
                shanten: discard.distance().map(shanten),
                best: answer.is_best(k, question.objective()),
                worth: WorthDocument::new(discard.worth(), &asked),
            })
            .collect();
        let mut document = Self {
            schema: SchemaName::default(),
            line: None,
            objective: question.objective(),
            forms: question.forms().iter().collect(),
            states: answer.states(),
            discards,
            waiting: answer.waiting().map(|worth| WorthDocument::new(worth, &asked)),
            dealt: answer.waiting().filter(|_| asked.is_dealt()).map(|worth| Chance {
                win: worth.win()[draws],
                tenpai: worth.tenpai()[draws],
                tenpai_forms: FormsDocument::new(|form| worth.tenpai_in(form)[draws]),
            }),
            explain: None,
            verify: None,
            optimal: None,
            asked,
        };
        if let Some(optimal) = optimal {
            document.optimised(optimal);
        }
        if let Some(followed) = followed {
            let discard = followed.discard.map(|tile| tile.to_string());
            document.explain = followed.steps.as_ref().map(|steps| ExplainDocument {
                discard,
                steps: steps.iter().map(step_document).collect(),
            });
            document.verify = followed.check.as_ref().map(VerifyDocument::new);
        }
        document
    }

    /// Whether all games that were asked for were dealt.
    pub fn finished(&self) -> bool {
        self.verify.as_ref().is_none_or(|verify| verify.games == verify.requested)
    }

    /// What is now: of the hand itself or of a discard.
    fn now(&self, tile: Option<&str>) -> Option<Chance> {
        if let Some(dealt) = &self.dealt {
            return Some(dealt.clone());
        }
        let worth = match tile {
            None => self.waiting.as_ref(),
            Some(tile) => {
                self.discards.iter().find(|discard| discard.tile == tile).map(|x| &x.worth)
            }
        }?;
        let forms = &worth.tenpai_forms;
        Some(Chance {
            win: worth.win[0],
            tenpai: worth.tenpai[0],
            tenpai_forms: FormsDocument {
                standard: forms.standard[0],
                seven_pairs: forms.seven_pairs[0],
                thirteen_orphans: forms.thirteen_orphans[0],
            },
        })
    }

    /// Adds the true optimum.
    fn optimised(&mut self, optimal: &Optimal) {
        let values = optimal.values.iter().map(|(tile, value)| {
            let tile = tile.map(|tile| tile.to_string());
            let figure = self
                .now(tile.as_deref())
                .map(|now| if self.objective == Objective::Tenpai { now.tenpai } else { now.win });
            OptimalValue { tile, value: *value, figure }
        });
        self.optimal = Some(OptimalDocument { values: values.collect(), states: optimal.states });
    }

    fn tile(tile: &str, style: TileStyle) -> String {
        parse(tile).map_or_else(|| tile.to_string(), |tile| style.tile(tile))
    }

    /// Discards whose figures are equal at every turn, together.
    pub(crate) fn groups(&self) -> Vec<Vec<&DiscardDocument>> {
        let mut groups: Vec<Vec<&DiscardDocument>> = Vec::new();
        let near = |a: &[f64], b: &[f64]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < EQUAL);
        for discard in &self.discards {
            let equal = groups.iter_mut().find(|group| {
                let first = group[0];
                first.shanten == discard.shanten
                    && near(&first.worth.win, &discard.worth.win)
                    && near(&first.worth.tenpai, &discard.worth.tenpai)
            });
            match equal {
                Some(group) => group.push(discard),
                None => groups.push(vec![discard]),
            }
        }
        groups
    }

    /// The document as text.
    pub fn text(&self, lang: Lang, style: TileStyle) -> String {
        let mut text = format!(
            "{}  {}\n{}\n",
            self.asked.situation.line_in(lang, style),
            shanten_words(self.asked.shanten, lang),
            wrap(&self.premises(lang), WIDTH)
        );
        if self.waiting.is_some() {
            text += &format!("\n{}", self.waiting_table(lang));
        } else if !self.discards.is_empty() {
            text += &format!("\n{}\n", self.summary(lang, style));
            text += &self.turns_table(lang, style);
        } else if self.asked.shanten == Some(-1) {
            text += &format!("\n{}\n", wrap(&tr!(lang, "win.already_won"), WIDTH));
        }
        if let Some(explain) = self.explain.as_ref().filter(|explain| !explain.steps.is_empty()) {
            text.push('\n');
            text += &self.explain_text(explain, lang, style);
        }
        if let Some(verify) = &self.verify {
            text.push('\n');
            text += &self.verify_text(verify, lang, style);
        }
        if let Some(optimal) = &self.optimal {
            text.push('\n');
            text += &self.optimal_text(optimal, lang, style);
        }
        text
    }

    /// What the figures rest on.
    fn premises(&self, lang: Lang) -> String {
        let states = tr!(lang, "win.states", n = self.states);
        let [clock, method] = self.asked.premises(lang);
        let mut words = vec![clock, method, states];
        if self.asked.unknown_melds > 0 {
            words.push(tr!(lang, "win.unknown_melds", n = self.asked.unknown_melds));
        }
        if self.objective == Objective::Tenpai {
            words.push(tr!(lang, "win.for_tenpai"));
        }
        words.join(&tr!(lang, "win.and"))
    }

    fn header(group: &[&DiscardDocument], style: TileStyle) -> String {
        let tiles: Vec<String> = group.iter().map(|x| Self::tile(&x.tile, style)).collect();
        tiles.join("=")
    }

    /// One row for each group of equal discards.
    fn summary(&self, lang: Lang, style: TileStyle) -> String {
        let mut header = ["", "discard", "shanten_word", "win", "tenpai"]
            .map(|key| match key {
                "" => String::new(),
                key => tr!(lang, format!("mahjong.{key}")),
            })
            .to_vec();
        let forms = self.forms_seen();
        header.extend(forms.iter().map(|form| form_words(*form, lang)));
        let rows = self.groups().into_iter().map(|group| {
            let first = group[0];
            let mut row = vec![
                if first.best { "*".into() } else { String::new() },
                Self::header(&group, style),
                first.shanten.map_or("-".into(), |shanten| shanten.to_string()),
                percent(first.worth.win[0]),
                percent(first.worth.tenpai[0]),
            ];
            row.extend(
                first
                    .worth
                    .tenpai_forms
                    .parts()
                    .iter()
                    .filter(|(form, _)| forms.contains(form))
                    .map(|(_, values)| percent(values[0])),
            );
            row
        });
        columns(header, rows.collect(), &[0, 1])
    }

    /// The forms of tenpai, where there is more than the standard one.
    fn forms_seen(&self) -> Vec<Form> {
        let worths = self.discards.iter().map(|x| &x.worth).chain(&self.waiting);
        let seen = |wanted: &Form| {
            worths.clone().any(|worth| {
                let parts = worth.tenpai_forms.parts();
                parts.iter().any(|(form, values)| form == wanted && values.iter().any(|&x| x > 0.0))
            })
        };
        let forms: Vec<Form> = Form::ALL.into_iter().filter(seen).collect();
        if forms == [Form::Standard] { Vec::new() } else { forms }
    }

    /// Turns down, discards across, the best of each turn marked.
    fn turns_table(&self, lang: Lang, style: TileStyle) -> String {
        let groups = self.groups();
        let tenpai = self.objective == Objective::Tenpai;
        let aims = |group: &[&DiscardDocument], k: usize| group[0].worth.aims(self.objective, k);
        // The best of each turn: by the aim, then by the other figure.
        let best: Vec<[f64; 2]> = (0..self.asked.turns)
            .map(|k| {
                let all = || groups.iter().map(|group| aims(group, k));
                let aim = all().map(|x| x[0]).fold(0.0, f64::max);
                let near = all().filter(|x| aim - x[0] < EQUAL);
                [aim, near.map(|x| x[1]).fold(0.0, f64::max)]
            })
            .collect();
        // Blocks of nearly equal width.
        let blocks = groups.len().div_ceil(COLUMNS).max(1);
        let mut text = String::new();
        for block in groups.chunks(groups.len().div_ceil(blocks).max(1)) {
            let mut header = vec![self.asked.clock_word(lang)];
            header.extend(block.iter().map(|group| Self::header(group, style) + " "));
            let rows = (0..self.asked.turns).map(|k| {
                let cells = block.iter().map(|group| {
                    let [aim, other] = aims(group, k);
                    let mark = if aim > 0.0 && equal([aim, other], best[k]) { "*" } else { " " };
                    format!("{:.2}%{mark}", 100.0 * aim)
                });
                std::iter::once(self.asked.row_name(k)).chain(cells).collect()
            });
            if !text.is_empty() {
                text.push('\n');
            }
            text += &columns(header, rows.collect(), &[]);
        }
        let note = if tenpai { "win.note_tenpai" } else { "win.note_win" };
        text + &wrap(&tr!(lang, note), WIDTH) + "\n"
    }

    fn waiting_table(&self, lang: Lang) -> String {
        let Some(worth) = &self.waiting else { return String::new() };
        let mut header = vec![
            self.asked.clock_word(lang),
            tr!(lang, "mahjong.win"),
            tr!(lang, "mahjong.tenpai"),
        ];
        let forms = self.forms_seen();
        header.extend(forms.iter().map(|form| form_words(*form, lang)));
        let dealt = self.dealt.iter().map(|dealt| {
            let mut row = vec!["0".to_string(), percent(dealt.win), percent(dealt.tenpai)];
            let parts = dealt.tenpai_forms.parts();
            let seen = parts.iter().filter(|(form, _)| forms.contains(form));
            row.extend(seen.map(|(_, x)| percent(**x)));
            row
        });
        let rows = (0..self.asked.turns).map(|k| {
            let mut row =
                vec![self.asked.row_name(k), percent(worth.win[k]), percent(worth.tenpai[k])];
            row.extend(
                worth
                    .tenpai_forms
                    .parts()
                    .iter()
                    .filter(|(form, _)| forms.contains(form))
                    .map(|(_, values)| percent(values[k])),
            );
            row
        });
        columns(header, dealt.chain(rows).collect(), &[])
    }

    fn explain_text(&self, explain: &ExplainDocument, lang: Lang, style: TileStyle) -> String {
        let mut text = match &explain.discard {
            Some(tile) => tr!(lang, "win.explain_discard", tile = Self::tile(tile, style)),
            None => tr!(lang, "win.explain_hand"),
        };
        text.push('\n');
        fn lines(
            steps: &[StepDocument],
            depth: usize,
            lang: Lang,
            style: TileStyle,
            text: &mut String,
        ) {
            for step in steps {
                let indent = "  ".repeat(depth);
                let draw = WinDocument::tile(&step.draw, style);
                let mark = if step.useful { "" } else { "~" };
                let line = if step.discards.is_empty() {
                    tr!(lang, "win.step_win", draw = draw, left = step.left)
                } else {
                    let discards: Vec<_> =
                        step.discards.iter().map(|x| WinDocument::tile(x, style)).collect();
                    tr!(
                        lang,
                        "win.step",
                        draw = format!("{mark}{draw}"),
                        left = step.left,
                        discard = discards.join("="),
                        shanten = shanten_words(Some(step.shanten), lang),
                        value = percent(step.value)
                    )
                };
                *text += &format!("{indent}{line}\n");
                lines(&step.next, depth + 1, lang, style, text);
            }
        }
        lines(&explain.steps, 1, lang, style, &mut text);
        if self.asked.extra.is_some() {
            text += &wrap(&tr!(lang, "win.step_note"), WIDTH);
            text.push('\n');
        }
        text
    }

    fn verify_text(&self, verify: &VerifyDocument, lang: Lang, style: TileStyle) -> String {
        let tile = verify.discard.as_deref().map(|tile| Self::tile(tile, style));
        let mut text = match tile {
            Some(tile) => tr!(
                lang,
                "win.verify_discard",
                games = verify.games,
                tile = tile,
                seed = verify.seed
            ),
            None => tr!(lang, "win.verify_hand", games = verify.games, seed = verify.seed),
        };
        text.push('\n');
        let header = ["", "figure", "observed", "low", "high", "inside"].map(|key| match key {
            "" => String::new(),
            "low" | "high" => tr!(lang, format!("win.{key}"), level = verify.confidence * 100.0),
            key => tr!(lang, format!("win.{key}")),
        });
        let row = |name: &str, rate: &ObservedRate| {
            vec![
                tr!(lang, format!("mahjong.{name}")),
                percent(rate.figure),
                percent(rate.rate),
                percent(rate.interval[0]),
                percent(rate.interval[1]),
                tr!(lang, if rate.inside { "win.yes" } else { "win.no" }),
            ]
        };
        let rows = vec![row("win", &verify.win), row("tenpai", &verify.tenpai)];
        text += &columns(header.to_vec(), rows, &[0]);
        if self.asked.extra.is_some() {
            text += &wrap(&tr!(lang, "win.verify_note"), WIDTH);
            text.push('\n');
        }
        text
    }

    fn optimal_text(&self, optimal: &OptimalDocument, lang: Lang, style: TileStyle) -> String {
        let mut text = tr!(lang, "win.optimal", n = optimal.states) + "\n";
        let header = ["mahjong.discard", "win.optimum", "win.figure", "win.lost"];
        let header = header.map(|key| tr!(lang, key)).to_vec();
        let rows = optimal.values.iter().map(|value| {
            vec![
                value.tile.as_deref().map_or("-".into(), |tile| Self::tile(tile, style)),
                percent(value.value),
                value.figure.map_or("-".into(), percent),
                value.figure.map_or("-".into(), |x| crate::layout::signed_points(x - value.value)),
            ]
        });
        text += &columns(header, rows.collect(), &[0]);
        text
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

    const CSV_HEADER: [&'static str; 11] = [
        "line",
        "hand",
        "shanten",
        "discard",
        "turn",
        "draws_left",
        "win",
        "tenpai",
        "standard",
        "seven_pairs",
        "thirteen_orphans",
    ];

    fn rows(&self) -> Vec<Vec<String>> {
        let rows = |tile: &str, worth: &WorthDocument| {
            (0..self.asked.turns)
                .map(|k| {
                    let [turn, left] = self.asked.csv_clock(k);
                    let mut row = vec![
                        crate::layout::field(self.line),
                        self.asked.hand.clone(),
                        crate::layout::field(self.asked.shanten),
                        tile.to_string(),
                        turn,
                        left,
                        worth.win[k].to_string(),
                        worth.tenpai[k].to_string(),
                    ];
                    row.extend(worth.tenpai_forms.parts().map(|(_, x)| x[k].to_string()));
                    row
                })
                .collect::<Vec<_>>()
        };
        let dealt = self.dealt.iter().map(|dealt| {
            let mut row = vec![
                crate::layout::field(self.line),
                self.asked.hand.clone(),
                crate::layout::field(self.asked.shanten),
                String::new(),
                "0".into(),
                self.asked.draws_left.to_string(),
                dealt.win.to_string(),
                dealt.tenpai.to_string(),
            ];
            row.extend(dealt.tenpai_forms.parts().map(|(_, x)| x.to_string()));
            row
        });
        let discards = self.discards.iter().flat_map(|x| rows(&x.tile, &x.worth));
        let waiting = self.waiting.iter().flat_map(|worth| rows("", worth));
        dealt.chain(discards).chain(waiting).collect()
    }

    /// One line of text for a hand among many.
    pub fn line_text(&self, lang: Lang, style: TileStyle) -> String {
        let shanten = shanten_words(self.asked.shanten, lang);
        let best: Vec<&DiscardDocument> = self.discards.iter().filter(|x| x.best).collect();
        let tiles = Self::header(&best, style);
        let now = self.now(best.first().map(|x| x.tile.as_str()));
        let figures = now.map_or(String::new(), |now| {
            tr!(lang, "win.line", win = percent(now.win), tenpai = percent(now.tenpai))
        });
        let parts = [self.asked.situation.line_in(lang, style), shanten, tiles, figures];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("  ") + "\n"
    }
}

fn step_document(step: &Step) -> StepDocument {
    StepDocument {
        draw: step.draw.to_string(),
        left: step.left,
        useful: step.useful,
        discards: step.discards.iter().map(ToString::to_string).collect(),
        shanten: step.distance as i32 - 1,
        value: step.value,
        next: step.next.iter().map(step_document).collect(),
    }
}
