//! What is refused about hands: tiles, melds, situations, wins, and questions that are too large.

kakukin_core::input_errors! {
    /// Why something about a hand was refused.
    passing on { Value: kakukin_core::InputError, kakukin_core::BadValue; }
    own {
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
        /// The tiles of the melds must be known for this.
        UnknownMelds = "unknown_melds",
        /// Three players do not have that tile or that meld.
        NotWithThreePlayers = "not_with_three_players",
        /// More red fives are seen than the rules have.
        TooManyReds = "too_many_reds",
        /// The tile is not among the concealed tiles.
        NotInHand = "not_in_hand",
        /// The tiles do not make a complete hand.
        NotComplete = "not_complete",
        /// The hand is complete, but has no yaku.
        NoYaku = "no_yaku",
        /// Only a closed hand can do this.
        OpenHand = "open_hand",
        /// The computation would have more states than is allowed.
        TooManyStates = "too_many_states",
        /// What every state is worth would take too much memory to keep.
        TooManyKept = "too_many_kept",
        /// The explanation would have more steps than is allowed.
        TooManySteps = "too_many_steps",
    }
}
