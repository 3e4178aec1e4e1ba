//! HTTP client of the tests: one phone, with or without a session token, that caches nothing.
#![allow(dead_code)]

use std::time::Duration;

use serde_json::{Value, json};

use crate::box_process::FIRST_PASSWORD;

/// Longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);
/// The admin's password after the first sign-in.
pub const PASSWORD: &str = "a password of my own";

/// A client of one box.
#[derive(Clone)]
pub struct Phone {
    client: reqwest::Client,
    base: String,
    token: String,
}

/// A complete answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PhoneAnswer {
    pub status: u16,
    /// The body, byte for byte.
    pub body: Vec<u8>,
}

impl PhoneAnswer {
    /// The body as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// Asserts the status and returns the body as JSON.
    #[track_caller]
    pub fn is(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", String::from_utf8_lossy(&self.body));
        self.json()
    }
}

impl Phone {
    /// A phone for the box that listens on `port`; `token` is that of an earlier sign-in, or empty.
    pub fn new(port: u16, token: &str) -> Self {
        let client = reqwest::Client::builder().timeout(PATIENCE).no_proxy().build().expect("a client");
        Phone { client, base: format!("http://127.0.0.1:{port}"), token: token.to_owned() }
    }

    /// Its session token; empty if it is not signed in.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Signs the admin in at a fresh box and changes the password. Returns the session token.
    pub async fn first_sign_in(port: u16) -> String {
        Phone::first_sign_in_with(port, FIRST_PASSWORD).await
    }

    /// As [`Phone::first_sign_in`], with the password that the box printed.
    pub async fn first_sign_in_with(port: u16, password: &str) -> String {
        let token = |answer: Value| answer["token"].as_str().expect("a token").to_owned();
        let phone = Phone::new(port, "");
        let login = json!({ "username": "admin", "password": password });
        let first = token(phone.post("/api/auth/login", &login, None).await.expect("an answer").is(200));
        let change = json!({ "currentPassword": password, "newPassword": PASSWORD });
        token(Phone::new(port, &first).post("/api/auth/change-password", &change, None).await.expect("an answer").is(200))
    }

    /// Sends a POST request; `Err` without a complete answer.
    pub async fn post(&self, path: &str, body: &Value, key: Option<&str>) -> reqwest::Result<PhoneAnswer> {
        let mut request = self.client.post(format!("{}{path}", self.base)).json(body);
        if !self.token.is_empty() {
            request = request.bearer_auth(&self.token);
        }
        if let Some(key) = key {
            request = request.header("Idempotency-Key", key);
        }
        Phone::read(request.send().await?).await
    }

    /// Sends a PUT request.
    pub async fn put(&self, path: &str, body: &Value) -> reqwest::Result<PhoneAnswer> {
        Phone::read(self.client.put(format!("{}{path}", self.base)).bearer_auth(&self.token).json(body).send().await?).await
    }

    /// Sends a DELETE request.
    pub async fn delete(&self, path: &str) -> reqwest::Result<PhoneAnswer> {
        Phone::read(self.client.delete(format!("{}{path}", self.base)).bearer_auth(&self.token).send().await?).await
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> reqwest::Result<PhoneAnswer> {
        Phone::read(self.client.get(format!("{}{path}", self.base)).bearer_auth(&self.token).send().await?).await
    }

    /// Sends a GET request and asserts status 200.
    pub async fn sees(&self, path: &str) -> Value {
        self.get(path).await.unwrap_or_else(|error| panic!("{path}: {error:?}")).is(200)
    }

    /// Opens the live stream and returns the response.
    pub async fn listens(&self) -> reqwest::Response {
        let stream = self.client.get(format!("{}/api/live", self.base)).bearer_auth(&self.token).send().await.expect("a stream");
        assert_eq!(stream.status(), 200);
        stream
    }

    /// Creates a product with this stock and returns its id.
    pub async fn stocks(&self, name: &str, price: &str, stock: i64) -> u64 {
        let product = json!({ "name": name, "price": price, "stock": stock, "category": "drinks" });
        self.post("/api/products", &product, None).await.expect("an answer").is(201)["id"].as_u64().expect("an id")
    }

    /// Sells without an idempotency key.
    pub async fn sells(&self, product_id: u64, quantity: i64) -> reqwest::Result<PhoneAnswer> {
        self.post("/api/sales", &json!({ "productId": product_id, "quantity": quantity }), None).await
    }

    async fn read(answer: reqwest::Response) -> reqwest::Result<PhoneAnswer> {
        Ok(PhoneAnswer { status: answer.status().as_u16(), body: answer.bytes().await?.to_vec() })
    }
}
