//! How long reports take over 100 bars and a year. Run alone and optimised, because 36,500 rows of JSON take longer than the database:
//! `cargo test --release --test head -- --ignored --nocapture a_report_over_100_bars`.

use std::time::{Duration, Instant};

use head::accounts::Bars;
use head::reports::{Period, ReportName, Rows, csv, overview, report};

use super::chain::{Chain, TONIGHT};

/// Each report of a year or a night, from the request to its JSON.
const REPORT_MAX: Duration = Duration::from_millis(300);
/// Times that each report runs; the middle one counts.
const RUNS: usize = 5;

/// Fills the database: a year of 100 bars with 200 products, 8 people, 12 hours, 5 methods, in the order in which boxes send.
async fn fill(chain: &Chain) {
    let days = format!("generate_series(DATE '{TONIGHT}' - 364, DATE '{TONIGHT}', INTERVAL '1 day') AS t(at)");
    let bars = "generate_series(1, 100) AS b(line)";
    let sold = "2, 3, 700, 200, 95000";
    let ids = |first: i64, last: i64| format!("generate_series({first}, {last}) AS i(id)");
    for sql in [
        format!("INSERT INTO fig_day SELECT line, at::date, 1, {sold}, 0, 0 FROM {days}, {bars}"),
        format!("INSERT INTO fig_hour SELECT line, at::date, id, 1, {sold}, 0, 0 FROM {days}, {bars}, {}", ids(12, 23)),
        format!("INSERT INTO fig_person SELECT line, at::date, id, 1, {sold}, 0, 0 FROM {days}, {bars}, {}", ids(1, 8)),
        format!("INSERT INTO fig_category SELECT line, at::date, 'category ' || id, 1, 3, 700, 200, 95000 FROM {days}, {bars}, {}", ids(1, 4)),
        format!("INSERT INTO fig_product_day SELECT line, at::date, id, 1, 3, 700 + id, 200, 95000 FROM {days}, {bars}, {}", ids(1, 200)),
        "INSERT INTO fig_product_month SELECT line_id, date_trunc('month', day)::date, product_id, 1, SUM(quantity), SUM(usd), SUM(charged_usd), \
         SUM(charged_lrd) FROM fig_product_day GROUP BY 1, 2, 3"
            .to_owned(),
        format!(
            "INSERT INTO fig_product SELECT line, id, 1, 'Product ' || id, '', NULL, 'drinks', 'USD', 200, NULL, false, \
             CASE WHEN id <= 100 THEN 'chain ' || id END FROM {bars}, generate_series(1, 200) AS p(id)"
        ),
        format!(
            "INSERT INTO fig_stock SELECT line, id, 1, 3, NULL, NULL, CASE WHEN id % 10 = 0 THEN 'low' END FROM {bars}, {}",
            ids(1, 200)
        ),
        format!(
            "INSERT INTO fig_user SELECT line, id, 1, 'user' || id, 'First', 'Last ' || id, 'bartender', true, NULL FROM {bars}, {}",
            ids(1, 8)
        ),
        format!(
            "INSERT INTO fig_taking SELECT line, at::date, 'method' || id, currency, 1, 100 FROM {days}, {bars}, generate_series(1, 5) AS m(id), \
             (VALUES ('USD'), ('LRD')) AS c(currency)"
        ),
        format!(
            "INSERT INTO fig_exception SELECT line, at::date, id, kind, 'Wrong item', 1, 2, 300 FROM {days}, {bars}, {}, \
             (VALUES ('void'), ('discount')) AS k(kind)",
            ids(1, 4)
        ),
        format!(
            "INSERT INTO fig_shift SELECT line, (at::date - DATE '2020-01-01') * 2 + id, 1, 'Drawer', 'Musa', at::date, at, at, 'closed', \
             'Z', 100, 200, 90, 210 FROM {days}, {bars}, {}",
            ids(0, 1)
        ),
        format!(
            "INSERT INTO fig_open SELECT line, 'order', (at::date - DATE '2020-01-01') * 50 + id || '', 1, NULL, NULL, NULL, NULL, NULL, \
             NULL, NULL FROM {days}, {bars}, {}",
            ids(1, 50)
        ),
        format!(
            "INSERT INTO fig_open SELECT line, 'order', 'open' || id, 1, 'Ama', '7', now(), 'Musa', 100, 200, 300 FROM {bars}, {}",
            ids(1, 20)
        ),
        "VACUUM ANALYZE".to_owned(),
    ] {
        chain.sql("SET statement_timeout = 0", &[]).await;
        chain.sql(&sql, &[]).await;
    }
}

#[tokio::test]
#[ignore = "fills a database with ten million rows"]
async fn a_report_over_100_bars_and_a_year_takes_less_than_300_ms() {
    let chain = Chain::new().await;
    for line in 1..=100 {
        chain.bar(line, &format!("Bar {line}")).await;
    }
    fill(&chain).await;
    let year = Period::parse(None, Some("2025-11-22"), Some(TONIGHT), Period::Tonight).expect("dates");
    let mut slow = Vec::new();
    for period in [year, Period::Year, Period::Tonight] {
        let mut times = Vec::new();
        for _ in 0..RUNS {
            let start = Instant::now();
            let shown = overview(&chain.database, &Bars::All, &chain.request(period)).await.expect("an overview");
            serde_json::to_vec(&shown).expect("JSON");
            times.push(start.elapsed());
        }
        note("overview", period, times, 100, &mut slow);
        for name in ReportName::ALL {
            let (mut times, mut rows) = (Vec::new(), 0);
            for _ in 0..RUNS {
                let start = Instant::now();
                let limit = name.parse_limit(None).unwrap_or(Rows::All);
                let shown = report(&chain.database, &Bars::All, name, &chain.request(period), limit).await.expect("a report");
                serde_json::to_vec(&shown).expect("JSON");
                (times, rows) = ([times, vec![start.elapsed()]].concat(), shown.table().row_count());
            }
            note(name.as_str(), period, times, rows, &mut slow);
        }
    }
    let start = Instant::now();
    let products = report(&chain.database, &Bars::All, ReportName::Products, &chain.request(year), Rows::All).await.expect("a report");
    let bytes = csv(&products).expect("a file").len();
    println!("products.csv: {} rows, {bytes} bytes in {:?}", products.table().row_count(), start.elapsed());
    assert!(slow.is_empty(), "{slow:?}");
}

fn note(name: &str, period: Period, mut times: Vec<Duration>, rows: usize, slow: &mut Vec<String>) {
    times.sort();
    let middle = times[times.len() / 2];
    println!("{name} {:?}: {rows} rows in {middle:?} ({:?} to {:?})", period.name(), times[0], times[times.len() - 1]);
    if middle > REPORT_MAX {
        slow.push(format!("{name} {:?}", period.name()));
    }
}
