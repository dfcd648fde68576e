//! What is said of a node.

use std::fmt;

use chess::Position;
use engine::Settings;
use serde::Serialize;

use super::account::Account;
use super::ending::Ending;
use super::moves::{MoveReport, bound_name, bounded};
use super::rules::{self, RuleLine};
use super::visit::{Role, Visit};
use super::{MoveName, score_text};
use crate::progress::grouped;

/// The transposition table's entry of a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct TableReport {
    /// Depth searched, plies.
    pub depth: i32,
    /// Its score as UCI writes it; nothing if only the evaluation is stored.
    pub score: Option<String>,
    /// `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// Its move.
    pub best: Option<MoveName>,
}

/// The static evaluation, centipawns from the side to move; not in check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct EvalReport {
    /// The evaluator's number.
    pub raw: i32,
    /// What was learnt about such positions.
    pub correction: i32,
    /// Both together.
    pub corrected: i32,
    /// The best estimate: the table's score where that says more.
    pub estimate: i32,
    /// Higher than two plies ago; not known in quiescence.
    pub improving: Option<bool>,
}

/// A change of the node's depth by a rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DepthChange {
    /// The technique, by its name.
    pub by: &'static str,
    /// Plies, negative for fewer.
    pub plies: i32,
}

/// One visit of a node. Scores are from the side to move, as UCI writes them, and `inf` and `-inf`.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NodeReport {
    /// The position.
    pub fen: String,
    /// The iteration of the visit: its depth in plies.
    pub iteration: i32,
    /// `root`, `pv` (open window), `cut` (a fail high is expected), `all` (a fail low is expected) or `quiescence`.
    pub kind: &'static str,
    /// Depth asked for, plies.
    pub depth_asked: i32,
    /// What changed it.
    pub depth_changes: Vec<DepthChange>,
    /// Depth at which its moves were searched, plies.
    pub depth: i32,
    /// The lower end of the window.
    pub alpha: String,
    /// The upper end.
    pub beta: String,
    /// The table's entry.
    pub table: Option<TableReport>,
    /// The static evaluation.
    pub eval: Option<EvalReport>,
    /// Every rule for the whole node.
    pub rules: Vec<RuleLine>,
    /// What ended it: one word.
    pub ended: &'static str,
    /// What ended it.
    pub ended_text: String,
    /// Its score.
    pub score: String,
    /// Which bound that is: `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// The move the score comes from.
    pub best: Option<MoveName>,
    /// Nodes of its subtree.
    pub nodes: u64,
    /// Every legal move.
    pub moves: Vec<MoveReport>,
}

impl NodeReport {
    /// The report of a visit at `pos`; `allowed` are the moves the root was restricted to, empty for all.
    pub(super) fn of(
        visit: &Visit,
        pos: &Position,
        settings: &Settings,
        allowed: &[chess::Move],
    ) -> NodeReport {
        let ending = Ending::of(visit, pos);
        let facts = visit.facts.as_deref();
        let changes = visit.depth_changes.iter();
        let allowed = if visit.role == Role::Root { allowed } else { &[] };
        NodeReport {
            fen: pos.fen(),
            iteration: visit.iteration,
            kind: kind(visit),
            depth_asked: visit.depth,
            depth_changes: changes.clone().map(|&(by, plies)| DepthChange { by: by.name(), plies }).collect(),
            depth: visit.depth + changes.map(|change| change.1).sum::<i32>(),
            alpha: score_text(visit.window.alpha),
            beta: score_text(visit.window.beta),
            table: facts.map_or(visit.table, |node| node.tt).map(|hit| TableReport {
                depth: hit.depth,
                score: (hit.score != engine::Score::MINUS_INFINITE).then(|| score_text(hit.score)),
                bound: bound_name(hit.bound),
                best: hit.mv.filter(|&mv| pos.is_legal(mv)).map(|mv| MoveName::of(pos, mv)),
            }),
            eval: eval(visit),
            rules: rules::of_visit(visit, pos, settings),
            moves: if visit.opened {
                Account { visit, pos, settings, allowed, ending: &ending }.moves()
            } else {
                Vec::new()
            },
            ended: ending.key,
            ended_text: ending.text,
            score: score_text(visit.score),
            bound: bound_name(visit.bound),
            best: visit.best.map(|mv| MoveName::of(pos, mv)),
            nodes: visit.nodes,
        }
    }

    /// The report of a legal move.
    pub(super) fn find(&self, mv: &MoveName) -> Option<&MoveReport> {
        self.moves.iter().find(|report| report.mv == *mv)
    }
}

pub(super) fn kind(visit: &Visit) -> &'static str {
    match visit.facts.as_deref() {
        _ if visit.quiescence => "quiescence",
        Some(node) if node.root => "root",
        Some(node) if node.pv => "pv",
        Some(node) if node.cut => "cut",
        Some(_) => "all",
        None if visit.pv => "pv",
        None => "null window",
    }
}

fn eval(visit: &Visit) -> Option<EvalReport> {
    let (raw, corrected, estimate, improving) = match (visit.facts.as_deref(), visit.stand_pat) {
        (Some(node), _) if !node.in_check => {
            (node.raw_eval, node.static_eval, node.estimate, Some(node.improving))
        }
        (_, Some(stand_pat)) => (stand_pat.raw_eval, stand_pat.static_eval, stand_pat.score, None),
        _ => return None,
    };
    let correction = corrected - raw;
    Some(EvalReport {
        raw: raw.get(),
        correction,
        corrected: corrected.get(),
        estimate: estimate.get(),
        improving,
    })
}

impl fmt::Display for NodeReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "node      {}", self.depth_line())?;
        writeln!(f, "table     {}", self.table_line())?;
        writeln!(f, "eval      {}", self.eval_line())?;
        for (index, line) in self.rule_lines().iter().enumerate() {
            writeln!(f, "{:10}{line}", if index == 0 { "rules" } else { "" })?;
        }
        let score = bounded(&self.score, self.bound);
        writeln!(f, "result    {score}: {}; {} nodes", self.ended_text, grouped(self.nodes))?;
        self.write_moves(f)
    }
}

impl NodeReport {
    /// The rules in order; neighbours that were not asked for the same reason share a line.
    fn rule_lines(&self) -> Vec<String> {
        let same = |one: &RuleLine, other: &RuleLine| !one.asked && !other.asked && one.text == other.text;
        let lines = self.rules.chunk_by(same).map(|rules| {
            let names: Vec<&str> = rules.iter().map(|rule| rule.rule).collect();
            format!("{}: {}", names.join(", "), rules[0].text)
        });
        lines.collect()
    }

    pub(super) fn depth_line(&self) -> String {
        let mut depth = format!("depth {}", self.depth_asked);
        for change in &self.depth_changes {
            depth.push_str(&format!(
                " {} {} ({})",
                if change.plies < 0 { '-' } else { '+' },
                change.plies.abs(),
                change.by
            ));
        }
        if !self.depth_changes.is_empty() {
            depth.push_str(&format!(" = {}", self.depth));
        }
        let kind = match self.kind {
            "root" => "root",
            "quiescence" => "quiescence",
            "cut" => "expected to fail high",
            "all" => "expected to fail low",
            "pv" => "principal variation",
            other => other,
        };
        let depth = if self.kind == "quiescence" { String::new() } else { format!(", {depth}") };
        format!("{kind}{depth}, window {}..{}", self.alpha, self.beta)
    }

    pub(super) fn table_line(&self) -> String {
        let Some(table) = &self.table else { return "no entry".to_owned() };
        let best =
            table.best.as_ref().map_or_else(|| "no move".to_owned(), |best| format!("move {}", best.san));
        match &table.score {
            Some(score) => format!("{} at depth {}, {best}", bounded(score, table.bound), table.depth),
            None => format!("an evaluation only, {best}"),
        }
    }

    pub(super) fn eval_line(&self) -> String {
        let Some(eval) = &self.eval else { return "none (in check, or the node ended before)".to_owned() };
        let improving = match eval.improving {
            Some(true) => ", improving",
            Some(false) => ", not improving",
            None => "",
        };
        let estimate = if eval.estimate == eval.corrected {
            String::new()
        } else {
            format!(", by the table rather {}", eval.estimate)
        };
        let sign = if eval.correction < 0 { '-' } else { '+' };
        let size = eval.correction.abs();
        format!("{} = {} {sign} {size} (correction){estimate}{improving}", eval.corrected, eval.raw)
    }

    fn write_moves(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |text: &dyn Fn(&MoveReport) -> usize| self.moves.iter().map(text).max().unwrap_or(0);
        let san = width(&|report| report.mv.san.chars().count());
        let why = width(&|report| report.reason.as_ref().map_or(0, |reason| reason.chars().count()));
        let mut came_up = self.moves.iter().filter(|report| report.number.is_some()).peekable();
        if came_up.peek().is_some() {
            writeln!(f, "moves in the order tried")?;
        }
        for report in came_up {
            let number = report.number.unwrap_or_default();
            let reason = report.reason.as_deref().unwrap_or_default();
            writeln!(f, "{number:4}. {:san$}  {reason:why$}  {}", report.mv.san, report.text)?;
        }
        self.others().iter().try_for_each(|line| writeln!(f, "{line}"))
    }

    /// The moves that never came up, those with the same reason together.
    pub(super) fn others(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest: Vec<&MoveReport> = self.moves.iter().filter(|report| report.number.is_none()).collect();
        while let Some(first) = rest.first().copied() {
            let (same, others): (Vec<&MoveReport>, _) =
                rest.into_iter().partition(|report| report.text == first.text);
            let sans: Vec<&str> = same.iter().map(|report| report.mv.san.as_str()).collect();
            lines.push(format!("{}: {}", first.text, sans.join(" ")));
            rest = others;
        }
        lines
    }
}
