//! Products and users that the bars of a chain share. Head office keeps what it asked for last; each bar's box has its own row of it, linked
//! by the chain's id. A change of one goes to the bars as directives.

mod calls;
pub(crate) mod fields;
mod link;
mod matches;
pub(crate) mod product;
mod product_body;
pub(crate) mod users;

pub use fields::{PriceOwner, ProductFields};
pub use matches::{BarProduct, Match, MatchBy, SharedProduct, matches};
pub use product::{ChainProduct, is_known, note_archived, note_kept, note_set};
pub use users::{NotedUser, note_user};

use crate::web;

web::calls!(calls::list, calls::create, calls::update, link::proposals, link::link);
