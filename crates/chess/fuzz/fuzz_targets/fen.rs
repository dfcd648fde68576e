//! Any text is read as a FEN and as an EPD; what is accepted can be played and written back.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = text.parse::<chess::Epd>().map(|epd| (epd.best_moves(), epd.mate(), epd.perft_counts()));
    let Ok(position) = chess::Position::from_fen(text) else { return };
    assert_eq!(chess::Position::from_fen(&position.fen()).as_ref(), Ok(&position));
    assert_eq!(chess::Position::from_fen(&position.shredder_fen()).as_ref(), Ok(&position));
    for mv in position.legal_moves() {
        let mut child = position.clone();
        child.make(mv);
        // The counters apart, the child is a position of its own that a FEN can carry.
        assert_eq!(chess::Position::from_fen(&child.fen()).as_ref(), Ok(&child));
    }
});
