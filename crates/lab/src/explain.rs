//! Why was a move played, not played, or not even searched?
//!
//! A search is made with an observer that follows one line of moves. The node at the end of the line is then told in its last
//! full visit, of whichever iteration: what it was asked, what the table and the evaluation said, what every rule compared, and what became
//! of every legal move. All numbers are those the search acted on. One thread, and nothing known before, so the same command
//! gives the same answer.

mod account;
mod ending;
mod moves;
mod node;
mod page;
mod record;
mod report;
mod rules;
mod sentence;
mod terms;
mod tree;
mod visit;

pub use moves::{ExtensionReport, Fate, MoveReport, ReductionReport, SearchReport, Term};
pub use node::{DepthChange, EvalReport, NodeReport, TableReport};
pub use report::{Brief, MoveName, Report, Visits};
pub use rules::RuleLine;
pub use terms::Comparison;
pub use tree::TreeNode;

use chess::{Game, Move, Position};
use engine::eval::Evaluation;
use engine::{Engine, Info, Limits, Outcome, Score, Settings, Technique, Techniques};

use crate::cancel::Cancel;
use crate::error::LabError;
use crate::progress::{bar, grouped};
use record::{Found, LineRecorder};

/// Size of the transposition table unless told otherwise, MiB.
pub const DEFAULT_HASH_MIB: usize = 64;

/// Most nodes kept unless told otherwise.
pub const DEFAULT_MAX_NODES: usize = 20_000;

/// Least that most can be: room for all searches of all moves of one node.
pub const LEAST_MAX_NODES: usize = 1_000;

/// What to search, and what to explain of it.
#[derive(Clone, Debug)]
pub struct Options {
    /// The position searched, with the game that led to it.
    pub game: Game,
    /// Depth of the search, plies.
    pub depth: u32,
    /// Root moves the search is restricted to; empty for all.
    pub searchmoves: Vec<Move>,
    /// The moves to the node in question, legal one after the other; none for the root.
    pub line: Vec<Move>,
    /// The move asked about, legal at the end of the line.
    pub mv: Option<Move>,
    /// Techniques and parameters.
    pub settings: Settings,
    /// Size of the transposition table, MiB.
    pub hash_mib: usize,
    /// How many plies of the tree below the line to keep and give; `None` for no tree.
    pub tree: Option<usize>,
    /// Most nodes of it to keep, a skipped move counting as one; at least [`LEAST_MAX_NODES`] are.
    pub max_nodes: usize,
}

impl Options {
    /// Explains the root of a search of `game`, with nothing unusual.
    #[must_use]
    pub fn new(game: Game, depth: u32) -> Options {
        Options {
            game,
            depth,
            searchmoves: Vec::new(),
            line: Vec::new(),
            mv: None,
            settings: Settings::default(),
            hash_mib: DEFAULT_HASH_MIB,
            tree: None,
            max_nodes: DEFAULT_MAX_NODES,
        }
    }
}

/// Reads a line of moves in UCI or algebraic notation, separated by blanks; move numbers are passed over. Also gives
/// the position at its end.
///
/// # Errors
/// [`LabError::Move`] for the first move that is none or not legal.
pub fn parse_line(start: &Position, text: &str) -> Result<(Vec<Move>, Position), LabError> {
    let (mut moves, mut pos) = (Vec::new(), start.clone());
    for word in text.split_whitespace() {
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        // A number counts as one only with its full stop: `0-0` castles.
        let word = if bare.starts_with('.') { bare.trim_start_matches('.') } else { word };
        if word.is_empty() {
            continue;
        }
        let mv = chess::parse_move(&pos, word)?;
        moves.push(mv);
        pos.make(mv);
    }
    Ok((moves, pos))
}

/// Searches and explains. `each` hears of every finished iteration. If `cancel` asks for it, the search ends and what it has so far
/// is explained.
///
/// # Errors
/// [`LabError::Hash`] if there is no room for the table, [`LabError::Cancelled`] if the request came before the search.
pub fn run(options: &Options, cancel: &Cancel, each: &mut dyn FnMut(&Info)) -> Result<Report, LabError> {
    let mut search = Search::record(options, &options.line, cancel, each)?;
    let reached = search.reached();
    let seen = search.seen(reached + 1);
    if options.tree.is_some() && reached < options.line.len() && !cancel.is_cancelled() {
        // The tree wanted is that of the node shown: the same search again, watched there.
        search = Search::record(options, &options.line[..reached], cancel, &mut |_| {})?;
    }
    Ok(search.report(options, reached.min(search.reached()), seen, cancel.is_cancelled()))
}

/// A finished search with what was recorded of it.
struct Search {
    outcome: Outcome,
    /// After no move of the line, after one, and so on.
    found: Vec<Found>,
}

impl Search {
    fn record(
        options: &Options,
        line: &[Move],
        cancel: &Cancel,
        each: &mut dyn FnMut(&Info),
    ) -> Result<Search, LabError> {
        let mut engine = Engine::new(options.hash_mib)?;
        engine.settings = options.settings.clone();
        engine.set_position(&options.game);
        let plies = options.tree.unwrap_or(1);
        let mut recorder = LineRecorder::new(line, plies, options.max_nodes.max(LEAST_MAX_NODES));
        let limits = Limits { searchmoves: options.searchmoves.clone(), ..Limits::depth(options.depth) };
        let Some(_admission) = cancel.admit(engine.controller()) else { return Err(LabError::Cancelled) };
        let progress = bar(options.depth as usize);
        let mut report = |info: &Info| {
            progress.set_position(u64::from(info.depth));
            each(info);
        };
        let outcome = engine.go_observed(&limits, &mut report, &mut recorder);
        progress.finish_and_clear();
        Ok(Search { outcome, found: recorder.into_found() })
    }

    /// How many moves of the line the last iteration went down.
    fn reached(&self) -> usize {
        let current = |found: &Found| found.shown.is_some() && found.iteration >= self.outcome.depth as i32;
        self.found.iter().rposition(current).unwrap_or(0)
    }

    /// The last iteration in which the node after so many moves of the line was visited; 0 for none.
    fn seen(&self, moves: usize) -> i32 {
        self.found.get(moves).map_or(0, |found| found.iteration)
    }

    fn report(&self, options: &Options, reached: usize, seen: i32, stopped: bool) -> Report {
        let root = options.game.position();
        let mut positions = vec![root.clone()];
        let mut line = Vec::new();
        for &mv in &options.line {
            let pos = &positions[line.len()];
            line.push(MoveName::of(pos, mv));
            let mut after = pos.clone();
            after.make(mv);
            positions.push(after);
        }
        let (pos, found) = (&positions[reached], &self.found[reached]);
        let shown = found.shown.as_ref();
        let node =
            shown.map(|shown| NodeReport::of(&shown.visit, pos, &options.settings, &options.searchmoves));
        let wanted = options.tree.unwrap_or(1).max(1);
        let left_out = shown.filter(|shown| shown.plies < wanted && options.tree.is_some()).map(|shown| {
            format!(
                "the tree ends after {} of {wanted} plies: more would be over {} nodes",
                shown.plies,
                grouped(options.max_nodes.max(LEAST_MAX_NODES) as u64)
            )
        });
        let asked = line.get(reached).cloned().or_else(|| options.mv.map(|mv| MoveName::of(pos, mv)));
        let mut report = Report {
            asked,
            fen: root.fen(),
            depth: self.outcome.depth,
            stopped: stopped && self.outcome.depth < options.depth,
            hash_mib: options.hash_mib,
            settings: changed(&options.settings),
            nodes: self.outcome.nodes,
            best: self.outcome.best.map(|mv| MoveName::of(root, mv)),
            score: score_text(self.outcome.score),
            line,
            reached,
            answer: String::new(),
            visits: shown.map(|shown| visits(found, shown.number, pos)),
            node,
            left_out,
            tree: options
                .tree
                .and(shown)
                .map(|shown| TreeNode::of(&shown.visit, pos, &options.settings, &options.searchmoves)),
        };
        let before = reached.checked_sub(1).and_then(|at| {
            let visit = &self.found.get(at)?.shown.as_ref()?.visit;
            let node = NodeReport::of(visit, &positions[at], &options.settings, &options.searchmoves);
            Some(sentence::of_move(&node, node.find(&report.line[at])?))
        });
        report.answer = answer(&report, options, seen, &before.unwrap_or_default());
        report.answer.extend(later(&report));
        report
    }
}

fn visits(found: &Found, shown: u64, pos: &Position) -> Visits {
    let first = found.in_iteration - found.latest.len() as u64 + 1;
    let brief = |(number, visit): (u64, &visit::Visit)| Brief {
        number,
        depth: visit.depth,
        alpha: score_text(visit.window.alpha),
        beta: score_text(visit.window.beta),
        score: score_text(visit.score),
        bound: moves::bound_name(visit.bound),
        ended: ending::Ending::of(visit, pos).text,
    };
    Visits {
        total: found.visits,
        iteration: found.iteration,
        in_iteration: found.in_iteration,
        shown,
        latest: (first..).zip(&found.latest).map(brief).collect(),
    }
}

/// The question answered in words.
///
/// `before` is what the node a ply above says of the line's last move.
fn answer(report: &Report, options: &Options, seen: i32, before: &str) -> String {
    let Some(node) = &report.node else {
        return "The game is over: there is no legal move.".to_owned();
    };
    let root = options.game.position();
    let line = |moves: usize| chess::san_line(root, &options.line[..moves]);
    let reached = report.reached;
    let asked = report.asked.as_ref().and_then(|mv| node.find(mv));
    let asked = asked.map(|told| sentence::of_move(node, told));
    if !report.is_reached() {
        let last = match seen {
            0 => "it was never searched".to_owned(),
            iteration => {
                format!("it was last searched in iteration {iteration}, which a search to that depth shows")
            }
        };
        let at =
            if reached == 0 { "the root".to_owned() } else { format!("the node after {}", line(reached)) };
        return format!(
            "{} was not visited in the last iteration ({}); {last}. The search went as far as {at}, which is shown: {}",
            line(reached + 1),
            report.depth,
            asked.unwrap_or_default()
        );
    }
    match (asked, &report.best) {
        (Some(asked), _) => asked,
        (None, Some(best)) if reached == 0 => {
            format!("{} was chosen: it has {} at depth {}.", best.san, report.score, report.depth)
        }
        _ => format!(
            "After {}, the side to move has {}: {}. A ply before, in the last full visit: {before}",
            line(reached),
            sentence::in_words(&node.score, node.bound),
            node.ended_text
        ),
    }
}

/// What the table said since, where the visit shown is not of the last iteration that came to the node.
fn later(report: &Report) -> Option<String> {
    let (visits, node) = (report.visits.as_ref()?, report.node.as_ref()?);
    let last = visits.latest.last().filter(|_| visits.iteration != node.iteration)?;
    Some(format!(
        " The node shown was last searched in full in iteration {}; in iteration {} it has {} without a search: {}.",
        node.iteration,
        visits.iteration,
        sentence::in_words(&last.score, last.bound),
        last.ended
    ))
}

/// The settings that are not the default, as they would be set; a network by what it is.
pub(crate) fn changed(settings: &Settings) -> Vec<String> {
    let none = settings.techniques == Techniques::none();
    let techniques = Technique::ALL.iter().filter(|_| !none).filter_map(|&technique| {
        let on = settings.techniques.has(technique);
        (on != technique.default_on()).then(|| format!("{technique}={}", if on { "on" } else { "off" }))
    });
    let params = engine::params::Params::registry().filter_map(|info| {
        let value = settings.params.get(info.name)?;
        (value != info.default).then(|| format!("{}={value}", info.name))
    });
    let network = settings.evaluation.network();
    let evaluation = (network != Evaluation::default().network())
        .then(|| network.map_or_else(|| "eval=hand".to_owned(), |network| format!("evalfile={network}")));
    none.then(|| "all=off".to_owned()).into_iter().chain(techniques).chain(params).chain(evaluation).collect()
}

/// A score in centipawns, or `mate N`; the ends of an open window are `inf` and `-inf`.
#[must_use]
pub fn score_text(score: Score) -> String {
    match score {
        Score::INFINITE => "inf".to_owned(),
        Score::MINUS_INFINITE => "-inf".to_owned(),
        _ => match score.to_uci() {
            engine::UciScore::Cp(centipawns) => centipawns.to_string(),
            mate => mate.to_string(),
        },
    }
}
