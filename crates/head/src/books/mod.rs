//! Books of a bar: its lines, their entries as an audit log and as files, copies for `barback restore`, and files to and from a box
//! without internet.

mod box_file;
mod copy;
mod downloads;
mod entries;
mod files;
mod lines;
mod names;
mod pieces;
mod prove;

use axum::Router;
use axum::routing::get;

pub use box_file::box_file;
pub use copy::Copy;
pub use files::loaded;
pub use prove::{ProveError, Proved, make_copy};

use crate::database::{Database, Transaction};
use crate::error::{HeadCode, HeadError};
use crate::history::HistoryError;
use crate::web::{HeadState, calls};
use backup::parcels::LineName;

calls!(lines::list, lines::choose, entries::list, downloads::entries, downloads::books, downloads::file_for_the_box, files::load,);

/// The call of boxes about books.
pub fn box_routes() -> Router<HeadState> {
    Router::new().route("/box/v1/books", get(pieces::get))
}

/// The name of a bar.
///
/// # Errors
/// 404 for a bar that head office does not know; those of the database.
pub(super) async fn bar_name(database: &Database, bar: &str) -> Result<String, HeadError> {
    database.snapshot(move |transaction| async move { bar_name_within(&transaction, bar).await }).await
}

/// As [`bar_name`], within a transaction.
async fn bar_name_within(transaction: &Transaction, bar: &str) -> Result<String, HeadError> {
    let row = transaction.query_opt("SELECT name FROM bars WHERE bar = $1", &[&bar]).await?;
    Ok(row.ok_or_else(|| HeadError::not_found("bar"))?.try_get(0)?)
}

/// The line that a path names.
fn parse_line(text: &str) -> Result<LineName, HeadError> {
    text.parse().map_err(|_| HeadError::not_found("line"))
}

impl From<HistoryError> for HeadError {
    fn from(error: HistoryError) -> Self {
        let code = match &error {
            HistoryError::Gap { .. } => HeadCode::Gap,
            HistoryError::Damaged { .. } => HeadCode::Damaged,
            HistoryError::TooLarge => HeadCode::TooLarge,
            HistoryError::UnknownBar => HeadCode::UnknownBar,
            HistoryError::Protocol => HeadCode::Protocol,
            HistoryError::NotPromoted => HeadCode::Forbidden,
            HistoryError::NotFound => HeadCode::NotFound,
            HistoryError::Conflict(_) => HeadCode::Conflict,
            HistoryError::Stored(_) => return HeadError::internal(error),
            HistoryError::Database(_) => {
                let HistoryError::Database(error) = error else { return HeadError::internal("no error of the database") };
                return error.into();
            }
        };
        let words = error.to_string();
        match error {
            HistoryError::Gap { position } => HeadError::new(code, words).with("position", serde_json::json!(position)),
            HistoryError::Damaged { what } => HeadError::new(code, words).with("what", what),
            _ => HeadError::new(code, words),
        }
    }
}
