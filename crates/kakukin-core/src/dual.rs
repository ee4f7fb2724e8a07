//! Dual numbers: a value together with its derivatives.

use crate::Number;

/// A value and its partial derivatives in `K` directions. A sweep over dual
/// numbers gives every figure together with its slope, exactly where the
/// component is exact.
#[derive(Debug, Clone, PartialEq)]
pub struct Dual<N, const K: usize> {
    /// The value itself.
    pub value: N,
    /// Its derivative in each direction.
    pub slope: [N; K],
}

impl<N: Number, const K: usize> Dual<N, K> {
    /// A constant: all slopes are zero.
    pub fn constant(value: N) -> Self {
        Self { value, slope: std::array::from_fn(|_| N::zero()) }
    }

    /// The same dual number over another type of number.
    pub fn map<M>(&self, mut convert: impl FnMut(&N) -> M) -> Dual<M, K> {
        Dual {
            value: convert(&self.value),
            slope: std::array::from_fn(|k| convert(&self.slope[k])),
        }
    }
}

impl<N: Number, const K: usize> Number for Dual<N, K> {
    fn zero() -> Self {
        Self::constant(N::zero())
    }
    fn one() -> Self {
        Self::constant(N::one())
    }
    fn is_zero(&self) -> bool {
        self.value.is_zero() && self.slope.iter().all(N::is_zero)
    }
    fn add(&mut self, other: &Self) {
        self.value.add(&other.value);
        for (mine, theirs) in self.slope.iter_mut().zip(&other.slope) {
            mine.add(theirs);
        }
    }
    fn add_product(&mut self, weight: &Self, value: &Self) {
        self.value.add_product(&weight.value, &value.value);
        for k in 0..K {
            self.slope[k].add_product(&weight.slope[k], &value.value);
            self.slope[k].add_product(&weight.value, &value.slope[k]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_product_rule_holds() {
        // d/dx (x^2 y) at x = 3, y = 5 is 2xy = 30, d/dy is x^2 = 9.
        let x = Dual { value: 3.0, slope: [1.0, 0.0] };
        let y = Dual { value: 5.0, slope: [0.0, 1.0] };
        let result = Dual::product(&Dual::product(&x, &x), &y);
        assert_eq!(result, Dual { value: 45.0, slope: [30.0, 9.0] });
    }

    #[test]
    fn a_zero_with_a_slope_is_not_skipped() {
        assert!(!Dual { value: 0.0, slope: [1.0] }.is_zero());
        assert!(Dual::<f64, 1>::zero().is_zero());
    }
}
