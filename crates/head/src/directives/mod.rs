//! Changes that head office asks of bars: numbered 1, 2, 3 … per bar, fetched by the bar's box, and decided there by its own rules.
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
mod body;
mod fetch;
mod hello;
mod list;
pub(crate) mod members;
mod number;
mod plan;
mod row;
mod send;
mod withdraw;

use axum::Router;
use axum::routing::get;

pub use at_box::{AtBox, directive_at_box};
pub use audience::{bars_of, effective_of};
pub use fetch::hand_out;
pub use hello::{newest_directive, said_hello, take_states};
pub use number::{NewDirective, ask};
pub use row::{DirectiveRow, DirectiveState};
pub use send::bars_for;

use crate::web::{HeadState, calls};

calls!(list::list, send::send, withdraw::withdraw);

/// The call of boxes about directives.
pub fn box_routes() -> Router<HeadState> {
    Router::new().route("/box/v1/directives", get(fetch::get))
}
