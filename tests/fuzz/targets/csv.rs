//! Fuzz target: CSV product lists.
#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &str| checks::csv(data));
