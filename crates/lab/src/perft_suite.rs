//! Checks the move generator against files of known node counts.
//!
//! Two formats are read, and may be mixed in one file:
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
//!
//! # a comment
//! id kiwipete
//! epd r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -
//! perft 1 48
//! perft 2 2039
//! ```

use std::fmt;
use std::path::PathBuf;
use std::time::Instant;

use chess::{FenError, MAX_PERFT_DEPTH, PlacementError, Position, perft};
use serde::Serialize;

use crate::error::LabError;
use crate::files;
use crate::progress::{bar, grouped, per_second};

/// What to check.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file of positions and node counts.
    pub file: PathBuf,
    /// Counts of more plies than this are left out; `None` checks everything.
    pub max_depth: Option<u32>,
}

/// One known count.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Count {
    line: usize,
    depth: u32,
    nodes: u64,
}

/// A position and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Case {
    line: usize,
    fen: String,
    counts: Vec<Count>,
}

/// A line that cannot be understood, or a position that is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Complaint {
    /// The line in the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// A count that came out differently.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mismatch {
    /// The line in the file that states the count, from 1.
    pub line: usize,
    /// The position.
    pub fen: String,
    /// The depth in plies.
    pub depth: u32,
    /// What the file says.
    pub expected: u64,
    /// What the move generator counted.
    pub counted: u64,
}

/// The outcome of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The file read.
    pub file: PathBuf,
    /// Positions in it that were accepted.
    pub positions: usize,
    /// Counts compared.
    pub checks: usize,
    /// Counts left out for being too deep.
    pub too_deep: usize,
    /// Counts that differ.
    pub mismatches: Vec<Mismatch>,
    /// Positions with more pieces than a game can have: suites hold some on purpose.
    pub refused: Vec<Complaint>,
    /// Lines that make no sense, positions that are none included.
    pub complaints: Vec<Complaint>,
    /// Leaf nodes counted in all.
    pub nodes: u64,
    /// Time taken by the counting, in seconds.
    pub seconds: f64,
    /// Nodes per second.
    pub nps: u64,
}

impl Report {
    /// Whether something was counted, every line understood and every count of an accepted position right.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.checks > 0 && self.mismatches.is_empty() && self.complaints.is_empty()
    }
}

/// Runs all counts of a file up to the depth asked for.
///
/// A count deeper than the position's previous one is not begun once one is wrong: it would only be wrong again, and slowly.
///
/// # Errors
/// [`LabError::Read`] if the file cannot be read, [`LabError::NoPositions`] if nothing in it can be used. A wrong count is not an
/// error but part of the [`Report`].
pub fn run(options: &Options) -> Result<Report, LabError> {
    let text = files::read(&options.file)?;
    let (cases, complaints) = parse(&text);
    if cases.is_empty() {
        let hint = complaints.first().map_or(String::new(), |c| format!(": line {}: {}", c.line, c.reason));
        return Err(LabError::NoPositions { path: options.file.clone(), hint });
    }
    let mut report = Report {
        file: options.file.clone(),
        positions: 0,
        checks: 0,
        too_deep: 0,
        mismatches: Vec::new(),
        refused: Vec::new(),
        complaints,
        nodes: 0,
        seconds: 0.0,
        nps: 0,
    };
    let progress = bar(cases.len());
    let max_depth = options.max_depth.unwrap_or(u32::MAX);
    for case in &cases {
        match Position::from_fen(&case.fen) {
            Ok(position) => check(&position, case, max_depth, &mut report),
            Err(error) => {
                let list = if is_crowded(&error) { &mut report.refused } else { &mut report.complaints };
                list.push(Complaint { line: case.line, reason: error.to_string() });
            }
        }
        progress.inc(1);
    }
    report.complaints.sort_by_key(|complaint| complaint.line);
    progress.finish_and_clear();
    report.nps = per_second(report.nodes, report.seconds);
    Ok(report)
}

/// Whether a position was refused only for having more pieces than a game can have.
fn is_crowded(error: &FenError) -> bool {
    use PlacementError::{TooMany, TooManyPromoted};
    matches!(error, FenError::Placement(TooMany { .. } | TooManyPromoted { .. }))
}

fn check(position: &Position, case: &Case, max_depth: u32, report: &mut Report) {
    report.positions += 1;
    for count in &case.counts {
        if count.depth > max_depth {
            report.too_deep += 1;
            continue;
        }
        let begun = Instant::now();
        let counted = perft(position, count.depth);
        report.seconds += begun.elapsed().as_secs_f64();
        report.nodes += counted;
        report.checks += 1;
        if counted != count.nodes {
            report.mismatches.push(Mismatch {
                line: count.line,
                fen: case.fen.clone(),
                depth: count.depth,
                expected: count.nodes,
                counted,
            });
            break;
        }
    }
}

/// The cases of a file, and the lines that make no sense.
fn parse(text: &str) -> (Vec<Case>, Vec<Complaint>) {
    let mut cases: Vec<Case> = Vec::new();
    let mut complaints = Vec::new();
    // Whether `perft` lines may follow: only after the position they belong to.
    let mut in_block = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let line = line.trim().trim_start_matches('\u{feff}');
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let outcome = match word {
            "" => Ok(()),
            _ if word.starts_with('#') => Ok(()),
            "id" => {
                in_block = false;
                Ok(())
            }
            "epd" => {
                in_block = true;
                cases.push(Case { line: number, fen: rest.trim().to_owned(), counts: Vec::new() });
                Ok(())
            }
            "perft" if in_block => block_count(rest, number).map(|count| {
                if let Some(case) = cases.last_mut() {
                    case.counts.push(count);
                }
            }),
            "perft" => Err("a count without a position".to_owned()),
            _ => {
                in_block = false;
                epd_case(line, number).map(|case| cases.push(case))
            }
        };
        if let Err(reason) = outcome {
            complaints.push(Complaint { line: number, reason });
        }
    }
    (cases, complaints)
}

/// `3 8902`
fn block_count(text: &str, line: usize) -> Result<Count, String> {
    let mut words = text.split_whitespace();
    match (words.next(), words.next(), words.next()) {
        (Some(depth), Some(nodes), None) => Ok(Count { line, depth: plies(depth)?, nodes: number(nodes)? }),
        _ => Err(format!("expected 'perft DEPTH NODES', not 'perft {text}'")),
    }
}

/// `FEN ;D1 20 ;D2 400`, with or without blanks around the semicolons.
fn epd_case(text: &str, line: usize) -> Result<Case, String> {
    let mut fields = text.split(';').map(str::trim);
    let fen = fields.next().unwrap_or_default().to_owned();
    let mut counts = Vec::new();
    for field in fields.filter(|field| !field.is_empty()) {
        let Some((depth, nodes)) = field.strip_prefix('D').and_then(|count| count.split_once(' ')) else {
            return Err(format!("expected 'D<depth> <nodes>', not '{field}'"));
        };
        counts.push(Count { line, depth: plies(depth)?, nodes: number(nodes.trim())? });
    }
    if counts.is_empty() { Err("no node counts".to_owned()) } else { Ok(Case { line, fen, counts }) }
}

/// A depth that can be counted to.
fn plies(text: &str) -> Result<u32, String> {
    match number(text)? {
        depth if depth <= MAX_PERFT_DEPTH => Ok(depth),
        depth => {
            Err(format!("depth {depth} is more than {MAX_PERFT_DEPTH} plies, the most that are counted"))
        }
    }
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number of plies or nodes"))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        for Complaint { line, reason } in &self.complaints {
            writeln!(f, "{file}:{line}: {reason}")?;
        }
        for Complaint { line, reason } in &self.refused {
            writeln!(f, "{file}:{line}: refused: {reason}")?;
        }
        for Mismatch { line, fen, depth, expected, counted } in &self.mismatches {
            writeln!(f, "{file}:{line}: {fen}: depth {depth} has {expected} nodes, counted {counted}")?;
        }
        write!(
            f,
            "{}: {} positions, {} counts checked, {} wrong, {} positions refused, {} lines unusable, {} left out as too deep; {} nodes, {} nps",
            file,
            grouped(self.positions as u64),
            grouped(self.checks as u64),
            self.mismatches.len(),
            self.refused.len(),
            self.complaints.len(),
            grouped(self.too_deep as u64),
            grouped(self.nodes),
            grouped(self.nps),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn written(name: &str, text: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("lab-perft-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        path
    }

    fn run_text(name: &str, text: &str, max_depth: Option<u32>) -> Result<Report, LabError> {
        let file = written(name, text);
        let report = run(&Options { file: file.clone(), max_depth });
        std::fs::remove_file(file).unwrap();
        report
    }

    #[test]
    fn all_spellings_of_a_count_are_read() {
        let text = format!(
            "# comment\n\n{START} ;D1 20 ;D2 400\n{START}; D3 8902\n\nid start\nepd {START}\nperft 1 20\nperft 2 400\n"
        );
        let report = run_text("formats", &text, None).unwrap();
        assert!(report.passed(), "{report}");
        assert_eq!((report.positions, report.checks, report.nodes), (3, 5, 20 + 400 + 8902 + 20 + 400));
    }

    #[test]
    fn a_wrong_count_is_reported_with_its_line() {
        let text = format!("{START} ;D1 20\nid x\nepd {START}\nperft 1 20\nperft 2 401\nperft 3 8902\n");
        let report = run_text("wrong", &text, None).unwrap();
        assert!(!report.passed());
        let [mismatch] = &report.mismatches[..] else { panic!("{report}") };
        assert_eq!((mismatch.line, mismatch.depth, mismatch.expected, mismatch.counted), (5, 2, 401, 400));
        assert!(report.to_string().contains(":5: "), "{report}");
    }

    #[test]
    fn deep_counts_can_be_left_out() {
        let text = format!("{START} ;D1 20 ;D2 400 ;D9 1\n");
        let report = run_text("deep", &text, Some(2)).unwrap();
        assert!(report.passed());
        assert_eq!((report.checks, report.too_deep), (2, 1));
    }

    #[test]
    fn nonsense_is_reported_by_line_and_skipped() {
        let text = format!(
            "{START}\n{START} ;D1 x\nperft 1 20\n8/8/8/8/8/8/8/8 w - - ;D1 0\n{START} ;D1 20\nepd\nperft 1\n"
        );
        let report = run_text("nonsense", &text, None).unwrap();
        let lines: Vec<usize> = report.complaints.iter().map(|complaint| complaint.line).collect();
        assert_eq!(lines, [1, 2, 3, 4, 6, 7], "an empty board on line 4, no board at all on line 6");
        assert_eq!((report.checks, report.refused.len()), (1, 0));
        assert!(!report.passed());
    }

    #[test]
    fn only_positions_with_too_many_pieces_may_be_refused() {
        let crowded = "QQQQQQQQ/QQQQQQQQ/QQQQ4/8/8/8/7k/K7 b - - 0 1 ;D1 1";
        let report = run_text("crowded", &format!("{START} ;D1 20\n{crowded}\n"), None).unwrap();
        assert!(report.passed() && report.refused.len() == 1, "{report}");
        let kingless = "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1 ;D1 20";
        let report = run_text("kingless", &format!("{START} ;D1 20\n{kingless}\n"), None).unwrap();
        assert!(!report.passed() && report.refused.is_empty(), "{report}");
        assert_eq!(report.complaints[0].line, 2);
    }

    #[test]
    fn nothing_counted_is_nothing_proved() {
        let report = run_text("unchecked", &format!("{START} ;D4 197281\n"), Some(3)).unwrap();
        assert_eq!((report.checks, report.too_deep), (0, 1));
        assert!(!report.passed());
    }

    #[test]
    fn a_depth_nobody_can_count_to_is_reported_with_its_line() {
        let text =
            format!("{START} ;D1 20\n{START} ;D100000 1\nepd {START}\nperft 4000000000 1\nperft 1 20\n");
        let report = run_text("deepest", &text, None).unwrap();
        let lines: Vec<usize> = report.complaints.iter().map(|complaint| complaint.line).collect();
        assert_eq!((lines, report.checks), (vec![2, 4], 2), "{report}");
        assert!(report.complaints[0].reason.contains("100000"), "{report}");
        assert!(!report.passed());
    }

    #[test]
    fn a_file_without_positions_is_an_error() {
        let error = run_text("empty", "# nothing\nblah\n", None).unwrap_err();
        assert!(matches!(error, LabError::NoPositions { .. }), "{error}");
        assert!(error.to_string().contains("line 2"), "{error}");
    }
}
