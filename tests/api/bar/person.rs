//! Somebody with a phone: makes calls, under their token or without one.

use reqwest::Method;
use serde_json::Value;

use super::Answer;

/// Somebody with a phone.
#[derive(Clone)]
pub struct Person {
    http: reqwest::Client,
    address: String,
    token: Option<String>,
}

/// A call that is being put together.
pub struct Ask {
    call: String,
    request: reqwest::RequestBuilder,
}

impl Person {
    pub(super) fn new(http: &reqwest::Client, address: &str, token: Option<String>) -> Self {
        Person { http: http.clone(), address: address.to_owned(), token }
    }

    /// The token that this person holds.
    pub fn token(&self) -> &str {
        self.token.as_deref().expect("signed in")
    }

    /// A call of any kind.
    pub fn ask(&self, method: &str, path: &str) -> Ask {
        let method: Method = method.parse().expect("a method");
        let call = format!("{method} {path}");
        let request = self.http.request(method, format!("http://{}{path}", self.address));
        let request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        Ask { call, request }
    }

    /// Reads.
    pub async fn get(&self, path: &str) -> Answer {
        self.ask("GET", path).send().await
    }

    /// Writes.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.ask("POST", path).json(&body).send().await
    }

    /// Writes.
    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.ask("PUT", path).json(&body).send().await
    }

    /// Writes.
    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.ask("PATCH", path).json(&body).send().await
    }

    /// Takes away.
    pub async fn delete(&self, path: &str) -> Answer {
        self.ask("DELETE", path).send().await
    }
}

impl Ask {
    /// Adds a header, or replaces it.
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        let value = value.parse::<reqwest::header::HeaderValue>().expect("a header");
        let headers = [(reqwest::header::HeaderName::from_static(name), value)].into_iter().collect();
        self.request = self.request.headers(headers);
        self
    }

    /// Under an idempotency key.
    pub fn key(self, key: &str) -> Self {
        self.header("idempotency-key", key)
    }

    /// With JSON.
    pub fn json(mut self, body: &Value) -> Self {
        self.request = self.request.json(body);
        self
    }

    /// With any bytes, said to be JSON.
    pub fn raw(mut self, body: impl Into<reqwest::Body>) -> Self {
        self.request = self.request.header("content-type", "application/json").body(body);
        self
    }

    /// With any bytes, without saying what they are.
    pub fn untyped(mut self, body: impl Into<reqwest::Body>) -> Self {
        self.request = self.request.body(body);
        self
    }

    /// Makes the call and reads the whole answer.
    pub async fn send(self) -> Answer {
        let Ask { call, request } = self;
        match request.send().await {
            Ok(response) => Answer::read(call, response).await,
            Err(error) => panic!("{call}: no answer: {error:?}"),
        }
    }

    /// Makes the call and leaves the answer to be read bit by bit.
    pub async fn stream(self) -> reqwest::Response {
        self.request.send().await.expect("an answer")
    }
}
