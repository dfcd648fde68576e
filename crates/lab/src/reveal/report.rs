//! What reveals a move: a sentence, tables, a document.

use std::fmt;
use std::path::PathBuf;

use comfy_table::{Table, presets};
use serde::Serialize;

use super::{Finding, Options, Trial, techniques};
use crate::explain::changed;
use crate::perft_suite::Complaint;
use crate::progress::grouped;
use crate::table::align_right;

/// So many names are listed in a sentence; more are counted.
const LISTED: usize = 6;

/// What was found out about all puzzles.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Nodes of every search.
    pub nodes: u64,
    /// The largest set of techniques tried.
    pub most: usize,
    /// The settings that are not the engine's own.
    pub settings: Vec<String>,
    /// Whether every puzzle was looked into; not if it was given up.
    pub complete: bool,
    /// The suites; empty for a single puzzle.
    pub suites: Vec<Suite>,
    /// How often each technique was the one, over all puzzles.
    pub tallies: Vec<Tally>,
    /// Every puzzle.
    pub findings: Vec<Finding>,
}

/// One suite.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Suite {
    /// The file read.
    pub file: PathBuf,
    /// Puzzles in the file.
    pub in_file: usize,
    /// Puzzles looked into.
    pub total: usize,
    /// Puzzles whose solution the default finds.
    pub found: usize,
    /// Puzzles whose solution one technique off reveals, those on the edge left out.
    pub revealed_by_one: usize,
    /// Puzzles that so many single switches reveal that none of them is to blame.
    pub on_edge: usize,
    /// Puzzles whose solution it takes several techniques off to reveal.
    pub revealed_by_several: usize,
    /// Lines that could not be used.
    pub complaints: Vec<Complaint>,
}

/// One technique over all puzzles; hidden solutions on the edge do not count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tally {
    /// The technique.
    pub technique: &'static str,
    /// Hidden solutions that switching it off reveals, whatever else reveals them.
    pub reveals: usize,
    /// Hidden solutions that it reveals sooner than any other single technique.
    pub reveals_soonest: usize,
    /// Hidden solutions that no single technique reveals and that a set with it does.
    pub in_set: usize,
    /// Solutions found by the default that are found with fewer than half the nodes without it.
    pub sooner: usize,
    /// Solutions found by the default that are not found without it.
    pub lost: usize,
}

impl Suite {
    pub(super) fn new(
        file: PathBuf,
        in_file: usize,
        complaints: Vec<Complaint>,
        findings: &[Finding],
    ) -> Suite {
        let by = |wanted: fn(usize) -> bool| {
            let clear = findings.iter().filter(|finding| !finding.on_edge);
            let sizes = clear.filter_map(|finding| Some(finding.revealed.as_ref()?.off.len()));
            sizes.filter(|&size| wanted(size)).count()
        };
        Suite {
            file,
            in_file,
            total: findings.len(),
            found: findings.iter().filter(|finding| finding.default.found.is_some()).count(),
            revealed_by_one: by(|size| size == 1),
            on_edge: findings.iter().filter(|finding| finding.on_edge).count(),
            revealed_by_several: by(|size| size > 1),
            complaints,
        }
    }
}

impl Report {
    pub(super) fn new(options: &Options, suites: Vec<Suite>, findings: Vec<Finding>) -> Report {
        let names = techniques(options).into_iter().map(engine::Technique::name);
        let tallies = names.map(|name| tally(name, &findings)).collect();
        let settings = changed(&options.settings);
        Report {
            nodes: options.nodes,
            most: options.most,
            settings,
            complete: true,
            suites,
            tallies,
            findings,
        }
    }

    /// The document: what was done, by which command, and the tables.
    #[must_use]
    pub fn markdown(&self, command: &str) -> String {
        let preset = presets::ASCII_MARKDOWN;
        format!(
            include_str!("reveal.md"),
            command = command,
            nodes = grouped(self.nodes),
            most = self.most,
            suites = self.suite_table(preset),
            tallies = self.tally_table(preset),
            hidden = self.hidden_table(preset),
        )
    }

    fn suite_table(&self, preset: &str) -> Table {
        let mut table = Table::new();
        table.load_preset(preset);
        table.set_header([
            "suite",
            "positions",
            "found",
            "on the edge",
            "hidden by one",
            "hidden by several",
            "not revealed",
        ]);
        for suite in &self.suites {
            let revealed = suite.on_edge + suite.revealed_by_one + suite.revealed_by_several;
            table.add_row([
                suite.file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
                if suite.total < suite.in_file {
                    format!("{} of {}", suite.total, suite.in_file)
                } else {
                    suite.total.to_string()
                },
                suite.found.to_string(),
                suite.on_edge.to_string(),
                suite.revealed_by_one.to_string(),
                suite.revealed_by_several.to_string(),
                (suite.total - suite.found - revealed).to_string(),
            ]);
        }
        align_right(&mut table, 1..7);
        table
    }

    fn tally_table(&self, preset: &str) -> Table {
        let mut table = Table::new();
        table.load_preset(preset);
        table.set_header(["technique", "reveals", "soonest", "in a set", "found sooner", "lost"]);
        for tally in &self.tallies {
            let counts = [tally.reveals, tally.reveals_soonest, tally.in_set, tally.sooner, tally.lost];
            let cells =
                std::iter::once(tally.technique.to_owned()).chain(counts.map(|count| count.to_string()));
            table.add_row(cells);
        }
        align_right(&mut table, 1..6);
        table
    }

    /// The puzzles that the default does not solve.
    fn hidden_table(&self, preset: &str) -> Table {
        let mut table = Table::new();
        table.load_preset(preset);
        table.set_header([
            "position",
            "wanted",
            "played",
            "revealed without",
            "depth",
            "nodes",
            "single switches",
        ]);
        for finding in self.findings.iter().filter(|finding| finding.default.found.is_none()) {
            let found = finding.revealed.as_ref().and_then(|trial| trial.found);
            table.add_row([
                finding.id.clone(),
                finding.wanted.clone(),
                finding.default.mv.clone(),
                finding.revealed.as_ref().map_or_else(|| "–".to_owned(), |trial| trial.off.join(" + ")),
                found.map_or_else(String::new, |found| found.depth.to_string()),
                found.map_or_else(String::new, |found| grouped(found.nodes)),
                finding.revealing().count().to_string(),
            ]);
        }
        align_right(&mut table, 4..7);
        table
    }
}

impl Finding {
    /// The single switches that reveal the solution.
    fn revealing(&self) -> impl Iterator<Item = &Trial> {
        self.singles.iter().filter(|trial| trial.found.is_some())
    }

    /// The answer in words.
    #[must_use]
    pub fn sentence(&self) -> String {
        let name = if self.id.is_empty() { String::new() } else { format!("{}: ", self.id) };
        let Finding { wanted, default, .. } = self;
        let answer = match (&default.found, &self.revealed) {
            (Some(_), _) => self.comparison(),
            (None, Some(trial)) => self.revelation(trial),
            (None, None) if self.complete => format!(
                "Nothing tried reveals {wanted} in {} nodes; the engine plays {}.",
                grouped(self.nodes),
                default.mv
            ),
            (None, None) => format!("Given up before anything revealed {wanted}."),
        };
        format!("{name}{answer}")
    }

    fn revelation(&self, trial: &Trial) -> String {
        let hider = trial.off.join(" and ");
        let plays = format!("the engine plays {} after {} nodes", self.default.mv, grouped(self.nodes));
        let without = trial.found.map_or_else(String::new, |found| {
            format!("found at depth {} after {} nodes", found.depth, grouped(found.nodes))
        });
        if self.on_edge {
            return format!(
                "No one technique hides {}: {plays}, but with any of {} switched off it is found (soonest without {hider}), so that any \
                 change of the tree may do.",
                self.wanted,
                self.revealing().count(),
            );
        }
        let verb = if trial.off.len() == 1 { "hides" } else { "together hide" };
        let others: Vec<&str> = self
            .revealing()
            .flat_map(|other| other.off.iter().copied())
            .filter(|name| *name != hider)
            .collect();
        let also = match others.len() {
            0 => String::new(),
            _ => format!(" So does switching off {}.", listed(&others)),
        };
        format!("{hider} {verb} {}: without, it is {without}; with, {plays}.{also}", self.wanted)
    }

    /// The default finds the solution: who finds it sooner, and who not at all?
    fn comparison(&self) -> String {
        let Some(own) = self.default.found else { return String::new() };
        let sooner = self
            .revealing()
            .filter_map(|trial| Some((trial, trial.found?)))
            .filter(|(_, found)| found.nodes < own.nodes)
            .min_by_key(|(_, found)| found.nodes);
        let soonest = match sooner {
            Some((trial, found)) => format!(
                " It is found soonest without {}: at depth {} after {} nodes.",
                trial.off.join(" and "),
                found.depth,
                grouped(found.nodes)
            ),
            None => " With no technique off is it found sooner.".to_owned(),
        };
        let lost: Vec<&str> = self
            .singles
            .iter()
            .filter(|trial| trial.found.is_none())
            .flat_map(|trial| trial.off.iter().copied())
            .collect();
        let lost = match lost.len() {
            0 => String::new(),
            _ => format!(" It is not found without {}.", listed(&lost)),
        };
        format!(
            "Nothing hides {}: the engine finds it at depth {} after {} nodes.{soonest}{lost}",
            self.wanted,
            own.depth,
            grouped(own.nodes)
        )
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_preset(presets::UTF8_BORDERS_ONLY);
        table.set_header([
            "without",
            "found at depth",
            "after nodes",
            "× default",
            "plays",
            "score",
            "depth",
        ]);
        let own = self.default.found;
        let larger = self.revealed.iter().filter(|trial| trial.off.len() > 1);
        for trial in std::iter::once(&self.default).chain(&self.singles).chain(larger) {
            let ratio = own.zip(trial.found).map(|(own, found)| found.nodes as f64 / own.nodes.max(1) as f64);
            table.add_row([
                if trial.off.is_empty() { "(default)".to_owned() } else { trial.off.join(" + ") },
                trial.found.map_or_else(|| "–".to_owned(), |found| found.depth.to_string()),
                trial.found.map_or_else(|| "–".to_owned(), |found| grouped(found.nodes)),
                ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")),
                trial.mv.clone(),
                trial.score.clone(),
                trial.depth.to_string(),
            ]);
        }
        align_right(&mut table, 1..4);
        align_right(&mut table, 5..7);
        table
    }
}

/// A suite's puzzles have been reported one by one, so that the sums are left; a single one is shown whole.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.suites.is_empty() {
            let whole = |finding: &Finding| format!("{}\n\n{}", finding.sentence(), finding.table());
            return write!(f, "{}", self.findings.iter().map(whole).collect::<Vec<_>>().join("\n\n"));
        }
        for suite in &self.suites {
            for Complaint { line, reason } in &suite.complaints {
                writeln!(f, "{}:{line}: skipped: {reason}", suite.file.display())?;
            }
        }
        let plain = presets::UTF8_BORDERS_ONLY;
        writeln!(f, "\n{}\n\n{}", self.suite_table(plain), self.tally_table(plain))?;
        write!(f, "{} nodes a search, sets of up to {}", grouped(self.nodes), self.most)?;
        if !self.complete {
            write!(f, "; given up before every position was looked into")?;
        }
        Ok(())
    }
}

/// Names, or how many there are.
fn listed(names: &[&str]) -> String {
    if names.len() <= LISTED { names.join(" or ") } else { format!("any one of {} others", names.len()) }
}

fn tally(technique: &'static str, findings: &[Finding]) -> Tally {
    let mut tally = Tally { technique, reveals: 0, reveals_soonest: 0, in_set: 0, sooner: 0, lost: 0 };
    for finding in findings {
        let Some(trial) = finding.singles.iter().find(|trial| trial.off == [technique]) else { continue };
        match (finding.default.found, trial.found) {
            (Some(_), None) => tally.lost += 1,
            (Some(own), Some(found)) => tally.sooner += usize::from(found.nodes < own.nodes / 2),
            (None, found) => tally.reveals += usize::from(found.is_some() && !finding.on_edge),
        }
        let revealed = finding.revealed.as_ref().filter(|_| !finding.on_edge);
        if let Some(revealed) = revealed.filter(|revealed| revealed.off.contains(&technique)) {
            let count = if revealed.off.len() == 1 { &mut tally.reveals_soonest } else { &mut tally.in_set };
            *count += 1;
        }
    }
    tally
}
