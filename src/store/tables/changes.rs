//! What a transaction changed: of each record of each table what is there in the end.

use std::collections::BTreeMap;

/// Most bytes of a record. What changes more, an import or a rebuild, goes into the store's file at once.
pub const CHANGES_MAX: usize = 1024 * 1024;

/// What is there under each key in the end; `None`: nothing.
pub type Rows = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// The changes of one transaction, or of several, one after the other.
#[derive(Debug, Default, Clone)]
pub struct Changes<Name: Ord = &'static str> {
    tables: BTreeMap<Name, Rows>,
    bytes: usize,
}

impl Changes {
    /// Notes what is under a key now.
    pub fn note(&mut self, table: &'static str, key: Vec<u8>, value: Option<Vec<u8>>) {
        put_over(self.tables.entry(table).or_default(), &mut self.bytes, key, value);
    }

    /// Puts later changes over these.
    pub fn absorb(&mut self, later: Changes) {
        for (table, rows) in later.tables {
            let under = self.tables.entry(table).or_default();
            for (key, value) in rows {
                put_over(under, &mut self.bytes, key, value);
            }
        }
    }

    /// The rows of a table.
    pub fn rows(&self, table: &'static str) -> Option<&Rows> {
        self.tables.get(table)
    }

    /// Bytes of all keys and values.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// As a record has them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.bytes * 5 / 4);
        for (table, rows) in &self.tables {
            put(&mut out, table.as_bytes());
            out.extend_from_slice(&(rows.len() as u32).to_le_bytes());
            for (key, value) in rows {
                put(&mut out, key);
                out.push(u8::from(value.is_some()));
                if let Some(value) = value {
                    put(&mut out, value);
                }
            }
        }
        out
    }
}

impl<Name: Ord + AsRef<str>> Changes<Name> {
    /// Each table with its rows, in order.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &Rows)> {
        self.tables.iter().map(|(name, rows)| (name.as_ref(), rows))
    }

    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }
}

/// Puts a row over what is there, and keeps count of the bytes of all.
fn put_over(rows: &mut Rows, bytes: &mut usize, key: Vec<u8>, value: Option<Vec<u8>>) {
    let length = key.len();
    *bytes += length + bytes_of(&value);
    if let Some(before) = rows.insert(key, value) {
        *bytes -= length + bytes_of(&before);
    }
}

fn bytes_of(value: &Option<Vec<u8>>) -> usize {
    value.as_ref().map_or(0, Vec::len)
}

impl Changes<String> {
    /// Puts what a record says over what is known already. `None` when it is no such thing.
    pub fn add(&mut self, mut record: &[u8]) -> Option<()> {
        let bytes = &mut record;
        while !bytes.is_empty() {
            let table = std::str::from_utf8(take(bytes)?).ok()?;
            if !self.tables.contains_key(table) {
                self.tables.insert(table.to_owned(), Rows::new());
            }
            let rows = self.tables.get_mut(table)?;
            for _ in 0..number(bytes)? {
                let key = take(bytes)?.to_vec();
                let (is_there, rest) = bytes.split_first()?;
                *bytes = rest;
                let value = if *is_there == 0 { None } else { Some(take(bytes)?.to_vec()) };
                rows.insert(key, value);
            }
        }
        Some(())
    }
}

fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}

fn number(bytes: &mut &[u8]) -> Option<u32> {
    let (number, rest) = bytes.split_first_chunk::<4>()?;
    *bytes = rest;
    Some(u32::from_le_bytes(*number))
}

fn take<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = number(bytes)? as usize;
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
        fn changes_read_back_and_the_last_of_each_record_counts(
            steps in proptest::collection::vec((0usize..3, 0u8..9, proptest::option::of(proptest::collection::vec(any::<u8>(), 0..60))), 0..50),
            cut in 0usize..50,
        ) {
            // Two transactions, one after the other, against the same steps on plain maps.
            let (first, second) = steps.split_at(cut.min(steps.len()));
            let mut model: BTreeMap<&str, Rows> = BTreeMap::new();
            let (mut again, mut both) = (Changes::<String>::default(), Changes::default());
            for steps in [first, second] {
                let mut changes = Changes::default();
                for (table, key, value) in steps {
                    changes.note(TABLES[*table], vec![*key], value.clone());
                    model.entry(TABLES[*table]).or_default().insert(vec![*key], value.clone());
                }
                again.add(&changes.to_bytes()).expect("whole");
                both.absorb(changes);
            }
            let bytes = |rows: &Rows| rows.iter().map(|(key, value)| key.len() + bytes_of(value)).sum::<usize>();
            prop_assert_eq!(both.bytes(), model.values().map(bytes).sum::<usize>());
            prop_assert_eq!(both.tables().collect::<Vec<_>>(), model.iter().map(|(name, rows)| (*name, rows)).collect::<Vec<_>>());
            prop_assert_eq!(again.tables().collect::<Vec<_>>(), model.iter().map(|(name, rows)| (*name, rows)).collect::<Vec<_>>());
        }

        #[test]
        fn noise_is_nothing_or_something_else_but_no_panic(noise in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Changes::<String>::default().add(&noise);
        }
    }
}
