//! What `explain` says is what the search did.

mod arithmetic;
mod oracle;
mod planted;
mod properties;
mod tree;

use chess::{Game, Position};
use engine::Settings;
use lab::Cancel;
use lab::explain::{Options, Report, parse_line, run};

/// A middlegame full of captures, a quiet one, and an endgame.
pub(crate) const POSITIONS: [&str; 3] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// Options for a search of `fen`, changed by `set` lines such as `nullmove=off`.
pub(crate) fn options(fen: &str, depth: u32, set: &[&str]) -> Options {
    let mut settings = Settings::default();
    for line in set {
        let (name, value) = line.split_once('=').expect("NAME=VALUE");
        settings.set(name, value).expect(line);
    }
    let game = Game::new(Position::from_fen(fen).expect(fen));
    Options { settings, hash_mib: 4, ..Options::new(game, depth) }
}

/// The same about the node after `line`, and there about `mv`, if one is given.
pub(crate) fn about(options: &Options, line: &str, mv: &str) -> Options {
    let (line, end) = parse_line(options.game.position(), line).expect(line);
    let mv = (!mv.is_empty()).then(|| chess::parse_move(&end, mv).expect(mv));
    Options { line, mv, ..options.clone() }
}

pub(crate) fn explain(options: &Options) -> Report {
    run(options, &Cancel::default(), &mut |_| {}).expect("an explanation")
}
