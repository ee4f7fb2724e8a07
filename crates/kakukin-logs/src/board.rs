//! The table as the events make it, and which events cannot happen there.

use crate::{
    Ending, Event, Face, Fault, LoggedWin, Round, Trouble,
    face::{bag, without},
};
use kakukin_mahjong::{Bag, COPIES, Luck, MAX_STICKS, Meld, MeldKind, Players, Reds, Riichi, Tile};

/// Points of a riichi stick.
const STICK: i32 = 1000;
/// Tiles that are never drawn from the live wall.
const DEAD: u32 = 14;
/// Tiles that are dealt to each seat.
const DEALT: u32 = 13;
const NORTH: Face = Face::new(Tile::of(3, 3).unwrap(), false).unwrap();

/// A meld on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Called {
    /// The meld.
    pub meld: Meld,
    /// Whose discard it was; nobody's for a closed kan.
    pub from: Option<usize>,
}

/// A tile in the river.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thrown {
    /// What was discarded.
    pub face: Face,
    /// Whether it was the one just drawn.
    pub drawn: bool,
    /// Whether riichi was declared with it.
    pub riichi: bool,
    /// Whether somebody called it.
    pub called: bool,
}

/// What is before a player.
#[derive(Debug, Clone, Default)]
pub struct Seat {
    /// The concealed tiles that are known.
    pub concealed: Bag,
    /// How many concealed tiles are not known.
    pub unknown: u32,
    /// Melds, in their order.
    pub melds: Vec<Called>,
    /// Discards, those that were called included.
    pub river: Vec<Thrown>,
    /// Norths that were set aside.
    pub norths: u32,
    /// How many tiles were drawn.
    pub draws: u32,
    /// The tile just drawn, if it is known.
    pub drawn: Option<Face>,
    /// The riichi that stands.
    pub riichi: Riichi,
    /// Whether a win would be within a turn of riichi.
    ippatsu: bool,
}

impl Seat {
    /// Whether nothing was called.
    pub fn is_closed(&self) -> bool {
        !self.melds.iter().any(|called| called.meld.is_open())
    }

    /// Whether riichi stands.
    pub fn in_riichi(&self) -> bool {
        self.riichi != Riichi::None
    }

    fn tiles(&self) -> u32 {
        self.concealed.len() + self.unknown
    }

    /// Takes a tile out of the hand; whether it was one that nobody knew.
    fn lose(&mut self, face: Face) -> Result<bool, Fault> {
        if let Some(rest) = without(self.concealed, face) {
            self.concealed = rest;
            return Ok(false);
        }
        if self.unknown == 0 {
            return Err(Fault::new(Trouble::NotHeld, face));
        }
        self.unknown -= 1;
        Ok(true)
    }
}

/// What may happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// This seat draws, unless the last discard is called or won with.
    Draw(usize),
    /// This seat has a tile too many; it has just drawn it or called.
    Act { seat: usize, drawn: bool },
    /// This seat draws for a kan or a north, unless the tile is won with.
    Replace(usize),
    /// The round is over; only further wins on the same tile follow.
    Over,
}

/// The tile that can be won with, and whose it is.
#[derive(Debug, Clone, Copy)]
struct Last {
    seat: usize,
    face: Face,
    /// Whether it is a discard, and not a tile of a kan.
    discard: bool,
}

/// The table in the middle of a round.
#[derive(Debug, Clone)]
pub struct Board<'r> {
    round: &'r Round,
    seats: Vec<Seat>,
    /// What is seen of each face by somebody.
    seen: [u8; Face::KINDS],
    reds: Reds,
    wall: u32,
    replaced: u32,
    kans: u32,
    dora: Vec<Face>,
    scores: Vec<i32>,
    sticks: u32,
    phase: Phase,
    last: Option<Last>,
    /// Who has declared riichi, until it stands.
    declared: Option<usize>,
    /// Whether anything was called: the first turn is over for all.
    interrupted: bool,
    /// Whether the tile in hand came for a kan or a north.
    replacement: bool,
    wins: u32,
}

impl<'r> Board<'r> {
    /// The table when the tiles are dealt.
    pub fn new(round: &'r Round) -> Result<Self, Fault> {
        let players = round.game.players;
        let number = players.number();
        let seats = number as usize;
        if round.dealer >= seats || round.hands.len() != seats || round.scores.len() != seats {
            return Err(Fault::new(Trouble::BadForm, seats));
        }
        if round.sticks.max(round.honba) > MAX_STICKS {
            return Err(Fault::new(Trouble::Points, round.sticks.max(round.honba)));
        }
        let mut board = Self {
            round,
            seats: Vec::new(),
            seen: [0; Face::KINDS],
            reds: round.game.rules.reds(players),
            wall: players.total() - DEAD - DEALT * number,
            replaced: 0,
            kans: 0,
            dora: Vec::new(),
            scores: round.scores.clone(),
            sticks: round.sticks,
            phase: Phase::Draw(round.dealer),
            last: None,
            declared: None,
            interrupted: false,
            replacement: false,
            wins: 0,
        };
        for hand in &round.hands {
            if hand.len() != DEALT as usize {
                return Err(Fault::new(Trouble::BadForm, hand.len()));
            }
            for face in hand.iter().flatten() {
                board.show(*face)?;
            }
            let concealed = bag(hand.iter().flatten().copied());
            let concealed = concealed.ok_or_else(|| Fault::new(Trouble::NoSuchTileLeft, ""))?;
            let unknown = DEALT - concealed.len();
            board.seats.push(Seat { concealed, unknown, ..Seat::default() });
        }
        board.turn(round.dora)?;
        Ok(board)
    }

    /// The round.
    pub fn round(&self) -> &'r Round {
        self.round
    }

    /// What is before each player.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// The tiles left in the live wall.
    pub fn wall(&self) -> u32 {
        self.wall
    }

    /// The indicators.
    pub fn dora(&self) -> &[Face] {
        &self.dora
    }

    /// The scores, riichi sticks paid.
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// Riichi sticks on the table.
    pub fn sticks(&self) -> u32 {
        self.sticks
    }

    /// Who has declared riichi with the discard that is to come or has just come.
    pub fn declared(&self) -> Option<usize> {
        self.declared
    }

    /// Whether it is still the first turn of the seat, nobody having called anything.
    pub fn is_first_turn(&self, seat: usize) -> bool {
        !self.interrupted && self.seats[seat].river.is_empty() && self.seats[seat].draws <= 1
    }

    /// How often the seat will draw after this discard, if nobody calls and the round goes on.
    pub fn draws_left(&self) -> u32 {
        self.wall / self.round.game.players.number()
    }

    /// Every other tile that the seat sees: discards, melds and norths of all others, its own
    /// discards; not its concealed tiles, melds and norths, nor indicators. A tile that was called
    /// lies in the meld.
    pub fn seen_by(&self, seat: usize) -> Option<Bag> {
        let mut all = Bag::EMPTY;
        for (other, player) in self.seats.iter().enumerate() {
            let river = player.river.iter().filter(|thrown| !thrown.called);
            all = all.and(bag(river.map(|thrown| thrown.face))?).ok()?;
            if other == seat {
                continue;
            }
            for called in &player.melds {
                all = all.and(called.meld.bag()).ok()?;
            }
            for _ in 0..player.norths {
                all = all.with(NORTH.tile(), false)?;
            }
        }
        Some(all)
    }

    /// Takes note of a tile; refuses it if all copies are known to be elsewhere.
    fn show(&mut self, face: Face) -> Result<(), Fault> {
        let refuse = || Err(Fault::new(Trouble::NoSuchTileLeft, face));
        let (tile, suit) = (face.tile(), face.tile().suit());
        if !self.round.game.players.has(tile) {
            return refuse();
        }
        // Some logs do not tell red fives from others, so four of a kind may look plain.
        let red = if tile.is_five() { Face::new(tile, true) } else { None };
        let reds = red.map_or(0, |red| self.seen[red.index()]);
        let all = u32::from(self.seen[tile.index()] + reds);
        if all >= COPIES || (face.is_red() && u32::from(reds) >= self.reds.of(suit)) {
            return refuse();
        }
        self.seen[face.index()] += 1;
        Ok(())
    }

    /// Turns an indicator.
    fn turn(&mut self, indicator: Face) -> Result<(), Fault> {
        if self.dora.len() as u32 > self.kans.min(4) {
            return Err(Fault::new(Trouble::TooManyIndicators, indicator));
        }
        self.show(indicator)?;
        self.dora.push(indicator);
        Ok(())
    }

    /// A tile leaves a hand.
    fn lose(&mut self, seat: usize, face: Face) -> Result<(), Fault> {
        if self.seats[seat].lose(face)? {
            self.show(face)?;
        }
        Ok(())
    }

    fn next(&self, seat: usize) -> usize {
        (seat + 1) % self.seats.len()
    }

    /// Whoever acts must have the turn.
    fn acts(&self, actor: usize) -> Result<bool, Fault> {
        match self.phase {
            Phase::Act { seat, drawn } if seat == actor => Ok(drawn),
            _ => Err(Fault::new(Trouble::NotItsTurn, actor)),
        }
    }

    /// Nobody can win within a turn of riichi any more, nor in the first turn.
    fn interrupt(&mut self) {
        self.interrupted = true;
        self.seats.iter_mut().for_each(|seat| seat.ippatsu = false);
    }

    /// The event happens, or cannot.
    pub fn apply(&mut self, event: &Event) -> Result<(), Fault> {
        match event {
            Event::Draw { seat, tile } => self.draw(*seat, *tile),
            Event::Discard { seat, tile, drawn } => self.discard(*seat, *tile, *drawn),
            Event::Call { seat, from, kind, tile, own } => {
                self.call(*seat, *from, *kind, *tile, own)
            }
            Event::ClosedKan { seat, own } => self.closed_kan(*seat, own),
            Event::AddedKan { seat, tile } => self.added_kan(*seat, *tile),
            Event::North { seat } => self.north(*seat),
            Event::Dora { indicator } => self.turn(*indicator),
            Event::Riichi { seat } => self.declare(*seat),
            Event::RiichiStands { seat } => self.stand(*seat),
            Event::Win(win) => self.win(win),
            Event::Ended { how, deltas } => self.end(*how, deltas),
        }
    }

    fn draw(&mut self, seat: usize, tile: Option<Face>) -> Result<(), Fault> {
        let replacement = match self.phase {
            Phase::Draw(next) if next == seat => false,
            Phase::Replace(next) if next == seat => true,
            _ => return Err(Fault::new(Trouble::NotItsTurn, seat)),
        };
        if self.declared.is_some() {
            return Err(Fault::new(Trouble::NoRiichi, seat));
        }
        // What replaces a tile comes from the dead wall, which then takes the last live tile.
        if self.wall == 0 || (replacement && self.replaced >= 2 * COPIES) {
            return Err(Fault::new(Trouble::WallIsEmpty, seat));
        }
        self.wall -= 1;
        if replacement {
            self.replaced += 1;
            self.interrupt();
        }
        if let Some(face) = tile {
            self.show(face)?;
            let held = &mut self.seats[seat].concealed;
            let more = held.with(face.tile(), face.is_red());
            *held = more.ok_or_else(|| Fault::new(Trouble::NoSuchTileLeft, face))?;
        } else {
            self.seats[seat].unknown += 1;
        }
        self.seats[seat].draws += 1;
        self.seats[seat].drawn = tile;
        self.replacement = replacement;
        self.last = None;
        self.phase = Phase::Act { seat, drawn: true };
        Ok(())
    }

    fn discard(&mut self, seat: usize, face: Face, drawn: bool) -> Result<(), Fault> {
        let has_drawn = self.acts(seat)?;
        let own = self.seats[seat].drawn;
        if drawn && (!has_drawn || own.is_some_and(|own| own != face)) {
            return Err(Fault::new(Trouble::NotHeld, face));
        }
        if self.seats[seat].in_riichi() && own.is_some_and(|own| own != face) {
            return Err(Fault::new(Trouble::AfterRiichi, face));
        }
        self.lose(seat, face)?;
        let riichi = self.declared == Some(seat);
        let first = self.is_first_turn(seat);
        let player = &mut self.seats[seat];
        player.ippatsu = false;
        player.drawn = None;
        player.river.push(Thrown { face, drawn, riichi, called: false });
        if riichi && first {
            // It does not stand yet, but the first turn is over afterwards.
            player.riichi = Riichi::Double;
        }
        self.last = Some(Last { seat, face, discard: true });
        self.phase = Phase::Draw(self.next(seat));
        Ok(())
    }

    fn declare(&mut self, seat: usize) -> Result<(), Fault> {
        let drawn = self.acts(seat)?;
        let player = &self.seats[seat];
        if !drawn || !player.is_closed() || player.in_riichi() || self.declared.is_some() {
            return Err(Fault::new(Trouble::NoRiichi, seat));
        }
        self.declared = Some(seat);
        Ok(())
    }

    fn stand(&mut self, seat: usize) -> Result<(), Fault> {
        let discarded = self.last.is_some_and(|last| last.seat == seat && last.discard);
        if self.declared != Some(seat) || !discarded {
            return Err(Fault::new(Trouble::NoRiichi, seat));
        }
        self.declared = None;
        self.scores[seat] -= STICK;
        self.sticks += 1;
        let player = &mut self.seats[seat];
        if player.riichi == Riichi::None {
            player.riichi = Riichi::Single;
        }
        player.ippatsu = true;
        Ok(())
    }

    fn call(
        &mut self,
        seat: usize,
        from: usize,
        kind: MeldKind,
        face: Face,
        own: &[Face],
    ) -> Result<(), Fault> {
        let refuse = |trouble| Err(Fault::new(trouble, face));
        let waiting = matches!(self.phase, Phase::Draw(_)) && seat != from;
        let called = self.last.filter(|last| last.discard && last.seat == from);
        if !waiting || self.seats[seat].in_riichi() {
            return refuse(Trouble::NotItsTurn);
        }
        if called.is_none_or(|last| last.face != face) {
            return refuse(Trouble::NotDiscarded);
        }
        if self.declared.is_some() {
            return refuse(Trouble::NoRiichi);
        }
        if kind == MeldKind::Chi
            && (self.next(from) != seat || self.round.game.players == Players::Three)
        {
            return refuse(Trouble::NotItsTurn);
        }
        // The last tile can only be won with.
        if self.wall == 0 {
            return refuse(Trouble::WallIsEmpty);
        }
        let all = bag(own.iter().copied().chain([face]));
        let meld = all.and_then(|all| Meld::new(kind, all).ok());
        let Some(meld) = meld else { return refuse(Trouble::BadMeld) };
        for &tile in own {
            self.lose(seat, tile)?;
        }
        if let Some(thrown) = self.seats[from].river.last_mut() {
            thrown.called = true;
        }
        self.seats[seat].melds.push(Called { meld, from: Some(from) });
        self.interrupt();
        self.last = None;
        self.phase = match kind {
            MeldKind::OpenKan => {
                self.kans += 1;
                Phase::Replace(seat)
            }
            _ => Phase::Act { seat, drawn: false },
        };
        Ok(())
    }

    fn closed_kan(&mut self, seat: usize, own: &[Face]) -> Result<(), Fault> {
        let meld =
            bag(own.iter().copied()).and_then(|all| Meld::new(MeldKind::ClosedKan, all).ok());
        let (true, Some(meld)) = (self.acts(seat)?, meld) else {
            return Err(Fault::new(Trouble::BadMeld, seat));
        };
        for &tile in own {
            self.lose(seat, tile)?;
        }
        let player = &mut self.seats[seat];
        player.melds.push(Called { meld, from: None });
        player.drawn = None;
        self.kan(seat, own[0]);
        Ok(())
    }

    fn added_kan(&mut self, seat: usize, face: Face) -> Result<(), Fault> {
        let drawn = self.acts(seat)?;
        let pon = |called: &&mut Called| {
            called.meld.kind() == MeldKind::Pon && called.meld.first() == face.tile()
        };
        let Some(called) = self.seats[seat].melds.iter_mut().find(pon).filter(|_| drawn) else {
            return Err(Fault::new(Trouble::BadMeld, face));
        };
        let all = called.meld.bag().with(face.tile(), face.is_red());
        let meld = all.and_then(|all| Meld::new(MeldKind::AddedKan, all).ok());
        called.meld = meld.ok_or_else(|| Fault::new(Trouble::BadMeld, face))?;
        self.lose(seat, face)?;
        self.seats[seat].drawn = None;
        self.kan(seat, face);
        Ok(())
    }

    /// A tile is to be drawn for the kan; until then it can be robbed.
    fn kan(&mut self, seat: usize, face: Face) {
        self.kans += 1;
        self.last = Some(Last { seat, face, discard: false });
        self.phase = Phase::Replace(seat);
    }

    fn north(&mut self, seat: usize) -> Result<(), Fault> {
        let drawn = self.acts(seat)?;
        if !drawn || self.round.game.players != Players::Three {
            return Err(Fault::new(Trouble::BadMeld, NORTH));
        }
        self.lose(seat, NORTH)?;
        let player = &mut self.seats[seat];
        player.norths += 1;
        player.drawn = None;
        self.last = Some(Last { seat, face: NORTH, discard: false });
        self.phase = Phase::Replace(seat);
        Ok(())
    }

    /// The tile of a win: drawn, or of another.
    pub(crate) fn winning_tile(&self, win: &LoggedWin) -> Option<Face> {
        match win.seat == win.from {
            true => self.seats[win.seat].drawn,
            false => self.last.filter(|last| last.seat == win.from).map(|last| last.face),
        }
    }

    /// How a win of that seat now comes about.
    pub(crate) fn luck(&self, seat: usize, tsumo: bool) -> Luck {
        let player = &self.seats[seat];
        let robbing = !tsumo && self.last.is_some_and(|last| !last.discard);
        let after_kan = tsumo && self.replacement;
        // A riichi stands or does not: what was declared with a discard that is won with is not.
        let riichi = if self.declared == Some(seat) { Riichi::None } else { player.riichi };
        let draws = if tsumo { 1 } else { 0 };
        Luck {
            riichi,
            ippatsu: player.ippatsu && riichi != Riichi::None && !after_kan,
            last_tile: self.wall == 0 && !after_kan && !robbing,
            after_kan,
            robbing_kan: robbing,
            first_turn: !self.interrupted
                && player.river.is_empty()
                && player.draws == draws
                && !robbing
                && player.melds.is_empty(),
        }
    }

    fn win(&mut self, win: &LoggedWin) -> Result<(), Fault> {
        let LoggedWin { seat, from, said, .. } = win;
        let (seat, from) = (*seat, *from);
        let possible = match self.phase {
            Phase::Act { seat: actor, drawn } => drawn && seat == from && actor == seat,
            Phase::Draw(_) | Phase::Replace(_) => {
                seat != from && self.last.is_some_and(|last| last.seat == from)
            }
            // Others win with the same tile.
            Phase::Over => {
                seat != from && self.wins > 0 && self.last.is_some_and(|last| last.seat == from)
            }
        };
        let tiles = self.seats[seat].tiles() + 3 * self.seats[seat].melds.len() as u32;
        if !possible || tiles != DEALT + u32::from(seat == from) {
            return Err(Fault::new(Trouble::NotItsTurn, seat));
        }
        let sticks = if self.wins == 0 { self.sticks } else { 0 };
        if let Some(before) = &said.before
            && self.wins == 0
            && *before != self.scores
        {
            return Err(Fault::new(Trouble::Points, format!("{before:?}")));
        }
        if let Some(deltas) = &said.deltas {
            if deltas.get(seat).is_none_or(|&points| points <= 0) {
                return Err(Fault::new(Trouble::Points, format!("{deltas:?}")));
            }
            // Some writers leave the sticks out.
            let besides = if said.leaves_sticks_out() { 0 } else { STICK * sticks as i32 };
            self.pay(deltas, besides)?;
        }
        self.sticks -= sticks;
        self.wins += 1;
        self.phase = Phase::Over;
        Ok(())
    }

    /// Points change hands; those of sticks come besides.
    fn pay(&mut self, deltas: &[i32], besides: i32) -> Result<(), Fault> {
        let wrong = || Fault::new(Trouble::Points, format!("{deltas:?}"));
        let sum: i64 = deltas.iter().map(|&points| i64::from(points)).sum();
        if deltas.len() != self.scores.len() || sum != i64::from(besides) {
            return Err(wrong());
        }
        for (score, points) in self.scores.iter_mut().zip(deltas) {
            *score = score.checked_add(*points).ok_or_else(wrong)?;
        }
        Ok(())
    }

    fn end(&mut self, how: Ending, deltas: &[i32]) -> Result<(), Fault> {
        let empty = matches!(how, Ending::Exhausted | Ending::NagashiMangan);
        let place = matches!(self.phase, Phase::Draw(_));
        if self.phase == Phase::Over || (empty && (self.wall > 0 || !place)) {
            return Err(Fault::new(Trouble::OutOfPlace, format!("{how:?}, {}", self.wall)));
        }
        if !deltas.is_empty() {
            self.pay(deltas, 0)?;
        }
        self.phase = Phase::Over;
        Ok(())
    }

    /// Whether the round is over.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Who pays for a yakuman in another's place (責任払い): whoever let the last set of dragons or
    /// of winds be called.
    pub(crate) fn liable(&self, seat: usize, dragons: bool) -> Option<usize> {
        let is_it = |tile: Tile| {
            tile.suit() == 3 && if dragons { tile.rank() >= 4 } else { tile.rank() < 4 }
        };
        let wanted = if dragons { 3 } else { 4 };
        let sets = self.seats[seat].melds.iter().filter(|called| is_it(called.meld.first()));
        let sets: Vec<&Called> = sets.collect();
        if sets.len() == wanted { sets.last().and_then(|called| called.from) } else { None }
    }
}
