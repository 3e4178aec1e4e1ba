//! Asking for an approval. The wanted request goes through its own handler, which parses it as always; what the handler submits is
//! decided, so that nobody asks for what would be refused anyway, and recorded as a question instead of being executed.

use std::convert::Infallible;

use axum::Router;
use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, Uri, header};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tower::ServiceExt;
use utoipa::ToSchema;

use crate::approvals::{ApprovalView, NOT_NEEDED};
use crate::http::ApiError;
use crate::http::contract::approval::{APPROVAL, Asking};
use crate::http::contract::call::Argument;
use crate::http::contract::session::Staff;
use crate::http::contract::write::Write;
use base::Refusal;
use web::form::{Form, RawField};
use web::headers::IDEMPOTENCY_KEY;
use web::server::connections::Connection;
use web::server::serve::{IsHttps, Peer};

/// The request that a bartender wants to make.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct AskBody {
    #[schema(value_type = String, example = "POST")]
    method: RawField,
    /// Path and query, as they will be sent.
    #[schema(value_type = String, example = "/api/sales/7/void")]
    path: RawField,
    /// The body, as it will be sent. Absent or null: none.
    #[schema(value_type = Option<serde_json::Value>)]
    body: RawField,
}

/// All calls, one of which a request for an approval contains. The router adds them to each request.
#[derive(Clone)]
pub struct Calls(pub Router);

/// What the wanted request has in common with the one that asks: who sends it, over which connection, and the calls.
pub struct Sender {
    headers: HeaderMap,
    extensions: Extensions,
    calls: Option<Calls>,
}

impl<S: Sync> FromRequestParts<S> for Sender {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let mut headers = parts.headers.clone();
        for of_this_request in [IDEMPOTENCY_KEY, APPROVAL, header::CONTENT_LENGTH.as_str(), header::TRANSFER_ENCODING.as_str()] {
            headers.remove(of_this_request);
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let mut extensions = Extensions::new();
        copy::<IsHttps>(parts, &mut extensions);
        copy::<Peer>(parts, &mut extensions);
        copy::<Connection>(parts, &mut extensions);
        Ok(Sender { headers, extensions, calls: parts.extensions.get().cloned() })
    }
}

impl Argument for Sender {}

fn copy<T: Clone + Send + Sync + 'static>(parts: &Parts, to: &mut Extensions) {
    if let Some(value) = parts.extensions.get::<T>() {
        to.insert(value.clone());
    }
}

/// Asks a manager to approve a request. Refused as that request would be, and with 409 if it needs no approval.
#[utoipa::path(post, path = "/api/approvals", tag = "approvals", request_body = AskBody, responses(
    (status = 201, body = ApprovalView), (status = 400), (status = 401), (status = 403), (status = 404), (status = 409), (status = 415), (status = 429)))]
pub async fn ask(Staff(caller): Staff, sender: Sender, write: Write<AskBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let method = form.word("method", &write.body.method, |word| word.parse::<Method>().ok(), WRONG_METHOD);
    if write.body.method.value().is_none() {
        form.reject("method", WRONG_METHOD);
    }
    let path = form.required_line("path", &write.body.path, "Path is required").filter(|path| path.starts_with('/'));
    let uri = path.and_then(|path| path.parse::<Uri>().ok());
    if uri.is_none() {
        form.reject("path", "Must be a path such as /api/sales/7/void");
    }
    let body = write.body.body.value().cloned().unwrap_or_else(|| json!({}));
    if !body.is_object() {
        form.reject("body", "Must be an object");
    }
    form.finish()?;
    let (Some(method), Some(uri)) = (method, uri) else { return Err(ApiError::internal()) };
    if ![Method::POST, Method::PUT, Method::PATCH, Method::DELETE].contains(&method) {
        return Err(Refusal::conflict(NOT_NEEDED).into());
    }
    let Some(Calls(calls)) = sender.calls.clone() else { return Err(ApiError::internal()) };
    let asking = Asking { key: write.asking_key(&caller), device_name: caller.device.as_ref().map(|present| present.device.name.clone()) };
    let wanted = wanted(sender, method, uri, &body, asking)?;
    match calls.oneshot(wanted).await {
        Ok(answer) => Ok(answer),
        Err(never) => match never {},
    }
}

const WRONG_METHOD: &str = "Must be POST, PUT, PATCH or DELETE";

fn wanted(sender: Sender, method: Method, uri: Uri, body: &Value, asking: Asking) -> Result<axum::extract::Request, ApiError> {
    let bytes = serde_json::to_vec(body).map_err(|_| ApiError::internal())?;
    let mut request = axum::extract::Request::new(Body::from(bytes));
    (*request.method_mut(), *request.uri_mut()) = (method, uri);
    (*request.headers_mut(), *request.extensions_mut()) = (sender.headers, sender.extensions);
    request.extensions_mut().insert(asking);
    Ok(request)
}
