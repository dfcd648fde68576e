//! Standard output, shared by the thread that answers commands and the one that searches.
//!
//! Every message leaves in one write and is flushed, so lines never mix. A reader that has gone away is
//! remembered, not panicked about: there is nobody left to tell.

use std::fmt::Display;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Longest excerpt of somebody's input that a message quotes, in characters.
const QUOTE_LIMIT: usize = 60;

/// A cloneable handle to standard output that knows whether a person or a program reads it.
#[derive(Clone)]
pub(crate) struct Output {
    shared: Arc<Shared>,
}

struct Shared {
    sink: Mutex<Box<dyn Write + Send>>,
    /// A person reads: standard output is a terminal and `uci` was never given.
    person: AtomicBool,
    /// A write failed: the reader has gone.
    closed: AtomicBool,
}

impl Output {
    /// The process's standard output; a terminal is taken for a person until [`Output::serve_program`].
    pub(crate) fn stdout() -> Self {
        let stdout = std::io::stdout();
        let person = stdout.is_terminal();
        Self::new(Box::new(stdout), person)
    }

    fn new(sink: Box<dyn Write + Send>, person: bool) -> Self {
        let shared = Shared {
            sink: Mutex::new(sink),
            person: AtomicBool::new(person),
            closed: AtomicBool::new(false),
        };
        Self { shared: Arc::new(shared) }
    }

    /// From now on a program reads: plain UCI only.
    pub(crate) fn serve_program(&self) {
        self.shared.person.store(false, Ordering::Relaxed);
    }

    /// Whether a person reads.
    pub(crate) fn is_person(&self) -> bool {
        self.shared.person.load(Ordering::Relaxed)
    }

    /// Whether the reader has gone away.
    pub(crate) fn is_closed(&self) -> bool {
        self.shared.closed.load(Ordering::Relaxed)
    }

    /// Writes `text` and a line feed, flushed. Errors mark the output as closed.
    pub(crate) fn line(&self, text: impl Display) {
        let mut bytes = text.to_string();
        bytes.push('\n');
        let mut sink = self.shared.sink.lock().unwrap_or_else(PoisonError::into_inner);
        if sink.write_all(bytes.as_bytes()).and_then(|()| sink.flush()).is_err() {
            self.shared.closed.store(true, Ordering::Relaxed);
        }
    }

    /// A remark in words: `info string ...` to a program, the bare text to a person. Always one line.
    pub(crate) fn remark(&self, text: impl Display) {
        let text = text.to_string().replace(['\n', '\r'], " ");
        if self.is_person() { self.line(text) } else { self.line(format_args!("info string {text}")) }
    }
}

/// Writes a line to standard error. Nobody may be left to read it, which is no reason to end.
pub(crate) fn complain(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// An excerpt of foreign text that is safe to print inside one line: control characters escaped, length bounded.
pub(crate) fn quote(text: &str) -> String {
    let mut shown: String = text.chars().take(QUOTE_LIMIT).flat_map(char::escape_debug).collect();
    if text.chars().nth(QUOTE_LIMIT).is_some() {
        shown.push_str("...");
    }
    format!("'{shown}'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    /// A pipe whose reader has gone.
    struct Broken;

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_reader_that_has_gone_is_noticed_and_survived() {
        let output = Output::new(Box::new(Broken), false);
        assert!(!output.is_closed());
        output.line("readyok");
        assert!(output.is_closed());
        output.line("readyok");
    }

    #[test]
    fn quoted_input_is_one_short_printable_line() {
        assert_eq!(quote("e2e5"), "'e2e5'");
        let quoted = quote(&"\n\u{7}x".repeat(1000));
        assert!(quoted.chars().all(|c| !c.is_control()));
        assert!(quoted.len() < 1000, "{quoted}");
    }
}
