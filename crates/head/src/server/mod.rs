//! Head office's servers: the routes of its ports, the API's document, the screens, figures for monitoring, and what is cleaned up.

mod clean_up;
mod health;
mod metrics;
mod openapi;
mod screens;
mod serve;
mod tls;

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::get;

pub use clean_up::clean_up;
pub use openapi::document;
pub use serve::serve;
pub use tls::acceptor;

use crate::error::{HeadCode, HeadError};
use crate::web::{HeadState, ProxyNetwork, believe};
use crate::{accounts, books, box_calls, box_port, catalog, changes, directives, reports};
use ::web::discovery::addresses;
use ::web::server::host::HostList;
use ::web::server::middleware;

/// Name under which head office may be announced in its network.
const NAME: &str = "barback-head";

/// All calls and screens of head office.
pub fn router(state: HeadState) -> Router {
    let hosts = HostList::new(NAME, &state.allowed_hosts(), addresses::all);
    let proxies: Arc<[ProxyNetwork]> = state.trusted_proxies.clone().into();
    let routes = Router::new()
        .merge(health::routes())
        .merge(accounts::routes())
        .merge(reports::routes())
        .merge(books::routes())
        .merge(box_port::routes())
        .merge(changes::routes())
        .merge(catalog::routes())
        .method_not_allowed_fallback(async || HeadError::new(HeadCode::MethodNotAllowed, "This call has another method"))
        .fallback(screens::screens)
        .with_state(state);
    middleware::wrap(routes, Arc::new(hosts)).layer(from_fn_with_state(proxies, believe))
}

/// The calls of paired boxes, under `/box/v1/`.
pub fn box_routes(state: &HeadState) -> Router {
    Router::new().merge(box_calls::routes()).merge(books::box_routes()).merge(directives::box_routes()).with_state(state.clone())
}

/// `GET /metrics`, at a port of its own.
pub fn metrics_router(state: HeadState) -> Router {
    Router::new().route("/metrics", get(metrics::metrics)).with_state(state)
}
