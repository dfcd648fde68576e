use std::collections::HashSet;
use std::path::Path;

use chess::{Color, Position};
use engine::Score;

use super::*;
use crate::data::Reader;
use crate::data::samples::{Folder, random_game};

fn options(folder: &Folder, games: u64) -> Options {
    Options {
        out: folder.join("games.vf"),
        goal: Goal::Games(games),
        nodes: 60,
        hash_mib: 1,
        dfrc: Some(0.5),
        seed: 3,
        ..Options::default()
    }
}

fn games_of(path: &Path) -> Vec<DataGame> {
    let mut reader = Reader::open(path).unwrap();
    std::iter::from_fn(|| reader.next_game().unwrap()).collect()
}

fn bytes_of(game: &DataGame) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.write_to(&mut bytes);
    bytes
}

#[test]
fn games_depend_on_seed_and_number_only() {
    let folder = Folder::new("datagen");
    let mut options = options(&folder, 12);
    let report = run(&options, &Cancel::default()).unwrap();
    let games = games_of(&options.out);
    assert!(report.complete);
    assert_eq!((report.games, games.len()), (12, 12));
    assert_eq!(report.positions, games.iter().map(|game| game.moves.len() as u64).sum::<u64>());
    assert_eq!(report.kept, games.iter().map(|game| Filter::default().count(game)).sum::<u64>());
    assert_eq!(report.results.iter().sum::<u64>(), 12);
    assert!(games.iter().any(|game| game.start.is_chess960()), "some begin as Chess960 does");
    assert!(matches!(run(&options, &Cancel::default()), Err(LabError::Exists { .. })));
    options.force = true;
    options.threads = 3;
    run(&options, &Cancel::default()).unwrap();
    let set = |games: &[DataGame]| games.iter().map(bytes_of).collect::<HashSet<_>>();
    assert_eq!(set(&games_of(&options.out)), set(&games), "on three threads, in whatever order");
    options.seed = 4;
    run(&options, &Cancel::default()).unwrap();
    assert!(set(&games_of(&options.out)).is_disjoint(&set(&games)), "another seed");
}

#[test]
fn a_run_goes_on_with_a_file_that_was_cut_short_and_repeats_no_game() {
    let folder = Folder::new("datagen-resume");
    let mut options = options(&folder, 4);
    run(&options, &Cancel::default()).unwrap();
    let first = games_of(&options.out);
    let bytes = std::fs::read(&options.out).unwrap();
    // As a kill in the middle of a write leaves it.
    std::fs::write(&options.out, &bytes[..bytes.len() - 5]).unwrap();
    options.resume = true;
    options.goal = Goal::Games(8);
    let report = run(&options, &Cancel::default()).unwrap();
    assert_eq!((report.resumed.games, report.games), (3, 5));
    assert_eq!(report.resumed.cut as usize, bytes_of(&first[3]).len() - 5);
    let games = games_of(&options.out);
    assert_eq!(games[..3], first[..3]);
    assert_eq!(games.iter().map(bytes_of).collect::<HashSet<_>>().len(), 8);
    // There is enough already.
    let report = run(&options, &Cancel::default()).unwrap();
    assert!(report.complete && report.games == 0);
    options.goal = Goal::Positions(1);
    assert!(run(&options, &Cancel::default()).unwrap().games <= 1);
    std::fs::write(&options.out, "something else, which is longer than the header of a game is").unwrap();
    assert!(matches!(run(&options, &Cancel::default()), Err(LabError::Data { .. })));
}

#[test]
fn what_is_refused_leaves_everything_as_it_was() {
    let folder = Folder::new("datagen-refused");
    let mut sound = options(&folder, 2);
    let refuse = |sound: &Options, files: usize| {
        for wrong in [
            Options { book: Some("no/such.epd".into()), ..sound.clone() },
            Options { hash_mib: 0, ..sound.clone() },
            Options { dfrc: Some(1.5), ..sound.clone() },
        ] {
            assert!(run(&wrong, &Cancel::default()).is_err());
            assert_eq!(folder.count(), files);
        }
    };
    refuse(&sound, 0);
    std::fs::write(&sound.out, "the games of many days").unwrap();
    sound.force = true;
    refuse(&sound, 1);
    assert_eq!(std::fs::read_to_string(&sound.out).unwrap(), "the games of many days");
}

#[test]
fn openings_of_a_book_that_are_no_good_are_replaced_by_others() {
    const QUEEN_DOWN: &str = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
    let folder = Folder::new("datagen-book");
    let book = folder.join("book.epd");
    std::fs::write(&book, format!("{QUEEN_DOWN}{}\n{QUEEN_DOWN}", Position::startpos().fen())).unwrap();
    let mut options = Options { book: Some(book.clone()), dfrc: None, threads: 2, ..options(&folder, 3) };
    let report = run(&options, &Cancel::default()).unwrap();
    assert!(report.complete && report.games == 3);
    let games = games_of(&options.out);
    assert!(games.iter().all(|game| game.start == Position::startpos() && !game.moves.is_empty()));
    options.unbalanced = 10_000;
    options.force = true;
    run(&options, &Cancel::default()).unwrap();
    assert!(games_of(&options.out).iter().any(|game| game.start != Position::startpos()));
    std::fs::write(&book, QUEEN_DOWN).unwrap();
    options.unbalanced = 400;
    let error = run(&options, &Cancel::default()).unwrap_err().to_string();
    assert!(error.contains("book.epd: 1000 openings in a row"), "{error}");
}

#[test]
fn a_request_to_stop_loses_no_game_that_had_ended() {
    let taken = |enough: usize, is_cancelled: bool| {
        let (halt, mut count) = (Cancel::default(), 0);
        if is_cancelled {
            halt.cancel();
        }
        let games = (0..5).map(|seed| Ok(Played { game: random_game(seed, 4), nodes: 1 }));
        let take = &mut |_| {
            count += 1;
            Ok(count == enough)
        };
        collect(games, &halt, take).unwrap();
        (count, halt.is_cancelled())
    };
    assert_eq!((taken(9, true), taken(2, false)), ((5, true), (2, true)));
}

#[test]
fn a_stop_leaves_a_file_of_whole_games() {
    let folder = Folder::new("datagen-stop");
    let options = Options { threads: 2, goal: Goal::Positions(u64::MAX), ..options(&folder, 0) };
    let cancel = Cancel::default();
    let out = options.out.clone();
    let stopper = std::thread::spawn({
        let cancel = cancel.clone();
        move || {
            while std::fs::metadata(&out).map_or(0, |file| file.len()) == 0 {
                std::thread::yield_now();
            }
            cancel.cancel();
        }
    });
    let report = run(&options, &cancel).unwrap();
    stopper.join().unwrap();
    assert!(!report.complete && report.to_string().contains("--resume"));
    assert_eq!(games_of(&options.out).len() as u64, report.games);
}

#[test]
fn games_end_as_their_scores_and_the_rules_say() {
    let folder = Folder::new("datagen-ends");
    let options = options(&folder, 30);
    run(&options, &Cancel::default()).unwrap();
    let mut decided = 0;
    for game in games_of(&options.out) {
        let mut end = Game::new(game.start.clone());
        game.moves.iter().for_each(|scored| end.play(scored.mv).unwrap());
        match (end.outcome(), game.winner) {
            (Some(outcome), winner) => assert_eq!(outcome.winner(), winner),
            // Agreed: the last scores of both sides were far on the winner's side, or near nothing.
            (None, Some(winner)) => {
                let sign = if winner == Color::White { 1 } else { -1 };
                let last = &game.moves[game.moves.len() - 4..];
                let far = |scored: &ScoredMove| sign * i32::from(scored.score) >= options.win_score as i32;
                assert!(last.iter().all(far), "{last:?}");
                decided += 1;
            }
            (None, None) => {
                let near = |scored: &ScoredMove| i32::from(scored.score).abs() <= options.draw_score as i32;
                let last = &game.moves[game.moves.len() - 2 * DRAW_MOVES as usize..];
                assert!(last.iter().all(near) || game.moves.len() as u32 == 2 * MOST_MOVES, "{last:?}");
            }
        }
        assert!(game.moves.iter().all(|scored| i32::from(scored.score).abs() <= Score::MATE.get()));
    }
    assert!(decided > 3, "{decided} wins agreed on");
}
