//! Properties of the release binary: statically linked, without symbols, for the architecture in its name. `systemd/static` checks its size.

use crate::binary::release_binary;
use crate::elf;

#[test]
fn the_release_is_one_static_file() {
    let Some(path) = release_binary() else {
        println!("SKIPPED: BARBACK_STATIC_FILE names no file, so no release binary was checked.");
        return;
    };
    let bytes = std::fs::read(&path).expect("a file");
    let found = elf::read(&bytes).expect("an executable");
    println!("{}: {} bytes, {found:?}", path.display(), bytes.len());
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    let machine = if name.ends_with("armv7") { "arm" } else { name.rsplit_once('-').expect("barback-KIND").1 };
    assert_eq!(found, elf::Executable { machine: found.machine, needs_loader: false, libraries: 0, has_symbols: false });
    assert_eq!(found.machine, machine);
}

#[test]
fn the_elf_reader_recognizes_a_dynamic_executable() {
    let bytes = std::fs::read(std::env::current_exe().expect("this test")).expect("a file");
    let found = elf::read(&bytes).expect("an executable");
    assert!(found.needs_loader && found.libraries > 0, "{found:?}: this test is an ordinary program");
    assert_eq!(elf::read(b"#!/bin/sh\n"), None);
}
