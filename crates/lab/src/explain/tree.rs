//! The recorded tree, as it is given to programs and to the page.

use chess::{Move, Position};
use engine::Settings;
use serde::Serialize;

use super::moves::{MoveReport, bound_name};
use super::node::NodeReport;
use super::visit::{Role, Visit};
use super::{MoveName, score_text};

/// One node of the tree, or a move that was skipped. Numbers are those of the side that made the move (of the side to move, where
/// no move was made); the lines of `facts` are those of the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TreeNode {
    /// What it was entered for: `root`, `move`, `pass`, `probcut`, `razoring`, `verification`, `singular`, or `skipped`.
    pub role: &'static str,
    /// The move, if one was made.
    #[serde(flatten)]
    pub mv: Option<MoveName>,
    /// Why the move stood where it stood, and by how much it was reduced or extended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<String>,
    /// Depth asked for, plies; 0 is quiescence.
    pub depth: i32,
    /// What it had to beat.
    pub alpha: String,
    /// What was too much.
    pub beta: String,
    /// Its score; empty for a skipped move.
    pub score: String,
    /// Which bound that is: `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// What ended it, in one word; the rule, for a skipped move.
    pub ended: &'static str,
    /// What ended it.
    pub text: String,
    /// Kind, table, evaluation and rules, each in a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<String>,
    /// Nodes of its subtree.
    pub nodes: u64,
    /// Moves that never came up, by reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<String>,
    /// What lies below, as far as it was kept.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<TreeNode>,
}

impl TreeNode {
    /// The tree of a visit at `pos`.
    pub(super) fn of(visit: &Visit, pos: &Position, settings: &Settings, allowed: &[Move]) -> TreeNode {
        let report = NodeReport::of(visit, pos, settings, allowed);
        let mut children: Vec<TreeNode> =
            visit.nested.iter().map(|below| TreeNode::below(below, pos, settings)).collect();
        for (tried, told) in visit.moves.iter().zip(&report.moves) {
            let mut below: Vec<TreeNode> =
                tried.children().map(|below| TreeNode::below(below, pos, settings)).collect();
            for (index, node) in below.iter_mut().filter(|node| node.role == "move").enumerate() {
                node.why = if index == 0 { why(told) } else { vec!["searched again".to_owned()] };
            }
            children.extend(below);
            if tried.skipped.is_some() {
                children.push(TreeNode::skipped(told, &report));
            }
        }
        let lines = [
            report.depth_line(),
            format!("table: {}", report.table_line()),
            format!("eval: {}", report.eval_line()),
        ];
        TreeNode {
            role: "root",
            mv: None,
            why: Vec::new(),
            depth: visit.depth,
            alpha: report.alpha.clone(),
            beta: report.beta.clone(),
            score: report.score.clone(),
            bound: report.bound,
            ended: report.ended,
            text: report.ended_text.clone(),
            facts: lines.into_iter().chain(report.rules.iter().map(ToString::to_string)).collect(),
            nodes: visit.nodes,
            rest: report.others(),
            children,
        }
    }

    /// A node below `pos`, entered from there.
    fn below(visit: &Visit, pos: &Position, settings: &Settings) -> TreeNode {
        let mut after = pos.clone();
        let (role, mv) = match visit.role {
            Role::Root => ("root", None),
            Role::Move(mv) => ("move", Some(mv)),
            Role::ProbCut(mv) => ("probcut", Some(mv)),
            Role::Pass => ("pass", None),
            Role::Razoring => ("razoring", None),
            Role::Verification => ("verification", None),
            Role::Singular => ("singular", None),
        };
        match mv {
            Some(mv) => after.make(mv),
            None if role == "pass" => after.make_null(),
            None => {}
        }
        let node = TreeNode::of(visit, &after, settings, &[]);
        let name = mv.map(|mv| MoveName::of(pos, mv));
        if mv.is_none() && role != "pass" {
            return TreeNode { role, mv: name, ..node };
        }
        let window = visit.window.flipped();
        TreeNode {
            role,
            mv: name,
            alpha: score_text(window.alpha),
            beta: score_text(window.beta),
            score: score_text(-visit.score),
            bound: bound_name(window.bound_of(-visit.score)),
            ..node
        }
    }

    fn skipped(told: &MoveReport, node: &NodeReport) -> TreeNode {
        let test = told.tests.last();
        TreeNode {
            role: "skipped",
            mv: Some(told.mv.clone()),
            why: why(told),
            depth: 0,
            alpha: node.alpha.clone(),
            beta: node.beta.clone(),
            score: String::new(),
            bound: "upper",
            ended: test.map_or("", |test| test.rule),
            text: told.text.clone(),
            facts: told.tests.iter().map(ToString::to_string).collect(),
            nodes: 0,
            rest: Vec::new(),
            children: Vec::new(),
        }
    }

    /// Nodes and skipped moves in the tree.
    #[must_use]
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(TreeNode::count).sum::<usize>()
    }
}

/// Why a move stood where it stood, and what was done to its depth.
fn why(told: &MoveReport) -> Vec<String> {
    let mut lines: Vec<String> = told.reason.iter().cloned().collect();
    lines.extend(told.extension.iter().map(|extension| extension.text.clone()));
    lines.extend(told.reduction.iter().map(ToString::to_string));
    lines
}
