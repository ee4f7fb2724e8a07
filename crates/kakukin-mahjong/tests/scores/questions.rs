//! Random questions.

use crate::slow::{Counts, Distance, deal::Dealer, kinds, less, tile, total};
use kakukin_mahjong::{
    Aim, Hand, KINDS, Meld, MeldKind, Players, Question, Rules, ScoreQuestion, Situation, Terms,
};

/// What random questions may be like.
pub(crate) struct Wish {
    pub(crate) drawn: bool,
    pub(crate) distance: std::ops::RangeInclusive<u8>,
    /// Draws from now on; none for the standard situation.
    pub(crate) draws: Option<usize>,
    /// The most kinds, and tiles, that are unseen.
    pub(crate) kinds: usize,
    pub(crate) wall: usize,
    pub(crate) indicators: usize,
}

/// The tiles that the groups of a hand are made of.
#[derive(Clone, Copy)]
enum Among {
    Any,
    Simples,
    Flush(usize),
    Orphans,
}

impl Among {
    fn has(self, kind: usize) -> bool {
        match self {
            Self::Any => true,
            Self::Simples => !tile(kind).is_orphan(),
            Self::Flush(suit) => kind / 9 == suit || kind >= 27,
            Self::Orphans => tile(kind).is_orphan() || [1, 2, 6, 7].contains(&(kind % 9)),
        }
    }
}

/// A run or a triplet of tiles that are left.
fn group(dealer: &mut Dealer, among: Among, left: &mut Counts) -> (bool, Counts) {
    loop {
        let first = dealer.below(KINDS);
        let mut group = [0; KINDS];
        let run = first < 27 && first % 9 < 7 && !dealer.one_in(3);
        if run {
            group[first..first + 3].fill(1)
        } else {
            group[first] = 3
        }
        let fits = (0..KINDS).all(|kind| group[kind] <= left[kind]);
        if fits && (kinds(group).all(|kind| among.has(kind)) || dealer.one_in(20)) {
            *left = less(*left, &group);
            return (run, group);
        }
    }
}

fn melded(
    dealer: &mut Dealer,
    players: Players,
    among: Among,
    left: &mut Counts,
    closed: bool,
) -> (MeldKind, Counts) {
    loop {
        let before = *left;
        let (run, mut counts) = group(dealer, among, left);
        let first = kinds(counts).next().unwrap();
        let kan = !run && left[first] > 0;
        if run && players == Players::Three || closed && !kan {
            *left = before;
            continue;
        }
        let kind = match (closed, run) {
            (true, _) => MeldKind::ClosedKan,
            (_, true) => MeldKind::Chi,
            _ if kan && dealer.one_in(2) => MeldKind::ALL[2 + dealer.below(3)],
            _ => MeldKind::Pon,
        };
        if kind.is_kan() {
            counts[first] += 1;
            left[first] -= 1;
        }
        return (kind, counts);
    }
}

fn terms(dealer: &mut Dealer, players: Players) -> Terms {
    let rules = if dealer.one_in(3) { Rules::default() } else { dealer.rules() };
    let mut coin = || !dealer.one_in(3);
    let (riichi, haitei) = (coin(), coin());
    Terms {
        riichi,
        haitei,
        refuse: dealer.one_in(4),
        aim: Aim::ALL[[0, 0, 1, 2][dealer.below(4)]],
        others_ready: [None, Some(dealer.below(players.number() as usize) as u32)][dealer.below(2)],
        stakes: dealer.stakes(rules, players),
    }
}

/// A complete hand of which some tiles were changed; most other tiles are seen.
fn try_deal(dealer: &mut Dealer, wish: &Wish) -> Option<ScoreQuestion> {
    let players = if dealer.one_in(6) { Players::Three } else { Players::Four };
    let terms = terms(dealer, players);
    let mut left = players.full_set().counts();
    let among = match dealer.below(5) {
        0 => Among::Simples,
        1 => Among::Flush(1 + dealer.below(2)),
        2 => Among::Orphans,
        _ => Among::Any,
    };
    let groups = [4, 4, 4, 3, 3, 2, 1][dealer.below(7)];
    let mut hand = [0; KINDS];
    if groups == 4 && dealer.one_in(6) {
        while kinds(hand).count() < 7 {
            hand[dealer.pick(&left)] = 2;
        }
        left = less(left, &hand);
    } else if groups == 4 && dealer.one_in(12) {
        (0..KINDS).filter(|&kind| tile(kind).is_orphan()).for_each(|kind| hand[kind] = 1);
        hand[27 + dealer.below(7)] += 1;
        left = less(left, &hand);
    } else {
        for _ in 0..groups {
            let (_, group) = group(dealer, among, &mut left);
            (0..KINDS).for_each(|kind| hand[kind] += group[kind]);
        }
        let pairs: Vec<usize> =
            (0..KINDS).filter(|&kind| left[kind] >= 2 && among.has(kind)).collect();
        let pair = *pairs.get(dealer.below(pairs.len().max(1)))?;
        hand[pair] += 2;
        left[pair] -= 2;
    }
    let closed = dealer.one_in(2);
    let mut melds = Vec::new();
    while melds.len() < 4 - groups {
        melds.push(melded(dealer, players, among, &mut left, closed));
    }
    // What it lacks now is in the wall, mostly.
    let mut lacked = Vec::new();
    for _ in 0..dealer.below(usize::from(*wish.distance.end()) + 2) {
        let old = dealer.take(&mut hand);
        let new = dealer.take(&mut left);
        hand[new] += 1;
        left[old] += 1;
        lacked.push(old);
    }
    if !wish.drawn {
        let old = dealer.take(&mut hand);
        left[old] += 1;
        lacked.push(old);
    }
    let mut dora = [0; KINDS];
    (0..wish.indicators).for_each(|_| dora[dealer.take(&mut left)] += 1);
    let north = match players {
        Players::Three if terms.stakes.rules().has(kakukin_mahjong::Flag::North) => {
            dealer.below(usize::from(left[30]) + 1) as u8
        }
        _ => 0,
    };
    left[30] -= north;
    let mut order = Vec::new();
    (0..KINDS).for_each(|kind| order.insert(dealer.below(order.len() + 1), kind));
    order.splice(..0, lacked);
    let mut unseen = [0; KINDS];
    for kind in order {
        if kinds(unseen).count() < wish.kinds && total(&unseen) < wish.wall as i128 {
            let all = usize::from(left[kind]);
            let some = if all > 0 && dealer.one_in(4) { 1 + dealer.below(all) } else { all };
            unseen[kind] = unseen[kind].max(some as u8);
        }
    }
    if total(&unseen) < (wish.draws.unwrap_or(18) + wish.indicators) as i128 {
        return None;
    }
    let mut reds = terms.stakes.rules().reds(players).counts();
    let held = dealer.redden(&hand, &mut reds);
    let melds = melds
        .iter()
        .map(|(kind, counts)| Meld::new(*kind, dealer.redden(counts, &mut reds)).unwrap())
        .collect();
    let hand = Hand::new(held, melds).unwrap();
    let dora = dealer.redden(&dora, &mut reds);
    let seen = dealer.redden(&less(left, &unseen), &mut reds);
    let table = Situation::new(hand, players)
        .and_then(|table| table.with_dora(dora))
        .and_then(|table| table.with_north(north.into()))
        .and_then(|table| table.with_seen(seen))
        .unwrap();
    let distance = Distance::of(&table).distance(&table.hand().concealed().counts());
    if !wish.distance.contains(&distance) {
        return None;
    }
    let question = match wish.draws {
        Some(draws) => Question::from_now(table, draws as u32).ok()?,
        None => Question::new(table).ok()?,
    };
    let all = dealer.one_in(3);
    Some(ScoreQuestion::new(question.with_all_discards(all), terms).unwrap())
}

pub(crate) fn deal(dealer: &mut Dealer, wish: &Wish) -> ScoreQuestion {
    loop {
        if let Some(question) = try_deal(dealer, wish) {
            return question;
        }
    }
}

/// A table at which hardly anything is seen.
pub(crate) fn wide(
    drawn: bool,
    distance: std::ops::RangeInclusive<u8>,
    draws: Option<usize>,
) -> Wish {
    Wish { drawn, distance, draws, kinds: KINDS, wall: 136, indicators: 1 }
}
