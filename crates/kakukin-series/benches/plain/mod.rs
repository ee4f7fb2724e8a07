//! A plain loop over all integer rules: what the finder is compared with.

/// The rules 1 <= first <= second <= target <= this are tried.
const MOST: usize = 30;

/// Whether turns alternate; f and p in per cent.
pub(crate) type Case = (bool, u32, u32);

/// The least bias of all integer rules, game by game and score by score.
pub(crate) fn plain((alternating, f, p): Case, most_games: u32) -> f64 {
    let (f_rate, p_rate) = (f64::from(f) / 100.0, f64::from(p) / 100.0);
    let [win, loss] = [p_rate, 1.0 - p_rate].map(|x| (1.0 - f_rate) * x);
    let mut least = f64::INFINITY;
    for target in 1..=MOST {
        for second in 1..=target {
            for first in 1..=second {
                let (h, t) = (target.div_ceil(first) as u32, target.div_ceil(second) as u32);
                let without = if alternating { 2 * h - 1 } else { h + t - 1 };
                let limit = (100 * without).div_ceil(100 - f);
                if limit > most_games {
                    continue;
                }
                let mut now = [[0.0; MOST]; MOST];
                now[0][0] = 1.0;
                let (mut a_wins, mut b_wins) = (0.0, 0.0);
                for game in 0..limit {
                    let a_first = !alternating || game % 2 == 0;
                    let (gain_a, gain_b) = if a_first { (first, second) } else { (second, first) };
                    let (to_a, to_b) = if a_first { (win, loss) } else { (loss, win) };
                    let mut next = [[0.0; MOST]; MOST];
                    for a in 0..target {
                        for b in 0..target {
                            let mass = now[a][b];
                            if mass == 0.0 {
                                continue;
                            }
                            match a + gain_a >= target {
                                true => a_wins += mass * to_a,
                                false => next[a + gain_a][b] += mass * to_a,
                            }
                            match b + gain_b >= target {
                                true => b_wins += mass * to_b,
                                false => next[a][b + gain_b] += mass * to_b,
                            }
                            next[a][b] += mass * f_rate;
                        }
                    }
                    now = next;
                }
                for (a, row) in now.iter().enumerate() {
                    a_wins += row[..a].iter().sum::<f64>();
                    b_wins += row[a + 1..].iter().sum::<f64>();
                }
                if a_wins + b_wins > 0.0 {
                    least = least.min((a_wins / (a_wins + b_wins) - 0.5).abs());
                }
            }
        }
    }
    least
}
