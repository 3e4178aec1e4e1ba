//! The report of shifts: what was expected in a till and what was counted. The newest first.

use tokio_postgres::Row;

use super::super::Bar;
use super::super::figures::{bars_by_line, rows_of, sum, windows};
use super::super::load::time;
use super::{Query, Table};
use crate::head::database::DatabaseError;
use crate::reports::parts::Cell;
use base::{Lrd, Usd};

pub(super) const COLUMNS: [&str; 14] = [
    "bar",
    "tillName",
    "responsibleName",
    "businessDay",
    "openedAt",
    "closedAt",
    "state",
    "zNumber",
    "expectedUSD",
    "expectedLRD",
    "countedUSD",
    "countedLRD",
    "overShortUSD",
    "overShortLRD",
];

const SHIFTS: &str = "SELECT line_id, shift_id, till_name, responsible_name, day, opened_at, closed_at, state, z_number, \
    expected_usd, expected_lrd, counted_usd, counted_lrd FROM fig_shift \
    WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3 AND state IS NOT NULL ORDER BY opened_at DESC, line_id, shift_id DESC LIMIT $4";

/// The shifts of the business days on which they were opened.
pub(super) async fn shifts(query: &Query<'_>) -> Result<Table, DatabaseError> {
    let windows = windows(query.bars, query.now, |today| query.period.days(today));
    let bars = bars_by_line(query.bars);
    let mut found = Vec::new();
    for row in rows_of(query.transaction, &windows, SHIFTS, Some(query.rows.limit())).await? {
        let Some(bar) = bars.get(&row.try_get(0)?) else { continue };
        let opened = time(&row, 5)?;
        found.push((opened, row.try_get::<_, i64>(0)?, cells(bar, &row)?));
    }
    // Newest first over all windows; the database has sorted each of them.
    found.sort_by_key(|(opened, line, _)| (std::cmp::Reverse(*opened), *line));
    found.truncate(usize::try_from(query.rows.limit()).unwrap_or(usize::MAX));
    let [usd, lrd] = totals(query).await?;
    let total = vec![
        ("overShortUSD", usd.map(Usd::minor).into()),
        ("overShortLRD", lrd.map_or(Cell::None, |amount| Cell::figure(Lrd::minor(amount)))),
    ];
    Ok(Table { rows: found.into_iter().map(|(.., cells)| cells).collect(), total })
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

fn cells(bar: &Bar, row: &Row) -> Result<Vec<Cell>, DatabaseError> {
    let text = |column: usize| row.try_get::<_, Option<String>>(column);
    let moment = |column: usize| time(row, column).map(|at| at.map_or(Cell::None, Cell::figure));
    let day: Option<jiff::civil::Date> = row.try_get(4)?;
    let state = text(7)?;
    let minor = |column: usize| row.try_get::<_, Option<i64>>(column);
    let (expected, counted) = ([minor(9)?, minor(10)?], [minor(11)?, minor(12)?]);
    let is_closed = state.as_deref() == Some("closed");
    let difference = |currency: usize| {
        let (counted, expected) = counted[currency].zip(expected[currency]).filter(|_| is_closed)?;
        Some(counted.saturating_sub(expected))
    };
    let usd = |amount: Option<i64>| amount.map_or(Cell::None, |amount| Cell::figure(Usd::minor(amount)));
    let lrd = |amount: Option<i64>| amount.map_or(Cell::None, |amount| Cell::figure(Lrd::minor(amount)));
    Ok(vec![
        Cell::figure(&bar.bar),
        text(2)?.into(),
        text(3)?.into(),
        day.map_or(Cell::None, Cell::figure),
        moment(5)?,
        moment(6)?,
        state.map_or(Cell::None, Cell::Text),
        text(8)?.into(),
        usd(expected[0]),
        lrd(expected[1]),
        usd(counted[0]),
        lrd(counted[1]),
        usd(difference(0)),
        lrd(difference(1)),
    ])
}
