//! One small game in every format: the same rounds, decisions and wins; and whatever is changed in
//! it so that it cannot have happened is refused where it stands.

use kakukin_logs::{
    Decision, Event, LogFormat, Replay, Replayed, Round, Trouble, read_log, write_mjai,
};
use kakukin_mahjong::{Riichi, Yaku};
use std::ops::ControlFlow;

const MJAI: &str = include_str!("logs/small.mjai.jsonl");
const XML: &str = include_str!("logs/small.mjlog");
const JSON: &str = include_str!("logs/small.json");

struct Read {
    format: Option<LogFormat>,
    rounds: Vec<Round>,
    replayed: Vec<Replayed>,
    troubles: Vec<(Trouble, Option<usize>, Option<usize>)>,
}

impl Read {
    fn of(log: impl AsRef<[u8]>) -> Self {
        let mut replay = Replay::default();
        let (mut rounds, mut replayed) = (Vec::new(), Vec::new());
        let (format, fault) = read_log(log.as_ref(), &mut |round| {
            replayed.push(replay.round(&round));
            rounds.push(round);
            ControlFlow::Continue(())
        });
        let faults =
            replayed.iter().filter_map(|round: &Replayed| round.fault.clone()).chain(fault);
        let troubles = faults.map(|fault| (fault.trouble, fault.round, fault.event)).collect();
        Self { format, rounds, replayed, troubles }
    }

    fn decisions(&self) -> Vec<Decision> {
        self.replayed.iter().flat_map(|round| round.decisions.clone()).collect()
    }
}

#[test]
fn all_formats_tell_the_same_game() {
    let address = format!("https://tenhou.net/6/#json={}", JSON.trim().replace('%', "%25"));
    let escaped = JSON.trim().bytes().map(|byte| format!("%{byte:02X}")).collect::<String>();
    let escaped = format!("  https://tenhou.net/6/#json={escaped}&ts=0\n");
    let lines = JSON.replace("\n", "\r\n");
    let logs = [
        (MJAI, LogFormat::Mjai),
        (XML, LogFormat::TenhouXml),
        (JSON, LogFormat::TenhouJson),
        (&address, LogFormat::TenhouJson),
        (&escaped, LogFormat::TenhouJson),
        (&lines, LogFormat::TenhouJson),
    ];
    let first = Read::of(MJAI);
    assert_eq!(first.decisions().len(), 11);
    for (log, format) in logs {
        let read = Read::of(log);
        assert_eq!((read.format, read.rounds.len()), (Some(format), 3));
        assert_eq!(read.troubles, []);
        assert_eq!(read.decisions(), first.decisions());
        assert_eq!(read.rounds[0].game.names, ["Ann", "Ben", "Cid", "東"]);
        assert!(read.replayed.iter().flat_map(|round| &round.wins).all(|win| win.is_alike()));
    }
}

#[test]
fn decisions_have_what_their_player_knew() {
    let decisions = Read::of(XML).decisions();
    let texts: Vec<String> = decisions
        .iter()
        .map(|own| {
            let melds: Vec<String> = own.melds.iter().map(ToString::to_string).collect();
            let riichi = if own.riichi { " riichi" } else { "" };
            format!(
                "{} {} {} {} {}{riichi}",
                own.seat,
                own.turn,
                own.hand,
                melds.join(" "),
                own.discard
            )
        })
        .collect();
    assert_eq!(
        texts[..5],
        [
            "0 1 1236m4569p789s112z  6m",
            "1 0 8m33p119s22456z chi:406m 9s",
            "2 0 5789m124p3346z pon:999s 1p",
            "3 2 2349m678p3455s ankan:7777z 9m riichi",
            "0 2 123m4569p2789s112z  2s",
        ]
    );
    let last = &decisions[4];
    assert_eq!((last.draws_left, last.wall, last.threatened), (16, 66, true));
    assert_eq!(last.in_riichi, [false, false, false, true]);
    assert_eq!(last.seen.to_string(), "4069m1p999s7777z");
    assert_eq!(last.scores, [25000, 25000, 25000, 24000]);
    assert_eq!((last.sticks, last.dora.len()), (1, 2));
}

#[test]
fn wins_come_about_as_they_did() {
    let read = Read::of(MJAI);
    let (ron, tsumo) = (&read.replayed[0].wins[0], &read.replayed[2].wins[0]);
    assert_eq!((ron.luck.riichi, ron.luck.ippatsu), (Riichi::Single, true));
    assert_eq!(ron.points.as_ref().unwrap().as_ref().unwrap().han(), 6);
    assert!(tsumo.luck.after_kan && !tsumo.luck.last_tile);
    let yaku = |yaku| {
        let points = tsumo.points.as_ref().unwrap().as_ref().unwrap();
        points.yaku().iter().any(|(own, _)| *own == yaku)
    };
    assert!(yaku(Yaku::Rinshan) && yaku(Yaku::White) && yaku(Yaku::RedDora));
    assert_eq!(tsumo.deltas, Some(vec![-2700, 8100, -2700, -2700]));
}

#[test]
fn written_as_mjai_it_is_the_same() {
    for log in [MJAI, XML, JSON] {
        let read = Read::of(log);
        let mut written = String::new();
        read.rounds.iter().for_each(|round| write_mjai(round, &mut written));
        let again = Read::of(&written);
        assert_eq!(again.decisions(), read.decisions());
        assert_eq!(again.rounds.len(), 3);
        for (own, other) in again.rounds.iter().zip(&read.rounds) {
            // mjai does not say what the scores were before a win.
            let mut events = other.events.clone();
            for event in &mut events {
                if let Event::Win(win) = event {
                    win.said.before = None;
                }
            }
            assert_eq!((&own.events, &own.scores), (&events, &other.scores));
        }
    }
}

/// Each change, what it makes impossible, and where.
#[test]
fn what_cannot_have_happened_is_refused() {
    let changed = |from: &str, to: &str| {
        assert!(MJAI.contains(from), "{from}");
        Read::of(MJAI.replacen(from, to, 1)).troubles
    };
    let at = |trouble, round, event| vec![(trouble, Some(round), event)];
    use Trouble::*;
    let cases: [(&str, &str, Trouble, usize, Option<usize>); 9] = [
        // The fifth 9s.
        (
            r#""tsumo","actor":0,"pai":"2s""#,
            r#""tsumo","actor":0,"pai":"9s""#,
            NoSuchTileLeft,
            0,
            Some(13),
        ),
        (r#""dahai","actor":2,"pai":"1p""#, r#""dahai","actor":2,"pai":"1s""#, NotHeld, 0, Some(5)),
        (r#""tsumo","actor":3,"pai":"C""#, r#""tsumo","actor":3,"pai":"8z""#, BadTile, 0, Some(6)),
        (r#""chi","actor":1,"target":0"#, r#""chi","actor":2,"target":0"#, NotItsTurn, 0, Some(2)),
        (
            r#""pon","actor":2,"target":1"#,
            r#""pon","actor":2,"target":0"#,
            NotDiscarded,
            0,
            Some(4),
        ),
        (r#""consumed":["4m","5mr"]"#, r#""consumed":["4m","8m"]"#, BadMeld, 0, Some(2)),
        (r#""deltas":[-12000,0,0,13000]"#, r#""deltas":[-12000,0,0,12500]"#, Points, 0, Some(15)),
        (
            r#""scores":[13000,25000,25000,37000]"#,
            r#""scores":[13000,25000,25000,36000]"#,
            Points,
            1,
            None,
        ),
        (
            r#""dora","dora_marker":"8s"}"#,
            r#""dora","dora_marker":"8s"}
{"type":"dora","dora_marker":"6p"}"#,
            TooManyIndicators,
            0,
            Some(9),
        ),
    ];
    for (from, to, trouble, round, event) in cases {
        assert_eq!(changed(from, to), at(trouble, round, event), "{to}");
    }
    // All that comes before is kept, and the rounds after it are read.
    let read =
        Read::of(MJAI.replacen(r#""deltas":[-12000,0,0,13000]"#, r#""deltas":[0,0,0,0]"#, 1));
    assert_eq!(read.replayed[0].decisions.len(), 5);
    assert_eq!(read.replayed[2].wins.len(), 1);
}

#[test]
fn a_log_that_breaks_off_keeps_what_comes_before() {
    let whole = Read::of(XML).decisions();
    for end in 0..XML.len() {
        let read = Read::of(&XML[..end]);
        let decisions = read.decisions();
        assert_eq!(decisions, whole[..decisions.len()], "{end}");
        assert!(read.troubles.len() <= 1);
    }
    for end in (0..MJAI.len()).filter(|&end| MJAI.is_char_boundary(end)) {
        let decisions = Read::of(&MJAI[..end]).decisions();
        assert_eq!(decisions, whole[..decisions.len()], "{end}");
    }
}

#[test]
fn what_is_no_log_is_said_to_be_none() {
    for text in ["", "x", "<html></html>", "[]", "1,2,3", "PK", "https://tenhou.net/6/"] {
        let read = Read::of(text);
        assert_eq!(read.troubles, [(Trouble::NotALog, None, None)], "{text}");
    }
    for text in ["{", "{}", "{\"log\":{}}", "{\"log\":[[]]}", "{\"log\":[1]}"] {
        let read = Read::of(text);
        assert_eq!(read.troubles.len(), 1, "{text}");
        assert!(read.rounds.is_empty());
    }
}

/// Who calls a discard stands only in the caller's list. Here West pons the second east of the
/// dealer, although the first would have fitted: only so is every entry used.
#[test]
fn calls_are_of_the_discard_that_they_fit() {
    let log = r#"{"name":["","","",""],"rule":{"disp":"般南喰赤","aka":1},"log":[[[0,0,0],
        [25000,25000,25000,25000],[47],[],
        [41,41,42,42,13,21,22,23,31,32,33,19,29],[17,"42p4242"],[41,41],
        [14,15,16,24,25,26,34,35,36,28,28,45,46],["11"],[],
        [41,41,19,27,28,29,37,38,39,44,44,44,43],["41p4141"],[43],
        [12,13,14,22,23,24,32,33,34,46,46,46,47],[18],[18],["不明"]]]}"#;
    let log = log.replace(r#"["11"],[]"#, "[42],[42]").replace(r#""42p4242""#, r#""4242p42""#);
    let log = log.replace("[18],[18]", "[18],[60]");
    let read = Read::of(log);
    assert_eq!(read.troubles, []);
    let calls: Vec<(usize, usize)> = read.rounds[0]
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Call { seat, from, .. } => Some((*seat, *from)),
            _ => None,
        })
        .collect();
    assert_eq!(calls, [(0, 1), (2, 0)]);
}

/// Three players, a north set aside, and a seat that nobody has.
#[test]
fn three_players_are_read_in_every_format() {
    let mjai = r#"{"type":"start_game","names":["a","b","c"],"aka_flag":true}
{"type":"start_kyoku","bakaze":"E","dora_marker":"1p","kyoku":1,"honba":0,"kyotaku":0,"oya":0,"scores":[35000,35000,35000],"tehais":[["1m","9m","1p","2p","3p","4p","5p","6p","7p","8p","9p","N","E"],["1m","9m","1s","2s","3s","4s","5s","6s","7s","8s","9s","S","S"],["1m","9m","1p","2p","3p","4s","5s","6s","C","C","W","W","W"]]}
{"type":"tsumo","actor":0,"pai":"P"}
{"type":"nukidora","actor":0,"pai":"N"}
{"type":"tsumo","actor":0,"pai":"F"}
{"type":"dahai","actor":0,"pai":"9m","tsumogiri":false}
{"type":"tsumo","actor":1,"pai":"7p"}
{"type":"dahai","actor":1,"pai":"7p","tsumogiri":true}
{"type":"tsumo","actor":2,"pai":"1s"}
{"type":"dahai","actor":2,"pai":"W","tsumogiri":false}
{"type":"tsumo","actor":0,"pai":"9p"}
{"type":"dahai","actor":0,"pai":"9p","tsumogiri":true}
{"type":"ryukyoku"}
"#;
    let json = r#"{"name":["a","b","c",""],"rule":{"disp":"三般南喰赤","aka":1},"log":[[[0,0,0],
        [35000,35000,35000,0],[21],[],
        [11,19,21,22,23,24,25,26,27,28,29,44,41],[45,46,29],["f44",19,60],
        [11,19,31,32,33,34,35,36,37,38,39,42,42],[27],[60],
        [11,19,21,22,23,34,35,36,47,47,43,43,43],[31],[43],
        [],[],[],["?"]]]}"#;
    let xml = r#"<mjloggm ver="2.3"><GO type="25" lobby="0"/><UN n0="a" n1="b" n2="c" n3=""/>
        <INIT seed="0,0,0,1,1,38" ten="350,350,350,0" oya="0"
        hai0="0,32,36,40,44,48,53,56,60,64,68,120,108" hai1="1,33,72,76,80,84,89,92,96,100,104,112,113"
        hai2="2,34,37,41,45,85,90,93,132,133,116,117,118" hai3=""/>
        <T124/><N who="0" m="30752"/><T128/><D32/><U61/><E61/><V73/><F116/><T69/><D69/>
        <RYUUKYOKU type="x" ba="0,0" sc="350,0,350,0,350,0"/></mjloggm>"#;
    let first = Read::of(mjai);
    assert_eq!(first.troubles, []);
    let decisions = first.decisions();
    assert_eq!(decisions.len(), 4);
    assert_eq!((decisions[0].turn, decisions[0].north, decisions[0].wall), (2, 1, 53));
    assert_eq!(decisions[1].seen.to_string(), "9m4z");
    assert_eq!(decisions[1].draws_left, 52 / 3);
    for log in [json, xml] {
        let read = Read::of(log);
        assert_eq!(read.troubles, []);
        assert_eq!(read.decisions(), decisions);
    }
}
