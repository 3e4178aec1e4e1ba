//! Copies and the command line, by the real binary: a bar that is made anew from a copy is the bar that was copied, a copy
//! that is not whole is refused, and every command says what to do.

#[path = "support/box_process.rs"]
mod box_process;
#[path = "copies/bucket.rs"]
mod bucket;
#[path = "copies/cannot_start.rs"]
mod cannot_start;
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
#[path = "copies/tool.rs"]
mod tool;
#[path = "copies/upgrade.rs"]
mod upgrade;
