//! A minimal HTTP client that costs almost no CPU: one connection, requests as text, answers read to their length.
#![allow(dead_code)]

use std::sync::Arc;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufStream};
use tokio::net::TcpStream;

use super::Outcome;

/// A phone: one connection to the bar.
pub struct Phone {
    stream: BufStream<TcpStream>,
    port: u16,
    token: Arc<String>,
    number: u64,
    /// Number of requests so far.
    requests: u64,
    /// The `ETag` of the list that it has.
    pub tag: Option<String>,
}

struct PhoneAnswer {
    status: u16,
    tag: Option<String>,
    body: Vec<u8>,
}

impl Phone {
    /// Connects.
    pub async fn connect(port: u16, token: Arc<String>, number: u64) -> Outcome<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port)).await?;
        stream.set_nodelay(true)?;
        Ok(Phone { stream: BufStream::new(stream), port, token, number, requests: 0, tag: None })
    }

    /// Signs in. Returns the token.
    pub async fn sign_in(port: u16, username: &str, password: &str) -> Outcome<String> {
        let mut phone = Phone::connect(port, Arc::default(), u64::MAX).await?;
        let answer = phone.post("/api/auth/login", &json!({ "username": username, "password": password }), 200).await?;
        Ok(answer["token"].as_str().ok_or("a sign-in gives a token")?.to_owned())
    }

    /// A number that differs for each request.
    pub fn any(&self) -> u64 {
        (self.requests * 97 + self.number * 131) % 100_003
    }

    /// Sends a POST with a key of its own, and expects this status.
    pub async fn post(&mut self, path: &str, body: &Value, status: u16) -> Outcome<Value> {
        self.write("POST", path, body, status).await
    }

    /// Sends a write with a key of its own, and expects this status.
    pub async fn write(&mut self, method: &str, path: &str, body: &Value, status: u16) -> Outcome<Value> {
        let body = body.to_string();
        let key = format!("phone-{}-{}-{}", std::process::id(), self.number, self.requests);
        let head = format!(
            "Content-Type: application/json\r\nIdempotency-Key: {key}-{path_length}\r\nContent-Length: {}\r\n",
            body.len(),
            path_length = path.len()
        );
        let answer = self.request(method, path, &head, &body).await?;
        if answer.status != status {
            return Err(format!("{path} answered {}: {}", answer.status, String::from_utf8_lossy(&answer.body)).into());
        }
        Ok(serde_json::from_slice(&answer.body)?)
    }

    /// Reads, and expects this status. Returns the `ETag` of the answer.
    pub async fn get(&mut self, path: &str, known: Option<&str>, status: u16) -> Outcome<String> {
        let head = known.map(|tag| format!("If-None-Match: {tag}\r\n")).unwrap_or_default();
        let answer = self.request("GET", path, &head, "").await?;
        if answer.status != status {
            return Err(format!("{path} answered {}", answer.status).into());
        }
        answer.tag.ok_or_else(|| format!("{path} has no tag").into())
    }

    async fn request(&mut self, method: &str, path: &str, head: &str, body: &str) -> Outcome<PhoneAnswer> {
        self.requests += 1;
        let host = format!("127.0.0.1:{}", self.port);
        let auth = if self.token.is_empty() { String::new() } else { format!("Authorization: Bearer {}\r\n", self.token) };
        let request = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\n{auth}{head}\r\n{body}");
        self.stream.write_all(request.as_bytes()).await?;
        self.stream.flush().await?;
        self.read().await
    }

    async fn read(&mut self) -> Outcome<PhoneAnswer> {
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or("no answer")?;
        let (mut length, mut tag) = (0, None);
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse()?,
                "etag" => tag = Some(value.trim().to_owned()),
                _ => {}
            }
        }
        let mut body = vec![0; if status == 304 { 0 } else { length }];
        self.stream.read_exact(&mut body).await?;
        Ok(PhoneAnswer { status, tag, body })
    }
}

/// Listens to the live stream until the bar ends it.
pub async fn listen(port: u16, token: Arc<String>) -> Outcome<()> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let request = format!("GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    tokio::io::copy(&mut stream, &mut tokio::io::sink()).await?;
    Ok(())
}
