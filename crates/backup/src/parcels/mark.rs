//! Places in a journal: an entry and its hash, and the unbroken history that it belongs to.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use base::text::hex;

/// SHA-256 of an entry's stored bytes. Entries contain time, actor and running time, so that two histories share no mark after the
/// entry at which they parted. In JSON 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String)]
pub struct Mark(pub [u8; 32]);

/// The name of an unbroken history: the first 8 bytes of the mark of its first entry. In JSON 16 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String)]
pub struct LineName(pub [u8; 8]);

/// An entry and its hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EntryMark {
    /// Sequence number; 0 for the place before the first entry.
    pub seq: u64,
    /// `None` for the place before the first entry.
    pub hash: Option<Mark>,
}

/// The newest entry of a line that head office has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Position {
    pub line: LineName,
    /// Sequence number.
    pub seq: u64,
    /// The mark of that entry.
    pub hash: Mark,
}

impl Mark {
    /// The mark of an entry that is stored as `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Mark(Sha256::digest(bytes).into())
    }

    /// The name of the line that begins with this entry.
    pub fn line(&self) -> LineName {
        LineName(std::array::from_fn(|at| self.0[at]))
    }
}

impl EntryMark {
    /// The place before the first entry of a journal.
    pub const START: EntryMark = EntryMark { seq: 0, hash: None };
}

/// Parses `2 * N` hexadecimal digits in lower case.
fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let digits = text.as_bytes();
    if digits.len() != 2 * N || !digits.iter().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f')) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

/// The text is not the hexadecimal digits of a mark or a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not the hexadecimal digits of a mark or a line")]
pub struct NotHex;

/// Text and JSON of a type that is bytes: hexadecimal digits in lower case.
macro_rules! as_hex {
    ($type:ident) => {
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex(&self.0))
            }
        }

        impl fmt::Debug for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&hex(&self.0))
            }
        }

        impl FromStr for $type {
            type Err = NotHex;
            fn from_str(text: &str) -> Result<Self, NotHex> {
                unhex(text).map($type).ok_or(NotHex)
            }
        }

        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    };
}

as_hex!(Mark);
as_hex!(LineName);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_lines_are_read_back_and_other_texts_are_refused() {
        let mark = Mark::of(b"entry");
        assert_eq!(mark.to_string().parse(), Ok(mark));
        assert_eq!(mark.to_string()[..16], mark.line().to_string());
        assert_eq!(mark.line().to_string().parse(), Ok(mark.line()));
        for text in ["", "00", "0123456789ABCDEF", "0123456789abcdeg", "0123456789abcdef0", "+123456789abcdef"] {
            assert_eq!(text.parse::<LineName>(), Err(NotHex), "{text}");
        }
    }
}
