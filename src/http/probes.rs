//! Answers to the questions by which phones test a Wi-Fi. The box's own Wi-Fi has no internet; without these answers phones leave it, or send
//! pages over mobile data that are meant for the box. Its name server leads the names here (`systemd/appliance`).

use axum::Router;
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

/// The hosts that Android, iPhones, Windows, Firefox and Linux desktops ask.
pub const HOSTS: [&str; 8] = [
    "connectivitycheck.gstatic.com",
    "connectivitycheck.android.com",
    "clients3.google.com",
    "play.googleapis.com",
    "captive.apple.com",
    "www.msftconnecttest.com",
    "detectportal.firefox.com",
    "nmcheck.gnome.org",
];

/// The paths that they ask for.
pub fn routes<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    router
        .route("/generate_204", get(nothing))
        .route("/gen_204", get(nothing))
        .route("/hotspot-detect.html", get(|| async { Html("<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>") }))
        .route("/connecttest.txt", get(|| text("Microsoft Connect Test")))
        .route("/success.txt", get(|| text("success\n")))
        .route(
            "/canonical.html",
            get(|| async { Html("<meta http-equiv=\"refresh\" content=\"0;url=https://support.mozilla.org/kb/captive-portal\"/>") }),
        )
        .route("/check_network_status.txt", get(|| text("NetworkManager is online\n")))
}

async fn nothing() -> StatusCode {
    StatusCode::NO_CONTENT
}

async fn text(text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "text/plain")], text).into_response()
}
