//! The numbers that sweeps compute with.

use dashu_base::{BitTest, Gcd};

/// An exact fraction, always in lowest terms.
pub type Rational = dashu_ratio::RBig;
/// An exact integer of any size.
pub type Integer = dashu_int::IBig;
/// An exact non-negative integer of any size.
pub type Natural = dashu_int::UBig;

/// What a sweep needs of its numbers: a sum of products, nothing else.
///
/// There is deliberately no division: an exact sweep runs on integers over a
/// common denominator and divides once, at the edge.
pub trait Number: Clone + PartialEq + std::fmt::Debug {
    /// The neutral element of addition.
    fn zero() -> Self;
    /// The neutral element of multiplication.
    fn one() -> Self;
    /// Whether this is zero; sweeps skip such terms where that pays.
    fn is_zero(&self) -> bool;
    /// `self += other`.
    fn add(&mut self, other: &Self);
    /// `self += weight * value`, the inner step of every sweep.
    fn add_product(&mut self, weight: &Self, value: &Self);

    /// The sum of many numbers.
    fn sum(values: &[Self]) -> Self {
        let mut sum = Self::zero();
        values.iter().for_each(|value| sum.add(value));
        sum
    }

    /// `weight * value`.
    fn product(weight: &Self, value: &Self) -> Self {
        let mut result = Self::zero();
        result.add_product(weight, value);
        result
    }
}

impl Number for f64 {
    #[inline(always)]
    fn zero() -> Self {
        0.0
    }
    #[inline(always)]
    fn one() -> Self {
        1.0
    }
    #[inline(always)]
    fn is_zero(&self) -> bool {
        *self == 0.0
    }
    #[inline(always)]
    fn add(&mut self, other: &Self) {
        *self += other;
    }
    // Not a fused multiply-add: the figure must be the same on every machine.
    #[inline(always)]
    fn add_product(&mut self, weight: &Self, value: &Self) {
        *self += weight * value;
    }
    #[inline(always)]
    fn product(weight: &Self, value: &Self) -> Self {
        weight * value
    }
    // Four sums side by side: one alone would wait for each addition to finish.
    fn sum(values: &[Self]) -> Self {
        let (fours, rest) = values.as_chunks::<4>();
        let mut sums = [0.0; 4];
        for four in fours {
            for (sum, value) in sums.iter_mut().zip(four) {
                *sum += value;
            }
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3]) + rest.iter().sum::<f64>()
    }
}

macro_rules! exact_number {
    ($number:ty) => {
        impl Number for $number {
            fn zero() -> Self {
                Self::ZERO
            }
            fn one() -> Self {
                Self::ONE
            }
            fn is_zero(&self) -> bool {
                <$number>::is_zero(self)
            }
            fn add(&mut self, other: &Self) {
                *self += other;
            }
            fn add_product(&mut self, weight: &Self, value: &Self) {
                if !Number::is_zero(weight) && !Number::is_zero(value) {
                    *self += weight * value;
                }
            }
        }
    };
}
exact_number!(Rational);
exact_number!(Integer);
exact_number!(Natural);

/// The nearest `f64` to an exact fraction.
///
/// ```
/// use kakukin_core::{Rational, to_f64};
/// assert_eq!(to_f64(&Rational::from_parts(7.into(), 10u32.into())), 0.7);
/// ```
pub fn to_f64(exact: &Rational) -> f64 {
    exact.to_f64().value()
}

/// How many bits a natural number has: what a step of exact arithmetic costs.
pub fn bit_length(x: &Natural) -> usize {
    x.bit_len()
}

/// The least common multiple of two natural numbers.
pub fn lcm(a: &Natural, b: &Natural) -> Natural {
    if a.is_zero() || b.is_zero() { Natural::ZERO } else { a / a.gcd(b) * b }
}

/// A number that can also be subtracted and divided: what figures are derived
/// with once a sweep is done.
pub trait Field: Number + PartialOrd {
    /// `self - other`.
    fn minus(&self, other: &Self) -> Self;
    /// `self / other`; the divisor must not be zero.
    fn over(&self, other: &Self) -> Self;
    /// A count as a number.
    fn from_count(count: u32) -> Self;
}

impl Field for f64 {
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn over(&self, other: &Self) -> Self {
        self / other
    }
    fn from_count(count: u32) -> Self {
        f64::from(count)
    }
}

impl Field for Rational {
    fn minus(&self, other: &Self) -> Self {
        self - other
    }
    fn over(&self, other: &Self) -> Self {
        self / other
    }
    fn from_count(count: u32) -> Self {
        Self::from(count)
    }
}
