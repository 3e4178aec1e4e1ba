//! Build script: fails early, with a clear message, if the screens are to be embedded but were not built.

use std::path::Path;

/// The last of the necessary files that `cd ui && npm run build` writes.
const PAGE: &str = "ui/dist/index.html";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var_os("CARGO_FEATURE_UI").is_none() {
        return;
    }
    println!("cargo::rerun-if-changed=ui/dist");
    if !Path::new(PAGE).is_file() {
        println!(
            "cargo::error=The screens are not built: {PAGE} is missing. Run `npm --prefix ui ci && npm --prefix ui run build` first, \
             or leave the screens out with `cargo build --no-default-features`."
        );
    }
}
