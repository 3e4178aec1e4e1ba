//! Backup files, and what lies on a stick.
#![no_main]

#[path = "../checks.rs"]
mod checks;

/// One copy of so many is written again.
const WRITTEN: u32 = 64;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    checks::copy_written(data, WRITTEN);
});
