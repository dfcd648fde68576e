//! Ending games whose result is clear, as fastchess does.

use chess::{Color, Position};
use engine::UciScore;

use super::game::{End, GameResult, Termination};
use super::tablebases::Tablebases;

/// When games are ended before the rules of chess end them. Nothing is adjudicated by default.
#[derive(Debug, Default)]
pub struct Rules {
    /// Draws that both players agree on.
    pub draw: Option<DrawRule>,
    /// Losses that the loser, or both players, agree on.
    pub resign: Option<ResignRule>,
    /// Draw after so many moves by each player, those of the opening not counted.
    pub max_moves: Option<u32>,
    /// Endgame tables that decide what they know.
    pub tablebases: Option<Tablebases>,
}

/// A draw is given when both players have seen one for long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// So many full moves of the game must have been played, opening included.
    pub move_number: u32,
    /// For so many moves of each player without capture or pawn move ...
    pub move_count: u32,
    /// ... no score exceeded this, in centipawns.
    pub score: u32,
}

/// A loss is given when it has been seen for long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// For so many moves ...
    pub move_count: u32,
    /// ... the score of the losing side was this bad, in centipawns, or a mate.
    pub score: u32,
    /// Whether the winner's scores must agree as well.
    pub two_sided: bool,
}

/// The usual draw rule of fishtest.
pub const FISHTEST_DRAW: DrawRule = DrawRule { move_number: 34, move_count: 8, score: 20 };
/// The usual resign rule of fishtest.
pub const FISHTEST_RESIGN: ResignRule = ResignRule { move_count: 3, score: 600, two_sided: false };

impl Rules {
    /// The usual rules of fishtest.
    #[must_use]
    pub fn fishtest() -> Rules {
        Rules { draw: Some(FISHTEST_DRAW), resign: Some(FISHTEST_RESIGN), ..Rules::default() }
    }
}

/// Follows the scores of one game.
pub(crate) struct Adjudicator<'a> {
    rules: &'a Rules,
    /// Plies in a row that looked drawn.
    drawn: u32,
    /// Moves in a row that looked lost, by colour.
    lost: [u32; 2],
    /// Plies in a row that looked decided to whoever moved.
    decided: u32,
    plies: u32,
    /// Who moved last, and what they thought of it.
    last: Option<(Color, UciScore)>,
}

impl<'a> Adjudicator<'a> {
    pub(crate) fn new(rules: &'a Rules) -> Self {
        Adjudicator { rules, drawn: 0, lost: [0; 2], decided: 0, plies: 0, last: None }
    }

    /// A move by `color` led to `position`; `score` is what they thought of it, if they said so.
    pub(crate) fn note(&mut self, color: Color, score: Option<UciScore>, position: &Position) {
        self.plies += 1;
        self.last = score.map(|score| (color, score));
        if let Some(rule) = &self.rules.draw {
            let progress = position.halfmove_clock() == 0;
            let level = matches!(score, Some(UciScore::Cp(cp)) if cp.unsigned_abs() <= rule.score);
            self.drawn = if level { 1 + if progress { 0 } else { self.drawn } } else { 0 };
        }
        if let Some(rule) = &self.rules.resign {
            let far = |cp: i32| cp.unsigned_abs() >= rule.score;
            let (decided, lost) = match score {
                Some(UciScore::Cp(cp)) => (far(cp), far(cp) && cp <= 0),
                Some(UciScore::Mate(moves)) => (true, moves < 0),
                None => (false, false),
            };
            let count = |counter: u32, goes_on: bool| if goes_on { counter + 1 } else { 0 };
            self.decided = count(self.decided, decided);
            self.lost[color.index()] = count(self.lost[color.index()], lost);
        }
    }

    /// Whether the game ends here. Tables come first, as they are exact.
    pub(crate) fn verdict(&self, position: &Position) -> Option<End> {
        let by_tables = || self.rules.tablebases.as_ref()?.result(position);
        if let Some(result) = by_tables() {
            return Some(adjudicated(result, Termination::Tablebases));
        }
        if let Some(loser) = self.resignation() {
            return Some(adjudicated(GameResult::win(!loser), Termination::Adjudication));
        }
        let draw = self.is_drawn(position) || self.is_too_long();
        draw.then(|| adjudicated(GameResult::Draw, Termination::Adjudication))
    }

    /// Who resigns: the one who moved last, and whose score was bad.
    fn resignation(&self) -> Option<Color> {
        let (rule, (mover, score)) = (self.rules.resign?, self.last?);
        let negative = matches!(score, UciScore::Cp(value) | UciScore::Mate(value) if value < 0);
        let agreed = match rule.two_sided {
            true => self.decided >= 2 * rule.move_count,
            false => self.lost[mover.index()] >= rule.move_count,
        };
        (agreed && negative).then_some(mover)
    }

    fn is_drawn(&self, position: &Position) -> bool {
        self.rules.draw.is_some_and(|rule| {
            u32::from(position.fullmove_number()).saturating_sub(1) >= rule.move_number
                && self.drawn >= 2 * rule.move_count
        })
    }

    fn is_too_long(&self) -> bool {
        self.rules.max_moves.is_some_and(|moves| self.plies >= moves.saturating_mul(2))
    }
}

/// In fastchess's words.
fn adjudicated(result: GameResult, termination: Termination) -> End {
    let by = if termination == Termination::Tablebases { ": SyzygyTB" } else { "" };
    let reason = match result.winner() {
        Some(winner) => format!("{winner} wins by adjudication{by}"),
        None => format!("Draw by adjudication{by}"),
    };
    End { result, termination, reason }
}

#[cfg(test)]
#[path = "adjudication_tests.rs"]
mod tests;
