//! Two boxes as real processes: the second keeps up with the first while it sells, takes over when the first dies, and refuses
//! to follow a box with a different history.

#[path = "../support/box_process.rs"]
mod box_process;
#[path = "../backups/cli.rs"]
mod cli;
mod diverged;
#[path = "../support/drawer.rs"]
mod drawer;
#[path = "../support/fake_printer.rs"]
mod fake_printer;
mod first_box_answers;
mod follows;
#[path = "../crash/ledger.rs"]
mod ledger;
mod pair;
mod paper;
#[path = "../support/phone.rs"]
mod phone;
#[path = "../api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "../support/rng.rs"]
mod rng;
mod shifts;
mod takes_over;
