//! USB discovery: lists the printers that are connected to the box.

use std::fs;
use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::Pin;

use super::{Finder, FoundPrinters, PrinterLocation};

/// Folder below `/dev` with names by USB port, which `systemd/barback.rules` creates.
const BY_PORT: &str = "barback";
/// Folder below `/dev` with printers numbered in the order in which they were switched on.
const BY_NUMBER: &str = "usb";
/// Folder below `/sys` with the device ID of each numbered printer.
const DEVICE_IDS: &str = "class/usbmisc";

/// Lists the USB printers, each under its most stable name.
pub struct UsbFinder {
    dev: PathBuf,
    sys: PathBuf,
}

impl UsbFinder {
    /// `dev` and `sys` are `/dev` and `/sys` except in tests.
    pub fn new(dev: impl Into<PathBuf>, sys: impl Into<PathBuf>) -> Self {
        UsbFinder { dev: dev.into(), sys: sys.into() }
    }
}

impl Finder for UsbFinder {
    fn find(&self) -> Pin<Box<dyn Future<Output = FoundPrinters> + Send>> {
        let (dev, sys) = (self.dev.clone(), self.sys.clone());
        Box::pin(async move { tokio::task::spawn_blocking(move || list_printers(&dev, &sys)).await.unwrap_or_default() })
    }
}

fn list_printers(dev: &Path, sys: &Path) -> FoundPrinters {
    let links = entries(&dev.join(BY_PORT));
    let devices = entries(&dev.join(BY_NUMBER)).into_iter().filter_map(|device| {
        let number = device.file_name()?.to_str().filter(|name| name.starts_with("lp"))?;
        let device_id = fs::read_to_string(sys.join(DEVICE_IDS).join(number).join("device/ieee1284_id")).unwrap_or_default();
        let stable = links.iter().find(|link| is_same_file(link, &device)).unwrap_or(&device);
        Some((PrinterLocation::Device(stable.to_owned()), name(&device_id)))
    });
    devices.collect()
}

/// The entries of a folder; none if it does not exist.
fn entries(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect()
}

fn is_same_file(link: &Path, device: &Path) -> bool {
    matches!((link.canonicalize(), device.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// The name in a printer's IEEE 1284 device ID, `MFG:EPSON;MDL:TM-T20III;DES:EPSON TM-T20III;…`.
fn name(device_id: &str) -> Option<String> {
    let field = |keys: [&str; 2]| {
        let mut fields = device_id.split(';').filter_map(|field| field.split_once(':'));
        fields.find(|(key, _)| keys.contains(&key.trim())).map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    };
    let (maker, model) = (field(["MFG", "MANUFACTURER"]), field(["MDL", "MODEL"]));
    let name = match (field(["DES", "DESCRIPTION"]), maker, model) {
        (Some(whole), ..) => whole.to_owned(),
        (None, Some(maker), Some(model)) => format!("{maker} {model}"),
        (None, maker, model) => maker.or(model)?.to_owned(),
    };
    super::is_displayable(&name).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::super::NAME_MAX;
    use super::*;

    #[test]
    fn a_device_id_names_the_printer_in_one_of_several_ways() {
        for (device_id, expected) in [
            ("MFG:EPSON;CMD:ESC/POS;MDL:TM-T20III;CLS:PRINTER;DES:EPSON TM-T20III;\n", Some("EPSON TM-T20III")),
            ("MANUFACTURER:Xprinter;MODEL: XP-58 ;", Some("Xprinter XP-58")),
            ("MDL:POS58;DES:;", Some("POS58")),
            ("MFG:STMicroelectronics", Some("STMicroelectronics")),
            ("", None),
            ("CLS:PRINTER;", None),
            ("DES:\u{1b}@", None),
        ] {
            assert_eq!(name(device_id).as_deref(), expected, "{device_id:?}");
        }
        assert_eq!(name(&format!("DES:{}", "x".repeat(NAME_MAX + 1))), None);
    }
}
