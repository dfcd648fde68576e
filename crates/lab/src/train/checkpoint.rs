//! A training on disk, to be gone on with.
//!
//! Little endian: magic, version, length of the plan and the plan (JSON), step, squared errors and positions of the epoch so
//! far, number of epochs done and four numbers for each, the number of weights, weights, momentum, variance, and the FNV-1a
//! checksum of everything before it. Whole numbers are `u64`, others `f64`, weights and averages `f32`.

use std::path::{Path, PathBuf};

use super::trainer::{EpochLine, State, Trainer};
use crate::error::LabError;
use crate::files::{Replacement, fnv1a};

const MAGIC: &[u8; 8] = b"CB2026TR";
const VERSION: u64 = 1;
/// Bytes of the checksum.
const CHECKSUM_BYTES: usize = 8;

/// Where the checkpoint of a training lies that is to write this network.
pub(super) fn path_of(net: &Path) -> PathBuf {
    let mut name = net.file_name().unwrap_or_default().to_owned();
    name.push(".checkpoint");
    net.with_file_name(name)
}

/// Writes the state of a training.
///
/// # Errors
/// [`LabError::Write`]; an earlier checkpoint is untouched then.
pub(super) fn save(path: &Path, trainer: &Trainer) -> Result<(), LabError> {
    let mut bytes = MAGIC.to_vec();
    let plan = plan_text(trainer);
    let state = &trainer.state;
    put(&mut bytes, VERSION);
    put(&mut bytes, plan.len() as u64);
    bytes.extend_from_slice(plan.as_bytes());
    put(&mut bytes, state.step);
    put(&mut bytes, state.loss.to_bits());
    put(&mut bytes, state.seen);
    put(&mut bytes, state.history.len() as u64);
    for line in &state.history {
        put(&mut bytes, u64::from(line.epoch));
        for number in [line.learning_rate, line.loss, line.hold_out] {
            put(&mut bytes, number.to_bits());
        }
    }
    put(&mut bytes, trainer.weights.len() as u64);
    for array in [&trainer.weights, &trainer.momentum, &trainer.variance] {
        bytes.extend(array.iter().flat_map(|number| number.to_le_bytes()));
    }
    let sum = checksum(&bytes);
    put(&mut bytes, sum);
    let mut file = Replacement::begin(path)?;
    file.append(&bytes)?;
    file.finish()
}

/// Brings a training to where a checkpoint was written.
///
/// # Errors
/// [`LabError::Read`]; [`LabError::Data`] if the file is damaged, no checkpoint, or one of a training with another plan: the
/// reason names what differs.
pub(super) fn restore(path: &Path, trainer: &mut Trainer) -> Result<(), LabError> {
    let bytes = std::fs::read(path).map_err(|source| LabError::Read { path: path.to_owned(), source })?;
    let refuse = |offset: usize, reason: &str| LabError::Data {
        path: path.to_owned(),
        offset: offset as u64,
        reason: reason.to_owned(),
    };
    if !bytes.starts_with(MAGIC) {
        return Err(refuse(0, "this is no checkpoint of a training"));
    }
    let end = bytes.len().saturating_sub(CHECKSUM_BYTES);
    let mut last = Input { bytes: &bytes, at: end };
    if last.number() != Some(checksum(&bytes[..end])) {
        return Err(refuse(end, "the checksum does not fit: the file is damaged or cut short"));
    }
    let mut input = Input { bytes: &bytes[..end], at: MAGIC.len() };
    let truncated = || refuse(end, "the file ends too early");
    if input.number() != Some(VERSION) {
        return Err(refuse(MAGIC.len(), "another version wrote this checkpoint"));
    }
    let plan = input.text().ok_or_else(truncated)?;
    if plan != plan_text(trainer) {
        let differences = differences(plan, &plan_text(trainer));
        return Err(refuse(
            MAGIC.len() + 16,
            &format!("the checkpoint is of another training: {differences}"),
        ));
    }
    trainer.state = input.state().ok_or_else(truncated)?;
    let length = input.number().ok_or_else(truncated)?;
    if length != trainer.weights.len() as u64 {
        return Err(refuse(input.at, "the number of weights is not that of the plan"));
    }
    for array in [&mut trainer.weights, &mut trainer.momentum, &mut trainer.variance] {
        for number in array {
            *number = f32::from_le_bytes(input.take().ok_or_else(truncated)?);
        }
    }
    Ok(())
}

fn plan_text(trainer: &Trainer) -> String {
    // A plan is numbers only, which JSON can always hold.
    serde_json::to_string(&trainer.plan).unwrap_or_default()
}

/// What differs between two plans.
fn differences(was: &str, is: &str) -> String {
    let read = |text| serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
    let (was, is) = (read(was), read(is));
    let names = is.as_object().into_iter().flatten();
    let different = names.filter(|(name, value)| was.get(name) != Some(value));
    let words: Vec<String> = different
        .map(|(name, value)| format!("{name} was {}, is {value}", was.get(name).unwrap_or_default()))
        .collect();
    words.join("; ")
}

fn put(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let taken = *self.bytes.get(self.at..)?.first_chunk()?;
        self.at += N;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Option<&'a str> {
        let length = usize::try_from(self.number()?).ok()?;
        let text = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        str::from_utf8(text).ok()
    }

    fn state(&mut self) -> Option<State> {
        let mut state = State {
            step: self.number()?,
            loss: f64::from_bits(self.number()?),
            seen: self.number()?,
            history: Vec::new(),
        };
        for _ in 0..self.number()? {
            state.history.push(EpochLine {
                epoch: u32::try_from(self.number()?).ok()?,
                learning_rate: f64::from_bits(self.number()?),
                loss: f64::from_bits(self.number()?),
                hold_out: f64::from_bits(self.number()?),
            });
        }
        Some(state)
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    fnv1a(bytes.iter().map(|&byte| u64::from(byte)))
}
