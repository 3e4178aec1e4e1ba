//! Text of a QR code that joins a phone to a Wi-Fi network, in the format of ZXing that all phone cameras read.

use crate::settings::GuestWifi;

/// Characters with a meaning in the format: each gets a backslash.
const SPECIAL: [char; 5] = ['\\', ';', ',', '"', ':'];

/// The text of the code; `None` if guests have no Wi-Fi.
pub fn wifi_code(wifi: &GuestWifi) -> Option<String> {
    Some(join_code(wifi.name.as_deref()?, wifi.password.as_deref()))
}

/// The text of a code with which phones join a Wi-Fi; `None` is an open one.
pub fn join_code(name: &str, password: Option<&str>) -> String {
    let name = escaped(name);
    match password {
        Some(password) => format!("WIFI:T:WPA;S:{name};P:{};;", escaped(password)),
        None => format!("WIFI:T:nopass;S:{name};;"),
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if SPECIAL.contains(&letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_are_escaped_and_open_networks_have_no_password() {
        for (name, password, code) in [
            (None, None, None),
            (None, Some("lost"), None),
            (Some("Sunset Guests"), Some("cold beer"), Some("WIFI:T:WPA;S:Sunset Guests;P:cold beer;;")),
            (Some("Sunset"), None, Some("WIFI:T:nopass;S:Sunset;;")),
            (Some(r#"a;b,c:d"e\f"#), Some(";;"), Some(r#"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:\;\;;;"#)),
            (Some("Café"), Some("crème"), Some("WIFI:T:WPA;S:Café;P:crème;;")),
        ] {
            let wifi = GuestWifi { name: name.map(str::to_owned), password: password.map(str::to_owned) };
            assert_eq!(wifi_code(&wifi).as_deref(), code);
        }
    }
}
