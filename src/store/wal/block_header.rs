//! The few bytes in front of everything in the log: whose it is, which number, how long, how long the file was.

use std::fmt;
use std::io;

/// Bytes of a stamp.
pub const STAMP_BYTES: usize = 48;
/// Bytes of it in front of its own checksum.
const SUMMED: usize = STAMP_BYTES - 4;

/// Names one log for ever. Random: a log that was left over from another file is never taken for this one's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogId([u8; 16]);

impl LogId {
    /// A new one.
    pub fn new() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(LogId(bytes))
    }

    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        (text.len() == 32).then(|| u128::from_str_radix(text, 16).ok()).flatten().map(|number| LogId(number.to_be_bytes()))
    }
}

impl fmt::Display for LogId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// What stands behind a stamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nothing: it names the log.
    Head,
    /// Nothing: everything up to its number is whole.
    Mark,
    /// What a transaction changed.
    Record,
}

/// A stamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// Of which log.
    pub id: LogId,
    /// What it is.
    pub kind: Kind,
    /// Number of the record; for a mark, of the last one that it speaks of.
    pub seq: u64,
    /// Length of the file that was durable then, in bytes.
    pub room: u64,
    /// Bytes behind it.
    pub length: u32,
    /// Checksum of these.
    pub sum: u32,
}

impl Stamp {
    /// As it is written.
    pub fn to_bytes(self) -> [u8; STAMP_BYTES] {
        let kind: u32 = match self.kind {
            Kind::Head => 1,
            Kind::Mark => 2,
            Kind::Record => 3,
        };
        let mut bytes = [0; STAMP_BYTES];
        bytes[..16].copy_from_slice(&self.id.0);
        bytes[16..24].copy_from_slice(&self.seq.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.room.to_le_bytes());
        bytes[32..36].copy_from_slice(&self.length.to_le_bytes());
        bytes[36..40].copy_from_slice(&self.sum.to_le_bytes());
        bytes[40..44].copy_from_slice(&kind.to_le_bytes());
        let sum = crc32fast::hash(&bytes[..SUMMED]);
        bytes[SUMMED..].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// The stamp of log `id` that `bytes` begin with; `None` when they begin with anything else.
    pub fn read(bytes: &[u8], id: LogId) -> Option<Self> {
        let bytes: &[u8; STAMP_BYTES] = bytes.first_chunk()?;
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        if bytes[..16] != id.0 || word(SUMMED) != crc32fast::hash(&bytes[..SUMMED]) {
            return None;
        }
        let kind = match word(40) {
            1 => Kind::Head,
            2 => Kind::Mark,
            3 => Kind::Record,
            _ => return None,
        };
        Some(Stamp { id, kind, seq: long(16), room: long(24), length: word(32), sum: word(36) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stamp_reads_back_and_notices_every_flipped_bit_and_another_log() {
        let id = LogId::new().expect("chance");
        let stamp = Stamp { id, kind: Kind::Record, seq: u64::MAX - 5, room: 1 << 40, length: 77, sum: 0xdead_beef };
        let bytes = stamp.to_bytes();
        assert_eq!(Stamp::read(&bytes, id), Some(stamp));
        assert_eq!(Stamp::read(&bytes[..STAMP_BYTES - 1], id), None);
        assert_eq!(Stamp::read(&bytes, LogId::new().expect("chance")), None);
        for bit in 0..STAMP_BYTES * 8 {
            let mut rotten = bytes;
            rotten[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Stamp::read(&rotten, id), None, "bit {bit}");
        }
    }

    #[test]
    fn a_log_is_named_in_words_and_found_again() {
        let id = LogId::new().expect("chance");
        assert_eq!(LogId::parse(&id.to_string()), Some(id));
        assert_eq!(LogId::parse("12"), None);
    }
}
