//! Gauss-Hermite quadrature for the standard normal distribution.

use std::f64::consts::PI;

/// Points and their weights, which add up to 1: exact for polynomials of degree 2n - 1.
pub(super) fn hermite(n: usize) -> Vec<(f64, f64)> {
    // The orthonormal polynomials and the derivative of the last: p'ₙ = √n pₙ₋₁.
    let polynomials = |x: f64| {
        let (mut before, mut now) = (0.0, 1.0);
        for k in 0..n {
            let k = k as f64;
            let next = (x * now - k.sqrt() * before) / (k + 1.0).sqrt();
            (before, now) = (now, next);
        }
        (now, before * (n as f64).sqrt())
    };
    let mut points: Vec<f64> = Vec::with_capacity(n);
    for k in 0..n {
        // Newton's method from a guess between the roots of smaller ones, roots found removed.
        let angle = PI * (k as f64 + 0.75) / (n as f64 + 0.5);
        let mut x = (4.0 * n as f64 + 2.0).sqrt() * libm::cos(angle) / std::f64::consts::SQRT_2;
        for _ in 0..200 {
            let (value, slope) = polynomials(x);
            let found: f64 = points.iter().map(|root| 1.0 / (x - root)).sum();
            let step = value / (slope - value * found);
            x -= step;
            if step.abs() < 1e-15 * (1.0 + x.abs()) {
                break;
            }
        }
        points.push(x);
    }
    let weight = |x: f64| {
        let (_, slope) = polynomials(x);
        1.0 / (slope * slope)
    };
    points.into_iter().map(|x| (x, weight(x))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_normal_distribution() {
        for n in [1, 3, 5, 9, 15, 31] {
            let points = hermite(n);
            for power in 0..2 * n.min(10) {
                let moment: f64 = points.iter().map(|(x, w)| w * x.powi(power as i32)).sum();
                // Rounding is that of the terms.
                let size: f64 = points.iter().map(|(x, w)| w * x.powi(power as i32).abs()).sum();
                let wanted: f64 = match power % 2 {
                    0 => (1..power).step_by(2).map(|k| k as f64).product(),
                    _ => 0.0,
                };
                assert!((moment - wanted).abs() < 1e-9 * (1.0 + size), "{n} {power} {moment}");
            }
        }
    }
}
