//! The report of products: what sold best. Rows of several bars join by the chain's id of a product, never by its name.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use serde_json::Value;
use tokio_postgres::types::{ToSql, Type};

use super::super::figures::{Window, bars_by_line, clamped, date, windows};
use super::row::{report, row};
use super::{Query, Rows};
use crate::database::DatabaseError;
use bar::reports::Days;
use base::{BusinessDay, Usd};

row! {
    /// A product of a bar, or one of the chain at all bars that sell it.
    ProductRow {
        chain_id: Option<String> = text "chainId",
        /// Null for a product of the chain.
        bar: Option<String> = figure "bar",
        name: Option<String> = text "name",
        category: Option<String> = text "category",
        total_quantity: i64 = number "totalQuantity",
        total_revenue: String = figure "totalRevenue",
    }
}

row! {
    /// What was sold of all products.
    ProductSums {
        total_quantity: i64 = number "totalQuantity",
        total_revenue: String = figure "totalRevenue",
    }
}

report!(
    /// What sold best.
    ProductsReport of ProductRow, ProductSums
);

/// A product at a bar, or one of the chain at all bars that sell it.
struct Product {
    chain_id: Option<String>,
    /// The bar's line; `None` for a product of the chain.
    line: Option<i64>,
    name: Option<String>,
    category: Option<String>,
    quantity: i64,
    usd: Usd,
}

/// Days of a range of days in whole months, and the days to add or to take off. A month is read as a whole when fewer days are then
/// taken off than else would be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cover {
    /// First days of the first and the last whole month; none if the first is later.
    months: (BusinessDay, BusinessDay),
    added: [Days; 2],
    taken_off: [Days; 2],
}

/// No days.
const NONE: Days = Days { first: BusinessDay::LAST, last: BusinessDay::FIRST };

impl Cover {
    /// `today`: later days have no rows, so that they cost nothing.
    fn new(days: Days, today: BusinessDay) -> Self {
        let (mut first, mut end) = (days.first.month(), days.last.month() + 1);
        let (mut added, mut taken_off) = ([NONE; 2], [NONE; 2]);
        let cost = |days: Days| (days.last.min(today.plus(1)).number() - days.first.number() + 1).max(0);
        if days.first.month() == days.last.month() {
            let before = Days { first: BusinessDay::first_of_month(first), last: days.first.plus(-1) };
            let after = Days { first: days.last.plus(1), last: BusinessDay::first_of_month(end).plus(-1) };
            if cost(before) + cost(after) < cost(days) {
                taken_off = [before, after];
            } else {
                (added, end) = ([days, NONE], first);
            }
        } else {
            let month = first;
            let before = Days { first: BusinessDay::first_of_month(month), last: days.first.plus(-1) };
            let inside = Days { first: days.first, last: BusinessDay::first_of_month(month + 1).plus(-1) };
            if cost(before) < cost(inside) {
                taken_off[0] = before;
            } else {
                (added[0], first) = (inside, month + 1);
            }
            let month = end - 1;
            let inside = Days { first: BusinessDay::first_of_month(month), last: days.last };
            let after = Days { first: days.last.plus(1), last: BusinessDay::first_of_month(month + 1).plus(-1) };
            if cost(after) < cost(inside) {
                taken_off[1] = after;
            } else {
                (added[1], end) = (inside, month);
            }
        }
        let month = |number| BusinessDay::first_of_month(number);
        let months = if first < end { (month(first), month(end - 1)) } else { (NONE.first, NONE.last) };
        Cover { months, added, taken_off }
    }
}

/// Rows that make up a sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Months,
    Added,
    TakenOff,
}

impl Cover {
    /// The parts that have days.
    fn parts(self) -> Vec<(Part, Days)> {
        let ([a, b], [c, d]) = (self.added, self.taken_off);
        let months = Days { first: self.months.0, last: self.months.1 };
        let parts = [(Part::Months, months), (Part::Added, a), (Part::Added, b), (Part::TakenOff, c), (Part::TakenOff, d)];
        parts.into_iter().filter(|(_, days)| days.first <= days.last).collect()
    }
}

/// The rows of a part, whose first and last day are `$first` and the parameter after it.
fn rows_of_part(part: Part, first: usize) -> String {
    let negative = |column: &str| format!("-GREATEST({column}, -9223372036854775807)");
    let (table, day) = if part == Part::Months { ("fig_product_month", "month") } else { ("fig_product_day", "day") };
    let [quantity, usd] = ["quantity", "usd"].map(|column| if part == Part::TakenOff { negative(column) } else { column.to_owned() });
    let last = first + 1;
    format!(
        "SELECT line_id, product_id, {quantity} AS quantity, {usd} AS usd FROM {table} \
         WHERE line_id = ANY($1) AND {day} BETWEEN ${first} AND ${last}"
    )
}

/// `$1` lines · `$2` limit · from `$3` on the first and last day of each part. Sums are stopped at the limits of 64 bits at the end, where
/// few rows are left.
fn sql(parts: &[(Part, Days)]) -> String {
    let rows: Vec<String> = parts.iter().zip(0..).map(|((part, _), place)| rows_of_part(*part, 3 + 2 * place)).collect();
    let order = "usd DESC, quantity DESC, name, line_id, product_id, chain_id";
    format!(
        "WITH rows_read AS (
            {}
        ), sold AS (
            SELECT line_id, product_id, SUM(quantity) AS quantity, SUM(usd) AS usd FROM rows_read GROUP BY line_id, product_id
        ), joined AS (
            SELECT p.chain_id, CASE WHEN p.chain_id IS NULL THEN s.line_id END AS line_id,
                CASE WHEN p.chain_id IS NULL THEN s.product_id END AS product_id,
                MIN(p.name) AS name, MIN(p.category) AS category, SUM(s.quantity) AS quantity, SUM(s.usd) AS usd
            FROM sold s LEFT JOIN fig_product p ON p.line_id = s.line_id AND p.product_id = s.product_id
            GROUP BY 1, 2, 3
        ), ranked AS (
            SELECT chain_id, line_id, product_id, name, category, quantity, usd,
                SUM(quantity) OVER () AS all_quantity, SUM(usd) OVER () AS all_usd
            FROM joined WHERE quantity <> 0 OR usd <> 0 ORDER BY {order} LIMIT $2
        )
        SELECT chain_id, line_id, name, category, {}, {}, {}, {} FROM ranked ORDER BY {order}",
        rows.join(" UNION ALL "),
        clamped("quantity"),
        clamped("usd"),
        clamped("all_quantity"),
        clamped("all_usd"),
    )
}

/// What sold best.
pub(super) async fn products(query: &Query<'_>) -> Result<ProductsReport, DatabaseError> {
    let windows = windows(query.bars, query.now, |today| query.period.days(today));
    // Products of the chain may be in several windows: then all rows are joined here.
    let limit = if windows.len() == 1 { query.rows.limit() } else { Rows::All.limit() };
    let latest = query.bars.iter().map(|bar| bar.today(query.now)).max().unwrap_or(BusinessDay::LAST);
    let mut total = (0_i64, Usd::ZERO);
    let mut products = Vec::new();
    for window in &windows {
        let (of_window, of_total) = load(query, window, latest, limit).await?;
        products.extend(of_window);
        total = (total.0.saturating_add(of_total.0), total.1 + of_total.1);
    }
    if windows.len() > 1 {
        products = join(products);
        products.truncate(usize::try_from(query.rows.limit()).unwrap_or(usize::MAX));
    }
    name_as_the_chain_does(query, &mut products).await?;
    let bars = bars_by_line(query.bars);
    let bar_of = |line: Option<i64>| line.and_then(|line| bars.get(&line)).map(|bar| bar.bar.clone());
    let rows = products.into_iter().map(|product| ProductRow {
        bar: bar_of(product.line),
        chain_id: product.chain_id,
        name: product.name,
        category: product.category,
        total_quantity: product.quantity,
        total_revenue: product.usd.to_string(),
    });
    let total = ProductSums { total_quantity: total.0, total_revenue: total.1.to_string() };
    Ok(ProductsReport { rows: rows.collect(), total, as_of: query.as_of() })
}

/// The products of a window, and the sums of all of them.
async fn load(query: &Query<'_>, window: &Window, today: BusinessDay, limit: i64) -> Result<(Vec<Product>, (i64, Usd)), DatabaseError> {
    let parts = Cover::new(window.days, today).parts();
    let dates: Vec<Date> = parts.iter().flat_map(|(_, days)| [days.first, days.last]).map(date).collect();
    let mut params: Vec<(&(dyn ToSql + Sync), Type)> = vec![(&window.lines, Type::INT8_ARRAY), (&limit, Type::INT8)];
    params.extend(dates.iter().map(|date| (date as &(dyn ToSql + Sync), Type::DATE)));
    let rows = query.transaction.query_planned(&sql(&parts), &params).await?;
    let total = match rows.first() {
        Some(row) => (row.try_get(6)?, Usd::minor(row.try_get(7)?)),
        None => (0, Usd::ZERO),
    };
    let mut products = Vec::with_capacity(rows.len());
    for row in rows {
        products.push(Product {
            chain_id: row.try_get(0)?,
            line: row.try_get(1)?,
            name: row.try_get(2)?,
            category: row.try_get(3)?,
            quantity: row.try_get(4)?,
            usd: Usd::minor(row.try_get(5)?),
        });
    }
    Ok((products, total))
}

/// Adds up the products of the chain that are in several windows, and sorts as the database does.
fn join(products: Vec<Product>) -> Vec<Product> {
    let mut of_chain = BTreeMap::<String, Product>::new();
    let mut joined = Vec::new();
    for product in products {
        let Some(chain_id) = product.chain_id.clone() else {
            joined.push(product);
            continue;
        };
        match of_chain.get_mut(&chain_id) {
            None => drop(of_chain.insert(chain_id, product)),
            Some(sum) => {
                sum.quantity = sum.quantity.saturating_add(product.quantity);
                sum.usd += product.usd;
            }
        }
    }
    joined.extend(of_chain.into_values());
    joined.sort_by(|a, b| (b.usd, b.quantity).cmp(&(a.usd, a.quantity)).then_with(|| (&a.name, a.line).cmp(&(&b.name, b.line))));
    joined
}

/// Gives products of the chain the name and category that head office has for them: a bar may not have them yet.
async fn name_as_the_chain_does(query: &Query<'_>, products: &mut [Product]) -> Result<(), DatabaseError> {
    let ids: BTreeSet<&String> = products.iter().filter_map(|product| product.chain_id.as_ref()).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<&String> = ids.into_iter().collect();
    let mut bodies = BTreeMap::<String, Value>::new();
    for row in query.transaction.query("SELECT chain_id, body FROM chain_products WHERE chain_id = ANY($1)", &[&ids]).await? {
        bodies.insert(row.try_get(0)?, row.try_get(1)?);
    }
    for product in products {
        let Some(body) = product.chain_id.as_ref().and_then(|id| bodies.get(id)) else { continue };
        let text = |name: &str| body.get(name).and_then(Value::as_str).map(str::to_owned);
        product.name = text("name").or_else(|| product.name.take());
        product.category = text("category").or_else(|| product.category.take());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// How often each day of the cover counts.
    fn counts(cover: Cover, first: i32, last: i32) -> Vec<i32> {
        let within = |days: Days, day: BusinessDay| i32::from(days.first <= day && day <= days.last);
        let count = |day: BusinessDay| {
            let first = BusinessDay::first_of_month(day.month());
            let months = i32::from(cover.months.0 <= first && first <= cover.months.1);
            let added: i32 = cover.added.iter().map(|days| within(*days, day)).sum();
            let taken_off: i32 = cover.taken_off.iter().map(|days| within(*days, day)).sum();
            months + added - taken_off
        };
        (first..=last).map(|number| count(BusinessDay::from_number(number))).collect()
    }

    proptest! {
        #[test]
        fn each_day_counts_once(first in 15_000i32..25_000, length in 0i32..800, today in 15_000i32..26_000) {
            let days = Days { first: BusinessDay::from_number(first), last: BusinessDay::from_number(first + length) };
            let cover = Cover::new(days, BusinessDay::from_number(today));
            let counted = counts(cover, first - 70, first + length + 70);
            let inside = (first - 70..=first + length + 70).map(|day| i32::from((first..=first + length).contains(&day)));
            prop_assert_eq!(counted, inside.collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_year_up_to_tonight_reads_months_alone() {
        let day = |text: &str| BusinessDay::parse(text).expect("a date");
        let year = Cover::new(Days { first: day("2026-01-01"), last: day("2026-11-21") }, day("2026-11-21"));
        assert_eq!(year.months, (day("2026-01-01"), day("2026-11-01")));
        assert_eq!((year.added, year.taken_off[0]), ([NONE; 2], Days { first: day("2026-01-01"), last: day("2025-12-31") }));
        assert_eq!(year.parts().iter().map(|(part, _)| *part).collect::<Vec<_>>(), [Part::Months, Part::TakenOff]);
        let night = Days { first: day("2026-11-21"), last: day("2026-11-21") };
        assert_eq!(Cover::new(night, day("2026-11-21")).added, [night, NONE]);
    }
}
