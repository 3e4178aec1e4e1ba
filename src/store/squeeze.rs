//! Bytes made smaller, and back: deflate, which every tool can read for ever.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::{StoreError, Stored};

/// How hard it tries, 1 to 10: beyond this, twice the time saves a twentieth.
const LEVEL: u8 = 4;

/// `bytes`, smaller.
pub fn squeeze(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, LEVEL)
}

/// What was squeezed. An error when it is no such thing, or more than `limit` bytes.
pub fn unsqueeze(table: &'static str, squeezed: &[u8], limit: usize) -> Stored<Vec<u8>> {
    decompress_to_vec_with_limit(squeezed, limit).map_err(|_| StoreError::Damaged { table })
}
