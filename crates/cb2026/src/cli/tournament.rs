//! `match`, `gauntlet` and `sprt`: games between engines.

use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueEnum};
use lab::tournament::adjudication::{DrawRule, ResignRule, Rules};
use lab::tournament::openings::{BookOptions, Order, Variant};
use lab::tournament::pace::Pace;
use lab::tournament::pgn::PgnOptions;
use lab::tournament::spec::PlayerSpec;
use lab::tournament::tablebases::{Adjudicate, Tablebases};
use lab::tournament::uci_player::Patience;
use lab::tournament::{Event, Format, OpeningSource, Options, PgnFile};
use lab::{LabError, stats::Sprt};

use super::common::{Verdict, interruptible, print};
use super::stats::SprtArgs;
use crate::output::{Output, complain};

/// Nodes a move when nobody says how long to think.
const DEFAULT_NODES: &str = "5000";
/// The player that missing ones are.
const DEFAULT_PLAYER: &str = "now";
/// Games after which a test gives up.
const SPRT_GAMES: u64 = 100_000;

const MATCH_EXAMPLES: &str = "\
Examples:
  cb2026 match --player now --player now,nullmove=off                     is null move worth it? 5000 nodes a move
  cb2026 match --player stage=12 --player stage=11 --tc 8+0.08 --games 400 --openings book.epd --pgn games.pgn
  cb2026 match --player now --player cmd=stockfish,name=SF,option.Hash=16 --tc 10+0.1 --resume match.journal
  cb2026 match --player now --player stage=14 --player stage=12           everybody against everybody";

const GAUNTLET_EXAMPLES: &str = "\
Examples:
  cb2026 gauntlet --player now --player stage=14 --player stage=12 --games 200
  cb2026 gauntlet --player now --player cmd=stockfish --player cmd=ethereal-chess --tc 10+0.1 --openings book.pgn --plies 16";

const SPRT_EXAMPLES: &str = "\
Examples:
  cb2026 sprt --player now,rfp_margin=95                                  better than now by 5 normalized Elo, or not at all?
  cb2026 sprt --player now --player now,lmr=off --tc 2+0.02 --elo0 -3 --elo1 0
  cb2026 sprt --player now,rfp_margin=95 --resume rfp.journal             may be killed and called again";

/// Arguments of `match`.
#[derive(Args)]
#[command(after_help = MATCH_EXAMPLES)]
pub(crate) struct MatchArgs {
    /// Games of every two players: half of the openings with each colour
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    #[command(flatten)]
    tournament: TournamentArgs,
}

/// Arguments of `gauntlet`.
#[derive(Args)]
#[command(after_help = GAUNTLET_EXAMPLES)]
pub(crate) struct GauntletArgs {
    /// Games of every two players who meet
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// How many players, the first ones, meet everybody
    #[arg(long, value_name = "N", default_value_t = 1)]
    seeds: usize,
    #[command(flatten)]
    tournament: TournamentArgs,
}

/// Arguments of `sprt`.
#[derive(Args)]
#[command(after_help = SPRT_EXAMPLES)]
pub(crate) struct SprtMatchArgs {
    #[command(flatten)]
    test: SprtArgs,
    /// Games after which to give up undecided
    #[arg(long, value_name = "N", default_value_t = SPRT_GAMES)]
    games: u64,
    #[command(flatten)]
    tournament: TournamentArgs,
}

/// What all tournaments take.
#[derive(Args)]
struct TournamentArgs {
    /// A player: "now", "now,nullmove=off", "stage=12", or "cmd=PROGRAM,name=NAME,option.Hash=16,dir=FOLDER"; each may
    /// have limits of its own: "now,nodes=10000". Where players are missing, they are "now"
    #[arg(long = "player", value_name = "PLAYER", value_parser = PlayerSpec::from_str)]
    players: Vec<PlayerSpec>,
    /// Games played at a time [default: one for each processor core, or for the cores a player's threads take]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: Option<u16>,
    /// Count lines that do not show the mate they announce as faults, which many engines cut short
    #[arg(long)]
    check_mate_pvs: bool,
    /// Leave it to the system on which cores games are played
    #[arg(long)]
    no_affinity: bool,
    /// Keep a journal in this file; if it is there already, go on from it: call the same command again after a break
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Report the results after so many pairs of games; 0 for never before the end
    #[arg(long, value_name = "PAIRS", default_value_t = lab::tournament::DEFAULT_RATING_INTERVAL)]
    rating_interval: u64,
    /// Print nothing but the result, as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pace: PaceArgs,
    #[command(flatten)]
    openings: OpeningArgs,
    #[command(flatten)]
    rules: RuleArgs,
    #[command(flatten)]
    pgn: PgnArgs,
}

/// How long players think.
#[derive(Args)]
#[command(next_help_heading = "Limits (5000 nodes a move if none is given)")]
struct PaceArgs {
    /// Time control: seconds+increment, moves/seconds, minutes:seconds, e.g. 8+0.08, 40/60, 1:30+0.5
    #[arg(long, value_name = "TC")]
    tc: Option<String>,
    /// Seconds a move
    #[arg(long, value_name = "SECONDS")]
    st: Option<String>,
    /// Nodes a move
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Plies a move
    #[arg(long, value_name = "PLIES")]
    depth: Option<String>,
    /// How far clocks may be overdrawn, milliseconds
    #[arg(long, value_name = "MS")]
    timemargin: Option<String>,
}

/// Where games begin.
#[derive(Args)]
#[command(next_help_heading = "Openings (random moves to an even position if there is no book)")]
struct OpeningArgs {
    /// A book: FEN or EPD lines, or PGN; also packed (.gz, .zst, .zip)
    #[arg(long, value_name = "FILE", conflicts_with = "dfrc")]
    openings: Option<PathBuf>,
    /// In which order a book is gone through
    #[arg(long, value_enum, default_value_t = OrderName::Random, requires = "openings")]
    order: OrderName,
    /// Play so many plies of each game of a PGN book [default: all]
    #[arg(long, value_name = "N", requires = "openings")]
    plies: Option<usize>,
    /// The first opening of that order, from 1
    #[arg(long, value_name = "N", default_value_t = 1, requires = "openings", value_parser = clap::value_parser!(u64).range(1..))]
    start: u64,
    /// Seed of order and openings: another one gives other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Begin in double Fischer random chess
    #[arg(long)]
    dfrc: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum OrderName {
    Sequential,
    Random,
}

/// When games are ended early.
#[derive(Args)]
#[command(next_help_heading = "Adjudication (none unless asked for)")]
struct RuleArgs {
    /// Draw after a move, when both scores were small for some moves: movenumber=40 movecount=8 score=10
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=3, value_delimiter = ',')]
    draw: Option<Vec<String>>,
    /// Loss when the score was bad for some moves: movecount=3 score=400 [twosided=true]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..=3, value_delimiter = ',')]
    resign: Option<Vec<String>>,
    /// Draw after so many moves of each player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
    /// Folders of Syzygy tables
    #[arg(long = "tb", value_name = "PATHS")]
    tables: Option<std::ffi::OsString>,
    /// Look up positions with at most so many pieces
    #[arg(long = "tb-pieces", value_name = "N", requires = "tables")]
    table_pieces: Option<usize>,
    /// Count wins that the fifty-move rule spoils as wins
    #[arg(long = "tb-ignore50", requires = "tables")]
    table_ignore50: bool,
    /// Which results tables may give
    #[arg(long = "tb-adjudicate", value_enum, default_value_t = AdjudicateName::Both, requires = "tables")]
    table_results: AdjudicateName,
}

#[derive(Clone, Copy, ValueEnum)]
enum AdjudicateName {
    Both,
    WinLoss,
    Draw,
}

/// Where the moves are written.
#[derive(Args)]
#[command(next_help_heading = "Games")]
struct PgnArgs {
    /// Append all games to this file
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// What to write of each move beside score, depth and time
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',', requires = "pgn")]
    pgn_with: Vec<Detail>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Detail {
    /// Time left
    Timeleft,
    /// Time lost outside the engine
    Latency,
    /// Nodes
    Nodes,
    /// Selective depth
    Seldepth,
    /// Nodes a second
    Nps,
    /// Filling of the hash table
    Hashfull,
    /// Tablebase hits
    Tbhits,
    /// Principal variation
    Pv,
    /// Moves only
    Min,
}

/// Runs `match`.
pub(super) fn run_match(arguments: &MatchArgs, output: &Output) -> Verdict {
    play(&arguments.tournament, Format::RoundRobin, arguments.games, None, output)
}

/// Runs `gauntlet`.
pub(super) fn run_gauntlet(arguments: &GauntletArgs, output: &Output) -> Verdict {
    let format = Format::Gauntlet { seeds: arguments.seeds };
    play(&arguments.tournament, format, arguments.games, None, output)
}

/// Runs `sprt`.
pub(super) fn run_sprt(arguments: &SprtMatchArgs, output: &Output) -> Verdict {
    let test = arguments.test.sprt()?;
    play(&arguments.tournament, Format::RoundRobin, arguments.games, Some(test), output)
}

fn play(
    arguments: &TournamentArgs,
    format: Format,
    games: u64,
    sprt: Option<Sprt>,
    output: &Output,
) -> Verdict {
    let options = arguments.options(format, games, sprt)?;
    let cancel = interruptible()?;
    let report = lab::tournament::run(&options, &cancel, &mut |event| {
        if output.is_closed() {
            // Nobody reads on.
            cancel.cancel();
        } else if !arguments.json {
            output.line(event);
        } else if matches!(event, Event::Remark(_) | Event::Fault { .. }) {
            complain(event);
        }
    })?;
    print(&report, arguments.json, output)?;
    Ok(!report.has_faults() && !report.cancelled)
}

impl TournamentArgs {
    fn options(&self, format: Format, games: u64, sprt: Option<Sprt>) -> Result<Options, LabError> {
        let mut players = self.players.clone();
        while players.len() < 2 {
            players.push(DEFAULT_PLAYER.parse()?);
        }
        let concurrency =
            self.concurrency.map_or_else(|| lab::tournament::default_concurrency(&players), usize::from);
        Ok(Options {
            pace: self.pace.pace(&players)?,
            players,
            format,
            games,
            concurrency,
            // One game alone gains nothing by it, and several matches at a time would share the same core.
            pin: !self.no_affinity && concurrency > 1,
            openings: self.openings.source(),
            seed: self.openings.seed,
            rules: self.rules.rules()?,
            sprt,
            pgn: self.pgn.file(),
            resume: self.resume.clone(),
            rating_interval: self.rating_interval,
            check_mate_pvs: self.check_mate_pvs,
            patience: Patience::default(),
        })
    }
}

impl PaceArgs {
    /// The limits given, or else some nodes, unless all players have limits of their own.
    fn pace(&self, players: &[PlayerSpec]) -> Result<Pace, LabError> {
        let mut pace = Pace::default();
        let given = [
            ("tc", &self.tc),
            ("st", &self.st),
            ("nodes", &self.nodes),
            ("depth", &self.depth),
            ("timemargin", &self.timemargin),
        ];
        for (key, value) in given {
            if let Some(value) = value {
                pace.set(key, value)?;
            }
        }
        let is_limited = |player: &PlayerSpec| player.pace.or(&pace).check().is_ok();
        if pace.time.is_none() && !players.iter().all(is_limited) {
            pace.set("nodes", DEFAULT_NODES)?;
        }
        Ok(pace)
    }
}

impl OpeningArgs {
    fn source(&self) -> OpeningSource {
        match &self.openings {
            Some(path) => OpeningSource::Book(BookOptions {
                path: path.clone(),
                order: match self.order {
                    OrderName::Sequential => Order::Sequential,
                    OrderName::Random => Order::Random,
                },
                plies: self.plies,
                start: self.start - 1,
            }),
            None if self.dfrc => OpeningSource::Generated(Variant::Dfrc),
            None => OpeningSource::Generated(Variant::Standard),
        }
    }
}

impl RuleArgs {
    fn rules(&self) -> Result<Rules, LabError> {
        let tablebases = self.tables.as_ref().map(|paths| {
            let folders: Vec<PathBuf> = std::env::split_paths(paths).collect();
            let results = match self.table_results {
                AdjudicateName::Both => Adjudicate::Both,
                AdjudicateName::WinLoss => Adjudicate::WinLoss,
                AdjudicateName::Draw => Adjudicate::Draw,
            };
            Tablebases::open(&folders, self.table_pieces, self.table_ignore50, results)
        });
        Ok(Rules {
            draw: self.draw.as_deref().map(draw_rule).transpose()?,
            resign: self.resign.as_deref().map(resign_rule).transpose()?,
            max_moves: self.max_moves,
            tablebases: tablebases.transpose()?,
        })
    }
}

/// What fastchess's `-draw` takes, with its defaults.
fn draw_rule(words: &[String]) -> Result<DrawRule, LabError> {
    let mut rule = DrawRule { move_number: 0, move_count: 1, score: 0 };
    for word in words {
        let expected = "of movenumber=N, movecount=N (above 0) and score=N";
        let wrong = || LabError::value("draw", expected, format!("'{word}'"));
        match word.split_once('=').ok_or_else(wrong)? {
            ("movenumber", value) => rule.move_number = value.parse().map_err(|_| wrong())?,
            ("movecount", value) => rule.move_count = parse_count(value).ok_or_else(wrong)?,
            ("score", value) => rule.score = value.parse().map_err(|_| wrong())?,
            _ => return Err(wrong()),
        }
    }
    Ok(rule)
}

/// What fastchess's `-resign` takes, with its defaults.
fn resign_rule(words: &[String]) -> Result<ResignRule, LabError> {
    let mut rule = ResignRule { move_count: 1, score: 0, two_sided: false };
    for word in words {
        let expected = "of movecount=N (above 0), score=N and twosided=true or false";
        let wrong = || LabError::value("resign", expected, format!("'{word}'"));
        match word.split_once('=').ok_or_else(wrong)? {
            ("movecount", value) => rule.move_count = parse_count(value).ok_or_else(wrong)?,
            ("score", value) => rule.score = value.parse().map_err(|_| wrong())?,
            ("twosided", value) => rule.two_sided = value.parse().map_err(|_| wrong())?,
            _ => return Err(wrong()),
        }
    }
    Ok(rule)
}

/// A number of moves: a row of none would end every game at once.
fn parse_count(text: &str) -> Option<u32> {
    text.parse().ok().filter(|&count| count > 0)
}

impl PgnArgs {
    fn file(&self) -> Option<PgnFile> {
        let has = |detail| self.pgn_with.contains(&detail);
        let details = PgnOptions {
            min: has(Detail::Min),
            time_left: has(Detail::Timeleft),
            latency: has(Detail::Latency),
            nodes: has(Detail::Nodes),
            seldepth: has(Detail::Seldepth),
            nps: has(Detail::Nps),
            hashfull: has(Detail::Hashfull),
            tbhits: has(Detail::Tbhits),
            pv: has(Detail::Pv),
        };
        self.pgn.clone().map(|path| PgnFile { path, details })
    }
}
