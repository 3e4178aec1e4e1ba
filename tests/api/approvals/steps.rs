//! Steps of stories about approvals.

use serde_json::{Value, json};

use crate::bar::{Answer, Person, TestBar};

/// Body of the voids in these stories.
pub fn wrong_order() -> Value {
    json!({"reason": "wrong order"})
}

impl TestBar {
    /// A stocked bar with these rules for bartenders.
    pub async fn with_rules(rules: Value) -> Self {
        let bar = TestBar::stocked().await;
        bar.sets_rules(rules).await;
        bar
    }

    /// Sets rules for bartenders; the others stay.
    pub async fn sets_rules(&self, rules: Value) {
        self.admin().put("/api/settings", json!({"approvals": {"rules": rules}})).await.ok();
    }

    /// Grants an approval as the manager.
    pub async fn grants(&self, approval: &Value) -> Value {
        self.manager().post(&path(approval, "grant"), json!({})).await.ok()
    }
}

/// The path of a call about an approval.
pub fn path(approval: &Value, call: &str) -> String {
    format!("/api/approvals/{}/{call}", approval["id"])
}

impl Person {
    /// Asks for an approval of a request.
    pub async fn asks(&self, method: &str, path: &str, body: Value) -> Answer {
        self.post("/api/approvals", json!({"method": method, "path": path, "body": body})).await
    }

    /// Sends a request with an approval.
    pub async fn sends(&self, method: &str, path: &str, body: &Value, approval: &Value) -> Answer {
        self.request(method, path).header("approval", &approval["id"].to_string()).json(body).send().await
    }
}
