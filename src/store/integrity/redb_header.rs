//! redb's two places for its newest commit, and the one bit that says which of them counts.
//!
//! A commit is written whole to the place that does not count, synced, and then the bit is turned. A power cut between
//! the two leaves a whole commit that nobody was told of; a bit that rots hides one that somebody was told of. From the
//! file alone they look the same, and in both cases the newer commit is the better one. redb itself goes by the bit.

use std::io;

use redb::StorageBackend;

use super::cow_backend::Shadow;
use crate::store::disk::DiskFile;

/// Where the byte with the bit is (redb's file format, `docs/design.md`: "god byte").
const FLAGS_AT: u64 = 9;
/// The bit: 0 for the first place, 1 for the second.
const SECOND_COUNTS: u8 = 1;
/// Where the two places are.
const SLOTS_AT: [u64; 2] = [64, 192];
/// Bytes that are written anew at a time.
const PIECE_BYTES: usize = 1024 * 1024;
/// Bytes of a place.
const SLOT_BYTES: usize = 128;
/// Version of redb's file format of which all of this is true. It stands in the first byte of each place.
const FORMAT: u8 = 3;
/// Where in a place the number of its commit is.
const COMMIT_NUMBER_AT: u64 = 104;

/// The flags as they would be if the other place counted, when that holds the newer commit. `None` also for a file of another
/// format of redb's, which is not touched.
pub fn turned_to_newer(file: &dyn DiskFile) -> io::Result<Option<u8>> {
    let mut flags = [0];
    file.read(FLAGS_AT, &mut flags)?;
    for slot in SLOTS_AT {
        let mut format = [0];
        file.read(slot, &mut format)?;
        if format[0] != FORMAT {
            return Ok(None);
        }
    }
    let number = |slot: u64| -> io::Result<u64> {
        let mut number = [0; 8];
        file.read(slot + COMMIT_NUMBER_AT, &mut number)?;
        Ok(u64::from_le_bytes(number))
    };
    let second = flags[0] & SECOND_COUNTS != 0;
    let [counts, other] = if second { [SLOTS_AT[1], SLOTS_AT[0]] } else { SLOTS_AT };
    Ok((number(other)? > number(counts)?).then_some(flags[0] ^ SECOND_COUNTS))
}

/// The flags as they would be if the other place counted.
pub fn turned(file: &dyn DiskFile) -> io::Result<u8> {
    let mut flags = [0];
    file.read(FLAGS_AT, &mut flags)?;
    Ok(flags[0] ^ SECOND_COUNTS)
}

/// Writes the commit that counts over a newer one that does not, if there is such a one, and syncs. Where the newer one was
/// not taken, another commit or another record of the log follows the older; if it could come back at a later start, the log
/// would not fit it. Returns whether there was one.
pub fn write_over_newer(file: &dyn DiskFile) -> io::Result<bool> {
    let Some(flags) = turned_to_newer(file)? else { return Ok(false) };
    let second_counts = flags & SECOND_COUNTS == 0;
    let [counts, other] = if second_counts { [SLOTS_AT[1], SLOTS_AT[0]] } else { SLOTS_AT };
    let mut slot = [0; SLOT_BYTES];
    file.read(counts, &mut slot)?;
    file.write(other, &slot)?;
    file.sync()?;
    Ok(true)
}

/// Turns the bit behind glass.
pub fn turn_in(shadow: &Shadow, flags: u8) -> io::Result<()> {
    shadow.write(FLAGS_AT, &[flags])
}

/// Turns the bit for good. What the other place leads to may have been read from memory alone: the system forgets that it
/// was still to be written when a sync fails. So all of it is written once more before the bit counts.
pub fn turn(file: &dyn DiskFile, flags: u8) -> io::Result<()> {
    let length = file.len()?;
    let mut piece = vec![0; PIECE_BYTES];
    for offset in (0..length).step_by(PIECE_BYTES) {
        let piece = &mut piece[..(length - offset).min(PIECE_BYTES as u64) as usize];
        file.read(offset, piece)?;
        file.write(offset, piece)?;
    }
    file.sync()?;
    file.write(FLAGS_AT, &[flags])?;
    file.sync()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::disk::{Disk, RealDisk};
    use crate::store::{Folder, Store};

    #[test]
    fn a_file_of_another_format_is_not_touched() {
        let folder = tempfile::tempdir().expect("room");
        drop(Store::open(Folder::lock(folder.path()).expect("free")).expect("made"));
        let name = folder.path().join("barback.redb");
        let file = RealDisk.open(&name).expect("a file");
        let byte = |at: u64| {
            let mut byte = [0];
            file.read(at, &mut byte).expect("read");
            byte[0]
        };
        assert_eq!(SLOTS_AT.map(byte), [FORMAT; 2], "redb writes another format: look at its header before this is changed");
        // The other place gets the higher number.
        let other = SLOTS_AT[usize::from(byte(FLAGS_AT) & SECOND_COUNTS == 0)];
        file.write(other + COMMIT_NUMBER_AT, &u64::MAX.to_le_bytes()).expect("written");
        assert!(turned_to_newer(file.as_ref()).expect("read").is_some());
        file.write(other, &[FORMAT + 1]).expect("written");
        let before = std::fs::read(&name).expect("read");
        assert_eq!(turned_to_newer(file.as_ref()).expect("read"), None);
        assert!(!write_over_newer(file.as_ref()).expect("read"));
        assert!(std::fs::read(&name).expect("read") == before);
    }
}
