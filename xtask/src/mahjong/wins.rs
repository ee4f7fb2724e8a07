//! Published wins against the points engine.

use super::list;
use kakukin_mahjong::{
    Bag, Hand, KINDS, Luck, Meld, MeldKind, Players, Points, Problem, Reds, Riichi, Rules,
    Situation, Stakes, Tile, Tiles, Win, Wind, Yaku,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// A win as it was given, and how its file tells it.
struct Case {
    table: Situation,
    stakes: Stakes,
    win: Win,
}

impl Case {
    fn points(&self) -> Result<Points, String> {
        Points::of(&self.table, &self.stakes, &self.win).map_err(|e| e.to_string())
    }
}

fn text(error: kakukin_mahjong::InputError) -> String {
    error.to_string()
}

fn number(value: &Value) -> u32 {
    value.as_u64().unwrap_or(0) as u32
}

fn wind(value: &Value) -> Wind {
    Wind::ALL[number(value) as usize % 4]
}

/// How many of `cases` differ; `differs` says how.
fn count(
    name: &str,
    cases: &[Value],
    differs: impl Fn(&Value) -> Result<(), String>,
) -> Result<usize, String> {
    let mut wrong = 0;
    for case in cases {
        if let Err(how) = differs(case) {
            wrong += 1;
            if wrong <= 20 {
                println!("  {how}\n    {case}");
            }
        }
    }
    println!("{name}: {} of {} agree", cases.len() - wrong, cases.len());
    Ok(wrong)
}

/// How many of the 10,000 wins differ.
pub(super) fn hule(wins: &Value) -> Result<usize, String> {
    count("hule.json", list(wins)?, |row| {
        let (case, out) = (hule_case(&row["in"])?, &row["out"]);
        let points = case.points()?;
        let theirs: BTreeMap<String, u32> = list(&out["hupai"])?
            .iter()
            .map(|yaku| {
                let name = yaku["name"].as_str().unwrap_or_default().to_string();
                // A yakuman is told in stars.
                let stars = yaku["fanshu"].as_str().map(|stars| stars.len() as u32);
                (name, stars.unwrap_or_else(|| number(&yaku["fanshu"])))
            })
            .collect();
        let ours: BTreeMap<String, u32> =
            points.yaku().iter().map(|&(yaku, han)| (hule_name(yaku, &case.stakes), han)).collect();
        same("yaku", &ours, &theirs)?;
        same("fu", &points.fu(), &number(&out["fu"]))?;
        same("han", &points.han(), &number(&out["fanshu"]))?;
        same("yakuman", &points.yakuman(), &number(&out["damanguan"]))?;
        same("points", &points.points(), &number(&out["defen"]))?;
        let paid = payments(&row["in"], &case, &points);
        let theirs: Vec<i64> = list(&out["fenpei"])?.iter().filter_map(Value::as_i64).collect();
        same("payments", &paid, &theirs)
    })
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, ours: &T, theirs: &T) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: {ours:?}, published {theirs:?}")) }
}

/// What each seat receives, east first.
fn payments(given: &Value, case: &Case, points: &Points) -> Vec<i64> {
    let (seat, paid) = (case.stakes.seat() as usize, points.payments());
    let mut all = vec![0; 4];
    for (other, share) in all.iter_mut().enumerate() {
        let role = if other == 0 { paid.dealer } else { paid.other };
        *share = -i64::from(if other == seat { 0 } else { role.unwrap_or(0) });
    }
    if let (Some(discarder), Some(tile)) = (paid.discarder, given["rongpai"].as_str()) {
        let steps = match tile.chars().last() {
            Some('+') => 1,
            Some('=') => 2,
            _ => 3,
        };
        all[(seat + steps) % 4] = -i64::from(discarder);
    }
    all[seat] = i64::from(paid.total);
    all
}

/// As the file calls a yaku.
fn hule_name(yaku: Yaku, stakes: &Stakes) -> String {
    let winds = ["東", "南", "西", "北"];
    match yaku {
        Yaku::SeatWind => format!("自風 {}", winds[stakes.seat() as usize]),
        Yaku::RoundWind => format!("場風 {}", winds[stakes.round() as usize]),
        Yaku::White => "翻牌 白".into(),
        Yaku::Green => "翻牌 發".into(),
        Yaku::Red => "翻牌 中".into(),
        _ => yaku.japanese().into(),
    }
}

/// `m345p40677s67s8,m34-0`: suits before their tiles, melds after commas.
fn hule_case(given: &Value) -> Result<Case, String> {
    let hand = given["shoupai"].as_str().ok_or("no hand")?;
    let mut parts = hand.split(',');
    let mut concealed = mpsz(parts.next().unwrap_or_default());
    let melds = parts.map(hule_meld).collect::<Result<Vec<Meld>, String>>()?;
    let discarded = given["rongpai"].as_str();
    let won = match discarded {
        Some(tile) => {
            let tile = mpsz(tile);
            concealed += &tile;
            tile
        }
        None => concealed[concealed.len().saturating_sub(2)..].to_string(),
    };
    let param = &given["param"];
    let tiles = |key: &str| -> Result<Bag, String> {
        let all = param[key].as_array().map(Vec::as_slice).unwrap_or_default();
        let all: String = all.iter().filter_map(Value::as_str).map(mpsz).collect();
        Bag::parse("dora", &all).map_err(text)
    };
    let bag = Bag::parse("hand", &concealed).map_err(text)?;
    let table = Hand::new(bag, melds)
        .and_then(|hand| Situation::new(hand, Players::Four))
        .and_then(|table| table.with_dora(tiles("baopai").unwrap_or_default()))
        .map_err(text)?;
    let stakes = Stakes::default()
        .with_seat(wind(&param["menfeng"]))
        .with_round(wind(&param["zhuangfeng"]))
        .with_honba(number(&param["jicun"]["changbang"]))
        .and_then(|stakes| stakes.with_sticks(number(&param["jicun"]["lizhibang"])))
        .map_err(text)?;
    let how = &param["hupai"];
    let is = |key: &str| how[key].as_bool().unwrap_or(number(&how[key]) > 0);
    let luck = Luck {
        riichi: riichi(number(&how["lizhi"]) == 1, number(&how["lizhi"]) == 2),
        ippatsu: is("yifa"),
        last_tile: is("haidi"),
        after_kan: is("lingshang"),
        robbing_kan: is("qianggang"),
        first_turn: is("tianhu"),
    };
    let tile = first(&won)?;
    let win = Win { tile, tsumo: discarded.is_none(), luck, ura: tiles("fubaopai")? };
    Ok(Case { table, stakes, win })
}

fn riichi(single: bool, double: bool) -> Riichi {
    match (single, double) {
        (_, true) => Riichi::Double,
        (true, _) => Riichi::Single,
        _ => Riichi::None,
    }
}

fn first(tiles: &str) -> Result<Tile, String> {
    let bag = Bag::parse("win", tiles).map_err(text)?;
    bag.tiles().kinds().next().ok_or_else(|| "no tile".into())
}

/// Tile by tile, each with its suit behind it.
fn mpsz(text: &str) -> String {
    let mut suit = 'm';
    let mut all = String::new();
    for c in text.chars() {
        match c {
            'm' | 'p' | 's' | 'z' => suit = c,
            '0'..='9' => all.extend([c, suit]),
            _ => {}
        }
    }
    all
}

/// `m5555-` open, `p222+2` added, `z1111` closed.
fn hule_meld(part: &str) -> Result<Meld, String> {
    let bag = Bag::parse("meld", &mpsz(part)).map_err(text)?;
    let mark = part.find(['-', '=', '+']);
    let kind = match (bag.len(), mark) {
        (4, None) => MeldKind::ClosedKan,
        (4, Some(at)) if at + 1 == part.len() => MeldKind::OpenKan,
        (4, Some(_)) => MeldKind::AddedKan,
        _ if bag.tiles().kinds().count() == 1 => MeldKind::Pon,
        _ => MeldKind::Chi,
    };
    Meld::new(kind, bag).map_err(text)
}

/// Their numbers of yaku, which are those of Mahjong Soul.
const NUMBERS: [(u32, Yaku); 50] = [
    (1, Yaku::MenzenTsumo),
    (2, Yaku::Riichi),
    (3, Yaku::Chankan),
    (4, Yaku::Rinshan),
    (5, Yaku::Haitei),
    (6, Yaku::Houtei),
    (7, Yaku::White),
    (8, Yaku::Green),
    (9, Yaku::Red),
    (10, Yaku::SeatWind),
    (11, Yaku::RoundWind),
    (12, Yaku::Tanyao),
    (13, Yaku::Iipeikou),
    (14, Yaku::Pinfu),
    (15, Yaku::Chanta),
    (16, Yaku::Ittsuu),
    (17, Yaku::Sanshoku),
    (18, Yaku::DoubleRiichi),
    (19, Yaku::SanshokuDoukou),
    (20, Yaku::Sankantsu),
    (21, Yaku::Toitoi),
    (22, Yaku::Sanankou),
    (23, Yaku::Shousangen),
    (24, Yaku::Honroutou),
    (25, Yaku::SevenPairs),
    (26, Yaku::Junchan),
    (27, Yaku::Honitsu),
    (28, Yaku::Ryanpeikou),
    (29, Yaku::Chinitsu),
    (30, Yaku::Ippatsu),
    (31, Yaku::Dora),
    (32, Yaku::RedDora),
    (33, Yaku::UraDora),
    (34, Yaku::NorthDora),
    (35, Yaku::Tenhou),
    (36, Yaku::Chiihou),
    (37, Yaku::Daisangen),
    (38, Yaku::Suuankou),
    (39, Yaku::Tsuuiisou),
    (40, Yaku::Ryuuiisou),
    (41, Yaku::Chinroutou),
    (42, Yaku::ThirteenOrphans),
    (43, Yaku::Shousuushii),
    (44, Yaku::Suukantsu),
    (45, Yaku::Chuuren),
    (46, Yaku::Renhou),
    (47, Yaku::JunseiChuuren),
    (48, Yaku::SuuankouTanki),
    (49, Yaku::ThirteenWait),
    (50, Yaku::Daisuushii),
];

/// How many of the wins differ.
pub(super) fn agari(name: &str, file: &Value) -> Result<usize, String> {
    count(name, list(&file["cases"])?, |row| {
        let (case, expected) = (agari_case(row)?, &row["expected"]);
        let points = case.points()?;
        let number_of =
            |yaku: Yaku| NUMBERS.iter().find(|&&(_, known)| known == yaku).map_or(0, |&(n, _)| n);
        let mut ours: Vec<u32> = points.yaku().iter().map(|&(yaku, _)| number_of(yaku)).collect();
        let mut theirs: Vec<u32> = list(&expected["yaku"])?.iter().map(number).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        same("yaku", &ours, &theirs)?;
        // A yakuman is 13 han there.
        let han = points.han() + 13 * points.yakuman();
        same("han", &han, &number(&expected["han"]))?;
        same("fu", &points.fu(), &number(&expected["fu"]))
    })
}

/// Tiles by the numbers of single tiles. Some of the hands hold the winning tile twice
/// under one number, so only kinds and red fives are taken.
fn tile_names(list: &[Value]) -> String {
    let name = |id: &Value| {
        let id = number(id);
        let kind = Tile::new(id as usize / 4).map_or(String::new(), |tile| tile.to_string());
        if matches!(id, 16 | 52 | 88) { kind.replace('5', "0") } else { kind }
    };
    list.iter().map(name).collect()
}

fn agari_case(row: &Value) -> Result<Case, String> {
    let how = &row["conditions"];
    let is = |key: &str| how[key].as_bool().unwrap_or(false);
    let players = if is("is_sanma") { Players::Three } else { Players::Four };
    let melds = list(&row["melds"])?.iter().map(|meld| {
        let kind = match meld["meld_type"].as_str() {
            Some("chi") => MeldKind::Chi,
            Some("pon") => MeldKind::Pon,
            Some("daiminkan") => MeldKind::OpenKan,
            Some("ankan") => MeldKind::ClosedKan,
            Some("kakan") => MeldKind::AddedKan,
            _ => return Err("unknown meld".to_string()),
        };
        Meld::new(kind, Bag::parse("meld", &tile_names(list(&meld["tiles"])?)).map_err(text)?)
            .map_err(text)
    });
    let melds = melds.collect::<Result<Vec<Meld>, String>>()?;
    let won = tile_names(std::slice::from_ref(&row["win_tile_136"]));
    let held = list(&row["tiles_136"])?;
    let mut concealed = tile_names(held);
    if held.len() % 3 == 1 {
        concealed += &won;
    }
    let bag = |key: &str| Bag::parse("dora", &tile_names(list(&row[key])?)).map_err(text);
    let hand = Bag::parse("hand", &concealed).and_then(|bag| Hand::new(bag, melds));
    let table = hand
        .and_then(|hand| Situation::new(hand, players))
        .map_err(text)?
        .with_dora(bag("dora_indicators")?)
        .and_then(|table| table.with_north(number(&how["kita_count"])))
        .map_err(text)?;
    // The double yakuman of Mahjong Soul.
    let stakes = Stakes::default()
        .with_rules(Rules::preset("soul").map_err(text)?)
        .with_seat(wind(&how["player_wind"]))
        .with_round(wind(&how["round_wind"]))
        .with_honba(number(&how["honba"]))
        .map_err(text)?;
    let luck = Luck {
        riichi: riichi(is("riichi"), is("double_riichi")),
        ippatsu: is("ippatsu"),
        last_tile: is("haitei") || is("houtei"),
        after_kan: is("rinshan"),
        robbing_kan: is("chankan"),
        first_turn: is("tsumo_first_turn"),
    };
    let win = Win { tile: first(&won)?, tsumo: is("tsumo"), luck, ura: bag("ura_indicators")? };
    Ok(Case { table, stakes, win })
}

/// How many hands of 13 tiles are taken for a win as they are, or wrongly for one tile short of it.
pub(super) fn negative(name: &str, file: &Value) -> Result<usize, String> {
    let problem = |tiles: Tiles, tile| -> Result<Option<Problem>, String> {
        let hand = Bag::new(tiles, Reds::NONE).ok_or("no hand")?;
        let table = Hand::new(hand, Vec::new())
            .and_then(|hand| Situation::new(hand, Players::Four))
            .map_err(text)?;
        let win = Win { tile, tsumo: true, luck: Luck::default(), ura: Bag::EMPTY };
        Ok(Points::of(&table, &Stakes::default(), &win).err().map(|error| error.problem))
    };
    count(name, list(&file["cases"])?, |row| {
        let counts: Vec<u8> =
            list(&row["counts_34"])?.iter().map(|count| number(count) as u8).collect();
        let counts: [u8; KINDS] = counts.try_into().map_err(|_| "not 34 counts")?;
        let tiles = Tiles::from_counts(&counts).ok_or("more than four")?;
        let held = tiles.kinds().next().ok_or("no tiles")?;
        same("as it is", &problem(tiles, held)?, &Some(Problem::WrongTileCount))?;
        let mut waits = false;
        for tile in Tile::all().filter(|&tile| tiles.count(tile) < 4) {
            waits |= problem(tiles.with(tile), tile)? != Some(Problem::NotComplete);
        }
        same("tenpai", &Some(waits), &row["is_tenpai"].as_bool())
    })
}
