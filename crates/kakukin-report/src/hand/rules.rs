//! The rule sets of mahjong, flag by flag.

use crate::{
    Lang, SchemaName,
    layout::{columns, csv},
};
use kakukin_mahjong::{RuleSet, Rules};
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
    pub flag: &'static str,
    /// The values it may have.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub allowed: &'static [&'static str],
    /// Its value in each preset.
    pub values: BTreeMap<RuleSet, &'static str>,
}

impl RulesDocument {
    /// Of these presets.
    pub fn new(rules: &[Rules]) -> Self {
        let flags = Rules::default().flags().map(|(flag, _, allowed)| {
            let value = |rules: &Rules| {
                let found = rules.flags().find(|(name, ..)| *name == flag);
                (rules.base(), found.map_or("", |(_, value, _)| value))
            };
            FlagDocument { flag, allowed, values: rules.iter().map(value).collect() }
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
            row.extend([flag.allowed.join("|"), tr!(lang, format!("rules.about.{}", flag.flag))]);
            row
        });
        let left: Vec<usize> = (0..self.rules.len() + 3).collect();
        columns(header, rows.collect(), &left) + &format!("\n{}\n", tr!(lang, "rules.note"))
    }

    /// One CSV row for each preset and flag.
    pub fn csv(&self) -> String {
        let rows = self.rules.iter().flat_map(|rules| {
            self.flags.iter().map(move |flag| {
                [rules.name(), flag.flag, flag.values[rules], &flag.allowed.join("|")]
                    .map(str::to_string)
                    .to_vec()
            })
        });
        csv(&["rules", "flag", "value", "allowed"], rows)
    }
}
