//! Settings: public ones, and all of them for admins.

pub mod approvals;
mod bills;
mod credit;
mod people;
mod printers;
mod scale_labels;
pub mod screens;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use self::approvals::{ApprovalSettingsBody, ApprovalSettingsView};
use self::bills::{BillSettingsBody, BillSettingsView};
use self::credit::{CreditSettingsBody, CreditSettingsView};
use self::people::{
    ClockSettingsBody, PeopleBody, PeopleFields, PeopleView, PublicWork, ReasonSettingsBody, SheetSettings, SheetSettingsBody,
    TipSettingsBody, WorkView,
};
use self::printers::{Addresses, PrinterSettingBody, PrinterSettingView, printers};
use self::scale_labels::{ScaleLabelBody, ScaleLabelView, scale_labels};
use self::screens::{GuestWifiBody, GuestWifiView, OrderSettingsBody, ReportSettingsBody, ScreenFields, ScreensView, StartScreensBody};
use crate::devices;
use crate::engine::{Command, Topic};
use crate::http::ApiError;
use crate::http::AppState;
use crate::http::api::cash::{self, CashBody, CashView, DenominationBody, DenominationView, MethodBody, MethodView};
use crate::http::api::fiscal::{self, FiscalBody, FiscalSettingsView};
use crate::http::api::head_link::head_settings::{self, HeadSettingsBody, HeadSettingsView};
use crate::http::api::tax::settings::{
    self as tax_settings, PublicServiceCharge, PublicTax, ServiceChargeBody, ServiceChargeView, TaxBody, TaxSettingsView,
};
use crate::http::contract::read::ReadRequest;
use crate::http::contract::session::Admin;
use crate::http::contract::write::{Write, json};
use crate::settings::{self, SetSettings, Settings};
use base::Timestamp;
use web::form::{Form, RawField};

/// Settings that are public.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicSettings {
    title: String,
    demo: bool,
    version: &'static str,
    /// Smallest L$ note. Change is rounded to it, and phones must show the same change.
    #[schema(example = "5.00")]
    lrd_cash_step: String,
    /// Country code of telephone numbers: a leading `+` or `00` with it counts as `0`.
    #[schema(example = "231")]
    phone_country: String,
    /// True if the bar has enrolled devices; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    devices: bool,
    /// True if the machine is the box's own: the calls below `/api/box` for network and software exist; absent otherwise.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    appliance: bool,
    #[serde(flatten)]
    screens: ScreensView,
    #[serde(flatten)]
    work: PublicWork,
    /// Absent while there is no tax.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PublicTax, required = false)]
    tax: Option<PublicTax>,
    /// Absent while there is no service charge.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = PublicServiceCharge, required = false)]
    service_charge: Option<PublicServiceCharge>,
}

/// All settings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Settings)]
pub struct SettingsView {
    business_name: String,
    address: String,
    phone: String,
    thank_you_message: String,
    website: String,
    social_media: String,
    time_zone: String,
    day_starts_at: String,
    lrd_cash_step: String,
    usd_cash_step: String,
    /// Country code of telephone numbers, without a plus sign.
    #[schema(example = "231")]
    phone_country: String,
    /// The labels of scales that the bar sells by.
    scale_labels: Vec<ScaleLabelView>,
    public_url: Option<String>,
    auto_print: bool,
    methods: Vec<MethodView>,
    denominations: Vec<DenominationView>,
    cash: CashView,
    #[serde(flatten)]
    screens: ScreensView,
    #[serde(flatten)]
    work: WorkView,
    guest_wifi: GuestWifiView,
    people: PeopleView,
    sheet: SheetSettings,
    approvals: ApprovalSettingsView,
    bills: BillSettingsView,
    credit: CreditSettingsView,
    tax: TaxSettingsView,
    service_charge: ServiceChargeView,
    fiscal: FiscalSettingsView,
    head: HeadSettingsView,
    printers: Vec<PrinterSettingView>,
}

impl SettingsView {
    /// The settings as they are at the moment `at`.
    fn new(settings: Settings, at: Timestamp) -> Self {
        let tax = settings.tax.as_of(settings.bar_time().business_day(at));
        SettingsView {
            business_name: settings.business_name,
            address: settings.address,
            phone: settings.phone,
            thank_you_message: settings.thank_you_message,
            website: settings.website,
            social_media: settings.social_media,
            time_zone: settings.time_zone,
            day_starts_at: settings.day_starts_at,
            lrd_cash_step: settings.lrd_cash_step.to_string(),
            usd_cash_step: settings.usd_cash_step.to_string(),
            phone_country: settings.phone_country,
            scale_labels: settings.scale_labels.iter().map(ScaleLabelView::from).collect(),
            public_url: settings.public_url,
            auto_print: settings.auto_print,
            methods: settings.methods.into_iter().map(MethodView::from).collect(),
            denominations: settings.denominations.iter().map(DenominationView::from).collect(),
            cash: CashView::from(settings.cash),
            screens: ScreensView::from(&settings.screens),
            work: WorkView::from(&settings.people),
            approvals: ApprovalSettingsView::from(&settings.approvals),
            bills: BillSettingsView::from(&settings.bills),
            credit: CreditSettingsView::from(&settings.credit),
            tax: TaxSettingsView::from(&tax),
            service_charge: ServiceChargeView::from(&settings.service_charge),
            fiscal: FiscalSettingsView::from(&settings.fiscal),
            head: HeadSettingsView::from(&settings.head),
            guest_wifi: GuestWifiView::from(settings.screens.guest_wifi),
            people: PeopleView::from(&settings.people),
            sheet: SheetSettings::from(&settings.people),
            printers: settings.printers.into_iter().map(PrinterSettingView::from).collect(),
        }
    }
}

/// Settings to change; absent members stay as they are.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct SettingsBody {
    #[schema(value_type = Option<String>, example = "Sunset Bar & Grill")]
    business_name: RawField,
    #[schema(value_type = Option<String>)]
    address: RawField,
    #[schema(value_type = Option<String>)]
    phone: RawField,
    #[schema(value_type = Option<String>)]
    thank_you_message: RawField,
    #[schema(value_type = Option<String>)]
    website: RawField,
    #[schema(value_type = Option<String>)]
    social_media: RawField,
    #[schema(value_type = Option<String>, example = "Africa/Monrovia")]
    time_zone: RawField,
    #[schema(value_type = Option<String>, example = "05:00")]
    day_starts_at: RawField,
    #[schema(value_type = Option<String>, example = "5.00")]
    lrd_cash_step: RawField,
    /// 0.01, 0.05, 0.10, 0.25, 0.50 or 1.00.
    #[schema(value_type = Option<String>, example = "0.01")]
    usd_cash_step: RawField,
    /// 1 to 3 digits.
    #[schema(value_type = Option<String>, example = "231")]
    phone_country: RawField,
    /// The complete list, at most 10.
    #[schema(value_type = Option<Vec<ScaleLabelBody>>)]
    scale_labels: RawField,
    #[schema(value_type = Option<String>)]
    public_url: RawField,
    #[schema(value_type = Option<bool>)]
    auto_print: RawField,
    /// The complete list, of which none may be left out. Methods without an id are new.
    #[schema(value_type = Option<Vec<MethodBody>>)]
    methods: RawField,
    /// The complete list.
    #[schema(value_type = Option<Vec<DenominationBody>>)]
    denominations: RawField,
    #[schema(value_type = Option<CashBody>)]
    cash: RawField,
    #[schema(value_type = Option<StartScreensBody>)]
    start_screen: RawField,
    #[schema(value_type = Option<OrderSettingsBody>)]
    orders: RawField,
    #[schema(value_type = Option<ReportSettingsBody>)]
    reports: RawField,
    #[schema(value_type = Option<GuestWifiBody>)]
    guest_wifi: RawField,
    #[schema(value_type = Option<PeopleBody>)]
    people: RawField,
    #[schema(value_type = Option<ClockSettingsBody>)]
    clock: RawField,
    #[schema(value_type = Option<ReasonSettingsBody>)]
    reasons: RawField,
    #[schema(value_type = Option<SheetSettingsBody>)]
    sheet: RawField,
    #[schema(value_type = Option<TipSettingsBody>)]
    tips: RawField,
    #[schema(value_type = Option<ApprovalSettingsBody>)]
    approvals: RawField,
    #[schema(value_type = Option<BillSettingsBody>)]
    bills: RawField,
    #[schema(value_type = Option<CreditSettingsBody>)]
    credit: RawField,
    #[schema(value_type = Option<TaxBody>)]
    tax: RawField,
    #[schema(value_type = Option<ServiceChargeBody>)]
    service_charge: RawField,
    #[schema(value_type = Option<FiscalBody>)]
    fiscal: RawField,
    #[schema(value_type = Option<HeadSettingsBody>)]
    head: RawField,
    #[schema(value_type = Option<Vec<PrinterSettingBody>>)]
    printers: RawField,
}

/// Returns the public settings.
#[utoipa::path(get, path = "/api/settings/public", tag = "settings", responses((status = 200, body = PublicSettings)))]
pub async fn public(State(app): State<AppState>, request: ReadRequest) -> Result<Response, ApiError> {
    let at = app.stamp();
    let today = app.store.read(settings::settings)?.bar_time().business_day(at);
    request
        .answer(&app, &[Topic::Settings, Topic::Devices], &today.to_string(), |view| {
            let settings = settings::settings(view)?;
            let (tax, service_charge) = tax_settings::public(&settings, today);
            let devices = !devices::enrolled_devices(view)?.is_empty();
            let lrd_cash_step = settings.lrd_cash_step.to_string();
            let phone_country = settings.phone_country.clone();
            let screens = ScreensView::from(&settings.screens);
            let work = PublicWork::from(&settings.people);
            let title = settings.business_name.clone();
            let version = env!("CARGO_PKG_VERSION");
            let (demo, appliance) = (app.demo, app.machine.is_some());
            Ok(PublicSettings { title, demo, version, lrd_cash_step, phone_country, devices, appliance, screens, work, tax, service_charge })
        })
        .await
}

/// Returns all settings.
#[utoipa::path(get, path = "/api/settings", tag = "settings", responses((status = 200, body = SettingsView), (status = 401), (status = 403)))]
pub async fn get(State(app): State<AppState>, _: Admin, request: ReadRequest) -> Result<Response, ApiError> {
    let at = app.stamp();
    // A planned mode of tax is the mode from its day on.
    let today = app.store.read(settings::settings)?.bar_time().business_day(at).to_string();
    request.answer(&app, &[Topic::Settings], &today, |view| Ok(SettingsView::new(Settings::clone(&*settings::settings(view)?), at))).await
}

/// Changes settings; absent ones stay as they are.
#[utoipa::path(put, path = "/api/settings", tag = "settings", request_body = SettingsBody, responses(
    (status = 200, body = SettingsView), (status = 400), (status = 401), (status = 403), (status = 409), (status = 415)))]
pub async fn put(State(app): State<AppState>, Admin(caller): Admin, write: Write<SettingsBody>) -> Result<Response, ApiError> {
    let mut form = Form::default();
    let known = app.store.read(settings::settings)?.printers.clone();
    let change = change(&mut form, &write.body, Some(&Addresses { known, access: &app.printer_access }));
    form.finish()?;
    let (command, at) = (Command::Settings(Box::new(change)), app.stamp());
    write
        .submit(&app, &caller, command, move |_, view| {
            json(StatusCode::OK, &SettingsView::new(Settings::clone(&*settings::settings(view)?), at))
        })
        .await
}

/// Parses a change of settings. Without `addresses` it sets no printers.
pub fn change(form: &mut Form, body: &SettingsBody, addresses: Option<&Addresses<'_>>) -> SetSettings {
    let mut line = |name: &str, field: &RawField| form.line_change(name, field).map(Option::unwrap_or_default);
    SetSettings {
        business_name: line("businessName", &body.business_name),
        address: line("address", &body.address),
        phone: line("phone", &body.phone),
        thank_you_message: line("thankYouMessage", &body.thank_you_message),
        website: line("website", &body.website),
        social_media: line("socialMedia", &body.social_media),
        time_zone: line("timeZone", &body.time_zone),
        day_starts_at: line("dayStartsAt", &body.day_starts_at),
        phone_country: line("phoneCountry", &body.phone_country),
        lrd_cash_step: form.money("lrdCashStep", &body.lrd_cash_step),
        usd_cash_step: form.money("usdCashStep", &body.usd_cash_step),
        scale_labels: scale_labels(form, &body.scale_labels),
        public_url: form.line_change("publicUrl", &body.public_url),
        auto_print: form.flag("autoPrint", &body.auto_print),
        methods: cash::methods(form, &body.methods),
        denominations: cash::denominations(form, &body.denominations),
        cash: cash::cash(form, &body.cash),
        screens: screens::screens(form, &screen_fields(body)),
        people: people::people(form, &people_fields(body)),
        approvals: approvals::approvals(form, &body.approvals),
        bills: bills::bills(form, &body.bills),
        credit: credit::credit(form, &body.credit),
        tax: tax_settings::tax(form, &body.tax),
        service_charge: tax_settings::service_charge(form, &body.service_charge),
        fiscal: fiscal::settings(form, &body.fiscal),
        head: head_settings::head(form, &body.head),
        printers: addresses.filter(|_| body.printers.is_present()).map(|addresses| printers(form, &body.printers, addresses)),
    }
}

fn people_fields(body: &SettingsBody) -> PeopleFields<'_> {
    PeopleFields { people: &body.people, clock: &body.clock, reasons: &body.reasons, tips: &body.tips, sheet: &body.sheet }
}

fn screen_fields(body: &SettingsBody) -> ScreenFields<'_> {
    ScreenFields { start_screen: &body.start_screen, orders: &body.orders, reports: &body.reports, guest_wifi: &body.guest_wifi }
}
