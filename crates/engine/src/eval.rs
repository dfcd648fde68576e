//! Static evaluation: what a position is worth before anything is searched.
//!
//! ```
//! use chess::Position;
//! use engine::eval::Evaluator;
//!
//! let mut evaluator = Evaluator::new();
//! let up_a_rook = Position::from_fen("1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1").unwrap();
//! assert!(evaluator.evaluate(&up_a_rook) > 300);
//! ```
//!
//! There are two evaluations: a network ([`nnue`]) and one crafted by hand; [`Evaluation`] says which is asked, an [`Evaluator`]
//! answers. The network is the default where one is embedded.
//!
//! The hand-crafted evaluation is *tapered*: it keeps a middlegame and an endgame score and mixes them by the material
//! left. Its code is generic over a listener: silent for the search, counting for [`trace`] and for the tuner
//! (`examples/tune_eval.rs`).

mod endgame;
mod evaluator;
mod hand;
mod king;
pub mod nnue;
mod pawns;
mod terms;
mod trace;
mod weights;

use chess::{Color, Position};

pub use endgame::{FULL_SCALE, Scale};
pub use evaluator::{Evaluation, Evaluator};
pub use king::{DANGER_LIMIT, DANGER_LINEAR, DANGER_SQUARED};
pub use terms::{Kind, TERMS, Tapered, Term, WEIGHT_COUNT};
pub use trace::{Coefficients, EvalTrace, Row, coefficients, trace, weights};

use evaluator::fade;
use hand::Side;
use pawns::{PawnFacts, PawnTable};
use terms::*;

/// No evaluation reaches this, in centipawns: mates and tablebase results lie beyond.
pub const EVAL_LIMIT: i32 = 20_000;
/// Phase of the full set of pieces.
pub const FULL_PHASE: i32 = 24;
/// The score fades by the half-move clock over this: 50 moves without progress leave half of it.
pub const FIFTY_FADE: i32 = 200;

/// The hand-crafted evaluation, from the side to move.
fn evaluate_by_hand(position: &Position, pawns: &mut PawnTable) -> i32 {
    let mut tallies: [Tally<Silent>; 2] = Default::default();
    let sum = add_up(position, &mut tallies, |sides, tallies| pawns.probe(position, sides, tallies));
    sum.value(position)
}

/// Everything the value is made of, from white's view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sum {
    linear: Tapered,
    danger: Tapered,
    complexity: i32,
    phase: i32,
    scale: Scale,
    mop_up: i32,
}

impl Sum {
    fn value(&self, position: &Position) -> i32 {
        let mg = self.linear.mg() + self.danger.mg();
        let eg = self.linear.eg() + self.danger.eg() + self.complexity;
        let mixed = mg * self.scale.mg * self.phase + eg * self.scale.eg * (FULL_PHASE - self.phase);
        let white = mixed / (FULL_SCALE * FULL_PHASE) + self.mop_up;
        let bounded = fade(white, position);
        if position.side_to_move() == Color::White { bounded } else { -bounded }
    }
}

/// The evaluation itself. `pawn_terms` adds the pawn terms, from the table or computed.
#[inline(always)]
fn add_up<T: Trace>(
    position: &Position,
    tallies: &mut [Tally<T>; 2],
    pawn_terms: impl FnOnce(&[Side; 2], &mut [Tally<T>; 2]) -> [PawnFacts; 2],
) -> Sum {
    let mut sides = [Side::new(position, Color::White), Side::new(position, Color::Black)];
    let facts = pawn_terms(&sides, tallies);
    let ([white, black], [white_tally, black_tally]) = (&mut sides, &mut *tallies);
    hand::pieces(white, &black.mirrored(), &facts[0], white_tally);
    hand::pieces(black, &white.mirrored(), &facts[1], black_tally);
    let white_danger = hand::encounter(white, &black.mirrored(), &facts[0], white_tally);
    let black_danger = hand::encounter(black, &white.mirrored(), &facts[1], black_tally);
    tallies[position.side_to_move().index()].add(TEMPO, 0, 1);
    let linear = tallies[0].score - tallies[1].score;
    let danger = white_danger - black_danger;
    combine(&sides, &facts, linear, danger, tallies)
}

/// Phase, complexity and scale: what depends on the sums.
#[inline(always)]
fn combine<T: Trace>(
    sides: &[Side; 2],
    facts: &[PawnFacts; 2],
    linear: Tapered,
    danger: Tapered,
    tallies: &mut [Tally<T>; 2],
) -> Sum {
    let eg = linear.eg() + danger.eg();
    let complexity = hand::complexity(sides, facts, &mut tallies[0]);
    // It makes an advantage larger or smaller but never turns it round.
    let complexity = eg.signum() * complexity.max(-eg.abs());
    let better = (eg + complexity, linear.mg() + danger.mg());
    let strong = if better >= (0, 0) { 0 } else { 1 };
    let scale = endgame::scale(&sides[strong], &sides[1 - strong], facts[strong].passed);
    let mop_up = endgame::mop_up(&sides[0], &sides[1]) - endgame::mop_up(&sides[1], &sides[0]);
    let phase = (sides[0].phase() + sides[1].phase()).min(FULL_PHASE);
    Sum { linear, danger, complexity, phase, scale, mop_up }
}
