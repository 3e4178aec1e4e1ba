//! Binary encoding of a journal segment.

use super::segment::Segment;
use store::{DatedAnswer, IdempotencyHash, KeptAnswer, RawEntry};

impl Segment {
    /// Encodes the entries, then the answers, each list after its length. Numbers are little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let bytes = |out: &mut Vec<u8>, bytes: &[u8]| {
            out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
            out.extend_from_slice(bytes);
        };
        out.extend_from_slice(&(self.entries.len() as u64).to_le_bytes());
        for entry in &self.entries {
            out.extend_from_slice(&entry.seq.to_le_bytes());
            bytes(&mut out, &entry.bytes);
        }
        out.extend_from_slice(&(self.answers.len() as u64).to_le_bytes());
        for dated in &self.answers {
            out.extend_from_slice(&dated.running.to_le_bytes());
            out.extend_from_slice(&dated.key.0);
            out.extend_from_slice(&dated.answer.body_hash);
            out.extend_from_slice(&dated.answer.status.to_le_bytes());
            bytes(&mut out, &dated.answer.body);
        }
        out
    }

    /// Decodes the output of [`Segment::to_bytes`]; `None` for any other bytes.
    pub fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let from = &mut bytes;
        let mut segment = Segment::default();
        for _ in 0..number(from)? {
            let seq = number(from)?;
            segment.entries.push(RawEntry { seq, bytes: counted(from)? });
        }
        for _ in 0..number(from)? {
            let running = number(from)?;
            let key = IdempotencyHash(take(from)?);
            let body_hash = take(from)?;
            let status = u16::from_le_bytes(take(from)?);
            segment.answers.push(DatedAnswer { running, key, answer: KeptAnswer { body_hash, status, body: counted(from)? } });
        }
        bytes.is_empty().then_some(segment)
    }
}

fn take<const N: usize>(from: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = from.split_first_chunk::<N>()?;
    *from = tail;
    Some(*head)
}

fn number(from: &mut &[u8]) -> Option<u64> {
    take(from).map(u64::from_le_bytes)
}

/// Bytes with their length in front.
fn counted(from: &mut &[u8]) -> Option<Vec<u8>> {
    let length = usize::try_from(number(from)?).ok()?;
    let (head, tail) = from.split_at_checked(length)?;
    *from = tail;
    Some(head.to_vec())
}
