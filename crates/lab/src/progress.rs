//! A progress bar for people: on standard error, and only if that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

/// What is longest stands last: narrow terminals cut it off.
const TEMPLATE: &str = "{bar:30} {pos}/{len}, {per_sec:2} [{elapsed} of about {duration}] {msg}";

/// A bar of `steps` steps. `indicatif` hides it when standard error is not a terminal.
pub(crate) fn bar(steps: usize) -> ProgressBar {
    let style = ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps as u64).with_style(style)
}

const BYTES_TEMPLATE: &str =
    "{bar:30} {bytes}/{total_bytes}, {bytes_per_sec} {msg} [{elapsed} of about {duration}]";

/// A bar of so many bytes to read.
pub(crate) fn bytes_bar(bytes: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(BYTES_TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(bytes).with_style(style)
}

/// A number as people read it: 12345678 becomes `12,345,678`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `nodes` per second of `seconds`; 0 when no time was measured.
pub(crate) fn per_second(nodes: u64, seconds: f64) -> u64 {
    if seconds > 0.0 { (nodes as f64 / seconds) as u64 } else { 0 }
}

/// `games` per hour, played in so many seconds; 0 when no time was measured.
pub(crate) fn per_hour(games: u64, seconds: f64) -> f64 {
    const SECONDS_OF_HOUR: f64 = 3600.0;
    if seconds > 0.0 { games as f64 * SECONDS_OF_HOUR / seconds } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        let cases =
            [(0, "0"), (999, "999"), (1000, "1,000"), (12_345_678, "12,345,678"), (100_000, "100,000")];
        for (number, text) in cases {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn no_time_means_no_speed() {
        assert_eq!(per_second(10, 0.0), 0);
        assert_eq!(per_second(10, 2.0), 5);
        assert_eq!((per_hour(10, 0.0), per_hour(10, 2.0)), (0.0, 18_000.0));
    }
}
