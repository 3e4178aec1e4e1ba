//! Header of a redb file: the two commit slots, and the flag that names the primary one.
//!
//! redb writes a commit to the secondary slot, syncs, and then flips the flag. A power cut between the two steps leaves a complete
//! commit that was never acknowledged; a flipped bit in the flag hides one that was. From the file alone the two cases look the
//! same, and in both the newer commit is the better one. redb itself follows the flag.

use std::io;

use redb::StorageBackend;

use super::cow_backend::CowBackend;
use crate::disk::DiskFile;

/// Offset of the byte with the flag (redb's file format, `docs/design.md`: "god byte").
const FLAGS_AT: u64 = 9;
/// The flag: set when the second slot is the primary one.
const SECOND_IS_PRIMARY: u8 = 1;
/// Offsets of the two slots.
const SLOTS_AT: [u64; 2] = [64, 192];
/// Bytes that are rewritten at a time.
const CHUNK_BYTES: usize = 1024 * 1024;
/// Bytes of a slot.
const SLOT_BYTES: usize = 128;
/// The version of redb's file format that these offsets are for. It is the first byte of each slot.
const FORMAT: u8 = 3;
/// Offset of the commit number in a slot.
const COMMIT_NUMBER_AT: u64 = 104;

/// The flags with the other slot as the primary one, if that slot has the newer commit. `None` also for another version of redb's
/// file format, which is not changed.
pub fn flags_for_newer_commit(file: &dyn DiskFile) -> io::Result<Option<u8>> {
    let mut flags = [0];
    file.read(FLAGS_AT, &mut flags)?;
    for slot in SLOTS_AT {
        let mut format = [0];
        file.read(slot, &mut format)?;
        if format[0] != FORMAT {
            return Ok(None);
        }
    }
    let commit_number = |slot: u64| -> io::Result<u64> {
        let mut number = [0; 8];
        file.read(slot + COMMIT_NUMBER_AT, &mut number)?;
        Ok(u64::from_le_bytes(number))
    };
    let [primary, secondary] = slots(flags[0]);
    Ok((commit_number(secondary)? > commit_number(primary)?).then_some(flags[0] ^ SECOND_IS_PRIMARY))
}

/// Offsets of the primary and the secondary slot.
fn slots(flags: u8) -> [u64; 2] {
    let [first, second] = SLOTS_AT;
    if flags & SECOND_IS_PRIMARY != 0 { [second, first] } else { [first, second] }
}

/// The flags with the other slot as the primary one.
pub fn flipped_flags(file: &dyn DiskFile) -> io::Result<u8> {
    let mut flags = [0];
    file.read(FLAGS_AT, &mut flags)?;
    Ok(flags[0] ^ SECOND_IS_PRIMARY)
}

/// Overwrites a newer commit in the secondary slot with the primary one, and syncs. Where the newer commit was not taken, a commit
/// or a log record will follow the older one. If the newer one came back at a later start, the log would not match it. Returns
/// whether there was a newer commit.
pub fn overwrite_newer_commit(file: &dyn DiskFile) -> io::Result<bool> {
    let Some(flipped) = flags_for_newer_commit(file)? else { return Ok(false) };
    let [primary, secondary] = slots(flipped ^ SECOND_IS_PRIMARY);
    let mut slot = [0; SLOT_BYTES];
    file.read(primary, &mut slot)?;
    file.write(secondary, &slot)?;
    file.sync()?;
    Ok(true)
}

/// Sets the flags in a copy-on-write overlay, not on the disk.
pub fn set_flags_in_memory(backend: &CowBackend, flags: u8) -> io::Result<()> {
    backend.write(FLAGS_AT, &[flags])
}

/// Sets the flags durably. The pages of the commit that becomes the primary one may have been read from memory only, because after
/// a failed sync the system drops what it had yet to write. So the whole file is rewritten and synced first.
pub fn set_flags(file: &dyn DiskFile, flags: u8) -> io::Result<()> {
    let length = file.len()?;
    let mut chunk = vec![0; CHUNK_BYTES];
    for offset in (0..length).step_by(CHUNK_BYTES) {
        let chunk = &mut chunk[..(length - offset).min(CHUNK_BYTES as u64) as usize];
        file.read(offset, chunk)?;
        file.write(offset, chunk)?;
    }
    file.sync()?;
    file.write(FLAGS_AT, &[flags])?;
    file.sync()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Disk, Folder, RealDisk, Store};

    #[test]
    fn a_file_of_another_redb_format_is_not_changed() {
        let folder = tempfile::tempdir().expect("room");
        drop(Store::open(Folder::lock(folder.path()).expect("free")).expect("created"));
        let name = folder.path().join("barback.redb");
        let file = RealDisk.open(&name).expect("a file");
        let byte_at = |at: u64| {
            let mut byte = [0];
            file.read(at, &mut byte).expect("read");
            byte[0]
        };
        assert_eq!(SLOTS_AT.map(byte_at), [FORMAT; 2], "redb writes another format: look at its header before this is changed");
        // The secondary slot gets the higher commit number.
        let secondary = SLOTS_AT[usize::from(byte_at(FLAGS_AT) & SECOND_IS_PRIMARY == 0)];
        file.write(secondary + COMMIT_NUMBER_AT, &u64::MAX.to_le_bytes()).expect("written");
        assert!(flags_for_newer_commit(file.as_ref()).expect("read").is_some());
        file.write(secondary, &[FORMAT + 1]).expect("written");
        let before = std::fs::read(&name).expect("read");
        assert_eq!(flags_for_newer_commit(file.as_ref()).expect("read"), None);
        assert!(!overwrite_newer_commit(file.as_ref()).expect("read"));
        assert!(std::fs::read(&name).expect("read") == before);
    }
}
