//! Standard input, read line by line on a thread of its own so that a search never delays it.

use std::io::{self, BufRead};
use std::sync::mpsc::Sender;
use std::thread;

use crate::uci::Event;

/// Longest line that is kept, in bytes; a game of ten thousand moves fits ten times. The rest of a longer line
/// is read and dropped.
const LONGEST_LINE: usize = 1 << 20;

/// Starts the thread. It sends every line and, at the end of input or on a read error, [`Event::EndOfInput`].
///
/// # Errors
/// When the system starts no thread.
pub(crate) fn start(events: Sender<Event>) -> io::Result<()> {
    thread::Builder::new().name("input".into()).spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(line)) = read_line(&mut input) {
            if events.send(Event::Line(line)).is_err() {
                return;
            }
        }
        let _ = events.send(Event::EndOfInput);
    })?;
    Ok(())
}

/// The next line without its line feed, bytes that are no UTF-8 replaced; `None` at the end of input.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() {
            break;
        }
        any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let piece = &buffer[..end.unwrap_or(buffer.len())];
        let room = LONGEST_LINE - line.len();
        line.extend_from_slice(&piece[..piece.len().min(room)]);
        let used = end.map_or(buffer.len(), |at| at + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(any.then(|| String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8], buffer: usize) -> Vec<String> {
        let mut input = BufReader::with_capacity(buffer, bytes);
        std::iter::from_fn(|| read_line(&mut input).unwrap()).collect()
    }

    #[test]
    fn lines_end_at_line_feeds_whatever_the_buffer() {
        for buffer in [1, 2, 3, 100] {
            assert_eq!(lines(b"uci\n\nisready\r\nquit", buffer), ["uci", "", "isready\r", "quit"]);
            assert_eq!(lines(b"", buffer), Vec::<String>::new());
            assert_eq!(lines(b"d\n", buffer), ["d"]);
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"go\xff\n", 10), ["go\u{fffd}"]);
    }

    #[test]
    fn an_endless_line_is_bounded() {
        let mut bytes = vec![b'x'; 3 * LONGEST_LINE];
        bytes.extend_from_slice(b"\nuci\n");
        let lines = lines(&bytes, 4096);
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[0].len(), lines[1].as_str()), (LONGEST_LINE, "uci"));
    }
}
