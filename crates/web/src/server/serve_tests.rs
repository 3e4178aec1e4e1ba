//! The accept loop, driven through real sockets.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::routing::{get, post};
use axum::{Extension, Router};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, interval};

use super::*;
use crate::https::{Https, Names, connector};
use crate::server::connections::Connection;
use crate::server::host::HostList;
use crate::server::limits::{BodyTimeouts, DRAIN_MAX};
use crate::server::middleware::wrap;
use crate::server::ui::{File, answer};
use base::Timestamp;

/// Long enough for anything that works, short enough to end a test that does not.
const PATIENCE: Duration = Duration::from_secs(10);
/// Shorter than [`PATIENCE`] by far: what a test waits for to run out.
const SHORT: Duration = Duration::from_millis(150);
/// More than the buffers of both sockets hold.
const LARGE: usize = 12 * 1024 * 1024;

/// A server on a port of its own.
struct Served {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Served {
    async fn start(router: Router, limits: Limits) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let router = wrap(router, Arc::new(HostList::new("bar", &[], Vec::new)));
        let task = tokio::spawn(serve(listener, None, router, limits, async {
            let _ = stopped.await;
        }));
        Served { address, stop, task }
    }

    async fn connect(&self) -> Client {
        Client(TcpStream::connect(self.address).await.expect("connects"))
    }

    /// Sends the shutdown signal and returns how long the server took to return.
    async fn stop(self) -> Duration {
        let begun = Instant::now();
        self.stop.send(()).expect("the server runs");
        timeout(PATIENCE, self.task).await.expect("the server ends").expect("without a panic");
        begun.elapsed()
    }
}

/// A raw HTTP client.
struct Client(TcpStream);

impl Client {
    async fn send(&mut self, text: &str) {
        self.0.write_all(text.as_bytes()).await.expect("written");
    }

    async fn get(&mut self, path: &str) -> String {
        self.send(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")).await;
        self.answer().await
    }

    /// One answer: its head and as much body as `Content-Length` says.
    async fn answer(&mut self) -> String {
        let mut seen = Vec::new();
        loop {
            let text = String::from_utf8_lossy(&seen).to_ascii_lowercase();
            if let Some((head, body)) = text.split_once("\r\n\r\n") {
                let length =
                    head.split("content-length: ").nth(1).and_then(|rest| rest.lines().next()).map_or(0, |n| n.parse().expect("a number"));
                if body.len() >= length {
                    return String::from_utf8_lossy(&seen).into_owned();
                }
            }
            let read = timeout(PATIENCE, self.0.read_buf(&mut seen)).await.expect("an answer in time").expect("readable");
            assert!(read > 0, "closed after {seen:?}");
        }
    }

    /// Everything until the server closes the connection.
    async fn rest(&mut self) -> Vec<u8> {
        let mut seen = Vec::new();
        // A reset closes the connection too.
        let _ = timeout(PATIENCE, self.0.read_to_end(&mut seen)).await.expect("closed in time");
        seen
    }
}

#[tokio::test]
async fn a_panic_is_answered_with_500_and_the_connection_stays_open() {
    let router = Router::new().route("/panic", get(|| async { panic!("on purpose") as &str })).route("/ok", get(|| async { "fine" }));
    let bar = Served::start(router, Limits::USUAL).await;
    let mut client = bar.connect().await;
    let refusal = client.get("/panic").await;
    assert!(refusal.starts_with("HTTP/1.1 500") && refusal.contains(r#""code":"internal""#), "{refusal}");
    assert!(client.get("/ok").await.ends_with("fine"));
}

#[tokio::test]
async fn handlers_know_both_addresses_of_the_connection() {
    let tell = |Extension(Peer(peer)): Extension<Peer>, Extension(Local(local)): Extension<Local>| async move { format!("{peer} {local}") };
    let bar = Served::start(Router::new().route("/ends", get(tell)), Limits::USUAL).await;
    let mut client = bar.connect().await;
    let ends = format!("{} {}", client.0.local_addr().expect("an address"), bar.address);
    assert!(client.get("/ends").await.ends_with(&ends));
}

#[tokio::test]
async fn a_connection_without_a_complete_head_is_closed() {
    let bar = Served::start(Router::new(), Limits { head: SHORT, ..Limits::USUAL }).await;
    for head in ["", "GET / HTTP/1.1\r\nHost: local"] {
        let mut client = bar.connect().await;
        client.send(head).await;
        let begun = Instant::now();
        client.rest().await;
        assert!(begun.elapsed() < PATIENCE / 2, "{head:?}");
    }
}

#[tokio::test]
async fn a_head_that_is_too_large_is_refused() {
    let bar = Served::start(Router::new().route("/", get(|| async { "fine" })), Limits::USUAL).await;
    for (filler, status) in [(HEAD_BYTES_MAX / 2, "200"), (HEAD_BYTES_MAX, "431")] {
        let mut client = bar.connect().await;
        client.send(&format!("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Filler: {}\r\n\r\n", "x".repeat(filler))).await;
        let answer = client.answer().await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
    }
}

#[tokio::test]
async fn a_stalled_body_is_abandoned() {
    let read = |body: Result<Bytes, axum::extract::rejection::BytesRejection>| async move {
        if body.is_err() { StatusCode::BAD_REQUEST } else { StatusCode::OK }
    };
    let router = Router::new().route("/read", post(read));
    let short = BodyTimeouts { pause: SHORT, whole: PATIENCE };
    let bar = Served::start(router.clone(), Limits { body: short, ..Limits::USUAL }).await;
    let mut client = bar.connect().await;
    client.send("POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12345").await;
    let answer = String::from_utf8_lossy(&client.rest().await).into_owned();
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");

    // Bytes that trickle in without a long pause do not evade the limit.
    let whole = BodyTimeouts { pause: PATIENCE, whole: SHORT };
    let bar = Served::start(router, Limits { body: whole, ..Limits::USUAL }).await;
    let mut client = bar.connect().await;
    client.send("POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n").await;
    let mut drop_by_drop = interval(Duration::from_millis(5));
    let dripping = async {
        while client.0.write_all(b"x").await.is_ok() {
            drop_by_drop.tick().await;
        }
    };
    timeout(PATIENCE, dripping).await.expect("closed in time");
}

#[tokio::test]
async fn a_client_that_only_writes_still_reads_its_refusal() {
    let router = Router::new()
        .route("/refuse", post(|| async { (StatusCode::PAYLOAD_TOO_LARGE, "too large") }))
        .route("/ok", get(|| async { "fine" }));
    let bar = Served::start(router, Limits::USUAL).await;
    let mut client = bar.connect().await;
    client.send(&format!("POST /refuse HTTP/1.1\r\nHost: localhost\r\nContent-Length: {LARGE}\r\n\r\n")).await;
    timeout(PATIENCE, client.0.write_all(&vec![b'x'; LARGE])).await.expect("taken in time").expect("not cut off");
    assert!(client.answer().await.starts_with("HTTP/1.1 413"));
    assert!(client.get("/ok").await.ends_with("fine"), "the connection goes on");
}

/// A route with an endless answer, and a signal for when that is dropped.
fn endless() -> (Router, Arc<Notify>) {
    let dropped = Arc::new(Notify::new());
    let witness = dropped.clone();
    let answer = move || async move {
        let pieces = futures_util::stream::unfold(TellOnDrop(witness), |witness| async {
            Some((Ok::<_, std::convert::Infallible>(Bytes::from_static(&[b'x'; 64 * 1024])), witness))
        });
        Body::from_stream(pieces)
    };
    (Router::new().route("/endless", get(answer)), dropped)
}

#[tokio::test]
async fn an_answer_that_the_client_does_not_read_is_dropped() {
    let (router, dropped) = endless();
    let bar = Served::start(router, Limits { write_pause: SHORT, ..Limits::USUAL }).await;
    let mut client = bar.connect().await;
    client.send("GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    timeout(PATIENCE, dropped.notified()).await.expect("the answer is dropped");
}

#[tokio::test]
async fn an_answer_over_https_that_the_client_does_not_read_is_dropped() {
    let folder = tempfile::tempdir().expect("room");
    let https = Https::open(folder.path(), Names::new(["bar.local".to_owned()]), now()).expect("an authority");
    let listener = || TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let (plain, secure) = (listener().await.expect("a port"), listener().await.expect("a port"));
    let address = secure.local_addr().expect("an address");
    let tls = TlsListener { listener: secure, acceptor: https.acceptor() };
    let (router, dropped) = endless();
    let limits = Limits { write_pause: SHORT, ..Limits::USUAL };
    let _task = tokio::spawn(serve(plain, Some(tls), router, limits, std::future::pending()));

    let pin = *https.authority.digest().first_chunk().expect("a digest");
    let name = "bar.local".try_into().expect("a name");
    let tcp = TcpStream::connect(address).await.expect("connects");
    let mut client = connector(pin).expect("a client").connect(name, tcp).await.expect("a secure connection");
    client.write_all(b"GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("written");
    client.flush().await.expect("sent");
    timeout(PATIENCE, dropped.notified()).await.expect("the answer is dropped");
}

/// Signals when the answer is dropped.
struct TellOnDrop(Arc<Notify>);

impl Drop for TellOnDrop {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

#[tokio::test]
async fn a_new_connection_replaces_the_one_that_idles_longest() {
    let bar = Served::start(Router::new().route("/", get(|| async { "fine" })), Limits::with_connections(2)).await;
    let (mut first, mut second, mut third) = (bar.connect().await, bar.connect().await, bar.connect().await);
    // The limit is two: the third connection replaced the first one.
    assert!(first.rest().await.is_empty(), "the oldest silent connection is closed");
    second.get("/").await;
    assert!(third.get("/").await.ends_with("fine"));
    let mut fourth = bar.connect().await;
    assert!(second.rest().await.is_empty(), "it idled for longer than the third");
    assert!(fourth.get("/").await.ends_with("fine"));
    assert!(third.get("/").await.ends_with("fine"));
}

#[tokio::test]
async fn a_request_of_the_staff_is_never_closed_for_another_connection() {
    let (began, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let slow = {
        let (began, go_on) = (began.clone(), go_on.clone());
        move |Extension(connection): Extension<Connection>| async move {
            connection.mark_signed_in();
            began.notify_one();
            go_on.notified().await;
            "saved"
        }
    };
    let bar = Served::start(Router::new().route("/slow", get(slow)), Limits::with_connections(2)).await;
    let mut busy = bar.connect().await;
    busy.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    timeout(PATIENCE, began.notified()).await.expect("the handler runs");
    let mut crowd = Vec::new();
    for _ in 0..10 {
        crowd.push(bar.connect().await);
    }
    for silent in &mut crowd[..9] {
        assert!(silent.rest().await.is_empty());
    }
    go_on.notify_one();
    assert!(busy.answer().await.ends_with("saved"));
}

#[tokio::test]
async fn a_first_request_must_come_sooner_than_a_further_one() {
    let limits = Limits { first_head: SHORT, ..Limits::USUAL };
    let bar = Served::start(Router::new().route("/", get(|| async { "fine" })), limits).await;
    let (mut silent, mut half, mut phone) = (bar.connect().await, bar.connect().await, bar.connect().await);
    half.send("GET / HTTP/1.1\r\nHost: local").await;
    phone.get("/").await;
    let begun = Instant::now();
    assert!(silent.rest().await.is_empty() && half.rest().await.is_empty());
    assert!(begun.elapsed() < PATIENCE / 2);
    tokio::time::sleep(2 * SHORT).await;
    assert!(phone.get("/").await.ends_with("fine"), "an idle connection has more time");
}

#[tokio::test]
async fn at_shutdown_running_requests_finish_and_no_others_begin() {
    let (began, go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let slow = {
        let (began, go_on) = (began.clone(), go_on.clone());
        move || async move {
            began.notify_one();
            go_on.notified().await;
            "saved"
        }
    };
    let router = Router::new().route("/slow", get(slow)).route("/ok", get(|| async { "fine" }));
    let bar = Served::start(router, Limits::USUAL).await;
    let (mut idle, mut untouched, mut busy) = (bar.connect().await, bar.connect().await, bar.connect().await);
    idle.get("/ok").await;
    busy.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    timeout(PATIENCE, began.notified()).await.expect("the handler runs");

    let address = bar.address;
    let ending = tokio::spawn(bar.stop());
    assert!(idle.rest().await.is_empty());
    assert!(untouched.rest().await.is_empty());
    assert!(TcpStream::connect(address).await.is_err(), "the listener is closed");
    go_on.notify_one();
    let answer = String::from_utf8_lossy(&busy.rest().await).into_owned();
    assert!(answer.ends_with("saved"), "{answer}");
    assert!(ending.await.expect("no panic") < DRAIN_MAX);
}

#[tokio::test]
async fn shutdown_does_not_wait_for_requests_that_never_end() {
    let began = Arc::new(Notify::new());
    let never = {
        let began = began.clone();
        move || async move {
            began.notify_one();
            std::future::pending::<&str>().await
        }
    };
    let bar = Served::start(Router::new().route("/never", get(never)), Limits { drain: SHORT, ..Limits::USUAL }).await;
    let mut client = bar.connect().await;
    client.send("GET /never HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    timeout(PATIENCE, began.notified()).await.expect("the handler runs");
    let took = bar.stop().await;
    assert!(took >= SHORT && took < PATIENCE / 2, "{took:?}");
    assert!(client.rest().await.is_empty());
}

fn now() -> Timestamp {
    let since = SystemTime::UNIX_EPOCH.elapsed().expect("a clock after 1970");
    Timestamp::from_millis(since.as_millis().try_into().expect("a date"))
}

/// A UI build of one page.
fn page(name: &str) -> Option<File> {
    (name == "index.html").then(|| File { bytes: b"<html>page</html>".into(), etag: "\"page\"".to_owned() })
}

#[tokio::test]
async fn malformed_requests_are_refused() {
    let router = Router::new()
        .route("/api/ok", get(|| async { "fine" }))
        .fallback(|method: Method, uri: Uri, headers: HeaderMap| async move { answer(page, &method, uri.path(), &headers) });
    let bar = Served::start(router, Limits::USUAL).await;
    for (request, status) in [
        ("GET /api/ok HTTP/1.1\r\nHost: localhost\r\n\r\n", "200"),
        ("GET http://localhost/api/ok HTTP/1.1\r\nHost: localhost\r\n\r\n", "200"),
        ("GET /some/screen HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n", "200"),
        ("GET /api/ok HTTP/1.0\r\n\r\n", "400"),
        ("GET /api/ok HTTP/1.1\r\nHost:\r\n\r\n", "400"),
        ("GET /api/ok HTTP/1.1\r\nHost: localhost\r\nhost: localhost\r\n\r\n", "400"),
        ("GET /api/ok HTTP/1.1\r\nHost: evil.example\r\n\r\n", "421"),
        ("GET /api/none HTTP/1.1\r\nHost: localhost\r\n\r\n", "404"),
        ("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", "405"),
        ("CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n", "405"),
        ("CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example:80\r\n\r\n", "421"),
        ("BREW / HTTP/1.1\r\nHost: localhost\r\n\r\n", "405"),
        ("GET\r\n\r\n", "400"),
        ("\u{16}\u{3}\u{1} a TLS greeting\r\n\r\n", "400"),
    ] {
        let mut client = bar.connect().await;
        client.send(request).await;
        let answer = client.answer().await;
        assert_eq!(answer.split(' ').nth(1), Some(status), "{request:?} → {answer}");
    }
}
