//! Head office's screens, embedded at compile time in every profile.

use axum::http::{HeaderMap, Method, Uri};
use axum::response::Response;

use ::web::server::ui::{answer, embedded};

/// The UI build. Without one, the pages say so.
#[derive(rust_embed::RustEmbed)]
#[folder = "../../ui/dist-head"]
#[allow_missing = true]
struct Build;

/// Fallback of the router: a file of the screens, their page, or a refusal.
pub async fn screens(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    answer(embedded::<Build>, &method, uri.path(), &headers)
}
