//! Tills: shifts, counts, movements, X and Z, the cash report, and attacks on all of that.

mod attacks;
mod blind;
mod books;
pub mod documented;
mod lists;
mod losses;
mod money;
mod movements;
mod night;
mod nights;
mod people;
mod preselected;
mod shifts;

use serde_json::{Value, json};

pub use books::{minor, pair};
pub use nights::PURSE;

use crate::bar::{Answer, Person, TestBar, text};

/// Ids of the first tills.
pub const DRAWER: u64 = 1;
pub const SAFE: u64 = 2;

impl TestBar {
    /// A stocked bar with tills in this mode, counted by totals.
    pub async fn with_tills(mode: &str) -> Self {
        let bar = TestBar::stocked().await;
        bar.sets_cash(json!({"mode": mode, "countBy": "totals"})).await;
        bar
    }

    pub async fn sets_cash(&self, cash: Value) {
        self.admin().put("/api/settings", json!({"cash": cash})).await.ok();
    }

    /// Opens a shift of a till as `person`; returns it.
    pub async fn opens(&self, person: &Person, till_id: u64, usd: &str, lrd: &str) -> Value {
        person.post("/api/shifts", json!({"tillId": till_id, "count": count(usd, lrd)})).await.created()
    }

    /// Counts a shift, with these members beside the count.
    pub async fn counts(&self, person: &Person, shift: &Value, usd: &str, lrd: &str, more: Value) -> Answer {
        let body = crate::tips::with(json!({"count": count(usd, lrd)}), &more);
        person.post(&format!("/api/shifts/{}/count", shift["id"]), body).await
    }

    /// Moves cash of a till as `person`.
    pub async fn moves(&self, person: &Person, till_id: u64, body: Value) -> Answer {
        person.post(&format!("/api/tills/{till_id}/movements"), body).await
    }

    /// The X of a shift, as the manager sees it.
    pub async fn x(&self, shift: &Value) -> Value {
        self.manager().get(&format!("/api/shifts/{}/x", shift["id"])).await.ok()
    }

    /// What a till holds, as the manager sees it: dollars and Liberian dollars.
    pub async fn cash_of(&self, till_id: u64) -> (String, String) {
        let tills = self.manager().get("/api/tills").await.ok();
        let till = tills.as_array().expect("a list").iter().find(|till| till["id"] == till_id).expect("a till").clone();
        (text(&till["cashUSD"]).to_owned(), text(&till["cashLRD"]).to_owned())
    }
}

/// A count of these sums.
pub fn count(usd: &str, lrd: &str) -> Value {
    json!({"amountUSD": usd, "amountLRD": lrd})
}

/// The amounts of a row in the bridge or the cash of a report; `None` without such a row.
pub fn row(report: &Value, part: &str, name: &str) -> Option<(String, String)> {
    let rows = report[part].as_array().expect("rows");
    let row = rows.iter().find(|row| row["row"] == name)?;
    Some((text(&row["amountUSD"]).to_owned(), text(&row["amountLRD"]).to_owned()))
}

/// Expects each of these rows: name, dollars, Liberian dollars.
#[track_caller]
pub fn expect_rows(report: &Value, part: &str, rows: &[(&str, &str, &str)]) {
    for (name, usd, lrd) in rows {
        assert_eq!(row(report, part, name), Some(((*usd).to_owned(), (*lrd).to_owned())), "{part} {name}: {:#}", report[part]);
    }
}
