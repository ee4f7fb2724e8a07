//! A map from words to numbers, for the one thing that the graphs do most: asking
//! whether a hand has been met. Open addressing with key and number in one word, so that a
//! question costs one cache line; nothing is ever removed.

/// Bits of a number; the key has the rest.
const NUMBER_BITS: u32 = 24;
/// Keys must be below this.
pub(crate) const MOST_KEYS: u64 = (1 << (64 - NUMBER_BITS)) - 1;
/// Numbers must be below this.
pub(crate) const MOST_NUMBERS: u32 = 1 << NUMBER_BITS;
const FREE: u64 = u64::MAX;
const LEAST_BITS: u32 = 6;

/// Keys and their numbers.
#[derive(Debug, Clone)]
pub(crate) struct Map {
    slots: Vec<u64>,
    shift: u32,
    len: usize,
}

impl Default for Map {
    fn default() -> Self {
        Self::with_bits(LEAST_BITS)
    }
}

impl Map {
    fn with_bits(bits: u32) -> Self {
        Self { slots: vec![FREE; 1 << bits], shift: 64 - bits, len: 0 }
    }

    /// Room for so many keys before it grows.
    pub(crate) fn with_capacity(keys: usize) -> Self {
        let places = (keys + keys / 2).max(1).next_power_of_two();
        Self::with_bits(places.ilog2().max(LEAST_BITS))
    }

    /// The place of a key, or the free place where it belongs.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        while self.slots[place & mask] >> NUMBER_BITS != key && self.slots[place & mask] != FREE {
            place += 1;
        }
        place & mask
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u32> {
        let slot = self.slots[self.place(key)];
        (slot != FREE).then_some(slot as u32 & (MOST_NUMBERS - 1))
    }

    /// Adds a key that is not there yet.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64, number: u32) {
        debug_assert!(key < MOST_KEYS && number < MOST_NUMBERS);
        if 3 * (self.len + 1) > 2 * self.slots.len() {
            self.grow();
        }
        let place = self.place(key);
        self.slots[place] = (key << NUMBER_BITS) | u64::from(number);
        self.len += 1;
    }

    #[cold]
    fn grow(&mut self) {
        let bits = 64 - self.shift;
        // Small ones grow fast, large ones do not waste memory.
        let mut larger = Self::with_bits(bits + if bits < 14 { 2 } else { 1 });
        for &slot in self.slots.iter().filter(|slot| **slot != FREE) {
            let place = larger.place(slot >> NUMBER_BITS);
            larger.slots[place] = slot;
        }
        larger.len = self.len;
        *self = larger;
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn a_map_like_any_other() {
        let (mut ours, mut theirs) = (Map::with_capacity(10), HashMap::new());
        let mut key = 1u64;
        for number in 0..20_000 {
            key = (key.wrapping_mul(6_364_136_223_846_793_005) % MOST_KEYS) & !(number % 7);
            assert_eq!(ours.get(key), theirs.get(&key).copied());
            theirs.entry(key).or_insert_with(|| {
                ours.insert(key, number as u32);
                number as u32
            });
        }
        assert_eq!(ours.len(), theirs.len());
        assert!(theirs.iter().all(|(&key, &number)| ours.get(key) == Some(number)));
        assert_eq!(ours.get(MOST_KEYS - 1), None);
    }
}
