//! Random games beside `shakmaty`, an independent implementation of the rules.

use crate::common::line;
use chess::{Outcome, Position, parse_san, parse_uci, san};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen, san::SanPlus};

const MODE: CastlingMode = CastlingMode::Chess960;

fn theirs(position: &Position) -> Chess {
    let fen: Fen = position.shredder_fen().parse().expect("shakmaty reads our FEN");
    fen.into_position(MODE).expect("shakmaty accepts our position")
}

fn our_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<_> = position.legal_moves().iter().map(|mv| mv.uci(true).to_string()).collect();
    moves.sort();
    moves
}

fn their_moves(position: &Chess) -> Vec<String> {
    let mut moves: Vec<_> = position.legal_moves().iter().map(|m| m.to_uci(MODE).to_string()).collect();
    moves.sort();
    moves
}

/// What ends the game by the position alone.
fn our_outcome(position: &Position) -> Option<Outcome> {
    match chess::Game::new(position.clone()).outcome() {
        Some(Outcome::FiftyMoves | Outcome::Repetition) | None => None,
        ended => ended,
    }
}

fn their_outcome(position: &Chess) -> Option<Outcome> {
    if position.is_checkmate() {
        let winner = if position.turn().is_white() { chess::Color::Black } else { chess::Color::White };
        Some(Outcome::Checkmate { winner })
    } else if position.is_stalemate() {
        Some(Outcome::Stalemate)
    } else {
        position.is_insufficient_material().then_some(Outcome::InsufficientMaterial)
    }
}

proptest! {
    #![proptest_config(crate::common::config(256))]

    #[test]
    fn moves_and_outcomes_agree(line in line(160)) {
        for (position, _) in line.walk() {
            let theirs = theirs(&position);
            prop_assert_eq!(our_moves(&position), their_moves(&theirs), "{}", position);
            prop_assert_eq!(our_outcome(&position), their_outcome(&theirs), "{}", position);
            prop_assert_eq!(position.in_check(), theirs.is_check(), "{}", position);
        }
    }

    #[test]
    fn played_along_both_reach_the_same_fen(line in line(160)) {
        let mut theirs = theirs(&line.start);
        for (position, mv) in line.walk() {
            let fen = Fen::from_position(&theirs, EnPassantMode::Legal).to_string();
            prop_assert_eq!(position.fen(), fen);
            if let Some(mv) = mv {
                let uci: shakmaty::uci::UciMove = mv.uci(true).to_string().parse().expect("a UCI move");
                let same = uci.to_move(&theirs).expect("a legal move");
                theirs = theirs.play(same).expect("a legal move");
            }
        }
    }

    #[test]
    fn fen_reads_back(line in line(160)) {
        for (position, _) in line.walk() {
            // Equality includes every key, the checkers and the pins: all are made anew from the FEN.
            prop_assert_eq!(&Position::from_fen(&position.fen()).unwrap(), &position);
            prop_assert_eq!(&Position::from_fen(&position.shredder_fen()).unwrap(), &position);
        }
    }

    #[test]
    fn notation_agrees(line in line(60)) {
        for (position, _) in line.walk() {
            let theirs = theirs(&position);
            for &mv in &position.legal_moves() {
                let uci = mv.uci(true).to_string();
                let same = uci.parse::<shakmaty::uci::UciMove>().unwrap().to_move(&theirs).unwrap();
                let name = san(&position, mv);
                prop_assert_eq!(&name, &SanPlus::from_move(theirs.clone(), same).to_string());
                prop_assert_eq!(parse_san(&position, &name), Ok(mv), "{} in {}", name, position);
                prop_assert_eq!(parse_uci(&position, &uci), Ok(mv));
                if !position.is_chess960() {
                    prop_assert_eq!(parse_uci(&position, &mv.uci(false).to_string()), Ok(mv));
                }
            }
        }
    }
}
