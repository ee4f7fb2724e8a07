//! Refused input, as data: the field, the value, why, and what would be accepted.
//!
//! Every crate says *what* is wrong in its own words: an [`InputError`] of its own, whose
//! `Problem` lists what only this crate can object to, made by [`input_errors!`](crate::input_errors).
//! What can be wrong with any value is a [`BadValue`]. No crate below the edge speaks a language
//! or knows an option: [`Refusal`] is how the edge sees them all, and it makes of the field an
//! option or a parameter and of the code a sentence.
//!
//! In `allowed`, other fields stand between backquotes, as in `` `p` 70%, `preset` NAME ``;
//! the edge writes them as its users know them.

/// Refused input as the edge sees it, whatever crate it comes from.
pub trait Refusal: std::error::Error {
    /// The field, in kebab case.
    fn field(&self) -> &'static str;
    /// The offending value, as it was given.
    fn value(&self) -> &str;
    /// The stable code of what is wrong: the key of its sentence.
    fn code(&self) -> &'static str;
    /// What would be accepted, in notation that needs no translation.
    fn allowed(&self) -> &str;
}

/// Makes the `InputError` and the `Problem` of a crate.
///
/// First the errors of other crates that it passes on, each as a variant that holds their
/// problem; then its own problems with their codes.
///
/// ```
/// mod tea {
///     kakukin_core::input_errors! {
///         /// Why tea was refused.
///         passing on { Value: kakukin_core::InputError, kakukin_core::BadValue; }
///         own {
///             /// Water does not make tea below some heat.
///             TooCold = "too_cold",
///         }
///     }
/// }
/// use kakukin_core::{BadValue, Refusal};
/// let error = tea::InputError::new("water", "50", tea::Problem::TooCold, "80..100");
/// assert_eq!((error.field(), error.code()), ("water", "too_cold"));
/// let number: tea::InputError = kakukin_core::parse_rational("water", "hot").unwrap_err().into();
/// assert_eq!(number.problem, BadValue::NotANumber);
/// ```
#[macro_export]
macro_rules! input_errors {
    (
        $(#[$about:meta])*
        passing on { $($from:ident: $error:path, $problem:path;)* }
        own { $($(#[doc = $doc:literal])+ $name:ident = $code:literal,)* }
    ) => {
        /// One refused input. Nothing has been computed or changed.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct InputError {
            /// The name of the field, in kebab case.
            pub field: &'static str,
            /// The offending value, as it was given.
            pub value: String,
            /// What is wrong with it.
            pub problem: Problem,
            /// What would be accepted, in notation that needs no translation.
            pub allowed: String,
        }

        $(#[$about])*
        #[derive(Debug, Clone, Copy, Eq)]
        #[non_exhaustive]
        pub enum Problem {
            $(
                #[doc = concat!("What [`", stringify!($error), "`] objects to.")]
                $from($problem),
            )*
            $($(#[doc = $doc])+ $name,)*
        }

        impl Problem {
            /// The codes of all problems, those passed on included.
            pub fn codes() -> Vec<&'static str> {
                #[allow(unused_mut)]
                let mut codes: Vec<&'static str> = vec![$($code,)*];
                $(codes.extend(<$problem>::codes());)*
                codes
            }

            /// The stable code, the key of the sentence that people read.
            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$from(problem) => problem.code(),)*
                    $(Self::$name => $code,)*
                }
            }
        }

        /// The same problem is the same, whichever crates passed it on.
        impl PartialEq for Problem {
            fn eq(&self, other: &Self) -> bool {
                self.code() == other.code()
            }
        }

        impl InputError {
            /// A refusal of `value` in `field`.
            pub fn new(
                field: &'static str,
                value: impl std::fmt::Display,
                problem: impl Into<Problem>,
                allowed: impl std::fmt::Display,
            ) -> Self {
                Self {
                    field,
                    value: value.to_string(),
                    problem: problem.into(),
                    allowed: allowed.to_string(),
                }
            }

            /// The same refusal for the field of another name.
            pub fn in_field(self, field: &'static str) -> Self {
                Self { field, ..self }
            }
        }

        impl std::fmt::Display for InputError {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let Self { field, value, problem, allowed } = self;
                write!(f, "{field} = {value:?}: {} (allowed: {allowed})", problem.code())
            }
        }

        impl std::error::Error for InputError {}

        impl $crate::Refusal for InputError {
            fn field(&self) -> &'static str {
                self.field
            }

            fn value(&self) -> &str {
                &self.value
            }

            fn code(&self) -> &'static str {
                self.problem.code()
            }

            fn allowed(&self) -> &str {
                &self.allowed
            }
        }

        $(
            impl From<$problem> for Problem {
                fn from(problem: $problem) -> Self {
                    Self::$from(problem)
                }
            }

            impl PartialEq<$problem> for Problem {
                fn eq(&self, other: &$problem) -> bool {
                    self.code() == other.code()
                }
            }

            impl From<$error> for InputError {
                fn from(error: $error) -> Self {
                    let $error { field, value, problem, allowed } = error;
                    Self { field, value, problem: problem.into(), allowed }
                }
            }
        )*
    };
}

/// The errors of this crate, apart so that its problem has a name that others can use beside
/// their own.
mod own {
    crate::input_errors! {
        /// What can be wrong with a value, whatever it stands for.
        passing on {}
        own {
            /// Not a number in any accepted notation.
            NotANumber = "not_a_number",
            /// A number with a power of ten, which is not read.
            PowerOfTen = "power_of_ten",
            /// An interval where one number is needed.
            OneNumber = "one_number",
            /// A list whose commas may be meant as the points of decimals.
            DecimalComma = "decimal_comma",
            /// A number of more digits than are read.
            TooManyDigits = "too_many_digits",
            /// A rate above 1 that would be sensible as a percentage.
            PercentMissing = "percent_missing",
            /// Outside the allowed range.
            OutOfRange = "out_of_range",
            /// The text is longer than any sensible value.
            TooLong = "too_long",
            /// More of them than are allowed.
            TooMany = "too_many",
            /// The same word is there twice.
            Twice = "twice",
            /// Not one of the known words.
            Unknown = "unknown",
            /// Not of the expected form.
            BadForm = "bad_form",
            /// A needed value was not given.
            Missing = "missing",
            /// Two values were given of which only one can hold.
            Conflict = "conflict",
            /// The computation would take more work than is allowed.
            TooMuchWork = "too_much_work",
        }
    }
}

pub use own::{InputError, Problem as BadValue};
