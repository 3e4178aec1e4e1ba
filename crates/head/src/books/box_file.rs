//! 'File for the box': what head office has of a bar, and the directives that its box does not have, signed.

use super::bar_name_within;
use crate::directives::{directive_at_box, hand_out};
use crate::error::{HeadCode, HeadError};
use crate::history::position_within;
use crate::web::HeadState;
use backup::parcels::{HeadFile, ParcelError};

/// Most directives of a file. The next file has the rest.
const DIRECTIVES_MAX: usize = 1_000;

/// The signed file for the box of a bar.
///
/// # Errors
/// 404 for a bar that head office does not know, 413 for directives that no file holds, and those of the database.
pub async fn box_file(state: &HeadState, bar: &str) -> Result<Vec<u8>, HeadError> {
    let authority = state.authority().await?;
    let at = state.now();
    let file = state
        .database
        .transaction(move |transaction| async move {
            bar_name_within(&transaction, bar).await?;
            let known = directive_at_box(&transaction, bar).await?;
            let after = known.number.unsigned_abs();
            let directives = hand_out(&transaction, bar, known.kinds.as_deref(), after, DIRECTIVES_MAX).await?;
            Ok::<_, HeadError>(HeadFile { bar: bar.to_owned(), at, position: position_within(&transaction, bar).await?, directives })
        })
        .await?;
    let key = authority.signing_key().ok_or_else(|| HeadError::internal("the authority's key cannot sign"))?;
    file.to_bytes(&key).map_err(|error| match error {
        ParcelError::TooLarge => HeadError::new(HeadCode::TooLarge, "The changes for this bar are too large for a file"),
        error => HeadError::internal(error),
    })
}
