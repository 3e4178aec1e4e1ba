//! Looking a whole store through: every record against its checksum, and one store against another, record by record.

use std::collections::BTreeSet;

use redb::{ReadableTable, TableHandle};

use crate::base::text::hex;
use crate::store::store::Store;
use crate::store::tables::codec;
use crate::store::tables::redb_views::definition;
use crate::store::{KEPT_TABLES, Stored};

/// Most differences that are named; the rest are only counted.
const NAMED_MAX: usize = 20;
/// Bytes of a key that are shown.
const KEY_SHOWN: usize = 24;

/// What a look through the records found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordCheck {
    /// Tables that hold anything.
    pub tables: u64,
    /// Records in them.
    pub records: u64,
    /// Records whose checksum is wrong.
    pub wrong: u64,
    /// The first of these, by table and key.
    pub named: Vec<String>,
}

/// What a comparison of two stores found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableComparison {
    /// Tables that either of them holds.
    pub tables: u64,
    /// Records that are the same in both.
    pub same: u64,
    /// Records that are not.
    pub different: u64,
    /// The first of these, by table and key.
    pub named: Vec<String>,
}

impl Store {
    /// Checks every record of every table against its checksum.
    pub fn check_records(&self) -> Stored<RecordCheck> {
        let transaction = self.snapshot()?;
        let mut checked = RecordCheck::default();
        for handle in transaction.list_tables()? {
            let table = transaction.open_table(definition(handle.name()))?;
            let before = checked.records;
            for row in table.iter()? {
                let (key, sealed) = row?;
                checked.records += 1;
                if codec::unseal("of the store", key.value(), sealed.value()).is_err() {
                    checked.wrong += 1;
                    name(&mut checked.named, handle.name(), key.value());
                }
            }
            checked.tables += u64::from(checked.records > before);
        }
        Ok(checked)
    }

    /// Compares every table that follows from the journal with that of `other`, to the byte.
    pub fn compare_derived(&self, other: &Store) -> Stored<TableComparison> {
        let (ours, theirs) = (self.snapshot()?, other.snapshot()?);
        let mut names = BTreeSet::new();
        for transaction in [&ours, &theirs] {
            names.extend(transaction.list_tables()?.map(|handle| handle.name().to_owned()));
        }
        let mut compared = TableComparison::default();
        for table in names.iter().filter(|name| !KEPT_TABLES.contains(&name.as_str())) {
            let open = |transaction: &redb::ReadTransaction| match transaction.open_table(definition(table)) {
                Ok(table) => Ok(Some(table)),
                Err(redb::TableError::TableDoesNotExist(_)) => Ok(None),
                Err(error) => Err(error),
            };
            let (ours, theirs) = (open(&ours)?, open(&theirs)?);
            let before = compared.same + compared.different;
            merge(&mut compared, table, ours.as_ref(), theirs.as_ref())?;
            compared.tables += u64::from(compared.same + compared.different > before);
        }
        Ok(compared)
    }
}

type Bytes = &'static [u8];
type Side<'a> = Option<&'a redb::ReadOnlyTable<Bytes, Bytes>>;

/// Walks both sides in order of their keys.
fn merge(compared: &mut TableComparison, table: &str, ours: Side<'_>, theirs: Side<'_>) -> Stored<()> {
    let mut ours = ours.map(|table| table.iter()).transpose()?.into_iter().flatten();
    let mut theirs = theirs.map(|table| table.iter()).transpose()?.into_iter().flatten();
    let (mut left, mut right) = (ours.next().transpose()?, theirs.next().transpose()?);
    loop {
        let order = match (&left, &right) {
            (None, None) => return Ok(()),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some((ours, _)), Some((theirs, _))) => ours.value().cmp(theirs.value()),
        };
        let same = matches!((&left, &right), (Some((_, ours)), Some((_, theirs))) if order.is_eq() && ours.value() == theirs.value());
        if same {
            compared.same += 1;
        } else {
            compared.different += 1;
            let (key, _) = match (&left, &right) {
                (Some(row), _) if order.is_le() => row,
                (_, Some(row)) => row,
                _ => return Ok(()),
            };
            name(&mut compared.named, table, key.value());
        }
        if order.is_le() {
            left = ours.next().transpose()?;
        }
        if order.is_ge() {
            right = theirs.next().transpose()?;
        }
    }
}

fn name(named: &mut Vec<String>, table: &str, key: &[u8]) {
    if named.len() < NAMED_MAX {
        let shown = hex(&key[..key.len().min(KEY_SHOWN)]);
        let more = if key.len() > KEY_SHOWN { "…" } else { "" };
        named.push(format!("table {table}, record {shown}{more}"));
    }
}
