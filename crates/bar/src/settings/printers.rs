//! Settings of printers: which there are, and which of them prints what.

use serde::{Deserialize, Serialize};

use super::Settings;

/// Possible columns of paper: 58 mm, and 80 mm in two fonts.
pub const COLUMNS: [u8; 3] = [32, 42, 48];
/// Pins of a drawer's plug to which a printer can send the pulse.
pub const DRAWER_PINS: [u8; 2] = [2, 5];
/// Largest number of printers.
pub const PRINTERS_MAX: usize = 8;

/// The settings of one printer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PrinterSetting {
    /// Never changes.
    pub id: u64,
    pub name: String,
    /// `tcp://HOST:PORT`, `file://PATH` or `serial://PATH?baud=N`.
    pub url: String,
    /// Characters per line, one of [`COLUMNS`].
    pub columns: u8,
    /// Name of the preset that says what the printer understands.
    pub profile: String,
    /// Categories whose order tickets it prints.
    pub categories: Vec<String>,
    /// Whether jobs are sent to it.
    pub enabled: bool,
    /// Whether it comes from `--printer`, and so changes with it.
    pub from_command_line: bool,
    /// Whether the cash drawer is plugged into it.
    pub opens_drawer: bool,
    /// The pin of the drawer's plug, one of [`DRAWER_PINS`].
    pub drawer_pin: u8,
    /// Whether receipts are printed here; off for a printer that prints order tickets only.
    pub receipts: bool,
}

/// An enabled printer that prints receipts and opens no drawer.
impl Default for PrinterSetting {
    fn default() -> Self {
        PrinterSetting {
            id: 0,
            name: String::new(),
            url: String::new(),
            columns: COLUMNS[0],
            profile: String::new(),
            categories: Vec::new(),
            enabled: true,
            from_command_line: false,
            opens_drawer: false,
            drawer_pin: DRAWER_PINS[0],
            receipts: true,
        }
    }
}

impl Settings {
    /// The printer with this id.
    pub fn printer(&self, id: u64) -> Option<&PrinterSetting> {
        self.printers.iter().find(|printer| printer.id == id)
    }

    /// The printer that receipts go to: the first enabled one that prints them.
    pub fn receipt_printer(&self) -> Option<&PrinterSetting> {
        self.printers.iter().find(|printer| printer.enabled && printer.receipts)
    }

    /// The printer whose drawer opens when cash is taken: the receipt printer if it has one, else the first enabled printer that
    /// has. One drawer and not all of them, because the others may be where no staff can see them.
    pub fn drawer_printer(&self) -> Option<&PrinterSetting> {
        let has = |printer: &&PrinterSetting| printer.enabled && printer.opens_drawer;
        self.receipt_printer().filter(has).or_else(|| self.printers.iter().find(has))
    }

    /// The enabled printers that print order tickets of a category.
    pub fn ticket_printers<'a>(&'a self, category: &'a str) -> impl Iterator<Item = &'a PrinterSetting> {
        self.printers.iter().filter(move |printer| printer.enabled && printer.categories.iter().any(|one| one == category))
    }
}
