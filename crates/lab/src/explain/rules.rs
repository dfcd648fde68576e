//! The rules for the whole node: what each compared, or why it was not asked.

use chess::Position;
use engine::search::{Node, whole_node_rules};
use engine::{Bound, Score, Settings, Technique};
use serde::Serialize;

use super::score_text;
use super::terms::{self, Comparison, Side, compare};
use super::visit::{Role, Visit};

/// What one rule made of the node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RuleLine {
    /// The technique, by its name.
    pub rule: &'static str,
    /// Whether it applied at all.
    pub asked: bool,
    /// What it compared.
    pub comparisons: Vec<Comparison>,
    /// In words, with the numbers.
    pub text: String,
}

impl std::fmt::Display for RuleLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.rule, self.text)
    }
}

impl RuleLine {
    fn not_asked(rule: Technique, why: String) -> RuleLine {
        RuleLine {
            rule: rule.name(),
            asked: false,
            comparisons: Vec::new(),
            text: format!("not asked: {why}"),
        }
    }

    /// `what` came of it after the comparisons.
    fn asked(rule: Technique, comparisons: Vec<Comparison>, what: &str) -> RuleLine {
        let sides: Vec<&str> = comparisons.iter().map(|comparison| comparison.text.as_str()).collect();
        let holds = comparisons.iter().all(|comparison| comparison.holds);
        // Only an exact score of the table is taken without a comparison.
        let sides = if sides.is_empty() { "an exact score".to_owned() } else { sides.join(" and ") };
        let text = format!("{sides}: {}{what}", if holds { "yes" } else { "no" });
        RuleLine { rule: rule.name(), asked: true, comparisons, text }
    }
}

/// Every rule of a visit, in the order of the search, up to the one that ended the node.
pub(super) fn of_visit(visit: &Visit, pos: &Position, s: &Settings) -> Vec<RuleLine> {
    let Some(node) = &visit.facts else { return of_quiescence(visit) };
    let rules = [
        (Technique::Hindsight, hindsight(visit, node, s)),
        (Technique::Tt, table(visit, node, s)),
        (Technique::Rfp, tested(visit, node, Technique::Rfp, s)),
        (Technique::Razoring, tested(visit, node, Technique::Razoring, s)),
        (Technique::NullMove, tested(visit, node, Technique::NullMove, s)),
        (Technique::NullVerify, verification(visit, node, s)),
        (Technique::ProbCut, Some(probcut(visit, node, pos, s))),
        (Technique::Iir, Some(internal_reduction(visit, node, s))),
    ];
    // A null-move cutoff is confirmed before it counts, so its line comes after the one that asks for it.
    let last = match visit.cut {
        Some(Technique::NullMove) => Technique::NullVerify,
        Some(by) => by,
        None => Technique::Iir,
    };
    let end = rules.iter().position(|(by, _)| *by == last).unwrap_or(rules.len() - 1);
    rules.into_iter().take(end + 1).filter_map(|(_, line)| line).collect()
}

/// A quiescence node has the table and its stand-pat score.
fn of_quiescence(visit: &Visit) -> Vec<RuleLine> {
    let window = visit.window;
    let mut lines = Vec::new();
    if let Some(hit) = visit.table {
        lines.push(if visit.pv {
            RuleLine::not_asked(Technique::Tt, "on the principal variation".to_owned())
        } else {
            let comparisons: Vec<Comparison> =
                bound_comparison(hit.bound, hit.score, window.alpha, window.beta).into_iter().collect();
            let what = distrusted(visit, &comparisons);
            RuleLine::asked(Technique::Tt, comparisons, what)
        });
    }
    if let Some(stand_pat) = visit.stand_pat {
        let (have, need) = (stand_pat.score.get(), window.beta.get());
        let comparison = compare(
            Technique::Quiescence,
            (have, Some(Side::of("stand pat", have))),
            (need, Some(Side::of("beta", need))),
        );
        lines.push(RuleLine::asked(Technique::Quiescence, vec![comparison], ""));
    }
    lines
}

/// A rule that notes its comparison; searches it led to come after the numbers.
fn tested(visit: &Visit, node: &Node, by: Technique, s: &Settings) -> Option<RuleLine> {
    let Some(&test) = visit.tests.iter().find(|test| test.by == by) else {
        return Some(RuleLine::not_asked(by, why_not(by, node, s)));
    };
    let window = node.window;
    let search = |role: Role| visit.nested.iter().find(|below| below.role == role);
    let what = match (by, search(Role::Razoring), search(Role::Pass)) {
        (Technique::Razoring, Some(asked), _) => {
            let score = score_text(asked.score);
            let alpha = score_text(window.alpha);
            if asked.score <= window.alpha {
                format!("; quiescence gives {score} <= alpha {alpha}: cut")
            } else {
                format!("; quiescence gives {score} > alpha {alpha}: no cut")
            }
        }
        (Technique::NullMove, _, Some(passed)) => {
            let (score, beta) = (score_text(-passed.score), score_text(window.beta));
            let reduction = whole_node_rules::null_move_reduction(node, s);
            let depth = format!("{} - 1 - {reduction} = {}", node.depth, node.depth - 1 - reduction);
            if -passed.score >= window.beta {
                format!("; passing, at depth {depth}, gives {score} >= beta {beta}")
            } else {
                format!("; passing, at depth {depth}, gives {score} < beta {beta}: no cut")
            }
        }
        (Technique::Razoring | Technique::NullMove, ..) if test.holds() && !visit.opened => {
            "; what its search gave was not kept".to_owned()
        }
        _ => String::new(),
    };
    Some(RuleLine::asked(by, vec![terms::of_node(test, node, s)], &what))
}

/// The confirmation of a null-move cutoff, where passing reached beta.
fn verification(visit: &Visit, node: &Node, s: &Settings) -> Option<RuleLine> {
    let by = Technique::NullVerify;
    let passed = visit.nested.iter().find(|below| below.role == Role::Pass)?;
    if -passed.score < node.window.beta {
        return None;
    }
    if !s.techniques.has(by) {
        return Some(RuleLine::not_asked(by, "switched off".to_owned()));
    }
    let need = s.params.whole_node.null_verify_depth;
    let comparison = depth_at_least(by, node.depth, need);
    let what = match visit.nested.iter().find(|below| below.role == Role::Verification) {
        Some(asked) => {
            let verdict = if visit.verified == Some(true) { "confirmed" } else { "not confirmed" };
            format!("; real moves at depth {} give {}: {verdict}", asked.depth, score_text(asked.score))
        }
        None => String::new(),
    };
    Some(RuleLine::asked(by, vec![comparison], &what))
}

fn depth_at_least(by: Technique, depth: i32, need: i32) -> Comparison {
    compare(by, (depth, Some(Side::amount("depth", depth))), (need, None))
}

/// Whether the table's score settles the window: a lower bound by beta, an upper bound by alpha, an exact score always.
fn bound_comparison(bound: Bound, score: Score, alpha: Score, beta: Score) -> Option<Comparison> {
    let (have, need) = match bound {
        Bound::Exact => return None,
        Bound::Lower => (("lower bound", score), ("beta", beta)),
        Bound::Upper => (("alpha", alpha), ("upper bound", score)),
    };
    let side = |(name, score): (&str, Score)| (score.get(), Some(Side::of(name, score.get())));
    Some(compare(Technique::Tt, side(have), side(need)))
}

/// What is to be added when the table's answer would do and was not taken.
fn distrusted(visit: &Visit, comparisons: &[Comparison]) -> &'static str {
    let would_do = visit.cut != Some(Technique::Tt) && comparisons.iter().all(|comparison| comparison.holds);
    if would_do { ", but so near to the fifty-move limit the table is not trusted" } else { "" }
}

fn table(visit: &Visit, node: &Node, s: &Settings) -> Option<RuleLine> {
    let by = Technique::Tt;
    if !s.techniques.has(by) {
        return Some(RuleLine::not_asked(by, "switched off".to_owned()));
    }
    let Some(hit) = node.tt else {
        let why =
            if node.excluded.is_some() { "a move is left out" } else { "the position is not in the table" };
        return Some(RuleLine::not_asked(by, why.to_owned()));
    };
    if node.root || (node.pv && s.techniques.has(Technique::Pvs)) {
        return Some(RuleLine::not_asked(by, "on the principal variation".to_owned()));
    }
    let depth = compare(by, (hit.depth, Some(Side::amount("entry of depth", hit.depth))), (node.depth, None));
    let mut comparisons = vec![depth];
    comparisons.extend(bound_comparison(hit.bound, hit.score, node.window.alpha, node.window.beta));
    let what = distrusted(visit, &comparisons);
    Some(RuleLine::asked(by, comparisons, what))
}

/// The reduction made a ply above, judged by both evaluations; the depth is changed before any other rule.
fn hindsight(visit: &Visit, node: &Node, s: &Settings) -> Option<RuleLine> {
    let (by, p) = (Technique::Hindsight, &s.params.extend);
    let why = if node.root {
        Some("the root")
    } else if node.in_check {
        Some("in check")
    } else {
        side_search(node).or(node.parent_eval.is_none().then_some("in check a ply above"))
    };
    if let Some(why) = switched_off(by, s).or(why) {
        return Some(RuleLine::not_asked(by, why.to_owned()));
    }
    let above = node.parent_eval?.get();
    let sum = Side::of("evals", node.static_eval.get()).and(above);
    let reduced = |need: i32| {
        let have = Side::amount("last move reduced by", node.parent_reduction);
        compare(by, (node.parent_reduction, Some(have)), (need, None))
    };
    let change = visit.depth_changes.iter().find(|(changed, _)| *changed == by).map_or(0, |change| change.1);
    let (mut comparisons, what) = match change {
        1.. => (vec![reduced(p.hindsight_deeper)], "; one ply more"),
        0 => (vec![reduced(p.hindsight_shallower)], ""),
        _ => (vec![reduced(p.hindsight_shallower)], "; one ply less"),
    };
    if change > 0 {
        comparisons.push(compare(by, (0, None), (sum.value, Some(sum))));
    } else if comparisons[0].holds {
        comparisons.push(compare(by, (sum.value, Some(sum)), (p.hindsight_margin + 1, None)));
    }
    let spared = change == 0 && comparisons.iter().all(|comparison| comparison.holds);
    Some(RuleLine::asked(by, comparisons, if spared { ", but there is no ply to take" } else { what }))
}

/// ProbCut: the captures that win enough, each with its score against the raised beta.
fn probcut(visit: &Visit, node: &Node, pos: &Position, s: &Settings) -> RuleLine {
    let (by, p) = (Technique::ProbCut, &s.params.whole_node);
    let Some(bound) = whole_node_rules::probcut_beta(node, s) else {
        return RuleLine::not_asked(by, why_not(by, node, s));
    };
    if !visit.opened {
        let text = "asked; its searches were not kept".to_owned();
        return RuleLine { rule: by.name(), asked: true, comparisons: Vec::new(), text };
    }
    let raised = Side::of("beta", node.window.beta.get()).plus(p.probcut_margin, p.probcut_margin);
    let raised = if node.improving { raised.less(p.probcut_improving) } else { raised };
    let mut tried: Vec<(chess::Move, Score)> = Vec::new();
    for below in &visit.nested {
        // The first search of a capture is by quiescence, the second, if any, counts.
        match (below.role, tried.last_mut()) {
            (Role::ProbCut(mv), Some(last)) if last.0 == mv => last.1 = -below.score,
            (Role::ProbCut(mv), _) => tried.push((mv, -below.score)),
            _ => {}
        }
    }
    if tried.is_empty() {
        let bound = Side::of("", bound.get()).less(node.static_eval.get());
        let text = format!("no capture wins {}", bound.written());
        return RuleLine { rule: by.name(), asked: true, comparisons: Vec::new(), text };
    }
    let comparisons: Vec<Comparison> = tried
        .into_iter()
        .map(|(mv, score)| {
            let have = Side::of(&chess::san(pos, mv), score.get());
            compare(by, (score.get(), Some(have)), (bound.get(), Some(raised.clone())))
        })
        .collect();
    let cut = comparisons.last().is_some_and(|comparison| comparison.holds);
    let sides: Vec<&str> = comparisons.iter().map(|comparison| comparison.text.as_str()).collect();
    let text = format!("{}: {}", sides.join(", "), if cut { "yes" } else { "no" });
    RuleLine { rule: by.name(), asked: true, comparisons, text }
}

/// Internal iterative reduction.
fn internal_reduction(visit: &Visit, node: &Node, s: &Settings) -> RuleLine {
    let (by, need) = (Technique::Iir, s.params.whole_node.iir_min_depth);
    let why = if node.root {
        Some("the root")
    } else if node.excluded.is_some() {
        Some("a move is left out")
    } else if node.tt_move.is_some() {
        Some("the table has a move")
    } else if !node.pv && !node.cut {
        Some("neither on the principal variation nor expected to fail high")
    } else {
        switched_off(Technique::Tt, s).map(|_| "there is no table")
    };
    if let Some(why) = switched_off(by, s).or(why) {
        return RuleLine::not_asked(by, why.to_owned());
    }
    let applied = visit.depth_changes.iter().any(|(changed, _)| *changed == by);
    let what = if applied { "; one ply less" } else { "" };
    RuleLine::asked(by, vec![depth_at_least(by, node.depth, need)], what)
}

/// Why a rule that ends nodes, or passing, did not apply: the first of its conditions that fails.
pub(super) fn why_not(by: Technique, node: &Node, s: &Settings) -> String {
    let p = &s.params.whole_node;
    let depth = node.depth;
    let general = if node.pv {
        Some("on the principal variation")
    } else if node.in_check {
        Some("in check")
    } else {
        side_search(node)
    };
    if let Some(why) = switched_off(by, s).or(general) {
        return why.to_owned();
    }
    let beta = score_text(node.window.beta);
    match by {
        Technique::Rfp if depth > p.rfp_max_depth => format!("depth {depth} > {}", p.rfp_max_depth),
        Technique::Rfp if node.estimate.is_win() => "the estimate is a win".to_owned(),
        Technique::Razoring if depth > p.razor_max_depth => format!("depth {depth} > {}", p.razor_max_depth),
        Technique::Razoring if node.window.alpha.is_decisive() => {
            format!("alpha {} is decisive", score_text(node.window.alpha))
        }
        Technique::Razoring => "there is no quiescence".to_owned(),
        Technique::NullMove if node.after_null => "after a null move".to_owned(),
        Technique::NullMove if node.null_barred => "barred by a verification above".to_owned(),
        Technique::NullMove if !node.has_pieces => "pawns only: zugzwang is near".to_owned(),
        Technique::NullMove if depth < p.null_min_depth => format!("depth {depth} < {}", p.null_min_depth),
        Technique::ProbCut if depth < p.probcut_min_depth => {
            format!("depth {depth} < {}", p.probcut_min_depth)
        }
        // What is left is a bound in the table that says how it would end.
        Technique::ProbCut if !(node.window.beta + p.probcut_margin).is_decisive() => {
            let bound = node.tt.map_or(node.window.alpha, |hit| hit.score);
            format!("the table knows that no move brings more than {}", score_text(bound))
        }
        _ => format!("beta {beta} is decisive"),
    }
}

fn switched_off(by: Technique, s: &Settings) -> Option<&'static str> {
    (!s.techniques.has(by)).then_some("switched off")
}

/// A node searched to answer a question about itself is not pruned.
fn side_search(node: &Node) -> Option<&'static str> {
    match (node.excluded, node.verifying) {
        (Some(_), _) => Some("a move is left out"),
        (_, true) => Some("this search verifies a null move"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::search::Window;
    use engine::tt::Hit;

    /// A window may be narrowed down to a null window on the principal variation, too.
    #[test]
    fn the_table_answers_in_quiescence_off_the_principal_variation_only() {
        let told = |pv: bool| {
            let mut visit = Visit::new(3, Role::Root, 5, 0, Window::null(Score::cp(10)), true);
            visit.pv = pv;
            let score = Score::cp(50);
            visit.table = Some(Hit { mv: None, score, eval: None, depth: 0, bound: Bound::Lower, pv: false });
            of_quiescence(&visit).remove(0)
        };
        assert_eq!(told(true).text, "not asked: on the principal variation");
        assert!(told(false).text.starts_with("lower bound 50 >= beta 11: yes"), "{}", told(false));
    }
}
