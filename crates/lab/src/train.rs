//! Training a network on the processor, from files of games to a file the engine plays with.
//!
//! The network is small and its input sparse: some twenty of 768 features are set. So forward and backward pass are written
//! by hand, add up the rows of those features only, and leave the vector instructions to the compiler.
//! Each thread works through its share of a batch with a gradient of its own; then each changes its share of the weights.
//!
//! What is learnt is `wdl · result + (1 - wdl) · sigmoid(score / scale)`, by the squared error of the win probability, where the score
//! is a mean of the position's own and of those after it in the game.
//! Besides the positions of the games, others a few random moves away are learnt, valued by a teacher.
//! Positions lie in memory in random order, 32 bytes each; from epoch to epoch blocks of 64 of them change places.

mod augment;
mod checkpoint;
mod kernel;
mod load;
mod optimiser;
mod plot;
mod quantise;
mod record;
mod shape;
mod trainer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::eval::Evaluation;
use engine::eval::nnue::{HIDDEN_STEP, MAX_BUCKETS, MAX_HIDDEN, MAX_SCALE, Network};
use serde::Serialize;

use crate::cancel::Cancel;
use crate::data::Filter;
use crate::error::LabError;
use crate::files::{Replacement, fnv1a, refuse_existing};
use crate::progress::{bar, grouped, per_second};
use load::{Data, load};
use record::BLOCK;
use shape::Shape;
use trainer::{Plan, Trainer};

pub use quantise::Agreement;
pub use trainer::EpochLine;

/// Besides the end of an epoch, a checkpoint is written after this long.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(300);
/// The largest share of the games to hold out.
const MOST_HELD_OUT: f64 = 0.5;
/// Most positions beside one of a game: so many legal moves there hardly are.
const MOST_AUGMENTED: f64 = 100.0;
/// The progress bar says something new this often.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// What to train, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// Files of games.
    pub data: Vec<PathBuf>,
    /// Where the network goes.
    pub out: PathBuf,
    /// Whether it may be overwritten.
    pub force: bool,
    /// Where the picture of the losses goes: another file than `out`.
    pub svg: PathBuf,
    /// Whether to go on from the checkpoint beside `out`, if there is one.
    pub resume: bool,
    /// The network whose weights it begins with, instead of random ones: one of as many neurons or fewer (the rest begins without a
    /// say), and of as many buckets or of one, of which all get copies.
    pub from: Option<Arc<Network>>,
    /// Hidden neurons a perspective: a multiple of 32 up to 1024.
    pub hidden: usize,
    /// Output buckets, 1 to 16.
    pub buckets: usize,
    /// How often each position is learnt.
    pub epochs: u32,
    /// Positions of a batch: a multiple of 64.
    pub batch: usize,
    /// The greatest learning rate.
    pub learning_rate: f64,
    /// The share of the game's result in what is learnt, 0 to 1.
    pub wdl: f64,
    /// How much later scores of the game count in what is learnt as the score of a position, 0 to 1: each this much of the one before it.
    pub lambda: f64,
    /// Centipawns of the scores for one unit of log-odds.
    pub scale: u32,
    /// The share of the games that is held out: more than 0, up to 0.5.
    pub hold_out: f64,
    /// Which positions are learnt from.
    pub filter: Filter,
    /// For each position of the games, whatever the filter says of it, so many others a few random moves away are learnt, on average:
    /// 0 to 100.
    pub augment: f64,
    /// What values those: the embedded network unless told otherwise, or the hand-crafted evaluation if there is none.
    pub teacher: Evaluation,
    /// Threads; with another number of them sums are rounded otherwise.
    pub threads: usize,
    /// Seed of the first weights and of every order.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            data: Vec::new(),
            out: PathBuf::new(),
            force: false,
            svg: PathBuf::new(),
            resume: false,
            from: None,
            hidden: 128,
            buckets: 1,
            epochs: 20,
            batch: 1024,
            learning_rate: 0.002,
            wdl: 0.0,
            lambda: 0.7,
            scale: 200,
            hold_out: 0.02,
            filter: Filter::default(),
            augment: 1.0,
            teacher: Evaluation::default(),
            threads: 1,
            seed: 1,
        }
    }
}

/// What came of a training.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The network's file; `None` if the training was stopped, which leaves a checkpoint.
    pub net: Option<PathBuf>,
    /// The checkpoint that a stopped training leaves.
    pub checkpoint: Option<PathBuf>,
    /// Games read.
    pub games: u64,
    /// Positions in them.
    pub read: u64,
    /// Positions learnt from.
    pub positions: usize,
    /// How many of them are of no game.
    pub augmented: u64,
    /// Positions held out.
    pub held_out: usize,
    /// Every epoch.
    pub epochs: Vec<EpochLine>,
    /// How well the quantised network agrees with the trained one.
    pub agreement: Option<Agreement>,
    /// Time taken to learn, in seconds, by this run.
    pub seconds: f64,
    /// Positions learnt a second.
    pub positions_per_second: u64,
}

/// Trains a network. `each` is called after every epoch.
///
/// Being cancelled is no error: the report says where the checkpoint lies.
///
/// # Errors
/// [`LabError::Value`] for an option out of range; [`LabError::Exists`]; [`LabError::Data`] for what is wrong with a file of games or
/// the checkpoint; [`LabError::NoPositions`] if the filter leaves nothing; [`LabError::Read`], [`LabError::Write`];
/// [`LabError::Cancelled`] while reading; [`LabError::Kept`] if all was learnt and the network cannot be written.
pub fn run(options: &Options, cancel: &Cancel, each: &mut dyn FnMut(&EpochLine)) -> Result<Report, LabError> {
    check(options)?;
    let checkpoint = checkpoint::path_of(&options.out);
    if !options.resume {
        refuse_existing(&checkpoint, options.force)?;
    }
    // Begun before the training, which takes hours: places that cannot be written are refused at once.
    let new = |path| Replacement::begin_new(path, options.force);
    let files = [new(&options.out)?, new(&options.svg)?];
    let data = load(options, cancel)?;
    refuse_nothing(options, &data)?;
    let mut trainer = Trainer::new(plan(options, &data), options.threads);
    if let Some(network) = &options.from {
        quantise::begin_with(network, trainer.plan.shape, options.scale, &mut trainer.weights);
    }
    if options.resume && checkpoint.exists() {
        checkpoint::restore(&checkpoint, &mut trainer)?;
    }
    let mut report = Report {
        net: None,
        checkpoint: None,
        games: data.games,
        read: data.read,
        positions: data.training.len(),
        augmented: data.augmented,
        held_out: data.held_out.len(),
        epochs: Vec::new(),
        agreement: None,
        seconds: 0.0,
        positions_per_second: 0,
    };
    let finished = learn(&mut trainer, &data, &checkpoint, cancel, each, &mut report)?;
    report.epochs.clone_from(&trainer.state.history);
    if finished {
        finish(&mut trainer, &data, options, files, &mut report).map_err(|error| {
            // With the network written, or without a checkpoint, there is nothing to go on from.
            if report.net.is_some() || !checkpoint.exists() {
                return error;
            }
            LabError::Kept { error: Box::new(error), path: checkpoint.clone() }
        })?;
        // Gone with the training; one that cannot be removed does no harm.
        let _ = std::fs::remove_file(&checkpoint);
    } else {
        report.checkpoint = Some(checkpoint);
    }
    Ok(report)
}

fn check(options: &Options) -> Result<(), LabError> {
    let refuse =
        |what, expected: String, given: &dyn fmt::Display| Err(LabError::value(what, expected, given));
    let (hidden, batch, scale) = (options.hidden, options.batch, options.scale);
    if hidden == 0 || hidden > MAX_HIDDEN || !hidden.is_multiple_of(HIDDEN_STEP) {
        return refuse("hidden", format!("a multiple of {HIDDEN_STEP} up to {MAX_HIDDEN}"), &hidden);
    }
    if options.buckets == 0 || options.buckets > MAX_BUCKETS {
        return refuse("buckets", format!("1 to {MAX_BUCKETS}"), &options.buckets);
    }
    if batch == 0 || !batch.is_multiple_of(BLOCK) {
        return refuse("batch", format!("a multiple of {BLOCK}"), &batch);
    }
    if options.epochs == 0 {
        return refuse("epochs", "at least 1".to_owned(), &0);
    }
    if scale == 0 || scale > MAX_SCALE {
        return refuse("scale", format!("1 to {MAX_SCALE}"), &scale);
    }
    for (what, value) in [("wdl", options.wdl), ("lambda", options.lambda), ("lr", options.learning_rate)] {
        if !(0.0..=1.0).contains(&value) {
            return refuse(what, "0 to 1".to_owned(), &value);
        }
    }
    if !(options.hold_out > 0.0 && options.hold_out <= MOST_HELD_OUT) {
        return refuse("hold-out", format!("more than 0, up to {MOST_HELD_OUT}"), &options.hold_out);
    }
    if let Some(from) = &options.from
        && (from.hidden() > hidden || ![1, options.buckets].contains(&from.buckets()))
    {
        let expected =
            format!("a network of up to {hidden} neurons, and of {} buckets or one", options.buckets);
        return refuse("from", expected, from);
    }
    if !(0.0..=MOST_AUGMENTED).contains(&options.augment) {
        return refuse("augment", format!("0 to {MOST_AUGMENTED}"), &options.augment);
    }
    if options.svg == options.out {
        return refuse("svg", "another file than the network".to_owned(), &options.svg.display());
    }
    Ok(())
}

/// Refuses to learn from nothing, and to be judged by nothing.
fn refuse_nothing(options: &Options, data: &Data) -> Result<(), LabError> {
    let missing = if data.training.len() == 0 {
        " to learn from".to_owned()
    } else if data.held_out.len() == 0 {
        format!(" to judge by: --hold-out {} leaves no game for it", options.hold_out)
    } else {
        return Ok(());
    };
    let hint = format!("{missing}, of {} in {} games", data.read, data.games);
    Err(LabError::NoPositions { path: options.data.first().cloned().unwrap_or_default(), hint })
}

fn plan(options: &Options, data: &Data) -> Plan {
    Plan {
        shape: Shape { hidden: options.hidden, buckets: options.buckets },
        epochs: options.epochs,
        batch: options.batch,
        learning_rate: options.learning_rate,
        wdl: options.wdl,
        scale: f64::from(options.scale),
        seed: options.seed,
        positions: data.training.len(),
        data: data.fingerprint(),
        from: options.from.as_ref().map(|network| fnv1a(network.write().into_iter().map(u64::from))),
    }
}

/// Learns until all epochs are done, and says whether they are. There is a checkpoint in either case, if there is room for one.
fn learn(
    trainer: &mut Trainer,
    data: &Data,
    checkpoint: &Path,
    cancel: &Cancel,
    each: &mut dyn FnMut(&EpochLine),
    report: &mut Report,
) -> Result<bool, LabError> {
    let progress = bar(trainer.plan.steps() as usize);
    progress.set_position(trainer.state.step);
    progress.reset_eta();
    let begun = Instant::now();
    let (mut saved, mut told) = (begun, begun);
    let mut learnt = 0;
    while !trainer.is_over() && !cancel.is_cancelled() {
        let before = trainer.state.seen;
        trainer.step(&data.training);
        learnt += trainer.state.seen - before;
        report.seconds = begun.elapsed().as_secs_f64();
        report.positions_per_second = per_second(learnt, report.seconds);
        if told.elapsed() >= TELL_EVERY {
            told = Instant::now();
            progress.set_position(trainer.state.step);
            progress.set_message(format!(
                "batches, epoch {}, loss {:.6}, {} positions/s",
                trainer.state.step / trainer.plan.batches() + 1,
                trainer.state.loss / trainer.state.seen as f64,
                grouped(report.positions_per_second)
            ));
        }
        let epoch_over = trainer.is_epoch_over();
        if epoch_over {
            let line = trainer.end_epoch(&data.held_out);
            progress.suspend(|| each(&line));
        }
        if (epoch_over || saved.elapsed() >= CHECKPOINT_EVERY) && !trainer.is_over() {
            checkpoint::save(checkpoint, trainer)?;
            saved = Instant::now();
        }
    }
    progress.finish_and_clear();
    let kept = checkpoint::save(checkpoint, trainer);
    if !trainer.is_over() {
        kept?;
    }
    // At the end, too: if the network cannot be written, this is gone on from. It is larger than the network, so that its own failure
    // does not stop that.
    Ok(trainer.is_over())
}

/// Writes the network and the picture.
fn finish(
    trainer: &mut Trainer,
    data: &Data,
    options: &Options,
    [mut net, mut picture]: [Replacement; 2],
    report: &mut Report,
) -> Result<(), LabError> {
    let last = trainer.state.history.last().map_or(0.0, |line| line.hold_out);
    let description = format!(
        "{} positions, {} of them beside the {} games, {} epochs, batch {}, lr {}, wdl {}, lambda {}, seed {}; \
         loss {last:.6} on games held out",
        data.training.len(),
        data.augmented,
        data.games,
        options.epochs,
        options.batch,
        options.learning_rate,
        options.wdl,
        options.lambda,
        options.seed,
    );
    let network = quantise::quantise(trainer, &description).map_err(|error| LabError::Data {
        path: options.out.clone(),
        offset: error.offset as u64,
        reason: error.problem.to_string(),
    })?;
    report.agreement = Some(quantise::compare(trainer, &network, &data.held_out));
    let svg = plot::losses(&report.epochs).map_err(|reason| LabError::Write {
        path: options.svg.clone(),
        source: std::io::Error::other(reason),
    });
    net.append(&network.write())?;
    if let Ok(svg) = &svg {
        picture.append(svg.as_bytes())?;
    }
    // Both or none, as far as a full disk goes: with none, the checkpoint can be gone on from.
    net.settle()?;
    picture.settle()?;
    net.finish()?;
    report.net = Some(options.out.clone());
    svg?;
    picture.finish()
}

impl fmt::Display for EpochLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "epoch {:>3}  loss {:.6}  held out {:.6}  lr {:.2e}",
            self.epoch, self.loss, self.hold_out, self.learning_rate
        )
    }
}

/// The summary; the epochs have been reported one by one.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games, {} positions, {} to learn from, {} of them beside the games, {} held out; {:.1} s, {} positions/s",
            grouped(self.games),
            grouped(self.read),
            grouped(self.positions as u64),
            grouped(self.augmented),
            grouped(self.held_out as u64),
            self.seconds,
            grouped(self.positions_per_second)
        )?;
        if let Some(agreement) = &self.agreement {
            writeln!(
                f,
                "quantised: {:.2} centipawns from the trained network on average, {:.1} at most, on {} positions \
                 held out; loss {:.6} instead of {:.6}",
                agreement.mean,
                agreement.max,
                grouped(agreement.positions),
                agreement.quantised_loss,
                agreement.loss
            )?;
        }
        match (&self.net, &self.checkpoint) {
            (Some(net), _) => write!(f, "{}", net.display()),
            (None, Some(checkpoint)) => {
                write!(f, "stopped; --resume goes on from {}", checkpoint.display())
            }
            (None, None) => write!(f, "no network"),
        }
    }
}

#[cfg(test)]
#[path = "train/tests.rs"]
mod tests;
