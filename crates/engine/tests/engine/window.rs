//! One node searched alone, away from the tree it belongs to.

use chess::{Game, Move, Position, parse_uci};
use engine::search::{LineError, Window, WindowSearch};
use engine::{Engine, Limits, Note, Observer, Score, Settings, Silent};

/// Keeps every node of a search that was left with a score: how to ask for it, and its score.
#[derive(Default)]
struct Nodes {
    line: Vec<Option<Move>>,
    open: Vec<WindowSearch>,
    left: Vec<(WindowSearch, Score)>,
    root_depth: i32,
}

impl Observer for Nodes {
    const ON: bool = true;

    fn note(&mut self, ply: usize, note: &Note) {
        match *note {
            Note::Iteration { depth } => self.root_depth = depth,
            Note::Made { mv } => {
                self.line.truncate(ply);
                self.line.push(mv);
            }
            Note::Enter { depth, window, .. } => self.open.push(WindowSearch {
                line: self.line[..ply].to_vec(),
                depth,
                window,
                pv: !window.is_null(),
                cut: false,
                root_depth: self.root_depth,
                max_nodes: u64::MAX,
            }),
            Note::Exit { score, .. } => {
                let node = self.open.pop().expect("a node is entered before it is left");
                self.left.push((node, score));
            }
            _ => {}
        }
    }
}

fn game(fen: &str, moves: &[&str]) -> Game {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for text in moves {
        let mv = parse_uci(game.position(), text).unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// Where nothing is remembered from node to node, a node alone has the very score it has in its tree: windows, distances from the
/// root, repetitions along the line and in the game before all count.
#[test]
fn a_plain_node_alone_scores_as_in_its_tree() {
    let shuffle = ["b1b8", "g8h7", "b8b1", "h7g8", "b1b7", "g8f8"];
    for game in [
        game("2rq1rk1/pp3pp1/2n1pn1p/3p4/3P2Q1/2PB4/PP3PPP/R1B2RK1 w - - 0 1", &[]),
        game("8/5pk1/4p1p1/p2r3p/1p3P1P/1P1R2P1/P4PK1/8 w - - 97 80", &[]),
        game("6k1/5pp1/7p/8/8/7P/r4PP1/1R4K1 w - - 0 1", &shuffle),
    ] {
        let mut engine = Engine::new(1).unwrap();
        for (name, value) in [("all", "off"), ("quiescence", "on"), ("pvs", "on")] {
            engine.settings.set(name, value).unwrap();
        }
        engine.set_position(&game);
        let mut nodes = Nodes::default();
        engine.go_observed(&Limits::depth(5), &mut |_| {}, &mut nodes);
        let below = nodes.left.iter().filter(|(ask, _)| !ask.line.is_empty());
        let (mut asked, mut draws) = (0, 0);
        for (ask, score) in below.step_by(nodes.left.len() / 1000 + 1) {
            let alone = engine.search_window(ask, &mut Silent).unwrap();
            assert_eq!(alone.score, Some(*score), "{ask:?}");
            asked += 1;
            draws += u32::from(*score == Score::DRAW);
        }
        assert!(asked > 500, "{asked} nodes of {}", game.start().fen());
        assert!(draws > 0, "no draws below {}", game.start().fen());
    }
}

#[test]
fn what_was_learnt_stays_as_it_was() {
    let game = game("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", &[]);
    let search = |ask: bool| {
        let mut engine = Engine::new(1).unwrap();
        engine.set_position(&game);
        engine.go(&Limits::depth(6), &mut |_| {});
        if ask {
            let mv = parse_uci(engine.position(), "e2a6").unwrap();
            let window = Window::null(Score::ZERO);
            let ask = WindowSearch {
                line: vec![Some(mv)],
                depth: 6,
                window,
                pv: false,
                cut: true,
                root_depth: 7,
                max_nodes: 50_000,
            };
            engine.clear_hash();
            assert!(engine.search_window(&ask, &mut Silent).unwrap().nodes > 10);
        }
        engine.clear_hash();
        engine.go(&Limits::depth(7), &mut |_| {}).nodes
    };
    assert_eq!(search(true), search(false));
}

#[test]
fn a_line_that_cannot_be_played_and_an_endless_search_are_refused() {
    let mut engine = Engine::new(1).unwrap();
    engine.settings = Settings::default();
    engine.set_position(&game("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", &[]));
    let mut ask = WindowSearch {
        line: vec![None],
        depth: 3,
        window: Window::FULL,
        pv: true,
        cut: false,
        root_depth: 3,
        max_nodes: 1_000_000,
    };
    assert_eq!(engine.search_window(&ask, &mut Silent), Err(LineError::Illegal(1)), "a null move in check");
    let king = parse_uci(engine.position(), "e1e2").unwrap();
    ask.line = vec![Some(king), Some(king)];
    assert_eq!(engine.search_window(&ask, &mut Silent), Err(LineError::Illegal(2)));
    engine.set_position(&Game::default());
    ask.line = vec![None; 300];
    assert_eq!(engine.search_window(&ask, &mut Silent), Err(LineError::TooLong));
    ask.line = vec![None];
    (ask.depth, ask.max_nodes) = (i32::MAX, 5000);
    let given_up = engine.search_window(&ask, &mut Silent).unwrap();
    assert_eq!(given_up.score, None);
    assert!((5000..6000).contains(&given_up.nodes), "{}", given_up.nodes);
}
