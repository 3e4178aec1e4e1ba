//! Settings of printers, in answers and requests.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::catalog::Category;
use crate::http::contract::schemas::PrinterProfile;
use crate::printer::AddressPolicy;
use crate::printer::profile::Profile;
use crate::printer::transport::target::{Target, TargetError, complete_address};
use crate::settings::{COLUMNS, DRAWER_PINS, PrinterSetting};
use web::form::{Form, RawField};

/// Settings of a printer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PrinterSetting)]
pub struct PrinterSettingView {
    id: u64,
    name: String,
    url: String,
    columns: u8,
    #[schema(value_type = PrinterProfile)]
    profile: String,
    #[schema(value_type = Vec<Category>)]
    categories: Vec<String>,
    enabled: bool,
    opens_drawer: bool,
    drawer_pin: u8,
    receipts: bool,
}

impl From<PrinterSetting> for PrinterSettingView {
    fn from(printer: PrinterSetting) -> Self {
        PrinterSettingView {
            id: printer.id,
            name: printer.name,
            url: printer.url,
            columns: printer.columns,
            profile: printer.profile,
            categories: printer.categories,
            enabled: printer.enabled,
            opens_drawer: printer.opens_drawer,
            drawer_pin: printer.drawer_pin,
            receipts: printer.receipts,
        }
    }
}

/// Settings of a printer; without an id, a new one.
#[derive(Deserialize, Serialize, Default, ToSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct PrinterSettingBody {
    #[schema(value_type = Option<u64>)]
    id: RawField,
    #[schema(value_type = String, example = "Bar")]
    name: RawField,
    /// An IP address alone gets `tcp://` and the port 9100.
    #[schema(value_type = String, example = "tcp://192.168.1.50:9100")]
    url: RawField,
    #[schema(value_type = Option<u8>, example = 42)]
    columns: RawField,
    #[schema(value_type = Option<PrinterProfile>)]
    profile: RawField,
    #[schema(value_type = Option<Vec<Category>>)]
    categories: RawField,
    #[schema(value_type = Option<bool>)]
    enabled: RawField,
    /// Whether the cash drawer is connected to it. Default: false.
    #[schema(value_type = Option<bool>)]
    opens_drawer: RawField,
    /// Pin of the drawer connector, 2 or 5. Default: 2.
    #[schema(value_type = Option<u8>, example = 2)]
    drawer_pin: RawField,
    /// Whether it prints receipts. Default: true.
    #[schema(value_type = Option<bool>)]
    receipts: RawField,
}

/// Decides which addresses a printer may have.
pub struct Addresses<'a> {
    /// The printers before the change.
    pub known: Vec<PrinterSetting>,
    pub access: &'a AddressPolicy,
}

impl Addresses<'_> {
    /// Checks the address of `printer`. An invalid address that a printer already has may stay, so that other settings can be
    /// changed before it is corrected: it is never opened.
    ///
    /// # Errors
    ///
    /// A sentence that says why the address is not allowed.
    fn check(&self, printer: &PrinterSetting) -> Result<(), String> {
        let target: Target = printer.url.parse().map_err(|error: TargetError| error.to_string())?;
        if self.known.iter().any(|known| known.id == printer.id && known.url == printer.url) {
            return Ok(());
        }
        self.access.check(&target).map_err(|why| format!("{} cannot be a printer: {why}", printer.url))
    }
}

/// Parses the list of printers.
pub fn printers(form: &mut Form, field: &RawField, addresses: &Addresses<'_>) -> Vec<PrinterSetting> {
    let rows = match field.value() {
        None => return Vec::new(),
        Some(value) => serde_json::from_value::<Vec<PrinterSettingBody>>(value.clone()),
    };
    match rows {
        Ok(rows) => {
            let printers: Vec<PrinterSetting> = rows.iter().map(|row| printer(form, row)).collect();
            for wrong in printers.iter().filter_map(|printer| addresses.check(printer).err()) {
                form.reject("printers", wrong);
            }
            printers
        }
        Err(_) => {
            form.reject("printers", "Must be a list of printers");
            Vec::new()
        }
    }
}

fn printer(form: &mut Form, row: &PrinterSettingBody) -> PrinterSetting {
    let url = complete_address(&form.line("printers", &row.url).unwrap_or_default());
    let profile = form.line("printers", &row.profile).unwrap_or_else(|| Profile::default().name.to_owned());
    let Some(preset) = Profile::named(&profile) else {
        form.reject("printers", format!("Unknown printer profile {profile}"));
        return PrinterSetting { url, profile, ..PrinterSetting::default() };
    };
    // A number out of range becomes one that the settings rules refuse.
    let columns = form.integer("printers", &row.columns).map(|columns| u8::try_from(columns).unwrap_or(u8::MAX));
    let pin = form.integer("printers", &row.drawer_pin).map(|pin| u8::try_from(pin).unwrap_or(u8::MAX));
    PrinterSetting {
        id: form.id("printers", &row.id).unwrap_or(0),
        name: form.line("printers", &row.name).unwrap_or_default(),
        columns: columns.unwrap_or_else(|| u8::try_from(preset.columns).unwrap_or(COLUMNS[0])),
        categories: categories(form, &row.categories),
        enabled: form.flag("printers", &row.enabled).unwrap_or(true),
        opens_drawer: form.flag("printers", &row.opens_drawer).unwrap_or(false),
        drawer_pin: pin.unwrap_or(DRAWER_PINS[0]),
        receipts: form.flag("printers", &row.receipts).unwrap_or(true),
        url,
        profile,
        from_command_line: false,
    }
}

fn categories(form: &mut Form, field: &RawField) -> Vec<String> {
    let Some(value) = field.value() else { return Vec::new() };
    let words: Vec<&str> = value.as_array().map(|words| words.iter().filter_map(Value::as_str).collect()).unwrap_or_default();
    let known: Vec<String> = words.iter().filter_map(|word| Category::parse(word)).map(|category| category.as_str().to_owned()).collect();
    if known.len() != value.as_array().map_or(usize::MAX, Vec::len) {
        form.reject("printers", "Categories are drinks, food, cigars and uncategorized");
    }
    known
}
