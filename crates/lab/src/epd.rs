//! Test positions in Extended Position Description, as found in the wild.
//!
//! ```text
//! 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
//! ```
//!
//! Old suites bend the standard in many ways. Most are understood by [`chess::Epd`]; here follow operations that run into
//! each other without a semicolon, and quotes that are never closed.

use std::path::Path;

use chess::{Epd, EpdError, EpdOperation, Move, Position};

use crate::error::LabError;
use crate::files;
use crate::perft_suite::Complaint;

/// What would be a right answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TestPosition {
    /// The line in the file, from 1.
    pub(crate) line: usize,
    /// The name the suite gives it, if any.
    pub(crate) id: Option<String>,
    pub(crate) position: Position,
    /// Best moves: any of these solves it. May be empty.
    pub(crate) best: Vec<Move>,
    /// Moves to avoid: none of these may be played. May be empty.
    pub(crate) avoid: Vec<Move>,
    /// Mate in so many moves; negative if the side to move is mated.
    pub(crate) mate: Option<i32>,
}

/// Operations whose names are recognised even without a semicolon before them.
const OPCODES: [&str; 7] = ["bm", "am", "dm", "id", "ce", "pv", "acd"];

/// What `parse` makes of the lines of a file, given with their numbers from 1, and what it refuses.
///
/// # Errors
/// [`LabError::Read`]; [`LabError::NoPositions`] if nothing in it can be used.
pub(crate) fn read_lines<T>(
    path: &Path,
    parse: impl Fn(&str, usize) -> Result<Option<T>, String>,
) -> Result<(Vec<T>, Vec<Complaint>), LabError> {
    let (mut read, mut complaints) = (Vec::new(), Vec::new());
    for (index, text) in files::read(path)?.lines().enumerate() {
        match parse(text, index + 1) {
            Ok(item) => read.extend(item),
            Err(reason) => complaints.push(Complaint { line: index + 1, reason }),
        }
    }
    if read.is_empty() {
        let hint = complaints.first().map_or(String::new(), |c| format!(": line {}: {}", c.line, c.reason));
        return Err(LabError::NoPositions { path: path.to_owned(), hint });
    }
    Ok((read, complaints))
}

/// The position of one line, whatever else it says: `Ok(None)` if it is blank or a comment.
pub(crate) fn parse_position(text: &str) -> Result<Option<Position>, String> {
    Ok(parse(text)?.map(|epd| epd.position))
}

/// One line as an EPD: `Ok(None)` if it is blank or a comment.
fn parse(text: &str) -> Result<Option<Epd>, String> {
    let text = text.trim().trim_start_matches('\u{feff}');
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    read(text).map(Some).map_err(|error| error.to_string())
}

/// One line of a suite: `Ok(None)` if it is blank or a comment.
pub(crate) fn parse_line(text: &str, line: usize) -> Result<Option<TestPosition>, String> {
    let Some(epd) = parse(text)? else { return Ok(None) };
    let words = |error: EpdError| error.to_string();
    let test = TestPosition {
        line,
        id: epd.operands("id").map(|operands| operands.join(" ")),
        best: epd.best_moves().map_err(words)?,
        avoid: epd.avoid_moves().map_err(words)?,
        mate: epd.mate().map_err(words)?,
        position: epd.position,
    };
    if test.mate == Some(0) {
        return Err("a mate in 0 moves is no test".to_owned());
    }
    if test.best.is_empty() && test.avoid.is_empty() && test.mate.is_none() {
        return Err("none of bm, am and dm says what solves it".to_owned());
    }
    Ok(Some(test))
}

/// The line as an EPD, its operations parted where a known one begins.
fn read(text: &str) -> Result<Epd, EpdError> {
    // A quote that is never closed runs to the end of the line.
    let is_open = text.matches('"').count() % 2 == 1;
    let closed = if is_open { format!("{text}\"") } else { text.to_owned() };
    let mut epd = Epd::parse(&closed)?;
    epd.operations = epd.operations.into_iter().flat_map(part).collect();
    Ok(epd)
}

/// The operations that run into each other in one. No move, number or name is spelled like an opcode.
fn part(operation: EpdOperation) -> Vec<EpdOperation> {
    let EpdOperation { opcode, operands } = operation;
    let mut parts = vec![EpdOperation { opcode, operands: Vec::new() }];
    for word in operands {
        if OPCODES.contains(&word.as_str()) {
            parts.push(EpdOperation { opcode: word, operands: Vec::new() });
        } else if let Some(last) = parts.last_mut() {
            last.operands.push(word);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -";

    fn parsed(operations: &str) -> TestPosition {
        let line = format!("{FEN} {operations}");
        parse_line(&line, 7).unwrap_or_else(|error| panic!("{line}: {error}")).expect("a position")
    }

    fn best(operations: &str) -> Vec<String> {
        let test = parsed(operations);
        test.best.iter().map(|&mv| chess::san(&test.position, mv)).collect()
    }

    #[test]
    fn best_moves_in_every_spelling_found_in_suites() {
        for spelling in [
            "bm Qd1+; id \"BK.01\";",
            "; bm Qd1 + ; id BK.01 ",
            "0 1 bm Qd1+",
            "0 1; bm Qd1+! ; c1 diff=10",
            "bm Qd1 ;",
            "bm d6d1; id \"a ; b\";",
            "bm Qd1+ \u{0}",
            "bm Qd1+; id \"x\";\u{0}",
            "ce 12 bm Qd1+ id \"unclosed",
        ] {
            assert_eq!(best(spelling), ["Qd1+"], "{spelling}");
        }
        assert_eq!(best("bm Qd1+ Qd5; am Qd2+;").len(), 2);
    }

    #[test]
    fn names_and_moves_to_avoid() {
        let test = parsed("am Qd5 Qc5; id \"WAC.001 - first\"; c0 \"bm Qe7\";");
        assert_eq!(test.id.as_deref(), Some("WAC.001 - first"));
        assert_eq!((test.best.len(), test.avoid.len(), test.line), (0, 2, 7));
    }

    #[test]
    fn mates_in_both_notations() {
        assert_eq!(parsed("dm 3;").mate, Some(3));
        assert_eq!(parsed("bm #-11; PV: d6d1;").mate, Some(-11));
        let both = parsed("bm Qd1+ dm 3");
        assert_eq!((both.mate, both.best.len()), (Some(3), 1));
        assert_eq!(parsed("Qd1 dm 21").mate, Some(21));
    }

    #[test]
    fn blank_lines_and_comments_are_no_positions() {
        for line in ["", "   ", "# a comment", "\u{feff}"] {
            assert_eq!(parse_line(line, 1), Ok(None), "{line:?}");
        }
    }

    #[test]
    fn what_cannot_be_used_is_refused_with_a_reason() {
        for (line, reason) in [
            ("blah", "4 or 6 fields"),
            ("8/8/8/8/8/8/8/8 w - - bm Ke2;", ""),
            ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - id \"x\";", "none of bm"),
            ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qh8;", "Qh8"),
            ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - dm soon;", "soon"),
            ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - dm 0;", "mate in 0"),
            ("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm;", "none of bm"),
        ] {
            let error = parse_line(line, 1).expect_err(line);
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}
