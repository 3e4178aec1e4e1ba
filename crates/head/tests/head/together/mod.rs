//! Real boxes that send to a head office.

mod changes;
mod lost_box;
mod offline;
mod reports;
mod restored;

use std::sync::Arc;
use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;

use crate::box_process::BoxProcess;
use crate::head_office::{HeadOffice, Person, TestClock};
use crate::phone::Phone;
use crate::postgres;
use crate::reports::read_csv;

/// Longest wait for what a box sends.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Pause between two looks.
pub const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A head office with its owner.
pub struct Chain {
    pub office: HeadOffice,
    pub owner: Person,
}

/// A box that is connected to a head office.
pub struct Bar {
    pub data: TempDir,
    pub process: Option<BoxProcess>,
    pub phone: Phone,
    /// The bar's name at head office, 32 hexadecimal digits.
    pub id: String,
}

impl Chain {
    /// Starts a head office with the present time.
    pub async fn start() -> Self {
        let office = HeadOffice::over(postgres::migrated_url().await, Arc::new(TestClock::at_present())).await;
        let owner = office.owner().await;
        Chain { office, owner }
    }

    /// What a call answers the owner.
    pub async fn sees(&self, path: &str) -> Value {
        let (status, body) = self.office.get(path, &self.owner.token).await;
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// The rows of a CSV file that the owner downloads.
    pub async fn file(&self, path: &str) -> Vec<Vec<(String, String)>> {
        let bearer = format!("Bearer {}", self.owner.token);
        let answer = self.office.request(Method::GET, path, &[("authorization", &bearer)], None).await;
        assert_eq!(answer.status().as_u16(), 200, "{path}");
        read_csv(&answer.bytes().await.expect("a file"))
    }

    /// Makes a code for a new bar with this name, or for a known bar.
    pub async fn code(&self, wanted: Value) -> Value {
        let (status, made) = self.office.post("/api/head/codes", &self.owner.token, wanted).await;
        assert_eq!(status, 201, "{made}");
        made
    }

    /// A new box that pairs as a new bar.
    pub async fn bar(&self, name: &str) -> Bar {
        self.bar_at(name, None).await
    }

    /// As [`Chain::bar`]; the box connects to `address`, if there is one, in place of the address that head office gives.
    pub async fn bar_at(&self, name: &str, address: Option<&str>) -> Bar {
        let data = tempfile::tempdir().expect("a folder");
        let process = BoxProcess::open(data.path(), &[]);
        let phone = Phone::new(process.port(), &Phone::first_sign_in(process.port()).await);
        let mut made = self.code(json!({ "name": name })).await;
        if let Some(address) = address {
            made["url"] = json!(address);
        }
        phone.pairs(&made).await;
        let bars = self.sees("/api/head/bars").await;
        let of = bars.as_array().expect("bars").iter().find(|bar| bar["name"] == name).expect("the bar");
        let id = of["bar"].as_str().expect("a name").to_owned();
        Bar { data, process: Some(process), phone, id }
    }

    /// The bar as head office has it.
    pub async fn bar_view(&self, bar: &Bar) -> Value {
        self.sees(&format!("/api/head/bars/{}", bar.id)).await
    }

    /// Waits until head office has every entry and every figure of a bar.
    pub async fn has_all_of(&self, bar: &Bar) -> Value {
        let began = Instant::now();
        loop {
            let tried = bar.phone.post("/api/head-link/try", &json!({}), None).await.expect("an answer");
            assert_eq!(tried.status, 202);
            let (link, view) = (bar.phone.sees("/api/head-link").await, self.bar_view(bar).await);
            let has_entries = link["state"] == "ok" && view["state"] == "live" && view["position"]["seq"] == link["journal"];
            if has_entries && self.figures_are_at(bar, &link).await {
                return view;
            }
            assert!(began.elapsed() < PATIENCE, "{link} {view}");
            sleep(LOOK_EVERY).await;
        }
    }

    /// Whether the figures of a bar hold up to its newest entry.
    async fn figures_are_at(&self, bar: &Bar, link: &Value) -> bool {
        let client = self.office.database.client().await.expect("a connection");
        let select = "SELECT max(figures_upto) FROM lines WHERE bar = $1 AND state = 'current'";
        let upto: Option<i64> = client.query_one(select, &[&bar.id]).await.expect("a row").get(0);
        upto == link["journal"].as_i64()
    }
}

impl Bar {
    /// Ends the box as a power cut does, and starts it again.
    pub fn loses_power(&mut self) {
        self.process.take().expect("it runs").kill();
        let process = BoxProcess::open(self.data.path(), &[]);
        self.phone = Phone::new(process.port(), self.phone.token());
        self.process = Some(process);
    }
}

impl Phone {
    /// Connects the box with a code that head office made.
    pub async fn pairs(&self, made: &Value) -> Value {
        let request = json!({ "url": made["url"], "code": made["code"] });
        self.post("/api/head-link/pair", &request, None).await.expect("an answer").is(200)
    }
}
