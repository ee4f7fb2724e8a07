//! Errors of a query, its own or those of the computing crates; and why a job gave no result.

kakukin_core::input_errors! {
    /// Why a query was refused.
    passing on {
        Value: kakukin_core::InputError, kakukin_core::BadValue;
        Series: kakukin_series::InputError, kakukin_series::Problem;
        League: kakukin_league::InputError, kakukin_league::Problem;
        Hand: kakukin_mahjong::InputError, kakukin_mahjong::Problem;
        Records: kakukin_records::InputError, kakukin_records::Problem;
    }
    own {
        /// One side won every decided game, so they give no rate to reckon with.
        OneSided = "one_sided",
        /// No game in the records counts.
        NoGames = "no_games",
        /// No game counts: there is nothing in the files.
        NoGamesEmpty = "no_games_empty",
        /// No game counts: the columns of a table are not known.
        NoGamesColumns = "no_games_columns",
        /// No game counts: their results are missing or words that are not known.
        NoGamesResults = "no_games_results",
        /// No game counts: the files are no records of a known format.
        NoGamesFormat = "no_games_format",
        /// No game counts: none of them was played to its end, or without odds.
        NoGamesPlayed = "no_games_played",
        /// There is no round of mahjong in the files.
        NoRounds = "no_rounds",
        /// No player in the logs has that name.
        NoSuchPlayer = "no_such_player",
        /// There are games, but none that is wanted.
        NoGamesWanted = "no_games_wanted",
        /// No game in the records was won by anybody.
        NoDecidedGames = "no_decided_games",
        /// Files become larger than is allowed when they are unpacked.
        UnpacksTooLarge = "unpacks_too_large",
        /// A file is neither text nor a workbook.
        NotText = "not_text",
        /// The header of a table has no names that are known.
        BadHeader = "bad_header",
        /// Both players have the same name.
        SamePlayer = "same_player",
        /// A player of a round sits at two boards.
        PlaysTwice = "plays_twice",
        /// A player has no opponent, and nothing says that this is meant.
        NoOpponent = "no_opponent",
        /// A player and a number, where two players should be.
        NotAPairing = "not_a_pairing",
        /// No player of that name is in the field.
        NotInDataSet = "not_in_data_set",
        /// A chart would have more scores of one player than can be told apart.
        TooManyScores = "too_many_scores",
        /// There are more final scores of a league than can be counted.
        TooManyFinalScores = "too_many_states",
        /// Nothing that was looked at keeps to the budget.
        NothingFits = "nothing_fits",
        /// Seeds that are not all there, or not all different.
        BadSeeds = "bad_seeds",
        /// The figures of an event have no exact form.
        NotExact = "not_exact",
        /// The ratings of a field are too far apart.
        TooFarApart = "too_large",
        /// The hand has not drawn, so it has nothing to throw.
        NotDrawn = "not_drawn",
        /// The hand is won, or cannot be completed: there is nothing to play.
        NothingToPlay = "nothing_to_play",
        /// A table of hands has no column for them.
        NoHandColumn = "no_hand_column",
        /// A row has more cells than there are columns.
        NoColumn = "no_column",
        /// The record of a series is not what it should be, or was changed by other hands.
        BadRecord = "bad_record",
    }
}

impl Problem {
    /// Whether no game in the records counts, for whatever reason.
    pub fn is_no_games(self) -> bool {
        self.code().starts_with(Self::NoGames.code())
    }
}

/// Why a job gave no result.
pub type Stopped = kakukin_core::Stopped<InputError>;
