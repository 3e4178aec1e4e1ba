//! Build script: compresses the API's document, and tells when the screens were not built, which leaves a page that says so.

use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The document, as the tests write it.
const DOCUMENT: &str = "ui/src/api/openapi.json";
/// Folders of the UI build that are embedded: the box's screens, and head office's.
const SCREENS: [&str; 2] = ["ui/dist", "ui/dist-head"];

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    for folder in SCREENS {
        println!("cargo::rerun-if-changed={folder}");
        if !Path::new(folder).join("index.html").is_file() {
            println!("cargo::warning=Built without its screens: {folder} is missing (npm --prefix ui ci && npm --prefix ui run build).");
        }
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
