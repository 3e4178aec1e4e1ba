//! The box as it is handed over: one static file that starts, sells, survives and copies, also on another kind of
//! machine; and the package that it comes in.
//!
//! By itself this tries the binary of the ordinary build. `BARBACK_APPLIANCE=target/static/barback-aarch64` names
//! another, `BARBACK_RUNNER=qemu-aarch64` what runs it here, and `BARBACK_PACKAGES` a folder with two packages of it,
//! one older than the other.

#[path = "support/box_process.rs"]
mod box_process;
#[path = "appliance/elf.rs"]
mod elf;
#[path = "support/escpos_reader.rs"]
mod escpos_reader;
#[path = "support/fake_printer.rs"]
mod fake_printer;
#[path = "appliance/file.rs"]
mod file;
#[path = "crash/ledger.rs"]
mod ledger;
#[path = "appliance/machine.rs"]
mod machine;
#[path = "appliance/package.rs"]
mod package;
#[path = "support/phone.rs"]
mod phone;
#[path = "api/bar/rebuild_check.rs"]
mod rebuild_check;
#[path = "support/rng.rs"]
mod rng;
#[path = "support/secure_phone.rs"]
mod secure_phone;
#[path = "appliance/service.rs"]
mod service;
#[path = "appliance/socket_name.rs"]
mod socket_name;
#[path = "appliance/story.rs"]
mod story;
#[path = "appliance/tried.rs"]
mod tried;
