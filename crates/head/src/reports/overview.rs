//! The overview: one row of figures for each bar, and their sums.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::figures::{OPEN_NOW, Revenue, Window, bars_by_line, revenue_sums, rows_of, sum, windows};
use super::{Alert, Bar, Flag, PeriodName, ReportRequest, State, count_receipts, load_bars};
use crate::accounts::Bars;
use crate::database::{Database, DatabaseError, Transaction};
use crate::error::HeadError;
use crate::history;
use backup::parcels::Set;
use base::{BarTime, Lrd, Timestamp, Usd};

/// One row of figures for each bar, and their sums.
#[derive(Debug, Serialize, ToSchema)]
pub struct Overview {
    period: PeriodName,
    /// The first day of all bars.
    from: String,
    /// The last day of all bars.
    to: String,
    /// Bars with alerts first, then by revenue.
    bars: Vec<OverviewRow>,
    total: OverviewSums,
    /// Bars that never sent, which are in no sum.
    missing: Vec<String>,
    /// What is wrong, in words.
    alerts: Vec<Alert>,
}

/// A bar and its figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewRow {
    bar: String,
    name: String,
    state: State,
    /// The state in words, by the bar's clock.
    state_text: String,
    flags: Vec<Flag>,
    as_of: Option<String>,
    entries_behind: Option<i64>,
    #[serde(flatten)]
    sums: OverviewSums,
}

/// Figures of a bar, or of all. All are null for a bar that never sent; money is in decimals.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OverviewSums {
    total_revenue: Option<String>,
    #[serde(rename = "revenueUSD")]
    revenue_usd: Option<String>,
    #[serde(rename = "revenueLRD")]
    revenue_lrd: Option<String>,
    total_sales: Option<i64>,
    total_quantity: Option<i64>,
    average_sale: Option<String>,
    previous_revenue: Option<String>,
    /// Counted less expected, of the closed shifts of the period; null without a counted one.
    #[serde(rename = "overShortUSD")]
    over_short_usd: Option<String>,
    #[serde(rename = "overShortLRD")]
    over_short_lrd: Option<String>,
    /// Now, whatever the period is. So are the members up to `outOfStock`.
    shifts_open: Option<i64>,
    open_tabs: Option<i64>,
    open_orders: Option<i64>,
    #[serde(rename = "dueUSD")]
    due_usd: Option<String>,
    #[serde(rename = "dueLRD")]
    due_lrd: Option<String>,
    low_stock: Option<i64>,
    out_of_stock: Option<i64>,
    /// How many.
    voids: Option<i64>,
    discounts: Option<i64>,
}

impl OverviewSums {
    /// With nulls for what an older box cannot send.
    fn without(mut self, sets: &[Set]) -> Self {
        for set in sets {
            match set {
                Set::Day => {
                    (self.total_revenue, self.revenue_usd, self.revenue_lrd) = (None, None, None);
                    (self.total_sales, self.total_quantity) = (None, None);
                    (self.average_sale, self.previous_revenue) = (None, None);
                }
                Set::Shift => (self.over_short_usd, self.over_short_lrd, self.shifts_open) = (None, None, None),
                Set::Open => (self.open_tabs, self.open_orders, self.due_usd, self.due_lrd) = (None, None, None, None),
                Set::Stock => (self.low_stock, self.out_of_stock) = (None, None),
                Set::Exception => (self.voids, self.discounts) = (None, None),
                _ => {}
            }
        }
        self
    }
}

/// The same as numbers.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    revenue: Revenue,
    previous: Usd,
    over_short_usd: Option<Usd>,
    over_short_lrd: Option<Lrd>,
    shifts_open: i64,
    open_tabs: i64,
    open_orders: i64,
    due_usd: Usd,
    due_lrd: Lrd,
    low_stock: i64,
    out_of_stock: i64,
    voids: i64,
    discounts: i64,
}

impl Sums {
    fn add(&mut self, other: &Sums) {
        self.revenue.add(&other.revenue);
        self.previous += other.previous;
        self.over_short_usd = self.over_short_usd.into_iter().chain(other.over_short_usd).reduce(|a, b| a + b);
        self.over_short_lrd = self.over_short_lrd.into_iter().chain(other.over_short_lrd).reduce(|a, b| a + b);
        self.due_usd += other.due_usd;
        self.due_lrd += other.due_lrd;
        for (count, more) in [
            (&mut self.shifts_open, other.shifts_open),
            (&mut self.open_tabs, other.open_tabs),
            (&mut self.open_orders, other.open_orders),
            (&mut self.low_stock, other.low_stock),
            (&mut self.out_of_stock, other.out_of_stock),
            (&mut self.voids, other.voids),
            (&mut self.discounts, other.discounts),
        ] {
            *count = count.saturating_add(more);
        }
    }

    fn shown(&self) -> OverviewSums {
        OverviewSums {
            total_revenue: Some(self.revenue.usd.to_string()),
            revenue_usd: Some(self.revenue.charged_usd.to_string()),
            revenue_lrd: Some(self.revenue.charged_lrd.to_string()),
            total_sales: Some(self.revenue.receipts),
            total_quantity: Some(self.revenue.quantity),
            average_sale: Some(self.revenue.average().to_string()),
            previous_revenue: Some(self.previous.to_string()),
            over_short_usd: self.over_short_usd.map(|amount| amount.to_string()),
            over_short_lrd: self.over_short_lrd.map(|amount| amount.to_string()),
            shifts_open: Some(self.shifts_open),
            open_tabs: Some(self.open_tabs),
            open_orders: Some(self.open_orders),
            due_usd: Some(self.due_usd.to_string()),
            due_lrd: Some(self.due_lrd.to_string()),
            low_stock: Some(self.low_stock),
            out_of_stock: Some(self.out_of_stock),
            voids: Some(self.voids),
            discounts: Some(self.discounts),
        }
    }
}

impl Overview {
    /// Adds the alerts about users for whom somebody gives wrong codes.
    pub fn warn_of_codes(&mut self, usernames: &[String]) {
        let alert = |username: &String| Alert { bar: None, flag: Flag::Codes, text: format!("Wrong codes for {username}") };
        self.alerts.splice(0..0, usernames.iter().map(alert));
    }
}

/// The overview of the bars of a request.
///
/// # Errors
/// 404 for a bar that is not visible; what the database refuses.
pub async fn overview(database: &Database, visible: &Bars, request: &ReportRequest) -> Result<Overview, HeadError> {
    let loaded = database.snapshot(move |transaction| async move {
        let bars = load_bars(&transaction, visible, request.bars.as_ref(), request.now).await?;
        let sums = sums(&transaction, &bars, request).await?;
        let lacking = history::lacking(&transaction, &sums.keys().copied().collect::<Vec<_>>()).await?;
        Ok::<_, HeadError>((bars, sums, lacking))
    });
    let (mut bars, sums, lacking) = loaded.await?;
    count_receipts(database, &mut bars, request.now).await?;
    Ok(build(&bars, &sums, &lacking, request))
}

fn build(bars: &[Bar], sums: &BTreeMap<i64, Sums>, lacking: &BTreeMap<i64, Vec<Set>>, request: &ReportRequest) -> Overview {
    let now = request.now;
    let mut total = Sums::default();
    let mut rows: Vec<(bool, Usd, OverviewRow)> = Vec::with_capacity(bars.len());
    let (mut missing, mut alerts) = (Vec::new(), Vec::new());
    for bar in bars {
        let of_bar = bar.counted_line().map(|line| sums.get(&line.id).copied().unwrap_or_default());
        match &of_bar {
            Some(sums) => total.add(sums),
            None => missing.push(bar.bar.clone()),
        }
        alerts.extend(bar.alerts(now));
        let row = OverviewRow {
            bar: bar.bar.clone(),
            name: bar.name.clone(),
            state: bar.state(now),
            state_text: bar.state_text(now),
            flags: bar.flags(now),
            as_of: bar.as_of().map(|at| at.to_string()),
            entries_behind: bar.entries_behind(),
            sums: of_bar.map(|sums| sums.shown().without(lacking_of(bar, lacking))).unwrap_or_default(),
        };
        rows.push((row.flags.is_empty(), of_bar.unwrap_or_default().revenue.usd, row));
    }
    // Bars are sorted by name, and stay so where alerts and revenue are the same.
    rows.sort_by_key(|(is_well, revenue, _)| (*is_well, std::cmp::Reverse(*revenue)));
    let (from, to) = days_of_all(bars, request, now);
    Overview {
        period: request.period.name(),
        from,
        to,
        bars: rows.into_iter().map(|(.., row)| row).collect(),
        total: total.shown(),
        missing,
        alerts,
    }
}

/// The sets that the box of a bar cannot send.
fn lacking_of<'l>(bar: &Bar, lacking: &'l BTreeMap<i64, Vec<Set>>) -> &'l [Set] {
    bar.counted_line().and_then(|line| lacking.get(&line.id)).map_or(&[], Vec::as_slice)
}

/// The first and the last day of all bars. Bars that never sent do not count, unless there are no others.
fn days_of_all(bars: &[Bar], request: &ReportRequest, now: Timestamp) -> (String, String) {
    let of_bars = windows(bars, now, |today| request.period.days(today)).into_iter().map(|window| window.days);
    let days = of_bars.reduce(|a, b| bar::reports::Days { first: a.first.min(b.first), last: a.last.max(b.last) });
    let days = days.unwrap_or_else(|| request.period.days(BarTime::monrovia().business_day(now)));
    (days.first.to_string(), days.last.to_string())
}

/// The sums of each counted line.
async fn sums(transaction: &Transaction, bars: &[Bar], request: &ReportRequest) -> Result<BTreeMap<i64, Sums>, DatabaseError> {
    let of_period = windows(bars, request.now, |today| request.period.days(today));
    let before = windows(bars, request.now, |today| request.period.previous(today));
    let mut sums: BTreeMap<i64, Sums> = bars_by_line(bars).into_keys().map(|line| (line, Sums::default())).collect();
    let sql =
        format!("SELECT line_id, {} FROM fig_day WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3 GROUP BY line_id", revenue_sums(true));
    for row in rows_of(transaction, &of_period, &sql, None).await? {
        if let Some(sums) = sums.get_mut(&row.try_get(0)?) {
            sums.revenue = Revenue::read(&row, 1)?;
        }
    }
    for row in rows_of(transaction, &before, &sql, None).await? {
        if let Some(sums) = sums.get_mut(&row.try_get(0)?) {
            sums.previous = Revenue::read(&row, 1)?.usd;
        }
    }
    exceptions(transaction, &of_period, &mut sums).await?;
    over_short(transaction, &of_period, &mut sums).await?;
    present(transaction, &mut sums).await?;
    Ok(sums)
}

/// Voids and discounts.
async fn exceptions(transaction: &Transaction, of_period: &[Window], sums: &mut BTreeMap<i64, Sums>) -> Result<(), DatabaseError> {
    let sql = format!(
        "SELECT line_id, kind, {} FROM fig_exception WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3 AND kind IN ('void', 'discount') \
         GROUP BY line_id, kind",
        sum("count")
    );
    for row in rows_of(transaction, of_period, &sql, None).await? {
        let Some(sums) = sums.get_mut(&row.try_get(0)?) else { continue };
        match row.try_get(1)? {
            "void" => sums.voids = row.try_get(2)?,
            _ => sums.discounts = row.try_get(2)?,
        }
    }
    Ok(())
}

/// What closed shifts counted less what was expected. Both are widened, because their difference may need more than 64 bits.
async fn over_short(transaction: &Transaction, of_period: &[Window], sums: &mut BTreeMap<i64, Sums>) -> Result<(), DatabaseError> {
    let [usd, lrd] = ["usd", "lrd"].map(|currency| {
        let difference = format!("CAST(counted_{currency} AS NUMERIC) - expected_{currency}");
        format!("CASE WHEN COUNT({difference}) > 0 THEN {} END", sum(&difference))
    });
    let sql = format!(
        "SELECT line_id, {usd}, {lrd} FROM fig_shift WHERE line_id = ANY($1) AND day BETWEEN $2 AND $3 AND state = 'closed' GROUP BY line_id"
    );
    for row in rows_of(transaction, of_period, &sql, None).await? {
        if let Some(sums) = sums.get_mut(&row.try_get(0)?) {
            sums.over_short_usd = row.try_get::<_, Option<i64>>(1)?.map(Usd::minor);
            sums.over_short_lrd = row.try_get::<_, Option<i64>>(2)?.map(Lrd::minor);
        }
    }
    Ok(())
}

/// What is open, due and short of stock now.
async fn present(transaction: &Transaction, sums: &mut BTreeMap<i64, Sums>) -> Result<(), DatabaseError> {
    let lines: Vec<i64> = sums.keys().copied().collect();
    let sql = "SELECT line_id, COUNT(*) FROM fig_shift WHERE line_id = ANY($1) AND closed_at IS NULL AND state IN ('open', 'counting') \
        GROUP BY line_id";
    for row in transaction.query(sql, &[&lines]).await? {
        if let Some(sums) = sums.get_mut(&row.try_get(0)?) {
            sums.shifts_open = row.try_get(1)?;
        }
    }
    let sql = format!(
        "SELECT line_id, kind, COUNT(*), {}, {} FROM fig_open WHERE line_id = ANY($1) AND {OPEN_NOW} GROUP BY line_id, kind",
        sum("due_usd"),
        sum("due_lrd")
    );
    for row in transaction.query(&sql, &[&lines]).await? {
        let Some(sums) = sums.get_mut(&row.try_get(0)?) else { continue };
        match row.try_get(1)? {
            "tab" => sums.open_tabs = row.try_get(2)?,
            _ => sums.open_orders = row.try_get(2)?,
        }
        sums.due_usd += Usd::minor(row.try_get(3)?);
        sums.due_lrd += Lrd::minor(row.try_get(4)?);
    }
    let sql = "SELECT line_id, state, COUNT(*) FROM fig_stock WHERE line_id = ANY($1) AND state IN ('low', 'out') GROUP BY line_id, state";
    for row in transaction.query(sql, &[&lines]).await? {
        let Some(sums) = sums.get_mut(&row.try_get(0)?) else { continue };
        match row.try_get(1)? {
            "low" => sums.low_stock = row.try_get(2)?,
            _ => sums.out_of_stock = row.try_get(2)?,
        }
    }
    Ok(())
}
