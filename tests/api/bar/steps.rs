//! Common steps of test stories: creating products, selling, signing in, asserting stock, and waiting for a state.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Person, TIMEOUT, TestBar};

/// Polling interval when no live update arrives.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

impl TestBar {
    /// Creates a product with a dollar price and this stock; returns it.
    pub async fn stocks(&self, name: &str, price_usd: &str, stock: i64) -> Value {
        self.product(json!({"name": name, "priceUSD": price_usd, "stock": stock})).await
    }

    /// Creates a product with any fields; returns it.
    pub async fn product(&self, fields: Value) -> Value {
        self.manager().post("/api/products", fields).await.created()
    }

    /// Sells this quantity over the counter as the bartender; returns the sale.
    pub async fn sells(&self, name: &str, quantity: i64) -> Value {
        self.bartender().post("/api/sales", json!({"productId": self.id_of(name).await, "quantity": quantity})).await.created()
    }

    /// The product with this name.
    #[track_caller]
    pub fn product_named(&self, name: &str) -> impl Future<Output = Value> {
        let (person, name) = (self.bartender(), name.to_owned());
        async move {
            let products = person.get("/api/products").await.ok();
            let found = products.as_array().expect("a list").iter().find(|product| product["name"] == *name).cloned();
            found.unwrap_or_else(|| panic!("no product is called {name}: {products}"))
        }
    }

    /// The id of the product with this name.
    pub async fn id_of(&self, name: &str) -> u64 {
        self.product_named(name).await["id"].as_u64().expect("an id")
    }

    /// Asserts the stock of a product.
    pub async fn expect_stock(&self, name: &str, stock: i64) {
        assert_eq!(self.product_named(name).await["stock"], stock, "{name}");
    }

    /// Sets the exchange rate (LRD per USD) as the admin.
    pub async fn set_rate(&self, rate: Value) {
        self.admin().post("/api/exchange-rate", json!({"rate": rate})).await.ok();
    }

    /// Creates an account with a role and signs it in; returns its id and its client.
    pub async fn hires(&self, username: &str, role: &str) -> (u64, Person) {
        let user = json!({"username": username, "password": "secret-enough", "role": role, "mustChangePassword": false});
        let id = self.admin().post("/api/users", user).await.created()["id"].as_u64().expect("an id");
        let token = self.signs_in(username, "secret-enough").await;
        (id, self.with_token(&token))
    }

    /// Waits until the answer of `path` satisfies `wanted` and returns it; reads it again after each live update.
    pub async fn wait_until(&self, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        let mut updates = self.admin().request("GET", "/api/live").stream().await;
        let poll = async {
            loop {
                let answer = self.admin().get(path).await.ok();
                if wanted(&answer) {
                    return answer;
                }
                tokio::select! {
                    chunk = updates.chunk() => { chunk.expect("an open stream").expect("an open stream"); }
                    // The state of a printer changes without a journal entry.
                    () = tokio::time::sleep(POLL_INTERVAL) => {}
                }
            }
        };
        let waited = tokio::time::timeout(TIMEOUT, poll).await;
        match waited {
            Ok(answer) => answer,
            Err(_) => panic!("{path} never reached the expected state: {}", self.admin().get(path).await.ok()),
        }
    }

    /// Signs in; returns the token.
    pub async fn signs_in(&self, username: &str, password: &str) -> String {
        let answer = self.guest().post("/api/auth/login", json!({"username": username, "password": password})).await.ok();
        text(&answer["token"]).to_owned()
    }
}

/// The string in a JSON value; panics on any other type.
#[track_caller]
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not a string"))
}

/// The member `name` of each row.
#[track_caller]
pub fn values_of(rows: &Value, name: &str) -> Vec<Value> {
    rows.as_array().unwrap_or_else(|| panic!("{rows} is not a list")).iter().map(|row| row[name].clone()).collect()
}
