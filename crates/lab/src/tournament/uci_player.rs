//! Another engine as a player: a process of its own that speaks UCI.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use chess::{Color, Game, Position};
use engine::Limits;

use super::player::{Budget, Fault, FaultKind, Identity, Player, Thought};
use super::spec::UciSpec;
use super::uci_info::Listener;
use super::uci_options::Declared;
use super::uci_process::{Line, Process, Silence};
use crate::Cancel;
use crate::error::LabError;

/// How long past a clock's end a move is waited for before the search is stopped: a move on its way when the clock ran out
/// is late, but need not be asked for.
const REACTION: Duration = Duration::from_millis(100);

/// How long an engine is waited for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From its start to `uciok`.
    pub startup: Duration,
    /// After `ucinewgame`.
    pub new_game: Duration,
    /// After any other `isready`.
    pub ping: Duration,
    /// For a move when no clock runs; with a clock, that is the limit.
    pub search: Duration,
    /// After `stop` and after `quit`, before it is killed.
    pub grace: Duration,
}

impl Default for Patience {
    /// As fastchess, but for a search: ten minutes instead of for ever.
    fn default() -> Self {
        Patience {
            startup: Duration::from_secs(10),
            new_game: Duration::from_secs(60),
            ping: Duration::from_secs(60),
            search: Duration::from_secs(600),
            grace: Duration::from_secs(2),
        }
    }
}

/// An engine in another process. It is started anew after a crash and after it had to be killed.
#[derive(Debug)]
pub struct UciPlayer {
    name: String,
    spec: UciSpec,
    patience: Patience,
    identity: Identity,
    declared: Vec<Declared>,
    process: Option<Process>,
    /// Whether the process has played a game.
    used: bool,
    /// Whether it has been told that castling is written as in Chess960.
    chess960: bool,
    /// Faults of the start, to be reported with the next game.
    warnings: Vec<Fault>,
}

impl UciPlayer {
    /// Starts an engine.
    ///
    /// # Errors
    /// [`LabError::Start`] when it cannot be started or does not answer, [`LabError::Cancelled`].
    pub fn start(
        name: impl Into<String>,
        spec: UciSpec,
        patience: Patience,
        cancel: &Cancel,
    ) -> Result<UciPlayer, LabError> {
        let mut player = UciPlayer {
            name: name.into(),
            spec,
            patience,
            identity: Identity::default(),
            declared: Vec::new(),
            process: None,
            used: false,
            chess960: false,
            warnings: Vec::new(),
        };
        match player.launch(cancel) {
            Ok(()) => Ok(player),
            Err(_) if cancel.is_cancelled() => Err(LabError::Cancelled),
            Err(fault) => Err(LabError::Start { engine: player.name, reason: fault.detail }),
        }
    }

    /// Starts the process and introduces itself.
    fn launch(&mut self, cancel: &Cancel) -> Result<(), Fault> {
        // The old one ends before the new one begins: it may hold what the new one needs.
        self.process = None;
        let process = Process::start(&self.spec, self.patience.grace).map_err(|error| {
            Fault::new(FaultKind::Crash, format!("{}: {error}", self.spec.command.display()))
        })?;
        self.process = Some(process);
        self.identity = Identity::default();
        self.declared.clear();
        (self.used, self.chess960) = (false, false);
        self.send("uci")?;
        let limit = Instant::now() + self.patience.startup;
        loop {
            let line = self.read(limit, "uciok", cancel)?.text;
            if line == "uciok" {
                break;
            } else if let Some(name) = line.strip_prefix("id name ") {
                name.clone_into(&mut self.identity.name);
            } else if let Some(author) = line.strip_prefix("id author ") {
                author.clone_into(&mut self.identity.author);
            } else {
                self.declared.extend(Declared::parse(&line));
            }
        }
        self.set_options()
    }

    /// Sets the options asked for: `Threads` first, which engines like to know before the size of their tables.
    fn set_options(&mut self) -> Result<(), Fault> {
        let mut options = self.spec.options.clone();
        options.sort_by_key(|(name, _)| !name.eq_ignore_ascii_case("Threads"));
        for (name, value) in &options {
            self.set_option(name, value)?;
        }
        let in_effect = |wanted: &str| {
            let option = self.declared.iter().find(|option| option.is(wanted))?;
            let set = options.iter().rfind(|(name, value)| option.is(name) && option.command(value).is_ok());
            set.map(|(_, value)| value).or(option.default.as_ref())?.parse().ok()
        };
        (self.identity.threads, self.identity.hash_mib) = (in_effect("Threads"), in_effect("Hash"));
        Ok(())
    }

    /// Sets an option if the engine declared it with that value; otherwise it is not sent, which is noted.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let complaint = match self.declared.iter().find(|option| option.is(name)) {
            None => format!("{} doesn't have option {name}", self.name),
            Some(option) => match option.command(value) {
                Ok(command) => return self.send(&command),
                Err(expected) => format!("Invalid value for option {name}; '{value}', it takes {expected}"),
            },
        };
        self.warnings.push(Fault::new(FaultKind::Option, complaint));
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), Fault> {
        match self.process.as_mut().map(|process| process.write(line)) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.crash()),
        }
    }

    /// The next line, if it comes before `limit`; `what` is awaited. Without it, the engine is of no use any more.
    fn read(&mut self, limit: Instant, what: &str, cancel: &Cancel) -> Result<Line, Fault> {
        let silence = match self.process.as_ref().map(|process| process.read(limit, cancel)) {
            Some(Ok(line)) => return Ok(line),
            Some(Err(silence)) => silence,
            None => Silence::Closed,
        };
        Err(match silence {
            Silence::Closed => self.crash(),
            Silence::TimedOut => self.hang(format!("no {what} in time")),
            // Nobody will look at it.
            Silence::Cancelled => Fault::new(FaultKind::Hang, "interrupted"),
        })
    }

    fn crash(&mut self) -> Fault {
        let detail = self.process.take().map_or("it is not running".to_owned(), Process::obituary);
        Fault::new(FaultKind::Crash, detail)
    }

    fn hang(&mut self, detail: String) -> Fault {
        if let Some(process) = self.process.take() {
            process.kill();
        }
        Fault::new(FaultKind::Hang, detail)
    }

    /// Waits until the engine has dealt with everything it was sent. What it wrote before is of no interest then.
    fn synchronise(&mut self, patience: Duration, cancel: &Cancel) -> Result<(), Fault> {
        self.send("isready")?;
        let limit = Instant::now() + patience;
        while self.read(limit, "readyok", cancel)?.text != "readyok" {}
        Ok(())
    }

    /// Listens until the move comes.
    fn listen(&mut self, listener: &mut Listener, limit: Instant, cancel: &Cancel) -> Result<Line, Silence> {
        let process = self.process.as_ref().ok_or(Silence::Closed)?;
        loop {
            let line = process.read(limit, cancel)?;
            if line.text.split_whitespace().next() == Some("bestmove") {
                return Ok(line);
            }
            listener.hear(&line.text);
        }
    }

    /// Waits for the move until `limit`, and if need be asks for it. Whether it had to be asked for is returned with it.
    fn await_move(
        &mut self,
        listener: &mut Listener,
        limit: Instant,
        cancel: &Cancel,
    ) -> Result<(Line, bool), Fault> {
        let mut heard = self.listen(listener, limit, cancel);
        let overdue = heard.as_ref().is_err_and(|&silence| silence == Silence::TimedOut);
        if overdue {
            self.send("stop")?;
            heard = self.listen(listener, Instant::now() + self.patience.grace, cancel);
        }
        match heard {
            Ok(line) => Ok((line, overdue)),
            Err(Silence::Closed) => Err(self.crash()),
            Err(Silence::TimedOut) => Err(self.hang("no move, not even after stop".to_owned())),
            Err(Silence::Cancelled) => {
                // The engine must not go on while others are waited for.
                let _ = self.send("stop");
                Err(Fault::new(FaultKind::Hang, "interrupted"))
            }
        }
    }
}

impl Player for UciPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn new_game(&mut self, chess960: bool, cancel: &Cancel) -> Result<Vec<Fault>, Fault> {
        if self.process.is_none() || (self.spec.restart && self.used) {
            self.launch(cancel)?;
        }
        if chess960 != self.chess960 {
            self.set_option("UCI_Chess960", if chess960 { "true" } else { "false" })?;
            self.chess960 = chess960;
        }
        self.used = true;
        self.send("ucinewgame")?;
        self.synchronise(self.patience.new_game, cancel)?;
        Ok(std::mem::take(&mut self.warnings))
    }

    fn think(&mut self, game: &Game, budget: &Budget, cancel: &Cancel) -> Result<Thought, Fault> {
        self.send(&position_command(game, self.chess960))?;
        self.synchronise(self.patience.ping, cancel)?;
        self.send(&go_command(&budget.limits, game.position().side_to_move()))?;
        let begun = Instant::now();
        let mut listener = Listener::new(game, self.chess960);
        let limit = budget.allowance().map_or(self.patience.search, |allowance| allowance + REACTION);
        let (line, overdue) = self.await_move(&mut listener, begun + limit, cancel)?;
        if overdue && budget.left.is_none() {
            return Err(Fault::new(FaultKind::Hang, format!("no move within {} s", limit.as_secs_f64())));
        }
        let time = line.at.saturating_duration_since(begun);
        let late = budget.overrun(time).map(Fault::time_loss);
        let (mv, report, warnings) = listener.answer(&line.text).map_err(|fault| late.unwrap_or(fault))?;
        Ok(Thought { mv, time, report, warnings })
    }
}

/// The position as all the moves that led to it.
fn position_command(game: &Game, chess960: bool) -> String {
    let mut command = match game.start() {
        start if *start == Position::startpos() => "position startpos".to_owned(),
        start if chess960 => format!("position fen {}", start.shredder_fen()),
        start => format!("position fen {}", start.fen()),
    };
    for (index, mv) in game.moves().iter().enumerate() {
        command.push_str(if index == 0 { " moves " } else { " " });
        let _ = write!(command, "{}", mv.uci(chess960));
    }
    command
}

/// The limits in the order in which fastchess writes them. A player without a clock is not told of the other's.
fn go_command(limits: &Limits, us: Color) -> String {
    let mut command = "go".to_owned();
    let mut add = |name: &str, value: Option<u64>| {
        if let Some(value) = value {
            let _ = write!(command, " {name} {value}");
        }
    };
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    add("nodes", limits.nodes);
    add("depth", limits.depth.map(u64::from));
    add("movetime", limits.movetime.map(millis));
    if limits.movetime.is_none() && limits.time_of(us).is_some() {
        let [white, black] = limits.time;
        let [white_increment, black_increment] = limits.inc.map(|inc| (!inc.is_zero()).then(|| millis(inc)));
        add("wtime", white.map(millis));
        add("btime", black.map(millis));
        add("winc", white_increment);
        add("binc", black_increment);
        add("movestogo", limits.movestogo.map(u64::from));
    }
    command
}

#[cfg(test)]
#[path = "uci_player_tests.rs"]
mod tests;
