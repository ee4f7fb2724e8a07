//! The words of `locales/` are compiled in by a macro, which Cargo does not know to depend on
//! them.
#![allow(clippy::print_stdout, reason = "how a build script speaks to Cargo")]

fn main() {
    println!("cargo:rerun-if-changed=locales");
}
