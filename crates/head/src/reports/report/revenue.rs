//! Reports of revenue: by business day, by hour of the clock, by category, by person.

use std::collections::BTreeMap;

use tokio_postgres::Row;
use tokio_postgres::types::FromSqlOwned;

use super::super::Bar;
use super::super::figures::{Revenue, bars_by_line, revenue_sums, rows_of, windows};
use super::Query;
use super::row::{report, row};
use crate::database::DatabaseError;
use bar::reports::RevenueOf;

row! {
    /// What was sold. Money is in decimals.
    RevenueSums {
        /// The worth of all lines in US dollars, each at its own rate.
        total_revenue: String = figure "totalRevenue",
        /// What was priced in US dollars.
        revenue_usd: String = figure "revenueUSD",
        /// What was priced in Liberian dollars.
        revenue_lrd: String = figure "revenueLRD",
        /// Receipts; null for categories: one receipt has lines of several.
        total_sales: Option<i64> = number "totalSales",
        total_quantity: i64 = number "totalQuantity",
        average_sale: Option<String> = figure "averageSale",
    }
}

row! {
    /// What a bar sold on a business day.
    DayRow {
        bar: String = figure "bar",
        business_day: String = figure "businessDay",
    }
    with sums: RevenueSums
}

row! {
    /// What a bar sold in an hour of the clock.
    HourRow {
        bar: String = figure "bar",
        /// 0 to 23.
        hour: i64 = number "hour",
    }
    with sums: RevenueSums
}

row! {
    /// What a bar sold of a category.
    CategoryRow {
        bar: String = figure "bar",
        category: String = text "category",
    }
    with sums: RevenueSums
}

row! {
    /// What a person sold.
    PersonRow {
        bar: String = figure "bar",
        /// Null for a person whose name the bar has not sent.
        user_name: Option<String> = text "userName",
    }
    with sums: RevenueSums
}

report!(
    /// Revenue by business day, oldest first.
    DaysReport of DayRow, RevenueSums
);
report!(
    /// Revenue by hour of the bar's clock, over all days.
    HoursReport of HourRow, RevenueSums
);
report!(
    /// Revenue by category, and of the service charge; the largest first at each bar.
    CategoriesReport of CategoryRow, RevenueSums
);
report!(
    /// Revenue by person; the largest first at each bar.
    PeopleReport of PersonRow, RevenueSums
);

/// A row of what was sold: its bar, its key, its figures.
struct Sold<'a, K> {
    bar: &'a Bar,
    key: K,
    revenue: Revenue,
}

/// Revenue by business day, oldest first.
pub(super) async fn days(query: &Query<'_>) -> Result<DaysReport, DatabaseError> {
    let sql = "SELECT line_id, day, receipts, quantity, usd, charged_usd, charged_lrd FROM fig_day \
        WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3";
    let mut sold = load(query, sql, |row| row.try_get::<_, jiff::civil::Date>(1)).await?;
    sold.sort_by(|a, b| (a.key, &a.bar.name, &a.bar.bar).cmp(&(b.key, &b.bar.name, &b.bar.bar)));
    let total = total(&sold, true);
    let rows = sold.iter().map(|Sold { bar, key, revenue }| DayRow {
        bar: bar.bar.clone(),
        business_day: key.to_string(),
        sums: revenue.sums(true),
    });
    Ok(DaysReport { rows: rows.collect(), total, as_of: query.as_of() })
}

/// Revenue by hour of the bar's clock, 0 to 23, over all days.
pub(super) async fn hours(query: &Query<'_>) -> Result<HoursReport, DatabaseError> {
    let mut sold = load(query, &grouped("hour", "fig_hour", true), key::<i64>).await?;
    sold.sort_by(|a, b| (&a.bar.name, &a.bar.bar, a.key).cmp(&(&b.bar.name, &b.bar.bar, b.key)));
    let total = total(&sold, true);
    let rows = sold.iter().map(|Sold { bar, key, revenue }| HourRow { bar: bar.bar.clone(), hour: *key, sums: revenue.sums(true) });
    Ok(HoursReport { rows: rows.collect(), total, as_of: query.as_of() })
}

/// All that was sold each day, as one category.
const ALL_SOLD: &str = "(SELECT line_id, day, '' AS category, quantity, usd, charged_usd, charged_lrd FROM fig_day) AS fig_all";

/// Revenue by category and of the service charge, which is what was sold beside goods; the largest first at each bar.
pub(super) async fn categories(query: &Query<'_>) -> Result<CategoriesReport, DatabaseError> {
    let mut sold = load(query, &grouped("category", "fig_category", false), key::<String>).await?;
    let mut service = load(query, &grouped("category", ALL_SOLD, false), |_| Ok(RevenueOf::ServiceCharge.label().to_owned())).await?;
    for Sold { bar, revenue, .. } in &mut service {
        sold.iter().filter(|of_category| of_category.bar.bar == bar.bar).for_each(|of_category| revenue.subtract(&of_category.revenue));
    }
    sold.extend(service.into_iter().filter(|service| service.revenue != Revenue::default()));
    by_bar_and_revenue(&mut sold);
    let total = total(&sold, false);
    let row = |Sold { bar, key, revenue }: Sold<'_, String>| CategoryRow { bar: bar.bar.clone(), category: key, sums: revenue.sums(false) };
    Ok(CategoriesReport { rows: sold.into_iter().map(row).collect(), total, as_of: query.as_of() })
}

/// Revenue by person; the largest first at each bar.
pub(super) async fn people(query: &Query<'_>) -> Result<PeopleReport, DatabaseError> {
    let names = names(query).await?;
    let mut sold =
        load(query, &grouped("user_id", "fig_person", true), |row| Ok(names.get(&(row.try_get(0)?, row.try_get(1)?)).cloned())).await?;
    by_bar_and_revenue(&mut sold);
    let total = total(&sold, true);
    let row = |Sold { bar, key, revenue }: Sold<'_, _>| PersonRow { bar: bar.bar.clone(), user_name: key, sums: revenue.sums(true) };
    Ok(PeopleReport { rows: sold.into_iter().map(row).collect(), total, as_of: query.as_of() })
}

/// The names of the people of the bars, by line and user id: first and last name, else the name that they sign in with.
pub(super) async fn names(query: &Query<'_>) -> Result<BTreeMap<(i64, i64), String>, DatabaseError> {
    let lines: Vec<i64> = bars_by_line(query.bars).into_keys().collect();
    let sql = "SELECT line_id, user_id, COALESCE(first_name, ''), COALESCE(last_name, ''), COALESCE(username, '') FROM fig_user \
        WHERE line_id = ANY($1)";
    let mut names = BTreeMap::new();
    for row in query.transaction.query(sql, &[&lines]).await? {
        let (first, last, username): (&str, &str, String) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
        let name = format!("{first} {last}");
        let name = if name.trim().is_empty() { username } else { name.trim().to_owned() };
        names.insert((row.try_get(0)?, row.try_get(1)?), name);
    }
    Ok(names)
}

fn grouped(key: &str, table: &str, has_receipts: bool) -> String {
    format!(
        "SELECT line_id, {key}, {} FROM {table} WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3 GROUP BY line_id, {key}",
        revenue_sums(has_receipts)
    )
}

fn key<K: FromSqlOwned>(row: &Row) -> Result<K, tokio_postgres::Error> {
    row.try_get(1)
}

/// The rows of `sql`, whose figures begin with the third column. Rows without any figure are left out, as on the box.
async fn load<'a, K>(
    query: &Query<'a>,
    sql: &str,
    key: impl Fn(&Row) -> Result<K, tokio_postgres::Error>,
) -> Result<Vec<Sold<'a, K>>, DatabaseError> {
    let bars = bars_by_line(query.bars);
    let windows = windows(query.bars, query.now, |today| query.period.days(today));
    let mut sold = Vec::new();
    for row in rows_of(query.transaction, &windows, sql, None).await? {
        let revenue = Revenue::read(&row, 2)?;
        let Some(bar) = bars.get(&row.try_get(0)?).filter(|_| revenue != Revenue::default()) else { continue };
        sold.push(Sold { bar, key: key(&row)?, revenue });
    }
    Ok(sold)
}

fn by_bar_and_revenue<K: Ord>(sold: &mut [Sold<'_, K>]) {
    sold.sort_by(|a, b| {
        let bars = (&a.bar.name, &a.bar.bar).cmp(&(&b.bar.name, &b.bar.bar));
        bars.then(b.revenue.usd.cmp(&a.revenue.usd)).then_with(|| a.key.cmp(&b.key))
    });
}

/// The sums of all rows.
fn total<K>(sold: &[Sold<'_, K>], has_receipts: bool) -> RevenueSums {
    let mut total = Revenue::default();
    sold.iter().for_each(|sold| total.add(&sold.revenue));
    total.sums(has_receipts)
}

impl Revenue {
    /// As answers have it. Those of receipts are empty for categories: one receipt has lines of several.
    fn sums(&self, has_receipts: bool) -> RevenueSums {
        RevenueSums {
            total_revenue: self.usd.to_string(),
            revenue_usd: self.charged_usd.to_string(),
            revenue_lrd: self.charged_lrd.to_string(),
            total_sales: has_receipts.then_some(self.receipts),
            total_quantity: self.quantity,
            average_sale: has_receipts.then(|| self.average().to_string()),
        }
    }
}
