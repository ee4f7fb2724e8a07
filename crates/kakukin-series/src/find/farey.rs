//! All ratios of first to second points that can be distinguished.

/// The ratios `first : second`, in lowest terms, that stand for all ratios
/// from 0 to 1: the Farey sequence of this order and the mediants of its neighbours.
///
/// A comparison of two scores that differ by at most `order` wins on each side
/// changes at a fraction of the sequence and nowhere else, so all ratios between two
/// neighbours behave alike. Of those the mediant has the smallest terms, both of them.
///
/// ```text
/// order 2:  0/1  (1/3)  1/2  (2/3)  1/1
/// ```
pub(crate) fn ratios(order: u32) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    // The next-term recurrence of the sequence, from 0/1 and 1/order.
    let (mut a, mut b, mut c, mut d) = (0, 1, 1, order);
    while a < b {
        found.push((a + c, b + d));
        found.push((c, d));
        let k = (order + b) / d;
        (a, b, c, d) = (c, d, k * c - a, k * d - b);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::gcd;

    #[test]
    fn every_ratio_has_exactly_one_representative_and_no_smaller_one() {
        for order in 1..12 {
            let found = ratios(order);
            let at = |x: u32, y: u32| f64::from(x) / f64::from(y);
            // In rising order, fractions of the sequence and others in turn.
            assert!(found.windows(2).all(|w| at(w[0].0, w[0].1) < at(w[1].0, w[1].1)));
            for (k, &(x, y)) in found.iter().enumerate() {
                assert_eq!(gcd(x, y), 1);
                assert_eq!(y <= order, k % 2 == 1, "{x}/{y} of order {order}");
            }
            let in_sequence = found.iter().filter(|(_, y)| *y <= order).count();
            let all = (1..=order).map(|y| (1..=y).filter(|&x| gcd(x, y) == 1).count());
            assert_eq!(in_sequence, all.sum::<usize>());
            // Between two fractions of the sequence, nothing has smaller terms.
            for y in order + 1..3 * order {
                for x in (1..y).filter(|&x| gcd(x, y) == 1) {
                    let k = found.partition_point(|&(c, d)| c * y < x * d);
                    let mediant = if found[k] == (x, y) { k } else { k - k % 2 };
                    assert!(found[mediant].0 <= x && found[mediant].1 <= y, "{x}/{y}");
                }
            }
        }
    }
}
