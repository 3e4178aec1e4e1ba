//! What the machine notes for the box in files of memory, and the box for the machine.

use std::path::Path;

/// The card's partition that any computer can edit.
pub const BOOT: &str = "/boot";
/// Folder of the box's notes. The machine's own are listed in `docs/developer/image.md`.
pub const RUN: &str = "/run/barback";
/// Lines that are read of a file: the newest.
const LINES_MAX: usize = 200;

/// What the kernel said of the memory card; empty while all is well.
pub fn card_errors() -> Vec<String> {
    newest_lines(Path::new("/run/barback-box/card-errors"))
}

/// The newest errors of the machine's log. The log of the day before is read too: the present one may just have begun.
pub fn errors() -> Vec<String> {
    let [mut before, now] = ["/var/lib/barback-box/errors.before", "/var/lib/barback-box/errors"].map(|file| newest_lines(Path::new(file)));
    before.extend(now);
    before.split_off(before.len().saturating_sub(LINES_MAX))
}

/// Version and checksum of the root that runs; `None` on another machine.
pub fn build() -> Option<String> {
    newest_lines(Path::new("/etc/barback-box/build")).pop()
}

fn newest_lines(file: &Path) -> Vec<String> {
    let text = std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES_MAX)..].iter().map(|line| (*line).to_owned()).collect()
}

/// Note of why the backup on the card was not restored.
const RESTORE_FAILURE: &str = "restore-failure";

/// Why the backup on the card was not restored; `None` if it was, or there was none.
pub fn restore_failure() -> Option<String> {
    newest_lines(&Path::new(RUN).join(RESTORE_FAILURE)).pop()
}

/// Notes why the backup on the card was not restored.
pub fn note_restore_failure(reason: &str) {
    write(RESTORE_FAILURE, reason);
}

/// Whether a person has had the box forget its bar: then the backup on the card does not bring it back.
pub fn was_reset() -> bool {
    Path::new("/var/lib/barback-box/was-reset").exists()
}

/// Writes a note for the machine, whole or not at all. An empty note says that there is nothing.
pub fn write(name: &str, text: &str) {
    let (path, new) = (Path::new(RUN).join(name), Path::new(RUN).join(format!("{name}.new")));
    if let Err(error) = std::fs::write(&new, text).and_then(|()| std::fs::rename(&new, &path)) {
        tracing::warn!("{}: {error}", path.display());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_lines_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("errors");
        assert_eq!(newest_lines(&file), Vec::<String>::new());
        let lines: Vec<String> = (0..300).map(|number| format!("line {number}")).collect();
        std::fs::write(&file, lines.join("\n")).expect("a file");
        assert_eq!(newest_lines(&file), lines[100..]);
    }
}
