//! Every tile that the wall can give, for the policy that an answer rests on.

use crate::{
    CLOSE, Thrown, answer, figures, policy, prospects,
    questions::{Wish, deal},
    slow::{
        Counts, Distance,
        deal::{Dealer, wall},
        expect::{
            Asked, Decision, Figures, Game, Points, RedFives, Scorer, SlowLuck, State, evaluate,
            optimum,
        },
        kinds,
        table::{coloured, slow_rules, slow_win},
        tile, with, without,
    },
    text,
};
use kakukin_mahjong::{
    Aim, Flag, FlagValue, MeldKind, Method, Move, Players, ScorePolicy, ScoreQuestion, Ura,
};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// Situations that are compared.
const ROUNDS: usize = 400;

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
pub(crate) struct Seen<'q> {
    /// Riichi that were declared after a draw.
    declared: Cell<usize>,
    question: &'q ScoreQuestion,
    points: Known,
}

impl<'q> Seen<'q> {
    pub(crate) fn new(question: &'q ScoreQuestion) -> Self {
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
    pub(crate) fn extra(&self) -> f64 {
        let (stakes, table) = (&self.question.terms().stakes, self.question.question().situation());
        let flag = match table.players() {
            Players::Three => Flag::SanmaHonba,
            Players::Four => Flag::Honba,
        };
        let honba: u32 = stakes.rules().get(flag).to_string().parse().unwrap();
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
        let all: f64 = self.question.terms().stakes.rules().get(flag).to_string().parse().unwrap();
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

    pub(crate) fn ura(&self) -> usize {
        let yes = self.question.terms().stakes.rules().get(Flag::Ura) == FlagValue::Yes;
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
            ippatsu: terms.stakes.rules().get(Flag::Ippatsu) == FlagValue::Yes,
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
pub(crate) struct Tally {
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
pub(crate) fn check(question: &ScoreQuestion, tally: &mut Tally) {
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
