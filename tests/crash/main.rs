//! Crash tests of the real binary as a process: power cuts, full and damaged disks, failing printers, hostile clients. An acknowledged
//! sale is never lost and never stored twice.
//!
//! The ordinary run takes a minute. `BARBACK_CRASH_ROUNDS=100 cargo test --test crash` cuts the
//! power a hundred times under load, damages ten times as many files and lets a hundred phones compete for a hundred last bottles;
//! `BARBACK_CRASH_SEED` sets another seed.

mod abuse;
mod bills;
#[path = "../support/box_process.rs"]
mod box_process;
mod clock_steps;
mod damage;
mod dead_printer;
#[path = "../support/drawer.rs"]
mod drawer;
#[path = "../support/escpos_reader.rs"]
mod escpos_reader;
#[path = "../support/fake_adapter.rs"]
mod fake_adapter;
#[path = "../support/fake_printer.rs"]
mod fake_printer;
mod fiscal;
mod full_disk;
mod kitchen;
mod last_bottle;
mod ledger;
#[path = "../support/phone.rs"]
mod phone;
mod power_cuts;
#[path = "../support/raw_http.rs"]
mod raw_http;
#[path = "../api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "../support/rng.rs"]
mod rng;
mod shift_closes;
mod shutdown;
mod strangers;

/// Number of power cuts under load, and of contested last bottles.
fn rounds() -> u64 {
    rng::number("BARBACK_CRASH_ROUNDS", 10)
}
