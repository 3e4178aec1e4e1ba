//! Settings of the screens, in answers and requests.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

use crate::settings::{GuestWifi, ScreenSettings, SetScreens, StartScreen};
use web::form::{Form, RawField, object};

/// Names of the members, under which their errors are reported.
const START_SCREEN: &str = "startScreen";
const ORDERS: &str = "orders";
const REPORTS: &str = "reports";
const GUEST_WIFI: &str = "guestWifi";

/// The first screen of each role that has a choice.
#[derive(Serialize, ToSchema)]
pub struct StartScreens {
    /// Default: `sales`.
    #[schema(schema_with = start_screen)]
    bartender: &'static str,
    /// Whether the bar has chosen. Until then the first steps ask.
    chosen: bool,
}

/// Settings of orders.
#[derive(Serialize, ToSchema)]
pub struct OrderSettings {
    /// Whether orders are prepared and ready before they are served. False: 'Mark Served' is the one step.
    steps: bool,
}

/// Settings of reports.
#[derive(Serialize, ToSchema)]
pub struct ReportSettings {
    /// Whether managers may open the reports.
    managers: bool,
}

/// The guests' Wi-Fi.
#[derive(Serialize, ToSchema)]
#[schema(as = GuestWifi)]
pub struct GuestWifiView {
    /// Null if guests have no Wi-Fi.
    #[schema(example = "Sunset Guests")]
    name: Option<String>,
    /// Null for an open network.
    password: Option<String>,
}

/// The screen settings that every phone needs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScreensView {
    start_screen: StartScreens,
    orders: OrderSettings,
    reports: ReportSettings,
}

impl From<&ScreenSettings> for ScreensView {
    fn from(screens: &ScreenSettings) -> Self {
        ScreensView {
            start_screen: StartScreens {
                bartender: screens.bartender_start.unwrap_or(StartScreen::Sales).as_str(),
                chosen: screens.bartender_start.is_some(),
            },
            orders: OrderSettings { steps: screens.order_steps },
            reports: ReportSettings { managers: screens.manager_reports },
        }
    }
}

impl From<GuestWifi> for GuestWifiView {
    fn from(wifi: GuestWifi) -> Self {
        GuestWifiView { name: wifi.name, password: wifi.password }
    }
}

/// The first screens to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct StartScreensBody {
    #[schema(schema_with = start_screen)]
    bartender: RawField,
    /// False, as in the settings of a bar that has not chosen, changes nothing. Default: true.
    #[schema(value_type = Option<bool>)]
    chosen: RawField,
}

/// Settings of orders to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct OrderSettingsBody {
    #[schema(value_type = Option<bool>)]
    steps: RawField,
}

/// Settings of reports to change.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct ReportSettingsBody {
    #[schema(value_type = Option<bool>)]
    managers: RawField,
}

/// The guests' Wi-Fi to change: blank or null removes. Without a name there is no password.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default)]
pub struct GuestWifiBody {
    #[schema(value_type = Option<String>, example = "Sunset Guests")]
    name: RawField,
    #[schema(value_type = Option<String>)]
    password: RawField,
}

/// The members of a settings request that this file reads.
pub struct ScreenFields<'a> {
    pub start_screen: &'a RawField,
    pub orders: &'a RawField,
    pub reports: &'a RawField,
    pub guest_wifi: &'a RawField,
}

/// Parses the settings of the screens; absent members are no change. A guests' Wi-Fi of null removes it.
pub fn screens(form: &mut Form, fields: &ScreenFields<'_>) -> SetScreens {
    let start: StartScreensBody = object(form, START_SCREEN, fields.start_screen);
    let orders: OrderSettingsBody = object(form, ORDERS, fields.orders);
    let reports: ReportSettingsBody = object(form, REPORTS, fields.reports);
    let wifi: GuestWifiBody = object(form, GUEST_WIFI, fields.guest_wifi);
    let bartender = form.word(START_SCREEN, &start.bartender, StartScreen::parse, "A bartender starts at sales or till");
    let chosen = form.flag(START_SCREEN, &start.chosen).unwrap_or(true);
    let wifi_removed = fields.guest_wifi.is_present() && fields.guest_wifi.value().is_none();
    SetScreens {
        bartender_start: bartender.filter(|_| chosen),
        order_steps: form.flag(ORDERS, &orders.steps),
        manager_reports: form.flag(REPORTS, &reports.managers),
        wifi_name: if wifi_removed { Some(None) } else { form.line_change(GUEST_WIFI, &wifi.name) },
        wifi_password: form.line_change(GUEST_WIFI, &wifi.password),
    }
}

fn start_screen() -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(StartScreen::ALL.map(StartScreen::as_str))).build()
}
