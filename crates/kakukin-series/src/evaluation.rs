//! The evaluation of a series: its figures, and what organisers ask beyond them.

use crate::{
    Belief, Figures, InputError, Played, Probability, Rational, Sensitivity, Series, Spread, State,
    StateValue,
};
use kakukin_core::to_f64;

/// What an evaluation shall contain.
#[derive(Debug, Clone, Default)]
pub struct EvaluationOptions {
    /// Exact fractions beside the decimal figures.
    pub exact: bool,
    /// Start from this state instead of the first game.
    pub state: Option<State>,
    /// The value of every score after this many games.
    pub after: Option<u32>,
    /// How many games to book for these probabilities; the usual ones if there are none.
    pub book: Vec<Probability>,
    /// What p may be: how fair the whole series is wherever it lies.
    pub belief: Option<Belief>,
}

/// The evaluation of one rule under one model.
#[derive(Debug, Clone)]
pub struct Evaluation {
    /// The series.
    pub series: Series,
    /// Where it starts, if not at 0:0.
    pub state: Option<State>,
    /// Its figures; those that are exact are only rounded.
    pub figures: Figures<f64>,
    /// A bound on the error of every probability.
    pub error_bound: f64,
    /// The fewest games that it takes, all from the start of the series.
    pub shortest: u32,
    /// The most games that it can really take.
    pub longest: u32,
    /// The expected number of games really played: draws that do not count included, and a game
    /// that decides a series without a winner.
    pub expected_played: f64,
    /// The number of games really played, where some do not count, as far as the bookings
    /// need it.
    pub played: Option<Played>,
    /// How many games to book.
    pub booking: Vec<Booking>,
    /// Derivatives of the bias; only of a whole series.
    pub sensitivity: Option<Sensitivity<f64>>,
    /// The bias over what p may be, if that was asked for.
    pub spread: Option<Spread>,
    /// The same exactly, if that was asked for.
    pub exact: Option<ExactEvaluation>,
    /// What every score is worth after some games, if that was asked for.
    pub values: Option<Values>,
}

/// One answer to the schedule question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// The wanted probability that the series is over.
    pub probability: Probability,
    /// The games to book for it, all that are really played; `None` if no number is enough or
    /// the question is too large to answer.
    pub games: Option<u32>,
}

/// The exact figures of a series.
#[derive(Debug, Clone, PartialEq)]
pub struct ExactEvaluation {
    /// The figures.
    pub figures: Figures<Rational>,
    /// The expected number of games really played.
    pub expected_played: Rational,
    /// Derivatives of the bias; only of a whole series.
    pub sensitivity: Option<Sensitivity<Rational>>,
}

/// What every score is worth after some games.
#[derive(Debug, Clone, PartialEq)]
pub struct Values {
    /// Games played.
    pub after: u32,
    /// The scores that can occur.
    pub states: Vec<StateValue<f64>>,
}

/// The schedule question is answered for these where nothing is asked.
const USUAL_BOOKINGS: [(u64, u64); 5] = [(1, 2), (4, 5), (9, 10), (19, 20), (99, 100)];

impl Series {
    /// Everything that is said of a series.
    pub fn evaluate(&self, options: &EvaluationOptions) -> Result<Evaluation, InputError> {
        let start = options.state.unwrap_or(self.start());
        let exact = if options.exact { Some(self.exact_figures_from(start)?) } else { None };
        let figures = match &exact {
            Some(exact) => exact.rounded(),
            None => self.figures_from(start),
        };
        let figure_bound = if exact.is_some() { f64::EPSILON } else { self.error_bound() };
        let usual = || USUAL_BOOKINGS.iter().map(|&(n, d)| Probability::from_ratio(n, d));
        let book = match options.book.is_empty() {
            true => usual().collect::<Result<_, _>>()?,
            false => options.book.clone(),
        };
        let uncounted = self.some_games_do_not_count();
        let played = match book.iter().filter(|wanted| wanted.to_f64() < 1.0).max() {
            Some(wanted) if uncounted => self.played(start, wanted),
            _ => None,
        };
        let booking = book.into_iter().map(|wanted| Booking {
            games: match (&exact, &played) {
                (_, Some(played)) => played.games_for(&wanted),
                _ if uncounted => None,
                (Some(exact), None) => Some(exact.games_for(&wanted)),
                (None, None) => Some(figures.games_for(&wanted, figure_bound)),
            },
            probability: wanted,
        });
        let booking = booking.collect();
        Ok(Evaluation {
            state: options.state,
            // A share is a quotient of two figures; exact ones are only rounded.
            error_bound: 3.0 * figure_bound,
            shortest: match options.state {
                None => self.shortest(),
                Some(_) => figures.games.iter().position(|p| *p > 0.0).unwrap_or(0) as u32,
            },
            longest: self.longest(),
            // Games are counted from the start of the series.
            expected_played: f64::from(start.games()) + self.expected_played(&figures, to_f64),
            sensitivity: if options.state.is_none() { self.sensitivity() } else { None },
            spread: options.belief.as_ref().map(|belief| self.spread(belief)).transpose()?,
            values: options
                .after
                .map(|after| Values { after, states: self.values_from(start, after) }),
            exact: match exact {
                Some(exact) => Some(self.exact_evaluation(exact, options.state)?),
                None => None,
            },
            series: self.clone(),
            figures,
            played,
            booking,
        })
    }

    fn exact_evaluation(
        &self,
        figures: Figures<Rational>,
        state: Option<State>,
    ) -> Result<ExactEvaluation, InputError> {
        let before = Rational::from(state.map_or(0, State::games));
        Ok(ExactEvaluation {
            expected_played: self.expected_played(&figures, Rational::clone) + before,
            sensitivity: if state.is_none() { self.exact_sensitivity()? } else { None },
            figures,
        })
    }
}

impl Evaluation {
    /// Expected games still to come after its state.
    pub fn games_left(&self) -> f64 {
        self.figures.expected_games() - self.state.map_or(0.0, |state| f64::from(state.games()))
    }
}
