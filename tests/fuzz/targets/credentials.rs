//! Fuzz target: session cookies and bearer tokens.
#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checks::credentials(data));
