//! The model of one game: how likely the first player, nobody, or the second
//! player wins it.

use crate::{InputError, Problem};
use kakukin_core::{BadValue, Davidson, Dual, GameResult, Number, Probability, Rational, to_f64};
use serde::Serialize;

/// One of the two players of a series. A is first in game 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The player who is first in game 1.
    A,
    /// The other one.
    B,
}

impl Player {
    /// Both players, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The opponent.
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// The result by which this player wins a game in which `first` is first.
    pub fn win(self, first: Self) -> GameResult {
        if self == first { GameResult::First } else { GameResult::Second }
    }

    /// Who won the game in which `first` was first.
    pub fn winner_of(result: GameResult, first: Self) -> Option<Self> {
        match result {
            GameResult::First => Some(first),
            GameResult::Second => Some(first.other()),
            GameResult::Draw => None,
        }
    }

    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

/// The three probabilities of one game, seen from its two sides.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Game<N = Rational> {
    /// The first player wins.
    pub first: N,
    /// Nobody wins.
    pub draw: N,
    /// The second player wins.
    pub second: N,
}

impl Game {
    /// A game given outright: three probabilities that add up to 1. A game that
    /// is always drawn is refused, because nobody could ever win a series of it.
    pub fn new(
        first: Probability,
        draw: Probability,
        second: Probability,
    ) -> Result<Self, InputError> {
        let game = Self {
            first: first.exact().clone(),
            draw: draw.exact().clone(),
            second: second.exact().clone(),
        };
        let text = || format!("{first},{draw},{second}");
        if &game.first + &game.draw + &game.second != Rational::ONE {
            return Err(InputError::new("game", text(), Problem::NotASum, "WIN + DRAW + LOSS = 1"));
        }
        if game.draw == Rational::ONE {
            return Err(InputError::new("game", text(), Problem::AllDrawn, "0 <= DRAW < 1"));
        }
        Ok(game)
    }

    /// Reads `WIN,DRAW,LOSS` of the first player; `field` is where it was written.
    pub fn parse(field: &'static str, text: &str) -> Result<Self, InputError> {
        let parts: Vec<&str> = text.split([',', '，', '、']).collect();
        let [first, draw, second] = parts[..] else {
            let allowed = "WIN,DRAW,LOSS (60%,10%,30%)";
            return Err(InputError::new(field, text, BadValue::BadForm, allowed));
        };
        let rate = |text| Probability::parse(field, text);
        let game = Self::new(rate(first)?, rate(draw)?, rate(second)?);
        game.map_err(|e| InputError { field, value: text.to_string(), ..e })
    }

    /// The first player's share of the decided games.
    pub fn first_share(&self) -> Rational {
        &self.first / (Rational::ONE - &self.draw)
    }
}

/// The directions of a derivative: with respect to p and to f.
pub(crate) type Slopes<N> = Dual<N, 2>;

/// How the games of a series go: exact probabilities that depend only on who
/// is first.
///
/// ```
/// use kakukin_series::{Model, Player};
/// let model = Model::new("70%".parse()?, "10%".parse()?)?;
/// assert_eq!(model.game(Player::A).first.to_string(), "63/100");
/// # Ok::<(), kakukin_series::InputError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Model(Form);

#[derive(Debug, Clone, PartialEq)]
enum Form {
    Rates { p: Probability, f: Probability, unequal: Option<Box<Unequal>> },
    Outright([Game; 2]),
}

/// Players of unequal strength.
#[derive(Debug, Clone, PartialEq)]
struct Unequal {
    lead: Lead,
    /// What the lead of the player who is first multiplies, by who that is: see [`LeadScale`].
    factors: [Rational; 2],
    /// The derivatives of the logarithm of A's factor by p and f; those of B's are the opposite.
    slopes: [Rational; 2],
    games: [Game; 2],
}

/// How much stronger A is than B.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lead {
    /// In points; negative if A is weaker.
    pub points: f64,
    /// Points of what.
    pub scale: LeadScale,
}

/// What a lead in points means. Between equals, and where no game is drawn, both are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LeadScale {
    /// Elo points as everybody means them: d points are an expected score of
    /// 1/(1 + 10^(-d/400)) where sides are even, a draw counting half, whatever the draw rate.
    /// [`Davidson`] has the model; its factor x multiplies the weight of the first player's wins
    /// and divides that of the second player's. Draws become rarer as players grow apart.
    Elo,
    /// Log-odds of decided games: d points multiply the odds of a decided game by 10^(d/400), and
    /// the draw rate stays as it is. Where many games are drawn such a point is worth less than
    /// an Elo point. It is what a lead meant up to version 0.3.
    LogOdds,
}

/// The largest lead that is accepted, either way.
pub const MAX_ELO: f64 = 4000.0;

impl Model {
    /// Two equal players: the first player's share `p` of the decided games and
    /// the draw rate `f`. `f = 1` is refused: nobody could ever win.
    pub fn new(p: Probability, f: Probability) -> Result<Self, InputError> {
        if *f.exact() == Rational::ONE {
            return Err(InputError::new("f", &f, Problem::AllDrawn, "0 <= f < 1"));
        }
        Ok(Self(Form::Rates { p, f, unequal: None }))
    }

    /// As [`Model::new`] but with A stronger by `elo` points (negative: weaker), p and f being
    /// those of a game between equals.
    ///
    /// ```
    /// use kakukin_series::{Model, Player};
    /// let model = Model::with_elo("1/2".parse()?, "3/5".parse()?, 100.0)?;
    /// assert!((kakukin_core::to_f64(&model.game(Player::A).score()) - 0.6400650).abs() < 1e-7);
    /// # Ok::<(), kakukin_series::InputError>(())
    /// ```
    pub fn with_elo(p: Probability, f: Probability, elo: f64) -> Result<Self, InputError> {
        Self::with_lead(p, f, Lead { points: elo, scale: LeadScale::Elo })
    }

    /// As [`Model::new`] but with a lead of A on either scale. Its factor is irrational; it is
    /// computed once in double precision, the same on every machine, and taken exactly: all
    /// probabilities are exact from then on.
    pub fn with_lead(p: Probability, f: Probability, lead: Lead) -> Result<Self, InputError> {
        if !(-MAX_ELO..=MAX_ELO).contains(&lead.points) {
            let allowed = format!("{}..{MAX_ELO}", -MAX_ELO);
            let field = lead.scale.field();
            return Err(InputError::new(field, lead.points, BadValue::OutOfRange, allowed));
        }
        let mut model = Self::new(p, f)?;
        if let Form::Rates { p, f, unequal } = &mut model.0 {
            *unequal = Some(Box::new(Unequal::new(p.exact(), f.exact(), lead)));
        }
        Ok(model)
    }

    /// Any two players: the game with A first, and the game with B first.
    pub fn outright(a_first: Game, b_first: Game) -> Self {
        Self(Form::Outright([a_first, b_first]))
    }

    /// p and f, those of games between equals, unless the games were given outright.
    pub fn rates(&self) -> Option<(&Probability, &Probability)> {
        match &self.0 {
            Form::Rates { p, f, .. } => Some((p, f)),
            Form::Outright(_) => None,
        }
    }

    /// A's lead, where the model has one.
    pub fn lead(&self) -> Option<Lead> {
        match &self.0 {
            Form::Rates { unequal: Some(unequal), .. } => Some(unequal.lead),
            _ => None,
        }
    }

    /// The game when `first` is first.
    pub fn game(&self, first: Player) -> Game {
        match &self.0 {
            Form::Outright(games) => games[first.index()].clone(),
            Form::Rates { unequal: Some(unequal), .. } => unequal.games[first.index()].clone(),
            Form::Rates { p, f, unequal: None } => Game::by_share(p.exact().clone(), f.exact()),
        }
    }

    /// The share of the decided games with `first` first that he wins.
    pub(crate) fn share_of_decided(&self, first: Player) -> Rational {
        match &self.0 {
            Form::Outright(games) => games[first.index()].first_share(),
            Form::Rates { unequal: Some(unequal), .. } => {
                unequal.games[first.index()].first_share()
            }
            Form::Rates { p, unequal: None, .. } => p.exact().clone(),
        }
    }

    /// The draw rate that formula limits reckon with. A limit belongs to a rule, which is the
    /// same whoever plays: it is the rate between equals, and of games given outright the larger
    /// one.
    pub fn draw_rate(&self) -> Rational {
        match &self.0 {
            Form::Rates { f, .. } => f.exact().clone(),
            Form::Outright([a, b]) => a.draw.clone().max(b.draw.clone()),
        }
    }

    /// Whether derivatives with respect to p and f mean anything.
    pub fn has_slopes(&self) -> bool {
        matches!(self.0, Form::Rates { .. })
    }

    /// The game with the derivatives of its probabilities by p and f; games
    /// given outright are constants.
    pub(crate) fn game_with_slopes(&self, first: Player) -> Game<Slopes<Rational>> {
        let (p, f, unequal) = match &self.0 {
            Form::Outright(games) => {
                let game = &games[first.index()];
                return Game {
                    first: Dual::constant(game.first.clone()),
                    draw: Dual::constant(game.draw.clone()),
                    second: Dual::constant(game.second.clone()),
                };
            }
            Form::Rates { p, f, unequal } => (p.exact(), f.exact(), unequal),
        };
        let (zero, one) = (Rational::ZERO, Rational::ONE);
        let p = Slopes { value: p.clone(), slope: [one.clone(), zero.clone()] };
        let f = Slopes { value: f.clone(), slope: [zero, one] };
        let (q, decided) = (complement(&p), complement(&f));
        let Some(unequal) = unequal else {
            let [first, second] = [&p, &q].map(|share| Dual::product(&decided, share));
            return Game { first, draw: f, second };
        };
        let factor = unequal.factor_with_slopes(first);
        let ahead = Dual::product(&p, &factor);
        match unequal.lead.scale {
            LeadScale::Elo => {
                let ahead = Dual::product(&decided, &ahead);
                let behind = divide(&Dual::product(&decided, &q), &factor);
                let sum = Dual::sum(&[ahead.clone(), f.clone(), behind.clone()]);
                let [first, draw, second] = [ahead, f, behind].map(|weight| divide(&weight, &sum));
                Game { first, draw, second }
            }
            LeadScale::LogOdds => {
                let sum = Dual::sum(&[ahead.clone(), q.clone()]);
                let [first, second] =
                    [ahead, q].map(|weight| Dual::product(&decided, &divide(&weight, &sum)));
                Game { first, draw: f, second }
            }
        }
    }
}

impl LeadScale {
    /// The field in which such a lead is given.
    pub fn field(self) -> &'static str {
        match self {
            Self::Elo => "elo",
            Self::LogOdds => "log-odds",
        }
    }
}

impl Unequal {
    fn new(p: &Rational, f: &Rational, lead: Lead) -> Self {
        let ahead = lead.points.abs();
        let (factor, slopes) = match lead.scale {
            LeadScale::LogOdds => (libm::pow(10.0, ahead / 400.0), [0.0; 2]),
            LeadScale::Elo => match davidson(p, f) {
                Some(game) => (game.factor(ahead), game.ln_factor_by_rates(lead.points)),
                None => (1.0, [0.0; 2]),
            },
        };
        let exact = |x: f64| Rational::try_from(x).ok();
        let factor = exact(factor).unwrap_or(Rational::ONE);
        let inverse = Rational::ONE / &factor;
        let factors = if lead.points >= 0.0 { [factor, inverse] } else { [inverse, factor] };
        let games = factors.each_ref().map(|factor| match lead.scale {
            LeadScale::Elo => Game::by_weights(p, f, factor),
            LeadScale::LogOdds => {
                let ahead = p * factor;
                let share = &ahead / (&ahead + Rational::ONE - p);
                Game::by_share(share, f)
            }
        });
        let slopes = slopes.map(|x| exact(x).unwrap_or(Rational::ZERO));
        Self { lead, factors, slopes, games }
    }

    fn factor_with_slopes(&self, first: Player) -> Slopes<Rational> {
        let value = self.factors[first.index()].clone();
        let slope = self.slopes.each_ref().map(|by_log| match first {
            Player::A => &value * by_log,
            Player::B => -(&value * by_log),
        });
        Slopes { value, slope }
    }
}

/// The model of strength for a game with these rates; none if one side wins all decided games,
/// whatever the players.
fn davidson(p: &Rational, f: &Rational) -> Option<Davidson> {
    let (q, decided) = (Rational::ONE - p, Rational::ONE - f);
    if p.is_zero() || q.is_zero() {
        return None;
    }
    // From exact differences: rates next to 1 have many digits.
    let theta = libm::sqrt(to_f64(&(p / q)));
    let nu = to_f64(&(f / decided)) * (theta + 1.0 / theta);
    Davidson::from_theta_nu(theta, nu).ok()
}

impl Game {
    /// The first player wins this share of the games that are not drawn.
    fn by_share(share: Rational, draw: &Rational) -> Self {
        let decided = Rational::ONE - draw;
        let first = &decided * share;
        Self { second: decided - &first, first, draw: draw.clone() }
    }

    /// The weights of [`Davidson`] times √(p(1 - p)) (1 - f), which are rational:
    /// (1 - f)px : (1 - f)(1 - p)/x : f. Those of the wins are multiplied by x once more, so that
    /// only one inverse is taken.
    fn by_weights(p: &Rational, f: &Rational, x: &Rational) -> Self {
        let decided = Rational::ONE - f;
        let first = &decided * p * x * x;
        let second = decided * (Rational::ONE - p);
        let draw = f * x;
        let sum = &first + &draw + &second;
        Self { first: first / &sum, draw: draw / &sum, second: second / sum }
    }

    /// The first player's expected score: a win counts 1, a draw ½.
    pub fn score(&self) -> Rational {
        &self.first + &self.draw / Rational::from(2)
    }
}

/// 1 - x.
pub(crate) fn complement(x: &Slopes<Rational>) -> Slopes<Rational> {
    Dual { value: Rational::ONE - &x.value, slope: std::array::from_fn(|k| -&x.slope[k]) }
}

/// x / y.
pub(crate) fn divide(x: &Slopes<Rational>, y: &Slopes<Rational>) -> Slopes<Rational> {
    let square = &y.value * &y.value;
    Dual {
        value: &x.value / &y.value,
        slope: std::array::from_fn(|k| (&x.slope[k] * &y.value - &x.value * &y.slope[k]) / &square),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kakukin_core::to_f64;

    fn rate(text: &str) -> Probability {
        text.parse().unwrap()
    }

    fn log_odds(p: &str, f: &str, points: f64) -> Model {
        let lead = Lead { points, scale: LeadScale::LogOdds };
        Model::with_lead(rate(p), rate(f), lead).unwrap()
    }

    fn elo(p: &str, f: &str, points: f64) -> Model {
        Model::with_elo(rate(p), rate(f), points).unwrap()
    }

    fn probabilities(game: &Game) -> [f64; 3] {
        [&game.first, &game.draw, &game.second].map(to_f64)
    }

    #[test]
    fn log_odds_shift_the_odds_of_decided_games() {
        // Figures of the definition 1 / (1 + 10^(-(d + g) / 400)), g = 400 log10(p / (1 - p)).
        let model = log_odds("0.7", "0.1", 100.0);
        let g = 400.0 * (0.7f64 / 0.3).log10();
        for (first, lead) in [(Player::A, 100.0), (Player::B, -100.0)] {
            let expected = 1.0 / (1.0 + 10f64.powf(-(lead + g) / 400.0));
            assert!((to_f64(&model.game(first).first_share()) - expected).abs() < 1e-15);
            assert_eq!(model.game(first).draw, *rate("0.1").exact());
        }
    }

    #[test]
    fn elo_is_expected_score() {
        // series.md, the last section: first wins, draw, second wins.
        let known = [
            ("0.5", "0.6", Player::A, [0.368_804_0, 0.542_521_9, 0.088_674_0]),
            ("0.5", "0.6", Player::B, [0.088_674_0, 0.542_521_9, 0.368_804_0]),
            ("0.7", "0.1", Player::A, [0.746_581_6, 0.085_778_0, 0.167_640_4]),
            ("0.7", "0.1", Player::B, [0.490_851_7, 0.107_639_2, 0.401_509_1]),
        ];
        for (p, f, first, known) in known {
            let game = elo(p, f, 100.0).game(first);
            for (ours, theirs) in probabilities(&game).into_iter().zip(known) {
                assert!((ours - theirs).abs() < 5.1e-8, "{p} {f} {first:?}");
            }
        }
        for f in ["0", "0.1", "0.3", "0.6", "0.9", "0.999"] {
            for points in [-700.0, 25.0, 100.0, 4000.0] {
                for first in Player::BOTH {
                    let ahead = if first == Player::A { points } else { -points };
                    let score = to_f64(&elo("0.5", f, points).game(first).score());
                    let s = 1.0 / (1.0 + 10f64.powf(-ahead / 400.0));
                    assert!((score - s).abs() < 1e-14, "{f} {points}: {score}");
                }
            }
        }
    }

    #[test]
    fn without_draws_both_scales_are_the_same() {
        for points in [-4000.0, -123.4, 0.0, 77.0] {
            let (elo, log_odds) = (elo("2/3", "0", points), log_odds("2/3", "0", points));
            for first in Player::BOTH {
                let [ours, theirs] =
                    [&elo, &log_odds].map(|model| probabilities(&model.game(first)));
                for (x, y) in ours.into_iter().zip(theirs) {
                    assert!((x - y).abs() < 1e-15 && (x / y - 1.0).abs() < 1e-13 || x == y);
                }
            }
        }
    }

    /// Probabilities add up to 1 exactly, and both games of a pair know the same lead.
    #[test]
    fn games_of_unequal_players_are_exact() {
        for points in [-300.0, 1e-3, 50.0, 4000.0] {
            let model = elo("7/10", "1/10", points);
            for first in Player::BOTH {
                let game = model.game(first);
                assert_eq!(&game.first + &game.draw + &game.second, Rational::ONE);
            }
            let mirrored = elo("7/10", "1/10", -points);
            assert_eq!(model.game(Player::A), mirrored.game(Player::B));
        }
    }

    #[test]
    fn slopes_are_those_of_differences() {
        let step = 1e-6;
        let shifted = |text: &str, by: f64| {
            let exact = rate(text).exact() + Rational::try_from(by).unwrap();
            Probability::new(exact).unwrap()
        };
        for scale in [LeadScale::Elo, LeadScale::LogOdds] {
            for (p, f, points) in
                [("0.7", "0.1", 100.0), ("0.55", "0.6", -250.0), ("0.3", "0.001", 900.0)]
            {
                let lead = Lead { points, scale };
                let model = |dp: f64, df: f64| {
                    Model::with_lead(shifted(p, dp), shifted(f, df), lead).unwrap()
                };
                for first in Player::BOTH {
                    let game = model(0.0, 0.0).game_with_slopes(first);
                    let slopes = [&game.first, &game.draw, &game.second];
                    let ways = [(step, 0.0), (0.0, step)];
                    for (k, (dp, df)) in ways.into_iter().enumerate() {
                        let up = probabilities(&model(dp, df).game(first));
                        let down = probabilities(&model(-dp, -df).game(first));
                        for way in 0..3 {
                            let difference = (up[way] - down[way]) / (2.0 * step);
                            let slope = to_f64(&slopes[way].slope[k]);
                            assert!((slope - difference).abs() < 2e-8, "{scale:?} {p} {f} {way}");
                        }
                    }
                    let sum = |k: usize| {
                        let [x, y, z] = slopes;
                        &x.slope[k] + &y.slope[k] + &z.slope[k]
                    };
                    assert_eq!([sum(0), sum(1)], [Rational::ZERO, Rational::ZERO]);
                }
            }
        }
    }

    #[test]
    fn no_lead_is_equal_players() {
        let equal = Model::new(rate("0.7"), rate("0.1")).unwrap();
        let level = Model::with_elo(rate("0.7"), rate("0.1"), 0.0).unwrap();
        for first in Player::BOTH {
            assert_eq!(equal.game_with_slopes(first), level.game_with_slopes(first));
        }
    }

    #[test]
    fn games_with_and_without_slopes_are_the_same() {
        let outright = |text: &str| Game::parse("a-first", text).unwrap();
        let models = [
            Model::new(rate("7/10"), rate("1/10")).unwrap(),
            Model::with_elo(rate("2/3"), rate("0.35"), 123.4).unwrap(),
            Model::with_elo(rate("0.99"), rate("0"), -3999.0).unwrap(),
            log_odds("2/3", "0.35", 123.4),
            Model::outright(outright("0.6,0.1,0.3"), outright("0.5,0.2,0.3")),
        ];
        for model in models {
            for first in Player::BOTH {
                let (game, slopes) = (model.game(first), model.game_with_slopes(first));
                assert_eq!(game.first, slopes.first.value);
                assert_eq!(game.draw, slopes.draw.value);
                assert_eq!(game.second, slopes.second.value);
                let share = &game.first / (Rational::ONE - &game.draw);
                assert_eq!(model.share_of_decided(first), share);
            }
        }
    }

    #[test]
    fn certain_games_stay_certain_whatever_the_lead() {
        for (p, share) in [("0", Rational::ZERO), ("1", Rational::ONE)] {
            for f in ["0", "0.1"] {
                for model in [elo(p, f, 300.0), elo(p, f, -4000.0), log_odds(p, f, 300.0)] {
                    assert_eq!(model.game(Player::A).first_share(), share);
                    assert_eq!(model.game(Player::B).draw, *rate(f).exact());
                }
            }
        }
        // Next to certain is not certain.
        let near = "0.9999999999999999999999999999999";
        for model in [elo(near, "0.1", 4000.0), elo("0.5", near, -4000.0)] {
            for first in Player::BOTH {
                let game = model.game(first);
                assert!(game.draw < Rational::ONE && game.first < Rational::ONE);
            }
        }
    }

    #[test]
    fn refusals() {
        let problem = Model::new(rate("0.7"), rate("1")).unwrap_err().problem;
        assert_eq!(problem, Problem::AllDrawn);
        assert!(Model::with_elo(rate("0.7"), rate("0"), f64::NAN).is_err());
        assert!(Model::with_elo(rate("0.7"), rate("0"), 4001.0).is_err());
        let problem = Game::new(rate("0.5"), rate("0.4"), rate("0.2")).unwrap_err().problem;
        assert_eq!(problem, Problem::NotASum);
        assert!(Game::new(rate("0"), rate("1"), rate("0")).is_err());
    }
}
