//! Any text is read as a line of UCI moves from a start that the first number picks.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u16, &str)| {
    let (start, text) = input;
    let mut game = chess::Game::new(chess::Position::chess960(start));
    for word in text.split(' ') {
        let Ok(mv) = chess::parse_uci(game.position(), word) else { continue };
        assert!(game.position().is_legal(mv));
        let name = mv.uci(true).to_string();
        assert_eq!(chess::parse_uci(game.position(), &name), Ok(mv));
        game.play(mv).expect("a legal move");
    }
    assert_eq!(chess::Position::from_fen(&game.position().fen()).as_ref(), Ok(game.position()));
});
