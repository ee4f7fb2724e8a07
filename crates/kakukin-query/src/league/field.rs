//! The players of a study and who meets whom, from tables as spreadsheets write them.

use crate::{
    InputError, Problem,
    delimited::{Row, rows},
    pairings::read_pairings,
    words::MAX_WORDS,
};
use kakukin_core::{BadValue, Comma, Unit, Written, as_seen, to_f64};
use kakukin_league::{Entrant, MAX_ENCOUNTERS, MAX_STUDY_PLAYERS, Schedule};
use kakukin_records::table::heading;
use kakukin_series::MAX_ELO;
use std::collections::{BTreeMap, BTreeSet};

/// The form of a field, as a refusal shows it.
const FORM: &str = "CSV, xlsx: name,elo";
/// The form of pairings.
const GAMES_FORM: &str = "CSV, xlsx: first,second";
/// Ratings beyond this are slips.
const MAX_RATING: f64 = 100_000.0;

/// What the columns can be called, in small letters and without spaces.
const NAMES: &[&str] = &["name", "player", "名前", "氏名", "選手", "選手名", "対局者", "棋士"];
const RATINGS: &[&str] =
    &["elo", "rating", "r", "elorating", "レーティング", "レート", "レイティング", "点数"];

const SEEDS: &[&str] = &["seed", "シード", "シード順"];

/// Reads `name,elo`, with or without a header in either language, which may also put the
/// columns in another order or have more of them.
pub(super) fn read_field(text: &[u8]) -> Result<Vec<Entrant>, InputError> {
    Ok(read_entrants(text, MAX_STUDY_PLAYERS)?.0)
}

/// Reads the players of an event, in the order of their seeds if there is a column of these.
pub(super) fn read_players(
    text: &[u8],
    file: &str,
    most: usize,
) -> Result<Vec<Entrant>, InputError> {
    let read = read_entrants(text, most).and_then(|(mut entrants, mut seeds)| {
        if seeds.iter().any(Option::is_some) {
            let count = entrants.len();
            let mut order: Vec<usize> = (0..count).collect();
            order.sort_by_key(|&k| seeds[k]);
            seeds.sort_unstable();
            if seeds.iter().any(Option::is_none) || seeds.windows(2).any(|two| two[0] == two[1]) {
                let allowed = format!("seed: 1..{count}");
                return Err(InputError::new("field", "", Problem::BadSeeds, allowed));
            }
            entrants = order.into_iter().map(|k| entrants[k].clone()).collect();
        }
        Ok(entrants)
    });
    read.map_err(|error| {
        let of_all = error.problem == BadValue::OutOfRange || error.problem == Problem::TooFarApart;
        let error = if of_all { error } else { super::study::in_file(error, file) };
        error.in_field("entrants")
    })
}

/// Players, and the seed of each where there is one.
type Entrants = (Vec<Entrant>, Vec<Option<u32>>);

fn read_entrants(text: &[u8], most: usize) -> Result<Entrants, InputError> {
    let refuse = |value: String, problem| InputError::new("field", value, problem, FORM);
    let of_count = |count: usize| {
        let allowed = format!("2..{most}");
        InputError::new("field", count, BadValue::OutOfRange, allowed)
    };
    // All of them: a refusal says how many there are.
    let headed = |first: &[String]| columns(first).is_some();
    let rows = rows(text, usize::MAX, headed).map_err(|problem| refuse(String::new(), problem))?;
    let Some(first) = rows.first() else {
        return Err(refuse(String::new(), BadValue::BadForm.into()));
    };
    let ([name, elo], width, players) = match columns(&first.fields) {
        Some(columns) => (columns, first.fields.len(), &rows[1..]),
        // A header that is not known must not become a player.
        None if first.fields.get(1).is_none_or(|text| rating(text).is_none()) => {
            return Err(refuse(first.named(&first.fields.join(",")), Problem::BadHeader));
        }
        None => ([0, 1], 2, &rows[..]),
    };
    if !(2..=most).contains(&players.len()) {
        return Err(of_count(players.len()));
    }
    let seeded = match players.len() == rows.len() {
        // Without a header a third column of whole numbers.
        true => Some(2),
        false => first.fields.iter().position(|text| SEEDS.contains(&heading(text).as_str())),
    };
    let mut seen = BTreeSet::new();
    let mut seeds = Vec::with_capacity(players.len());
    let mut entrants = Vec::with_capacity(players.len());
    for row in players {
        let refuse = |problem| Err(refuse(row.named(&row.fields.join(",")), problem));
        let fields = with_thousands(row, elo, width);
        let field = |column: usize| fields.get(column).map_or("", String::as_str);
        let (name, elo) = (field(name), rating(field(elo)));
        let Some(elo) = elo else {
            let value = row.named(&row.fields.join(","));
            let allowed = format!("-{MAX_RATING}..{MAX_RATING}");
            return Err(InputError::new("field", value, BadValue::NotANumber, allowed));
        };
        if name.is_empty() || name.chars().count() > MAX_WORDS {
            return refuse(BadValue::BadForm.into());
        }
        if !seen.insert(as_seen(name)) {
            return refuse(Problem::SamePlayer);
        }
        entrants.push(Entrant { name: name.to_string(), elo });
        let seed = seeded.and_then(|column| fields.get(column)?.parse().ok());
        seeds.push(seed.filter(|seed| *seed >= 1));
    }
    let elo = |pick: fn(f64, f64) -> f64| entrants.iter().map(|x| x.elo).reduce(pick);
    let apart = elo(f64::max).unwrap_or(0.0) - elo(f64::min).unwrap_or(0.0);
    if apart > MAX_ELO {
        let allowed = format!("<= {MAX_ELO}");
        return Err(InputError::new("field", apart, Problem::TooFarApart, allowed));
    }
    Ok((entrants, seeds))
}

/// Reads pairings `first,second` of players of the field.
pub(super) fn read_games(text: &[u8], field: &[Entrant]) -> Result<Vec<[usize; 2]>, InputError> {
    let numbers: BTreeMap<&str, usize> =
        field.iter().enumerate().map(|(k, entrant)| (entrant.name.as_str(), k)).collect();
    let (table, _) = read_pairings("schedule", GAMES_FORM, text, MAX_ENCOUNTERS)?;
    let number = |name: &str| {
        let known = numbers.get(name).copied();
        known.ok_or_else(|| InputError::new("schedule", name, Problem::NotInDataSet, "FIELD"))
    };
    table.pairings.iter().map(|pairing| Ok([number(&pairing.a)?, number(&pairing.b)?])).collect()
}

/// Reads `single`, `double`, `lots` or `rounds=N`; `None` if it must be a file.
pub(super) fn schedule_of(text: &str) -> Result<Option<Schedule>, InputError> {
    Ok(Some(match text {
        "single" => Schedule::Single,
        "double" => Schedule::Double,
        "lots" => Schedule::Lots,
        _ => match text.strip_prefix("rounds=") {
            Some(rounds) => {
                let most = MAX_ENCOUNTERS as u32;
                let rounds = rounds.parse().ok().filter(|n| (1..=most).contains(n));
                Schedule::Rounds(rounds.ok_or_else(|| {
                    let allowed = format!("rounds=N (1..{most})");
                    InputError::new("schedule", text, BadValue::BadForm, allowed)
                })?)
            }
            None => return Ok(None),
        },
    }))
}

fn columns(header: &[String]) -> Option<[usize; 2]> {
    let names: Vec<String> = header.iter().map(|field| heading(field)).collect();
    let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
    Some([find(NAMES)?, find(RATINGS)?])
}

/// The fields of a row. Where it has more of them than its table has columns, an unquoted `1,500`
/// in the column of ratings has become two, and is made one again.
fn with_thousands(row: &Row, elo: usize, width: usize) -> Vec<String> {
    let mut fields = row.fields.clone();
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if fields.len() > width
        && let Some([whole, rest]) = fields.get(elo..elo + 2)
        && (1..=3).contains(&whole.len())
        && rest.len() == 3
        && digits(whole)
        && digits(rest)
    {
        let rest = fields.remove(elo + 1);
        fields[elo] += &rest;
    }
    fields
}

fn rating(text: &str) -> Option<f64> {
    let written = Written::read(text, Comma::Thousands).ok();
    let elo = to_f64(&written.filter(|written| written.unit == Unit::Bare)?.value());
    (elo.abs() <= MAX_RATING).then_some(elo)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entrant(name: &str, elo: f64) -> Entrant {
        Entrant { name: name.into(), elo }
    }

    #[test]
    fn headers_in_both_languages_and_none() {
        let wanted = [entrant("佐藤", 1850.0), entrant("O'Hara, Ann", 1700.5)];
        let rows = "佐藤,1850\r\n\"O'Hara, Ann\",1700.5\r\n";
        for header in
            ["", "name,elo\n", "\u{feff}名前,レーティング\r\n", "氏名,Ｒ\n", "選手, Rating\n"]
        {
            let read = read_field(format!("{header}{rows}").as_bytes()).unwrap();
            assert_eq!(read, wanted, "{header}");
        }
        let mixed = "R;段位;氏名\n1850;四段;佐藤\n1700.5;三段;O'Hara, Ann\n";
        assert_eq!(read_field(mixed.as_bytes()).unwrap(), wanted);
    }

    #[test]
    fn thousands_with_commas() {
        let wanted = [entrant("x", 1500.0), entrant("y", 950.0)];
        for text in [
            "x,1,500\ny,950\n",
            "name,elo\nx,\"1,500\"\ny,950\n",
            "name,elo\nx,1,500\ny,950\n",
            "elo,name\n1,500,x\n950,y\n",
            "name;elo\nx;1,500\ny;950,0\n",
            "name,elo,club\nx,1,500,Ueno\ny,950,Ueno\n",
        ] {
            assert_eq!(read_field(text.as_bytes()).unwrap(), wanted, "{text}");
        }
        // Three columns, whatever the third is.
        let text = "name,elo,board\nx,15,100\ny,950,101\n";
        assert_eq!(read_field(text.as_bytes()).unwrap()[0].elo, 15.0);
    }

    #[test]
    fn refusals() {
        let problem = |text: &str| read_field(text.as_bytes()).unwrap_err().problem;
        assert_eq!(problem(""), BadValue::BadForm);
        assert_eq!(problem("who,strength\nx,1\ny,2\n"), Problem::BadHeader);
        assert_eq!(problem("x,1500\n"), BadValue::OutOfRange);
        assert_eq!(problem("x,1500\ny,high\n"), BadValue::NotANumber);
        assert_eq!(problem("x,1500\nx,1600\n"), Problem::SamePlayer);
        assert_eq!(problem("x,1500\n,1600\n"), BadValue::BadForm);
        assert_eq!(problem("x,1500\ny,15%\n"), BadValue::NotANumber);
        assert_eq!(problem("x,0\ny,4001\n"), Problem::TooFarApart);
        let (shift_jis, ..) = encoding_rs::SHIFT_JIS.encode("氏名,点数\n佐藤,1850\n鈴木,1700\n");
        assert_eq!(read_field(&shift_jis).unwrap()[0], entrant("佐藤", 1850.0));
        assert_eq!(read_field(b"\0\x01\xff").unwrap_err().problem, Problem::NotText);
        let error = read_field(b"x,1500\ny,1e9\n").unwrap_err();
        assert_eq!((error.value.as_str(), error.allowed.as_str()), ("2: y,1e9", "-100000..100000"));
        let many: String = (0..650).map(|k| format!("player {k},1500\n")).collect();
        let error = read_field(many.as_bytes()).unwrap_err();
        assert_eq!((error.problem, error.value.as_str()), (BadValue::OutOfRange.into(), "650"));
    }

    #[test]
    fn pairings_are_of_the_field() {
        let field = [entrant("x", 1.0), entrant("y", 0.0)];
        let games = read_games(b"first,second\ny,x\nx,y\n", &field).unwrap();
        assert_eq!(games, [[1, 0], [0, 1]]);
        let error = read_games("先手,後手\nx,z\n".as_bytes(), &field).unwrap_err();
        assert_eq!((error.field, error.problem), ("schedule", Problem::NotInDataSet));
        for text in ["x\n", "x,x\n", "round,x,y,z\n1,x,y,z\n", ""] {
            let error = read_games(text.as_bytes(), &field).unwrap_err();
            assert_eq!((error.field, error.allowed.as_str()), ("schedule", GAMES_FORM), "{text}");
        }
    }

    #[test]
    fn words_for_schedules() {
        assert_eq!(schedule_of("rounds=9").unwrap(), Some(Schedule::Rounds(9)));
        for text in ["rounds=", "rounds=0", "rounds=-1", "rounds=99999999999"] {
            assert!(schedule_of(text).is_err(), "{text}");
        }
        assert_eq!(schedule_of("games.csv").unwrap(), None);
    }
}
