//! Rows of documents, the index of their ids, and of those that are to be signed, were refused or hold a paper.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use super::{DocumentFailed, DocumentMade, DocumentRetried, DocumentSigned, FiscalStatus, PaperReleased, Signature};
use base::{Envelope, Timestamp};
use store::{Counter, Key, Stored, Table, Tables, View};

const DOCUMENTS: Table<u64, FiscalRow> = Table::new("fiscal_documents");
const DOCUMENT_IDS: Counter = Counter("fiscal_documents");
/// Document id → number of its row.
const BY_ID: Table<String, u64> = Table::new("fiscal_ids");
/// Numbers of the rows that are to be signed.
const TO_SIGN: Table<u64, bool> = Table::new("fiscal_to_sign");
/// Numbers of the rows that the adapter refused.
const FAILED: Table<u64, bool> = Table::new("fiscal_failed");
/// Numbers of the rows whose paper waits.
const HELD: Table<u64, bool> = Table::new("fiscal_held");

/// A document with what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiscalRow {
    /// Counts from 1, in the order in which they are sent.
    pub id: u64,
    /// `holds_paper` is true only as long as the paper waits.
    pub made: DocumentMade,
    pub at: Timestamp,
    /// How long the box had run, in milliseconds.
    pub running: u64,
    /// Why the adapter refused it; `None` unless it did.
    pub failure: Option<String>,
    /// `None` until it is signed.
    pub signature: Option<Signature>,
}

impl FiscalRow {
    /// How far it is.
    pub fn status(&self) -> FiscalStatus {
        match (&self.signature, &self.failure) {
            (Some(_), _) => FiscalStatus::Signed,
            (None, Some(_)) => FiscalStatus::Failed,
            (None, None) => FiscalStatus::ToSign,
        }
    }
}

/// The document with this id.
pub fn document(view: &dyn View, document_id: &str) -> Stored<Option<FiscalRow>> {
    match BY_ID.get(view, &document_id.to_owned())? {
        Some(id) => DOCUMENTS.get(view, &id),
        None => Ok(None),
    }
}

/// At most `limit` documents before number `before`, newest first; with a status those alone.
pub fn documents(view: &dyn View, status: Option<FiscalStatus>, before: u64, limit: usize) -> Stored<Vec<FiscalRow>> {
    let mut found = Vec::new();
    let is_enough = |found: &Vec<FiscalRow>| if found.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    // Those that are to be signed or were refused are few among very many.
    let index = match status {
        Some(FiscalStatus::ToSign) => TO_SIGN,
        Some(FiscalStatus::Failed) => FAILED,
        Some(FiscalStatus::Signed) | None => {
            DOCUMENTS.visit(view, &[], &before.to_bytes(), true, |_, row| {
                found.extend(Some(row).filter(|row| status.is_none_or(|status| row.status() == status)));
                is_enough(&found)
            })?;
            return Ok(found);
        }
    };
    let mut ids = Vec::new();
    index.visit(view, &[], &before.to_bytes(), true, |id, _| {
        ids.push(id);
        if ids.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    for id in ids {
        found.extend(DOCUMENTS.get(view, &id)?);
    }
    Ok(found)
}

/// The oldest document that is to be signed.
pub fn next_to_sign(view: &dyn View) -> Stored<Option<FiscalRow>> {
    let mut first = None;
    TO_SIGN.visit(view, &[], &[], false, |id, _| {
        first = Some(id);
        ControlFlow::Break(())
    })?;
    first.map_or(Ok(None), |id| DOCUMENTS.get(view, &id))
}

/// The documents whose paper waits, oldest first.
pub fn held_papers(view: &dyn View) -> Stored<Vec<FiscalRow>> {
    let ids = HELD.all(view)?.into_iter().map(|(id, _)| id);
    let rows = ids.map(|id| DOCUMENTS.get(view, &id)).collect::<Stored<Vec<_>>>()?;
    Ok(rows.into_iter().flatten().collect())
}

/// Writes the document and puts it into the queue of those to sign.
pub fn apply_made(tables: &mut dyn Tables, envelope: &Envelope, event: &DocumentMade) -> Stored<()> {
    let id = DOCUMENT_IDS.take(tables)?;
    BY_ID.put(tables, &event.document_id, &id)?;
    TO_SIGN.put(tables, &id, &true)?;
    if event.holds_paper {
        HELD.put(tables, &id, &true)?;
    }
    let Envelope { at, running, .. } = envelope;
    DOCUMENTS.put(tables, &id, &FiscalRow { id, made: event.clone(), at: *at, running: *running, failure: None, signature: None })
}

/// Writes the signature, takes the document out of the queues and lets its paper go.
pub fn apply_signed(tables: &mut dyn Tables, event: &DocumentSigned) -> Stored<()> {
    let Some(mut row) = document(tables.view(), &event.document_id)? else { return Ok(()) };
    TO_SIGN.remove(tables, &row.id)?;
    FAILED.remove(tables, &row.id)?;
    row.failure = None;
    row.signature = Some(event.signature.clone());
    release(tables, row)
}

/// Writes the failure, and moves the document from the queue to those that failed.
pub fn apply_failed(tables: &mut dyn Tables, event: &DocumentFailed) -> Stored<()> {
    let Some(mut row) = document(tables.view(), &event.document_id)? else { return Ok(()) };
    TO_SIGN.remove(tables, &row.id)?;
    FAILED.put(tables, &row.id, &true)?;
    row.failure = Some(event.reason.clone());
    DOCUMENTS.put(tables, &row.id, &row)
}

/// Clears the failure, and moves the document back into the queue.
pub fn apply_retried(tables: &mut dyn Tables, event: &DocumentRetried) -> Stored<()> {
    let Some(mut row) = document(tables.view(), &event.document_id)? else { return Ok(()) };
    TO_SIGN.put(tables, &row.id, &true)?;
    FAILED.remove(tables, &row.id)?;
    row.failure = None;
    DOCUMENTS.put(tables, &row.id, &row)
}

/// Lets the paper of the document go.
pub fn apply_paper(tables: &mut dyn Tables, event: &PaperReleased) -> Stored<()> {
    let Some(row) = document(tables.view(), &event.document_id)? else { return Ok(()) };
    release(tables, row)
}

/// Stores a row whose paper no longer waits.
fn release(tables: &mut dyn Tables, mut row: FiscalRow) -> Stored<()> {
    HELD.remove(tables, &row.id)?;
    row.made.holds_paper = false;
    DOCUMENTS.put(tables, &row.id, &row)
}
