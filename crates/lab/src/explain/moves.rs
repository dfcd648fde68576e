//! What is said of a move: in which place it came and why, and what became of it.

use std::fmt;

use engine::Bound;
use engine::search::{PLY, Reduction};
use serde::Serialize;

use super::MoveName;
use super::terms::Comparison;
use crate::progress::grouped;

/// What became of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It was searched.
    Searched,
    /// A rule skipped it.
    Skipped,
    /// The node was cut when it came up (multicut).
    Cut,
    /// The node was cut by a move before it.
    NotReached,
    /// The node ended before its moves came up.
    NodeEnded,
    /// Quiescence does not look at such moves.
    NotGenerated,
    /// The search was restricted to other moves.
    NotAllowed,
}

/// One search of a move, seen from the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SearchReport {
    /// Depth in plies; 0 is quiescence.
    pub depth: i32,
    /// What it had to beat.
    pub alpha: String,
    /// What was too much.
    pub beta: String,
    /// Its score, as UCI writes it.
    pub score: String,
    /// Whether that is `exact`, at least (`lower`) or at most (`upper`) the true one.
    pub bound: &'static str,
    /// What ended the node after the move.
    pub ended: String,
    /// The best reply, if one is known.
    pub reply: Option<MoveName>,
    /// Nodes searched.
    pub nodes: u64,
}

/// One term of a reduction.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Term {
    /// Its name in [`Reduction`].
    pub name: &'static str,
    /// Plies; negative for less.
    pub plies: f64,
}

/// Why and by how much a move was reduced.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ReductionReport {
    /// The terms that are not zero.
    pub terms: Vec<Term>,
    /// Whole plies taken off.
    pub plies: i32,
    /// The depth left, plies.
    pub depth: i32,
}

/// An extension, or with negative plies its opposite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExtensionReport {
    /// The technique, by its name.
    pub by: &'static str,
    /// Plies; 0 if the rule was asked and changed nothing.
    pub plies: i32,
    /// In words.
    pub text: String,
}

/// One legal move of the node.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveReport {
    /// Its place in the order, from 1; `None` if it never came up.
    pub number: Option<usize>,
    /// The move.
    #[serde(flatten)]
    pub mv: MoveName,
    /// Why it stands there.
    pub reason: Option<String>,
    /// What became of it.
    pub fate: Fate,
    /// What it gains by static exchange, centipawns.
    pub see: i32,
    /// Its score among moves that stand there for the same reason, if it came up.
    pub order: Option<i32>,
    /// Its history when it came up, if it did so in a full node.
    pub history: Option<i32>,
    /// What rules that skip moves compared, in order; the last one skipped it if it was skipped.
    pub tests: Vec<Comparison>,
    /// How it was extended.
    pub extension: Option<ExtensionReport>,
    /// How it was reduced.
    pub reduction: Option<ReductionReport>,
    /// Its searches, in order.
    pub searches: Vec<SearchReport>,
    /// Its score as UCI writes it, if it was searched.
    pub score: Option<String>,
    /// Which bound that is: `exact`, `lower` or `upper`.
    pub bound: Option<&'static str>,
    /// What happened, in words.
    pub text: String,
}

/// The move with all that was compared and searched, line by line.
impl fmt::Display for MoveReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move      {}: ", self.mv.san)?;
        match (self.number, &self.reason) {
            (Some(number), Some(reason)) => writeln!(f, "number {number} in the order: {reason}")?,
            _ => writeln!(f, "{}", self.text)?,
        }
        for test in &self.tests {
            writeln!(f, "          {test}")?;
        }
        if let Some(extension) = &self.extension {
            writeln!(f, "          {}", extension.text)?;
        }
        if let Some(reduction) = &self.reduction {
            writeln!(f, "          {}", reduction)?;
        }
        for search in &self.searches {
            writeln!(f, "          {search}")?;
        }
        Ok(())
    }
}

impl fmt::Display for ReductionReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = counted(self.plies, "ply", "plies");
        write!(f, "reduced by {plies} to depth {} ({})", self.depth, written(&self.terms))
    }
}

impl fmt::Display for SearchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = bounded(&self.score, self.bound);
        let nodes = grouped(self.nodes);
        let (Self { depth, alpha, beta, ended, .. }, reply) = (self, self.reply.as_ref());
        let reply = reply.map_or_else(String::new, |reply| format!(", reply {}", reply.san));
        let depth = if *depth == 0 { "quiescence".to_owned() } else { format!("depth {depth}") };
        write!(f, "{depth}, window {alpha}..{beta}: {score}{reply} ({ended}; {nodes} nodes)")
    }
}

/// The terms of a reduction that are not zero.
pub(super) fn named(reduction: &Reduction) -> Vec<Term> {
    let Reduction {
        base,
        non_pv,
        not_improving,
        cut_node,
        tt_noisy,
        tt_pv,
        check,
        refuter,
        child_cutoffs,
        history,
    } = *reduction;
    [
        ("base", base),
        ("non_pv", non_pv),
        ("not_improving", not_improving),
        ("cut_node", cut_node),
        ("tt_noisy", tt_noisy),
        ("tt_pv", tt_pv),
        ("check", check),
        ("refuter", refuter),
        ("child_cutoffs", child_cutoffs),
        ("history", history),
    ]
    .into_iter()
    .filter(|(_, value)| *value != 0)
    .map(|(name, value)| Term { name, plies: f64::from(value) / f64::from(PLY) })
    .collect()
}

/// Terms of fewer plies would be written as zero.
const LEAST_SHOWN: f64 = 0.005;

/// `base 1.92 + cut node 1.00 - history 0.20 = 2.72`.
fn written(terms: &[Term]) -> String {
    let mut text = String::new();
    for (index, term) in terms.iter().filter(|term| term.plies.abs() >= LEAST_SHOWN).enumerate() {
        let sign = match (index, term.plies < 0.0) {
            (0, false) => "",
            (0, true) => "-",
            (_, false) => " + ",
            (_, true) => " - ",
        };
        text.push_str(&format!("{sign}{} {:.2}", term.name.replace('_', " "), term.plies.abs()));
    }
    format!("{text} = {:.2}", terms.iter().map(|term| term.plies).sum::<f64>())
}

/// A score with the bound it is.
pub(super) fn bounded(score: &str, bound: &str) -> String {
    match bound {
        "lower" => format!(">= {score}"),
        "upper" => format!("<= {score}"),
        _ => score.to_owned(),
    }
}

pub(super) fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

/// A number with its digits grouped.
pub(super) fn signed(number: i32) -> String {
    let sign = if number < 0 { "-" } else { "" };
    format!("{sign}{}", grouped(u64::from(number.unsigned_abs())))
}

pub(super) fn counted(number: i32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
