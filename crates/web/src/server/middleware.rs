//! Middleware around all routes: host check, security headers, and a 500 for handlers that panic.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use futures_util::FutureExt;

use crate::server::host::{self, HostList};
use crate::server::problem::problem;

/// Content Security Policy: a page loads only the box's own files, calls only the box, and is never framed.
const PAGE_POLICY: &str = "default-src 'self'; script-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// NUL in an address.
const ENCODED_NUL: &str = "%00";
/// Content types that a browser shows as a document and that may contain scripts.
const DOCUMENT_TYPES: &[&str] = &["text/html", "image/svg+xml"];

/// Wraps `router` in the middleware. A router of its own, so that the middleware runs before routing.
pub fn wrap(router: Router, hosts: Arc<HostList>) -> Router {
    Router::new()
        .fallback_service(router)
        .layer(middleware::from_fn(refuse_nul))
        .layer(middleware::from_fn(catch_panics))
        .layer(middleware::from_fn_with_state(hosts, host::check))
        .layer(middleware::from_fn(add_headers))
}

/// Answers 400 to an address with NUL, in the path or a parameter: no name and no text has one, and no database takes it.
pub async fn refuse_nul(request: Request, next: Next) -> Response {
    let target = request.uri().path_and_query().map_or("", |target| target.as_str());
    match target.contains(ENCODED_NUL) {
        true => problem(StatusCode::BAD_REQUEST, "invalid", "The address must not contain NUL"),
        false => next.run(request).await,
    }
}

/// Answers 500 if a handler panics, instead of closing the connection.
async fn catch_panics(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    match AssertUnwindSafe(next.run(request)).catch_unwind().await {
        Ok(response) => response,
        Err(_) => {
            tracing::error!(%method, %path, "a handler panicked");
            problem(StatusCode::INTERNAL_SERVER_ERROR, "internal", "Something went wrong. Please try again")
        }
    }
}

/// Adds the security headers to every answer, refusals included. No CORS header is ever set: pages of other sites must not
/// read from the box.
async fn add_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    if is_document(headers) {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(PAGE_POLICY));
    }
    response
}

fn is_document(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    DOCUMENT_TYPES.iter().any(|document| kind.starts_with(document))
}

#[cfg(test)]
mod tests {
    use axum::body::{Body, to_bytes};
    use axum::http::{Method, Uri};
    use axum::response::Html;
    use axum::routing::{get, post};
    use tower::ServiceExt;

    use super::*;

    fn bar() -> Router {
        let router = Router::new()
            .route("/page", get(|| async { Html("<p>Hello</p>") }))
            .route("/write", post(|| async { "done" }))
            .route("/panic", get(|| async { panic!("on purpose") as &str }))
            .route("/target", get(|uri: Uri, headers: HeaderMap| async move { format!("{uri} {:?}", headers[axum::http::header::HOST]) }));
        wrap(router, Arc::new(HostList::new("bar", &[], Vec::new)))
    }

    async fn ask(method: Method, target: &str, hosts: &[&str]) -> (StatusCode, HeaderMap, String) {
        let mut request = Request::builder().method(method).uri(target);
        for host in hosts {
            request = request.header("host", *host);
        }
        let response = bar().oneshot(request.body(Body::empty()).expect("a request")).await.expect("infallible");
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, 10_000).await.expect("a body");
        (parts.status, parts.headers, String::from_utf8(body.to_vec()).expect("text"))
    }

    #[tokio::test]
    async fn every_answer_has_the_security_headers() {
        for (method, target, hosts, status) in [
            (Method::GET, "/page", &["localhost"][..], 200),
            (Method::GET, "/none", &["localhost"], 404),
            (Method::GET, "/write", &["localhost"], 405),
            (Method::GET, "/panic", &["localhost"], 500),
            (Method::OPTIONS, "*", &["localhost"], 404),
            (Method::GET, "/page", &["evil.example"], 421),
            (Method::GET, "/none", &["evil.example"], 421),
            (Method::DELETE, "/page", &["evil.example"], 421),
            (Method::GET, "/page", &[], 400),
            (Method::GET, "/page", &[""], 400),
            (Method::GET, "/page", &["localhost", "localhost"], 400),
            (Method::GET, "/page", &["localhost", "evil.example"], 400),
            (Method::GET, "http://localhost/page", &["localhost"], 200),
            (Method::GET, "http://evil.example/page", &["localhost"], 421),
            (Method::GET, "http://localhost/page", &["evil.example"], 421),
            (Method::GET, "http://localhost@evil.example/page", &["localhost"], 421),
            (Method::CONNECT, "evil.example:443", &["localhost"], 421),
            (Method::CONNECT, "localhost:443", &["localhost"], 404),
            (Method::GET, "/target?q=a%00b", &["localhost"], 400),
            (Method::GET, "/pa%00ge", &["localhost"], 400),
            (Method::GET, "/target?q=%00", &["evil.example"], 421),
        ] {
            let (seen, headers, _) = ask(method.clone(), target, hosts).await;
            assert_eq!(seen.as_u16(), status, "{method} {target} {hosts:?}");
            assert_eq!(headers["x-content-type-options"], "nosniff", "{target}");
            assert_eq!(headers["referrer-policy"], "same-origin", "{target}");
            assert!(!headers.keys().any(|name| name.as_str().starts_with("access-control")), "{target}");
            assert_eq!(headers.contains_key("content-security-policy"), status == 200, "{target}");
        }
    }

    #[tokio::test]
    async fn refusals_have_the_shape_of_api_errors() {
        for (target, hosts, code) in
            [("/page", &["evil.example"][..], "misdirected"), ("/page", &[], "invalid"), ("/panic", &["localhost"], "internal")]
        {
            let (_, headers, body) = ask(Method::GET, target, hosts).await;
            let body: serde_json::Value = serde_json::from_str(&body).expect("JSON");
            assert_eq!(body["code"], code);
            assert!(body["fields"].is_null() && body["message"].as_str().is_some_and(|message| !message.is_empty()));
            assert_eq!(headers["content-type"], "application/json");
        }
    }

    #[tokio::test]
    async fn handlers_get_a_path_and_the_host_that_takes_precedence() {
        let (_, _, seen) = ask(Method::GET, "http://user@127.0.0.1:81/target?q=1", &["localhost:81"]).await;
        assert_eq!(seen, "/target?q=1 \"127.0.0.1:81\"");
    }
}
