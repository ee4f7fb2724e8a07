//! mjai: an event a line, each a JSON object with a `type`; tiles of other seats may be `?`.
//! Types that are not known are passed over.

use crate::{
    Ending, Event, Face, Fault, Game, LoggedWin, Round, Said, SaidYaku, Trouble,
    json::{MAX_VALUE, find, numbers},
    rounds::{Rounds, seat},
    tenhou,
};
use kakukin_mahjong::{MeldKind, Players, Rules, Wind, Yaku};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// What everybody begins with where a log does not say so.
const USUAL_SCORE: i32 = 25_000;

type Object = Map<String, Value>;

pub(crate) fn read(bytes: &[u8], rounds: &mut Rounds<'_>) -> Result<(), Fault> {
    // Nothing says whether there are red fives but that there are.
    let reds = ["5mr", "5pr", "5sr"].iter().any(|red| find(bytes, red.as_bytes()));
    let mut reader = Reader {
        names: Vec::new(),
        reds,
        rules: None,
        game: None,
        drawn: [None; 4],
        declared: None,
    };
    let mut lines = bytes.split(|&byte| byte == b'\n').peekable();
    while let Some(line) = lines.next() {
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        if line.len() > MAX_VALUE {
            return Err(Fault::new(Trouble::TooLarge, line.len()));
        }
        let Ok(Value::Object(event)) = serde_json::from_slice(line) else {
            let last = lines.all(|line| line.trim_ascii().is_empty());
            let trouble = if last { Trouble::CutOff } else { Trouble::BadForm };
            return Err(Fault::new(trouble, String::from_utf8_lossy(line)));
        };
        reader.event(&event, rounds)?;
        if rounds.stopped() {
            break;
        }
    }
    Ok(())
}

struct Reader {
    names: Vec<String>,
    reds: bool,
    /// The rules, if the log says them: what is written here does.
    rules: Option<Rules>,
    game: Option<Arc<Game>>,
    drawn: [Option<Face>; 4],
    /// Who has declared riichi, and whether the discard is there.
    declared: Option<(usize, bool)>,
}

fn text<'v>(event: &'v Object, key: &str) -> Option<&'v str> {
    event.get(key)?.as_str()
}

fn bad(event: &Object) -> Fault {
    Fault::new(Trouble::BadForm, serde_json::to_string(event).unwrap_or_default())
}

fn face(value: &Value) -> Result<Face, Fault> {
    let known = value.as_str().and_then(Face::from_mjai);
    known.ok_or_else(|| Fault::new(Trouble::BadTile, value))
}

/// A tile that need not be known.
fn maybe(value: &Value) -> Result<Option<Face>, Fault> {
    if value.as_str() == Some("?") { Ok(None) } else { face(value).map(Some) }
}

fn faces(value: Option<&Value>) -> Result<Vec<Face>, Fault> {
    let list = value.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    list.iter().map(face).collect()
}

impl Reader {
    fn seats(&self) -> usize {
        self.game.as_ref().map_or(4, |game| game.players.number() as usize)
    }

    fn actor(&self, event: &Object, key: &str) -> Result<usize, Fault> {
        let number = event.get(key).and_then(Value::as_u64).ok_or_else(|| bad(event))?;
        seat(number, self.seats())
    }

    fn tile(&self, event: &Object, key: &str) -> Result<Face, Fault> {
        face(event.get(key).unwrap_or(&Value::Null))
    }

    fn event(&mut self, event: &Object, rounds: &mut Rounds<'_>) -> Result<(), Fault> {
        let kind = text(event, "type").ok_or_else(|| bad(event))?;
        // Some writers leave out that a riichi stands.
        if let (Some((seat, true)), "tsumo" | "chi" | "pon" | "daiminkan" | "ryukyoku") =
            (self.declared, kind)
        {
            rounds.push(Event::RiichiStands { seat })?;
            self.declared = None;
        }
        let call = |kind| -> Result<Event, Fault> {
            Ok(Event::Call {
                seat: self.actor(event, "actor")?,
                from: self.actor(event, "target")?,
                kind,
                tile: self.tile(event, "pai")?,
                own: faces(event.get("consumed"))?,
            })
        };
        let next = match kind {
            "start_game" => {
                rounds.finish();
                self.game = None;
                let names = event.get("names").and_then(Value::as_array);
                let names = names.map(Vec::as_slice).unwrap_or_default();
                let name = |name: &Value| name.as_str().unwrap_or_default().to_string();
                self.names = names.iter().take(4).map(name).collect();
                if let Some(reds) = event.get("aka_flag").and_then(Value::as_bool) {
                    self.reds = reds;
                }
                let preset = text(event, "rules").and_then(|name| Rules::preset(name).ok());
                let flags = event.get("rule").and_then(Value::as_array);
                let flags = flags.map(Vec::as_slice).unwrap_or_default();
                let set = |rules: Rules, flag: &Value| rules.set(flag.as_str()?).ok();
                self.rules = preset.and_then(|rules| flags.iter().try_fold(rules, set));
                return Ok(());
            }
            "start_kyoku" => return self.begin(event, rounds),
            "tsumo" => {
                let seat = self.actor(event, "actor")?;
                let tile = maybe(event.get("pai").unwrap_or(&Value::Null))?;
                self.drawn[seat] = tile;
                Event::Draw { seat, tile }
            }
            "dahai" => {
                let (seat, tile) = (self.actor(event, "actor")?, self.tile(event, "pai")?);
                let said = event.get("tsumogiri").and_then(Value::as_bool);
                let drawn = said.unwrap_or(self.drawn[seat] == Some(tile));
                self.drawn[seat] = None;
                if self.declared == Some((seat, false)) {
                    self.declared = Some((seat, true));
                }
                Event::Discard { seat, tile, drawn }
            }
            "chi" => call(MeldKind::Chi)?,
            "pon" => call(MeldKind::Pon)?,
            "daiminkan" => call(MeldKind::OpenKan)?,
            "ankan" => Event::ClosedKan {
                seat: self.actor(event, "actor")?,
                own: faces(event.get("consumed"))?,
            },
            "kakan" => Event::AddedKan {
                seat: self.actor(event, "actor")?,
                tile: self.tile(event, "pai")?,
            },
            "nukidora" | "kita" => Event::North { seat: self.actor(event, "actor")? },
            "dora" => Event::Dora { indicator: self.tile(event, "dora_marker")? },
            "reach" => {
                let seat = self.actor(event, "actor")?;
                self.declared = Some((seat, false));
                Event::Riichi { seat }
            }
            "reach_accepted" => {
                self.declared = None;
                Event::RiichiStands { seat: self.actor(event, "actor")? }
            }
            "hora" => Event::Win(Box::new(self.win(event)?)),
            "ryukyoku" => Event::Ended {
                how: match text(event, "reason") {
                    Some("fanpai" | "howanpai" | "exhaustive") => Ending::Exhausted,
                    Some("nm" | "nagashimangan") => Ending::NagashiMangan,
                    Some("yao9" | "kyushukyuhai") => Ending::NineTerminals,
                    Some("reach4" | "suchareach" | "suchariichi") => Ending::FourRiichi,
                    Some("ron3" | "sanchaho") => Ending::ThreeWins,
                    Some("kan4" | "sukaikan") => Ending::FourKans,
                    Some("kaze4" | "sufonrenta") => Ending::FourWinds,
                    _ => Ending::Unknown,
                },
                deltas: self.deltas(event)?.unwrap_or_default(),
            },
            _ => return Ok(()),
        };
        rounds.push(next)
    }

    fn begin(&mut self, event: &Object, rounds: &mut Rounds<'_>) -> Result<(), Fault> {
        rounds.finish();
        let refuse = || bad(event);
        let number = |key: &str| event.get(key).and_then(Value::as_u64);
        let tehais = event.get("tehais").and_then(Value::as_array).ok_or_else(refuse)?;
        let dealt = |hand: &&Value| hand.as_array().is_some_and(|hand| !hand.is_empty());
        let seats = tehais.iter().take_while(dealt).count();
        let players = match seats {
            3 => Players::Three,
            4 => Players::Four,
            _ => return Err(refuse()),
        };
        let hand = |hand: &Value| -> Result<Vec<Option<Face>>, Fault> {
            hand.as_array().map(Vec::as_slice).unwrap_or_default().iter().map(maybe).collect()
        };
        let hands = tehais.iter().take(seats).map(hand).collect::<Result<Vec<_>, _>>()?;
        let wind = text(event, "bakaze").and_then(|wind| wind.parse::<Wind>().ok());
        let kyoku = number("kyoku").filter(|kyoku| (1..=4).contains(kyoku)).ok_or_else(refuse)?;
        let follows = self.game.as_ref().is_some_and(|game| game.players == players);
        if !follows {
            let name = |k: usize| self.names.get(k).cloned().unwrap_or_default();
            let names = (0..seats).map(name).collect();
            let usual = || tenhou::rules(Rules::default(), self.reds, true);
            let rules = self.rules.unwrap_or_else(usual);
            self.game = Some(Arc::new(Game { names, players, rules }));
        }
        let count = |key: &str| {
            let count = number(key).unwrap_or(0);
            u32::try_from(count).map_err(|_| refuse())
        };
        let scores = match event.get("scores") {
            Some(scores) => {
                let scores = numbers(scores).filter(|all| all.len() >= seats).ok_or_else(refuse)?;
                scores[..seats].to_vec()
            }
            None => vec![USUAL_SCORE; seats],
        };
        self.drawn = [None; 4];
        self.declared = None;
        let Some(game) = self.game.clone() else { return Err(refuse()) };
        rounds.begin(Round {
            game,
            follows: follows && event.contains_key("scores"),
            wind: wind.ok_or_else(refuse)?,
            dealer: seat(number("oya").unwrap_or(kyoku - 1), seats)?,
            honba: count("honba")?,
            sticks: count("kyotaku")?,
            scores,
            dora: self.tile(event, "dora_marker")?,
            hands,
            events: Vec::new(),
        });
        Ok(())
    }

    fn deltas(&self, event: &Object) -> Result<Option<Vec<i32>>, Fault> {
        let Some(value) = event.get("deltas").filter(|value| !value.is_null()) else {
            return Ok(None);
        };
        let seats = self.seats();
        let deltas = numbers(value).filter(|all| all.len() >= seats).ok_or_else(|| bad(event))?;
        Ok(Some(deltas[..seats].to_vec()))
    }

    fn win(&self, event: &Object) -> Result<LoggedWin, Fault> {
        let count = |key: &str| event.get(key).and_then(Value::as_u64).map(|n| n as u32);
        let yaku = event.get("yakus").and_then(Value::as_array).map(|all| {
            let yaku = |pair: &Value| {
                let name = pair.get(0)?.as_str()?;
                let known = Yaku::ALL.iter().find(|yaku| yaku.id() == name);
                let yaku = known.map_or_else(|| tenhou::named(name), |&y| SaidYaku::Known(y));
                Some((yaku, pair.get(1)?.as_u64()? as u32))
            };
            // Names differ from writer to writer; a list that is not understood says nothing.
            all.iter().map(yaku).collect::<Option<Vec<_>>>()
        });
        let yaku = yaku.flatten();
        let known = |all: &Vec<(SaidYaku, u32)>| {
            all.iter().all(|(yaku, _)| matches!(yaku, SaidYaku::Known(_)))
        };
        let ura = event.get("ura_markers").or(event.get("uradora_markers"));
        Ok(LoggedWin {
            seat: self.actor(event, "actor")?,
            from: self.actor(event, "target")?,
            ura: faces(ura)?,
            said: Said {
                han: count("fan"),
                fu: count("fu"),
                yakuman: count("yakuman"),
                points: count("hora_points"),
                yaku: yaku.filter(known),
                deltas: self.deltas(event)?,
                before: None,
            },
        })
    }
}

/// A round as lines of mjai, from `start_kyoku` to `end_kyoku`; a round that begins a game has
/// `start_game` before it. What `end_game` ends, the caller knows.
pub fn write_mjai(round: &Round, out: &mut String) {
    let mut line = |value: Value| {
        out.push_str(&value.to_string());
        out.push('\n');
    };
    let faces = |faces: &[Face]| faces.iter().map(|face| face.mjai()).collect::<Vec<_>>();
    if !round.follows {
        let rules = round.game.rules;
        line(json!({
            "type": "start_game",
            "names": round.game.names,
            "aka_flag": !rules.reds(round.game.players).is_empty(),
            "rules": rules.base().name(),
            "rule": rules.changes().map(|(flag, value)| format!("{flag}={value}")).collect::<Vec<_>>(),
        }));
    }
    let hand = |hand: &Vec<Option<Face>>| -> Vec<String> {
        hand.iter().map(|face| face.map_or("?".into(), Face::mjai)).collect()
    };
    line(json!({
        "type": "start_kyoku",
        "bakaze": round.wind.to_string(),
        "dora_marker": round.dora.mjai(),
        "kyoku": round.dealer + 1,
        "honba": round.honba,
        "kyotaku": round.sticks,
        "oya": round.dealer,
        "scores": round.scores,
        "tehais": round.hands.iter().map(hand).collect::<Vec<_>>(),
    }));
    let mut pons: Vec<(usize, Face, Vec<Face>)> = Vec::new();
    for event in &round.events {
        line(match event {
            Event::Draw { seat, tile } => {
                let tile = tile.map_or("?".into(), Face::mjai);
                json!({"type": "tsumo", "actor": seat, "pai": tile})
            }
            Event::Discard { seat, tile, drawn } => {
                json!({"type": "dahai", "actor": seat, "pai": tile.mjai(), "tsumogiri": drawn})
            }
            Event::Call { seat, from, kind, tile, own } => {
                if *kind == MeldKind::Pon {
                    let all = own.iter().chain([tile]).copied().collect();
                    pons.push((*seat, *tile, all));
                }
                let name = match kind {
                    MeldKind::OpenKan => "daiminkan",
                    other => other.keyword(),
                };
                let (pai, consumed) = (tile.mjai(), faces(own));
                json!({"type": name, "actor": seat, "target": from, "pai": pai, "consumed": consumed})
            }
            Event::ClosedKan { seat, own } => {
                json!({"type": "ankan", "actor": seat, "consumed": faces(own)})
            }
            Event::AddedKan { seat, tile } => {
                let is_it =
                    |pon: &&(usize, Face, Vec<Face>)| pon.0 == *seat && pon.1.tile() == tile.tile();
                let consumed = pons.iter().find(is_it).map(|pon| faces(&pon.2)).unwrap_or_default();
                json!({"type": "kakan", "actor": seat, "pai": tile.mjai(), "consumed": consumed})
            }
            Event::North { seat } => json!({"type": "nukidora", "actor": seat, "pai": "N"}),
            Event::Dora { indicator } => json!({"type": "dora", "dora_marker": indicator.mjai()}),
            Event::Riichi { seat } => json!({"type": "reach", "actor": seat}),
            Event::RiichiStands { seat } => json!({"type": "reach_accepted", "actor": seat}),
            Event::Win(win) => {
                let mut object = Object::new();
                let mut set = |key: &str, value: Value| object.insert(key.into(), value);
                set("type", json!("hora"));
                set("actor", json!(win.seat));
                set("target", json!(win.from));
                set("ura_markers", json!(faces(&win.ura)));
                let said = &win.said;
                let numbers = [
                    ("fan", said.han),
                    ("fu", said.fu),
                    ("yakuman", said.yakuman),
                    ("hora_points", said.points),
                ];
                for (key, value) in numbers {
                    if let Some(value) = value {
                        set(key, json!(value));
                    }
                }
                if let Some(yaku) = &said.yaku {
                    let pair = |(yaku, han): &(SaidYaku, u32)| match yaku {
                        SaidYaku::Known(yaku) => json!([yaku.id(), han]),
                        SaidYaku::Other(name) => json!([name, han]),
                    };
                    set("yakus", yaku.iter().map(pair).collect());
                }
                if let Some(deltas) = &said.deltas {
                    set("deltas", json!(deltas));
                }
                Value::Object(object)
            }
            Event::Ended { how, deltas } => {
                let reason = match how {
                    Ending::Exhausted => Some("fanpai"),
                    Ending::NagashiMangan => Some("nm"),
                    Ending::NineTerminals => Some("kyushukyuhai"),
                    Ending::FourRiichi => Some("suchareach"),
                    Ending::ThreeWins => Some("sanchaho"),
                    Ending::FourKans => Some("sukaikan"),
                    Ending::FourWinds => Some("sufonrenta"),
                    Ending::Unknown => None,
                };
                let mut object = Object::new();
                object.insert("type".into(), json!("ryukyoku"));
                if let Some(reason) = reason {
                    object.insert("reason".into(), json!(reason));
                }
                if !deltas.is_empty() {
                    object.insert("deltas".into(), json!(deltas));
                }
                Value::Object(object)
            }
        });
    }
    if round.is_complete() {
        line(json!({"type": "end_kyoku"}));
    }
}
