//! The engine as a library: set a position, search, and be told what was found.

use crate::clock::{Clock, TimeParams};
use crate::eval::Evaluation;
use crate::limits::Limits;
use crate::ordering::Histories;
use crate::score::Score;
use crate::search::observe::{Observer, Silent};
use crate::search::{LineError, Plan, Search, WindowScore, WindowSearch};
use crate::settings::Settings;
use crate::thread::{EndOfHelpers, Shared, Signals, Worker};
use crate::tt::{Bound, HashError, TranspositionTable};
use chess::{Game, Move, Position};
use std::sync::Arc;
use std::time::Duration;

/// Stack of a helper thread in bytes: the search recurses once per ply and keeps its moves on the stack.
const HELPER_STACK_BYTES: usize = 32 << 20;

/// Most search threads.
pub const MAX_THREADS: usize = 1024;

/// How the engine works, apart from the search's [`Settings`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Lines to report, at least 1.
    pub multipv: usize,
    /// Time a move takes outside the engine, kept in reserve.
    pub move_overhead: Duration,
    /// Search threads, 1 to [`MAX_THREADS`].
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { multipv: 1, move_overhead: Duration::from_millis(30), threads: 1 }
    }
}

/// What a search reports while it runs.
#[derive(Clone, PartialEq, Debug)]
pub struct Info {
    /// Depth of the iteration, plies; 0 when there is no legal move.
    pub depth: u32,
    /// Greatest distance from the root reached, plies.
    pub seldepth: u32,
    /// Which line, from 1.
    pub multipv: usize,
    /// Score from the side to move.
    pub score: Score,
    /// Which bound the score is.
    pub bound: Bound,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Nodes a second.
    pub nps: u64,
    /// How full the transposition table is with entries of this search, permille.
    pub hashfull: u32,
    /// Time since the search began.
    pub time: Duration,
    /// The line, legal to its end.
    pub pv: Vec<Move>,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The move to play; `None` only when there is no legal move.
    pub best: Option<Move>,
    /// The reply expected, if one is known.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
    /// The last finished iteration, plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

/// A handle by which other threads steer a search.
#[derive(Clone, Debug)]
pub struct Controller(Arc<Signals>);

impl Controller {
    /// Announces a search that is about to begin, so that a [`stop`](Self::stop) or [`ponderhit`](Self::ponderhit) that
    /// arrives before it has begun is not lost. `ponder` as in the [`Limits`] of that search.
    pub fn arm(&self, ponder: bool) {
        self.0.arm(ponder);
    }

    /// Ends the search as soon as it has a move; also ends the wait of an infinite or pondering one.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// The opponent played the move pondered on: the search goes on, on its own time.
    pub fn ponderhit(&self) {
        self.0.ponderhit();
    }

    /// Nodes of all threads so far, a little behind.
    pub fn nodes(&self) -> u64 {
        self.0.nodes()
    }
}

/// A chess engine: tables, threads, settings and a position.
///
/// ```
/// use engine::{Engine, Limits};
/// let mut engine = Engine::new(1).unwrap();
/// let game = chess::Game::new("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse().unwrap());
/// engine.set_position(&game);
/// let outcome = engine.go(&Limits::depth(4), &mut |_info| {});
/// assert_eq!(outcome.best.unwrap().uci(false).to_string(), "a1a8");
/// assert_eq!(outcome.score.to_string(), "mate 1");
/// ```
pub struct Engine {
    /// Techniques and parameters of the next search.
    pub settings: Settings,
    /// Lines, threads, reserves.
    pub options: Options,
    shared: Shared,
    workers: Vec<Worker>,
    game: Game,
    /// The evaluation by which tables and histories were filled.
    learnt_by: Evaluation,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine")
            .field("settings", &self.settings)
            .field("options", &self.options)
            .field("position", self.position())
            .finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with a transposition table of so many MiB, at the start position.
    ///
    /// # Errors
    /// [`HashError`] when the size is out of range or the memory is not to be had.
    pub fn new(hash_mib: usize) -> Result<Engine, HashError> {
        let shared = Shared { tt: TranspositionTable::new(hash_mib)?, signals: Arc::default() };
        Ok(Engine {
            settings: Settings::default(),
            options: Options::default(),
            shared,
            workers: vec![Worker::new()],
            game: Game::new(Position::startpos()),
            learnt_by: Evaluation::default(),
        })
    }

    /// Replaces the transposition table by one of another size.
    ///
    /// # Errors
    /// [`HashError`] when the size is out of range or the memory is not to be had; the old table stays.
    pub fn set_hash(&mut self, mib: usize) -> Result<(), HashError> {
        if mib != self.shared.tt.size_mib() {
            self.shared.tt = TranspositionTable::new(mib)?;
        }
        Ok(())
    }

    /// Size of the transposition table, MiB.
    pub fn hash_mib(&self) -> usize {
        self.shared.tt.size_mib()
    }

    /// Empties the transposition table.
    pub fn clear_hash(&mut self) {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.shared.tt.clear(cores.max(self.options.threads));
    }

    /// Forgets everything learnt: table and histories.
    pub fn new_game(&mut self) {
        self.clear_hash();
        self.workers.iter_mut().for_each(Worker::clear);
    }

    /// The position to search, with the game that led to it.
    pub fn set_position(&mut self, game: &Game) {
        self.game = game.clone();
    }

    /// The position to search.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// What the first thread has learnt about moves and evaluations, for [`candidates`](crate::candidates).
    pub fn histories(&self) -> &Histories {
        &self.workers[0].histories
    }

    /// Gives the first thread what another has learnt, as an [`Observer`] may be shown it.
    pub fn set_histories(&mut self, histories: &Histories) {
        self.workers[0].histories = histories.clone();
    }

    /// A handle by which other threads stop this engine.
    pub fn controller(&self) -> Controller {
        Controller(Arc::clone(&self.shared.signals))
    }

    /// Searches until a limit is reached or [`Controller::stop`] is called, and reports every finished iteration.
    /// An infinite or pondering search does not return before it is told to.
    pub fn go(&mut self, limits: &Limits, report: &mut dyn FnMut(&Info)) -> Outcome {
        self.go_observed(limits, report, &mut Silent)
    }

    /// Like [`Self::go`], with an observer on the first thread.
    pub fn go_observed<O: Observer>(
        &mut self,
        limits: &Limits,
        report: &mut dyn FnMut(&Info),
        observer: &mut O,
    ) -> Outcome {
        self.heed_evaluation();
        let pos = self.game.position().clone();
        let clock = Clock::new(limits, pos.side_to_move(), self.options.move_overhead, TimeParams::default());
        self.shared.signals.begin(limits.ponder);
        self.shared.tt.new_search();
        let outcome = if pos.has_legal_moves() {
            self.search(&pos, limits, clock, report, observer)
        } else {
            report_finished_game(&pos, &clock, report)
        };
        self.shared.signals.wait_until_answer_is_wanted(limits.infinite);
        outcome
    }

    /// Searches one node below the position set, on the first thread, with the game that led to it. What is in the
    /// transposition table counts ([`Self::clear_hash`] forbids that); what the thread has learnt, killers included, is used, and
    /// is afterwards as it was. Not known is how the search of the nodes above went: the siblings before, double
    /// extensions, whether passing is barred. A [`Controller::stop`] ends it.
    ///
    /// ```
    /// use engine::search::{Window, WindowSearch};
    /// use engine::{Engine, Score, Silent};
    /// let mut engine = Engine::new(1).unwrap();
    /// engine.set_position(&chess::Game::new("6k1/5ppp/8/8/8/8/8/R5K1 b - - 0 1".parse().unwrap()));
    /// let mv = chess::parse_uci(engine.position(), "h7h5").unwrap();
    /// // Once Black has made room for the king there is no mate on the back rank.
    /// let window = Window::null_below(Score::mate_in(2));
    /// let ask = WindowSearch { line: vec![Some(mv)], depth: 3, window, pv: false, cut: true, root_depth: 4, max_nodes: 10_000 };
    /// let answer = engine.search_window(&ask, &mut Silent).unwrap();
    /// assert!(answer.score.unwrap() < Score::mate_in(2));
    /// ```
    ///
    /// # Errors
    /// [`LineError`] if the line cannot be played.
    pub fn search_window<O: Observer>(
        &mut self,
        ask: &WindowSearch,
        observer: &mut O,
    ) -> Result<WindowScore, LineError> {
        self.heed_evaluation();
        let pos = self.game.position().clone();
        let limits = Limits::nodes(ask.max_nodes);
        self.shared.signals.begin(false);
        self.shared.tt.new_search();
        let worker = &mut self.workers[0];
        let learnt = worker.histories.clone();
        worker.prepare(&pos, self.game.history(), &[], &self.settings.evaluation);
        worker.histories.killers = learnt.killers.clone();
        let plan = Plan { limits: &limits, clock: None, lines: 1 };
        let answer =
            Search::new(worker, &self.shared, &self.settings, observer, plan).search_window(&pos, ask);
        worker.histories = learnt;
        answer
    }

    /// What one evaluation has taught is wrong for another: scores in the table, corrections.
    fn heed_evaluation(&mut self) {
        if self.learnt_by != self.settings.evaluation {
            self.new_game();
            self.learnt_by = self.settings.evaluation.clone();
        }
    }

    fn search<O: Observer>(
        &mut self,
        pos: &Position,
        limits: &Limits,
        clock: Clock,
        report: &mut dyn FnMut(&Info),
        observer: &mut O,
    ) -> Outcome {
        self.workers.resize_with(self.options.threads.clamp(1, MAX_THREADS), Worker::new);
        for worker in &mut self.workers {
            worker.prepare(pos, self.game.history(), &limits.searchmoves, &self.settings.evaluation);
        }
        let (shared, settings) = (&self.shared, &self.settings);
        let lines = self.options.multipv;
        let (main, helpers) = self.workers.split_at_mut(1);
        let depth = std::thread::scope(|scope| {
            // However this ends, by a panic too: the scope waits for the helpers, who wait for this.
            let _end = EndOfHelpers(&shared.signals);
            for worker in helpers {
                let plan = Plan { limits, clock: None, lines };
                let search = move || {
                    Search::new(worker, shared, settings, &mut Silent, plan).iterate(pos, &mut |_| {})
                };
                let helper = std::thread::Builder::new().stack_size(HELPER_STACK_BYTES);
                // Where the system has no more threads to give, the search goes on with those it has.
                if helper.spawn_scoped(scope, search).is_err() {
                    break;
                }
            }
            let plan = Plan { limits, clock: Some(clock), lines };
            Search::new(&mut main[0], shared, settings, observer, plan).iterate(pos, report)
        });
        self.outcome(depth)
    }

    fn outcome(&self, depth: i32) -> Outcome {
        let best = &self.workers[0].root.moves[0];
        let mut after = self.game.position().clone();
        after.make(best.mv);
        let from_table = || self.shared.tt.probe(after.key(), 1, after.halfmove_clock())?.mv;
        let ponder = best.pv.get(1).copied().or_else(from_table).filter(|&mv| after.is_legal(mv));
        Outcome {
            best: Some(best.mv),
            ponder,
            score: best.known_score(),
            depth: depth as u32,
            nodes: self.shared.signals.nodes(),
        }
    }
}

/// There is no legal move: the score is all there is to say.
fn report_finished_game(pos: &Position, clock: &Clock, report: &mut dyn FnMut(&Info)) -> Outcome {
    let score = if pos.in_check() { Score::mated_in(0) } else { Score::DRAW };
    report(&Info {
        depth: 0,
        seldepth: 0,
        multipv: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        nps: 0,
        hashfull: 0,
        time: clock.elapsed(),
        pv: Vec::new(),
    });
    Outcome { best: None, ponder: None, score, depth: 0, nodes: 0 }
}
