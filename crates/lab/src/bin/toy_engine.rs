//! A UCI engine that plays any legal move and, when asked to, misbehaves: what the tests play against.
//!
//! `toy_engine [MISBEHAVIOUR[@SEARCH]]`: from the given search on (counted from 1 over the life of the process, 2 if
//! not given), or where the name says, it does what [`Misbehaviour`] lists.

use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

use chess::{Game, Move, Position, parse_uci};

/// Longer than any test waits.
const FOR_EVER: Duration = Duration::from_secs(3600);
/// How long the slow ones take: longer than nothing, shorter than the tests' patience.
const SLOW: Duration = Duration::from_millis(150);
/// Bytes of a line that is far too long.
const HUGE: usize = 1 << 20;

/// What it can do wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Misbehaviour {
    None,
    /// Ends before it says anything.
    CrashAtStart,
    /// Is ended by a signal while it should think.
    Crash,
    /// Ends without a word on `go`.
    ExitOnGo,
    /// Does not answer `uci`.
    MuteAtStart,
    /// Does not answer `ucinewgame` and what follows from its second game on.
    MuteInGame,
    /// Thinks for ever and reacts to nothing.
    Hang,
    /// Writes `info` lines for ever and reacts to nothing.
    EndlessInfo,
    /// Thinks until it is told to stop.
    NeedsStop,
    /// Plays a move that is not legal.
    IllegalMove,
    /// Plays what is not a move.
    Garbage,
    /// Answers `bestmove (none)`.
    NoMove,
    /// Answers `bestmove 0000`.
    NullMove,
    /// Answers `bestmove` alone.
    EmptyMove,
    /// Writes lines as on Windows.
    Crlf,
    /// Takes its time to answer `isready`.
    SlowReady,
    /// Reports a line with an illegal move.
    WrongPv,
    /// Reports a line that another move than its own begins.
    OtherPv,
    /// Announces a mate that its line does not show.
    FalseMate,
    /// Says nothing about its move.
    NoScore,
    /// Writes nonsense, bytes that are no text and blank lines between everything it says.
    Noise,
    /// Writes lines of a mebibyte.
    HugeLines,
    /// Writes to its standard error, among it what looks like a move.
    Stderr,
    /// Answers twice.
    TwoMoves,
    /// Does not end when it is told to.
    Immortal,
}

use Misbehaviour as M;

const NAMES: [(&str, Misbehaviour); 24] = [
    ("crash-at-start", M::CrashAtStart),
    ("crash", M::Crash),
    ("exit-on-go", M::ExitOnGo),
    ("mute-at-start", M::MuteAtStart),
    ("mute-in-game", M::MuteInGame),
    ("hang", M::Hang),
    ("endless-info", M::EndlessInfo),
    ("needs-stop", M::NeedsStop),
    ("illegal-move", M::IllegalMove),
    ("garbage", M::Garbage),
    ("no-move", M::NoMove),
    ("null-move", M::NullMove),
    ("empty-move", M::EmptyMove),
    ("crlf", M::Crlf),
    ("slow-ready", M::SlowReady),
    ("wrong-pv", M::WrongPv),
    ("other-pv", M::OtherPv),
    ("false-mate", M::FalseMate),
    ("no-score", M::NoScore),
    ("noise", M::Noise),
    ("huge-lines", M::HugeLines),
    ("stderr", M::Stderr),
    ("two-moves", M::TwoMoves),
    ("immortal", M::Immortal),
];

fn main() {
    let argument = std::env::args().nth(1).unwrap_or_default();
    let (name, first) = argument.split_once('@').unwrap_or((&argument, "2"));
    let known = NAMES.iter().find(|(known, _)| *known == name).map(|&(_, misbehaviour)| misbehaviour);
    let misbehaviour = match known {
        None if !name.is_empty() => panic!("unknown misbehaviour {name}"),
        known => known.unwrap_or(M::None),
    };
    let mut engine = Toy {
        misbehaviour,
        first: first.parse().expect("the number of a search"),
        searches: 0,
        games: 0,
        chess960: false,
        game: Game::default(),
    };
    if misbehaviour == M::CrashAtStart {
        eprintln!("a crash at the start");
        std::process::exit(3);
    }
    while let Some(line) = read() {
        if !engine.obey(line.trim()) {
            return;
        }
    }
}

/// The next line of input, unless that has ended.
fn read() -> Option<String> {
    io::stdin().lock().lines().next()?.ok()
}

struct Toy {
    misbehaviour: Misbehaviour,
    first: u32,
    searches: u32,
    games: u32,
    chess960: bool,
    game: Game,
}

impl Toy {
    /// Follows a command; `false` is the end.
    fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["uci"] if self.misbehaviour == M::MuteAtStart => sleep(FOR_EVER),
            ["uci"] => self.introduce(),
            ["ucinewgame"] => {
                self.games += 1;
                if self.misbehaviour == M::MuteInGame && self.games > 1 {
                    sleep(FOR_EVER);
                }
            }
            ["isready"] => {
                if self.misbehaviour == M::SlowReady {
                    sleep(SLOW);
                }
                self.say("readyok");
            }
            ["setoption", "name", "UCI_Chess960", "value", value] => self.chess960 = value == "true",
            ["position", ref rest @ ..] => self.game = position(rest),
            ["go", ..] => {
                self.searches += 1;
                self.think();
            }
            ["quit"] if self.misbehaviour == M::Immortal => sleep(FOR_EVER),
            ["quit"] => return false,
            _ => {}
        }
        true
    }

    fn introduce(&self) {
        for line in [
            "id name Toy 1.0",
            "id author nobody",
            "option name Threads type spin default 1 min 1 max 4",
            "option name Hash type spin default 16 min 1 max 64",
            "option name Style type combo default Calm var Calm var Wild One",
            "option name Clear Hash type button",
            "option name UCI_Chess960 type check default false",
            "uciok",
        ] {
            self.say(line);
        }
    }

    fn think(&self) {
        let moves = self.game.position().legal_moves();
        // Any move will do, as long as it is the same in the same position.
        let mv = moves[(self.game.position().key() % moves.len() as u64) as usize];
        let best = self.text(mv);
        if self.misbehaviour == M::None || self.searches < self.first {
            self.info(&format!("score cp 10 pv {best}"));
            return self.say(&format!("bestmove {best}"));
        }
        let mut answer = format!("bestmove {best}");
        let mut info = Some(format!("score cp 10 pv {best}"));
        match self.misbehaviour {
            M::Crash => {
                eprintln!("a planted crash");
                std::process::abort();
            }
            M::ExitOnGo => std::process::exit(0),
            M::Hang => sleep(FOR_EVER),
            M::EndlessInfo => loop {
                self.info(&format!("score cp 10 pv {best}"));
            },
            M::NeedsStop => while read().is_some_and(|line| line.trim() != "stop") {},
            M::IllegalMove => answer = "bestmove a1a1".to_owned(),
            M::Garbage => answer = "bestmove {Nf3}! e7e8Q".to_owned(),
            M::NoMove => answer = "bestmove (none)".to_owned(),
            M::NullMove => answer = "bestmove 0000".to_owned(),
            M::EmptyMove => answer = "bestmove".to_owned(),
            M::WrongPv => info = Some(format!("score cp 10 pv {best} a1a1")),
            M::OtherPv => {
                let other = moves.iter().map(|&mv| self.text(mv)).find(|other| *other != best);
                info = other.map(|other| format!("score cp 10 pv {other}"));
            }
            M::FalseMate => info = Some(format!("score mate 3 pv {best}")),
            M::NoScore => info = None,
            M::HugeLines => self.say(&"info string x".repeat(HUGE / 13)),
            M::Stderr => eprintln!("bestmove a1a1"),
            _ => {}
        }
        if let Some(info) = info {
            self.info(&info);
        }
        self.say(&answer);
        if self.misbehaviour == M::TwoMoves {
            self.say("bestmove a1a1");
        }
    }

    fn text(&self, mv: Move) -> String {
        mv.uci(self.chess960).to_string()
    }

    fn info(&self, rest: &str) {
        self.say(&format!("info depth 1 seldepth 2 nodes 3 nps 4 hashfull 5 tbhits 6 time 0 {rest}"));
    }

    /// Writes a line. When nobody reads any more, there is nothing left to do.
    fn say(&self, line: &str) {
        let mut out = io::stdout().lock();
        let noise: &[u8] =
            if self.misbehaviour == M::Noise { b"\n\xff\xfe bestmov e2e4 \x00\ninfo\n" } else { b"" };
        let end: &[u8] = if self.misbehaviour == M::Crlf { b"\r\n" } else { b"\n" };
        let written = [noise, line.as_bytes(), end].into_iter().try_for_each(|part| out.write_all(part));
        if written.and_then(|()| out.flush()).is_err() {
            std::process::exit(0);
        }
    }
}

fn position(words: &[&str]) -> Game {
    let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match words.first() {
        Some(&"fen") => Position::from_fen(&words[1..moves].join(" ")).expect("a position"),
        _ => Position::startpos(),
    };
    let mut game = Game::new(start);
    for word in words.iter().skip(moves + 1) {
        let mv = parse_uci(game.position(), word).expect("a legal move");
        game.play(mv).expect("a legal move");
    }
    game
}
