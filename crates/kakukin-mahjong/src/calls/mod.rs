//! The value of a hand that may call: pon from anybody, chi from the player before us (鳴き).
//!
//! After each of our discards the others draw and discard one after the other, the one to our right
//! first, the one to our left last; then we draw. Each discard is an unseen tile of kind i with the
//! chance r e_i / U, whatever was shown before: that nothing useful was shown is not remembered,
//! which is the only thing here that is a convention. U are the tiles that are unseen for a player
//! who looks at discards only to call them: one fewer for each draw and for each call.
//!
//! Time is told by the tiles that are left in the wall, as at the table: a call takes no tile from
//! it, and the player to our right draws next, so that whoever sits in between loses a turn and we
//! may win or lose one. The last discard of the round cannot be called.
//!
//! Only calls that bring the hand nearer are looked at, as only such draws are kept. Then what
//! holds on the shortest way without calls holds with them: if h loses two tiles to a call and is
//! nearer afterwards, every nearest target of the rest, together with the meld, is a nearest target
//! of h. So a tile that was thrown is never waited for, and a tile that may not be thrown after the
//! call (喰い替え) never comes into question: if it were unneeded, h could have done without the
//! call, or with its own tile in the place of the one that was called, and would have been nearer.

mod dealt;
mod graph;
mod melds;
mod offer;
mod score;
mod sweep;
mod wall;
mod win;

pub use offer::{CallAnswer, CallQuestion, CallResult, CallWay, Seat};
pub(crate) use score::add_calls as add_calls_to_score;
pub(crate) use win::add_calls as add_calls_to_win;
