//! What is refused where documents are made.

kakukin_core::input_errors! {
    /// Why a document was refused.
    passing on {
        Value: kakukin_core::InputError, kakukin_core::BadValue;
        Series: kakukin_series::InputError, kakukin_series::Problem;
        League: kakukin_league::InputError, kakukin_league::Problem;
        Hand: kakukin_mahjong::InputError, kakukin_mahjong::Problem;
        Records: kakukin_records::InputError, kakukin_records::Problem;
    }
    own {
        /// A file is not text in UTF-8.
        NotUtf8 = "not_utf8",
        /// The header of a table has no names that are known.
        BadHeader = "bad_header",
        /// Both players have the same name.
        SamePlayer = "same_player",
    }
}
