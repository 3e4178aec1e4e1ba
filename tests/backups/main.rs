//! Backups and the command line, tested with the real binary: a restored bar equals the bar that was backed up, an incomplete backup is
//! refused, and every error message says what to do.

mod bills;
#[path = "../support/box_process.rs"]
mod box_process;
mod bucket;
mod cannot_start;
mod cli;
mod command_line;
mod continuous;
mod damaged;
#[path = "../support/drawer.rs"]
mod drawer;
mod encrypted;
#[path = "../crash/ledger.rs"]
mod ledger;
mod numbers;
mod people;
#[path = "../support/phone.rs"]
mod phone;
#[path = "../api/bar/rebuild_check.rs"]
mod rebuild_check;
mod receipts_file;
mod restored;
mod rights;
#[path = "../support/rng.rs"]
mod rng;
mod service;
mod shifts;
mod stick;
mod upgrade;
