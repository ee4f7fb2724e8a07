//! The best of all rules.

use crate::{
    InputError,
    fields::query,
    number::{parts, whole, whole_or, with_original_value},
    series::model,
    series::search::{SearchFields, choose_turns, within},
    watch::Watch,
};
use kakukin_core::BadValue;
use kakukin_report::{FindDocument, Lang, Recommended, sanitize, translate};
use kakukin_series::{
    Belief, Draws, Finder, MAX_RECORD, Probability, Question, RankBy, Request, parse_interval,
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
        /// A data set that has both rates.
        text preset "NAME",
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

/// A search whose rules have not been listed yet.
#[derive(Debug, Clone)]
pub struct FindQuestion {
    question: Question,
    p: Option<String>,
    f: Option<String>,
    note: Option<String>,
}

/// A search that can be made.
#[derive(Debug)]
pub struct FindJob {
    question: Question,
    finder: Finder,
    /// Where the rates come from, if they were not given.
    pub note: Option<String>,
}

/// What is known of p, f, and where it comes from.
type Known = (Belief, Probability, Option<String>);

impl FindQuery {
    /// Checks everything and lists the rules. An `estimate` from records, with the name of its
    /// file, stands for the rates.
    pub fn job(&self, estimate: Option<(&str, &[u8])>, lang: Lang) -> Result<FindJob, InputError> {
        self.question(estimate, lang)?.job()
    }

    /// The same without listing the rules, which may take a while.
    pub fn question(
        &self,
        estimate: Option<(&str, &[u8])>,
        lang: Lang,
    ) -> Result<FindQuestion, InputError> {
        let top = whole_or("top", self.top.as_deref(), USUAL_TOP, 1..=MOST_TOP)?;
        let mut request = within(self.limit.as_deref())?;
        choose_turns(&self.turns, &mut request)?;
        let drawn = draws(self, &mut request)?;
        self.search.narrow(&mut request)?;
        let (belief, f, note) = rates(self, drawn, estimate, lang)?;
        let question = Question { request, belief, f, by: by(self)?, top: top as usize };
        Ok(FindQuestion { question, p: self.p.clone(), f: self.f.clone(), note })
    }
}

impl FindQuestion {
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

    /// Lists the rules.
    pub fn job(self) -> Result<FindJob, InputError> {
        let typed = |e| with_original_value(e, &[("p", &self.p), ("f", &self.f)]);
        let finder = Finder::new(self.question.clone()).map_err(typed)?;
        Ok(FindJob { question: self.question, finder, note: self.note })
    }
}

impl FindJob {
    /// Tries them. A search that was broken off says what it has found.
    pub fn answer(&self, watch: &dyn Watch) -> Result<FindDocument, InputError> {
        watch.begin(self.finder.rules(), "find.progress");
        let answer = self.finder.answer(|done| watch.at(done))?;
        Ok(FindDocument::new(&self.question, &answer, self.finder.rules()))
    }
}

/// What an estimate from records tells.
fn estimated(
    estimate: (&str, &[u8]),
    query: &FindQuery,
    drawn: Option<u64>,
    lang: Lang,
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
    let (found, complete) = Recommended::read(json).map_err(|e| in_file(e.into()))?;
    let p = Probability::parse("from", &found.p).map_err(|e| in_file(e.into()))?;
    let belief = Belief::Estimate { p, games: found.games };
    belief.check().map_err(|error| in_file(error.in_field("from").into()))?;
    let f = match &query.f {
        Some(f) => Probability::parse("f", f)?,
        None => Probability::parse("from", &found.f).map_err(|e| in_file(e.into()))?,
    };
    let mut note = format!("{}: {}", sanitize(file), found.text(lang));
    if !complete {
        note += &format!("\n{}", translate(lang, "records.incomplete"));
    }
    Ok((belief, f, Some(note)))
}

fn by(query: &FindQuery) -> Result<RankBy, InputError> {
    match (query.by.as_deref(), query.pareto) {
        (None, true) => Ok(RankBy::Pareto),
        (Some(by), true) => Err(InputError::new("by", by, BadValue::Conflict, "`by` | `pareto`")),
        (None | Some("bias"), false) => Ok(RankBy::Bias),
        (Some("worst"), false) => Ok(RankBy::Worst),
        (Some(by), false) => Err(InputError::new("by", by, BadValue::Unknown, "bias, worst")),
    }
}

/// `--draws` takes policies, and with a record of games the number that was drawn.
fn draws(query: &FindQuery, request: &mut Request) -> Result<Option<u64>, InputError> {
    let (mut policies, mut drawn) = (Vec::new(), None);
    for text in parts(&query.draws) {
        if text.starts_with(|c: char| c.is_alphabetic()) {
            let policy: Draws<_> = text.parse()?;
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
    if !policies.is_empty() {
        request.draws = policies;
    }
    Ok(drawn)
}

/// What is known of p, and f.
fn rates(
    query: &FindQuery,
    drawn: Option<u64>,
    estimate: Option<(&str, &[u8])>,
    lang: Lang,
) -> Result<Known, InputError> {
    let rates =
        |p: Option<&str>| model::rates(p, query.f.as_deref(), query.preset.as_deref(), lang);
    let number = |field, text: &Option<String>| match text {
        Some(text) => whole(field, text, 0..=MAX_RECORD).map(Some),
        None => Ok(None),
    };
    if let Some(estimate) = estimate {
        return estimated(estimate, query, drawn, lang);
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
                Ok((Belief::Between(low, high), rates.f, rates.note))
            }
            _ => {
                let rates = rates(query.p.as_deref()).map_err(|e| {
                    if e.field == "p" && e.problem == BadValue::NotANumber {
                        InputError { allowed: "70%; 66%..74%".into(), ..e }
                    } else {
                        e
                    }
                })?;
                Ok((Belief::Known(rates.p), rates.f, rates.note))
            }
        },
    }
}
