//! The evaluation explained: the same code as in the search, with somebody listening.

use std::fmt;

use chess::Position;

use super::terms::*;
use super::weights::WEIGHTS;
use super::{FULL_SCALE, Scale, Sum, add_up, pawns};

/// How often each weight was used in a position, and what turns the sums into its value; the tuner's view.
#[derive(Clone, Debug)]
pub struct Coefficients {
    /// Uses of each weight by white and by black. [`Kind::Complexity`] weights are counted for white only.
    pub counts: [Box<[i16; WEIGHT_COUNT]>; 2],
    /// Whether white, black attacks the enemy king; otherwise its danger terms do not count.
    pub attacks: [bool; 2],
    /// Game phase, 0 (bare) to 24.
    pub phase: i32,
    /// Factors for endings that are hard to win.
    pub scale: Scale,
    /// Bonus for driving a lone king to the edge, white's minus black's, in centipawns.
    pub mop_up: i32,
}

/// One line of the explanation.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Stable name of the term.
    pub name: &'static str,
    /// White's and black's sums: middlegame and endgame, in centipawns (danger terms: in units of danger).
    pub sides: [Tapered; 2],
    /// How the term is used.
    pub kind: Kind,
}

/// What an evaluation is made of. Prints as a table.
#[derive(Clone, Debug)]
pub struct EvalTrace {
    /// One row per term, in the order of [`TERMS`].
    pub rows: Vec<Row>,
    /// Score made of each side's danger terms.
    pub danger: Tapered,
    /// Correction of the endgame score by how hard it is to hold, from white's view, in centipawns.
    pub complexity: i32,
    /// Game phase, 0 to 24.
    pub phase: i32,
    /// Factors for endings that are hard to win, in 1/64.
    pub scale: Scale,
    /// Bonus for driving a lone king to the edge, from white's view, in centipawns.
    pub mop_up: i32,
    /// The value, from white's view, in centipawns: what [`Evaluator::evaluate`](super::Evaluator::evaluate) says.
    pub value: i32,
}

fn listen(position: &Position) -> (Sum, [Tally<Counts>; 2]) {
    let mut tallies: [Tally<Counts>; 2] = Default::default();
    let sum = add_up(position, &mut tallies, pawns::structure);
    (sum, tallies)
}

/// Counts how often each weight is used in a position.
pub fn coefficients(position: &Position) -> Coefficients {
    let (sum, tallies) = listen(position);
    let attacks = [0, 1].map(|side| tallies[side].trace.0[BASE.start] != 0);
    let counts = tallies.map(|tally| tally.trace.0);
    Coefficients { counts, attacks, phase: sum.phase, scale: sum.scale, mop_up: sum.mop_up }
}

/// The current weights, in the order of [`TERMS`].
pub fn weights() -> &'static [Tapered] {
    &WEIGHTS
}

/// Explains the value of a position term by term.
pub fn trace(position: &Position) -> EvalTrace {
    let (sum, tallies) = listen(position);
    let total = |side: usize, term: &Term| {
        (term.start..term.start + term.len)
            .fold(Tapered::default(), |sum, i| sum + WEIGHTS[i] * i32::from(tallies[side].trace.0[i]))
    };
    let row = |term: &Term| Row { name: term.name, sides: [total(0, term), total(1, term)], kind: term.kind };
    let sign = if position.side_to_move() == chess::Color::White { 1 } else { -1 };
    EvalTrace {
        rows: TERMS.iter().map(row).collect(),
        danger: sum.danger,
        complexity: sum.complexity,
        phase: sum.phase,
        scale: sum.scale,
        mop_up: sum.mop_up,
        value: sign * sum.value(position),
    }
}

impl fmt::Display for EvalTrace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<22}|  white mg    eg |  black mg    eg |  total mg    eg", "term")?;
        let heading = |kind| match kind {
            Kind::Linear => "",
            Kind::Danger => "danger to the enemy king (its score grows with the square)\n",
            Kind::Complexity => "how hard the endgame is to hold\n",
        };
        let mut kind = Kind::Linear;
        for row in self.rows.iter().filter(|row| row.sides != [Tapered::default(); 2]) {
            if row.kind != kind {
                kind = row.kind;
                f.write_str(heading(kind))?;
            }
            let [white, black] = row.sides;
            let both = white - black;
            write!(
                f,
                "{:<22}|{:>10}{:>6} |{:>10}{:>6} |",
                row.name,
                white.mg(),
                white.eg(),
                black.mg(),
                black.eg()
            )?;
            writeln!(f, "{:>10}{:>6}", both.mg(), both.eg())?;
        }
        writeln!(
            f,
            "king danger makes {} {}, complexity {}",
            self.danger.mg(),
            self.danger.eg(),
            self.complexity
        )?;
        write!(
            f,
            "phase {} of 24, scale {}/{FULL_SCALE} {}/{FULL_SCALE}",
            self.phase, self.scale.mg, self.scale.eg
        )?;
        if self.mop_up != 0 {
            write!(f, ", driving the king {}", self.mop_up)?;
        }
        write!(f, "\nvalue {} centipawns for white", self.value)
    }
}
