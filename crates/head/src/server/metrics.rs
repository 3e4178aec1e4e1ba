//! Figures for monitoring, in the text format of Prometheus.
//!
//! Source of the format: <https://prometheus.io/docs/instrumenting/exposition_formats/>.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::accounts::Bars as VisibleBars;
use crate::error::HeadError;
use crate::reports;
use crate::web::{HeadState, Histogram, Reading};

/// Content type of the format.
const FORMAT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// `GET /metrics`.
pub(super) async fn metrics(State(state): State<HeadState>) -> impl IntoResponse {
    let is_up = state.database.ping().await.is_ok();
    // A database that is away leaves the states of bars and directives out; the counters stay.
    let directives = if is_up { directives(&state).await.unwrap_or_default() } else { BTreeMap::new() };
    let bars = if is_up { bars(&state).await.unwrap_or_default() } else { Bars::default() };
    ([(header::CONTENT_TYPE, FORMAT)], text(&state, is_up, &bars, &directives))
}

/// What is shown of all bars.
#[derive(Default)]
struct Bars {
    by_state: BTreeMap<String, u64>,
    /// By the bar's name, 32 hexadecimal digits.
    entries_behind: BTreeMap<String, u64>,
}

async fn bars(state: &HeadState) -> Result<Bars, HeadError> {
    let mut bars = Bars::default();
    for bar in reports::bar_views(&state.database, &VisibleBars::All, state.now()).await? {
        *bars.by_state.entry(bar.state.as_str().to_owned()).or_default() += 1;
        if let Some(behind) = bar.entries_behind {
            bars.entries_behind.insert(bar.bar, behind.unsigned_abs());
        }
    }
    Ok(bars)
}

async fn directives(state: &HeadState) -> Result<BTreeMap<String, u64>, HeadError> {
    let client = state.database.client().await?;
    let rows = client.query("SELECT state, count(*) FROM directives GROUP BY state", &[]).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get::<_, i64>(1)?.unsigned_abs()))).collect()
}

fn text(state: &HeadState, is_up: bool, bars: &Bars, directives: &BTreeMap<String, u64>) -> String {
    let (metrics, mut out) = (&state.metrics, Text::default());
    out.family("parcels_total", "counter", "Parcels by what became of them", "result", &metrics.parcels.read());
    out.single("entries_total", "counter", "Entries that were stored", metrics.entries.load(Ordering::Relaxed));
    out.histogram("parcel_seconds", "Time from a parcel to its answer", &metrics.parcel_time);
    let retries = state.database.counters().transaction_retries();
    let retries: BTreeMap<String, u64> = retries.map(|(code, count)| (code.to_owned(), count)).collect();
    out.family("transaction_retries_total", "counter", "Transactions that ran again, by SQLSTATE", "code", &retries);
    out.single("database_up", "gauge", "Whether the database answers", u64::from(is_up));
    out.family("bars", "gauge", "Bars by state", "state", &bars.by_state);
    out.family("entries_behind", "gauge", "Entries that a box has and head office does not", "bar", &bars.entries_behind);
    out.family("directives", "gauge", "Directives by state", "state", directives);
    out.text
}

#[derive(Default)]
struct Text {
    text: String,
}

impl Text {
    fn begin(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a text cannot fail.
        let _ = write!(self.text, "# HELP barback_head_{name} {help}.\n# TYPE barback_head_{name} {kind}\n");
    }

    fn single(&mut self, name: &str, kind: &str, help: &str, value: u64) {
        self.begin(name, kind, help);
        let _ = writeln!(self.text, "barback_head_{name} {value}");
    }

    fn family(&mut self, name: &str, kind: &str, help: &str, label: &str, values: &BTreeMap<String, u64>) {
        self.begin(name, kind, help);
        for (of, value) in values {
            let of = of.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
            let _ = writeln!(self.text, "barback_head_{name}{{{label}=\"{of}\"}} {value}");
        }
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.begin(name, "histogram", help);
        let Reading { below, count, sum_micros: micros } = histogram.read();
        for (bound, below) in below {
            let _ = writeln!(self.text, "barback_head_{name}_bucket{{le=\"{}.{:03}\"}} {below}", bound / 1_000, bound % 1_000);
        }
        let _ = writeln!(self.text, "barback_head_{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(self.text, "barback_head_{name}_sum {}.{:06}", micros / 1_000_000, micros % 1_000_000);
        let _ = writeln!(self.text, "barback_head_{name}_count {count}");
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::web::Labelled;

    #[test]
    fn numbers_are_written_by_label() {
        let (labelled, mut out) = (Labelled::default(), Text::default());
        labelled.add("stored", 2);
        labelled.add("stored", 1);
        labelled.add("a \"b\"", 1);
        out.family("parcels_total", "counter", "Parcels", "result", &labelled.read());
        assert_eq!(
            out.text,
            "# HELP barback_head_parcels_total Parcels.\n# TYPE barback_head_parcels_total counter\n\
             barback_head_parcels_total{result=\"a \\\"b\\\"\"} 1\nbarback_head_parcels_total{result=\"stored\"} 3\n"
        );
    }

    #[test]
    fn buckets_add_up() {
        let (histogram, mut out) = (Histogram::default(), Text::default());
        for millis in [1, 7, 300, 9_000] {
            histogram.record(Duration::from_millis(millis));
        }
        out.histogram("parcel_seconds", "Time", &histogram);
        for line in
            ["{le=\"0.005\"} 1", "{le=\"0.010\"} 2", "{le=\"0.500\"} 3", "{le=\"5.000\"} 3", "{le=\"+Inf\"} 4", "_sum 9.308000", "_count 4"]
        {
            assert!(out.text.contains(line), "{line} in {}", out.text);
        }
    }
}
