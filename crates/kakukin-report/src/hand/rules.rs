//! The rule sets of mahjong, flag by flag.

use crate::{Lang, SchemaName, csv::csv_table, layout::columns};
use kakukin_mahjong::{Flag, FlagValue, RuleSet, Rules};
use serde::Serialize;
use std::collections::BTreeMap;

/// Every flag with its value in some presets.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The presets, the default first.
    pub rules: Vec<RuleSet>,
    /// Every flag.
    pub flags: Vec<FlagDocument>,
}

/// One flag.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlagDocument {
    /// Its name, as in `--rule NAME=VALUE`.
    pub flag: Flag,
    /// The values it may have.
    pub allowed: &'static [FlagValue],
    /// Its value in each preset.
    pub values: BTreeMap<RuleSet, FlagValue>,
}

impl FlagDocument {
    /// `yes|no`
    fn allowed_text(&self) -> String {
        self.allowed.iter().map(FlagValue::to_string).collect::<Vec<_>>().join("|")
    }
}

impl RulesDocument {
    /// Of these presets.
    pub fn new(rules: &[Rules]) -> Self {
        let flags = Rules::default().flags().map(|(flag, _)| FlagDocument {
            flag,
            allowed: flag.values(),
            values: rules.iter().map(|rules| (rules.base(), rules.get(flag))).collect(),
        });
        Self {
            schema: SchemaName::default(),
            rules: rules.iter().map(|rules| rules.base()).collect(),
            flags: flags.collect(),
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang) -> String {
        let mut header = vec![tr!(lang, "rules.flag")];
        header.extend(
            self.rules.iter().map(|rules| tr!(lang, format!("rules.preset.{}", rules.name()))),
        );
        header.extend([tr!(lang, "rules.allowed"), tr!(lang, "rules.meaning")]);
        let rows = self.flags.iter().map(|flag| {
            let mut row = vec![flag.flag.to_string()];
            row.extend(self.rules.iter().map(|rules| flag.values[rules].to_string()));
            row.extend([flag.allowed_text(), tr!(lang, format!("rules.about.{}", flag.flag))]);
            row
        });
        let left: Vec<usize> = (0..self.rules.len() + 3).collect();
        columns(header, rows.collect(), &left) + &format!("\n{}\n", tr!(lang, "rules.note"))
    }

    /// One CSV row for each preset and flag.
    pub fn csv(&self) -> String {
        let rows = self.rules.iter().flat_map(|rules| self.flags.iter().map(move |x| (rules, x)));
        csv_table!(rows, |(rules, flag)| {
            rules: rules.name(),
            flag: flag.flag.to_string(),
            value: flag.values[rules].to_string(),
            allowed: flag.allowed_text(),
        })
    }
}
