//! The rules that the author of the system picked by hand for each win rate,
//! kept as a named data set, with what his tables printed for them.
//!
//! Source: Takahashi Satoshi, "かくきんシステム" (2024, tables `fixed` and
//! `alternating`) and "高橋智史システム" (2024, table `lcm`).

use crate::{InputError, Problem, Turns};
use kakukin_core::{Probability, Rational};
use std::sync::LazyLock;

/// One of the author's three tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PickTable {
    /// Fixed turns, with small points.
    Fixed,
    /// Alternating turns.
    Alternating,
    /// Fixed turns, the target written as a least common multiple.
    Lcm,
}

impl PickTable {
    /// All three, in the order of the documents.
    pub const ALL: [Self; 3] = [Self::Alternating, Self::Fixed, Self::Lcm];

    /// The turn order of the table.
    pub fn turns(self) -> Turns {
        match self {
            Self::Alternating => Turns::Alternating,
            Self::Fixed | Self::Lcm => Turns::Fixed,
        }
    }
}

/// A rule that the author picked, and what he printed beside it.
#[derive(Debug, Clone, PartialEq)]
pub struct Pick {
    /// The table it stands in.
    pub table: PickTable,
    /// The first player's win rate.
    pub p: Probability,
    /// Points for a win as first player.
    pub first: u32,
    /// Points for a win as second player.
    pub second: u32,
    /// Points that win the series.
    pub target: u32,
    /// A's chance as it was printed, in per cent. Simulated in the alternating table.
    pub printed_percent: &'static str,
    /// The shortest series as it was printed.
    pub printed_shortest: u32,
    /// The longest series as it was printed.
    pub printed_limit: u32,
}

static PICKS: LazyLock<Vec<Pick>> = LazyLock::new(|| {
    include_str!("../data/takahashi.csv").lines().skip(1).filter_map(read).collect()
});

fn read(line: &'static str) -> Option<Pick> {
    let fields: Vec<&'static str> = line.split(',').collect();
    let [table, p, first, second, target, printed_percent, shortest, limit] = fields[..] else {
        return None;
    };
    Some(Pick {
        table: match table {
            "fixed" => PickTable::Fixed,
            "alternating" => PickTable::Alternating,
            "lcm" => PickTable::Lcm,
            _ => return None,
        },
        p: Probability::from_ratio(p.parse().ok()?, 100).ok()?,
        first: first.parse().ok()?,
        second: second.parse().ok()?,
        target: target.parse().ok()?,
        printed_percent,
        printed_shortest: shortest.parse().ok()?,
        printed_limit: limit.parse().ok()?,
    })
}

/// The rows of one of the author's tables, 50 % to 99 %.
pub fn takahashi(table: PickTable) -> impl Iterator<Item = &'static Pick> {
    PICKS.iter().filter(move |pick| pick.table == table)
}

/// The author's pick for one win rate; his tables know whole per cents from 50
/// to 99 only.
pub fn takahashi_at(table: PickTable, p: &Probability) -> Result<&'static Pick, InputError> {
    takahashi(table).find(|pick| pick.p == *p).ok_or_else(|| {
        let percent = p.exact() * Rational::from(100);
        let shown = format!("{percent}%");
        InputError::new("p", shown, Problem::NotInDataSet, "50%, 51%, .., 99% (takahashi)")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        for table in PickTable::ALL {
            let rates: Vec<_> = takahashi(table).map(|pick| pick.p.clone()).collect();
            let expected: Vec<_> =
                (50..=99).map(|p| Probability::from_ratio(p, 100).unwrap()).collect();
            assert_eq!(rates, expected, "{table:?}");
        }
    }
}
