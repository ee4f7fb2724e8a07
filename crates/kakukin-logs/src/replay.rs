//! Rounds played over: every decision with what was known then, every win counted again.

use crate::{Board, Ending, Event, Face, Fault, LoggedWin, Round, Trouble, wins::CheckedWin};
use kakukin_mahjong::{Bag, Meld, Players, Rules, Wind};

/// Melds after which a hand is as dangerous as one in riichi.
const MANY_MELDS: usize = 3;

/// A discard, and what its player knew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// The round in the file, from 0.
    pub round: usize,
    /// The event in the round, from 0.
    pub event: usize,
    /// Who.
    pub seat: usize,
    /// How many tiles the seat has drawn so far.
    pub turn: u32,
    /// The concealed tiles before the discard.
    pub hand: Bag,
    /// Melds, in their order.
    pub melds: Vec<Meld>,
    /// The tile just drawn; none after a call.
    pub drawn: Option<Face>,
    /// What was discarded.
    pub discard: Face,
    /// Whether riichi was declared with it.
    pub riichi: bool,
    /// How many play.
    pub players: Players,
    /// By what rules.
    pub rules: Rules,
    /// The wind of the seat.
    pub seat_wind: Wind,
    /// The wind of the round.
    pub round_wind: Wind,
    /// The indicators.
    pub dora: Vec<Face>,
    /// All other tiles that the seat sees: discards, and what others melded or set aside.
    pub seen: Bag,
    /// Norths that it has set aside.
    pub north: u32,
    /// The tiles left in the live wall.
    pub wall: u32,
    /// How often the seat will still draw if nobody calls.
    pub draws_left: u32,
    /// Whether it is its first turn and nobody has called.
    pub first_turn: bool,
    /// Counters.
    pub honba: u32,
    /// Riichi sticks on the table.
    pub sticks: u32,
    /// The scores.
    pub scores: Vec<i32>,
    /// Who is in riichi.
    pub in_riichi: Vec<bool>,
    /// Whether another is in riichi or has three melds: attack alone does not decide then.
    pub threatened: bool,
}

/// What a round gives.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// The decisions of all seats whose tiles are known, those after their riichi aside.
    pub decisions: Vec<Decision>,
    /// The wins.
    pub wins: Vec<CheckedWin>,
    /// The scores when it was over, or when it broke off.
    pub scores: Vec<i32>,
    /// What cannot have happened; all else is from before that.
    pub fault: Option<Fault>,
}

/// Plays the rounds of a file over, one after the other.
#[derive(Debug, Clone, Default)]
pub struct Replay {
    rounds: usize,
    /// Scores and sticks that the next round must begin with, if they are known.
    expected: Option<(Vec<i32>, u32)>,
}

impl Replay {
    /// Plays a round over.
    pub fn round(&mut self, round: &Round) -> Replayed {
        let mut decisions = Vec::new();
        let mut wins = Vec::new();
        let number = self.rounds;
        let mut scores = round.scores.clone();
        let each = &mut |board: &Board<'_>, event: usize, next: &Event| match next {
            Event::Discard { seat, tile, .. } => {
                decisions.extend(decision(board, number, event, *seat, *tile));
            }
            Event::Win(win) => wins.push(CheckedWin::new(board, number, event, win)),
            _ => {}
        };
        let fault = match self.follow(round, each) {
            Ok(board) => {
                scores = board.scores().to_vec();
                None
            }
            Err(fault) => Some(fault),
        };
        // A win that cannot have happened is none.
        if let Some(event) = fault.as_ref().and_then(|fault| fault.event) {
            decisions.retain(|decision: &Decision| decision.event < event);
            wins.retain(|win: &CheckedWin| win.event < event);
        }
        Replayed { decisions, wins, scores, fault }
    }

    /// The same for whoever wants to see the table before each event.
    pub fn follow<'r>(
        &mut self,
        round: &'r Round,
        each: &mut dyn FnMut(&Board<'r>, usize, &Event),
    ) -> Result<Board<'r>, Fault> {
        let number = self.rounds;
        self.rounds += 1;
        let expected = self.expected.take().filter(|_| round.follows);
        if let Some((scores, sticks)) = expected
            && (scores != round.scores || sticks != round.sticks)
        {
            let said = format!("{:?} {}", round.scores, round.sticks);
            return Err(Fault::new(Trouble::Points, said).at(number, None));
        }
        let mut board = Board::new(round).map_err(|fault| fault.at(number, None))?;
        let mut sure = true;
        for (at, event) in round.events.iter().enumerate() {
            if seats(event).into_iter().any(|seat| seat >= round.seats()) {
                return Err(Fault::new(Trouble::BadSeat, round.seats()).at(number, Some(at)));
            }
            each(&board, at, event);
            board.apply(event).map_err(|fault| fault.at(number, Some(at)))?;
            sure &= match event {
                Event::Win(win) => win.said.deltas.is_some() && !win.said.leaves_sticks_out(),
                Event::Ended { how, deltas } => {
                    !deltas.is_empty() || !matches!(how, Ending::Exhausted | Ending::Unknown)
                }
                _ => true,
            };
        }
        if sure && board.is_over() {
            self.expected = Some((board.scores().to_vec(), board.sticks()));
        }
        Ok(board)
    }
}

/// Whom an event is about: rounds may be built by anybody.
fn seats(event: &Event) -> [usize; 2] {
    match event {
        Event::Draw { seat, .. }
        | Event::Discard { seat, .. }
        | Event::ClosedKan { seat, .. }
        | Event::AddedKan { seat, .. }
        | Event::North { seat }
        | Event::Riichi { seat }
        | Event::RiichiStands { seat } => [*seat; 2],
        Event::Call { seat, from, .. } => [*seat, *from],
        Event::Win(win) => {
            let LoggedWin { seat, from, .. } = **win;
            [seat, from]
        }
        Event::Dora { .. } | Event::Ended { .. } => [0; 2],
    }
}

fn decision(
    board: &Board<'_>,
    round: usize,
    event: usize,
    seat: usize,
    discard: Face,
) -> Option<Decision> {
    let player = &board.seats()[seat];
    if player.unknown > 0 || player.in_riichi() || player.concealed.len() % 3 != 2 {
        return None;
    }
    let begun = board.round();
    let in_riichi: Vec<bool> = board.seats().iter().map(|seat| seat.in_riichi()).collect();
    let open = |other: usize| {
        let melds = board.seats()[other].melds.iter();
        melds.filter(|called| called.meld.is_open()).count()
    };
    let threatened = (0..begun.seats())
        .any(|other| other != seat && (in_riichi[other] || open(other) >= MANY_MELDS));
    Some(Decision {
        round,
        event,
        seat,
        turn: player.draws,
        hand: player.concealed,
        melds: player.melds.iter().map(|called| called.meld).collect(),
        drawn: player.drawn,
        discard,
        riichi: board.declared() == Some(seat),
        players: begun.game.players,
        rules: begun.game.rules,
        seat_wind: begun.seat_wind(seat),
        round_wind: begun.wind,
        dora: board.dora().to_vec(),
        seen: board.seen_by(seat)?,
        north: player.norths,
        wall: board.wall(),
        draws_left: board.draws_left(),
        first_turn: board.is_first_turn(seat),
        honba: begun.honba,
        sticks: board.sticks(),
        scores: board.scores().to_vec(),
        in_riichi,
        threatened,
    })
}
