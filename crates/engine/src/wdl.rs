//! What a score means: the chances of win, draw and loss.
//!
//! The model is the one Stockfish's developers fit to their games (`WDL_model`): with `m` the material on the board,
//!
//! ```text
//! win = 1 / (1 + exp((a(m) - score) / b(m)))      loss = win at the negated score      draw = the rest
//! ```
//!
//! where `a` and `b` are polynomials of third degree in `m / 58`. At the score `a` a win is as likely as not. The coefficients
//! are fitted to games of this engine against itself by `cb2026 wdl`.

use chess::{PieceType, Position};

use crate::Score;
use crate::eval::Evaluation;

/// The least material that is told apart; less counts as this much.
pub const LEAST_MATERIAL: u32 = 17;
/// The most, likewise.
pub const MOST_MATERIAL: u32 = 78;
/// The material that polynomials are anchored at: that of a usual middlegame.
pub const ANCHOR_MATERIAL: u32 = 58;

/// Coefficients of a polynomial in `m / 58`, the highest power first.
pub type Polynomial = [f64; 4];

/// The material of both sides: pawns count 1, knights and bishops 3, rooks 5, queens 9, kings nothing.
#[must_use]
pub fn material(position: &Position) -> u32 {
    const WORTH: [(PieceType, u32); 5] = [
        (PieceType::Pawn, 1),
        (PieceType::Knight, 3),
        (PieceType::Bishop, 3),
        (PieceType::Rook, 5),
        (PieceType::Queen, 9),
    ];
    WORTH.iter().map(|&(kind, worth)| worth * position.pieces(kind).len()).sum()
}

/// A polynomial at an amount of material, brought into [`LEAST_MATERIAL`] to [`MOST_MATERIAL`].
#[must_use]
pub fn value(polynomial: &Polynomial, material: u32) -> f64 {
    let m = f64::from(material.clamp(LEAST_MATERIAL, MOST_MATERIAL)) / f64::from(ANCHOR_MATERIAL);
    polynomial.iter().fold(0.0, |sum, coefficient| sum * m + coefficient)
}

/// A fitted model.
///
/// ```
/// use chess::Position;
/// use engine::{Score, WdlModel};
/// let [win, draw, loss] = WdlModel::NET.permille(Score::cp(60), &Position::startpos());
/// assert_eq!(win + draw + loss, 1000);
/// assert!(win > loss);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WdlModel {
    /// The score, in centipawns, at which a win is as likely as not.
    pub a: Polynomial,
    /// Over so many centipawns the odds of a win change by a factor of *e*.
    pub b: Polynomial,
}

impl WdlModel {
    /// Of the hand-crafted evaluation: fitted to 12,224 of its games against itself, at 400 to 1,000 nodes a move.
    pub const HAND: WdlModel =
        WdlModel { a: [-44.5409, 227.9519, -404.1068, 333.1730], b: [39.4196, -126.5021, 164.0152, 76.5975] };

    /// Of networks calibrated to 100 centipawns for an even chance to win: fitted to 1,700 games of the embedded one against itself,
    /// at 1,000 nodes a move.
    pub const NET: WdlModel =
        WdlModel { a: [-85.3139, 318.1719, -434.7399, 301.8618], b: [16.9500, -95.2160, 174.0813, 25.3399] };

    /// The model that goes with an evaluation.
    #[must_use]
    pub fn of(evaluation: &Evaluation) -> WdlModel {
        if evaluation.network().is_some() { Self::NET } else { Self::HAND }
    }

    /// Chances of a win, a draw and a loss for the side to move, in permille, summing to 1000. `score` is that of a search of `position`;
    /// decisive scores are certain.
    #[must_use]
    pub fn permille(&self, score: Score, position: &Position) -> [u32; 3] {
        if score.is_win() {
            return [1000, 0, 0];
        }
        if score.is_loss() {
            return [0, 0, 1000];
        }
        let material = material(position);
        let (a, b) = (value(&self.a, material), value(&self.b, material));
        let chance = |cp: i32| (1000.0 / (1.0 + ((a - f64::from(cp)) / b).exp())).round() as u32;
        let (win, loss) = (chance(score.get()), chance(-score.get()));
        // Both are at most a half at 0 and mirror images, so only rounding could take their sum beyond a thousand.
        let loss = loss.min(1000 - win);
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POSITIONS: [&str; 3] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ];

    #[test]
    fn chances_sum_to_a_thousand_and_follow_the_score() {
        for (model, fen) in
            [WdlModel::HAND, WdlModel::NET].iter().flat_map(|model| POSITIONS.map(|fen| (model, fen)))
        {
            let position = Position::from_fen(fen).unwrap();
            let mut last = 0;
            for cp in (-3000..=3000).step_by(7) {
                let [win, draw, loss] = model.permille(Score::cp(cp), &position);
                assert_eq!(win + draw + loss, 1000, "{cp}");
                assert!(win >= last, "{cp}");
                assert_eq!([loss, draw, win], model.permille(Score::cp(-cp), &position), "{cp}");
                last = win;
            }
            assert!(last > 990, "{fen}: {last}");
            assert_eq!(model.permille(Score::mate_in(9), &position), [1000, 0, 0]);
            assert_eq!(model.permille(Score::mated_in(8), &position), [0, 0, 1000]);
        }
    }

    #[test]
    fn a_model_gives_what_its_coefficients_say() {
        let model = WdlModel { a: [0.0, 0.0, 50.0, 50.0], b: [0.0, 0.0, 0.0, 100.0] };
        // Without queens and a knight each.
        let position =
            Position::from_fen("r1b1kbnr/pppppppp/8/8/8/8/PPPPPPPP/R1B1KBNR w KQkq - 0 1").unwrap();
        let m = f64::from(material(&position)) / 58.0;
        let a = 50.0 * m + 50.0;
        let win = |cp: f64| (1000.0 / (1.0 + ((a - cp) / 100.0).exp())).round() as u32;
        assert_eq!(material(&position), 16 + 2 * (2 * 5 + 2 * 3 + 3));
        assert_eq!(model.permille(Score::cp(100), &position)[0], win(100.0));
        assert_eq!(model.permille(Score::cp(100), &position)[2], win(-100.0));
        // Few pieces and many count as the least and the most that are told apart.
        assert_eq!(material(&Position::from_fen("8/8/4k3/8/8/3K4/8/8 w - - 0 1").unwrap()), 0);
        assert_eq!(material(&Position::startpos()), 78);
        for (material, counts_as) in [(0, LEAST_MATERIAL), (103, MOST_MATERIAL)] {
            assert_eq!(value(&model.a, material), value(&model.a, counts_as));
        }
    }
}
