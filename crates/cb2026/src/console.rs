//! Commands for people: the board, the legal moves, the terms of the evaluation, perft, switches.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use chess::{File, Position, Rank, Square};
use engine::Technique;
use lab::Cancel;
use lab::tournament::OpeningSource;
use lab::tournament::openings::Variant;

use crate::cli::bench_lines;
use crate::command::{ConsoleCommand, GenFens};
use crate::format::readable_count;
use crate::options::{Effect, OptionError, Options};
use crate::output::{Output, quote};
use crate::session::Session;
use crate::worker::Report;

/// Work that prints as it goes, and gives up soon after it is told to.
pub(crate) type Work = Box<dyn FnOnce(&Output, &Cancel) -> Report + Send>;

/// What a console command leads to.
pub(crate) enum Answer {
    /// Text to print.
    Text(String),
    /// Long work for the search thread.
    Work(Work),
    /// A setting was changed or refused.
    Set {
        /// Its name as given.
        name: String,
        /// What came of it.
        result: Result<Effect, OptionError>,
    },
    /// Done, nothing to say.
    Nothing,
}

/// Why a console command did nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConsoleError {
    /// A move of `play` is not legal.
    #[error("play: {} is no legal move here: {reason}", quote(.text))]
    Play {
        /// The move as given.
        text: String,
        /// Why not.
        reason: chess::SanError,
    },
    /// `flip` in check would leave a king to be captured.
    #[error("flip: the side to move is in check, the other side cannot be to move")]
    FlipInCheck,
    /// `spsa GROUP` of something unknown.
    #[error("spsa: {0}")]
    Spsa(#[from] lab::LabError),
    /// `set NAME` of something unknown.
    #[error("set: there is no option, technique or parameter {}", quote(.0))]
    UnknownName(String),
}

const HELP: &str = "\
commands for people:
  d                     the board with FEN, key, checkers
  moves                 the legal moves
  play MOVE...          play moves (e4, Nf3, e2e4)
  flip                  let the other side move
  eval                  the terms of the static evaluation; of a network, what each piece is worth to it
  go [depth N | movetime MS | nodes N | infinite | ...]   search
  stop                  end the search, the count, the bench, the explanation
  why [MOVE | LINE]     the last search: why this move or not, what happened after these moves (why Nf3, why e4 c5)
  perft N               count the leaves after each move
  techniques            what the search is made of
  set NAME on|off|VALUE switch a technique, set a parameter or an option (set nullmove off, set rfp_margin 90)
  set stage N, set all on|off   whole sets of techniques
  set eval hand|net     evaluate by hand or by the network; set EvalFile PATH loads a network
  spsa [GROUP]          parameters as lines for OpenBench's tuner; groups: whole_node, skip, reduce, ...
  ucidump               every option, technique and parameter with its value
  genfens COUNT [seed N] [book None|FILE] [dfrc]   positions to begin games at, as OpenBench asks for them
  bench [DEPTH]         node count and speed over fixed positions
  version               this program and how it was built
  quit                  leave
UCI, for programs: uci ucifull isready setoption ucinewgame position go stop ponderhit debug quit";

/// Name and version, as `id name` gives them.
pub(crate) fn name_and_version() -> String {
    format!("cb2026 {}", env!("CARGO_PKG_VERSION"))
}

/// What a person sees first.
pub(crate) fn banner() -> String {
    format!("{}, a chess engine you can see through. Type help for commands.", name_and_version())
}

/// Carries out a console command on the session.
///
/// # Errors
/// [`ConsoleError`] says what was wrong; nothing changes then.
pub(crate) fn answer(session: &mut Session, command: ConsoleCommand) -> Result<Answer, ConsoleError> {
    let position = session.game.position();
    let text = match command {
        ConsoleCommand::Help => HELP.to_owned(),
        ConsoleCommand::Display => board(position),
        ConsoleCommand::Moves => moves(session),
        ConsoleCommand::Eval => evaluation(session),
        ConsoleCommand::Techniques => techniques(session),
        ConsoleCommand::Spsa(group) => spsa(group.as_deref().unwrap_or("all"))?,
        ConsoleCommand::Dump => dump(session),
        ConsoleCommand::Version => version(),
        ConsoleCommand::Play(steps) => return play(session, &steps),
        ConsoleCommand::Flip => return flip(session),
        ConsoleCommand::Perft(depth) => return Ok(perft(session, depth)),
        ConsoleCommand::Bench(depth) => return Ok(bench(session, depth)),
        ConsoleCommand::GenFens(spec) => return Ok(generate_fens(spec)),
        ConsoleCommand::Why(words) => return Ok(why(session, words)),
        ConsoleCommand::Set(words) => return set(session, &words),
    };
    Ok(Answer::Text(text))
}

/// The declared parameters of a family, or all.
fn spsa(group: &str) -> Result<String, ConsoleError> {
    Ok(lab::tune::lines(&lab::tune::of_group(group, lab::tune::DEFAULT_R_END)?))
}

/// `set NAME`: the present value, or the push of a button. `set NAME VALUE`: a new value.
fn set(session: &mut Session, words: &[String]) -> Result<Answer, ConsoleError> {
    let (name, value) = Options::split_name(words).ok_or_else(|| {
        let unknown = words.first().cloned().unwrap_or_default();
        ConsoleError::UnknownName(unknown)
    })?;
    if value.is_none()
        && let Some((name, value)) = session.options.get(&name)
    {
        return Ok(Answer::Text(format!("{name} is {value}")));
    }
    let result = session.options.set_by_person(&name, value.as_deref());
    Ok(Answer::Set { name, result })
}

fn board(position: &Position) -> String {
    let mut text = String::from("  +-----------------+\n");
    for rank in (0..8).rev().filter_map(Rank::from_index) {
        let _ = write!(text, "{} |", rank.index() + 1);
        for file in (0..8).filter_map(File::from_index) {
            let piece = position.piece_at(Square::new(file, rank)).map_or('.', |piece| piece.char());
            let _ = write!(text, " {piece}");
        }
        text.push_str(" |\n");
    }
    text.push_str("  +-----------------+\n    a b c d e f g h\n\n");
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    let _ = writeln!(text, "fen       {}", position.fen());
    let _ = writeln!(text, "key       {:016x}", position.key());
    let _ =
        write!(text, "checkers  {}", if checkers.is_empty() { "none".into() } else { checkers.join(" ") });
    text
}

fn moves(session: &Session) -> String {
    let position = session.game.position();
    let style = session.style();
    let mut pairs: Vec<(String, String)> = position
        .legal_moves()
        .into_iter()
        .map(|step| (style.move_text(position, step), chess::san(position, step)))
        .collect();
    pairs.sort();
    let mut text = match pairs.len() {
        1 => "1 legal move".to_owned(),
        count => format!("{count} legal moves"),
    };
    for row in pairs.chunks(6) {
        text.push_str("\n ");
        for (uci, san) in row {
            let _ = write!(text, " {:<15}", format!("{uci} {san}"));
        }
        text.truncate(text.trim_end().len());
    }
    text
}

/// Moves in SAN or UCI notation; all are played or none.
fn play(session: &mut Session, steps: &[String]) -> Result<Answer, ConsoleError> {
    let mut game = session.game.clone();
    for text in steps {
        let position = game.position();
        let step = chess::parse_move(position, text)
            .map_err(|reason| ConsoleError::Play { text: text.clone(), reason })?;
        let _ = game.play(step);
    }
    let from = session.game.position().clone();
    let played = &game.moves()[session.game.moves().len()..];
    let text = chess::san_line(&from, played);
    session.game = game;
    Ok(Answer::Text(text))
}

/// Gives the move to the other side. The history of the game ends there.
fn flip(session: &mut Session) -> Result<Answer, ConsoleError> {
    let mut position = session.game.position().clone();
    if position.in_check() {
        return Err(ConsoleError::FlipInCheck);
    }
    position.make_null();
    session.game = chess::Game::new(position);
    Ok(Answer::Nothing)
}

fn perft(session: &Session, depth: u32) -> Answer {
    let position = session.game.position().clone();
    let style = session.style();
    Answer::Work(Box::new(move |output, cancel| {
        let start = Instant::now();
        let mut total = 0;
        for step in position.legal_moves() {
            let mut after = position.clone();
            after.make(step);
            let Some(count) = count_leaves(&after, depth - 1, cancel) else {
                output.remark("perft: stopped");
                return Report::Done;
            };
            total += count;
            output.line(format_args!("{}: {count}", style.move_text(&position, step)));
            if output.is_closed() {
                return Report::Done;
            }
        }
        let elapsed = start.elapsed();
        output.line(format_args!("\n{total} leaves, {}", speed(total, elapsed)));
        Report::Done
    }))
}

/// Perft that looks up now and then whether it is still wanted.
fn count_leaves(position: &Position, depth: u32, cancel: &Cancel) -> Option<u64> {
    /// A count of so many plies is over in moments.
    const AT_ONCE: u32 = 4;
    if cancel.is_cancelled() {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(chess::perft(position, depth));
    }
    let mut total: u64 = 0;
    for step in position.legal_moves() {
        let mut after = position.clone();
        after.make(step);
        total = total.saturating_add(count_leaves(&after, depth - 1, cancel)?);
    }
    Some(total)
}

fn speed(count: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(1e-9);
    format!("{seconds:.3} s, {} a second", readable_count((count as f64 / seconds) as u64))
}

/// The bench with the present settings: whoever has switched a technique off sees what that changes.
fn bench(session: &Session, depth: Option<u32>) -> Answer {
    let depth = depth.unwrap_or(lab::bench::DEFAULT_DEPTH);
    let options = lab::bench::Options { depth, settings: session.options.settings().clone() };
    Answer::Work(Box::new(move |output, cancel| {
        if let Err(error) = bench_lines(&options, cancel, output) {
            output.remark(format_args!("bench: {error}"));
        }
        Report::Done
    }))
}

/// Positions for another program to begin games at, one a line.
fn generate_fens(spec: GenFens) -> Answer {
    Answer::Work(Box::new(move |output, cancel| {
        let variant = if spec.dfrc { Variant::Dfrc } else { Variant::Standard };
        match OpeningSource::new(spec.book.as_deref(), variant).open(spec.seed) {
            Err(error) => output.remark(format_args!("genfens: {error}")),
            Ok(openings) => {
                let indices = (0..spec.count).take_while(|_| !cancel.is_cancelled() && !output.is_closed());
                for index in indices {
                    let position = openings.get(index).game().position().fen();
                    output.line(format_args!("info string genfens {position}"));
                }
            }
        }
        Report::Done
    }))
}

fn evaluation(session: &Session) -> String {
    let position = session.game.position();
    match session.options.settings().evaluation.network() {
        Some(network) => network.break_down(position).to_string(),
        None => engine::eval::trace(position).to_string(),
    }
}

fn why(session: &Session, words: Vec<String>) -> Answer {
    let last = session.last.clone();
    Answer::Work(Box::new(move |output, cancel| crate::why::explain(&last, &words, output, cancel)))
}

fn techniques(session: &Session) -> String {
    let set = session.options.settings().techniques;
    let mut text = format!("{:<13} {:>5}  {:<7} {:<3}  what it does", "name", "stage", "default", "now");
    let word = |on: bool| if on { "on" } else { "off" };
    for &technique in Technique::ALL {
        let _ = write!(
            text,
            "\n{:<13} {:>5}  {:<7} {:<3}  {}",
            technique.name(),
            technique.stage().to_string(),
            word(technique.default_on()),
            word(set.has(technique)),
            technique.summary(),
        );
    }
    text
}

fn dump(session: &Session) -> String {
    let values = session.options.dump();
    let lines: Vec<String> = values.iter().map(|(name, value)| format!("{name:<24} {value}")).collect();
    lines.join("\n")
}

fn version() -> String {
    let features: Vec<&str> = [
        ("sse4.1", cfg!(target_feature = "sse4.1")),
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ]
    .into_iter()
    .filter_map(|(name, on)| on.then_some(name))
    .collect();
    let build = if cfg!(debug_assertions) { "with debug assertions" } else { "optimised" };
    let network = engine::eval::nnue::embedded().map_or("none".to_owned(), |network| network.to_string());
    format!(
        "{}\nbuilt for {} {} ({}), {build}\nembedded network: {network}\nnetworks run on: {}\nlicence: {}",
        name_and_version(),
        std::env::consts::ARCH,
        std::env::consts::OS,
        if features.is_empty() { "baseline".to_owned() } else { features.join(" ") },
        engine::eval::nnue::Level::best().name(),
        env!("CARGO_PKG_LICENSE"),
    )
}
