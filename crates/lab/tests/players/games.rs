//! Games of this engine: how they end, and that they can be repeated.

use chess::{Color, Game, Position, parse_uci};
use engine::Settings;
use lab::Cancel;
use lab::tournament::adjudication::Rules;
use lab::tournament::game::{GameRecord, GameResult, Opening, Termination, play};
use lab::tournament::in_process::InProcess;

use crate::{pace, this_engine};

fn opening(fen: &str, moves: &[&str]) -> Opening {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    for text in moves {
        let mv = parse_uci(game.position(), text).unwrap();
        game.play(mv).unwrap();
    }
    Opening { start: game.start().clone(), moves: game.moves().to_vec() }
}

fn played(opening: &Opening, nodes: &str) -> GameRecord {
    let pace = pace("nodes", nodes);
    let (mut white, mut black) = (this_engine(), this_engine());
    play(&mut white, &mut black, [&pace, &pace], opening, &Rules::default(), &Cancel::default())
}

#[test]
fn the_rules_end_games() {
    let knights = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2);
    for (fen, moves, moves_played, result, reason) in [
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &[][..], 1, GameResult::WhiteWins, "White mates"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", &["f1f7"], 0, GameResult::Draw, "Draw by stalemate"),
        ("7k/8/6K1/8/8/8/8/8 w - - 0 1", &[], 0, GameResult::Draw, "Draw by insufficient mating material"),
        ("7k/8/6K1/8/8/8/8/5R2 w - - 99 80", &["f1f2"], 0, GameResult::Draw, "Draw by fifty moves rule"),
        ("7k/8/6K1/8/8/8/8/5R2 w - - 99 80", &["f1f8"], 0, GameResult::WhiteWins, "White mates"),
        (&Position::startpos().fen(), &knights, 0, GameResult::Draw, "Draw by 3-fold repetition"),
    ] {
        let record = played(&opening(fen, moves), "500");
        assert_eq!((record.result, record.reason.as_str()), (result, reason), "{fen}");
        assert_eq!((record.termination, record.moves.len()), (Termination::Normal, moves_played), "{fen}");
        assert_eq!(record.faults, []);
    }
}

#[test]
fn at_fixed_nodes_a_game_can_be_repeated_move_by_move_and_is_without_fault() {
    let start = opening(&Position::startpos().fen(), &["d2d4", "g8f6"]);
    let pace = pace("nodes", "300");
    let (mut white, mut black) = (this_engine(), this_engine());
    let mut game =
        || play(&mut white, &mut black, [&pace, &pace], &start, &Rules::default(), &Cancel::default());
    let (first, second) = (game(), game());
    let moves = |record: &GameRecord| record.moves.iter().map(|played| played.mv).collect::<Vec<_>>();
    // Nothing of a game is left for the next one.
    assert_eq!(moves(&first), moves(&second));
    assert_eq!(first.faults, []);
    assert_eq!(first.termination, Termination::Normal);
    assert_eq!(first.game().moves().len(), first.moves.len() + 2);
    assert!(first.game().outcome().is_some());
}

#[test]
fn settings_can_be_exchanged_between_games() {
    let pace = pace("nodes", "300");
    let moves = |player: &mut InProcess| {
        let mut other = this_engine();
        let rules = Rules { max_moves: Some(12), ..Rules::default() };
        let record =
            play(player, &mut other, [&pace, &pace], &Opening::default(), &rules, &Cancel::default());
        record.moves.iter().map(|played| played.mv).collect::<Vec<_>>()
    };
    let mut bare = Settings::default();
    bare.set("all", "off").unwrap();
    let mut player = this_engine();
    let default = moves(&mut player);
    *player.settings_mut() = bare.clone();
    let exchanged = moves(&mut player);
    assert_eq!(exchanged, moves(&mut InProcess::new("bare", bare, 1).unwrap()));
    *player.settings_mut() = Settings::default();
    assert_eq!(moves(&mut player), default);
    assert_ne!(exchanged, default);
}

#[test]
fn both_clocks_run_and_nobody_loses_on_time_alone() {
    let clock = pace("tc", "2/30+0.5");
    let (mut white, mut black) = (this_engine(), this_engine());
    let rules = Rules { max_moves: Some(3), ..Rules::default() };
    let nodes = pace("nodes", "100");
    let pace = nodes.or(&clock);
    let record =
        play(&mut white, &mut black, [&pace, &pace], &Opening::default(), &rules, &Cancel::default());
    assert_eq!(record.faults, []);
    for color in Color::ALL {
        let mine: Vec<_> = record.moves.iter().skip(color.index()).step_by(2).collect();
        let left: Vec<f64> = mine.iter().map(|played| played.time_left.unwrap().as_secs_f64()).collect();
        let spent: Vec<f64> = mine.iter().map(|played| played.time.as_secs_f64()).collect();
        // One increment at the start and one a move, and the time again after every second move.
        let expected = [31.0 - spent[0], 61.5 - spent[0] - spent[1], 62.0 - spent.iter().sum::<f64>()];
        for (left, expected) in left.iter().zip(expected) {
            assert!((left - expected).abs() < 1e-6, "{left} {expected}");
        }
    }
}

#[test]
fn a_match_that_was_given_up_leaves_games_unfinished() {
    let cancel = Cancel::default();
    cancel.cancel();
    let pace = pace("nodes", "100");
    let (mut white, mut black) = (this_engine(), this_engine());
    let record =
        play(&mut white, &mut black, [&pace, &pace], &Opening::default(), &Rules::default(), &cancel);
    assert_eq!((record.result, record.termination), (GameResult::Unfinished, Termination::Unterminated));
}
