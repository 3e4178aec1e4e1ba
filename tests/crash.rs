//! Crash tests of the real binary as a process: power cuts, full and damaged disks, failing printers, hostile clients. An acknowledged
//! sale is never lost and never stored twice.
//!
//! The ordinary run takes a minute. `BARBACK_CRASH_ROUNDS=100 cargo test --test crash` cuts the
//! power a hundred times under load, damages ten times as many files and lets a hundred phones compete for a hundred last bottles;
//! `BARBACK_CRASH_SEED` sets another seed.

#[path = "crash/abuse.rs"]
mod abuse;
#[path = "crash/bills.rs"]
mod bills;
#[path = "support/box_process.rs"]
mod box_process;
#[path = "crash/clock_steps.rs"]
mod clock_steps;
#[path = "crash/damage.rs"]
mod damage;
#[path = "crash/dead_printer.rs"]
mod dead_printer;
#[path = "support/drawer.rs"]
mod drawer;
#[path = "support/escpos_reader.rs"]
mod escpos_reader;
#[path = "support/fake_adapter.rs"]
mod fake_adapter;
#[path = "support/fake_printer.rs"]
mod fake_printer;
#[path = "crash/fiscal.rs"]
mod fiscal;
#[path = "crash/full_disk.rs"]
mod full_disk;
#[path = "crash/kitchen.rs"]
mod kitchen;
#[path = "crash/last_bottle.rs"]
mod last_bottle;
#[path = "crash/ledger.rs"]
mod ledger;
#[path = "support/phone.rs"]
mod phone;
#[path = "crash/power_cuts.rs"]
mod power_cuts;
#[path = "support/raw_http.rs"]
mod raw_http;
#[path = "api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "support/rng.rs"]
mod rng;
#[path = "crash/shift_closes.rs"]
mod shift_closes;
#[path = "crash/shutdown.rs"]
mod shutdown;
#[path = "crash/strangers.rs"]
mod strangers;

/// Number of power cuts under load, and of contested last bottles.
fn rounds() -> u64 {
    rng::number("BARBACK_CRASH_ROUNDS", 10)
}
