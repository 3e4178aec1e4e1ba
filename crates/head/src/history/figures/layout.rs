//! Which columns the rows of each set have.

use backup::parcels::Set;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `DATE`
    Day,
    /// `TIMESTAMPTZ`
    Moment,
    /// `BIGINT`
    Number,
    /// `TEXT`
    Text,
    /// `BOOLEAN`
    Truth,
}

impl Kind {
    /// Its type in SQL.
    pub fn sql(self) -> &'static str {
        match self {
            Day => "DATE",
            Moment => "TIMESTAMPTZ",
            Number => "BIGINT",
            Text => "TEXT",
            Truth => "BOOLEAN",
        }
    }
}

/// The table of a set.
#[derive(Debug)]
pub struct Layout {
    pub set: Set,
    pub table: &'static str,
    /// How many of the columns are the key.
    pub keys: usize,
    /// As in a row, the key first.
    pub columns: &'static [(&'static str, Kind)],
    /// Whether the values may be null.
    pub nullable: bool,
}

use Kind::{Day, Moment, Number, Text, Truth};

/// The values of [`Set::Day`], [`Set::Hour`] and [`Set::Person`] behind a key.
macro_rules! receipts {
    ($($key:expr),*) => {
        &[
            $($key,)*
            ("receipts", Number),
            ("quantity", Number),
            ("usd", Number),
            ("charged_usd", Number),
            ("charged_lrd", Number),
            ("tax_usd", Number),
            ("tax_lrd", Number),
        ]
    };
}

/// The values of the sets about goods behind a key.
macro_rules! goods {
    ($($key:expr),*) => {
        &[$($key,)* ("quantity", Number), ("usd", Number), ("charged_usd", Number), ("charged_lrd", Number)]
    };
}

const fn sums(set: Set, table: &'static str, keys: usize, columns: &'static [(&'static str, Kind)]) -> Layout {
    Layout { set, table, keys, columns, nullable: false }
}

const fn state(set: Set, table: &'static str, keys: usize, columns: &'static [(&'static str, Kind)]) -> Layout {
    Layout { set, table, keys, columns, nullable: true }
}

/// All sets.
pub static LAYOUTS: [Layout; 15] = [
    sums(Set::Day, "fig_day", 1, receipts!(("day", Day))),
    sums(Set::Hour, "fig_hour", 2, receipts!(("day", Day), ("hour", Number))),
    sums(Set::ProductDay, "fig_product_day", 2, goods!(("day", Day), ("product_id", Number))),
    sums(Set::ProductMonth, "fig_product_month", 2, goods!(("month", Day), ("product_id", Number))),
    sums(Set::Category, "fig_category", 2, goods!(("day", Day), ("category", Text))),
    sums(Set::Person, "fig_person", 2, receipts!(("day", Day), ("user_id", Number))),
    sums(Set::Taking, "fig_taking", 3, &[("day", Day), ("method", Text), ("currency", Text), ("amount", Number)]),
    sums(
        Set::Exception,
        "fig_exception",
        4,
        &[("day", Day), ("user_id", Number), ("kind", Text), ("reason", Text), ("count", Number), ("amount_usd", Number)],
    ),
    state(
        Set::Shift,
        "fig_shift",
        1,
        &[
            ("shift_id", Number),
            ("till_name", Text),
            ("responsible_name", Text),
            ("day", Day),
            ("opened_at", Moment),
            ("closed_at", Moment),
            ("state", Text),
            ("z_number", Text),
            ("expected_usd", Number),
            ("expected_lrd", Number),
            ("counted_usd", Number),
            ("counted_lrd", Number),
        ],
    ),
    state(
        Set::Open,
        "fig_open",
        2,
        &[
            ("kind", Text),
            ("id", Text),
            ("name", Text),
            ("table_name", Text),
            ("since", Moment),
            ("by_name", Text),
            ("due_usd", Number),
            ("due_lrd", Number),
            ("remaining_usd", Number),
        ],
    ),
    state(Set::Stock, "fig_stock", 1, &[("product_id", Number), ("level", Number), ("portions", Number), ("par", Number), ("state", Text)]),
    state(
        Set::Product,
        "fig_product",
        1,
        &[
            ("product_id", Number),
            ("name", Text),
            ("brand", Text),
            ("barcode", Text),
            ("category", Text),
            ("currency", Text),
            ("price_usd", Number),
            ("price_lrd", Number),
            ("archived", Truth),
            ("chain_id", Text),
        ],
    ),
    state(
        Set::User,
        "fig_user",
        1,
        &[
            ("user_id", Number),
            ("username", Text),
            ("first_name", Text),
            ("last_name", Text),
            ("role", Text),
            ("is_active", Truth),
            ("chain_id", Text),
        ],
    ),
    state(Set::Setting, "fig_setting", 1, &[("name", Text), ("value", Text)]),
    state(
        Set::Directive,
        "fig_directive",
        1,
        &[("number", Number), ("id", Text), ("state", Text), ("code", Text), ("reason", Text), ("decided_at", Moment)],
    ),
];

impl Layout {
    /// The layout of a set; `None` for one that this program does not know.
    pub fn named(name: &str) -> Option<&'static Layout> {
        LAYOUTS.iter().find(|layout| layout.set.as_str() == name)
    }

    /// A statement that keeps rows which are newer than those in the table. Its parameters: the line's id, the sequence number up to
    /// which the rows hold, and an array for each column.
    pub fn upsert(&self) -> String {
        let names = |columns: &[(&str, Kind)]| columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let (keys, values) = self.columns.split_at(self.keys);
        let set = values.iter().map(|(name, _)| format!(", {name} = excluded.{name}")).collect::<String>();
        let arrays = (3..).zip(self.columns).map(|(number, (_, kind))| format!("${number}::{}[]", kind.sql())).collect::<Vec<_>>();
        let (table, keys, values) = (self.table, names(keys), names(values));
        format!(
            "INSERT INTO {table} (line_id, upto, {keys}, {values}) SELECT $1::BIGINT, $2::BIGINT, {keys}, {values} \
             FROM unnest({arrays}) AS new_rows ({keys}, {values}) \
             ON CONFLICT (line_id, {keys}) DO UPDATE SET upto = excluded.upto{set} WHERE {table}.upto < excluded.upto",
            arrays = arrays.join(", "),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_layout() {
        for set in Set::ALL {
            let layout = Layout::named(set.as_str()).expect("a layout");
            assert_eq!((layout.set, layout.table), (set, format!("fig_{}", set.as_str()).as_str()));
        }
    }

    #[test]
    fn rows_are_kept_when_they_are_newer() {
        let taking = Layout::named("taking").expect("a layout");
        assert_eq!(
            taking.upsert(),
            "INSERT INTO fig_taking (line_id, upto, day, method, currency, amount) SELECT $1::BIGINT, $2::BIGINT, day, method, currency, \
             amount FROM unnest($3::DATE[], $4::TEXT[], $5::TEXT[], $6::BIGINT[]) AS new_rows (day, method, currency, amount) \
             ON CONFLICT (line_id, day, method, currency) DO UPDATE SET upto = excluded.upto, amount = excluded.amount \
             WHERE fig_taking.upto < excluded.upto"
        );
    }
}
