//! What the command line itself refuses: files, formats, terminals; and what the crates below
//! refuse, passed on.

kakukin_core::input_errors! {
    /// Why the command line was refused.
    passing on {
        Value: kakukin_core::InputError, kakukin_core::BadValue;
        Query: kakukin_query::InputError, kakukin_query::Problem;
        Series: kakukin_series::InputError, kakukin_series::Problem;
        League: kakukin_league::InputError, kakukin_league::Problem;
        Hand: kakukin_mahjong::InputError, kakukin_mahjong::Problem;
        Records: kakukin_records::InputError, kakukin_records::Problem;
    }
    own {
        /// A file would be written over one that is read.
        IsInput = "is_input",
        /// There is no hand in a file.
        NoHands = "no_hands",
        /// A file cannot be read.
        CannotRead = "cannot_read",
        /// No font here has the letters of a picture.
        NoFont = "no_font",
        /// The output format is not offered by this command.
        UnsupportedFormat = "unsupported_format",
        /// There is no such file.
        NoSuchFile = "no_such_file",
        /// There is such a file already.
        FileExists = "file_exists",
        /// The server would be open to everybody.
        Unprotected = "unprotected",
        /// A value without a name stands for an option that is given as well.
        NamedTwice = "named_twice",
        /// A terminal is needed for this.
        NoTerminal = "no_terminal",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::OPTIONS;
    use kakukin_core::Refusal;
    use kakukin_report::{Lang, explain, try_translate};
    use std::fmt;

    /// Any problem, by its code.
    #[derive(Debug)]
    struct Coded(&'static str);

    impl fmt::Display for Coded {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }
    }

    impl std::error::Error for Coded {}

    impl Refusal for Coded {
        fn field(&self) -> &'static str {
            "any"
        }

        fn value(&self) -> &str {
            "VALUE"
        }

        fn code(&self) -> &'static str {
            self.0
        }

        fn allowed(&self) -> &str {
            "ALLOWED"
        }
    }

    /// The program passes on what every crate refuses, so its problems are all there are.
    #[test]
    fn every_problem_has_its_sentence() {
        for lang in Lang::ALL {
            for code in Problem::codes() {
                let keys = [format!("problem.{code}"), format!("problem.whole.{code}")];
                let known = keys.iter().any(|key| try_translate(lang, key).is_some());
                assert!(known, "{code} {lang:?}");
                let sentence = explain(&Coded(code), OPTIONS, lang);
                // These say themselves what can be done.
                let whole = ["series_over", "nothing_to_undo"].contains(&code);
                for part in ["--any", "VALUE", "ALLOWED"] {
                    let missing = code == "missing" && part == "VALUE";
                    let left_out = whole && part == "ALLOWED";
                    assert!(missing || left_out || sentence.contains(part), "{sentence}");
                }
                assert!(!sentence.contains("%{"), "{sentence}");
                assert!(!sentence.contains('\n'), "{sentence}");
            }
        }
    }
}
