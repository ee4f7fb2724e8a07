//! `kakukin epsilon standings`: the standings of a league, from its records.

use super::read::{Records, refused};
use crate::{
    InputError,
    args::StandingsArgs,
    failure::{Failure, say},
    files::{check_place, write_whole},
    output::{Format, Output},
    target::{Target, written},
    threads,
};
use kakukin_core::BadValue;
use kakukin_report::StandingsDocument;
use std::{io, path::PathBuf};

pub(crate) fn run(args: &StandingsArgs, output: &Output) -> Result<(), Failure> {
    let place = Place::new(args.output.as_deref(), output)?;
    let job = args.query.job()?;
    let records = Records::new(&args.files, output.lang)?;
    if let Some(file) = &args.output {
        records.refuse_to_replace("output", file)?;
    }
    let (league, read) = output.watched(|progress| job.run(&records, progress)).map_err(refused)?;
    output.preset(job.preset());
    let document = StandingsDocument::new(&league, job.title(), Some(&read));
    if let Some(read) = &document.read {
        records.write_list(read, output.lang)?;
    }
    place.write(&document, output)
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
            return Err(InputError::new("output", file, BadValue::Conflict, allowed).into());
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
                if output.format == Format::Csv {
                    // A table has no place for it.
                    document.alerts(lang).iter().for_each(|alert| say(alert));
                }
                output.document(document, StandingsDocument::text, StandingsDocument::csv)?;
                return if document.complete() { Ok(()) } else { Err(Failure::Interrupted) };
            }
            Self::Xlsx(path) => {
                threads::check(threads::FOR_A_WORKBOOK)?;
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
    use kakukin_league::{
        DrawPoints, GameResult, Played, Probability, RankBy, RatesOrigin, Scale, ScoredLeague,
        Scoring, Tally,
    };
    use kakukin_records::ReadSummary;
    use kakukin_report::Lang;
    use std::fs;

    /// Half a league leaves the files of a whole one alone.
    #[test]
    fn an_interrupted_reading_writes_no_file() {
        let mut tally = Tally::new();
        let (first, second) = (tally.player("x").unwrap(), tally.player("y").unwrap());
        tally.add(Played { first, second, result: GameResult::First }).unwrap();
        let scoring = Scoring {
            p: Probability::from_ratio(1, 2).unwrap(),
            f: Probability::from_ratio(0, 1).unwrap(),
            rates: RatesOrigin::Given,
            draws: DrawPoints::Expectation,
            scale: Scale::Article,
            rank_by: RankBy::Total,
            tie_breaks: Vec::new(),
        };
        let league = ScoredLeague::new(tally, scoring).unwrap();
        let document = |complete: bool| {
            let read = ReadSummary { complete, ..ReadSummary::default() };
            StandingsDocument::new(&league, None, Some(&read))
        };
        let folder = tempfile::tempdir().unwrap();
        let output = Output { format: Format::Text, lang: Lang::EN };
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
