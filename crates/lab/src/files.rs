//! Reading suites and writing results.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::error::LabError;

/// Why a file that grows is not written to.
pub(crate) const OTHER_WRITER: &str = "another process is writing it";

/// The text of a file: UTF-8, or else Latin-1, which old suites are written in (no-break spaces, accented names).
pub(crate) fn read(path: &Path) -> Result<String, LabError> {
    fs::read(path).map(decode).map_err(|source| LabError::Read { path: path.to_owned(), source })
}

/// Bytes as text: UTF-8, or else Latin-1.
pub(crate) fn decode(bytes: Vec<u8>) -> String {
    // Every byte is a character of Latin-1, with the same number as in Unicode.
    String::from_utf8(bytes).unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

/// FNV-1a, 64 bits (Fowler, Noll, Vo), of bytes or of larger numbers: finds damage and differences, proves nothing about the origin.
pub(crate) fn fnv1a(numbers: impl IntoIterator<Item = u64>) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    numbers.into_iter().fold(OFFSET_BASIS, |hash, number| (hash ^ number).wrapping_mul(PRIME))
}

/// A file about to be replaced as a whole. Its text goes to a neighbour first, which then takes the name, so a failure
/// leaves what was there; dropped without [`Replacement::write`], it leaves no trace but the folders it made.
#[derive(Debug)]
pub struct Replacement {
    path: PathBuf,
    neighbour: PathBuf,
    file: BufWriter<fs::File>,
    /// Whether what has the name may lose it.
    force: bool,
}

impl Replacement {
    /// Makes the neighbour, and the folders above if they are missing: a place that cannot be written is noticed before
    /// there is anything to lose.
    ///
    /// # Errors
    /// [`LabError::Write`] if `path` is a folder or no file can be made beside it.
    pub fn begin(path: &Path) -> Result<Self, LabError> {
        let neighbour = neighbour(path);
        let attempt = || {
            if path.is_dir() || path.file_name().is_none() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                fs::create_dir_all(folder)?;
            }
            fs::File::create(&neighbour)
        };
        let file = attempt().map_err(|source| LabError::Write { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned(), neighbour, file: BufWriter::new(file), force: true })
    }

    /// The same for a file that replaces none unless `force` is set: neither one that is there now nor one that has come when this
    /// one takes its name.
    ///
    /// # Errors
    /// [`LabError::Exists`]; those of [`Replacement::begin`].
    pub(crate) fn begin_new(path: &Path, force: bool) -> Result<Self, LabError> {
        refuse_existing(path, force)?;
        let mut file = Self::begin(path)?;
        file.force = force;
        Ok(file)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`LabError::Write`]; what the file held before is untouched then.
    pub fn write(mut self, text: &str) -> Result<(), LabError> {
        self.append(text.as_bytes())?;
        self.finish()
    }

    /// Adds to what the file will hold.
    ///
    /// # Errors
    /// [`LabError::Write`]; what the file held before is untouched then.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), LabError> {
        self.file.write_all(bytes).map_err(|source| LabError::Write { path: self.path.clone(), source })
    }

    /// Waits until what has been appended is on the disk, so that little can go wrong any more.
    ///
    /// # Errors
    /// [`LabError::Write`]; what the file held before is untouched then.
    pub(crate) fn settle(&mut self) -> Result<(), LabError> {
        self.file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all())
            .map_err(|source| LabError::Write { path: self.path.clone(), source })
    }

    /// Lets what has been appended take the file's name.
    ///
    /// # Errors
    /// [`LabError::Write`], and [`LabError::Exists`] if there is a file by now that may not be replaced; what the file held before
    /// is untouched then.
    pub fn finish(mut self) -> Result<(), LabError> {
        self.settle()?;
        take_name(&self.neighbour, &self.path, self.force)
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // Gone already if it took the name; nothing more can be done about one that cannot be removed.
        let _ = fs::remove_file(&self.neighbour);
    }
}

/// Refuses to overwrite.
///
/// # Errors
/// [`LabError::Exists`] if there is something of this name and `force` is not set.
pub(crate) fn refuse_existing(path: &Path, force: bool) -> Result<(), LabError> {
    if !force && path.symlink_metadata().is_ok() {
        return Err(LabError::Exists { path: path.to_owned() });
    }
    Ok(())
}

/// Gives a file the name of another, which is replaced if `force` is set and otherwise keeps it.
///
/// # Errors
/// [`LabError::Exists`], [`LabError::Write`].
pub(crate) fn take_name(from: &Path, to: &Path, force: bool) -> Result<(), LabError> {
    let attempt = || {
        if !force {
            match fs::hard_link(from, to) {
                Ok(()) => return fs::remove_file(from),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(error),
                // Some file systems know no second names; there a look before has to do.
                Err(_) if to.symlink_metadata().is_ok() => return Err(io::ErrorKind::AlreadyExists.into()),
                Err(_) => {}
            }
        }
        fs::rename(from, to)
    };
    attempt().map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => LabError::Exists { path: to.to_owned() },
        _ => LabError::Write { path: to.to_owned(), source },
    })
}

/// Makes sure that nobody else appends, until the file is closed, however that comes about.
pub(crate) fn lock(file: &fs::File) -> io::Result<()> {
    match file.try_lock() {
        Err(fs::TryLockError::WouldBlock) => Err(io::Error::other(OTHER_WRITER)),
        // Some file systems know no locks.
        Err(fs::TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(fs::TryLockError::Error(error)) => Err(error),
        Ok(()) => Ok(()),
    }
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

    fn replace(path: &Path, text: &str) -> Result<(), LabError> {
        Replacement::begin(path)?.write(text)
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_behind() {
        let folder = std::env::temp_dir().join(format!("lab-files-{}", std::process::id()));
        let path = folder.join("deep/result.md");
        replace(&path, "first").unwrap();
        replace(&path, "second").unwrap();
        assert_eq!(read(&path).unwrap(), "second");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_replacement_given_up_leaves_what_was_there() {
        let folder = std::env::temp_dir().join(format!("lab-replacement-{}", std::process::id()));
        let path = folder.join("result.md");
        replace(&path, "first").unwrap();
        drop(Replacement::begin(&path).unwrap());
        assert_eq!(read(&path).unwrap(), "first");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        // A file is no folder to write into.
        assert!(matches!(Replacement::begin(&path.join("below.md")), Err(LabError::Write { .. })));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_came_meanwhile_is_not_replaced_unless_asked() {
        let folder = std::env::temp_dir().join(format!("lab-meanwhile-{}", std::process::id()));
        let path = folder.join("net.cbnn");
        let begin = |force| {
            let mut file = Replacement::begin_new(&path, force).unwrap();
            file.append(b"new").unwrap();
            file
        };
        begin(false).finish().unwrap();
        assert!(matches!(Replacement::begin_new(&path, false), Err(LabError::Exists { .. })));
        fs::remove_file(&path).unwrap();
        let refused = begin(false);
        fs::write(&path, "precious").unwrap();
        assert!(matches!(refused.finish(), Err(LabError::Exists { .. })));
        assert_eq!(read(&path).unwrap(), "precious");
        begin(true).finish().unwrap();
        assert_eq!(read(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    /// The authors' test vectors.
    #[test]
    fn checksums_are_those_of_fnv_1a() {
        for (text, hash) in
            [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
        {
            assert_eq!(fnv1a(text.bytes().map(u64::from)), hash, "{text}");
        }
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
        assert!(matches!(replace(&folder, ""), Err(LabError::Write { .. })));
        assert!(folder.is_dir());
    }
}
