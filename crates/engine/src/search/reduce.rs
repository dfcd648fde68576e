//! Late move reduction as a sum of named terms.

use super::node::{MoveFacts, Node};
use crate::params::ReduceParams;
use crate::settings::Settings;
use crate::techniques::Technique;

/// Reductions are computed in 1/`PLY` plies.
pub const PLY: i32 = 1024;

const SIZE: usize = 64;
const PERCENT: i32 = 100;

/// The part of the reduction that depends on depth and move number alone, tabulated.
#[derive(Clone, Debug)]
pub struct ReductionTable {
    cells: Box<[[i32; SIZE]; SIZE]>,
    params: ReduceParams,
}

impl ReductionTable {
    /// `base + ln(depth) · ln(number) / divisor`, in 1/[`PLY`] plies.
    pub fn new(p: &ReduceParams) -> ReductionTable {
        let mut cells = Box::new([[0; SIZE]; SIZE]);
        let unit = f64::from(PLY);
        let logs: [f64; SIZE] = std::array::from_fn(|number| (number as f64).ln());
        for (depth, row) in cells.iter_mut().enumerate().skip(1) {
            for (number, cell) in row.iter_mut().enumerate().skip(1) {
                let product = logs[depth] * logs[number];
                *cell = p.lmr_base + (unit * unit * product / f64::from(p.lmr_divisor)) as i32;
            }
        }
        ReductionTable { cells, params: p.clone() }
    }

    /// Makes it anew if it is one of other parameters. A search of a few dozen nodes would feel it to be made each time.
    pub(crate) fn change_to(&mut self, p: &ReduceParams) {
        if self.params != *p {
            *self = ReductionTable::new(p);
        }
    }

    /// The depth by which moves are skipped: that of the node, less a share of the reduction so late a move would get.
    #[inline]
    pub fn skip_depth(&self, depth: i32, number: usize, s: &Settings) -> i32 {
        if !s.techniques.has(Technique::Lmr) {
            return depth;
        }
        let share = s.params.skip.skip_reduction_share;
        (depth - self.get(depth, number) * share / (PERCENT * PLY)).max(1)
    }

    #[inline]
    fn get(&self, depth: i32, number: usize) -> i32 {
        self.cells[(depth.max(0) as usize).min(SIZE - 1)][number.min(SIZE - 1)]
    }
}

/// Why and how much a move is reduced: terms in 1/[`PLY`] plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reduction {
    /// By depth and move number.
    pub base: i32,
    /// More outside the principal variation.
    pub non_pv: i32,
    /// More when not improving.
    pub not_improving: i32,
    /// More where a fail high is expected anyway.
    pub cut_node: i32,
    /// More when the table's move is a capture.
    pub tt_noisy: i32,
    /// Less where a principal variation has passed (negative).
    pub tt_pv: i32,
    /// Less for checks (negative).
    pub check: i32,
    /// Less for killers and counter-moves (negative).
    pub refuter: i32,
    /// More where many replies to moves of this node have failed high.
    pub child_cutoffs: i32,
    /// Less for a good history, more for a bad one.
    pub history: i32,
}

impl Reduction {
    /// The sum of the terms, in 1/[`PLY`] plies.
    #[inline]
    pub fn sum(&self) -> i32 {
        self.base
            + self.non_pv
            + self.not_improving
            + self.cut_node
            + self.tt_noisy
            + self.tt_pv
            + self.check
            + self.refuter
            + self.child_cutoffs
            + self.history
    }

    /// The reduction in plies for a move whose full depth is `new_depth`: never negative, and never so much that the
    /// move would be left to quiescence.
    #[inline]
    pub fn plies(&self, new_depth: i32) -> i32 {
        (self.sum() / PLY).clamp(0, (new_depth - 1).max(0))
    }
}

/// The reduction of a move, or `None` if it is searched at full depth.
pub fn late_move_reduction(
    node: &Node,
    mv: &MoveFacts,
    table: &ReductionTable,
    s: &Settings,
) -> Option<Reduction> {
    let p = &s.params.reduce;
    let first = p.lmr_min_moves as usize + usize::from(node.pv);
    let applies = s.techniques.has(Technique::Lmr)
        && node.depth >= p.lmr_min_depth
        && mv.number > first
        && !node.in_check
        // Noisy moves that do not lose material come first in the order and are worth their full depth.
        && (mv.quiet || mv.losing_noisy);
    if !applies {
        return None;
    }
    let when = |condition: bool, plies: i32| if condition { plies } else { 0 };
    let improving_known = s.techniques.has(Technique::Improving);
    Some(Reduction {
        base: if mv.quiet { table.get(node.depth, mv.number) } else { p.lmr_noisy_base },
        non_pv: when(!node.pv, p.lmr_non_pv),
        not_improving: when(improving_known && !node.improving && mv.quiet, p.lmr_not_improving),
        cut_node: when(node.cut, p.lmr_cut_node),
        tt_noisy: when(mv.quiet && node.tt_move.is_some_and(|m| m.is_noisy()), p.lmr_tt_noisy),
        tt_pv: -when(node.tt_pv, p.lmr_tt_pv),
        check: -when(mv.gives_check, p.lmr_check),
        refuter: -when(mv.refuter, p.lmr_refuter),
        child_cutoffs: when(mv.child_cutoffs > p.lmr_child_cutoffs_min, p.lmr_child_cutoffs),
        history: -mv.history * PLY / p.lmr_history_divisor,
    })
}
