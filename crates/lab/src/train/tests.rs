use chess::{Color, Position};
use engine::eval::nnue::{self, INPUTS, Network};
use rand::{Rng, SeedableRng, rngs::SmallRng};

use super::augment::Augmenter;
use super::kernel::{Kernel, Target};
use super::optimiser::Step;
use super::record::{Features, MOST_PIECES, Positions, Record};
use super::*;
use crate::data::samples::{Folder, random_game, write_games};
use crate::data::{DataGame, ScoredMove};

/// Every position of some random games, standard and Chess960.
fn walk_games(games: u64, mut each: impl FnMut(&Position, ScoredMove, Option<Color>)) {
    for seed in 0..games {
        let game = random_game(seed, 120);
        game.walk(|position, scored| each(position, scored, game.winner));
    }
}

fn records(games: u64) -> Vec<Record> {
    let mut records = Vec::new();
    walk_games(games, |position, scored, winner| records.push(Record::new(position, scored, winner)));
    records
}

#[test]
fn records_set_the_features_that_the_engine_sets() {
    let mut features = Features::NONE;
    let mut seen = vec![false; INPUTS];
    walk_games(60, |position, scored, winner| {
        let record = Record::new(position, scored, winner);
        record.features(&mut features);
        let us = position.side_to_move();
        for (perspective, ours) in [(us, &features.own), (!us, &features.other)] {
            let mirrored = nnue::is_mirrored(position.king(perspective));
            let mut expected: Vec<_> = position
                .occupied()
                .into_iter()
                .filter_map(|square| Some((position.piece_at(square)?, square)))
                .map(|(piece, square)| nnue::feature(perspective, mirrored, piece, square))
                .collect();
            let mut ours: Vec<_> = ours[..features.count].iter().map(|&f| usize::from(f)).collect();
            ours.iter().for_each(|&feature| seen[feature] = true);
            expected.sort_unstable();
            ours.sort_unstable();
            assert_eq!(ours, expected, "{}", position.fen());
        }
        let sign = if us == Color::White { 1 } else { -1 };
        assert_eq!(i32::from(record.score), sign * i32::from(scored.score));
        let expected = winner.map_or(1, |winner| if winner == us { 2 } else { 0 });
        assert_eq!(record.half_points, expected);
        // The board itself can be had back.
        let network = Network::untrained(32, 8, 1);
        let again = Position::from_fen(&record.fen()).unwrap();
        assert_eq!(network.evaluate(&again), network.evaluate(position), "{}", position.fen());
    });
    // Pawns stand on no back rank and no king on the right half of its own view: all else has been seen.
    let seen = seen.iter().filter(|&&seen| seen).count();
    assert!(seen > 600, "{seen} features seen");
}

#[test]
fn a_shuffle_loses_nothing_and_blocks_cover_everything() {
    let record = |score| Record::new(&Position::startpos(), ScoredMove { mv: some_move(), score }, None);
    let mut positions = Positions::default();
    // More than a chunk, and no whole number of blocks.
    let count = 70_001u32;
    for index in 0..count {
        positions.push(record((index % 30_000) as i16));
    }
    positions.shuffle(&mut SmallRng::seed_from_u64(3));
    assert_eq!(positions.len(), count as usize);
    let in_blocks: Vec<_> = (0..positions.blocks()).flat_map(|block| positions.block(block)).collect();
    assert!(in_blocks.iter().copied().eq(positions.iter()));
    let mut scores: Vec<_> = positions.iter().map(|record| record.score).collect();
    assert!(scores.windows(2).filter(|pair| pair[0] + 1 == pair[1]).count() < 100, "in order still");
    let mut expected: Vec<_> = (0..count).map(|index| (index % 30_000) as i16).collect();
    scores.sort_unstable();
    expected.sort_unstable();
    assert_eq!(scores, expected);
}

fn some_move() -> chess::Move {
    Position::startpos().legal_moves()[0]
}

/// The network and its loss, as plainly as they can be written, in double precision: the oracle of the kernel.
fn plain_loss(weights: &[f64], shape: Shape, records: &[Record], target: Target) -> f64 {
    let hidden = shape.hidden;
    let mut features = Features::NONE;
    let mut loss = 0.0;
    for record in records {
        record.features(&mut features);
        let count = features.count;
        let bucket = (count - 2) * shape.buckets / 31;
        let mut sum = weights[shape.output_bias(bucket)];
        for (side, indices) in [&features.own, &features.other].into_iter().enumerate() {
            for neuron in 0..hidden {
                let rows = indices[..count].iter().map(|&f| weights[usize::from(f) * hidden + neuron]);
                let value = (weights[shape.biases() + neuron] + rows.sum::<f64>()).clamp(0.0, 1.0);
                let weight = weights[shape.outputs() + (2 * bucket + side) * hidden + neuron];
                sum += value * value * weight;
            }
        }
        let result = f64::from(record.half_points) / 2.0;
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());
        let wanted = f64::from(target.wdl) * result
            + (1.0 - f64::from(target.wdl)) * sigmoid(f64::from(record.score) / f64::from(target.scale));
        loss += (sigmoid(sum) - wanted).powi(2);
    }
    loss
}

#[test]
fn gradients_are_those_of_finite_differences() {
    const STEP: f64 = 1e-5;
    let mut rng = SmallRng::seed_from_u64(5);
    let shape = Shape { hidden: 32, buckets: 4 };
    let target = Target { wdl: 0.3, scale: 400.0 };
    // Every twentieth position: all phases, and so all buckets but the last.
    let records: Vec<_> = records(12).into_iter().step_by(20).collect();
    let weights: Vec<f32> = (0..shape.len()).map(|_| rng.random_range(-0.3..0.3)).collect();
    let mut kernel = Kernel::new(shape);
    records.iter().for_each(|record| kernel.learn(&weights, record, target));
    let mut exact: Vec<f64> = weights.iter().map(|&weight| f64::from(weight)).collect();
    let loss = plain_loss(&exact, shape, &records, target);
    assert!((kernel.loss - loss).abs() < 1e-4 * loss, "{} and {loss}", kernel.loss);
    let mut checked = 0;
    // Some feature weights, and all of the rest.
    let indices = (0..shape.biases()).step_by(37).chain(shape.biases()..shape.len());
    for index in indices {
        let mut moved = |by| {
            exact[index] += by;
            let loss = plain_loss(&exact, shape, &records, target);
            exact[index] -= by;
            loss
        };
        let slope = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
        let ours = f64::from(kernel.gradient[index]);
        assert!((ours - slope).abs() < 1e-4 + 1e-3 * slope.abs(), "{index}: {ours} and {slope}");
        checked += usize::from(slope.abs() > 1e-2);
    }
    assert!(checked > 300, "{checked} that are not nearly zero");
}

/// What a position is worth by a rule that a network of one layer can learn: material, and the king's rank.
fn planted(position: &Position) -> i32 {
    const VALUES: [i32; 6] = [100, 300, 320, 500, 900, 0];
    let side = |color| {
        let men: i32 = position
            .colors(color)
            .into_iter()
            .filter_map(|square| position.piece_at(square))
            .map(|piece| VALUES[piece.piece_type().index()])
            .sum();
        men + 30 * position.king(color).relative(color).rank().index() as i32
    };
    side(Color::White) - side(Color::Black)
}

fn planted_games(path: &std::path::Path, count: u64) {
    let games: Vec<DataGame> = (0..count)
        .map(|seed| {
            let mut game = random_game(seed, 80);
            let mut scores = Vec::new();
            game.walk(|position, _| scores.push(planted(position) as i16));
            game.moves.iter_mut().zip(scores).for_each(|(scored, score)| scored.score = score);
            game
        })
        .collect();
    write_games(path, &games);
}

fn options(folder: &Folder) -> Options {
    Options {
        data: vec![folder.join("games.vf")],
        out: folder.join("net.cbnn"),
        svg: folder.join("net.svg"),
        hidden: 32,
        epochs: 4,
        batch: 512,
        augment: 0.0,
        lambda: 0.0,
        scale: 400,
        hold_out: 0.1,
        learning_rate: 0.01,
        filter: Filter { min_ply: 0, max_score: 1000, checks: true, tactical: true },
        ..Options::default()
    }
}

#[test]
fn a_planted_function_is_recovered() {
    let folder = Folder::new("planted");
    planted_games(&folder.join("games.vf"), 600);
    let options = Options { epochs: 12, threads: 2, buckets: 2, ..options(&folder) };
    let mut lines = 0;
    let report = run(&options, &Cancel::default(), &mut |_| lines += 1).unwrap();
    assert_eq!((lines, report.epochs.len()), (12, 12));
    // How far from a constant guess the scores are, and how far the network is from them.
    let network = Network::load(&options.out).unwrap();
    let (mut sum, mut spread, mut count) = (0.0, 0.0, 0.0);
    for seed in 1000..1040 {
        random_game(seed, 80).walk(|position, _| {
            let wanted = planted(position);
            if wanted.abs() <= 1000 {
                let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
                sum += f64::from((network.evaluate(position) - sign * wanted).abs());
                spread += f64::from(wanted.abs());
                count += 1.0;
            }
        });
    }
    assert!(sum / count < 30.0, "{:.1} centipawns from what was planted", sum / count);
    assert!(spread / count > 100.0, "{:.1}", spread / count);
    let agreement = report.agreement.unwrap();
    assert!(agreement.mean < 10.0 && agreement.max >= agreement.mean, "{agreement:?}");
    assert!((agreement.quantised_loss - agreement.loss).abs() < 0.1 * agreement.loss + 1e-4, "{agreement:?}");
    let svg = std::fs::read_to_string(&options.svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.matches("<polyline").count() >= 2, "{svg}");
    assert_eq!(folder.count(), 3, "no checkpoint is left");
}

#[test]
fn a_training_repeats_itself_and_goes_on_exactly_where_it_was_stopped() {
    let folder = Folder::new("resume");
    planted_games(&folder.join("games.vf"), 60);
    let mut options = Options { force: true, ..options(&folder) };
    let net = |options: &Options, cancel: &Cancel, stop_after: u32| {
        let each = &mut |line: &EpochLine| {
            if line.epoch == stop_after {
                cancel.cancel();
            }
        };
        run(options, cancel, each).map(|report| (report.epochs, std::fs::read(&options.out).ok()))
    };
    let whole = net(&options, &Cancel::default(), 0).unwrap();
    assert_eq!(net(&options, &Cancel::default(), 0).unwrap(), whole, "a second time");
    options.seed = 2;
    assert_ne!(net(&options, &Cancel::default(), 0).unwrap(), whole, "another seed");
    options.seed = 1;
    std::fs::remove_file(&options.out).unwrap();
    let stopped = net(&options, &Cancel::default(), 2).unwrap();
    assert_eq!((stopped.0.len(), stopped.1), (2, None));
    options.resume = true;
    assert_eq!(net(&options, &Cancel::default(), 0).unwrap(), whole, "in two parts");
    assert_eq!(folder.count(), 3);
    // Another training does not go on from it, and neither does a damaged one.
    options.resume = false;
    net(&options, &Cancel::default(), 1).unwrap();
    let others = Options { learning_rate: 0.02, resume: true, ..options.clone() };
    let error = net(&others, &Cancel::default(), 0).unwrap_err().to_string();
    assert!(error.contains("learning_rate was 0.01, is 0.02"), "{error}");
    let path = checkpoint::path_of(&options.out);
    let bytes = std::fs::read(&path).unwrap();
    options.resume = true;
    for damaged in [&bytes[..bytes.len() - 1], &bytes[..20], b"", b"CB2026TR", &[&bytes[..], b"x"].concat()] {
        std::fs::write(&path, damaged).unwrap();
        let error = net(&options, &Cancel::default(), 0).unwrap_err().to_string();
        assert!(error.contains("checkpoint"), "{error}");
    }
}

#[test]
fn what_was_learnt_is_kept_when_the_network_cannot_be_written() {
    let folder = Folder::new("came-meanwhile");
    planted_games(&folder.join("games.vf"), 60);
    let mut options = options(&folder);
    let mut last = |line: &EpochLine| {
        if line.epoch == options.epochs {
            std::fs::write(&options.out, "precious").unwrap();
        }
    };
    let refused = run(&options, &Cancel::default(), &mut last).unwrap_err();
    assert!(
        matches!(&refused, LabError::Kept { error, .. } if matches!(**error, LabError::Exists { .. })),
        "{refused}"
    );
    assert!(refused.to_string().contains("net.cbnn.checkpoint: --resume goes on"), "{refused}");
    assert_eq!(std::fs::read(&options.out).unwrap(), b"precious");
    assert_eq!(folder.count(), 3, "games, what came meanwhile, checkpoint");
    options = Options { resume: true, force: true, ..options };
    let report = run(&options, &Cancel::default(), &mut |_| panic!("learns again")).unwrap();
    assert_eq!((report.epochs.len(), folder.count()), (4, 3));
    Network::load(&options.out).unwrap();
}

#[test]
fn a_stop_in_the_middle_of_an_epoch_changes_nothing_either() {
    let folder = Folder::new("middle");
    planted_games(&folder.join("games.vf"), 60);
    let options = options(&folder);
    let data = load(&options, &Cancel::default()).unwrap();
    let path = folder.join("checkpoint");
    let go = |trainer: &mut Trainer, steps: u64| {
        for _ in 0..steps {
            trainer.step(&data.training);
            if trainer.is_epoch_over() {
                trainer.end_epoch(&data.held_out);
            }
        }
    };
    let batches = plan(&options, &data).batches();
    assert!(batches > 4);
    let mut whole = Trainer::new(plan(&options, &data), 1);
    go(&mut whole, 2 * batches + 1);
    let mut first = Trainer::new(plan(&options, &data), 1);
    go(&mut first, batches + 3);
    checkpoint::save(&path, &first).unwrap();
    let mut second = Trainer::new(plan(&options, &data), 1);
    checkpoint::restore(&path, &mut second).unwrap();
    go(&mut second, batches - 2);
    assert_eq!(second.state, whole.state);
    assert!(second.weights == whole.weights && second.momentum == whole.momentum);
    assert!(second.variance == whole.variance);
}

#[test]
fn the_learning_rate_rises_and_falls() {
    let rates: Vec<f64> = (0..1000).map(|step| super::optimiser::learning_rate(0.001, step, 1000)).collect();
    let top = rates.iter().copied().fold(0.0, f64::max);
    let at = rates.iter().position(|&rate| rate == top).unwrap();
    assert!((top - 0.001).abs() < 1e-12 && (40..=50).contains(&at), "{top} at {at}");
    assert!(rates[..at].windows(2).all(|pair| pair[0] < pair[1]));
    assert!(rates[at + 1..].windows(2).all(|pair| pair[0] > pair[1]));
    assert!(rates[999] < 3e-6 && rates[999] > 0.0);
    // However few steps there are.
    assert!((0..3).all(|step| super::optimiser::learning_rate(1.0, step, 3) > 0.0));
}

/// As the authors of AdamW write it, in double precision.
#[test]
fn two_steps_of_the_optimiser_are_those_worked_out_by_hand() {
    const RATE: f64 = 0.05;
    const POSITIONS: usize = 10;
    // More weights than are worked on at a time; every third is pushed against its limit.
    let repeated = |numbers: [f32; 3]| numbers.repeat(200);
    let mut weights = repeated([0.5, -0.3, 1.97]);
    let (mut momentum, mut variance) = (repeated([0.0; 3]), repeated([0.0; 3]));
    let mut by_hand = [(0.5f64, 0.0f64, 0.0f64), (-0.3, 0.0, 0.0), (1.97, 0.0, 0.0)];
    // What two threads have found in each step.
    let found = [[[2.0, -4.0, -8.0], [1.0, 0.5, -2.0]], [[-3.0, 0.25, -8.0], [0.5, 0.5, 0.0f32]]];
    for (number, [one, other]) in (1..).zip(found) {
        let (first, second) = (repeated(one), repeated(other));
        Step::new(number, RATE, POSITIONS).apply(
            &mut weights,
            &mut momentum,
            &mut variance,
            &[&first[..], &second[..]],
        );
        let bias = |decay: f64| 1.0 - decay.powi(number as i32);
        for (index, (weight, m, v)) in by_hand.iter_mut().enumerate() {
            let gradient = f64::from(one[index] + other[index]) / POSITIONS as f64;
            *m = 0.9 * *m + 0.1 * gradient;
            *v = 0.999 * *v + 0.001 * gradient * gradient;
            let change = *m / bias(0.9) / ((*v / bias(0.999)).sqrt() + 1e-8) + 0.01 * *weight;
            *weight = (*weight - RATE * change).clamp(-1.98, 1.98);
            for ours in weights.iter().skip(index).step_by(3) {
                assert!((f64::from(*ours) - *weight).abs() < 1e-5, "step {number}: {ours}, not {weight}");
            }
        }
        if number == 1 {
            // Momentum over root of variance is the sign of the gradient.
            assert!((by_hand[0].0 - (0.5 - 0.05 - 0.05 * 0.01 * 0.5)).abs() < 1e-6);
        }
    }
    assert_eq!(by_hand[2].0, 1.98);
}

#[test]
fn what_cannot_be_trained_is_refused_before_anything_is_read() {
    let folder = Folder::new("refused");
    let options = options(&folder);
    let file = folder.join("file");
    std::fs::write(&file, "").unwrap();
    assert_eq!(MOST_PIECES, 32);
    let words = |options: &Options| run(options, &Cancel::default(), &mut |_| {}).unwrap_err().to_string();
    for (wrong, named) in [
        (Options { hidden: 33, ..options.clone() }, "hidden must be a multiple of 32"),
        (Options { hidden: 2048, ..options.clone() }, "hidden"),
        (Options { buckets: 0, ..options.clone() }, "buckets"),
        (Options { batch: 100, ..options.clone() }, "batch must be a multiple of 64"),
        (Options { epochs: 0, ..options.clone() }, "epochs"),
        (Options { wdl: f64::NAN, ..options.clone() }, "wdl must be 0 to 1"),
        (Options { scale: 0, ..options.clone() }, "scale"),
        (Options { hold_out: 0.0, ..options.clone() }, "hold-out must be more than 0"),
        (
            Options { svg: options.out.clone(), ..options.clone() },
            "svg must be another file than the network",
        ),
        // What is there is a file and no folder.
        (Options { svg: file.join("net.svg"), ..options.clone() }, "net.svg"),
        (options.clone(), "games.vf"),
    ] {
        let error = words(&wrong);
        assert!(error.contains(named), "{error}");
        assert_eq!(folder.count(), 1);
    }
    // Too little to learn from and to hold out.
    write_games(&folder.join("games.vf"), &[]);
    assert!(words(&options).contains("no usable position"), "{}", words(&options));
    // A network that is there stays there.
    std::fs::write(&options.out, "a network").unwrap();
    assert!(words(&options).contains("--force"), "{}", words(&options));
}

#[test]
fn positions_beside_the_games_are_near_them_and_valued_by_the_teacher() {
    let network = Network::untrained(32, 8, 3);
    let teacher = Evaluation::net(Arc::new(network.clone()));
    let make = |seed| {
        let mut augmenter = Augmenter::new(SeedableRng::seed_from_u64(seed), &teacher);
        let mut pairs = Vec::new();
        walk_games(40, |position, _, _| {
            pairs.extend(augmenter.beside(position).map(|r| (position.clone(), r)))
        });
        pairs
    };
    let pairs = make(1);
    assert_eq!(pairs, make(1), "the same for the same seed");
    assert_ne!(pairs, make(2));
    assert!(pairs.len() > 2000, "{}", pairs.len());
    let mut moved = [0; 3];
    for (game, record) in &pairs {
        let beside = Position::from_fen(&record.fen()).unwrap();
        assert!(!beside.in_check() && beside.has_legal_moves(), "{}", record.fen());
        // A move takes at most one piece off the board.
        let taken = game.occupied().len() - beside.occupied().len();
        moved[taken.min(2) as usize] += 1;
        assert!(taken <= 3, "{} from {}", record.fen(), game.fen());
        // The engine gives less of a network's value the longer the half-move clock runs, which the record does not know.
        let (value, most) = (i32::from(record.score), network.evaluate(&beside));
        assert!(
            value.abs() <= most.abs() && 2 * value.abs() >= most.abs() - 2,
            "{value}, {most}: {}",
            record.fen()
        );
        assert!(value == 0 || value.signum() == most.signum(), "{value}, {most}: {}", record.fen());
        // Nobody knows how a game would have ended: the score is all there is to learn.
        let target = |wdl| Target { wdl, scale: 400.0 }.of(record);
        assert_eq!(target(1.0), target(0.0));
    }
    assert!(moved.iter().all(|&count| count > 20), "{moved:?}");
}

#[test]
fn positions_beside_the_games_are_added_to_those_to_learn_from_and_to_no_others() {
    let folder = Folder::new("augment");
    planted_games(&folder.join("games.vf"), 60);
    let count = |augment| {
        let options = Options { augment, epochs: 1, force: true, ..options(&folder) };
        let report = run(&options, &Cancel::default(), &mut |_| {}).unwrap();
        (report.positions as u64, report.augmented, report.held_out)
    };
    let (plain, none, held_out) = count(0.0);
    let (all, augmented, still) = count(2.5);
    assert_eq!((none, still, all), (0, held_out, plain + augmented));
    assert!(augmented > 2 * plain, "{augmented} and {plain}");
}

#[test]
fn a_training_begins_with_the_weights_it_is_given() {
    let folder = Folder::new("from");
    planted_games(&folder.join("games.vf"), 20);
    let train_wider = |from: &Network, hidden, buckets, learning_rate| {
        let from = Some(Arc::new(from.clone()));
        let options =
            Options { from, hidden, buckets, learning_rate, epochs: 1, force: true, ..options(&folder) };
        run(&options, &Cancel::default(), &mut |_| {}).map(|_| Network::load(&options.out).unwrap())
    };
    let train = |from: &Network, buckets, learning_rate| train_wider(from, 32, buckets, learning_rate);
    let first = Network::untrained(32, 1, 5);
    let numbers = |network: &Network| nnue::Parts { description: String::new(), ..network.parts() };
    assert_eq!(numbers(&train(&first, 1, 0.0).unwrap()), numbers(&first), "nothing learnt, nothing changed");
    assert_ne!(numbers(&train(&first, 1, 0.01).unwrap()), numbers(&first));
    // One bucket becomes several that say the same.
    let eight = train(&first, 8, 0.0).unwrap();
    assert_eq!(eight.buckets(), 8);
    walk_games(5, |position, _, _| assert_eq!(eight.evaluate(position), first.evaluate(position)));
    assert_eq!(numbers(&train(&eight, 8, 0.0).unwrap()), numbers(&eight));
    for (network, buckets) in [(&eight, 4), (&eight, 1), (&Network::untrained(64, 1, 5), 1)] {
        let error = train(network, buckets, 0.0).unwrap_err().to_string();
        assert!(error.contains("from") && error.contains("up to 32 neurons"), "{error}");
    }
    // More neurons have no say at first, and learn.
    let (wider, learnt) =
        (train_wider(&eight, 96, 8, 0.0).unwrap(), train_wider(&eight, 96, 8, 0.01).unwrap());
    assert_eq!((wider.hidden(), wider.buckets()), (96, 8));
    walk_games(5, |position, _, _| assert_eq!(wider.evaluate(position), first.evaluate(position)));
    let outputs = learnt.parts().output_weights;
    let new = outputs.chunks(96).flat_map(|row| &row[32..]);
    assert!(
        new.clone().filter(|&&weight| weight != 0).count() > new.count() / 4,
        "the new neurons have learnt"
    );
    // Another scale leaves the centipawns as they are, but for rounding.
    let stretched = train(&first.clone().with_scale(200), 1, 0.0).unwrap();
    assert_eq!(stretched.scale(), 400);
    walk_games(5, |position, _, _| {
        let (ours, theirs) = (stretched.evaluate(position), first.evaluate(position) / 2);
        assert!((ours - theirs).abs() <= 20, "{ours} and {theirs}");
    });
}

#[test]
fn later_scores_count_less_and_less() {
    let mv = some_move();
    let game = |scores: &[i16], winner| {
        let moves = scores.iter().map(|&score| ScoredMove { mv, score }).collect();
        DataGame { start: Position::startpos(), winner, moves }
    };
    let won = game(&[0, 0, 400], Some(Color::White));
    let returns = |game: &DataGame, lambda: f64| load::returns(game, lambda, 400.0);
    assert_eq!(returns(&won, 0.0), [0, 0, 400], "the scores alone");
    assert_eq!(returns(&won, 1.0), [i16::MAX; 3], "the result alone");
    // sigmoid(1) = 0.7311: the win brings it to 0.8655, then 0.6828, then 0.5914.
    assert_eq!(returns(&won, 0.5), [148, 307, 745]);
    let mirrored = returns(&game(&[0, 0, -400], Some(Color::Black)), 0.5);
    assert_eq!(mirrored, [-148, -307, -745]);
    assert_eq!(returns(&game(&[0, 100, 0], None), 0.0), [0, 100, 0]);
    assert!(returns(&game(&[0, 100, 0], None), 0.3)[0] > 0);
}
