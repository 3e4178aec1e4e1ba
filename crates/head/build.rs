//! Build script: tells when the screens were not built, which leaves a page that says so.

use std::path::Path;

/// Folder of the UI build that is embedded.
const SCREENS: &str = "../../ui/dist-head";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={SCREENS}");
    if !Path::new(SCREENS).join("index.html").is_file() {
        println!("cargo::warning=Built without its screens: ui/dist-head is missing (npm --prefix ui ci && npm --prefix ui run build).");
    }
}
