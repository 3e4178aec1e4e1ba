//! How keys and records become bytes: keys sort as their values do, records carry a checksum over key and content.

use postcard::ser_flavors::Flavor;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::StoreError;

/// Bytes of the checksum in front of every record.
const CHECKSUM_BYTES: usize = 4;
/// Bytes for which a record has room at first: most totals and stock movements need no more.
const RECORD_BYTES: usize = 32;

/// A value whose bytes sort as it does.
pub trait Key: Sized {
    /// Appends the bytes.
    fn write(&self, out: &mut Vec<u8>);
    /// Takes the bytes off the front of `bytes`. `None` when they are no such key.
    fn read(bytes: &mut &[u8]) -> Option<Self>;

    /// The bytes alone.
    fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(16);
        self.write(&mut out);
        out
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = bytes.split_first_chunk::<N>()?;
    *bytes = tail;
    Some(*head)
}

/// As many bytes as the number needs, behind their count: most ids are small, and there are millions of them.
impl Key for u64 {
    fn write(&self, out: &mut Vec<u8>) {
        let bytes = self.to_be_bytes();
        let zeros = (self.leading_zeros() / 8) as usize;
        out.push((bytes.len() - zeros) as u8);
        out.extend_from_slice(&bytes[zeros..]);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let count = usize::from(u8::read(bytes)?);
        let mut number = [0; 8];
        let place = number.len().checked_sub(count)?;
        let (head, tail) = bytes.split_at_checked(count)?;
        number[place..].copy_from_slice(head);
        *bytes = tail;
        Some(u64::from_be_bytes(number))
    }
}

/// A number in eight bytes, as the tables have it that are kept from version to version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fixed(pub u64);

impl Key for Fixed {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0.to_be_bytes());
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take(bytes).map(|bytes| Fixed(u64::from_be_bytes(bytes)))
    }
}

impl Key for i32 {
    fn write(&self, out: &mut Vec<u8>) {
        // Flipping the sign bit makes negative numbers sort before positive ones.
        out.extend_from_slice(&(self.cast_unsigned() ^ (1 << 31)).to_be_bytes());
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take(bytes).map(|b| (u32::from_be_bytes(b) ^ (1 << 31)).cast_signed())
    }
}

impl Key for u8 {
    fn write(&self, out: &mut Vec<u8>) {
        out.push(*self);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take::<1>(bytes).map(|b| b[0])
    }
}

/// Ends with a zero byte, so that a text in front of another key part keeps its order. Texts of the shop hold none:
/// control characters are refused at the door.
impl Key for String {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend(self.bytes().filter(|b| *b != 0));
        out.push(0);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|b| *b == 0)?;
        let text = String::from_utf8(bytes[..end].to_vec()).ok()?;
        *bytes = &bytes[end + 1..];
        Some(text)
    }
}

impl Key for crate::base::BusinessDay {
    fn write(&self, out: &mut Vec<u8>) {
        self.number().write(out);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        i32::read(bytes).map(Self::from_number)
    }
}

impl Key for crate::base::Reference {
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Receipt(day, count) => (0u8, (*day, *count)).write(out),
            Self::Text(text) => {
                out.push(1);
                text.write(out);
            }
        }
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        match u8::read(bytes)? {
            0 => <(crate::base::BusinessDay, u64)>::read(bytes).map(|(day, count)| Self::Receipt(day, count)),
            1 => String::read(bytes).map(Self::Text),
            _ => None,
        }
    }
}

impl<A: Key, B: Key> Key for (A, B) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::read(bytes)?, B::read(bytes)?))
    }
}

impl<A: Key, B: Key, C: Key> Key for (A, B, C) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
        self.2.write(out);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::read(bytes)?, B::read(bytes)?, C::read(bytes)?))
    }
}

/// The record with its checksum in front. The key is summed too: a record that moved to another key is as wrong as a
/// record that changed.
pub fn seal(key: &[u8], content: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(CHECKSUM_BYTES + content.len());
    out.extend_from_slice(&checksum(key, content).to_le_bytes());
    out.extend_from_slice(content);
    out
}

/// The content of a sealed record, or [`StoreError::Damaged`].
pub fn unseal<'a>(table: &'static str, key: &[u8], sealed: &'a [u8]) -> Result<&'a [u8], StoreError> {
    let mut content = sealed;
    let sum = take::<CHECKSUM_BYTES>(&mut content).ok_or(StoreError::Damaged { table })?;
    if u32::from_le_bytes(sum) != checksum(key, content) {
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

/// A sealed record of compact bytes: tables can be rebuilt, and so need not describe themselves.
pub fn pack<T: Serialize>(table: &'static str, key: &[u8], value: &T) -> Result<Vec<u8>, StoreError> {
    let mut sealed = Vec::with_capacity(RECORD_BYTES);
    sealed.extend_from_slice(&[0; CHECKSUM_BYTES]);
    let packed = postcard::serialize_with_flavor(value, Record(sealed));
    let mut sealed = packed.map_err(|error| StoreError::Unreadable { table, reason: error.to_string() })?;
    let (sum, content) = sealed.split_at_mut(CHECKSUM_BYTES);
    sum.copy_from_slice(&checksum(key, content).to_le_bytes());
    Ok(sealed)
}

/// Reads what [`pack`] wrote.
pub fn unpack<T: DeserializeOwned>(table: &'static str, key: &[u8], sealed: &[u8]) -> Result<T, StoreError> {
    let content = unseal(table, key, sealed)?;
    postcard::from_bytes(content).map_err(|error| StoreError::Unreadable { table, reason: error.to_string() })
}

/// A record that postcard writes behind the room for its checksum.
struct Record(Vec<u8>);

impl Flavor for Record {
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
        fn keys_sort_as_values_do(a in any::<(i32, u64)>(), b in any::<(i32, u64)>()) {
            prop_assert_eq!(a.to_bytes().cmp(&b.to_bytes()), a.cmp(&b));
        }

        #[test]
        fn numbers_of_all_lengths_sort_and_read_back(a in any::<u64>(), b in any::<u64>(), by in 0u32..64, and in 0u32..64) {
            let (a, b) = (a >> by, b >> and);
            prop_assert_eq!(a.to_bytes().cmp(&b.to_bytes()), a.cmp(&b));
            prop_assert_eq!(u64::read(&mut a.to_bytes().as_slice()), Some(a));
        }

        #[test]
        fn keys_read_back(day in any::<i32>(), name in "[^\u{0}]{0,20}", id in any::<u64>()) {
            let key = (day, name, id);
            prop_assert_eq!(<(i32, String, u64)>::read(&mut key.to_bytes().as_slice()), Some(key));
        }

        #[test]
        fn a_flipped_bit_is_noticed(content in proptest::collection::vec(any::<u8>(), 0..64), bit in 0usize..512) {
            let mut sealed = seal(b"key", &content);
            let bit = bit % (sealed.len() * 8);
            sealed[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(unseal("t", b"key", &sealed).is_err());
        }
    }

    #[test]
    fn a_record_under_another_key_is_noticed() {
        assert!(unseal("t", b"b", &seal(b"a", b"content")).is_err());
        assert_eq!(unseal("t", b"a", &seal(b"a", b"content")).expect("whole"), b"content");
    }
}
