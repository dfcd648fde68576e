use chess::parse_uci;

use super::*;
use crate::tournament::pace::{GameClock, Pace};

/// What White is told when the limits of White and Black are these.
fn go(white: &[(&str, &str)], black: &[(&str, &str)]) -> String {
    let paces = [white, black].map(|pairs| {
        let mut pace = Pace::default();
        pairs.iter().try_for_each(|(key, value)| pace.set(key, value)).unwrap();
        pace
    });
    let mut limits = Limits::default();
    GameClock::new(&paces[0]).enter(&mut limits, Color::White, true);
    GameClock::new(&paces[1]).enter(&mut limits, Color::Black, false);
    go_command(&limits, Color::White)
}

#[test]
fn go_has_fastchess_s_order_and_leaves_out_what_is_not_set() {
    let clock = [("tc", "8+0.08")];
    assert_eq!(go(&clock, &clock), "go wtime 8080 btime 8080 winc 80 binc 80");
    assert_eq!(go(&[("tc", "40/60")], &[("tc", "40/60")]), "go wtime 60000 btime 60000 movestogo 40");
    assert_eq!(go(&[("tc", "8")], &clock), "go wtime 8000 btime 8080 binc 80");
    let all = [("depth", "9"), ("tc", "8"), ("nodes", "5000")];
    assert_eq!(go(&all, &[("nodes", "1")]), "go nodes 5000 depth 9 wtime 8000");
    assert_eq!(go(&[("nodes", "5000")], &clock), "go nodes 5000");
    assert_eq!(go(&[("st", "0.5"), ("nodes", "7")], &clock), "go nodes 7 movetime 500");
}

fn position(start: Position, moves: &[&str], chess960: bool) -> String {
    let mut game = Game::new(start);
    for text in moves {
        let mv = parse_uci(game.position(), text).unwrap();
        game.play(mv).unwrap();
    }
    position_command(&game, chess960)
}

#[test]
fn a_position_is_its_start_and_all_moves_in_the_notation_of_its_variant() {
    assert_eq!(position(Position::startpos(), &[], false), "position startpos");
    assert_eq!(position(Position::startpos(), &["e2e4", "e7e5"], false), "position startpos moves e2e4 e7e5");
    let castling = Position::from_fen("4k2r/8/8/8/8/8/8/4K2R w Kk - 3 9").unwrap();
    assert_eq!(
        position(castling.clone(), &["e1g1"], false),
        "position fen 4k2r/8/8/8/8/8/8/4K2R w Kk - 3 9 moves e1g1"
    );
    assert_eq!(
        position(castling, &["e1g1"], true),
        "position fen 4k2r/8/8/8/8/8/8/4K2R w Hh - 3 9 moves e1h1"
    );
}
