//! Points of wins: every yaku, yakuman, flag and refusal by example; properties over
//! arbitrary wins; `wins.rs` compares with a slow scorer.

use kakukin_core::BadValue;
mod any_win;
mod words;

use any_win::{AnyWin, any_win};
use kakukin_mahjong::{
    Bag, Hand, Luck, Payments, Players, Points, Problem, Riichi, Rules, Situation, Wind,
};
use proptest::prelude::*;
use words::{told, won};

/// All that is told wrongly, at once.
#[track_caller]
fn check(list: &[(&str, &str, &str)]) {
    let wrong: Vec<String> = list
        .iter()
        .map(|(hand, how, expected)| (format!("{hand} {how}"), told(hand, how), expected))
        .filter(|(_, told, expected)| told != *expected)
        .map(|(case, told, expected)| format!("{case}\n  is       {told}\n  expected {expected}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn luck() {
    let hand = "123789m456p22s678s";
    check(&[
        (hand, "8s ron riichi", "riichi 1, pinfu 1: 2/30/0 2000"),
        (hand, "8s riichi", "riichi 1, menzen_tsumo 1, pinfu 1: 3/20/0 2700"),
        (hand, "8s ron double", "double_riichi 2, pinfu 1: 3/30/0 3900"),
        (hand, "8s ron riichi ippatsu", "riichi 1, ippatsu 1, pinfu 1: 3/30/0 3900"),
        (hand, "8s last", "menzen_tsumo 1, haitei 1, pinfu 1: 3/20/0 2700"),
        (hand, "8s ron last", "houtei 1, pinfu 1: 2/30/0 2000"),
        (hand, "8s ron robbing", "chankan 1, pinfu 1: 2/30/0 2000"),
        ("123789m2278s6s ankan:3333z", "6s after-kan", "menzen_tsumo 1, rinshan 1: 2/60/0 4000"),
        ("123789m2278s6s kakan:3333z", "6s after-kan", "rinshan 1: 1/40/0 1500"),
        // Three players draw after setting a north aside, too.
        (
            "123789p123678s22z",
            "8s after-kan players:3 north:1 seat:S",
            "menzen_tsumo 1, rinshan 1, north_dora 1: 3/30/0 3000",
        ),
    ]);
}

#[test]
fn yaku_of_runs() {
    check(&[
        ("234m567m345p22678s", "8s ron", "pinfu 1, tanyao 1: 2/30/0 2000"),
        // The pair, the wait or a triplet spoil it.
        ("234m567m345p55z678s", "8s ron riichi", "riichi 1: 1/40/0 1300"),
        ("234m567m345p22z678s", "8s ron riichi", "riichi 1: 1/40/0 1300"),
        ("234m567m345p33z678s", "8s ron riichi", "riichi 1, pinfu 1: 2/30/0 2000"),
        ("234m567m345p33z678s", "7s ron riichi", "riichi 1: 1/40/0 1300"),
        ("234m567m345p33z789s", "7s ron riichi", "riichi 1: 1/40/0 1300"),
        ("123m567m345p33z789s", "3m ron riichi", "riichi 1: 1/40/0 1300"),
        ("234m567m345p33z789s", "3z ron riichi", "riichi 1: 1/40/0 1300"),
        ("234m567m345p33z111s", "4m ron riichi", "riichi 1: 1/40/0 1300"),
        ("223344m345p99s678p", "4m ron", "pinfu 1, iipeikou 1: 2/30/0 2000"),
        ("223344m556677p99s", "4m ron", "pinfu 1, ryanpeikou 3: 4/30/0 7700"),
        // Not seven pairs; and the pair may lie elsewhere than it seems.
        ("223344m556677p99s", "9s ron", "ryanpeikou 3: 3/40/0 5200"),
        ("22223333444455s", "5s ron", "pinfu 1, tanyao 1, ryanpeikou 3, chinitsu 6: 11/30/0 24000"),
        ("234m234p234s678s99p", "4m ron", "pinfu 1, sanshoku_doujun 2: 3/30/0 3900"),
        ("234m234s678s99p chi:234p", "4m ron", "sanshoku_doujun 1: 1/30/0 1000"),
        ("123456789m234s99p", "4s ron", "pinfu 1, ittsuu 2: 3/30/0 3900"),
        ("123789m234s99p chi:456m", "4s ron", "ittsuu 1: 1/30/0 1000"),
        ("123789m123s11z999p", "1z ron", "chanta 2: 2/50/0 3200"),
        ("789m123s11z999p chi:123m", "1z ron", "chanta 1: 1/40/0 1300"),
        ("123789m123s11p999p", "1p ron", "junchan 3: 3/40/0 5200"),
        ("789m123s11p999p chi:123m", "1p ron", "junchan 2: 2/30/0 2000"),
    ]);
}

#[test]
fn yaku_of_triplets() {
    check(&[
        ("234m567m99p678s555z", "8s ron", "yakuhai_white 1: 1/40/0 1300"),
        ("234m567m99p678s666z", "8s ron", "yakuhai_green 1: 1/40/0 1300"),
        ("234m567m99p678s pon:777z", "8s ron", "yakuhai_red 1: 1/30/0 1000"),
        ("234m567m99p678s222z", "8s ron", "seat_wind 1: 1/40/0 1300"),
        ("234m567m99p678s111z", "8s ron", "round_wind 1: 1/40/0 1300"),
        ("234m567m99p678s111z", "8s ron seat:E", "seat_wind 1, round_wind 1: 2/40/0 3900"),
        ("234m567m99p678s333z", "8s ron round:W", "round_wind 1: 1/40/0 1300"),
        ("222m99p pon:666s kan:3333z pon:888p", "9p ron", "toitoi 2: 2/50/0 3200"),
        // The triplet that a discard completes is open: three concealed ones, or two.
        ("222m888p666s99p345m", "5m ron", "sanankou 2: 2/50/0 3200"),
        ("222m888p666s99p345m", "6s ron riichi", "riichi 1: 1/40/0 1300"),
        ("222m888p666s99p345m", "6s", "menzen_tsumo 1, sanankou 2: 3/40/0 5200"),
        ("222m888p99p345m ankan:6666s", "5m ron", "sanankou 2: 2/60/0 3900"),
        (
            "222m99p222p222s345m",
            "5m ron riichi",
            "riichi 1, sanankou 2, sanshoku_doukou 2: 5/50/0 8000",
        ),
        ("345m99p pon:222m pon:222p pon:222s", "5m ron", "sanshoku_doukou 2: 2/30/0 2000"),
        ("345m99p kan:2222m ankan:3333p kakan:4444s", "5m ron", "sankantsu 2: 2/60/0 3900"),
        (
            "345m77z555z666z99p9p",
            "9p ron riichi",
            "riichi 1, yakuhai_white 1, yakuhai_green 1, shousangen 2: 5/60/0 8000",
        ),
        ("111m99p pon:999s pon:333z pon:444z", "9p ron", "toitoi 2, honroutou 2: 4/50/0 8000"),
        ("123m789m44z333z222m", "4z ron", "honitsu 3: 3/50/0 6400"),
        ("123m789m44z222m pon:333z", "4z ron", "honitsu 2: 2/30/0 2000"),
        ("123m345m789m66m222m", "6m ron", "chinitsu 6: 6/40/0 12000"),
        ("345m789m66m222m chi:123m", "6m ron", "chinitsu 5: 5/30/0 8000"),
    ]);
}

#[test]
fn seven_pairs() {
    check(&[
        ("1155m2288p3399s44z", "4z ron", "seven_pairs 2: 2/25/0 1600"),
        ("1155m2288p3399s44z", "4z", "menzen_tsumo 1, seven_pairs 2: 3/25/0 3200"),
        (
            "1155m2288p3399s44z",
            "4z riichi dora:3z",
            "riichi 1, menzen_tsumo 1, seven_pairs 2, dora 2: 6/25/0 12000",
        ),
        ("2255m2288p3366s44p", "4p ron", "tanyao 1, seven_pairs 2: 3/25/0 3200"),
        ("1199m1199p1199s44z", "4z ron", "seven_pairs 2, honroutou 2: 4/25/0 6400"),
        ("1133557799m1133z", "1z ron", "seven_pairs 2, honitsu 3: 5/25/0 8000"),
        ("11223344556677z", "1z ron", "tsuuiisou 1: 0/0/1 32000"),
    ]);
    let error = won("1111m2288p3399s44z", "4z ron").unwrap_err();
    assert_eq!(error.problem, Problem::NotComplete);
}

#[test]
fn every_yakuman() {
    check(&[
        ("19m19p19s12345677z", "1m ron", "thirteen_orphans 1: 0/0/1 32000"),
        ("19m19p19s12345677z", "7z ron", "thirteen_orphans_13_wait 1: 0/0/1 32000"),
        ("222m444p666s88s777z", "7z", "suuankou 1: 0/0/1 32000"),
        ("222m444p666s88s777z", "8s ron", "suuankou_tanki 1: 0/0/1 32000"),
        ("222m666s88s777z ankan:4444p", "8s ron", "suuankou_tanki 1: 0/0/1 32000"),
        ("234m88s555z666z pon:777z", "4m ron", "daisangen 1: 0/0/1 32000"),
        ("234m44z111z222z pon:333z", "4m ron", "shousuushii 1: 0/0/1 32000"),
        ("44m444z111z222z pon:333z", "4m ron", "daisuushii 1: 0/0/1 32000"),
        ("11z222z555z pon:666z pon:333z", "1z ron", "tsuuiisou 1: 0/0/1 32000"),
        ("11m999m111p pon:999p pon:111s", "1m ron", "chinroutou 1: 0/0/1 32000"),
        ("22334466888s666z", "6z ron", "ryuuiisou 1: 0/0/1 32000"),
        ("234s88s234s pon:666s chi:234s", "4s ron", "ryuuiisou 1: 0/0/1 32000"),
        ("11112345678999p", "2p ron", "chuuren 1: 0/0/1 32000"),
        ("11112345678999p", "1p ron", "junsei_chuuren 1: 0/0/1 32000"),
        ("55s kan:2222m ankan:3333p kakan:4444s ankan:1111z", "5s ron", "suukantsu 1: 0/0/1 32000"),
        ("123789m456p22s678s", "8s first seat:E", "tenhou 1: 0/0/1 48000"),
        ("123789m456p22s678s", "8s first", "chiihou 1: 0/0/1 32000"),
        ("123789m456p22s678s", "8s ron first rule:renhou=yakuman", "renhou 1: 0/0/1 32000"),
    ]);
}

#[test]
fn every_flag() {
    check(&[
        // kuitan
        ("234m55678s345p chi:678m", "5p ron", "tanyao 1: 1/30/0 1000"),
        ("234678m55678s345p", "5p ron rule:kuitan=no", "pinfu 1, tanyao 1: 2/30/0 2000"),
        // kiriage
        ("223344m556677p99s", "4m ron rule:kiriage=yes", "pinfu 1, ryanpeikou 3: 4/30/0 8000"),
        ("123789m44z222m ankan:3333z", "4z ron rule:kiriage=yes", "honitsu 3: 3/70/0 8000"),
        // counted-yakuman
        (
            "22334455667788m",
            "8m riichi dora:1m",
            "riichi 1, menzen_tsumo 1, pinfu 1, tanyao 1, ryanpeikou 3, chinitsu 6, dora 2: 15/20/0 32000",
        ),
        (
            "22334455667788m",
            "8m riichi dora:1m rule:counted-yakuman=no",
            "riichi 1, menzen_tsumo 1, pinfu 1, tanyao 1, ryanpeikou 3, chinitsu 6, dora 2: 15/20/0 24000",
        ),
        // double-yakuman
        ("222m444p666s88s777z", "8s ron rule:double-yakuman=yes", "suuankou_tanki 2: 0/0/2 64000"),
        (
            "19m19p19s12345677z",
            "7z ron rule:double-yakuman=yes",
            "thirteen_orphans_13_wait 2: 0/0/2 64000",
        ),
        ("19m19p19s12345677z", "1m ron rule:double-yakuman=yes", "thirteen_orphans 1: 0/0/1 32000"),
        ("11112345678999p", "1p ron rule:double-yakuman=yes", "junsei_chuuren 2: 0/0/2 64000"),
        ("44m444z111z222z pon:333z", "4m ron rule:double-yakuman=yes", "daisuushii 2: 0/0/2 64000"),
        // multiple-yakuman
        ("11z222z555z666z777z", "7z", "suuankou 1, daisangen 1, tsuuiisou 1: 0/0/3 96000"),
        ("11z222z555z666z777z", "7z rule:multiple-yakuman=no", "suuankou 1: 0/0/1 32000"),
        (
            "11z222z555z666z777z",
            "1z rules:soul rule:multiple-yakuman=no",
            "suuankou_tanki 2: 0/0/2 64000",
        ),
        (
            "11z222z555z666z777z",
            "1z first rules:soul seat:E",
            "suuankou_tanki 2, daisangen 1, tsuuiisou 1, tenhou 1: 0/0/5 240000",
        ),
        // double-wind-fu: 36 or 34 fu and a wait
        ("123m99m9m11z456p222s", "6p ron riichi seat:E", "riichi 1: 1/50/0 2400"),
        (
            "123m99m9m11z456p222s",
            "6p ron riichi seat:E rule:double-wind-fu=2",
            "riichi 1: 1/50/0 2400",
        ),
        ("123m345m11z456p222s", "1z riichi seat:E", "riichi 1, menzen_tsumo 1: 2/40/0 3900"),
        (
            "123m345m11z456p222s",
            "1z riichi seat:E rule:double-wind-fu=2",
            "riichi 1, menzen_tsumo 1: 2/30/0 3000",
        ),
        // renhou
        ("123789m456p22s678s", "8s ron first", "pinfu 1: 1/30/0 1000"),
        ("123789m456p22s678s", "8s ron first rule:renhou=mangan", "renhou 5: 5/0/0 8000"),
        ("123789m456p22s789s", "8s ron first rule:renhou=mangan", "renhou 5: 5/0/0 8000"),
        // More without it.
        (
            "1133557799m1133z",
            "1z ron first rule:renhou=mangan dora:2m",
            "seven_pairs 2, honitsu 3, dora 2: 7/25/0 12000",
        ),
        // reds
        ("234067m345p22678s", "8s ron", "pinfu 1, tanyao 1, red_dora 1: 3/30/0 3900"),
        ("234067m340p22678s", "8s ron rule:reds=4", "pinfu 1, tanyao 1, red_dora 2: 4/30/0 7700"),
        ("067p340p22678s234p", "8s ron rule:reds=4", "pinfu 1, tanyao 1, red_dora 2: 4/30/0 7700"),
        // north
        (
            "123789p123678s22z",
            "8s ron riichi players:3 north:2 seat:W",
            "riichi 1, pinfu 1, north_dora 2: 4/30/0 7700",
        ),
    ]);
    let refused = |how: &str| {
        let error = won("123789m456p22s678s", how).unwrap_err();
        (error.field, error.problem)
    };
    assert_eq!(
        won("234m55678s345p chi:678m", "5p ron rule:kuitan=no").unwrap_err().problem,
        Problem::NoYaku
    );
    assert_eq!(
        refused("8s riichi ippatsu rule:ippatsu=no"),
        ("ippatsu", BadValue::Conflict.into())
    );
    assert_eq!(refused("8s riichi dora:1z ura:1z rule:ura=no"), ("ura", BadValue::Conflict.into()));
}

fn paid(hand: &str, how: &str) -> ([Option<u32>; 3], u32, u32) {
    let points = won(hand, how).unwrap();
    let Payments { dealer, other, discarder, sticks, total } = points.payments();
    ([dealer, other, discarder], sticks, total)
}

#[test]
fn everybody_pays_a_share() {
    let hand = "123789m456p22s678s";
    assert_eq!(paid(hand, "8s"), ([Some(700), Some(400), None], 0, 1500));
    assert_eq!(paid(hand, "8s seat:E"), ([None, Some(700), None], 0, 2100));
    assert_eq!(paid(hand, "8s ron"), ([None, None, Some(1000)], 0, 1000));
    assert_eq!(paid(hand, "8s ron seat:E"), ([None, None, Some(1500)], 0, 1500));
    assert_eq!(
        paid(hand, "8s honba:2 sticks:3"),
        ([Some(900), Some(600), None], 3000, 1500 + 600 + 3000)
    );
    assert_eq!(paid(hand, "8s ron honba:2"), ([None, None, Some(1600)], 0, 1600));
    assert_eq!(paid(hand, "8s ron honba:2 rule:honba=1500"), ([None, None, Some(4000)], 0, 4000));
    assert_eq!(paid(hand, "8s honba:1 rule:honba=1500").0, [Some(1200), Some(900), None]);
}

#[test]
fn three_players_lose_or_share_the_fourth() {
    let hand = "123789p123678s22z";
    let how = |more: &str| format!("8s riichi players:3 {more}");
    let mangan = |more: &str| paid(hand, &how(&format!("north:2 {more}")));
    assert_eq!(mangan("seat:W").0, [Some(4000), Some(2000), None]);
    assert_eq!(mangan("seat:W").2, 6000);
    assert_eq!(mangan("seat:E").0, [None, Some(4000), None]);
    assert_eq!(mangan("seat:E").2, 8000);
    // 2000 of the fourth are 1000 for each of the two: 5000 and 3000.
    assert_eq!(mangan("seat:W rule:sanma-tsumo=split").0, [Some(5000), Some(3000), None]);
    assert_eq!(mangan("seat:E rule:sanma-tsumo=split").0, [None, Some(6000), None]);
    assert_eq!(mangan("seat:W honba:1").0, [Some(4100), Some(2100), None]);
    let discarded = paid(hand, "8s ron riichi players:3 seat:W honba:1 sticks:1");
    assert_eq!(discarded, ([None, None, Some(2200)], 1000, 3200));
    let more = paid(hand, "8s ron riichi players:3 seat:W honba:1 rule:sanma-honba=1000");
    assert_eq!(more.0, [None, None, Some(3000)]);
}

/// Han and fu to points, as every table of points has them.
#[test]
fn the_usual_table() {
    check(&[
        ("234m567m345p22678s", "8s", "menzen_tsumo 1, pinfu 1, tanyao 1: 3/20/0 2700"),
        (
            "22m pon:111z kan:9999m kan:1111p ankan:1111s",
            "2m ron round:S seat:W",
            "toitoi 2, sankantsu 2: 4/90/0 8000",
        ),
        (
            "11z pon:222m kan:9999m kan:9999p ankan:1111s",
            "1z ron round:S seat:W",
            "toitoi 2, sankantsu 2: 4/90/0 8000",
        ),
        (
            "234m567m22s345s678p",
            "8p ron riichi dora:1m",
            "riichi 1, pinfu 1, tanyao 1, dora 1: 4/30/0 7700",
        ),
        (
            "234m567m22s345s678p",
            "8p ron riichi dora:1m1s",
            "riichi 1, pinfu 1, tanyao 1, dora 3: 6/30/0 12000",
        ),
        (
            "234m567m22s345s678p",
            "8p ron riichi dora:1m1s1s",
            "riichi 1, pinfu 1, tanyao 1, dora 5: 8/30/0 16000",
        ),
        (
            "234m567m22s345s678p",
            "8p ron riichi dora:1m1s1s1s1p",
            "riichi 1, pinfu 1, tanyao 1, dora 7: 10/30/0 16000",
        ),
        (
            "234m567m22s345s678p",
            "8p ron double dora:1m1s1s1s4s ippatsu",
            "double_riichi 2, ippatsu 1, pinfu 1, tanyao 1, dora 8: 13/30/0 32000",
        ),
        (
            "234m567m22s345s678p",
            "8p ron double dora:1m1s1s1s4s",
            "double_riichi 2, pinfu 1, tanyao 1, dora 8: 12/30/0 24000",
        ),
    ]);
}

#[test]
fn dora_wrap_around() {
    let dora = |hand: &str, how: &str| {
        let points = won(hand, how).unwrap();
        points.yaku().iter().find(|(yaku, _)| yaku.id() == "dora").map_or(0, |&(_, han)| han)
    };
    let open = "111m33z pon:444z pon:555z pon:999p";
    let at = |indicator: &str| dora(open, &format!("3z dora:{indicator}"));
    assert_eq!([at("9m"), at("1m"), at("8p"), at("9p")], [3, 0, 3, 0]);
    assert_eq!([at("2z"), at("3z"), at("4z"), at("7z"), at("5z")], [2, 3, 0, 3, 0]);
    assert_eq!(at("9m9m8p"), 9);
    let red = "567m234p22s678s345p";
    assert_eq!(dora(red, "8s ron dora:0p"), 0);
    assert_eq!(dora(red, "8s ron dora:0m"), 1);
    // Three players have no 2m; norths set aside are hit by a west.
    let three = "111m999m123p789s22z";
    assert_eq!(dora(three, "9s ron riichi players:3 seat:W dora:1m"), 3);
    assert_eq!(dora(three, "9s ron riichi players:3 seat:W dora:9m"), 3);
    assert_eq!(dora(three, "9s ron riichi players:3 seat:W dora:3z north:3"), 3);
}

#[test]
fn ura_only_after_riichi() {
    check(&[(
        "123789m456p22s678s",
        "8s ron riichi dora:3p1z ura:1s9m",
        "riichi 1, pinfu 1, dora 1, ura_dora 3: 6/30/0 12000",
    )]);
}

#[test]
fn every_refusal() {
    use Problem::*;
    use kakukin_core::BadValue::*;
    let closed = "123789m456p22s678s";
    let open = "123789m22s678s pon:444z";
    for (hand, how, field, problem) in [
        (closed, "9s ron", "win", NotInHand),
        ("123789m456p22s67s", "7s ron", "hand", WrongTileCount),
        ("123789m22s678s", "8s ron", "hand", UnknownMelds),
        ("123789m456p22s679s", "9s ron", "hand", NotComplete),
        ("1155m2288p33339s9s", "9s ron", "hand", NotComplete),
        ("123789m456p22s999s", "3m ron", "hand", NoYaku),
        // Dora is not a yaku.
        (open, "8s ron dora:3z", "hand", NoYaku),
        (open, "8s ron riichi", "riichi", OpenHand),
        (open, "8s ron double", "double-riichi", OpenHand),
        (closed, "8s ron ippatsu", "ippatsu", Value(Conflict)),
        ("123789m22s678s ankan:4444z", "8s riichi ippatsu after-kan", "ippatsu", Value(Conflict)),
        ("123789m22s678s ankan:4444z", "8s ron after-kan", "after-kan", Value(Conflict)),
        (closed, "8s after-kan", "after-kan", Value(Conflict)),
        (closed, "8s robbing", "robbing-kan", Value(Conflict)),
        (closed, "2s ron robbing", "robbing-kan", Value(Conflict)),
        ("123789m22s678s ankan:4444z", "8s last after-kan", "last-tile", Value(Conflict)),
        (closed, "8s ron last robbing", "last-tile", Value(Conflict)),
        (closed, "8s double ippatsu last", "last-tile", Value(Conflict)),
        ("123789m22s678s ankan:4444z", "8s ron double ippatsu", "ippatsu", Value(Conflict)),
        ("123789p123678s22z", "8s players:3 north:1 rule:north=no", "north", Value(Conflict)),
        (closed, "8s first riichi", "first-turn", Value(Conflict)),
        ("123789m22s678s ankan:4444z", "8s first", "first-turn", Value(Conflict)),
        (closed, "8s first last", "first-turn", Value(Conflict)),
        (closed, "8s ron first robbing", "first-turn", Value(Conflict)),
        (closed, "8s ron first seat:E", "first-turn", Value(Conflict)),
        (closed, "8s ron dora:1z ura:1z", "ura", Value(Conflict)),
        (closed, "8s ron riichi dora:1z ura:11z", "ura", WrongTileCount),
        (closed, "8s ron riichi dora:2s2p ura:22s", "ura", TooManyCopies),
        (closed, "8s ron riichi dora:1z2z3z4z5z6z", "dora", WrongTileCount),
        (closed, "8s ron riichi seat:N players:3", "hand", NotWithThreePlayers),
        ("123789p123678s22z", "8s ron riichi players:3 seat:N", "seat", NotWithThreePlayers),
        ("123789m406p22s678s", "8s ron rules:wrc", "rule", TooManyReds),
        ("123789m406p22s678s", "8s ron dora:0p", "rule", TooManyReds),
        (closed, "8s honba:1001", "honba", Value(OutOfRange)),
        (closed, "8s sticks:1001", "sticks", Value(OutOfRange)),
        (closed, "8s seat:X", "seat", Value(Unknown)),
        (closed, "8s rules:house", "rules", Value(Unknown)),
        (closed, "8s rule:kuitan", "rule", Value(BadForm)),
        (closed, "8s rule:kuitan=perhaps", "rule", Value(Unknown)),
        (closed, "8s rule:open=no", "rule", Value(Unknown)),
    ] {
        let error = won(hand, how).unwrap_err();
        assert_eq!((error.field, error.problem), (field, problem), "{hand} {how}");
    }
}

#[test]
fn presets_are_complete() {
    for name in Rules::PRESETS {
        let rules = Rules::preset(name).unwrap();
        assert_eq!(rules.name(), Some(name));
        for (flag, value) in rules.flags() {
            assert!(flag.values().contains(&value), "{name}: {flag}={value}");
            assert_eq!(serde_json::to_value(flag).unwrap(), flag.name());
            assert_eq!(rules.set(&format!("{flag}={value}")), Ok(rules));
            for &other in flag.values().iter().filter(|&&other| other != value) {
                let text = format!(" {} = {other}", flag.name().to_uppercase());
                let changed = rules.set(&text).unwrap();
                assert_eq!(changed.flags().filter(|own| *own == (flag, other)).count(), 1);
                assert_ne!(changed, rules);
            }
        }
    }
    let rules = |name: &str| Rules::preset(name).unwrap();
    assert_eq!(rules("tenhou").reds(Players::Four).counts(), [1, 1, 1]);
    assert_eq!(rules("tenhou").reds(Players::Three).counts(), [0, 1, 1]);
    assert!(rules("wrc").reds(Players::Four).is_empty());
    assert_eq!(rules("ema").tenpai(Players::Four), 3000);
    assert_eq!(rules("soul").tenpai(Players::Three), 2000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    #[test]
    fn the_total_is_what_is_paid(win in any_win()) {
        let AnyWin { table, stakes, win } = win;
        let Ok(points) = Points::of(&table, &stakes, &win) else { return Ok(()) };
        let Payments { dealer, other, discarder, sticks, total } = points.payments();
        let others = match (win.tsumo, stakes.is_dealer()) {
            (false, _) => 0,
            (_, true) => table.players().number() - 1,
            _ => table.players().number() - 2,
        };
        let paid = dealer.unwrap_or(0) + others * other.unwrap_or(0) + discarder.unwrap_or(0);
        prop_assert_eq!(total, paid + sticks);
        let counters = stakes.honba() * stakes.rules().honba(table.players());
        prop_assert_eq!(total, points.points() + counters + 1000 * stakes.sticks());
        prop_assert_eq!(win.tsumo, discarder.is_none() && other.is_some());
        prop_assert_eq!(dealer.is_some(), win.tsumo && !stakes.is_dealer());
        let all: u32 = points.yaku().iter().map(|&(_, han)| han).sum();
        prop_assert_eq!(all, points.han() + points.yakuman());
    }

    /// More dora, riichi and a dealer's seat never cost anything.
    #[test]
    fn more_is_worth_more(win in any_win(), ura: u32, kind in 0..34usize) {
        use kakukin_mahjong::{Scorer, Tile};
        let AnyWin { table, stakes, win } = win;
        let hand = table.hand();
        let scorer = Scorer::new(&table, &stakes);
        let read = |tsumo| scorer.readings(hand.concealed(), 0, win.tile, tsumo);
        let readings = read(win.tsumo);
        let riichi = Luck { riichi: Riichi::Single, ..Luck::default() };
        let double = Luck { riichi: Riichi::Double, ..Luck::default() };
        let ura = ura % 13;
        prop_assert!(readings.points(riichi, ura) <= readings.points(riichi, ura + 1));
        prop_assert!(readings.points(Luck::default(), 0) <= readings.points(riichi, 0));
        prop_assert!(readings.points(riichi, ura) <= readings.points(double, ura));
        prop_assert_eq!(readings.points(Luck::default(), 0), readings.points(Luck::default(), ura));
        let reds = scorer.readings(hand.concealed(), 1, win.tile, win.tsumo);
        prop_assert!(readings.points(riichi, 0) <= reds.points(riichi, 0));
        // Another indicator, and the han that it brings.
        let tile = Tile::new(kind).unwrap();
        let indicator = Bag::EMPTY.with(tile, false).unwrap();
        if let Ok(more) = table.clone().with_dora(indicator) {
            let more = Scorer::new(&more, &stakes).readings(hand.concealed(), 0, win.tile, win.tsumo);
            prop_assert_eq!(more.dora()[0], readings.dora()[0] + scorer.ura_han(hand.concealed(), tile));
            prop_assert!(readings.points(riichi, 0) <= more.points(riichi, 0));
        }
    }

    #[test]
    fn the_order_of_melds_does_not_matter(win in any_win()) {
        let AnyWin { table, stakes, win } = win;
        let melds = table.hand().melds().iter().rev().copied().collect();
        let other = Hand::new(table.hand().bag(), melds).unwrap();
        let mut other = Situation::new(other, table.players()).unwrap();
        let dora = Bag::new(table.dora(), kakukin_mahjong::Reds::NONE).unwrap();
        other = other.with_dora(dora).unwrap().with_north(table.north()).unwrap();
        prop_assert_eq!(Points::of(&other, &stakes, &win).ok(), Points::of(&table, &stakes, &win).ok());
    }

    #[test]
    fn any_rule_is_read_or_refused(text in any::<String>(), flag in "[a-z-]{0,16}=[a-z0-9]{0,5}") {
        let _ = (Rules::preset(&text), Rules::default().set(&text), Rules::default().set(&flag));
        let _ = Wind::parse("seat", &text);
    }
}
