//! Build script: compresses the API's document, and fails early, with a clear message, if the screens are to be embedded but were not
//! built.

use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// The document, as the tests write it.
const DOCUMENT: &str = "ui/src/api/openapi.json";
/// The last of the necessary files that `cd ui && npm run build` writes.
const PAGE: &str = "ui/dist/index.html";
/// The same of head office's screens.
const HEAD_PAGE: &str = "ui/dist-head/index.html";

fn main() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    compress_document()?;
    if std::env::var_os("CARGO_FEATURE_UI").is_none() {
        return Ok(());
    }
    println!("cargo::rerun-if-changed=ui/dist");
    if std::env::var_os("CARGO_FEATURE_HEAD").is_some() {
        println!("cargo::rerun-if-changed=ui/dist-head");
        if !Path::new(HEAD_PAGE).is_file() {
            println!("cargo::warning=Head office is built without its screens: {HEAD_PAGE} is missing (npm --prefix ui run build).");
        }
    }
    if !Path::new(PAGE).is_file() {
        println!(
            "cargo::error=The screens are not built: {PAGE} is missing. Run `npm --prefix ui ci && npm --prefix ui run build` first, \
             or leave the screens out with `cargo build --no-default-features`."
        );
    }
    Ok(())
}

fn compress_document() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed={DOCUMENT}");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&std::fs::read(DOCUMENT)?)?;
    std::fs::write(out.join("openapi.json.deflate"), encoder.finish()?)
}
