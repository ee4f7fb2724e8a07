//! The chain of a hand without branching: d exchanges to go, with a fixed
//! number of useful tiles at each stage.

use crate::InputError;
use kakukin_core::{BadValue, Number, Rational, TurnChain, backward, forward, to_f64};

/// The most unseen tiles: a full set.
pub const MAX_UNSEEN: u32 = 136;
/// The most stages: no hand is farther from a win.
pub const MAX_DISTANCE: usize = 14;

/// A hand that needs d tiles, of which `useful[i]` unseen ones help at stage i,
/// drawn one a turn from `unseen` tiles without replacement.
///
/// ```
/// use kakukin_mahjong::Chain;
/// let chain = Chain::new(vec![8, 8], 123, 17)?;
/// assert!((chain.probabilities()[16] - 0.33418783350209286).abs() < 1e-15);
/// # Ok::<(), kakukin_mahjong::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    useful: Vec<u32>,
    unseen: u32,
    turns: usize,
}

/// The chain over one type of number: `advance[turn * d + stage]` is the
/// probability of a useful draw, `stay` its complement.
struct Weighted<N> {
    stages: usize,
    turns: usize,
    advance: Vec<N>,
    stay: Vec<N>,
    one: N,
}

impl Chain {
    /// Checks that the numbers describe draws that can happen: there are tiles
    /// for every turn, and never more useful tiles than tiles left in a stage that can
    /// be reached.
    pub fn new(useful: Vec<u32>, unseen: u32, turns: u32) -> Result<Self, InputError> {
        if unseen == 0 || unseen > MAX_UNSEEN {
            let allowed = format!("1..{MAX_UNSEEN}");
            return Err(InputError::new("unseen", unseen, BadValue::OutOfRange, allowed));
        }
        if turns == 0 || turns > unseen {
            let allowed = format!("1..{unseen}");
            return Err(InputError::new("turns", turns, BadValue::OutOfRange, allowed));
        }
        let text = useful.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let refuse =
            |allowed: String| Err(InputError::new("useful", &text, BadValue::OutOfRange, allowed));
        if useful.is_empty() || useful.len() > MAX_DISTANCE {
            return refuse(format!("1..{MAX_DISTANCE} (N,N,..)"));
        }
        let chain = Self { useful, unseen, turns: turns as usize };
        if let Some((stage, turn, left)) = chain.too_many_useful() {
            return refuse(format!(
                "N{} <= {left} (`unseen` {unseen}, `turns` > {turn})",
                stage + 1
            ));
        }
        Ok(chain)
    }

    /// Useful tiles at each stage.
    pub fn useful(&self) -> &[u32] {
        &self.useful
    }

    /// Unseen tiles at turn 0.
    pub fn unseen(&self) -> u32 {
        self.unseen
    }

    /// How many tiles are drawn.
    pub fn turns(&self) -> u32 {
        self.turns as u32
    }

    /// The stage, the turn, and the tiles left there, where a stage that can be
    /// reached claims more.
    fn too_many_useful(&self) -> Option<(usize, usize, u32)> {
        let stages = self.useful.len();
        let mut reached = vec![false; stages + 1];
        reached[0] = true;
        for turn in 0..self.turns {
            let left = self.unseen - turn as u32;
            for stage in (0..stages).rev().filter(|&stage| self.useful[stage] > 0) {
                if !reached[stage] {
                    continue;
                }
                if self.useful[stage] > left {
                    return Some((stage, turn, left));
                }
                reached[stage + 1] = true;
                reached[stage] = self.useful[stage] < left;
            }
        }
        None
    }

    fn weighted<N: Number>(&self, convert: impl Fn(&Rational) -> N) -> Weighted<N> {
        let exact = (0..self.turns).flat_map(|turn| {
            let left = Rational::from(self.unseen - turn as u32);
            self.useful.iter().map(move |&useful| Rational::from(useful) / &left)
        });
        let (advance, stay) = exact.map(|x| (convert(&x), convert(&(Rational::ONE - &x)))).unzip();
        Weighted { stages: self.useful.len(), turns: self.turns, advance, stay, one: N::one() }
    }

    /// The probability of having completed the hand after 1, 2, ... turns.
    pub fn probabilities(&self) -> Vec<f64> {
        self.weighted(to_f64).completed()
    }

    /// The same, exactly.
    pub fn exact_probabilities(&self) -> Vec<Rational> {
        self.weighted(Rational::clone).completed()
    }

    /// The probability of completing the hand by the last turn from every stage
    /// at every turn: `values()[turn][stage]` (the backward sweep).
    pub fn values(&self) -> Vec<Vec<f64>> {
        self.weighted(to_f64).values()
    }

    /// The same, exactly.
    pub fn exact_values(&self) -> Vec<Vec<Rational>> {
        self.weighted(Rational::clone).values()
    }
}

impl<N: Number> Weighted<N> {
    fn completed(&self) -> Vec<N> {
        let mut completed = Vec::with_capacity(self.turns + 1);
        forward(self, vec![N::one()], |_, q| completed.push(q[self.stages].clone()));
        completed.remove(0);
        completed
    }

    fn values(&self) -> Vec<Vec<N>> {
        let mut end = vec![N::zero(); self.stages];
        end.push(N::one());
        let mut values = vec![Vec::new(); self.turns + 1];
        backward(self, end, |turn, p| values[turn] = p.to_vec());
        values
    }
}

impl<N: Number> TurnChain<N> for Weighted<N> {
    fn states(&self) -> usize {
        self.stages + 1
    }
    fn turns(&self) -> usize {
        self.turns
    }
    fn moves(&self, turn: usize, from: usize, visit: &mut impl FnMut(usize, &N)) {
        if from == self.stages {
            visit(from, &self.one);
        } else {
            let at = turn * self.stages + from;
            visit(from, &self.stay[at]);
            visit(from + 1, &self.advance[at]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kakukin_core::inner_product;
    use proptest::prelude::*;

    /// The closed form, which shares no code with the sweep:
    /// p_t = (-1)^(d-1) prod(a) f[a_0, ..., a_{d-1}] with the divided difference of
    /// f(x) = (1 - (S-x)_t / (S)_t) / x. That f is a polynomial sum c_k x^k, and the
    /// divided difference of x^k is the complete homogeneous polynomial of degree k - d + 1, so
    /// equal nodes need no care.
    fn closed_form(useful: &[u32], unseen: u32, turns: u32) -> Rational {
        // (S - x)_t / (S)_t = prod over i < t of (1 - x / (S - i)), by coefficients.
        let mut falling = vec![Rational::ONE];
        for i in 0..turns {
            let slope = Rational::ONE / Rational::from(unseen - i);
            falling.push(Rational::ZERO);
            for k in (1..falling.len()).rev() {
                let lower = falling[k - 1].clone();
                falling[k] -= lower * &slope;
            }
        }
        // homogeneous[m] = h_m(a), one variable after the other.
        let mut homogeneous = vec![Rational::ZERO; turns as usize + 1];
        homogeneous[0] = Rational::ONE;
        for &a in useful {
            for m in 1..homogeneous.len() {
                let lower = homogeneous[m - 1].clone();
                homogeneous[m] += lower * Rational::from(a);
            }
        }
        let d = useful.len();
        let mut difference = Rational::ZERO;
        // c_k = -falling[k + 1].
        for k in d - 1..turns as usize {
            difference -= &falling[k + 1] * &homogeneous[k + 1 - d];
        }
        let product = useful.iter().fold(Rational::ONE, |x, &a| x * Rational::from(a));
        if d.is_multiple_of(2) { -product * difference } else { product * difference }
    }

    #[test]
    fn published_figures() {
        // S = 123, t = 17.
        for (useful, expected) in [
            (vec![8, 8], 0.33418783350209286),
            (vec![20, 8, 8], 0.19853709273462933),
            (vec![16, 16, 16], 0.4294384319893791),
            (vec![4, 8, 4, 8], 0.008130286828540752),
        ] {
            let chain = Chain::new(useful.clone(), 123, 17).unwrap();
            assert!((chain.probabilities()[16] - expected).abs() < 1e-15, "{useful:?}");
            assert!((to_f64(&closed_form(&useful, 123, 17)) - expected).abs() < 1e-15);
        }
    }

    #[test]
    fn refusals() {
        let field = |useful: &[u32], unseen, turns| {
            Chain::new(useful.to_vec(), unseen, turns).unwrap_err().field
        };
        assert_eq!(field(&[8], 0, 1), "unseen");
        assert_eq!(field(&[8], 137, 1), "unseen");
        assert_eq!(field(&[8], 123, 0), "turns");
        assert_eq!(field(&[8], 123, 124), "turns");
        assert_eq!(field(&[], 123, 17), "useful");
        assert_eq!(field(&[1; 15], 123, 17), "useful");
        assert_eq!(field(&[124], 123, 17), "useful");
        // One of five tiles is useless, drawn first; then four useful ones are claimed among three.
        assert_eq!(field(&[3, 4], 5, 3), "useful");
        assert!(Chain::new(vec![4], 5, 5).is_ok());
    }

    proptest! {
        /// Forward = backward = closed form, exactly; the product is the same at
        /// every cut; the order of the stages does not matter; f64 is close.
        #[test]
        fn three_ways_to_one_number(
            useful in proptest::collection::vec(0u32..20, 1..6), turns in 1u32..19,
        ) {
            let chain = Chain::new(useful.clone(), 123, turns).unwrap();
            let exact = chain.exact_probabilities();
            for (t, p) in exact.iter().enumerate() {
                prop_assert_eq!(p, &closed_form(&useful, 123, t as u32 + 1));
            }
            let last = &exact[turns as usize - 1];
            let values = chain.exact_values();
            prop_assert_eq!(&values[0][0], last);
            forward(&chain.weighted(Rational::clone), vec![Rational::ONE], |t, q| {
                assert_eq!(&inner_product(q, &values[t]), last);
            });
            let mut reversed = useful;
            reversed.reverse();
            let other = Chain::new(reversed, 123, turns).unwrap().exact_probabilities();
            prop_assert_eq!(&other, &exact);
            for (fast, exact) in chain.probabilities().iter().zip(&exact) {
                prop_assert!((fast - to_f64(exact)).abs() < 1e-14);
            }
            prop_assert!((chain.values()[0][0] - to_f64(last)).abs() < 1e-14);
        }
    }
}
