//! What the machine notes for the box in files of memory, and the box for the machine.

use std::path::Path;

/// Folder of the box's notes. The machine's own are listed in `docs/developer/image.md`.
pub const RUN: &str = "/run/barback";
/// Lines that are read of a file: the newest.
const LINES_MAX: usize = 200;

/// What the kernel said of the memory card; empty while all is well.
pub fn card_errors() -> Vec<String> {
    newest_lines(Path::new("/run/barback-box/card-errors"))
}

/// The newest errors of the machine's log.
pub fn errors() -> Vec<String> {
    newest_lines(Path::new("/var/lib/barback-box/errors"))
}

fn newest_lines(file: &Path) -> Vec<String> {
    let text = std::fs::read(file).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES_MAX)..].iter().map(|line| (*line).to_owned()).collect()
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
