//! A chain of bars whose rows are written directly, as if their boxes had sent them.

use base::Timestamp;
use deadpool_postgres::Object;
use head::accounts::Bars;
use head::database::Database;
use head::reports::{Period, ReportName, ReportRequest, Rows, csv, overview, report};
use serde_json::Value;
use tokio_postgres::types::ToSql;

use crate::postgres;

/// Saturday night in Monrovia; Sunday by the calendar.
pub const NOW: &str = "2026-11-22T01:30:00Z";
pub const TONIGHT: &str = "2026-11-21";

/// Head office's database, with the clock of the tests.
pub struct Chain {
    pub database: Database,
    client: Object,
    pub now: Timestamp,
}

/// The name of the bar with this line: 32 hexadecimal digits.
pub fn bar_id(line: i64) -> String {
    format!("{line:032x}")
}

pub fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a time")
}

impl Chain {
    pub async fn new() -> Self {
        let database = postgres::migrated().await;
        let client = database.client().await.expect("a connection");
        Chain { database, client, now: at(NOW) }
    }

    pub async fn sql(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) {
        self.client.execute(sql, params).await.unwrap_or_else(|error| panic!("{sql}: {error:?}"));
    }

    /// A bar that is paired and was never heard.
    pub async fn paired(&self, id: i64, name: &str) -> String {
        let (bar, now) = (bar_id(id), NOW);
        self.sql(&format!("INSERT INTO bars VALUES ('{bar}', '{name}', '{now}', 'owner')"), &[]).await;
        let sql = format!(
            "INSERT INTO boxes (box, bar, public_key, certificate, paired_at, version) VALUES ('{id:016x}', '{bar}', '', '', '{now}', '0.1.0')"
        );
        self.sql(&sql, &[]).await;
        bar
    }

    /// A bar in Liberia that has sent everything up to a minute ago; `id` is its line too.
    pub async fn bar(&self, id: i64, name: &str) -> String {
        let bar = self.paired(id, name).await;
        let heard = "2026-11-22T01:29:00Z";
        let sql =
            format!("UPDATE boxes SET last_seen_at = '{heard}', box_now = '{heard}', journal = 1000, line_id = {id} WHERE bar = '{bar}'");
        self.sql(&sql, &[]).await;
        self.line(id, id, "current", true).await;
        self.settings(id, "Africa/Monrovia", "05:00").await;
        bar
    }

    pub async fn line(&self, id: i64, bar: i64, state: &str, is_whole: bool) {
        let (of, since) = (bar_id(bar), format!("2026-01-{:02}T00:00:00Z", id % 28 + 1));
        let sql = format!(
            "INSERT INTO lines (line_id, bar, line, from_seq, seq, hash, state, state_since, box, began, last_seen_at, newest_at, figures_upto, \
             figures_whole, figures_at) VALUES ({id}, '{of}', '{id:016x}', 0, 1000, $1, '{state}', '{since}', '{bar:016x}', '{since}', \
             '2026-11-22T01:29:00Z', '2026-11-22T01:28:00Z', 1000, {is_whole}, '2026-11-22T01:29:00Z')"
        );
        self.sql(&sql, &[&vec![7_u8; 32]]).await;
    }

    pub async fn settings(&self, line: i64, zone: &str, starts: &str) {
        for (name, value) in [("timeZone", zone), ("dayStartsAt", starts), ("rate", "190"), ("businessName", "The Cape")] {
            let sql = "INSERT INTO fig_setting VALUES ($1, $2, 1, $3) ON CONFLICT (line_id, name) DO UPDATE SET value = excluded.value";
            self.sql(sql, &[&line, &name, &value]).await;
        }
    }

    /// What was sold on a day: receipts, quantity, worth in US cents, priced in US cents, priced in Liberian cents.
    pub async fn sold(&self, line: i64, day: &str, [receipts, quantity, usd, charged_usd, charged_lrd]: [i64; 5]) {
        let sql =
            format!("INSERT INTO fig_day VALUES ({line}, '{day}', 1, {receipts}, {quantity}, {usd}, {charged_usd}, {charged_lrd}, 0, 0)");
        self.sql(&sql, &[]).await;
    }

    pub async fn product(&self, line: i64, id: i64, name: &str, chain_id: Option<&str>) {
        let sql = "INSERT INTO fig_product (line_id, product_id, upto, name, category, archived, chain_id) VALUES ($1, $2, 1, $3, 'drinks', false, $4)";
        self.sql(sql, &[&line, &id, &name, &chain_id]).await;
    }

    /// Sold pieces of a product on a day, worth US cents. The month's sum is kept too, as the box keeps it.
    pub async fn pieces(&self, line: i64, product: i64, day: &str, quantity: i64, usd: i64) {
        let sql = format!("INSERT INTO fig_product_day VALUES ({line}, '{day}', {product}, 1, {quantity}, {usd}, {usd}, 0)");
        self.sql(&sql, &[]).await;
        let month = &day[..7];
        let sql = format!(
            "INSERT INTO fig_product_month AS m VALUES ({line}, '{month}-01', {product}, 1, {quantity}, {usd}, {usd}, 0) \
             ON CONFLICT (line_id, month, product_id) DO UPDATE SET quantity = m.quantity + excluded.quantity, usd = m.usd + excluded.usd"
        );
        self.sql(&sql, &[]).await;
    }

    pub fn request(&self, period: Period) -> ReportRequest {
        ReportRequest { period, bars: None, now: self.now }
    }

    pub async fn overview(&self, visible: &Bars, period: Period) -> Value {
        let overview = overview(&self.database, visible, &self.request(period)).await.expect("an overview");
        serde_json::to_value(overview).expect("JSON")
    }

    pub async fn report(&self, name: ReportName, period: Period) -> Value {
        self.report_for(&Bars::All, name, period, Rows::All).await
    }

    pub async fn report_for(&self, visible: &Bars, name: ReportName, period: Period, rows: Rows) -> Value {
        let report = report(&self.database, visible, name, &self.request(period), rows).await.expect("a report");
        serde_json::to_value(report).expect("JSON")
    }

    /// The rows of a report's CSV: cells under their field names.
    pub async fn csv(&self, visible: &Bars, name: ReportName, period: Period) -> Vec<Vec<(String, String)>> {
        let report = report(&self.database, visible, name, &self.request(period), Rows::All).await.expect("a report");
        read_csv(&csv(&report).expect("a file"))
    }
}

/// The rows of a CSV file: cells under their field names.
pub fn read_csv(file: &[u8]) -> Vec<Vec<(String, String)>> {
    let mut reader = ::csv::Reader::from_reader(file);
    let fields: Vec<String> = reader.headers().expect("field names").iter().map(str::to_owned).collect();
    let rows = reader.records().map(|row| row.expect("a row"));
    rows.map(|row| fields.iter().cloned().zip(row.iter().map(str::to_owned)).collect()).collect()
}

/// A person who may see these bars.
pub fn manager(bars: &[&str]) -> Bars {
    Bars::These(bars.iter().map(|bar| (*bar).to_owned()).collect())
}

/// The sum of a field of a CSV, in hundredths.
pub fn csv_sum(rows: &[Vec<(String, String)>], field: &str) -> i64 {
    let cells = rows.iter().flatten().filter(|(name, cell)| name == field && !cell.is_empty());
    cells.map(|(_, cell)| hundredths(cell)).sum()
}

/// `-7.50` is −750; `3` is 300.
pub fn hundredths(text: &str) -> i64 {
    let (whole, cents) = text.split_once('.').unwrap_or((text, "00"));
    format!("{whole}{cents}").parse().expect("a number")
}
