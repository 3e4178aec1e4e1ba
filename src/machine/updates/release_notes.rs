//! What is new in an update: the `description` in its manifest, which the version of RAUC on the box does not tell over the bus.
//!
//! A bundle of RAUC's format `verity` ends with its signature in CMS, which holds the manifest as plain text, and with the length of that
//! in 8 bytes, most significant first (<https://rauc.readthedocs.io/en/latest/reference.html#verity-format>). Read it after RAUC has
//! checked the signature: this does not.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes at the end that give the length of the signature.
const LENGTH_BYTES: u64 = 8;
/// Largest signature that is read: 64 kB, as RAUC.
const SIGNATURE_MAX: u64 = 64 * 1024;
/// Characters of the notes that are shown.
const NOTES_CHARS_MAX: usize = 2_000;

/// The notes in a checked update file, with line breaks; `None` if it has none.
///
/// # Errors
/// If the file cannot be read.
pub fn read(path: &Path) -> io::Result<Option<String>> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let Some(signature_end) = size.checked_sub(LENGTH_BYTES) else { return Ok(None) };
    let mut length = [0; LENGTH_BYTES as usize];
    file.seek(SeekFrom::Start(signature_end))?;
    file.read_exact(&mut length)?;
    let length = u64::from_be_bytes(length);
    let Some(begin) = signature_end.checked_sub(length).filter(|_| length <= SIGNATURE_MAX) else { return Ok(None) };
    file.seek(SeekFrom::Start(begin))?;
    let mut signature = Vec::new();
    file.take(length).read_to_end(&mut signature)?;
    Ok(description(&signature))
}

/// The `description` of the section `[update]`, which is the first of a manifest.
fn description(signature: &[u8]) -> Option<String> {
    const SECTION: &[u8] = b"[update]\n";
    let begin = signature.windows(SECTION.len()).position(|bytes| bytes == SECTION)? + SECTION.len();
    let lines = signature[begin..].split(|byte| *byte == b'\n').take_while(|line| !line.starts_with(b"["));
    let value = lines.filter_map(|line| line.strip_prefix(b"description=")).next()?;
    let notes = unescape(&String::from_utf8_lossy(value));
    let notes: String = notes.chars().filter(|letter| *letter == '\n' || !letter.is_control()).take(NOTES_CHARS_MAX).collect();
    let notes = notes.trim();
    (!notes.is_empty()).then(|| notes.to_owned())
}

/// The escapes of a value in GLib's key files (<https://specifications.freedesktop.org/desktop-entry-spec/latest/value-types.html>).
fn unescape(value: &str) -> String {
    let (mut text, mut letters) = (String::with_capacity(value.len()), value.chars());
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => text.push('\n'),
            Some('s' | 't' | 'r') => text.push(' '),
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that ends as a bundle does, with this manifest in its signature.
    fn bundle(manifest: &str) -> Vec<u8> {
        let signature = [&[0x30, 0x82, 0x04, 0x59][..], manifest.as_bytes(), &[0xa0, 0x82, b'\n', b'[']].concat();
        [b"squashfs".repeat(100), signature.clone(), (signature.len() as u64).to_be_bytes().to_vec()].concat()
    }

    fn notes_of(bytes: &[u8]) -> Option<String> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), bytes).expect("a disk");
        read(file.path()).expect("a file")
    }

    #[test]
    fn the_description_is_read_with_its_line_breaks() {
        let manifest = "[update]\ncompatible=c\nversion=1\ndescription=Tables of several\\nLists from Excel: \u{c2}me \\\\ more\n\n[bundle]\nformat=verity\n";
        assert_eq!(notes_of(&bundle(manifest)).as_deref(), Some("Tables of several\nLists from Excel: \u{c2}me \\ more"));
    }

    #[test]
    fn an_update_may_have_no_notes() {
        assert_eq!(notes_of(&bundle("[update]\nversion=1\n\n[image.rootfs]\ndescription=another's\n")), None);
        assert_eq!(notes_of(&bundle("[update]\ndescription=\\n \\s\n")), None);
    }

    #[test]
    fn what_is_no_bundle_has_no_notes() {
        let too_long = [b"x".repeat(100), u64::MAX.to_be_bytes().to_vec()].concat();
        for bytes in [vec![], b"short".to_vec(), b"x".repeat(200), too_long, vec![0; 50]] {
            assert_eq!(notes_of(&bytes), None);
        }
    }

    #[test]
    fn notes_hold_no_control_characters_and_end() {
        let manifest = format!("[update]\ndescription=a\u{7}b\u{1b}[31m{}\n", "x".repeat(5_000));
        let notes = notes_of(&bundle(&manifest)).expect("notes");
        assert!(notes.starts_with("ab[31mx"), "{notes}");
        assert_eq!(notes.chars().count(), NOTES_CHARS_MAX);
    }
}
