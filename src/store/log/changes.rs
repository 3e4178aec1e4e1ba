//! What a transaction changed: of each record of each table what is there in the end.

use std::collections::BTreeMap;

/// Most bytes of a record. What changes more, an import or a rebuild, goes into the store's file at once.
pub const CHANGES_MAX: usize = 1024 * 1024;

/// What is there under each key in the end; `None`: nothing.
pub type Rows = BTreeMap<Vec<u8>, Option<Vec<u8>>>;

/// The changes of one transaction, or of several, one after the other.
#[derive(Debug, Default)]
pub struct Changes<Name: Ord = &'static str> {
    tables: BTreeMap<Name, Rows>,
    bytes: usize,
}

impl Changes {
    /// Notes what is under a key now.
    pub fn note(&mut self, table: &'static str, key: Vec<u8>, value: Option<Vec<u8>>) {
        if self.are_too_many() {
            return;
        }
        self.bytes += key.len() + value.as_ref().map_or(0, Vec::len);
        self.tables.entry(table).or_default().insert(key, value);
        if self.are_too_many() {
            self.tables.clear();
        }
    }

    /// Whether they are more than a record holds; then they are not known either.
    pub fn are_too_many(&self) -> bool {
        self.bytes > CHANGES_MAX
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

    /// Each table with its rows, in order.
    pub fn tables(&self) -> impl Iterator<Item = (&str, &Rows)> {
        self.tables.iter().map(|(name, rows)| (name.as_str(), rows))
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
            let mut again = Changes::<String>::default();
            for steps in [first, second] {
                let mut changes = Changes::default();
                for (table, key, value) in steps {
                    changes.note(TABLES[*table], vec![*key], value.clone());
                    model.entry(TABLES[*table]).or_default().insert(vec![*key], value.clone());
                }
                again.add(&changes.to_bytes()).expect("whole");
            }
            prop_assert_eq!(again.tables().collect::<Vec<_>>(), model.iter().map(|(name, rows)| (*name, rows)).collect::<Vec<_>>());
        }

        #[test]
        fn noise_is_nothing_or_something_else_but_no_panic(noise in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Changes::<String>::default().add(&noise);
        }
    }

    #[test]
    fn more_than_a_record_holds_is_not_kept_in_memory() {
        let mut changes = Changes::default();
        for key in 0..2_000u32 {
            changes.note("sales", key.to_le_bytes().to_vec(), Some(vec![7; 1_000]));
        }
        assert!(changes.are_too_many() && changes.to_bytes().is_empty());
    }
}
