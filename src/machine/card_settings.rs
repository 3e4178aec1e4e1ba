//! `barback.txt`: what an owner writes on the card before the first start, with any computer.

use std::path::Path;

use web::form::{Form, RawField};

use appliance::network::{SSID_BYTES_MAX, is_password};
use base::BarTime;

/// Largest file that is read, in bytes.
const FILE_MAX: usize = 16 * 1024;
/// Keys that the machine reads itself, at every start.
const OF_THE_MACHINE: [&str; 5] = ["wifi-country", "hostname", "rtc", "support", "backup-stick"];

/// What the box takes from the file. Empty: not set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardSettings {
    /// The bar's name.
    pub name: Option<String>,
    pub time_zone: Option<String>,
    /// The Wi-Fi to join.
    pub wifi_name: Option<String>,
    pub wifi_password: Option<String>,
    /// Two letters.
    pub wifi_country: Option<String>,
    /// Opens the backup that lies beside the file.
    pub backup_passphrase: Option<String>,
}

/// Name of the file.
const FILE: &str = "barback.txt";

/// Reads the file in the folder `boot`; without one nothing is set.
pub fn read_in(boot: &Path) -> (CardSettings, Vec<String>) {
    std::fs::read(boot.join(FILE)).map(|bytes| read(&bytes)).unwrap_or_default()
}

/// Reads the file. Lines that cannot be used are ignored, and said.
pub fn read(bytes: &[u8]) -> (CardSettings, Vec<String>) {
    let mut settings = CardSettings::default();
    let mut mistakes = Vec::new();
    if bytes.len() > FILE_MAX {
        return (settings, vec![format!("barback.txt is larger than {FILE_MAX} bytes and was not read")]);
    }
    // Notepad on Windows begins a file with a byte order mark.
    let text = String::from_utf8_lossy(bytes);
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let used = match line.split_once('=') {
            Some((key, value)) => take(&mut settings, key.trim(), unquoted(value.trim())),
            None => Err("has no =".to_owned()),
        };
        if let Err(reason) = used {
            mistakes.push(format!("barback.txt, line {}: {reason}", number + 1));
        }
    }
    (settings, mistakes)
}

fn unquoted(value: &str) -> &str {
    value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(value)
}

fn take(settings: &mut CardSettings, key: &str, value: &str) -> Result<(), String> {
    if value.is_empty() {
        return Ok(());
    }
    match key {
        "name" => settings.name = Some(line(value)?),
        "time-zone" if BarTime::new(value, "05:00").is_none() => return Err(format!("{value} is no time zone such as Africa/Monrovia")),
        "time-zone" => settings.time_zone = Some(value.to_owned()),
        "wifi-name" if value.len() > SSID_BYTES_MAX => return Err("the Wi-Fi's name is too long".to_owned()),
        "wifi-name" => settings.wifi_name = Some(line(value)?),
        "wifi-password" if !is_password(value) => return Err("the Wi-Fi's password must have 8 to 63 letters".to_owned()),
        "wifi-password" => settings.wifi_password = Some(value.to_owned()),
        "wifi-country" if value.len() != 2 || !value.bytes().all(|letter| letter.is_ascii_alphabetic()) => {
            return Err(format!("{value} is no country of two letters such as LR"));
        }
        "wifi-country" => settings.wifi_country = Some(value.to_ascii_uppercase()),
        "backup-passphrase" => settings.backup_passphrase = Some(value.to_owned()),
        key if OF_THE_MACHINE.contains(&key) => {}
        unknown => return Err(format!("{unknown} is not known")),
    }
    Ok(())
}

/// One line of text, as on the screens.
fn line(value: &str) -> Result<String, String> {
    let mut form = Form::default();
    let line = form.line("value", &RawField::of(Some(value.into())));
    form.finish().map_err(|refusal| refusal.message)?;
    line.ok_or_else(|| "is empty".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_as_owners_write_it() {
        let text = "\u{feff}# Settings\r\nname = \"Sunset Bar & Grill\"\r\n\r\nwifi-name=Router 2\r\nwifi-password = palm = river\r\ntime-zone = Africa/Accra\r\nwifi-country = gh\r\nrtc = ds3231\r\n";
        let (settings, mistakes) = read(text.as_bytes());
        assert_eq!(mistakes, Vec::<String>::new());
        let expected = CardSettings {
            name: Some("Sunset Bar & Grill".to_owned()),
            time_zone: Some("Africa/Accra".to_owned()),
            wifi_name: Some("Router 2".to_owned()),
            wifi_password: Some("palm = river".to_owned()),
            wifi_country: Some("GH".to_owned()),
            backup_passphrase: None,
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn what_cannot_be_used_is_said_and_ignored() {
        let (settings, mistakes) =
            read(b"name Sunset\ncolour = red\ntime-zone = Mars/Base\nwifi-password = short\nwifi-country = Liberia\nname = Palm\n");
        assert_eq!(settings, CardSettings { name: Some("Palm".to_owned()), ..CardSettings::default() });
        let parts = ["line 1: has no =", "line 2: colour", "line 3: Mars/Base", "line 4: the Wi-Fi's password", "line 5: Liberia"];
        assert_eq!(mistakes.len(), parts.len());
        for (mistake, part) in mistakes.iter().zip(parts) {
            assert!(mistake.contains(part), "{mistake}");
        }
    }

    #[test]
    fn a_file_of_rubbish_is_no_reason_to_fail() {
        assert_eq!(read(&[0xff; FILE_MAX + 1]).1.len(), 1);
        assert_eq!(read(&[0xff, 0xfe, 0, b'=']).0, CardSettings::default());
    }
}
