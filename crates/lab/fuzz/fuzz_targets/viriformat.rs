//! Any bytes are read as games; what is accepted can be written, is read back the same, and consists of legal moves.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut rest = bytes;
    while let Ok(Some((game, length))) = lab::data::parse_game(rest) {
        let mut written = Vec::new();
        game.write_to(&mut written);
        let (again, again_length) = lab::data::parse_game(&written).expect("a game").expect("a game");
        assert_eq!((&again, again_length), (&game, written.len()));
        game.walk(|position, scored| assert!(position.is_legal(scored.mv)));
        rest = &rest[length..];
    }
});
