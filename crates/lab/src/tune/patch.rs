//! Tuned values as a change of the declarations they came from.

use std::fmt::Write as _;
use std::ops::Range;

/// The declarations, as this program was built from them.
const DECLARATIONS: &str = include_str!("../../../engine/src/params/families.rs");
/// Where they lie.
const PATH: &str = "crates/engine/src/params/families.rs";
/// Lines shown around a change.
const CONTEXT: usize = 3;

/// A unified diff that gives parameters other defaults; empty if all have these already.
pub(super) fn patch(values: &[(&str, i64)]) -> String {
    diff(DECLARATIONS, values)
}

fn diff(source: &str, values: &[(&str, i64)]) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let changed: Vec<(usize, String)> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| Some((index, redeclare(line, values)?)).filter(|(_, new)| new != line))
        .collect();
    if changed.is_empty() {
        return String::new();
    }
    let mut text = format!("--- a/{PATH}\n+++ b/{PATH}\n");
    for hunk in hunks(&changed, lines.len()) {
        // A line takes the place of a line: old and new places are the same.
        let place = format!("{},{}", hunk.start + 1, hunk.len());
        let _ = writeln!(text, "@@ -{place} +{place} @@");
        for index in hunk {
            match changed.iter().find(|(line, _)| *line == index) {
                Some((_, new)) => {
                    let _ = writeln!(text, "-{}\n+{new}", lines[index]);
                }
                None => {
                    let _ = writeln!(text, " {}", lines[index]);
                }
            }
        }
    }
    text
}

/// The line with another default, if it declares one of the parameters: `name: DEFAULT, MIN..=MAX, STEP;`.
fn redeclare(line: &str, values: &[(&str, i64)]) -> Option<String> {
    let (name, rest) = line.split_once(':')?;
    let (_, range) = rest.split_once(',')?;
    let (_, value) = values.iter().find(|(known, _)| *known == name.trim())?;
    Some(format!("{name}: {value},{range}"))
}

/// The changes with their surroundings; those that touch are one.
fn hunks(changed: &[(usize, String)], lines: usize) -> Vec<Range<usize>> {
    let mut hunks: Vec<Range<usize>> = Vec::new();
    for (index, _) in changed {
        let around = index.saturating_sub(CONTEXT)..(index + CONTEXT + 1).min(lines);
        match hunks.last_mut() {
            Some(last) if around.start <= last.end => last.end = around.end,
            _ => hunks.push(around),
        }
    }
    hunks
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::params::Params;

    /// Applies a diff the way `patch` does, and fails where the old lines do not match.
    fn apply(source: &str, diff: &str) -> String {
        let old: Vec<&str> = source.lines().collect();
        let (mut new, mut at) = (Vec::new(), 0);
        for line in diff.lines().skip(2) {
            match (line.split_at(1), line.strip_prefix("@@ -")) {
                (_, Some(place)) => {
                    let start: usize = place.split(',').next().unwrap().parse().unwrap();
                    new.extend_from_slice(&old[at..start - 1]);
                    at = start - 1;
                }
                (("+", text), _) => new.push(text),
                ((sign, text), _) => {
                    assert_eq!(old[at], text);
                    at += 1;
                    if sign == " " {
                        new.push(text);
                    }
                }
            }
        }
        new.extend_from_slice(&old[at..]);
        new.join("\n") + "\n"
    }

    #[test]
    fn every_parameter_is_found_in_the_declarations() {
        for info in Params::registry() {
            let diff = patch(&[(info.name, i64::from(info.default) + 1)]);
            let changes = diff.lines().skip(2).filter(|line| line.starts_with(['+', '-'])).count();
            assert_eq!(changes, 2, "{}: {diff}", info.name);
            assert_eq!(patch(&[(info.name, info.default.into())]), "", "{}", info.name);
        }
    }

    #[test]
    fn applied_it_changes_the_defaults_and_nothing_else() {
        // The first two are neighbours.
        let names = ["rfp_margin", "rfp_improving", "qsearch_see_margin", "aspiration_max_reduction"];
        let default = |name: &str| i64::from(Params::default().get(name).unwrap());
        let values = names.map(|name| (name, default(name) - 1));
        let diff = patch(&values);
        let new = apply(DECLARATIONS, &diff);
        let mut expected = DECLARATIONS.to_owned();
        for (name, value) in values {
            let old = format!(" {name}: {},", value + 1);
            assert_eq!(expected.matches(&old).count(), 1);
            expected = expected.replace(&old, &format!(" {name}: {value},"));
        }
        assert_eq!(new, expected);
        assert_eq!(diff.matches("@@ -").count(), 3, "{diff}");
    }
}
