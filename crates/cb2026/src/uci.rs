//! The conversation: commands come in, and at most one piece of long work runs at a time.
//!
//! Three threads share it. One reads input, one searches, and this one dispatches: it never blocks on either, so
//! `isready` and `stop` are answered at once whatever runs. Work that arrives while other work runs waits in a
//! queue, in order; a search carries everything it depends on, so nothing that arrives later can disturb it.
//!
//! `quit` ends the process at once, whatever runs. The end of input stops searches, but lets counts and measurements
//! finish, so that `echo "perft 6" | cb2026` gives its answer.

use std::collections::VecDeque;
use std::io;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use lab::Cancel;

use crate::command::{Command, GoSpec, PositionSpec, parse};
use crate::console;
use crate::input;
use crate::options::{Effect, OptionError, Options};
use crate::output::Output;
use crate::session::Session;
use crate::worker::{Job, Report, Search, Worker};

/// How long the end of the program waits for a stopped search to give its last answer. It takes a few milliseconds unless
/// the machine has much else to do.
const FAREWELL: Duration = Duration::from_millis(250);

/// What the dispatcher waits for.
pub(crate) enum Event {
    /// A line of input.
    Line(String),
    /// Input has ended.
    EndOfInput,
    /// The search thread finished a job.
    JobDone(Report),
    /// The search thread is no more.
    WorkerGone,
}

/// Work that waits for its turn.
enum Task {
    Search {
        search: Box<Search>,
        /// Ends only by `stop` or `ponderhit`.
        unbounded: bool,
        /// `stop` arrived before it began.
        stopped: bool,
    },
    /// A count or measurement a person asked for, and the means to end it.
    Long(Job, Cancel),
    /// Work that takes moments.
    Short(Job),
    /// `isready` after work that must be done first.
    Ready,
}

/// What the search thread is doing.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Running {
    Search { unbounded: bool, stopped: bool },
    Long { stopped: bool },
    Short,
}

impl Running {
    /// Whether it may last: it is neither stopped nor short.
    fn goes_on(self) -> bool {
        matches!(self, Running::Search { stopped: false, .. } | Running::Long { stopped: false })
    }
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Continue,
    Quit,
}

/// The state of one conversation.
struct Dispatcher {
    output: Output,
    events: Receiver<Event>,
    worker: Worker,
    session: Session,
    running: Option<Running>,
    waiting: VecDeque<Task>,
    /// Ends the running count or measurement; without effect when none runs.
    cancel: Cancel,
    /// Some command was refused.
    complained: bool,
    worker_gone: bool,
}

/// Talks over standard input and output until `quit` or the end of input.
///
/// # Errors
/// When the system starts no threads.
pub(crate) fn converse() -> io::Result<ExitCode> {
    let (sender, events) = channel();
    let mut dispatcher = Dispatcher::start(sender.clone(), events)?;
    if dispatcher.output.is_person() {
        dispatcher.output.line(console::banner());
    }
    input::start(sender)?;
    loop {
        let flow = match dispatcher.events.recv() {
            Ok(Event::Line(line)) => dispatcher.obey(&line),
            Ok(Event::EndOfInput) => {
                dispatcher.stop_searches();
                break;
            }
            Ok(event) => dispatcher.attend(event),
            Err(_) => Flow::Quit,
        };
        if flow == Flow::Quit || dispatcher.output.is_closed() {
            dispatcher.stop();
            break;
        }
    }
    dispatcher.finish();
    Ok(if dispatcher.worker_gone { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Runs command lines one after the other, each to its end, and returns. A search that would never end by itself
/// lasts until the next `stop`, or until no command is left.
///
/// # Errors
/// When the system starts no threads.
pub(crate) fn run_queue(lines: &[String]) -> io::Result<ExitCode> {
    let (sender, events) = channel();
    let mut dispatcher = Dispatcher::start(sender, events)?;
    for line in lines {
        if dispatcher.obey(line) == Flow::Quit || dispatcher.settle() == Flow::Quit {
            break;
        }
    }
    dispatcher.stop_searches();
    dispatcher.settle();
    let failed = dispatcher.complained;
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

impl Dispatcher {
    fn start(sender: std::sync::mpsc::Sender<Event>, events: Receiver<Event>) -> io::Result<Self> {
        let output = Output::stdout();
        let session = Session::default();
        let worker = Worker::start(session.options.hash_mib(), output.clone(), sender)?;
        Ok(Self {
            output,
            events,
            worker,
            session,
            running: None,
            waiting: VecDeque::new(),
            cancel: Cancel::default(),
            complained: false,
            worker_gone: false,
        })
    }

    /// Reads and carries out one line.
    fn obey(&mut self, line: &str) -> Flow {
        let parsed = parse(line);
        if let Some(complaint) = parsed.complaint() {
            self.complain(complaint);
        }
        match parsed.command {
            Some(Command::Quit) => return Flow::Quit,
            Some(command) => self.carry_out(command),
            None => {}
        }
        Flow::Continue
    }

    fn carry_out(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(false),
            Command::UciFull => self.introduce(true),
            Command::Debug(on) => self.session.debug = on,
            Command::IsReady => self.is_ready(),
            Command::SetOption { name, value } => {
                let result = self.session.options.set(&name, value.as_deref());
                self.option_set(&name, result);
            }
            Command::Register | Command::Quit => {}
            Command::NewGame => self.enqueue(Task::Short(Job::NewGame)),
            Command::Position(spec) => self.position(&spec),
            Command::Go(spec) => self.go(&spec),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Console(command) => self.console(command),
        }
    }

    /// Refusals: one line that names what is wrong.
    fn complain(&mut self, what: impl std::fmt::Display) {
        self.complained = true;
        self.output.remark(what);
    }

    fn introduce(&self, full: bool) {
        self.output.serve_program();
        let mut lines = vec![
            format!("id name {}", console::name_and_version()),
            format!("id author {}", env!("CARGO_PKG_AUTHORS")),
        ];
        lines.extend(Options::listing(full));
        lines.push("uciok".to_owned());
        self.output.line(lines.join("\n"));
    }

    /// Answered at once beside a search, count or measurement that goes on; after work that is about to end, when
    /// that is done.
    fn is_ready(&mut self) {
        let lasts = |task: &Task| matches!(task, Task::Search { stopped: false, .. } | Task::Long(..));
        let busy = self.running.is_some_and(Running::goes_on) || self.waiting.iter().any(lasts);
        if busy { self.output.line("readyok") } else { self.enqueue(Task::Ready) }
    }

    fn option_set(&mut self, name: &str, result: Result<Effect, OptionError>) {
        match result {
            Err(error) => return self.complain(error),
            Ok(Effect::None) => {}
            Ok(Effect::ResizeHash(mib)) => self.enqueue(Task::Short(Job::ResizeHash(mib))),
            Ok(Effect::ClearHash) => self.enqueue(Task::Short(Job::ClearHash)),
        }
        if !self.session.debug && !self.output.is_person() {
            return;
        }
        let later = if self.running.is_some() { ", from the next search on" } else { "" };
        match self.session.options.get(name) {
            Some((name, value)) => self.output.remark(format_args!("{name} is {value}{later}")),
            None => self.output.remark(format_args!("{}{later}", self.session.options.techniques_in_words())),
        }
    }

    fn position(&mut self, spec: &PositionSpec) {
        if let Err(error) = self.session.set_position(spec) {
            self.complain(error);
        }
    }

    fn go(&mut self, spec: &GoSpec) {
        let (search, complaint) = self.session.search(spec);
        if let Some(complaint) = complaint {
            self.complain(complaint);
        }
        let bounded = spec.depth.is_some()
            || spec.nodes.is_some()
            || spec.mate.is_some()
            || spec.move_time.is_some()
            || spec.time.iter().any(Option::is_some);
        let unbounded = !bounded || spec.infinite || spec.ponder;
        self.enqueue(Task::Search { search: Box::new(search), unbounded, stopped: false });
    }

    /// Ends everything asked for so far.
    fn stop(&mut self) {
        self.stop_searches();
        self.waiting.retain(|task| !matches!(task, Task::Long(..)));
        if let Some(Running::Long { stopped }) = &mut self.running {
            *stopped = true;
            self.cancel.cancel();
        }
    }

    /// Ends every search asked for so far; those not yet begun answer as soon as they have a move.
    fn stop_searches(&mut self) {
        for task in &mut self.waiting {
            if let Task::Search { stopped, .. } = task {
                *stopped = true;
            }
        }
        if let Some(Running::Search { stopped, .. }) = &mut self.running {
            *stopped = true;
            if let Some(controller) = self.worker.controller() {
                controller.stop();
            }
        }
    }

    /// The move pondered on was played: the search becomes an ordinary one, its time counting from now.
    fn ponder_hit(&mut self) {
        for task in &mut self.waiting {
            match task {
                Task::Search { search, unbounded, .. } if search.limits.ponder => {
                    search.limits.ponder = false;
                    *unbounded = search.limits.infinite;
                }
                _ => {}
            }
        }
        if let Some(Running::Search { unbounded, .. }) = &mut self.running {
            *unbounded = false;
            if let Some(controller) = self.worker.controller() {
                controller.ponderhit();
            }
        }
    }

    fn console(&mut self, command: crate::command::ConsoleCommand) {
        match console::answer(&mut self.session, command) {
            Ok(console::Answer::Text(text)) => self.output.line(text),
            Ok(console::Answer::Work(work)) => {
                let cancel = Cancel::default();
                let heeded = cancel.clone();
                let job = Job::Other(Box::new(move |output| work(output, &heeded)));
                self.enqueue(Task::Long(job, cancel));
            }
            Ok(console::Answer::Set { name, result }) => self.option_set(&name, result),
            Ok(console::Answer::Nothing) => {}
            Err(error) => self.complain(error),
        }
    }

    fn enqueue(&mut self, task: Task) {
        self.waiting.push_back(task);
        self.advance();
    }

    /// Hands the next piece of waiting work over, if the search thread is free.
    fn advance(&mut self) {
        while self.running.is_none() {
            let Some(task) = self.waiting.pop_front() else { return };
            match task {
                Task::Ready => self.output.line("readyok"),
                Task::Long(job, cancel) => {
                    self.cancel = cancel;
                    self.begin(Running::Long { stopped: false }, job);
                }
                Task::Short(job) => self.begin(Running::Short, job),
                Task::Search { search, unbounded, stopped } => {
                    if let Some(controller) = self.worker.controller() {
                        controller.arm(search.limits.ponder);
                        if stopped {
                            controller.stop();
                        }
                    }
                    self.begin(Running::Search { unbounded, stopped }, Job::Search(search));
                }
            }
        }
    }

    fn begin(&mut self, running: Running, job: Job) {
        self.running = Some(running);
        self.worker.submit(job);
    }

    /// Takes note of what the search thread did.
    fn attend(&mut self, event: Event) -> Flow {
        match event {
            Event::JobDone(report) => {
                self.complained |= !matches!(report, Report::Done);
                if let Report::HashStays(mib) = report {
                    self.session.options.hash_is(mib);
                }
                self.running = None;
                self.advance();
                Flow::Continue
            }
            Event::WorkerGone => {
                self.worker_gone = true;
                self.complain("the search thread has ended");
                Flow::Quit
            }
            Event::Line(_) | Event::EndOfInput => Flow::Continue,
        }
    }

    /// Waits until nothing runs but a search without an end of its own.
    fn settle(&mut self) -> Flow {
        while let Some(running) = self.running {
            if matches!(running, Running::Search { unbounded: true, stopped: false }) {
                return Flow::Continue;
            }
            let flow = self.events.recv().map_or(Flow::Quit, |event| self.attend(event));
            if flow == Flow::Quit || self.output.is_closed() {
                return Flow::Quit;
            }
        }
        Flow::Continue
    }

    /// Gives work that was stopped a moment for its last words, above all searches for their `bestmove`. Counts and
    /// measurements that were not stopped are waited for, as long as somebody reads.
    fn finish(&mut self) {
        let mut deadline = Instant::now() + FAREWELL;
        while let Some(running) = self.running {
            let left = match running {
                Running::Long { stopped: false } => FAREWELL,
                _ => deadline.saturating_duration_since(Instant::now()),
            };
            match self.events.recv_timeout(left) {
                Ok(event @ Event::JobDone(_)) => {
                    self.attend(event);
                    deadline = Instant::now() + FAREWELL;
                }
                Ok(Event::Line(_) | Event::EndOfInput) => {}
                Err(RecvTimeoutError::Timeout) if running == (Running::Long { stopped: false }) => {}
                Ok(Event::WorkerGone) | Err(_) => return,
            }
            if self.output.is_closed() {
                return;
            }
        }
    }
}
