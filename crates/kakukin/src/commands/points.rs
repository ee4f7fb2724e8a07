//! `kakukin mahjong points` and `rules`: what a win is worth, and by which rules.

use super::{input, mahjong};
use crate::{
    args::{PointsArgs, RulesArgs, StakesArgs},
    failure::Failure,
    output::Output,
};
use kakukin_mahjong::{
    Bag, Hand, Luck, MAX_STICKS, Points, Riichi, Rules, Stakes, Tile, Win, Wind,
};
use kakukin_report::{PointsDocument, RulesDocument};
use kakukin_sweep::{InputError, Problem};

pub(super) fn run(args: &PointsArgs, output: &Output) -> Result<(), Failure> {
    let style = mahjong::style(args.tiles.as_deref())?;
    let hand = mahjong::hand(args.hand.as_deref(), &args.context)?;
    let (tile, red) = tile(args.win.as_deref(), &hand)?;
    let situation = mahjong::situation(hand, &args.context)?;
    let stakes = stakes(&args.stakes)?;
    let ura = args.ura.iter().try_fold(Bag::EMPTY, |all, text| {
        let more = Bag::parse("ura", text)?;
        all.and(more).map_err(|tile| InputError::new("ura", tile, Problem::TooManyCopies, "0..4"))
    })?;
    let win = Win { tile, tsumo: tsumo(args)?, luck: luck(args)?, ura };
    let points = Points::of(&situation, &stakes, &win)?;
    let document = PointsDocument::new(&situation, &stakes, (&win, red), &points);
    output.document(&document, |x, lang| x.text(lang, style), PointsDocument::csv)
}

/// The tile of `--win`, and whether it is a red five: only if the hand has one, and where it has
/// no other five.
fn tile(text: Option<&str>, hand: &Hand) -> Result<(Tile, bool), InputError> {
    let Some(text) = text else {
        return Err(InputError::new("win", "", Problem::Missing, "--win 3p"));
    };
    let bag = Bag::parse("win", text)?;
    match bag.iter().next() {
        Some((tile, red)) if bag.len() == 1 => {
            let reds = if tile.is_five() { hand.reds().of(tile.suit()) } else { 0 };
            if red && reds == 0 {
                return Err(InputError::new("win", text, Problem::NotInHand, hand.bag()));
            }
            Ok((tile, red || (reds > 0 && hand.concealed().count(tile) == reds)))
        }
        _ => Err(InputError::new("win", bag.len(), Problem::WrongTileCount, "1")),
    }
}

fn tsumo(args: &PointsArgs) -> Result<bool, InputError> {
    match (args.tsumo, args.ron) {
        (true, true) => Err(InputError::new("tsumo", "", Problem::Conflict, "--tsumo | --ron")),
        (false, false) => Err(InputError::new("tsumo", "", Problem::Missing, "--tsumo, --ron")),
        (tsumo, _) => Ok(tsumo),
    }
}

fn luck(args: &PointsArgs) -> Result<Luck, InputError> {
    let riichi = match (args.riichi, args.double_riichi) {
        (true, true) => {
            let allowed = "--riichi | --double-riichi";
            return Err(InputError::new("riichi", "", Problem::Conflict, allowed));
        }
        (true, _) => Riichi::Single,
        (_, true) => Riichi::Double,
        _ => Riichi::None,
    };
    Ok(Luck {
        riichi,
        ippatsu: args.ippatsu,
        last_tile: args.last_tile,
        after_kan: args.after_kan,
        robbing_kan: args.robbing_kan,
        first_turn: args.first_turn,
    })
}

/// Rules, winds, counters and sticks of the command line.
pub(super) fn stakes(args: &StakesArgs) -> Result<Stakes, InputError> {
    let rules = args.rules.as_deref().map_or(Ok(Rules::default()), Rules::preset)?;
    let rules = args.rule.iter().try_fold(rules, |rules, text| rules.set(text))?;
    let wind = |field, text: Option<&str>, default| {
        text.map_or(Ok(default), |text| Wind::parse(field, text))
    };
    let count = |field, text: Option<&str>| {
        input::whole_or(field, text, 0, 0..=u64::from(MAX_STICKS)).map(|n| n as u32)
    };
    let default = Stakes::default();
    default
        .with_rules(rules)
        .with_seat(wind("seat", args.seat.as_deref(), default.seat())?)
        .with_round(wind("round", args.round.as_deref(), default.round())?)
        .with_honba(count("honba", args.honba.as_deref())?)?
        .with_sticks(count("sticks", args.sticks.as_deref())?)
}

/// The rule sets there are, or the one of that name.
pub(super) fn rules(args: &RulesArgs, output: &Output) -> Result<(), Failure> {
    let names: Vec<&str> = match &args.name {
        Some(name) => vec![name],
        None => Rules::PRESETS.to_vec(),
    };
    let rules: Result<Vec<Rules>, InputError> =
        names.into_iter().map(|name| Rules::preset(name).map_err(|e| e.in_field("name"))).collect();
    output.document(&RulesDocument::new(&rules?), RulesDocument::text, RulesDocument::csv)
}
