//! Extended position description: a position and named operations, one line of text.

use crate::text::shorten;
use crate::{FenError, Move, Position, SanError, parse_san, parse_uci};

/// A position with operations, as test suites write them.
///
/// Read are the four fields of a position, optionally the two counters of a FEN, and operations ended by
/// `;`, their operands bare words or texts in double quotes. Tolerated beside the standard: a `;` before
/// the first operation, a missing last `;`, a `:` after an opcode, marks standing apart (`Qd1 +`), commas
/// between moves, `dm` and the like after moves without a `;`, control characters at the end.
/// The operations `hmvc` and `fmvn` set the counters.
///
/// ```
/// use chess::Epd;
/// let line = r#"2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";"#;
/// let epd: Epd = line.parse().unwrap();
/// assert_eq!(epd.id(), Some("WAC.001"));
/// let best = epd.best_moves().unwrap();
/// assert_eq!(best[0].uci(false).to_string(), "g3g6");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position.
    pub position: Position,
    /// The operations in the order they are written.
    pub operations: Vec<EpdOperation>,
}

/// One operation of an [`Epd`]: `bm Qg6 Qh4` has the opcode `bm` and two operands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EpdOperation {
    /// Its name.
    pub opcode: String,
    /// What follows it, quotes removed.
    pub operands: Vec<String>,
}

/// Why a line is not an EPD, or one of its operations not what it should be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EpdError {
    /// The position is wrong.
    #[error(transparent)]
    Position(#[from] FenError),
    /// A quoted text does not end.
    #[error("EPD operation '{}': closing quote missing", shorten(.0))]
    OpenQuote(String),
    /// An operand should be a move.
    #[error("EPD operation '{opcode}': {error}")]
    Move {
        /// The operation.
        opcode: String,
        /// What is wrong with the move.
        error: SanError,
    },
    /// An operand should be a number.
    #[error("EPD operation '{}': '{}' is not a number", shorten(.opcode), shorten(.operand))]
    Number {
        /// The operation.
        opcode: String,
        /// What stands in the number's place; empty if nothing does.
        operand: String,
    },
}

impl Epd {
    /// Reads one line.
    ///
    /// # Errors
    /// [`EpdError`] if the position is wrong, a quoted text does not end, or `hmvc` or `fmvn` is no
    /// number. Never panics.
    pub fn parse(line: &str) -> Result<Self, EpdError> {
        let (fields, rest) = split_position(line);
        let mut position = Position::from_fen(&fields.join(" "))?;
        let operations = split_operations(rest)?;
        let counter = |name: &str| {
            let operation = operations.iter().find(|operation| operation.opcode == name)?;
            Some(number(name, operation.operands.first()))
        };
        if let Some(halfmoves) = counter("hmvc") {
            position.halfmoves = halfmoves?;
        }
        if let Some(fullmoves) = counter("fmvn") {
            position.fullmoves = fullmoves?.max(1);
        }
        Ok(Epd { position, operations })
    }

    /// The operands of the first operation of this name.
    pub fn operands(&self, opcode: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|operation| operation.opcode == opcode)?;
        Some(&operation.operands)
    }

    /// The name of the position (`id`).
    pub fn id(&self) -> Option<&str> {
        self.operands("id")?.first().map(String::as_str)
    }

    /// The best moves (`bm`); none if there is no such operation or it only announces a mate (`bm #3`).
    ///
    /// # Errors
    /// [`EpdError::Move`] if one is not a legal move.
    pub fn best_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("bm")
    }

    /// The moves to avoid (`am`); none if there is no such operation.
    ///
    /// # Errors
    /// [`EpdError::Move`] if one is not a legal move.
    pub fn avoid_moves(&self) -> Result<Vec<Move>, EpdError> {
        self.moves("am")
    }

    /// The moves of an operation, in algebraic or UCI notation.
    ///
    /// # Errors
    /// [`EpdError::Move`] if one is not a legal move.
    pub fn moves(&self, opcode: &str) -> Result<Vec<Move>, EpdError> {
        // `Qd1 +` and `#3`: a mark that stands apart, an announced mate.
        let is_mark = |text: &String| text.starts_with('#') || text.trim_matches(['+', '!', '?']).is_empty();
        let operands = self.operands(opcode).unwrap_or_default().iter();
        let read = |text: &String| {
            let text = text.trim_end_matches(',');
            parse_san(&self.position, text)
                .or_else(|error| parse_uci(&self.position, text).map_err(|_| error))
                .map_err(|error| EpdError::Move { opcode: opcode.to_owned(), error })
        };
        operands.filter(|operand| !is_mark(operand)).map(read).collect()
    }

    /// In how many moves the side to move mates: `dm 3`, or `bm #3` as mate suites write it. Negative if
    /// it is mated (`bm #-2`).
    ///
    /// ```
    /// use chess::Epd;
    /// let epd: Epd = "7k/8/6K1/8/8/8/8/R7 w - - bm #1;".parse().unwrap();
    /// assert_eq!(epd.mate(), Ok(Some(1)));
    /// ```
    ///
    /// # Errors
    /// [`EpdError::Number`] if it is not a number.
    pub fn mate(&self) -> Result<Option<i32>, EpdError> {
        if let Some(operands) = self.operands("dm") {
            return number("dm", operands.first()).map(Some);
        }
        let announced =
            self.operands("bm").and_then(<[String]>::first).and_then(|text| text.strip_prefix('#'));
        announced.map(|digits| number("bm", Some(&digits.to_owned()))).transpose()
    }

    /// Node counts by depth (`D1 20`), in the order they are written.
    ///
    /// ```
    /// use chess::Epd;
    /// let epd: Epd = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66".parse().unwrap();
    /// assert_eq!(epd.perft_counts(), Ok(vec![(1, 15), (2, 66)]));
    /// ```
    ///
    /// # Errors
    /// [`EpdError::Number`] if a count is not a number.
    pub fn perft_counts(&self) -> Result<Vec<(u32, u64)>, EpdError> {
        let depth = |operation: &EpdOperation| operation.opcode.strip_prefix('D')?.parse().ok();
        self.operations
            .iter()
            .filter_map(|operation| Some((depth(operation)?, operation)))
            .map(|(depth, operation)| Ok((depth, number(&operation.opcode, operation.operands.first())?)))
            .collect()
    }
}

impl core::str::FromStr for Epd {
    type Err = EpdError;

    /// As [`Epd::parse`].
    fn from_str(line: &str) -> Result<Self, EpdError> {
        Epd::parse(line)
    }
}

fn number<T: core::str::FromStr>(opcode: &str, operand: Option<&String>) -> Result<T, EpdError> {
    let operand = operand.cloned().unwrap_or_default();
    operand.parse().map_err(|_| EpdError::Number { opcode: opcode.to_owned(), operand })
}

/// The four or six fields of the position and the text of the operations.
fn split_position(line: &str) -> (Vec<&str>, &str) {
    let mut rest = line.trim_start_matches(is_blank);
    let mut fields = Vec::with_capacity(6);
    while fields.len() < 4 && !rest.is_empty() && !rest.starts_with(';') {
        let (field, after) = next_word(rest);
        fields.push(field);
        rest = after;
    }
    // Counters are two numbers; a lone one would be an operation nobody knows.
    let (half, after) = next_word(rest);
    let (full, after_both) = next_word(after);
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    if fields.len() == 4 && is_number(half) && is_number(full) {
        fields.extend([half, full]);
        rest = after_both;
    }
    (fields, rest)
}

/// Operations whose operands are moves.
const MOVE_LISTS: [&str; 2] = ["bm", "am"];
/// Operations that begin even without a `;` before them among moves, which none of them can be.
const NEXT: [&str; 4] = ["bm", "am", "dm", "id"];

/// Blanks, and the control characters that end lines in some files.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c.is_control()
}

/// The next word, which ends before a blank or a `;`, and what follows the blanks after it.
fn next_word(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| is_blank(c) || c == ';').unwrap_or(text.len());
    (&text[..end], text[end..].trim_start_matches(is_blank))
}

fn split_operations(text: &str) -> Result<Vec<EpdOperation>, EpdError> {
    let mut operations = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let mut rest = text.trim_start_matches(is_blank);
    while let Some(first) = rest.chars().next() {
        match first {
            ';' => {
                finish(&mut operations, &mut words);
                rest = &rest[1..];
            }
            '"' => {
                let (quoted, after) = rest[1..].split_once('"').ok_or_else(|| {
                    EpdError::OpenQuote(words.first().cloned().unwrap_or_else(|| rest.to_owned()))
                })?;
                words.push(quoted.to_owned());
                rest = after;
            }
            _ => {
                let (word, after) = next_word(rest);
                if MOVE_LISTS.contains(&words.first().map_or("", String::as_str)) && NEXT.contains(&word) {
                    finish(&mut operations, &mut words);
                }
                words.push(word.to_owned());
                rest = after;
            }
        }
        rest = rest.trim_start_matches(is_blank);
    }
    finish(&mut operations, &mut words);
    Ok(operations)
}

fn finish(operations: &mut Vec<EpdOperation>, words: &mut Vec<String>) {
    let mut words = words.drain(..);
    if let Some(opcode) = words.next() {
        let opcode = opcode.strip_suffix(':').map(str::to_owned).unwrap_or(opcode);
        operations.push(EpdOperation { opcode, operands: words.collect() });
    }
}
