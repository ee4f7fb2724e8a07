//! Refused input, as data: the field, the value, why, and what is allowed.
//!
//! The computing crates speak no language. They say *what* is wrong with a
//! [`Problem`]; the report crate turns it into one sentence in the user's
//! language.

use std::fmt;

/// One refused input. Nothing has been computed or changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field} = {value:?}: {problem} (allowed: {allowed})")]
pub struct InputError {
    /// The name of the field, as on the command line without its dashes.
    pub field: &'static str,
    /// The offending value, as it was given.
    pub value: String,
    /// What is wrong with it.
    pub problem: Problem,
    /// What would be accepted, in notation that needs no translation.
    pub allowed: String,
}

impl InputError {
    /// A refusal of `value` in `field`.
    pub fn new(
        field: &'static str,
        value: impl fmt::Display,
        problem: Problem,
        allowed: impl fmt::Display,
    ) -> Self {
        Self { field, value: value.to_string(), problem, allowed: allowed.to_string() }
    }

    /// The same refusal for the field of another name.
    pub fn in_field(self, field: &'static str) -> Self {
        Self { field, ..self }
    }
}

macro_rules! problems {
    ($($(#[doc = $doc:literal])+ $name:ident = $code:literal,)+) => {
        /// Why an input was refused. The code of each is the key of its sentence
        /// in the locale files.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum Problem {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Problem {
            /// Every problem there is; the locale files are tested against it.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The stable code, also the key of the sentence in the locale files.
            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)+
                }
            }
        }
    };
}

problems! {
    /// Not a number in any accepted notation.
    NotANumber = "not_a_number",
    /// A rate above 1 that would be sensible as a percentage.
    PercentMissing = "percent_missing",
    /// Outside the allowed range.
    OutOfRange = "out_of_range",
    /// The text is longer than any sensible value.
    TooLong = "too_long",
    /// More of them than are allowed.
    TooMany = "too_many",
    /// More players than one league can have.
    TooManyPlayers = "too_many_players",
    /// More games than one league can have.
    TooManyGames = "too_many_games",
    /// The same word is there twice.
    Twice = "twice",
    /// One side won every decided game, so they give no rate to reckon with.
    OneSided = "one_sided",
    /// Every game would be drawn, so nobody could ever win.
    AllDrawn = "all_drawn",
    /// The three probabilities of a game do not add up to 1.
    NotASum = "not_a_sum",
    /// Not one of the known words.
    Unknown = "unknown",
    /// Not of the expected form.
    BadForm = "bad_form",
    /// The target is smaller than the points of a single win.
    TargetBelowWin = "target_below_win",
    /// A draw would be worth more than a win on the same side.
    DrawAboveWin = "draw_above_win",
    /// The formula limit is beyond the largest that is computed.
    LimitTooLarge = "limit_too_large",
    /// The limit of the rule is larger than can be shown.
    RuleTooLong = "rule_too_long",
    /// The computation would take more work than is allowed.
    TooMuchWork = "too_much_work",
    /// There would be more scores than fit into memory.
    TooLarge = "too_large",
    /// The computation would have more states than is allowed.
    TooManyStates = "too_many_states",
    /// What every state is worth would take too much memory to keep.
    TooManyKept = "too_many_kept",
    /// The hand is won, or cannot be completed: there is nothing to play.
    NothingToPlay = "nothing_to_play",
    /// The hand has not drawn, so it has nothing to throw.
    NotDrawn = "not_drawn",
    /// A file would be written over one that is read.
    IsInput = "is_input",
    /// The records do not tell strength and the first move apart.
    NotAdjusted = "not_adjusted",
    /// No game in the records was won by anybody.
    NoDecidedGames = "no_decided_games",
    /// No game in the records counts.
    NoGames = "no_games",
    /// Files become larger than is allowed when they are unpacked.
    UnpacksTooLarge = "unpacks_too_large",
    /// There is no hand in a file.
    NoHands = "no_hands",
    /// A file is not text in UTF-8.
    NotUtf8 = "not_utf8",
    /// A file cannot be read.
    CannotRead = "cannot_read",
    /// The header of a table has no names that are known.
    BadHeader = "bad_header",
    /// Both players have the same name.
    SamePlayer = "same_player",
    /// A chart would have more scores of one player than can be told apart.
    TooManyScores = "too_many_scores",
    /// No font here has the letters of a picture.
    NoFont = "no_font",
    /// The tiles of the melds must be known for this.
    UnknownMelds = "unknown_melds",
    /// The explanation would have more steps than is allowed.
    TooManySteps = "too_many_steps",
    /// The outcome tree has more leaves than is allowed.
    TooManyLeaves = "too_many_leaves",
    /// The paths of the outcome tree have more games than is allowed.
    PathsTooLong = "paths_too_long",
    /// The series cannot be in that state.
    Unreachable = "unreachable",
    /// The state does not tell who is first next; one more word is needed.
    AmbiguousState = "ambiguous_state",
    /// A needed value was not given.
    Missing = "missing",
    /// Two values were given of which only one can hold.
    Conflict = "conflict",
    /// The output format is not offered by this command.
    UnsupportedFormat = "unsupported_format",
    /// The data set has no entry for that value.
    NotInDataSet = "not_in_data_set",
    /// No such tile in a set.
    NoSuchTile = "no_such_tile",
    /// A fifth copy of a tile.
    TooManyCopies = "too_many_copies",
    /// The number of one single tile, given twice.
    RepeatedTile = "repeated_tile",
    /// Not a number of tiles that can be there.
    WrongTileCount = "wrong_tile_count",
    /// The tiles do not make the meld they are called.
    BadMeld = "bad_meld",
    /// The number of concealed tiles does not go with the melds.
    MeldCount = "meld_count",
    /// Three players do not have that tile or that meld.
    NotWithThreePlayers = "not_with_three_players",
    /// The winning tile is not among the concealed tiles.
    NotInHand = "not_in_hand",
    /// The tiles do not make a complete hand.
    NotComplete = "not_complete",
    /// The hand is complete, but has no yaku.
    NoYaku = "no_yaku",
    /// Only a closed hand can do this.
    OpenHand = "open_hand",
    /// More red fives are seen than the rules have.
    TooManyReds = "too_many_reds",
    /// There is no such file.
    NoSuchFile = "no_such_file",
    /// There is such a file already.
    FileExists = "file_exists",
    /// A file is not what it should be, or was changed by other hands.
    BadRecord = "bad_record",
    /// The series is over: no result can be added.
    SeriesOver = "series_over",
    /// No result is there that could be taken back.
    NothingToUndo = "nothing_to_undo",
    /// A record has as many entries as it can hold.
    RecordFull = "record_full",
    /// A terminal is needed for this.
    NoTerminal = "no_terminal",
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}
