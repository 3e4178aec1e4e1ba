//! The slip about a payment.

use axum::extract::State;
use axum::response::Response;

use crate::engine::Command;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::printing::printers::{JobView, queued};
use crate::http::contract::path::{Path, parse_id};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{EmptyBody, OptionalBody};
use crate::printing::PrintCommand;

/// Prints a slip about a payment. It is no receipt.
#[utoipa::path(post, path = "/api/payments/{id}/slip", tag = "payments", params(("id" = u64, Path)), responses(
    (status = 202, body = JobView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn print(
    State(app): State<AppState>,
    Staff(caller): Staff,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let payment_id = parse_id(&id, "payment")?;
    write.submit(&app, &caller, Command::Print(PrintCommand::PaymentSlip { payment_id }), |_, view| queued(view)).await
}
