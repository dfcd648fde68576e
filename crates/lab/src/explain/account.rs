//! Every legal move of a visit, accounted for once.

use chess::{Move, Position};
use engine::ordering::{Reason, check_bonus};
use engine::search::Node;
use engine::{Bound, Settings, Technique, see};

use super::ending::Ending;
use super::moves::{
    ExtensionReport, Fate, MoveReport, ReductionReport, SearchReport, bound_name, bounded, counted, named,
    signed,
};
use super::terms::{self, Comparison};
use super::visit::{Tried, Visit};
use super::{MoveName, score_text};

/// What a list of moves is made of.
pub(super) struct Account<'a> {
    pub visit: &'a Visit,
    pub pos: &'a Position,
    pub settings: &'a Settings,
    /// Moves the search was restricted to; empty for all.
    pub allowed: &'a [Move],
    pub ending: &'a Ending,
}

impl Account<'_> {
    /// Every legal move once: those that came up in their order, then the others.
    pub(super) fn moves(&self) -> Vec<MoveReport> {
        let tried = self.visit.moves.iter();
        let mut moves: Vec<MoveReport> =
            tried.enumerate().map(|(index, tried)| self.of_tried(index + 1, tried)).collect();
        let came_up = |mv: &Move| self.visit.moves.iter().any(|tried| tried.picked.mv == *mv);
        moves
            .extend(self.pos.legal_moves().into_iter().filter(|mv| !came_up(mv)).map(|mv| self.of_other(mv)));
        moves
    }

    /// The facts rules for moves went by: the node's depth may have changed since the rules for the whole node.
    fn node(&self) -> Option<Node> {
        let node = self.visit.facts.as_deref()?;
        let change = self.visit.depth_changes.iter().filter(|(by, _)| *by == Technique::Iir);
        Some(Node { depth: node.depth + change.map(|(_, plies)| plies).sum::<i32>(), ..*node })
    }

    fn of_tried(&self, number: usize, tried: &Tried) -> MoveReport {
        let mv = tried.picked.mv;
        let last = number == self.visit.moves.len();
        let fate = match () {
            () if tried.skipped.is_some() => Fate::Skipped,
            () if last && self.visit.cut == Some(Technique::Singular) => Fate::Cut,
            () => Fate::Searched,
        };
        let mut report = MoveReport {
            number: Some(number),
            mv: MoveName::of(self.pos, mv),
            reason: Some(self.reason(tried)),
            fate,
            see: see(self.pos, mv),
            order: Some(tried.picked.score),
            history: tried.facts.as_ref().map(|facts| facts.history),
            tests: self.tests(tried),
            extension: self.extension(tried),
            reduction: tried.reduction.as_deref().map(|&(terms, plies, depth)| ReductionReport {
                terms: named(&terms),
                plies,
                depth,
            }),
            searches: tried.searches.iter().map(|visit| self.search(mv, visit)).collect(),
            score: None,
            bound: None,
            text: String::new(),
        };
        let found = tried.score.or_else(|| self.quiescence_score(tried));
        if let Some((score, bound)) = found {
            report.score = Some(score_text(score));
            report.bound = Some(bound_name(bound));
        }
        report.text = self.what_happened(&report, found.map(|found| found.1));
        report
    }

    /// In quiescence a move is searched once, and what it had to beat is on record.
    fn quiescence_score(&self, tried: &Tried) -> Option<(engine::Score, Bound)> {
        let search = tried.searches.last().filter(|_| self.visit.quiescence)?;
        Some((-search.score, search.window.flipped().bound_of(-search.score)))
    }

    fn tests(&self, tried: &Tried) -> Vec<Comparison> {
        let (mv, s) = (tried.picked.mv, self.settings);
        let node = self.node();
        let of = |&test| match (&node, &tried.facts, self.visit.stand_pat) {
            (Some(node), Some(facts), _) => terms::of_move(test, node, facts, s),
            (_, _, stand_pat) => {
                let score = stand_pat.map_or(engine::Score::ZERO, |stand_pat| stand_pat.score);
                terms::of_quiescence(test, self.pos, mv, score, s)
            }
        };
        tried.tests.iter().map(of).collect()
    }

    fn reason(&self, tried: &Tried) -> String {
        let picked = tried.picked;
        let exchange = see(self.pos, picked.mv);
        let kind = if picked.mv.is_capture() { "capture" } else { "promotion" };
        match picked.reason {
            Reason::TtMove if self.visit.facts.as_ref().is_some_and(|node| node.root) => {
                "leading root move".to_owned()
            }
            Reason::TtMove => "table move".to_owned(),
            Reason::WinningNoisy if exchange > 0 => format!("winning {kind}, SEE +{exchange}"),
            Reason::WinningNoisy => format!("{kind}, SEE {exchange}"),
            Reason::LosingNoisy => format!("losing {kind}, SEE {exchange}"),
            Reason::Killer1 => "killer".to_owned(),
            Reason::Killer2 => "second killer".to_owned(),
            Reason::CounterMove => "counter-move".to_owned(),
            Reason::Quiet => match check_bonus(self.pos, picked.mv, self.settings) {
                0 => format!("history {}", signed(picked.score)),
                bonus => format!("history {} + {} for check", signed(picked.score - bonus), signed(bonus)),
            },
        }
    }

    fn extension(&self, tried: &Tried) -> Option<ExtensionReport> {
        let node = self.visit.facts.as_deref()?;
        if let Some(search) = &tried.singular {
            return Some(self.singular(tried, node, search));
        }
        let (by, plies) = tried.extension?;
        let text =
            format!("{by}: gives check and loses nothing: extended by {}", counted(plies, "ply", "plies"));
        Some(ExtensionReport { by: by.name(), plies, text })
    }

    /// The search without the table's move: what it was asked, and what follows.
    fn singular(&self, tried: &Tried, node: &Node, search: &Visit) -> ExtensionReport {
        let below = search.window.beta;
        let plies = tried.extension.map_or(0, |(_, plies)| plies);
        let table = node.tt.map_or(below, |hit| hit.score);
        let limit = format!("{} - {} = {}", score_text(table), table - below, score_text(below));
        let sign = if search.score < below { "<" } else { ">=" };
        let what = match plies {
            _ if self.visit.cut == Some(Technique::Singular) => {
                format!("and that is at least beta {}: multicut", score_text(node.window.beta))
            }
            0 => "not singular".to_owned(),
            1.. => format!("singular, extended by {}", counted(plies, "ply", "plies")),
            _ => format!(
                "the table's score beats beta anyway: shortened by {}",
                counted(-plies, "ply", "plies")
            ),
        };
        let score = score_text(search.score);
        let text = format!("singular: without it {score} {sign} {limit} at depth {}: {what}", search.depth);
        ExtensionReport { by: Technique::Singular.name(), plies, text }
    }

    fn search(&self, mv: Move, visit: &Visit) -> SearchReport {
        let mut after = self.pos.clone();
        after.make(mv);
        let window = visit.window.flipped();
        let ending = Ending::of(visit, &after);
        SearchReport {
            depth: visit.depth,
            alpha: score_text(window.alpha),
            beta: score_text(window.beta),
            score: score_text(-visit.score),
            bound: bound_name(window.bound_of(-visit.score)),
            ended: ending.text,
            reply: visit.best.map(|reply| MoveName::of(&after, reply)),
            nodes: visit.nodes,
        }
    }

    /// What happened to a move that came up.
    fn what_happened(&self, report: &MoveReport, bound: Option<Bound>) -> String {
        match (report.fate, report.tests.last()) {
            (Fate::Skipped, Some(test)) => return format!("skipped by {}: {}", test.rule, test.text),
            (Fate::Cut, _) => return "multicut: the node was cut when it came up".to_owned(),
            _ => {}
        }
        let mut parts = Vec::new();
        if let Some(extension) = &report.extension {
            parts.push(extension.text.clone());
        }
        for (index, search) in report.searches.iter().enumerate() {
            let mut part = match (&report.reduction, index, search.depth) {
                (Some(reduction), 0, _) if reduction.plies > 0 => reduction.to_string(),
                (_, 0, 0) => "quiescence".to_owned(),
                (_, 0, depth) => format!("depth {depth}"),
                (_, _, depth) => format!("again at depth {depth}"),
            };
            if index > 0 {
                part.push_str(&format!(", window {}..{}", search.alpha, search.beta));
            }
            parts.push(format!("{part}: {}", bounded(&search.score, search.bound)));
        }
        let effect = match bound {
            Some(Bound::Lower) => "cutoff",
            Some(Bound::Exact) => "best so far",
            Some(Bound::Upper) => "no better",
            None => "its search is not on record",
        };
        parts.push(effect.to_owned());
        parts.join("; ")
    }

    /// A legal move that never came up.
    fn of_other(&self, mv: Move) -> MoveReport {
        let (fate, text) = self.why_not(mv);
        MoveReport {
            number: None,
            mv: MoveName::of(self.pos, mv),
            reason: None,
            fate,
            see: see(self.pos, mv),
            order: None,
            history: None,
            tests: Vec::new(),
            extension: None,
            reduction: None,
            searches: Vec::new(),
            score: None,
            bound: None,
            text,
        }
    }

    fn why_not(&self, mv: Move) -> (Fate, String) {
        if self.visit.facts.as_deref().is_some_and(|node| node.excluded == Some(mv)) {
            return (Fate::NotAllowed, "left out: the search asks how good the others are".to_owned());
        }
        if !self.allowed.is_empty() && !self.allowed.contains(&mv) {
            return (Fate::NotAllowed, "not among the moves to be searched".to_owned());
        }
        let visit = self.visit;
        if self.ending.early {
            return (Fate::NodeEnded, format!("no move was looked at: {}", self.ending.text));
        }
        if visit.quiescence && mv.is_quiet() && (!self.pos.in_check() || self.evasion_found()) {
            let why = if self.pos.in_check() {
                "not generated: in quiescence, one evasion that is not mated is enough"
            } else {
                "not generated: quiescence looks at captures and promotions only"
            };
            return (Fate::NotGenerated, why.to_owned());
        }
        let cutter = visit.moves.last().map_or_else(String::new, |last| chess::san(self.pos, last.picked.mv));
        let how = if visit.cut == Some(Technique::Singular) { "multicut at" } else { "the node was cut by" };
        (Fate::NotReached, format!("never reached: {how} {cutter}"))
    }

    /// In check, quiescence looks at quiet moves only until one evasion is not mated.
    fn evasion_found(&self) -> bool {
        let before_last = self.visit.moves.split_last().map_or(&[][..], |(_, before)| before);
        let cut = self.visit.bound == Bound::Lower;
        let tried = if cut { before_last } else { &self.visit.moves[..] };
        tried.iter().filter_map(|tried| self.quiescence_score(tried)).any(|(score, _)| !score.is_loss())
    }
}
