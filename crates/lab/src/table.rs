//! Tables for people.

use std::ops::Range;

use comfy_table::{CellAlignment, Table};

/// Aligns columns of numbers to the right.
pub(crate) fn align_right(table: &mut Table, columns: Range<usize>) {
    table
        .column_iter_mut()
        .skip(columns.start)
        .take(columns.len())
        .for_each(|column| column.set_cell_alignment(CellAlignment::Right));
}
