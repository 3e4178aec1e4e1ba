//! Binary encoding of a journal segment.

use super::segment::Segment;
use store::{DatedAnswer, IdempotencyHash, KeptAnswer, RawEntry};

impl Segment {
    /// Encodes the entries, then the answers. Each list and each byte string is preceded by its length as a `u64`. Numbers are
    /// little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        out.extend_from_slice(&(self.entries.len() as u64).to_le_bytes());
        for entry in &self.entries {
            out.extend_from_slice(&entry.seq.to_le_bytes());
            write_bytes(&mut out, &entry.bytes);
        }
        out.extend_from_slice(&(self.answers.len() as u64).to_le_bytes());
        for dated in &self.answers {
            out.extend_from_slice(&dated.running.to_le_bytes());
            out.extend_from_slice(&dated.key.0);
            out.extend_from_slice(&dated.answer.body_hash);
            out.extend_from_slice(&dated.answer.status.to_le_bytes());
            write_bytes(&mut out, &dated.answer.body);
        }
        out
    }

    /// Decodes the output of [`Segment::to_bytes`]; `None` for any other bytes.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let from = &mut bytes;
        let mut segment = Segment::default();
        for _ in 0..read_u64(from)? {
            let seq = read_u64(from)?;
            segment.entries.push(RawEntry { seq, bytes: read_bytes(from)? });
        }
        for _ in 0..read_u64(from)? {
            let running = read_u64(from)?;
            let key = IdempotencyHash(read_array(from)?);
            let body_hash = read_array(from)?;
            let status = u16::from_le_bytes(read_array(from)?);
            segment.answers.push(DatedAnswer { running, key, answer: KeptAnswer { body_hash, status, body: read_bytes(from)? } });
        }
        bytes.is_empty().then_some(segment)
    }
}

fn write_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
    out.extend_from_slice(bytes);
}

fn read_array<const N: usize>(from: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = from.split_first_chunk::<N>()?;
    *from = tail;
    Some(*head)
}

fn read_u64(from: &mut &[u8]) -> Option<u64> {
    read_array(from).map(u64::from_le_bytes)
}

/// Reads what [`write_bytes`] wrote.
fn read_bytes(from: &mut &[u8]) -> Option<Vec<u8>> {
    let length = usize::try_from(read_u64(from)?).ok()?;
    let (head, tail) = from.split_at_checked(length)?;
    *from = tail;
    Some(head.to_vec())
}
