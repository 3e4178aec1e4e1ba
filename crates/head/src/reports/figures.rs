//! What the reports share: the rows of a bar's counted line on some days, and sums of them. Sums are made in the database; beyond
//! 64 bits they stop at the limit, as those of a box do.

use std::collections::BTreeMap;

use jiff::civil::Date;
use tokio_postgres::Row;
use tokio_postgres::types::{ToSql, Type};

use super::Bar;
use crate::database::{DatabaseError, Transaction};
use bar::reports::Days;
use base::decimal::divide_rounded;
use base::{BusinessDay, Lrd, Timestamp, Usd};

/// Lines whose rows count on the same days. Bars in other zones, or with another start of the day, may be a day apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Window {
    pub lines: Vec<i64>,
    pub days: Days,
}

/// The windows of bars: the days that `days_of` gives for the business day of each bar that ever sent.
pub(super) fn windows(bars: &[Bar], now: Timestamp, days_of: impl Fn(BusinessDay) -> Days) -> Vec<Window> {
    let mut by_days = BTreeMap::<(BusinessDay, BusinessDay), Vec<i64>>::new();
    for bar in bars {
        if let Some(line) = bar.counted_line() {
            let days = days_of(bar.today(now));
            by_days.entry((days.first, days.last)).or_default().push(line.id);
        }
    }
    by_days.into_iter().map(|((first, last), lines)| Window { lines, days: Days { first, last } }).collect()
}

/// The bar of each counted line.
pub(super) fn bars_by_line(bars: &[Bar]) -> BTreeMap<i64, &Bar> {
    bars.iter().filter_map(|bar| bar.counted_line().map(|line| (line.id, bar))).collect()
}

/// The rows of `sql` in all windows: `$1` are the lines, `$2` and `$3` the first and the last day, `$4` is `limit`, where `sql` has one.
pub(super) async fn rows_of(
    transaction: &Transaction,
    windows: &[Window],
    sql: &str,
    limit: Option<i64>,
) -> Result<Vec<Row>, DatabaseError> {
    let mut rows = Vec::new();
    for Window { lines, days } in windows {
        let (first, last) = (date(days.first), date(days.last));
        let mut params: Vec<(&(dyn ToSql + Sync), Type)> = vec![(lines, Type::INT8_ARRAY), (&first, Type::DATE), (&last, Type::DATE)];
        params.extend(limit.iter().map(|limit| (limit as &(dyn ToSql + Sync), Type::INT8)));
        rows.extend(transaction.query_planned(sql, &params).await?);
    }
    Ok(rows)
}

/// Rows of `fig_open` that are not settled; an index has the same condition.
pub(super) const OPEN_NOW: &str = "(due_usd IS NOT NULL OR due_lrd IS NOT NULL)";

/// A sum in SQL that is 0 without rows and stops at the limits of 64 bits.
pub(super) fn sum(expression: &str) -> String {
    clamped(&format!("COALESCE(SUM({expression}), 0)"))
}

/// A number in SQL as BIGINT, stopped at its limits.
pub(super) fn clamped(expression: &str) -> String {
    format!("CAST(GREATEST(LEAST({expression}, 9223372036854775807), -9223372036854775807) AS BIGINT)")
}

/// The sums of what was sold, in the order of [`Revenue::read`].
pub(super) fn revenue_sums(has_receipts: bool) -> String {
    let receipts = if has_receipts { sum("receipts") } else { "CAST(0 AS BIGINT)".to_owned() };
    format!("{receipts}, {}, {}, {}, {}", sum("quantity"), sum("usd"), sum("charged_usd"), sum("charged_lrd"))
}

/// What was sold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Revenue {
    pub receipts: i64,
    pub quantity: i64,
    /// The worth of all lines, each at its own rate.
    pub usd: Usd,
    /// What was priced in US dollars.
    pub charged_usd: Usd,
    /// What was priced in Liberian dollars.
    pub charged_lrd: Lrd,
}

impl Revenue {
    /// Reads the five columns from `column` on.
    pub fn read(row: &Row, column: usize) -> Result<Self, tokio_postgres::Error> {
        Ok(Revenue {
            receipts: row.try_get(column)?,
            quantity: row.try_get(column + 1)?,
            usd: Usd::minor(row.try_get(column + 2)?),
            charged_usd: Usd::minor(row.try_get(column + 3)?),
            charged_lrd: Lrd::minor(row.try_get(column + 4)?),
        })
    }

    /// Adds figures; sums stop at the limits of 64 bits.
    pub fn add(&mut self, other: &Revenue) {
        self.receipts = self.receipts.saturating_add(other.receipts);
        self.quantity = self.quantity.saturating_add(other.quantity);
        self.usd += other.usd;
        self.charged_usd += other.charged_usd;
        self.charged_lrd += other.charged_lrd;
    }

    /// Takes figures away, but for receipts: one receipt has lines of several kinds.
    pub fn subtract(&mut self, part: &Revenue) {
        self.quantity = self.quantity.saturating_sub(part.quantity);
        self.usd += -part.usd;
        self.charged_usd += -part.charged_usd;
        self.charged_lrd += -part.charged_lrd;
    }

    /// Revenue per receipt, rounded half up; zero without receipts.
    pub fn average(&self) -> Usd {
        if self.receipts <= 0 {
            return Usd::ZERO;
        }
        let share = divide_rounded(i128::from(self.usd.as_minor()), i128::from(self.receipts));
        Usd::minor(i64::try_from(share).unwrap_or_default())
    }
}

/// A business day as a parameter.
pub(super) fn date(day: BusinessDay) -> Date {
    jiff::civil::date(1970, 1, 1).saturating_add(jiff::Span::new().days(day.number()))
}
