//! What a match of engines or players says.

use super::{
    RecordFields,
    source::{Source, no_games, survey},
};
use crate::{
    InputError, Problem,
    fields::query,
    number::{confidence, parts, whole_or},
    watch::Watch,
};
use kakukin_core::{BadValue, parse_rational, to_f64};
use kakukin_records::{
    By, Confidence, Contest, ContestPlan, ContestTally, Counting, EloModel, MAX_PLAYERS, PairsBy,
    Plan, ReadSummary, Reading, SprtPlan, Survey, nearest_names,
};
use kakukin_series::Probability;
use std::ops::ControlFlow;

/// The greatest Elo difference of a hypothesis.
const MAX_ELO: f64 = 1_000.0;
/// How many names a refusal proposes.
const PROPOSED: usize = 4;

query! {
    /// Whose games, and what is made of them.
    pub struct MatchQuery {
        /// How records are read, and which of their games count.
        part records RecordFields,
        /// The opponent.
        text against "NAME",
        /// How games are paired.
        text pairs "auto|round|opening|consecutive|none",
        /// Groups to show.
        texts by "GROUP,..",
        /// The width of a band of ratings.
        number band "N",
        /// The level of the intervals.
        number confidence "RATE",
        /// The hypotheses of a test.
        number sprt "ELO0,ELO1",
        /// How often the test may accept the second hypothesis wrongly.
        number alpha "RATE",
        /// How often the test may accept the first hypothesis wrongly.
        number beta "RATE",
        /// What the Elo points of the hypotheses mean.
        text elo_model "logistic|normalized",
    }
}

/// A match that can be looked at.
#[derive(Debug, Clone)]
pub struct MatchJob {
    survey: Plan,
    contest: ContestPlan,
    confidence: Confidence,
    sprt: Option<SprtPlan>,
    how: Reading,
}

/// What a match says, and what was read for it.
#[derive(Debug, Clone)]
pub struct MatchAnswer {
    /// What it says.
    pub contest: Contest,
    /// Which games count although they were not simply played to their end.
    pub counting: Counting,
    /// Games that were not wanted.
    pub unwanted: u64,
    /// What was read.
    pub read: ReadSummary,
}

impl MatchQuery {
    /// Checks everything.
    pub fn job(&self) -> Result<MatchJob, InputError> {
        let mut filter = self.records.filter()?;
        let player = filter.player.take();
        if let Some(against) = &self.against {
            let player = player
                .as_deref()
                .ok_or_else(|| InputError::new("player", "", BadValue::Missing, "`player` NAME"))?;
            if player == against {
                let allowed = "`player` NAME `against` NAME";
                return Err(InputError::new("against", against, Problem::SamePlayer, allowed));
            }
        }
        let sprt = self.plan()?;
        let mut by: Vec<By> = Vec::new();
        for word in parts(&self.by) {
            let group = word.parse()?;
            if !by.contains(&group) {
                by.push(group);
            }
        }
        let pairs = self.pairs.as_deref().map(str::parse::<PairsBy>).transpose()?;
        Ok(MatchJob {
            contest: ContestPlan {
                player,
                against: self.against.clone(),
                pairs: pairs.unwrap_or_default(),
                by,
                band: whole_or("band", self.band.as_deref(), 200, 1..=10_000)? as u32,
                course: sprt.is_some(),
            },
            survey: Plan {
                filter,
                counting: self.records.counting(super::EstimateQuery::COUNTING)?,
                keep_duplicates: self.records.keep_duplicates,
                ..Plan::default()
            },
            confidence: confidence(&self.confidence)?,
            sprt,
            how: self.records.reading()?,
        })
    }

    /// The test, if there shall be one.
    fn plan(&self) -> Result<Option<SprtPlan>, InputError> {
        let Some(hypotheses) = self.sprt.as_deref() else {
            let given =
                [("alpha", &self.alpha), ("beta", &self.beta), ("elo-model", &self.elo_model)];
            return match given.into_iter().find_map(|(name, text)| Some((name, text.as_ref()?))) {
                Some((name, text)) => {
                    Err(InputError::new(name, text, BadValue::Conflict, "`sprt` 0,5"))
                }
                None => Ok(None),
            };
        };
        let refuse = |problem| InputError::new("sprt", hypotheses, problem, "0,5, -3,1");
        let listed = [hypotheses.to_string()];
        let words: Vec<&str> = parts(&listed).collect();
        let [elo0, elo1] = words[..] else { return Err(refuse(BadValue::BadForm)) };
        let elo = |text: &str| match parse_rational("sprt", text) {
            Ok(number) => Ok(to_f64(&number)),
            Err(error) => Err(refuse(error.problem)),
        };
        let (elo0, elo1) = (elo(elo0)?, elo(elo1)?);
        if !(-MAX_ELO <= elo0 && elo0 < elo1 && elo1 <= MAX_ELO) {
            let allowed = format!("-{MAX_ELO} <= ELO0 < ELO1 <= {MAX_ELO}");
            return Err(InputError::new("sprt", hypotheses, BadValue::OutOfRange, allowed));
        }
        let rate = |field, text: &Option<String>| {
            let text = text.as_deref().unwrap_or("5%");
            let rate = Probability::parse(field, text)?.to_f64();
            let allowed = "0 < X < 1/2";
            let refuse = || InputError::new(field, text, BadValue::OutOfRange, allowed);
            Some(rate).filter(|rate| *rate > 0.0 && *rate < 0.5).ok_or_else(refuse)
        };
        Ok(Some(SprtPlan {
            elo0,
            elo1,
            alpha: rate("alpha", &self.alpha)?,
            beta: rate("beta", &self.beta)?,
            elo_model: self.elo_model.as_deref().map_or(Ok(EloModel::default()), str::parse)?,
        }))
    }
}

impl MatchJob {
    /// Reads, counts, and says what that means. If it was cancelled, of what was read.
    pub fn run(&self, source: &dyn Source, watch: &dyn Watch) -> Result<MatchAnswer, InputError> {
        let mut tally = ContestTally::new(self.contest.clone());
        let mut full = None;
        let mut each = |file: &str, record: &_, counted| match tally.add(file, record, counted) {
            Ok(()) => ControlFlow::Continue(()),
            Err(refused) => {
                full = Some(refused);
                ControlFlow::Break(())
            }
        };
        let (survey, read) = survey(source, &self.how, self.survey.clone(), watch, &mut each)?;
        if let Some(refused) = full {
            let most = refused.most;
            let allowed = match most {
                MAX_PLAYERS => format!("<= {most}, `player` NAME"),
                _ => format!("<= {}, `against` NAME", most - 1),
            };
            return Err(InputError::new("player", format!("> {most}"), BadValue::TooMany, allowed));
        }
        if survey.all.games() == 0 {
            return Err(no_games(source, &read, survey.unwanted));
        }
        if tally.duels() == 0 {
            return Err(self.nobody(&survey, source));
        }
        if self.sprt.is_some() && tally.duels() > 1 {
            let field = if self.contest.player.is_none() { "player" } else { "against" };
            let allowed = "`player` NAME `against` NAME";
            return Err(InputError::new(field, "", BadValue::Missing, allowed));
        }
        Ok(MatchAnswer {
            contest: Contest::new(&tally, self.confidence, self.sprt),
            counting: self.survey.counting,
            unwanted: survey.unwanted,
            read,
        })
    }

    /// Why there are no games of these players: a name that is not there, and what is, or two who
    /// never met.
    fn nobody(&self, survey: &Survey, source: &dyn Source) -> InputError {
        let names = survey.players.names();
        let asked = [("player", &self.contest.player), ("against", &self.contest.against)];
        for (field, name) in asked {
            if let Some(name) = name
                && !names.contains(name)
            {
                let proposed = nearest_names(names, name, PROPOSED).join(", ");
                return InputError::new(field, name, BadValue::Unknown, proposed);
            }
        }
        InputError::new("files", source.named(), Problem::NoGamesWanted, source.listed_by())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unwatched, Uploads, fields::Fields};

    const GAMES: &str = "first,second,result,round\nnew,old,1-0,1\nold,new,1/2-1/2,1\n\
        new,old,0-1,2\nold,new,0-1,2\nnew,third,1-0,1\n";

    fn answer(fields: &[(&str, &str)]) -> Result<MatchAnswer, (&'static str, Problem, String)> {
        let told = |error: InputError| (error.field, error.problem, error.allowed);
        let job = MatchQuery::read(fields.iter().copied().collect()).and_then(|query| query.job());
        let files = [("games.csv".to_string(), GAMES.as_bytes())];
        job.map_err(told)?.run(&Uploads::new(files).unwrap(), &Unwatched).map_err(told)
    }

    const TWO: [(&str, &str); 2] = [("player", "new"), ("against", "old")];

    #[test]
    fn two_players_or_all() {
        let all = answer(&[]).unwrap();
        assert_eq!((all.contest.games, all.contest.duels.len()), (5, 2));
        let two = answer(&TWO).unwrap().contest;
        assert_eq!((two.games, two.elsewhere, two.duels.len()), (4, 1, 1));
        assert_eq!(two.duels[0].pairs.as_ref().unwrap().counts, [0, 0, 1, 1, 0]);
        assert_eq!(two.duels[0].sprt, None);
        let with = |more: &[(&'static str, &'static str)]| {
            let fields: Vec<_> = TWO.iter().chain(more).copied().collect();
            answer(&fields).unwrap().contest.duels.remove(0)
        };
        let plan = with(&[("sprt", "-3，1.5"), ("beta", "10%")]).sprt.unwrap().plan;
        assert_eq!((plan.elo0, plan.elo1, plan.alpha, plan.beta), (-3.0, 1.5, 0.05, 0.1));
        assert_eq!(with(&[("pairs", "none"), ("sprt", "0,5")]).pairs, None);
    }

    #[test]
    fn refusals() {
        let refused = |fields: &[(&str, &str)]| answer(fields).unwrap_err();
        let of = |fields: &[(&str, &str)]| (refused(fields).0, refused(fields).1);
        assert_eq!(of(&[("against", "old")]), ("player", BadValue::Missing.into()));
        assert_eq!(of(&[("player", "a"), ("against", "a")]), ("against", Problem::SamePlayer));
        assert_eq!(of(&[("alpha", "5%")]), ("alpha", BadValue::Conflict.into()));
        assert_eq!(of(&[("sprt", "5")]), ("sprt", BadValue::BadForm.into()));
        assert_eq!(of(&[("sprt", "x,5")]), ("sprt", BadValue::NotANumber.into()));
        assert_eq!(of(&[("sprt", "5,0")]), ("sprt", BadValue::OutOfRange.into()));
        assert_eq!(of(&[("sprt", "0,2000")]), ("sprt", BadValue::OutOfRange.into()));
        assert_eq!(of(&[("sprt", "0,5"), ("alpha", "1/2")]).0, "alpha");
        assert_eq!(of(&[("sprt", "0,5"), ("beta", "0")]).0, "beta");
        assert_eq!(of(&[("sprt", "0,5"), ("elo_model", "x")]).0, "elo-model");
        assert_eq!(of(&[("pairs", "x")]), ("pairs", BadValue::Unknown.into()));
        assert_eq!(of(&[("by", "moon")]), ("by", BadValue::Unknown.into()));
        // A test is of two.
        assert_eq!(of(&[("sprt", "0,5")]), ("player", BadValue::Missing.into()));
        let (field, problem, proposed) = refused(&[("player", "Olds")]);
        assert_eq!((field, problem), ("player", BadValue::Unknown.into()));
        assert!(proposed.starts_with("old"), "{proposed}");
        assert_eq!(of(&[("player", "new"), ("against", "x")]).0, "against");
        assert_eq!(
            of(&[("player", "old"), ("against", "third")]),
            ("files", Problem::NoGamesWanted)
        );
    }
}
