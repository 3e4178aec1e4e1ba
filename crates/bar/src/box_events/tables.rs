//! Tables of the last nightly backup, of the clock's doubt, and of its last jump; one row each.

use super::{BackupMade, ClockDoubt};
use base::{Envelope, Timestamp};
use store::{Stored, Table, Tables, View};

/// Stamp of the entry that recorded the last nightly backup.
const NIGHTLY: Table<u8, Timestamp> = Table::new("last_nightly_copy");
/// Stamp of the entry that recorded the last backup of any kind.
const BACKUP: Table<u8, Timestamp> = Table::new("last_copy");
/// No row while the clock is trusted.
const DOUBT: Table<u8, ClockDoubt> = Table::new("clock_doubt");
/// Notes that the box started, for the next entry of the journal; the oldest go where [`STARTS_MAX`] wait.
pub fn note_start(tables: &mut dyn Tables, at: Timestamp) -> Stored<()> {
    let mut starts = starts_to_record(tables.view())?;
    starts.push(at);
    let text = |start: &Timestamp| start.as_millis().to_string();
    let kept: Vec<String> = starts.iter().skip(starts.len().saturating_sub(STARTS_MAX)).map(text).collect();
    store::set_metadata(tables, STARTS_KEY, &kept.join(","))
}

/// When the box started since the last entry, oldest first.
pub fn starts_to_record(view: &dyn View) -> Stored<Vec<Timestamp>> {
    let text = store::metadata(view, STARTS_KEY)?.unwrap_or_default();
    Ok(text.split(',').filter_map(|start| start.parse().ok()).map(Timestamp::from_millis).collect())
}

/// As [`starts_to_record`]; they are noted no longer, because an entry has them.
pub fn take_starts(tables: &mut dyn Tables) -> Stored<Vec<Timestamp>> {
    let starts = starts_to_record(tables.view())?;
    if !starts.is_empty() {
        store::set_metadata(tables, STARTS_KEY, "")?;
    }
    Ok(starts)
}

/// Number of the last entry about the wall clock: a jump, a doubt, a confirmation.
const LAST_JUMP: Table<u8, u64> = Table::new("clock_jump");
const ONLY: u8 = 0;
/// Metadata: starts of the box since the last entry of the journal, in milliseconds, separated by commas.
const STARTS_KEY: &str = "starts";
/// Most starts that wait for an entry.
const STARTS_MAX: usize = 1_000;
/// Part of the file names of nightly backups.
const NIGHTLY_NAME: &str = "-nightly-";

/// Stamp of the entry that recorded the last nightly backup.
pub fn last_nightly(view: &dyn View) -> Stored<Option<Timestamp>> {
    NIGHTLY.get(view, &ONLY)
}

/// Stamp of the entry that recorded the last backup, nightly or by hand.
pub fn last_backup(view: &dyn View) -> Stored<Option<Timestamp>> {
    BACKUP.get(view, &ONLY)
}

/// Applies [`BackupMade`].
pub fn apply_backed_up(tables: &mut dyn Tables, envelope: &Envelope, event: &BackupMade) -> Stored<()> {
    BACKUP.put(tables, &ONLY, &envelope.at)?;
    if event.name.contains(NIGHTLY_NAME) { NIGHTLY.put(tables, &ONLY, &envelope.at) } else { Ok(()) }
}

/// The current doubt; `None` while the clock is trusted.
pub fn clock_doubt(view: &dyn View) -> Stored<Option<ClockDoubt>> {
    DOUBT.get(view, &ONLY)
}

/// Number of the last entry about a jump of the wall clock, or about its date; 0 for none.
pub fn last_clock_jump(view: &dyn View) -> Stored<u64> {
    Ok(LAST_JUMP.get(view, &ONLY)?.unwrap_or(0))
}

/// Sets or removes the doubt, and notes entry `seq` as the last one about the clock.
pub fn apply_clock(tables: &mut dyn Tables, seq: u64, doubt: Option<&ClockDoubt>) -> Stored<()> {
    LAST_JUMP.put(tables, &ONLY, &seq)?;
    match doubt {
        Some(doubt) => DOUBT.put(tables, &ONLY, doubt),
        None => DOUBT.remove(tables, &ONLY),
    }
}
