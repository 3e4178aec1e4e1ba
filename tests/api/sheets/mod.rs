//! Truth sheets: the figures of a night, issuing, the message and its check, paper and files.

mod access;
mod checking;
mod issuing;
mod night;
mod paper;
mod random_nights;

use serde_json::{Value, json};

use crate::bar::TestBar;

/// The business day on which every story begins.
const DAY: &str = "2026-11-21";

impl TestBar {
    /// The sheet of the first night as it stands.
    pub async fn sheet(&self) -> Value {
        self.manager().get(&format!("/api/sheets/{DAY}")).await.ok()
    }

    /// Issues the sheet of a night as the manager.
    async fn issues(&self, day: &str) -> Value {
        self.manager().post("/api/sheets", json!({"day": day})).await.created()
    }

    /// The sheet with this number, as it was answered.
    async fn issued_bytes(&self, number: &str) -> Vec<u8> {
        let answer = self.manager().get(&format!("/api/sheets/{number}")).await;
        assert_eq!(answer.status, 200, "{number}");
        answer.bytes
    }

    /// Checks a message as the manager.
    async fn checks(&self, text: &str) -> Value {
        self.manager().post("/api/sheets/verify", json!({"text": text})).await.ok()
    }
}

/// The row of this kind.
fn row<'a>(rows: &'a Value, kind: &str) -> &'a Value {
    let found = rows.as_array().expect("rows").iter().find(|row| row["kind"] == kind);
    found.unwrap_or_else(|| panic!("no row {kind}: {rows}"))
}

/// What is left, in cents: the sum of the other figures of its part; `None` while one of them is unknown.
fn left_by_sum(sheet: &Value) -> Option<i64> {
    let cents = |name: &str| known_cents(&sheet["left"][name]);
    Some(cents("soldUSD")? - cents("costSoldUSD")? - cents("costGivenUSD")? - cents("taxUSD")? - cents("paidOutUSD")?)
}

/// An amount of an answer in cents, if the box knows it.
fn known_cents(amount: &Value) -> Option<i64> {
    (!amount.is_null()).then(|| cents(amount))
}

/// An amount of an answer in cents.
fn cents(amount: &Value) -> i64 {
    let text = amount.as_str().unwrap_or_else(|| panic!("{amount} is no amount"));
    let (whole, part) = text.trim_start_matches('-').split_once('.').expect("two decimals");
    let cents: i64 = whole.parse::<i64>().expect("digits") * 100 + part.parse::<i64>().expect("digits");
    if text.starts_with('-') { -cents } else { cents }
}
