//! The thread that owns the engine and does, one after the other, everything that takes time.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use chess::Game;
use engine::{Controller, Engine, Info, Limits, Outcome, Score, Settings};

use crate::format::{Style, Table};
use crate::output::Output;
use crate::uci::Event;
use crate::why::{LastSearch, Searched};

/// Stack of the search thread in bytes. The search recurses once per ply; pages never touched cost nothing.
const STACK_BYTES: usize = 64 << 20;

/// One piece of work.
pub(crate) enum Job {
    /// Search and answer with one `bestmove`.
    Search(Box<Search>),
    /// Allocate a hash table of this many MiB.
    ResizeHash(usize),
    /// Forget what the hash table holds.
    ClearHash,
    /// Forget everything learnt from the last game.
    NewGame,
    /// Something else that would keep the dispatcher from reading commands.
    Other(Box<dyn FnOnce(&Output) -> Report + Send>),
}

/// A search with everything it depends on: later commands cannot change it.
pub(crate) struct Search {
    /// The root and how it was reached.
    pub(crate) game: Game,
    /// When to stop.
    pub(crate) limits: Limits,
    /// Switches and numbers.
    pub(crate) settings: Settings,
    /// Threads, lines, overhead.
    pub(crate) options: engine::Options,
    /// How moves and scores are written.
    pub(crate) style: Style,
    /// Size of the hash table, MiB.
    pub(crate) hash_mib: usize,
    /// Where it is remembered when it is done.
    pub(crate) last: LastSearch,
}

/// What became of a job.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Report {
    /// It is done.
    Done,
    /// It was refused, which has been said.
    Refused,
    /// The hash table could not be had; this many MiB are held as before.
    HashStays(usize),
}

/// The dispatcher's end of the search thread.
pub(crate) struct Worker {
    jobs: Sender<Job>,
    arrival: Receiver<Controller>,
    controller: Option<Controller>,
}

impl Worker {
    /// Starts the thread. It makes the engine itself, so that nothing waits for the hash table before `uciok`.
    ///
    /// # Errors
    /// When the system starts no thread.
    pub(crate) fn start(hash_mib: usize, output: Output, events: Sender<Event>) -> io::Result<Self> {
        let (jobs, queue) = channel();
        let (announce, arrival) = channel();
        thread::Builder::new().name("search".into()).stack_size(STACK_BYTES).spawn(move || {
            let _farewell = Farewell(events.clone());
            match Engine::new(hash_mib) {
                Ok(engine) => {
                    let _ = announce.send(engine.controller());
                    serve(engine, hash_mib, &queue, &output, &events);
                }
                Err(error) => output.remark(format_args!("no engine: {error}")),
            }
        })?;
        Ok(Self { jobs, arrival, controller: None })
    }

    /// Hands over a job; jobs run in the order given.
    pub(crate) fn submit(&self, job: Job) {
        // A dead thread has announced itself by an event of its own.
        let _ = self.jobs.send(job);
    }

    /// The means to stop a search; `None` when the engine could not be made.
    pub(crate) fn controller(&mut self) -> Option<&Controller> {
        if self.controller.is_none() {
            self.controller = self.arrival.recv().ok();
        }
        self.controller.as_ref()
    }
}

/// Tells the dispatcher when the thread ends, be it by a panic: nobody may wait for a dead search.
struct Farewell(Sender<Event>);

impl Drop for Farewell {
    fn drop(&mut self) {
        let _ = self.0.send(Event::WorkerGone);
    }
}

fn serve(
    mut engine: Engine,
    hash_mib: usize,
    queue: &Receiver<Job>,
    output: &Output,
    events: &Sender<Event>,
) {
    let mut held = hash_mib;
    for job in queue {
        let mut report = Report::Done;
        match job {
            Job::Search(search) => run_search(&mut engine, *search, output),
            Job::ResizeHash(mib) => match engine.set_hash(mib) {
                Ok(()) => held = mib,
                Err(error) => {
                    output.remark(format_args!("option Hash: {error}; {held} MiB stay"));
                    report = Report::HashStays(held);
                }
            },
            Job::ClearHash => engine.clear_hash(),
            Job::NewGame => engine.new_game(),
            Job::Other(work) => report = work(output),
        }
        if events.send(Event::JobDone(report)).is_err() {
            return;
        }
    }
}

/// Searches, reporting every iteration, and ends with exactly one `bestmove` that a scored line precedes.
fn run_search(engine: &mut Engine, search: Search, output: &Output) {
    let Search { game, limits, settings, options, style, hash_mib, last } = search;
    engine.settings = settings.clone();
    let threads = options.threads;
    engine.options = options;
    engine.set_position(&game);
    let root = game.position();
    let mut table = output.is_person().then(|| Table::new(output));
    let mut scored = false;
    let controller = engine.controller();
    let mut report = |info: &Info| {
        scored = true;
        match &mut table {
            Some(table) => table.row(output, root, info, style),
            None => output.line(style.info_line(root, info)),
        }
        if output.is_closed() {
            controller.stop();
        }
    };
    let outcome = engine.go(&limits, &mut report);
    if !scored {
        output.line(without_report(root, &outcome, style));
    }
    output.line(style.best_move_line(root, outcome.best, outcome.ponder));
    let searchmoves = limits.searchmoves;
    last.set(Searched { game, searchmoves, settings, hash_mib, threads, outcome });
}

/// The scored line owed before `bestmove` when the search reported none: above all at a root without moves.
fn without_report(root: &chess::Position, outcome: &Outcome, style: Style) -> String {
    let score = match outcome.best {
        Some(_) => outcome.score,
        None if root.in_check() => Score::mated_in(0),
        None => Score::DRAW,
    };
    style.bare_info_line(root, outcome.depth, score, outcome.best)
}
