//! What every report of a search must satisfy, replayed by the rules.

use chess::{Game, Position};

/// A parsed `info` line with a score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Info {
    pub(crate) depth: u32,
    pub(crate) multipv: usize,
    pub(crate) score: Score,
    pub(crate) exact: bool,
    pub(crate) wdl: Option<[u32; 3]>,
    pub(crate) nodes: Option<u64>,
    pub(crate) pv: Vec<String>,
}

/// A score as UCI writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Score {
    Cp(i32),
    Mate(i32),
}

/// A finished search.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) infos: Vec<Info>,
    pub(crate) best: String,
    pub(crate) ponder: Option<String>,
}

impl Reply {
    /// The last report of the first line.
    pub(crate) fn last(&self) -> &Info {
        self.infos.iter().rfind(|info| info.multipv == 1).expect("a first line")
    }
}

/// Reads the lines of a search up to its `bestmove`. Anything but well-formed `info` lines and one `bestmove`
/// fails, and so does a `bestmove` that no scored line precedes.
pub(crate) fn reply(lines: &[String]) -> Reply {
    let (last, rest) = lines.split_last().expect("some output");
    let infos: Vec<Info> = rest.iter().filter(|l| !l.starts_with("info string ")).map(|l| info(l)).collect();
    let words: Vec<&str> = last.split(' ').collect();
    let (best, ponder) = match words[..] {
        ["bestmove", best] => (best, None),
        ["bestmove", best, "ponder", reply] => (best, Some(reply.to_owned())),
        _ => panic!("malformed {last:?}"),
    };
    assert!(infos.iter().any(|info| info.multipv == 1 && info.exact), "no exact score before {last:?}");
    Reply { infos, best: best.to_owned(), ponder }
}

/// Parses a scored `info` line; every word must be known and every number an integer.
pub(crate) fn info(line: &str) -> Info {
    let mut words = line.split(' ');
    assert_eq!(words.next(), Some("info"), "{line:?}");
    let mut info = Info {
        depth: 0,
        multipv: 1,
        score: Score::Cp(i32::MAX),
        exact: true,
        wdl: None,
        nodes: None,
        pv: vec![],
    };
    let mut scored = false;
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let mut number = || -> i64 {
            let text = words.next().unwrap_or_default();
            text.parse().unwrap_or_else(|_| panic!("{word} {text:?} in {line:?}"))
        };
        match word {
            "depth" => info.depth = u32::try_from(number()).expect("a depth"),
            "multipv" => info.multipv = usize::try_from(number()).expect("a line number"),
            "nodes" => info.nodes = Some(u64::try_from(number()).expect("a count")),
            "seldepth" | "nps" | "hashfull" | "tbhits" | "time" => assert!(number() >= 0, "{line:?}"),
            "score" => {
                scored = true;
                let kind = words.next();
                let value = words.next().and_then(|v| v.parse().ok()).unwrap_or_else(|| panic!("{line:?}"));
                info.score = match kind {
                    Some("cp") => Score::Cp(value),
                    Some("mate") => Score::Mate(value),
                    _ => panic!("{line:?}"),
                };
                info.exact = words.next_if(|w| ["lowerbound", "upperbound"].contains(w)).is_none();
                if words.next_if_eq(&"wdl").is_some() {
                    let mut part =
                        || words.next().and_then(|w| w.parse().ok()).expect("three numbers after wdl");
                    info.wdl = Some([part(), part(), part()]);
                }
            }
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            _ => panic!("unknown word {word:?} in {line:?}"),
        }
    }
    assert!(scored, "no score in {line:?}");
    info
}

/// The game after `moves` from a FEN (`None`: the initial position).
pub(crate) fn game(fen: Option<&str>, moves: &[&str]) -> Game {
    let start = fen.map_or_else(Position::startpos, |fen| Position::from_fen(fen).expect(fen));
    let mut game = Game::new(start);
    for text in moves {
        let step = chess::parse_uci(game.position(), text).expect(text);
        game.play(step).expect(text);
    }
    game
}

/// Checks a whole reply against the rules: every line of play is legal, ends where the game ends, its mate
/// announcements are exact; `bestmove` heads the last first line, and the ponder move is legal after it.
pub(crate) fn check(game: &Game, reply: &Reply) {
    for info in &reply.infos {
        check_line(game, info);
    }
    if reply.best == "(none)" {
        assert!(game.position().legal_moves().is_empty(), "moves exist in {}", game.position().fen());
        return;
    }
    assert_eq!(
        Some(&reply.best),
        reply.last().pv.first(),
        "bestmove and line differ in {}",
        game.position().fen()
    );
    let mut after = game.clone();
    after.play(legal(&after, &reply.best)).expect("legal");
    if let Some(ponder) = &reply.ponder {
        legal(&after, ponder);
    }
}

fn legal(game: &Game, text: &str) -> chess::Move {
    chess::parse_uci(game.position(), text)
        .unwrap_or_else(|error| panic!("{text} in {}: {error}", game.position().fen()))
}

fn check_line(game: &Game, info: &Info) {
    let fen = game.position().fen();
    let mut line = game.clone();
    for (ply, text) in info.pv.iter().enumerate() {
        if ply > 0 {
            assert!(line.outcome().is_none(), "{:?} goes on after the end of the game in {fen}", info.pv);
        }
        let step = legal(&line, text);
        line.play(step).expect("legal");
    }
    if let (Score::Mate(moves), true) = (info.score, info.exact) {
        assert!(moves != 0 || game.position().is_checkmate(), "mate 0 in {fen}");
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        assert_eq!(info.pv.len() as i32, plies, "mate {moves} with {:?} in {fen}", info.pv);
        assert!(line.position().is_checkmate(), "mate {moves} without a mate: {:?} in {fen}", info.pv);
    }
}
