//! What is in files of games.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::PathBuf;

use chess::Color;
use comfy_table::{Table, presets};
use engine::Score;
use serde::Serialize;

use super::filter::Filter;
use super::game::{DataGame, ScoredMove};
use super::tools::{each_game, game_hash};
use crate::cancel::Cancel;
use crate::error::LabError;
use crate::progress::grouped;
use crate::table::align_right;

/// Upper ends of the bins of scores, in centipawns; the last one takes the rest that is no mate.
const SCORE_BINS: [u32; 9] = [0, 25, 50, 100, 200, 400, 800, 1600, u32::MAX];
/// Upper ends of the bins of pieces on the board, kings included.
const PIECE_BINS: [u32; 8] = [4, 7, 11, 15, 19, 23, 27, 32];
/// How many different positions are remembered to look for repeated ones.
const REMEMBERED: usize = 1 << 20;

/// What to look into.
#[derive(Clone, Debug, Default)]
pub struct InspectOptions {
    /// The files.
    pub files: Vec<PathBuf>,
    /// What a training would leave out.
    pub filter: Filter,
}

/// The positions that have something in common.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Bin {
    /// What they have in common.
    pub label: String,
    /// How many there are.
    pub positions: u64,
    /// How many of them pass the filter.
    pub kept: u64,
    /// Of a game's point, what the side with the better score got on average, 0 to 1.
    pub points: f64,
}

/// What is in files of games.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Inspection {
    /// The files.
    pub files: Vec<PathBuf>,
    /// Their size in bytes.
    pub bytes: u64,
    /// Games.
    pub games: u64,
    /// Games that begin with castling rights outside standard chess.
    pub chess960: u64,
    /// Positions with a move and a score.
    pub positions: u64,
    /// Positions that pass the filter.
    pub kept: u64,
    /// Plies of the shortest and of the longest game.
    pub plies: [u64; 2],
    /// Games White won, drawn games, games Black won.
    pub results: [u64; 3],
    /// Games that are the same as one before, scores aside.
    pub duplicate_games: u64,
    /// The share of positions that are the same as another one before; an estimate from a sample if there are many.
    pub repeated: f64,
    /// By the size of the score.
    pub scores: Vec<Bin>,
    /// By how many pieces there are.
    pub pieces: Vec<Bin>,
}

/// Checks every move of every file and counts what there is.
///
/// Takes 8 bytes of memory a game and some 32 MiB beside.
///
/// # Errors
/// [`LabError::Data`] at the first thing that is no game; [`LabError::Read`]; [`LabError::Cancelled`].
pub fn inspect(options: &InspectOptions, cancel: &Cancel) -> Result<Inspection, LabError> {
    let mut counts = Counts::default();
    let bytes = each_game(&options.files, cancel, &mut |game, _| {
        counts.add(game, &options.filter);
        Ok(())
    })?;
    Ok(counts.report(options.files.clone(), bytes))
}

#[derive(Default)]
struct Counts {
    report: Inspection,
    scores: [Sum; SCORE_BINS.len() + 1],
    pieces: [Sum; PIECE_BINS.len()],
    games: HashSet<u64>,
    sample: Sample,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    positions: u64,
    kept: u64,
    /// Half points of the side with the better score.
    half_points: u64,
}

impl Sum {
    fn add(&mut self, kept: bool, half_points: u64) {
        self.positions += 1;
        self.kept += u64::from(kept);
        self.half_points += half_points;
    }

    fn bin(self, label: String) -> Bin {
        let Sum { positions, kept, half_points } = self;
        Bin { label, positions, kept, points: half_points as f64 / 2.0 / positions.max(1) as f64 }
    }
}

impl Counts {
    fn add(&mut self, game: &DataGame, filter: &Filter) {
        let report = &mut self.report;
        let plies = game.moves.len() as u64;
        report.plies[0] = if report.games == 0 { plies } else { report.plies[0].min(plies) };
        report.plies[1] = report.plies[1].max(plies);
        report.games += 1;
        report.positions += plies;
        report.chess960 += u64::from(game.start.is_chess960());
        report.results[game.winner.map_or(1, |winner| 2 * winner.index())] += 1;
        report.duplicate_games += u64::from(!self.games.insert(game_hash(game)));
        game.walk(|position, scored| {
            let kept = filter.keeps(position, scored);
            report.kept += u64::from(kept);
            let half_points = half_points_of_better(game.winner, scored);
            self.scores[score_bin(scored.score)].add(kept, half_points);
            let pieces = position.occupied().len();
            self.pieces[PIECE_BINS.iter().position(|&last| pieces <= last).unwrap_or(0)]
                .add(kept, half_points);
            self.sample.add(position.key());
        });
    }

    fn report(self, files: Vec<PathBuf>, bytes: u64) -> Inspection {
        let scores = self.scores.iter().enumerate().map(|(index, sum)| sum.bin(score_label(index))).collect();
        let mut first = 2;
        let mut pieces = Vec::new();
        for (&last, sum) in PIECE_BINS.iter().zip(self.pieces) {
            pieces.push(sum.bin(format!("{first}-{last}")));
            first = last + 1;
        }
        Inspection { files, bytes, repeated: self.sample.repeated(), scores, pieces, ..self.report }
    }
}

/// What the side that the score says is better got, in half points; at a score of 0, White.
fn half_points_of_better(winner: Option<Color>, scored: ScoredMove) -> u64 {
    let better = if scored.score < 0 { Color::Black } else { Color::White };
    winner.map_or(1, |winner| if winner == better { 2 } else { 0 })
}

fn score_bin(score: i16) -> usize {
    if Score::from_raw(i32::from(score)).is_decisive() {
        return SCORE_BINS.len();
    }
    let size = u32::from(score.unsigned_abs());
    SCORE_BINS.iter().position(|&last| size <= last).unwrap_or(SCORE_BINS.len() - 1)
}

fn score_label(index: usize) -> String {
    match (index.checked_sub(1).map(|before| SCORE_BINS[before]), SCORE_BINS.get(index)) {
        (None, _) => "0".to_owned(),
        (Some(before), Some(&u32::MAX)) => format!("over {before}"),
        (Some(before), Some(last)) => format!("{}-{last}", before + 1),
        (Some(_), None) => "mate, tablebase".to_owned(),
    }
}

/// How often positions occur, for all of them while they are few, for those whose key ends in so many zeros once they
/// are many: a random sample of the positions, each with all its occurrences.
#[derive(Default)]
struct Sample {
    mask: u64,
    occurrences: HashMap<u64, u32>,
}

impl Sample {
    fn add(&mut self, key: u64) {
        if key & self.mask != 0 {
            return;
        }
        *self.occurrences.entry(key).or_default() += 1;
        if self.occurrences.len() > REMEMBERED {
            self.mask = self.mask << 1 | 1;
            let mask = self.mask;
            self.occurrences.retain(|key, _| key & mask == 0);
        }
    }

    fn repeated(&self) -> f64 {
        let total: u64 = self.occurrences.values().map(|&count| u64::from(count)).sum();
        (total - self.occurrences.len() as u64) as f64 / total.max(1) as f64
    }
}

impl fmt::Display for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        let games = |count: u64| format!("{} ({:.1} %)", grouped(count), share(count, self.games));
        writeln!(
            f,
            "{} files, {} bytes, {} games, {} positions ({:.1} bytes each)",
            self.files.len(),
            grouped(self.bytes),
            grouped(self.games),
            grouped(self.positions),
            self.bytes as f64 / self.positions.max(1) as f64
        )?;
        writeln!(
            f,
            "kept by the filter: {} ({:.1} %)",
            grouped(self.kept),
            share(self.kept, self.positions)
        )?;
        let [white, draws, black] = self.results.map(games);
        writeln!(f, "results: White won {white}, drawn {draws}, Black won {black}")?;
        let mean = self.positions as f64 / self.games.max(1) as f64;
        writeln!(f, "plies of a game: {} to {}, mean {mean:.1}", self.plies[0], self.plies[1])?;
        writeln!(f, "Chess960: {}", games(self.chess960))?;
        writeln!(
            f,
            "duplicates: {} games, {:.2} % of the positions",
            grouped(self.duplicate_games),
            100.0 * self.repeated
        )?;
        writeln!(f, "{}", self.table("score, centipawns", &self.scores))?;
        write!(f, "{}", self.table("pieces", &self.pieces))
    }
}

impl Inspection {
    fn table(&self, what: &str, bins: &[Bin]) -> Table {
        let mut table = Table::new();
        table.load_preset(presets::UTF8_BORDERS_ONLY);
        table.set_header([what, "positions", "%", "kept", "points of the better side, %"]);
        for bin in bins {
            table.add_row([
                bin.label.clone(),
                grouped(bin.positions),
                format!("{:.1}", 100.0 * bin.positions as f64 / self.positions.max(1) as f64),
                grouped(bin.kept),
                format!("{:.1}", 100.0 * bin.points),
            ]);
        }
        align_right(&mut table, 1..5);
        table
    }
}
