//! Simulated adapter of a fiscal device on 127.0.0.1: signs what it gets, or fails in a chosen way, and remembers each document.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::{Value, json};
use tokio::net::TcpSocket;
use tokio::task::JoinHandle;

/// Longest wait for a document.
const PATIENCE: Duration = Duration::from_secs(20);

/// What the adapter does with a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Signs it.
    Signs,
    /// Signs all but documents of this number, which it refuses.
    Refuses(String),
    /// Answers with this status and text.
    Says(u16, String),
    /// Never answers.
    Hangs,
}

/// What it has seen.
struct Seen {
    answer: Answer,
    /// Every document, as often as it came.
    received: Vec<Value>,
    /// Document ids in the order in which they were first signed.
    signed: Vec<String>,
}

/// A running adapter; it stops when it is dropped.
pub struct FakeAdapter {
    address: SocketAddr,
    seen: Arc<Mutex<Seen>>,
    server: JoinHandle<()>,
}

impl FakeAdapter {
    /// Starts one on a free port.
    pub async fn start(answer: Answer) -> Self {
        FakeAdapter::start_at(([127, 0, 0, 1], 0).into(), answer).await
    }

    /// Starts one at an address, such as that of one that stopped.
    pub async fn start_at(address: SocketAddr, answer: Answer) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_reuseaddr(true).expect("a socket");
        socket.bind(address).expect("a free port");
        let listener = socket.listen(16).expect("a listener");
        let address = listener.local_addr().expect("an address");
        let seen = Arc::new(Mutex::new(Seen { answer, received: Vec::new(), signed: Vec::new() }));
        let router = Router::new().route("/sign", post(sign)).with_state(seen.clone());
        let server = tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
        FakeAdapter { address, seen, server }
    }

    /// An address at which nothing listens any more.
    pub async fn stopped() -> SocketAddr {
        FakeAdapter::start(Answer::Signs).await.stop().await
    }

    /// Stops it; returns its address.
    pub async fn stop(mut self) -> SocketAddr {
        self.server.abort();
        let _ = (&mut self.server).await;
        self.address
    }

    pub fn url(&self) -> String {
        url_of(self.address)
    }

    /// What it does from now on.
    pub fn answers(&self, answer: Answer) {
        self.seen.lock().expect("whole").answer = answer;
    }

    /// Every document that came, oldest first.
    pub fn received(&self) -> Vec<Value> {
        self.seen.lock().expect("whole").received.clone()
    }

    /// The ids of what it signed, in order.
    pub fn signed(&self) -> Vec<String> {
        self.seen.lock().expect("whole").signed.clone()
    }

    /// Waits until a document came.
    pub async fn wait_for_document(&self) -> Value {
        let came = async {
            loop {
                if let Some(document) = self.received().pop() {
                    return document;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, came).await.expect("a document in time")
    }
}

impl Drop for FakeAdapter {
    fn drop(&mut self) {
        self.server.abort();
    }
}

/// The setting for an adapter at this address.
pub fn url_of(address: SocketAddr) -> String {
    format!("http://{address}/sign")
}

async fn sign(State(seen): State<Arc<Mutex<Seen>>>, axum::Json(document): axum::Json<Value>) -> Response {
    let id = document["documentId"].as_str().expect("an id").to_owned();
    let answer = {
        let mut seen = seen.lock().expect("whole");
        seen.received.push(document);
        seen.answer.clone()
    };
    match answer {
        Answer::Hangs => std::future::pending().await,
        Answer::Says(status, text) => (StatusCode::from_u16(status).expect("a status"), text).into_response(),
        Answer::Refuses(refused) if id == refused => (StatusCode::BAD_REQUEST, "unknown TIN").into_response(),
        _ => {
            let mut seen = seen.lock().expect("whole");
            if !seen.signed.contains(&id) {
                seen.signed.push(id.clone());
            }
            let place = seen.signed.iter().position(|known| *known == id).unwrap_or_default() + 1;
            let body = json!({"deviceId": "LRA-77", "number": place, "signature": format!("SIG{place:04}"), "qr": format!("https://lra.example/{id}"),
                "at": "2026-11-21T20:00:01Z"});
            axum::Json(body).into_response()
        }
    }
}
