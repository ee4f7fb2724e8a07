//! A map from words to numbers, for the one thing that the graphs do most: asking
//! whether a hand has been met. Open addressing, nothing is ever removed.

/// Marks a free place; no key has this value.
const FREE: u64 = u64::MAX;
const LEAST_BITS: u32 = 7;

/// Keys below `u64::MAX` and their numbers.
#[derive(Debug, Clone)]
pub(crate) struct Map {
    keys: Vec<u64>,
    numbers: Vec<u32>,
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
        Self { keys: vec![FREE; 1 << bits], numbers: vec![0; 1 << bits], shift: 64 - bits, len: 0 }
    }

    /// Room for so many keys before it grows.
    pub(crate) fn with_capacity(keys: usize) -> Self {
        let places = (keys + keys / 2).max(1).next_power_of_two();
        Self::with_bits(places.ilog2().max(LEAST_BITS))
    }

    /// The place of a key, or the free place where it belongs.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let mask = self.keys.len() - 1;
        let mut place = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize;
        while self.keys[place & mask] != key && self.keys[place & mask] != FREE {
            place += 1;
        }
        place & mask
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u32> {
        let place = self.place(key);
        (self.keys[place] == key).then(|| self.numbers[place])
    }

    /// Adds a key that is not there yet.
    #[inline]
    pub(crate) fn insert(&mut self, key: u64, number: u32) {
        if 3 * (self.len + 1) > 2 * self.keys.len() {
            self.grow();
        }
        let place = self.place(key);
        self.keys[place] = key;
        self.numbers[place] = number;
        self.len += 1;
    }

    #[cold]
    fn grow(&mut self) {
        let bits = 64 - self.shift;
        // Small ones grow fast, large ones do not waste memory.
        let mut larger = Self::with_bits(bits + if bits < 14 { 2 } else { 1 });
        for (&key, &number) in self.keys.iter().zip(&self.numbers).filter(|(key, _)| **key != FREE) {
            let place = larger.place(key);
            larger.keys[place] = key;
            larger.numbers[place] = number;
        }
        larger.len = self.len;
        *self = larger;
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }
}
