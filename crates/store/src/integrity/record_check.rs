//! Checks a whole store: every record against its checksum, and the derived tables of one store against those of another.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use redb::{ReadOnlyTable, ReadTransaction, ReadableTable, TableError, TableHandle};

use crate::tables::record::verified_content;
use crate::tables::redb_views::definition;
use crate::{KEPT_TABLES, Stored};
use base::text::hex;

/// Most records that are named; further ones are only counted.
const NAMED_MAX: usize = 20;
/// Bytes of a key that are shown.
const KEY_BYTES_SHOWN: usize = 24;

/// Result of checking every record's checksum.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RecordCheck {
    /// Number of tables with records.
    pub tables: u64,
    /// Number of records.
    pub records: u64,
    /// Number of records with a wrong checksum.
    pub damaged: u64,
    /// The first of the damaged records, as table and key in words.
    pub named: Vec<String>,
}

/// Result of comparing the derived tables of two stores.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TableComparison {
    /// Number of tables with records in either store.
    pub tables: u64,
    /// Number of records that are equal.
    pub same: u64,
    /// Number of records that differ, or that only one store has.
    pub different: u64,
    /// The first of the different records, as table and key in words.
    pub named: Vec<String>,
}

/// Checks every record of every table against its checksum.
pub fn check_records(transaction: &ReadTransaction) -> Stored<RecordCheck> {
    let mut check = RecordCheck::default();
    for handle in transaction.list_tables()? {
        let table = transaction.open_table(definition(handle.name()))?;
        let before = check.records;
        for row in table.iter()? {
            let (key, record) = row?;
            check.records += 1;
            if verified_content("of the store", key.value(), record.value()).is_err() {
                check.damaged += 1;
                name(&mut check.named, handle.name(), key.value());
            }
        }
        check.tables += u64::from(check.records > before);
    }
    Ok(check)
}

/// Compares every derived table of two stores, byte for byte.
pub fn compare_derived(ours: &ReadTransaction, theirs: &ReadTransaction) -> Stored<TableComparison> {
    let mut names = BTreeSet::new();
    for transaction in [ours, theirs] {
        names.extend(transaction.list_tables()?.map(|handle| handle.name().to_owned()));
    }
    let mut comparison = TableComparison::default();
    for table in names.iter().filter(|name| !KEPT_TABLES.contains(&name.as_str())) {
        let open = |transaction: &ReadTransaction| match transaction.open_table(definition(table)) {
            Ok(table) => Ok(Some(table)),
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(error),
        };
        let (ours, theirs) = (open(ours)?, open(theirs)?);
        let before = comparison.same + comparison.different;
        compare_table(&mut comparison, table, ours.as_ref(), theirs.as_ref())?;
        comparison.tables += u64::from(comparison.same + comparison.different > before);
    }
    Ok(comparison)
}

type Bytes = &'static [u8];
type Side<'a> = Option<&'a ReadOnlyTable<Bytes, Bytes>>;

/// Walks through both tables in order of their keys.
fn compare_table(comparison: &mut TableComparison, table: &str, ours: Side<'_>, theirs: Side<'_>) -> Stored<()> {
    let mut ours = ours.map(|table| table.iter()).transpose()?.into_iter().flatten();
    let mut theirs = theirs.map(|table| table.iter()).transpose()?.into_iter().flatten();
    let (mut left, mut right) = (ours.next().transpose()?, theirs.next().transpose()?);
    loop {
        let order = match (&left, &right) {
            (None, None) => return Ok(()),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((ours, _)), Some((theirs, _))) => ours.value().cmp(theirs.value()),
        };
        let same = matches!((&left, &right), (Some((_, ours)), Some((_, theirs))) if order.is_eq() && ours.value() == theirs.value());
        if same {
            comparison.same += 1;
        } else {
            comparison.different += 1;
            let (key, _) = match (&left, &right) {
                (Some(row), _) if order.is_le() => row,
                (_, Some(row)) => row,
                _ => return Ok(()),
            };
            name(&mut comparison.named, table, key.value());
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
        let shown = hex(&key[..key.len().min(KEY_BYTES_SHOWN)]);
        let more = if key.len() > KEY_BYTES_SHOWN { "…" } else { "" };
        named.push(format!("table {table}, record {shown}{more}"));
    }
}
