//! Tests of the release: the static binary, also for other architectures, its Debian package, and the systemd service.
//!
//! Without variables they use the binary of the ordinary build. `BARBACK_STATIC_FILE=target/static/barback-aarch64` names
//! another one, `BARBACK_RUNNER=qemu-aarch64` the program that runs it here, and `BARBACK_PACKAGES` a folder with two versions of
//! its package.

mod binary;
#[path = "../support/box_process.rs"]
mod box_process;
mod elf;
#[path = "../support/escpos_reader.rs"]
mod escpos_reader;
#[path = "../support/fake_printer.rs"]
mod fake_printer;
mod first_night;
#[path = "../crash/ledger.rs"]
mod ledger;
mod machine;
mod package;
#[path = "../support/phone.rs"]
mod phone;
mod printer_name;
#[path = "../api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "../support/rng.rs"]
mod rng;
#[path = "../support/secure_phone.rs"]
mod secure_phone;
mod service;
mod static_file;
