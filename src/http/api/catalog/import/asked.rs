//! What a request to import asks for.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::catalog::csv::{Column, DecimalSign, Encoding};
use crate::catalog::import::{Choice, Choices, GivenPrice};
use crate::http::ApiError;
use crate::http::contract::schemas::Amount;
use base::CurrencyCode;
use web::form::{Form, RawField};

/// A list of products to import: the text of a CSV file, or a file of any kind.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct ImportBody {
    #[schema(value_type = Option<String>, example = "name,price\nClub Beer,2.00\n")]
    csv_data: RawField,
    /// Instead of `csvData`: a file in base64, CSV in any of the usual encodings or an Excel workbook (.xlsx).
    #[schema(value_type = Option<String>)]
    file: RawField,
    /// How the letters of a text file are stored; without it the box finds out.
    #[schema(value_type = Option<Encoding>)]
    encoding: RawField,
    /// The sheet of a workbook; without it the first that is shown and has rows.
    #[schema(value_type = Option<String>)]
    sheet: RawField,
    /// What each column of the file becomes; null leaves it out. Without it the headings say so.
    #[schema(value_type = Option<Vec<Option<Column>>>)]
    columns: RawField,
    /// How figures are read that can be read in two ways, such as `1.250`.
    #[schema(value_type = Option<DecimalSign>)]
    figures: RawField,
    /// The currency of prices that name none.
    #[schema(value_type = Option<CurrencyCode>)]
    currency: RawField,
    /// By the line of a row: the id of the product that it is, `new` or `skip`.
    #[schema(value_type = Option<HashMap<String, Value>>)]
    rows: RawField,
    /// By the line of a row without a price: the price that a person gives it.
    #[schema(value_type = Option<HashMap<String, GivenPriceBody>>)]
    prices: RawField,
    /// Leaves out rows that are wrong, or that wait for an answer.
    #[schema(value_type = Option<bool>)]
    skip_wrong: RawField,
    /// Reports what would change, without changing it.
    #[schema(value_type = Option<bool>)]
    dry_run: RawField,
    /// For a dry run: the answer describes the file and each change too, also where it is refused.
    #[schema(value_type = Option<bool>)]
    details: RawField,
}

/// The price that a person gives a row: in one currency, or in both.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
#[schema(as = ImportPriceBody)]
pub struct GivenPriceBody {
    #[serde(rename = "priceUSD")]
    #[schema(value_type = Option<Amount>)]
    price_usd: RawField,
    #[serde(rename = "priceLRD")]
    #[schema(value_type = Option<Amount>)]
    price_lrd: RawField,
}

/// What a request asks for.
pub(super) struct Asked<'a> {
    pub content: Content<'a>,
    pub encoding: Option<Encoding>,
    pub sheet: Option<String>,
    pub columns: Option<Vec<Option<Column>>>,
    pub figures: Option<DecimalSign>,
    pub currency: Option<CurrencyCode>,
    pub choices: Choices,
    pub dry_run: bool,
    pub details: bool,
}

/// The list itself.
pub(super) enum Content<'a> {
    Text(&'a str),
    File(Vec<u8>),
}

impl<'a> Asked<'a> {
    /// Parses a request.
    ///
    /// # Errors
    /// 400 that names the members that are wrong.
    pub fn parse(body: &'a ImportBody) -> Result<Self, ApiError> {
        let mut form = Form::default();
        let content = match (body.file.value(), body.csv_data.text()) {
            (Some(file), _) => {
                let bytes = file.as_str().and_then(|text| STANDARD.decode(text.trim()).ok());
                if bytes.is_none() {
                    form.reject("file", "Must be a file in base64");
                }
                Content::File(bytes.unwrap_or_default())
            }
            (None, Some(text)) => Content::Text(text),
            (None, None) => {
                form.reject("csvData", "The list is required");
                Content::Text("")
            }
        };
        let asked = Asked {
            content,
            encoding: form.word(
                "encoding",
                &body.encoding,
                Encoding::parse,
                "Must be utf-8, utf-16le, utf-16be, windows-1252 or macintosh",
            ),
            sheet: form.line("sheet", &body.sheet),
            columns: columns(&mut form, &body.columns),
            figures: form.word("figures", &body.figures, DecimalSign::parse, "Must be point or comma"),
            currency: form.currency("currency", &body.currency),
            choices: Choices {
                rows: choices(&mut form, &body.rows),
                prices: prices(&mut form, &body.prices),
                skip_wrong: form.flag("skipWrong", &body.skip_wrong).unwrap_or(false),
            },
            dry_run: form.flag("dryRun", &body.dry_run).unwrap_or(false),
            details: form.flag("details", &body.details).unwrap_or(false),
        };
        form.finish()?;
        Ok(asked)
    }
}

/// What a person chose for the columns.
fn columns(form: &mut Form, field: &RawField) -> Option<Vec<Option<Column>>> {
    let parse = |value: &Value| match value {
        Value::Null => Some(None),
        value => value.as_str().and_then(Column::parse).map(Some),
    };
    let value = field.value()?;
    let columns: Option<Vec<_>> = value.as_array().and_then(|list| list.iter().map(parse).collect());
    if columns.is_none() {
        form.reject("columns", "Must be a list with a field or null for each column");
    }
    columns
}

/// What a person said of rows, by line.
fn choices(form: &mut Form, field: &RawField) -> BTreeMap<usize, Choice> {
    let Some(value) = field.value() else { return BTreeMap::new() };
    let parse = |(line, choice): (&String, &Value)| {
        let choice = match (choice.as_str(), choice.as_u64()) {
            (Some("new"), _) => Choice::New,
            (Some("skip"), _) => Choice::Skip,
            (None, Some(id)) => Choice::Product(id),
            _ => return None,
        };
        Some((line.parse().ok()?, choice))
    };
    let rows: Option<BTreeMap<usize, Choice>> = value.as_object().and_then(|rows| rows.iter().map(parse).collect());
    if rows.is_none() {
        form.reject("rows", "Must name a product, new or skip for each line");
    }
    rows.unwrap_or_default()
}

/// The prices that a person gave rows, by line.
fn prices(form: &mut Form, field: &RawField) -> BTreeMap<usize, GivenPrice> {
    let Some(value) = field.value() else { return BTreeMap::new() };
    let mut given = |(line, value): (&String, &Value)| {
        let price = GivenPriceBody::deserialize(value).ok()?;
        let usd = form.money(&format!("prices.{line}.priceUSD"), &price.price_usd);
        let lrd = form.money(&format!("prices.{line}.priceLRD"), &price.price_lrd);
        Some((line.parse().ok()?, GivenPrice { usd, lrd }))
    };
    let all: Option<BTreeMap<usize, GivenPrice>> = value.as_object().and_then(|prices| prices.iter().map(&mut given).collect());
    let all = all.filter(|prices| prices.values().all(|price| price.usd.is_some() || price.lrd.is_some()));
    if all.is_none() {
        form.reject("prices", "Must have a price for each line");
    }
    all.unwrap_or_default()
}
