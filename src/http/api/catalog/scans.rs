//! Barcodes: products by them, labels of scales, and scans.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::product_view::FoundPackView;
use crate::catalog::{self, LabelFigures, RecordScan, Scan};
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::catalog::products::{ProductView, TOPICS, product_days};
use crate::http::contract::list_args::Paged;
use crate::http::contract::path::Path;
use crate::http::contract::read::{Page, ReadRequest};
use crate::http::contract::session::Staff;
use crate::http::contract::write::{Write, json, missing};
use crate::settings;
use base::{CurrencyCode, Lrd, Usd};
use web::form::{Form, RawField};

/// What the label of a scale says.
#[derive(Serialize, ToSchema)]
#[schema(as = ScaleLabelFigures)]
pub struct LabelView {
    /// In the product's currency; null if the label holds a weight.
    #[schema(example = "27.50")]
    price: Option<String>,
    currency: CurrencyCode,
    /// Null if it holds a price.
    grams: Option<i64>,
}

impl From<LabelFigures> for LabelView {
    fn from(LabelFigures { price, currency, grams }: LabelFigures) -> Self {
        let price = price.map(|minor| match currency {
            CurrencyCode::Usd => Usd::minor(minor).to_string(),
            CurrencyCode::Lrd => Lrd::minor(minor).to_string(),
        });
        LabelView { price, currency, grams }
    }
}

/// The product of a barcode.
#[derive(Serialize, ToSchema)]
pub struct ProductOfBarcode {
    #[serde(flatten)]
    product: ProductView,
    /// What the label of a scale says; null for the product's own barcode.
    label: Option<LabelView>,
    /// The pack that has the barcode; else null.
    pack: Option<FoundPackView>,
}

/// A barcode scan.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Scan)]
pub struct ScanView {
    id: u64,
    barcode: String,
    product_id: Option<u64>,
    product_name: Option<String>,
    /// What it says if it is the label of a scale; else null.
    label: Option<LabelView>,
    scanned_at: String,
}

/// A barcode scan and the product that it found.
#[derive(Serialize, ToSchema)]
pub struct ScannedView {
    scan: ScanView,
    product: Option<ProductView>,
    /// What it says if it is the label of a scale; else null.
    label: Option<LabelView>,
    /// The pack that has the barcode; else null.
    pack: Option<FoundPackView>,
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
            label: scan.label.map(LabelView::from),
            scanned_at: scan.scanned_at.to_string(),
        }
    }
}

/// Finds a product by its barcode, or by a label that a scale printed for it.
#[utoipa::path(get, path = "/api/products/barcode/{code}", tag = "catalog", params(("code" = String, Path)), responses(
    (status = 200, body = ProductOfBarcode), (status = 401), (status = 403), (status = 404)))]
pub async fn by_barcode(
    State(app): State<AppState>,
    _: Staff,
    Path(code): Path<String>,
    request: ReadRequest,
) -> Result<Response, ApiError> {
    let at = app.stamp();
    let [products, rate] = TOPICS;
    request
        .answer(&app, &[products, rate, Topic::Settings], &product_days(&app, at)?, |view| {
            let not_found = || ApiError::not_found("product");
            let found = catalog::scanned(view, code.trim(), &settings::settings(view)?.scale_labels)?.ok_or_else(not_found)?;
            let product = catalog::product(view, found.product_id)?.ok_or_else(not_found)?;
            let (label, pack) = (found.label.map(LabelView::from), found.pack.map(FoundPackView::from));
            Ok(ProductOfBarcode { product: ProductView::load(view, product, at)?, label, pack })
        })
        .await
}

/// Lists barcode scans, newest first.
#[utoipa::path(get, path = "/api/scans", tag = "catalog",
    responses((status = 200, body = [ScanView]), (status = 400), (status = 401), (status = 403)))]
pub async fn list(State(app): State<AppState>, _: Staff, Paged(page): Paged, request: ReadRequest) -> Result<Response, ApiError> {
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
            let (label, pack) = (scan.label.map(LabelView::from), scan.pack.clone().map(FoundPackView::from));
            json(StatusCode::CREATED, &ScannedView { label, pack, scan: scan.into(), product })
        })
        .await
}
