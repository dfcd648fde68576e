//! Embeds a network: the one named by `EVALFILE`, or else `nets/default.cbnn` if it is there, or else none.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

#[allow(dead_code, unreachable_pub, reason = "the engine uses what is not used here")]
#[path = "src/eval/nnue/format.rs"]
mod format;

const DEFAULT: &str = "nets/default.cbnn";

fn main() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    // The folder, not the file: a file that is not there would count as changed at every build.
    println!("cargo::rerun-if-changed=nets");
    println!("cargo::rerun-if-changed=src/eval/nnue/format.rs");
    if let Err(message) = embed() {
        println!("cargo::error={message}");
    }
}

fn embed() -> Result<(), String> {
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let code = match source()? {
        None => "None".to_owned(),
        Some(path) => {
            println!("cargo::rerun-if-changed={}", path.display());
            let bytes = fs::read(&path).map_err(|error| named(&path, error))?;
            format::Parts::read(&bytes).map_err(|error| named(&path, error))?;
            // A copy, so that the file that was checked is the file that is embedded.
            write(&out.join("network.cbnn"), &bytes)?;
            r#"Some(include_bytes!(concat!(env!("OUT_DIR"), "/network.cbnn")))"#.to_owned()
        }
    };
    write(&out.join("embedded.rs"), code.as_bytes())
}

fn named(path: &Path, error: impl std::fmt::Display) -> String {
    format!("network {}: {error}", path.display())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error: io::Error| named(path, error))
}

/// The file to embed. A relative `EVALFILE` counts from where cargo was called, or else from the workspace.
fn source() -> Result<Option<PathBuf>, String> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?);
    let Some(asked) = env::var_os("EVALFILE").filter(|asked| !asked.is_empty()).map(PathBuf::from) else {
        return Ok(Some(package.join(DEFAULT)).filter(|path| path.is_file()));
    };
    let called_from = env::var_os("PWD").map(PathBuf::from);
    let workspace = package.join("../..");
    // An absolute path replaces what it is joined to.
    let found =
        called_from.into_iter().chain([workspace]).map(|base| base.join(&asked)).find(|path| path.is_file());
    found.map(Some).ok_or_else(|| format!("EVALFILE: there is no file {}", asked.display()))
}
