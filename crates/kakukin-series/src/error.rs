//! What is refused about series: rules, models, states, searches.

kakukin_core::input_errors! {
    /// Why something about a series was refused.
    passing on { Value: kakukin_core::InputError, kakukin_core::BadValue; }
    own {
        /// Every game would be drawn, so nobody could ever win.
        AllDrawn = "all_drawn",
        /// The three probabilities of a game do not add up to 1.
        NotASum = "not_a_sum",
        /// The target is smaller than the points of a single win.
        TargetBelowWin = "target_below_win",
        /// With their decimals the points are too large as whole numbers.
        TooFine = "too_fine",
        /// A draw would be worth more than a win on the same side.
        DrawAboveWin = "draw_above_win",
        /// The formula limit is beyond the largest that is computed.
        LimitTooLarge = "limit_too_large",
        /// There would be more scores than fit into memory.
        TooLarge = "too_large",
        /// The outcome tree has more leaves than is allowed.
        TooManyLeaves = "too_many_leaves",
        /// The paths of the outcome tree have more games than is allowed.
        PathsTooLong = "paths_too_long",
        /// The series cannot be in that state.
        Unreachable = "unreachable",
        /// The state does not tell who is first next; one more word is needed.
        AmbiguousState = "ambiguous_state",
        /// The data set has no entry for that value.
        NotInDataSet = "not_in_data_set",
        /// The limit of the rule is larger than can be shown.
        RuleTooLong = "rule_too_long",
        /// Both players have the same name.
        SamePlayer = "same_player",
        /// A word that can mean more than one result.
        AmbiguousResult = "ambiguous_result",
        /// What decides a series at equal points has a winner, and its sides are drawn by lot.
        WinnerWanted = "winner_wanted",
        /// The series is over: no result can be added.
        SeriesOver = "series_over",
        /// No result is there that could be taken back.
        NothingToUndo = "nothing_to_undo",
        /// A record has as many entries as it can hold.
        RecordFull = "record_full",
    }
}
