//! Fitting the model.

use engine::wdl::{ANCHOR_MATERIAL, LEAST_MATERIAL, MOST_MATERIAL, Polynomial, value};

use super::MaterialLine;
use super::counts::{Counts, Results};
use crate::stats::sigmoid;

/// Amounts of material with fewer positions, or fewer decided games among them, are not fitted alone.
const LEAST_POSITIONS: u64 = 500;
const LEAST_OF_EACH: u64 = 20;
/// Newton's method on a smooth function of two variables needs few steps.
const MOST_STEPS: usize = 100;
const PRECISION: f64 = 1e-10;
/// Coefficients of a polynomial.
const TERMS: usize = size_of::<Polynomial>() / size_of::<f64>();

/// The fit to every amount of material there is enough of.
pub(super) fn each_material(counts: &Counts) -> Vec<MaterialLine> {
    let fitted = counts.each().filter_map(|(material, scores)| {
        let totals = scores.clone().fold([0; 3], |sum: Results, (_, results)| {
            [sum[0] + results[0], sum[1] + results[1], sum[2] + results[2]]
        });
        let positions = totals.iter().sum();
        if positions < LEAST_POSITIONS || totals.iter().any(|&count| count < LEAST_OF_EACH) {
            return None;
        }
        let scores: Vec<_> = scores.collect();
        let (a, b) = fit(&scores)?;
        Some(MaterialLine { material, positions, a, b })
    });
    fitted.collect()
}

/// `a` and `b` of greatest likelihood. In `slope = 1 / b` and `shift = a / b` the logarithm of the likelihood is concave, so that Newton's
/// method, with halved steps where a whole one leads down, finds its only maximum. `None` where there is none, as with scores
/// that part the results without exception.
fn fit(scores: &[(f64, Results)]) -> Option<(f64, f64)> {
    let (mut slope, mut shift) = (0.01, 1.0);
    let mut likelihood = log_likelihood(scores, slope, shift);
    for _ in 0..MOST_STEPS {
        let (gradient, [h11, h12, h22]) = derivatives(scores, slope, shift);
        let determinant = h11 * h22 - h12 * h12;
        if !determinant.is_normal() {
            return None;
        }
        let step = [
            (h12 * gradient[1] - h22 * gradient[0]) / determinant,
            (h12 * gradient[0] - h11 * gradient[1]) / determinant,
        ];
        let mut share = 1.0;
        let better = loop {
            let tried = (slope + share * step[0], shift + share * step[1]);
            let found = log_likelihood(scores, tried.0, tried.1);
            if tried.0 > 0.0 && tried.1 > 0.0 && found >= likelihood {
                break Some((tried, found));
            }
            share /= 2.0;
            if share < PRECISION {
                break None;
            }
        };
        let Some(((new_slope, new_shift), found)) = better else { break };
        let settled = found - likelihood <= PRECISION * likelihood.abs();
        (slope, shift, likelihood) = (new_slope, new_shift, found);
        if settled {
            break;
        }
    }
    let (a, b) = (shift / slope, 1.0 / slope);
    (a.is_finite() && b.is_finite()).then_some((a, b))
}

/// Probabilities of loss, draw and win.
fn chances(score: f64, slope: f64, shift: f64) -> [f64; 3] {
    let (win, loss) = (sigmoid(slope * score - shift), sigmoid(-slope * score - shift));
    // Draws are what is left: never less than nothing while the shift is positive.
    [loss, (1.0 - win - loss).max(f64::MIN_POSITIVE), win]
}

fn log_likelihood(scores: &[(f64, Results)], slope: f64, shift: f64) -> f64 {
    let terms = scores.iter().flat_map(|&(score, results)| {
        let chances = chances(score, slope, shift);
        (0..3).filter(move |&i| results[i] > 0).map(move |i| results[i] as f64 * chances[i].ln())
    });
    terms.sum()
}

/// The gradient of the logarithm of the likelihood by slope and shift, and its second derivatives.
fn derivatives(scores: &[(f64, Results)], slope: f64, shift: f64) -> ([f64; 2], [f64; 3]) {
    let (mut gradient, mut hessian) = ([0.0; 2], [0.0; 3]);
    for &(score, [losses, draws, wins]) in scores {
        let [loss, draw, win] = chances(score, slope, shift);
        // The logarithm of the probability of a draw is that of the difference of two sigmoids, d = σ(u) - σ(v) with u = shift - slope ·
        // score and v = -slope · score - shift; of win and loss that of σ(-u) and σ(v). By u and v:
        let (wu, wv) = (win * (1.0 - win), loss * (1.0 - loss));
        let (losses, draws, wins) = (losses as f64, draws as f64, wins as f64);
        let by_u = draws * wu / draw - wins * (1.0 - win);
        let by_v = losses * (1.0 - loss) - draws * wv / draw;
        let (pu, pv) = (wu / draw, wv / draw);
        let by_uu = draws * (pu * (2.0 * win - 1.0) - pu * pu) - wins * wu;
        let by_vv = -losses * wv - draws * (pv * (1.0 - 2.0 * loss) + pv * pv);
        let by_uv = draws * pu * pv;
        // u and v fall with the slope by the score; u rises and v falls with the shift.
        gradient[0] += -score * (by_u + by_v);
        gradient[1] += by_u - by_v;
        hessian[0] += score * score * (by_uu + 2.0 * by_uv + by_vv);
        hessian[1] += -score * (by_uu - by_vv);
        hessian[2] += by_uu - 2.0 * by_uv + by_vv;
    }
    (gradient, hessian)
}

/// Polynomials through `a` and `b`; `None` if there are too few amounts of material, or so few positions that the polynomials leave
/// what can be: both must be positive for every amount of material.
pub(super) fn polynomials(lines: &[MaterialLine]) -> Option<[Polynomial; 2]> {
    let through = |fitted: fn(&MaterialLine) -> f64| {
        let argument = |line: &MaterialLine| f64::from(line.material) / f64::from(ANCHOR_MATERIAL);
        least_squares(lines.iter().map(|line| (argument(line), fitted(line), line.positions as f64)))
    };
    let both = [through(|line| line.a)?, through(|line| line.b)?];
    let positive =
        |polynomial| (LEAST_MATERIAL..=MOST_MATERIAL).all(|material| value(polynomial, material) > 0.0);
    both.iter().all(positive).then_some(both)
}

/// The polynomial, highest power first, that is nearest to points (x, y) with weights: Gauss's elimination on the normal equations.
fn least_squares(points: impl Iterator<Item = (f64, f64, f64)>) -> Option<Polynomial> {
    let mut rows = [[0.0; TERMS + 1]; TERMS];
    for (x, y, weight) in points {
        let powers = [x * x * x, x * x, x, 1.0];
        for (row, power) in rows.iter_mut().zip(powers) {
            for (cell, other) in row.iter_mut().zip([powers[0], powers[1], powers[2], powers[3], y]) {
                *cell += weight * power * other;
            }
        }
    }
    for column in 0..TERMS {
        let pivot =
            (column..TERMS).max_by(|&i, &j| rows[i][column].abs().total_cmp(&rows[j][column].abs()))?;
        rows.swap(column, pivot);
        let lead = rows[column];
        if lead[column].abs() < PRECISION {
            return None;
        }
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = if index == column { 0.0 } else { row[column] / lead[column] };
            row.iter_mut().zip(lead).for_each(|(cell, lead)| *cell -= factor * lead);
        }
    }
    Some([0, 1, 2, 3].map(|index| rows[index][TERMS] / rows[index][index]))
}

/// Mean negative logarithm of the probability of what happened, with `a` and `b` of every amount of material.
pub(super) fn log_loss(counts: &Counts, model: impl Fn(u32) -> (f64, f64)) -> f64 {
    let sum: f64 = counts
        .each()
        .map(|(material, scores)| {
            let (a, b) = model(material);
            log_likelihood(&scores.collect::<Vec<_>>(), 1.0 / b, a / b)
        })
        .sum();
    -sum / counts.positions().max(1) as f64
}
