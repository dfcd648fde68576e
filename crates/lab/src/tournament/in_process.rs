//! This engine as a player, without a process of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use chess::{Game, Move};
use engine::{Bound, Engine, HashError, Info, Settings, UciScore};

use super::player::{Budget, Fault, FaultKind, Identity, Player, SearchReport, Thought};
use super::reports::Reports;
use crate::Cancel;

/// Size of the transposition table unless said otherwise, MiB; as the program's own default.
pub const DEFAULT_HASH_MIB: usize = 16;

/// This engine, kept from game to game with its tables and threads.
#[derive(Debug)]
pub struct InProcess {
    name: String,
    identity: Identity,
    engine: Engine,
}

impl InProcess {
    /// A player with one search thread.
    ///
    /// # Errors
    /// [`HashError`] when the size is out of range or the memory is not to be had.
    pub fn new(name: impl Into<String>, settings: Settings, hash_mib: usize) -> Result<InProcess, HashError> {
        let mut engine = Engine::new(hash_mib)?;
        engine.settings = settings;
        let identity = Identity {
            name: format!("cb2026 {}", env!("CARGO_PKG_VERSION")),
            author: env!("CARGO_PKG_AUTHORS").to_owned(),
            threads: Some(1),
            hash_mib: Some(hash_mib as u64),
        };
        Ok(InProcess { name: name.into(), identity, engine })
    }

    /// Lets the engine search with so many threads, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.engine.options.threads = threads;
        self.identity.threads = Some(threads as u64);
    }

    /// The techniques and parameters it plays with; may be exchanged between games at no cost.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.engine.settings
    }
}

impl Player for InProcess {
    fn name(&self) -> &str {
        &self.name
    }

    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, _chess960: bool, _cancel: &Cancel) -> Result<Vec<Fault>, Fault> {
        self.engine.new_game();
        Ok(Vec::new())
    }

    fn think(&mut self, game: &Game, budget: &Budget, cancel: &Cancel) -> Result<Thought, Fault> {
        let Some(_admission) = cancel.admit(self.engine.controller()) else {
            return Err(Fault::new(FaultKind::NoMove, "interrupted"));
        };
        self.engine.set_position(game);
        let mut reports = Reports::new(game);
        let mut hear = |info: &Info| {
            let mate = match info.score.to_uci() {
                UciScore::Mate(moves) if info.bound == Bound::Exact => Some(moves),
                _ => None,
            };
            let pv = reports.check(&info.pv, mate, false);
            reports.take(report(info, pv));
        };
        let begun = Instant::now();
        // An engine that panics has crashed, which must not take the match with it. What it leaves behind is only looked
        // at after the clearing for the next game.
        let search = AssertUnwindSafe(|| self.engine.go(&budget.limits, &mut hear));
        let outcome =
            catch_unwind(search).map_err(|_| Fault::new(FaultKind::Crash, "the search panicked"))?;
        let time = begun.elapsed();
        let mv = outcome.best.ok_or_else(|| Fault::new(FaultKind::NoMove, ""))?;
        let (mut report, warnings) = reports.close(mv);
        if let Some(report) = &mut report {
            // Those searched after it count as well.
            report.nodes = outcome.nodes;
        }
        Ok(Thought { mv, time, report, warnings })
    }
}

fn report(info: &Info, pv: Vec<Move>) -> SearchReport {
    SearchReport {
        score: info.score.to_uci(),
        bound: info.bound,
        depth: info.depth,
        seldepth: info.seldepth,
        nodes: info.nodes,
        nps: info.nps,
        hashfull: info.hashfull,
        tbhits: 0,
        time: info.time,
        pv,
    }
}
