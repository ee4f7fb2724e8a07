//! What the games of a pair say of its lead, as a normal distribution: expectation propagation.
//!
//! The posterior of all strengths is approximated by a normal distribution in which the results
//! of each pair are replaced by a normal factor of its lead, a *site*. A site is right when
//! replacing it by the true likelihood leaves mean and variance of that lead as they are
//! (Minka, UAI 2001; for paired comparisons Herbrich et al., "TrueSkill", NIPS 2006). Unlike the
//! curvature at a maximum this stays right with a few games for each player.
//!
//! At that fixed point the derivative of the marginal likelihood by any term is the sum over the
//! pairs of its expectation, so that terms and sites are found together.

use super::{
    field::{Field, Pull, dot},
    games::{Games, Meeting},
    likelihood::{Slopes, TERMS, Terms},
};
use kakukin_core::checkpoint;

/// A normal factor of a lead: exp(pull d - precision d²/2).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Site {
    pub(super) pull: f64,
    pub(super) precision: f64,
    /// How the expected slope of the likelihood by the lead moves with each term.
    moves: [f32; TERMS],
}

/// How a pass goes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    /// How far the terms have moved since the sites were made.
    pub(super) moved: [f64; TERMS],
    /// How much of the way to where they should be the sites go.
    pub(super) pace: f64,
}

/// What one pass over all pairs tells of the terms.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    /// The derivatives of the logarithm of the marginal likelihood.
    pub(super) slope: [f64; TERMS],
    /// Minus the second ones, as if strengths did not move with the terms.
    pub(super) known: [[f64; TERMS]; TERMS],
    /// How far the sites are from what they should be, in standard deviations of leads: the root
    /// of the mean square over all pairs.
    pub(super) change: f64,
    /// The logarithm of the integrals of the sites, and of what normalises them.
    pub(super) evidence: f64,
}

/// The first sites: from the curvature where each pair's results, and what is known without any
/// game, are likeliest.
pub(super) fn first_sites(games: &Games, field: &Field, terms: &Terms) -> (Vec<Site>, Pull) {
    let game = terms.game();
    let mut pull = Pull::new(games.nodes);
    let first = |(meeting, (_, variance)): (&Meeting, &(f64, f64))| {
        let [i, j] = meeting.players.map(|player| player as usize);
        if i == j {
            return Site::default();
        }
        let (mut lead, mut told) = (0.0, Slopes::default());
        let mut curve = 0.0;
        for _ in 0..4 {
            told = Slopes::default();
            game.add(&meeting.seats[0], lead, 1.0, &mut told);
            game.add(&meeting.seats[1], lead, -1.0, &mut told);
            curve = (-told.twice_by_lead).max(0.0);
            let step: f64 = (told.by_lead - lead / variance) / (curve + 1.0 / variance);
            lead += step.clamp(-1.0, 1.0);
        }
        let site = Site { pull: told.by_lead + curve * lead, precision: curve, ..Site::default() };
        pull.mean[i] += site.pull;
        pull.mean[j] -= site.pull;
        site
    };
    let sites = games.meetings.iter().zip(&field.leads).map(first).collect();
    (sites, pull)
}

/// Makes every site right for the others as they are, and collects what that says.
pub(super) fn pass(
    games: &Games,
    field: &Field,
    terms: &Terms,
    step: Step,
    points: &[(f64, f64)],
    sites: &mut [Site],
    pull: &mut Pull,
) -> Told {
    let mut told = Told::default();
    let game = terms.game();
    pull.clear();
    let mut slopes = vec![Slopes::default(); points.len()];
    let mut weights = vec![0.0; points.len()];
    for (number, (meeting, site)) in games.meetings.iter().zip(sites).enumerate() {
        if number % 1024 == 0 {
            checkpoint();
        }
        let [i, j] = meeting.players.map(|player| player as usize);
        if i == j {
            // A lead that is known.
            let mut exactly = Slopes::default();
            game.add(&meeting.seats[0], 0.0, 1.0, &mut exactly);
            game.add(&meeting.seats[1], 0.0, -1.0, &mut exactly);
            for row in 0..TERMS {
                told.slope[row] += exactly.by[row];
                for column in 0..=row {
                    told.known[row][column] -= exactly.twice[row][column];
                }
            }
            told.evidence += exactly.value;
            continue;
        }
        let (mean, variance) = field.leads[number];
        // The terms have moved since the sites were made, and the means with them.
        site.pull += dot(site.moves.map(f64::from), step.moved);
        // What all others say; at least what is known without any game.
        let least = 1.0 / (1.0 / field.prior[i] + 1.0 / field.prior[j]);
        let precision = (1.0 / variance - site.precision).max(least);
        let centre = (mean / variance - site.pull) / precision;
        // The points lie where the result was last; the weights correct for that.
        let width = variance.sqrt();
        let mut largest = f64::NEG_INFINITY;
        for ((point, slopes), weight) in points.iter().zip(&mut slopes).zip(&mut weights) {
            let (z, share) = *point;
            let strength = mean + width * z;
            *slopes = Slopes::default();
            game.add(&meeting.seats[0], strength, 1.0, slopes);
            game.add(&meeting.seats[1], strength, -1.0, slopes);
            let away = strength - centre;
            *weight = slopes.value - precision * away * away / 2.0 + z * z / 2.0 + libm::log(share);
            largest = largest.max(*weight);
        }
        let mut sum = 0.0;
        for weight in &mut weights {
            *weight = libm::exp(*weight - largest);
            sum += *weight;
        }
        let scale = 1.0 / sum;
        let (mut first, mut second) = (0.0, 0.0);
        for ((z, _), weight) in points.iter().zip(&mut weights) {
            *weight *= scale;
            first += *weight * z;
            second += *weight * z * z;
        }
        let spread = (second - first * first).max(1e-9);
        // Mean and variance with the true likelihood.
        let (new_mean, new_variance) = (mean + width * first, variance * spread);
        let new_precision = (1.0 / new_variance - precision).max(0.0);
        let new_pull = (precision + new_precision) * new_mean - precision * centre;
        told.change += first * first + (spread - 1.0) * (spread - 1.0);
        // What the site is worth more than its normal factor.
        let whole = precision + new_precision;
        told.evidence += largest + libm::log(sum) + 0.5 * libm::log(variance * whole)
            - 0.5 * (whole * new_mean * new_mean - precision * centre * centre);
        site.pull += step.pace * (new_pull - site.pull);
        site.precision += step.pace * (new_precision - site.precision);
        // Expectations and covariances under the true likelihood.
        let mut by = [0.0; TERMS];
        let mut with_lead = [0.0; TERMS];
        let mut square = [[0.0; TERMS]; TERMS];
        for (((z, _), slopes), weight) in points.iter().zip(&slopes).zip(&weights) {
            for row in 0..TERMS {
                let weighted = weight * slopes.by[row];
                by[row] += weighted;
                with_lead[row] += weighted * (z - first);
                for (column, square) in square[row].iter_mut().enumerate().take(row + 1) {
                    *square += weighted * slopes.by[column];
                    told.known[row][column] -= weight * slopes.twice[row][column];
                }
            }
        }
        // By unit of the lead.
        let moves = with_lead.map(|with| with / (spread * width));
        for row in 0..TERMS {
            told.slope[row] += by[row];
            for column in 0..=row {
                // What of the variance is not linear in the lead belongs to this pair alone.
                let linear = moves[row] * moves[column] * new_variance;
                told.known[row][column] -= square[row][column] - by[row] * by[column] - linear;
            }
        }
        site.moves = moves.map(|x| x as f32);
        for (player, sign) in [(i, 1.0), (j, -1.0)] {
            pull.mean[player] += sign * site.pull;
            for (to, moves) in pull.moves[player].iter_mut().zip(moves) {
                *to += sign * moves;
            }
        }
    }
    told.change = (told.change / games.meetings.len().max(1) as f64).sqrt();
    told
}
