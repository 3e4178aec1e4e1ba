//! Route table of the whole API.

mod list;

use std::collections::HashMap;

use axum::http::StatusCode;
use axum::middleware::from_fn;
use axum::routing::{MethodRouter, get, on, post};
use axum::{Extension, Router};
use utoipa::openapi::HttpMethod;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::{PathItemExt, routes};

use self::list::add_calls;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::HttpCode;
use crate::http::api::approvals;
use crate::http::api::approvals::ask::Calls;
use crate::http::api::bills;
use crate::http::api::cash;
use crate::http::api::catalog::import;
use crate::http::api::catalog::price_list;
use crate::http::api::catalog::products;
use crate::http::api::catalog::scans;
use crate::http::api::credit;
use crate::http::api::devices;
use crate::http::api::exceptions;
use crate::http::api::fiscal;
use crate::http::api::head_link;
use crate::http::api::head_link::directives as head_directives;
use crate::http::api::head_link::files as head_files;
use crate::http::api::hours;
use crate::http::api::live;
use crate::http::api::machine;
use crate::http::api::menu;
use crate::http::api::openapi;
use crate::http::api::orders;
use crate::http::api::payments;
use crate::http::api::printing::printers;
use crate::http::api::printing::setup;
use crate::http::api::rates;
use crate::http::api::reasons;
use crate::http::api::receipts;
use crate::http::api::reports;
use crate::http::api::sales;
use crate::http::api::seating;
use crate::http::api::settings;
use crate::http::api::sheets;
use crate::http::api::staff::auth;
use crate::http::api::staff::colleagues;
use crate::http::api::staff::device_session;
use crate::http::api::staff::invitations;
use crate::http::api::staff::pins;
use crate::http::api::staff::users;
use crate::http::api::standby;
use crate::http::api::standby::{head_certificate, journal};
use crate::http::api::stock;
use crate::http::api::system::backups;
use crate::http::api::system::clock;
use crate::http::api::system::health;
use crate::http::api::system::network;
use crate::http::api::system::trust;
use crate::http::api::tax;
use crate::http::api::tills;
use crate::http::api::tips;
use crate::http::contract::approval::unless_asking;
use crate::http::contract::call::{CallFacts, facts_of};
use crate::http::guests::only_public;
use crate::http::probes;
use crate::http::screens::screens;
use base::Code;

/// Adds handlers to a router, at the paths and methods of their `utoipa::path`.
macro_rules! to_router {
    ($router:ident, $($($part:ident)::+),+ $(,)?) => {{
        $(
            let (path, methods) = (routes!(@path [path()] of $($part)::+), routes!(@path [methods()] of $($part)::+));
            let answer = |method: &HttpMethod| answering(method, on(method.to_method_filter(), $($part)::+), facts_of($($part)::+));
            let $router = methods.iter().fold($router, |router: Router<AppState>, method| router.route(&path, answer(method)));
        )+
        $router
    }};
}

/// Adds handlers, and the facts about their calls, to the OpenAPI document.
macro_rules! to_document {
    ($documented:ident, $($($part:ident)::+),+ $(,)?) => {{
        let (mut document, mut facts): openapi::Documented = $documented;
        $(
            for method in routes!(@path [methods()] of $($part)::+) {
                facts.insert((method_name(&method), routes!(@path [path()] of $($part)::+)), facts_of($($part)::+));
            }
            document = in_a_frame(document, |document| document.routes(routes!($($part)::+)));
        )+
        (document, facts)
    }};
}

fn calls() -> Router<AppState> {
    let router = Router::new();
    let calls = add_calls!(to_router, router);
    calls.fallback(no_such_call).method_not_allowed_fallback(wrong_method)
}

/// The handler of a call. A request that only asks for the call is refused by the extractor of the body; a write without one refuses it here.
fn answering(method: &HttpMethod, handler: MethodRouter<AppState>, facts: CallFacts) -> MethodRouter<AppState> {
    let is_guarded = facts.reads_body || *method == HttpMethod::Get;
    if is_guarded { handler } else { handler.route_layer(from_fn(unless_asking)) }
}

/// The OpenAPI document of all handlers, for tests alone: the code that builds it takes megabytes. So the router is built separately.
pub fn document() -> serde_json::Value {
    let documented = (OpenApiRouter::with_openapi(openapi::frame()), HashMap::new());
    openapi::completed(add_calls!(to_document, documented))
}

/// Calls `add` in a stack frame of its own: in one frame, the temporary values of all calls overflow the stack of a test's thread.
fn in_a_frame<T>(documented: T, add: impl FnOnce(T) -> T) -> T {
    add(documented)
}

/// The name of a method in the document.
fn method_name(method: &HttpMethod) -> String {
    serde_json::to_value(method).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The API, with the web interface as its fallback.
pub fn router(app: AppState) -> Router {
    let calls = calls();
    let calls = calls.clone().layer(Extension(Calls(calls.with_state(app.clone()))));
    let has_wifi = app.machine.is_some();
    let calls = if has_wifi { probes::routes(calls) } else { calls };
    let router = calls
        .route("/t/{table}", get(menu::redirects::table))
        .route("/m", get(menu::redirects::without_table))
        .route(menu::redirects::MENU_PAGE, get(menu::redirects::page))
        .route(trust::CERTIFICATE_PATH, get(trust::certificate))
        .route(head_certificate::SECOND_CERTIFICATE_PATH, post(head_certificate::certify))
        .route("/api/{*rest}", axum::routing::any(no_such_call))
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
        .fallback(screens);
    if has_wifi { router.layer(from_fn(only_public)) } else { router }
}

async fn no_such_call() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, Code::NotFound, "There is no such call")
}

async fn wrong_method() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, HttpCode::MethodNotAllowed, "This call does not take that method")
}
