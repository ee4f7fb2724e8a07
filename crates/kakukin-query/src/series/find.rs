//! The best of all rules.

use crate::{
    InputError,
    fields::query,
    number::{whole, whole_or, with_original_value, words},
    records::read_estimate,
    series::model,
    series::search::{SearchFields, cap, choose_turns, within},
    watch::{Watch, WorkUnit},
};
use kakukin_core::BadValue;
use kakukin_records::Recommended;
use kakukin_series::{
    Answer, Belief, Draws, Finder, MAX_RECORD, Practice, PresetRates, Probability, Question,
    RankBy, Request, Turns, Undecided, parse_interval,
};

const USUAL_TOP: u64 = 10;
const MOST_TOP: u64 = 1000;
/// The most bytes of an estimate.
pub const MAX_ESTIMATE: u64 = 1 << 28;

query! {
    /// Which rules are looked for, and what is known of the games.
    pub struct FindQuery {
        /// The first player's share of the decided games, or an interval for it.
        number p "RATE",
        /// The share of drawn games.
        number f "RATE",
        /// How far off a p may be that is given as one number.
        number band "RATE",
        /// A data set that has both rates.
        text preset "NAME",
        /// The game: its rates and what is usual in it.
        text game "shogi|computer-shogi|chess|go",
        /// Games that the first player won, instead of p.
        number wins "N",
        /// Games that the first player lost.
        number losses "N",
        /// The largest number of games.
        number limit "N",
        /// Turn orders, or `best`.
        texts turns "ORDER,..",
        /// Draw policies; with `wins` also the number of drawn games.
        numbers draws "POLICY,..",
        /// Who wins when nobody has won at the limit.
        text undecided "none|lot|second|game|armageddon",
        /// Conditions.
        part search SearchFields,
        /// The frontier: rules that no other beats in every respect.
        flag pareto,
        /// What comes first: the bias, or the worst bias where p is uncertain.
        text by "bias|worst",
        /// How many rules to show.
        number top "N",
    }
}

/// A search that can be made.
#[derive(Debug, Clone)]
pub struct FindJob {
    question: Question,
    p: Option<String>,
    f: Option<String>,
    /// Where the rates come from, if they were not given.
    pub source: Option<RatesSource>,
    /// The game, if it was named.
    pub game: Option<Practice>,
}

/// Where rates come from that were not given.
#[derive(Debug, Clone, PartialEq)]
pub enum RatesSource {
    /// A preset.
    Preset(PresetRates),
    /// An estimate from records.
    Estimate {
        /// The name of its file.
        file: String,
        /// What it recommends.
        rates: Box<Recommended>,
        /// Whether all games were read.
        complete: bool,
    },
}

/// What is known of p, f, and where it comes from.
type Known = (Belief, Probability, Option<RatesSource>);

impl FindQuery {
    /// Checks everything but how many rules there are, which takes a while to find out. An
    /// `estimate` from records, with the name of its file, stands for the rates.
    pub fn job(&self, estimate: Option<(&str, &[u8])>) -> Result<FindJob, InputError> {
        let top = whole_or("top", self.top.as_deref(), USUAL_TOP, 1..=MOST_TOP)?;
        let game = self.game.as_deref().map(str::parse::<Practice>).transpose()?;
        let mut request = within(self.limit.as_deref())?;
        // What players take for fair: A first in every game is told of, but not proposed.
        request.turns = vec![Turns::Alternating, Turns::Fixed];
        request.aside = vec![Turns::Fixed];
        if !self.turns.is_empty() {
            request.aside.clear();
        }
        choose_turns(&self.turns, &mut request)?;
        let drawn = draws(self, &mut request)?;
        let usual = game.map_or(Undecided::None, Practice::undecided);
        request.undecided = self.undecided.as_deref().map_or(Ok(usual), str::parse)?;
        self.search.narrow(&mut request)?;
        if self.search.max_none.is_none() {
            request.max_none = Request::usual_max_none(request.undecided)?;
        }
        let (belief, f, source) = rates(self, game, drawn, estimate)?;
        let belief = about(self, &request, belief)?;
        if request.draws.is_empty() {
            request.draws = match request.best_turns {
                true => vec![Draws::Pass],
                false => Request::usual_draws(request.limit, &f, game),
            };
        }
        let by = by(self, &belief)?;
        let question = Question { request, belief, f, by, top: top as usize };
        Ok(FindJob { question, p: self.p.clone(), f: self.f.clone(), source, game })
    }
}

impl FindJob {
    /// The same with at most so many pairs of a turn order and a draw policy, and so many rules.
    pub fn within(mut self, pairs: usize, rules: usize) -> Result<Self, InputError> {
        let request = &mut self.question.request;
        let orders = request.turns.len() + usize::from(request.best_turns);
        let asked = orders * request.draws.len();
        if asked > pairs {
            let allowed = format!("<= {pairs}");
            return Err(InputError::new("turns", asked, BadValue::TooMany, allowed));
        }
        request.most_rules = rules;
        Ok(self)
    }

    /// The most games that a series may take.
    pub fn limit(&self) -> u32 {
        self.question.request.limit
    }

    /// Lists the rules and tries them. A search that was cancelled says what it has found.
    pub fn run(&self, watch: &dyn Watch) -> Result<Answer, InputError> {
        let typed = |e| with_original_value(e, &[("p", &self.p), ("f", &self.f)]);
        let finder = Finder::new(self.question.clone()).map_err(typed)?;
        watch.begin(finder.rules(), WorkUnit::Rules);
        Ok(finder.answer(|done| watch.at(done))?)
    }
}

/// What an estimate from records tells.
fn estimated(
    estimate: (&str, &[u8]),
    query: &FindQuery,
    drawn: Option<u64>,
) -> Result<Known, InputError> {
    let (file, json) = estimate;
    let allowed = "`from` | `p` | `preset` | `wins` `losses`";
    let others = [
        ("p", &query.p),
        ("preset", &query.preset),
        ("wins", &query.wins),
        ("losses", &query.losses),
    ];
    for (field, given) in others {
        if let Some(given) = given {
            return Err(InputError::new(field, given, BadValue::Conflict, allowed));
        }
    }
    if let Some(drawn) = drawn {
        return Err(InputError::new("draws", drawn, BadValue::Conflict, allowed));
    }
    let in_file = |error: InputError| match error.value.as_str() {
        "" => InputError { value: file.into(), ..error },
        value => InputError { value: format!("{file}: {value}"), ..error },
    };
    let (rates, complete) = read_estimate(json).map_err(in_file)?;
    let belief = Belief::Estimate { p: rates.p.clone(), games: rates.games };
    belief.check().map_err(|error| in_file(error.in_field("from").into()))?;
    let f = match &query.f {
        Some(f) => Probability::parse("f", f)?,
        None => rates.f.clone(),
    };
    let source = RatesSource::Estimate { file: file.into(), rates: Box::new(rates), complete };
    Ok((belief, f, Some(source)))
}

/// A single number is what p is about, unless it is said to be known.
fn about(query: &FindQuery, request: &Request, belief: Belief) -> Result<Belief, InputError> {
    let band = query.band.as_deref().map(|text| -> Result<_, InputError> {
        let band = cap("band", text)?;
        let most = Probability::from_ratio(1, 2)?;
        if band.exact() > most.exact() {
            return Err(InputError::new("band", text, BadValue::OutOfRange, "0..50%"));
        }
        Ok(band)
    });
    match (belief, band.transpose()?) {
        (Belief::Known(p), Some(band)) if band.exact().is_zero() => Ok(Belief::Known(p)),
        (Belief::Known(p), Some(band)) => Ok(Belief::About { p, band }),
        // The order that is the best at one p is looked for.
        (Belief::Known(p), None) if request.best_turns => Ok(Belief::Known(p)),
        (Belief::Known(p), None) => Ok(Belief::about(p)?),
        (belief, None) => Ok(belief),
        (_, Some(_)) => {
            let band = query.band.as_deref().unwrap_or_default();
            Err(InputError::new("band", band, BadValue::Conflict, "`p` RATE `band` RATE"))
        }
    }
}

fn by(query: &FindQuery, belief: &Belief) -> Result<RankBy, InputError> {
    // A value that is typed is about right, and a rule shall be fair wherever p lies nearby. An
    // interval, a record and an estimate say how likely which values are, and then the mean counts.
    let usual = match belief {
        Belief::About { .. } => RankBy::Worst,
        _ => RankBy::Bias,
    };
    match (query.by.as_deref(), query.pareto) {
        (None, false) => Ok(usual),
        (None, true) => Ok(RankBy::Pareto),
        (Some(by), true) => Err(InputError::new("by", by, BadValue::Conflict, "`by` | `pareto`")),
        (Some("bias"), false) => Ok(RankBy::Bias),
        (Some("worst"), false) => Ok(RankBy::Worst),
        (Some(by), false) => Err(InputError::new("by", by, BadValue::Unknown, "bias, worst")),
    }
}

/// `--draws` takes policies, and with a record of games the number that was drawn.
fn draws(query: &FindQuery, request: &mut Request) -> Result<Option<u64>, InputError> {
    let (mut policies, mut drawn) = (Vec::new(), None);
    for text in words(&query.draws, |text| text.parse::<Draws<_>>().ok()) {
        let policy = text.parse::<Draws<_>>();
        if policy.is_ok() || text.starts_with(|c: char| c.is_alphabetic()) {
            let policy = policy?;
            if !policies.contains(&policy) {
                policies.push(policy);
            }
        } else if drawn.is_some() || query.wins.is_none() {
            let allowed = "`f` 20%, `wins` N `draws` N `losses` N, `draws` pass";
            return Err(InputError::new("draws", text, BadValue::Conflict, allowed));
        } else {
            drawn = Some(whole("draws", text, 0..=MAX_RECORD)?);
        }
    }
    request.draws = policies;
    Ok(drawn)
}

/// What is known of p, and f.
fn rates(
    query: &FindQuery,
    game: Option<Practice>,
    drawn: Option<u64>,
    estimate: Option<(&str, &[u8])>,
) -> Result<Known, InputError> {
    let preset = model::preset_of(query.preset.as_deref(), game, query.p.as_deref());
    let rates = |p: Option<&str>| model::rates(p, query.f.as_deref(), preset);
    let number = |field, text: &Option<String>| match text {
        Some(text) => whole(field, text, 0..=MAX_RECORD).map(Some),
        None => Ok(None),
    };
    if let Some(estimate) = estimate {
        return estimated(estimate, query, drawn);
    }
    let record = (number("wins", &query.wins)?, number("losses", &query.losses)?);
    if record != (None, None) {
        for (field, given) in [("p", &query.p), ("preset", &query.preset)] {
            if let Some(given) = given {
                let allowed = "`p` | `preset` | `wins` `losses`";
                return Err(InputError::new(field, given, BadValue::Conflict, allowed));
            }
        }
    }
    match record {
        (Some(wins), Some(losses)) => {
            let belief = Belief::Record { wins, losses };
            belief.check()?;
            let f = match (&query.f, drawn) {
                (Some(f), Some(_)) => {
                    return Err(InputError::new("f", f, BadValue::Conflict, "`f` | `draws` N"));
                }
                (Some(f), None) => Probability::parse("f", f)?,
                (None, drawn) => {
                    let drawn = drawn.unwrap_or(0);
                    Probability::from_ratio(drawn, wins + drawn + losses)?
                }
            };
            Ok((belief, f, None))
        }
        (Some(_), None) => Err(InputError::new("losses", "", BadValue::Missing, "`losses` 101")),
        (None, Some(_)) => Err(InputError::new("wins", "", BadValue::Missing, "`wins` 129")),
        (None, None) => match query.p.as_deref().map(|p| parse_interval("p", p)).transpose()? {
            Some(Some((low, high))) => {
                // The rate stands in for the interval; f may come from a preset.
                let rates = rates(Some("1/2"))?;
                Ok((Belief::Between(low, high), rates.f, rates.preset.map(RatesSource::Preset)))
            }
            _ => {
                let rates = rates(query.p.as_deref()).map_err(|e| {
                    if e.field == "p" && e.problem == BadValue::NotANumber {
                        InputError { allowed: "70%; 66%..74%".into(), ..e }
                    } else {
                        e
                    }
                })?;
                Ok((Belief::Known(rates.p), rates.f, rates.preset.map(RatesSource::Preset)))
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    /// Ranked by the worst bias, an interval and a value with its band have the same rules in the
    /// same order; without a word an interval and a record are ranked by the mean.
    #[test]
    fn an_interval_by_its_worst_is_a_value_with_its_band() {
        let text = |text: &str| Some(text.to_string());
        let rules = |query: FindQuery| {
            let answer = query.job(None).unwrap().run(&Unwatched).unwrap();
            let rule = |ranked: &kakukin_series::Ranked| ranked.series.rule().clone();
            let ranked: Vec<_> = answer.ranked.iter().map(rule).collect();
            let proposed = answer.proposals.iter().map(|proposal| rule(&proposal.ranked));
            (answer.question.by, ranked, proposed.collect::<Vec<_>>())
        };
        for (limit, max_bias) in [("5", None), ("7", None), ("7", text("4%"))] {
            let asked = |p: &str, band: Option<&str>| FindQuery {
                p: text(p),
                band: band.map(String::from),
                f: text("10%"),
                limit: text(limit),
                search: SearchFields { max_bias: max_bias.clone(), ..SearchFields::default() },
                ..FindQuery::default()
            };
            let interval = asked("66%..74%", None);
            assert_eq!(rules(interval.clone()).0, RankBy::Bias);
            let interval = rules(FindQuery { by: text("worst"), ..interval });
            assert_eq!(interval, rules(asked("70%", Some("4%"))), "{limit} {max_bias:?}");
        }
        let (wins, losses) = (text("129"), text("101"));
        let record = FindQuery { wins, losses, limit: text("5"), ..FindQuery::default() };
        assert_eq!(rules(record).0, RankBy::Bias);
    }
}
