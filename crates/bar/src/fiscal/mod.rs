//! Fiscal documents: what a device has to sign of each receipt, void and refund. None is made in a bar without one.
//!
//! A document is an event of the same transaction as its receipt, so that a power cut loses neither. Sending it is the work of
//! `app::fiscal`, and each answer is an event again.

mod decide;
mod document;
mod tables;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

pub use decide::{FiscalCommand, decide};
pub use document::{FiscalLine, TakenBack, document_of_refund, document_of_sale};
pub use tables::{
    FiscalRow, apply_failed, apply_made, apply_paper, apply_retried, apply_signed, document, documents, held_papers, next_to_sign,
};

use crate::sales::TaxRow;
use base::{BusinessDay, Price};

/// How far a document is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum FiscalStatus {
    /// The adapter has not answered yet.
    ToSign,
    /// Signed, and never sent again.
    Signed,
    /// Refused by the adapter, until a person retries.
    Failed,
}

base::words!(FiscalStatus);

/// A document was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentMade {
    /// The receipt's number; of a void that number with the void's own part. Unique for ever: also after a restore, because receipt numbers
    /// then continue in another series.
    pub document_id: String,
    /// The receipt, or the one whose goods were taken back.
    pub receipt_number: String,
    /// Whether it takes goods back.
    pub refund: bool,
    /// Of the receipt of a refund, the receipt that it gives money back for.
    pub refund_of: Option<String>,
    /// The business day.
    pub day: BusinessDay,
    /// The bar's taxpayer number.
    pub tin: Option<String>,
    pub rows: Vec<TaxRow>,
    pub lines: Vec<FiscalLine>,
    /// Gross of all lines. Positive, also where goods are taken back.
    pub total: Price,
    /// Whether the receipt's paper waits for the signature.
    pub holds_paper: bool,
}

/// What the device says of a document that it signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    pub device_id: String,
    /// The device's own number of the document.
    pub number: String,
    pub signature: String,
    /// Content of a QR code.
    pub qr: Option<String>,
    /// When, in the device's words.
    pub at: String,
}

/// A document was signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentSigned {
    pub document_id: String,
    pub signature: Signature,
}

/// The adapter refused a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentFailed {
    pub document_id: String,
    /// In the adapter's words.
    pub reason: String,
}

/// A person wants a refused document to be sent again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentRetried {
    pub document_id: String,
}

/// The paper of a receipt waited long enough for its signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperReleased {
    pub document_id: String,
}

impl DocumentMade {
    /// Number of its receipt, and of the receipt whose goods it takes back. A void has no receipt of its own.
    pub fn numbers(&self) -> (Option<String>, Option<String>) {
        let own = Some(self.receipt_number.clone());
        match &self.refund_of {
            Some(of) => (own, Some(of.clone())),
            None if self.refund => (None, own),
            None => (own, None),
        }
    }
}

/// An event about a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FiscalEvent {
    Signed(DocumentSigned),
    Failed(DocumentFailed),
    Retried(DocumentRetried),
    PaperReleased(PaperReleased),
}
