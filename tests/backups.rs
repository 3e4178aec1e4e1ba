//! Backups and the command line, tested with the real binary: a restored bar equals the bar that was backed up, an incomplete backup is
//! refused, and every error message says what to do.

#[path = "backups/bills.rs"]
mod bills;
#[path = "support/box_process.rs"]
mod box_process;
#[path = "backups/bucket.rs"]
mod bucket;
#[path = "backups/cannot_start.rs"]
mod cannot_start;
#[path = "backups/cli.rs"]
mod cli;
#[path = "backups/command_line.rs"]
mod command_line;
#[path = "backups/continuous.rs"]
mod continuous;
#[path = "backups/damaged.rs"]
mod damaged;
#[path = "support/drawer.rs"]
mod drawer;
#[path = "backups/encrypted.rs"]
mod encrypted;
#[path = "crash/ledger.rs"]
mod ledger;
#[path = "backups/numbers.rs"]
mod numbers;
#[path = "backups/people.rs"]
mod people;
#[path = "support/phone.rs"]
mod phone;
#[path = "api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "backups/receipts_file.rs"]
mod receipts_file;
#[path = "backups/restored.rs"]
mod restored;
#[path = "backups/rights.rs"]
mod rights;
#[path = "support/rng.rs"]
mod rng;
#[path = "backups/service.rs"]
mod service;
#[path = "backups/shifts.rs"]
mod shifts;
#[path = "backups/stick.rs"]
mod stick;
#[path = "backups/upgrade.rs"]
mod upgrade;
