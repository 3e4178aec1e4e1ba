//! Fuzz target: backup files.
#![no_main]

#[path = "../checks.rs"]
mod checks;

/// One of this many accepted files is written again.
const REWRITE_ONE_OF: u32 = 64;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    checks::backup_rewriting(data, REWRITE_ONE_OF);
});
