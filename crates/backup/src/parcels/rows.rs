//! Figures: rows of the box's own sum tables as absolute values. A row says what it holds at one sequence number of the journal, so that
//! a row that arrives twice or late changes nothing.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// Most rows in one parcel.
pub const ROWS_MAX: usize = 20_000;

/// The sets of figures that this program knows, with the fields of their rows: the key first, in this order. Money is in minor units,
/// a day is `YYYY-MM-DD`, a moment ISO 8601 in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Set {
    /// `day` · `receipts, quantity, usd, charged_usd, charged_lrd, tax_usd, tax_lrd`.
    Day,
    /// `day, hour` · as `Day`.
    Hour,
    /// `day, product_id` · `quantity, usd, charged_usd, charged_lrd`.
    ProductDay,
    /// `month` (its first day), `product_id` · as `ProductDay`.
    ProductMonth,
    /// `day, category` · as `ProductDay`.
    Category,
    /// `day, user_id` · as `Day`.
    Person,
    /// `day, method, currency` · `amount`: kept, which is payments less change, tips and refunds.
    Taking,
    /// `day, user_id, kind, reason` · `count, amount_usd`.
    Exception,
    /// `shift_id` · `till_name, responsible_name, day, opened_at, closed_at, state, z_number, expected_usd, expected_lrd, counted_usd,
    /// counted_lrd`.
    Shift,
    /// `kind` (`order` or `tab`), `id` · `name, table, since, by, due_usd, due_lrd, remaining_usd`; all `null` when it is settled.
    Open,
    /// `product_id` · `level, portions, par, state` (`low`, `out` or `null`).
    Stock,
    /// `product_id` · `name, brand, barcode, category, currency, price_usd, price_lrd, archived, chain_id`.
    Product,
    /// `user_id` · `username, first_name, last_name, role, is_active, chain_id`.
    User,
    /// `name` · `value`: the business' name, its zone, the start of its day, the rate.
    Setting,
    /// `number` · `id, state, code, reason, decided_at`.
    Directive,
}

base::words!(Set);

/// Key and values of a figure, in the order of [`Set`].
pub type FigureRow = Vec<Value>;

/// The figures of a parcel, as the box's tables are at one look. `S` is the form in which their rows are read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureRows<S = BTreeMap<String, Vec<FigureRow>>> {
    /// The newest entry of the journal at that look: the rows hold up to here.
    pub upto: u64,
    /// The newest entry at the look of the first part. With the last part everything up to there has been sent.
    pub first: u64,
    /// Whether the figures that changed up to `first` are complete with this part.
    pub last: bool,
    /// Names of the sets that are sent as a whole, not only what changed: when the last part has arrived, rows of these sets that hold
    /// up to an earlier entry than `first` are gone from the box. The same in each part.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub whole: Vec<String>,
    /// Rows by the name of their set. A newer box may send sets that this program does not know.
    pub sets: S,
}
