//! The Wi-Fi for guests: a phone on it reaches the menu and its receipts, whatever address it asks for.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Redirect, Response};

use super::ApiError;
use super::api::menu::redirects::MENU_PAGE;
use appliance::network::GUEST_ADDRESS;
use base::Code;
use web::server::serve::{Local, Peer};

/// Pages and calls of guests, and what a phone asks to test the Wi-Fi.
const PAGES: [&str; 6] = ["/m", MENU_PAGE, "/api/menu", "/api/settings/public", "/generate_204", "/gen_204"];
/// What begins with one of these is for guests.
const FOLDERS: [&str; 4] = ["/t/", "/r/", "/api/guest-receipts/", "/assets/"];

/// Refuses everything but the menu and receipts to a phone in the guests' Wi-Fi. The firewall keeps it from other addresses of the box too;
/// this holds without it.
pub async fn only_public(request: Request, next: Next) -> Response {
    let is_guest =
        [request.extensions().get::<Peer>().map(|peer| peer.0.ip()), request.extensions().get::<Local>().map(|local| local.0.ip())]
            .into_iter()
            .flatten()
            .any(is_in_guests_network);
    let path = request.uri().path();
    if !is_guest || is_public(request.method(), path) {
        return next.run(request).await;
    }
    // A guest who types the address alone wants the menu.
    if path == "/" && request.method() == Method::GET {
        return Redirect::to("/m").into_response();
    }
    ApiError::new(StatusCode::NOT_FOUND, Code::NotFound, "This page is not for guests").into_response()
}

fn is_in_guests_network(address: IpAddr) -> bool {
    let (guests, prefix) = GUEST_ADDRESS;
    let IpAddr::V4(address) = address.to_canonical() else { return false };
    let bits = 32 - u32::from(prefix);
    address.to_bits() >> bits == guests.to_bits() >> bits
}

fn is_public(method: &Method, path: &str) -> bool {
    let reads = *method == Method::GET || *method == Method::HEAD;
    // The pictures and the manifest that pages need; there is no file with a dot in its name that only staff may read.
    let is_file = !path.starts_with("/api/") && path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    reads && (PAGES.contains(&path) || FOLDERS.iter().any(|folder| path.starts_with(folder)) || is_file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Router;
    use axum::body::Body;
    use axum::middleware::from_fn;
    use axum::routing::any;
    use tower::ServiceExt;

    /// The status that a phone at `peer` gets at the box's address `local`.
    async fn status(peer: &str, local: &str, method: Method, path: &str) -> u16 {
        let router: Router = Router::new().fallback(any(|| async { "reached" })).layer(from_fn(only_public));
        let mut request = Request::builder().method(method).uri(path).body(Body::empty()).expect("a request");
        request.extensions_mut().insert(Peer(peer.parse().expect("an address")));
        request.extensions_mut().insert(Local(local.parse().expect("an address")));
        router.oneshot(request).await.expect("an answer").status().as_u16()
    }

    #[tokio::test]
    async fn guests_reach_the_menu_and_receipts_alone() {
        let guest = ["10.43.0.7:5000", "10.43.0.1:80"];
        for path in ["/m", "/t/4", "/r/a1B2c3", "/api/menu", "/api/menu?x=1", "/assets/app.js", "/favicon.svg", "/api/guest-receipts/a1"] {
            assert_eq!(status(guest[0], guest[1], Method::GET, path).await, 200, "{path}");
        }
        for path in ["/login", "/sales", "/api/auth/login", "/api/sales", "/api/live", "/healthz", "/api/menu/wifi", "/api/openapi.json"] {
            assert_eq!(status(guest[0], guest[1], Method::GET, path).await, 404, "{path}");
        }
        assert_eq!(status(guest[0], guest[1], Method::POST, "/api/menu").await, 404);
        assert_eq!(status(guest[0], guest[1], Method::GET, "/").await, 303);
    }

    #[tokio::test]
    async fn a_guest_at_another_address_of_the_box_is_a_guest() {
        assert_eq!(status("10.43.0.7:5000", "10.42.0.1:80", Method::POST, "/api/auth/login").await, 404);
        assert_eq!(status("10.42.0.7:5000", "10.43.0.1:80", Method::GET, "/sales").await, 404);
        assert_eq!(status("[::ffff:10.43.0.7]:5000", "[::ffff:10.42.0.1]:80", Method::GET, "/sales").await, 404);
    }

    #[tokio::test]
    async fn staff_reach_everything() {
        for (peer, local) in [("10.42.0.7:5000", "10.42.0.1:80"), ("192.168.1.9:5000", "192.168.1.20:80"), ("127.0.0.1:1", "127.0.0.1:80")]
        {
            assert_eq!(status(peer, local, Method::POST, "/api/sales").await, 200);
        }
    }
}
