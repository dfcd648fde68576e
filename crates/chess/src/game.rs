//! A game: a start and the moves played.

use crate::{Color, IllegalMove, KeyHistory, Move, Position};

/// Plies without capture or pawn move after which a game is drawn.
pub const FIFTY_MOVES: u16 = 100;

/// How a game ended, or that it is drawn now.
///
/// ```
/// use chess::{Color, Outcome};
/// assert_eq!(Outcome::Checkmate { winner: Color::White }.winner(), Some(Color::White));
/// assert_eq!(Outcome::Stalemate.winner(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// The side to move is mated.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no move.
    Stalemate,
    /// Neither side can ever mate.
    InsufficientMaterial,
    /// The position has occurred for the third time.
    Repetition,
    /// A hundred plies without capture or pawn move, and the last one did not mate.
    FiftyMoves,
}

impl Outcome {
    /// Who won; nobody in a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

/// A start position and the moves played from it.
///
/// ```
/// use chess::{parse_uci, Color, Game, Outcome, Position};
/// let mut game = Game::new(Position::startpos());
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let mv = parse_uci(game.position(), text).unwrap();
///     game.play(mv).unwrap();
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
/// assert_eq!(game.moves().len(), 4);
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    history: KeyHistory,
}

impl Game {
    /// A game about to begin.
    pub fn new(start: Position) -> Self {
        let mut history = KeyHistory::new();
        history.push(&start);
        Game { position: start.clone(), start, moves: Vec::new(), history }
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The keys of all positions, start and current one included.
    pub fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if it is not legal; the game is unchanged then.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.position.play(mv)?;
        self.moves.push(mv);
        self.history.push(&self.position);
        Ok(())
    }

    /// How the game has ended, if it has. Mate and stalemate come before the draws, so that a mate on
    /// the hundredth ply wins.
    pub fn outcome(&self) -> Option<Outcome> {
        let position = &self.position;
        if !position.has_legal_moves() {
            return Some(match position.in_check() {
                true => Outcome::Checkmate { winner: !position.side_to_move() },
                false => Outcome::Stalemate,
            });
        }
        if position.is_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        if self.history.is_repetition(position, 0) {
            return Some(Outcome::Repetition);
        }
        (position.halfmove_clock() >= FIFTY_MOVES).then_some(Outcome::FiftyMoves)
    }
}

impl Default for Game {
    /// A game from the starting position of standard chess.
    fn default() -> Self {
        Game::new(Position::startpos())
    }
}
