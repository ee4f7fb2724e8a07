//! `kakukin mahjong log`, `table` and `review`: logs of real games.

use super::{input::file, read::Records, records::list_format};
use crate::{
    InputError,
    args::{FilesArgs, LogArgs, LogFilesArgs, PlayTableArgs, ReviewArgs},
    failure::{Failure, say},
    files::{check_place, write_whole},
    output::{Format, Output},
    threads,
};
use kakukin_core::BadValue;
use kakukin_logs::Decision;
use kakukin_query::{
    FaultyLog, LogsRead, LossSum, MAX_TABLE, MahjongBounds, PlayTablePart, PlayerReview, Reviewed,
    Source, Verdict,
};
use kakukin_report::{
    LogFaultDocument, LogList, LogsReadDocument, LossDocument, PlayTableDocument,
    PlayerReviewDocument, ReviewList, Told,
};
use rayon::prelude::*;
use std::{
    io::{self, BufWriter},
    ops::ControlFlow,
    path::Path,
};

/// The logs that are named; addresses with a log in them, too.
fn logs(args: &LogFilesArgs, output: &Output) -> Result<Records, Failure> {
    let LogFilesArgs { files, max_unpacked } = args;
    if files.is_empty() {
        let allowed = "game.mjlog, logs/, *.json";
        return Err(InputError::new("files", "", BadValue::Missing, allowed).into());
    }
    let args =
        FilesArgs { files: files.clone(), max_unpacked: max_unpacked.clone(), skipped: None };
    Records::new(&args, output.lang)
}

/// What was read, as a document.
fn read_document(read: &LogsRead) -> LogsReadDocument {
    let fault = |faulty: &FaultyLog| LogFaultDocument::new(&faulty.file, &faulty.fault);
    LogsReadDocument {
        files: read.files,
        rounds: read.rounds,
        unfinished: read.unfinished,
        faults: read.faults,
        faulty: read.faulty.iter().map(fault).collect(),
        left_out: read.left_out,
        skipped: read.skipped.iter().map(|skip| skip.file.clone()).collect(),
        complete: read.complete,
    }
}

fn whole(read: &LogsRead) -> Result<(), Failure> {
    if read.complete { Ok(()) } else { Err(Failure::Interrupted) }
}

pub(super) fn log(args: &LogArgs, output: &Output) -> Result<(), Failure> {
    let job = args.query.job()?;
    let logs = logs(&args.files, output)?;
    let out = BufWriter::new(io::stdout().lock());
    let mut list = LogList::new(out, list_format(output), output.lang);
    let read = output.watched(|progress| {
        job.run(&logs, progress, &mut |item| {
            list.add(item.file, item.format, item.number, item.round, &item.replayed)
        })
    })?;
    list.check()?;
    let document = read_document(&read);
    let words = list.words(&document);
    list.end(&document)?;
    if let Some(words) = words {
        say(words.trim_end());
    }
    whole(&read)
}

pub(super) fn table(args: &PlayTableArgs, output: &Output) -> Result<(), Failure> {
    let job = args.query.job()?;
    let part = |name: &String| {
        let json = file("merge", name, MAX_TABLE, output.lang)?;
        Ok::<_, Failure>(PlayTablePart::read(name, &json)?)
    };
    let parts = args.merge.iter().map(part).collect::<Result<Vec<_>, _>>()?;
    let logs = match args.files.files.is_empty() && !parts.is_empty() {
        true => None,
        false => Some(logs(&args.files, output)?),
    };
    if let Some(place) = &args.output {
        if let Some(logs) = &logs {
            logs.refuse_to_replace("output", place)?;
        }
        check_place(Path::new(place))?;
    }
    let source = logs.as_ref().map(|logs| logs as &dyn Source);
    let (table, read) = output.watched(|progress| job.run(&parts, source, progress))?;
    let document = PlayTableDocument::new(&table, read_document(&read));
    let Some(place) = &args.output else {
        output.document(&document, PlayTableDocument::text, PlayTableDocument::csv)?;
        return whole(&read);
    };
    if !read.complete {
        return Err(Failure::NotWritten);
    }
    let json = serde_json::to_string(&document).map_err(io::Error::from)? + "\n";
    write_whole(Path::new(place), json.as_bytes())?;
    say(document.text(output.lang).trim_end());
    Ok(())
}

pub(super) fn review(args: &ReviewArgs, output: &Output) -> Result<(), Failure> {
    let job = args.query.job(&MahjongBounds::default())?;
    let logs = logs(&args.files, output)?;
    let pool = threads::pool(args.threads.as_deref())?;
    let share = |decisions: &[Decision], review: &(dyn Fn(&Decision) -> Reviewed + Sync)| {
        pool.install(|| decisions.par_iter().map(review).collect())
    };
    let format = list_format(output);
    let out = BufWriter::new(io::stdout().lock());
    let mut list = ReviewList::new(out, format, output.lang, args.summary, args.query.marked);
    let mut broken = Ok(());
    let done = output.watched(|progress| {
        job.run(&logs, progress, &share, &mut |round| {
            let decisions: Vec<_> = round
                .decisions
                .iter()
                .map(|reviewed| (&reviewed.decision, reviewed.verdict.as_ref().ok().map(read_off)))
                .collect();
            list.add(round.file, round.round, &decisions);
            broken = list.check();
            if broken.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    })?;
    broken?;
    let read = read_document(&done.read);
    let players: Vec<PlayerReviewDocument> =
        done.players.iter().map(|(name, player)| player_document(name, player)).collect();
    list.end(&players, &read)?;
    if output.format != Format::Json {
        say(read.text(output.lang).trim_end());
    }
    whole(&done.read)
}

fn read_off(verdict: &Verdict) -> Told<'_> {
    Told {
        advice: &verdict.advice,
        shanten: verdict.shanten,
        chosen: verdict.chosen,
        loss: verdict.loss,
        win_loss: verdict.win_loss,
    }
}

fn player_document(name: &str, player: &PlayerReview) -> PlayerReviewDocument {
    let mean = |sum: &LossSum| {
        LossDocument::new(sum.decisions, sum.best, sum.loss, sum.squares, sum.win_loss)
    };
    PlayerReviewDocument {
        name: name.into(),
        all: mean(&player.all),
        by_shanten: player.by_shanten.iter().map(mean).collect(),
        marked: player.marked,
        unreviewed: player.unreviewed,
    }
}
