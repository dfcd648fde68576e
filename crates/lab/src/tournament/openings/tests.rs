use std::collections::HashSet;
use std::fs;
use std::io::Write;

use chess::{Game, Position};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};

use super::*;

const EPD: &str = "\
# three usable entries, two broken ones
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
\u{20} rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 7; fmvn 12;\r

4k3/8/8/8/8/8/8/8 w - -
7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3
";

const PGN: &str = "\
[Event \"a\"]

1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $1 Nc6 1/2-1/2

[Event \"b\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]
[SetUp \"1\"]

1. e4 Kd7 *

[Event \"c\"]

1. e4 e5 2. Bb5 Bb4 3. Bxb4 *
";

/// A folder of the test's own that goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cb2026-openings-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn load(path: PathBuf, order: Order, plies: Option<usize>) -> Result<Openings, LabError> {
    Openings::load(&BookOptions { path, order, plies, start: 0 }, 1)
}

fn in_order(openings: &Openings) -> Vec<Opening> {
    (0..openings.count().unwrap()).map(|index| openings.get(index)).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    let mut zip = b"PK\x03\x04\x14\0\0\0\x08\0".to_vec();
    zip.resize(26, 0);
    zip.extend([4, 0, 2, 0]);
    zip.extend(b"nameXX");
    zip.extend(encoder.finish().unwrap());
    zip.extend(b"PK\x01\x02 the directory");
    zip
}

/// Two frames, one after the other, as parallel tools write them.
fn zstandard(bytes: &[u8]) -> Vec<u8> {
    let (first, second) = bytes.split_at(bytes.len() / 2);
    let level = ruzstd::encoding::CompressionLevel::Fastest;
    [first, second].map(|part| ruzstd::encoding::compress_to_vec(part, level)).concat()
}

#[test]
fn epd_and_fen_lines_are_read_and_broken_ones_named() {
    let folder = Folder::new("epd");
    let openings = load(folder.file("book.epd", EPD), Order::Sequential, None).unwrap();
    let read = in_order(&openings);
    assert_eq!(read.len(), 3);
    assert_eq!(read[1].start.halfmove_clock(), 7);
    assert!(read[1].start.fen().ends_with(" w KQkq - 7 12"));
    assert!(read[2].start.fen().contains(" f6 "), "the en passant capture stays possible");
    assert_eq!(openings.get(3), read[0], "the book begins again");
    let complaint = openings.complaint().unwrap();
    assert!(
        complaint.starts_with("left out 2 of 5 openings") && complaint.contains("book.epd:5: FEN field 0")
    );
    assert_eq!(openings.name(), "book.epd");
}

#[test]
fn games_are_followed_so_many_plies() {
    let folder = Folder::new("pgn");
    let path = folder.file("book.pgn", PGN);
    let all = load(path.clone(), Order::Sequential, None).unwrap();
    let lengths = |openings: &Openings| in_order(openings).iter().map(|o| o.moves.len()).collect::<Vec<_>>();
    assert_eq!(lengths(&all), [4, 2]);
    assert!(all.get(1).start.fen().starts_with("4k3/"));
    let complaint = all.complaint().unwrap();
    assert!(complaint.contains("book.pgn:11: ply 5") && complaint.contains("Bxb4"), "{complaint}");
    let short = load(path, Order::Sequential, Some(3)).unwrap();
    assert_eq!(lengths(&short), [3, 2, 3]);
    assert!(short.complaint().is_none());
}

#[test]
fn packed_books_are_the_same_books() {
    let folder = Folder::new("packed");
    for (plain, text) in [("a.epd", EPD), ("a.pgn", PGN)] {
        let expected = in_order(&load(folder.file(plain, text), Order::Random, None).unwrap());
        let bytes = text.as_bytes();
        for (ending, packed) in [("gz", gzip(bytes)), ("zst", zstandard(bytes)), ("zip", zip(bytes))] {
            let path = folder.file(&format!("{plain}.{ending}"), &packed);
            assert_eq!(in_order(&load(path, Order::Random, None).unwrap()), expected, "{plain}.{ending}");
            let path = folder.file(&format!("torn.{plain}.{ending}"), &packed[..packed.len() / 3]);
            let error = load(path, Order::Random, None).unwrap_err().to_string();
            assert!(error.contains("torn."), "{error}");
        }
    }
}

#[test]
fn a_book_of_nothing_is_refused_by_name() {
    let folder = Folder::new("nothing");
    for (name, text, reason) in [
        ("empty.epd", "", "holds no usable position"),
        ("words.epd", "no chess here\n", "words.epd:1: FEN"),
        ("broken.pgn", "[Event \"x\"]\n\n1. e5 *\n", "ply 1"),
    ] {
        let error = load(folder.file(name, text), Order::Sequential, None).unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }
    let error = load(folder.0.join("missing.epd"), Order::Sequential, None).unwrap_err().to_string();
    assert!(error.starts_with("cannot read") && error.contains("missing.epd"), "{error}");
}

#[test]
fn the_seed_decides_the_order_and_start_where_it_begins() {
    let folder = Folder::new("order");
    let lines: String =
        (0..40).map(|number| format!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 {}\n", number + 1)).collect();
    let path = folder.file("numbered.epd", lines);
    let numbers = |seed, start| {
        let options = BookOptions { path: path.clone(), start, ..BookOptions::default() };
        let openings = Openings::load(&options, seed).unwrap();
        in_order(&openings).iter().map(|o| o.start.fullmove_number()).collect::<Vec<_>>()
    };
    let first = numbers(1, 0);
    assert_eq!(first.iter().collect::<HashSet<_>>().len(), 40, "every line once");
    assert_eq!(first[..5], [36, 33, 30, 14, 13], "the order of a seed is for ever");
    assert_ne!(first, numbers(2, 0));
    assert_eq!(numbers(1, 10), [&first[10..], &first[..10]].concat());
}

#[test]
fn generated_openings_depend_on_seed_and_number_only() {
    for variant in [Variant::Standard, Variant::Dfrc] {
        let openings = Openings::generated(variant, 7).unwrap();
        let forwards: Vec<_> = (0..24).map(|index| openings.get(index)).collect();
        let again = Openings::generated(variant, 7).unwrap();
        // Backwards, and from two threads.
        std::thread::scope(|scope| {
            for half in [0..12, 12..24] {
                let (again, forwards) = (&again, &forwards);
                scope.spawn(move || half.rev().for_each(|i| assert_eq!(again.get(i), forwards[i as usize])));
            }
        });
        let other = Openings::generated(variant, 8).unwrap();
        assert_ne!(other.get(0), forwards[0]);
        assert_eq!(forwards.iter().map(|o| format!("{o:?}")).collect::<HashSet<_>>().len(), 24);
        for opening in forwards {
            let mut game = Game::new(opening.start.clone());
            assert!(matches!(opening.moves.len(), 8 | 9));
            opening.moves.iter().for_each(|&mv| game.play(mv).unwrap());
            assert_eq!(game.outcome(), None);
            assert_eq!(variant == Variant::Standard, opening.start == Position::startpos());
        }
    }
}
