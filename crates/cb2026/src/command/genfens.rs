//! The argument of `genfens`, as `OpenBench` gives it.

use std::path::PathBuf;

use super::{Command, CommandError, ConsoleCommand, Parsed};

const COMMAND: &str = "genfens";

/// What a `genfens` asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GenFens {
    /// How many positions.
    pub(crate) count: u64,
    /// Other positions for another number.
    pub(crate) seed: u64,
    /// A book to take them from instead of playing random moves.
    pub(crate) book: Option<PathBuf>,
    /// Whether random moves begin at the arrangements of double Fischer random chess.
    pub(crate) dfrc: bool,
}

/// Reads the words after `genfens`: `COUNT [seed N] [book None|FILE] [dfrc]`.
pub(super) fn parse_genfens(rest: &[&str]) -> Parsed {
    let mut problems = Vec::new();
    match read(rest, &mut problems) {
        Ok(spec) => Parsed { command: Some(Command::Console(ConsoleCommand::GenFens(spec))), problems },
        Err(problem) => Parsed::failed(problem),
    }
}

fn read(rest: &[&str], problems: &mut Vec<CommandError>) -> Result<GenFens, CommandError> {
    let mut words = rest.iter().copied();
    let count = number("the number of positions", words.next())?;
    let mut spec = GenFens { count, seed: 1, book: None, dfrc: false };
    while let Some(word) = words.next() {
        match word {
            "seed" => spec.seed = number("the seed", words.next())?,
            "book" => {
                let book = given("the book", words.next())?;
                spec.book = (!book.eq_ignore_ascii_case("none")).then(|| book.into());
            }
            "dfrc" => spec.dfrc = true,
            _ => problems.push(CommandError::UnknownToken { command: COMMAND, token: word.to_owned() }),
        }
    }
    Ok(spec)
}

fn given<'a>(what: &'static str, word: Option<&'a str>) -> Result<&'a str, CommandError> {
    word.ok_or(CommandError::Missing { command: COMMAND, what })
}

fn number(what: &'static str, word: Option<&str>) -> Result<u64, CommandError> {
    let word = given(what, word)?;
    word.parse().map_err(|_| CommandError::Malformed {
        command: COMMAND,
        what,
        wanted: "a whole number",
        token: word.to_owned(),
    })
}
