//! The page about a hand of mahjong.

use kakukin_report::{Lang, translate};
use maud::{Markup, html};

pub(super) fn main(lang: Lang) -> Markup {
    let word = |key: &str| translate(lang, &format!("web.mahjong.{key}"));
    html! { h1 { (word("title")) } }
}
