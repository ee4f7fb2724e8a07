//! A hand and what is seen beside it.

use crate::{InputError, fields::query, number::whole};
use kakukin_core::BadValue;
use kakukin_mahjong::{Bag, Hand, Meld, Players, Situation};

query! {
    /// What is seen beside the concealed tiles.
    pub struct ContextFields {
        /// Melds, such as `chi:123m`.
        texts meld "MELD",
        /// Dora indicators.
        texts dora "TILES",
        /// Every other tile that is seen.
        texts seen "TILES",
        /// How many play.
        number players "3|4",
        /// Norths that were set aside.
        number north "N",
    }
}

impl ContextFields {
    /// How many play: four, unless it is said.
    pub(super) fn players(&self) -> Result<Players, InputError> {
        Ok(self.players.as_deref().map_or(Ok(Players::Four), str::parse)?)
    }

    /// A hand with these melds.
    pub fn hand(&self, text: Option<&str>) -> Result<Hand, InputError> {
        let Some(text) = text else {
            return Err(InputError::new("hand", "", BadValue::Missing, "234578m1689p357s1z"));
        };
        let melds = self.meld.iter().map(|text| text.parse()).collect::<Result<Vec<Meld>, _>>()?;
        Ok(Hand::parse(text, melds)?)
    }

    /// A hand among everything that is seen.
    pub fn situation(&self, hand: Hand) -> Result<Situation, InputError> {
        let players = self.players()?;
        let mut situation = Situation::new(hand, players)?;
        for text in &self.dora {
            situation = situation.with_dora(Bag::parse("dora", text)?)?;
        }
        for text in &self.seen {
            situation = situation.with_seen(Bag::parse("seen", text)?)?;
        }
        if let Some(text) = &self.north {
            situation = situation.with_north(whole("north", text, 0..=4)? as u32)?;
        }
        Ok(situation)
    }
}
