//! What a run has played.

use std::fmt;
use std::path::PathBuf;

use chess::Color;
use serde::Serialize;

use super::{Options, Played};
use crate::data::{Filter, Resumed};
use crate::progress::{grouped, per_second};

/// What was played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The file.
    pub out: PathBuf,
    /// The seed of the games.
    pub seed: u64,
    /// What could not be used of the book, if anything.
    pub complaint: Option<String>,
    /// What was there before.
    pub resumed: Resumed,
    /// Games of this run.
    pub games: u64,
    /// Positions in them.
    pub positions: u64,
    /// Positions that pass the training's default filter.
    pub kept: u64,
    /// Games that White won, drawn games, games that Black won.
    pub results: [u64; 3],
    /// Nodes searched.
    pub nodes: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// Time taken, in seconds.
    pub seconds: f64,
    /// Threads that played.
    pub threads: usize,
    /// Whether the goal was reached; otherwise the run was stopped.
    pub complete: bool,
}

impl Report {
    pub(super) fn new(options: &Options, resumed: Resumed) -> Self {
        Report {
            out: options.out.clone(),
            seed: options.seed,
            complaint: None,
            resumed,
            games: 0,
            positions: 0,
            kept: 0,
            results: [0; 3],
            nodes: 0,
            bytes: 0,
            seconds: 0.0,
            threads: options.threads.max(1),
            complete: false,
        }
    }

    pub(super) fn add(&mut self, played: &Played, bytes: u64, seconds: f64) {
        let game = &played.game;
        self.games += 1;
        self.positions += game.moves.len() as u64;
        self.kept += Filter::default().count(game);
        self.results[game.winner.map_or(1, |winner| if winner == Color::White { 0 } else { 2 })] += 1;
        self.nodes += played.nodes;
        self.bytes = bytes;
        self.seconds = seconds;
    }

    /// Something counted in this run, a second and thread.
    fn per_core_second(&self, count: u64) -> u64 {
        per_second(count, self.seconds * self.threads as f64)
    }

    pub(super) fn summary(&self) -> String {
        format!(
            "{} games, {} positions, {} kept, {} kept a core-second, {:.1} MB",
            grouped(self.games),
            grouped(self.positions),
            grouped(self.kept),
            grouped(self.per_core_second(self.kept)),
            self.bytes as f64 / 1e6
        )
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        writeln!(
            f,
            "{}: {} in {:.1} s, seed {}",
            self.out.display(),
            self.summary(),
            self.seconds,
            self.seed
        )?;
        if let Some(complaint) = &self.complaint {
            writeln!(f, "{complaint}")?;
        }
        if self.resumed != Resumed::default() {
            let Resumed { games, positions, cut } = self.resumed;
            writeln!(
                f,
                "there before: {} games, {} positions; {cut} bytes cut off",
                grouped(games),
                grouped(positions)
            )?;
        }
        let [white, draws, black] = self.results.map(|count| 100.0 * of(count, self.games));
        writeln!(f, "White won {white:.1} %, drawn {draws:.1} %, Black won {black:.1} %")?;
        write!(
            f,
            "{:.1} plies a game, {:.1} % kept; {:.0} nodes a move, {} nodes a core-second",
            of(self.positions, self.games),
            100.0 * of(self.kept, self.positions),
            of(self.nodes, self.positions),
            grouped(self.per_core_second(self.nodes))
        )?;
        if !self.complete {
            write!(f, "\nstopped; --resume goes on")?;
        }
        Ok(())
    }
}
