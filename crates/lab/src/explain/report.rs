//! The whole explanation: the records, and the page of text made from them.

use std::fmt::{self, Write as _};

use chess::{Move, Position};
use serde::Serialize;

use super::moves::bounded;
use super::node::NodeReport;
use super::tree::TreeNode;
use crate::progress::grouped;

/// A move in both notations.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveName {
    /// UCI notation.
    pub uci: String,
    /// Standard algebraic notation.
    pub san: String,
}

impl MoveName {
    pub(super) fn of(pos: &Position, mv: Move) -> MoveName {
        MoveName { uci: mv.uci(pos.is_chess960()).to_string(), san: chess::san(pos, mv) }
    }
}

/// One visit of the node, in short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Brief {
    /// Its number in the iteration, from 1.
    pub number: u64,
    /// Depth asked for, plies; 0 is quiescence.
    pub depth: i32,
    /// The lower end of the window.
    pub alpha: String,
    /// The upper end.
    pub beta: String,
    /// Its score.
    pub score: String,
    /// Which bound that is: `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// What ended it.
    pub ended: String,
}

/// The visits of the node shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Visits {
    /// In the whole search.
    pub total: u64,
    /// The last iteration that came to it: its depth in plies.
    pub iteration: i32,
    /// In that iteration.
    pub in_iteration: u64,
    /// The one shown, from 1: of that iteration, unless the table answered all its visits and an earlier iteration searched the node.
    pub shown: u64,
    /// The latest of that iteration.
    pub latest: Vec<Brief>,
}

/// The whole explanation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The position searched.
    pub fen: String,
    /// The deepest iteration finished, plies.
    pub depth: u32,
    /// Whether the search was given up before the depth asked for.
    pub stopped: bool,
    /// Size of the transposition table, MiB.
    pub hash_mib: usize,
    /// Settings that are not the default, as `name=value`.
    pub settings: Vec<String>,
    /// Nodes searched.
    pub nodes: u64,
    /// The move chosen.
    pub best: Option<MoveName>,
    /// Its score, as UCI writes it.
    pub score: String,
    /// The line asked about.
    pub line: Vec<MoveName>,
    /// How many moves of it lead to the node shown: all, unless the search did not go so far.
    pub reached: usize,
    /// The move asked about at the node shown; the next of the line, where the search did not go to its end.
    pub asked: Option<MoveName>,
    /// The question answered in a sentence or two.
    pub answer: String,
    /// How often the node shown was visited.
    pub visits: Option<Visits>,
    /// The node shown.
    pub node: Option<NodeReport>,
    /// What was left out of the records.
    pub left_out: Option<String>,
    /// The tree below it, if it was asked for.
    pub tree: Option<TreeNode>,
}

impl Report {
    /// One self-contained page in which the tree can be unfolded: it loads nothing and asks no network.
    #[must_use]
    pub fn html(&self) -> String {
        super::page::html(self)
    }

    /// Whether the search went to the end of the line.
    #[must_use]
    pub fn is_reached(&self) -> bool {
        self.reached == self.line.len()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text)?;
        f.write_str(text.trim_end())
    }
}

impl Report {
    fn write(&self, f: &mut String) -> fmt::Result {
        writeln!(f, "{}\n", self.answer)?;
        let asked = self.asked.as_ref().zip(self.node.as_ref());
        if let Some(told) = asked.and_then(|(mv, node)| node.find(mv)) {
            write!(f, "{told}")?;
        }
        writeln!(f, "searched  {}", self.fen)?;
        let stopped = if self.stopped { " (stopped)" } else { "" };
        writeln!(
            f,
            "          depth {}{stopped}, one thread, {} MiB, from a clean state; {} nodes; best {} with {}",
            self.depth,
            self.hash_mib,
            grouped(self.nodes),
            self.best.as_ref().map_or("none", |best| &best.san),
            self.score,
        )?;
        if !self.settings.is_empty() {
            writeln!(f, "settings  {}", self.settings.join(" "))?;
        }
        if self.reached > 0 {
            let sans: Vec<&str> = self.line[..self.reached].iter().map(|mv| mv.san.as_str()).collect();
            writeln!(f, "line      {}", sans.join(" "))?;
        }
        if let (Some(visits), Some(node)) = (&self.visits, &self.node) {
            write_visits(f, visits, node)?;
            write!(f, "{node}")?;
        }
        if let Some(tree) = &self.tree {
            writeln!(f, "tree      {} nodes and skipped moves are kept", grouped(tree.count() as u64))?;
        }
        if let Some(left_out) = &self.left_out {
            writeln!(f, "left out  {left_out}")?;
        }
        Ok(())
    }
}

fn write_visits(f: &mut String, visits: &Visits, node: &NodeReport) -> fmt::Result {
    let Visits { total, iteration, in_iteration, shown, latest } = visits;
    let all = if total > in_iteration { format!(", {} in all", grouped(*total)) } else { String::new() };
    write!(f, "visits    {} in iteration {iteration}{all}", grouped(*in_iteration))?;
    let is_earlier = node.iteration != *iteration;
    match (is_earlier, in_iteration) {
        (true, _) => {
            writeln!(f, "; the last full one, number {shown} of iteration {}, is shown", node.iteration)?
        }
        (false, 1) => return writeln!(f),
        (false, _) => writeln!(f, "; number {shown} is shown")?,
    }
    for brief in latest {
        let mark = if brief.number == *shown && !is_earlier { '>' } else { ' ' };
        let asked = if brief.depth == 0 { "quiescence".to_owned() } else { format!("depth {}", brief.depth) };
        let score = bounded(&brief.score, brief.bound);
        writeln!(
            f,
            "{mark:>8} {}. {asked}, window {}..{}: {score}: {}",
            brief.number, brief.alpha, brief.beta, brief.ended
        )?;
    }
    Ok(())
}
