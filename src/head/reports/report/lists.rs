//! Reports that list what boxes keep: exceptions, takings, what is open, what is short of stock.

use super::super::figures::{OPEN_NOW, bars_by_line, rows_of, sum, windows};
use super::super::load::time;
use super::revenue::names;
use super::{Query, Table};
use crate::head::database::DatabaseError;
use crate::reports::parts::Cell;
use base::{CurrencyCode, Lrd, Usd};

pub(super) const EXCEPTIONS: [&str; 7] = ["bar", "businessDay", "userName", "kind", "reason", "count", "amountUSD"];
pub(super) const TAKINGS: [&str; 4] = ["bar", "method", "currency", "amount"];
pub(super) const OPEN: [&str; 9] = ["bar", "kind", "name", "table", "since", "by", "dueUSD", "dueLRD", "remainingUSD"];
pub(super) const STOCK: [&str; 6] = ["bar", "productName", "level", "portions", "par", "state"];

/// Voids, discounts, goods on the house and the like: the newest day first.
pub(super) async fn exceptions(query: &Query<'_>) -> Result<Table, DatabaseError> {
    let windows = windows(query.bars, query.now, |today| query.period.days(today));
    let sql = "SELECT line_id, user_id, day, kind, reason, count, amount_usd FROM fig_exception \
        WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3 AND (count <> 0 OR amount_usd <> 0) \
        ORDER BY day DESC, line_id, kind, user_id, reason LIMIT $4";
    let (bars, names) = (bars_by_line(query.bars), names(query).await?);
    let mut found = Vec::new();
    for row in rows_of(query.transaction, &windows, sql, Some(query.rows.limit())).await? {
        let line: i64 = row.try_get(0)?;
        let Some(bar) = bars.get(&line) else { continue };
        let day: jiff::civil::Date = row.try_get(2)?;
        let reason: String = row.try_get(4)?;
        let cells = vec![
            Cell::figure(&bar.bar),
            Cell::figure(day),
            names.get(&(line, row.try_get(1)?)).cloned().into(),
            Cell::Text(row.try_get(3)?),
            if reason.is_empty() { Cell::None } else { Cell::Text(reason) },
            Cell::Number(row.try_get(5)?),
            Cell::figure(Usd::minor(row.try_get(6)?)),
        ];
        found.push((day, cells));
    }
    found.sort_by_key(|(day, _)| std::cmp::Reverse(*day));
    found.truncate(usize::try_from(query.rows.limit()).unwrap_or(usize::MAX));
    let sql =
        format!("SELECT {}, {} FROM fig_exception WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3", sum("count"), sum("amount_usd"));
    let (mut count, mut amount) = (0_i64, Usd::ZERO);
    for row in rows_of(query.transaction, &windows, &sql, None).await? {
        count = count.saturating_add(row.try_get(0)?);
        amount += Usd::minor(row.try_get(1)?);
    }
    let total = vec![("count", count.into()), ("amountUSD", amount.into())];
    Ok(Table { rows: found.into_iter().map(|(_, cells)| cells).collect(), total })
}

/// What was taken and kept, by method and currency.
pub(super) async fn takings(query: &Query<'_>) -> Result<Table, DatabaseError> {
    let windows = windows(query.bars, query.now, |today| query.period.days(today));
    let sql = format!(
        "SELECT line_id, method, currency, {} FROM fig_taking WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3 \
         GROUP BY line_id, method, currency",
        sum("amount")
    );
    let bars = bars_by_line(query.bars);
    let (mut usd, mut lrd) = (Usd::ZERO, Lrd::ZERO);
    let mut found = Vec::new();
    for row in rows_of(query.transaction, &windows, &sql, None).await? {
        let (method, currency, minor): (String, String, i64) = (row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
        let Some(bar) = bars.get(&row.try_get(0)?).filter(|_| minor != 0) else { continue };
        let amount = match CurrencyCode::parse(&currency) {
            Some(CurrencyCode::Lrd) => {
                lrd += Lrd::minor(minor);
                Cell::figure(Lrd::minor(minor))
            }
            _ => {
                usd += Usd::minor(minor);
                Cell::figure(Usd::minor(minor))
            }
        };
        found.push(((&bar.name, &bar.bar, method, currency), amount));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    let rows = found
        .into_iter()
        .map(|((_, bar, method, currency), amount)| vec![Cell::figure(bar), Cell::Text(method), Cell::Text(currency), amount]);
    Ok(Table { rows: rows.collect(), total: vec![("amountUSD", usd.into()), ("amountLRD", Cell::figure(lrd))] })
}

/// Orders and tabs that are not settled now, whatever the period is: the oldest first.
pub(super) async fn open(query: &Query<'_>) -> Result<Table, DatabaseError> {
    let bars = bars_by_line(query.bars);
    let lines: Vec<i64> = bars.keys().copied().collect();
    let sql = format!(
        "SELECT line_id, kind, name, table_name, since, by_name, due_usd, due_lrd, remaining_usd FROM fig_open \
         WHERE line_id = ANY($1) AND {OPEN_NOW} ORDER BY since, line_id, kind, id LIMIT $2"
    );
    let (mut due_usd, mut due_lrd, mut remaining) = (Usd::ZERO, Lrd::ZERO, Usd::ZERO);
    let mut rows = Vec::new();
    for row in query.transaction.query(&sql, &[&lines, &query.rows.limit()]).await? {
        let Some(bar) = bars.get(&row.try_get(0)?) else { continue };
        let text = |column: usize| row.try_get::<_, Option<String>>(column);
        let usd = |column: usize| row.try_get::<_, Option<i64>>(column).map(|amount| amount.map(Usd::minor));
        let lrd: Option<Lrd> = row.try_get::<_, Option<i64>>(7)?.map(Lrd::minor);
        due_usd += usd(6)?.unwrap_or_default();
        due_lrd += lrd.unwrap_or_default();
        remaining += usd(8)?.unwrap_or_default();
        rows.push(vec![
            Cell::figure(&bar.bar),
            text(1)?.into(),
            text(2)?.into(),
            text(3)?.into(),
            time(&row, 4)?.map_or(Cell::None, Cell::figure),
            text(5)?.into(),
            usd(6)?.into(),
            lrd.map_or(Cell::None, Cell::figure),
            usd(8)?.into(),
        ]);
    }
    let total = vec![("dueUSD", due_usd.into()), ("dueLRD", Cell::figure(due_lrd)), ("remainingUSD", remaining.into())];
    Ok(Table { rows, total })
}

/// Products that are low or out now, whatever the period is: those that are out first.
pub(super) async fn stock(query: &Query<'_>) -> Result<Table, DatabaseError> {
    let bars = bars_by_line(query.bars);
    let lines: Vec<i64> = bars.keys().copied().collect();
    let sql = "SELECT s.line_id, p.name, s.level, s.portions, s.par, s.state FROM fig_stock s \
        LEFT JOIN fig_product p ON p.line_id = s.line_id AND p.product_id = s.product_id \
        WHERE s.line_id = ANY($1) AND s.state IN ('low', 'out') LIMIT $2";
    let (mut low, mut out) = (0_i64, 0_i64);
    let mut found = Vec::new();
    for row in query.transaction.query(sql, &[&lines, &query.rows.limit()]).await? {
        let Some(bar) = bars.get(&row.try_get(0)?) else { continue };
        let (name, state): (Option<String>, String) = (row.try_get(1)?, row.try_get(5)?);
        let is_out = state == "out";
        (low, out) = (low + i64::from(!is_out), out + i64::from(is_out));
        let number = |column: usize| row.try_get::<_, Option<i64>>(column).map(Cell::from);
        let cells = vec![Cell::figure(&bar.bar), name.clone().into(), number(2)?, number(3)?, number(4)?, Cell::Text(state)];
        found.push(((!is_out, &bar.name, &bar.bar, name), cells));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    Ok(Table { rows: found.into_iter().map(|(_, cells)| cells).collect(), total: vec![("low", low.into()), ("out", out.into())] })
}
