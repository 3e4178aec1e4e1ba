//! A running box port and its boxes, with real TLS.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::routing::{get, post};
use axum::{Json, Router};
use backup::parcels::{HEAD_NAME, PairAnswer, PairRequest};
use bar::engine::Clock;
use bar::standby::Code;
use base::Timestamp;
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use head::box_port::{BoxCaller, BoxJson, BoxPort, CodeFor, ParcelBody, make_code, serve};
use head::config::BAR_DAY_BYTES;
use head::database::Database;
use head::keys::{Authority, Secret};
use rcgen::{CertificateParams, KeyPair};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use web::https::{BoxIdentity, ClampedClock, box_connector, pairing_connector};

use crate::postgres;

/// Two bars.
pub const CAPE: &str = "ca9e0000000000000000000000000001";
pub const MAMBA: &str = "3a3ba000000000000000000000000002";

/// A clock that stands still until a test moves it.
pub struct MovedClock(AtomicI64);

impl MovedClock {
    pub fn at(text: &str) -> Arc<Self> {
        Arc::new(MovedClock(AtomicI64::new(moment(text).as_millis())))
    }

    pub fn advance(&self, seconds: u64) {
        self.0.store(self.now().plus_seconds(seconds).as_millis(), Ordering::SeqCst);
    }
}

impl Clock for MovedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }

    fn running_millis(&self) -> u64 {
        0
    }
}

pub fn moment(text: &str) -> Timestamp {
    Timestamp::parse(text).expect("a moment")
}

/// A running head office.
pub struct Head {
    pub port: u16,
    pub database: Database,
    pub authority: Arc<Authority>,
    pub clock: Arc<MovedClock>,
    _stop: oneshot::Sender<()>,
}

pub fn secret() -> Secret {
    Secret::new(&[9; 32]).expect("a secret")
}

impl Head {
    pub async fn start() -> Self {
        Head::over(postgres::migrated().await, MovedClock::at("2026-11-21T20:42:00Z")).await
    }

    /// A head to which a bar may send so many bytes a day.
    pub async fn with_day_of(bar_day_bytes: u64) -> Self {
        Head::made(postgres::migrated().await, MovedClock::at("2026-11-21T20:42:00Z"), bar_day_bytes).await
    }

    pub async fn over(database: Database, clock: Arc<MovedClock>) -> Self {
        Head::made(database, clock, BAR_DAY_BYTES).await
    }

    async fn made(database: Database, clock: Arc<MovedClock>, bar_day_bytes: u64) -> Self {
        let authority = Arc::new(Authority::open(&database, &secret()).await.expect("an authority"));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let (_stop, stopped) = oneshot::channel::<()>();
        let name = "Lagoon Bars".to_owned();
        let parts = BoxPort { database: database.clone(), authority: authority.clone(), clock: clock.clone(), name, bar_day_bytes };
        tokio::spawn(async move { serve(listener, parts, routes(), async move { drop(stopped.await) }).await });
        Head { port, database, authority, clock, _stop }
    }

    pub async fn code(&self, wanted: CodeFor) -> Code {
        make_code(&self.database, &self.authority, &wanted, "Jane", self.clock.now()).await.expect("a code").code
    }

    pub async fn code_for_new(&self, name: &str) -> Code {
        self.code(CodeFor::New { name: name.to_owned() }).await
    }

    pub async fn code_for(&self, bar: &str) -> Code {
        self.code(CodeFor::Known { bar: bar.to_owned() }).await
    }

    pub async fn count(&self, sql: &str) -> i64 {
        let client = self.database.client().await.expect("a connection");
        client.query_one(sql, &[]).await.expect("a row").get(0)
    }
}

/// Stands for the calls of paired boxes.
fn routes() -> Router {
    let hello = |caller: BoxCaller, BoxJson(said): BoxJson<Value>| async move {
        Json(json!({ "box": caller.box_name, "bar": caller.bar, "said": said }))
    };
    let parcels = |caller: BoxCaller, body: ParcelBody| async move { Json(json!({ "box": caller.box_name, "bytes": body.bytes.len() })) };
    let panics = || async { panic!("on purpose") as &'static str };
    Router::new().route("/box/v1/hello", post(hello)).route("/box/v1/parcels", post(parcels)).route("/box/v1/panics", get(panics))
}

/// An answer: status, head, body.
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Value,
}

impl Answer {
    pub fn code(&self) -> (u16, &str) {
        (self.status, self.body["code"].as_str().unwrap_or_default())
    }

    pub fn seconds_to_wait(&self) -> Option<u64> {
        self.head.lines().find_map(|line| line.strip_prefix("retry-after: "))?.parse().ok()
    }
}

/// Sends one request to a head and reads its answer. `Err` if the handshake fails.
pub async fn send(connector: &TlsConnector, port: u16, call: &str, bearer: Option<&str>, body: &[u8]) -> io::Result<Answer> {
    let tcp = TcpStream::connect(("127.0.0.1", port)).await?;
    let mut stream = connector.connect(ServerName::try_from(HEAD_NAME).expect("a name"), tcp).await?;
    let bearer = bearer.map(|code| format!("Authorization: Bearer {code}\r\n")).unwrap_or_default();
    let head = format!("{call} HTTP/1.1\r\nHost: {HEAD_NAME}\r\nConnection: close\r\n{bearer}Content-Length: {}\r\n\r\n", body.len());
    stream.write_all(&[head.as_bytes(), body].concat()).await?;
    stream.flush().await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| io::Error::other(format!("no answer: {answer}")))?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(|| io::Error::other("no status"))?;
    Ok(Answer { status, head: head.to_lowercase(), body: serde_json::from_str(body).unwrap_or_default() })
}

/// A box: its key, and its clock.
pub struct Device {
    pub key: KeyPair,
    pub now: Timestamp,
}

impl Device {
    pub fn new() -> Self {
        Device { key: KeyPair::generate().expect("a key"), now: moment("2026-11-21T20:42:00Z") }
    }

    pub fn clock(&self) -> ClampedClock {
        let now = self.now;
        ClampedClock::new(move || now)
    }

    pub fn request(&self, bar: &str) -> PairRequest {
        let signing = CertificateParams::default().serialize_request(&self.key).expect("made");
        PairRequest {
            request: BASE64.encode(signing.der()),
            bar: bar.to_owned(),
            journal: 12,
            hash: None,
            version: "0.1.0".to_owned(),
            business_name: "Cape Bar".to_owned(),
            demo: false,
        }
    }

    pub async fn asks_to_pair(&self, head: &Head, code: &Code, request: &PairRequest) -> Answer {
        let connector = pairing_connector(code.pin().expect("a pin"), self.clock()).expect("TLS");
        let body = serde_json::to_vec(request).expect("JSON");
        send(&connector, head.port, "POST /box/v1/pair", Some(&code.to_string()), &body).await.expect("an answer")
    }

    /// Pairs, and returns the connection with the certificate.
    pub async fn pairs(&self, head: &Head, code: &Code, bar: &str) -> PairedBox {
        let answer = self.asks_to_pair(head, code, &self.request(bar)).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        self.with(serde_json::from_value(answer.body).expect("an answer"))
    }

    pub fn with(&self, answer: PairAnswer) -> PairedBox {
        let der = |text: &str| BASE64.decode(text).expect("base64");
        let (authority, certificate) = (der(&answer.authority), der(&answer.certificate));
        let connector = box_connector(&BoxIdentity { authority, certificate, key: self.key.serialize_der() }, self.clock()).expect("TLS");
        PairedBox { connector, answer }
    }
}

/// A box with its certificate.
pub struct PairedBox {
    pub connector: TlsConnector,
    pub answer: PairAnswer,
}

impl PairedBox {
    pub async fn hello(&self, head: &Head) -> Answer {
        send(&self.connector, head.port, "POST /box/v1/hello", None, br#"{"version":1}"#).await.expect("an answer")
    }

    pub async fn parcel(&self, head: &Head) -> Answer {
        send(&self.connector, head.port, "POST /box/v1/parcels", None, b"not looked at").await.expect("an answer")
    }
}
