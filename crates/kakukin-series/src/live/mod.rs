//! A series while it is being played: its sealed record, what can be wrong with it, and its current
//! state.

mod entry;
mod fault;
mod header;
mod record;
mod replay;
mod reported;
mod stamp;
mod state;

pub use entry::{Action, Entry, Note};
pub use fault::LiveFault;
pub use header::Names;
pub use record::{LiveRecord, MAX_ENTRIES, MAX_LIVE_WORK, MAX_RECORD_BYTES};
pub use reported::ReportedResult;
pub use stamp::Stamp;
pub use state::{
    LiveAudit, LiveCourse, LiveEnd, LiveGame, LiveGames, LiveNeed, LiveNext, LiveScore, LiveState,
};
