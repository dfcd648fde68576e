//! The worth of techniques as tables: on a terminal and as a document.

use std::fmt::{self, Write as _};

use comfy_table::{Table as Grid, presets};
use serde::Serialize;

use super::Subject;
use crate::ablate;
use crate::audit;
use crate::bench::SIGNATURE_DEPTH;
use crate::progress::grouped;
use crate::stats::{Estimate, Penta, Proportion, Sprt, SprtReport, Trinomial, Verdict, positive_zero};
use crate::table::align_right;
use crate::tournament;
use crate::tournament::adjudication::{FISHTEST_DRAW, FISHTEST_RESIGN};
use crate::tournament::pace::Pace;

/// A likelihood of superiority between this and 1 less this is a doubt: a 95 % interval that includes 0.
const DOUBT: f64 = 0.025;

/// A technique, or a stage.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The technique, or `stage 12`.
    pub name: String,
    /// The technique in one line; of a stage, the techniques it brought.
    pub summary: String,
    /// Whether the engine plays with it unless told otherwise.
    pub in_use: bool,
    /// Games that were to be played.
    pub planned: u64,
    /// Games of the side that has it.
    pub games: Trinomial,
    /// Pairs of games by the points of the side that has it.
    pub penta: Penta,
    /// Elo it is worth.
    pub elo: Estimate,
    /// The same, normalized.
    pub nelo: Estimate,
    /// The LLR of its being worth `elo1` against its being worth `elo0`, and what that decides; `None` before the first game.
    pub sprt: Option<SprtReport>,
    /// Nodes without it as a multiple of the nodes with it, at a fixed depth; `None` if not known.
    pub nodes: Option<f64>,
    /// Whether the search without it was given up, so that there would be more.
    pub nodes_capped: bool,
    /// Decisions that did not hold of those checked; `None` if there are none to check.
    pub wrong: Option<Proportion>,
    /// Faults of either side; there should be none.
    pub faults: u64,
}

/// Matches at one pace.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Table {
    /// The pace.
    pub pace: String,
    /// Games of each match.
    pub games: u64,
    /// The matches.
    pub rows: Vec<Row>,
}

/// What techniques and stages are worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The techniques, the most valuable first.
    pub techniques: Table,
    /// Each stage against the one before it, in their order.
    pub stages: Table,
    /// The techniques on the clock, if that was asked for.
    pub timed: Option<Table>,
    /// Games of a technique that was in doubt after the games of the table.
    pub doubtful: u64,
    /// The nodes of `bench 6` of the engine that was measured.
    pub signature: u64,
    /// H0 and H1 of the LLR, in normalized Elo.
    pub hypotheses: (f64, f64),
    /// The LLR at which H0 and H1 are accepted.
    pub bounds: (f64, f64),
    /// Depth at which nodes are counted and decisions checked, plies.
    pub depth: u32,
    /// The name of the book, or `generated`.
    pub openings: String,
    /// Seed of the openings.
    pub seed: u64,
    /// The command that measured it.
    pub command: String,
    /// Whether it was given up before the end.
    pub cancelled: bool,
}

impl Row {
    pub(super) fn empty(subject: &Subject, planned: u64) -> Row {
        let (games, penta) = (Trinomial::default(), Penta::default());
        Row {
            name: subject.name.clone(),
            summary: subject.summary.clone(),
            in_use: subject.in_use,
            planned,
            games,
            penta,
            elo: penta.elo(),
            nelo: penta.nelo(),
            sprt: None,
            nodes: None,
            nodes_capped: false,
            wrong: None,
            faults: 0,
        }
    }

    /// Takes over the results of the match.
    pub(super) fn count(&mut self, report: &tournament::Report, sprt: &Sprt) {
        let first = &report.first;
        self.games = Trinomial { wins: first.wins, draws: first.draws, losses: first.losses };
        self.penta = first.penta;
        (self.elo, self.nelo) = (self.penta.elo(), self.penta.nelo());
        self.sprt = (self.penta.pairs() > 0).then(|| SprtReport::new(sprt, sprt.llr(&self.penta)));
        self.faults = report.faults.values().flat_map(|faults| faults.values()).sum();
    }

    /// Takes over the nodes.
    pub(super) fn add_nodes(&mut self, nodes: &ablate::Report) {
        let technique = nodes.techniques.iter().find(|row| row.name == self.name);
        let stage = nodes.stages.windows(2).find(|pair| self.name == format!("stage {}", pair[1].name));
        // Without it and with it: nodes, and whether the search was given up.
        let full = (nodes.nodes, nodes.capped);
        let (without, with) = match (technique, stage) {
            (Some(row), _) if self.in_use => ((row.nodes, row.capped), full),
            (Some(row), _) => (full, (row.nodes, row.capped)),
            (None, Some([before, after])) => ((before.nodes, before.capped), (after.nodes, after.capped)),
            _ => return,
        };
        self.nodes = (!with.1).then(|| without.0 as f64 / with.0.max(1) as f64);
        self.nodes_capped = without.1;
    }

    /// Takes over what an audit found, of all kinds of decisions together.
    pub(super) fn add_audit(&mut self, audit: &audit::Report) {
        let kinds = audit.rows.iter().filter(|kind| kind.technique == self.name);
        let (count, of) =
            kinds.fold((0, 0), |(count, of), kind| (count + kind.wrong.count, of + kind.wrong.of));
        if of > 0 {
            self.wrong = Some(Proportion::new(count, of));
        }
    }

    /// Whether the games played leave open whether it is worth anything.
    pub(super) fn in_doubt(&self) -> bool {
        self.sprt.is_some() && (DOUBT..=1.0 - DOUBT).contains(&self.penta.los())
    }

    /// How far it is, in a line.
    pub(super) fn line(&self) -> String {
        let llr = self.sprt.map_or_else(String::new, |sprt| format!(", {sprt}"));
        format!("{}: {} of {} games, Elo {}{llr}", self.name, self.games.games(), self.planned, self.elo)
    }

    /// As a row of a table, with or without nodes and errors.
    fn cells(&self, nodes: bool, wrong: bool) -> Vec<String> {
        let played = self.games.games();
        let unknown = || "–".to_owned();
        let bound = if self.nodes_capped { "> " } else { "" };
        let saved = |ratio: f64| format!("{bound}{:.0} %", 100.0 * (1.0 - 1.0 / ratio));
        let planned =
            if played < self.planned { format!(" of {}", grouped(self.planned)) } else { String::new() };
        let verdict = match self.sprt.map(|sprt| sprt.verdict) {
            Some(Verdict::AcceptH0) => " H0",
            Some(Verdict::AcceptH1) => " H1",
            Some(Verdict::Running) | None => "",
        };
        let mut cells = vec![
            format!("{}{}", self.name, if self.in_use { "" } else { " (off by default)" }),
            self.sprt.map_or_else(unknown, |_| self.elo.to_string().replace("+/-", "±")),
            self.sprt.map_or_else(unknown, |sprt| format!("{:.2}{verdict}", positive_zero(sprt.llr))),
            format!("{}{planned}", grouped(played)),
            self.penta.0.map(|count| count.to_string()).join(", "),
        ];
        cells.extend(nodes.then(|| self.nodes.map_or_else(unknown, saved)));
        let rate = |wrong: Proportion| {
            format!("{:.1} % ({:.1}–{:.1})", 100.0 * wrong.rate, 100.0 * wrong.low, 100.0 * wrong.high)
        };
        cells.extend(wrong.then(|| self.wrong.map_or_else(unknown, rate)));
        cells.push(self.summary.clone());
        cells
    }
}

impl Table {
    pub(super) fn new(pace: Pace, games: u64, rows: Vec<Row>) -> Table {
        Table { pace: pace.to_string(), games, rows }
    }

    /// The most valuable first; those not played last.
    pub(super) fn sorted(pace: Pace, games: u64, mut rows: Vec<Row>) -> Table {
        rows.sort_by(|a, b| {
            let key = |row: &Row| if row.sprt.is_some() { row.elo.value } else { f64::NEG_INFINITY };
            key(b).total_cmp(&key(a))
        });
        Table::new(pace, games, rows)
    }

    fn grid(&self, title: &str, preset: &str) -> Grid {
        let nodes = self.rows.iter().any(|row| row.nodes.is_some());
        let wrong = self.rows.iter().any(|row| row.wrong.is_some());
        let mut header = vec![title, "Elo", "LLR", "games", "LL, LD, D, WD, WW"];
        header.extend(nodes.then_some("nodes saved"));
        header.extend(wrong.then_some("wrong"));
        header.push("");
        let numbers = 1..header.len() - 1;
        let mut grid = Grid::new();
        grid.load_preset(preset)
            .set_header(header)
            .add_rows(self.rows.iter().map(|row| row.cells(nodes, wrong)));
        align_right(&mut grid, numbers);
        grid
    }
}

impl Report {
    /// What there is of tables, each with its heading and the title of its first column.
    fn tables(&self) -> Vec<(String, &'static str, &Table)> {
        let heading = |what: &str, table: &Table| {
            format!("{what}, {}, {} games each", table.pace, grouped(table.games))
        };
        let mut of_techniques = heading("Techniques", &self.techniques);
        if self.doubtful > self.techniques.games {
            let _ = write!(of_techniques, ", {} where these leave it in doubt", grouped(self.doubtful));
        }
        let mut tables = vec![(of_techniques, "technique", &self.techniques)];
        if let Some(timed) = &self.timed {
            tables.push((heading("Techniques on the clock", timed), "technique", timed));
        }
        tables.push((heading("Stages, each against the one before", &self.stages), "stage", &self.stages));
        tables.retain(|(_, _, table)| !table.rows.is_empty());
        tables
    }

    /// What the figures mean.
    fn legend(&self) -> String {
        let ((elo0, elo1), (lower, upper)) = (self.hypotheses, self.bounds);
        format!(
            "Elo: what is lost without it, with the 95 % interval from pairs of games. LLR: of +{elo1} against {elo0} normalized Elo; from \
             {upper:.2} it is worth that much (H1), to {lower:.2} it is not (H0). Nodes saved: at depth {0}; a negative share is spent. Wrong: how many of its decisions at depth {0} a search \
             without it contradicts, with the 95 % interval (Wilson).",
            self.depth
        )
    }

    /// What has to be said of the games beyond their results.
    fn remarks(&self) -> Vec<String> {
        let rows = || self.tables().into_iter().flat_map(|(_, _, table)| &table.rows).collect::<Vec<_>>();
        let fewer: Vec<String> = rows()
            .iter()
            .filter(|row| row.games.games() < row.planned)
            .map(|row| format!("{} {} of {}", row.name, row.games.games(), row.planned))
            .collect();
        let faults: u64 = rows().iter().map(|row| row.faults).sum();
        let mut remarks = Vec::new();
        if !fewer.is_empty() {
            remarks.push(format!("Fewer games than planned: {}.", fewer.join(", ")));
        }
        if faults > 0 {
            remarks.push(format!(
                "{faults} faults of players (time losses, crashes, illegal moves): see the journals."
            ));
        }
        remarks
    }

    /// The result as a document.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "# What each technique is worth\n\nMeasured and written by\n\n```\n{}\n```\n\n\
             The engine as it plays (`bench {}`: {} nodes) meets itself without one technique, or with one that is off by default; what is scored with it is what that technique adds to all others. \
             Techniques overlap, so the figures do not add up. Each stage meets the one before it. Every opening ({}, seed {}) is played twice, \
             colours swapped; games are given up when a score of {} centipawns has stood for {} moves, and drawn when \
             both see less than {} for {} moves from move {} on.\n\n{}\n\nAt fixed nodes a technique that makes the search slower pays nothing \
             for it.\n",
            self.command,
            SIGNATURE_DEPTH,
            self.signature,
            self.openings,
            self.seed,
            FISHTEST_RESIGN.score,
            FISHTEST_RESIGN.move_count,
            FISHTEST_DRAW.score,
            FISHTEST_DRAW.move_count,
            FISHTEST_DRAW.move_number,
            self.legend()
        );
        for remark in self.remarks() {
            let _ = write!(text, "\n{remark}\n");
        }
        for (heading, title, table) in self.tables() {
            let _ = write!(text, "\n## {heading}\n\n{}\n", table.grid(title, presets::ASCII_MARKDOWN));
        }
        text
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (heading, title, table) in self.tables() {
            writeln!(f, "{heading}:\n{}\n", table.grid(title, presets::UTF8_BORDERS_ONLY))?;
        }
        write!(f, "{}", self.legend())?;
        self.remarks().iter().try_for_each(|remark| write!(f, "\n{remark}"))
    }
}
