//! Small helpers for messages.

/// At most this many characters of a user's text are repeated in a message.
const SHOWN: usize = 40;

/// The text as a message repeats it: control characters replaced, cut after [`SHOWN`] characters.
pub(crate) fn shorten(text: &str) -> String {
    let mut shown: String =
        text.chars().take(SHOWN).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
