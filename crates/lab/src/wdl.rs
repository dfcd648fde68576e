//! What a score is worth: the chances of win, draw and loss, fitted to games.
//!
//! The model is that of [`engine::wdl`]. First `a` and `b` are fitted for every amount of material alone, by greatest likelihood; then
//! polynomials are laid through them by least squares, every amount counting by its positions.
//!
//! Scores divided by `a` are pawns in the sense that one pawn is worth half a win. A network can be *calibrated* so: its scale is
//! changed until `a` is 100 centipawns at the usual material.

mod counts;
mod fit;
mod pgn;

use std::fmt;
use std::path::{Path, PathBuf};

use engine::eval::nnue::{MAX_SCALE, Network};
use engine::wdl::{ANCHOR_MATERIAL, LEAST_MATERIAL, MOST_MATERIAL, value};
use serde::Serialize;

use crate::cancel::Cancel;
use crate::data::each_game;
use crate::error::LabError;
use crate::files::Replacement;
use crate::progress::grouped;
use counts::Counts;

pub use counts::MOST_SCORE;

/// The centipawns at which a win is as likely as not for a network that is calibrated, at the usual material.
const EVEN_WIN: f64 = 100.0;

/// Which games to fit to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Files of games: viriformat, or PGN with the comments fastchess writes (`.pgn`, also packed, as `.pgn.gz` or `.pgn.zst`).
    pub files: Vec<PathBuf>,
    /// A network to calibrate: the one that played these games.
    pub calibrate: Option<Calibration>,
}

/// A network to be written again with another scale.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Calibration {
    /// The network.
    pub network: PathBuf,
    /// Where the calibrated one goes.
    pub out: PathBuf,
    /// Whether a file that is there already may be overwritten.
    pub force: bool,
}

/// How a network was calibrated. The coefficients of the [`Report`] are then those of the calibrated network.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Calibrated {
    /// What was written.
    pub out: PathBuf,
    /// Centipawns for one unit of log-odds before.
    pub scale_before: u32,
    /// The same now.
    pub scale: u32,
}

/// What was fitted.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Games.
    pub games: u64,
    /// Games that could not be used, with the first complaint.
    pub left_out: u64,
    /// File, number and reason of the first of them.
    pub complaint: Option<String>,
    /// Positions that counted.
    pub positions: u64,
    /// Coefficients of `a`, the highest power of `m / 58` first.
    pub a: [f64; 4],
    /// Coefficients of `b`.
    pub b: [f64; 4],
    /// `a` at the usual material: the score, on the games' scale, at which a win is as likely as not.
    pub even_win: f64,
    /// `b` at the usual material: over so much the odds change by a factor of *e*.
    pub spread: f64,
    /// Mean negative logarithm of the probability that the model gave to what happened.
    pub log_loss: f64,
    /// The same with `a` and `b` as fitted for every amount of material alone: what the polynomials could reach at best.
    pub best_log_loss: f64,
    /// Every amount of material that was fitted.
    pub material: Vec<MaterialLine>,
    /// The network that was written, if one was to be calibrated.
    pub calibrated: Option<Calibrated>,
}

/// The fit to one amount of material.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MaterialLine {
    /// Pawns count 1, knights and bishops 3, rooks 5, queens 9.
    pub material: u32,
    /// Positions.
    pub positions: u64,
    /// As fitted to these positions.
    pub a: f64,
    /// As fitted to these positions.
    pub b: f64,
}

/// Fits the model.
///
/// # Errors
/// [`LabError::Data`] and [`LabError::Read`] for files that cannot be read, [`LabError::NoPositions`] if there is too little to fit to,
/// [`LabError::Cancelled`]; [`LabError::Network`], [`LabError::Exists`] and [`LabError::Write`] for the network, and [`LabError::Content`]
/// if it has no scale that would fit these games.
pub fn run(options: &Options, cancel: &Cancel) -> Result<Report, LabError> {
    // Refused before the games are read.
    let calibrate = match &options.calibrate {
        None => None,
        Some(Calibration { network, out, force }) => {
            Some((Network::load(network)?, Replacement::begin_new(out, *force)?, out))
        }
    };
    let mut report = fit(options, cancel)?;
    if let Some((network, mut file, out)) = calibrate {
        let scale_before = network.scale();
        let network = network.with_scale(calibrated_scale(scale_before, report.even_win, out)?);
        file.append(&network.write())?;
        file.finish()?;
        let scale = network.scale();
        report.rescale(f64::from(scale) / f64::from(scale_before));
        report.calibrated = Some(Calibrated { out: out.clone(), scale_before, scale });
    }
    Ok(report)
}

/// The scale with which a win is as likely as not at [`EVEN_WIN`], where it is at `even_win` with `before`.
fn calibrated_scale(before: u32, even_win: f64, out: &Path) -> Result<u32, LabError> {
    let scale = (f64::from(before) * EVEN_WIN / even_win).round();
    if even_win > 0.0 && (1.0..=f64::from(MAX_SCALE)).contains(&scale) {
        return Ok(scale as u32);
    }
    Err(LabError::Content {
        path: out.to_owned(),
        reason: format!(
            "not written: by these games a win is as likely as not at {even_win:.1} centipawns, for which the scale of {before} \
             would have to become {scale}; 1 to {MAX_SCALE} is possible"
        ),
    })
}

/// Fits the model to the games.
fn fit(options: &Options, cancel: &Cancel) -> Result<Report, LabError> {
    let mut counts = Counts::default();
    let (mut games, mut left_out, mut complaint) = (0, 0, None);
    for file in &options.files {
        if file.file_name().unwrap_or_default().to_string_lossy().to_lowercase().contains(".pgn") {
            let read = pgn::read(file, &mut counts, cancel)?;
            games += read.games;
            left_out += read.left_out;
            complaint = complaint.or(read.complaint);
        } else {
            each_game(std::slice::from_ref(file), cancel, &mut |game, _| {
                games += 1;
                counts.add_game(game);
                Ok(())
            })?;
        }
    }
    let material = fit::each_material(&counts);
    let polynomials = fit::polynomials(&material).ok_or_else(|| LabError::NoPositions {
        path: options.files.first().cloned().unwrap_or_default(),
        hint: format!(
            ": {} positions of {games} games are too few, or too much alike, to fit to",
            counts.positions()
        ),
    })?;
    let [a, b] = polynomials;
    let at = |material: u32| (value(&a, material), value(&b, material));
    let alone = |wanted: u32| {
        material
            .iter()
            .find(|line| line.material == wanted)
            .map_or_else(|| at(wanted), |line| (line.a, line.b))
    };
    let (even_win, spread) = at(ANCHOR_MATERIAL);
    Ok(Report {
        files: options.files.clone(),
        games,
        left_out,
        complaint,
        positions: counts.positions(),
        a,
        b,
        even_win,
        spread,
        log_loss: fit::log_loss(&counts, at),
        best_log_loss: fit::log_loss(&counts, alone),
        material,
        calibrated: None,
    })
}

impl Report {
    /// Says the same of scores that are `factor` times what they were.
    fn rescale(&mut self, factor: f64) {
        let [even_win, spread] = [&mut self.even_win, &mut self.spread];
        let lines = self.material.iter_mut().flat_map(|line| [&mut line.a, &mut line.b]);
        self.a
            .iter_mut()
            .chain(&mut self.b)
            .chain([even_win, spread])
            .chain(lines)
            .for_each(|number| *number *= factor);
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games, {} positions with scores up to {MOST_SCORE}, material {LEAST_MATERIAL} to {MOST_MATERIAL}",
            grouped(self.games),
            grouped(self.positions)
        )?;
        if let Some(complaint) = &self.complaint {
            writeln!(f, "{} games left out, the first: {complaint}", grouped(self.left_out))?;
        }
        for line in self.material.iter().filter(|line| line.material % 10 == 8) {
            writeln!(
                f,
                "material {}: a {:.1}, b {:.1}, by {} positions alone; {:.1}, {:.1} by the polynomials",
                line.material,
                line.a,
                line.b,
                grouped(line.positions),
                value(&self.a, line.material),
                value(&self.b, line.material)
            )?;
        }
        writeln!(
            f,
            "log loss {:.5}; {:.5} with every amount of material alone",
            self.log_loss, self.best_log_loss
        )?;
        writeln!(f, "a = {:.4?}", self.a)?;
        writeln!(f, "b = {:.4?}", self.b)?;
        write!(
            f,
            "at material {ANCHOR_MATERIAL}: a win is as likely as not at {:.1}, b {:.1}",
            self.even_win, self.spread
        )?;
        if let Some(Calibrated { out, scale_before, scale }) = &self.calibrated {
            write!(
                f,
                "\n{} written: scale {scale_before} became {scale}; all of the above is in its centipawns",
                out.display()
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "wdl/tests.rs"]
mod tests;
