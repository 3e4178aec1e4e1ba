//! HTTP client of one person, with or without a token.

use reqwest::Method;
use serde_json::Value;

use super::Answer;

/// A client with the token of one person.
#[derive(Clone)]
pub struct Person {
    http: reqwest::Client,
    address: String,
    token: Option<String>,
}

/// A request that is being built.
pub struct ApiRequest {
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

    /// A request with any method.
    pub fn request(&self, method: &str, path: &str) -> ApiRequest {
        let method: Method = method.parse().expect("a method");
        let call = format!("{method} {path}");
        let request = self.http.request(method, format!("http://{}{path}", self.address));
        let request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        ApiRequest { call, request }
    }

    /// Sends a GET request.
    pub async fn get(&self, path: &str) -> Answer {
        self.request("GET", path).send().await
    }

    /// Sends a POST request.
    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.request("POST", path).json(&body).send().await
    }

    /// Sends a PUT request.
    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.request("PUT", path).json(&body).send().await
    }

    /// Sends a PATCH request.
    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.request("PATCH", path).json(&body).send().await
    }

    /// Sends a DELETE request.
    pub async fn delete(&self, path: &str) -> Answer {
        self.request("DELETE", path).send().await
    }
}

impl ApiRequest {
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

    /// With a JSON body.
    pub fn json(mut self, body: &Value) -> Self {
        self.request = self.request.json(body);
        self
    }

    /// With any bytes, declared as JSON.
    pub fn raw(mut self, body: impl Into<reqwest::Body>) -> Self {
        self.request = self.request.header("content-type", "application/json").body(body);
        self
    }

    /// With any bytes, without a content type.
    pub fn untyped(mut self, body: impl Into<reqwest::Body>) -> Self {
        self.request = self.request.body(body);
        self
    }

    /// Sends the request and reads the whole response.
    pub async fn send(self) -> Answer {
        let ApiRequest { call, request } = self;
        match request.send().await {
            Ok(response) => Answer::read(call, response).await,
            Err(error) => panic!("{call}: no answer: {error:?}"),
        }
    }

    /// Sends the request and returns the response as a stream.
    pub async fn stream(self) -> reqwest::Response {
        self.request.send().await.expect("an answer")
    }
}
