//! One parser: a line of input becomes a [`Command`], and whatever was wrong with it a [`CommandError`].
//!
//! Nothing here knows the position or the engine: a move is still text. As the UCI protocol asks, tokens that
//! mean nothing are stepped over and the rest of the line is read; they are reported all the same, so that a
//! mistyped command never disappears without a word.

mod genfens;
mod go;

pub(crate) use genfens::GenFens;
pub(crate) use go::GoSpec;

use crate::output::quote;

/// What a line asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    /// `uci`: name the engine and list its options.
    Uci,
    /// `ucifull`: the same, with every technique and parameter.
    UciFull,
    /// `debug on|off`.
    Debug(bool),
    /// `isready`.
    IsReady,
    /// `setoption name NAME [value VALUE]`.
    SetOption {
        /// Words of the name, joined by single blanks.
        name: String,
        /// The text after `value`, trimmed; `None` when the word `value` is missing.
        value: Option<String>,
    },
    /// `register ...`: accepted, nothing to register.
    Register,
    /// `ucinewgame`.
    NewGame,
    /// `position ...`.
    Position(PositionSpec),
    /// `go ...`.
    Go(GoSpec),
    /// `stop`.
    Stop,
    /// `ponderhit`.
    PonderHit,
    /// `quit`.
    Quit,
    /// A command for people.
    Console(ConsoleCommand),
}

/// What a person may ask beyond UCI.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ConsoleCommand {
    /// `help`.
    Help,
    /// `d`: the board.
    Display,
    /// `moves`: the legal moves.
    Moves,
    /// `play MOVE...`: plays moves, SAN or UCI.
    Play(Vec<String>),
    /// `flip`: the other side to move.
    Flip,
    /// `eval`: the terms of the static evaluation.
    Eval,
    /// `perft N`, also `go perft N`: leaf counts after each move.
    Perft(u32),
    /// `set NAME [VALUE]`: the words after `set`, at least one. Names may hold blanks, so only who knows them all can
    /// tell where the value begins.
    Set(Vec<String>),
    /// `why [MOVE...]`: the last search explained.
    Why(Vec<String>),
    /// `techniques`: the registry.
    Techniques,
    /// `spsa [GROUP]`: parameters as lines for OpenBench.
    Spsa(Option<String>),
    /// `bench [depth]`.
    Bench(Option<u32>),
    /// `genfens COUNT ...`: positions to begin games at.
    GenFens(GenFens),
    /// `ucidump`: every option, technique and parameter with its present value.
    Dump,
    /// `version`, `compiler`.
    Version,
}

/// The argument of `position`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PositionSpec {
    /// Where the moves start; `None` for the initial position, otherwise a FEN.
    pub(crate) fen: Option<String>,
    /// Moves in UCI notation, not yet checked.
    pub(crate) moves: Vec<String>,
}

/// What was wrong with a line. Every message names the command and the offending text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CommandError {
    /// A word that starts no command.
    #[error("unknown command {}", quote(.0))]
    UnknownCommand(String),
    /// A word inside a command that means nothing there.
    #[error("{command}: unknown word {} skipped", quote(.token))]
    UnknownToken {
        /// The command it stood in.
        command: &'static str,
        /// The word.
        token: String,
    },
    /// A command that ends too early.
    #[error("{command}: {what} is missing")]
    Missing {
        /// The command.
        command: &'static str,
        /// What should have followed.
        what: &'static str,
    },
    /// A value of the wrong form.
    #[error("{command}: {what} must be {wanted}, not {}", quote(.token))]
    Malformed {
        /// The command.
        command: &'static str,
        /// Which value.
        what: &'static str,
        /// The accepted form.
        wanted: &'static str,
        /// What was given.
        token: String,
    },
    /// A depth that is no number or out of range.
    #[error("{command}: the depth must be a whole number of plies from 1 to {deepest}, not {}", quote(.token))]
    Depth {
        /// The command.
        command: &'static str,
        /// The greatest depth accepted, in plies.
        deepest: u32,
        /// What was given.
        token: String,
    },
    /// None of a `go`'s limits could be read.
    #[error("no limit is left, searching one ply")]
    NoLimitLeft,
}

/// The result of reading one line. Problems do not rule out a command: unknown words are stepped over.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Parsed {
    /// What to do, if anything.
    pub(crate) command: Option<Command>,
    /// What was wrong, in reading order.
    pub(crate) problems: Vec<CommandError>,
}

impl Parsed {
    fn just(command: Command) -> Self {
        Self { command: Some(command), problems: Vec::new() }
    }

    fn failed(problem: CommandError) -> Self {
        Self { command: None, problems: vec![problem] }
    }

    /// One line that names every problem (at most three are spelled out), or `None` if there is none.
    pub(crate) fn complaint(&self) -> Option<String> {
        const SPELLED_OUT: usize = 3;
        if self.problems.is_empty() {
            return None;
        }
        let mut words: Vec<String> =
            self.problems.iter().take(SPELLED_OUT).map(ToString::to_string).collect();
        if self.problems.len() > SPELLED_OUT {
            words.push(format!("and {} more", self.problems.len() - SPELLED_OUT));
        }
        Some(words.join("; "))
    }
}

/// The greatest depth a measurement can be asked for, in plies: the search goes no deeper.
pub(crate) const DEEPEST_SEARCH: u32 = engine::MAX_PLY as u32;

/// Words that start a UCI command. Only these are looked for behind words that mean nothing, so that a sentence
/// does not run a console command by accident.
const UCI_WORDS: [&str; 12] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "ucifull",
];

/// Reads one line. Blanks, tabs and carriage returns separate words; an empty line and a line starting with `#`
/// ask for nothing. Never panics.
pub(crate) fn parse(line: &str) -> Parsed {
    let line = line.trim_start_matches('\u{feff}');
    let tokens: Vec<&str> = line.split_ascii_whitespace().collect();
    let Some(&first) = tokens.first() else { return Parsed::default() };
    if first.starts_with('#') {
        return Parsed::default();
    }
    if let Some(parsed) = parse_from(first, line, &tokens[1..]) {
        return parsed;
    }
    let mut problems = vec![CommandError::UnknownCommand(first.to_owned())];
    let Some(at) = tokens.iter().position(|t| UCI_WORDS.contains(t)) else {
        return Parsed { command: None, problems };
    };
    let mut parsed = parse_from(tokens[at], line, &tokens[at + 1..]).unwrap_or_default();
    problems.append(&mut parsed.problems);
    Parsed { command: parsed.command, problems }
}

/// The command that `word` starts with its arguments `rest`, or `None` if it starts none.
fn parse_from(word: &str, line: &str, rest: &[&str]) -> Option<Parsed> {
    Some(match word {
        "uci" => Parsed::just(Command::Uci),
        "ucifull" => Parsed::just(Command::UciFull),
        "debug" => parse_debug(rest),
        "isready" => Parsed::just(Command::IsReady),
        "setoption" => parse_setoption(line),
        "register" => Parsed::just(Command::Register),
        "ucinewgame" => Parsed::just(Command::NewGame),
        "position" => parse_position(rest),
        "go" => go::parse_go(rest),
        "stop" => Parsed::just(Command::Stop),
        "ponderhit" => Parsed::just(Command::PonderHit),
        "quit" | "exit" => Parsed::just(Command::Quit),
        _ => return parse_console(word, rest),
    })
}

fn parse_console(word: &str, rest: &[&str]) -> Option<Parsed> {
    let command = match word {
        "help" => ConsoleCommand::Help,
        "d" => ConsoleCommand::Display,
        "moves" => ConsoleCommand::Moves,
        "play" if rest.is_empty() => {
            return Some(Parsed::failed(CommandError::Missing { command: "play", what: "a move" }));
        }
        "play" => ConsoleCommand::Play(rest.iter().map(|&t| t.to_owned()).collect()),
        "why" => ConsoleCommand::Why(rest.iter().map(|&t| t.to_owned()).collect()),
        "flip" => ConsoleCommand::Flip,
        "eval" => ConsoleCommand::Eval,
        "perft" => match depth_argument("perft", chess::MAX_PERFT_DEPTH, rest) {
            Ok(Some(depth)) => ConsoleCommand::Perft(depth),
            Ok(None) => {
                return Some(Parsed::failed(CommandError::Missing { command: "perft", what: "a depth" }));
            }
            Err(problem) => return Some(Parsed::failed(problem)),
        },
        "set" => return Some(parse_set(rest)),
        "genfens" => return Some(genfens::parse_genfens(rest)),
        "techniques" => ConsoleCommand::Techniques,
        "spsa" => ConsoleCommand::Spsa(rest.first().map(|&group| group.to_owned())),
        "bench" => match depth_argument("bench", DEEPEST_SEARCH, rest) {
            Ok(depth) => ConsoleCommand::Bench(depth),
            Err(problem) => return Some(Parsed::failed(problem)),
        },
        "ucidump" => ConsoleCommand::Dump,
        "version" | "compiler" => ConsoleCommand::Version,
        _ => return None,
    };
    Some(Parsed::just(Command::Console(command)))
}

/// The optional depth, from 1 to `deepest`, that follows `perft` and `bench`.
fn depth_argument(command: &'static str, deepest: u32, rest: &[&str]) -> Result<Option<u32>, CommandError> {
    let Some(&token) = rest.first() else { return Ok(None) };
    match token.parse::<u32>() {
        Ok(depth) if (1..=deepest).contains(&depth) => Ok(Some(depth)),
        _ => Err(CommandError::Depth { command, deepest, token: token.to_owned() }),
    }
}

fn parse_debug(rest: &[&str]) -> Parsed {
    match rest.first() {
        Some(&"on") => Parsed::just(Command::Debug(true)),
        Some(&"off") => Parsed::just(Command::Debug(false)),
        Some(&token) => Parsed::failed(CommandError::Malformed {
            command: "debug",
            what: "the state",
            wanted: "on or off",
            token: token.to_owned(),
        }),
        None => Parsed::failed(CommandError::Missing { command: "debug", what: "on or off" }),
    }
}

fn parse_set(rest: &[&str]) -> Parsed {
    if rest.is_empty() {
        return Parsed::just(Command::Console(ConsoleCommand::Dump));
    }
    let words = rest.iter().map(|&word| word.to_owned()).collect();
    Parsed::just(Command::Console(ConsoleCommand::Set(words)))
}

/// Names and values may hold blanks, so the words `name` and `value` delimit them. A value keeps its inner blanks.
fn parse_setoption(line: &str) -> Parsed {
    let missing_name = || Parsed::failed(CommandError::Missing { command: "setoption", what: "name NAME" });
    let Some(after_command) = after_word(line, "setoption") else { return missing_name() };
    let Some(after_name) = after_word(after_command, "name") else { return missing_name() };
    let mut words = Vec::new();
    let mut rest = after_name;
    let value = loop {
        let trimmed = rest.trim_start();
        let word = trimmed.split_ascii_whitespace().next().unwrap_or_default();
        if word.is_empty() {
            break None;
        }
        rest = &trimmed[word.len()..];
        if word == "value" {
            break Some(rest.trim().to_owned());
        }
        words.push(word);
    };
    if words.is_empty() {
        return missing_name();
    }
    Parsed::just(Command::SetOption { name: words.join(" "), value })
}

/// What follows the first occurrence of the whole word `wanted`.
fn after_word<'a>(text: &'a str, wanted: &str) -> Option<&'a str> {
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        let word = trimmed.split_ascii_whitespace().next()?;
        // `trimmed` may still begin with blanks beyond ASCII, which `split_ascii_whitespace` keeps inside words.
        rest = &trimmed[word.len()..];
        if word == wanted {
            return Some(rest);
        }
    }
}

fn parse_position(rest: &[&str]) -> Parsed {
    let mut problems = Vec::new();
    let mut tokens = rest.iter().copied();
    let fen = loop {
        match tokens.next() {
            Some("startpos") => break None,
            Some("fen") => {
                let fields = tokens.by_ref().take_while(|&t| t != "moves").collect::<Vec<_>>().join(" ");
                let moves = tokens.map(str::to_owned).collect();
                let spec = PositionSpec { fen: Some(fields), moves };
                return Parsed { command: Some(Command::Position(spec)), problems };
            }
            Some(token) => {
                problems.push(CommandError::UnknownToken { command: "position", token: token.to_owned() });
            }
            None => {
                problems.push(CommandError::Missing { command: "position", what: "startpos or fen FEN" });
                return Parsed { command: None, problems };
            }
        }
    };
    for token in tokens.by_ref().take_while(|&t| t != "moves") {
        problems.push(CommandError::UnknownToken { command: "position", token: token.to_owned() });
    }
    let spec = PositionSpec { fen, moves: tokens.map(str::to_owned).collect() };
    Parsed { command: Some(Command::Position(spec)), problems }
}

#[cfg(test)]
mod tests;
