//! The whole API on one page.

use axum::Router;
use axum::http::StatusCode;
use axum::routing::get;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::ApiError;
use crate::http::App;
use crate::http::ErrorCode;
use crate::http::api::cash;
use crate::http::api::catalog::import;
use crate::http::api::catalog::products;
use crate::http::api::credit;
use crate::http::api::live;
use crate::http::api::menu;
use crate::http::api::openapi;
use crate::http::api::orders;
use crate::http::api::orders::seating;
use crate::http::api::payments;
use crate::http::api::printing::printers;
use crate::http::api::printing::setup;
use crate::http::api::rates;
use crate::http::api::receipts;
use crate::http::api::reports;
use crate::http::api::sales;
use crate::http::api::settings;
use crate::http::api::staff::auth;
use crate::http::api::staff::users;
use crate::http::api::standby;
use crate::http::api::standby::journal;
use crate::http::api::stock;
use crate::http::api::system::backups;
use crate::http::api::system::clock;
use crate::http::api::system::health;
use crate::http::api::system::network;
use crate::http::api::system::trust;
use crate::http::server::ui;

/// Every call, and what the document says of it.
pub(super) fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::frame())
        .routes(routes!(health::health))
        .routes(routes!(live::live))
        .routes(routes!(openapi::get))
        // Access and staff
        .routes(routes!(auth::init))
        .routes(routes!(auth::login))
        .routes(routes!(auth::logout))
        .routes(routes!(auth::me))
        .routes(routes!(auth::change_password))
        .routes(routes!(users::list, users::create))
        .routes(routes!(users::update, users::switch, users::delete))
        // Catalog
        .routes(routes!(products::list, products::create))
        .routes(routes!(products::one, products::update, products::set_prices, products::delete))
        .routes(routes!(products::by_barcode))
        .routes(routes!(import::export))
        .routes(routes!(import::import))
        .routes(routes!(stock::adjust))
        .routes(routes!(stock::movements))
        .routes(routes!(products::scans, products::scan))
        .routes(routes!(menu::items))
        .routes(routes!(menu::code))
        .routes(routes!(menu::printed))
        .routes(routes!(rates::current, rates::set))
        .routes(routes!(rates::history))
        // Selling
        .routes(routes!(sales::list, sales::record))
        .routes(routes!(sales::record_batch))
        .routes(routes!(sales::void))
        .routes(routes!(receipts::list))
        .routes(routes!(receipts::one))
        .routes(routes!(receipts::print))
        .routes(routes!(receipts::for_guest))
        .routes(routes!(credit::list, credit::give))
        .routes(routes!(credit::pay))
        .routes(routes!(credit::bulk_pay))
        .routes(routes!(credit::tabs))
        .routes(routes!(credit::pay_tab))
        // Orders and tables
        .routes(routes!(orders::look::list, orders::place))
        .routes(routes!(orders::look::one, orders::change))
        .routes(routes!(orders::add_item))
        .routes(routes!(orders::remove_item))
        .routes(routes!(orders::step))
        .routes(routes!(orders::money::pay))
        .routes(routes!(payments::list))
        .routes(routes!(orders::money::attach))
        .routes(routes!(orders::void))
        .routes(routes!(seating::list, seating::create))
        .routes(routes!(seating::update, seating::delete))
        .routes(routes!(seating::set_status))
        // Reports
        .routes(routes!(reports::analytics::analytics))
        .routes(routes!(reports::dashboard::stats))
        .routes(routes!(reports::accounts::summary))
        .routes(routes!(reports::accounts::user_sales))
        .routes(routes!(reports::accounts::user_sales_of))
        .routes(routes!(reports::period::report))
        .routes(routes!(reports::period::recent))
        .routes(routes!(reports::audit::list))
        .routes(routes!(reports::paper::print))
        // The box
        .routes(routes!(settings::get, settings::put))
        .routes(routes!(settings::public))
        .routes(routes!(cash::setup))
        .routes(routes!(clock::get))
        .routes(routes!(clock::confirm))
        .routes(routes!(backups::overview, backups::make))
        .routes(routes!(backups::download))
        .routes(routes!(standby::get, standby::pair, standby::part))
        .routes(routes!(journal::after))
        .routes(routes!(network::get))
        .routes(routes!(network::code))
        .routes(routes!(network::slip))
        .routes(routes!(trust::trust))
        .routes(routes!(printers::list))
        .routes(routes!(printers::test))
        .routes(routes!(printers::jobs))
        .routes(routes!(printers::retry))
        .routes(routes!(printers::cancel))
        .routes(routes!(printers::move_to))
        .routes(routes!(printers::open_drawer))
        .routes(routes!(setup::preview))
        .routes(routes!(setup::find))
}

/// The API, and the screens for everything else.
pub fn router(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    api.route("/t/{table}", get(menu::table))
        .route("/m", get(menu::without_table))
        .route(trust::CERTIFICATE_PATH, get(trust::certificate))
        .route("/api/{*rest}", axum::routing::any(no_such_call))
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
        .fallback(ui::screens)
}

async fn no_such_call() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, ErrorCode::NotFound, "There is no such call")
}

async fn wrong_method() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed, "This call does not take that method")
}
