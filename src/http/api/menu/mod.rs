//! Public menu: items, QR codes, and redirects of the short URLs in the codes.

pub mod codes;
pub mod qr;
pub mod redirects;

use axum::extract::State;
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::Category;
use crate::engine::Topic;
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::contract::read::ReadRequest;
use crate::menu::{self, MenuItem, MenuNotes};
use crate::seating;
use crate::settings::settings;
use base::CurrencyCode;

/// An item of the menu.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MenuItem)]
pub struct MenuItemView {
    id: u64,
    name: String,
    brand: Option<String>,
    description: Option<String>,
    category: Category,
    /// A group within the category.
    #[schema(example = "Beer")]
    section: Option<String>,
    /// Current price in US dollars.
    #[serde(rename = "priceUSD")]
    #[schema(example = "2.00")]
    price_usd: String,
    /// Current price in Liberian dollars.
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
            section: item.section,
            price_usd: item.prices.usd.to_string(),
            price_lrd: item.prices.lrd.to_string(),
            currency: item.currency,
            in_stock: item.in_stock,
        }
    }
}

/// Returns the menu by category, without empty categories.
#[utoipa::path(get, path = "/api/menu", tag = "menu", responses((status = 200, body = Sections)))]
pub async fn items(State(app): State<AppState>, request: ReadRequest) -> Result<Response, ApiError> {
    let (at, now) = (app.stamp(), app.store.read(settings)?);
    let (prices_of, today) = (now.price_day(at), now.bar_time().business_day(at));
    request
        .answer(&app, &[Topic::Menu, Topic::Products, Topic::Rate], &format!("{prices_of} {today}"), |view| {
            let mut sections = Sections::default();
            for item in menu::items(view, prices_of, today)? {
                sections.of(item.category).push(item.into());
            }
            Ok(sections)
        })
        .await
}

/// What the menus say below their title: about prices, and where the guest sits. Null where there is nothing to say.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MenuNotes)]
pub struct MenuNotesView {
    #[schema(example = "Prices include GST 13 %")]
    tax: Option<String>,
    #[schema(example = "A service charge of 10 % is added for groups of 6 or more.")]
    service_charge: Option<String>,
    /// The name of the table `table`; null without that, and where the table has only its number.
    #[schema(example = "VIP")]
    table_name: Option<String>,
}

/// Returns what the menus say about tax and service charge, and what the guest's table is called.
#[utoipa::path(get, path = "/api/menu/notes", tag = "menu", params(("table" = Option<u32>, Query, description = "Number of the table")), responses(
    (status = 200, body = MenuNotesView), (status = 400)))]
pub async fn notes(State(app): State<AppState>, request: ReadRequest) -> Result<Response, ApiError> {
    let table = qr::table_param(&request)?;
    let at = app.stamp();
    let now = app.store.read(settings)?;
    let bar_time = now.bar_time();
    // Modes begin with a business day, rates with that or a calendar day.
    let variant = format!("{} {} {table:?}", bar_time.business_day(at), now.tax.day.of(at, &bar_time));
    request
        .answer(&app, &[Topic::Menu, Topic::Products, Topic::Settings, Topic::Tables], &variant, |view| {
            let MenuNotes { tax, service_charge } = menu::notes(&menu::available(view)?, &*settings(view)?, at);
            let tables = if table.is_some() { seating::tables(view)? } else { Vec::new() };
            let table_name = tables.into_iter().find(|known| Some(known.number) == table).and_then(|table| table.name);
            Ok(MenuNotesView { tax, service_charge, table_name })
        })
        .await
}

/// The menu by category, in the order of a printed menu.
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
