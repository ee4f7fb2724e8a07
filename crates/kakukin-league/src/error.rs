//! What is refused about leagues: points, players, games, studies.

kakukin_core::input_errors! {
    /// Why something about a league was refused.
    passing on { Value: kakukin_core::InputError, kakukin_core::BadValue; }
    own {
        /// Every game would be drawn, so nobody could ever win.
        AllDrawn = "all_drawn",
        /// More players than one league can have.
        TooManyPlayers = "too_many_players",
        /// More games than one league can have.
        TooManyGames = "too_many_games",
        /// Both players have the same name.
        SamePlayer = "same_player",
        /// A stage passes more players on than it has.
        PassesOnTooMany = "passes_on_too_many",
        /// All rounds of the event have been played.
        AllRoundsPlayed = "all_rounds_played",
        /// Nobody has won an encounter that somebody must win.
        NobodyWon = "nobody_won",
        /// An encounter of the round before has no result yet.
        NotPlayedYet = "not_played_yet",
        /// Players of the last round have no result yet.
        RoundNotOver = "round_not_over",
        /// A result of two players who do not meet.
        DoNotMeet = "do_not_meet",
        /// More Swiss rounds than can be paired without a rematch.
        TooManyRounds = "too_many_rounds",
    }
}
