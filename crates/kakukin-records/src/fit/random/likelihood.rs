//! How likely results are, given the lead, and how that changes with every term of the model.
//!
//! Davidson's model with strength as expected score: with h half the lead in natural units
//! (a lead of 400/ln 10 points is 1) and b = ν/2,
//!
//! ```text
//! first wins : second wins : draw = a : 1/a : ν,    ln a = γ/2 + h + arsinh(b sinh h)
//! ```
//!
//! `kakukin_core::Davidson` has the same; here one exponential serves all derivatives, because
//! this is the hottest call of the fit. The tests hold the two together.

use super::games::Seat;

/// Leads are reckoned with up to this: e^60 is a certainty.
const FARTHEST: f64 = 60.0;
/// Elo points of a lead of 1 in natural units.
pub(in crate::fit) const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// How many terms there are besides the strengths and their spread.
pub(super) const TERMS: usize = 4;

/// γ, ln ν, and how strengths go with what is known of players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Terms {
    pub(super) gamma: f64,
    /// Minus infinity where no game was drawn.
    pub(super) ln_nu: f64,
    /// How much of a lead by given ratings is real.
    pub(super) slope: f64,
    /// How much more often the stronger player is first: the odds of that are e^(sides · lead).
    pub(super) sides: f64,
    /// What a lead means.
    pub(super) scale: Scale,
}

/// What a lead means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// Elo: the expected score when sides are even.
    Score,
    /// The logarithm of the odds of decided games, as in the fit with fixed strengths.
    #[cfg_attr(not(test), expect(dead_code, reason = "the tests compare with fixed strengths"))]
    Odds,
}

/// The logarithm of a likelihood and its derivatives.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Slopes {
    pub(super) value: f64,
    /// By γ, ln ν, slope, sides.
    pub(super) by: [f64; TERMS],
    /// The second derivatives by them, of which the lower triangle counts.
    pub(super) twice: [[f64; TERMS]; TERMS],
    /// By the strength of the lower-numbered player.
    pub(super) by_lead: f64,
    pub(super) twice_by_lead: f64,
}

/// The terms as every game needs them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Game {
    half_gamma: f64,
    ln_nu: f64,
    nu: f64,
    half_nu: f64,
    slope: f64,
    sides: f64,
}

impl Terms {
    pub(super) fn game(&self) -> Game {
        let nu = libm::exp(self.ln_nu);
        Game {
            half_gamma: self.gamma / 2.0,
            ln_nu: self.ln_nu,
            nu,
            half_nu: if self.scale == Scale::Score { nu / 2.0 } else { 0.0 },
            slope: self.slope,
            sides: self.sides,
        }
    }

    /// γ, ln ν, slope, sides moved by so much.
    pub(super) fn moved(&self, by: [f64; TERMS]) -> Self {
        Self {
            gamma: self.gamma + by[0],
            ln_nu: self.ln_nu + by[1],
            slope: self.slope + by[2],
            sides: self.sides + by[3],
            ..*self
        }
    }

    /// The logit of f, and its derivatives by γ and ln ν: ln ν - ln(2 cosh(γ/2)).
    pub(super) fn logit_f(&self) -> (f64, [f64; 2]) {
        let half = (self.gamma / 2.0).abs();
        let value = self.ln_nu - half - libm::log1p(libm::exp(-2.0 * half));
        (value, [-libm::tanh(self.gamma / 2.0) / 2.0, 1.0])
    }
}

impl Game {
    /// Adds what one seat's games say where the player in that seat leads by `lead` beyond what
    /// was given; `sign` is how that moves with the lead of the lower-numbered player.
    pub(super) fn add(&self, seat: &Seat, strength: f64, sign: f64, to: &mut Slopes) {
        let [wins, draws, losses] = seat.results.map(f64::from);
        let games = wins + draws + losses;
        if games == 0.0 {
            return;
        }
        let given = f64::from(seat.given) / ELO;
        let lead = self.slope * given + f64::from(seat.fixed) / ELO + sign * strength;
        let h = lead.clamp(-FARTHEST, FARTHEST) / 2.0;
        let e = libm::exp(h.abs());
        let (sinh, cosh) = ((e - 1.0 / e) / 2.0, (e + 1.0 / e) / 2.0);
        let pull = self.half_nu * sinh;
        let root = (1.0 + pull * pull).sqrt();
        let turn = 1.0f64.copysign(h);
        let ln_a = self.half_gamma + turn * libm::log(e * (pull + root));
        let a = libm::exp(ln_a);
        let sum = a + 1.0 / a + self.nu;
        let (win, loss, draw) = (a / sum, 1.0 / (a * sum), self.nu / sum);
        let (tilt, bend) = (self.half_nu * cosh / root, turn * pull / root);
        // By ln a; and how ln a moves with the terms and the lead.
        let score = wins - losses - games * (win - loss);
        let [by_gamma, by_nu, by_lead] = [0.5, bend, (1.0 + tilt) / 2.0];
        to.value += (wins - losses) * ln_a - games * libm::log(sum);
        if draws > 0.0 {
            to.value += draws * self.ln_nu;
        }
        to.by[0] += score * by_gamma;
        to.by[1] += draws - games * draw + score * by_nu;
        to.by_lead += sign * score * by_lead;
        let steep = -games * (win + loss - (win - loss) * (win - loss));
        let mixed = games * draw * (win - loss);
        let curve = score * bend * (1.0 - tilt * tilt) / 4.0;
        let with_lead = steep * by_lead * by_lead + curve;
        to.twice_by_lead += with_lead;
        to.twice[0][0] += steep * by_gamma * by_gamma;
        to.twice[1][0] += steep * by_gamma * by_nu + mixed * by_gamma;
        to.twice[1][1] += steep * by_nu * by_nu + 2.0 * mixed * by_nu - games * draw * (1.0 - draw)
            + score * bend * (1.0 - bend * bend);
        let nu_with_lead =
            steep * by_nu * by_lead + mixed * by_lead + score * tilt * (1.0 - bend * bend) / 2.0;
        to.by[2] += score * by_lead * given;
        to.twice[2][0] += steep * by_gamma * by_lead * given;
        to.twice[2][1] += nu_with_lead * given;
        to.twice[2][2] += with_lead * given * given;
        self.add_sides(games, lead, given, sign, to);
    }

    /// How likely it is that those were first who were, as against even chances.
    fn add_sides(&self, games: f64, lead: f64, given: f64, sign: f64, to: &mut Slopes) {
        let at = self.sides * lead;
        let e = libm::exp(-at.abs());
        // The chances that the player is first who is, and that the other would be.
        let (more, less) = (1.0 / (1.0 + e), e / (1.0 + e));
        let (this, other) = if at > 0.0 { (more, less) } else { (less, more) };
        to.value += games * (at.min(0.0) - libm::log1p(e) + std::f64::consts::LN_2);
        let steep = -games * this * other;
        let by_lead = games * other * self.sides;
        let twice = steep * self.sides * self.sides;
        let mixed = games * other + steep * at;
        to.by_lead += sign * by_lead;
        to.twice_by_lead += twice;
        to.by[2] += by_lead * given;
        to.by[3] += games * other * lead;
        to.twice[2][2] += twice * given * given;
        to.twice[3][2] += mixed * given;
        to.twice[3][3] += steep * lead * lead;
    }
}
