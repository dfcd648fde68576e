use std::fs;
use std::path::Path;

use chess::{Color, Game, Position};
use engine::{Engine, Limits, Score, Settings};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use viriformat::dataformat as oracle;

use super::game::HEADER_BYTES;
use super::samples::{Folder, random_game, write_games};
use super::*;
use crate::{Cancel, LabError};

fn bytes_of(game: &DataGame) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.write_to(&mut bytes);
    bytes
}

fn games_of(path: &Path) -> Vec<DataGame> {
    let mut reader = Reader::open(path).unwrap();
    std::iter::from_fn(|| reader.next_game().unwrap()).collect()
}

/// The example of the format's description, 1. e4 e5 2. Qh5 Ke7 3. Qxe5#, with the halves of each byte of pieces the other way
/// round: the description shows the high half first, the library writes and reads the low one first.
const EXAMPLE: [u8; 56] = [
    0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0x16, 0x42, 0x25, 0x61, 0, 0, 0, 0, 0x88, 0x88, 0x88, 0x88, 0x9e,
    0xca, 0xad, 0xe9, 0x40, 0, 1, 0, 0, 0, 2, 0, 0x0c, 0x07, 0x0a, 0, 0x34, 0x09, 0x14, 0, 0xc3, 0x09, 0xe2,
    0xff, 0x3c, 0x0d, 0xff, 0x7f, 0x27, 0x09, 0xff, 0x7f, 0, 0, 0, 0,
];

#[test]
fn the_example_of_the_description_is_read_and_written_back() {
    let (game, length) = parse_game(&EXAMPLE).unwrap().unwrap();
    assert_eq!(length, EXAMPLE.len());
    assert_eq!((&game.start, game.winner), (&Position::startpos(), Some(Color::White)));
    let moves: Vec<_> = game.moves.iter().map(|scored| scored.mv.uci(false).to_string()).collect();
    assert_eq!(moves, ["e2e4", "e7e5", "d1h5", "e8e7", "h5e5"]);
    let scores: Vec<_> = game.moves.iter().map(|scored| scored.score).collect();
    assert_eq!(scores, [10, 20, -30, 32767, 32767]);
    assert_eq!(bytes_of(&game), EXAMPLE);
}

#[test]
fn the_format_is_that_of_the_reference_library() {
    for seed in 0..40 {
        let game = random_game(seed, 300);
        let bytes = bytes_of(&game);
        let theirs = oracle::Game::deserialise_from(&mut bytes.as_slice(), Vec::new()).unwrap();
        let positions = {
            let mut positions = Vec::new();
            game.walk(|position, scored| positions.push((position.clone(), i32::from(scored.score))));
            positions
        };
        assert_eq!(theirs.len(), positions.len());
        let mut visited = positions.iter();
        theirs.visit_positions(|board, score| {
            let (position, expected) = visited.next().unwrap();
            let (board, ours) = (board.to_string(), position.fen());
            assert_eq!(score, *expected);
            // Castling rights are written in another way, and an en passant square need not be of use.
            let fields = |fen: &str| fen.split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(fields(&board), fields(&ours));
        });
        let won = match theirs.outcome() {
            oracle::WDL::Win => Some(Color::White),
            oracle::WDL::Draw => None,
            oracle::WDL::Loss => Some(Color::Black),
        };
        assert_eq!(won, game.winner);
        // And back: what the library writes is what we wrote, byte by byte.
        let mut again = Vec::new();
        theirs.serialise_into(&mut again).unwrap();
        assert_eq!(again, bytes);
        assert_eq!(parse_game(&again).unwrap().unwrap().0, game);
    }
}

#[test]
fn a_start_with_en_passant_and_inner_castling_rooks_survives() {
    for fen in [
        "r1bqkbnr/pppp1pp1/2n5/4p3/4P1Pp/2N2N2/PPPP1P1P/R1BQKBR1 b Qkq g3 0 5",
        "1rrkrr2/8/8/8/8/8/8/1RRKRR2 w CEce - 3 20",
        "8/8/8/8/8/5k2/8/5K1q w - - 99 300",
    ] {
        let start = Position::from_fen(fen).unwrap();
        let game = DataGame { start, winner: None, moves: Vec::new() };
        assert_eq!(parse_game(&bytes_of(&game)).unwrap().unwrap().0, game, "{fen}");
    }
}

#[test]
fn every_cut_is_noticed_and_a_resumed_file_holds_the_whole_games_before_it() {
    let folder = Folder::new("cut");
    let path = folder.join("games.vf");
    let games = [random_game(1, 20), random_game(2, 20)];
    let first = bytes_of(&games[0]).len();
    let whole = [bytes_of(&games[0]), bytes_of(&games[1])].concat();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let mut reader = Reader::open(&path).unwrap();
        let error = loop {
            match reader.next_game() {
                Ok(Some(_)) => {}
                other => break other.err(),
            }
        };
        let kept = if length < first { 0 } else { first };
        match error {
            None => assert_eq!(length, kept),
            Some(LabError::Data { path: named, offset, reason }) => {
                assert_eq!((&named, offset), (&path, kept as u64));
                assert!(reason.contains("ends within"), "{reason}");
            }
            Some(other) => panic!("{other}"),
        }
        if (1..HEADER_BYTES).contains(&length) {
            // This might be anything, and is left as it is.
            let refused = Writer::resume(&path, &mut |_| {}).unwrap_err();
            assert!(refused.to_string().contains("not even the 32 bytes"), "{refused}");
            assert_eq!(fs::read(&path).unwrap(), whole[..length]);
            continue;
        }
        let (mut writer, resumed) = Writer::resume(&path, &mut |_| {}).unwrap();
        assert_eq!((resumed.games, resumed.cut), (u64::from(kept > 0), (length - kept) as u64));
        games[resumed.games as usize..].iter().for_each(|game| writer.append(game).unwrap());
        assert_eq!(fs::read(&path).unwrap(), whole);
    }
}

#[test]
fn a_file_has_one_writer() {
    let folder = Folder::new("writers");
    let path = folder.join("games.vf");
    let mut writer = Writer::create(&path, false).unwrap();
    writer.append(&random_game(1, 5)).unwrap();
    for refused in [Writer::create(&path, true).map(drop), Writer::resume(&path, &mut |_| {}).map(drop)] {
        assert!(refused.unwrap_err().to_string().contains("another process is writing it"));
    }
    drop(writer);
    assert_eq!(Writer::resume(&path, &mut |_| {}).unwrap().1.games, 1);
}

#[test]
fn damage_is_refused_or_is_another_game_but_never_a_panic() {
    let mut rng = SmallRng::seed_from_u64(7);
    let mut refused = 0;
    for round in 0..3000 {
        let mut bytes = bytes_of(&random_game(round % 20, 60));
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..bytes.len());
            bytes[at] ^= 1 << rng.random_range(0..8);
        }
        match parse_game(&bytes) {
            // Another score, or moves that are as legal: no reader can tell.
            Ok(Some((game, length))) => {
                let read_again = parse_game(&bytes_of(&game)).unwrap().unwrap().0;
                assert_eq!((read_again, length <= bytes.len()), (game, true));
            }
            Ok(None) => panic!("bytes and no game"),
            Err(reason) => refused += usize::from(!reason.is_empty()),
        }
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn what_is_wrong_is_named() {
    let cases: [(usize, u8, &str); 8] = [
        (30, 3, "the result is 3"),
        (8, 0x17, "7 is no piece"),
        (0, 0, "cannot castle"),
        (8 + 2, 0x24, "kings"),
        (24, 65, "the en passant square is 65"),
        (8 + 4, 0x06, "cannot castle"),
        (33, 0x27, "ply 1: e2"),
        (32, 0, "ply 1: a1"),
    ];
    for (at, value, words) in cases {
        let mut bytes = EXAMPLE;
        bytes[at] = value;
        let error = parse_game(&bytes).unwrap_err();
        assert!(error.contains(words), "{error}");
    }
    let text = parse_game(b"[Event \"a game in PGN, which is something else\"]").unwrap_err();
    assert!(!text.is_empty());
}

#[test]
fn a_move_that_is_none_but_has_a_score_does_not_end_a_game() {
    let mut bytes = EXAMPLE;
    bytes[36..40].copy_from_slice(&[0, 0, 5, 0]);
    assert!(parse_game(&bytes).unwrap_err().starts_with("ply 2: a1a1"));
}

#[test]
fn tools_keep_every_game_and_overwrite_nothing() {
    let folder = Folder::new("tools");
    let games: Vec<_> = (0..300).map(|seed| random_game(seed, 12)).collect();
    let [a, b, out] = ["a.vf", "b.vf", "out.vf"].map(|name| folder.join(name));
    write_games(&a, &games[..200]);
    write_games(&b, &games[200..]);
    let mut options = ToolOptions { files: vec![a.clone(), b], out: out.clone(), force: false, seed: 1 };
    let report = merge(&options, &Cancel::default()).unwrap();
    assert_eq!((report.read, report.games), (300, 300));
    assert_eq!(games_of(&out), games);
    assert!(matches!(merge(&options, &Cancel::default()), Err(LabError::Exists { .. })));
    options.force = true;
    shuffle(&options, &Cancel::default()).unwrap();
    let shuffled = games_of(&out);
    shuffle(&options, &Cancel::default()).unwrap();
    assert_eq!(games_of(&out), shuffled, "the same seed");
    options.seed = 2;
    shuffle(&options, &Cancel::default()).unwrap();
    assert_ne!(games_of(&out), shuffled, "another seed");
    let sorted = |games: &[DataGame]| {
        let mut bytes: Vec<_> = games.iter().map(bytes_of).collect();
        bytes.sort();
        bytes
    };
    assert_eq!(sorted(&games_of(&out)), sorted(&games));
    // Games of the second file stand among those of the first.
    let from_first = shuffled[..100].iter().filter(|game| games[..200].contains(game)).count();
    assert!((45..90).contains(&from_first), "{from_first}");
    // The input of a tool that fails is untouched, and nothing is left behind.
    let mut damaged = fs::read(&a).unwrap();
    damaged.truncate(damaged.len() - 1);
    fs::write(&a, &damaged).unwrap();
    assert!(matches!(merge(&options, &Cancel::default()), Err(LabError::Data { .. })));
    assert_eq!(sorted(&games_of(&out)), sorted(&games));
    assert_eq!(folder.count(), 3);
}

#[test]
fn duplicates_are_games_with_the_same_moves() {
    let folder = Folder::new("dedup");
    let [a, out] = ["a.vf", "out.vf"].map(|name| folder.join(name));
    let (first, second) = (random_game(0, 40), random_game(2, 40));
    let mut scored_otherwise = first.clone();
    scored_otherwise.moves[3].score += 1;
    let mut longer = first.clone();
    longer.moves.pop();
    write_games(&a, &[first.clone(), second.clone(), scored_otherwise, longer.clone()]);
    let options = ToolOptions { files: vec![a.clone()], out: out.clone(), ..ToolOptions::default() };
    let report = dedup(&options, &Cancel::default()).unwrap();
    assert_eq!((report.read, report.games), (4, 3));
    assert_eq!(games_of(&out), [first.clone(), second, longer.clone()]);
    let inspected =
        inspect(&InspectOptions { files: vec![a], ..InspectOptions::default() }, &Cancel::default()).unwrap();
    assert_eq!((inspected.games, inspected.duplicate_games), (4, 1));
    assert_eq!(inspected.positions, 159);
    assert!(inspected.repeated > 0.49, "{}", inspected.repeated);
}

#[test]
fn an_inspection_adds_up() {
    let folder = Folder::new("inspect");
    let path = folder.join("games.vf");
    let games: Vec<_> = (0..50).map(|seed| random_game(seed, 100)).collect();
    write_games(&path, &games);
    let options = InspectOptions { files: vec![path.clone()], filter: Filter::default() };
    let report = inspect(&options, &Cancel::default()).unwrap();
    let positions: u64 = games.iter().map(|game| game.moves.len() as u64).sum();
    assert_eq!((report.games, report.positions), (50, positions));
    assert_eq!(report.results.iter().sum::<u64>(), 50);
    for bins in [&report.scores, &report.pieces] {
        assert_eq!(bins.iter().map(|bin| bin.positions).sum::<u64>(), positions);
        assert_eq!(bins.iter().map(|bin| bin.kept).sum::<u64>(), report.kept);
    }
    // What the bins hold: two positions of a won game, the first good for the winner, and one of a drawn game.
    let planted = |fen: &str, winner, moves: &[(&str, i16)]| {
        let start = Position::from_fen(fen).unwrap();
        let mut game = Game::new(start.clone());
        let mut scored = |&(uci, score): &(&str, i16)| {
            let mv = chess::parse_uci(game.position(), uci).unwrap();
            game.play(mv).unwrap();
            ScoredMove { mv, score }
        };
        DataGame { start, winner, moves: moves.iter().map(&mut scored).collect() }
    };
    let few = folder.join("few.vf");
    write_games(
        &few,
        &[
            planted("4k3/8/8/8/8/8/4P3/4K3 w - - 0 20", Some(Color::White), &[("e2e4", 30), ("e8e7", -60)]),
            planted(&Position::startpos().fen(), None, &[("e2e4", 0)]),
        ],
    );
    let told =
        inspect(&InspectOptions { files: vec![few], filter: Filter::default() }, &Cancel::default()).unwrap();
    let bins = |bins: &[Bin]| -> Vec<(String, u64, u64, f64)> {
        let some = bins.iter().filter(|bin| bin.positions > 0);
        some.map(|bin| (bin.label.clone(), bin.positions, bin.kept, bin.points)).collect()
    };
    let bin = |label: &str, positions, kept, points| (label.to_owned(), positions, kept, points);
    assert_eq!(bins(&told.scores), [bin("0", 1, 0, 0.5), bin("26-50", 1, 1, 1.0), bin("51-100", 1, 1, 0.0)]);
    assert_eq!(bins(&told.pieces), [bin("2-4", 2, 2, 0.5), bin("28-32", 1, 0, 0.5)]);
    let counted = count(&options.files, &options.filter, &Cancel::default()).unwrap();
    let file = &counted.files[0];
    assert_eq!(
        (file.games, file.positions, file.kept, file.bytes),
        (50, positions, report.kept, fs::metadata(&path).unwrap().len())
    );
    for text in [report.to_string(), counted.to_string()] {
        assert!(text.contains("50 games"), "{text}");
    }
}

#[test]
fn the_filter_knows_what_is_quiet() {
    let keeps = |filter: Filter, fen: &str, uci: &str, score: i16| {
        let position = Position::from_fen(fen).unwrap();
        let mv = chess::parse_uci(&position, uci).unwrap();
        filter.keeps(&position, ScoredMove { mv, score })
    };
    let default = Filter::default();
    let quiet = "4k3/7P/8/3p4/4P3/8/8/4K3 w - - 0 9";
    assert!(keeps(default, quiet, "e1e2", 0));
    assert!(!keeps(default, quiet, "e4d5", 0) && !keeps(default, quiet, "h7h8q", 0));
    assert!(keeps(Filter { tactical: true, ..default }, quiet, "e4d5", 0));
    for (score, kept) in [(10_000, true), (10_001, false), (-10_000, true), (-10_001, false)] {
        assert_eq!(keeps(default, quiet, "e1e2", score), kept, "{score}");
    }
    let any_score = Filter { max_score: u32::MAX, ..default };
    let mate = Score::mate_in(5).get() as i16;
    let tablebase = -Score::TABLEBASE_WIN_MIN.get() as i16;
    for (score, kept) in [(mate, false), (-mate, false), (tablebase, false), (tablebase + 1, true)] {
        assert_eq!(keeps(any_score, quiet, "e1e2", score), kept, "{score}");
    }
    let check = "4k3/4q3/8/8/8/8/8/4K3 w - - 0 9";
    assert!(!keeps(default, check, "e1d1", 0) && keeps(Filter { checks: true, ..default }, check, "e1d1", 0));
    let black = "4k3/8/8/8/8/8/8/4K3 b - - 0 8";
    assert!(!keeps(default, black, "e8e7", 0) && keeps(Filter { min_ply: 15, ..default }, black, "e8e7", 0));
}

#[test]
fn a_rescoring_that_is_refused_leaves_nothing_behind() {
    let folder = Folder::new("rescore-refused");
    let [input, damaged] = ["a.vf", "damaged.vf"].map(|name| folder.join(name));
    write_games(&input, &[random_game(1, 5)]);
    fs::write(&damaged, "no game").unwrap();
    let sound = RescoreOptions {
        files: vec![input],
        out: folder.join("new.vf"),
        force: false,
        resume: false,
        nodes: 100,
        threads: 1,
        hash_mib: 1,
        settings: Settings::default(),
    };
    for wrong in [
        RescoreOptions { files: vec![folder.join("typo.vf")], ..sound.clone() },
        RescoreOptions { files: vec![damaged], ..sound.clone() },
        RescoreOptions { hash_mib: 0, ..sound.clone() },
    ] {
        assert!(rescore(&wrong, &Cancel::default()).is_err());
        assert_eq!(folder.count(), 2);
    }
    assert!(rescore(&sound, &Cancel::default()).unwrap().complete);
}

#[test]
fn rescoring_gives_the_engines_scores_and_goes_on_where_it_was_stopped() {
    let folder = Folder::new("rescore");
    let [input, out, partial] = ["a.vf", "new.vf", "new.vf.partial"].map(|name| folder.join(name));
    let games: Vec<_> = (0..6).map(|seed| random_game(seed, 10)).collect();
    write_games(&input, &games);
    let mut options = RescoreOptions {
        files: vec![input],
        out: out.clone(),
        force: false,
        resume: false,
        nodes: 300,
        threads: 2,
        hash_mib: 1,
        settings: Settings::default(),
    };
    let report = rescore(&options, &Cancel::default()).unwrap();
    assert!(report.complete && report.games == 6 && report.positions == 60 && report.mean_change > 0.0);
    let whole = fs::read(&out).unwrap();
    // One of the games, by hand.
    let rescored = games_of(&out);
    let mut engine = Engine::new(1).unwrap();
    let mut game = Game::new(games[3].start.clone());
    for (old, new) in games[3].moves.iter().zip(&rescored[3].moves) {
        engine.set_position(&game);
        let limits = Limits { soft_nodes: Some(300), nodes: Some(2400), ..Limits::default() };
        let score = engine.go(&limits, &mut |_| {}).score.get();
        let sign = if game.position().side_to_move() == Color::White { 1 } else { -1 };
        assert_eq!((new.mv, i32::from(new.score)), (old.mv, sign * score));
        game.play(old.mv).unwrap();
    }
    // A run that was killed in its third game.
    let two = bytes_of(&rescored[0]).len() + bytes_of(&rescored[1]).len();
    fs::rename(&out, folder.join("whole.vf")).unwrap();
    fs::write(&partial, &whole[..two + 40]).unwrap();
    assert!(matches!(rescore(&options, &Cancel::default()), Err(LabError::Exists { .. })));
    options.resume = true;
    // What it had done is not the beginning of other files, nor of fewer games.
    let other = folder.join("other.vf");
    for others in [&[games[0].clone(), games[2].clone()][..], &games[..1]] {
        write_games(&other, others);
        let wrong = RescoreOptions { files: vec![other.clone()], ..options.clone() };
        let error = rescore(&wrong, &Cancel::default()).unwrap_err().to_string();
        assert!(error.contains("new.vf.partial: game 2 is not that of the files"), "{error}");
    }
    let report = rescore(&options, &Cancel::default()).unwrap();
    assert_eq!((report.resumed, report.games), (2, 4));
    assert_eq!(fs::read(&out).unwrap(), whole);
    assert!(!partial.exists());
}
