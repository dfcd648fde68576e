//! What an audit found: figures, tables, a document, and the wrong decisions as positions.

use std::collections::BTreeMap;
use std::fmt;

use chess::{Position, san};
use comfy_table::{Table, presets};
use engine::Technique;
use serde::Serialize;

use super::check::{Error, Verdict};
use super::decision::{CLAIMLESS, Decision, RULES};
use super::{Checked, Options};
use crate::explain::{changed, score_text};
use crate::perft_suite::Complaint;
use crate::progress::grouped;
use crate::stats::Proportion;
use crate::table::align_right;

/// An audit.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Depth of the searches, plies.
    pub depth: u32,
    /// Decisions of each kind to check at most.
    pub samples: usize,
    /// Seed of the samples.
    pub seed: u64,
    /// Positions searched to the end.
    pub positions: usize,
    /// The settings that are not the default.
    pub settings: Vec<String>,
    /// Whether every sampled decision was checked; not if the audit was given up.
    pub complete: bool,
    /// Every kind of decision of the techniques audited, in the order of the registry.
    pub rows: Vec<Row>,
    /// The techniques that were not audited because they are off.
    pub off: Vec<&'static str>,
    /// The techniques whose decisions cannot be wrong in this sense.
    pub claimless: Vec<Claimless>,
    /// The decisions that were wrong.
    pub wrong: Vec<Wrong>,
    /// Lines of the file of positions that could not be used.
    pub complaints: Vec<Complaint>,
    /// Whether the tables show every depth.
    #[serde(skip)]
    pub by_depth: bool,
}

/// One kind of decision.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The technique that decides.
    pub technique: &'static str,
    /// What became of the node or move.
    pub decision: &'static str,
    /// How often that was decided.
    pub decisions: u64,
    /// Decisions that were to be checked, the `given_up` included.
    pub sampled: u64,
    /// Checks that took too many nodes; they say nothing.
    pub given_up: u64,
    /// Claims that did not hold, of the checks that came to an end.
    pub wrong: Proportion,
    /// The median depth of the nodes that decided, plies; 0 in quiescence.
    pub median_depth: Option<i32>,
    /// The mean difference of claim and score where a claim did not hold and neither is a forced win, centipawns.
    pub error_cp: Option<f64>,
    /// Claims that did not hold where one of the scores is a forced win.
    pub wrong_mates: u64,
    /// The mean of what a decision saved: the nodes its check took less the nodes it cost itself.
    pub nodes_saved: Option<f64>,
    /// The checks at every depth.
    pub by_depth: Vec<DepthRow>,
}

/// One kind of decision at one depth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DepthRow {
    /// The depth of the node, plies; 0 in quiescence.
    pub depth: i32,
    /// Claims that did not hold.
    pub wrong: Proportion,
}

/// A technique that claims nothing about a score.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Claimless {
    /// The technique.
    pub technique: &'static str,
    /// Why there is nothing to check.
    pub reason: &'static str,
}

/// A decision that was wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Wrong {
    /// The technique that decided.
    pub technique: &'static str,
    /// What became of the node or move.
    pub decision: &'static str,
    /// The position searched, as FEN.
    pub root: String,
    /// The moves from there in UCI notation; `0000` is a null move.
    pub line: Vec<String>,
    /// The position that decided, as FEN.
    pub fen: String,
    /// The move that was skipped or reduced, in SAN.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The depth of the node, plies.
    pub depth: i32,
    /// The depth of the search that checked, plies.
    pub checked_depth: i32,
    /// What the score had to exceed, from the side to move; mates count from the root.
    pub alpha: String,
    /// What it had to stay below.
    pub beta: String,
    /// The claim.
    pub claim: String,
    /// The score found.
    pub found: String,
}

impl Report {
    pub(super) fn new(
        options: &Options,
        roots: &[Position],
        seen: &[Option<u64>],
        checked: &[Checked],
    ) -> Report {
        let row = |(rule, seen): (usize, &Option<u64>)| {
            let own: Vec<&Checked> = checked.iter().filter(|checked| checked.decision.rule == rule).collect();
            Some(row(rule, (*seen)?, &own))
        };
        let refuted = checked.iter().filter_map(|checked| {
            let verdict = checked.verdict.filter(|verdict| verdict.error.is_some())?;
            Some(Wrong::new(&roots[checked.position], &checked.decision, verdict))
        });
        Report {
            depth: options.depth,
            samples: options.samples,
            seed: options.seed,
            positions: roots.len(),
            settings: changed(&options.settings),
            complete: true,
            rows: seen.iter().enumerate().filter_map(row).collect(),
            off: off(options),
            claimless: CLAIMLESS.iter().map(|&(technique, reason)| claimless(technique, reason)).collect(),
            wrong: refuted.collect(),
            complaints: Vec::new(),
            by_depth: options.by_depth,
        }
    }

    /// The wrong decisions as EPD, one a line: the position that decided and, as operations, `sm` (the move), `acd` (the depth of the node)
    /// and what else is known of it.
    #[must_use]
    pub fn epd(&self) -> String {
        self.wrong.iter().enumerate().map(|(index, wrong)| wrong.epd(index + 1)).collect()
    }

    /// The document: how it was measured, by which command, and the tables.
    #[must_use]
    pub fn markdown(&self, command: &str) -> String {
        let depths = match self.by_depth {
            true => format!("## By depth\n\n{}\n\n", self.depth_table(presets::ASCII_MARKDOWN)),
            false => String::new(),
        };
        let claimless: String =
            self.claimless.iter().map(|c| format!("| `{}` | {} |\n", c.technique, c.reason)).collect();
        format!(
            include_str!("audit.md"),
            command = command,
            summary = self.summary(),
            table = self.table(presets::ASCII_MARKDOWN),
            off = self.off_remark().map(|remark| format!("{remark}.\n\n")).unwrap_or_default(),
            depths = depths,
            claimless = claimless,
        )
    }

    fn summary(&self) -> String {
        let checked: u64 = self.rows.iter().map(|row| row.sampled).sum();
        let settings = if self.settings.is_empty() { "" } else { " with " };
        let remark = if self.complete { "" } else { "; given up before all were checked" };
        format!(
            "{} positions to depth {}{settings}{}, {} of {} decisions checked (seed {}){remark}",
            self.positions,
            self.depth,
            self.settings.join(" "),
            grouped(checked),
            grouped(self.rows.iter().map(|row| row.decisions).sum()),
            self.seed
        )
    }

    fn off_remark(&self) -> Option<String> {
        (!self.off.is_empty()).then(|| format!("Not audited, because they are off: {}", self.off.join(", ")))
    }

    fn table(&self, preset: &str) -> Table {
        let mut table = Table::new();
        table.load_preset(preset);
        table.set_header([
            "technique",
            "decision",
            "decisions",
            "checked",
            "wrong",
            "rate %",
            "95 %",
            "depth",
            "error cp",
            "mates",
            "nodes saved",
        ]);
        for row in &self.rows {
            table.add_row([
                row.technique.to_owned(),
                row.decision.to_owned(),
                grouped(row.decisions),
                row.wrong.of.to_string(),
                row.wrong.count.to_string(),
                rate(&row.wrong),
                interval(&row.wrong),
                known(row.median_depth.map(f64::from), 0),
                known(row.error_cp, 0),
                row.wrong_mates.to_string(),
                known(row.nodes_saved, 0),
            ]);
        }
        align_right(&mut table, 2..11);
        table
    }

    fn depth_table(&self, preset: &str) -> Table {
        let mut table = Table::new();
        table.load_preset(preset);
        table.set_header(["technique", "decision", "depth", "checked", "wrong", "rate %", "95 %"]);
        for (row, at) in self.rows.iter().flat_map(|row| row.by_depth.iter().map(move |at| (row, at))) {
            table.add_row([
                row.technique.to_owned(),
                row.decision.to_owned(),
                at.depth.to_string(),
                at.wrong.of.to_string(),
                at.wrong.count.to_string(),
                rate(&at.wrong),
                interval(&at.wrong),
            ]);
        }
        align_right(&mut table, 2..7);
        table
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Complaint { line, reason } in &self.complaints {
            writeln!(f, "line {line} skipped: {reason}")?;
        }
        writeln!(f, "{}", self.summary())?;
        write!(f, "{}", self.table(presets::UTF8_BORDERS_ONLY))?;
        if self.by_depth {
            write!(f, "\n\n{}", self.depth_table(presets::UTF8_BORDERS_ONLY))?;
        }
        if let Some(remark) = self.off_remark() {
            write!(f, "\n{remark}")?;
        }
        let given_up: u64 = self.rows.iter().map(|row| row.given_up).sum();
        if given_up > 0 {
            write!(f, "\n{given_up} checks took too many nodes and were given up")?;
        }
        Ok(())
    }
}

/// What would be audited if it were on.
fn off(options: &Options) -> Vec<&'static str> {
    let on = options.settings.techniques;
    let off = RULES.iter().map(|rule| rule.0).filter(|&t| options.techniques.is_empty() && !on.has(t));
    let mut names: Vec<&str> = off.map(Technique::name).collect();
    names.dedup();
    names
}

fn row(rule: usize, decisions: u64, checked: &[&Checked]) -> Row {
    let (technique, action) = RULES[rule];
    let verdicts: Vec<(&Decision, Verdict)> =
        checked.iter().filter_map(|checked| Some((&checked.decision, checked.verdict?))).collect();
    let errors: Vec<Error> = verdicts.iter().filter_map(|(_, verdict)| verdict.error).collect();
    let sizes: Vec<f64> = errors.iter().filter_map(centipawns).collect();
    let saved = verdicts.iter().map(|(decision, verdict)| verdict.nodes as f64 - decision.cost as f64);
    let mut depths: Vec<i32> = verdicts.iter().map(|(decision, _)| decision.depth).collect();
    depths.sort_unstable();
    let mut counts: BTreeMap<i32, (u64, u64)> = BTreeMap::new();
    for (decision, verdict) in &verdicts {
        let (wrong, all) = counts.entry(decision.depth).or_default();
        *wrong += u64::from(verdict.error.is_some());
        *all += 1;
    }
    let at = |(depth, (wrong, all))| DepthRow { depth, wrong: Proportion::new(wrong, all) };
    Row {
        technique: technique.name(),
        decision: action.name(),
        decisions,
        sampled: checked.len() as u64,
        given_up: (checked.len() - verdicts.len()) as u64,
        wrong: Proportion::new(errors.len() as u64, verdicts.len() as u64),
        median_depth: depths.get(depths.len() / 2).copied(),
        error_cp: mean(&sizes),
        wrong_mates: (errors.len() - sizes.len()) as u64,
        nodes_saved: mean(&saved.collect::<Vec<f64>>()),
        by_depth: counts.into_iter().map(at).collect(),
    }
}

fn claimless(technique: Technique, reason: &'static str) -> Claimless {
    Claimless { technique: technique.name(), reason }
}

fn centipawns(error: &Error) -> Option<f64> {
    match error {
        Error::Centipawns(size) => Some(f64::from(*size)),
        Error::Mate => None,
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn known(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| "–".to_owned(), |value| format!("{value:.digits$}"))
}

fn rate(wrong: &Proportion) -> String {
    known((wrong.of > 0).then_some(wrong.rate * 100.0), 1)
}

fn interval(wrong: &Proportion) -> String {
    if wrong.of == 0 {
        "–".to_owned()
    } else {
        format!("{:.1} to {:.1}", wrong.low * 100.0, wrong.high * 100.0)
    }
}

impl Wrong {
    fn new(root: &Position, decision: &Decision, verdict: Verdict) -> Wrong {
        let (technique, action) = RULES[decision.rule];
        let line = &decision.search.line;
        let line = &line[..line.len() - usize::from(decision.mv.is_some())];
        let mut position = root.clone();
        for mv in line {
            match mv {
                Some(mv) => position.make(*mv),
                None => position.make_null(),
            }
        }
        let window = decision.search.window;
        let window = if decision.mv.is_some() { window.flipped() } else { window };
        let uci = |mv: &Option<chess::Move>| {
            mv.map_or_else(|| "0000".to_owned(), |mv| mv.uci(root.is_chess960()).to_string())
        };
        Wrong {
            technique: technique.name(),
            decision: action.name(),
            root: root.fen(),
            line: line.iter().map(uci).collect(),
            fen: position.fen(),
            mv: decision.mv.map(|mv| san(&position, mv)),
            depth: decision.depth,
            checked_depth: decision.search.depth,
            alpha: score_text(window.alpha),
            beta: score_text(window.beta),
            claim: decision.claim.to_string(),
            found: score_text(verdict.found),
        }
    }

    fn epd(&self, number: usize) -> String {
        let mut fields = self.fen.split(' ');
        let placement: Vec<&str> = fields.by_ref().take(4).collect();
        let counters: Vec<&str> = fields.collect();
        let (halfmoves, fullmoves) = (counters.first().unwrap_or(&"0"), counters.get(1).unwrap_or(&"1"));
        let supplied = self.mv.as_ref().map_or(String::new(), |mv| format!(" sm {mv};"));
        format!(
            "{} hmvc {halfmoves}; fmvn {fullmoves}; id \"{}.{number}\"; decision \"{}\";{supplied} acd {}; checked {}; \
             alpha \"{}\"; beta \"{}\"; claim \"{}\"; found \"{}\"; root \"{}\"; line \"{}\";\n",
            placement.join(" "),
            self.technique,
            self.decision,
            self.depth,
            self.checked_depth,
            self.alpha,
            self.beta,
            self.claim,
            self.found,
            self.root,
            self.line.join(" "),
        )
    }
}
