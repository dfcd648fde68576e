//! Another program, spoken to line by line over pipes.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::spec::UciSpec;
use crate::Cancel;

/// What of a line is kept, bytes; no honest line is longer.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that may wait to be looked at; a program that writes more has to wait itself.
const LINES_WAITING: usize = 1024;
/// Lines of standard error that are kept: enough for a panic and its place.
const LAST_LINES: usize = 3;
/// How often a wait looks whether it has been cancelled.
const CANCEL_POLL: Duration = Duration::from_millis(50);
/// How often a wait looks whether a process has ended.
const EXIT_POLL: Duration = Duration::from_millis(2);

/// A running program. When dropped it is told to quit, and killed if it does not.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// Once it has ended: the last lines it wrote to its standard error.
    last_words: Receiver<String>,
    grace: Duration,
}

/// A line of output.
#[derive(Debug)]
pub(super) struct Line {
    /// When it was read.
    pub(super) at: Instant,
    /// Without blanks and line ends around it; never empty.
    pub(super) text: String,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    TimedOut,
    Closed,
    Cancelled,
}

impl Process {
    /// Starts a program. It gets `grace` to end when it is told to.
    pub(super) fn start(spec: &UciSpec, grace: Duration) -> io::Result<Process> {
        let mut command = Command::new(program(spec));
        command.args(&spec.args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        // Ctrl-C is for us: engines that died of it would seem to crash.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let (sender, lines) = sync_channel(LINES_WAITING);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || each_line(BufReader::new(stdout), |text| send(&sender, text)));
        }
        let (sender, last_words) = sync_channel(1);
        if let Some(stderr) = child.stderr.take() {
            thread::spawn(move || sender.send(last_lines(BufReader::new(stderr))));
        }
        let stdin = child.stdin.take();
        Ok(Process { child, stdin, lines, last_words, grace })
    }

    /// Writes a line.
    pub(super) fn write(&mut self, text: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(format!("{text}\n").as_bytes())?;
        stdin.flush()
    }

    /// The next line, if it can be had before `deadline`. That holds however many other lines come before: a program that
    /// never pauses does not put the deadline off.
    pub(super) fn read(&self, deadline: Instant, cancel: &Cancel) -> Result<Line, Silence> {
        loop {
            if cancel.is_cancelled() {
                return Err(Silence::Cancelled);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Silence::TimedOut);
            }
            match self.lines.recv_timeout(left.min(CANCEL_POLL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Closed),
            }
        }
    }

    /// How the program ended, in words, after it closed its output.
    pub(super) fn obituary(mut self) -> String {
        drop(self.stdin.take());
        let how = match self.wait_for_exit() {
            Some(status) => status.to_string(),
            None => {
                self.put_down();
                "its output was closed".to_owned()
            }
        };
        // A process that it has left behind may keep the pipe open.
        match self.last_words.recv_timeout(self.grace) {
            Ok(words) if !words.is_empty() => format!("{how}, saying: {words}"),
            _ => how,
        }
    }

    /// Ends the program without asking.
    pub(super) fn kill(mut self) {
        self.put_down();
    }

    fn put_down(&mut self) {
        // A script does not take the engine it has started with it, but both are in one group. The script has not been
        // waited for, so the number is not anybody else's.
        #[cfg(unix)]
        let _ = Command::new("kill")
            .args(["-KILL", "--", &format!("-{}", self.child.id())])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        // Both fail only when the process has already ended and been waited for.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn wait_for_exit(&mut self) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + self.grace;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(EXIT_POLL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        // It may be gone at any of these steps, which is what is wanted.
        let _ = self.write("stop").and_then(|()| self.write("quit"));
        drop(self.stdin.take());
        if self.wait_for_exit().is_none() {
            self.put_down();
        }
    }
}

/// The program to start. It is looked for in its directory, then here, and only then as the system does. Its path is made
/// absolute, or it would be taken from the directory the program is about to run in.
fn program(spec: &UciSpec) -> PathBuf {
    let in_directory = spec.dir.iter().map(|dir| dir.join(&spec.command));
    let is_path = spec.command.components().count() > 1;
    let here = is_path.then(|| spec.command.clone());
    let found = in_directory.chain(here).find(|path| path.is_file());
    found.and_then(|path| std::path::absolute(path).ok()).unwrap_or_else(|| spec.command.clone())
}

fn send(sender: &SyncSender<Line>, text: String) -> bool {
    sender.send(Line { at: Instant::now(), text }).is_ok()
}

/// The last lines of all that is written.
fn last_lines(input: impl BufRead) -> String {
    let mut lines = VecDeque::new();
    each_line(input, |line| {
        if lines.len() == LAST_LINES {
            lines.pop_front();
        }
        lines.push_back(line);
        true
    });
    Vec::from(lines).join(" / ")
}

/// Reads lines until the end, or until `each` has had enough. Blank lines are left out, long ones are cut.
fn each_line(mut input: impl BufRead, mut each: impl FnMut(String) -> bool) {
    let mut line = Vec::new();
    loop {
        let Ok(chunk) = input.fill_buf() else { return };
        if chunk.is_empty() {
            return;
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let (text, used) = end.map_or((chunk, chunk.len()), |end| (&chunk[..end], end + 1));
        line.extend_from_slice(&text[..text.len().min(LONGEST_LINE - line.len())]);
        input.consume(used);
        if end.is_some() {
            let text = String::from_utf8_lossy(&line).trim().to_owned();
            line.clear();
            if !text.is_empty() && !each(text) {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_trimmed_cut_and_survive_any_bytes() {
        let mut bytes = b"uciok\r\n\n  \nid name \xff\n".to_vec();
        bytes.extend(vec![b'x'; 3 * LONGEST_LINE]);
        bytes.extend(b"\nlast\nwithout end");
        let mut lines = Vec::new();
        each_line(BufReader::new(&bytes[..]), |line| {
            lines.push(line);
            true
        });
        assert_eq!(lines[..2], ["uciok", "id name \u{fffd}"]);
        assert_eq!(lines[2].len(), LONGEST_LINE);
        assert_eq!(lines[3..], ["last"]);
    }
}
