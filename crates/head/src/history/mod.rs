//! What boxes sent: entries as lines of unbroken history, and figures as tables.
//!
//! ```text
//! hello, parcel, file ──> decide (pure, over the rows of the bar's lines) ──> one transaction: position, entries, answers, figures
//! ```
//!
//! Each line is a branch of the bar's history: it leaves its parent after an entry and is named by the mark of its first own entry. A box
//! names the line that it writes in the same way, but a box that goes on from an older state without noticing keeps the old name. So
//! entries find their place by the marks before and in them, and never by the name alone.

mod boxes;
mod decide;
mod entries;
mod figures;
mod flags;
mod hello;
mod here_only;
mod join;
mod line;
mod lines;
mod new_line;
mod parcel;
mod received;
mod retries;
mod steps;
mod store_parcel;
mod waiting;

pub use decide::Tree;
pub use entries::{BooksPiece, CopyEnd, StoredEntries, books, copy_end, entries_before, line_entries};
pub use figures::lacking;
pub use flags::{BESIDE_SECONDS, CLOCK_SECONDS, Flag, HERE_ONLY_SECONDS, flags};
pub use hello::hello;
pub use here_only::{HereOnly, here_only};
pub use join::join_steps;
pub use line::{LineRow, LineState, line_id, load_lines};
pub use lines::{LineInfo, lines, lines_within, position, position_within, reported_line, use_line, use_line_within};
pub use parcel::{TakenParcel, receive_parcel};
pub use received::glance;
pub use waiting::{FILE_BYTES_MAX, FileAnswer, MissingEntries, WAITING_SECONDS, delete_old_waiting, receive_file};

use crate::database::DatabaseError;
use backup::parcels::{Position, PublicKey};

/// A box that calls, as its certificate says.
#[derive(Debug, Clone)]
pub struct CallingBox {
    /// 16 hexadecimal digits.
    pub box_name: String,
    /// The bar's name, 32 hexadecimal digits.
    pub bar: String,
    pub public_key: PublicKey,
}

/// Why a call about a bar's history is refused.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// Entries before these are missing. 409 `gap`.
    #[error("Entries before these are missing")]
    Gap {
        /// The newest entry of the line that the box writes; `None` if head office has none.
        position: Option<Position>,
    },
    /// The bytes are no parcel of this box. Nothing was stored. 422 `damaged`.
    #[error("The parcel is damaged: {what}")]
    Damaged { what: String },
    /// 413 `too_large`.
    #[error("The parcel is too large")]
    TooLarge,
    /// No paired box of a known bar made it. 409 `unknown_bar`.
    #[error("No connected box made this")]
    UnknownBar,
    /// The box and head office have no version of the protocol in common. 426 `protocol`.
    #[error("The box and head office have no protocol in common")]
    Protocol,
    /// The box is a second one, and none of its entries says that it took over. 403 `forbidden`.
    #[error("This second box was not promoted")]
    NotPromoted,
    /// There is no such bar or line. 404 `not_found`.
    #[error("There is no such line")]
    NotFound,
    /// 409 `conflict`.
    #[error("{0}")]
    Conflict(&'static str),
    /// 503 `database_away` or `busy`.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// What the database holds contradicts itself.
    #[error("The stored history is damaged: {0}")]
    Stored(String),
}

impl HistoryError {
    /// The code in an answer.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Gap { .. } => "gap",
            Self::Damaged { .. } => "damaged",
            Self::TooLarge => "too_large",
            Self::UnknownBar => "unknown_bar",
            Self::Protocol => "protocol",
            Self::NotPromoted => "forbidden",
            Self::NotFound => "not_found",
            Self::Conflict(_) => "conflict",
            Self::Database(DatabaseError::Busy(_)) => "busy",
            Self::Database(_) => "database_away",
            Self::Stored(_) => "internal",
        }
    }
}
