//! Reports that list what boxes keep: exceptions, takings, what is open, what is short of stock.

use super::super::figures::{OPEN_NOW, bars_by_line, rows_of, sum, windows};
use super::super::load::time;
use super::Query;
use super::revenue::names;
use super::row::{report, row};
use super::words::{ExceptionKind, OpenKind, StockState};
use crate::database::DatabaseError;
use base::{CurrencyCode, Lrd, Usd};

row! {
    /// Exceptions of a person on a business day, of one kind and reason.
    ExceptionRow {
        bar: String = figure "bar",
        business_day: String = figure "businessDay",
        /// Null for a person whose name the bar has not sent.
        user_name: Option<String> = text "userName",
        #[schema(value_type = ExceptionKind)]
        kind: String = text "kind",
        reason: Option<String> = text "reason",
        count: i64 = number "count",
        amount_usd: String = figure "amountUSD",
    }
}

row! {
    /// How many exceptions, and their worth.
    ExceptionSums {
        count: i64 = number "count",
        amount_usd: String = figure "amountUSD",
    }
}

report!(
    /// Voids, discounts, goods on the house and the like: the newest day first.
    ExceptionsReport of ExceptionRow, ExceptionSums
);

row! {
    /// What a bar took and kept by a method, in a currency.
    TakingRow {
        bar: String = figure "bar",
        method: String = text "method",
        #[schema(value_type = CurrencyCode)]
        currency: String = text "currency",
        amount: String = figure "amount",
    }
}

row! {
    /// What was taken in each currency.
    TakingSums {
        amount_usd: String = figure "amountUSD",
        amount_lrd: String = figure "amountLRD",
    }
}

report!(
    /// What was taken and kept, by method and currency.
    TakingsReport of TakingRow, TakingSums
);

row! {
    /// An order or a tab that is not settled.
    OpenRow {
        bar: String = figure "bar",
        #[schema(value_type = OpenKind)]
        kind: String = text "kind",
        name: Option<String> = text "name",
        table: Option<String> = text "table",
        since: Option<String> = figure "since",
        by: Option<String> = text "by",
        /// What is due as priced in US dollars.
        due_usd: Option<String> = figure "dueUSD",
        /// What is due as priced in Liberian dollars.
        due_lrd: Option<String> = figure "dueLRD",
        /// The worth of both in US dollars.
        remaining_usd: Option<String> = figure "remainingUSD",
    }
}

row! {
    /// What is due together.
    OpenSums {
        due_usd: String = figure "dueUSD",
        due_lrd: String = figure "dueLRD",
        remaining_usd: String = figure "remainingUSD",
    }
}

report!(
    /// Orders and tabs that are not settled now, whatever the period is: the oldest first.
    OpenReport of OpenRow, OpenSums
);

row! {
    /// A product that is low or out.
    StockRow {
        bar: String = figure "bar",
        product_name: Option<String> = text "productName",
        level: Option<i64> = number "level",
        portions: Option<i64> = number "portions",
        par: Option<i64> = number "par",
        #[schema(value_type = StockState)]
        state: String = text "state",
    }
}

row! {
    /// How many products are low, and how many are out.
    StockSums {
        low: i64 = number "low",
        out: i64 = number "out",
    }
}

report!(
    /// Products that are low or out now, whatever the period is: those that are out first.
    StockReport of StockRow, StockSums
);

/// Voids, discounts, goods on the house and the like: the newest day first.
pub(super) async fn exceptions(query: &Query<'_>) -> Result<ExceptionsReport, DatabaseError> {
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
        let exception = ExceptionRow {
            bar: bar.bar.clone(),
            business_day: day.to_string(),
            user_name: names.get(&(line, row.try_get(1)?)).cloned(),
            kind: row.try_get(3)?,
            reason: Some(reason).filter(|reason| !reason.is_empty()),
            count: row.try_get(5)?,
            amount_usd: Usd::minor(row.try_get(6)?).to_string(),
        };
        found.push((day, exception));
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
    let total = ExceptionSums { count, amount_usd: amount.to_string() };
    Ok(ExceptionsReport { rows: found.into_iter().map(|(_, row)| row).collect(), total, as_of: query.as_of() })
}

/// What was taken and kept, by method and currency.
pub(super) async fn takings(query: &Query<'_>) -> Result<TakingsReport, DatabaseError> {
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
                Lrd::minor(minor).to_string()
            }
            _ => {
                usd += Usd::minor(minor);
                Usd::minor(minor).to_string()
            }
        };
        found.push(((&bar.name, &bar.bar, method, currency), amount));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    let rows = found.into_iter().map(|((_, bar, method, currency), amount)| TakingRow { bar: bar.clone(), method, currency, amount });
    let total = TakingSums { amount_usd: usd.to_string(), amount_lrd: lrd.to_string() };
    Ok(TakingsReport { rows: rows.collect(), total, as_of: query.as_of() })
}

/// Orders and tabs that are not settled now, whatever the period is: the oldest first.
pub(super) async fn open(query: &Query<'_>) -> Result<OpenReport, DatabaseError> {
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
        rows.push(OpenRow {
            bar: bar.bar.clone(),
            kind: row.try_get(1)?,
            name: text(2)?,
            table: text(3)?,
            since: time(&row, 4)?.map(|since| since.to_string()),
            by: text(5)?,
            due_usd: usd(6)?.map(|due| due.to_string()),
            due_lrd: lrd.map(|due| due.to_string()),
            remaining_usd: usd(8)?.map(|remaining| remaining.to_string()),
        });
    }
    let total = OpenSums { due_usd: due_usd.to_string(), due_lrd: due_lrd.to_string(), remaining_usd: remaining.to_string() };
    Ok(OpenReport { rows, total, as_of: query.as_of() })
}

/// Products that are low or out now, whatever the period is: those that are out first.
pub(super) async fn stock(query: &Query<'_>) -> Result<StockReport, DatabaseError> {
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
        let product_name = name.clone();
        let (level, portions, par) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
        found.push(((!is_out, &bar.name, &bar.bar, name), StockRow { bar: bar.bar.clone(), product_name, level, portions, par, state }));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    let rows = found.into_iter().map(|(_, row)| row).collect();
    Ok(StockReport { rows, total: StockSums { low, out }, as_of: query.as_of() })
}
