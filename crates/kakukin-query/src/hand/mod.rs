//! Questions about a hand of mahjong.

mod advise;
mod bounds;
mod call;
mod chain;
mod chart;
mod context;
mod lines;
mod many;
mod moves;
mod others;
mod play;
mod points;
mod score;
mod shanten;
mod stakes;
mod terms;
mod whole;
mod win;

pub use advise::AdviseQuery;
pub use bounds::MahjongBounds;
pub use call::{CallJob, CallQuery};
pub use chain::{ChainJob, ChainQuery};
pub use chart::{ScoreChartQuery, WinChartQuery};
pub use context::ContextFields;
pub use lines::{HandLine, HandLines, MAX_HAND_LINE, Unreadable};
pub use many::{CheckedHand, ManyHands, answer_lines, check_usual};
pub use moves::MovesFields;
pub use others::{MAX_TABLE_OF_RATES, OthersFields};
pub use play::PlayFields;
pub use points::{PointsJob, PointsQuery, RulesJob, RulesQuery};
pub use score::{ScoreJob, ScoreQuery};
pub use shanten::{ShantenJob, ShantenQuery};
pub use stakes::StakesFields;
pub use terms::TermsFields;
pub use whole::{HandJob, HandQuery, SolvedHand};
pub use win::{WinJob, WinQuery};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputError;
    use crate::{Fields, Params, Unwatched};
    use kakukin_core::BadValue;
    use kakukin_mahjong::Problem;
    use std::collections::BTreeSet;

    /// A question whose parts share a name would take a value from the wrong place.
    #[test]
    fn no_name_stands_for_two_fields() {
        fn check<Q: Fields>() {
            let names: Vec<_> = Q::fields().iter().map(|field| field.name).collect();
            let apart: BTreeSet<_> = names.iter().collect();
            assert_eq!(names.len(), apart.len(), "{names:?}");
        }
        check::<ShantenQuery>();
        check::<WinChartQuery>();
        check::<ScoreChartQuery>();
        check::<AdviseQuery>();
        check::<CallQuery>();
        check::<HandQuery>();
        check::<PointsQuery>();
        check::<ChainQuery>();
    }

    fn given(pairs: &[(&str, &str)]) -> Params {
        pairs.iter().copied().collect()
    }

    #[test]
    fn bounds_are_those_of_whoever_answers() {
        let bounds = MahjongBounds { usual_states: 10, states: 500, ..MahjongBounds::default() };
        let asked = |pairs: &[(&str, &str)]| {
            let all = [&[("hand", "234578m1689p357s1z")], pairs].concat();
            WinQuery::read(given(&all)).unwrap().job(&bounds)
        };
        let stopped = asked(&[]).unwrap().run(&Unwatched).unwrap_err();
        let too_many = |error: &InputError| error.problem == Problem::TooManyStates;
        assert!(matches!(&stopped, crate::Stopped::Refused(error) if too_many(error)), "{stopped}");
        assert!(asked(&[("max_states", "500")]).is_ok());
        let error = asked(&[("max_states", "501")]).unwrap_err();
        assert_eq!((error.field, error.allowed.as_str()), ("max-states", "1..500"));
    }

    #[test]
    fn chains_are_of_counts_or_of_hands() {
        let asked = |pairs: &[(&str, &str)]| ChainQuery::read(given(pairs)).unwrap().job();
        assert!(matches!(asked(&[("useful", "20,8,8")]), Ok(ChainJob::Useful(_, false))));
        let hand = [("hand", "1122m3344p5678s1z"), ("form", "seven-pairs")];
        assert!(matches!(asked(&hand), Ok(ChainJob::Form(_, 17))));
        let both = [&hand[..], &[("useful", "3")]].concat();
        assert_eq!(asked(&both).unwrap_err().problem, BadValue::Conflict);
        assert_eq!(asked(&[]).unwrap_err().field, "useful");
    }
}
