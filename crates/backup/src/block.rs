//! The frame of a block: kind, lengths, checksum, packed bytes. Numbers are little-endian.

use std::io::{self, Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// Bytes of a block before its packed bytes.
pub const BLOCK_HEADER: usize = 13;

/// A block that was unpacked.
pub struct Unpacked {
    /// What it holds, as [`crate::SEGMENT`] and its like say.
    pub kind: u8,
    /// Its unpacked bytes.
    pub bytes: Vec<u8>,
    /// Its bytes with the frame.
    pub framed: usize,
    /// The chain of the next block.
    pub checksum: u32,
}

/// Packs and frames a block. Returns its bytes, and the chain of the next block.
///
/// # Errors
/// If it is longer than a length in a frame can say.
pub fn pack(chain: u32, kind: u8, bytes: &[u8]) -> io::Result<(Vec<u8>, u32)> {
    let packed = deflated(bytes)?;
    let length = |length: usize| u32::try_from(length).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
    Ok(framed(chain, kind, length(bytes.len())?, length(packed.len())?, &packed))
}

/// The first block of `from`, of at most `max` unpacked bytes.
///
/// # Errors
/// What is wrong with it.
pub fn unpack(chain: u32, from: &[u8], max: usize) -> Result<Unpacked, String> {
    let cut = || "it is cut off".to_owned();
    let (header, rest) = from.split_first_chunk::<BLOCK_HEADER>().ok_or_else(cut)?;
    let (kind, length, packed_length, sum) = read_header(header);
    if length as usize > max {
        return Err("a block is too long".to_owned());
    }
    let packed = rest.get(..packed_length as usize).ok_or_else(cut)?;
    if checksum(chain, kind, length, packed_length, packed) != sum {
        return Err("a checksum is wrong".to_owned());
    }
    let bytes = inflated(packed, length).ok_or_else(|| "a block cannot be unpacked".to_owned())?;
    Ok(Unpacked { kind, bytes, framed: BLOCK_HEADER + packed.len(), checksum: sum })
}

/// Kind, length, packed length and checksum of a block.
pub(super) fn read_header(header: &[u8; BLOCK_HEADER]) -> (u8, u32, u32, u32) {
    let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    (header[0], number(1), number(5), number(9))
}

/// The block with its frame, and the chain of the next one.
pub(super) fn framed(chain: u32, kind: u8, length: u32, packed_length: u32, packed: &[u8]) -> (Vec<u8>, u32) {
    let sum = checksum(chain, kind, length, packed_length, packed);
    let mut block = Vec::with_capacity(BLOCK_HEADER + packed.len());
    block.push(kind);
    for number in [length, packed_length, sum] {
        block.extend_from_slice(&number.to_le_bytes());
    }
    block.extend_from_slice(packed);
    (block, sum)
}

/// The checksum of a block, over the one of the block before it too.
pub(super) fn checksum(chain: u32, kind: u8, length: u32, packed_length: u32, packed: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&chain.to_le_bytes());
    hasher.update(&[kind]);
    hasher.update(&length.to_le_bytes());
    hasher.update(&packed_length.to_le_bytes());
    hasher.update(packed);
    hasher.finalize()
}

pub(super) fn deflated(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// The unpacked bytes; `None` unless there are exactly `length`.
pub(super) fn inflated(packed: &[u8], length: u32) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    DeflateDecoder::new(packed).take(u64::from(length) + 1).read_to_end(&mut bytes).ok()?;
    (bytes.len() == length as usize).then_some(bytes)
}
