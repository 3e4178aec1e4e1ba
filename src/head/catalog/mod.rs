//! Products and users that the bars of a chain share. Head office keeps what it asked for last; each bar's box has its own row of it, linked
//! by the chain's id. A change of one goes to the bars as directives.

mod calls;
mod fields;
mod link;
mod matches;
mod product;
mod users;

use axum::Router;
use axum::routing::{get, post, put};

pub use fields::{PriceOwner, ProductFields};
pub use matches::{BarProduct, Match, MatchBy, SharedProduct, matches};
pub use product::{ChainProduct, is_known, note_archived, note_kept, note_set};
pub use users::{NotedUser, note_user};

use crate::head::web::HeadState;

/// The calls of owners about the products of the chain.
pub fn routes() -> Router<HeadState> {
    Router::new()
        .route("/api/head/products", get(calls::list).post(calls::create))
        .route("/api/head/products/matches", get(link::proposals))
        .route("/api/head/products/{chainId}", put(calls::update))
        .route("/api/head/products/{chainId}/link", post(link::link))
}
