//! The ablation as tables: on a terminal and as a document.

use std::fmt;

use comfy_table::{CellAlignment, Table, presets};

use crate::ablate::{BRANCHING_DEPTHS, Report, Row, STAGE_14_WITHOUT_LMP};
use crate::progress::grouped;

/// Columns of numbers, which are aligned to the right.
const NUMBERS: [usize; 4] = [2, 3, 4, 5];

fn rows_table(title: &str, report: &Report, rows: &[Row], preset: &str) -> Table {
    let mut table = Table::new();
    table.load_preset(preset);
    table.set_header([title, "", "nodes", "× full", "seconds", "EBF", ""]);
    table.add_row([
        "(full engine)".to_owned(),
        String::new(),
        grouped(report.nodes),
        "1.00".to_owned(),
        format!("{:.2}", report.seconds),
        format!("{:.2}", report.branching_factor),
        String::new(),
    ]);
    for row in rows {
        let bound = if row.capped { "> " } else { "" };
        table.add_row([
            row.name.clone(),
            row.switched.to_owned(),
            format!("{bound}{}", grouped(row.nodes)),
            format!("{bound}{:.2}", row.ratio),
            format!("{:.2}", row.seconds),
            format!("{bound}{:.2}", row.branching_factor),
            row.summary.clone(),
        ]);
    }
    align(&mut table, &NUMBERS);
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
            grouped(branching.shallow),
            grouped(branching.deep),
            format!("{:.2}", branching.factor),
        ]);
    }
    align(&mut table, &[1, 2, 3]);
    table
}

fn align(table: &mut Table, columns: &[usize]) {
    for &column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

fn mean_line(report: &Report) -> Option<String> {
    let (shallow, deep) = BRANCHING_DEPTHS;
    let mean = report.mean_branching_factor?;
    Some(format!(
        "Effective branching factor, (N({deep})/N({shallow}))^(1/{}), geometric mean of the positions: {mean:.3}",
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
        Ok(())
    }
}

/// The factor by which the tree shrinks from the stage before `stage` to `stage`, or to a variant of it.
fn shrinks(report: &Report, stage: &str, variant: Option<&str>) -> Option<f64> {
    let index = report.stages.iter().position(|row| row.name == stage)?;
    let before = report.stages.get(index.checked_sub(1)?)?;
    let after = match variant {
        Some(name) => report.variants.iter().find(|row| row.name == name)?,
        None => &report.stages[index],
    };
    Some(before.nodes as f64 / after.nodes.max(1) as f64)
}

/// Beside the published figures of another implementation of the same stages.
fn comparison(report: &Report) -> String {
    let unknown = || "–".to_owned();
    let saved = |factor: f64| format!("{:.0} %", (1.0 - 1.0 / factor) * 100.0);
    let times = |factor: f64| format!("{factor:.1} times");
    let switched_off = report.techniques.iter().find(|row| row.name == "nullmove");
    let null_move = switched_off.map_or_else(unknown, |row| saved(row.ratio));
    let by_stage = shrinks(report, "12", None).map_or_else(unknown, saved);
    let pruning = shrinks(report, "14", Some(STAGE_14_WITHOUT_LMP)).map_or_else(unknown, times);
    let with_late_moves = shrinks(report, "14", None).map_or_else(unknown, times);
    let plainest = report.stages.first().map_or_else(unknown, |row| {
        format!("{}{:.2}", if row.capped { "more than " } else { "" }, row.branching_factor)
    });
    let full = report.mean_branching_factor.unwrap_or(report.branching_factor);
    [
        "| | here | there |".to_owned(),
        "|---|---|---|".to_owned(),
        format!("| nodes saved by null move, stage 12 over stage 11 | {by_stage} | 75 % (40.6 to 10.0 million) |"),
        format!("| nodes saved by null move on top of everything else | {null_move} | not given |"),
        format!("| stage 14 makes the tree smaller by, without late move pruning (not part of it there) | {pruning} | nearly 5 times |"),
        format!("| the same with late move pruning | {with_late_moves} | not given |"),
        format!("| effective branching factor, plainest search | {plainest} | about 6 |"),
        format!("| effective branching factor, everything | {full:.2} | 1.5 to 2 |"),
    ]
    .join("\n")
}

/// The document: a heading, what was measured, and the tables.
pub(crate) fn markdown(report: &Report) -> String {
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
         What each adds on top of all others: `× full` is the nodes it takes without it, as a multiple. Techniques overlap, so the figures do\n\
         not add up. EBF is the factor per ply over the deeper half of the search. `>`: given up, a lower bound.\n\n{}\n\n\
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

    fn row(name: &str, nodes: u64) -> Row {
        Row {
            name: name.to_owned(),
            stage: "12".to_owned(),
            switched: "off",
            summary: "what it does".to_owned(),
            nodes,
            ratio: nodes as f64 / 1000.0,
            seconds: 0.5,
            branching_factor: 2.5,
            capped: nodes > 9000,
        }
    }

    fn report() -> Report {
        Report {
            depth: 8,
            hash_mib: 64,
            positions: vec!["8/8/8/8/8/8/8/8 w - - 0 1".to_owned()],
            nodes: 1000,
            seconds: 0.25,
            branching_factor: 1.9,
            techniques: vec![row("nullmove", 4000)],
            stages: vec![row("11", 10_000), row("12", 5000), row("14", 1000)],
            variants: vec![row(STAGE_14_WITHOUT_LMP, 2000)],
            branching: Vec::new(),
            mean_branching_factor: Some(1.876),
        }
    }

    #[test]
    fn the_document_compares_with_another_implementation() {
        let text = markdown(&report());
        for expected in [
            "| 50 % |",
            "| 75 % |",
            "| 2.5 times |",
            "| 5.0 times |",
            "| more than 2.50 |",
            "| 1.88 |",
            "1.876",
            "> 10,000",
        ] {
            assert!(text.contains(expected), "{expected} missing in\n{text}");
        }
    }

    #[test]
    fn the_terminal_shows_every_row() {
        let text = report().to_string();
        for expected in ["nullmove", "(full engine)", "4,000", "stage", "1.876"] {
            assert!(text.contains(expected), "{expected} missing in\n{text}");
        }
    }
}
