//! The argument of `genfens`, as `OpenBench` gives it.

use super::{Command, CommandError, ConsoleCommand, Parsed};

/// What a `genfens` asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GenFens {
    /// How many positions.
    pub(crate) count: u64,
    /// Other positions for another number.
    pub(crate) seed: u64,
    /// A book to take them from instead of playing random moves.
    pub(crate) book: Option<String>,
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
                let book =
                    words.next().ok_or(CommandError::Missing { command: COMMAND, what: "the book" })?;
                spec.book = Some(book).filter(|book| !book.eq_ignore_ascii_case("none")).map(str::to_owned);
            }
            "dfrc" => spec.dfrc = true,
            _ => problems.push(CommandError::UnknownToken { command: COMMAND, token: word.to_owned() }),
        }
    }
    Ok(spec)
}

const COMMAND: &str = "genfens";

fn number(what: &'static str, word: Option<&str>) -> Result<u64, CommandError> {
    let word = word.ok_or(CommandError::Missing { command: COMMAND, what })?;
    word.parse().map_err(|_| CommandError::Malformed {
        command: COMMAND,
        what,
        wanted: "a whole number",
        token: word.to_owned(),
    })
}
