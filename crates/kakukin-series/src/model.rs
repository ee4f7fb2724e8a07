//! The model of one game: how likely the first player, nobody, or the second
//! player wins it.

use crate::{InputError, Problem};
use kakukin_core::{BadValue, Dual, GameResult, Number, Probability, Rational};
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
    Rates { p: Probability, f: Probability, lead: Option<Lead> },
    Outright([Game; 2]),
}

#[derive(Debug, Clone, PartialEq)]
struct Lead {
    elo: f64,
    /// 10^(elo/400): the factor on the odds of a decided game, for the player
    /// who has the lead and for his opponent.
    odds: [Rational; 2],
}

/// The largest Elo lead that is accepted, either way.
pub const MAX_ELO: f64 = 4000.0;

impl Model {
    /// Two equal players: the first player's share `p` of the decided games and
    /// the draw rate `f`. `f = 1` is refused: nobody could ever win.
    pub fn new(p: Probability, f: Probability) -> Result<Self, InputError> {
        if *f.exact() == Rational::ONE {
            return Err(InputError::new("f", &f, Problem::AllDrawn, "0 <= f < 1"));
        }
        Ok(Self(Form::Rates { p, f, lead: None }))
    }

    /// As [`Model::new`] but with A stronger by `elo` points (negative: weaker).
    /// The odds factor 10^(elo/400) is irrational; it is computed once in double
    /// precision, the same on every machine, and everything after that is exact.
    pub fn with_elo(p: Probability, f: Probability, elo: f64) -> Result<Self, InputError> {
        if !(-MAX_ELO..=MAX_ELO).contains(&elo) {
            let allowed = format!("{}..{MAX_ELO}", -MAX_ELO);
            return Err(InputError::new("elo", elo, BadValue::OutOfRange, allowed));
        }
        let factor = libm::pow(10.0, elo.abs() / 400.0);
        let factor = Rational::try_from(factor).unwrap_or(Rational::ONE);
        let inverse = Rational::ONE / &factor;
        let odds = if elo >= 0.0 { [factor, inverse] } else { [inverse, factor] };
        let mut model = Self::new(p, f)?;
        if let Form::Rates { lead, .. } = &mut model.0 {
            *lead = Some(Lead { elo, odds });
        }
        Ok(model)
    }

    /// Any two players: the game with A first, and the game with B first.
    pub fn outright(a_first: Game, b_first: Game) -> Self {
        Self(Form::Outright([a_first, b_first]))
    }

    /// p and f, unless the games were given outright.
    pub fn rates(&self) -> Option<(&Probability, &Probability)> {
        match &self.0 {
            Form::Rates { p, f, .. } => Some((p, f)),
            Form::Outright(_) => None,
        }
    }

    /// A's lead in Elo points, where the model has one.
    pub fn elo(&self) -> Option<f64> {
        match &self.0 {
            Form::Rates { lead: Some(lead), .. } => Some(lead.elo),
            _ => None,
        }
    }

    /// The game when `first` is first.
    pub fn game(&self, first: Player) -> Game {
        let f = match &self.0 {
            Form::Outright(games) => return games[first.index()].clone(),
            Form::Rates { f, .. } => f.exact(),
        };
        let decided = Rational::ONE - f;
        let won = &decided * self.share_of_decided(first);
        let lost = decided - &won;
        Game { first: won, draw: f.clone(), second: lost }
    }

    /// The share of the decided games with `first` first that he wins.
    pub(crate) fn share_of_decided(&self, first: Player) -> Rational {
        match &self.0 {
            Form::Outright(games) => {
                let game = &games[first.index()];
                &game.first / (Rational::ONE - &game.draw)
            }
            Form::Rates { p, lead: None, .. } => p.exact().clone(),
            Form::Rates { p, lead: Some(lead), .. } => {
                let ahead = p.exact() * &lead.odds[first.index()];
                let both = &ahead + Rational::ONE - p.exact();
                ahead / both
            }
        }
    }

    /// The draw rate that formula limits reckon with: the larger of the two.
    pub fn draw_rate(&self) -> Rational {
        let [a, b] = Player::BOTH.map(|first| self.game(first).draw);
        a.max(b)
    }

    /// Whether derivatives with respect to p and f mean anything.
    pub fn has_slopes(&self) -> bool {
        matches!(self.0, Form::Rates { .. })
    }

    /// The game with the derivatives of its probabilities by p and f; games
    /// given outright are constants.
    pub(crate) fn game_with_slopes(&self, first: Player) -> Game<Slopes<Rational>> {
        let (p, f, lead) = match &self.0 {
            Form::Outright(games) => {
                let game = &games[first.index()];
                return Game {
                    first: Dual::constant(game.first.clone()),
                    draw: Dual::constant(game.draw.clone()),
                    second: Dual::constant(game.second.clone()),
                };
            }
            Form::Rates { p, f, lead } => (p.exact(), f.exact(), lead),
        };
        let (zero, one) = (Rational::ZERO, Rational::ONE);
        // The share of the first player, s = pr / (pr + 1 - p), and ds/dp = r / (pr + 1 - p)^2.
        let (share, steepness) = match lead {
            None => (p.clone(), one.clone()),
            Some(lead) => {
                let r = &lead.odds[first.index()];
                let below = p * r + &one - p;
                (p * r / &below, r / (&below * &below))
            }
        };
        let share = Dual { value: share, slope: [steepness, zero.clone()] };
        let rest = Dual { value: &one - &share.value, slope: [-&share.slope[0], zero.clone()] };
        let decided = Dual { value: &one - f, slope: [zero.clone(), -one.clone()] };
        Game {
            first: Dual::product(&decided, &share),
            draw: Dual { value: f.clone(), slope: [zero, one] },
            second: Dual::product(&decided, &rest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kakukin_core::to_f64;

    fn rate(text: &str) -> Probability {
        text.parse().unwrap()
    }

    #[test]
    fn elo_shifts_the_odds() {
        // Figures of the definition 1 / (1 + 10^(-(d + g) / 400)), g = 400 log10(p / (1 - p)).
        let model = Model::with_elo(rate("0.7"), rate("0.1"), 100.0).unwrap();
        let g = 400.0 * (0.7f64 / 0.3).log10();
        for (first, lead) in [(Player::A, 100.0), (Player::B, -100.0)] {
            let expected = 1.0 / (1.0 + 10f64.powf(-(lead + g) / 400.0));
            assert!((to_f64(&model.game(first).first_share()) - expected).abs() < 1e-15);
            assert_eq!(model.game(first).draw, *rate("0.1").exact());
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
            let model = Model::with_elo(rate(p), rate("0"), 300.0).unwrap();
            assert_eq!(model.game(Player::A).first, share);
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
