//! The rows that a transaction changed, and their encoding in the write-ahead log.

use std::collections::BTreeMap;

/// Most bytes of keys and values that go into one log record. A larger change, such as an import or a rebuild, is committed to the
/// store file directly.
pub const CHANGES_BYTES_MAX: usize = 1024 * 1024;

/// The final value of each changed key; `None` where the row was removed.
pub type ChangedRows = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// The changes of one transaction, or of several merged in order.
#[derive(Debug, Default, Clone)]
pub struct Changes<Name: Ord = &'static str> {
    tables: BTreeMap<Name, ChangedRows>,
    bytes: usize,
}

impl Changes {
    /// Sets the value under a key; `None` removes the row.
    pub fn set(&mut self, table: &'static str, key: Vec<u8>, value: Option<Vec<u8>>) {
        set_row(self.tables.entry(table).or_default(), &mut self.bytes, key, value);
    }

    /// Merges `later` changes, which win over these.
    pub fn merge(&mut self, later: Changes) {
        for (table, rows) in later.tables {
            let earlier = self.tables.entry(table).or_default();
            for (key, value) in rows {
                set_row(earlier, &mut self.bytes, key, value);
            }
        }
    }

    /// The changed rows of a table.
    pub fn rows(&self, table: &'static str) -> Option<&ChangedRows> {
        self.tables.get(table)
    }

    /// Bytes of all keys and values.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The encoding in a log record: for each table its name, the number of rows, and each row as key, a byte that is 1 where a
    /// value follows, and the value. Lengths are 4 bytes, little-endian.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes * 5 / 4);
        for (table, rows) in &self.tables {
            put_bytes(&mut out, table.as_bytes());
            out.extend_from_slice(&(rows.len() as u32).to_le_bytes());
            for (key, value) in rows {
                put_bytes(&mut out, key);
                out.push(u8::from(value.is_some()));
                if let Some(value) = value {
                    put_bytes(&mut out, value);
                }
            }
        }
        out
    }
}

impl<Name: Ord + AsRef<str>> Changes<Name> {
    /// Each table with its changed rows, in order of the names.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &ChangedRows)> {
        self.tables.iter().map(|(name, rows)| (name.as_ref(), rows))
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }
}

/// Sets a row and updates `bytes`, the size of all rows.
fn set_row(rows: &mut ChangedRows, bytes: &mut usize, key: Vec<u8>, value: Option<Vec<u8>>) {
    let length = key.len();
    *bytes += length + value_bytes(&value);
    if let Some(before) = rows.insert(key, value) {
        *bytes -= length + value_bytes(&before);
    }
}

fn value_bytes(value: &Option<Vec<u8>>) -> usize {
    value.as_ref().map_or(0, Vec::len)
}

impl Changes<String> {
    /// Merges the changes of an encoded log record, which win over these. `None` when the bytes are not such a record.
    pub fn merge_encoded(&mut self, mut record: &[u8]) -> Option<()> {
        let bytes = &mut record;
        while !bytes.is_empty() {
            let table = std::str::from_utf8(take_bytes(bytes)?).ok()?;
            if !self.tables.contains_key(table) {
                self.tables.insert(table.to_owned(), ChangedRows::new());
            }
            let rows = self.tables.get_mut(table)?;
            for _ in 0..take_u32(bytes)? {
                let key = take_bytes(bytes)?.to_vec();
                let (has_value, rest) = bytes.split_first()?;
                *bytes = rest;
                let value = if *has_value == 0 { None } else { Some(take_bytes(bytes)?.to_vec()) };
                rows.insert(key, value);
            }
        }
        Some(())
    }
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}

fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*number))
}

fn take_bytes<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = take_u32(bytes)? as usize;
    let (taken, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(taken)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const TABLES: [&str; 3] = ["sales", "stock", "meta"];

    proptest! {
        #[test]
        fn encoded_changes_decode_and_the_last_change_of_each_row_wins(
            steps in proptest::collection::vec((0usize..3, 0u8..9, proptest::option::of(proptest::collection::vec(any::<u8>(), 0..60))), 0..50),
            cut in 0usize..50,
        ) {
            // Two transactions in order, compared with the same steps on plain maps.
            let (first, second) = steps.split_at(cut.min(steps.len()));
            let mut model: BTreeMap<&str, ChangedRows> = BTreeMap::new();
            let (mut decoded, mut merged) = (Changes::<String>::default(), Changes::default());
            for steps in [first, second] {
                let mut changes = Changes::default();
                for (table, key, value) in steps {
                    changes.set(TABLES[*table], vec![*key], value.clone());
                    model.entry(TABLES[*table]).or_default().insert(vec![*key], value.clone());
                }
                decoded.merge_encoded(&changes.encode()).expect("whole");
                merged.merge(changes);
            }
            let bytes = |rows: &ChangedRows| rows.iter().map(|(key, value)| key.len() + value_bytes(value)).sum::<usize>();
            prop_assert_eq!(merged.bytes(), model.values().map(bytes).sum::<usize>());
            prop_assert_eq!(merged.tables().collect::<Vec<_>>(), model.iter().map(|(name, rows)| (*name, rows)).collect::<Vec<_>>());
            prop_assert_eq!(decoded.tables().collect::<Vec<_>>(), model.iter().map(|(name, rows)| (*name, rows)).collect::<Vec<_>>());
        }

        #[test]
        fn random_bytes_never_panic(noise in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Changes::<String>::default().merge_encoded(&noise);
        }
    }
}
