//! What all calls of head office share: their state, how requests are read and answered, what is counted.

mod body;
mod calls;
mod metrics;
mod paging;
mod path;
mod proxies;
mod state;
mod words;

pub(crate) use body::has_nul;
pub use body::{HeadJson, NoMembers};
pub(crate) use body::{parse, read_object};
pub(crate) use calls::{Documented, calls};
pub(crate) use metrics::{Histogram, Reading};
pub use metrics::{Labelled, Metrics};
pub use paging::{HeadPage, link_to_next, link_to_row};
pub use path::HeadPath;
pub use proxies::ProxyNetwork;
pub(crate) use proxies::believe;
pub use state::{HeadParts, HeadState, moment, when};
pub(crate) use words::words;
