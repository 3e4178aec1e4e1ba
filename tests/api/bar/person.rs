//! HTTP client of one person: sends requests with that person's token, or without one.

use reqwest::Method;
use serde_json::Value;

use super::Answer;

/// A client that sends the token of one person; without a token it is a guest.
#[derive(Clone)]
pub struct Person {
    http: reqwest::Client,
    address: String,
    token: Option<String>,
    /// Cookies, sent as a browser on the box's own page does.
    cookies: Option<String>,
    /// The id of an approval, sent with every request.
    approval: Option<String>,
}

/// Builder of one request.
pub struct ApiRequest {
    call: String,
    request: reqwest::RequestBuilder,
}

impl Person {
    pub(super) fn new(http: &reqwest::Client, address: &str, token: Option<String>) -> Self {
        Person { http: http.clone(), address: address.to_owned(), token, cookies: None, approval: None }
    }

    /// This person in a browser with these cookies, on the box's own page.
    pub fn with_cookies(&self, cookies: &str) -> Self {
        Person { cookies: Some(cookies.to_owned()), ..self.clone() }
    }

    /// This person at another address of this machine.
    pub fn at_address(&self, address: std::net::Ipv4Addr) -> Self {
        let http = reqwest::Client::builder().local_address(std::net::IpAddr::V4(address)).build().expect("a client");
        Person { http, ..self.clone() }
    }

    /// The same client, which sends this approval with every request.
    pub fn with_approval(&self, approval: &Value) -> Self {
        Person { approval: Some(approval["id"].to_string()), ..self.clone() }
    }

    /// The bearer token.
    pub fn token(&self) -> &str {
        self.token.as_deref().expect("signed in")
    }

    /// Starts a request with any method.
    pub fn request(&self, method: &str, path: &str) -> ApiRequest {
        let method: Method = method.parse().expect("a method");
        let call = format!("{method} {path}");
        let request = self.http.request(method, format!("http://{}{path}", self.address));
        let request = match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        };
        let request = match &self.cookies {
            Some(cookies) => request.header("cookie", cookies).header("origin", format!("http://{}", self.address)),
            None => request,
        };
        let request = match &self.approval {
            Some(id) => request.header("approval", id),
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
    /// Sets a header, replacing an earlier value.
    pub fn header(mut self, name: &'static str, value: &str) -> Self {
        let value = value.parse::<reqwest::header::HeaderValue>().expect("a header");
        let headers = [(reqwest::header::HeaderName::from_static(name), value)].into_iter().collect();
        self.request = self.request.headers(headers);
        self
    }

    /// Sets the idempotency key.
    pub fn key(self, key: &str) -> Self {
        self.header("idempotency-key", key)
    }

    /// Sets a JSON body.
    pub fn json(mut self, body: &Value) -> Self {
        self.request = self.request.json(body);
        self
    }

    /// Sets any bytes as the body, with the JSON content type.
    pub fn raw(mut self, body: impl Into<reqwest::Body>) -> Self {
        self.request = self.request.header("content-type", "application/json").body(body);
        self
    }

    /// Sets any bytes as the body, without a content type.
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

    /// Sends the request and returns the response before its body is read.
    pub async fn stream(self) -> reqwest::Response {
        self.request.send().await.expect("an answer")
    }
}
