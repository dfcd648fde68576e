//! Books as they are handed around: gzip, Zstandard, or a zip with one file. Recognised by their first bytes.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use flate2::read::{DeflateDecoder, MultiGzDecoder};
use ruzstd::decoding::StreamingDecoder;

use crate::error::LabError;

const GZIP: &[u8] = &[0x1f, 0x8b];
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const ZIP: &[u8] = b"PK\x03\x04";

/// The bytes of a file, unpacked if they are packed.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, LabError> {
    fs::read(path).and_then(unpack).map_err(|source| LabError::Read { path: path.to_owned(), source })
}

fn unpack(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
    let mut unpacked = Vec::new();
    if bytes.starts_with(GZIP) {
        MultiGzDecoder::new(&bytes[..]).read_to_end(&mut unpacked)?;
    } else if bytes.starts_with(ZSTANDARD) {
        let mut rest = &bytes[..];
        // Tools that pack in parallel write one frame after another.
        while !rest.is_empty() {
            StreamingDecoder::new(&mut rest).map_err(io::Error::other)?.read_to_end(&mut unpacked)?;
        }
    } else if bytes.starts_with(ZIP) {
        unzip(&bytes, &mut unpacked)?;
    } else {
        return Ok(bytes);
    }
    Ok(unpacked)
}

/// The first file of a zip (PKWARE's APPNOTE, 4.3.7): its header, its name, an extra field, its data.
fn unzip(bytes: &[u8], unpacked: &mut Vec<u8>) -> io::Result<()> {
    const HEADER: usize = 30;
    const DEFLATED: u16 = 8;
    let field = |at: usize| Some(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
    let header = || {
        let (method, name, extra) = (field(8)?, field(26)?, field(28)?);
        let data = bytes.get(HEADER + usize::from(name) + usize::from(extra)..)?;
        Some((method, data))
    };
    match header() {
        // Deflated data knows itself where it ends.
        Some((DEFLATED, data)) => DeflateDecoder::new(data).read_to_end(unpacked).map(drop),
        Some(_) => Err(io::Error::other("a zip with something else than a deflated file first")),
        None => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
