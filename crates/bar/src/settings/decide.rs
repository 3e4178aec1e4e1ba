//! Decides changes of the settings, and of the printer from the command line.

use super::cash::{USD_CASH_STEPS, answer_coins};
use super::scale_labels::check_scale_labels;
use super::{
    BartendersSee, COLUMNS, DRAWER_PINS, PRINTERS_MAX, PrinterSetting, ScaleLabel, SetApprovals, SetBills, SetCash, SetCreditSettings,
    SetFiscal, SetHead, SetPeople, SetScreens, Settings, SettingsChanged,
};
use crate::methods::{Denomination, MethodChange, change_methods, check_denominations};
use crate::tax::{SetServiceCharge, SetTax, TaxChange, TaxFacts, TaxSettings, Wrong};
use base::bar_time::parse_minute;
use base::host::parse_http_url;
use base::{BarTime, Code, Decided, Lrd, Refusal, Usd};

/// Largest step of change: L$100.
const CASH_STEP_MAX: Lrd = Lrd::minor(10_000);
/// Most digits of a country code.
const COUNTRY_DIGITS_MAX: usize = 3;
/// Name of the printer from the command line.
const COMMAND_LINE_PRINTER: &str = "Receipt printer";

/// A change of settings; `None` keeps. It holds single settings and not all of them, so that two admins can change two settings
/// at the same time.
#[derive(Debug, Clone, Default)]
pub struct SetSettings {
    /// See [`Settings::business_name`].
    pub business_name: Option<String>,
    /// See [`Settings::address`].
    pub address: Option<String>,
    /// See [`Settings::phone`].
    pub phone: Option<String>,
    /// See [`Settings::thank_you_message`].
    pub thank_you_message: Option<String>,
    /// See [`Settings::website`].
    pub website: Option<String>,
    /// See [`Settings::social_media`].
    pub social_media: Option<String>,
    /// See [`Settings::time_zone`].
    pub time_zone: Option<String>,
    /// See [`Settings::day_starts_at`].
    pub day_starts_at: Option<String>,
    /// See [`Settings::lrd_cash_step`].
    pub lrd_cash_step: Option<Lrd>,
    /// See [`Settings::usd_cash_step`].
    pub usd_cash_step: Option<Usd>,
    /// See [`Settings::phone_country`].
    pub phone_country: Option<String>,
    /// The new list of labels of scales.
    pub scale_labels: Option<Vec<ScaleLabel>>,
    /// See [`Settings::public_url`]; `Some(None)` removes it.
    pub public_url: Option<Option<String>>,
    /// See [`Settings::auto_print`].
    pub auto_print: Option<bool>,
    /// The new list of payment methods; those without an id are new.
    pub methods: Option<Vec<MethodChange>>,
    /// The new list of notes and coins.
    pub denominations: Option<Vec<Denomination>>,
    /// See [`Settings::cash`].
    pub cash: SetCash,
    /// See [`Settings::screens`].
    pub screens: SetScreens,
    /// See [`Settings::people`].
    pub people: SetPeople,
    /// See [`Settings::approvals`].
    pub approvals: SetApprovals,
    /// See [`Settings::bills`].
    pub bills: SetBills,
    /// See [`Settings::credit`].
    pub credit: SetCreditSettings,
    /// See [`Settings::tax`].
    pub tax: SetTax,
    /// See [`Settings::service_charge`].
    pub service_charge: SetServiceCharge,
    /// See [`Settings::fiscal`].
    pub fiscal: SetFiscal,
    /// See [`Settings::head`].
    pub head: SetHead,
    /// The new list of printers; those with the id 0 are new.
    pub printers: Option<Vec<PrinterSetting>>,
}

impl SetSettings {
    /// `now` with these changes, except the payment methods and tax: see [`change_methods`] and [`SetTax`].
    fn applied_to(&self, now: &Settings) -> Settings {
        let or = |given: &Option<String>, kept: &String| given.as_ref().unwrap_or(kept).clone();
        let mut settings = Settings {
            business_name: or(&self.business_name, &now.business_name),
            address: or(&self.address, &now.address),
            phone: or(&self.phone, &now.phone),
            thank_you_message: or(&self.thank_you_message, &now.thank_you_message),
            website: or(&self.website, &now.website),
            social_media: or(&self.social_media, &now.social_media),
            time_zone: or(&self.time_zone, &now.time_zone),
            day_starts_at: or(&self.day_starts_at, &now.day_starts_at),
            lrd_cash_step: self.lrd_cash_step.unwrap_or(now.lrd_cash_step),
            usd_cash_step: self.usd_cash_step.unwrap_or(now.usd_cash_step),
            phone_country: or(&self.phone_country, &now.phone_country),
            scale_labels: self.scale_labels.as_ref().unwrap_or(&now.scale_labels).clone(),
            public_url: self.public_url.as_ref().unwrap_or(&now.public_url).clone(),
            auto_print: self.auto_print.unwrap_or(now.auto_print),
            methods: now.methods.clone(),
            denominations: self.denominations.as_ref().unwrap_or(&now.denominations).clone(),
            cash: self.cash.applied_to(&now.cash),
            screens: self.screens.applied_to(&now.screens),
            people: self.people.applied_to(&now.people),
            approvals: self.approvals.applied_to(&now.approvals),
            bills: self.bills.applied_to(&now.bills),
            credit: self.credit.applied_to(&now.credit),
            tax: now.tax.clone(),
            service_charge: self.service_charge.applied_to(&now.service_charge),
            fiscal: self.fiscal.applied_to(&now.fiscal),
            head: self.head.applied_to(&now.head),
            printers: self.printers.as_ref().unwrap_or(&now.printers).clone(),
            next_printer_id: now.next_printer_id,
        };
        if let Some(Some(gives_coins)) = self.cash.lrd_coins {
            answer_coins(&mut settings, gives_coins, self.lrd_cash_step.is_some(), self.denominations.is_some());
        }
        // Who saw everybody's sales could add up what the drawer should hold.
        let begins_blind = settings.cash.is_blind() && !now.cash.is_blind();
        if begins_blind && self.people.bartenders_see.is_none() && settings.people.bartenders_see == BartendersSee::All {
            settings.people.bartenders_see = BartendersSee::Own;
        }
        settings
    }
}

/// Whether `text` is the country code of telephone numbers: no country's begins with 0.
fn is_country_code(text: &str) -> bool {
    (1..=COUNTRY_DIGITS_MAX).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0')
}

/// Sets the printer from the command line, at each start.
#[derive(Debug, Clone)]
pub struct AttachPrinter {
    /// `None` for `--printer none`.
    pub url: Option<String>,
    /// Preset for a new printer.
    pub profile: String,
    /// Columns for a new printer.
    pub columns: u8,
}

/// Decides a change of settings. `facts` are for the rules of tax.
///
/// # Errors
/// 400 with a message for every field that is wrong; 404 for a printer with an unknown id; 409 for the address of a head office that the
/// bar is not connected to.
pub fn set_settings(command: &SetSettings, now: &Settings, facts: &TaxFacts) -> Decided<Vec<SettingsChanged>> {
    let mut settings = command.applied_to(now);
    let mut refusal = Refusal::invalid("Please check the settings");
    let mut wrong = |field: &str, message: &str| {
        refusal.fields.insert(field.to_owned(), message.to_owned());
    };
    if settings.business_name.is_empty() {
        wrong("businessName", "Business name is required");
    }
    if BarTime::new(&settings.time_zone, "05:00").is_none() {
        wrong("timeZone", "Unknown time zone");
    }
    if parse_minute(&settings.day_starts_at).is_none() {
        wrong("dayStartsAt", "Must be a time such as 05:00");
    }
    if settings.lrd_cash_step < Lrd::minor(1) || settings.lrd_cash_step > CASH_STEP_MAX {
        wrong("lrdCashStep", "Must be between 0.01 and 100.00");
    }
    if !USD_CASH_STEPS.contains(&settings.usd_cash_step) {
        wrong("usdCashStep", "Must be 0.01, 0.05, 0.10, 0.25, 0.50 or 1.00");
    }
    if !is_country_code(&settings.phone_country) {
        wrong("phoneCountry", "Must be a country code of 1 to 3 digits, such as 231");
    }
    if let Err(why) = check_scale_labels(&settings.scale_labels) {
        wrong("scaleLabels", &why);
    }
    if settings.public_url.as_deref().is_some_and(|url| parse_http_url(url).is_none()) {
        wrong("publicUrl", "Must be an address such as http://192.168.1.10");
    }
    match command.methods.as_deref().map(|sent| change_methods(sent, &now.methods)) {
        Some(Ok(methods)) => settings.methods = methods,
        Some(Err(why)) => wrong("methods", &why),
        None => {}
    }
    match set_tax(command, now, &settings, facts) {
        Ok(tax) => settings.tax = tax,
        Err(found) => found.iter().for_each(|(field, why)| wrong(field, why)),
    }
    if settings.fiscal != now.fiscal {
        settings.fiscal.check().iter().for_each(|(field, why)| wrong(field, why));
    }
    if settings.head != now.head
        && let Err(why) = settings.head.check()
    {
        wrong("head", &why);
    }
    if let Err(why) = check_denominations(&settings.denominations) {
        wrong("denominations", &why);
    }
    if let Err(why) = settings.cash.check() {
        wrong("cash", &why);
    }
    if let Err(why) = settings.screens.guest_wifi.check() {
        wrong("guestWifi", &why);
    }
    if let Err(why) = settings.people.check() {
        wrong("people", &why);
    }
    if let Err(why) = settings.people.check_sheet() {
        wrong("sheet", &why);
    }
    if let Err(why) = settings.approvals.check() {
        wrong("approvals", &why);
    }
    if let Err(why) = settings.bills.check() {
        wrong("bills", &why);
    }
    if let Err(why) = settings.credit.check() {
        wrong("credit", &why);
    }
    if settings.printers.len() > PRINTERS_MAX {
        wrong("printers", &format!("At most {PRINTERS_MAX} printers"));
    }
    if settings.printers.iter().any(|printer| printer.name.is_empty() || printer.url.is_empty() || !COLUMNS.contains(&printer.columns)) {
        wrong("printers", "Each printer needs a name, an address and 32, 42 or 48 columns");
    }
    if settings.printers.iter().any(|printer| !DRAWER_PINS.contains(&printer.drawer_pin)) {
        wrong("printers", "The drawer's pin is 2 or 5");
    }
    if !refusal.fields.is_empty() {
        return Err(refusal);
    }
    settings.head.check_connected(&now.head)?;
    number_printers(&mut settings, now)?;
    let tax = settings.tax != now.tax || settings.service_charge != now.service_charge;
    Ok(if settings == *now { Vec::new() } else { vec![SettingsChanged { settings, tax }] })
}

/// The settings of tax after the command. They are checked only where they change: no other setting is refused for them.
fn set_tax(command: &SetSettings, now: &Settings, settings: &Settings, facts: &TaxFacts) -> Result<TaxSettings, Vec<Wrong>> {
    let before = now.tax.as_of(facts.today);
    let after = command.tax.applied_to(&now.tax, facts.today).map_err(|wrong| vec![wrong])?;
    if after == before && settings.service_charge == now.service_charge {
        return Ok(now.tax.clone());
    }
    let mut found = settings.service_charge.check();
    found.extend(TaxChange { before: &before, after: &after, service: &settings.service_charge, facts }.check());
    if found.is_empty() { Ok(after) } else { Err(found) }
}

/// Numbers new printers; refuses unknown ids.
fn number_printers(settings: &mut Settings, now: &Settings) -> Decided<()> {
    let mut next = now.next_printer_id;
    for printer in &mut settings.printers {
        if printer.id == 0 {
            printer.id = next;
            next += 1;
        } else if let Some(known) = now.printers.iter().find(|known| known.id == printer.id) {
            printer.from_command_line = known.from_command_line && known.url == printer.url;
        } else {
            return Err(Refusal::new(Code::NotFound, "Printer not found"));
        }
    }
    settings.next_printer_id = next;
    Ok(())
}

/// Adds the printer from the command line to the settings. At later starts another address replaces it, and none removes it.
pub fn attach_printer(command: &AttachPrinter, now: &Settings) -> Vec<SettingsChanged> {
    let mut settings = now.clone();
    let place = settings.printers.iter().position(|printer| printer.from_command_line);
    match (&command.url, place) {
        (Some(url), Some(place)) => settings.printers[place].url.clone_from(url),
        (Some(url), None) if settings.printers.iter().any(|printer| printer.url == *url) => {}
        (Some(url), None) => {
            settings.printers.insert(0, printer(settings.next_printer_id, url, command));
            settings.next_printer_id += 1;
        }
        (None, Some(place)) => {
            settings.printers.remove(place);
        }
        (None, None) => {}
    }
    if settings == *now { Vec::new() } else { vec![SettingsChanged { settings, tax: false }] }
}

fn printer(id: u64, url: &str, command: &AttachPrinter) -> PrinterSetting {
    PrinterSetting {
        id,
        name: COMMAND_LINE_PRINTER.to_owned(),
        url: url.to_owned(),
        columns: command.columns,
        profile: command.profile.clone(),
        from_command_line: true,
        ..PrinterSetting::default()
    }
}
