//! Fuzz target: `Host` headers.
#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &str| checks::host(data));
