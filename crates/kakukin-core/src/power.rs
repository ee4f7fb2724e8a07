//! Power series, cut off: numbers that count something on the way.

use crate::{Number, checkpoint};

/// From so many on, a product can take long.
const MANY_TERMS: usize = 1000;

/// The first terms of a power series. A sweep over such numbers gives, for
/// every figure, how it is spread over something that is counted on the way: the
/// coefficient of z^m is the part with m of them.
///
/// A product keeps as many terms as its first factor, the weight, has: weights
/// carry the cut, values never need more.
#[derive(Debug, Clone, PartialEq)]
pub struct PowerSeries<N>(Vec<N>);

impl<N: Number> PowerSeries<N> {
    /// The series with these coefficients, that of z^0 first.
    pub fn new(coefficients: Vec<N>) -> Self {
        Self(coefficients)
    }

    /// The coefficients, that of z^0 first; those missing are zero or cut off.
    pub fn coefficients(&self) -> &[N] {
        &self.0
    }

    fn widen(&mut self, terms: usize) {
        if self.0.len() < terms {
            self.0.resize(terms, N::zero());
        }
    }
}

impl<N: Number> Number for PowerSeries<N> {
    fn zero() -> Self {
        Self(Vec::new())
    }
    fn one() -> Self {
        Self(vec![N::one()])
    }
    fn is_zero(&self) -> bool {
        self.0.iter().all(N::is_zero)
    }
    fn add(&mut self, other: &Self) {
        self.widen(other.0.len());
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.add(theirs);
        }
    }
    fn add_product(&mut self, weight: &Self, value: &Self) {
        let terms = weight.0.len().min((weight.0.len() + value.0.len()).saturating_sub(1));
        if value.0.is_empty() {
            return;
        }
        self.widen(terms);
        for (k, factor) in value.0.iter().enumerate().filter(|(_, factor)| !factor.is_zero()) {
            if terms > MANY_TERMS {
                checkpoint();
            }
            for (cell, term) in self.0[..terms].iter_mut().skip(k).zip(&weight.0) {
                cell.add_product(term, factor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_cut_at_the_weight() {
        // (1 + 2z + 3z^2)(1 + z) = 1 + 3z + 5z^2 (+ 3z^3, cut off).
        let weight = PowerSeries::new(vec![1.0, 2.0, 3.0]);
        let value = PowerSeries::new(vec![1.0, 1.0]);
        let product = PowerSeries::product(&weight, &value);
        assert_eq!(product.coefficients(), [1.0, 3.0, 5.0]);
        let mut sum = PowerSeries::one();
        sum.add(&product);
        assert_eq!(sum.coefficients(), [2.0, 3.0, 5.0]);
        assert!(PowerSeries::<f64>::product(&weight, &PowerSeries::zero()).is_zero());
    }
}
