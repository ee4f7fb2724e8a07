//! Many hands, each with its own context, from a file that comes with the request.

use super::{
    job::{Context, Format, Job, Size, json},
    mahjong::BOUNDS,
};
use crate::{
    error::PARAMETERS,
    limits::{HANDS, HANDS_STATES, LISTED_BYTES, TABLE_BYTES, threads_of_one},
};
use bytes::Bytes;
use kakukin_core::{BadValue, checkpoint};
use kakukin_query::{
    AdviseQuery, CheckedHand, HandLines, InputError, ManyHands, ScoreQuery, Stopped, Unreadable,
    Watch, WinQuery, WorkUnit, answer_lines, check_usual,
};
use kakukin_report::{
    AdviseDocument, ErrorDetail, Lang, OneOfMany, RefusedHandDocument, ScoreDocument, WinDocument,
};

/// The part in which the lines come.
pub(super) const PART: &[&str] = &["hands"];
/// Hands that are worked out before their answers are written.
const TOGETHER: usize = 128;
/// How a line is written.
const LINE: &str = r#"{"hand": "234578m1689p357s1z", "dora": "4z"}"#;

/// The fields of one hand: lines have them, not the request.
pub(super) fn of_lines<Q: ManyHands>() -> Vec<&'static str> {
    [vec!["hand", "meld"], Q::alone()].concat()
}

pub(super) fn win(query: WinQuery, context: &Context) -> Result<Job, InputError> {
    many(query, context, WinDocument::new)
}

pub(super) fn score(query: ScoreQuery, context: &Context) -> Result<Job, InputError> {
    many(query, context, ScoreDocument::new)
}

pub(super) fn advise(query: AdviseQuery, context: &Context) -> Result<Job, InputError> {
    many(query, context, AdviseDocument::new)
}

/// Refuses so many of what there are at most so many.
fn too_many(given: impl std::fmt::Display, most: impl std::fmt::Display) -> InputError {
    InputError::new("hands", given, BadValue::TooMany, format!("<= {most}"))
}

fn many<Q: ManyHands + Send + 'static, D: OneOfMany + 'static>(
    query: Q,
    context: &Context,
    document: fn(&Q::Answer) -> D,
) -> Result<Job, InputError> {
    check_usual(&query, &BOUNDS)?;
    let [upload] = context.uploads.as_slice() else {
        return Err(InputError::new("hands", "", BadValue::Missing, LINE));
    };
    if upload.bytes.len() > TABLE_BYTES {
        let [given, most] = [upload.bytes.len(), TABLE_BYTES].map(|bytes| format!("{bytes} B"));
        return Err(too_many(given, most));
    }
    let (bytes, format, lang) = (upload.bytes.clone(), context.format, context.lang);
    Ok(Job::bytes(Size::Long, move |watch| {
        let hands = read(&query, &bytes)?;
        let states = hands.iter().map(|hand| {
            checkpoint();
            hand.states_about()
        });
        let states = states.fold(0, u64::saturating_add);
        if states > HANDS_STATES {
            let allowed = format!("<= {HANDS_STATES}");
            let error = InputError::new("hands", states, BadValue::TooMuchWork, allowed);
            return Err(error.into());
        }
        watch.begin(hands.len() as u64, WorkUnit::Hands);
        answered(&hands, document, format, lang, watch)
    }))
}

/// The hands of a file, checked; at least one, and not too many.
fn read<Q: ManyHands>(query: &Q, bytes: &Bytes) -> Result<Vec<CheckedHand<Q>>, InputError> {
    let mut source = HandLines::new(&bytes[..], query, &Q::alone());
    let mut hands = Vec::new();
    loop {
        checkpoint();
        let lines = source.read(1).map_err(|unreadable| match unreadable {
            Unreadable::Refused(error) => error,
            // Memory can always be read.
            Unreadable::Io(error) => InputError::new("hands", error, BadValue::BadForm, LINE),
        })?;
        if lines.is_empty() {
            break;
        }
        hands.extend(lines.into_iter().map(|line| line.check(&BOUNDS)));
        if hands.len() > HANDS {
            return Err(too_many(format!("> {HANDS}"), HANDS));
        }
    }
    if hands.is_empty() {
        return Err(InputError::new("hands", "", BadValue::Missing, LINE));
    }
    Ok(hands)
}

/// The answers, in order; a hand that is refused says why in its place.
fn answered<Q: ManyHands, D: OneOfMany>(
    hands: &[CheckedHand<Q>],
    document: fn(&Q::Answer) -> D,
    format: Format,
    lang: Lang,
    watch: &dyn Watch,
) -> Result<Vec<u8>, Stopped> {
    let csv = format == Format::Csv;
    let mut bytes = if csv { D::lines_header().into_bytes() } else { Vec::new() };
    for some in hands.chunks(TOGETHER) {
        for (hand, answer) in some.iter().zip(answer_lines(some, threads_of_one(), watch)) {
            checkpoint();
            let text = match answer {
                Ok(answer) => {
                    let mut document = document(&answer);
                    document.number(hand.number);
                    if csv { document.lines_rows().into_bytes() } else { line(&document) }
                }
                Err(Stopped::Refused(error)) => {
                    let error = ErrorDetail::new(&error, PARAMETERS, lang);
                    let refused = RefusedHandDocument::new(hand.number, &hand.hand, error);
                    if csv { refused.csv_row::<D>().into_bytes() } else { line(&refused) }
                }
                Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
            };
            bytes.extend(text);
            if bytes.len() > LISTED_BYTES {
                let [given, most] =
                    [">", ""].map(|than| format!("{than} {} MB", LISTED_BYTES >> 20));
                return Err(too_many(given.trim(), most.trim()).into());
            }
        }
    }
    Ok(bytes)
}

/// A document on a line of its own.
fn line(document: &impl serde::Serialize) -> Vec<u8> {
    let mut line = json(document);
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::job::Upload;
    use kakukin_query::{Fields, Problem, Unwatched};
    use kakukin_series::Stamp;
    use serde_json::Value;
    use std::ops::ControlFlow;

    type Ask<Q> = fn(Q, &Context) -> Result<Job, InputError>;

    fn job<Q: Fields>(
        ask: Ask<Q>,
        query: &[(&str, &str)],
        format: Format,
        hands: &str,
    ) -> Result<Job, InputError> {
        let bytes = Bytes::copy_from_slice(hands.as_bytes());
        let uploads = vec![Upload { part: "hands", name: "hands.jsonl".into(), bytes }];
        let now = || Stamp::try_from("2026-01-01T00:00:00Z".to_string()).unwrap();
        let context = Context { lang: Lang::EN, format, uploads, gzip: false, now, printer: None };
        ask(Q::read(query.iter().copied().collect())?, &context)
    }

    fn answer<Q: Fields>(
        ask: Ask<Q>,
        query: &[(&str, &str)],
        format: Format,
        hands: &str,
    ) -> Result<String, Stopped> {
        let bytes = (job(ask, query, format, hands)?.work)(&Unwatched)?;
        Ok(String::from_utf8(bytes).unwrap())
    }

    fn refused<Q: Fields>(
        ask: Ask<Q>,
        query: &[(&str, &str)],
        hands: &str,
    ) -> (&'static str, Problem) {
        match answer(ask, query, Format::Jsonl, hands) {
            Err(Stopped::Refused(error)) => (error.field, error.problem),
            other => panic!("{other:?}"),
        }
    }

    const HANDS_OF_A_FILE: &str = concat!(
        r#"{"hand": "456678m23357p556s", "dora": "4z", "seat": "E"}"#,
        "\n\n",
        r#"{"hand": "456678m23357p556s", "draws_left": 3}"#,
        "\n",
        r#"{"hand": "456678m23357p556s", "dora": "99999p"}"#,
        "\n",
        r#"{"hand": "34599m55666p77s3z", "meld": "pon:111z"}"#,
        "\n",
    );

    /// The very documents that each hand has by itself, in order, and a refusal in its place.
    #[test]
    fn every_line_is_answered_as_alone() {
        let usual = [("draws_left", "4"), ("seat", "S")];
        let lines = answer(score, &usual, Format::Jsonl, HANDS_OF_A_FILE).unwrap();
        let lines: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let numbers: Vec<u64> = lines.iter().map(|x| x["line"].as_u64().unwrap()).collect();
        assert_eq!(numbers, [1, 3, 4, 5]);
        let alone = |pairs: &[(&str, &str)]| {
            let query = ScoreQuery::read(pairs.iter().copied().collect()).unwrap();
            let result = query.job(&BOUNDS).unwrap().run(&Unwatched).unwrap();
            serde_json::to_value(ScoreDocument::new(&result)).unwrap()
        };
        let hand = ("hand", "456678m23357p556s");
        let first = alone(&[hand, ("dora", "4z"), ("seat", "E"), ("draws_left", "4")]);
        let second = alone(&[hand, ("seat", "S"), ("draws_left", "3")]);
        for (line, alone) in lines.iter().zip([first, second]) {
            for name in ["seat", "draws_left", "situation", "discards"] {
                assert_eq!(line[name], alone[name], "{name}");
            }
        }
        for (line, field) in [(&lines[2], "dora"), (&lines[3], "hand")] {
            assert_eq!(line["schema"], "kakukin/refused-hand/1");
            assert_eq!(line["error"]["field"], field);
            assert!(!line["error"]["message"].as_str().unwrap().is_empty());
        }
    }

    #[test]
    fn tables_and_advice() {
        let table = "hand;meld;dora\n456678m23357p556s;;4z\n34599m55666p7s;pon:111z;\nx;;\n";
        let usual = [("draws_left", "3")];
        let rows = answer(advise, &usual, Format::Csv, table).unwrap();
        let header = rows.lines().next().unwrap();
        assert!(header.starts_with("line,hand,rank,") && header.ends_with(",error"));
        assert!(rows.contains("\n2,456678m23357p556s,1,"), "{rows}");
        assert!(rows.lines().last().unwrap().starts_with("4,x,,"), "{rows}");
        let chances = answer(win, &usual, Format::Jsonl, "34599m55666p77s3z pon:111z\n").unwrap();
        assert!(chances.contains("kakukin/refused-hand/1"), "eleven tiles and a meld: {chances}");
        assert!(
            answer(win, &usual, Format::Jsonl, "456678m23357p556s").unwrap().contains("\"win\"")
        );
    }

    #[test]
    fn what_is_too_much_is_refused_before_it_is_worked_out() {
        let line = "{\"hand\": \"456678m23357p556s\"}\n";
        let problem = |problem: BadValue| ("hands", Problem::from(problem));
        assert_eq!(refused(win, &[], ""), problem(BadValue::Missing));
        assert_eq!(refused(win, &[], &line.repeat(HANDS + 1)), problem(BadValue::TooMany));
        assert_eq!(refused(win, &[], &"#\n".repeat(TABLE_BYTES)), problem(BadValue::TooMany));
        let far = "{\"hand\": \"147m258p369s12345z\"}\n".repeat(HANDS);
        assert_eq!(refused(score, &[], &far), problem(BadValue::TooMuchWork));
        let unknown = ("parameter", BadValue::Unknown.into());
        assert_eq!(refused(score, &[], "hand,colour\n1m,red\n"), unknown);
        assert_eq!(refused(score, &[("improve", "7")], line).0, "improve");
    }

    #[test]
    fn what_is_cancelled_is_no_answer() {
        struct Gone;
        impl Watch for Gone {
            fn begin(&self, _: u64, _: WorkUnit) {}
            fn at(&self, _: u64) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
        }
        let job = job(score, &[], Format::Jsonl, HANDS_OF_A_FILE).unwrap();
        assert!(matches!((job.work)(&Gone), Err(Stopped::Cancelled)));
    }
}
