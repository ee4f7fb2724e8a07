//! What is refused about records of games and the rates they tell.

kakukin_core::input_errors! {
    /// Why something about records was refused.
    passing on { Value: kakukin_core::InputError, kakukin_core::BadValue; }
    own {
        /// The records do not tell strength and the first move apart.
        NotAdjusted = "not_adjusted",
        /// No game gives ratings of both players.
        NoRatings = "no_ratings",
        /// No game that counts is of a player of this name.
        UnknownPlayer = "unknown_player",
    }
}
