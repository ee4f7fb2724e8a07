//! Tenhou's JSON (tenhou.net/6): for each round and seat the tiles dealt, what was drawn and what
//! was discarded, calls among them. In which order all that happened is found out here: who calls
//! a discard stands only in the caller's own list, so where a call could be of two discards the
//! earlier one is tried first, and another if no order comes out of it.

use crate::{
    Ending, Event, Face, Fault, Game, LoggedWin, Round, Said, Trouble,
    rounds::{Rounds, seat},
    tenhou,
};
use kakukin_mahjong::{MeldKind, Players, Rules, Wind};
use serde_json::{Map, Value};
use std::sync::Arc;

/// The most bytes of one object: a whole game has a hundredth of it.
pub(crate) const MAX_VALUE: usize = 1 << 21;
/// The most orders of a round that are tried.
const MAX_ORDERS: usize = 256;
/// Thrown as drawn.
const AS_DRAWN: u64 = 60;

type Object = Map<String, Value>;

pub(crate) fn find(bytes: &[u8], wanted: &[u8]) -> bool {
    memchr::memmem::find(bytes, wanted).is_some()
}

/// Whole numbers within the points of any game.
pub(crate) fn numbers(value: &Value) -> Option<Vec<i32>> {
    let number = |x: &Value| {
        let x = x.as_f64().filter(|x| x.abs() < 1e8 && x.fract() == 0.0)?;
        Some(x as i32)
    };
    value.as_array()?.iter().map(number).collect()
}

fn bad(value: &Value) -> Fault {
    Fault::new(Trouble::BadForm, value)
}

pub(crate) fn read(bytes: &[u8], rounds: &mut Rounds<'_>) -> Result<(), Fault> {
    let mut rest = bytes.trim_ascii_start();
    while !rest.is_empty() {
        let end = value_end(rest).ok_or_else(|| {
            let trouble = if rest.len() > MAX_VALUE { Trouble::TooLarge } else { Trouble::CutOff };
            Fault::new(trouble, String::from_utf8_lossy(&rest[..rest.len().min(80)]))
        })?;
        let (value, after) = rest.split_at(end);
        let Ok(Value::Object(object)) = serde_json::from_slice(value) else {
            return Err(Fault::new(Trouble::BadForm, String::from_utf8_lossy(value)));
        };
        whole(&object, rounds)?;
        if rounds.stopped() {
            break;
        }
        rest = after.trim_ascii_start();
        // Lists of logs are lists of the same.
        rest = rest.strip_prefix(b",").unwrap_or(rest).trim_ascii_start();
    }
    Ok(())
}

/// Where the object ends that stands at the beginning; none if it has no end, or one too far.
pub(crate) fn value_end(bytes: &[u8]) -> Option<usize> {
    let (mut depth, mut quoted, mut escaped) = (0usize, false, false);
    for (at, &byte) in bytes.iter().enumerate().take(MAX_VALUE) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// One object: a game, or a part of it.
fn whole(object: &Object, rounds: &mut Rounds<'_>) -> Result<(), Fault> {
    let log = object.get("log").and_then(Value::as_array);
    let Some(log) = log else {
        let keys: Vec<&str> = object.keys().map(String::as_str).take(8).collect();
        return Err(Fault::new(Trouble::BadForm, keys.join(", ")));
    };
    let rule = object.get("rule").unwrap_or(&Value::Null);
    let shown = rule.get("disp").and_then(Value::as_str).unwrap_or_default();
    let names = object.get("name").and_then(Value::as_array);
    let names = names.map(Vec::as_slice).unwrap_or_default();
    let name = |name: &Value| name.as_str().unwrap_or_default().to_string();
    let mut names: Vec<String> = names.iter().take(4).map(name).collect();
    // A fourth seat without tiles is nobody's.
    let deals = |round: &Value, k: usize| {
        let list = round.get(4 + 3 * k).and_then(Value::as_array);
        list.is_some_and(|tiles| !tiles.is_empty())
    };
    let three = shown.contains('三') || log.first().is_some_and(|round| !deals(round, 3));
    let players = if three { Players::Three } else { Players::Four };
    names.resize(players.number() as usize, String::new());
    let reds = ["aka", "aka51", "aka52", "aka53"].iter();
    let reds = reds.filter_map(|key| rule.get(key)?.as_u64()).any(|count| count > 0);
    // Tenhou writes 喰 where open tanyao counts; others do not write as it does.
    let kuitan = shown.contains('喰') || !shown.contains(['東', '南']);
    let soul = ["の間", "之间", "Room", "友人", "段位", "Friendly"];
    let is_soul = soul.iter().any(|word| shown.contains(word));
    let base = if is_soul { Rules::preset("soul").unwrap_or_default() } else { Rules::default() };
    let rules = tenhou::rules(base, reds, kuitan);
    let game = Arc::new(Game { names, players, rules });
    for (number, value) in log.iter().enumerate() {
        round(value, &game, number > 0, rounds)?;
        rounds.finish();
        if rounds.stopped() {
            break;
        }
    }
    Ok(())
}

/// What stands in the lists of a seat.
struct Lists {
    takes: Vec<Step>,
    drops: Vec<Step>,
}

/// An entry: a tile, or a call with its letter and where that stands.
#[derive(Debug, Clone, PartialEq)]
enum Step {
    Tile(u64),
    Call { letter: char, place: usize, faces: Vec<Face> },
}

fn step(value: &Value) -> Result<Step, Fault> {
    if let Some(code) = value.as_u64() {
        return Ok(Step::Tile(code));
    }
    let text = value.as_str().ok_or_else(|| bad(value))?;
    let mut place = None;
    let mut codes = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphabetic() && place.is_none() {
            place = Some((first, codes.len()));
            rest = &rest[1..];
            continue;
        }
        let code = rest.get(..2).and_then(|code| code.parse::<u64>().ok());
        codes.push(code.ok_or_else(|| bad(value))?);
        rest = &rest[2..];
    }
    let (letter, place) = place.ok_or_else(|| bad(value))?;
    if letter == 'r' && codes == [AS_DRAWN] {
        return Ok(Step::Call { letter, place, faces: Vec::new() });
    }
    let face = |code| Face::from_tenhou(code).ok_or_else(|| Fault::new(Trouble::BadTile, code));
    let faces = codes.into_iter().map(face).collect::<Result<Vec<_>, _>>()?;
    let wanted = match letter {
        'c' | 'p' => 3,
        'm' | 'k' | 'a' => 4,
        'r' | 'f' => 1,
        _ => return Err(bad(value)),
    };
    if faces.len() != wanted || place >= wanted {
        return Err(bad(value));
    }
    Ok(Step::Call { letter, place, faces })
}

fn round(
    value: &Value,
    game: &Arc<Game>,
    follows: bool,
    rounds: &mut Rounds<'_>,
) -> Result<(), Fault> {
    let seats = game.players.number() as usize;
    let part = |at: usize| value.get(at).ok_or_else(|| bad(value));
    let list = |at: usize| part(at)?.as_array().ok_or_else(|| bad(value));
    let face = |value: &Value| {
        let code = value.as_u64().and_then(Face::from_tenhou);
        code.ok_or_else(|| Fault::new(Trouble::BadTile, value))
    };
    let faces = |at: usize| list(at)?.iter().map(face).collect::<Result<Vec<Face>, Fault>>();
    let start = numbers(part(0)?).ok_or_else(|| bad(value))?;
    let [number, honba, sticks] = start[..] else { return Err(bad(value)) };
    let count = |number: i32| u32::try_from(number).map_err(|_| bad(value));
    let number = count(number)? as usize;
    let scores = numbers(part(1)?).filter(|all| all.len() >= seats).ok_or_else(|| bad(value))?;
    let (dora, ura) = (faces(2)?, faces(3)?);
    let mut hands = Vec::new();
    let mut lists = Vec::new();
    for k in 0..seats {
        hands.push(faces(4 + 3 * k)?.into_iter().map(Some).collect());
        let steps = |at: usize| list(at)?.iter().map(step).collect::<Result<Vec<_>, Fault>>();
        lists.push(Lists { takes: steps(5 + 3 * k)?, drops: steps(6 + 3 * k)? });
    }
    let first = *dora.first().ok_or_else(|| bad(value))?;
    let begun = Round {
        game: game.clone(),
        follows,
        wind: Wind::ALL[number / 4 % 4],
        dealer: seat(number as u64 % 4, seats)?,
        honba: count(honba)?,
        sticks: count(sticks)?,
        scores: scores[..seats].to_vec(),
        dora: first,
        hands,
        events: Vec::new(),
    };
    let dealer = begun.dealer;
    rounds.begin(begun);
    let result = value.get(4 + 3 * 4).or_else(|| value.get(4 + 3 * seats));
    let ends = result.map(|result| ends(result, &ura, seats)).transpose()?.unwrap_or_default();
    let ron = ends.iter().any(|end| matches!(end, Event::Win(win) if win.seat != win.from));
    let (events, refused) = in_order(&lists, dealer, &dora[1..], ron, game.players);
    for event in events {
        rounds.push(event)?;
    }
    if let Some(fault) = refused {
        return Err(fault);
    }
    for end in ends {
        rounds.push(end)?;
    }
    Ok(())
}

/// The events of a round in an order in which they can have happened; if there is none, those of
/// the order that went furthest.
fn in_order(
    lists: &[Lists],
    dealer: usize,
    dora: &[Face],
    ron: bool,
    players: Players,
) -> (Vec<Event>, Option<Fault>) {
    // Which of the possible callers is taken at each discard that several orders agree with.
    let mut choices: Vec<usize> = Vec::new();
    let mut furthest: Option<(usize, Vec<Event>, Fault)> = None;
    for _ in 0..MAX_ORDERS {
        let mut order = Order {
            lists,
            dora,
            ron,
            three: players == Players::Three,
            taken: vec![0; lists.len()],
            dropped: vec![0; lists.len()],
            events: Vec::new(),
            shown: 0,
            owed: 0,
            made: Vec::new(),
        };
        let Err(fault) = order.play(dealer, &choices) else { return (order.events, None) };
        let done = order.taken.iter().chain(&order.dropped).sum();
        if furthest.as_ref().is_none_or(|(most, ..)| done > *most) {
            furthest = Some((done, order.events, fault));
        }
        // The last choice that was not the last possible one is made otherwise.
        let mut made = order.made;
        while made.last().is_some_and(|&(choice, possible)| choice + 1 >= possible) {
            made.pop();
        }
        let Some(last) = made.last_mut() else { break };
        last.0 += 1;
        choices = made.into_iter().map(|(choice, _)| choice).collect();
    }
    match furthest {
        Some((_, events, fault)) => (events, Some(fault)),
        None => (Vec::new(), None),
    }
}

/// One attempt at an order.
struct Order<'l> {
    lists: &'l [Lists],
    /// Further indicators.
    dora: &'l [Face],
    /// Whether the round ends with a win on a discard or on an added kan.
    ron: bool,
    three: bool,
    taken: Vec<usize>,
    dropped: Vec<usize>,
    events: Vec<Event>,
    /// How many further indicators were turned, and how many are due after a discard.
    shown: usize,
    owed: usize,
    /// What was chosen, of how many.
    made: Vec<(usize, usize)>,
}

/// What the seat has to do next.
enum Turn {
    /// To draw, or to call what was just discarded.
    Take,
    /// To call with its next entry.
    Calls,
    /// To draw for a kan or a north.
    Replace,
}

impl Order<'_> {
    fn fault(&self) -> Fault {
        Fault::new(Trouble::NoOrder, format!("{:?} {:?}", self.taken, self.dropped))
    }

    fn turn_dora(&mut self) {
        if let Some(&indicator) = self.dora.get(self.shown) {
            self.shown += 1;
            self.events.push(Event::Dora { indicator });
        }
    }

    fn play(&mut self, dealer: usize, choices: &[usize]) -> Result<(), Fault> {
        let seats = self.lists.len();
        let (mut seat, mut turn) = (dealer, Turn::Take);
        let mut last: Option<(usize, Face)> = None;
        loop {
            let drawn;
            let take = self.lists[seat].takes.get(self.taken[seat]);
            match (take, &turn) {
                (None, _) => return self.end(),
                (Some(Step::Tile(code)), Turn::Take | Turn::Replace) => {
                    let tile = Face::from_tenhou(*code);
                    let tile = tile.ok_or_else(|| Fault::new(Trouble::BadTile, code))?;
                    self.events.push(Event::Draw { seat, tile: Some(tile) });
                    drawn = Some(tile);
                }
                (Some(Step::Call { letter, place, faces }), Turn::Calls) => {
                    let Some((from, tile)) = last.take() else { return Err(self.fault()) };
                    let kind = match letter {
                        'c' => MeldKind::Chi,
                        'p' => MeldKind::Pon,
                        _ => MeldKind::OpenKan,
                    };
                    let others = faces.iter().enumerate().filter(|(k, _)| k != place);
                    let own = others.map(|(_, &face)| face).collect();
                    self.events.push(Event::Call { seat, from, kind, tile, own });
                    drawn = None;
                    if kind == MeldKind::OpenKan {
                        self.taken[seat] += 1;
                        // A nought stands where the discard would.
                        if self.lists[seat].drops.get(self.dropped[seat]) == Some(&Step::Tile(0)) {
                            self.dropped[seat] += 1;
                        }
                        self.owed += 1;
                        turn = Turn::Replace;
                        continue;
                    }
                }
                _ => return Err(self.fault()),
            }
            self.taken[seat] += 1;
            // A win, an aborted round, or the end of a log.
            let Some(drop) = self.lists[seat].drops.get(self.dropped[seat]) else {
                return self.end();
            };
            self.dropped[seat] += 1;
            // Indicators of open kans lie there before the next move.
            for _ in 0..std::mem::take(&mut self.owed) {
                self.turn_dora();
            }
            let mut riichi = false;
            let tile = match drop {
                Step::Tile(AS_DRAWN) => drawn,
                Step::Tile(code) => Face::from_tenhou(*code),
                Step::Call { letter: 'r', faces, .. } => {
                    riichi = true;
                    faces.first().copied().or(drawn)
                }
                Step::Call { letter: 'a', faces, .. } => {
                    self.events.push(Event::ClosedKan { seat, own: faces.clone() });
                    self.turn_dora();
                    turn = Turn::Replace;
                    continue;
                }
                Step::Call { letter: 'k', place, faces } => {
                    self.events.push(Event::AddedKan { seat, tile: faces[*place] });
                    self.owed += 1;
                    turn = Turn::Replace;
                    continue;
                }
                Step::Call { letter: 'f', .. } => {
                    self.events.push(Event::North { seat });
                    turn = Turn::Replace;
                    continue;
                }
                Step::Call { .. } => return Err(self.fault()),
            };
            let tile = tile.ok_or_else(|| self.fault())?;
            if riichi {
                self.events.push(Event::Riichi { seat });
            }
            let as_drawn = matches!(drop, Step::Tile(AS_DRAWN))
                || matches!(drop, Step::Call { letter: 'r', faces, .. } if faces.is_empty());
            self.events.push(Event::Discard { seat, tile, drawn: as_drawn });
            let over = self.is_over();
            // A riichi stands unless its discard is won with.
            if riichi && !(over && self.ron) {
                self.events.push(Event::RiichiStands { seat });
            }
            if over {
                return self.end();
            }
            let mut callers = self.callers(seat, tile);
            // Somebody may also wait for a later discard.
            callers.push(None);
            let next = (seat + 1) % seats;
            let caller = if callers.len() == 1 {
                None
            } else {
                let made = self.made.len();
                let choice = choices.get(made).copied().unwrap_or(0);
                self.made.push((choice, callers.len()));
                callers[choice.min(callers.len() - 1)]
            };
            last = Some((seat, tile));
            (seat, turn) = match caller {
                Some(caller) => (caller, Turn::Calls),
                None => (next, Turn::Take),
            };
        }
    }

    /// Who may call that discard with what comes next: pon and kan before chi.
    fn callers(&self, from: usize, tile: Face) -> Vec<Option<usize>> {
        let seats = self.lists.len();
        let mut callers = Vec::new();
        for seat in (0..seats).filter(|&seat| seat != from) {
            let next = self.lists[seat].takes.get(self.taken[seat]);
            let Some(Step::Call { letter, place, faces }) = next else { continue };
            if faces[*place] != tile {
                continue;
            }
            // The place of the letter says from whom: left, opposite, right.
            let side = match (letter, *place) {
                ('c', 0) | ('p' | 'm', 0) => 3,
                ('p' | 'm', 1) => 2,
                ('p', 2) | ('m', 3) => 1,
                _ => continue,
            };
            let said = [(seat + side) % 4, (seat + side) % seats];
            let left = *letter != 'c' || (seat + seats - 1) % seats == from;
            if left && (said[0] == from || (self.three && said[1] == from)) {
                callers.push((*letter == 'c', seat));
            }
        }
        callers.sort_unstable();
        callers.into_iter().map(|(_, seat)| Some(seat)).collect()
    }

    /// Whether every list is used up.
    fn is_over(&self) -> bool {
        self.lists.iter().enumerate().all(|(seat, lists)| {
            lists.takes.len() == self.taken[seat] && lists.drops.len() == self.dropped[seat]
        })
    }

    /// The round ends here, if nothing is left over.
    fn end(&self) -> Result<(), Fault> {
        if self.is_over() { Ok(()) } else { Err(self.fault()) }
    }
}

/// How the round ends.
fn ends(result: &Value, ura: &[Face], seats: usize) -> Result<Vec<Event>, Fault> {
    let refuse = || bad(result);
    let word = result.get(0).and_then(Value::as_str);
    let deltas = |at: usize| -> Result<Vec<i32>, Fault> {
        let Some(value) = result.get(at) else { return Ok(Vec::new()) };
        let all = numbers(value).filter(|all| all.len() >= seats).ok_or_else(refuse)?;
        Ok(all[..seats].to_vec())
    };
    let how = match word {
        None => return Ok(Vec::new()),
        Some("和了" | "Agari") => {
            let parts = result.as_array().map(Vec::as_slice).unwrap_or_default();
            let wins = parts[1..].chunks(2).enumerate().map(|(k, pair)| {
                let [_, told] = pair else { return Err(refuse()) };
                win(told, deltas(1 + 2 * k)?, ura, seats)
            });
            return wins.collect();
        }
        Some("流し満貫" | "Nagashi Mangan" | "Mangan at Draw") => Ending::NagashiMangan,
        Some("九種九牌" | "Nine Terminals") => Ending::NineTerminals,
        Some("四家立直" | "Four Riichi") => Ending::FourRiichi,
        Some("三家和了" | "三家和" | "Three Ron") => Ending::ThreeWins,
        Some("四槓散了" | "四開槓" | "Four Kan Abortion") => Ending::FourKans,
        Some("四風連打" | "Four Wind Discarded") => Ending::FourWinds,
        Some("流局" | "全員聴牌" | "全員不聴" | "Ryuukyoku" | "Exhaustive Draw") => {
            Ending::Exhausted
        }
        Some(_) => Ending::Unknown,
    };
    Ok(vec![Event::Ended { how, deltas: deltas(1)? }])
}

/// `[winner, from, liable, "30符4飜7700点", "役牌 發(1飜)", ..]`
fn win(told: &Value, deltas: Vec<i32>, ura: &[Face], seats: usize) -> Result<Event, Fault> {
    let refuse = || bad(told);
    let who = |at: usize| {
        let number = told.get(at).and_then(Value::as_u64).ok_or_else(refuse)?;
        seat(number, seats)
    };
    let (winner, from) = (who(0)?, who(1)?);
    let parts = told.as_array().map(Vec::as_slice).unwrap_or_default();
    let texts: Vec<&str> = parts.iter().skip(3).filter_map(Value::as_str).collect();
    let (worth, names) = texts.split_first().unwrap_or((&"", &[]));
    let mut yaku = Vec::new();
    let mut limit = false;
    for name in names {
        let (name, han) = name.trim_end_matches(')').rsplit_once('(').ok_or_else(refuse)?;
        let digits: String = han.chars().filter(char::is_ascii_digit).take(4).collect();
        let han = digits.parse().unwrap_or(0);
        // Ura dora that were turned and count for nothing are named, too; a yakuman has no han.
        let is_yakuman = digits.is_empty();
        limit |= is_yakuman;
        if han > 0 || is_yakuman {
            yaku.push((tenhou::named(name), han));
        }
    }
    let told = Worth::read(worth, winner == from, seats as u32);
    let said = Said {
        han: (!limit && !names.is_empty()).then(|| yaku.iter().map(|(_, han)| han).sum()),
        fu: told.fu,
        yakuman: None,
        points: told.points,
        yaku: (!names.is_empty()).then_some(yaku),
        deltas: Some(deltas).filter(|all| !all.is_empty()),
        before: None,
    };
    // The indicators lie there for all; for whom they count, replay knows.
    let ura = ura.to_vec();
    Ok(Event::Win(Box::new(LoggedWin { seat: winner, from, ura, said })))
}

/// `30符4飜7700点`, `満貫2000-4000点`, `跳満6000点∀`.
struct Worth {
    fu: Option<u32>,
    points: Option<u32>,
}

impl Worth {
    fn read(text: &str, tsumo: bool, seats: u32) -> Self {
        let (fu, rest) = match text.split_once('符') {
            Some((fu, rest)) => (fu.parse().ok(), rest.split_once('飜').map_or(rest, |x| x.1)),
            None => (None, text),
        };
        let amounts = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
        let (amounts, each) = match amounts.split_once('点') {
            Some((amounts, after)) => (amounts, after.contains('∀')),
            None => (amounts, false),
        };
        let mut amounts = amounts.split('-').map(|amount| amount.trim().parse::<u32>().ok());
        let (first, second) = (amounts.next().flatten(), amounts.next().flatten());
        let points = match (first, second) {
            (Some(other), Some(dealer)) if tsumo => {
                dealer.checked_add(other.saturating_mul(seats - 2))
            }
            (Some(points), None) if tsumo && each => points.checked_mul(seats - 1),
            (points, _) => points,
        };
        Self { fu, points }
    }
}
