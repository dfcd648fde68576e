//! Reading suites and writing results.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::LabError;

/// The text of a file: UTF-8, or else Latin-1, which old suites are written in (no-break spaces, accented names).
pub(crate) fn read(path: &Path) -> Result<String, LabError> {
    let bytes = fs::read(path).map_err(|source| LabError::Read { path: path.to_owned(), source })?;
    // Every byte is a character of Latin-1, with the same number as in Unicode.
    Ok(String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect()))
}

/// Writes a whole file or leaves what was there: the text goes to a neighbour first, which then takes the name.
///
/// # Errors
/// [`LabError::Write`] if either step fails.
pub fn write_atomically(path: &Path, text: &str) -> Result<(), LabError> {
    let neighbour = neighbour(path);
    let attempt = || {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder)?;
        }
        let mut file = fs::File::create(&neighbour)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&neighbour, path)
    };
    attempt().map_err(|source| {
        // Nothing more can be done about a neighbour that cannot be removed; the error already says what failed.
        let _ = fs::remove_file(&neighbour);
        LabError::Write { path: path.to_owned(), source }
    })
}

/// A name beside `path` that no other process writes to.
fn neighbour(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.partial", std::process::id()));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_behind() {
        let folder = std::env::temp_dir().join(format!("lab-files-{}", std::process::id()));
        let path = folder.join("deep/result.md");
        write_atomically(&path, "first").unwrap();
        write_atomically(&path, "second").unwrap();
        assert_eq!(read(&path).unwrap(), "second");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn old_encodings_are_read() {
        let path = std::env::temp_dir().join(format!("lab-latin1-{}", std::process::id()));
        fs::write(&path, b"bm Qb3\xa0; id \"Gr\xfcnfeld\"").unwrap();
        assert_eq!(read(&path).unwrap(), "bm Qb3\u{a0}; id \"Grünfeld\"");
        fs::write(&path, "Grünfeld").unwrap();
        assert_eq!(read(&path).unwrap(), "Grünfeld");
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn failures_name_the_file() {
        let missing = Path::new("no/such/suite.epd");
        assert!(read(missing).unwrap_err().to_string().contains("no/such/suite.epd"));
        // A folder cannot be overwritten by a file.
        let folder = std::env::temp_dir();
        assert!(matches!(write_atomically(&folder, ""), Err(LabError::Write { .. })));
        assert!(folder.is_dir());
    }
}
