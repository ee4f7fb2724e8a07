//! Tenhou's XML (mjlog): a flat list of elements. Draws and discards are letters of the seat with
//! one of 136 tiles, calls are bit fields, points are in hundreds.

use crate::{
    Ending, Event, Face, Fault, Game, LoggedWin, Round, Said, Trouble,
    rounds::{Rounds, seat},
    tenhou,
    text::unescape,
};
use kakukin_mahjong::{MeldKind, Players, Rules, Wind};
use memchr::memchr;
use std::sync::Arc;

/// Bits of the rules: no red fives, no open tanyao, three players.
const NO_REDS: u64 = 2;
const NO_KUITAN: u64 = 4;
const THREE: u64 = 16;
/// The type that GO has unless it says so: four players, red fives, both rounds.
const USUAL: u64 = 9;

pub(crate) fn read(bytes: &[u8], rounds: &mut Rounds<'_>) -> Result<(), Fault> {
    let mut reader = Reader { names: Vec::new(), kind: USUAL, game: None, drawn: [None; 4] };
    let mut rest = bytes;
    let mut closed = false;
    while let Some(at) = memchr(b'<', rest) {
        rest = &rest[at + 1..];
        let Some(end) = memchr(b'>', rest) else {
            return Err(Fault::new(Trouble::CutOff, String::from_utf8_lossy(rest)));
        };
        let element = String::from_utf8_lossy(&rest[..end]);
        rest = &rest[end + 1..];
        closed = element.starts_with("/mjlog");
        reader.element(element.trim_end_matches('/').trim(), rounds)?;
        if rounds.stopped() {
            return Ok(());
        }
    }
    if closed { Ok(()) } else { Err(Fault::new(Trouble::CutOff, "mjloggm")) }
}

struct Reader {
    names: Vec<String>,
    kind: u64,
    /// The game, once a round has begun.
    game: Option<Arc<Game>>,
    /// What each seat has drawn last, if it is still to be discarded.
    drawn: [Option<usize>; 4],
}

/// An element: its name, and its attributes by name.
struct Element<'t> {
    name: &'t str,
    attributes: &'t str,
}

impl<'t> Element<'t> {
    fn new(text: &'t str) -> Self {
        let (name, attributes) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Self { name, attributes }
    }

    fn get(&self, wanted: &str) -> Option<&'t str> {
        let mut rest = self.attributes;
        while let Some((name, after)) = rest.split_once('=') {
            let quote = after.trim_start().chars().next().filter(|c| matches!(c, '"' | '\''))?;
            let (value, after) = after.trim_start()[1..].split_once(quote)?;
            if name.trim() == wanted {
                return Some(value);
            }
            rest = after;
        }
        None
    }

    fn bad(&self) -> Fault {
        Fault::new(Trouble::BadForm, format!("{} {}", self.name, self.attributes))
    }

    fn number(&self, wanted: &str) -> Result<u64, Fault> {
        self.get(wanted).and_then(|text| text.trim().parse().ok()).ok_or_else(|| self.bad())
    }

    /// Whole numbers with commas; what is beyond the points of any game is none.
    fn numbers(&self, wanted: &str) -> Result<Vec<i64>, Fault> {
        let Some(text) = self.get(wanted).filter(|text| !text.is_empty()) else {
            return Ok(Vec::new());
        };
        let number = |word: &str| {
            let number = word.trim().parse::<f64>().ok().filter(|x| x.abs() < 1e6);
            number.map(|x| x as i64).ok_or_else(|| self.bad())
        };
        text.split(',').map(number).collect()
    }
}

/// Points that are written in hundreds.
fn hundreds(points: i64) -> i32 {
    points as i32 * 100
}

impl Reader {
    fn seats(&self) -> usize {
        if self.kind & THREE == 0 { 4 } else { 3 }
    }

    fn face(&self, number: i64) -> Result<Face, Fault> {
        let face = usize::try_from(number).ok().and_then(|n| Face::from_number(n, self.reds()));
        face.ok_or_else(|| Fault::new(Trouble::BadTile, number))
    }

    fn faces(&self, numbers: Vec<i64>) -> Result<Vec<Face>, Fault> {
        numbers.into_iter().map(|number| self.face(number)).collect()
    }

    fn reds(&self) -> bool {
        self.kind & NO_REDS == 0
    }

    fn seat(&self, number: u64) -> Result<usize, Fault> {
        seat(number, self.seats())
    }

    fn element(&mut self, text: &str, rounds: &mut Rounds<'_>) -> Result<(), Fault> {
        let element = Element::new(text);
        match element.name {
            "GO" => {
                self.kind = element.number("type").unwrap_or(USUAL);
                self.new_game(rounds);
            }
            // Whoever comes back in the middle of a game names only themselves.
            "UN" if element.get("n1").is_some() || self.names.is_empty() => {
                let name = |key| element.get(key).map(|text| unescape(text.as_bytes()));
                self.names = ["n0", "n1", "n2", "n3"].into_iter().map_while(name).collect();
                self.game = None;
            }
            "INIT" => self.init(&element, rounds)?,
            "N" => {
                let seat = self.seat(element.number("who")?)?;
                let event = self.call(seat, element.number("m")?)?;
                rounds.push(event)?;
            }
            "DORA" => {
                let indicator = self.face(element.number("hai")? as i64)?;
                rounds.push(Event::Dora { indicator })?;
            }
            "REACH" => {
                let seat = self.seat(element.number("who")?)?;
                rounds.push(match element.number("step")? {
                    1 => Event::Riichi { seat },
                    _ => Event::RiichiStands { seat },
                })?;
            }
            "AGARI" => {
                let win = self.win(&element)?;
                rounds.push(Event::Win(Box::new(win)))?;
            }
            "RYUUKYOKU" => {
                let how = match element.get("type") {
                    None => Ending::Exhausted,
                    Some("nm") => Ending::NagashiMangan,
                    Some("yao9") => Ending::NineTerminals,
                    Some("reach4") => Ending::FourRiichi,
                    Some("ron3") => Ending::ThreeWins,
                    Some("kan4") => Ending::FourKans,
                    Some("kaze4") => Ending::FourWinds,
                    Some(_) => Ending::Unknown,
                };
                let (_, deltas) = self.points(&element)?;
                rounds.push(Event::Ended { how, deltas })?;
            }
            name => return self.tile(name, rounds),
        }
        Ok(())
    }

    /// What follows belongs to another game.
    fn new_game(&mut self, rounds: &mut Rounds<'_>) {
        rounds.finish();
        self.game = None;
        self.names.clear();
    }

    /// `T12`, `D12`: a letter of the seat and a tile, which may be hidden. Whatever else there is
    /// is not about the game.
    fn tile(&mut self, name: &str, rounds: &mut Rounds<'_>) -> Result<(), Fault> {
        let mut letters = name.chars();
        let (Some(letter), number) = (letters.next(), letters.as_str()) else { return Ok(()) };
        if !number.bytes().all(|digit| digit.is_ascii_digit()) || number.len() > 3 {
            return Ok(());
        }
        let number: Option<usize> = number.parse().ok();
        let face = number.map(|number| self.face(number as i64)).transpose()?;
        if let Some(seat) = "TUVW".find(letter) {
            let seat = self.seat(seat as u64)?;
            self.drawn[seat] = number;
            return rounds.push(Event::Draw { seat, tile: face });
        }
        // In the log of one player small letters are tiles that are discarded as drawn.
        let small = letter.is_ascii_lowercase();
        let (Some(seat), Some(tile)) = ("DEFG".find(letter.to_ascii_uppercase()), face) else {
            return Ok(());
        };
        let seat = self.seat(seat as u64)?;
        let drawn = small || (self.drawn[seat] == number);
        self.drawn[seat] = None;
        rounds.push(Event::Discard { seat, tile, drawn })
    }

    fn init(&mut self, element: &Element<'_>, rounds: &mut Rounds<'_>) -> Result<(), Fault> {
        rounds.finish();
        let seats = self.seats();
        let [number, honba, sticks, _, _, dora] = element.numbers("seed")?[..] else {
            return Err(element.bad());
        };
        let ten = element.numbers("ten")?;
        if ten.len() < seats {
            return Err(element.bad());
        }
        let mut hands = Vec::new();
        for key in ["hai0", "hai1", "hai2", "hai3"].into_iter().take(seats) {
            let hand = self.faces(element.numbers(key)?)?;
            hands.push(if hand.is_empty() {
                vec![None; 13]
            } else {
                hand.into_iter().map(Some).collect()
            });
        }
        let follows = self.game.is_some();
        let small = |number: i64| u32::try_from(number).map_err(|_| element.bad());
        let names = || (0..seats).map(|k| self.names.get(k).cloned().unwrap_or_default());
        let game = self.game.get_or_insert_with(|| {
            Arc::new(Game {
                names: names().collect(),
                players: if seats == 3 { Players::Three } else { Players::Four },
                rules: tenhou::rules(
                    Rules::default(),
                    self.kind & NO_REDS == 0,
                    self.kind & NO_KUITAN == 0,
                ),
            })
        });
        let round = Round {
            game: game.clone(),
            follows,
            wind: Wind::ALL[(small(number)? as usize / 4) % 4],
            dealer: seat(element.number("oya")?, seats)?,
            honba: small(honba)?,
            sticks: small(sticks)?,
            scores: ten.into_iter().take(seats).map(hundreds).collect(),
            dora: self.face(dora)?,
            hands,
            events: Vec::new(),
        };
        self.drawn = [None; 4];
        rounds.begin(round);
        Ok(())
    }

    /// Scores before, and what each receives.
    fn points(&self, element: &Element<'_>) -> Result<(Vec<i32>, Vec<i32>), Fault> {
        let sc = element.numbers("sc")?;
        let seats = self.seats();
        if sc.is_empty() {
            return Ok((Vec::new(), Vec::new()));
        }
        if sc.len() < 2 * seats {
            return Err(element.bad());
        }
        let every = |from: usize| {
            sc.iter().skip(from).step_by(2).take(seats).map(|&points| hundreds(points)).collect()
        };
        Ok((every(0), every(1)))
    }

    fn win(&self, element: &Element<'_>) -> Result<LoggedWin, Fault> {
        let (before, deltas) = self.points(element)?;
        let ten = element.numbers("ten")?;
        let count = |at: usize| ten.get(at).and_then(|&x| u32::try_from(x).ok());
        let han = |han: i64| u32::try_from(han).map_err(|_| element.bad());
        let mut yaku = Vec::new();
        for pair in element.numbers("yaku")?.chunks(2) {
            let [number, value] = *pair else { return Err(element.bad()) };
            yaku.push((tenhou::numbered(number.unsigned_abs()), han(value)?));
        }
        let yakuman = element.numbers("yakuman")?;
        yaku.extend(yakuman.iter().map(|number| (tenhou::numbered(number.unsigned_abs()), 0)));
        // Ura dora that were turned and count for nothing are named, too.
        yaku.retain(|(_, han)| *han > 0 || !yakuman.is_empty());
        let limit = !yakuman.is_empty();
        Ok(LoggedWin {
            seat: self.seat(element.number("who")?)?,
            from: self.seat(element.number("fromWho")?)?,
            ura: self.faces(element.numbers("doraHaiUra")?)?,
            said: Said {
                han: (!limit).then(|| yaku.iter().map(|(_, han)| han).sum()),
                fu: count(0).filter(|_| !limit),
                yakuman: None,
                points: count(1),
                yaku: Some(yaku),
                deltas: Some(deltas).filter(|all| !all.is_empty()),
                before: Some(before).filter(|all| !all.is_empty()),
            },
        })
    }

    /// A call from its bits.
    fn call(&mut self, seat: usize, m: u64) -> Result<Event, Fault> {
        let seats = self.seats();
        self.drawn[seat] = None;
        let bad = || Fault::new(Trouble::BadMeld, m);
        let from = (seat + (m & 3) as usize) % 4;
        let face = |number: u64| self.face(number as i64);
        let split = |all: Vec<u64>, called: usize| -> Result<(Face, Vec<Face>), Fault> {
            let tile = face(*all.get(called).ok_or_else(bad)?)?;
            let others = all.iter().enumerate().filter(|(k, _)| *k != called);
            Ok((tile, others.map(|(_, &number)| face(number)).collect::<Result<_, _>>()?))
        };
        let call = |kind, all, called| -> Result<Event, Fault> {
            let (tile, own) = split(all, called)?;
            if from >= seats || from == seat {
                return Err(Fault::new(Trouble::BadSeat, from));
            }
            Ok(Event::Call { seat, from, kind, tile, own })
        };
        if m & 4 != 0 {
            let (pattern, called) = ((m >> 10) / 3, (m >> 10) % 3);
            let first = 4 * (9 * (pattern / 7) + pattern % 7);
            if pattern >= 21 {
                return Err(bad());
            }
            let copy = |step: u64| first + 4 * step + ((m >> (3 + 2 * step)) & 3);
            return call(MeldKind::Chi, (0..3).map(copy).collect(), called as usize);
        }
        if m & 24 != 0 {
            let (pattern, called) = ((m >> 9) / 3, (m >> 9) % 3);
            let left = 4 * pattern + ((m >> 5) & 3);
            if m & 16 != 0 && m & 8 == 0 {
                return Ok(Event::AddedKan { seat, tile: face(left)? });
            }
            let all = (4 * pattern..4 * pattern + 4).filter(|&number| number != left).collect();
            return call(MeldKind::Pon, all, called as usize);
        }
        if m & 32 != 0 {
            return Ok(Event::North { seat });
        }
        let number = m >> 8;
        let all: Vec<u64> = (number / 4 * 4..number / 4 * 4 + 4).collect();
        if m & 3 == 0 {
            let own = all.into_iter().map(face).collect::<Result<_, _>>()?;
            return Ok(Event::ClosedKan { seat, own });
        }
        call(MeldKind::OpenKan, all, (number % 4) as usize)
    }
}
