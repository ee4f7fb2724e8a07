//! A whole win: how it came about, and what it is worth.

use super::{
    payment::{Limit, Payments},
    readings::Scored,
};
use crate::{
    Bag, Flag, Hand, InputError, MeldKind, Problem, Scorer, Situation, Stakes, Tile, Yaku,
};
use kakukin_core::BadValue;

/// One complete hand of each form.
const COMPLETE: &str = "234567m345p22678s, 1122m3355p7799s11z, 19m19p19s12345677z";
/// Indicators that a wall has at most.
const INDICATORS: u32 = 5;

/// Whether and when riichi was declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Riichi {
    /// It was not.
    #[default]
    None,
    /// It was.
    Single,
    /// With the first discard (ダブル立直).
    Double,
}

/// What a win owes to how it came about, not to its tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Luck {
    /// Riichi.
    pub riichi: Riichi,
    /// Within a turn of riichi, nobody having called (一発).
    pub ippatsu: bool,
    /// With the last tile of the wall, drawn or discarded (海底・河底).
    pub last_tile: bool,
    /// With the tile drawn after a kan (嶺上開花).
    pub after_kan: bool,
    /// With a tile that another was adding to a kan (槍槓).
    pub robbing_kan: bool,
    /// Before anybody called, in the first turn (天和・地和・人和).
    pub first_turn: bool,
}

/// The winning tile and how it came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Win {
    /// The tile that completed the hand.
    pub tile: Tile,
    /// Drawn, not discarded by another.
    pub tsumo: bool,
    /// How it came about.
    pub luck: Luck,
    /// Ura dora indicators.
    pub ura: Bag,
}

/// What a win is worth, and why.
///
/// ```
/// use kakukin_mahjong::{Bag, Luck, Players, Points, Situation, Stakes, Tile, Win};
/// let table = Situation::new("234567m345p22678s".parse()?, Players::Four)?;
/// let tile = Tile::of(2, 7).unwrap();
/// let win = Win { tile, tsumo: false, luck: Luck::default(), ura: Bag::EMPTY };
/// let points = Points::of(&table, &Stakes::default().with_honba(1)?, &win)?;
/// assert_eq!((points.han(), points.fu(), points.points()), (2, 30, 2000));
/// assert_eq!(points.payments().discarder, Some(2300));
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Points {
    scored: Scored,
    yaku: Vec<(Yaku, u32)>,
    limit: Option<Limit>,
    payments: Payments,
}

impl Points {
    /// Counts the win of the hand of the situation, which holds all its concealed tiles, the
    /// winning one included, also when another discarded it.
    pub fn of(situation: &Situation, stakes: &Stakes, win: &Win) -> Result<Self, InputError> {
        check(situation, stakes, win)?;
        let hand = situation.hand();
        let scorer = Scorer::new(situation, stakes);
        let readings = scorer.readings(hand.concealed(), hand.reds().len(), win.tile, win.tsumo);
        let refuse = |problem, allowed: &str| Err(InputError::new("hand", hand, problem, allowed));
        if readings.is_empty() {
            return refuse(Problem::NotComplete, COMPLETE);
        }
        let ura: u32 =
            win.ura.tiles().iter().map(|tile| scorer.ura_han(hand.concealed(), tile)).sum();
        let ura = readings.ura(win.luck, ura);
        let Some(scored) = readings.best(win.luck, ura) else {
            let missing = if hand.is_closed() { "`riichi`" } else { "`last-tile`" };
            return refuse(Problem::NoYaku, &format!("{missing}, `seat`, `round`"));
        };
        let yaku = readings.listed(&scored, ura);
        let tariff = readings.tariff();
        let basic = tariff.basic(scored.han, scored.fu, scored.yakuman);
        let payments = tariff.payments(basic, stakes, situation.players());
        let limit = Limit::of(basic, scored.yakuman);
        Ok(Self { scored, yaku, limit, payments })
    }

    /// All han, dora included; 0 for yakuman.
    pub const fn han(&self) -> u32 {
        self.scored.han
    }

    /// Fu; 0 for yakuman, and for a mangan that stands alone (人和).
    pub const fn fu(&self) -> u32 {
        self.scored.fu
    }

    /// How many yakuman; 0 for other hands, also for those with so many han.
    pub const fn yakuman(&self) -> u32 {
        self.scored.yakuman
    }

    /// Its limit, from mangan up.
    pub const fn limit(&self) -> Option<Limit> {
        self.limit
    }

    /// Every yaku with its han, dora last; yakuman with how many each counts for.
    pub fn yaku(&self) -> &[(Yaku, u32)] {
        &self.yaku
    }

    /// What the winner receives for the hand itself, without counters and sticks.
    pub const fn points(&self) -> u32 {
        self.scored.points
    }

    /// Who pays what, counters and sticks included.
    pub const fn payments(&self) -> Payments {
        self.payments
    }
}

/// Refuses what cannot have happened.
fn check(situation: &Situation, stakes: &Stakes, win: &Win) -> Result<(), InputError> {
    let (hand, rules, luck) = (situation.hand(), stakes.rules(), win.luck);
    stakes.check(situation.players())?;
    if !hand.has_drawn() {
        let allowed = Hand::DRAWN;
        let tiles = hand.concealed().len();
        return Err(InputError::new("hand", tiles, Problem::WrongTileCount, allowed));
    }
    situation.needs_known_melds("hand")?;
    if hand.concealed().count(win.tile) == 0 {
        return Err(InputError::new("win", win.tile, Problem::NotInHand, hand.bag()));
    }
    check_table(situation, stakes)?;

    // Each of these says what does not go together, and what would.
    let melded_kan = hand.melds().iter().any(|meld| meld.kind().is_kan());
    let has_kan = melded_kan || situation.north() > 0;
    let declared = match luck.riichi {
        Riichi::None => None,
        Riichi::Single => Some("riichi"),
        Riichi::Double => Some("double-riichi"),
    };
    let double = luck.riichi == Riichi::Double;
    let robbed = hand.concealed().count(win.tile)
        + hand.melds().iter().map(|meld| meld.tiles().count(win.tile)).sum::<u32>();
    let conflicts = [
        (luck.ippatsu && declared.is_none(), "ippatsu", "`riichi`, `double-riichi`"),
        (luck.ippatsu && !rules.has(Flag::Ippatsu), "ippatsu", "`rule` ippatsu=yes"),
        (luck.ippatsu && luck.after_kan, "ippatsu", "`ippatsu` | `after-kan`"),
        // Declared in the first turn and won within the next: the wall is long, and a kan of
        // one's own would have come between.
        (double && luck.ippatsu && luck.last_tile, "last-tile", "`ippatsu` | `last-tile`"),
        (double && luck.ippatsu && melded_kan, "ippatsu", "`ippatsu` | `meld`"),
        (luck.after_kan && !win.tsumo, "after-kan", "`tsumo`"),
        (luck.after_kan && !has_kan, "after-kan", "`meld` kan:1111m, `meld` ankan:1111m"),
        (luck.robbing_kan && win.tsumo, "robbing-kan", "`ron`"),
        // The other three are the robbed player's.
        (luck.robbing_kan && robbed > 1, "robbing-kan", "`win` TILE"),
        (luck.last_tile && luck.after_kan, "last-tile", "`last-tile` | `after-kan`"),
        (luck.last_tile && luck.robbing_kan, "last-tile", "`last-tile` | `robbing-kan`"),
        (luck.first_turn && declared.is_some(), "first-turn", "`first-turn` | `riichi`"),
        (luck.first_turn && !hand.melds().is_empty(), "first-turn", "`first-turn` | `meld`"),
        (luck.first_turn && luck.last_tile, "first-turn", "`first-turn` | `last-tile`"),
        (luck.first_turn && luck.after_kan, "first-turn", "`first-turn` | `after-kan`"),
        (luck.first_turn && luck.robbing_kan, "first-turn", "`first-turn` | `robbing-kan`"),
        // The dealer throws the first tile of all.
        (luck.first_turn && !win.tsumo && stakes.is_dealer(), "first-turn", "`tsumo`"),
    ];
    if let Some((_, field, allowed)) = conflicts.into_iter().find(|&(holds, ..)| holds) {
        return Err(InputError::new(field, "", BadValue::Conflict, allowed));
    }
    if let Some(field) = declared
        && !hand.is_closed()
    {
        let open = hand.melds().iter().find(|meld| meld.is_open());
        let value = open.map(|meld| format!("({meld})")).unwrap_or_default();
        let allowed = format!("`meld` {}:1111m", MeldKind::ClosedKan.keyword());
        return Err(InputError::new(field, value, Problem::OpenHand, allowed));
    }
    ura(situation, stakes, win, declared.is_some())
}

/// Refuses more dora indicators than a wall has, and more red fives than the rules have, and
/// norths set aside where the rules do not.
pub(crate) fn check_table(situation: &Situation, stakes: &Stakes) -> Result<(), InputError> {
    let tiles = situation.dora().len();
    if tiles > INDICATORS {
        let allowed = format!("0..{INDICATORS}");
        return Err(InputError::new("dora", tiles, Problem::WrongTileCount, allowed));
    }
    let (seen, rules) = (situation.visible_reds().counts(), stakes.rules());
    if situation.north() > 0 && !rules.has(Flag::North) {
        let (norths, allowed) = (situation.north(), "`rule` north=yes");
        return Err(InputError::new("north", norths, BadValue::Conflict, allowed));
    }
    let most = rules.reds(situation.players()).counts();
    if seen.iter().zip(most).all(|(&seen, most)| seen <= most) {
        return Ok(());
    }
    let seen: u8 = seen.iter().sum();
    Err(InputError::new(
        "rule",
        format!("reds={}", rules.get(Flag::Reds)),
        Problem::TooManyReds,
        seen,
    ))
}

fn ura(
    situation: &Situation,
    stakes: &Stakes,
    win: &Win,
    declared: bool,
) -> Result<(), InputError> {
    if win.ura.is_empty() {
        return Ok(());
    }
    let conflict = |allowed| Err(InputError::new("ura", win.ura, BadValue::Conflict, allowed));
    if !declared {
        return conflict("`riichi`, `double-riichi`");
    }
    if !stakes.rules().has(Flag::Ura) {
        return conflict("`rule` ura=yes");
    }
    let most = situation.dora().len();
    if win.ura.len() > most {
        let allowed = format!("0..{most}");
        return Err(InputError::new("ura", win.ura.len(), Problem::WrongTileCount, allowed));
    }
    let shown = situation.clone().with_seen(win.ura);
    shown.map_err(|error| error.in_field("ura")).map(|_| ())
}
