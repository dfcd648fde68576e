//! One search for a move: is it chosen, since when, and how much is missing?

use chess::{Game, Move, MoveList, Position, SanError, parse_move, san};
use engine::{Bound, Engine, Info, Limits, Outcome, Settings, Technique};
use serde::Serialize;

use crate::cancel::Cancel;
use crate::epd::TestPosition;
use crate::error::LabError;

/// A position with a move that ought to be played, or one that ought not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// Its name; may be empty.
    pub id: String,
    /// The position.
    pub position: Position,
    /// The moves that solve it, in the order of generation. Neither none nor all legal moves.
    pub solutions: Vec<Move>,
    /// What solves it, in words.
    pub wanted: String,
}

impl Puzzle {
    /// A puzzle from a position and texts: the moves that solve it, and the moves to avoid, in SAN or UCI notation. Without moves that solve it,
    /// every other than those to avoid does.
    ///
    /// # Errors
    /// [`LabError::Move`], and [`LabError::Value`] if there is nothing to choose.
    pub fn new(position: Position, best: &[String], avoid: &[String]) -> Result<Puzzle, LabError> {
        let moves = |texts: &[String]| -> Result<Vec<Move>, SanError> {
            texts.iter().map(|text| parse_move(&position, text)).collect()
        };
        let (best, avoid) = (moves(best)?, moves(avoid)?);
        Puzzle::choose(String::new(), position, &best, &avoid)
    }

    /// A puzzle from the line of a suite.
    pub(super) fn from_suite(test: TestPosition) -> Result<Puzzle, String> {
        let id = test.id.unwrap_or_else(|| format!("line {}", test.line));
        Puzzle::choose(id, test.position, &test.best, &test.avoid).map_err(|error| error.to_string())
    }

    fn choose(id: String, position: Position, best: &[Move], avoid: &[Move]) -> Result<Puzzle, LabError> {
        let legal: MoveList = position.legal_moves();
        let solves = |mv: &Move| (best.is_empty() || best.contains(mv)) && !avoid.contains(mv);
        let solutions: Vec<Move> = legal.iter().copied().filter(solves).collect();
        if solutions.is_empty() || solutions.len() == legal.len() {
            let given = if solutions.is_empty() { "none" } else { "all" };
            return Err(LabError::value("the moves that solve it", "some of the legal moves", given));
        }
        let list =
            |moves: &[Move]| moves.iter().map(|&mv| san(&position, mv)).collect::<Vec<_>>().join(" or ");
        let wanted = if best.is_empty() { format!("anything but {}", list(avoid)) } else { list(&solutions) };
        Ok(Puzzle { id, position, solutions, wanted })
    }
}

/// Where in a search the solution was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Found {
    /// The depth from which on every iteration chose it, plies.
    pub depth: u32,
    /// The nodes at the end of that iteration.
    pub nodes: u64,
}

/// One search for the solution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Trial {
    /// The techniques switched off for it.
    pub off: Vec<&'static str>,
    /// Where the solution was found, if it is what the engine plays in the end.
    pub found: Option<Found>,
    /// What the engine plays, in SAN.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its score as UCI writes it.
    pub score: String,
    /// The last finished iteration, plies.
    pub depth: u32,
}

/// Searches with some techniques off.
pub(super) struct Bench<'a> {
    pub puzzle: &'a Puzzle,
    pub settings: &'a Settings,
    pub nodes: u64,
    pub cancel: &'a Cancel,
}

impl Bench<'_> {
    /// Searches from a clean state and follows the choice from iteration to iteration; `None` when given up.
    pub(super) fn trial(&self, engine: &mut Engine, off: &[Technique]) -> Option<Trial> {
        let mut since = None;
        let outcome = self.search(engine, off, &[], &mut |info| {
            let chosen = info.pv.first().is_some_and(|mv| self.puzzle.solutions.contains(mv));
            if info.bound == Bound::Exact {
                since = chosen.then(|| since.unwrap_or(Found { depth: info.depth, nodes: info.nodes }));
            }
        })?;
        let best = outcome.best?;
        // Chosen in an iteration that was not finished.
        let late = Found { depth: outcome.depth + 1, nodes: outcome.nodes };
        Some(Trial {
            off: names(off),
            found: self.puzzle.solutions.contains(&best).then(|| since.unwrap_or(late)),
            mv: san(&self.puzzle.position, best),
            score: outcome.score.to_string(),
            depth: outcome.depth,
        })
    }

    /// By how much the best solution's score stays below that of the move chosen, in centipawns as far as neither is a mate; `None` when
    /// given up.
    pub(super) fn gap(&self, engine: &mut Engine, off: &[Technique]) -> Option<i32> {
        let chosen = self.search(engine, off, &[], &mut |_| {})?;
        let solution = self.search(engine, off, &self.puzzle.solutions, &mut |_| {})?;
        Some(chosen.score - solution.score)
    }

    fn search(
        &self,
        engine: &mut Engine,
        off: &[Technique],
        only: &[Move],
        report: &mut dyn FnMut(&Info),
    ) -> Option<Outcome> {
        engine.settings = self.settings.clone();
        off.iter().for_each(|&technique| engine.settings.techniques.set(technique, false));
        engine.new_game();
        engine.set_position(&Game::new(self.puzzle.position.clone()));
        let _admission = self.cancel.admit(engine.controller())?;
        let limits = Limits { searchmoves: only.to_vec(), ..Limits::nodes(self.nodes) };
        let outcome = engine.go(&limits, report);
        (!self.cancel.is_cancelled()).then_some(outcome)
    }
}

/// The names of techniques.
pub(super) fn names(techniques: &[Technique]) -> Vec<&'static str> {
    techniques.iter().map(|technique| technique.name()).collect()
}
