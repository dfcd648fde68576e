//! The page: a template with the records in it.

use super::Report;

const TEMPLATE: &str = include_str!("page.html");

/// Where the records go. It occurs once in the template.
const PLACE: &str = "\"RECORDS\"";

/// The page of a report. Records stand in it as JSON, in which `<` is escaped, so no text of theirs can end the script.
pub(super) fn html(report: &Report) -> String {
    // A report holds strings, numbers and lists: nothing that JSON cannot write.
    let records = serde_json::to_string(report).unwrap_or_else(|_| "null".to_owned());
    TEMPLATE.replacen(PLACE, &records.replace('<', "\\u003c"), 1)
}
