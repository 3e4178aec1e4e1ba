//! Backups and the command line, tested with the real binary: a restored bar equals the bar that was backed up, an incomplete backup is
//! refused, and every error message says what to do.

#[path = "support/box_process.rs"]
mod box_process;
#[path = "copies/bucket.rs"]
mod bucket;
#[path = "copies/cannot_start.rs"]
mod cannot_start;
#[path = "copies/cli.rs"]
mod cli;
#[path = "copies/collecting.rs"]
mod collecting;
#[path = "copies/command_line.rs"]
mod command_line;
#[path = "copies/continuous.rs"]
mod continuous;
#[path = "copies/damaged.rs"]
mod damaged;
#[path = "copies/encrypted.rs"]
mod encrypted;
#[path = "crash/ledger.rs"]
mod ledger;
#[path = "copies/numbers.rs"]
mod numbers;
#[path = "support/phone.rs"]
mod phone;
#[path = "api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "copies/restored.rs"]
mod restored;
#[path = "copies/rights.rs"]
mod rights;
#[path = "support/rng.rs"]
mod rng;
#[path = "copies/service.rs"]
mod service;
#[path = "copies/stick.rs"]
mod stick;
#[path = "copies/upgrade.rs"]
mod upgrade;
