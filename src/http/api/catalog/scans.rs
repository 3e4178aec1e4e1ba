//! Barcode scans: recording a scan, and the list of scans.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::catalog::{self, RecordScan, Scan};
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::catalog::products::ProductView;
use crate::http::contract::list_params::PageParams;
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Write, json, missing};
use web::form::{Form, RawField};

/// A barcode scan.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Scan)]
pub struct ScanView {
    id: u64,
    barcode: String,
    product_id: Option<u64>,
    product_name: Option<String>,
    scanned_at: String,
}

/// A barcode scan and the product that it found.
#[derive(Serialize, ToSchema)]
pub struct ScannedView {
    scan: ScanView,
    product: Option<ProductView>,
}

/// A scanned barcode.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ScanBody {
    #[schema(value_type = String, example = "2900000000018")]
    barcode: RawField,
}

impl From<Scan> for ScanView {
    fn from(scan: Scan) -> Self {
        ScanView {
            id: scan.id,
            barcode: scan.barcode,
            product_id: scan.product_id,
            product_name: scan.product_name,
            scanned_at: scan.scanned_at.to_string(),
        }
    }
}

/// Lists barcode scans, newest first.
#[utoipa::path(get, path = "/api/scans", tag = "catalog",
    params(PageParams), responses((status = 200, body = [ScanView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, request: ReadRequest) -> Result<Response, ApiError> {
    let page = request.page()?;
    request
        .answer_page(&app, &[Topic::Scans], "", |view| {
            let found = Page::cut(catalog::scans(view, page.before, page.limit + 1)?, page, |scan| scan.id);
            Ok(Page { rows: found.rows.into_iter().map(ScanView::from).collect(), next: found.next })
        })
        .await
}

/// Records a barcode scan and returns the product that it found.
#[utoipa::path(post, path = "/api/scans", tag = "catalog", request_body = ScanBody, responses(
    (status = 201, body = ScannedView), (status = 400), (status = 401), (status = 403), (status = 415)))]
pub async fn record(State(app): State<AppState>, Staff(caller): Staff, write: Write<ScanBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let barcode = form.required_line("barcode", &write.body.barcode, "Barcode is required");
    form.finish()?;
    let command = RecordScan { barcode: barcode.unwrap_or_default() };
    let at = app.stamp();
    write
        .submit(&app, &caller, Command::Scan(command), move |_, view| {
            let scan = catalog::scans(view, u64::MAX, 1)?.pop().ok_or_else(|| missing("scans"))?;
            let product = match scan.product_id {
                Some(id) => catalog::product(view, id)?.map(|product| ProductView::load(view, product, at)).transpose()?,
                None => None,
            };
            json(StatusCode::CREATED, &ScannedView { scan: scan.into(), product })
        })
        .await
}
