//! What a table is like: the counts of real rounds, and the rates that follow from them.

use super::read::LogsReadDocument;
use crate::{Lang, SchemaName, csv::csv_table, layout::hundredths, table::Columns};
use kakukin_mahjong::{
    CountedRate, DiscardCounts, EndCounts, PlayState, TABLE_SMOOTHING, Table, TurnCounts,
};
use serde::Serialize;

/// The counts of real rounds and their rates. What is read of it again is the counts.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayTableDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// How many play.
    pub players: u32,
    /// How many rounds were counted.
    pub rounds: u64,
    /// Rates of a turn or a state are drawn towards those of all with the weight of so many.
    pub smoothing: f64,
    /// All states together.
    pub all: TableStateDocument,
    /// In riichi.
    pub riichi: TableStateDocument,
    /// With an open meld.
    pub open: TableStateDocument,
    /// Neither.
    pub neither: TableStateDocument,
    /// What was read for it; other runs' counts that were added are not in it.
    pub read: LogsReadDocument,
}

/// Counts and rates of one state.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableStateDocument {
    /// How rounds ended for whoever was in this state at the end.
    pub endings: EndCounts,
    /// By own turn, the first one first; the last row has all later turns, too.
    pub turns: Vec<TableTurnDocument>,
    /// Others' discards by the chance that they would be useful if they were random, in steps of
    /// one percentage point.
    pub discards: Vec<DiscardCounts>,
    /// The share of others' discards that are like random ones, by maximum likelihood.
    pub r: CountedRate,
}

/// One own turn.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableTurnDocument {
    /// The turn, from 1.
    pub turn: u32,
    /// What was counted.
    #[serde(flatten)]
    pub counts: TurnCounts,
    /// The chance that another wins before the next own turn, smoothed.
    pub lambda: CountedRate,
    /// What such a win costs on average, smoothed.
    pub cost: CountedRate,
}

impl TableStateDocument {
    fn new(table: &Table, state: Option<PlayState>) -> Self {
        let counts = table.state(state);
        let turns = (1..).zip(&counts.turns).map(|(turn, &counts)| TableTurnDocument {
            turn,
            counts,
            lambda: table.lambda(state, turn),
            cost: table.cost(state, turn),
        });
        Self {
            endings: counts.endings,
            turns: turns.collect(),
            discards: counts.discards.clone(),
            r: table.share(state),
        }
    }

    fn ended(&self) -> u64 {
        let EndCounts { tsumo, ron, other_tsumo, dealt_in, other_ron, exhausted, aborted } =
            self.endings;
        tsumo + ron + other_tsumo + dealt_in + other_ron + exhausted + aborted
    }
}

impl PlayTableDocument {
    /// The document of a table.
    pub fn new(table: &Table, read: LogsReadDocument) -> Self {
        let state = |state| TableStateDocument::new(table, Some(state));
        Self {
            schema: SchemaName::default(),
            players: table.players().number(),
            rounds: table.rounds(),
            smoothing: TABLE_SMOOTHING,
            all: TableStateDocument::new(table, None),
            riichi: state(PlayState::Riichi),
            open: state(PlayState::Open),
            neither: state(PlayState::Neither),
            read,
        }
    }

    fn states(&self) -> [(&'static str, &TableStateDocument); 4] {
        let (all, riichi) = (("all", &self.all), ("riichi", &self.riichi));
        [all, riichi, ("open", &self.open), ("neither", &self.neither)]
    }

    /// As text.
    pub fn text(&self, lang: Lang) -> String {
        let mut text = tr!(lang, "play_table.head", rounds = self.rounds) + "\n\n";
        let percent = |part: u64, whole: u64| match whole {
            0 => String::new(),
            _ => hundredths(part as f64 / whole as f64),
        };
        let name = |state: &str| tr!(lang, format!("play_table.{state}"));
        type Row<'a> = (&'static str, &'a TableStateDocument);
        let share = |count: fn(&EndCounts) -> u64| {
            move |row: &Row<'_>| percent(count(&row.1.endings), row.1.ended())
        };
        let with_error = |rate: CountedRate, digits: usize| match rate.count {
            0 => String::new(),
            _ => format!("{:.digits$} ± {:.digits$}", rate.value, rate.error),
        };
        let columns = Columns::new()
            .text("play_table.state", |row: &Row<'_>| name(row.0))
            .left()
            .text("play_table.seats", |row| row.1.ended().to_string())
            .text("play_table.tsumo", share(|x| x.tsumo))
            .text("play_table.ron", share(|x| x.ron))
            .text("play_table.other_tsumo", share(|x| x.other_tsumo))
            .text("play_table.dealt_in", share(|x| x.dealt_in))
            .text("play_table.other_ron", share(|x| x.other_ron))
            .text("play_table.exhausted", share(|x| x.exhausted))
            .text("r", move |row| with_error(row.1.r, 3));
        text += &columns.to_text(&self.states(), lang);
        text += &format!("\n{}\n\n", tr!(lang, "play_table.turns"));
        let rate = |rate: &CountedRate| match rate.count {
            0 => String::new(),
            _ => format!("{:.2} ± {:.2}", 100.0 * rate.value, 100.0 * rate.error),
        };
        let lambda = |state: &TableStateDocument, turn: usize| rate(&state.turns[turn].lambda);
        let turns: Vec<usize> = (0..self.all.turns.len()).collect();
        let columns = Columns::new()
            .text("play_table.turn", |turn: &usize| (turn + 1).to_string())
            .text("play_table.all", |turn| lambda(&self.all, *turn))
            .text("play_table.riichi", |turn| lambda(&self.riichi, *turn))
            .text("play_table.open", |turn| lambda(&self.open, *turn))
            .text("play_table.neither", |turn| lambda(&self.neither, *turn))
            .text("play_table.cost", move |turn| {
                let cost = self.all.turns[*turn].cost;
                match cost.count {
                    0 => String::new(),
                    _ => format!("{:.0} ± {:.0}", cost.value, cost.error),
                }
            });
        text += &columns.to_text(&turns, lang);
        text += &format!("\n{}\n", tr!(lang, "play_table.note", smoothing = self.smoothing));
        text + "\n" + &self.read.text(lang)
    }

    /// A row for each state and turn.
    pub fn csv(&self) -> String {
        let rows = self.states().into_iter();
        let rows = rows.flat_map(|(name, state)| state.turns.iter().map(move |turn| (name, turn)));
        csv_table!(rows, |(state, turn)| {
            state: state,
            turn: turn.turn,
            rounds: turn.counts.rounds,
            ends: turn.counts.ends,
            lambda: turn.lambda.value,
            lambda_error: turn.lambda.error,
            cost: turn.cost.value,
            cost_error: turn.cost.error,
            tsumo: turn.counts.tsumo,
            ron: turn.counts.ron,
        })
    }
}
