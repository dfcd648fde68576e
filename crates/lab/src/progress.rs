//! A progress bar for people, on standard error: one that moves on a terminal, and a line a minute where that is none, so that a log
//! tells how far a long run is.

use std::io::{self, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle, TermLike};

/// What is longest stands last: narrow terminals cut it off.
const TEMPLATE: &str = "{bar:30} {pos}/{len}, {per_sec:2} [{elapsed} of about {duration}] {msg}";

/// A bar of `steps` steps.
pub(crate) fn bar(steps: usize) -> ProgressBar {
    styled(steps as u64, TEMPLATE)
}

const BYTES_TEMPLATE: &str =
    "{bar:30} {bytes}/{total_bytes}, {bytes_per_sec} {msg} [{elapsed} of about {duration}]";

/// A bar of so many bytes to read.
pub(crate) fn bytes_bar(bytes: u64) -> ProgressBar {
    styled(bytes, BYTES_TEMPLATE)
}

fn styled(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let mut target = ProgressDrawTarget::stderr();
    // As it is where standard error is no terminal that can move its cursor.
    if target.is_hidden() {
        target = ProgressDrawTarget::term_like_with_hz(Box::new(Log::new(LINE_EVERY, tell)), 1);
    }
    ProgressBar::with_draw_target(Some(length), target).with_style(style)
}

/// As on a terminal, a place that cannot be written to stops no work.
fn tell(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Time between two lines of a log.
const LINE_EVERY: Duration = Duration::from_secs(60);
/// Columns that a line of a log may take.
const LOG_WIDTH: u16 = 400;

/// Standard error when it is no terminal: takes what is drawn, and passes on a line of it now and then.
#[derive(Debug)]
struct Log {
    every: Duration,
    tell: fn(&str),
    drawn: Mutex<Drawn>,
}

#[derive(Debug)]
struct Drawn {
    text: String,
    told: Instant,
}

impl Log {
    fn new(every: Duration, tell: fn(&str)) -> Self {
        Log { every, tell, drawn: Mutex::new(Drawn { text: String::new(), told: Instant::now() }) }
    }

    fn add(&self, text: &str) {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner).text.push_str(text);
    }

    /// What has been drawn since the last time, if it is time for a line.
    fn due(&self) -> Option<String> {
        let mut drawn = self.drawn.lock().unwrap_or_else(PoisonError::into_inner);
        let text = std::mem::take(&mut drawn.text);
        let line = text.trim();
        if line.is_empty() || drawn.told.elapsed() < self.every {
            return None;
        }
        drawn.told = Instant::now();
        Some(line.to_owned())
    }
}

impl TermLike for Log {
    fn width(&self) -> u16 {
        LOG_WIDTH
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.add(text);
        Ok(())
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.add(text);
        Ok(())
    }

    fn clear_line(&self) -> io::Result<()> {
        Ok(())
    }

    fn flush(&self) -> io::Result<()> {
        if let Some(line) = self.due() {
            (self.tell)(&line);
        }
        Ok(())
    }
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
    fn a_log_gets_whole_lines_and_few_of_them() {
        let log = Log::new(Duration::ZERO, tell);
        for part in ["\r", "###--- 3/6", "   "] {
            log.write_str(part).unwrap();
        }
        assert_eq!((log.due().as_deref(), log.due()), (Some("###--- 3/6"), None));
        let patient = Log::new(LINE_EVERY, tell);
        patient.write_str("1/6").unwrap();
        assert_eq!(patient.due(), None);
        // What was passed over does not come later.
        assert_eq!(patient.drawn.lock().unwrap().text, "");
    }

    #[test]
    fn what_a_bar_would_show_reaches_the_log() {
        static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
        let log = Log::new(Duration::ZERO, |line| TOLD.lock().unwrap().push(line.to_owned()));
        let bar = ProgressBar::with_draw_target(Some(9), ProgressDrawTarget::term_like(Box::new(log)))
            .with_style(ProgressStyle::with_template(TEMPLATE).unwrap());
        bar.set_message("games");
        bar.set_position(4);
        bar.finish_and_clear();
        let told = TOLD.lock().unwrap();
        assert!(told.iter().any(|line| line.contains(" 4/9, ") && line.ends_with("games")), "{told:?}");
        assert!(told.iter().all(|line| !line.trim().is_empty() && !line.contains('\n')), "{told:?}");
    }

    #[test]
    fn no_time_means_no_speed() {
        assert_eq!(per_second(10, 0.0), 0);
        assert_eq!(per_second(10, 2.0), 5);
        assert_eq!((per_hour(10, 0.0), per_hour(10, 2.0)), (0.0, 18_000.0));
    }
}
