//! `kakukin epsilon standings`: the standings of a league, from its records.

use super::{
    input,
    read::{Records, counting, filter, no_games},
};
use crate::{
    args::StandingsArgs,
    failure::{Failure, say},
    files::{check_place, write_whole},
    output::{Format, Output},
    target::{Target, written},
};
use kakukin_league::{
    DrawPoints, GameResult, InputError, Played, Probability, Problem, RankBy, Scale, Tally,
    TieBreak,
};
use kakukin_records::{Counted, Counting, Ending, Plan, Record, Share, Survey};
use kakukin_report::{
    Adjudged, EstimateDocument, EstimateOptions, LeftOutOfLeague, RatesFrom, ReadDocument,
    StandingsDocument, StandingsOptions, printable,
};
use std::{io, ops::ControlFlow, path::PathBuf};

/// In a league a foul and an absence lose; p is not the rate of games with odds.
const USUAL: Counting = Counting { fouls: true, forfeits: true, handicap: false };
/// What stands for p where it shall come from the games themselves.
const ESTIMATE: &str = "estimate";

pub(crate) fn run(args: &StandingsArgs, output: &Output) -> Result<(), Failure> {
    let place = Place::new(args.output.as_deref(), output)?;
    let estimated = args.p.as_deref() == Some(ESTIMATE);
    let given = if estimated {
        if let Some(preset) = &args.preset {
            let allowed = "--p estimate | --preset NAME";
            return Err(InputError::new("preset", preset, Problem::Conflict, allowed).into());
        }
        None
    } else {
        let (p, f, preset) = (args.p.as_deref(), args.f.as_deref(), args.preset.as_deref());
        Some(input::rates(p, f, preset, output.lang).map_err(offer_estimate)?)
    };
    let f = args.f.as_deref().map(|text| Probability::parse("f", text)).transpose()?;
    let mut options = options(args)?;
    let plan = Plan {
        filter: filter(&args.records)?,
        counting: counting(&args.records, USUAL)?,
        players: false,
        ..Plan::default()
    };
    let records = Records::new(&args.records, output.lang)?;
    if let Some(file) = &args.output {
        records.refuse_to_replace("output", file)?;
    }

    let mut league = League::default();
    // What p rests on is games that were played to their end, whatever else the league counts.
    let mut survey = estimated.then(|| Survey::new(Plan { players: true, ..Plan::default() }));
    let (_, read) = records.survey(plan, output, &mut |_, record, counted| {
        if let Some(survey) = &mut survey {
            survey.add(record);
        }
        match counted {
            Counted::As(result) => league.add(record, result),
            Counted::Apart(_) | Counted::Unwanted => ControlFlow::Continue(()),
        }
    })?;
    if let Some(full) = league.full {
        return Err(full.in_field("files").into());
    }
    let League { tally, adjudged, left_out, .. } = league;
    if tally.games() == 0 {
        return Err(no_games(&args.records).into());
    }
    match (given, survey) {
        (Some(rates), _) => {
            (options.p, options.f) = (rates.p, rates.f);
            output.note(rates.note.as_deref());
        }
        (None, survey) => {
            estimate(&survey.unwrap_or_else(|| Survey::new(Plan::default())), f, &mut options)?
        }
    }
    let document = StandingsDocument::new(&tally, &options)
        .map_err(|e| input::as_typed(e, &[("p", &args.p), ("f", &args.f)]))?;
    records.write_list(&read, output.lang)?;
    place.write(&document.with_read(read, adjudged, left_out), output)
}

/// How games are scored and players ranked; the rates follow.
fn options(args: &StandingsArgs) -> Result<StandingsOptions, InputError> {
    let half = Probability::from_ratio(1, 2)?;
    Ok(StandingsOptions {
        p: half.clone(),
        f: half,
        rates: RatesFrom::Given,
        draws: args.draws.as_deref().map_or(Ok(DrawPoints::Expectation), str::parse)?,
        scale: args.scale.as_deref().map_or(Ok(Scale::Seed), str::parse)?,
        rank_by: args.rank_by.as_deref().map_or(Ok(RankBy::Total), str::parse)?,
        tie_breaks: match args.tie_breaks.is_empty() {
            true => TieBreak::USUAL.to_vec(),
            false => TieBreak::parse_order(input::parts(&args.tie_breaks))?,
        },
        title: args.title.as_deref().map(|text| printable("title", text)).transpose()?,
    })
}

/// A missing p can also be taken from the games.
fn offer_estimate(error: InputError) -> InputError {
    match (error.field, error.problem) {
        ("p", Problem::Missing) => {
            InputError { allowed: "--p 70%, --p estimate, --preset NAME".into(), ..error }
        }
        _ => error,
    }
}

/// p and f from the games themselves, f only if it is not given.
fn estimate(
    survey: &Survey,
    f: Option<Probability>,
    options: &mut StandingsOptions,
) -> Result<(), InputError> {
    let asked = EstimateOptions {
        confidence: input::confidence(&None)?,
        adjust: true,
        min_games: None,
        basis: None,
    };
    let document = EstimateDocument::new(survey, ReadDocument::default(), &asked)?;
    let Some(found) = document.recommended else {
        return Err(InputError::new("p", ESTIMATE, Problem::NoDecidedGames, "--p 70%"));
    };
    if matches!(found.p.as_str(), "0" | "1") {
        let Share { hits, of, .. } = document.p;
        let percent = if found.p == "0" { "0%" } else { "100%" };
        let value = format!("{percent} ({hits}/{of})");
        return Err(InputError::new("p", value, Problem::OneSided, "--p 70%"));
    }
    options.p = Probability::parse("p", &found.p)?;
    options.f = f.map_or_else(|| Probability::parse("f", &found.f), Ok)?;
    options.rates = RatesFrom::Estimate(found.basis);
    Ok(())
}

/// The games of a league as they are read.
#[derive(Default)]
struct League {
    tally: Tally,
    adjudged: Adjudged,
    left_out: LeftOutOfLeague,
    /// Why no more games are taken.
    full: Option<InputError>,
}

impl League {
    fn add(&mut self, record: &Record, result: GameResult) -> ControlFlow<()> {
        let (first, second) = (record.first.name.as_str(), record.second.name.as_str());
        if first.is_empty() || second.is_empty() {
            self.left_out.nameless += 1;
            return ControlFlow::Continue(());
        }
        if first == second {
            self.left_out.same_name += 1;
            return ControlFlow::Continue(());
        }
        let mut add = || {
            let (first, second) = (self.tally.player(first)?, self.tally.player(second)?);
            self.tally.add(Played { first, second, result })
        };
        match add() {
            Ok(()) => {
                match record.ending {
                    Ending::Foul(_) => self.adjudged.fouls += 1,
                    Ending::Forfeit(_) => self.adjudged.forfeits += 1,
                    _ => {}
                }
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.full = Some(error);
                ControlFlow::Break(())
            }
        }
    }
}

/// Where the standings go.
enum Place {
    /// To standard output, in the format asked for.
    Output,
    Xlsx(PathBuf),
    Page(Target),
}

impl Place {
    fn new(file: Option<&str>, output: &Output) -> Result<Self, Failure> {
        const ALLOWED: &str = "-o FILE.html, -o FILE.xlsx, -o FILE.pdf, -o -";
        let Some(file) = file else {
            return Ok(Self::Output);
        };
        if output.format != Format::Text {
            let allowed = "--format | -o FILE";
            return Err(InputError::new("output", file, Problem::Conflict, allowed).into());
        }
        let path = PathBuf::from(file);
        let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
        if ending == "xlsx" {
            check_place(&path)?;
            return Ok(Self::Xlsx(path));
        }
        let page = Target::new(Some(file), output).map_err(|failure| match failure {
            Failure::Input(error) => {
                Failure::Input(InputError { allowed: ALLOWED.into(), ..error })
            }
            other => other,
        })?;
        Ok(Self::Page(page))
    }

    fn write(&self, document: &StandingsDocument, output: &Output) -> Result<(), Failure> {
        let lang = output.lang;
        if !document.complete() && !matches!(self, Self::Output) {
            // Half a league must not take the place of a whole one.
            return Err(Failure::NotWritten);
        }
        match self {
            Self::Output => {
                output.document(document, StandingsDocument::text, StandingsDocument::csv)?;
                return if document.complete() { Ok(()) } else { Err(Failure::Interrupted) };
            }
            Self::Xlsx(path) => {
                let bytes = document.xlsx(lang);
                let bytes = bytes.map_err(|e| Failure::Write(io::Error::other(e)))?;
                write_whole(path, &bytes)?;
                written(path, lang);
            }
            Self::Page(target) => target.write(document, StandingsDocument::html, output)?,
        }
        // Files have the standings; what was left out is for who made them.
        let left_out = document.left_out_text(lang);
        if !left_out.is_empty() {
            say(left_out.trim_end());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kakukin_report::Lang;
    use std::fs;

    /// Half a league leaves the files of a whole one alone.
    #[test]
    fn an_interrupted_reading_writes_no_file() {
        let mut tally = Tally::new();
        let (first, second) = (tally.player("x").unwrap(), tally.player("y").unwrap());
        tally.add(Played { first, second, result: GameResult::First }).unwrap();
        let options = StandingsOptions {
            p: Probability::from_ratio(1, 2).unwrap(),
            f: Probability::from_ratio(0, 1).unwrap(),
            rates: RatesFrom::Given,
            draws: DrawPoints::Expectation,
            scale: Scale::Seed,
            rank_by: RankBy::Total,
            tie_breaks: Vec::new(),
            title: None,
        };
        let document = |complete: bool| {
            let read = ReadDocument { complete, ..ReadDocument::default() };
            let document = StandingsDocument::new(&tally, &options).unwrap();
            document.with_read(read, Adjudged::default(), LeftOutOfLeague::default())
        };
        let folder = tempfile::tempdir().unwrap();
        let output = Output { format: Format::Text, lang: Lang::En };
        for name in ["standings.html", "standings.xlsx"] {
            let path = folder.path().join(name);
            fs::write(&path, "old").unwrap();
            let place = Place::new(path.to_str(), &output).unwrap();
            let failed = place.write(&document(false), &output).unwrap_err();
            assert!(matches!(failed, Failure::NotWritten));
            assert_eq!(fs::read(&path).unwrap(), b"old");
            place.write(&document(true), &output).unwrap();
            assert_ne!(fs::read(&path).unwrap(), b"old");
        }
    }
}
