//! Reads the figures of a parcel row by row, so that never more than one row is there as JSON values, which take many times its memory.

use std::collections::HashMap;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::cells::{Cell, read_row};
use super::layout::Layout;
use backup::parcels::FigureRows;

/// Most rows of a parcel that are put aside. A box with more has one problem, not that many.
const BAD_ROWS_MAX: usize = 1_000;
/// Most bytes of a row that is put aside.
const BAD_ROW_BYTES_MAX: usize = 2_000;

/// Figures of a parcel whose rows have been read.
pub(in crate::history) type ReadFigures = FigureRows<ReadSets>;

/// The rows of a parcel's figures.
#[derive(Debug, Default)]
pub(in crate::history) struct ReadSets {
    /// The sets that this program knows.
    pub known: Vec<SetRows>,
    /// Rows that cannot be kept.
    pub bad: Vec<BadRow>,
    /// Names of sets that this program does not know.
    pub unknown: Vec<String>,
}

/// A row that cannot be kept.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::history) struct BadRow {
    pub set: &'static str,
    /// SHA-256 of its key, or of all of it without one.
    pub hash: [u8; 32],
    pub why: String,
    /// Its JSON, cut.
    pub text: String,
}

/// Rows of a set: the last one of each key in the parcel.
#[derive(Debug)]
pub(in crate::history) struct SetRows {
    pub layout: &'static Layout,
    /// Which row a key has, by the key's SHA-256.
    places: HashMap<[u8; 32], usize>,
    /// The cells of all rows, one row behind the other.
    cells: Vec<Cell>,
}

impl SetRows {
    fn new(layout: &'static Layout) -> Self {
        SetRows { layout, places: HashMap::new(), cells: Vec::new() }
    }

    /// The SHA-256 of each key.
    pub fn keys(&self) -> impl Iterator<Item = &[u8; 32]> {
        self.places.keys()
    }

    /// The cells of the rows, at most `rows` rows together: one row behind the other, a cell for each column of the layout.
    pub fn chunks(&self, rows: usize) -> impl Iterator<Item = &[Cell]> {
        self.cells.chunks(rows * self.layout.columns.len())
    }

    fn put(&mut self, row: &[Value]) -> Result<(), BadRow> {
        let Layout { set, keys, columns, .. } = self.layout;
        let hash = key_hash(&row[..row.len().min(*keys)]);
        let cells = read_row(self.layout, row).map_err(|why| BadRow { set: set.as_str(), hash, why, text: cut(row) })?;
        match self.places.get(&hash) {
            Some(place) => {
                let begin = place * columns.len();
                self.cells.splice(begin..begin + columns.len(), cells);
            }
            None => {
                self.places.insert(hash, self.places.len());
                self.cells.extend(cells);
            }
        }
        Ok(())
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

impl<'de> Deserialize<'de> for ReadSets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(SetsVisitor)
    }
}

struct SetsVisitor;

impl<'de> Visitor<'de> for SetsVisitor {
    type Value = ReadSets;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("rows by the name of their set")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ReadSets, A::Error> {
        let mut sets = ReadSets::default();
        while let Some(name) = map.next_key::<String>()? {
            let Some(layout) = Layout::named(&name) else {
                map.next_value::<IgnoredAny>()?;
                sets.unknown.push(name);
                continue;
            };
            let mut rows = SetRows::new(layout);
            map.next_value_seed(RowsSeed { rows: &mut rows, bad: &mut sets.bad })?;
            sets.known.push(rows);
        }
        Ok(sets)
    }
}

/// Reads the rows of one set.
struct RowsSeed<'a> {
    rows: &'a mut SetRows,
    bad: &'a mut Vec<BadRow>,
}

impl<'de> DeserializeSeed<'de> for RowsSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for RowsSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("rows")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<(), A::Error> {
        while let Some(row) = rows.next_element::<Vec<Value>>()? {
            if let Err(bad) = self.rows.put(&row)
                && self.bad.len() < BAD_ROWS_MAX
            {
                self.bad.push(bad);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use backup::parcels::FigureRow;

    fn read(set: &str, rows: Vec<Value>) -> ReadFigures {
        let rows: Vec<FigureRow> = rows.into_iter().map(|row| serde_json::from_value(row).expect("a row")).collect();
        let sets = BTreeMap::from([(set.to_owned(), rows)]);
        let sent = FigureRows { upto: 5, first: 5, last: true, whole: Vec::new(), sets };
        serde_json::from_slice(&serde_json::to_vec(&sent).expect("JSON")).expect("figures")
    }

    fn whys(set: &str, row: Value) -> Vec<String> {
        read(set, vec![row]).sets.bad.into_iter().map(|bad| bad.why).collect()
    }

    #[test]
    fn rows_are_read_by_their_set() {
        let figures = read("taking", vec![json!(["2026-11-21", "cash", "USD", 1400]), json!(["2026-11-21", "cash", "LRD", -5])]);
        assert_eq!((figures.sets.known[0].keys().count(), figures.sets.bad.len()), (2, 0));
        let figures = read("open", vec![json!(["tab", 7, null, null, null, null, null, null, null])]);
        assert!(figures.sets.bad.is_empty(), "{:?}", figures.sets.bad);
    }

    #[test]
    fn the_last_row_of_a_key_stands() {
        let figures = read("setting", vec![json!(["rate", "190"]), json!(["zone", "UTC"]), json!(["rate", "195"])]);
        let rows: Vec<_> = figures.sets.known[0].chunks(1).collect();
        let expected = [["rate", "195"], ["zone", "UTC"]].map(|row| row.map(|text| Cell::Text(text.to_owned())));
        assert_eq!(rows, expected);
        assert_eq!(figures.sets.known[0].chunks(500).map(<[Cell]>::len).collect::<Vec<_>>(), [4]);
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
        assert_eq!((figures.sets.unknown, figures.sets.known.len()), (vec!["weather".to_owned()], 0));
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
            let name = backup::parcels::Set::ALL[set].as_str();
            let figures = read(name, vec![Value::from(row)]);
            prop_assert_eq!(figures.sets.known[0].keys().count() + figures.sets.bad.len(), 1);
        }
    }
}
