//! Network files: what is written is read again, and everything else is refused with its place and the reason.

use chess::{Color, Piece, Position, Square};
use engine::eval::nnue::{
    INPUTS, MAX_FEATURE_WEIGHT, MAX_FILE, MAX_OUTPUT_WEIGHT, Network, Parts, bucket, feature, is_mirrored,
};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

fn refusal(bytes: &[u8]) -> String {
    Network::read(bytes).expect_err("a network that is none").to_string()
}

/// FNV-1a as its authors publish it, for files that are damaged before they are signed.
fn sign(bytes: &mut [u8]) {
    let end = bytes.len() - 8;
    let mut hash = 14_695_981_039_346_656_037_u64;
    for &byte in &bytes[..end] {
        hash = (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    }
    bytes[end..].copy_from_slice(&hash.to_le_bytes());
}

#[test]
fn what_is_written_is_read_again() {
    for (hidden, buckets) in [(32, 1), (96, 8), (256, 8), (1024, 16)] {
        let network = Network::untrained(hidden, buckets, 7);
        let file = network.write();
        assert!(file.len() <= MAX_FILE);
        assert_eq!(Network::read(&file), Ok(network.clone()));
        assert_eq!(Network::from_parts(&network.parts()), Ok(network));
    }
}

#[test]
fn the_file_stands_as_documented() {
    let mut parts = Parts::zero(32, 2);
    parts.description = "müde".to_owned();
    parts.scale = 380;
    parts.feature_weights[1] = -2;
    parts.feature_biases[31] = 3;
    parts.output_weights[64] = 5;
    parts.output_biases[1] = -70_000;
    let file = Network::from_parts(&parts).unwrap().write();
    let u32_at = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap());
    assert_eq!(&file[..8], b"CB2026NN");
    assert_eq!([8, 12, 16, 20, 24, 28, 32].map(u32_at), [1, 32, 2, 255, 64, 380, 5]);
    assert_eq!(&file[36..41], "müde".as_bytes());
    let weights = 64;
    assert_eq!(file[weights + 2..weights + 4], (-2_i16).to_le_bytes());
    let biases = weights + 2 * 768 * 32;
    assert_eq!(file[biases + 62..biases + 64], [3, 0]);
    let outputs = biases + 64;
    assert_eq!(file[outputs + 128..outputs + 130], [5, 0]);
    let output_biases = outputs + 2 * 2 * 64;
    assert_eq!(file[output_biases + 4..output_biases + 8], (-70_000_i32).to_le_bytes());
    assert_eq!(file.len(), output_biases + 8 + 8);
    let mut signed = file.clone();
    sign(&mut signed);
    assert_eq!(signed, file);
}

#[test]
fn a_file_cut_short_or_gone_on_is_refused_where_it_ends() {
    let file = Network::untrained(32, 2, 3).write();
    let lengths = (0..200).chain((200..file.len()).step_by(997)).chain([file.len() - 1]);
    for length in lengths {
        let message = refusal(&file[..length]);
        let wanted = if length < 8 {
            "offset 0: this is no cb2026 network".to_owned()
        } else {
            format!("offset {length}: the file ends here, ")
        };
        assert!(message.starts_with(&wanted), "{length}: {message}");
    }
    let long = [&file[..], &[0; 3]].concat();
    let end = file.len();
    assert_eq!(
        refusal(&long),
        format!("offset {end}: the network ends here, but the file goes on for 3 bytes")
    );
}

#[test]
fn a_changed_byte_is_noticed() {
    let file = Network::untrained(64, 3, 5).write();
    let mut rng = SmallRng::seed_from_u64(1);
    for at in (0..128).chain((0..500).map(|_| rng.random_range(0..file.len()))) {
        let mut damaged = file.clone();
        damaged[at] ^= 1 << (at % 8);
        assert!(Network::read(&damaged).is_err(), "byte {at}");
    }
}

/// Faults that carry a right checksum: somebody wrote them on purpose.
#[test]
fn every_fault_is_named_with_its_place() {
    let parts = Parts { description: "some words".to_owned(), ..Parts::zero(32, 2) };
    let file = parts.write();
    let (biases, outputs) = (64 + 2 * 768 * 32, 64 + 2 * 769 * 32);
    let faults: [(usize, &[u8], &str); 14] = [
        (8, &[2], "offset 8: the format's version is 2, but must be 1"),
        (12, &[33], "offset 12: the number of hidden neurons is 33, but must be a multiple of 32 up to 1024"),
        (12, &[0], "offset 12: the number of hidden neurons is 0, but must be a multiple of 32 up to 1024"),
        (
            12,
            &[255; 4],
            "offset 12: the number of hidden neurons is 4294967295, but must be a multiple of 32 up to 1024",
        ),
        (16, &[17], "offset 16: the number of output buckets is 17, but must be from 1 to 16"),
        (20, &[181], "offset 20: QA is 181, but must be 255"),
        (24, &[63], "offset 24: QB is 63, but must be 64"),
        (28, &[0, 0], "offset 28: the scale is 0, but must be from 1 to 10000"),
        (32, &[1, 16], "offset 32: the length of the description is 4097, but must be at most 4096 bytes"),
        (38, &[0xff], "offset 38: the description is not UTF-8 text"),
        (39, &[0x1b], "offset 39: the description holds a control character"),
        (50, &[1], "offset 50: the bytes before the weights must be zero"),
        (biases + 2, &[0xe1, 3], "offset 49218: the feature bias is 993, but must lie within ±992"),
        (outputs + 4, &[0, 0x80], "offset 49284: the output weight is -32768, but must lie within ±128"),
    ];
    for (at, bytes, message) in faults {
        let mut wrong = file.clone();
        wrong[at..at + bytes.len()].copy_from_slice(bytes);
        sign(&mut wrong);
        assert_eq!(refusal(&wrong), message);
    }
    assert_eq!(refusal(b"\x7fELF not a network at all"), "offset 0: this is no cb2026 network");
}

#[test]
fn parts_that_make_no_network_are_refused() {
    let whole = Parts::zero(64, 2);
    let refused = |parts: Parts| Network::from_parts(&parts).unwrap_err().to_string();
    let short = Parts { output_weights: vec![0; 255], ..whole.clone() };
    assert_eq!(refused(short), "offset 98496: there are 255 output weights, but must be 256");
    let mut heavy = whole.clone();
    heavy.feature_weights[767 * 64 + 63] = -(MAX_FEATURE_WEIGHT + 1);
    assert_eq!(refused(heavy), "offset 98366: the feature weight is -993, but must lie within ±992");
    let mut heavy = whole;
    heavy.output_weights[0] = MAX_OUTPUT_WEIGHT + 1;
    assert_eq!(refused(heavy), "offset 98496: the output weight is 129, but must lie within ±128");
}

#[test]
fn random_bytes_are_never_a_network() {
    let mut rng = SmallRng::seed_from_u64(2);
    let file = Network::untrained(32, 1, 3).write();
    for _ in 0..2000 {
        let mut bytes = file[..rng.random_range(0..file.len())].to_vec();
        for _ in 0..rng.random_range(0..8) {
            if !bytes.is_empty() {
                let at = rng.random_range(0..bytes.len().min(64));
                bytes[at] = rng.random();
            }
        }
        bytes.extend((0..rng.random_range(0..64)).map(|_| rng.random::<u8>()));
        assert!(Network::read(&bytes).is_err());
    }
}

/// The definition of the inputs, word for word.
#[test]
fn features_are_as_defined() {
    let mut seen = vec![0; INPUTS];
    for (perspective, kind) in Color::ALL.into_iter().flat_map(|p| chess::PieceType::ALL.map(|k| (p, k))) {
        for (color, square) in Color::ALL.into_iter().flat_map(|c| Square::all().map(move |s| (c, s))) {
            for mirrored in [false, true] {
                let mut sq = if perspective == Color::White { square.index() } else { square.index() ^ 56 };
                if mirrored {
                    sq ^= 7;
                }
                let index = usize::from(color != perspective) * 384 + kind.index() * 64 + sq;
                assert_eq!(feature(perspective, mirrored, Piece::new(color, kind), square), index);
                seen[index] += 1;
            }
        }
    }
    assert!(seen.iter().all(|&times| times == 4));
    assert_eq!([Square::A1, Square::D8, Square::E1, Square::H5].map(is_mirrored), [false, false, true, true]);
}

#[test]
fn buckets_share_the_piece_counts_evenly() {
    assert!((2..=32).all(|n| bucket(n, 1) == 0));
    let eight: Vec<usize> = (2..=32).map(|n| bucket(n, 8)).collect();
    assert!(eight.is_sorted() && eight[0] == 0 && eight[30] == 7, "{eight:?}");
    for which in 0..8 {
        assert!((3..=4).contains(&eight.iter().filter(|&&b| b == which).count()), "{eight:?}");
    }
    for n in 2..=32 {
        assert_eq!(bucket(n, 6), (n as usize - 2) * 6 / 31);
    }
}

/// A network small enough to be done by hand.
#[test]
fn the_reference_does_what_the_formula_says() {
    let mut parts = Parts::zero(32, 2);
    // Neuron 0 of either side counts its own knights, from 100; neuron 1 is beyond the clamp.
    for square in 0..64 {
        parts.feature_weights[(64 + square) * 32] = 50;
    }
    parts.feature_biases[0] = 100;
    parts.feature_biases[1] = 300;
    let second = 64; // of the second bucket
    parts.output_weights[second] = 20;
    parts.output_weights[second + 32] = -20;
    parts.output_weights[second + 1] = 2;
    parts.output_biases = vec![9, -1000];
    let network = Network::from_parts(&parts).unwrap();
    // White has two knights, black one; 18 pieces, so the second bucket.
    let position = |side: char| {
        Position::from_fen(&format!("1n2k3/pppppppp/8/8/8/8/PPPPP3/1N2K1N1 {side} - - 0 1")).unwrap()
    };
    let value = |own: i64, other: i64| {
        let sum = 20 * own * own - 20 * other * other + 2 * 255 * 255;
        (sum / 255 - 1000) * 400 / (255 * 64)
    };
    assert_eq!(i64::from(network.evaluate(&position('w'))), value(200, 150));
    assert_eq!(i64::from(network.evaluate(&position('b'))), value(150, 200));
    assert_eq!((value(200, 150), value(150, 200)), (21, -45));
    assert_eq!(network.evaluate_bucket(&position('b'), 0), 0);
    let doubled = network.with_scale(800);
    assert_eq!(doubled.evaluate(&position('w')), 43);
}
