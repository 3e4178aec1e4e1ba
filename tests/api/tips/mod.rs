//! Tips: taking them with every payment, the pool, payouts, and attacks on all of that.

mod attacks;
mod books;
mod pool;
mod taking;

use serde_json::{Value, json};

use crate::bar::{Answer, Person, TestBar, text};

/// The id of the bartender of every test bar.
pub const BARTENDER: u64 = 3;

impl TestBar {
    /// A stocked bar with cocktails at $7.50 that takes tips in this mode.
    pub async fn with_tips(mode: &str) -> Self {
        let bar = TestBar::stocked().await;
        bar.stocks("Cocktail", "7.50", 90).await;
        bar.sets_tips(mode).await;
        bar
    }

    pub async fn sets_tips(&self, mode: &str) {
        self.admin().put("/api/settings", json!({"tips": {"mode": mode}})).await.ok();
    }

    /// Tries to sell a cocktail as the bartender, with these members.
    pub async fn tries_sale(&self, money: Value) -> Answer {
        let sale = json!({"productId": self.id_of("Cocktail").await, "quantity": 1});
        self.bartender().post("/api/sales", with(sale, &money)).await
    }

    /// Sells a cocktail as the bartender; returns the answer.
    pub async fn sells_for(&self, money: Value) -> Value {
        self.tries_sale(money).await.created()
    }

    /// The tips of a person's own row; all amounts are zero without one.
    pub async fn tips_row(&self, user_name: &str) -> Value {
        let report = self.manager().get("/api/tips").await.ok();
        let rows = report["rows"].as_array().expect("rows").clone();
        rows.into_iter().find(|row| row["userName"] == user_name).unwrap_or(Value::Null)
    }

    /// What is due to a person: dollars and Liberian dollars.
    pub async fn due(&self, user_name: &str) -> (String, String) {
        let row = self.tips_row(user_name).await;
        (text(&row["dueUSD"]).to_owned(), text(&row["dueLRD"]).to_owned())
    }

    /// Pays tips out to a person as `by`.
    pub async fn pays_tips_out(&self, by: &Person, user_id: u64, amount: Value) -> Answer {
        by.post("/api/tips/payout", with(json!({"userId": user_id}), &amount)).await
    }
}

/// `body` with the members of `more`.
pub fn with(mut body: Value, more: &Value) -> Value {
    body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    body
}

/// A pair of amounts.
pub fn pair(usd: &str, lrd: &str) -> (String, String) {
    (usd.to_owned(), lrd.to_owned())
}
