//! Settings of the bar: business details, business day, payment methods, cash rounding, people, tax, printers.

mod approvals;
mod bills;
mod cash;
mod cash_steps;
mod credit;
mod decide;
mod fiscal;
mod head;
mod people;
mod printers;
mod scale_labels;
mod screens;
mod tables;

use serde::{Deserialize, Serialize};

pub use approvals::{ApprovalKind, ApprovalRule, ApprovalSettings, DISCOUNT_FREE_MAX, SetApprovals, WAIT_MAX, WAIT_MIN};
pub use bills::{BillSettings, SetBills};
pub use cash::{
    CashMode, CashSettings, CountBy, LONG_SHIFT_MAX, LONG_SHIFT_MIN, STEP_WITH_COINS, STEP_WITHOUT_COINS, SetCash, USD_CASH_STEPS,
};
pub use cash_steps::CashSteps;
pub use credit::{CREDIT_LIMIT_MAX, CreditSettings, SetCreditSettings, check_limit};
pub use decide::{AttachPrinter, SetSettings, attach_printer, set_settings};
pub use fiscal::{FiscalPolicy, FiscalSettings, SetFiscal};
pub use head::{HeadAddress, HeadSettings, SetHead, SuggestedRates};
pub use people::{BartendersSee, ClockMode, LOCK_AFTER_MAX, LOCK_AFTER_MIN, PeopleSettings, SetPeople, TipMode};
pub use printers::{COLUMNS, DRAWER_PINS, PRINTERS_MAX, PrinterSetting};
pub use scale_labels::{LabelHolds, PREFIX_MAX, PREFIX_MIN, SCALE_LABELS_MAX, ScaleLabel};
pub use screens::{GuestWifi, ScreenSettings, SetScreens, StartScreen};
pub use tables::{apply_changed, apply_head_url, settings};

use crate::methods::{Denomination, Method, PaymentMethod, first_denominations, first_methods};
use crate::tax::{ServiceChargeSettings, TaxDays, TaxSettings};
use base::host::Host;
use base::{BarTime, BusinessDay, Lrd, Role, Timestamp, Usd};

/// All settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The bar's name, on receipts and in the top bar.
    pub business_name: String,
    /// Postal address, on receipts.
    pub address: String,
    /// Telephone, on receipts.
    pub phone: String,
    /// Last line of a receipt.
    pub thank_you_message: String,
    /// Printed on receipts.
    pub website: String,
    /// Printed on receipts.
    pub social_media: String,
    /// IANA name of the bar's time zone.
    pub time_zone: String,
    /// `HH:MM`: when one night ends and the next begins.
    pub day_starts_at: String,
    /// Smallest step of change in Liberian dollars, because small coins are not in use.
    pub lrd_cash_step: Lrd,
    /// Smallest amount of US dollars in change and in exact payments in cash; the rest is in Liberian dollars. One of [`USD_CASH_STEPS`].
    #[serde(default = "cash::cent")]
    pub usd_cash_step: Usd,
    /// The country code of telephone numbers in the bar's country, without a plus sign.
    #[serde(default = "first_phone_country")]
    pub phone_country: String,
    /// The labels of scales that the bar sells by, in the order in which they were added: at most [`SCALE_LABELS_MAX`].
    #[serde(default = "scale_labels::first_scale_labels")]
    pub scale_labels: Vec<ScaleLabel>,
    /// Address in guests' QR codes, instead of the box's own.
    pub public_url: Option<String>,
    /// Whether every receipt prints once automatically.
    pub auto_print: bool,
    /// The payment methods, in the order in which they were added.
    pub methods: Vec<Method>,
    /// The notes and coins that the bar accepts.
    pub denominations: Vec<Denomination>,
    pub cash: CashSettings,
    pub screens: ScreenSettings,
    pub people: PeopleSettings,
    pub approvals: ApprovalSettings,
    pub bills: BillSettings,
    #[serde(default)]
    pub credit: CreditSettings,
    pub tax: TaxSettings,
    pub service_charge: ServiceChargeSettings,
    pub fiscal: FiscalSettings,
    pub head: HeadSettings,
    /// The printers, in the order in which they were added.
    pub printers: Vec<PrinterSetting>,
    /// The id that the next printer gets; ids are not used twice.
    pub next_printer_id: u64,
}

/// The country code of Liberia, which every bar has at first.
pub const PHONE_COUNTRY: &str = "231";

fn first_phone_country() -> String {
    PHONE_COUNTRY.to_owned()
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            business_name: "Barback".to_owned(),
            address: String::new(),
            phone: String::new(),
            thank_you_message: "Thank you for your visit!".to_owned(),
            website: String::new(),
            social_media: String::new(),
            time_zone: "Africa/Monrovia".to_owned(),
            day_starts_at: "05:00".to_owned(),
            lrd_cash_step: STEP_WITH_COINS,
            usd_cash_step: cash::cent(),
            phone_country: first_phone_country(),
            scale_labels: scale_labels::first_scale_labels(),
            public_url: None,
            auto_print: true,
            methods: first_methods(),
            denominations: first_denominations(),
            cash: CashSettings::default(),
            screens: ScreenSettings::default(),
            people: PeopleSettings::default(),
            approvals: ApprovalSettings::default(),
            bills: BillSettings::default(),
            credit: CreditSettings::default(),
            tax: TaxSettings::default(),
            service_charge: ServiceChargeSettings::default(),
            fiscal: FiscalSettings::default(),
            head: HeadSettings::default(),
            printers: Vec::new(),
            next_printer_id: 1,
        }
    }
}

impl Settings {
    /// The bar's time zone and start of day. Settings are checked before they are stored, so the fallback is not used in practice.
    pub fn bar_time(&self) -> BarTime {
        BarTime::new(&self.time_zone, &self.day_starts_at).unwrap_or_else(BarTime::monrovia)
    }

    /// The smallest amounts of cash that the bar takes and gives.
    pub fn cash_steps(&self) -> CashSteps {
        CashSteps { lrd: self.lrd_cash_step, usd: self.usd_cash_step, rounds_due: self.cash.round_due }
    }

    /// The days of the moment `at` that decide mode and rates of tax.
    pub fn tax_days(&self, at: Timestamp) -> TaxDays {
        TaxDays::of(&self.tax, &self.bar_time(), at)
    }

    /// The day of the moment `at` that decides which planned prices are in force: the one that decides the rate.
    pub fn price_day(&self, at: Timestamp) -> BusinessDay {
        self.tax_days(at).rates
    }

    /// The beginning of addresses in guests' QR codes: `public_url`, else `own`. Without a slash at the end.
    pub fn guest_base(&self, own: &dyn Fn() -> String) -> String {
        let base = self.public_url.clone().unwrap_or_else(own);
        base.trim_end_matches('/').to_owned()
    }

    /// Whether expected cash and differences of a drawer are kept from people of this role.
    pub fn counts_blind(&self, role: Role) -> bool {
        role < Role::Manager && (self.cash.blind_count || self.people.bartenders_see == BartendersSee::Nothing)
    }

    /// The payment method with this id.
    pub fn method(&self, id: &str) -> Option<&Method> {
        self.methods.iter().find(|method| method.id == id)
    }

    /// The name that people read for the label of a payment.
    pub fn method_name(&self, label: &PaymentMethod) -> String {
        match self.method(label.as_str()) {
            Some(method) => method.name.clone(),
            None if *label == PaymentMethod::MIXED => "Mixed".to_owned(),
            None => label.as_str().to_owned(),
        }
    }

    /// The place of a label in lists: methods in the order in which they were added, then `mixed`.
    pub fn method_place(&self, label: &PaymentMethod) -> usize {
        self.methods.iter().position(|method| method.id == label.as_str()).unwrap_or(self.methods.len())
    }

    /// The host of `public_url`.
    pub fn public_host(&self) -> Option<Host> {
        self.public_url.as_deref().and_then(Host::of_url)
    }
}

/// The settings were changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsChanged {
    pub settings: Settings,
    /// Whether tax or the service charge changed with them, so that prices on screens and menus mean something else.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tax: bool,
}
