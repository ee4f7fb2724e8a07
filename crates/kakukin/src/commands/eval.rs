//! `kakukin eval`: the figures of one rule.

use super::input;
use crate::{args::EvalArgs, failure::Failure, output::Output, plot::Plot};
use kakukin_report::{Chart, EvalDocument, EvalOptions, Lang, MOST_SCORES};
use kakukin_series::{Next, Player, Probability, Series, State};
use kakukin_sweep::{InputError, Problem, Rational, parse_rational};

pub(crate) fn run(args: EvalArgs, output: &Output) -> Result<(), Failure> {
    let plot = plot(&args)?;
    let (series, source) = input::series(&args.described, output)?;
    let state = match &args.state {
        Some(text) => Some(state(&series, text, next(&args)?)?),
        None if args.next_first.is_some() || args.decided.is_some() => {
            return Err(InputError::new("state", "", Problem::Missing, "A:B@G").into());
        }
        None => None,
    };
    let least = state.map_or(0, |state| u64::from(state.games()));
    let most = u64::from(series.limit()) - 1;
    let options = EvalOptions {
        exact: args.exact,
        state,
        after: match &args.after {
            Some(text) => Some(input::whole("after", text, least..=most)? as u32),
            None => None,
        },
        book: match &args.book {
            Some(text) => {
                let rates = text.split([',', '、']).map(|text| Probability::parse("book", text));
                rates.collect::<Result<_, _>>()?
            }
            None => Vec::new(),
        },
    };
    if let Some((_, kind)) = &plot {
        kind.check(&series, args.state.as_deref())?;
    }
    let spinner = output.spinner_for(series.work());
    let document = EvalDocument::new(&series, &options)?;
    let chart = match &plot {
        Some((_, kind)) => Some(kind.chart(&series, &document, output.lang)?),
        None => None,
    };
    spinner.finish_and_clear();
    source.say();
    output.document(&document, EvalDocument::text, EvalDocument::csv)?;
    match (plot, chart) {
        (Some((plot, _)), Some(chart)) => plot.write(&chart),
        _ => Ok(()),
    }
}

/// The charts of one rule.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Bias,
    Games,
    Scores,
    Stronger,
}

fn plot(args: &EvalArgs) -> Result<Option<(Plot, Kind)>, Failure> {
    let kind = match args.chart.as_deref() {
        None | Some("bias") => Kind::Bias,
        Some("games") => Kind::Games,
        Some("scores") => Kind::Scores,
        Some("stronger") => Kind::Stronger,
        Some(other) => {
            let allowed = "bias, games, scores, stronger";
            return Err(InputError::new("chart", other, Problem::Unknown, allowed).into());
        }
    };
    match (Plot::new(args.plot.as_deref())?, &args.chart) {
        (None, Some(_)) => Err(InputError::new("plot", "", Problem::Missing, "--plot FILE").into()),
        (plot, _) => Ok(plot.map(|plot| (plot, kind))),
    }
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Bias => "bias",
            Self::Games => "games",
            Self::Scores => "scores",
            Self::Stronger => "stronger",
        }
    }

    /// Refuses a chart that cannot be drawn, before anything is computed.
    fn check(self, series: &Series, state: Option<&str>) -> Result<(), InputError> {
        let refuse =
            |allowed| Err(InputError::new("chart", self.name(), Problem::Conflict, allowed));
        match self {
            Self::Games => Ok(()),
            // All other charts are about whole series.
            _ if state.is_some() => refuse("--chart games"),
            Self::Bias | Self::Stronger if series.model().rates().is_none() => {
                refuse("--p, --preset; --chart games, scores")
            }
            Self::Scores if series.rule().target_in_units() > MOST_SCORES => {
                let (units, most) = (series.rule().target_in_units(), MOST_SCORES);
                let allowed = format!("<= {most}");
                Err(InputError::new("points", units, Problem::TooManyScores, allowed))
            }
            _ => Ok(()),
        }
    }

    fn chart(
        self,
        series: &Series,
        document: &EvalDocument,
        lang: Lang,
    ) -> Result<Chart, InputError> {
        let chart = match self {
            Self::Bias => Chart::bias_against_p(series, lang)?,
            Self::Games => Some(Chart::games(document, lang)),
            Self::Scores => Chart::chance_by_score(series, lang)?,
            Self::Stronger => Chart::stronger(series, lang)?,
        };
        let missing = || InputError::new("chart", self.name(), Problem::Conflict, "--chart games");
        chart.ok_or_else(missing)
    }
}

fn next(args: &EvalArgs) -> Result<Next, InputError> {
    match (&args.next_first, &args.decided) {
        (None, None) => Ok(Next::Implied),
        (Some(text), None) => match text.as_str() {
            "a" | "A" => Ok(Next::First(Player::A)),
            "b" | "B" => Ok(Next::First(Player::B)),
            _ => Err(InputError::new("next-first", text, Problem::Unknown, "a, b")),
        },
        (None, Some(text)) => {
            let most = u64::from(kakukin_series::MAX_LIMIT);
            Ok(Next::Decided(input::whole("decided", text, 0..=most)? as u32))
        }
        (Some(_), Some(text)) => {
            Err(InputError::new("decided", text, Problem::Conflict, "--next-first | --decided"))
        }
    }
}

/// `A:B@G`, the points as the organiser writes them.
fn state(series: &Series, text: &str, next: Next) -> Result<State, InputError> {
    let refuse = |problem| InputError::new("state", text, problem, "A:B@G (1:2@3)");
    let form = || refuse(Problem::BadForm);
    let (score, games) = text.split_once('@').ok_or_else(form)?;
    let (a, b) = score.split_once(':').ok_or_else(form)?;
    let games = input::whole("state", games, 0..=u64::from(series.limit()))
        .map_err(|e| refuse(e.problem))? as u32;
    let scale = Rational::from(series.rule().points().scale);
    let points = |text: &str| {
        let scaled = parse_rational("state", text).map_err(|e| refuse(e.problem))? * &scale;
        if !scaled.is_int() {
            return Err(refuse(Problem::Unreachable));
        }
        u32::try_from(scaled.trunc()).map_err(|_| refuse(Problem::OutOfRange))
    };
    series.state(points(a)?, points(b)?, games, next).map_err(|e| match e.field {
        "state" => InputError { value: text.to_string(), ..e },
        _ => e,
    })
}
