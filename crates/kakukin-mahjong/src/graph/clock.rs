//! Draws left, and what one tile among the unseen ones weighs at each of them.

/// The draws of a hand: with d of them left, the next one is one of
/// `unseen - (draws - d)` tiles.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Clock {
    weights: Vec<f64>,
    /// Unseen tiles after the last draw.
    left: u32,
}

impl Clock {
    /// `unseen` tiles when `draws` of them are still to be drawn; not more draws than tiles.
    pub(crate) fn new(unseen: u32, draws: usize) -> Self {
        let left = |d: usize| unseen as usize + d - draws;
        // With no draw left there is none to weigh.
        let weights = (0..=draws).map(|d| if d == 0 { 0.0 } else { 1.0 / left(d) as f64 });
        Self { weights: weights.collect(), left: unseen - draws as u32 }
    }

    /// Unseen tiles when no draw is left.
    pub(crate) fn unseen_at_end(&self) -> f64 {
        f64::from(self.left)
    }

    pub(crate) fn draws(&self) -> usize {
        self.weights.len() - 1
    }

    /// The chance of each of `tiles` unseen tiles to be the next draw when `draws` are left. More
    /// tiles than are left are claimed only where nobody can be, or where melds are unknown: they
    /// then share what there is.
    #[inline]
    pub(crate) fn weight_among(&self, draws: usize, tiles: f64) -> f64 {
        let weight = self.weight(draws);
        if tiles * weight > 1.0 { 1.0 / tiles } else { weight }
    }

    /// The chance of each unseen tile to be the next draw when `draws` are left.
    #[inline]
    pub(crate) fn weight(&self, draws: usize) -> f64 {
        self.weights[draws]
    }
}
