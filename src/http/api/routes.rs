//! Route table of the whole API.

use std::collections::HashMap;

use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn;
use axum::routing::{MethodRouter, get, on, post};
use utoipa::openapi::HttpMethod;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::{PathItemExt, routes};

use crate::http::ApiError;
use crate::http::AppState;
use crate::http::HttpCode;
use crate::http::api::approvals;
use crate::http::api::bills;
use crate::http::api::cash;
use crate::http::api::catalog::import;
use crate::http::api::catalog::price_list;
use crate::http::api::catalog::products;
use crate::http::api::catalog::scans;
use crate::http::api::credit;
use crate::http::api::devices;
use crate::http::api::exceptions;
use crate::http::api::fiscal;
use crate::http::api::head_link;
use crate::http::api::head_link::directives as head_directives;
use crate::http::api::head_link::files as head_files;
use crate::http::api::hours;
use crate::http::api::live;
use crate::http::api::menu;
use crate::http::api::openapi;
use crate::http::api::orders;
use crate::http::api::payments;
use crate::http::api::printing::printers;
use crate::http::api::printing::setup;
use crate::http::api::rates;
use crate::http::api::reasons;
use crate::http::api::receipts;
use crate::http::api::reports;
use crate::http::api::sales;
use crate::http::api::seating;
use crate::http::api::settings;
use crate::http::api::sheets;
use crate::http::api::staff::auth;
use crate::http::api::staff::colleagues;
use crate::http::api::staff::device_session;
use crate::http::api::staff::invitations;
use crate::http::api::staff::pins;
use crate::http::api::staff::users;
use crate::http::api::standby::{self, head_certificate, journal};
use crate::http::api::stock;
use crate::http::api::system::backups;
use crate::http::api::system::clock;
use crate::http::api::system::health;
use crate::http::api::system::network;
use crate::http::api::system::trust;
use crate::http::api::tax;
use crate::http::api::tills;
use crate::http::api::tips;
use crate::http::contract::approval::unless_asking;
use crate::http::contract::call::{CallFacts, facts_of};
use crate::http::screens::screens;
use base::Code;

/// Passes all handlers to `$add!`: one list for both the router and the OpenAPI document.
macro_rules! add_calls {
    ($add:ident, $to:ident) => {
        $add!(
            $to,
            health::health,
            live::live,
            openapi::get,
            // Access and staff
            auth::init,
            auth::login,
            auth::logout,
            auth::me,
            auth::change_password,
            auth::finish_tour,
            invitations::join,
            device_session::confirm,
            device_session::alive,
            device_session::lock,
            pins::set,
            pins::sign_in,
            pins::reset,
            users::list,
            users::names,
            colleagues::list,
            users::create,
            users::update,
            users::switch,
            users::delete,
            pins::remove,
            pins::make_reset_code,
            invitations::make,
            invitations::status,
            devices::list,
            devices::me,
            devices::enrol::make_code,
            devices::enrol::enrol,
            devices::change,
            devices::revoke,
            reasons::list,
            reasons::create,
            reasons::update,
            hours::get,
            hours::clock_in,
            hours::take_break,
            hours::back_to_work,
            hours::clock_out,
            hours::periods,
            hours::correct,
            hours::report::report,
            hours::report::print,
            exceptions::report,
            exceptions::print,
            sheets::list,
            sheets::one,
            sheets::issue,
            sheets::verify,
            sheets::print,
            tills::people::list,
            tills::list,
            tills::create,
            tills::update,
            tills::delete,
            tills::shifts::list,
            tills::shifts::one,
            tills::shifts::open,
            tills::shifts::begin_counting,
            tills::shifts::stop_counting,
            tills::shifts::close,
            tills::shifts::confirm,
            tills::shifts::close_uncounted,
            tills::references::list,
            tills::references::tick,
            tills::movements::list,
            tills::movements::make,
            tills::movements::correct,
            tills::movements::accept,
            tills::movements::count_safe,
            tills::zs::x,
            tills::zs::print_x,
            tills::zs::print_count,
            tills::zs::list,
            tills::zs::one,
            tills::zs::print,
            tills::zs::note,
            tills::cash_report::report,
            tills::cash_report::print,
            tips::list,
            tips::print,
            tips::share,
            tips::pay_out,
            // Approvals
            approvals::list,
            approvals::ask::ask,
            approvals::rules,
            approvals::one,
            approvals::grant,
            approvals::refuse,
            approvals::here::grant_here,
            approvals::cancel,
            // Catalog
            products::list,
            products::create,
            products::one,
            products::update,
            products::set_prices,
            products::delete,
            products::detach,
            scans::by_barcode,
            price_list::save,
            import::export,
            import::import,
            stock::adjust,
            stock::movements,
            scans::list,
            scans::record,
            menu::items,
            menu::notes,
            menu::qr::code,
            menu::qr::printed,
            menu::codes::codes,
            menu::codes::wifi,
            rates::current,
            rates::set,
            rates::history,
            // Selling
            sales::list,
            sales::record,
            sales::record_batch,
            sales::quoted::quote,
            sales::void,
            receipts::list::list,
            receipts::one,
            receipts::code,
            receipts::void::refund,
            receipts::void::void,
            receipts::refund::refund,
            receipts::refund::money_back,
            receipts::print,
            receipts::set_buyer,
            receipts::for_guest,
            credit::list,
            credit::give,
            credit::give_batch,
            credit::pay,
            credit::bulk_pay,
            credit::tabs,
            credit::pay_tab,
            credit::customers,
            credit::change_customer,
            credit::join,
            // Orders and tables
            orders::list::list,
            orders::place,
            orders::list::one,
            orders::change,
            orders::items::add,
            orders::items::change,
            orders::items::remove,
            orders::moves::label,
            orders::moves::move_items,
            orders::moves::split,
            orders::moves::merge,
            orders::seats::transfer,
            orders::seats::move_table,
            orders::tax::service_charge,
            orders::tax::exempt,
            orders::tax::tax_again,
            orders::pricing::discount,
            orders::pricing::remove_discount,
            orders::pricing::comp,
            orders::pricing::remove_comp,
            orders::pricing::close,
            orders::step,
            orders::payment::pay,
            payments::list,
            orders::shares::parts,
            orders::shares::end,
            orders::payment::list,
            payments::refund::give_back,
            payments::correct::correct,
            payments::slip::print,
            orders::walk_out::record,
            orders::walk_out::recover,
            orders::payment::attach,
            orders::void,
            bills::print_order,
            bills::list,
            bills::print,
            bills::one,
            seating::list,
            seating::create,
            seating::update,
            seating::delete,
            seating::set_status,
            // Reports
            reports::analytics::analytics,
            reports::best_sellers::list,
            reports::dashboard::stats,
            reports::accounts::summary,
            reports::accounts::user_sales,
            reports::accounts::user_sales_of,
            reports::period::report,
            reports::recent::recent,
            reports::products::product_sales,
            reports::files::file,
            reports::audit::list,
            reports::paper::print,
            reports::tax::report,
            reports::tax::print,
            // The box
            settings::get,
            settings::put,
            settings::public,
            cash::setup::setup,
            tax::get,
            tax::show_preview,
            tax::prices::changes,
            tax::prices::price_assistant,
            tax::prices::plans,
            tax::prices::set_plan,
            tax::prices::withdraw_plan,
            fiscal::documents,
            fiscal::retry,
            clock::get,
            clock::confirm,
            backups::overview,
            backups::make,
            backups::download,
            standby::get,
            standby::pair,
            standby::part,
            journal::after,
            head_link::get,
            head_link::pair,
            head_link::part,
            head_link::try_now,
            head_directives::list,
            head_directives::decide,
            head_files::save,
            head_files::load,
            network::get,
            network::code,
            network::slip,
            trust::trust,
            printers::list,
            printers::test,
            printers::jobs,
            printers::retry,
            printers::cancel,
            printers::waiting,
            printers::move_to,
            printers::open_drawer,
            setup::preview,
            setup::find,
        )
    };
}

/// Adds handlers to a router, at the paths and methods of their `utoipa::path`.
macro_rules! to_router {
    ($router:ident, $($($part:ident)::+),+ $(,)?) => {{
        $(
            let (path, methods) = (routes!(@path [path()] of $($part)::+), routes!(@path [methods()] of $($part)::+));
            let answer = |method: &HttpMethod| answering(method, on(method.to_method_filter(), $($part)::+), facts_of($($part)::+));
            let $router = methods.iter().fold($router, |router: Router<AppState>, method| router.route(&path, answer(method)));
        )+
        $router
    }};
}

/// Adds handlers, and the facts about their calls, to the OpenAPI document.
macro_rules! to_document {
    ($documented:ident, $($($part:ident)::+),+ $(,)?) => {{
        let (mut document, mut facts): Documented = $documented;
        $(
            for method in routes!(@path [methods()] of $($part)::+) {
                facts.insert((method_name(&method), routes!(@path [path()] of $($part)::+)), facts_of($($part)::+));
            }
            document = document.routes(routes!($($part)::+));
        )+
        (document, facts)
    }};
}

fn calls() -> Router<AppState> {
    let router = Router::new();
    let calls = add_calls!(to_router, router);
    calls.fallback(no_such_call).method_not_allowed_fallback(wrong_method)
}

/// The handler of a call. A request that only asks for the call is refused by the extractor of the body; a write without one refuses it here.
fn answering(method: &HttpMethod, handler: MethodRouter<AppState>, facts: CallFacts) -> MethodRouter<AppState> {
    let is_guarded = facts.reads_body || *method == HttpMethod::Get;
    if is_guarded { handler } else { handler.route_layer(from_fn(unless_asking)) }
}

/// The document of all handlers, and the facts about their calls by method and path.
pub(super) type Documented = (OpenApiRouter<AppState>, HashMap<(String, String), CallFacts>);

/// Documentation of all handlers, for tests alone: the code that builds the document takes megabytes. So the router is built separately.
pub(super) fn documented() -> Documented {
    let documented = (OpenApiRouter::with_openapi(openapi::frame()), HashMap::new());
    add_calls!(to_document, documented)
}

/// The name of a method in the document.
fn method_name(method: &HttpMethod) -> String {
    serde_json::to_value(method).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The API, with the web interface as its fallback.
pub fn router(app: AppState) -> Router {
    let calls = calls();
    app.set_calls(calls.clone());
    calls
        .route("/t/{table}", get(menu::redirects::table))
        .route("/m", get(menu::redirects::without_table))
        .route(menu::redirects::MENU_PAGE, get(menu::redirects::page))
        .route(trust::CERTIFICATE_PATH, get(trust::certificate))
        .route(head_certificate::SECOND_CERTIFICATE_PATH, post(head_certificate::certify))
        .route("/api/{*rest}", axum::routing::any(no_such_call))
        .method_not_allowed_fallback(wrong_method)
        .with_state(app)
        .fallback(screens)
}

async fn no_such_call() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, Code::NotFound, "There is no such call")
}

async fn wrong_method() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, HttpCode::MethodNotAllowed, "This call does not take that method")
}
