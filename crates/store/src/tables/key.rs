//! Keys as bytes that sort in the order of their values.

/// A value whose encoded bytes sort in the order of the values.
pub trait Key: Sized {
    /// Appends the encoded key to `out`.
    fn write(&self, out: &mut Vec<u8>);
    /// Decodes a key from the front of `bytes` and removes it from there; `None` when the bytes are not such a key.
    fn read(bytes: &mut &[u8]) -> Option<Self>;

    /// The encoded key.
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

/// A byte with the count, then as many bytes as the number needs, big-endian: most ids are small, and there are millions of them.
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
        let start = number.len().checked_sub(count)?;
        let (head, tail) = bytes.split_at_checked(count)?;
        number[start..].copy_from_slice(head);
        *bytes = tail;
        Some(u64::from_be_bytes(number))
    }
}

/// A number in eight bytes, big-endian. The tables that survive a rebuild use it (see [`KEPT_TABLES`](crate::KEPT_TABLES)).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FixedU64(pub u64);

impl Key for FixedU64 {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.0.to_be_bytes());
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        take(bytes).map(|bytes| FixedU64(u64::from_be_bytes(bytes)))
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

/// Ends with a zero byte, so that a text in front of another key part keeps its order. No text that the bar stores contains one,
/// because the API refuses control characters.
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

impl Key for base::BusinessDay {
    fn write(&self, out: &mut Vec<u8>) {
        self.number().write(out);
    }
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        i32::read(bytes).map(Self::from_number)
    }
}

impl Key for base::Reference {
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
            0 => <(base::BusinessDay, u64)>::read(bytes).map(|(day, count)| Self::Receipt(day, count)),
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
    }
}
