//! The ablation as tables: on a terminal and as a document.

use std::fmt;
use std::ops::Range;

use comfy_table::{Table, presets};

use crate::ablate::{BRANCHING_DEPTHS, Report, Row, STAGE_14_WITHOUT_LMP};
use crate::progress::grouped;
use crate::table::align_right;

/// Columns of numbers, which are aligned to the right.
const NUMBERS: Range<usize> = 2..6;

/// What stands before a lower bound.
fn bound(capped: bool) -> &'static str {
    if capped { "> " } else { "" }
}

/// What stands for a figure that could not be had.
fn unknown() -> String {
    "–".to_owned()
}

fn factor(factor: Option<f64>) -> String {
    factor.map_or_else(unknown, |factor| format!("{factor:.2}"))
}

fn rows_table(title: &str, report: &Report, rows: &[Row], preset: &str) -> Table {
    let mut table = Table::new();
    table.load_preset(preset);
    table.set_header([title, "", "nodes", "× full", "seconds", "EBF", ""]);
    table.add_row([
        "(the engine as it plays)".to_owned(),
        String::new(),
        format!("{}{}", bound(report.capped), grouped(report.nodes)),
        "1.00".to_owned(),
        format!("{:.2}", report.seconds),
        factor(report.branching_factor),
        String::new(),
    ]);
    for row in rows {
        let bound = bound(row.capped);
        table.add_row([
            row.name.clone(),
            row.switched.to_owned(),
            format!("{bound}{}", grouped(row.nodes)),
            row.ratio.map_or_else(unknown, |ratio| format!("{bound}{ratio:.2}")),
            format!("{:.2}", row.seconds),
            factor(row.branching_factor),
            row.summary.clone(),
        ]);
    }
    align_right(&mut table, NUMBERS);
    table
}

fn branching_table(report: &Report, preset: &str) -> Table {
    let (shallow, deep) = BRANCHING_DEPTHS;
    let mut table = Table::new();
    table.load_preset(preset);
    table.set_header([
        "position".to_owned(),
        format!("nodes, depth {shallow}"),
        format!("nodes, depth {deep}"),
        "EBF".to_owned(),
    ]);
    for branching in &report.branching {
        table.add_row([
            branching.fen.clone(),
            if branching.shallow > 0 { grouped(branching.shallow) } else { unknown() },
            format!("{}{}", bound(branching.capped), grouped(branching.deep)),
            branching.factor.map_or_else(unknown, |known| format!("{}{known:.2}", bound(branching.capped))),
        ]);
    }
    align_right(&mut table, 1..4);
    table
}

fn mean_line(report: &Report) -> Option<String> {
    if report.branching.is_empty() {
        return None;
    }
    let (shallow, deep) = BRANCHING_DEPTHS;
    let mean = match report.mean_branching_factor {
        Some(mean) => format!("{}{mean:.3}", bound(report.mean_is_lower_bound)),
        None => "unknown".to_owned(),
    };
    let given_up = report.branching.iter().filter(|branching| branching.capped).count();
    let remark = match given_up {
        0 => String::new(),
        _ => format!(" ({given_up} of {} searches given up at the node cap)", report.branching.len()),
    };
    Some(format!(
        "Effective branching factor, (N({deep})/N({shallow}))^(1/{}), geometric mean of the positions: {mean}{remark}",
        deep - shallow
    ))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Positions:")?;
        for fen in &self.positions {
            writeln!(f, "  {fen}")?;
        }
        let plain = presets::UTF8_BORDERS_ONLY;
        writeln!(f, "\nDepth {}, one technique switched:", self.depth)?;
        writeln!(f, "{}", rows_table("technique", self, &self.techniques, plain))?;
        writeln!(f, "\nDepth {}, stages added one by one:", self.depth)?;
        write!(f, "{}", rows_table("stage", self, &self.stages, plain))?;
        if let Some(mean) = mean_line(self) {
            write!(f, "\n\n{}\n\n{mean}", branching_table(self, plain))?;
        }
        if !self.complete {
            write!(f, "\n\nGiven up before the end: rows are missing.")?;
        }
        Ok(())
    }
}

/// A figure, or a bound it exceeds.
#[derive(Clone, Copy)]
struct Figure {
    value: f64,
    is_lower_bound: bool,
}

impl Figure {
    /// In words, the value written by `write`, which must not fall as the value grows.
    fn words(self, write: impl Fn(f64) -> String) -> String {
        format!("{}{}", if self.is_lower_bound { "more than " } else { "" }, write(self.value))
    }
}

/// The factor by which the tree shrinks from the stage before `stage` to `stage`, or to a variant of it; `None` if the
/// smaller tree is not known whole.
fn shrinks(report: &Report, stage: &str, variant: Option<&str>) -> Option<Figure> {
    let index = report.stages.iter().position(|row| row.name == stage)?;
    let before = report.stages.get(index.checked_sub(1)?)?;
    let after = match variant {
        Some(name) => report.variants.iter().find(|row| row.name == name)?,
        None => &report.stages[index],
    };
    let value = before.nodes as f64 / after.nodes.max(1) as f64;
    (!after.capped).then_some(Figure { value, is_lower_bound: before.capped })
}

/// Beside the published figures of another implementation of the same stages.
fn comparison(report: &Report) -> String {
    let saved = |figure: Figure| figure.words(|factor| format!("{:.0} %", (1.0 - 1.0 / factor) * 100.0));
    let times = |figure: Figure| figure.words(|factor| format!("{factor:.1} times"));
    let switched_off = report.techniques.iter().find(|row| row.name == "nullmove");
    let null_move = switched_off
        .and_then(|row| Some(Figure { value: row.ratio?, is_lower_bound: row.capped }))
        .map_or_else(unknown, saved);
    let by_stage = shrinks(report, "12", None).map_or_else(unknown, saved);
    let pruning = shrinks(report, "14", Some(STAGE_14_WITHOUT_LMP)).map_or_else(unknown, times);
    let with_late_moves = shrinks(report, "14", None).map_or_else(unknown, times);
    let plainest = factor(report.stages.first().and_then(|row| row.branching_factor));
    let is_lower_bound = report.mean_branching_factor.is_some() && report.mean_is_lower_bound;
    let full = report
        .mean_branching_factor
        .or(report.branching_factor)
        .map_or_else(unknown, |value| Figure { value, is_lower_bound }.words(|value| format!("{value:.2}")));
    [
        "| | here | there |".to_owned(),
        "|---|---|---|".to_owned(),
        format!("| nodes saved by null move, stage 12 over stage 11 | {by_stage} | 75 % (40.6 to 10.0 million) |"),
        format!("| nodes saved by null move in the engine as it plays | {null_move} | not given |"),
        format!("| stage 14 makes the tree smaller by, without late move pruning (not part of it there) | {pruning} | nearly 5 times |"),
        format!("| the same with late move pruning | {with_late_moves} | not given |"),
        format!("| effective branching factor, plainest search | {plainest} | about 6 |"),
        format!("| effective branching factor, the engine as it plays | {full} | 1.5 to 2 |"),
    ]
    .join("\n")
}

impl Report {
    /// The document: a heading, what was measured, and the tables.
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown(self)
    }
}

fn markdown(report: &Report) -> String {
    let table = presets::ASCII_MARKDOWN;
    let positions: String = report.positions.iter().map(|fen| format!("* `{fen}`\n")).collect();
    let branching = mean_line(report).map_or_else(String::new, |mean| {
        format!("## Effective branching factor\n\n{}\n\n{mean}.\n\n", branching_table(report, table))
    });
    format!(
        "# What each technique saves\n\n\
         Written by `cb2026 ablate --markdown`; do not edit. One thread, {hash} MiB of hash cleared before every search, the six positions\n\
         below. Nodes are the same on every machine; seconds are not. A node count is not strength: only games tell whether what a\n\
         technique leaves out was worth searching.\n\n\
         {positions}\n\
         ## Beside another implementation\n\n\
         The figures its authors give for six positions of their own at depth 8, with the same stages.\n\n{}\n\n\
         {branching}\
         ## One technique switched, depth {depth}\n\n\
         What each adds on top of all others: `× full` is the nodes it takes without it, as a multiple; with it, where it is switched `on` because\n\
         it is off by default. Techniques overlap, so the figures do not add up. EBF is the factor per ply over the deeper half of the search. `>`: given up, a lower bound; its EBF is not known (–).\n\n{}\n\n\
         ## Stages added one by one, depth {depth}\n\n{}\n",
        comparison(report),
        rows_table("technique", report, &report.techniques, table),
        rows_table("stage", report, &report.stages, table),
        hash = report.hash_mib,
        depth = report.depth,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ablate::Branching;

    fn row(name: &str, nodes: u64) -> Row {
        Row {
            name: name.to_owned(),
            stage: "12".to_owned(),
            switched: "off",
            summary: "what it does".to_owned(),
            nodes,
            ratio: Some(nodes as f64 / 1000.0),
            seconds: 0.5,
            branching_factor: (nodes <= 9000).then_some(2.5),
            capped: nodes > 9000,
        }
    }

    fn branching(capped: bool) -> Branching {
        let fen = "8/8/8/8/8/8/8/8 w - - 0 1".to_owned();
        Branching { fen, shallow: 1000, deep: 537_000, factor: Some(1.876), capped }
    }

    fn report() -> Report {
        Report {
            depth: 8,
            hash_mib: 64,
            positions: vec!["8/8/8/8/8/8/8/8 w - - 0 1".to_owned()],
            nodes: 1000,
            seconds: 0.25,
            branching_factor: Some(1.9),
            capped: false,
            techniques: vec![row("nullmove", 4000)],
            stages: vec![row("11", 10_000), row("12", 5000), row("14", 1000)],
            variants: vec![row(STAGE_14_WITHOUT_LMP, 2000)],
            branching: vec![branching(false)],
            mean_branching_factor: Some(1.876),
            mean_is_lower_bound: false,
            complete: true,
        }
    }

    #[test]
    fn the_document_compares_with_another_implementation() {
        let text = markdown(&report());
        for expected in [
            "| more than 50 % |",
            "| 75 % |",
            "| 2.5 times |",
            "| 5.0 times |",
            "| effective branching factor, plainest search | – |",
            "| 1.88 |",
            "1.876",
            "> 10,000",
        ] {
            assert!(text.contains(expected), "{expected} missing in\n{text}");
        }
    }

    #[test]
    fn a_mean_with_a_capped_search_is_marked_everywhere() {
        let mut report = report();
        report.branching = vec![branching(false), branching(true)];
        report.mean_is_lower_bound = true;
        for text in [report.to_string(), markdown(&report)] {
            for expected in ["> 1.876 (1 of 2 searches given up", "> 537,000", "> 1.88"] {
                assert!(text.contains(expected), "{expected} missing in\n{text}");
            }
        }
        assert!(markdown(&report).contains("| more than 1.88 |"));
        let json = serde_json::to_value(&report).unwrap();
        assert_eq!(
            (&json["mean_is_lower_bound"], &json["branching"][1]["capped"]),
            (&true.into(), &true.into())
        );
        report.mean_branching_factor = None;
        assert!(report.to_string().contains("positions: unknown"));
    }

    #[test]
    fn a_row_given_up_has_no_branching_factor() {
        let report = report();
        let text = rows_table("stage", &report, &report.stages[..1], presets::ASCII_MARKDOWN).to_string();
        let row = text.lines().last().unwrap_or_default();
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert_eq!(cells[3..7], ["> 10,000", "> 10.00", "0.50", "–"], "{row}");
    }

    #[test]
    fn the_terminal_shows_every_row() {
        let text = report().to_string();
        for expected in ["nullmove", "(the engine as it plays)", "4,000", "stage", "1.876"] {
            assert!(text.contains(expected), "{expected} missing in\n{text}");
        }
    }
}
