//! A head office over HTTP, with a clock that tests move.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use bar::engine::{Clock, SystemClock};
use base::Timestamp;
use head::accounts;
use head::box_port::{self, BoxPort};
use head::config::BAR_DAY_BYTES;
use head::database::{Database, Options};
use head::keys::Secret;
use head::server;
use head::web::{HeadParts, HeadState};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use totp_rs::{Builder, Secret as TotpSecret};

use crate::{contract, postgres};

/// When the clock of a test begins: 27 November 2026.
const BEGINNING_MILLIS: i64 = 1_795_737_600_000;
/// The first owner's password in tests.
const FIRST_PASSWORD: &str = "first-password";
/// The password that owners choose.
pub const PASSWORD: &str = "chosen-password";

/// Head office's clock, moved by tests.
#[derive(Default)]
pub struct TestClock {
    moved: AtomicI64,
}

impl TestClock {
    /// A clock that stands at the present moment of this machine.
    pub fn at_present() -> Self {
        let clock = TestClock::default();
        clock.moved.store(SystemClock::start().now().as_millis() - BEGINNING_MILLIS, Ordering::SeqCst);
        clock
    }

    /// Moves the clock on.
    pub fn advance(&self, seconds: i64) {
        self.moved.fetch_add(seconds * 1000, Ordering::SeqCst);
    }
}

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(BEGINNING_MILLIS + self.moved.load(Ordering::SeqCst))
    }

    fn running_millis(&self) -> u64 {
        self.moved.load(Ordering::SeqCst).unsigned_abs()
    }
}

/// One server of head office.
pub struct HeadOffice {
    pub address: String,
    pub metrics: String,
    /// Where boxes connect.
    pub box_url: String,
    pub clock: Arc<TestClock>,
    pub database: Database,
    pub url: String,
    http: reqwest::Client,
}

/// Someone who is signed in, with the second factor set up.
pub struct Person {
    pub id: String,
    pub token: String,
    /// Secret of the second factor, base32.
    pub secret: String,
    pub recovery_codes: Vec<String>,
}

impl HeadOffice {
    /// Starts a server over a new database.
    pub async fn start() -> Self {
        HeadOffice::over(postgres::migrated_url().await, Arc::default()).await
    }

    /// Starts another server over the same database, with the same clock.
    pub async fn another(&self) -> Self {
        HeadOffice::over(self.url.clone(), self.clock.clone()).await
    }

    /// Starts a server over the database at `url`.
    pub async fn over(url: String, clock: Arc<TestClock>) -> Self {
        HeadOffice::behind(url, clock, &[]).await
    }

    /// Starts a server over the database at `url`, behind these servers.
    pub async fn behind(url: String, clock: Arc<TestClock>, proxies: &[&str]) -> Self {
        let trusted_proxies = proxies.iter().map(|proxy| proxy.parse().expect("an address")).collect();
        let database = postgres::open(&url, Options::default());
        let bind = async || TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let (pages, metrics, boxes) = (bind().await, bind().await, bind().await);
        let of = |listener: &TcpListener| format!("http://{}", listener.local_addr().expect("bound"));
        let (address, metrics_address) = (of(&pages), of(&metrics));
        let secret = Secret::new(&[7; 32]).expect("a key");
        let box_port = boxes.local_addr().expect("bound").port();
        let box_url = format!("https://127.0.0.1:{box_port}");
        let state = HeadState::from(HeadParts {
            box_port,
            box_url: box_url.parse().ok(),
            trusted_proxies,
            ..HeadParts::new(database.clone(), secret, clock.clone())
        });
        tokio::spawn(server::serve(state.clone(), pages, None, metrics, std::future::pending));
        let authority = state.authority().await.expect("an authority");
        let port =
            BoxPort { database: database.clone(), authority, clock: clock.clone(), name: state.name(), bar_day_bytes: BAR_DAY_BYTES };
        tokio::spawn(box_port::serve(boxes, port, server::box_routes(&state), std::future::pending()));
        HeadOffice { address, metrics: metrics_address, box_url, clock, database, url, http: reqwest::Client::new() }
    }

    /// Calls and returns the whole answer.
    pub async fn request(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Option<Value>) -> Response {
        let mut request = self.http.request(method, format!("{}{path}", self.address));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        if let Some(body) = body {
            request = request.json(&body);
        }
        request.send().await.expect("an answer")
    }

    /// Calls with a token (none if empty), and returns status and body. The answer must be as the OpenAPI document says.
    pub async fn call(&self, method: Method, path: &str, token: &str, body: Value) -> (u16, Value) {
        let bearer = format!("Bearer {token}");
        let headers: &[(&str, &str)] = if token.is_empty() { &[] } else { &[("authorization", &bearer)] };
        let body = Some(body).filter(|body| !body.is_null());
        let response = self.request(method.clone(), path, headers, body).await;
        let (status, text) = (response.status().as_u16(), response.text().await.expect("a body"));
        let body = serde_json::from_str(&text).unwrap_or(Value::String(text));
        contract::check_answer(&method, path, status, &body);
        (status, body)
    }

    pub async fn get(&self, path: &str, token: &str) -> (u16, Value) {
        self.call(Method::GET, path, token, Value::Null).await
    }

    pub async fn post(&self, path: &str, token: &str, body: Value) -> (u16, Value) {
        self.call(Method::POST, path, token, body).await
    }

    /// Signs in; `code` may be null.
    pub async fn login(&self, username: &str, password: &str, code: impl Into<Value>) -> (u16, Value) {
        let body = json!({ "username": username, "password": password, "code": code.into() });
        self.post("/api/head/login", "", body).await
    }

    /// The code of a secret now.
    pub fn code(&self, secret: &str) -> String {
        let secret = TotpSecret::try_from_base32(secret).expect("base32");
        let totp = Builder::new().with_secret(secret).build().expect("a secret");
        totp.generate(self.clock.now().as_millis().unsigned_abs() / 1000).to_string()
    }

    /// The first owner, after the first sign-in, and a step later, so that a fresh code can be used.
    pub async fn owner(&self) -> Person {
        accounts::seed(&self.database, Some(FIRST_PASSWORD), self.clock.now()).await.expect("seeded");
        self.first_sign_in("owner", FIRST_PASSWORD).await
    }

    /// A manager of these bars, added by `owner`.
    pub async fn manager(&self, owner: &Person, username: &str, bars: Value) -> Person {
        let body = json!({ "username": username, "password": "given-password", "role": "manager", "bars": bars });
        let (status, body) = self.post("/api/head/users", &owner.token, body).await;
        assert_eq!(status, 201, "{body}");
        self.first_sign_in(username, "given-password").await
    }

    /// Signs in for the first time: changes the password and sets up the second factor.
    pub async fn first_sign_in(&self, username: &str, password: &str) -> Person {
        let (status, body) = self.login(username, password, Value::Null).await;
        assert_eq!(status, 200, "{body}");
        let token = body["token"].as_str().expect("a token").to_owned();
        let change = json!({ "currentPassword": password, "newPassword": PASSWORD });
        let (status, body) = self.post("/api/head/change-password", &token, change).await;
        assert_eq!(status, 200, "{body}");
        let token = body["token"].as_str().expect("a token").to_owned();
        let (status, begun) = self.post("/api/head/totp", &token, json!({ "password": PASSWORD })).await;
        assert_eq!(status, 200, "{begun}");
        let secret = begun["secret"].as_str().expect("a secret").to_owned();
        let (status, confirmed) = self.post("/api/head/totp/confirm", &token, json!({ "code": self.code(&secret) })).await;
        assert_eq!(status, 200, "{confirmed}");
        let recovery_codes = serde_json::from_value(confirmed["recoveryCodes"].clone()).expect("codes");
        self.clock.advance(30);
        let id = body["user"]["id"].as_str().expect("an id").to_owned();
        Person { id, token, secret, recovery_codes }
    }

    /// Signs in again with a fresh code, and moves the clock to the next one.
    pub async fn sign_in_again(&self, username: &str, person: &Person) -> String {
        let (status, body) = self.login(username, PASSWORD, self.code(&person.secret)).await;
        assert_eq!(status, 200, "{body}");
        self.clock.advance(30);
        body["token"].as_str().expect("a token").to_owned()
    }

    /// Runs a statement at the database.
    pub async fn sql(&self, sql: &str) {
        self.database.client().await.expect("a connection").batch_execute(sql).await.expect(sql);
    }
}
