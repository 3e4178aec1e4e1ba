//! Two boxes as real processes: the second keeps up with the first while it sells, takes over when the first dies, and refuses
//! to follow a box with a different history.

#[path = "support/box_process.rs"]
mod box_process;
#[path = "backups/cli.rs"]
mod cli;
#[path = "standby/diverged.rs"]
mod diverged;
#[path = "support/drawer.rs"]
mod drawer;
#[path = "support/fake_printer.rs"]
mod fake_printer;
#[path = "standby/first_box_answers.rs"]
mod first_box_answers;
#[path = "standby/follows.rs"]
mod follows;
#[path = "crash/ledger.rs"]
mod ledger;
#[path = "standby/pair.rs"]
mod pair;
#[path = "standby/paper.rs"]
mod paper;
#[path = "support/phone.rs"]
mod phone;
#[path = "api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "support/rng.rs"]
mod rng;
#[path = "standby/shifts.rs"]
mod shifts;
#[path = "standby/takes_over.rs"]
mod takes_over;
