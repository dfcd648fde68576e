//! What each technique of the search is worth, in nodes.
//!
//! Three measurements on six fixed positions, one thread, the table cleared before every search:
//!
//! * every technique switched off in turn (or on, if it is off by default), all others as they are: what it adds on top of the rest. Techniques overlap,
//!   so these do not add up;
//! * the stages added one by one, from the plainest search to that of all techniques: what each brought when it came;
//! * the effective branching factor of the engine as it plays: the factor by which one more ply multiplies the nodes, as
//!   the tenth root of N(18)/N(8), N(d) being the nodes it takes to complete depth d.
//!
//! A node count is not strength: pruning trades accuracy for depth, and only games tell whether the trade is good.

use std::time::Instant;

use chess::{Game, Position};
use engine::{Engine, Info, Limits, Settings, Stage, Technique, Techniques};
use serde::Serialize;

use crate::Cancel;
use crate::error::LabError;
use crate::progress::bar;

/// The six positions: an opening, three middlegames (open, closed, with an attack) and two endgames.
pub const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp1n1pbp/3p1np1/2pPp3/2P1P3/2N2N2/PP2BPPP/R1BQ1RK1 w - - 2 10",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/p2r3p/1p3P1P/1P1R2P1/P4PK1/8 w - - 0 35",
];

/// The depth, in plies, at which techniques are compared unless told otherwise.
pub const DEFAULT_DEPTH: u32 = 8;

/// The depths between which the effective branching factor of the full engine is measured.
pub const BRANCHING_DEPTHS: (u32, u32) = (8, 18);

/// The size of the transposition table, in mebibytes, unless told otherwise.
pub const DEFAULT_HASH_MIB: usize = 64;

/// Nodes after which the search of one position is given up: an engine without its ordering could take
/// days.
pub const DEFAULT_NODE_CAP: u64 = 20_000_000;

/// The name of the row in [`Report::variants`] that compares with an implementation whose stage 14 lacks
/// late move pruning.
pub const STAGE_14_WITHOUT_LMP: &str = "14 without lmp";

/// What to compare, and how deep.
#[derive(Clone, Debug)]
pub struct Options {
    /// The depth, in plies, of the two tables.
    pub depth: u32,
    /// Whether to measure the effective branching factor between [`BRANCHING_DEPTHS`] too; it takes a minute or so.
    pub branching: bool,
    /// Nodes after which one search is given up; its row is then marked.
    pub node_cap: u64,
    /// The size of the transposition table, in mebibytes.
    pub hash_mib: usize,
    /// The settings to start from.
    pub settings: Settings,
    /// The techniques to switch.
    pub techniques: Vec<Technique>,
    /// Whether to add the stages one by one.
    pub stages: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            depth: DEFAULT_DEPTH,
            branching: true,
            node_cap: DEFAULT_NODE_CAP,
            hash_mib: DEFAULT_HASH_MIB,
            settings: Settings::default(),
            techniques: Technique::ALL.to_vec(),
            stages: true,
        }
    }
}

/// The six positions searched with one set of techniques.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The technique switched, or the stage reached.
    pub name: String,
    /// The stage at which the technique entered; the same as `name` for a stage.
    pub stage: String,
    /// What was done: `off`, `on` (a technique that is off by default) or `added` (a stage).
    pub switched: &'static str,
    /// The technique in one line; for a stage, the names of the techniques it brought.
    pub summary: String,
    /// Nodes in all.
    pub nodes: u64,
    /// Nodes as a multiple of the full engine's; `None` if the full engine's search was given up.
    pub ratio: Option<f64>,
    /// Time taken, in seconds.
    pub seconds: f64,
    /// The effective branching factor over the deeper half of the search; geometric mean of the positions. `None` if
    /// one was given up: what was counted of it bounds the factor on neither side.
    pub branching_factor: Option<f64>,
    /// Whether a search was given up, so that `nodes` and `ratio` are only lower bounds.
    pub capped: bool,
}

/// The effective branching factor on one position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Branching {
    /// The position.
    pub fen: String,
    /// Nodes to complete the shallower depth.
    pub shallow: u64,
    /// Nodes to complete the deeper depth; if `capped`, those after which it was given up.
    pub deep: u64,
    /// The factor per ply; if `capped`, a lower bound. `None` if not even the shallower depth was completed.
    pub factor: Option<f64>,
    /// Whether the search was given up before it completed the deeper depth.
    pub capped: bool,
}

/// All measurements.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The depth, in plies, of the two tables.
    pub depth: u32,
    /// The size of the transposition table, in mebibytes.
    pub hash_mib: usize,
    /// The positions, as FEN.
    pub positions: Vec<String>,
    /// Nodes of the engine as it plays, in all.
    pub nodes: u64,
    /// Its time, in seconds.
    pub seconds: f64,
    /// Its effective branching factor at this depth, comparable with the rows'; `None` if a search was given up.
    pub branching_factor: Option<f64>,
    /// Whether one of its searches was given up, so that `nodes` is only a lower bound.
    pub capped: bool,
    /// The techniques switched in turn.
    pub techniques: Vec<Row>,
    /// Every stage added in turn.
    pub stages: Vec<Row>,
    /// Further sets of techniques, for comparison with other implementations.
    pub variants: Vec<Row>,
    /// The effective branching factor between [`BRANCHING_DEPTHS`] on each position; empty if not measured.
    pub branching: Vec<Branching>,
    /// Geometric mean of those; `None` if not measured, or if one of them is missing. A lower bound if
    /// `mean_is_lower_bound`.
    pub mean_branching_factor: Option<f64>,
    /// Whether one of those searches was given up.
    pub mean_is_lower_bound: bool,
    /// Whether everything asked for was measured; not if the whole was given up.
    pub complete: bool,
}

/// Makes all measurements. A request to give up ends it with those made by then.
///
/// # Errors
/// [`LabError::Value`] for a depth below 2, [`LabError::Hash`] if there is no room for the table,
/// [`LabError::Cancelled`] if there is nothing to report yet.
pub fn run(options: &Options, cancel: &Cancel) -> Result<Report, LabError> {
    if options.depth < 2 {
        return Err(LabError::value("depth", "at least 2", options.depth));
    }
    let mut bench = Bench::new(options, cancel)?;
    let full = bench.measure(options.settings.techniques)?;
    let mut report = Report {
        depth: options.depth,
        hash_mib: options.hash_mib,
        positions: POSITIONS.map(str::to_owned).to_vec(),
        nodes: full.nodes,
        seconds: full.seconds,
        branching_factor: full.branching_factor,
        capped: full.capped,
        techniques: Vec::new(),
        stages: Vec::new(),
        variants: Vec::new(),
        branching: Vec::new(),
        mean_branching_factor: None,
        mean_is_lower_bound: false,
        complete: false,
    };
    match bench.fill(&mut report, &full) {
        Err(LabError::Cancelled) => {}
        outcome => {
            outcome?;
            report.complete = true;
        }
    }
    Ok(report)
}

/// One configuration on the six positions.
struct Measured {
    nodes: u64,
    seconds: f64,
    branching_factor: Option<f64>,
    capped: bool,
}

/// The engine and the settings measurements start from.
struct Bench<'a> {
    engine: Engine,
    positions: Vec<Position>,
    options: &'a Options,
    cancel: &'a Cancel,
}

impl<'a> Bench<'a> {
    fn new(options: &'a Options, cancel: &'a Cancel) -> Result<Self, LabError> {
        let mut engine = Engine::new(options.hash_mib)?;
        engine.settings = options.settings.clone();
        // The list is ours; a test reads every line of it.
        let positions = POSITIONS.iter().filter_map(|fen| Position::from_fen(fen).ok()).collect();
        Ok(Bench { engine, positions, options, cancel })
    }

    /// Everything but the full engine, row by row.
    fn fill(&mut self, report: &mut Report, full: &Measured) -> Result<(), LabError> {
        let options = self.options;
        let plain = std::iter::once(Stage::PLAIN);
        let stages: Vec<Stage> = plain.chain(Stage::all()).filter(|_| options.stages).collect();
        let progress = bar(options.techniques.len() + stages.len() + usize::from(options.branching));
        for &technique in &options.techniques {
            progress.set_message(technique.name());
            report.techniques.push(self.switched(technique, full)?);
            progress.inc(1);
        }
        for stage in stages {
            progress.set_message(format!("stage {stage}"));
            report.stages.push(self.up_to(stage, full)?);
            progress.inc(1);
        }
        if options.stages {
            report.variants.push(self.stage_14_without_lmp(full)?);
        }
        if options.branching {
            progress.set_message("branching factor");
            report.branching = self.branching()?;
            let factors: Option<Vec<f64>> =
                report.branching.iter().map(|branching| branching.factor).collect();
            report.mean_branching_factor = factors.map(|factors| geometric_mean(factors.into_iter()));
            report.mean_is_lower_bound = report.branching.iter().any(|branching| branching.capped);
        }
        progress.finish_and_clear();
        Ok(())
    }

    /// Nodes to complete each depth up to `depth` (index 0 is depth 1), and whether the search was given up.
    fn nodes_by_depth(&mut self, position: &Position, depth: u32) -> Result<(Vec<u64>, bool), LabError> {
        self.engine.new_game();
        self.engine.set_position(&Game::new(position.clone()));
        let limits = Limits { nodes: Some(self.options.node_cap), ..Limits::depth(depth) };
        let mut nodes: Vec<u64> = Vec::new();
        let admission = self.cancel.admit(self.engine.controller()).ok_or(LabError::Cancelled)?;
        // Several lines may come for one depth; the last has the count of the finished iteration.
        let outcome = self.engine.go(&limits, &mut |info: &Info| {
            let reached = info.depth as usize;
            nodes.resize(reached.max(nodes.len()), 0);
            if let Some(count) = reached.checked_sub(1).and_then(|index| nodes.get_mut(index)) {
                *count = info.nodes;
            }
        });
        drop(admission);
        if self.cancel.is_cancelled() {
            return Err(LabError::Cancelled);
        }
        // A game that is over, or a search given up, leaves depths unreached.
        nodes.resize(depth as usize, 0);
        if let Some(last) = nodes.last_mut() {
            *last = outcome.nodes;
        }
        let capped = outcome.depth < depth && outcome.nodes >= self.options.node_cap;
        Ok((nodes, capped))
    }

    fn measure(&mut self, techniques: Techniques) -> Result<Measured, LabError> {
        self.engine.settings.techniques = techniques;
        let (depth, half) = (self.options.depth, self.options.depth / 2);
        let mut measured = Measured { nodes: 0, seconds: 0.0, branching_factor: None, capped: false };
        let mut factors = Vec::new();
        for index in 0..self.positions.len() {
            let position = self.positions[index].clone();
            let begun = Instant::now();
            let (nodes, capped) = self.nodes_by_depth(&position, depth)?;
            measured.seconds += begun.elapsed().as_secs_f64();
            measured.nodes += nodes[depth as usize - 1];
            measured.capped |= capped;
            factors.push(per_ply(nodes[half as usize - 1], nodes[depth as usize - 1], depth - half));
        }
        measured.branching_factor = (!measured.capped).then(|| geometric_mean(factors.into_iter()));
        Ok(measured)
    }

    fn switched(&mut self, technique: Technique, full: &Measured) -> Result<Row, LabError> {
        let mut techniques = self.options.settings.techniques;
        let was_on = techniques.has(technique);
        techniques.set(technique, !was_on);
        let measured = self.measure(techniques)?;
        let (stage, summary) = (technique.stage().to_string(), technique.summary().to_owned());
        let switched = if was_on { "off" } else { "on" };
        Ok(row(technique.name().to_owned(), stage, switched, summary, &measured, full))
    }

    fn up_to(&mut self, stage: Stage, full: &Measured) -> Result<Row, LabError> {
        let measured = self.measure(Techniques::up_to(stage))?;
        let brought: Vec<&str> =
            Technique::ALL.iter().filter(|t| t.stage() == stage).map(|t| t.name()).collect();
        Ok(row(stage.to_string(), stage.to_string(), "added", brought.join(" "), &measured, full))
    }

    /// Stage 14 as the implementation compared with has it.
    fn stage_14_without_lmp(&mut self, full: &Measured) -> Result<Row, LabError> {
        let stage = Technique::Futility.stage();
        let measured = self.measure(Techniques::up_to(stage).without(Technique::Lmp))?;
        let name = STAGE_14_WITHOUT_LMP.to_owned();
        let summary = "stage 14 without late move pruning".to_owned();
        Ok(row(name, stage.to_string(), "added", summary, &measured, full))
    }

    fn branching(&mut self) -> Result<Vec<Branching>, LabError> {
        self.engine.settings.techniques = self.options.settings.techniques;
        let (shallow, deep) = BRANCHING_DEPTHS;
        let positions = self.positions.clone();
        let measure = |(fen, position): (&&str, Position)| {
            let (nodes, capped) = self.nodes_by_depth(&position, deep)?;
            let (first, last) = (nodes[shallow as usize - 1], nodes[deep as usize - 1]);
            Ok(Branching {
                fen: (*fen).to_owned(),
                shallow: first,
                deep: last,
                // A depth that was given up, or not even begun, has no count.
                factor: (first > 0 || !capped).then(|| per_ply(first, last, deep - shallow)),
                capped,
            })
        };
        POSITIONS.iter().zip(positions).map(measure).collect()
    }
}

fn row(
    name: String,
    stage: String,
    switched: &'static str,
    summary: String,
    measured: &Measured,
    full: &Measured,
) -> Row {
    Row {
        name,
        stage,
        switched,
        summary,
        nodes: measured.nodes,
        ratio: (!full.capped).then(|| measured.nodes as f64 / full.nodes.max(1) as f64),
        seconds: measured.seconds,
        branching_factor: measured.branching_factor,
        capped: measured.capped,
    }
}

/// The factor per ply that takes `from` nodes to `to` in `plies` plies. A depth that was not reached counts as one node.
fn per_ply(from: u64, to: u64, plies: u32) -> f64 {
    (to.max(1) as f64 / from.max(1) as f64).powf(1.0 / f64::from(plies.max(1)))
}

fn geometric_mean(factors: impl Iterator<Item = f64>) -> f64 {
    let (count, logs) = factors.fold((0_u32, 0.0), |(count, sum), factor| (count + 1, sum + factor.ln()));
    if count == 0 { 0.0 } else { (logs / f64::from(count)).exp() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_six_positions_are_valid_and_not_over() {
        for fen in POSITIONS {
            let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(position.count_legal_moves() > 1, "{fen}");
        }
    }

    #[test]
    fn factors_multiply_back() {
        assert!((per_ply(10, 10_240, 10) - 2.0).abs() < 1e-9);
        assert!((geometric_mean([1.0, 4.0].into_iter()) - 2.0).abs() < 1e-9);
        assert_eq!(geometric_mean(std::iter::empty()), 0.0);
    }

    #[test]
    fn every_technique_and_stage_has_its_row() {
        let options =
            Options { depth: 3, branching: false, node_cap: 20_000, hash_mib: 1, ..Options::default() };
        let report = run(&options, &Cancel::default()).unwrap();
        assert_eq!(report.techniques.len(), Technique::ALL.len());
        assert_eq!(report.stages.len(), 1 + Stage::all().len());
        assert!(report.nodes > 0 && report.mean_branching_factor.is_none() && report.complete);
        let last = report.stages.last().unwrap();
        assert!(last.nodes > 0 && last.ratio.is_some_and(|ratio| ratio > 0.0));
    }

    #[test]
    fn only_what_is_asked_for_is_measured() {
        let techniques = vec![Technique::Lmr];
        let options = Options {
            depth: 2,
            branching: false,
            stages: false,
            techniques,
            hash_mib: 1,
            ..Options::default()
        };
        let report = run(&options, &Cancel::default()).unwrap();
        assert_eq!((report.techniques.len(), report.stages.len(), report.variants.len()), (1, 0, 0));
        let cancel = Cancel::default();
        cancel.cancel();
        assert!(matches!(run(&options, &cancel), Err(LabError::Cancelled)));
    }

    #[test]
    fn a_cap_is_reported() {
        let options =
            Options { depth: 6, branching: false, node_cap: 100, hash_mib: 1, ..Options::default() };
        let report = run(&options, &Cancel::default()).unwrap();
        assert!(report.techniques.iter().all(|row| row.capped), "{report}");
        assert!(report.techniques.iter().all(|row| row.branching_factor.is_none() && row.ratio.is_none()));
        assert!(report.capped && report.branching_factor.is_none());
    }

    #[test]
    fn a_capped_search_marks_its_branching_factor_and_the_mean() {
        // Enough for the shallower depth on the small endgame, too little for the deeper one anywhere.
        let options = Options { depth: 2, node_cap: 30_000, hash_mib: 1, ..Options::default() };
        let report = run(&options, &Cancel::default()).unwrap();
        assert!(report.branching.iter().all(|branching| branching.capped), "{report}");
        assert!(report.mean_is_lower_bound);
        let known = report.branching.iter().filter(|branching| branching.shallow > 0);
        assert!(known.clone().count() > 0 && known.into_iter().all(|branching| branching.factor.is_some()));
        let options = Options { node_cap: 100, ..options };
        let report = run(&options, &Cancel::default()).unwrap();
        assert_eq!(report.mean_branching_factor, None, "{report}");
        assert!(report.branching.iter().all(|branching| branching.factor.is_none()));
    }

    #[test]
    fn a_depth_without_a_deeper_half_is_refused() {
        let error = run(&Options { depth: 1, ..Options::default() }, &Cancel::default()).unwrap_err();
        assert!(error.to_string().contains("depth"), "{error}");
    }
}
