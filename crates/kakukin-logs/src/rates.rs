//! Rounds counted into a table: who had which turn in which state, when another won before the
//! next and what that cost, and whether others' discards were useful.

use crate::{Board, Ending, Event, Face, Fault, Replay, Round};
use kakukin_mahjong::{Distances, Forms, PlayState, SeenTurn, Table, TileSet};

/// One own turn, until the next.
#[derive(Debug, Clone, Copy)]
struct Turn {
    number: u32,
    state: PlayState,
}

/// What a seat waits for or could use, since its own last move.
#[derive(Debug, Clone, Copy)]
struct Useful {
    tiles: TileSet,
    state: PlayState,
}

/// Plays a round over and counts it. What is not played to its end, and what cannot have
/// happened, counts for nothing; whether it counted.
pub fn count_round(table: &mut Table, replay: &mut Replay, round: &Round) -> Result<bool, Fault> {
    let seats = round.seats();
    let mut turns: Vec<Vec<Turn>> = vec![Vec::new(); seats];
    let mut useful: Vec<Option<Useful>> = vec![None; seats];
    let mut discards: Vec<(PlayState, f64, bool)> = Vec::new();
    // The table as it was before the move that has changed a seat's tiles.
    let mut moved: Option<usize> = None;
    let each = &mut |board: &Board<'_>, _: usize, event: &Event| {
        if let Some(seat) = moved.take() {
            useful[seat] = wanted(board, seat);
        }
        match event {
            Event::Discard { seat, tile, .. } => {
                for other in (0..seats).filter(|other| other != seat) {
                    if let Some(useful) = useful[other]
                        && let Some(chance) = chance(board, other, useful.tiles)
                    {
                        discards.push((useful.state, chance, useful.tiles.has(tile.tile())));
                    }
                }
                has_turn(board, *seat, &mut turns[*seat]);
                moved = Some(*seat);
            }
            Event::ClosedKan { seat, .. }
            | Event::AddedKan { seat, .. }
            | Event::North { seat } => {
                has_turn(board, *seat, &mut turns[*seat]);
            }
            Event::Call { seat, .. } => useful[*seat] = None,
            _ => {}
        }
    };
    let board = replay.follow(round, each)?;
    if !round.is_complete() || round.game.players != table.players() {
        return Ok(false);
    }
    let Some(deltas) = ended(round) else { return Ok(false) };
    for (state, chance, hit) in discards {
        table.discarded(state, chance, hit);
    }
    let mut seen = Vec::new();
    for (seat, own) in turns.iter().enumerate() {
        let won = deltas.winners.iter().find(|(winner, _)| *winner == seat);
        let other = won.is_none() && !deltas.winners.is_empty();
        let drawn = board.seats()[seat].draws;
        seen.extend(own.iter().map(|turn| {
            // Whoever has drawn again had the next turn.
            let open = turn.number == drawn && other;
            let lost = open.then(|| -deltas.points[seat]);
            SeenTurn { state: turn.state, turn: turn.number, lost }
        }));
        let state = state(&board, seat);
        if let Some((_, from)) = won {
            table.wins(state, drawn, *from == seat);
        }
        table.ended(state, |own| match (won, deltas.winners.first()) {
            (Some((_, from)), _) if *from == seat => own.tsumo += 1,
            (Some(_), _) => own.ron += 1,
            (None, Some((winner, from))) if winner == from => own.other_tsumo += 1,
            (None, Some((_, from))) if *from == seat => own.dealt_in += 1,
            (None, Some(_)) => own.other_ron += 1,
            (None, None) if deltas.exhausted => own.exhausted += 1,
            (None, None) => own.aborted += 1,
        });
    }
    table.round_seen(&seen);
    Ok(true)
}

/// How a round ended.
struct Ended {
    /// Who won, with whose tile.
    winners: Vec<(usize, usize)>,
    /// What each receives.
    points: Vec<i32>,
    exhausted: bool,
}

/// Nothing if a win does not say who pays.
fn ended(round: &Round) -> Option<Ended> {
    let mut ended = Ended { winners: Vec::new(), points: vec![0; round.seats()], exhausted: false };
    for event in &round.events {
        match event {
            Event::Win(win) => {
                ended.winners.push((win.seat, win.from));
                for (points, delta) in ended.points.iter_mut().zip(win.said.deltas.as_ref()?) {
                    *points += delta;
                }
            }
            Event::Ended { how, .. } => {
                ended.exhausted =
                    matches!(how, Ending::Exhausted | Ending::NagashiMangan | Ending::Unknown);
            }
            _ => {}
        }
    }
    Some(ended)
}

fn state(board: &Board<'_>, seat: usize) -> PlayState {
    let player = &board.seats()[seat];
    if player.in_riichi() || board.declared() == Some(seat) {
        PlayState::Riichi
    } else if player.is_closed() {
        PlayState::Neither
    } else {
        PlayState::Open
    }
}

/// The seat makes a move: the first one after a draw is a turn.
fn has_turn(board: &Board<'_>, seat: usize, turns: &mut Vec<Turn>) {
    let number = board.seats()[seat].draws;
    if number > 0 && turns.last().is_none_or(|turn| turn.number < number) {
        turns.push(Turn { number, state: state(board, seat) });
    }
}

/// What brings the hand nearer; nothing if not all of it is known.
fn wanted(board: &Board<'_>, seat: usize) -> Option<Useful> {
    let player = &board.seats()[seat];
    if player.unknown > 0 || player.concealed.len() % 3 != 1 {
        return None;
    }
    let tiles = player.concealed.tiles();
    let unseen = unseen(board, seat)?;
    let limits = unseen.and(tiles)?;
    let forms = if player.melds.is_empty() { Forms::ALL } else { Forms::STANDARD };
    let analysis = Distances::new(limits, player.concealed.len() / 3, forms).analyse(tiles);
    Some(Useful { tiles: analysis.useful(), state: state(board, seat) })
}

/// The tiles that a seat does not see.
fn unseen(board: &Board<'_>, seat: usize) -> Option<kakukin_mahjong::Tiles> {
    let player = &board.seats()[seat];
    let mut left = board.round().game.players.full_set();
    left = left.less(board.seen_by(seat)?.tiles())?.less(player.concealed.tiles())?;
    for called in &player.melds {
        left = left.less(called.meld.tiles())?;
    }
    let north = Face::from_mjai("N")?.tile();
    for tile in board.dora().iter().map(|face| face.tile()).chain((0..player.norths).map(|_| north))
    {
        left = if left.count(tile) > 0 { left.without(tile) } else { return None };
    }
    Some(left)
}

/// The chance that a random unseen tile is one of these; nothing if there is none.
fn chance(board: &Board<'_>, seat: usize, useful: TileSet) -> Option<f64> {
    let unseen = unseen(board, seat)?;
    let left: u32 = useful.iter().map(|tile| unseen.count(tile)).sum();
    (left > 0).then(|| f64::from(left) / f64::from(unseen.len()))
}
