//! Rules that hold for every call: the OpenAPI document, permissions, refusals, idempotency, paging.

mod all_states;
mod etags;
mod headers;
mod hidden_text;
mod idempotency;
mod invalid_input;
pub mod openapi;
pub mod openapi_calls;
mod openapi_device_calls;
mod paging;
pub mod permissions;
pub mod refusal_cases;
mod refusal_order;
pub mod schema_check;
mod search_limits;
mod secrets;
