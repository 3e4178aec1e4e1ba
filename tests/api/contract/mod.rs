//! Rules that hold for every call: the OpenAPI document, permissions, refusals, idempotency, paging.

mod idempotency;
mod invalid_input;
mod list_bounds;
mod lists;
pub mod openapi;
mod openapi_calls;
mod paging;
mod permissions;
mod refusal_cases;
mod refusals;
pub mod schema_check;
mod secrets;
