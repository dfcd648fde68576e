//! The perft suites that lie beside the repository, where they do: every position of every file, each
//! to the deepest level of at most `NODES` nodes. `CB2026_SUITES` names another folder and
//! `CB2026_PERFT_DEPTH` asks for all levels to a depth instead.

use std::path::{Path, PathBuf};

use chess::{FenError, Position, perft};

/// Keeps a run over the several thousand positions to seconds.
const NODES: u64 = 20_000;

/// A position and its node counts from depth 1 on.
#[derive(Default)]
struct Fact {
    fen: String,
    counts: Vec<(u32, u64)>,
}

fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/suites");
    std::env::var_os("CB2026_SUITES").map_or(beside, PathBuf::from).join("perft")
}

/// `FEN ;D1 20 ;D2 400`, also with `; D4 123`.
fn read_epd(text: &str) -> Vec<Fact> {
    let line = |line: &str| {
        let mut parts = line.split(';').map(str::trim);
        let fen = parts.next()?.to_owned();
        let count = |part: &str| {
            let (depth, nodes) = part.strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
        };
        Some(Fact { fen, counts: parts.filter_map(count).collect() })
    };
    text.lines().filter(|text| !text.trim().is_empty()).filter_map(line).collect()
}

/// Blocks of `id`, `epd FEN` and `perft DEPTH NODES`.
fn read_blocks(text: &str) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("epd", fen)) => facts.push(Fact { fen: fen.to_owned(), counts: Vec::new() }),
            Some(("perft", rest)) => {
                let (depth, nodes) = rest.trim().split_once(' ').expect("depth and nodes");
                let count = (depth.parse().expect("a depth"), nodes.trim().parse().expect("nodes"));
                facts.last_mut().expect("a position before its counts").counts.push(count);
            }
            _ => {}
        }
    }
    facts
}

/// How many levels of a fact were checked; what disagreed is said.
fn check(fact: &Fact, deepest: Option<u32>, wrong: &mut Vec<String>) -> usize {
    let position = match Position::from_fen(&fact.fen) {
        Ok(position) => position,
        // Boards of thirty queens are not chess; the suites have one of them.
        Err(FenError::Placement(chess::PlacementError::TooMany { .. })) => return 0,
        Err(error) => {
            wrong.push(format!("{}: {error}", fact.fen));
            return 0;
        }
    };
    let chosen: Vec<_> = match deepest {
        Some(deepest) => fact.counts.iter().filter(|(depth, _)| *depth <= deepest).collect(),
        None => fact.counts.iter().rev().find(|(_, nodes)| *nodes <= NODES).into_iter().collect(),
    };
    for &&(depth, nodes) in &chosen {
        let found = perft(&position, depth);
        if found != nodes {
            wrong.push(format!("{} depth {depth}: {found} instead of {nodes}", fact.fen));
        }
    }
    chosen.len()
}

#[test]
fn perft_suites_agree() {
    let Ok(files) = std::fs::read_dir(folder()) else {
        eprintln!("no perft suites beside the repository: nothing to check");
        return;
    };
    let deepest = std::env::var("CB2026_PERFT_DEPTH").ok().map(|text| text.parse().expect("a depth"));
    let mut wrong = Vec::new();
    for path in files.map(|file| file.expect("a readable folder").path()) {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let facts = match path.extension().and_then(|e| e.to_str()) {
            Some("epd") => read_epd(&text),
            Some("perft") => read_blocks(&text),
            _ => continue,
        };
        let before = wrong.len();
        let levels: usize = facts.iter().map(|fact| check(fact, deepest, &mut wrong)).sum();
        let failed = wrong.len() - before;
        println!("{}: {} positions, {levels} levels, {failed} wrong", path.display(), facts.len());
        assert!(!facts.is_empty(), "{} holds no position", path.display());
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
