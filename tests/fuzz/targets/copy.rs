//! Fuzz target: backup files.
#![no_main]

#[path = "../checks.rs"]
mod checks;

/// One of this many accepted files is written again.
const WRITTEN: u32 = 64;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    checks::copy_written(data, WRITTEN);
});
