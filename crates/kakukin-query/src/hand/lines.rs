//! Many hands as text, one a line, each with whatever else is seen and asked: objects, a table
//! with a header, or hands alone. Which of these it is shows in the first line.

use crate::{Field, Fields, InputError, Kind, Params, Problem};
use kakukin_core::BadValue;
use kakukin_records::table::Separator;
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::Value;
use std::{
    fmt,
    io::{self, BufRead, BufReader, ErrorKind, Read},
    marker::PhantomData,
};

/// The most bytes of a line.
pub const MAX_HAND_LINE: usize = 16 << 10;
/// The bytes that are read at a time, and so about those of the lines that are there at a time.
const READ: usize = 1 << 20;
/// How a line names what it gives.
const OBJECT: &str = r#"{"hand": "234578m1689p357s1z", "dora": "4z"}"#;

/// One line with a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandLine<Q> {
    /// Its number, from 1.
    pub number: usize,
    /// The hand as it is written; empty where there is none.
    pub hand: String,
    /// What is asked of it, or why that is refused.
    pub asked: Result<Q, InputError>,
}

/// Why no more lines can be read.
#[derive(Debug)]
pub enum Unreadable {
    /// The source fails.
    Io(io::Error),
    /// A header that makes nothing of the lines below it.
    Refused(InputError),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<InputError> for Unreadable {
    fn from(error: InputError) -> Self {
        Self::Refused(error)
    }
}

/// What the lines are.
enum Form {
    Hands,
    Objects,
    /// The columns by their names.
    Table(Separator, Vec<Field>),
}

/// Reads hands line by line. What a line does not say is as in the question that all share.
pub struct HandLines<R, Q> {
    source: BufReader<R>,
    usual: Params,
    fields: Vec<Field>,
    form: Option<Form>,
    number: usize,
    bytes: u64,
    question: PhantomData<fn() -> Q>,
}

impl<R: Read, Q: Fields> HandLines<R, Q> {
    /// The hands of a source; lines cannot give the fields that are `hidden`.
    pub fn new(source: R, usual: &Q, hidden: &[&str]) -> Self {
        let mut given = Params::default();
        usual.give(&mut given);
        let mut fields = Q::fields();
        fields.retain(|field| !hidden.contains(&field.name));
        let source = BufReader::with_capacity(READ, source);
        let question = PhantomData;
        Self { source, usual: given, fields, form: None, number: 0, bytes: 0, question }
    }

    /// How many bytes were read.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The next lines with hands: those that are there, at least one and at most so many. It is
    /// waited for the first of them only. None at the end.
    pub fn read(&mut self, most: usize) -> Result<Vec<HandLine<Q>>, Unreadable> {
        let mut lines = Vec::new();
        while lines.len() < most && (lines.is_empty() || self.source.buffer().contains(&b'\n')) {
            let Some(line) = self.line()? else { break };
            self.number += 1;
            lines.extend(self.hand(line)?);
        }
        Ok(lines)
    }

    /// The next line, as far as it is not too long; none at the end.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let begun = self.bytes;
        loop {
            let there = match self.source.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                there => there?,
            };
            let end = there.iter().position(|&byte| byte == b'\n');
            let taken = end.map_or(there.len(), |end| end + 1);
            let room = (MAX_HAND_LINE + 1).saturating_sub(line.len());
            line.extend_from_slice(&there[..end.unwrap_or(taken).min(room)]);
            self.source.consume(taken);
            self.bytes += taken as u64;
            if end.is_some() || taken == 0 {
                return Ok((self.bytes > begun).then_some(line));
            }
        }
    }

    /// What a line says of a hand; nothing if it is empty, a comment or the header.
    fn hand(&mut self, line: Vec<u8>) -> Result<Option<HandLine<Q>>, InputError> {
        let number = self.number;
        let refused = |error| Ok(Some(HandLine { number, hand: String::new(), asked: Err(error) }));
        if line.len() > MAX_HAND_LINE {
            let allowed = format!("<= {MAX_HAND_LINE}");
            let value = format!("> {MAX_HAND_LINE}");
            return refused(InputError::new("hands", value, BadValue::TooLong, allowed));
        }
        let Ok(text) = str::from_utf8(&line) else {
            let value = String::from_utf8_lossy(&line);
            return refused(InputError::new("hands", value, Problem::NotText, "UTF-8"));
        };
        // Some editors begin a file with a mark of its encoding.
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() || text.starts_with('#') {
            return Ok(None);
        }
        let given = match &self.form {
            None => {
                let (form, is_header) = self.form_of(text)?;
                self.form = Some(form);
                if is_header {
                    return Ok(None);
                }
                return self.hand(line);
            }
            Some(Form::Hands) => {
                let hand = text.split('#').next().unwrap_or(text).trim();
                Ok([("hand", hand)].into_iter().collect())
            }
            Some(Form::Objects) => self.object(text),
            Some(Form::Table(separator, columns)) => row(text, *separator, columns),
        };
        let given: Params = match given {
            Ok(given) => given,
            Err(error) => return refused(error),
        };
        let hand = given.get("hand").unwrap_or_default().to_string();
        let asked = Q::read(self.usual.clone().with(given));
        Ok(Some(HandLine { number, hand, asked }))
    }

    /// What the lines are by the first of them, and whether that is a header.
    fn form_of(&self, first: &str) -> Result<(Form, bool), InputError> {
        if first.starts_with('{') {
            return Ok((Form::Objects, false));
        }
        let separator = Separator::of(first);
        let names = cells(first, separator)?;
        if !names.iter().any(|name| self.field(name).is_ok()) {
            return Ok((Form::Hands, false));
        }
        let columns: Vec<Field> =
            names.iter().map(|name| self.field(name)).collect::<Result<_, _>>()?;
        for (at, field) in columns.iter().enumerate() {
            if field.kind != Kind::List && columns[..at].contains(field) {
                return Err(InputError::new("hands", field.name, BadValue::Twice, "1"));
            }
        }
        // Without a hand there is nothing that the lines could be about.
        let hand = self.field("hand")?;
        if !columns.contains(&hand) {
            return Err(InputError::new("hands", first, Problem::NoHandColumn, hand.name));
        }
        Ok((Form::Table(separator, columns), true))
    }

    /// The field of a name.
    fn field(&self, name: &str) -> Result<Field, InputError> {
        let found = self.fields.iter().find(|field| field.name == name).copied();
        found.ok_or_else(|| {
            let names: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
            InputError::new("parameter", name, BadValue::Unknown, names.join(", "))
        })
    }

    /// What an object gives.
    fn object(&self, text: &str) -> Result<Params, InputError> {
        let Ok(Members(members)) = serde_json::from_str(text) else {
            return Err(InputError::new("hands", text, BadValue::BadForm, OBJECT));
        };
        let mut given = Params::default();
        for (name, value) in members {
            let field = self.field(&name)?;
            let texts = match value {
                // Nothing is said.
                Value::Null => continue,
                Value::Array(list) => list.iter().map(word).collect(),
                one => word(&one).map(|text| vec![text]),
            };
            let texts: Option<Vec<String>> = texts;
            let texts = texts.ok_or_else(|| {
                InputError::new("parameter", &name, BadValue::BadForm, field.value)
            })?;
            given.add_all(name, texts);
        }
        Ok(given)
    }
}

/// A value that is one word.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(said) => Some(said.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// The cells of a row.
fn cells(text: &str, separator: Separator) -> Result<Vec<String>, InputError> {
    let refused = || InputError::new("hands", text, BadValue::BadForm, "CSV");
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader
        .has_headers(false)
        .delimiter(separator.byte())
        .from_reader(separator.narrowed(text.as_bytes()));
    let record = reader.records().next().ok_or_else(refused)?.map_err(|_| refused())?;
    Ok(record.iter().map(|cell| cell.trim().to_string()).collect())
}

/// What a row of a table gives. An empty cell says nothing; that of a list may have several words.
fn row(text: &str, separator: Separator, columns: &[Field]) -> Result<Params, InputError> {
    let cells = cells(text, separator)?;
    if let Some(more) = cells.iter().skip(columns.len()).find(|cell| !cell.is_empty()) {
        let allowed = columns.len();
        return Err(InputError::new("hands", more, Problem::NoColumn, allowed));
    }
    let mut given = Params::default();
    for (field, cell) in columns.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
        match field.kind {
            Kind::List => given.add_all(field.name, cell.split_whitespace().map(String::from)),
            Kind::Text | Kind::Flag => given.add(field.name, cell),
        }
    }
    Ok(given)
}

/// The members of an object in their order, also those that are there twice.
struct Members(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ScoreQuery;
    use proptest::prelude::*;

    fn lines(usual: &[(&str, &str)], text: &[u8]) -> Result<Vec<HandLine<ScoreQuery>>, String> {
        let usual = ScoreQuery::read(usual.iter().copied().collect()).unwrap();
        let mut source = HandLines::new(text, &usual, &["verify"]);
        let mut all = Vec::new();
        loop {
            match source.read(2) {
                Ok(lines) if lines.is_empty() => break,
                Ok(lines) => all.extend(lines),
                Err(Unreadable::Refused(error)) => return Err(error.to_string()),
                Err(Unreadable::Io(error)) => panic!("{error}"),
            }
        }
        assert_eq!(source.bytes(), text.len() as u64);
        Ok(all)
    }

    /// The questions of lines with their numbers.
    fn asked(usual: &[(&str, &str)], text: &str) -> Vec<(usize, ScoreQuery)> {
        let lines = lines(usual, text.as_bytes()).unwrap();
        lines.into_iter().map(|line| (line.number, line.asked.unwrap())).collect()
    }

    fn query(pairs: &[(&str, &str)]) -> ScoreQuery {
        ScoreQuery::read(pairs.iter().copied().collect()).unwrap()
    }

    fn refusals(text: &[u8]) -> Vec<(usize, &'static str, Problem)> {
        let refused = |line: HandLine<ScoreQuery>| {
            line.asked.err().map(|e| (line.number, e.field, e.problem))
        };
        lines(&[], text).unwrap().into_iter().filter_map(refused).collect()
    }

    #[test]
    fn hands_alone_have_what_all_share() {
        let text = "\u{feff}# hands\r\n123m\r\n\n456m pon:111z # one\n789m";
        let usual = [("dora", "4z"), ("no_riichi", "")];
        let with = |hand| query(&[("hand", hand), usual[0], usual[1]]);
        let wanted = [(2, with("123m")), (4, with("456m pon:111z")), (5, with("789m"))];
        assert_eq!(asked(&usual, text), wanted);
    }

    #[test]
    fn objects_give_what_differs() {
        let usual = [("dora", "4z"), ("seat", "E"), ("no_riichi", "")];
        let text = concat!(
            r#"{"hand": "123m", "dora": ["1m", "2m"], "honba": 2, "no_riichi": false}"#,
            "\n",
            r#"{"meld": "pon:111z", "hand": "456m", "dora": [], "seat": null}"#,
        );
        let first =
            [("hand", "123m"), ("dora", "1m"), ("dora", "2m"), ("honba", "2"), ("seat", "E")];
        let second = [("hand", "456m"), ("meld", "pon:111z"), ("seat", "E"), ("no_riichi", "")];
        assert_eq!(asked(&usual, text), [(1, query(&first)), (2, query(&second))]);
    }

    #[test]
    fn tables_have_a_column_for_each_name() {
        let rows = "123m;4z 5z;;2\n\"456m pon:111z\";;;\n";
        let wanted = [
            (2, query(&[("hand", "123m"), ("dora", "4z"), ("dora", "5z"), ("honba", "2")])),
            (3, query(&[("hand", "456m pon:111z"), ("all", "")])),
        ];
        for separator in [";", ",", "\t", "，", "、", "；"] {
            let text = format!("hand;dora;all;honba\n{}", rows.replace(";;;\n", ";;true;\n"));
            let text = text.replace(';', separator);
            assert_eq!(asked(&[], &text), wanted, "{separator}");
        }
        assert_eq!(asked(&[], "hand\n123m\n"), [(2, query(&[("hand", "123m")]))]);
        // A list may have several columns.
        let melds = query(&[("hand", "1m"), ("meld", "pon:111z"), ("meld", "pon:222z")]);
        assert_eq!(asked(&[], "hand,meld,meld\n1m,pon:111z,pon:222z\n"), [(2, melds)]);
    }

    #[test]
    fn headers_that_make_no_sense_are_refused() {
        for (header, problem) in [
            ("hand,colour", "unknown"),
            ("hand,verify", "unknown"),
            ("hand,honba,honba", "twice"),
            ("dora,seen", "no_hand_column"),
        ] {
            let error = lines(&[], format!("{header}\n1,2,3\n").as_bytes()).unwrap_err();
            assert!(error.contains(problem), "{header}: {error}");
        }
    }

    #[test]
    fn a_bad_line_does_not_stop_the_others() {
        let long = format!("{{\"hand\": \"{}\"}}", "1".repeat(MAX_HAND_LINE));
        let text = [
            br#"{"hand": "123m"}"#,
            &br#"{"hand": "123m", "colour": 1}"#[..],
            br#"{"hand": "123m", "dora": {}}"#,
            br#"{"hand": "123m", "honba": [1, 2]}"#,
            br#"{"hand": "123m", "hand": "456m"}"#,
            br#"{"hand": "123m""#,
            b"123m",
            b"{\"hand\": \"\xff\"}",
            long.as_bytes(),
            br#"{"dora": "1m", "no_riichi": "perhaps"}"#,
            br#"{"hand": "123m"}"#,
        ];
        let wanted = [
            (2, "parameter", BadValue::Unknown.into()),
            (3, "parameter", BadValue::BadForm.into()),
            (4, "honba", BadValue::Twice.into()),
            (5, "hand", BadValue::Twice.into()),
            (6, "hands", BadValue::BadForm.into()),
            (7, "hands", BadValue::BadForm.into()),
            (8, "hands", Problem::NotText),
            (9, "hands", BadValue::TooLong.into()),
            (10, "no_riichi", BadValue::Unknown.into()),
        ];
        assert_eq!(refusals(&text.join(&b'\n')), wanted);
        let wanted = [(2, "hands", Problem::NoColumn)];
        assert_eq!(refusals(b"hand,dora\n1m,2m,3m\n4m,5m,\n"), wanted);
    }

    /// A line at a time as it comes, and no waiting where there is one.
    #[test]
    fn lines_are_taken_as_they_come() {
        struct Pieces(Vec<&'static [u8]>);
        impl Read for Pieces {
            fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
                if self.0.is_empty() {
                    return Ok(0);
                }
                let piece = self.0.remove(0);
                into[..piece.len()].copy_from_slice(piece);
                Ok(piece.len())
            }
        }
        let pieces = Pieces(vec![b"12", b"3m\n4m\n5", b"m\n", b"6m"]);
        let mut source = HandLines::new(pieces, &ScoreQuery::default(), &[]);
        let mut counts = Vec::new();
        loop {
            let lines = source.read(10).unwrap();
            if lines.is_empty() {
                break;
            }
            counts.push(lines.iter().map(|line| line.hand.clone()).collect::<Vec<_>>());
        }
        assert_eq!(counts, [vec!["123m", "4m"], vec!["5m"], vec!["6m"]]);
    }

    proptest! {
        /// Whatever stands there, every line that is not empty is answered or a comment.
        #[test]
        fn any_bytes_are_read(text in proptest::collection::vec(any::<u8>(), 0..200), head in 0..4usize) {
            let heads: [&[u8]; 4] = [b"", b"hand,dora\n", b"{}\n", b"1m\n"];
            let text = [heads[head], &text].concat();
            if let Ok(lines) = lines(&[], &text) {
                let count = text.split(|&byte| byte == b'\n').count();
                prop_assert!(lines.len() <= count);
                prop_assert!(lines.windows(2).all(|two| two[0].number < two[1].number));
            }
        }

        /// A question that is written as a line is read as the same question.
        #[test]
        fn objects_say_what_a_question_gives(
            hand in "[1-9]{1,4}m", dora in proptest::collection::vec("[1-9]z", 0..3),
            seat in proptest::option::of("[ESWN]"), all: bool,
        ) {
            let mut given = Params::default();
            given.add("hand", &hand);
            dora.iter().for_each(|text| given.add("dora", text));
            seat.iter().for_each(|text| given.add("seat", text));
            if all { given.add("all", "true") }
            let question = ScoreQuery::read(given).unwrap();
            let line = serde_json::json!({
                "hand": hand, "dora": dora, "seat": seat, "all": all,
            });
            let lines = lines(&[("dora", "9z"), ("all", "true")], line.to_string().as_bytes());
            prop_assert_eq!(&lines.unwrap()[0].asked, &Ok(question));
        }
    }
}
