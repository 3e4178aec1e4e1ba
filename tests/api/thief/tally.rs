//! What the thief kept, beside what the truth sheet names.

use serde_json::Value;

use super::night::{Night, RATE, worth};
use crate::bar::text;
use crate::tills::{minor, pair};

/// Kept money that needs no line, in Liberian cents: what rounding of prices and of change comes to in a night.
const ROUNDING: i64 = 100 * RATE;
const DAY: &str = "2026-11-21";

impl Night {
    /// Fails if more was kept than the sheet names.
    pub async fn looks_at_the_sheet(&mut self) {
        let sheet = self.bar.manager().get(&format!("/api/sheets/{DAY}")).await.ok();
        let expected = self.cash_of_all_tills().await;
        let (kept, named) = (self.taken - expected, named_on(&sheet));
        assert!(
            kept <= named + ROUNDING,
            "L${}.{:02} were kept, the sheet names L${}.{:02}\n{sheet:#}\n{}",
            kept / 100,
            kept % 100,
            named / 100,
            named % 100,
            self.story()
        );
    }

    /// What the box expects in drawers, purses and the safe, on its way between them, and without a till.
    async fn cash_of_all_tills(&self) -> i64 {
        let manager = self.bar.manager();
        let tills = manager.get("/api/tills").await.ok();
        let report = manager.get(&format!("/api/reports/cash?from={DAY}&to={DAY}")).await.ok();
        let tills: i64 = tills.as_array().expect("tills").iter().map(|till| worth(pair(till, "cash"))).sum();
        tills + worth(pair(&report["inTransit"], "amount")) + worth(pair(&report["unassigned"], "amount"))
    }
}

/// All that a sheet names beside cash of a till, in Liberian cents.
fn named_on(sheet: &Value) -> i64 {
    let usd = |amount: &Value| minor(amount) * RATE;
    let rows = |part: &str| sheet[part].as_array().expect("rows").clone();
    // Money that is not cash: its owner compares it with the bank.
    let not_cash = sheet["money"]["rows"].as_array().expect("rows").iter().filter(|row| row["method"] != "cash");
    let not_cash: i64 = not_cash.map(|row| minor(&row["kept"]) * if row["currency"] == "USD" { RATE } else { 1 }).sum();
    let counted = ["unpaid", "takenBack", "givenAway"].map(rows).into_iter().flatten();
    // Bills that differ are counted with what was taken off them.
    let counted: i64 = counted.filter(|row| text(&row["kind"]) != "bills_different").map(|row| usd(&row["worthUSD"])).sum();
    let credit = usd(&sheet["credit"]["newUSD"]) - usd(&sheet["credit"]["collectedUSD"]);
    // Lost in exchange is negative there.
    let of_exchange = |row: &Value| text(&row["category"]).ends_with(" in exchange");
    let paid_out: i64 = rows("paidOut").iter().map(|row| worth(pair(row, "amount")) * if of_exchange(row) { -1 } else { 1 }).sum();
    not_cash + minor(&sheet["money"]["roundingLRD"]) + counted + credit + paid_out
}
