//! The file itself: static, small, for the machine that it says.

use crate::elf;
use crate::tried::handed_over;

/// Bytes that it may have at the most.
const SIZE_MAX: usize = 15_000_000;

#[test]
fn one_static_file_of_a_size_for_a_small_card() {
    let Some(path) = handed_over() else {
        println!("SKIPPED: BARBACK_APPLIANCE names no file, so nothing was looked at that is handed over.");
        return;
    };
    let bytes = std::fs::read(&path).expect("a file");
    let found = elf::read(&bytes).expect("an executable");
    println!("{}: {} bytes, {found:?}", path.display(), bytes.len());
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let machine = if name.ends_with("armv7") { "arm" } else { name.rsplit_once('-').expect("barback-KIND").1 };
    assert_eq!(found, elf::Executable { machine: found.machine, wants_loader: false, libraries: 0, has_symbols: false });
    assert_eq!(found.machine, machine);
    assert!(bytes.len() <= SIZE_MAX, "{} bytes", bytes.len());
}

#[test]
fn the_reader_knows_a_dynamic_file_when_it_sees_one() {
    let bytes = std::fs::read(std::env::current_exe().expect("this test")).expect("a file");
    let found = elf::read(&bytes).expect("an executable");
    assert!(found.wants_loader && found.libraries > 0, "{found:?}: this test is an ordinary program");
    assert_eq!(elf::read(b"#!/bin/sh\n"), None);
}
