//! The program as a child process, spoken to line by line.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here can take on a busy machine.
const DEADLINE: Duration = Duration::from_secs(60);

/// How long silence is listened to. Short: it can only miss a fault, never invent one.
const SILENCE: Duration = Duration::from_millis(250);

/// A running cb2026.
pub(crate) struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Option<thread::JoinHandle<String>>,
}

impl Client {
    /// Starts the program without arguments, before any command.
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts the program with command line arguments.
    pub(crate) fn start_with(arguments: &[&str]) -> Self {
        Self::listening(spawn(arguments))
    }

    /// Starts the program and closes the reading end of its standard error at once.
    pub(crate) fn start_uncomplaining(arguments: &[&str]) -> Self {
        let mut child = spawn(arguments);
        drop(child.stderr.take());
        Self::listening(child)
    }

    fn listening(mut child: Child) -> Self {
        let mut reader = BufReader::new(child.stdout.take().expect("piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut line = String::new();
            while reader.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
                if sender.send(line.trim_end_matches('\n').to_owned()).is_err() {
                    return;
                }
                line.clear();
            }
        });
        Self::with(child, lines)
    }

    /// Starts the program and closes the reading end of its output at once.
    pub(crate) fn start_unheard() -> Self {
        let mut child = spawn(&[]);
        drop(child.stdout.take());
        Self::with(child, channel().1)
    }

    fn with(mut child: Child, lines: Receiver<String>) -> Self {
        let read = |mut stderr: ChildStderr| {
            thread::spawn(move || {
                let mut text = String::new();
                let _ = stderr.read_to_string(&mut text);
                text
            })
        };
        let errors = child.stderr.take().map(read);
        let input = child.stdin.take();
        Self { child, input, lines, errors }
    }

    /// Starts the program and shakes hands.
    pub(crate) fn ready() -> Self {
        let mut client = Self::start();
        client.send("uci");
        client.until("uciok");
        client.sync();
        client
    }

    /// Sends one line, or several in one write.
    pub(crate) fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes as they are, in one write.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Sends one line to a program that may be gone already.
    pub(crate) fn send_if_alive(&mut self, text: &str) {
        let input = self.input.as_mut().expect("input is open");
        let _ = input.write_all(format!("{text}\n").as_bytes()).and_then(|()| input.flush());
    }

    /// The next line of output.
    pub(crate) fn line(&mut self) -> String {
        match self.lines.recv_timeout(DEADLINE) {
            Ok(line) => {
                assert!(!line.contains('\r'), "carriage return in {line:?}");
                line
            }
            Err(RecvTimeoutError::Timeout) => panic!("no answer"),
            Err(RecvTimeoutError::Disconnected) => {
                let errors = self.errors.take().and_then(|e| e.join().ok()).unwrap_or_default();
                panic!("the program has ended; its complaints: {errors:?}")
            }
        }
    }

    /// Every line up to and with the first that starts with the words of `start`.
    pub(crate) fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line == start || line.strip_prefix(start).is_some_and(|rest| rest.starts_with(' '));
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// Sends `isready` and returns what came before `readyok`.
    pub(crate) fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Sends a line that is expected to be refused: exactly one `info string` comes back, nothing else.
    pub(crate) fn complaint(&mut self, text: &str) -> String {
        self.send(text);
        let mut lines = self.sync();
        assert_eq!(lines.len(), 1, "answer to {text:?}: {lines:?}");
        let line = lines.remove(0);
        line.strip_prefix("info string ").unwrap_or_else(|| panic!("{line:?} for {text:?}")).to_owned()
    }

    /// Sends a line that is expected to be accepted without a word.
    pub(crate) fn silently(&mut self, text: &str) {
        self.send(text);
        assert_eq!(self.sync(), [""; 0], "answer to {text:?}");
    }

    /// Sends a `go` that ends by itself and returns the lines up to its `bestmove`; nothing may follow them.
    pub(crate) fn go(&mut self, go: &str) -> Vec<String> {
        self.send(go);
        let lines = self.until("bestmove");
        assert_eq!(self.sync(), [""; 0], "output after the bestmove of {go:?}");
        lines
    }

    /// Listens for a while to a search that must not end by itself and returns what it reported meanwhile.
    pub(crate) fn listen(&mut self) -> Vec<String> {
        let end = Instant::now() + SILENCE;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            lines.push(line);
        }
        lines.extend(self.sync());
        lines
    }

    /// The board's FEN by the console command `d`.
    pub(crate) fn fen(&mut self) -> String {
        self.field_of_board("fen")
    }

    /// One named line of the console command `d`.
    pub(crate) fn field_of_board(&mut self, name: &str) -> String {
        self.send("d");
        let lines = self.sync();
        let found =
            lines.iter().find_map(|line| line.strip_prefix(name).filter(|rest| rest.starts_with(' ')));
        found.unwrap_or_else(|| panic!("no {name} in {lines:?}")).trim().to_owned()
    }

    /// Ends the program as nothing can be caught: in the middle of whatever it does.
    pub(crate) fn kill(mut self) {
        self.child.kill().and_then(|()| self.child.wait()).expect("the program can be killed");
    }

    /// Presses Ctrl-C.
    #[cfg(unix)]
    pub(crate) fn interrupt(&self) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill runs").success());
    }

    /// Closes the program's input.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits for the program to end by itself. It must not have complained on standard error.
    pub(crate) fn end(self) -> (ExitStatus, Vec<String>) {
        let (status, lines, errors) = self.end_with_errors();
        assert_eq!(errors, "", "complaints on standard error");
        (status, lines)
    }

    /// Waits for the program to end by itself: its status, the lines not read before, and its standard error.
    pub(crate) fn end_with_errors(mut self) -> (ExitStatus, Vec<String>, String) {
        let deadline = Instant::now() + DEADLINE;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("the child can be waited for") {
                break status;
            }
            assert!(Instant::now() < deadline, "the program does not end");
            thread::sleep(Duration::from_millis(2));
        };
        let errors = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        (status, self.lines.iter().collect(), errors)
    }

    /// Says `quit`; the program must end well. Returns the lines not read before.
    pub(crate) fn quit(mut self) -> Vec<String> {
        self.send("quit");
        let (status, lines) = self.end();
        assert!(status.success(), "{status}");
        lines
    }
}

fn spawn(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cb2026"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the program to its end, without input: whether it was content, what it printed, and what it told on standard error.
pub(crate) fn run(arguments: &[&str]) -> (bool, String, String) {
    let mut client = Client::start_with(arguments);
    client.close_input();
    let (status, lines, errors) = client.end_with_errors();
    (status.success(), lines.join("\n"), errors)
}

/// A folder of a test's own, which goes with it.
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Makes it; `name` is the test's.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cb2026-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
