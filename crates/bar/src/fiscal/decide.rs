//! Decides what becomes of a document: the adapter's answers, and a person's retry.

use super::{DocumentFailed, DocumentRetried, DocumentSigned, FiscalEvent, FiscalRow, FiscalStatus, PaperReleased, Signature};
use base::{Decided, Refusal};

/// A command about a document, named by its id.
#[derive(Debug, Clone)]
pub enum FiscalCommand {
    /// Notes that it was signed; issued by `app::fiscal`.
    Signed { document_id: String, signature: Signature },
    /// Notes that the adapter refused it; issued by `app::fiscal`.
    Failed { document_id: String, reason: String },
    /// Prints the receipt without the signature; issued by `app::fiscal`.
    ReleasePaper { document_id: String },
    /// Sends a refused one again.
    Retry { document_id: String },
}

impl FiscalCommand {
    /// Id of the document.
    pub fn document_id(&self) -> &str {
        match self {
            FiscalCommand::Signed { document_id, .. }
            | FiscalCommand::Failed { document_id, .. }
            | FiscalCommand::ReleasePaper { document_id }
            | FiscalCommand::Retry { document_id } => document_id,
        }
    }
}

/// Decides a command about a document. What changes nothing has no event: a document is signed once.
///
/// # Errors
/// 404 for an unknown document; 409 `conflict` for the retry of one that is signed.
pub fn decide(command: &FiscalCommand, document: Option<&FiscalRow>) -> Decided<Vec<FiscalEvent>> {
    let document = document.ok_or_else(|| Refusal::not_found("document"))?;
    let status = document.status();
    let event = match command.clone() {
        FiscalCommand::Retry { .. } if status == FiscalStatus::Signed => return Err(Refusal::conflict("This document is already signed")),
        FiscalCommand::Retry { document_id } => {
            (status == FiscalStatus::Failed).then_some(FiscalEvent::Retried(DocumentRetried { document_id }))
        }
        FiscalCommand::Signed { document_id, signature } => {
            (status != FiscalStatus::Signed).then_some(FiscalEvent::Signed(DocumentSigned { document_id, signature }))
        }
        FiscalCommand::Failed { document_id, reason } => {
            (status == FiscalStatus::ToSign).then_some(FiscalEvent::Failed(DocumentFailed { document_id, reason }))
        }
        FiscalCommand::ReleasePaper { document_id } => {
            document.made.holds_paper.then_some(FiscalEvent::PaperReleased(PaperReleased { document_id }))
        }
    };
    Ok(event.into_iter().collect())
}
