//! Fuzz target: amounts and exchange rates.
#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|data: &str| checks::money(data));
