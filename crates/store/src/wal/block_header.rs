//! Header in front of every block of the log: id of the log, kind, sequence number, lengths and checksums.

use std::fmt;
use std::io;

/// Bytes of a header.
pub const HEADER_BYTES: usize = 48;
/// Bytes of a header that its own checksum covers: all but the checksum.
const CHECKSUMMED: usize = HEADER_BYTES - 4;

/// Random id of one log, so that a log left over from another store file is never taken for the current one's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogId([u8; 16]);

impl LogId {
    /// A new random id.
    pub fn new() -> io::Result<Self> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(LogId(bytes))
    }

    /// Parses what [`fmt::Display`] writes: 32 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Self> {
        (text.len() == 32).then(|| u128::from_str_radix(text, 16).ok()).flatten().map(|number| LogId(number.to_be_bytes()))
    }
}

impl fmt::Display for LogId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// What kind of block it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// Start of the file; names the log. No content.
    LogHeader,
    /// All records up to its number were complete. No content.
    SyncMarker,
    /// The changes of a transaction.
    Record,
}

/// The header of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockHeader {
    /// The log that the block belongs to.
    pub id: LogId,
    /// Kind of the block.
    pub kind: BlockKind,
    /// Sequence number of the record; for a sync marker, of the last record that it covers.
    pub seq: u64,
    /// Durable length of the file when the block was written, in bytes.
    pub file_length: u64,
    /// Length of the content in bytes.
    pub content_length: u32,
    /// CRC-32 of the content.
    pub content_checksum: u32,
}

impl BlockHeader {
    /// A header of a block without content.
    pub fn without_content(id: LogId, kind: BlockKind, seq: u64, file_length: u64) -> Self {
        BlockHeader { id, kind, seq, file_length, content_length: 0, content_checksum: 0 }
    }

    /// Encodes the header: little-endian fields, then a CRC-32 of them.
    pub fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let kind: u32 = match self.kind {
            BlockKind::LogHeader => 1,
            BlockKind::SyncMarker => 2,
            BlockKind::Record => 3,
        };
        let mut bytes = [0; HEADER_BYTES];
        bytes[..16].copy_from_slice(&self.id.0);
        bytes[16..24].copy_from_slice(&self.seq.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.file_length.to_le_bytes());
        bytes[32..36].copy_from_slice(&self.content_length.to_le_bytes());
        bytes[36..40].copy_from_slice(&self.content_checksum.to_le_bytes());
        bytes[40..44].copy_from_slice(&kind.to_le_bytes());
        let checksum = crc32fast::hash(&bytes[..CHECKSUMMED]);
        bytes[CHECKSUMMED..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Decodes the header at the start of `bytes`; `None` when there is no valid header of the log `id`.
    pub fn parse(bytes: &[u8], id: LogId) -> Option<Self> {
        let bytes: &[u8; HEADER_BYTES] = bytes.first_chunk()?;
        let u32_at = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let u64_at = |at: usize| u64::from(u32_at(at)) | u64::from(u32_at(at + 4)) << 32;
        if bytes[..16] != id.0 || u32_at(CHECKSUMMED) != crc32fast::hash(&bytes[..CHECKSUMMED]) {
            return None;
        }
        let kind = match u32_at(40) {
            1 => BlockKind::LogHeader,
            2 => BlockKind::SyncMarker,
            3 => BlockKind::Record,
            _ => return None,
        };
        Some(BlockHeader { id, kind, seq: u64_at(16), file_length: u64_at(24), content_length: u32_at(32), content_checksum: u32_at(36) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_reads_back_and_notices_every_flipped_bit_and_another_log() {
        let id = LogId::new().expect("random bytes");
        let (kind, seq) = (BlockKind::Record, u64::MAX - 5);
        let header = BlockHeader { id, kind, seq, file_length: 1 << 40, content_length: 77, content_checksum: 0xdead_beef };
        let bytes = header.to_bytes();
        assert_eq!(BlockHeader::parse(&bytes, id), Some(header));
        assert_eq!(BlockHeader::parse(&bytes[..HEADER_BYTES - 1], id), None);
        assert_eq!(BlockHeader::parse(&bytes, LogId::new().expect("random bytes")), None);
        for bit in 0..HEADER_BYTES * 8 {
            let mut damaged = bytes;
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(BlockHeader::parse(&damaged, id), None, "bit {bit}");
        }
    }

    #[test]
    fn a_log_id_reads_back_from_its_text() {
        let id = LogId::new().expect("random bytes");
        assert_eq!(LogId::parse(&id.to_string()), Some(id));
        assert_eq!(LogId::parse("12"), None);
    }
}
