//! win
pub(crate) mod clock;
pub(crate) mod hands;
pub mod improve;
pub(crate) mod plain;
#[allow(missing_docs)]
pub fn proto(limits: crate::Tiles, groups: u32, unseen: u32, draws: usize, roots: &[crate::Tiles]) -> (Vec<Vec<f64>>, usize, (usize,usize)) {
    let mut hands = hands::Hands::new(limits, groups, groups == 4, true);
    let roots: Vec<_> = roots.iter().map(|&r| hands.hand(r)).collect();
    let (p, w) = plain::Plain::new(hands, 3 * groups as u8 + 1, clock::Clock::new(unseen, draws), &roots, false);
    (w.into_iter().map(|w| w.win).collect(), p.states(), p.sizes())
}

#[allow(missing_docs)]
pub fn warm(limits: crate::Tiles, groups: u32, unseen: u32, draws: usize, roots: &[crate::Tiles]) -> f64 {
    let mut hands = hands::Hands::new(limits, groups, groups == 4, true);
    let roots: Vec<_> = roots.iter().map(|&r| hands.hand(r)).collect();
    let mut best = 1e9f64;
    for _ in 0..30 {
        let t = std::time::Instant::now();
        let (p, _) = plain::Plain::new(hands, 3 * groups as u8 + 1, clock::Clock::new(unseen, draws), &roots, false);
        hands = p.hands;
        best = best.min(t.elapsed().as_secs_f64() * 1e3);
    }
    best
}

#[allow(missing_docs)]
pub fn proto2(limits: crate::Tiles, groups: u32, unseen: u32, draws: usize, origin: crate::Tiles, extra: u8, divisor: improve::Divisor) -> (Vec<(crate::Tile, Vec<f64>)>, usize, usize, [f64;2]) {
    let t = std::time::Instant::now();
    let hands = hands::Hands::around(origin, limits, groups, groups == 4);
    let mut g = improve::Improve::new(hands, origin, true, extra, usize::MAX).unwrap();
    let t1 = t.elapsed().as_secs_f64();
    let roots: Vec<_> = origin.kinds().filter_map(|x| g.waiting_number(origin.without(x)).map(|n| (x, n))).collect();
    let mut out: Vec<_> = roots.iter().map(|r| (r.0, vec![])).collect();
    let whole = f64::from(limits.len() - 3 * groups - 1);
    g.sweep(&clock::Clock::new(unseen, draws), divisor, whole, |_, v, place| for (o, r) in out.iter_mut().zip(&roots) { o.1.push(v[place[r.1 as usize] as usize][0]); });
    let t2 = t.elapsed().as_secs_f64();
    (out, g.states(), g.edges(), [t1 * 1e3, (t2 - t1) * 1e3])
}
