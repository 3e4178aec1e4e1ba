//! Settings of the screens: where bartenders start, the steps of an order, who opens reports, the guests' Wi-Fi.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// Longest name of a Wi-Fi network, in bytes (IEEE 802.11).
pub const WIFI_NAME_BYTES_MAX: usize = 32;
/// Longest password of a Wi-Fi network, in characters (WPA2).
pub const WIFI_PASSWORD_MAX: usize = 63;

/// The screen that a bartender sees first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum StartScreen {
    /// The figures of the day.
    Sales,
    /// Quick Service, which the bar at the bottom then calls 'Till'.
    Till,
}

base::words!(StartScreen);

/// What screens show to whom.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScreenSettings {
    /// The first screen of a bartender; `None` until the bar has answered, which means Sales.
    pub bartender_start: Option<StartScreen>,
    /// Whether orders are prepared and ready before they are served.
    pub order_steps: bool,
    /// Whether managers may open the reports.
    pub manager_reports: bool,
    /// The guests' Wi-Fi, printed beside menu codes.
    pub guest_wifi: GuestWifi,
}

impl Default for ScreenSettings {
    fn default() -> Self {
        ScreenSettings { bartender_start: None, order_steps: true, manager_reports: false, guest_wifi: GuestWifi::default() }
    }
}

/// The Wi-Fi network that guests may join.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestWifi {
    /// The network's name; `None` if guests have no Wi-Fi.
    pub name: Option<String>,
    /// Its password; `None` for an open network.
    pub password: Option<String>,
}

/// A change of screen settings; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetScreens {
    /// See [`ScreenSettings::bartender_start`].
    pub bartender_start: Option<StartScreen>,
    /// See [`ScreenSettings::order_steps`].
    pub order_steps: Option<bool>,
    /// See [`ScreenSettings::manager_reports`].
    pub manager_reports: Option<bool>,
    /// See [`GuestWifi::name`]; `Some(None)` removes it, and the password with it.
    pub wifi_name: Option<Option<String>>,
    /// See [`GuestWifi::password`]; `Some(None)` removes it.
    pub wifi_password: Option<Option<String>>,
}

impl SetScreens {
    /// `now` with these changes.
    pub(super) fn applied_to(&self, now: &ScreenSettings) -> ScreenSettings {
        let name = self.wifi_name.as_ref().unwrap_or(&now.guest_wifi.name).clone();
        let password = self.wifi_password.as_ref().unwrap_or(&now.guest_wifi.password).clone();
        ScreenSettings {
            bartender_start: self.bartender_start.or(now.bartender_start),
            order_steps: self.order_steps.unwrap_or(now.order_steps),
            manager_reports: self.manager_reports.unwrap_or(now.manager_reports),
            guest_wifi: GuestWifi { password: name.as_ref().and(password), name },
        }
    }
}

impl GuestWifi {
    /// Checks the lengths.
    ///
    /// # Errors
    /// A sentence about what is too long.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.name.as_ref().is_some_and(|name| name.len() > WIFI_NAME_BYTES_MAX) {
            return Err(format!("The name of a Wi-Fi network has at most {WIFI_NAME_BYTES_MAX} letters"));
        }
        if self.password.as_ref().is_some_and(|password| password.chars().count() > WIFI_PASSWORD_MAX) {
            return Err(format!("A Wi-Fi password has at most {WIFI_PASSWORD_MAX} characters"));
        }
        Ok(())
    }
}
