//! What stories say: a bar stocks, sells, expects.

use serde_json::{Value, json};

use super::{Person, TestBar};

impl TestBar {
    /// A product sold in dollars, with so many on the shelf; the product.
    pub async fn stocks(&self, name: &str, price_usd: &str, stock: i64) -> Value {
        self.product(json!({"name": name, "priceUSD": price_usd, "stock": stock})).await
    }

    /// A product of any kind.
    pub async fn product(&self, fields: Value) -> Value {
        self.manager().post("/api/products", fields).await.created()
    }

    /// The bartender sells so many over the counter; the sale.
    pub async fn sells(&self, name: &str, quantity: i64) -> Value {
        self.bartender().post("/api/sales", json!({"productId": self.id_of(name).await, "quantity": quantity})).await.created()
    }

    /// The product with this name.
    #[track_caller]
    pub fn named(&self, name: &str) -> impl Future<Output = Value> {
        let (person, name) = (self.bartender(), name.to_owned());
        async move {
            let products = person.get("/api/products").await.ok();
            let found = products.as_array().expect("a list").iter().find(|product| product["name"] == *name).cloned();
            found.unwrap_or_else(|| panic!("no product is called {name}: {products}"))
        }
    }

    /// The id of the product with this name.
    pub async fn id_of(&self, name: &str) -> u64 {
        self.named(name).await["id"].as_u64().expect("an id")
    }

    /// So many must be on the shelf.
    pub async fn expect_stock(&self, name: &str, stock: i64) {
        assert_eq!(self.named(name).await["stock"], stock, "{name}");
    }

    /// The admin sets the rate.
    pub async fn set_rate(&self, rate: Value) {
        self.admin().post("/api/exchange-rate", json!({"rate": rate})).await.ok();
    }

    /// Somebody new with a role; their id, and they themselves, signed in.
    pub async fn hires(&self, username: &str, role: &str) -> (u64, Person) {
        let user = json!({"username": username, "password": "secret-enough", "role": role, "mustChangePassword": false});
        let id = self.admin().post("/api/users", user).await.created()["id"].as_u64().expect("an id");
        let token = self.signs_in(username, "secret-enough").await;
        (id, self.holding(&token))
    }

    /// Somebody signs in; the token.
    pub async fn signs_in(&self, username: &str, password: &str) -> String {
        let answer = self.guest().post("/api/auth/login", json!({"username": username, "password": password})).await.ok();
        text(&answer["token"]).to_owned()
    }
}

/// The text of a JSON text.
#[track_caller]
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

/// The `name` of each row.
#[track_caller]
pub fn names(rows: &Value, name: &str) -> Vec<Value> {
    rows.as_array().unwrap_or_else(|| panic!("{rows} is no list")).iter().map(|row| row[name].clone()).collect()
}
