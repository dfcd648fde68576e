//! What a conversation has agreed on so far: the game, the options. Commands are checked here against the
//! position; a refused command leaves everything as it was.

use std::time::Duration;

use chess::{FenError, Game, Move, Position, UciMoveError};
use engine::{Limits, WdlModel};

use crate::command::{GoSpec, PositionSpec};
use crate::format::Style;
use crate::options::Options;
use crate::output::quote;
use crate::why::LastSearch;
use crate::worker::Search;

/// The state that commands change and searches are started from.
pub(crate) struct Session {
    /// The current position and how it was reached.
    pub(crate) game: Game,
    /// Options, techniques and parameters.
    pub(crate) options: Options,
    /// The last finished search.
    pub(crate) last: LastSearch,
    /// `debug on` was given: accepted settings are confirmed.
    pub(crate) debug: bool,
}

/// Why a position was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PositionError {
    /// The FEN describes no position.
    #[error("position: {0}")]
    Fen(#[from] FenError),
    /// A move of the list is malformed or illegal.
    #[error("position: move {number} of {total}: {reason}")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// Moves in the list.
        total: usize,
        /// What is wrong with it.
        reason: UciMoveError,
    },
}

impl Default for Session {
    fn default() -> Self {
        Self {
            game: Game::new(Position::startpos()),
            options: Options::default(),
            last: LastSearch::default(),
            debug: false,
        }
    }
}

impl Session {
    /// Sets up the position of a `position` command.
    ///
    /// # Errors
    /// [`PositionError`]; the previous position stands then.
    pub(crate) fn set_position(&mut self, spec: &PositionSpec) -> Result<(), PositionError> {
        let start = match &spec.fen {
            None => Position::startpos(),
            Some(fen) => Position::from_fen(fen)?,
        };
        let mut game = Game::new(start);
        for (index, text) in spec.moves.iter().enumerate() {
            let refuse = |reason| PositionError::Move { number: index + 1, total: spec.moves.len(), reason };
            let step = chess::parse_uci(game.position(), text).map_err(refuse)?;
            // `parse_uci` yields legal moves only.
            let _ = game.play(step);
        }
        self.game = game;
        Ok(())
    }

    /// A search of the current position with everything it depends on, and a complaint about root moves that are
    /// not legal. Should none be left, all moves are searched: clients send `searchmoves 0000` for "no wish".
    pub(crate) fn search(&self, spec: &GoSpec) -> (Search, Option<String>) {
        let (searchmoves, complaint) = self.root_moves(spec.search_moves.as_deref().unwrap_or_default());
        let [white, black] = spec.time;
        let limits = Limits {
            // Some clients send one clock only. If it is the other side's, ours is taken to show the same.
            time: [white.or(black), black.or(white)],
            inc: spec.increment,
            movestogo: spec.moves_to_go,
            depth: spec.depth,
            nodes: spec.nodes,
            soft_nodes: None,
            mate: spec.mate,
            movetime: spec.move_time,
            infinite: spec.infinite,
            ponder: spec.ponder,
            searchmoves,
        };
        let options = engine::Options {
            multipv: self.options.multi_pv(),
            move_overhead: Duration::from_millis(self.options.move_overhead_ms()),
            threads: self.options.threads(),
        };
        let search = Search {
            game: self.game.clone(),
            limits,
            settings: self.options.settings().clone(),
            options,
            style: self.style(),
            hash_mib: self.options.hash_mib(),
            last: self.last.clone(),
        };
        (search, complaint)
    }

    /// How moves and scores are written at present.
    pub(crate) fn style(&self) -> Style {
        let wdl = self.options.show_wdl().then(|| WdlModel::of(&self.options.settings().evaluation));
        Style { chess960: self.options.chess960(), wdl }
    }

    fn root_moves(&self, texts: &[String]) -> (Vec<Move>, Option<String>) {
        let mut moves = Vec::new();
        let mut refused = Vec::new();
        for text in texts {
            match chess::parse_uci(self.game.position(), text) {
                Ok(step) if moves.contains(&step) => {}
                Ok(step) => moves.push(step),
                Err(_) => refused.push(quote(text)),
            }
        }
        if refused.is_empty() {
            return (moves, None);
        }
        const SPELLED_OUT: usize = 3;
        let named = refused[..refused.len().min(SPELLED_OUT)].join(", ");
        let more = refused.len().saturating_sub(SPELLED_OUT);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let rest = if moves.is_empty() { ", all moves are searched" } else { "" };
        (moves, Some(format!("go: searchmoves: no legal move {named}{more}{rest}")))
    }
}
