//! Test positions in Extended Position Description, as found in the wild.
//!
//! ```text
//! 2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";
//! ```
//!
//! Old suites bend the standard in many ways, all of which are understood here: move counters after the four fields, a
//! stray semicolon after the position, a blank before `+` or an annotation, operations that run into each other without a
//! semicolon, and `bm #4` for a mate in four.

use chess::{Move, Position, parse_san, parse_uci};

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

/// One line of a suite: `Ok(None)` if it is blank or a comment.
pub(crate) fn parse_line(text: &str, line: usize) -> Result<Option<TestPosition>, String> {
    let text = text.trim().trim_start_matches('\u{feff}');
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let (fen, operations) = split_position(text)?;
    let position = Position::from_fen(&fen).map_err(|error| error.to_string())?;
    let mut test = TestPosition { line, id: None, position, best: vec![], avoid: vec![], mate: None };
    for (opcode, operands) in split_operations(operations) {
        match opcode.as_str() {
            "bm" if operands.iter().any(|operand| operand.starts_with('#')) => {
                test.mate = Some(mate_distance(operands[0].trim_start_matches('#'))?);
            }
            "bm" => test.best = moves(&test.position, &operands)?,
            "am" => test.avoid = moves(&test.position, &operands)?,
            "dm" => test.mate = Some(mate_distance(operands.first().map_or("", String::as_str))?),
            "id" => test.id = Some(operands.join(" ")),
            _ => {}
        }
    }
    if test.best.is_empty() && test.avoid.is_empty() && test.mate.is_none() {
        return Err("none of bm, am and dm says what solves it".to_owned());
    }
    Ok(Some(test))
}

/// The position as a FEN of four or six fields, and what follows it.
fn split_position(text: &str) -> Result<(String, &str), String> {
    let mut fields: Vec<&str> = Vec::new();
    let mut rest = text;
    while fields.len() < 4 {
        let (field, after) = next_word(rest);
        let field = field.trim_end_matches(';');
        if field.is_empty() {
            return Err(format!("a position has four fields, found {}", fields.len()));
        }
        fields.push(field);
        rest = after;
    }
    // Two counters, or none: a lone number is no part of a position.
    let (halfmoves, after_halfmoves) = next_word(rest);
    let (fullmoves, after_fullmoves) = next_word(after_halfmoves);
    let fullmoves = fullmoves.trim_end_matches(';');
    let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_number(halfmoves) && is_number(fullmoves) {
        fields.extend([halfmoves, fullmoves]);
        rest = after_fullmoves;
    }
    Ok((fields.join(" "), rest))
}

/// The first word (a semicolon after it included) and the rest.
fn next_word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    text.split_at(end)
}

/// Opcodes with their operands. Quoted operands may hold anything; bare `+ # ! ?` belong to the operand before.
fn split_operations(text: &str) -> Vec<(String, Vec<String>)> {
    let mut operations: Vec<(String, Vec<String>)> = Vec::new();
    let mut expects_opcode = true;
    for token in tokens(text) {
        match token {
            Token::End => expects_opcode = true,
            Token::Word(word) if expects_opcode || OPCODES.contains(&word.as_str()) => {
                operations.push((word, Vec::new()));
                expects_opcode = false;
            }
            Token::Word(word) if word.chars().all(|c| "+#!?".contains(c)) => {}
            Token::Word(word) | Token::Quoted(word) => {
                if let Some((_, operands)) = operations.last_mut() {
                    operands.push(word);
                }
                expects_opcode = false;
            }
        }
    }
    operations
}

enum Token {
    Word(String),
    Quoted(String),
    End,
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        rest = match first {
            ';' => {
                tokens.push(Token::End);
                &rest[1..]
            }
            '"' => {
                // A quote that is never closed runs to the end of the line.
                let body = &rest[1..];
                let (quoted, after) = body.split_once('"').unwrap_or((body, ""));
                tokens.push(Token::Quoted(quoted.to_owned()));
                after
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || c == ';').unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                tokens.push(Token::Word(word.to_owned()));
                after
            }
        }
        .trim_start();
    }
    tokens
}

/// Moves in SAN, or in UCI notation, with or without annotations.
fn moves(position: &Position, operands: &[String]) -> Result<Vec<Move>, String> {
    let parse = |text: &String| {
        let plain = text.trim_end_matches(['!', '?', ',']);
        parse_san(position, plain)
            .or_else(|error| parse_uci(position, plain).map_err(|_| error))
            .map_err(|error| format!("move '{text}': {error}"))
    };
    operands.iter().map(parse).collect()
}

fn mate_distance(text: &str) -> Result<i32, String> {
    match text.parse() {
        Ok(0) => Err("a mate in 0 moves is no test".to_owned()),
        Ok(moves) => Ok(moves),
        Err(_) => Err(format!("'{text}' is not a number of moves to mate")),
    }
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
            ("blah", "four fields"),
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
