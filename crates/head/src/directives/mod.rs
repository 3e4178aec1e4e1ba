//! The queue of changes that head office asks of bars: numbered 1, 2, 3 … per bar, fetched by the bar's box, and decided there by its own rules.
//!
//! ```text
//! POST ──> queued ──> the box fetches it and says its number in hello ──> received ──> applied, refused, withdrawn (figures of the box)
//! ```
//!
//! A directive is known by its id; its number says only in which order the box gets them. Head office's database may be put back to an
//! older state, and a bar may be restored from a copy. So numbers are compared with what the box says in each hello, and a directive that
//! the box cannot have under its number moves behind the box's last one. All writes about the directives of a bar take turns on its row.

mod at_box;
mod audience;
mod fetch;
mod hello;
pub(crate) mod members;
mod number;
mod plan;
mod row;

use axum::Router;
use axum::routing::get;

pub(crate) use at_box::given;
pub use at_box::{AtBox, directive_at_box};
pub(crate) use audience::{MANAGER_KINDS, may_ask};
pub use audience::{bars_for, bars_of, effective_of};
pub use fetch::hand_out;
pub use hello::{newest_directive, said_hello, take_states};
pub(crate) use number::take_turn;
pub use number::{NewDirective, ask};
pub(crate) use row::{COLUMNS, DirectiveView, words};
pub use row::{DirectiveRow, DirectiveState};

use crate::web::HeadState;

/// The call of boxes about directives.
pub fn box_routes() -> Router<HeadState> {
    Router::new().route("/box/v1/directives", get(fetch::get))
}
