//! How far a hand is from a win.

use crate::{Lang, SchemaName, csv::csv_table, hand::tiles::TileStyle, layout::columns};
use kakukin_mahjong::{Form, Outlook, Situation, Tile};
use serde::Serialize;

/// Shanten by form, useful and unneeded tiles.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShantenDocument {
    /// Name and version of this format.
    pub schema: SchemaName<Self>,
    /// The hand and its melds on one line.
    pub hand: String,
    /// The hand and everything seen.
    pub situation: HandDocument,
    /// Unseen tiles.
    pub unseen: u32,
    /// Of the nearest form; -1 is a win, `null` if none can be completed any more.
    pub shanten: Option<i32>,
    /// Of each form; `null` where it is out of reach.
    pub forms: FormsDocument<Option<i32>>,
    /// Draws that lower the shanten, with their unseen copies.
    pub useful: Vec<Useful>,
    /// All these copies together.
    pub useful_left: u32,
    /// Discards that do not raise it.
    pub unneeded: Vec<String>,
    /// For a hand that has drawn: what each unneeded discard leaves, most useful tiles first.
    pub discards: Vec<DiscardOption>,
    #[serde(skip)]
    unmelded: bool,
}

/// A hand with everything that is seen.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandDocument {
    /// The concealed tiles.
    pub concealed: String,
    /// Melds, as `pon:111z`.
    pub melds: Vec<String>,
    /// How many play: 3 or 4.
    pub players: u32,
    /// Dora indicators.
    pub dora: String,
    /// The dora that they point at.
    pub dora_tiles: String,
    /// Other tiles seen.
    pub seen: String,
    /// How many norths are set aside.
    pub north: u32,
}

impl HandDocument {
    pub(crate) fn new(situation: &Situation) -> Self {
        let hand = situation.hand();
        Self {
            concealed: hand.bag().to_string(),
            melds: hand.melds().iter().map(ToString::to_string).collect(),
            players: situation.players().number(),
            dora: situation.dora().to_string(),
            dora_tiles: situation.dora_tiles().to_string(),
            seen: situation.seen().to_string(),
            north: situation.north(),
        }
    }

    /// The hand with its melds on one line, as documents have it.
    pub(crate) fn line(&self, style: TileStyle) -> String {
        self.line_in(Lang::EN, style)
    }

    /// The same in the words of a language, which can be typed as well.
    pub(crate) fn line_in(&self, lang: Lang, style: TileStyle) -> String {
        let concealed = match style {
            TileStyle::Letters => self.concealed.clone(),
            TileStyle::Unicode => kakukin_mahjong::Bag::parse("hand", &self.concealed)
                .map_or_else(|_| self.concealed.clone(), |bag| style.tiles(bag.tiles().iter())),
        };
        let melds = self.melds.iter().map(|meld| match meld.split_once(':') {
            Some((kind, tiles)) => format!("{}:{tiles}", tr!(lang, format!("points.meld.{kind}"))),
            None => meld.clone(),
        });
        std::iter::once(concealed).chain(melds).collect::<Vec<_>>().join(" ")
    }
}

/// One value for each form.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Forms_{T}"))]
pub struct FormsDocument<T> {
    /// Four groups and a pair.
    pub standard: T,
    /// Seven pairs.
    pub seven_pairs: T,
    /// Thirteen orphans.
    pub thirteen_orphans: T,
}

impl<T> FormsDocument<T> {
    pub(crate) fn new(value: impl Fn(Form) -> T) -> Self {
        Self {
            standard: value(Form::Standard),
            seven_pairs: value(Form::SevenPairs),
            thirteen_orphans: value(Form::ThirteenOrphans),
        }
    }

    pub(crate) fn of(&self, form: Form) -> &T {
        match form {
            Form::Standard => &self.standard,
            Form::SevenPairs => &self.seven_pairs,
            Form::ThirteenOrphans => &self.thirteen_orphans,
        }
    }
}

/// A form in words.
pub(crate) fn form_words(form: Form, lang: Lang) -> String {
    tr!(lang, format!("mahjong.form.{}", form.name()))
}

/// A useful tile.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "UsefulTile"))]
pub struct Useful {
    /// The tile.
    pub tile: String,
    /// Its unseen copies.
    pub left: u32,
}

/// What a discard leaves.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "DiscardLeaves"))]
pub struct DiscardOption {
    /// The discard.
    pub tile: String,
    /// Useful tiles afterwards.
    pub useful: Vec<Useful>,
    /// All their copies together.
    pub useful_left: u32,
}

impl Useful {
    /// Some tiles, and all their copies together.
    pub(crate) fn all(tiles: &[(Tile, u32)]) -> (Vec<Self>, u32) {
        let list = tiles.iter().map(|&(tile, left)| Self { tile: tile.to_string(), left });
        (list.collect(), tiles.iter().map(|(_, left)| left).sum())
    }
}

/// `0` is ready; -1 a win.
pub(crate) fn shanten_words(shanten: Option<i32>, lang: Lang) -> String {
    match shanten {
        None => tr!(lang, "mahjong.impossible"),
        Some(-1) => tr!(lang, "mahjong.won"),
        Some(0) => tr!(lang, "mahjong.ready"),
        Some(n) => tr!(lang, "mahjong.shanten", n = n),
    }
}

impl ShantenDocument {
    /// The document of a hand.
    pub fn new(outlook: &Outlook) -> Self {
        let Outlook { situation, analysis, .. } = outlook;
        let hand = situation.hand();
        let (useful, useful_left) = Useful::all(&outlook.useful);
        let discards = outlook.discards.iter().map(|(tile, list)| {
            let (useful, useful_left) = Useful::all(list);
            DiscardOption { tile: tile.to_string(), useful, useful_left }
        });
        Self {
            schema: SchemaName::default(),
            hand: hand.to_string(),
            situation: HandDocument::new(situation),
            unseen: situation.unseen(),
            shanten: analysis.shanten(),
            forms: FormsDocument::new(|form| {
                analysis.distance_of(form).map(|distance| distance as i32 - 1)
            }),
            useful,
            useful_left,
            unneeded: analysis.unneeded().iter().map(|tile| tile.to_string()).collect(),
            discards: discards.collect(),
            unmelded: hand.is_unmelded(),
        }
    }

    /// The document as text.
    pub fn text(&self, lang: Lang, style: TileStyle) -> String {
        let mut text = format!(
            "{}  {}\n",
            self.situation.line_in(lang, style),
            shanten_words(self.shanten, lang)
        );
        // With melds there is but one form.
        let open = |form: Form| self.unmelded || form == Form::Standard;
        for form in Form::ALL.into_iter().filter(|&form| open(form)) {
            let words = shanten_words(*self.forms.of(form), lang);
            let name = form_words(form, lang);
            text += &format!("  {name}: {words}\n");
        }
        let list = |useful: &[Useful]| {
            let tiles = useful.iter().filter_map(|x| parse(&x.tile));
            style.tiles(tiles)
        };
        if !self.useful.is_empty() {
            let (kinds, left) = (self.useful.len(), self.useful_left);
            text += &tr!(
                lang,
                "mahjong.useful",
                tiles = list(&self.useful),
                kinds = kinds,
                left = left
            );
            text.push('\n');
        }
        if !self.discards.is_empty() {
            let header = ["discard", "kinds", "left", "useful_tiles"];
            let header = header.map(|key| tr!(lang, format!("mahjong.{key}"))).to_vec();
            let rows = self.discards.iter().map(|left| {
                vec![
                    parse(&left.tile).map_or_else(String::new, |tile| style.tile(tile)),
                    left.useful.len().to_string(),
                    left.useful_left.to_string(),
                    list(&left.useful),
                ]
            });
            text.push('\n');
            text += &columns(header, rows.collect(), &[0, 3]);
        }
        text
    }

    /// One CSV row for each discard (or for the hand itself) and useful tile.
    pub fn csv(&self) -> String {
        let own = self.useful.iter().map(|useful| ("", useful));
        let after = self
            .discards
            .iter()
            .flat_map(|left| left.useful.iter().map(|useful| (left.tile.as_str(), useful)));
        csv_table!(own.chain(after), |(discard, useful)| {
            hand: self.hand,
            shanten: self.shanten,
            discard: discard,
            tile: useful.tile,
            left: useful.left,
        })
    }
}

/// The kind that a document names.
pub(crate) fn parse(tile: &str) -> Option<Tile> {
    kakukin_mahjong::Bag::parse("hand", tile).ok()?.tiles().kinds().next()
}
