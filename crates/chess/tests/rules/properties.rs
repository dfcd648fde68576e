//! What must hold in every position, checked against the plainest way to find it out.

use crate::common::line;
use chess::{
    Bitboard, Color, Game, KeyHistory, Move, MoveList, Outcome, PieceType, Position, Square, attacks, perft,
    perft_divide,
};
use proptest::prelude::*;

fn after(position: &Position, mv: Move) -> Position {
    let mut child = position.clone();
    child.make(mv);
    child
}

/// Whether the key after this move can be had cheaply, as `key_after` promises.
fn is_ordinary(position: &Position, mv: Move) -> bool {
    let moves_pawn_specially = mv.is_double_push() || mv.is_en_passant() || mv.is_promotion();
    let keeps_rights = after(position, mv).castling_rights() == position.castling_rights();
    !mv.is_castle() && !moves_pawn_specially && keeps_rights
}

/// The definition of an upcoming repetition: some legal move leads to a repetition.
fn can_repeat(history: &KeyHistory, position: &Position, ply: usize) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let child = after(position, mv);
        let mut history = history.clone();
        history.push(&child);
        history.is_repetition(&child, ply + 1)
    })
}

/// How often the current position stands in the game, by comparing positions instead of keys.
fn is_repetition(game: &[Position], ply: usize) -> bool {
    let current = game.len() - 1;
    let same = |a: &Position, b: &Position| {
        Color::ALL.iter().all(|&c| a.colors(c) == b.colors(c))
            && PieceType::ALL.iter().all(|&kind| a.pieces(kind) == b.pieces(kind))
            && a.side_to_move() == b.side_to_move()
            && a.castling_rights() == b.castling_rights()
            && a.en_passant() == b.en_passant()
    };
    let earlier: Vec<usize> = (0..current).filter(|&i| same(&game[i], &game[current])).collect();
    earlier.len() >= 2 || earlier.iter().any(|&i| current - i < ply)
}

proptest! {
    #![proptest_config(crate::common::config(256))]

    #[test]
    fn noisy_and_quiet_moves_make_up_all(line in line(160)) {
        for (position, _) in line.walk() {
            let (mut noisy, mut quiet) = (MoveList::new(), MoveList::new());
            position.noisy_moves(&mut noisy);
            position.quiet_moves(&mut quiet);
            prop_assert!(noisy.iter().all(|mv| mv.is_noisy()), "{}", position);
            prop_assert!(quiet.iter().all(|mv| mv.is_quiet()), "{}", position);
            let mut split: Vec<Move> = noisy.into_iter().chain(quiet).collect();
            let mut all = position.legal_moves().to_vec();
            prop_assert_eq!(position.count_legal_moves(), all.len());
            prop_assert_eq!(position.has_legal_moves(), !all.is_empty());
            split.sort();
            all.sort();
            prop_assert_eq!(split, all, "{}", position);
        }
    }

    #[test]
    fn captures_are_told_by_the_board(line in line(160)) {
        for (position, _) in line.walk() {
            for mv in position.legal_moves() {
                let pieces = position.occupied().len() - after(&position, mv).occupied().len();
                prop_assert_eq!(pieces == 1, mv.is_capture(), "{:?} in {}", mv, position);
                let becomes = after(&position, mv).piece_at(mv.king_target()).map(|p| p.piece_type());
                let was = position.piece_at(mv.from()).map(|p| p.piece_type());
                prop_assert_eq!(becomes, mv.promotion().or(was), "{:?} in {}", mv, position);
            }
        }
    }

    #[test]
    fn check_is_foreseen(line in line(160)) {
        for (position, _) in line.walk() {
            for mv in position.legal_moves() {
                let child = after(&position, mv);
                prop_assert_eq!(position.gives_check(mv), child.in_check(), "{:?} in {}", mv, position);
            }
        }
    }

    #[test]
    fn checkers_attack_and_pins_hold(line in line(160)) {
        for (position, _) in line.walk() {
            let (us, king) = (position.side_to_move(), position.king(position.side_to_move()));
            let attackers = |occupied| position.attackers_to(king, occupied) & position.colors(!us);
            prop_assert_eq!(position.checkers(), attackers(position.occupied()));
            prop_assert_eq!(position.in_check(), position.attacked_by(!us).contains(king));
            for square in position.colors(us).without(king) {
                let bared = attackers(position.occupied().without(square)) - position.checkers();
                prop_assert_eq!(position.pinned().contains(square), bared.any(), "{} in {}", square, position);
            }
        }
    }

    #[test]
    fn keys_after_ordinary_moves_are_foreseen(line in line(120)) {
        for (position, _) in line.walk() {
            for mv in position.legal_moves() {
                if is_ordinary(&position, mv) {
                    prop_assert_eq!(position.key_after(mv), after(&position, mv).key(), "{:?} in {}", mv, position);
                }
            }
        }
    }

    #[test]
    fn partial_keys_change_with_their_pieces_only(line in line(120)) {
        for (position, mv) in line.walk() {
            let Some(mv) = mv else { continue };
            let child = after(&position, mv);
            let same = |kinds: &[PieceType]| {
                let of = |p: &Position| kinds.iter().map(|&k| (p.by(Color::White, k), p.by(Color::Black, k))).collect::<Vec<_>>();
                of(&position) == of(&child)
            };
            use PieceType::*;
            prop_assert_eq!(position.pawn_key() == child.pawn_key(), same(&[Pawn]));
            prop_assert_eq!(position.minor_key() == child.minor_key(), same(&[Knight, Bishop]));
            prop_assert_eq!(position.major_key() == child.major_key(), same(&[Rook, Queen]));
            for color in Color::ALL {
                let others = |p: &Position| [Knight, Bishop, Rook, Queen, King].map(|kind| p.by(color, kind));
                let unchanged = others(&position) == others(&child);
                prop_assert_eq!(position.non_pawn_key(color) == child.non_pawn_key(color), unchanged);
            }
        }
    }

    #[test]
    fn null_move_passes_the_turn(line in line(120)) {
        for (position, _) in line.walk() {
            if position.in_check() {
                continue;
            }
            let mut passed = position.clone();
            passed.make_null();
            let expected = Position::from_fen(&passed.fen());
            prop_assert_eq!(expected.as_ref(), Ok(&passed), "{}", position);
            prop_assert_eq!(passed.side_to_move(), !position.side_to_move());
            prop_assert_eq!((passed.halfmove_clock(), passed.en_passant()), (0, None));
            prop_assert_eq!(passed.occupied(), position.occupied());
        }
    }

    #[test]
    fn perft_is_the_sum_of_its_parts(line in line(60)) {
        let (position, _) = line.walk().pop().expect("a position");
        let parts: u64 = perft_divide(&position, 2).iter().map(|(_, nodes)| nodes).sum();
        prop_assert_eq!(perft(&position, 2), parts);
        let by_hand: usize = position.legal_moves().iter().map(|&mv| after(&position, mv).legal_moves().len()).sum();
        prop_assert_eq!(parts, by_hand as u64);
    }

    #[test]
    fn sliders_see_to_the_first_blocker(index in 0usize..64, occupied: u64) {
        let square = Square::from_index(index).expect("a square");
        let walk = |steps: &[(i32, i32)]| {
            let mut seen = Bitboard::EMPTY;
            for (df, dr) in steps {
                let (mut file, mut rank) = (square.file().index() as i32 + df, square.rank().index() as i32 + dr);
                while (0..8).contains(&file) && (0..8).contains(&rank) {
                    let at = Square::from_index((rank * 8 + file) as usize).expect("a square");
                    seen = seen.with(at);
                    if Bitboard(occupied).contains(at) {
                        break;
                    }
                    (file, rank) = (file + df, rank + dr);
                }
            }
            seen
        };
        let straight = walk(&[(1, 0), (-1, 0), (0, 1), (0, -1)]);
        let diagonal = walk(&[(1, 1), (-1, 1), (1, -1), (-1, -1)]);
        let found = |kind| attacks(kind, Color::White, square, Bitboard(occupied));
        prop_assert_eq!(found(PieceType::Rook), straight);
        prop_assert_eq!(found(PieceType::Bishop), diagonal);
        prop_assert_eq!(found(PieceType::Queen), straight | diagonal);
    }
}

proptest! {
    #![proptest_config(crate::common::config(256))]

    /// Every one of the 65,536 values, in a few positions of each game.
    #[test]
    fn legal_is_what_is_generated(line in line(120), stride in 7usize..40) {
        for (position, _) in line.walk().into_iter().step_by(stride) {
            let mut legal: Vec<Move> = position.legal_moves().to_vec();
            let mut found: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_raw).filter(|&mv| position.is_legal(mv)).collect();
            legal.sort();
            found.sort();
            prop_assert_eq!(found, legal, "{}", position);
        }
    }

    /// Few pieces that shuffle: repetitions of every distance.
    #[test]
    fn repetitions_are_found(start in 0usize..4, picks in prop::collection::vec(0u16..6, 0..60), root in 0usize..30) {
        const FENS: [&str; 4] = [
            "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
            "6k1/8/8/8/8/8/8/K6R w - - 0 1",
            "k7/n7/8/8/8/8/7N/7K b - - 0 1",
            "4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1",
        ];
        let mut position = Position::from_fen(FENS[start]).expect("a valid FEN");
        let mut history = KeyHistory::new();
        let mut game = Vec::new();
        for pick in picks.into_iter().map(Some).chain([None]) {
            history.push(&position);
            game.push(position.clone());
            let ply = (game.len() - 1).saturating_sub(root);
            prop_assert_eq!(history.is_repetition(&position, ply), is_repetition(&game, ply), "{}", position);
            let foreseen = history.upcoming_repetition(&position, ply);
            prop_assert_eq!(foreseen, can_repeat(&history, &position, ply), "{} ply {}", position, ply);
            let moves = position.legal_moves();
            let Some(pick) = pick.filter(|_| !moves.is_empty()) else { break };
            // Undoing the last own move often makes repetitions frequent enough.
            let back = game.len().checked_sub(2).map(|i| game[i].clone());
            let undo = moves.iter().find(|&&mv| back.as_ref().is_some_and(|back| {
                let child = after(&position, mv);
                child.colors(position.side_to_move()) == back.colors(position.side_to_move())
            }));
            let mv = *undo.filter(|_| pick % 2 == 0).unwrap_or(&moves[usize::from(pick) % moves.len()]);
            position.make(mv);
        }
    }
}

#[test]
fn mate_on_the_hundredth_ply_wins() {
    let start = Position::from_fen("7k/8/6K1/8/8/8/8/R7 w - - 99 100").unwrap();
    let ended = |text: &str| {
        let mut game = Game::new(start.clone());
        game.play(chess::parse_uci(&start, text).unwrap()).unwrap();
        game.outcome()
    };
    assert_eq!(ended("a1a8"), Some(Outcome::Checkmate { winner: Color::White }));
    assert_eq!(ended("a1a7"), Some(Outcome::FiftyMoves));
}

#[test]
fn third_occurrence_ends_the_game() {
    let mut game = Game::default();
    for round in 0..2 {
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            assert_eq!(game.outcome(), None, "round {round}, before {text}");
            game.play(chess::parse_uci(game.position(), text).unwrap()).unwrap();
        }
    }
    assert_eq!(game.outcome(), Some(Outcome::Repetition));
    assert_eq!(game.history().occurrences(game.position()), 3);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = Game::default();
    let before = game.position().clone();
    for raw in (0..=u16::MAX).filter_map(Move::from_raw).filter(|&mv| !before.is_legal(mv)) {
        assert!(game.play(raw).is_err());
    }
    assert_eq!(game.position(), &before);
    assert!(game.moves().is_empty());
}

#[test]
fn an_en_passant_square_without_capture_is_no_part_of_the_key() {
    let with = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1").unwrap();
    let without = Position::from_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").unwrap();
    assert_eq!(with.key(), without.key());
    let legal = |fen: &str| Position::from_fen(fen).unwrap().en_passant().is_some();
    assert!(!legal("k1r5/8/8/1pP5/2K5/8/8/8 w - b6 0 1"));
    assert!(legal("k1r5/8/8/PpP5/2K5/8/8/8 w - b6 0 1"));
    assert!(!legal("k7/8/8/r2pPK2/8/8/8/8 w - d6 0 1"));
    assert!(legal("k7/8/8/r1PpPK2/8/8/8/8 w - d6 0 1"));
    assert!(legal("kb6/8/8/3pP3/5K2/8/8/8 w - d6 0 1"));
    assert!(!legal("k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1"));
}

#[test]
fn all_starting_positions_differ() {
    let mut boards: Vec<String> = (0..960).map(|n| Position::chess960(n).fen()).collect();
    boards.sort();
    boards.dedup();
    assert_eq!(boards.len(), 960);
    assert_eq!(Position::chess960(518).fen(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(Position::chess960(959).fen().starts_with("rkrnnqbb/"));
    let double = Position::dfrc(0, 959).shredder_fen();
    assert_eq!(double, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFca - 0 1");
}

/// A rook that alone shields its king on the back rank would open the line by castling.
#[test]
fn castling_does_not_open_a_line_to_the_king() {
    for (fen, castles) in [
        ("4k3/8/8/8/8/8/8/rR3K2 w B - 0 1", false),
        ("4k3/8/8/8/8/8/8/1R3K2 w B - 0 1", true),
        ("4k3/8/8/8/8/8/8/nR3K2 w B - 0 1", true),
        ("1r2k1rq/8/8/8/8/8/8/4K3 b g - 0 1", true),
        ("1r2k1rQ/8/8/8/8/8/8/4K3 b g - 0 1", false),
    ] {
        let position = Position::from_fen(fen).unwrap();
        let found = position.legal_moves().iter().any(|mv| mv.is_castle());
        assert_eq!(found, castles, "{fen}");
    }
}

/// The queen goes round its pawn in two moves; the way back is not one move.
#[test]
fn no_repetition_is_foreseen_through_a_piece() {
    let mut position = Position::from_fen("3k4/8/8/8/8/8/PQ6/4K3 w - - 0 1").unwrap();
    let mut history = KeyHistory::new();
    history.push(&position);
    for text in ["b2a1", "d8c8", "a1b2", "c8c7", "b2a3", "c7d8"] {
        position.make(chess::parse_uci(&position, text).unwrap());
        history.push(&position);
    }
    assert!(!can_repeat(&history, &position, 20));
    assert!(!history.upcoming_repetition(&position, 20));
}

#[test]
fn material_that_cannot_mate_is_known() {
    let insufficient = |pieces: &str| {
        let fen = format!("4k3/8/8/{pieces}/8/8/8/4K3 w - - 0 1");
        Position::from_fen(&fen).unwrap().is_insufficient_material()
    };
    for drawn in ["8", "3n4", "3B4", "2b1B3", "B1b5", "3B1b2", "B1B1b1b1"] {
        assert!(insufficient(drawn), "{drawn}");
    }
    for open in ["3p4", "3R4", "3Q4", "2bB4", "2NN4", "2Nb4", "2nN4", "3BB3"] {
        assert!(!insufficient(open), "{open}");
    }
}
