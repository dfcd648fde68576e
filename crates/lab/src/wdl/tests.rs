use std::io::Write as _;

use chess::Position;
use flate2::Compression;
use flate2::write::GzEncoder;
use rand::{Rng, SeedableRng, rngs::SmallRng};

use super::*;
use crate::data::samples::{Folder, random_game, write_games};
use crate::data::{DataGame, ScoredMove};

/// What is planted: both coefficients at an amount of material.
fn planted(material: u32) -> (f64, f64) {
    let m = f64::from(material) / f64::from(ANCHOR_MATERIAL);
    (120.0 + 150.0 * m, 60.0 + 30.0 * m * m)
}

/// Pawns count 1, knights and bishops 3, rooks 5, queens 9.
fn material(position: &Position) -> u32 {
    let pieces = position.occupied().into_iter().filter_map(|square| position.piece_at(square));
    pieces.map(|piece| [1, 3, 3, 5, 9, 0][piece.piece_type().index()]).sum()
}

fn chances(score: f64, (a, b): (f64, f64)) -> [f64; 2] {
    [1.0 / (1.0 + ((a - score) / b).exp()), 1.0 / (1.0 + ((a + score) / b).exp())]
}

/// Positions of many phases, each with a score and a result drawn by what is planted: games of one move.
fn planted_games(count: usize) -> Vec<DataGame> {
    let mut rng = SmallRng::seed_from_u64(11);
    let mut positions = Vec::new();
    let mut seed = 0;
    while positions.len() < 400 {
        random_game(seed, 250).walk(|position, scored| {
            let told_apart = (LEAST_MATERIAL..=MOST_MATERIAL).contains(&material(position));
            if position.fullmove_number() >= 10 && seed.is_multiple_of(2) && told_apart {
                positions.push((position.clone(), scored.mv));
            }
        });
        seed += 2;
    }
    let mut games = Vec::new();
    for index in 0..count {
        let (start, mv) = positions[index * 7919 % positions.len()].clone();
        let score: i16 = rng.random_range(-600..=600);
        let [win, loss] = chances(f64::from(score), planted(material(&start)));
        let lot: f64 = rng.random();
        let us = start.side_to_move();
        let winner = if lot < win {
            Some(us)
        } else if lot < win + loss {
            Some(!us)
        } else {
            None
        };
        let white = if us == chess::Color::White { score } else { -score };
        games.push(DataGame { start, winner, moves: vec![ScoredMove { mv, score: white }] });
    }
    games
}

#[test]
fn a_planted_model_is_found() {
    let folder = Folder::new("wdl");
    let path = folder.join("games.vf");
    let games = planted_games(200_000);
    write_games(&path, &games);
    let report = run(&Options { files: vec![path], calibrate: None }, &Cancel::default()).unwrap();
    assert_eq!((report.games, report.positions), (200_000, 200_000));
    // Where there are positions: the amounts of material that were fitted.
    for line in &report.material {
        let (a, b) = planted(line.material);
        let found = (value(&report.a, line.material), value(&report.b, line.material));
        let error = (line.positions as f64).sqrt().recip();
        assert!((found.0 - a).abs() < 12.0 && (found.1 - b).abs() < 8.0, "{line:?}: {found:?}, not {a}, {b}");
        assert!((line.a - a).abs() < 12.0 * a * error, "{line:?}, not {a}");
    }
    assert!(report.material.len() > 20, "{} amounts of material", report.material.len());
    assert!(report.best_log_loss <= report.log_loss, "{report}");
    assert!(report.log_loss < report.best_log_loss + 0.001, "{report}");
}

#[test]
fn a_calibrated_network_wins_half_of_its_games_at_a_hundred() {
    let folder = Folder::new("wdl-calibrate");
    let (games, network, out) = (folder.join("games.vf"), folder.join("net.cbnn"), folder.join("new.cbnn"));
    write_games(&games, &planted_games(40_000));
    std::fs::write(&network, Network::untrained(32, 1, 5).write()).unwrap();
    let calibrate = |force| {
        let calibration = Calibration { network: network.clone(), out: out.clone(), force };
        run(&Options { files: vec![games.clone()], calibrate: Some(calibration) }, &Cancel::default())
    };
    let report = calibrate(false).unwrap();
    let expected = 400.0 * 100.0 / planted(ANCHOR_MATERIAL).0;
    let scale = Network::load(&out).unwrap().scale();
    assert!((f64::from(scale) - expected).abs() < 0.1 * expected, "{scale}, not {expected}");
    assert!((report.even_win - 100.0).abs() < 1.0 && (value(&report.a, ANCHOR_MATERIAL) - 100.0).abs() < 1.0);
    assert!(report.to_string().contains("scale 400 became"), "{report}");
    // The same again only over what is there, and only if that is wanted; and never of a file that is no network.
    assert!(matches!(calibrate(false), Err(LabError::Exists { .. })));
    calibrate(true).unwrap();
    std::fs::write(&network, "no network").unwrap();
    assert!(matches!(calibrate(true), Err(LabError::Network(_))));
    assert_eq!(Network::load(&out).unwrap().scale(), scale);
}

#[test]
fn no_network_is_written_that_no_scale_would_fit() {
    let out = Path::new("new.cbnn");
    assert_eq!(calibrated_scale(400, 160.0, out).unwrap(), 250);
    for even_win in [85_940.0, 0.5, 0.0, -80.0, f64::NAN, f64::INFINITY] {
        let refused = calibrated_scale(200, even_win, out).unwrap_err().to_string();
        assert!(refused.contains("new.cbnn: not written"), "{refused}");
    }
}

#[test]
fn comments_of_fastchess_are_understood() {
    for (comment, wanted) in [
        ("+0.31/12 0.500s", Some(31)),
        (" -12.04/9 1.2s, n=1000", Some(-1204)),
        ("0.00/30 0.0s", Some(0)),
        ("+M5/20 0.1s", None),
        ("-M12/20 0.1s", None),
        ("book", None),
        ("White mates", None),
        ("nan/3 0s", None),
        ("", None),
    ] {
        assert_eq!(pgn::score(comment), wanted, "{comment:?}");
    }
}

#[test]
fn positions_of_a_pgn_count_for_who_moved() {
    let folder = Folder::new("wdl-pgn");
    let path = folder.join("games.pgn");
    let fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K2R w - - 0 20";
    let text = format!(
        "[Result \"1-0\"]\n[FEN \"{fen}\"]\n\n1. e4 {{book}} e5 {{-1.00/10 0.1s}} 2. d4 {{+2.00/10 0.1s}} \
         (2. d3 {{+9.00/10 0.1s}}) d5 {{+M3/10 0.1s}} 1-0\n\n[Result \"*\"]\n\n1. e4 {{+0.10/1 0s}} *\n\n\
         [Result \"0-1\"]\n\n1. e5 {{+0.10/1 0s}} 0-1\n"
    );
    std::fs::write(&path, &text).unwrap();
    let packed = folder.join("games.pgn.gz");
    let mut gzip = GzEncoder::new(std::fs::File::create(&packed).unwrap(), Compression::fast());
    gzip.write_all(text.as_bytes()).and_then(|()| gzip.finish()).unwrap();
    let error =
        run(&Options { files: vec![packed], calibrate: None }, &Cancel::default()).unwrap_err().to_string();
    assert!(error.contains("2 positions of 1 games are too few"), "{error}");
    let mut counts = Counts::default();
    let read = pgn::read(&path, &mut counts, &Cancel::default()).unwrap();
    assert_eq!((read.games, read.left_out), (1, 2));
    assert!(read.complaint.unwrap().contains("games.pgn, game 2: the result is *"));
    let seen: Vec<_> =
        counts.each().flat_map(|(material, scores)| scores.map(move |s| (material, s))).collect();
    assert_eq!(seen, [(21, (-100.0, [1, 0, 0])), (21, (200.0, [0, 0, 1]))]);
}

#[test]
fn too_little_to_fit_to_is_said() {
    let folder = Folder::new("wdl-few");
    let path = folder.join("games.vf");
    write_games(&path, &[DataGame { start: Position::startpos(), winner: None, moves: Vec::new() }]);
    let error =
        run(&Options { files: vec![path], calibrate: None }, &Cancel::default()).unwrap_err().to_string();
    assert!(error.contains("too few"), "{error}");
}
