//! Expected scores against oracles that share no code with them: every tile that the wall can
//! give, points by the plain scorer, and dealt games.

mod slow;

use kakukin_mahjong::{
    Aim, Bag, Discard, Divisor, Flag, Hand, KINDS, Keep, Meld, MeldKind, Method, Move, Objective,
    Players, Prospect, Question, Reason, Rules, ScoreAnswer, ScorePolicy, ScoreQuestion,
    ScoreSolver, Situation, Solver, Terms, Tile, Ura, Yaku,
};
use rustc_hash::FxHashMap;
use slow::{
    Counts, Distance,
    deal::{Dealer, wall},
    expect::{
        Asked, Decision, Figures, Game, Points, RedFives, Scorer, SlowLuck, State, evaluate,
        optimum,
    },
    kinds, less,
    table::{coloured, slow_rules, slow_win},
    tile, total, with, without,
};
use std::{
    cell::{Cell, RefCell},
    ops::ControlFlow,
};

const CLOSE: f64 = 1e-9;
/// Different sums of the same chances.
const TINY: f64 = 1e-12;
/// Situations that are compared.
const ROUNDS: usize = 400;
/// Games of each hand.
const GAMES: u64 = 60_000;

/// What random questions may be like.
struct Wish {
    drawn: bool,
    distance: std::ops::RangeInclusive<u8>,
    /// Draws from now on; none for the standard situation.
    draws: Option<usize>,
    /// The most kinds, and tiles, that are unseen.
    kinds: usize,
    wall: usize,
    indicators: usize,
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

fn deal(dealer: &mut Dealer, wish: &Wish) -> ScoreQuestion {
    loop {
        if let Some(question) = try_deal(dealer, wish) {
            return question;
        }
    }
}

/// Everything that a failed comparison should say.
fn text(question: &ScoreQuestion) -> String {
    let (asked, terms) = (question.question(), question.terms());
    let table = asked.situation();
    format!(
        "{} {:?} dora {} seen {} reds {:?} north {} draws {} of {} {terms:?}",
        table.hand(),
        table.players(),
        table.dora(),
        table.seen(),
        table.visible_reds(),
        table.north(),
        asked.draws(),
        table.unseen(),
    )
}

fn answer(question: &ScoreQuestion) -> ScoreAnswer {
    ScoreSolver::default().answer(question).unwrap()
}

/// A discard and whether it is red; none of a hand that has not drawn.
type Thrown = Option<(Tile, bool)>;

fn policy(question: &ScoreQuestion, thrown: Thrown) -> (ScoreAnswer, ScorePolicy) {
    let mut report = |_| ControlFlow::Continue(());
    let (answer, policy) = ScoreSolver::default().policy(question, thrown, &mut report).unwrap();
    (answer, policy.unwrap())
}

fn figures(prospect: &Prospect, draws: usize) -> Figures {
    [
        prospect.score()[draws],
        prospect.win()[draws],
        prospect.tenpai()[draws],
        prospect.tenpai_at_end()[draws],
    ]
}

/// Every discard that an answer lists, or the hand itself.
fn prospects(answer: &ScoreAnswer) -> Vec<(Thrown, &Prospect)> {
    let own = answer.waiting().map(|prospect| (None, prospect));
    own.into_iter()
        .chain(answer.discards().iter().map(|x| (Some((x.tile(), x.is_red())), x.prospect())))
        .collect()
}

/// The points of the plain scorer, each worked out once.
struct Known {
    scorer: Scorer,
    #[allow(clippy::type_complexity)]
    known: RefCell<FxHashMap<(Counts, u8, usize, SlowLuck, Vec<usize>), u32>>,
}

impl Points for Known {
    fn points(
        &self,
        concealed: &Counts,
        reds: &RedFives,
        tile: usize,
        red: bool,
        luck: SlowLuck,
        ura: &[usize],
    ) -> u32 {
        let key = (*concealed, reds.iter().sum(), tile, luck, ura.to_vec());
        let points = || self.scorer.points(concealed, reds, tile, red, luck, ura);
        *self.known.borrow_mut().entry(key).or_insert_with(points)
    }
}

/// A question as the oracle sees it.
struct Seen<'q> {
    /// Riichi that were declared after a draw.
    declared: Cell<usize>,
    question: &'q ScoreQuestion,
    points: Known,
}

impl<'q> Seen<'q> {
    fn new(question: &'q ScoreQuestion) -> Self {
        let (table, stakes) = (question.question().situation(), &question.terms().stakes);
        let scorer = Scorer { win: slow_win(table, stakes), rules: slow_rules(stakes.rules()) };
        Self {
            declared: Cell::new(0),
            question,
            points: Known { scorer, known: RefCell::default() },
        }
    }

    fn draws(&self) -> usize {
        self.question.question().draws()
    }

    /// After a discard, in silence.
    fn start(&self, thrown: Thrown) -> State {
        let table = self.question.question().situation();
        let (mut hand, mut reds) =
            (table.hand().concealed().counts(), table.hand().reds().counts());
        let unseen = wall(table);
        if let Some((tile, red)) = thrown {
            hand[tile.index()] -= 1;
            if red {
                reds[tile.suit()] -= 1;
            }
        }
        // Red fives that nobody has seen, if there are fives that nobody has seen.
        let all = self.question.terms().stakes.rules().reds(table.players()).counts();
        let visible = table.visible_reds().counts();
        let unseen_reds =
            std::array::from_fn(|suit| unseen[9 * suit + 4].min(all[suit] - visible[suit]));
        let draws = self.draws();
        State { hand, reds, unseen, unseen_reds, draws, riichi: 0, ippatsu: false }
    }

    /// Distances after a discard; a tile that is waited for again has been seen.
    fn distance(&self, thrown: Thrown) -> Distance {
        let table = self.question.question().situation();
        let mut slow = Distance::of(table);
        let plain = self.question.question().method() == Method::Plain;
        if let Some((tile, _)) = thrown.filter(|_| plain) {
            let hand = table.hand().concealed().counts();
            let kind = tile.index();
            if slow.distance(&hand) == 0 || !slow.unneeded(&hand).contains(&kind) {
                slow = Distance::new(without(slow.limits, kind), slow.groups, slow.forms);
            }
        }
        slow
    }

    /// What each win brings besides.
    fn extra(&self) -> f64 {
        let (stakes, table) = (&self.question.terms().stakes, self.question.question().situation());
        let flag = match table.players() {
            Players::Three => Flag::SanmaHonba,
            Players::Four => Flag::Honba,
        };
        let honba: u32 = stakes.rules().get(flag).parse().unwrap();
        f64::from(honba * stakes.honba() + 1000 * stakes.sticks())
    }

    /// What nobody's win is worth.
    fn closing(&self, ready: bool, riichi: bool) -> f64 {
        let table = self.question.question().situation();
        let Some(others) = self.question.terms().others_ready else { return 0.0 };
        let flag = match table.players() {
            Players::Three => Flag::SanmaTenpai,
            Players::Four => Flag::Tenpai,
        };
        let all: f64 = self.question.terms().stakes.rules().get(flag).parse().unwrap();
        let number = table.players().number();
        let paid = match (ready, others + u32::from(ready)) {
            (_, ready) if ready == 0 || ready == number => 0.0,
            (true, ready) => all / f64::from(ready),
            (false, ready) => -all / f64::from(number - ready),
        };
        paid - if riichi { 1000.0 } else { 0.0 }
    }

    fn can_riichi(&self) -> bool {
        let hand = self.question.question().situation().hand();
        let open = hand.melds().iter().any(|meld| meld.kind() != MeldKind::ClosedKan);
        self.question.terms().riichi && !open
    }

    fn ura(&self) -> usize {
        let yes = self.question.terms().stakes.rules().get(Flag::Ura) == "yes";
        let number = self.question.question().situation().dora().len() as usize;
        if yes && self.can_riichi() { number } else { 0 }
    }

    fn with_game<R>(
        &self,
        start: State,
        thrown: Thrown,
        refuse: &dyn Fn(&Asked, u32) -> bool,
        then: impl FnOnce(&Game<'_>) -> R,
    ) -> R {
        let terms = self.question.terms();
        let distance = RefCell::new(self.distance(thrown));
        let ready = |hand: &Counts| distance.borrow_mut().distance(hand) == 1;
        let closing = |ready: bool, riichi: bool| self.closing(ready, riichi);
        then(&Game {
            start,
            ippatsu: terms.stakes.rules().get(Flag::Ippatsu) == "yes",
            haitei: terms.haitei,
            first_turn: self.question.is_first_turn() && thrown.is_none(),
            ura: self.ura(),
            extra: self.extra(),
            points: &self.points,
            refuse,
            ready: &ready,
            closing: &closing,
        })
    }

    /// What a policy really does from a state on.
    fn play(&self, start: State, thrown: Thrown, policy: &mut ScorePolicy) -> Figures {
        let policy = RefCell::new(policy);
        let play = |asked: &Asked| {
            let waiting = coloured(&asked.hand, asked.reds);
            policy.borrow_mut().play(waiting, tile(asked.drawn), asked.drawn_red, asked.draws)
        };
        let refuse = |asked: &Asked, _: u32| play(asked) != Move::Win;
        let mut player = |asked: &Asked| match play(asked) {
            Move::Win => panic!("no win: {asked:?} {}", text(self.question)),
            Move::Throw { tile, red, riichi } => {
                let double = policy.borrow().is_double(asked.draws);
                self.declared.set(self.declared.get() + usize::from(riichi));
                let riichi = u8::from(riichi) * if double { 2 } else { 1 };
                Decision { throw: tile.index(), red, riichi }
            }
        };
        self.with_game(start, thrown, &refuse, |game| evaluate(game, &mut player))
    }

    /// The same from the beginning.
    fn play_all(&self, thrown: Thrown, policy: &mut ScorePolicy) -> Figures {
        let mut start = self.start(thrown);
        assert_eq!(policy.waiting(), coloured(&start.hand, start.reds));
        if policy.is_riichi() {
            start.riichi = if policy.is_double(self.draws()) { 2 } else { 1 };
            start.ippatsu = true;
        }
        self.play(start, thrown, policy)
    }
}

/// The largest difference of two sets of figures.
fn apart(a: Figures, b: Figures) -> [f64; 4] {
    std::array::from_fn(|k| (a[k] - b[k]).abs() / b[k].abs().max(1.0))
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    situations: usize,
    discards: usize,
    earlier: usize,
    optimal: usize,
    riichi: usize,
    declared: usize,
    won: usize,
    refusing: usize,
    split: usize,
    /// The largest differences of scores: usual ones, with refused wins, with two indicators.
    worst: [f64; 3],
    /// The most that better play would bring.
    gap: f64,
}

/// Every discard of the answer.
fn check(question: &ScoreQuestion, tally: &mut Tally) {
    let answer = answer(question);
    let seen = Seen::new(question);
    let terms = question.terms();
    let refuses = terms.refuse && terms.aim == Aim::Score;
    let split = answer.ura() == Ura::Split;
    assert_eq!(answer.ura() == Ura::None, seen.ura() == 0 || prospects(&answer).is_empty());
    tally.situations += 1;
    for (thrown, prospect) in prospects(&answer) {
        let (again, mut policy) = policy(question, thrown);
        assert_eq!(again, answer);
        let draws = seen.draws();
        let own = figures(prospect, draws);
        let played = seen.play_all(thrown, &mut policy);
        let about = |a: Figures, b: Figures| format!("{thrown:?} {a:?} {b:?} {}", text(question));
        let mut compare = |own: Figures, played: Figures| {
            let mut apart = apart(own, played);
            // What is paid at the end may leave little of a score.
            apart[0] *=
                if split { played[0].abs().max(1.0) / played[0].abs().max(500.0) } else { 1.0 };
            let (class, most) = match (refuses, split) {
                (_, true) => (2, 0.03),
                (true, _) => (1, CLOSE),
                _ => (0, CLOSE),
            };
            tally.worst[class] = tally.worst[class].max(apart[0]);
            assert!(apart[0] < most, "{}", about(own, played));
            assert!(apart[1..].iter().all(|&x| x < CLOSE), "{}", about(own, played));
        };
        compare(own, played);
        if draws < 4
            && !split
            && let Some(played) = seen.play_later(thrown, &mut policy)
        {
            compare(figures(prospect, draws - 1), played);
            tally.earlier += 1;
        }
        tally.discards += 1;
        tally.riichi += usize::from(policy.is_riichi());
        tally.declared += seen.declared.take();
        tally.won += usize::from(own[1] > 0.0);
        tally.refusing += usize::from(refuses);
        tally.split += usize::from(split);
        if draws < 4 && terms.aim == Aim::Score {
            let best = seen.optimum(thrown, &policy);
            assert!(
                best > played[0] - CLOSE * best.abs().max(1.0),
                "{best} {}",
                about(own, played)
            );
            tally.optimal += 1;
            tally.gap = tally.gap.max((best - played[0]) / best.abs().max(1.0));
        }
    }
}

impl Seen<'_> {
    /// What a policy brings if the first draw was of no use, on average; none if that cannot be,
    /// or where riichi was to be decided before.
    fn play_later(&self, thrown: Thrown, policy: &mut ScorePolicy) -> Option<Figures> {
        let start = self.start(thrown);
        let mut slow = self.distance(thrown);
        if slow.distance(&start.hand) < 2 || start.draws == 0 {
            return None;
        }
        let useful = slow.useful(&start.hand);
        let (mut sum, mut all) = ([0.0; 4], 0.0);
        for kind in kinds(start.unseen).filter(|kind| !useful.contains(kind)) {
            let red = if tile(kind).is_five() { start.unseen_reds[kind / 9] } else { 0 };
            for (red, copies) in [(false, start.unseen[kind] - red), (true, red)] {
                if copies == 0 {
                    continue;
                }
                let mut later = State { draws: start.draws - 1, ..start };
                later.unseen[kind] -= 1;
                if red {
                    later.unseen_reds[kind / 9] -= 1;
                }
                let figures = self.play(later, thrown, policy);
                (0..4).for_each(|k| sum[k] += f64::from(copies) * figures[k]);
                all += f64::from(copies);
            }
        }
        (all > 0.0).then(|| sum.map(|sum| sum / all))
    }

    /// The best of all that keep to the same moves and count every tile.
    fn optimum(&self, thrown: Thrown, policy: &ScorePolicy) -> f64 {
        let distance = RefCell::new(self.distance(thrown));
        let level = |draws| if policy.is_double(draws) { 2 } else { 1 };
        let moves = |asked: &Asked| {
            let mut slow = distance.borrow_mut();
            let hand = with(asked.hand, asked.drawn);
            let own = Decision { throw: asked.drawn, red: asked.drawn_red, riichi: 0 };
            let (before, now) = (slow.distance(&asked.hand), slow.distance(&hand));
            if now >= before || now == 0 {
                return vec![own];
            }
            let mut reds = asked.reds;
            if asked.drawn_red {
                reds[asked.drawn / 9] += 1;
            }
            let mut moves = Vec::new();
            for throw in slow.unneeded(&hand) {
                // A red five goes last.
                let red = tile(throw).is_five() && reds[throw / 9] == hand[throw];
                moves.push(Decision { throw, red, riichi: 0 });
                if self.can_riichi() && slow.distance(&without(hand, throw)) == 1 {
                    moves.push(Decision { throw, red, riichi: level(asked.draws) });
                }
            }
            moves
        };
        let refuse = |_: &Asked, _: u32| self.question.terms().refuse;
        let mut start = self.start(thrown);
        let ready = distance.borrow_mut().distance(&start.hand) == 1;
        let best = |start| self.with_game(start, thrown, &refuse, |game| optimum(game, &moves));
        let silent = best(start);
        if !ready || !self.can_riichi() {
            return silent;
        }
        (start.riichi, start.ippatsu) = (level(start.draws), true);
        silent.max(best(start))
    }
}

/// Situations of a few draws and small walls.
#[test]
fn scores_are_what_the_policy_brings() {
    let mut dealer = Dealer::new(11);
    let mut tally = Tally::default();
    for round in 0..ROUNDS {
        let draws = 1 + round % 4;
        let (kinds, wall) = [(30, 60), (24, 50), (16, 40), (11, 30)][draws - 1];
        let indicators = [0, 1, 1, 1, 1, 1, 2][dealer.below(7)];
        let draws = Some(draws);
        let wish = Wish { drawn: true, distance: 0..=3, draws, kinds, wall, indicators };
        let question = deal(&mut dealer, &wish);
        check(&question, &mut tally);
    }
    let Tally { discards, earlier, optimal, riichi, declared, won, refusing, split, .. } = tally;
    let counts = [discards, earlier, optimal, riichi, declared, won, refusing, split];
    let least = [1500, 700, 500, 60, 1500, 1000, 200, 40];
    assert!((0..8).all(|k| counts[k] >= least[k]), "{tally:?}");
    // Who counts every tile has hardly more.
    assert!(tally.gap < 1e-2, "{tally:?}");
}

/// The standard situation with hardly more tiles than draws.
#[test]
fn first_turns_are_what_the_policy_brings() {
    let mut dealer = Dealer::new(12);
    let mut tally = Tally::default();
    for round in 0..120 {
        let drawn = round % 2 == 0;
        let indicators = dealer.below(2);
        let wish = Wish { drawn, distance: 1..=3, draws: None, kinds: 7, wall: 20, indicators };
        let question = deal(&mut dealer, &wish);
        check(&question, &mut tally);
    }
    assert!(tally.discards > 100 && tally.declared > 1000, "{tally:?}");
}

/// A table at which hardly anything is seen.
fn wide(drawn: bool, distance: std::ops::RangeInclusive<u8>, draws: Option<usize>) -> Wish {
    Wish { drawn, distance, draws, kinds: KINDS, wall: 136, indicators: 1 }
}

fn ask(question: &ScoreQuestion, method: Method, terms: Terms) -> ScoreQuestion {
    let question = question.question().clone().with_method(method).unwrap();
    ScoreQuestion::new(question, terms).unwrap()
}

/// All that must hold of any answer.
fn sound(question: &ScoreQuestion, answer: &ScoreAnswer) {
    let text = text(question);
    let (draws, aim) = (question.question().draws(), question.terms().aim);
    let plain = question.question().method() == Method::Plain;
    let closed = question.question().situation().hand().is_closed();
    for (thrown, prospect) in prospects(answer) {
        let columns =
            [prospect.score(), prospect.win(), prospect.tenpai(), prospect.tenpai_at_end()];
        assert!(columns.iter().all(|column| column.len() == draws + 1), "{text}");
        for d in 0..=draws {
            let now @ [_, win, tenpai, ready] = figures(prospect, d);
            let about = || format!("{thrown:?} {d} {now:?} {text}");
            let chances = [win, tenpai, ready];
            assert!(chances.iter().all(|x| (-TINY..=1.0 + TINY).contains(x)), "{}", about());
            assert!(win + ready <= tenpai + TINY, "{}", about());
            // Without improvement a hand that was ready once stays so.
            assert!(!plain || win + ready > tenpai - TINY, "{}", about());
            let before = figures(prospect, d.saturating_sub(1));
            // An open hand may have to throw what only the last draw makes a win.
            assert!(aim != Aim::Win || !closed || win > before[1] - TINY, "{}", about());
            assert!(aim != Aim::Tenpai || tenpai > before[2] - TINY, "{}", about());
        }
        assert_eq!(prospect.win()[0], 0.0);
    }
    let order = match aim {
        Aim::Score => [0, 1, 2],
        Aim::Win => [1, 0, 2],
        Aim::Tenpai => [2, 0, 1],
    };
    for pair in answer.discards().windows(2) {
        let [a, b] = [0, 1].map(|k| figures(pair[k].prospect(), draws));
        for column in order {
            let equal = if column == 0 { 2e-7 } else { 2e-12 };
            if (a[column] - b[column]).abs() > equal {
                assert!(a[column] > b[column], "{a:?} {b:?} {text}");
                break;
            }
        }
    }
}

/// Who wants only to win, or to be ready, has the chances of one who asks for nothing else.
#[test]
fn chances_are_all_the_same() {
    let mut dealer = Dealer::new(13);
    let (mut compared, mut worst) = (0, 0.0f64);
    for round in 0..120 {
        let draws = if round % 2 == 0 { None } else { Some(1 + dealer.below(17)) };
        let extra = [None, Some(0), Some(1)][round % 3];
        let most = [3, 3, 2][round % 3];
        let question = deal(&mut dealer, &wide(round % 4 < 2, 1..=most, draws));
        let divisor = [Divisor::Split, Divisor::Constant, Divisor::Wall][round / 6 % 3];
        let method = extra.map_or(Method::Plain, |extra| Method::Improve { extra, divisor });
        // The wall's chances may not add up to one.
        let adds_up = extra.is_none() || divisor != Divisor::Wall;
        let sound = |question: &ScoreQuestion, answer: &ScoreAnswer| {
            if adds_up {
                sound(question, answer);
            }
        };
        // Open hands may lack a yaku.
        let closed = question.question().situation().hand().is_closed();
        for (aim, objective) in [(Aim::Win, Objective::Win), (Aim::Tenpai, Objective::Tenpai)] {
            if aim == Aim::Win && !closed {
                continue;
            }
            let question = ask(&question, method, Terms { aim, ..*question.terms() });
            let answer = answer(&question);
            sound(&question, &answer);
            let asked = question.question().clone().with_objective(objective);
            let plain = Solver::default().answer(&asked).unwrap();
            assert_eq!(answer.distance(), plain.distance());
            for (thrown, prospect) in prospects(&answer) {
                let discard = |x: &&Discard| thrown.is_some_and(|(tile, _)| x.tile() == tile);
                let worth = match thrown {
                    None => plain.waiting().unwrap(),
                    Some(_) => plain.discards().iter().find(discard).unwrap().worth(),
                };
                let [own, other] = match aim {
                    Aim::Win => [prospect.win(), worth.win()],
                    _ => [prospect.tenpai(), worth.tenpai()],
                };
                for (a, b) in own.iter().zip(other) {
                    worst = worst.max((a - b).abs());
                    let about = || format!("{thrown:?} {method:?} {}", text(&question));
                    assert!((a - b).abs() < TINY, "{a} {b} {}", about());
                }
                compared += 1;
            }
        }
        let question = ask(&question, method, Terms { aim: Aim::Score, ..*question.terms() });
        sound(&question, &answer(&question));
    }
    assert!(compared > 300, "{compared} {worst}");
}

/// The scores of all discards, each with every number of draws left.
fn scores(question: &ScoreQuestion) -> Vec<(Thrown, Vec<f64>)> {
    let answer = answer(question);
    sound(question, &answer);
    let mut all: Vec<(Thrown, Vec<f64>)> =
        prospects(&answer).iter().map(|(thrown, x)| (*thrown, x.score().to_vec())).collect();
    all.sort_by_key(|(thrown, _)| *thrown);
    all
}

/// Never less than the other by more than a part of it, and not more than so much above.
fn at_least(
    question: &ScoreQuestion,
    more: &[(Thrown, Vec<f64>)],
    less: &[(Thrown, Vec<f64>)],
    part: f64,
    most: f64,
) {
    assert_eq!(more.len(), less.len());
    for (more, less) in more.iter().zip(less) {
        assert_eq!(more.0, less.0);
        for (a, b) in more.1.iter().zip(&less.1) {
            let near = part * b.abs().max(1.0);
            let fits = *a > b - near && *a < b + most + near;
            assert!(fits, "{a} {b} {:?} {}", more.0, text(question));
        }
    }
}

/// More on the table, more dora, or points as the aim: never less points.
#[test]
fn more_is_not_less() {
    let mut dealer = Dealer::new(14);
    for round in 0..60 {
        let draws = if round % 2 == 0 { None } else { Some(1 + dealer.below(17)) };
        let question = deal(&mut dealer, &wide(round % 4 < 2, 1..=3, draws));
        let terms = Terms { refuse: false, aim: Aim::Score, ..*question.terms() };
        let question = ask(&question, Method::Plain, terms);
        let seen = Seen::new(&question);
        // Where ura count, decisions are made with a good guess at them.
        let part = if seen.ura() > 0 { 1e-3 } else { CLOSE };
        let plain = scores(&question);
        let stakes = terms.stakes;
        let honba = Terms { stakes: stakes.with_honba(stakes.honba() + 1).unwrap(), ..terms };
        let sticks = Terms { stakes: stakes.with_sticks(stakes.sticks() + 2).unwrap(), ..terms };
        for terms in [honba, sticks] {
            let more = ask(&question, Method::Plain, terms);
            let added = Seen::new(&more).extra() - seen.extra();
            assert!(added > 0.0);
            at_least(&more, &scores(&more), &plain, part, added);
        }
        for aim in [Aim::Win, Aim::Tenpai] {
            let other = ask(&question, Method::Plain, Terms { aim, ..terms });
            at_least(&other, &plain, &scores(&other), part, f64::INFINITY);
        }
        let refusing = ask(&question, Method::Plain, Terms { refuse: true, ..terms });
        at_least(&refusing, &scores(&refusing), &plain, 1e-3, f64::INFINITY);
        let silent = ask(&question, Method::Plain, Terms { riichi: false, ..terms });
        at_least(&silent, &plain, &scores(&silent), part, f64::INFINITY);
        // The indicator as a tile like any other.
        let table = question.question().situation();
        let mut counts = table.seen().counts();
        table.dora().iter().for_each(|tile| counts[tile.index()] += 1);
        let own = table.hand().melds().iter().map(|meld| meld.bag().reds().counts());
        let mut reds = table.visible_reds().counts();
        for own in own.chain([table.hand().reds().counts()]) {
            (0..3).for_each(|suit| reds[suit] -= own[suit]);
        }
        let less = Situation::new(table.hand().clone(), table.players())
            .and_then(|less| less.with_north(table.north()))
            .and_then(|less| less.with_seen(coloured(&counts, reds)))
            .unwrap();
        let less = match draws {
            Some(draws) => Question::from_now(less, draws as u32),
            None => Question::new(less),
        };
        let less = less.unwrap().with_all_discards(question.question().all_discards());
        let less = ScoreQuestion::new(less, terms).unwrap();
        at_least(&less, &plain, &scores(&less), part, f64::INFINITY);
    }
}

/// Where the rules have no red fives there are none.
#[test]
fn red_fives_need_rules() {
    let table = |hand: &str| Situation::new(hand.parse().unwrap(), Players::Four).unwrap();
    let asked = |table| Question::new(table).unwrap();
    let rules = Rules::default().set("reds=0").unwrap();
    let terms = Terms { stakes: Terms::default().stakes.with_rules(rules), ..Terms::default() };
    for (hand, fits) in [
        ("234678m234567p5s1z", true),
        ("234678m234067p5s1z", false),
        ("1123m chi:340p pon:111z pon:222z", false),
    ] {
        let without = ScoreQuestion::new(asked(table(hand)), terms);
        assert_eq!(without.is_ok(), fits, "{hand}");
        assert!(ScoreQuestion::new(asked(table(hand)), Terms::default()).is_ok());
    }
    let seen = table("234678m234567p5s1z").with_seen(Bag::parse("seen", "0s").unwrap()).unwrap();
    assert!(ScoreQuestion::new(asked(seen), terms).is_err());
    // Two of them in one suit.
    let two = table("234678m234007p5s1z");
    assert!(ScoreQuestion::new(asked(two), Terms::default()).is_err());
}

/// Games dealt from the real wall.
#[test]
fn dealt_games_bring_the_score() {
    let mut dealer = Dealer::new(15);
    for round in 0..50 {
        let distance = 2 + (round % 3) as u8;
        let wish = wide(round % 4 > 0, distance..=distance, None);
        let (question, answer, policy) = loop {
            let question = deal(&mut dealer, &wish);
            let (answer, policy) = policy(&question, None);
            let (_, prospect) = prospects(&answer)[0];
            let wins = prospect.win()[question.question().draws()] > 0.01;
            if wins {
                break (question, answer, policy);
            }
        };
        let (thrown, prospect) = prospects(&answer)[0];
        let [score, win, tenpai, _] = figures(prospect, question.question().draws());
        let dealt = policy.verify(GAMES, round, |_| ControlFlow::Continue(())).unwrap();
        let (mean, error) = policy.mean(&dealt);
        let chance = |p: f64, times: u64| {
            let games = GAMES as f64;
            (times as f64 / games - p) / (p * (1.0 - p) / games).sqrt().max(1.0 / games)
        };
        let apart = [
            (mean - score) / error.max(1e-9),
            chance(win, dealt.wins),
            chance(tenpai, dealt.tenpai),
        ];
        assert!(
            apart.iter().all(|x| x.abs() < 4.5),
            "{thrown:?} {apart:?} {dealt:?} {}",
            text(&question)
        );
    }
}

fn standard(hand: &str) -> Situation {
    Situation::new(hand.parse().unwrap(), Players::Four)
        .and_then(|table| table.with_dora(Bag::parse("dora", "9p").unwrap()))
        .unwrap()
}

/// Ippatsu and the last tile count after riichi though ura do not.
#[test]
fn luck_needs_no_ura() {
    let rules = Rules::default().set("ura=no").unwrap();
    let terms = Terms { stakes: Terms::default().stakes.with_rules(rules), ..Terms::default() };
    let question = Question::from_now(standard("123456m78999p23s5z"), 2).unwrap();
    let question = ScoreQuestion::new(question, terms).unwrap();
    check(&question, &mut Tally::default());
}

/// A tile that is thrown although it is needed has been seen once, not twice.
#[test]
fn thrown_tiles_are_seen_once() {
    let question = Question::from_now(standard("123456789m11p23s5z"), 2).unwrap();
    let question = ScoreQuestion::new(question.with_all_discards(true), Terms::default()).unwrap();
    check(&question, &mut Tally::default());
}

/// Ready as dealt: riichi with the first discard.
#[test]
fn riichi_of_hands_that_are_dealt_ready() {
    let question = Question::new(standard("123456789m11p23s")).unwrap();
    let question = ScoreQuestion::new(question, Terms::default()).unwrap();
    let (answer, policy) = policy(&question, None);
    let dealt = policy.verify(GAMES, 1, |_| ControlFlow::Continue(())).unwrap();
    let (mean, error) = policy.mean(&dealt);
    let score = answer.waiting().unwrap().score()[18];
    assert!(dealt.sticks_lost > 0 && (mean - score).abs() < 4.5 * error, "{mean} {error} {score}");
}

/// With improvement the figures are near what dealt games bring.
#[test]
fn dealt_games_with_improvement() {
    let mut dealer = Dealer::new(16);
    for round in 0..24 {
        let distance = 2 + (round % 2) as u8;
        let question = deal(&mut dealer, &wide(round % 4 > 1, distance..=distance, None));
        let method = Method::Improve { extra: (round % 3 % 2) as u8, divisor: Divisor::Split };
        improved(&ask(&question, method, *question.terms()), round, &[0, 1]);
    }
}

/// Where nothing can be won any more, the hand that is ready is better than one that is not.
#[test]
fn ready_hands_come_first() {
    for aim in [Aim::Score, Aim::Win] {
        let method = Method::Improve { extra: 1, divisor: Divisor::Split };
        let question = Question::from_now(standard("12m4578p3455s1122z"), 5).unwrap();
        let terms = Terms { aim, ..Terms::default() };
        let question = ScoreQuestion::new(question.with_method(method).unwrap(), terms).unwrap();
        improved(&question, 1, &[0, 1, 2, 3]);
    }
}

/// Some columns of the best discard against dealt games.
fn improved(question: &ScoreQuestion, seed: u64, columns: &[usize]) {
    let (answer, policy) = policy(question, None);
    let (thrown, prospect) = prospects(&answer)[0];
    let own = figures(prospect, question.question().draws());
    let dealt = policy.verify(GAMES / 4, seed, |_| ControlFlow::Continue(())).unwrap();
    let games = dealt.games as f64;
    let (mean, error) = policy.mean(&dealt);
    let parts = [dealt.wins, dealt.tenpai, dealt.tenpai_at_end].map(|n| n as f64 / games);
    let error_of = |p: f64| (p * (1.0 - p) / games).sqrt() + 1.0 / games;
    let played = [mean, parts[0], parts[1], parts[2]];
    let errors = [error, error_of(parts[0]), error_of(parts[1]), error_of(parts[2])];
    // The draws are weighed without regard to what was thrown, not least by open hands that win
    // with the last tile only.
    let closed = question.question().situation().hand().is_closed();
    let part = if closed { 0.05 } else { 0.25 };
    let fits = |&k: &usize| (own[k] - played[k]).abs() < 4.5 * errors[k] + part * played[k].abs();
    let about = || format!("{thrown:?} {own:?} {played:?} {errors:?} {}", text(question));
    assert!(columns.iter().all(fits), "{}", about());
}

/// The first draw may improve a hand that is dealt ready.
#[test]
fn first_draws_improve() {
    let question = Question::new(standard("123456789m123p1z")).unwrap();
    let method = Method::Improve { extra: 1, divisor: Divisor::Split };
    let question = question.with_method(method).unwrap();
    let plain = Solver::default().answer(&question).unwrap();
    let terms = Terms { aim: Aim::Win, ..Terms::default() };
    let answer = answer(&ScoreQuestion::new(question, terms).unwrap());
    let [own, other] = [answer.waiting().unwrap().win(), plain.waiting().unwrap().win()];
    for (d, (a, b)) in own.iter().zip(other).enumerate() {
        assert!((a - b).abs() < TINY, "{d} {a} {b}");
    }
}

/// Points and yaku of the wins add up to the figures, and every part is a part.
#[test]
fn outcomes_add_up() {
    let mut dealer = Dealer::new(21);
    let (mut compared, mut won) = (0, 0);
    for round in 0..90 {
        let extra = [None, Some(0), Some(1)][round % 3];
        let draws = [Some(2 + dealer.below(12)), None][round % 2];
        let wish = Wish { indicators: round % 4, ..wide(round % 5 > 0, 1..=2, draws) };
        let question = deal(&mut dealer, &wish);
        let divisor = Divisor::Split;
        let method = extra.map_or(Method::Plain, |extra| Method::Improve { extra, divisor });
        let terms = Terms { others_ready: None, ..*question.terms() };
        let question = ask(&question, method, terms);
        for (thrown, prospect) in prospects(&answer(&question)) {
            let mut policy = policy(&question, thrown).1;
            let outcomes = policy.outcomes(&mut |_| ControlFlow::Continue(())).unwrap();
            let [score, win, tenpai, _] = figures(prospect, policy.draws());
            let about = format!("{thrown:?} {method:?} {outcomes:?} {}", text(&question));
            assert!((outcomes.win() - win).abs() < CLOSE, "{win} {about}");
            let sum = outcomes.mean() * outcomes.win();
            assert!((sum - score).abs() < CLOSE * score.max(1.0), "{score} {sum} {about}");
            assert!(outcomes.riichi() <= tenpai + CLOSE, "{about}");
            for (yaku, share, han) in outcomes.yaku() {
                assert!(
                    share > 0.0 && share < 1.0 + CLOSE && han > 1.0 - CLOSE,
                    "{yaku:?} {about}"
                );
            }
            let share = |wanted| outcomes.yaku().find(|x| x.0 == wanted).map_or(0.0, |x| x.1);
            let riichi = share(Yaku::Riichi) + share(Yaku::DoubleRiichi);
            assert!(riichi * win <= outcomes.riichi() + CLOSE, "{about}");
            compared += 1;
            won += usize::from(win > 0.0);
        }
    }
    assert!(compared > 200 && won > 150, "{compared} {won}");
}

/// What an explanation says of each draw adds up to what the hand is worth before it.
#[test]
fn explanations_add_up() {
    let mut dealer = Dealer::new(34);
    let mut compared = 0;
    for _ in 0..60 {
        let draws = 2 + dealer.below(10);
        let wish = Wish { indicators: 0, ..wide(true, 2..=3, Some(draws)) };
        let question = deal(&mut dealer, &wish);
        let question = ask(&question, Method::Plain, Terms { refuse: false, ..*question.terms() });
        let answer = answer(&question);
        let unseen = f64::from(question.question().situation().unseen());
        for discard in answer.discards().iter().filter(|x| x.distance() == answer.distance()) {
            let thrown = Some((discard.tile(), discard.is_red()));
            let steps = policy(&question, thrown).1.explain(1).unwrap();
            let before = figures(discard.prospect(), draws - 1);
            let mut sum = [before[0], before[1]];
            for step in &steps {
                let chance = f64::from(step.left) / unseen;
                sum[0] += chance * (step.score - before[0]);
                sum[1] += chance * (step.win - before[1]);
            }
            let now = figures(discard.prospect(), draws);
            for k in 0..2 {
                let apart = (sum[k] - now[k]).abs() / now[k].abs().max(1.0);
                assert!(apart < CLOSE, "{thrown:?} {steps:?} {}", text(&question));
            }
            compared += 1;
        }
    }
    assert!(compared > 100, "{compared}");
}

/// The last tiles of all: fewer are left than indicators are turned up.
#[test]
fn few_tiles_are_left() {
    let mut left = Players::Four.full_set().counts();
    let hand: Hand = "123456789m11p23s5z".parse().unwrap();
    left = less(left, &hand.concealed().counts());
    let dora = Bag::parse("dora", "2z3z").unwrap();
    left = less(left, &dora.tiles().counts());
    for wanted in ["1s", "1z"] {
        let wanted = Bag::parse("seen", wanted).unwrap();
        left = less(left, &wanted.tiles().counts());
    }
    let table = Situation::new(hand, Players::Four)
        .and_then(|table| table.with_dora(dora))
        .and_then(|table| table.with_seen(coloured(&left, [0; 3])))
        .unwrap();
    for draws in 0..=2 {
        for method in [Method::Plain, Method::Improve { extra: 1, divisor: Divisor::Split }] {
            let question = Question::from_now(table.clone(), draws).unwrap();
            let question = question.with_method(method).unwrap();
            let question = ScoreQuestion::new(question, Terms::default()).unwrap();
            let (answer, policy) = policy(&question, None);
            let best = &answer.discards()[0];
            let dealt = policy.verify(1000, 1, |_| ControlFlow::Continue(())).unwrap();
            assert_eq!(dealt.games, 1000);
            if draws == 0 {
                assert!(!best.is_riichi(), "{method:?}");
            }
            if method == Method::Plain {
                assert_eq!(best.is_riichi(), draws > 0);
                let win = best.prospect().win()[draws as usize];
                assert!((win - f64::from(draws) / 2.0).abs() < TINY, "{win}");
                assert_eq!(dealt.wins == 1000, draws == 2);
            }
        }
    }
}

/// To the last bit: neither what a solver did before nor the threads change anything.
#[test]
fn answers_do_not_depend_on_history() {
    let mut dealer = Dealer::new(55);
    let questions: Vec<ScoreQuestion> = (0..24)
        .map(|round| {
            let question = deal(&mut dealer, &wide(true, 1..=3, None));
            let divisor = Divisor::Split;
            let method = Method::Improve { extra: (round % 2) as u8, divisor };
            let method = if round % 3 == 0 { method } else { Method::Plain };
            ask(&question, method, *question.terms())
        })
        .collect();
    let alone: Vec<ScoreAnswer> = questions.iter().map(answer).collect();
    let mut solver = ScoreSolver::default();
    for (question, alone) in questions.iter().zip(&alone).rev() {
        assert_eq!(solver.answer(question).as_ref(), Ok(alone), "{}", text(question));
    }
    let go_on = || ControlFlow::Continue(());
    let together = ScoreSolver::answer_all_until(&questions, &go_on);
    for (answer, alone) in together.iter().zip(&alone) {
        assert_eq!(answer.as_ref(), Ok(alone));
    }
}

/// Only the forms that count are played for.
#[test]
fn forms_are_kept_to() {
    let question = Question::new(standard("1122334455m688p9s")).unwrap();
    let pairs = question.clone().with_forms("seven-pairs".parse().unwrap()).unwrap();
    let share = |question: Question| {
        let question = ScoreQuestion::new(question, Terms::default()).unwrap();
        let mut policy = policy(&question, None).1;
        let outcomes = policy.outcomes(&mut |_| ControlFlow::Continue(())).unwrap();
        let yaku = outcomes.yaku().find(|x| x.0 == Yaku::SevenPairs);
        yaku.map_or(0.0, |x| x.1)
    };
    assert!(share(pairs) > 0.5);
    assert!(share(question) < 1.0);
}

/// What to throw agrees with the answer, and every discard has its reason.
#[test]
fn advice_is_the_answer() {
    let mut dealer = Dealer::new(89);
    for round in 0..40 {
        let question = deal(&mut dealer, &wide(true, 0..=3, None));
        let divisor = Divisor::Split;
        let method = Method::Improve { extra: 1, divisor };
        let near = answer(&question).distance().is_some_and(|distance| distance < 3);
        let method = if round % 2 == 0 && near { method } else { Method::Plain };
        let question = ask(&question, method, *question.terms());
        let mut report = |_| ControlFlow::Continue(());
        let mut solver = ScoreSolver::default();
        let mut solved = solver.solve_once(&question, Keep::Policy, &mut report).unwrap();
        let advice = solved.advice(&mut report).unwrap().clone();
        assert_eq!(solver.solves(), 1);
        let own = solved.answer();
        assert_eq!(*own, answer(&question));
        let mut rank = 1;
        for (k, advised) in advice.discards.iter().enumerate() {
            assert_eq!(&advised.discard, &own.discards()[k]);
            assert!(advised.rank == rank || advised.rank == k + 1, "{}", text(&question));
            rank = advised.rank;
            assert!(advised.good_shape.is_none_or(|x| (0.0..1.0 + TINY).contains(&x)));
            if question.terms().aim == Aim::Score {
                assert!(advised.difference < CLOSE * 1e5, "{}", text(&question));
            }
            let others = advice.discards.len() > 1;
            assert_eq!(advised.against.is_some(), others, "{}", text(&question));
            if k > 0 && advised.rank == 1 {
                assert_eq!(advised.reason, Reason::Equal);
            }
            let left = advised.useful.iter().map(|(_, left)| left).sum::<u32>();
            assert_eq!(left, advised.tiles());
        }
    }
}
