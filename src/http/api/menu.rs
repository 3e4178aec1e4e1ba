//! The public menu and the way to it.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::base::CurrencyCode;
use crate::catalog::Category;
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::App;
use crate::http::contract::form::{Form, Given};
use crate::http::contract::path::Path;
use crate::http::contract::read::Look;
use crate::http::contract::session::Staff;
use crate::http::contract::words::PictureFormat;
use crate::http::contract::write::{Bare, no_content};
use crate::http::server::ui::screens;
use crate::menu::qr::{QrError, QrPicture};
use crate::menu::{self, CodesPrinted, MenuItem};
use crate::seating::TABLE_NUMBER_MAX;
use crate::settings;

/// A line of the menu.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MenuItem)]
pub struct MenuItemView {
    id: u64,
    name: String,
    brand: Option<String>,
    description: Option<String>,
    category: Category,
    /// What it sells for now, never null.
    #[serde(rename = "priceUSD")]
    #[schema(example = "2.00")]
    price_usd: String,
    /// What it sells for now, never null.
    #[serde(rename = "priceLRD")]
    price_lrd: String,
    currency: CurrencyCode,
    in_stock: bool,
}

impl From<MenuItem> for MenuItemView {
    fn from(item: MenuItem) -> Self {
        MenuItemView {
            id: item.id,
            name: item.name,
            brand: item.brand,
            description: item.description,
            category: item.category,
            price_usd: item.prices.usd.to_string(),
            price_lrd: item.prices.lrd.to_string(),
            currency: item.currency,
            in_stock: item.in_stock,
        }
    }
}

/// Which codes were printed.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct PrintedBody {
    /// The table's number; none: the code without a table.
    #[schema(value_type = Option<u32>, example = 4)]
    table: Given,
}

/// The menu by category; only categories that have anything.
#[utoipa::path(get, path = "/api/menu", tag = "menu", responses((status = 200, body = Sections)))]
pub async fn items(State(app): State<App>, look: Look) -> Result<Response, ApiError> {
    look.answer(&app, &[Topic::Menu, Topic::Products, Topic::Rate], "", |view| {
        let mut sections = Sections::default();
        for item in menu::items(view)? {
            sections.of(item.category).push(item.into());
        }
        Ok(sections)
    })
    .await
}

/// The sections in the order of a menu.
#[derive(Default, Serialize, ToSchema)]
#[schema(as = Menu)]
struct Sections {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    drinks: Vec<MenuItemView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    food: Vec<MenuItemView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cigars: Vec<MenuItemView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    uncategorized: Vec<MenuItemView>,
}

impl Sections {
    fn of(&mut self, category: Category) -> &mut Vec<MenuItemView> {
        match category {
            Category::Drinks => &mut self.drinks,
            Category::Food => &mut self.food,
            Category::Cigars => &mut self.cigars,
            Category::Uncategorized => &mut self.uncategorized,
        }
    }
}

/// The code that leads a guest's phone to the menu, as a picture of exactly 800 × 800.
#[utoipa::path(get, path = "/api/menu/qr", tag = "menu", params(("format" = inline(Option<PictureFormat>), Query), ("table" = Option<u32>, Query)), responses(
    (status = 200, content((String = "image/svg+xml"), (String = "image/png"))), (status = 400)))]
pub async fn code(State(app): State<App>, look: Look) -> Result<Response, ApiError> {
    let table = match look.asked("table") {
        None => None,
        Some(text) => Some(table_number(text).ok_or_else(|| ApiError::invalid("table must be the number of a table"))?),
    };
    let base = app.store.read(settings::settings)?.guest_base(&*app.guest_address);
    let address = match table {
        Some(table) => format!("{base}/t/{table}"),
        None => format!("{base}/m"),
    };
    picture(&look, &address)
}

/// Answers with the code of an address, in the format that is asked for.
pub fn picture(look: &Look, address: &str) -> Result<Response, ApiError> {
    let code = QrPicture::new(address).map_err(unmade)?;
    let (kind, picture) = match look.asked("format") {
        None | Some("svg") => ("image/svg+xml", code.svg().into_bytes()),
        Some("png") => ("image/png", code.png().map_err(unmade)?),
        Some(_) => return Err(ApiError::invalid("format must be svg or png")),
    };
    Ok(look.answer_bytes(HeaderValue::from_static(kind), picture))
}

fn unmade(error: QrError) -> ApiError {
    match error {
        QrError::TooLong => ApiError::invalid("The public address is too long for a code"),
        QrError::Png(_) => {
            tracing::error!("a code: {error}");
            ApiError::internal()
        }
    }
}

/// Notes that codes were printed, so that admins hear of it when these lead nowhere any more.
#[utoipa::path(post, path = "/api/menu/printed", tag = "menu", request_body = Option<PrintedBody>, responses(
    (status = 204), (status = 400), (status = 401), (status = 403)))]
pub async fn printed(State(app): State<App>, Staff(caller): Staff, bare: Bare<PrintedBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let table = form.integer("table", &bare.body.table).and_then(|number| {
        let number = u32::try_from(number).ok().filter(|number| (1..=TABLE_NUMBER_MAX).contains(number));
        if number.is_none() {
            form.wrong("table", "Must be the number of a table");
        }
        number
    });
    form.done()?;
    let base = app.store.read(settings::settings)?.guest_base(&*app.guest_address);
    let command = Command::NotePrinted(CodesPrinted { base, table });
    bare.submit(&app, &caller, command, |_, _| Ok(no_content())).await
}

fn table_number(text: &str) -> Option<u32> {
    text.parse().ok().filter(|table| (1..=TABLE_NUMBER_MAX).contains(table))
}

/// Where a table's code leads. What is no table's is a page like any other that is not there.
pub async fn table(Path(table): Path<String>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    match table_number(&table) {
        Some(table) => redirect(&format!("/customer-menu?table={table}")),
        None => screens(method, uri, headers).await,
    }
}

/// Where the menu's code leads.
pub async fn without_table() -> Response {
    redirect("/customer-menu")
}

fn redirect(to: &str) -> Response {
    let location = HeaderValue::try_from(to).unwrap_or_else(|_| HeaderValue::from_static("/customer-menu"));
    (StatusCode::FOUND, [(header::LOCATION, location)]).into_response()
}
