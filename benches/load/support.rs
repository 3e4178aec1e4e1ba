//! Shared by the load tests: the server process, simulated phones, bar set-up, latency percentiles.
#![allow(dead_code)]

#[path = "../../tests/support/box_process.rs"]
pub mod box_process;
#[path = "phone.rs"]
pub mod phone;
#[path = "process.rs"]
pub mod process;
#[path = "../../tests/support/stocked_bar.rs"]
pub mod stocked_bar;

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use barback::engine::{Clock, SystemClock};
use base::Timestamp;
use serde_json::json;
use store::{Folder, Store, Tables};

pub use box_process::BoxProcess;
pub use phone::Phone;
pub use process::Usage;

pub type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The number in an environment variable; `None` if it is not set or not a number.
pub fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// How long each line of a table is measured: `BARBACK_LOAD_SECONDS`, or `seconds` if that is not set.
pub fn length(seconds: u64) -> Duration {
    Duration::from_secs(number("BARBACK_LOAD_SECONDS").unwrap_or(seconds))
}

/// Makes a bar in `folder`, filled by `fill` with the current time. Returns the secret that signs its sessions.
pub fn bar_of(folder: &Path, fill: impl FnOnce(&mut dyn Tables, Timestamp)) -> Outcome<Vec<u8>> {
    let store = Store::open(Folder::lock(folder)?)?;
    store.claim(false)?;
    barback::engine::upgrade_tables(&store)?;
    store.write(|tables| {
        fill(tables, SystemClock::start().now());
        Ok(())
    })?;
    Ok(store.secret()?)
}

/// Sells a cart of three lines, with a key of its own.
pub async fn sell(phone: &mut Phone) -> Outcome<()> {
    let line = |product_id: u64| json!({ "productId": product_id, "quantity": 1 });
    let cart = json!({ "sales": [line(1 + phone.any() % 499), line(2), line(3)], "paymentMethod": "cash" });
    phone.post("/api/sales/batch", &cart, 201).await.map(|_| ())
}

/// Switches one drawer on and opens its shift: cash goes into it from now on. Returns the id of the shift.
pub async fn open_drawer(phone: &mut Phone) -> Outcome<u64> {
    let cash = json!({ "cash": { "mode": "drawer", "countBy": "totals", "requireShift": true } });
    phone.write("PUT", "/api/settings", &cash, 200).await?;
    open_shift(phone).await
}

/// Opens a shift of the drawer and returns its id.
pub async fn open_shift(phone: &mut Phone) -> Outcome<u64> {
    let opened = json!({ "tillId": 1, "count": { "amountUSD": "40.00", "amountLRD": "0.00" } });
    let shift = phone.post("/api/shifts", &opened, 201).await?;
    shift["id"].as_u64().ok_or_else(|| "a shift has an id".into())
}

/// Durations, shortest first.
pub struct Times(Vec<Duration>);

impl Times {
    /// Sorts durations in any order.
    pub fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Times(times)
    }

    /// Number of durations, as a float for rates.
    pub fn count(&self) -> f64 {
        self.0.len() as f64
    }

    /// The given percentile.
    pub fn percentile(&self, percent: usize) -> Duration {
        self.0[(self.0.len() - 1) * percent / 100]
    }

    /// The given percentile in milliseconds.
    pub fn millis(&self, percent: usize) -> f64 {
        self.percentile(percent).as_secs_f64() * 1e3
    }
}
