//! What the owner sets once: the business on the receipt, the bar's day, cash rounding, printers.

mod decide;
mod tables;

use serde::{Deserialize, Serialize};

pub use decide::{AttachPrinter, SetSettings, attach_printer, set_settings};
pub use tables::{apply_changed, settings};

use crate::base::host::Host;
use crate::base::{BarTime, Lrd};

/// Columns that paper can have: 58 mm, and 80 mm in two fonts.
pub const COLUMNS: [u8; 3] = [32, 42, 48];
/// Most printers that one box drives.
pub const PRINTERS_MAX: usize = 8;

/// Everything that can be set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The bar's name, on receipts and in the top bar.
    pub business_name: String,
    /// Postal address, on receipts.
    pub address: String,
    /// Telephone, on receipts.
    pub phone: String,
    /// Last line of a receipt.
    pub thank_you_message: String,
    /// On receipts.
    pub website: String,
    /// On receipts.
    pub social_media: String,
    /// IANA name of the bar's time zone.
    pub time_zone: String,
    /// `HH:MM`: when one night ends and the next begins.
    pub day_starts_at: String,
    /// Smallest step of change in Liberian dollars: there are no coins.
    pub lrd_cash_step: Lrd,
    /// What guests' QR codes lead to, instead of the box's own address.
    pub public_url: Option<String>,
    /// Whether every receipt prints once by itself.
    pub auto_print: bool,
    /// The printers, in the order in which they were added.
    pub printers: Vec<PrinterSetting>,
    /// The id that the next printer gets; ids are not used twice.
    pub next_printer_id: u64,
}

/// One printer as it is set up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrinterSetting {
    /// Stays with the printer.
    pub id: u64,
    /// What people call it.
    pub name: String,
    /// `tcp://HOST:PORT`, `file://PATH` or `serial://PATH?baud=N`.
    pub url: String,
    /// Characters in a line, one of [`COLUMNS`].
    pub columns: u8,
    /// Name of the preset that says what the printer understands.
    pub profile: String,
    /// Categories whose order tickets it prints.
    pub categories: Vec<String>,
    /// Whether jobs are sent to it.
    pub enabled: bool,
    /// Whether it came from the command line and so follows it.
    #[serde(default)]
    pub from_command_line: bool,
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
            lrd_cash_step: Lrd::minor(500),
            public_url: None,
            auto_print: true,
            printers: Vec::new(),
            next_printer_id: 1,
        }
    }
}

impl Settings {
    /// How this bar counts its days. Settings are checked when they are made, so the fallback is never met in a bar.
    pub fn bar_time(&self) -> BarTime {
        BarTime::new(&self.time_zone, &self.day_starts_at).unwrap_or_else(BarTime::monrovia)
    }

    /// What guests' codes begin with: the public address that is set, else the box's own. No slash at the end.
    pub fn guest_base(&self, own: &dyn Fn() -> String) -> String {
        let base = self.public_url.clone().unwrap_or_else(own);
        base.trim_end_matches('/').to_owned()
    }

    /// The host of the public address that is set.
    pub fn public_host(&self) -> Option<Host> {
        self.public_url.as_deref().and_then(Host::of_url)
    }

    /// The printer that receipts go to: the first that is switched on.
    pub fn receipt_printer(&self) -> Option<&PrinterSetting> {
        self.printers.iter().find(|printer| printer.enabled)
    }
}

/// The wall clock jumped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockJumped {
    /// Milliseconds forward (or back).
    pub by: i64,
}

/// The settings as they are from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsChanged {
    /// All of them.
    pub settings: Settings,
}
