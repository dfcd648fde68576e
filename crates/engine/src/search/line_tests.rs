//! The evaluator follows the search: `Search::enter` asserts it at every node of these searches, and every value is held
//! against the reference.

use crate::eval::nnue::Network;
use crate::eval::{Evaluation, Evaluator};
use crate::search::{Window, WindowSearch};
use crate::{Engine, Limits, Score, Silent};
use chess::{Game, Move, MoveKind, Position, Square, parse_uci};
use std::sync::Arc;

fn engine(fen: &str, seed: u64) -> Engine {
    let mut engine = Engine::new(1).unwrap();
    engine.settings.evaluation = Evaluation::net(Arc::new(Network::untrained(32, 8, seed)));
    engine.set_position(&Game::new(Position::from_fen(fen).unwrap()));
    engine
}

#[test]
fn the_accumulators_are_right_at_every_node() {
    let mut nodes = 0;
    for (seed, fen) in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // Chess960: kings castle over half the board, rooks over their kings.
        "nrk1brqb/pppppppp/3n4/8/8/3N4/PPPPPPPP/NRK1BRQB w FBfb - 0 1",
        "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
        "rk5r/pp6/8/8/8/8/PP6/RK5R w HAha - 0 1",
        // Promotions, en passant, a root in check.
        "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
        "4k3/8/8/1pPpP3/8/8/3K4/8 w - d6 0 1",
        "4k3/8/8/8/8/8/3PPP2/q3K3 w - - 0 1",
    ]
    .into_iter()
    .enumerate()
    {
        let mut engine = engine(fen, seed as u64);
        engine.options.threads = 1 + seed % 2;
        nodes += engine.go(&Limits::nodes(4000), &mut |_| {}).nodes;
    }
    assert!(nodes > 15_000, "{nodes}");
}

#[test]
fn a_node_searched_away_from_its_tree_is_followed_too() {
    let mut engine = engine("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 3);
    let castles = parse_uci(engine.position(), "e1c1").unwrap();
    let line = vec![Some(castles), None];
    let window = Window::null(Score::ZERO);
    let ask = WindowSearch { line, depth: 4, window, pv: false, cut: true, root_depth: 5, max_nodes: 4000 };
    assert!(engine.search_window(&ask, &mut Silent).unwrap().nodes > 0);
}

/// The assertion must be able to fail.
#[test]
fn a_wrong_line_is_noticed() {
    let root = Position::startpos();
    let network = Network::untrained(32, 1, 9);
    let mut evaluator = Evaluator::with(&Evaluation::net(Arc::new(network)));
    evaluator.begin(&root);
    let mut child = root.clone();
    child.make(parse_uci(&root, "e2e4").unwrap());
    assert!(evaluator.is_at(&root) && !evaluator.is_at(&child));
    evaluator.made(&root, Move::new(Square::E2, Square::E3, MoveKind::Quiet));
    assert!(!evaluator.is_at(&root) && !evaluator.is_at(&child));
    evaluator.unmade();
    evaluator.made(&root, Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
    assert!(evaluator.is_at(&child));
}
