//! Networks at work: every kernel gives the reference's numbers, on every line and in every search.

use std::sync::Arc;

use chess::{Game, Move, Position};
use engine::eval::nnue::{Level, MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, Network, Parts};
use engine::eval::{EVAL_LIMIT, Evaluation, Evaluator, FIFTY_FADE};
use engine::{Engine, Limits, Settings};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

/// Starts from which everything that changes a board soon happens: castling over one another in Chess960, promotions, en passant,
/// kings in the middle.
const STARTS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "nrk1brqb/pppppppp/3n4/8/8/3N4/PPPPPPPP/NRK1BRQB w FBfb - 0 1",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
    "rk5r/pp6/8/8/8/8/PP6/RK5R w HAha - 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 b - - 0 1",
    "8/8/3k4/3r4/4R3/3K4/8/8 w - - 60 80",
];

/// The reference as the search would see it.
fn reference(network: &Network, position: &Position) -> i32 {
    let clock = i64::from(position.halfmove_clock()).min(100);
    let faded =
        i64::from(network.evaluate(position)) * (i64::from(FIFTY_FADE) - clock) / i64::from(FIFTY_FADE);
    faded.clamp(1 - i64::from(EVAL_LIMIT), i64::from(EVAL_LIMIT) - 1) as i32
}

/// How often what is hard has come up.
#[derive(Default, Debug)]
struct Seen {
    castles: u32,
    en_passant: u32,
    promotions: u32,
    nulls: u32,
    /// A king has gone to the other half of the board.
    turns: u32,
}

impl Seen {
    fn note(&mut self, before: &Position, after: &Position, mv: Move) {
        self.castles += u32::from(mv.is_castle());
        self.en_passant += u32::from(mv.is_en_passant());
        self.promotions += u32::from(mv.is_promotion());
        let us = before.side_to_move();
        self.turns += u32::from((before.king(us).index() ^ after.king(us).index()) & 4 != 0);
    }
}

/// Walks about in trees as a search does, deeper and back, and evaluates now and then: so many positions.
fn wander(evaluators: &mut [Evaluator], network: &Network, rng: &mut SmallRng, positions: usize) -> Seen {
    let mut seen = Seen::default();
    let mut evaluated = 0;
    while evaluated < positions {
        let root = Position::from_fen(STARTS[rng.random_range(0..STARTS.len())]).unwrap();
        evaluators.iter_mut().for_each(|evaluator| evaluator.begin(&root));
        let mut line = vec![(root, false)];
        for _ in 0..400 {
            let (here, by_move) = line.last().unwrap();
            let moves = here.legal_moves();
            if line.len() > 1 && (moves.is_empty() || line.len() > 150 || rng.random_ratio(1, 4)) {
                if *by_move {
                    evaluators.iter_mut().for_each(Evaluator::unmade);
                }
                line.pop();
                continue;
            }
            let mut child = here.clone();
            if !here.in_check() && rng.random_ratio(1, 12) {
                child.make_null();
                seen.nulls += 1;
                line.push((child, false));
            } else {
                let special = moves.iter().find(|mv| mv.is_castle() || mv.is_en_passant());
                let mv = match special {
                    Some(&special) if rng.random_ratio(1, 2) => special,
                    _ => moves[rng.random_range(0..moves.len())],
                };
                child.make(mv);
                seen.note(here, &child, mv);
                evaluators.iter_mut().for_each(|evaluator| evaluator.made(here, mv));
                line.push((child, true));
            }
            if rng.random_ratio(2, 3) {
                let (here, _) = line.last().unwrap();
                let right = reference(network, here);
                for evaluator in &mut *evaluators {
                    assert_eq!(evaluator.evaluate_line(here), right, "{here:?}");
                    if evaluated % 16 == 0 {
                        assert_eq!(evaluator.evaluate(here), right, "alone: {here:?}");
                    }
                }
                evaluated += 1;
            }
        }
    }
    seen
}

/// Weights at their bounds, their signs by chance.
fn extreme(hidden: usize, buckets: usize, rng: &mut SmallRng) -> Network {
    let mut parts = Parts::zero(hidden, buckets);
    let mut sign = |most: i16| if rng.random() { most } else { -most };
    parts.feature_weights.fill_with(|| sign(MAX_FEATURE_WEIGHT));
    parts.feature_biases.fill_with(|| sign(MAX_FEATURE_WEIGHT));
    parts.output_weights.fill_with(|| sign(MAX_OUTPUT_WEIGHT));
    parts.output_biases.fill_with(|| i32::from(sign(i16::MAX)));
    Network::from_parts(&parts).unwrap()
}

/// Every neuron at its most, and every weight: the largest sums there can be.
fn utmost(hidden: usize, output: i16) -> Network {
    let mut parts = Parts::zero(hidden, 1);
    parts.feature_weights.fill(MAX_FEATURE_WEIGHT);
    parts.feature_biases.fill(MAX_FEATURE_WEIGHT);
    parts.output_weights.fill(output);
    Network::from_parts(&parts).unwrap()
}

/// More than a hundred thousand positions, by every kernel this processor has.
#[test]
fn every_kernel_gives_the_numbers_of_the_reference() {
    let levels = Level::available();
    assert!(levels.contains(&Level::Scalar) && levels.contains(&Level::best()));
    let mut rng = SmallRng::seed_from_u64(2026);
    let mut total = Seen::default();
    for (hidden, buckets, positions) in [
        (32, 8, 40_000),
        (64, 8, 30_000),
        (96, 3, 8_000),
        (128, 1, 8_000),
        (256, 8, 12_000),
        (512, 4, 3_000),
        (1024, 16, 1_000),
    ] {
        let networks = [
            (Network::untrained(hidden, buckets, hidden as u64), positions * 2 / 3),
            (extreme(hidden, buckets, &mut rng), positions / 3),
            (utmost(hidden, MAX_OUTPUT_WEIGHT), 20),
            (utmost(hidden, -MAX_OUTPUT_WEIGHT), 20),
        ];
        for (network, positions) in networks {
            let evaluation = Evaluation::net(Arc::new(network.clone()));
            let mut evaluators: Vec<Evaluator> =
                levels.iter().map(|&level| Evaluator::with_level(&evaluation, level)).collect();
            let seen = wander(&mut evaluators, &network, &mut rng, positions);
            total.castles += seen.castles;
            total.en_passant += seen.en_passant;
            total.promotions += seen.promotions;
            total.nulls += seen.nulls;
            total.turns += seen.turns;
        }
    }
    let Seen { castles, en_passant, promotions, nulls, turns } = total;
    assert!([castles, en_passant, promotions, nulls, turns].into_iter().all(|n| n > 100), "{total:?}");
}

#[test]
fn extreme_networks_stay_within_the_limits_of_evaluations() {
    for output in [MAX_OUTPUT_WEIGHT, -MAX_OUTPUT_WEIGHT] {
        let network = Arc::new(utmost(1024, output).with_scale(10_000));
        let mut evaluator = Evaluator::with(&Evaluation::net(Arc::clone(&network)));
        let position = Position::startpos();
        assert!(network.evaluate(&position).abs() > 1_000_000);
        assert_eq!(evaluator.evaluate(&position), i32::from(output).signum() * (EVAL_LIMIT - 1));
    }
}

/// White knows its pawns, to see that the pieces' worth is what it should be.
#[test]
fn a_breakdown_says_what_a_piece_adds() {
    let mut parts = Parts::zero(32, 8);
    for square in 0..64 {
        parts.feature_weights[square * 32] = 20;
    }
    for bucket in 0..8 {
        parts.output_weights[bucket * 64] = 100;
        parts.output_weights[bucket * 64 + 32] = -100;
        parts.output_biases[bucket] = 1000 * bucket as i32;
    }
    let network = Network::from_parts(&parts).unwrap();
    let position = Position::from_fen("4k3/8/8/8/8/8/PP6/N3K3 b - - 0 1").unwrap();
    let breakdown = network.break_down(&position);
    // Five pieces: the first bucket, with and without one of them.
    assert_eq!(breakdown.bucket, 0);
    let worth = |square: chess::Square| breakdown.pieces.iter().find(|(at, ..)| *at == square).map(|p| p.2);
    let value = |pawns: i32| (20 * pawns).pow(2) * 100 / 255 * 400 / (255 * 64);
    assert_eq!(breakdown.value, value(2));
    assert_eq!(worth(chess::Square::A2), Some(value(2) - value(1)));
    assert_eq!(worth(chess::Square::A1), Some(0));
    assert_eq!(worth(chess::Square::E1), None);
    assert_eq!(breakdown.pieces.len(), 3);
    let step = |bucket: i32| -network.evaluate_bucket(&position, bucket as usize);
    assert_eq!(breakdown.buckets, (0..8).map(step).collect::<Vec<_>>());
    let text = breakdown.to_string();
    assert!(
        text.contains("N +0") && text.contains("     0     2-5") && text.contains("<- this position"),
        "{text}"
    );
}

fn search(engine: &mut Engine, fen: &str) -> (u64, Option<Move>) {
    engine.set_position(&Game::new(Position::from_fen(fen).unwrap()));
    let outcome = engine.go(&Limits::depth(6), &mut |_| {});
    (outcome.nodes, outcome.best)
}

#[test]
fn a_change_of_the_evaluation_leaves_nothing_of_the_other_behind() {
    let nets = [1, 2].map(|seed| Evaluation::net(Arc::new(Network::untrained(64, 8, seed))));
    let fresh = |evaluation: &Evaluation| {
        let mut engine = Engine::new(1).unwrap();
        engine.settings.evaluation = evaluation.clone();
        search(&mut engine, STARTS[1])
    };
    let mut engine = Engine::new(1).unwrap();
    for evaluation in [&nets[0], &Evaluation::hand(), &nets[1], &nets[0]] {
        engine.settings.evaluation = evaluation.clone();
        assert_eq!(search(&mut engine, STARTS[1]), fresh(evaluation), "{}", evaluation.name());
    }
    assert_ne!(fresh(&nets[0]), fresh(&nets[1]));
}

#[test]
fn settings_load_a_network_and_keep_it_at_hand() {
    let folder = std::env::temp_dir().join(format!("cb2026-nnue-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (good, bad) = (folder.join("Good Net.cbnn"), folder.join("bad.cbnn"));
    let network = Network::untrained(32, 2, 4);
    std::fs::write(&good, network.write()).unwrap();
    std::fs::write(&bad, &network.write()[..1000]).unwrap();
    let mut settings = Settings::default();
    settings.set("evalfile", good.to_str().unwrap()).unwrap();
    assert_eq!(settings.evaluation.network().map(|net| &**net), Some(&network));
    let loaded = settings.clone();
    let error = settings.set("evalfile", bad.to_str().unwrap()).unwrap_err().to_string();
    assert!(error.contains("bad.cbnn: offset 1000: the file ends here"), "{error}");
    let error = settings.set("evalfile", folder.join("none").to_str().unwrap()).unwrap_err().to_string();
    assert!(error.contains("none: "), "{error}");
    assert_eq!(settings, loaded);
    settings.set("eval", "hand").unwrap();
    assert!(settings.evaluation.network().is_none());
    settings.set("eval", "net").unwrap();
    assert_eq!(settings, loaded);
    settings.set("evalfile", "").unwrap();
    assert_eq!(settings, Settings::default());
    std::fs::remove_dir_all(&folder).unwrap();
}
