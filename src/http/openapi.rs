//! The OpenAPI 3.1 document, made from the handlers.

use axum::extract::State;
use axum::response::Response;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{InfoBuilder, License, OpenApi, OpenApiBuilder, RefOr};

use super::read::Look;
use super::session::Staff;
use super::{ApiError, App, routes};

/// What the document says before any call is in it.
pub fn frame() -> OpenApi {
    let info = InfoBuilder::new()
        .title("Barback")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(env!("CARGO_PKG_DESCRIPTION")))
        .license(Some(License::new(env!("CARGO_PKG_LICENSE"))))
        .build();
    OpenApiBuilder::new().info(info).build()
}

/// The whole document.
pub fn document() -> OpenApi {
    let (_, mut document) = routes::api().split_for_parts();
    if let Some(components) = &mut document.components {
        for (name, schema) in &mut components.schemas {
            if !name.ends_with("Body") && !name.ends_with("Patch") {
                require_all(schema);
            }
        }
    }
    document
}

/// An answer never lacks a member; what there is not is null.
fn require_all(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => object.required = object.properties.keys().cloned().collect(),
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter_mut().for_each(require_all),
        _ => {}
    }
}

/// This document.
#[utoipa::path(get, path = "/api/openapi.json", tag = "box", responses((status = 200, body = serde_json::Value), (status = 401), (status = 403)))]
pub async fn get(State(app): State<App>, _: Staff, look: Look) -> Result<Response, ApiError> {
    look.answer(&app, &[], "", |_| Ok(document()))
}
