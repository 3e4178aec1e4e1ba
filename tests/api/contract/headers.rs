//! Accepted hosts, the limit of bodies without a length, and the headers of every answer.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::bar::TestBar;
use crate::contract::refusal_order::LARGE;

/// Sends exactly these bytes to the box; returns the answer until the connection closes.
async fn send_raw(bar: &TestBar, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(bar.address()).await.expect("connects");
    stream.write_all(request).await.expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("text");
    answer
}

#[tokio::test]
async fn a_request_needs_exactly_one_known_host() {
    let bar = TestBar::open().await;
    for (hosts, status) in [
        ("", "400"),
        ("Host: localhost\r\nHost: localhost\r\n", "400"),
        ("Host: localhost\r\nHost: evil.example\r\n", "400"),
        ("Host: evil.example\r\n", "421"),
        ("Host: bar\r\n", "421"),
        ("Host: bar.local.evil.example\r\n", "421"),
        ("Host: localhost:1\r\n", "200"),
        ("Host: BAR.local.:8080\r\n", "200"),
        ("Host: 127.0.0.1\r\n", "200"),
        ("Host: [::1]:80\r\n", "200"),
    ] {
        for path in ["/healthz", "/api/menu"] {
            let answer = send_raw(&bar, format!("GET {path} HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n").as_bytes()).await;
            assert_eq!(answer.split(' ').nth(1), Some(status), "{path} {hosts:?}: {answer}");
        }
    }
}

#[tokio::test]
async fn another_host_can_be_allowed() {
    let bar = TestBar::with_config(|config| config.allowed_hosts = vec!["shop.example".to_owned()]).await;
    bar.guest().request("GET", "/healthz").header("host", "SHOP.example:443").send().await.ok();
    bar.guest().request("GET", "/healthz").header("host", "other.example").send().await.refused(421, "misdirected");
}

#[tokio::test]
async fn a_chunked_body_is_limited_while_it_arrives() {
    let bar = TestBar::open().await;
    let head = format!(
        "POST /api/products HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\n\r\n",
        bar.manager().token()
    );
    let chunk = format!("{LARGE:x}\r\n{}\r\n0\r\n\r\n", "x".repeat(LARGE));
    let answer = send_raw(&bar, format!("{head}{chunk}").as_bytes()).await;
    assert!(answer.starts_with("HTTP/1.1 413 ") && answer.contains("\"too_large\""), "{answer}");
}

#[tokio::test]
async fn every_answer_has_security_headers_and_no_cors_headers() {
    let bar = TestBar::open().await;
    for (method, path) in [
        ("GET", "/api/products"),
        ("GET", "/api/products/999"),
        ("GET", "/api/none"),
        ("OPTIONS", "/api/products"),
        ("GET", "/api/menu"),
        ("GET", "/api/menu/qr"),
        ("GET", "/m"),
        ("GET", "/healthz"),
        ("GET", "/nowhere"),
    ] {
        let call = bar.admin().request(method, path).header("origin", "http://evil.example");
        let answer = call.header("access-control-request-method", "POST").send().await;
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{method} {path}");
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"), "{method} {path}");
        let open = answer.headers().keys().find(|name| name.as_str().starts_with("access-control"));
        assert_eq!(open, None, "{method} {path}");
    }
}
