//! Build script: compresses the API's document, and tells when the screens were not built, which leaves a page that says so.

use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The document, as the tests write it.
const DOCUMENT: &str = "ui/src/api/openapi.json";
/// Folder of the UI build that is embedded.
const SCREENS: &str = "ui/dist";

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={SCREENS}");
    if !Path::new(SCREENS).join("index.html").is_file() {
        println!("cargo::warning=Built without its screens: {SCREENS} is missing (npm --prefix ui ci && npm --prefix ui run build).");
    }
    compress_document()
}

fn compress_document() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed={DOCUMENT}");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&std::fs::read(DOCUMENT)?)?;
    std::fs::write(out.join("openapi.json.deflate"), encoder.finish()?)
}
