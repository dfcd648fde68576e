//! One game: from the opening to its end, with everything the players did on the way.

use std::time::{Duration, Instant, SystemTime};

use chess::{Color, Game, Move, Outcome, Position};
use engine::{Limits, UciScore};
use serde::{Deserialize, Serialize};

use super::adjudication::{Adjudicator, Rules};
use super::pace::{GameClock, Pace};
use super::player::{Budget, Fault, FaultKind, Identity, Player, SearchReport};
use crate::Cancel;

/// How a game begins: a position, and moves that are played from it without thought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The position before the first move.
    pub start: Position,
    /// Moves from a book, legal one after the other.
    pub moves: Vec<Move>,
}

impl Opening {
    /// The game after the opening. Moves from the first illegal one on are left out.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::new(self.start.clone());
        let _ = self.moves.iter().try_for_each(|&mv| game.play(mv));
        game
    }
}

impl Default for Opening {
    /// The starting position.
    fn default() -> Self {
        Opening { start: Position::startpos(), moves: Vec::new() }
    }
}

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// `1-0`
    #[serde(rename = "1-0")]
    WhiteWins,
    /// `0-1`
    #[serde(rename = "0-1")]
    BlackWins,
    /// `1/2-1/2`
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// `*`: the game was interrupted.
    #[serde(rename = "*")]
    Unfinished,
}

impl GameResult {
    /// The result of a win by `winner`.
    #[must_use]
    pub const fn win(winner: Color) -> GameResult {
        match winner {
            Color::White => GameResult::WhiteWins,
            Color::Black => GameResult::BlackWins,
        }
    }

    /// Who won; nobody in a draw or an unfinished game.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameResult::WhiteWins => Some(Color::White),
            GameResult::BlackWins => Some(Color::Black),
            GameResult::Draw | GameResult::Unfinished => None,
        }
    }

    /// As PGN writes it: `1-0`, `0-1`, `1/2-1/2`, `*`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        }
    }
}

/// In which way a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// By the rules of chess.
    Normal,
    /// Decided before its end, by what the players said of it.
    Adjudication,
    /// Decided before its end, by tablebases.
    Tablebases,
    /// A clock ran out.
    TimeForfeit,
    /// A move that is none.
    IllegalMove,
    /// A player crashed or hung.
    Abandoned,
    /// The match was interrupted.
    Unterminated,
}

impl Termination {
    /// As the PGN tag `Termination` writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication | Termination::Tablebases => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove => "illegal move",
            Termination::Abandoned => "abandoned",
            Termination::Unterminated => "unterminated",
        }
    }
}

/// A move that a player chose.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRecord {
    /// The move.
    pub mv: Move,
    /// The time it took.
    pub time: Duration,
    /// What the clock showed afterwards; `None` without a clock.
    pub time_left: Option<Duration>,
    /// The engine's last report, if it made one.
    pub report: Option<SearchReport>,
}

/// A game that has been played, or begun.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// How it began.
    pub opening: Opening,
    /// Whether castling was written as in Chess960: the starting position has castling rights that standard chess has not.
    pub chess960: bool,
    /// Who won.
    pub result: GameResult,
    /// In which way it ended.
    pub termination: Termination,
    /// Why, in fastchess's words: `White mates`, `Black loses on time (12ms overrun)`.
    pub reason: String,
    /// The moves after the opening.
    pub moves: Vec<MoveRecord>,
    /// What went wrong, and with whom.
    pub faults: Vec<(Color, Fault)>,
    /// What the engines say of themselves, indexed by colour.
    pub identities: [Identity; 2],
    /// When it began.
    pub started: SystemTime,
    /// How long it took.
    pub duration: Duration,
}

impl GameRecord {
    /// The position at the end, with the game that led to it.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = self.opening.game();
        let _ = self.moves.iter().try_for_each(|record| game.play(record.mv));
        game
    }
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct End {
    pub(crate) result: GameResult,
    pub(crate) termination: Termination,
    pub(crate) reason: String,
}

impl End {
    /// Who won, if that is the truth about the position: not by a forfeit, and not because the players agreed.
    fn proven_winner(&self) -> Option<Color> {
        let proven = matches!(self.termination, Termination::Normal | Termination::Tablebases);
        self.result.winner().filter(|_| proven)
    }
}

/// Plays one game; `paces` are those of White and of Black. Whatever a player does, this returns a record: a fault that
/// cannot be overlooked loses the game, any other is noted in it.
pub fn play(
    white: &mut dyn Player,
    black: &mut dyn Player,
    paces: [&Pace; 2],
    opening: &Opening,
    rules: &Rules,
    cancel: &Cancel,
) -> GameRecord {
    let (started, begun) = (SystemTime::now(), Instant::now());
    let mut table = Table {
        players: [white, black],
        clocks: paces.map(GameClock::new),
        paces,
        adjudicator: Adjudicator::new(rules),
        game: opening.game(),
        moves: Vec::new(),
        faults: Vec::new(),
        cancel,
    };
    let first = table.game.position().side_to_move();
    let end = table.play(opening.start.is_chess960());
    let false_mates = false_mates(&table.moves, first, end.proven_winner());
    table.faults.extend(false_mates);
    let identities = table.players.each_ref().map(|player| player.identity().clone());
    GameRecord {
        opening: opening.clone(),
        chess960: opening.start.is_chess960(),
        result: end.result,
        termination: end.termination,
        reason: end.reason,
        moves: table.moves,
        faults: table.faults,
        identities,
        started,
        duration: begun.elapsed(),
    }
}

/// A game in progress.
struct Table<'a> {
    players: [&'a mut dyn Player; 2],
    clocks: [GameClock<'a>; 2],
    paces: [&'a Pace; 2],
    adjudicator: Adjudicator<'a>,
    game: Game,
    moves: Vec<MoveRecord>,
    faults: Vec<(Color, Fault)>,
    cancel: &'a Cancel,
}

impl Table<'_> {
    fn play(&mut self, chess960: bool) -> End {
        for color in Color::ALL {
            match self.players[color.index()].new_game(chess960, self.cancel) {
                Ok(faults) => self.note(color, faults),
                Err(_) if self.cancel.is_cancelled() => return interrupted(),
                Err(fault) => return self.forfeit(color, fault),
            }
        }
        loop {
            if self.cancel.is_cancelled() {
                return interrupted();
            }
            let over = self.game.outcome().map(end_by_rules);
            if let Some(end) = over.or_else(|| self.adjudicator.verdict(self.game.position())) {
                return end;
            }
            if let Err(end) = self.move_once() {
                return end;
            }
        }
    }

    fn move_once(&mut self) -> Result<(), End> {
        let color = self.game.position().side_to_move();
        let side = color.index();
        let budget = self.budget(color);
        let thought = self.players[side].think(&self.game, &budget, self.cancel);
        if self.cancel.is_cancelled() {
            return Err(interrupted());
        }
        let thought = thought.map_err(|fault| self.forfeit(color, fault))?;
        self.note(color, thought.warnings);
        self.clocks[side].charge(thought.time);
        if let Err(illegal) = self.game.play(thought.mv) {
            return Err(self.forfeit(color, Fault::new(FaultKind::IllegalMove, illegal.to_string())));
        }
        let score = thought.report.as_ref().map(|report| report.score);
        self.adjudicator.note(color, score, self.game.position());
        self.moves.push(MoveRecord {
            mv: thought.mv,
            time: thought.time,
            time_left: self.clocks[side].left(),
            report: thought.report,
        });
        // A late move is recorded all the same: what the engine did in that time is what one wants to know.
        match budget.overrun(thought.time) {
            Some(overrun) => Err(self.forfeit(color, Fault::time_loss(overrun))),
            None => Ok(()),
        }
    }

    fn budget(&self, color: Color) -> Budget {
        let mut limits = Limits::default();
        for (clock, owner) in self.clocks.iter().zip(Color::ALL) {
            clock.enter(&mut limits, owner, owner == color);
        }
        let margin = self.paces[color.index()].margin.unwrap_or_default();
        Budget { limits, left: self.clocks[color.index()].allowance(), margin }
    }

    fn note(&mut self, color: Color, faults: Vec<Fault>) {
        self.faults.extend(faults.into_iter().map(|fault| (color, fault)));
    }

    /// The game is lost by a fault.
    fn forfeit(&mut self, color: Color, fault: Fault) -> End {
        let (termination, reason) = match fault.kind {
            FaultKind::TimeLoss => {
                (Termination::TimeForfeit, format!("{color} loses on time ({})", fault.detail))
            }
            FaultKind::Crash => (Termination::Abandoned, format!("{color} disconnects")),
            FaultKind::Hang => (Termination::Abandoned, format!("{color}'s connection stalls")),
            _ => (Termination::IllegalMove, format!("{color} makes an illegal move")),
        };
        self.faults.push((color, fault));
        End { result: GameResult::win(!color), termination, reason }
    }
}

/// Two moves in a row that both announce that their own side mates, or is mated, cannot both be right. Who is proved to
/// have won tells who was wrong; without such a proof, neither is trusted. `first` chose the first move.
fn false_mates(moves: &[MoveRecord], first: Color, winner: Option<Color>) -> Vec<(Color, Fault)> {
    let mate = |record: &MoveRecord| match record.report.as_ref()?.score {
        UciScore::Mate(moves) => Some(moves),
        UciScore::Cp(_) => None,
    };
    let mut faults = Vec::new();
    for (pair, mover) in moves.windows(2).zip([first, !first].into_iter().cycle()) {
        let (Some(before), Some(after)) = (mate(&pair[0]), mate(&pair[1])) else { continue };
        if before.signum() * after.signum() <= 0 {
            continue;
        }
        for (color, claim, other) in [(mover, before, after), (!mover, after, before)] {
            let right = winner.is_some_and(|winner| (winner == color) == (claim > 0));
            if !right {
                let detail = format!("mate {claim} against the opponent's mate {other}");
                faults.push((color, Fault::new(FaultKind::MateSign, detail)));
            }
        }
    }
    faults
}

fn interrupted() -> End {
    End {
        result: GameResult::Unfinished,
        termination: Termination::Unterminated,
        reason: "Game interrupted".to_owned(),
    }
}

fn end_by_rules(outcome: Outcome) -> End {
    let reason = match outcome {
        Outcome::Checkmate { winner } => format!("{winner} mates"),
        Outcome::Stalemate => "Draw by stalemate".to_owned(),
        Outcome::InsufficientMaterial => "Draw by insufficient mating material".to_owned(),
        Outcome::Repetition => "Draw by 3-fold repetition".to_owned(),
        Outcome::FiftyMoves => "Draw by fifty moves rule".to_owned(),
    };
    let result = outcome.winner().map_or(GameResult::Draw, GameResult::win);
    End { result, termination: Termination::Normal, reason }
}
