//! Records as bytes: compact postcard behind a CRC-32 over key and content.

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::StoreError;

/// Bytes of the checksum in front of every record.
const CHECKSUM_BYTES: usize = 4;
/// Bytes that are allocated for a record at first: enough for most totals and stock movements.
const RECORD_BYTES: usize = 32;

/// A record with `content`: the checksum, then the content. The checksum covers the key as well, because a record that was moved
/// to another key is as wrong as one that was changed.
pub fn with_checksum(key: &[u8], content: &[u8]) -> Vec<u8> {
    let mut record = Vec::with_capacity(CHECKSUM_BYTES + content.len());
    record.extend_from_slice(&checksum(key, content).to_le_bytes());
    record.extend_from_slice(content);
    record
}

/// The content of a record.
///
/// # Errors
/// [`StoreError::Damaged`] when the checksum is missing or wrong.
pub fn verified_content<'a>(table: &'static str, key: &[u8], record: &'a [u8]) -> Result<&'a [u8], StoreError> {
    let (sum, content) = record.split_first_chunk::<CHECKSUM_BYTES>().ok_or(StoreError::Damaged { table })?;
    if u32::from_le_bytes(*sum) != checksum(key, content) {
        return Err(StoreError::Damaged { table });
    }
    Ok(content)
}

fn checksum(key: &[u8], content: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(content);
    hasher.finalize()
}

/// Encodes `value` as a record with its checksum. Postcard does not describe its own fields; it does not have to, because the
/// tables can be rebuilt from the journal.
pub fn encode<T: Serialize>(table: &'static str, key: &[u8], value: &T) -> Result<Vec<u8>, StoreError> {
    let mut buffer = Vec::with_capacity(RECORD_BYTES);
    buffer.extend_from_slice(&[0; CHECKSUM_BYTES]);
    let encoded = postcard::serialize_with_flavor(value, RecordBuffer(buffer));
    let mut record = encoded.map_err(|error| StoreError::Unreadable { table, reason: error.to_string() })?;
    let (sum, content) = record.split_at_mut(CHECKSUM_BYTES);
    sum.copy_from_slice(&checksum(key, content).to_le_bytes());
    Ok(record)
}

/// Decodes a record that [`encode`] wrote.
///
/// # Errors
/// [`StoreError::Damaged`] when the checksum is wrong; [`StoreError::Unreadable`] when the content does not decode to `T`.
pub fn decode<T: DeserializeOwned>(table: &'static str, key: &[u8], record: &[u8]) -> Result<T, StoreError> {
    let content = verified_content(table, key, record)?;
    postcard::from_bytes(content).map_err(|error| StoreError::Unreadable { table, reason: error.to_string() })
}

/// Lets postcard append to a buffer that already has room for the checksum, which saves a copy of each record.
struct RecordBuffer(Vec<u8>);

impl Flavor for RecordBuffer {
    type Output = Vec<u8>;

    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Vec<u8>> {
        Ok(self.0)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_flipped_bit_is_noticed(content in proptest::collection::vec(any::<u8>(), 0..64), bit in 0usize..512) {
            let mut record = with_checksum(b"key", &content);
            let bit = bit % (record.len() * 8);
            record[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(verified_content("t", b"key", &record).is_err());
        }
    }

    #[test]
    fn a_record_under_another_key_is_noticed() {
        assert!(verified_content("t", b"b", &with_checksum(b"a", b"content")).is_err());
        assert_eq!(verified_content("t", b"a", &with_checksum(b"a", b"content")).expect("whole"), b"content");
    }
}
