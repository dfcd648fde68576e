//! Fits the values of the hand-crafted evaluation to the results of games.
//!
//! Each position becomes a sparse list of how often each weight was used (the evaluation's own trace), so the value of a
//! position is recomputed for any weights without a board. The loss is the cross-entropy between the result expected
//! from the value, `1 / (1 + exp(-K value))`, and a mix of the game's result and the result expected from the search's
//! score. Mini-batch Adam follows its exact gradient, through the square of the king danger as well. Weights that are
//! seldom used are held near their old values by a prior. (Method: Texel tuning, Chess Programming Wiki.)

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader};

use chess::Position;
use engine::eval::{
    DANGER_LIMIT, DANGER_LINEAR, DANGER_SQUARED, FIFTY_FADE, FULL_PHASE, FULL_SCALE, Kind, TERMS,
    WEIGHT_COUNT, coefficients, trace, weights,
};
use rand::rngs::SmallRng;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};

const HELP: &str = "\
Fits the evaluation's weights to positions with results, and writes weights.rs.

usage: tune_eval FILE... [--out weights.rs] [--hold-out FILE] [--epochs N] [--rate X] [--result-share X] [--prior N]
                 [--seed N]

FILE            lines `FEN | score | result`: the search's score in centipawns and the result (1, 0.5, 0), both white's
--out           where the table goes (default: standard output)
--hold-out      positions to test on, as in FILE (default: a tenth of FILE, in runs of a thousand lines)
--epochs        passes over the positions (default 20)
--rate          first step of Adam, in centipawns (default 1.0); falls to a hundredth
--result-share  share of the game's result in the target, the rest is the score's (default 0.3)
--prior         how many positions the old value of a weight counts for (default 5000: positions of one game
                are alike, so that a game tells little more than a few of them)
--seed          of the order and of the hold-out tenth (default 1)";

struct Arguments {
    files: Vec<String>,
    out: Option<String>,
    hold_out: Option<String>,
    epochs: usize,
    rate: f32,
    result_share: f32,
    prior: f32,
    seed: u64,
}

fn arguments() -> Result<Option<Arguments>, Box<dyn Error>> {
    let mut parsed = Arguments {
        files: vec![],
        out: None,
        hold_out: None,
        epochs: 20,
        rate: 1.0,
        result_share: 0.3,
        prior: 5000.0,
        seed: 1,
    };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        if !word.starts_with('-') {
            parsed.files.push(word);
            continue;
        }
        if word == "--help" || word == "-h" {
            return Ok(None);
        }
        let value = words.next().ok_or_else(|| format!("{word} needs a value"))?;
        let number = || value.parse::<f32>().map_err(|_| format!("{word}: '{value}' is not a number"));
        match word.as_str() {
            "--out" => parsed.out = Some(value),
            "--hold-out" => parsed.hold_out = Some(value),
            "--epochs" => parsed.epochs = number()? as usize,
            "--rate" => parsed.rate = number()?,
            "--result-share" => parsed.result_share = number()?,
            "--prior" => parsed.prior = number()?,
            "--seed" => parsed.seed = number()? as u64,
            _ => return Err(format!("unknown option {word}; --help lists them").into()),
        }
    }
    if parsed.files.is_empty() {
        return Err("no file of positions given; --help tells the format".into());
    }
    Ok(Some(parsed))
}

/// Lines of each file on which the model is compared with the engine.
const CHECKED: usize = 1000;

/// A use of a weight: its index and how often.
type Use = (u16, i16);

/// A position, reduced to what its value depends on.
struct Sample {
    /// Where its uses begin in the arena: linear, white's danger, black's danger, complexity, end.
    spans: [u32; 5],
    /// Shares of the middlegame and the endgame score in the value.
    mg: f32,
    eg: f32,
    offset: f32,
    score: f32,
    result: f32,
}

#[derive(Default)]
struct Data {
    uses: Vec<Use>,
    samples: Vec<Sample>,
}

impl Data {
    fn read(&mut self, file: &str) -> Result<(), Box<dyn Error>> {
        let present = present();
        let reader = BufReader::new(fs::File::open(file).map_err(|e| format!("{file}: {e}"))?);
        for (number, line) in reader.lines().enumerate() {
            let line = line?;
            let position = self.add(&line).map_err(|e| format!("{file}, line {}: {e}", number + 1))?;
            if let (Some(position), true) = (position, number < CHECKED) {
                let sample = self.samples.last().expect("just added");
                check(self, sample, &position, &present)
                    .map_err(|e| format!("{file}, line {}: {e}", number + 1))?;
            }
        }
        Ok(())
    }

    /// Adds a line; answers with its position unless that is decided by rule and teaches nothing.
    fn add(&mut self, line: &str) -> Result<Option<Position>, Box<dyn Error>> {
        let mut fields = line.split('|').map(str::trim);
        let mut next = |what: &str| fields.next().ok_or_else(|| format!("no {what}"));
        let position = Position::from_fen(next("position")?)?;
        let (score, result): (f32, f32) = (next("score")?.parse()?, next("result")?.parse()?);
        let found = coefficients(&position);
        if found.scale.eg == 0 || found.mop_up != 0 {
            return Ok(None);
        }
        let start = self.uses.len();
        let mut spans = [start as u32; 5];
        let of = |kind: Kind| {
            TERMS
                .iter()
                .filter(move |term| term.kind == kind)
                .flat_map(|term| term.start..term.start + term.len)
        };
        let [white, black] = &found.counts;
        let mut section = 0;
        let mut keep = |uses: &mut dyn Iterator<Item = Use>| {
            self.uses.extend(uses.filter(|&(_, count)| count != 0));
            section += 1;
            spans[section] = self.uses.len() as u32;
        };
        keep(&mut of(Kind::Linear).map(|i| (i as u16, white[i] - black[i])));
        for side in 0..2 {
            let counts = &found.counts[side];
            keep(&mut of(Kind::Danger).filter(|_| found.attacks[side]).map(|i| (i as u16, counts[i])));
        }
        keep(&mut of(Kind::Complexity).map(|i| (i as u16, white[i])));
        let share = |scale: i32, phase: i32| (scale * phase) as f32 / (FULL_SCALE * FULL_PHASE) as f32;
        self.samples.push(Sample {
            spans,
            mg: share(found.scale.mg, found.phase),
            eg: share(found.scale.eg, FULL_PHASE - found.phase),
            offset: found.mop_up as f32,
            score,
            result,
        });
        Ok(Some(position))
    }

    fn section(&self, sample: &Sample, section: usize) -> &[Use] {
        &self.uses[sample.spans[section] as usize..sample.spans[section + 1] as usize]
    }
}

/// Middlegame and endgame halves.
type Pair = [f32; 2];
type Weights = [Pair; WEIGHT_COUNT];

fn sum(uses: &[Use], weights: &Weights) -> Pair {
    let mut total = [0.0; 2];
    for &(index, count) in uses {
        total[0] += weights[index as usize][0] * f32::from(count);
        total[1] += weights[index as usize][1] * f32::from(count);
    }
    total
}

/// The parts of a value that its gradient needs again.
struct Parts {
    value: f32,
    danger: [Pair; 2],
    eg: f32,
    complexity: f32,
}

/// The evaluation in floating point, without the fading by the fifty-move clock; [`check`] compares it with the engine's.
fn evaluate(data: &Data, sample: &Sample, weights: &Weights) -> Parts {
    let limit = DANGER_LIMIT as f32;
    let linear = sum(data.section(sample, 0), weights);
    let danger = [1, 2].map(|side| sum(data.section(sample, side), weights).map(|d| d.clamp(0.0, limit)));
    let squared = |d: f32| d * d / DANGER_SQUARED as f32;
    let mg = linear[0] + squared(danger[0][0]) - squared(danger[1][0]);
    let eg = linear[1] + (danger[0][1] - danger[1][1]) / DANGER_LINEAR as f32;
    let complexity = sum(data.section(sample, 3), weights)[1];
    let corrected = eg + eg.signum() * complexity.max(-eg.abs());
    Parts { value: mg * sample.mg + corrected * sample.eg + sample.offset, danger, eg, complexity }
}

/// How far apart rounding may bring the two, in centipawns.
const ROUNDING: f32 = 5.0;

/// Fails when a sample's value, with the engine's weights, is not the engine's.
fn check(data: &Data, sample: &Sample, position: &Position, weights: &Weights) -> Result<(), String> {
    let clock = f32::from(position.halfmove_clock()).min(FIFTY_FADE as f32 / 2.0);
    let parts = evaluate(data, sample, weights);
    let model = parts.value * (1.0 - clock / FIFTY_FADE as f32);
    let engine = trace(position).value as f32;
    // About zero, rounding may turn the sign of the endgame score, and the complexity with it.
    if (model - engine).abs() <= ROUNDING || parts.eg.abs() < 2.0 {
        return Ok(());
    }
    Err(format!("the model's value {model} differs from the engine's {engine}"))
}

/// The weights the engine plays with.
fn present() -> Weights {
    std::array::from_fn(|i| [weights()[i].mg() as f32, weights()[i].eg() as f32])
}

/// Adds `slope` times the gradient of the value to `gradient`.
fn add_gradient(data: &Data, sample: &Sample, parts: &Parts, slope: f32, gradient: &mut Weights) {
    let turned = parts.complexity <= -parts.eg.abs(); // the correction swallows the endgame score whole
    let (mg, eg) = (slope * sample.mg, if turned { 0.0 } else { slope * sample.eg });
    let mut spread = |section: usize, mg: f32, eg: f32| {
        for &(index, count) in data.section(sample, section) {
            gradient[index as usize][0] += mg * f32::from(count);
            gradient[index as usize][1] += eg * f32::from(count);
        }
    };
    spread(0, mg, eg);
    for (side, sign) in [(0, 1.0), (1, -1.0)] {
        let [danger_mg, danger_eg] = parts.danger[side];
        let inside = |d: f32| (d > 0.0 && d < DANGER_LIMIT as f32) as u8 as f32;
        let (by_mg, by_eg) = (2.0 * danger_mg / DANGER_SQUARED as f32, 1.0 / DANGER_LINEAR as f32);
        spread(side + 1, sign * mg * by_mg * inside(danger_mg), sign * eg * by_eg * inside(danger_eg));
    }
    spread(3, 0.0, eg * parts.eg.signum());
}

fn expected(value: f32, k: f32) -> f32 {
    1.0 / (1.0 + (-k * value).exp())
}

/// The range of samples to average over, and the target's make-up.
struct Goal {
    k: f32,
    result_share: f32,
}

impl Goal {
    fn target(&self, sample: &Sample) -> f32 {
        self.result_share * sample.result + (1.0 - self.result_share) * expected(sample.score, self.k)
    }
}

/// Cross-entropy to the targets and mean squared error to the results.
fn losses(data: &Data, which: &[usize], weights: &Weights, goal: &Goal) -> (f64, f64) {
    let (mut entropy, mut squared) = (0.0f64, 0.0f64);
    for sample in which.iter().map(|&i| &data.samples[i]) {
        let p = expected(evaluate(data, sample, weights).value, goal.k).clamp(1e-6, 1.0 - 1e-6);
        let target = goal.target(sample);
        entropy -= f64::from(target * p.ln() + (1.0 - target) * (1.0 - p).ln());
        squared += f64::from((p - sample.result).powi(2));
    }
    (entropy / which.len() as f64, squared / which.len() as f64)
}

/// The K that makes the present weights fit the results best, by narrowing an interval.
fn fit_k(data: &Data, which: &[usize], weights: &Weights) -> f32 {
    let loss = |k: f32| losses(data, which, weights, &Goal { k, result_share: 1.0 }).0;
    let (mut low, mut high) = (0.0005f32, 0.02f32);
    for _ in 0..25 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

/// Adam (Kingma and Ba 2014) over all weights.
struct Adam {
    mean: Box<Weights>,
    variance: Box<Weights>,
    steps: i32,
}

impl Adam {
    const MEAN_DECAY: f32 = 0.9;
    const VARIANCE_DECAY: f32 = 0.999;

    fn step(&mut self, weights: &mut Weights, gradient: &Weights, rate: f32) {
        self.steps += 1;
        let correct_mean = 1.0 - Self::MEAN_DECAY.powi(self.steps);
        let correct_variance = 1.0 - Self::VARIANCE_DECAY.powi(self.steps);
        for i in 0..WEIGHT_COUNT {
            for half in 0..2 {
                let g = gradient[i][half];
                let mean = &mut self.mean[i][half];
                *mean = Self::MEAN_DECAY * *mean + (1.0 - Self::MEAN_DECAY) * g;
                let variance = &mut self.variance[i][half];
                *variance = Self::VARIANCE_DECAY * *variance + (1.0 - Self::VARIANCE_DECAY) * g * g;
                let scale = (*variance / correct_variance).sqrt() + 1e-9;
                weights[i][half] -= rate * (*mean / correct_mean) / scale;
            }
        }
    }
}

const BATCH: usize = 8192;

/// Splits the samples into those to test on and those to learn from; the first `own` came from the files to learn from.
fn split(data: &Data, own: usize, rng: &mut SmallRng) -> (Vec<usize>, Vec<usize>) {
    let all = 0..data.samples.len();
    if own < all.end {
        return all.partition(|&i| i >= own);
    }
    // Positions of one game stand together: hold out runs of them, not single ones.
    let held: Vec<bool> = (0..own.div_ceil(1000)).map(|_| rng.random_range(0..10) == 0).collect();
    all.partition(|&i| held[i / 1000])
}

fn fit(data: &Data, own: usize, arguments: &Arguments) -> Box<Weights> {
    let mut rng = SmallRng::seed_from_u64(arguments.seed);
    let (test, mut train) = split(data, own, &mut rng);
    let old = present();
    let mut new = Box::new(old);
    let goal = Goal { k: fit_k(data, &train, &old), result_share: arguments.result_share };
    eprintln!("{} positions, {} held out, K = {:.6}", train.len(), test.len(), goal.k);
    // One position that uses a weight once bends the loss by about K² p (1 - p) / 4.
    let prior = arguments.prior * goal.k * goal.k * 0.05 / train.len() as f32;
    let zero = || Box::new([[0.0; 2]; WEIGHT_COUNT]);
    let mut adam = Adam { mean: zero(), variance: zero(), steps: 0 };
    for epoch in 0..=arguments.epochs {
        if epoch % 10 == 0 || epoch == arguments.epochs {
            let (a, b) = (losses(data, &train, &new, &goal), losses(data, &test, &new, &goal));
            eprintln!(
                "epoch {epoch}: loss {:.5}, held out {:.5} (squared error {:.5}, {:.5})",
                a.0, b.0, a.1, b.1
            );
        }
        let rate = arguments.rate * 0.01f32.powf(epoch as f32 / arguments.epochs as f32);
        train.shuffle(&mut rng);
        for batch in train.chunks(BATCH) {
            let mut gradient = zero();
            for sample in batch.iter().map(|&i| &data.samples[i]) {
                let parts = evaluate(data, sample, &new);
                let slope =
                    goal.k * (expected(parts.value, goal.k) - goal.target(sample)) / batch.len() as f32;
                add_gradient(data, sample, &parts, slope, &mut gradient);
            }
            for i in 0..WEIGHT_COUNT {
                for half in 0..2 {
                    gradient[i][half] += prior * (new[i][half] - old[i][half]);
                }
            }
            adam.step(&mut new, &gradient, rate);
        }
    }
    new
}

/// The table as Rust source.
fn source(weights: &Weights) -> String {
    let mut text = String::from(
        "//! The values of all evaluation terms: middlegame and endgame, in centipawns. Written by `examples/tune_eval.rs`.

use super::terms::{Tapered, WEIGHT_COUNT};

const fn w(mg: i32, eg: i32) -> Tapered {
    Tapered::new(mg, eg)
}

/// In the order of [`TERMS`](super::terms::TERMS).
#[rustfmt::skip]
pub(super) static WEIGHTS: [Tapered; WEIGHT_COUNT] = [
",
    );
    for term in TERMS {
        let _ = writeln!(text, "    // {}: {}", term.name, term.doc);
        let row = if term.name == "square" { 4 } else { 8 };
        for row in weights[term.start..term.start + term.len].chunks(row) {
            let cells: Vec<String> =
                row.iter().map(|w| format!("w({}, {}),", w[0].round(), w[1].round())).collect();
            let _ = writeln!(text, "    {}", cells.join(" "));
        }
    }
    text + "];\n"
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(arguments) = arguments()? else {
        println!("{HELP}");
        return Ok(());
    };
    let mut data = Data::default();
    for file in &arguments.files {
        data.read(file)?;
    }
    if data.samples.len() < 1000 {
        return Err(
            format!("only {} positions to learn from; at least 1000 are needed", data.samples.len()).into()
        );
    }
    let own = data.samples.len();
    if let Some(file) = &arguments.hold_out {
        data.read(file)?;
    }
    let fitted = fit(&data, own, &arguments);
    let text = source(&fitted).replace("-0,", "0,").replace("-0)", "0)");
    match &arguments.out {
        Some(path) => fs::write(path, text).map_err(|e| format!("{path}: {e}"))?,
        None => println!("{text}"),
    }
    Ok(())
}
