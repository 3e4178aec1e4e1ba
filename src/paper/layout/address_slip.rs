//! Page layout of the slip with the box's address for phones; on the first start also with the admin's sign-in.

use super::receipt::PrintInfo;
use crate::menu::join_code;
use base::SecureAddress;
use printer::paper::{Paper, Size, Style};
use printer::profile::Profile;

/// Path of the page with instructions for trusting the box's certificate.
const TRUST_PATH: &str = "/trust";
/// Bytes of the fingerprint per line: four lines that fit narrow paper.
const FINGERPRINT_BYTES: usize = 8;

/// What becomes of the slip.
const THROW_AWAY: &str = "You choose a new password at the first sign-in. Then throw this away.";
const KEEP: &str =
    "You choose a new password at the first sign-in. Then keep this slip with the books: a factory reset asks for its password.";

/// Style of the address, large enough to be read from a wall.
const ADDRESS: Style = Style { bold: true, size: Size::Tall, ..Style::CENTRE };

/// Content of the slip.
#[derive(Debug, Clone, Copy)]
pub struct AddressSlip<'a> {
    /// The bar's name.
    pub title: &'a str,
    /// The URL that phones open, as a QR code and as text; `None` while the box has no network address.
    pub url: Option<&'a str>,
    /// The URL with the box's mDNS name, for phones that resolve such names.
    pub name_url: Option<&'a str>,
    /// The HTTPS URL and the certificate's fingerprint, if the box serves HTTPS.
    pub secure: Option<&'a SecureAddress>,
    /// Name and password of the box's own Wi-Fi, on the first start of a machine with one.
    pub wifi: Option<(&'a str, &'a str)>,
    /// The first sign-in, on the first start only.
    pub first: Option<FirstSignIn<'a>>,
}

/// Account of the first sign-in on a new box.
#[derive(Debug, Clone, Copy)]
pub struct FirstSignIn<'a> {
    /// The account's name.
    pub username: &'a str,
    /// Its one-time password; `None` if the password was set during installation.
    pub password: Option<&'a str>,
    /// Whether a factory reset asks for the password later, as a machine of its own does.
    pub keeps: bool,
}

impl AddressSlip<'_> {
    /// Lays the slip out. Without `printing` it is not a job of the print queue and has no job number.
    pub fn paper(&self, printing: Option<&PrintInfo>, profile: Profile) -> Paper {
        let mut paper = Paper::new(profile);
        paper.text(self.title, Style::HEADLINE);
        paper.text(if self.first.is_some() { "First sign-in" } else { "Staff phones" }, Style::CENTRE);
        paper.rule();
        if let Some((name, password)) = self.wifi {
            paper.text("Connect to this Wi-Fi", Style::PLAIN);
            paper.columns("Name", name, Style::PLAIN);
            paper.columns("Password", password, Style { bold: true, ..Style::PLAIN });
            paper.qr(&join_code(name, Some(password)));
            paper.rule();
        }
        if let Some(FirstSignIn { username, password, keeps }) = self.first {
            match self.wifi {
                Some(_) => paper.text(&format!("Sign in as {username}"), Style::PLAIN),
                None => paper.columns("Username", username, Style::PLAIN),
            }
            match password {
                Some(password) => {
                    paper.columns("Password", password, Style { bold: true, ..Style::PLAIN });
                    paper.text(if keeps { KEEP } else { THROW_AWAY }, Style::PLAIN);
                }
                None => paper.text("The password is the one that was set when the box was installed.", Style::PLAIN),
            }
            paper.rule();
        }
        match self.url {
            Some(url) => {
                let open =
                    if self.wifi.is_some() { "Open this page" } else { "Join the Wi-Fi of the bar, then scan this or open the address:" };
                paper.text(open, Style::PLAIN);
                paper.qr(url);
                paper.text(url, ADDRESS);
            }
            None => paper.text("No phone reaches the box yet: it is on no network.", Style::PLAIN),
        }
        if let Some(name_url) = self.name_url {
            paper.text(&format!("or {name_url}"), Style::CENTRE);
        }
        paper.rule();
        if let Some(secure) = self.secure {
            paper.text(&format!("Secure pages: {}", secure.url), Style::PLAIN);
            if let Some(url) = self.url {
                paper.text(&format!("How a phone comes to trust them: {url}{TRUST_PATH}"), Style::PLAIN);
            }
            paper.text("SHA-256 fingerprint of the certificate:", Style::PLAIN);
            // In lines of equal length, so that it can be compared line by line.
            let bytes: Vec<&str> = secure.fingerprint.split(':').collect();
            bytes.chunks(FINGERPRINT_BYTES).for_each(|piece| paper.text(&piece.join(":"), Style::CENTRE));
            paper.rule();
        }
        match printing {
            Some(printing) => paper.columns(&format!("Job {}", printing.job), &printing.at, Style::PLAIN),
            None => paper.feed(2),
        }
        paper.cut();
        paper
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use printer::paper::Element;

    const SLIP: AddressSlip<'static> = AddressSlip {
        title: "Sunset Bar",
        url: Some("http://192.168.8.1:8080"),
        name_url: Some("http://bar.local:8080"),
        secure: None,
        wifi: None,
        first: None,
    };

    const FIRST: Option<FirstSignIn<'static>> = Some(FirstSignIn { username: "admin", password: Some("k7-pass"), keeps: false });

    #[test]
    fn a_slip_shows_the_address_as_text_and_as_qr_code() {
        let printing = PrintInfo { job: 7, at: "21 Nov 2026, 8:00 PM".to_owned(), ..PrintInfo::default() };
        let paper = SLIP.paper(Some(&printing), Profile::default());
        let lines = paper.lines().join("\n");
        for part in ["Sunset Bar", "Staff phones", "http://192.168.8.1:8080", "or http://bar.local:8080", "Job 7"] {
            assert!(lines.contains(part), "{part}: {lines}");
        }
        assert!(paper.elements().iter().any(|element| matches!(element, Element::Image(_) | Element::NativeQr(_))));
        assert!(!lines.contains("Password") && !lines.contains("fingerprint"), "{lines}");
    }

    #[test]
    fn with_https_the_fingerprint_fits_any_paper() {
        let bytes: Vec<String> = (0..32).map(|byte| format!("{byte:02X}")).collect();
        let secure = SecureAddress { url: "https://192.168.8.1:8443".to_owned(), fingerprint: bytes.join(":") };
        for name in ["epson-80-42", "generic-58", "safe"] {
            let profile = Profile::named(name).expect("known");
            let paper = AddressSlip { secure: Some(&secure), ..SLIP }.paper(None, profile);
            let lines: Vec<&str> = paper.lines().iter().map(|line| line.trim()).collect();
            let pieces: Vec<String> = bytes.chunks(8).map(|piece| piece.join(":")).collect();
            let at = lines.iter().position(|line| *line == pieces[0]).unwrap_or_else(|| panic!("{name}: {lines:#?}"));
            assert_eq!(lines[at..at + 4], pieces, "{name}");
            let words = lines.join(" ");
            assert!(words.contains("https://192.168.8.1:8443") && words.contains("http://192.168.8.1:8080/trust"), "{name}: {words}");
        }
    }

    #[test]
    fn the_first_slip_shows_the_password() {
        let paper = AddressSlip { first: FIRST, name_url: None, ..SLIP }.paper(None, Profile::default());
        let lines = paper.lines().join("\n");
        for part in ["First sign-in", "admin", "k7-pass", "throw this away", "http://192.168.8.1:8080"] {
            assert!(lines.contains(part), "{part}: {lines}");
        }
        assert!(!lines.contains("or http") && !lines.contains("Job"), "{lines}");
    }

    #[test]
    fn the_slip_of_a_machine_begins_with_its_wifi() {
        let first = FIRST.map(|first| FirstSignIn { keeps: true, ..first });
        let paper = AddressSlip { wifi: Some(("Sunset Bar", "k7wq-m4tz-9xhp")), first, ..SLIP }.paper(None, Profile::default());
        let lines = paper.lines().join(" ");
        let is_code = |element: &&Element| matches!(element, Element::Image(_) | Element::NativeQr(_));
        assert_eq!(paper.elements().iter().filter(is_code).count(), 2, "a code to join the Wi-Fi and one to open the page");
        assert!(lines.contains("factory reset") && !lines.contains("throw"), "{lines}");
        let parts = [
            "Connect to this Wi-Fi",
            "Sunset Bar",
            "k7wq-m4tz-9xhp",
            "Sign in as admin",
            "k7-pass",
            "Open this page",
            "http://192.168.8.1:8080",
        ];
        for part in parts {
            assert!(lines.contains(part), "{part}: {lines}");
        }
    }

    #[test]
    fn a_password_that_was_set_is_not_on_the_first_slip() {
        let first = Some(FirstSignIn { username: "admin", password: None, keeps: false });
        let lines = AddressSlip { first, ..SLIP }.paper(None, Profile::default()).lines().join(" ");
        assert!(lines.contains("First sign-in") && lines.contains("admin") && lines.contains("was set when"), "{lines}");
        assert!(!lines.contains("Password "), "{lines}");
    }

    #[test]
    fn a_box_that_no_phone_reaches_offers_no_address() {
        let alone = AddressSlip { url: None, name_url: None, first: FIRST, ..SLIP };
        let paper = alone.paper(None, Profile::default());
        let lines = paper.lines().join("\n");
        assert!(lines.contains("k7-pass") && lines.contains("No phone reaches the box yet"), "{lines}");
        assert!(!lines.contains("http") && !paper.elements().iter().any(|element| matches!(element, Element::Image(_))), "{lines}");
    }
}
