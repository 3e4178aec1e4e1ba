//! What a new owner reads at the screen and on paper until the first password is chosen: the Wi-Fi, the address, the first sign-in.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::menu::join_code;
use crate::menu::qr::QrPicture;

/// File in the data folder with the first sign-in, until the password is changed.
const FILE: &str = "first-sign-in.json";

/// The first sign-in of a new box, or of one that was restored from a backup on its card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstSignIn {
    pub username: String,
    /// `None` on a restored box: people sign in as before.
    pub password: Option<String>,
    /// Whether a printer has printed it.
    #[serde(default)]
    pub printed: bool,
}

impl FirstSignIn {
    /// That of a restored box.
    pub fn restored() -> Self {
        FirstSignIn { username: String::new(), password: None, printed: false }
    }

    /// Reads it; `None` once the password was changed.
    pub fn read(data: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(file(data)).ok()?).ok()
    }

    /// Stores it, readable by the box alone.
    ///
    /// # Errors
    /// If the disk fails.
    pub fn write(&self, data: &Path) -> io::Result<()> {
        let file = store::replace_private(&file(data))?;
        serde_json::to_writer(&file, self)?;
        file.sync_all()
    }

    /// Removes it.
    pub fn forget(data: &Path) {
        if let Err(error) = std::fs::remove_file(file(data))
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::error!("the first password stays on the card: {error}");
        }
    }
}

fn file(data: &Path) -> PathBuf {
    data.join(FILE)
}

/// File in the data folder with the hash of the first password, for a factory reset.
const HASH_FILE: &str = "first-password-hash";
/// File in the data folder that asks the machine to forget the bar at its next start.
const RESET_FILE: &str = "factory-reset";

/// Keeps the hash of the first password for as long as the bar exists.
///
/// # Errors
/// If the disk fails.
pub fn keep_slip_password(data: &Path, hash: &str) -> io::Result<()> {
    let mut file = store::replace_private(&data.join(HASH_FILE))?;
    file.write_all(hash.as_bytes())?;
    file.sync_all()
}

/// The hash of the first password; `None` for a box that was set up without a slip.
pub fn slip_password_hash(data: &Path) -> Option<String> {
    std::fs::read_to_string(data.join(HASH_FILE)).ok()
}

/// Asks the machine to forget the bar at its next start.
///
/// # Errors
/// If the disk fails.
pub fn ask_for_reset(data: &Path) -> io::Result<()> {
    store::replace_private(&data.join(RESET_FILE))?.sync_all()
}

/// The box's own Wi-Fi.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wifi<'a> {
    pub ssid: &'a str,
    pub password: &'a str,
}

/// The text of the screen at the HDMI port.
pub fn screen(wifi: Option<Wifi<'_>>, url: Option<&str>, first: &FirstSignIn, mistakes: &[String]) -> String {
    let mut text = String::from("Barback\n\n");
    let mut add = |part: String| {
        text.push_str(&part);
        text.push('\n');
    };
    if let Some(wifi) = wifi {
        add(format!("1. Connect to this Wi-Fi\n   Name      {}\n   Password  {}", wifi.ssid, wifi.password));
        add(blocks(&join_code(wifi.ssid, Some(wifi.password))));
    } else {
        add("1. Connect to the Wi-Fi of the router".to_owned());
    }
    match url {
        Some(url) => add(format!("2. Open this page\n   {url}\n{}", blocks(url))),
        None => add("2. Plug in a cable: the box is on no network yet".to_owned()),
    }
    match &first.password {
        Some(password) => add(format!("3. Sign in as {}\n   Password  {password}", first.username)),
        None => add("3. Sign in with your name and password: the bar is the one of the backup".to_owned()),
    }
    for mistake in mistakes {
        add(mistake.clone());
    }
    text
}

/// A code drawn with block characters; nothing if it cannot be drawn.
fn blocks(content: &str) -> String {
    QrPicture::new(content).map(|code| code.blocks()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first() -> FirstSignIn {
        FirstSignIn { username: "admin".to_owned(), password: Some("k7wq-m4tz".to_owned()), printed: false }
    }

    #[test]
    fn the_screen_says_wifi_address_and_sign_in() {
        let wifi = Wifi { ssid: "Sunset Bar", password: "palm-river-27" };
        let text = screen(Some(wifi), Some("http://10.42.0.1"), &first(), &["barback.txt, line 2: colour is not known".to_owned()]);
        for part in ["Sunset Bar", "palm-river-27", "http://10.42.0.1", "Sign in as admin", "k7wq-m4tz", "line 2", "█"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn the_screen_of_a_restored_box_shows_no_password_but_that_of_the_wifi() {
        let wifi = Wifi { ssid: "Sunset Bar", password: "palm-river-27" };
        let text = screen(Some(wifi), Some("http://10.42.0.1"), &FirstSignIn::restored(), &[]);
        assert!(text.contains("palm-river-27") && text.contains("the one of the backup") && !text.contains("Sign in as "), "{text}");
    }

    #[test]
    fn the_first_sign_in_is_kept_until_it_is_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(FirstSignIn::read(folder.path()), None);
        first().write(folder.path()).expect("a disk");
        assert_eq!(FirstSignIn::read(folder.path()), Some(first()));
        FirstSignIn::forget(folder.path());
        assert_eq!(FirstSignIn::read(folder.path()), None);
    }
}
