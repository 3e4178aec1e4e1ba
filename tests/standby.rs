//! Two boxes as real processes: the second keeps up with the first while it sells, takes over when it dies, and refuses to
//! follow a history that is not its own.

#[path = "support/box_process.rs"]
mod box_process;
#[path = "support/fake_printer.rs"]
mod fake_printer;
#[path = "standby/follows.rs"]
mod follows;
#[path = "crash/ledger.rs"]
mod ledger;
#[path = "standby/pair.rs"]
mod pair;
#[path = "standby/paper.rs"]
mod paper;
#[path = "standby/parted.rs"]
mod parted;
#[path = "support/phone.rs"]
mod phone;
#[path = "api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "support/rng.rs"]
mod rng;
#[path = "standby/still_there.rs"]
mod still_there;
#[path = "standby/takes_over.rs"]
mod takes_over;
#[path = "copies/tool.rs"]
mod tool;
