//! Fiscal documents: what the device signed, what it is still to sign, and what it refused. And the settings of it.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::{Command, Topic};
use crate::fiscal::{self, FiscalCommand, FiscalRow, FiscalStatus, Signature};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::list_args::Paged;
use crate::http::contract::path::Path;
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::ShiftManager;
use crate::http::contract::write::{EmptyBody, OptionalBody, json, missing};
use crate::receipts::document::FiscalMark;
use crate::settings::{FiscalPolicy, FiscalSettings, SetFiscal};
use web::form::{Form, RawField, object};

/// A fiscal document.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FiscalDocument)]
pub struct DocumentView {
    /// The same as `documentId`.
    #[schema(example = "R-20261121-0001")]
    id: String,
    #[schema(example = "R-20261121-0001")]
    document_id: String,
    transaction: FiscalTransaction,
    #[serde(rename = "type")]
    kind: FiscalType,
    /// Number of the receipt; null for a void, which has none.
    #[schema(example = "R-20261121-0001")]
    number: Option<String>,
    /// Number of the receipt whose goods were taken back; null for a receipt.
    refund_of: Option<String>,
    at: String,
    #[schema(example = "2026-11-21")]
    day: String,
    #[serde(rename = "grandTotalUSD")]
    grand_total_usd: String,
    #[serde(rename = "grandTotalLRD")]
    grand_total_lrd: String,
    status: FiscalStatus,
    /// Why it was refused, in the adapter's words; null unless it failed.
    error: Option<String>,
    /// Null until it is signed.
    signed: Option<SignatureView>,
}

/// What a document is of.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum FiscalTransaction {
    Sale,
    Refund,
}

/// Whether a document counts: those of a demo bar are for training.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum FiscalType {
    Normal,
    Training,
}

/// What a fiscal device says of a document that it signed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FiscalSignature)]
pub struct SignatureView {
    device_id: String,
    /// The device's own number of the document.
    number: String,
    signature: String,
    /// Content of a QR code; null without one.
    qr: Option<String>,
    /// When, in the device's words.
    at: String,
}

/// The fiscal document of a receipt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReceiptFiscal)]
pub struct FiscalMarkView {
    document_id: String,
    status: FiscalStatus,
    /// Why it was refused; null unless it failed.
    error: Option<String>,
    /// Null until it is signed.
    signed: Option<SignatureView>,
}

impl FiscalMarkView {
    /// Without what the adapter said.
    pub fn for_guests(self) -> Self {
        FiscalMarkView { error: None, ..self }
    }
}

impl From<Signature> for SignatureView {
    fn from(signature: Signature) -> Self {
        let Signature { device_id, number, signature, qr, at } = signature;
        SignatureView { device_id, number, signature, qr, at }
    }
}

impl From<FiscalMark> for FiscalMarkView {
    fn from(mark: FiscalMark) -> Self {
        let FiscalMark { document_id, status, failure, signature } = mark;
        FiscalMarkView { document_id, status, error: failure, signed: signature.map(SignatureView::from) }
    }
}

impl DocumentView {
    fn new(row: FiscalRow, demo: bool) -> Self {
        let status = row.status();
        let made = row.made;
        let transaction = if made.refund { FiscalTransaction::Refund } else { FiscalTransaction::Sale };
        let (number, refund_of) = made.numbers();
        DocumentView {
            id: made.document_id.clone(),
            document_id: made.document_id,
            transaction,
            kind: if demo { FiscalType::Training } else { FiscalType::Normal },
            number,
            refund_of,
            at: row.at.to_string(),
            day: made.day.to_string(),
            grand_total_usd: made.total.usd.to_string(),
            grand_total_lrd: made.total.lrd.to_string(),
            status,
            error: row.failure,
            signed: row.signature.map(SignatureView::from),
        }
    }
}

/// Lists fiscal documents, newest first.
#[utoipa::path(get, path = "/api/fiscal/documents", tag = "tax",
    params(("status" = inline(Option<FiscalStatus>), Query)),
    responses((status = 200, body = [DocumentView]), (status = 400), (status = 401), (status = 403)))]
pub async fn documents(
    State(app): State<AppState>,
    _: ShiftManager,
    Paged(page): Paged,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let status = request.word("status", FiscalStatus::parse, "status must be to_sign, signed or failed")?;
    request
        .answer_page(&app, &[Topic::Fiscal], "", |view| {
            let found = Page::cut(fiscal::documents(view, status, page.before, page.limit + 1)?, page, |row| row.id);
            Ok(Page { rows: found.rows.into_iter().map(|row| DocumentView::new(row, app.demo)).collect(), next: found.next })
        })
        .await
}

/// Sends a document again that the adapter refused.
#[utoipa::path(post, path = "/api/fiscal/documents/{id}/retry", tag = "tax", params(("id" = String, Path)), responses(
    (status = 200, body = DocumentView), (status = 401), (status = 403), (status = 404), (status = 409)))]
pub async fn retry(
    State(app): State<AppState>,
    ShiftManager(caller): ShiftManager,
    Path(id): Path<String>,
    write: OptionalBody<EmptyBody>,
) -> Result<Response, ApiError> {
    let command = Command::Fiscal(FiscalCommand::Retry { document_id: id.clone() });
    let demo = app.demo;
    write
        .submit(&app, &caller, command, move |_, view| {
            let row = fiscal::document(view, &id)?.ok_or_else(|| missing("fiscal_documents"))?;
            json(StatusCode::OK, &DocumentView::new(row, demo))
        })
        .await
}

/// Settings of the fiscal device.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FiscalSettings)]
pub struct FiscalSettingsView {
    /// Address of the adapter; null without a device.
    #[schema(example = "http://127.0.0.1:8090")]
    url: Option<String>,
    /// When a receipt prints that is still to be signed.
    policy: FiscalPolicy,
    /// Of the policy `wait`.
    #[schema(example = 5)]
    wait_seconds: u32,
}

impl From<&FiscalSettings> for FiscalSettingsView {
    fn from(fiscal: &FiscalSettings) -> Self {
        FiscalSettingsView { url: fiscal.url.clone(), policy: fiscal.policy, wait_seconds: fiscal.wait_seconds }
    }
}

/// Settings of the fiscal device to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct FiscalBody {
    /// `http://`, on this box or in a private network; null removes it.
    #[schema(value_type = Option<String>, example = "http://127.0.0.1:8090")]
    url: RawField,
    #[schema(value_type = Option<FiscalPolicy>)]
    policy: RawField,
    /// 1 to 60.
    #[schema(value_type = Option<u32>, example = 5)]
    wait_seconds: RawField,
}

/// Parses the settings of the fiscal device; absent members are no change.
pub fn settings(form: &mut Form, field: &RawField) -> SetFiscal {
    let body: FiscalBody = object(form, "fiscal", field);
    SetFiscal {
        url: form.line_change("fiscal.url", &body.url),
        policy: form.word("fiscal.policy", &body.policy, FiscalPolicy::parse, "Must be later, wait or hold"),
        wait_seconds: form.integer("fiscal.waitSeconds", &body.wait_seconds),
    }
}
