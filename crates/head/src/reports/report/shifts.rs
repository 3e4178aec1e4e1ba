//! The report of shifts: what was expected in a till and what was counted. The newest first.

use tokio_postgres::Row;

use super::super::Bar;
use super::super::figures::{bars_by_line, rows_of, sum, windows};
use super::super::load::time;
use super::Query;
use super::row::{report, row};
use crate::database::DatabaseError;
use bar::tills::ShiftState;
use base::{Lrd, Usd};

row! {
    /// A shift at a till.
    ShiftRow {
        bar: String = figure "bar",
        till_name: Option<String> = text "tillName",
        responsible_name: Option<String> = text "responsibleName",
        /// On which it was opened.
        business_day: String = figure "businessDay",
        opened_at: Option<String> = figure "openedAt",
        closed_at: Option<String> = figure "closedAt",
        #[schema(value_type = ShiftState)]
        state: String = text "state",
        z_number: Option<String> = text "zNumber",
        expected_usd: Option<String> = figure "expectedUSD",
        expected_lrd: Option<String> = figure "expectedLRD",
        counted_usd: Option<String> = figure "countedUSD",
        counted_lrd: Option<String> = figure "countedLRD",
        /// Counted less expected; null while open, and when not counted.
        over_short_usd: Option<String> = figure "overShortUSD",
        over_short_lrd: Option<String> = figure "overShortLRD",
    }
}

row! {
    /// Over and short of all shifts; null where none was counted.
    ShiftSums {
        over_short_usd: Option<String> = figure "overShortUSD",
        over_short_lrd: Option<String> = figure "overShortLRD",
    }
}

report!(
    /// Shifts of the business days on which they were opened, the newest first.
    ShiftsReport of ShiftRow, ShiftSums
);

const SHIFTS: &str = "SELECT line_id, shift_id, till_name, responsible_name, day, opened_at, closed_at, state, z_number, \
    expected_usd, expected_lrd, counted_usd, counted_lrd FROM fig_shift \
    WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3 AND state IS NOT NULL ORDER BY opened_at DESC, line_id, shift_id DESC LIMIT $4";

/// The shifts of the business days on which they were opened.
pub(super) async fn shifts(query: &Query<'_>) -> Result<ShiftsReport, DatabaseError> {
    let windows = windows(query.bars, query.now, |today| query.period.days(today));
    let bars = bars_by_line(query.bars);
    let mut found = Vec::new();
    for row in rows_of(query.transaction, &windows, SHIFTS, Some(query.rows.limit())).await? {
        let Some(bar) = bars.get(&row.try_get(0)?) else { continue };
        let opened = time(&row, 5)?;
        found.push((opened, row.try_get::<_, i64>(0)?, shift(bar, &row)?));
    }
    // Newest first over all windows; the database has sorted each of them.
    found.sort_by_key(|(opened, line, _)| (std::cmp::Reverse(*opened), *line));
    found.truncate(usize::try_from(query.rows.limit()).unwrap_or(usize::MAX));
    let [usd, lrd] = totals(query).await?;
    let total = ShiftSums { over_short_usd: shown_usd(usd), over_short_lrd: shown_lrd(lrd) };
    Ok(ShiftsReport { rows: found.into_iter().map(|(.., row)| row).collect(), total, as_of: query.as_of() })
}

/// Over and short of all shifts of the days; `None` where none was counted.
async fn totals(query: &Query<'_>) -> Result<[Option<i64>; 2], DatabaseError> {
    let windows = windows(query.bars, query.now, |today| query.period.days(today));
    let [usd, lrd] = ["usd", "lrd"].map(|currency| {
        let difference = format!("CAST(counted_{currency} AS NUMERIC) - expected_{currency}");
        format!("CASE WHEN COUNT({difference}) > 0 THEN {} END", sum(&difference))
    });
    let sql = format!("SELECT {usd}, {lrd} FROM fig_shift WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3 AND state = 'closed'");
    let mut totals: [Option<i64>; 2] = [None, None];
    for row in rows_of(query.transaction, &windows, &sql, None).await? {
        for (column, total) in totals.iter_mut().enumerate() {
            let more: Option<i64> = row.try_get(column)?;
            *total = (*total).into_iter().chain(more).reduce(i64::saturating_add);
        }
    }
    Ok(totals)
}

fn shift(bar: &Bar, row: &Row) -> Result<ShiftRow, DatabaseError> {
    let text = |column: usize| row.try_get::<_, Option<String>>(column);
    let moment = |column: usize| time(row, column).map(|at| at.map(|at| at.to_string()));
    let day: jiff::civil::Date = row.try_get(4)?;
    let state: String = row.try_get(7)?;
    let minor = |column: usize| row.try_get::<_, Option<i64>>(column);
    let (expected, counted) = ([minor(9)?, minor(10)?], [minor(11)?, minor(12)?]);
    let is_closed = state == "closed";
    let difference = |currency: usize| {
        let (counted, expected) = counted[currency].zip(expected[currency]).filter(|_| is_closed)?;
        Some(counted.saturating_sub(expected))
    };
    Ok(ShiftRow {
        bar: bar.bar.clone(),
        till_name: text(2)?,
        responsible_name: text(3)?,
        business_day: day.to_string(),
        opened_at: moment(5)?,
        closed_at: moment(6)?,
        state,
        z_number: text(8)?,
        expected_usd: shown_usd(expected[0]),
        expected_lrd: shown_lrd(expected[1]),
        counted_usd: shown_usd(counted[0]),
        counted_lrd: shown_lrd(counted[1]),
        over_short_usd: shown_usd(difference(0)),
        over_short_lrd: shown_lrd(difference(1)),
    })
}

fn shown_usd(cents: Option<i64>) -> Option<String> {
    cents.map(|cents| Usd::minor(cents).to_string())
}

fn shown_lrd(cents: Option<i64>) -> Option<String> {
    cents.map(|cents| Lrd::minor(cents).to_string())
}
