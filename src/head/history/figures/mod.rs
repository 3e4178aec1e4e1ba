//! Figures of a parcel: rows of the box's own sum tables, read and kept by line.

mod cells;
mod layout;
mod sets;
mod store;

use std::collections::BTreeMap;

use serde_json::Value;
use sha2::{Digest, Sha256};

use self::cells::{Cell, read_row};
use self::layout::Layout;
use crate::parcels::{FigureRows, Row};

pub(super) use sets::announce;
pub use sets::lacking;
pub(super) use store::{FigureTarget, KeptFigures, keep_figures};

/// Most rows of a parcel that are put aside. A box with more has one problem, not that many.
const BAD_ROWS_MAX: usize = 1_000;
/// Most bytes of a row that is put aside.
const BAD_ROW_BYTES_MAX: usize = 2_000;
/// Longest name of a set, in bytes.
const SET_NAME_MAX: usize = 64;

/// Figures of a parcel, read.
#[derive(Debug)]
pub(super) struct ReadFigures {
    /// The sequence number up to which the rows hold.
    pub upto: u64,
    /// The newest entry at the first part's look.
    pub first: u64,
    /// Whether the sending is complete with it.
    pub last: bool,
    /// Names of the sets that the sending has all rows of.
    pub whole: Vec<String>,
    /// Rows by set.
    pub sets: Vec<SetRows>,
    /// Rows that cannot be kept.
    pub bad: Vec<BadRow>,
    /// Names of sets that this program does not know.
    pub unknown: Vec<String>,
}

/// Rows of a set, by key: the last one of each in the parcel.
#[derive(Debug)]
pub(super) struct SetRows {
    pub layout: &'static Layout,
    /// The cells of a row by the hash of its key.
    pub rows: BTreeMap<[u8; 32], Vec<Cell>>,
}

/// A row that cannot be kept.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadRow {
    pub set: &'static str,
    /// SHA-256 of its key, or of all of it without one.
    pub hash: [u8; 32],
    pub why: String,
    /// Its JSON, cut.
    pub text: String,
}

impl ReadFigures {
    /// Reads the rows of all known sets.
    pub fn new(figures: FigureRows) -> Self {
        let FigureRows { upto, first, last, whole, sets } = figures;
        let mut read = ReadFigures { upto, first, last, whole, sets: Vec::new(), bad: Vec::new(), unknown: Vec::new() };
        for (name, rows) in sets {
            match Layout::named(&name) {
                Some(layout) => read.add(layout, rows),
                None if name.len() <= SET_NAME_MAX && !name.contains('\0') => read.unknown.push(name),
                None => {}
            }
        }
        read
    }

    fn add(&mut self, layout: &'static Layout, rows: Vec<Row>) {
        let mut good = BTreeMap::new();
        for row in rows {
            let hash = key_hash(&row[..row.len().min(layout.keys)]);
            match read_row(layout, &row) {
                Ok(cells) => {
                    good.insert(hash, cells);
                }
                Err(why) if self.bad.len() < BAD_ROWS_MAX => self.bad.push(BadRow { set: layout.set.as_str(), hash, why, text: cut(&row) }),
                Err(_) => {}
            }
        }
        self.sets.push(SetRows { layout, rows: good });
    }
}

fn key_hash(key: &[Value]) -> [u8; 32] {
    let json = serde_json::to_vec(key).unwrap_or_default();
    Sha256::digest(json).into()
}

/// The row's JSON, at most [`BAD_ROW_BYTES_MAX`] of it.
fn cut(row: &[Value]) -> String {
    let mut text = serde_json::to_string(row).unwrap_or_default();
    text.truncate(text.floor_char_boundary(BAD_ROW_BYTES_MAX));
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn read(set: &str, rows: Vec<Value>) -> ReadFigures {
        let rows = rows.into_iter().map(|row| serde_json::from_value(row).expect("a row")).collect();
        ReadFigures::new(FigureRows { upto: 5, first: 5, last: true, whole: Vec::new(), sets: BTreeMap::from([(set.to_owned(), rows)]) })
    }

    fn whys(set: &str, row: Value) -> Vec<String> {
        read(set, vec![row]).bad.into_iter().map(|bad| bad.why).collect()
    }

    #[test]
    fn rows_are_read_by_their_set() {
        let figures = read("taking", vec![json!(["2026-11-21", "cash", "USD", 1400]), json!(["2026-11-21", "cash", "LRD", -5])]);
        assert_eq!((figures.sets[0].rows.len(), figures.bad.len()), (2, 0));
        let figures = read("open", vec![json!(["tab", 7, null, null, null, null, null, null, null])]);
        assert!(figures.bad.is_empty(), "{:?}", figures.bad);
    }

    #[test]
    fn the_last_row_of_a_key_stands() {
        let figures = read("setting", vec![json!(["rate", "190"]), json!(["rate", "195"])]);
        let rows: Vec<_> = figures.sets[0].rows.values().collect();
        assert_eq!(rows, [&vec![Cell::Text("rate".to_owned()), Cell::Text("195".to_owned())]]);
    }

    #[test]
    fn a_row_that_cannot_be_kept_is_put_aside() {
        for (set, row, why) in [
            ("taking", json!(["2026-11-21", "cash", "USD", 9_223_372_036_854_775_808_u64]), "amount is no number of 64 bits"),
            ("taking", json!(["2026-11-21", "cash", "USD", 1.5]), "amount is no number of 64 bits"),
            ("taking", json!(["2026-02-30", "cash", "USD", 1]), "day is no date"),
            ("taking", json!(["2026-11-21", "x".repeat(201), "USD", 1]), "method is longer than 200 bytes"),
            ("taking", json!(["2026-11-21", "ca\0sh", "USD", 1]), "method is no text"),
            ("taking", json!(["2026-11-21", "cash", "USD"]), "amount is missing"),
            ("taking", json!([null, "cash", "USD", 1]), "day is missing"),
            ("shift", json!([1, null, null, null, "yesterday"]), "opened_at is no moment"),
            ("user", json!([1, "musu", "Musu", "K", "admin", "yes", null]), "is_active is neither true nor false"),
        ] {
            assert_eq!(whys(set, row.clone()), [why], "{row}");
        }
    }

    #[test]
    fn a_newer_box_may_add_sets_and_fields() {
        let figures = read("weather", vec![json!(["2026-11-21", "rain"])]);
        assert_eq!((figures.unknown, figures.sets.len()), (vec!["weather".to_owned()], 0));
        assert!(whys("taking", json!(["2026-11-21", "cash", "USD", 1, "more"])).is_empty());
    }

    fn any_value() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".{0,12}".prop_map(Value::from),
            Just(json!([1, {"a": 2}])),
        ]
    }

    proptest! {
        #[test]
        fn any_row_is_read_or_put_aside(set in 0_usize..15, row in proptest::collection::vec(any_value(), 0..12)) {
            let name = crate::parcels::Set::ALL[set].as_str();
            let figures = read(name, vec![Value::from(row)]);
            prop_assert_eq!(figures.sets[0].rows.len() + figures.bad.len(), 1);
        }
    }
}
