//! Printer addresses: `tcp://HOST:9100`, `file:///dev/usb/lp0`, `serial:///dev/ttyUSB0?baud=19200` or `none`; an IP address alone is
//! short for `tcp://`.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};
use std::path::PathBuf;
use std::str::FromStr;

/// The port that network printers listen on.
pub const DEFAULT_PORT: u16 = 9100;
/// Default speed of a serial line, in bits per second.
pub const DEFAULT_BAUD: u32 = 19_200;
/// Speeds that serial printers support, in bits per second.
pub const BAUD_RATES: [u32; 8] = [1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 57_600, 115_200];

/// Address of a printer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// On the network.
    Tcp {
        /// Name or address, an IPv6 address without brackets.
        host: String,
        /// Usually 9100.
        port: u16,
    },
    /// A device such as `/dev/usb/lp0`, or a plain file that collects the bytes.
    File(PathBuf),
    /// On a serial line.
    Serial {
        /// `/dev/ttyUSB0`.
        path: PathBuf,
        /// Bits per second.
        baud: u32,
    },
    /// No printer.
    None,
}

/// Why a text is not a printer address, as a sentence for the person who typed it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TargetError {
    /// None of the five forms.
    #[error("Must be 192.168.1.50, tcp://HOST:9100, file:///dev/usb/lp0, serial:///dev/ttyUSB0?baud=19200 or none")]
    Form,
    /// No host, or an invalid host name.
    #[error("Must name the printer's address, such as tcp://192.168.1.50:9100")]
    Host,
    /// Not 1–65535.
    #[error("The port must be a number from 1 to 65535, such as 9100")]
    Port,
    /// The path does not start at the root.
    #[error("The path must start with /, such as file:///dev/usb/lp0")]
    Path,
    /// Something other than `baud=` after the question mark, or a speed that is not in [`BAUD_RATES`].
    #[error("The speed must be one of 1200, 2400, 4800, 9600, 19200, 38400, 57600, 115200, such as ?baud=19200")]
    Baud,
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("none") {
            return Ok(Target::None);
        }
        match text.split_once("://") {
            Some(("tcp", rest)) => network(rest),
            Some(("file", path)) => Ok(Target::File(absolute(path)?)),
            Some(("serial", rest)) => serial(rest),
            None if starts_with_address(text) => network(text),
            _ => Err(TargetError::Form),
        }
    }
}

/// The address as it is stored: one that was typed without `tcp://` gets it, and its port. Any other text stays as it is.
pub fn complete_address(text: &str) -> String {
    match text.parse::<Target>() {
        Ok(target @ Target::Tcp { .. }) if !text.contains("://") => target.to_string(),
        _ => text.to_owned(),
    }
}

/// Whether it begins with an IP address. Not a name: what is no address is more likely a typing mistake.
fn starts_with_address(text: &str) -> bool {
    let host = text.split_once(':').map_or(text, |(host, _)| host);
    text.starts_with('[') || host.parse::<Ipv4Addr>().is_ok()
}

fn network(rest: &str) -> Result<Target, TargetError> {
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let (host, port) = match rest.strip_prefix('[') {
        Some(bracketed) => bracketed.split_once(']').ok_or(TargetError::Host)?,
        None => rest.split_at(rest.find(':').unwrap_or(rest.len())),
    };
    let legal = if rest.starts_with('[') {
        host.parse::<Ipv6Addr>().is_ok()
    } else {
        !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_'))
    };
    if !legal {
        return Err(TargetError::Host);
    }
    let port = match port.strip_prefix(':') {
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().map_err(|_| TargetError::Port)?,
        None if port.is_empty() => DEFAULT_PORT,
        _ => return Err(TargetError::Port),
    };
    if port == 0 {
        return Err(TargetError::Port);
    }
    Ok(Target::Tcp { host: host.to_owned(), port })
}

fn absolute(path: &str) -> Result<PathBuf, TargetError> {
    if path.starts_with('/') && path.len() > 1 && !path.contains('\0') { Ok(PathBuf::from(path)) } else { Err(TargetError::Path) }
}

fn serial(rest: &str) -> Result<Target, TargetError> {
    let (path, baud) = match rest.split_once('?') {
        None => (rest, DEFAULT_BAUD),
        Some((path, query)) => {
            let speed = query.strip_prefix("baud=").and_then(|digits| digits.parse().ok());
            (path, speed.filter(|speed| BAUD_RATES.contains(speed)).ok_or(TargetError::Baud)?)
        }
    };
    Ok(Target::Serial { path: absolute(path)?, baud })
}

/// Formats it as people type it.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Tcp { host, port } if host.contains(':') => write!(f, "tcp://[{host}]:{port}"),
            Target::Tcp { host, port } => write!(f, "tcp://{host}:{port}"),
            Target::File(path) => write!(f, "file://{}", path.display()),
            Target::Serial { path, baud } => write!(f, "serial://{}?baud={baud}", path.display()),
            Target::None => f.write_str("none"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_forms() {
        let rows = [
            ("tcp://192.168.1.50:9100", "tcp://192.168.1.50:9100"),
            (" tcp://printer.local ", "tcp://printer.local:9100"),
            ("tcp://[::1]:9101/", "tcp://[::1]:9101"),
            ("file:///dev/usb/lp0", "file:///dev/usb/lp0"),
            ("file:///dev/barback/printer-1-1.2", "file:///dev/barback/printer-1-1.2"),
            ("serial:///dev/ttyUSB0", "serial:///dev/ttyUSB0?baud=19200"),
            ("serial:///dev/ttyS0?baud=9600", "serial:///dev/ttyS0?baud=9600"),
            (
                "serial:///dev/serial/by-path/platform-3f980000.usb-usb-0:1.2:1.0-port0?baud=9600",
                "serial:///dev/serial/by-path/platform-3f980000.usb-usb-0:1.2:1.0-port0?baud=9600",
            ),
            ("none", "none"),
            (" 192.168.1.50 ", "tcp://192.168.1.50:9100"),
            ("192.168.1.50:9101", "tcp://192.168.1.50:9101"),
            ("[fd00::7]", "tcp://[fd00::7]:9100"),
        ];
        for (text, shown) in rows {
            assert_eq!(text.parse::<Target>().map(|target| target.to_string()).as_deref(), Ok(shown), "{text}");
        }
    }

    #[test]
    fn only_a_bare_address_is_completed() {
        for (text, stored) in [
            ("192.168.1.50", "tcp://192.168.1.50:9100"),
            ("192.168.1.50:9101", "tcp://192.168.1.50:9101"),
            ("tcp://192.168.1.50", "tcp://192.168.1.50"),
            ("file:///dev/usb/lp0", "file:///dev/usb/lp0"),
            ("none", "none"),
            ("192.168.1", "192.168.1"),
        ] {
            assert_eq!(complete_address(text), stored, "{text}");
        }
    }

    #[test]
    fn refuses_in_words() {
        use TargetError::*;
        let rows = [
            ("", Form),
            ("192.168.1", Form),
            ("192.168.1.500", Form),
            ("printer", Form),
            ("192.168.1.50:", Port),
            ("192.168.1.50:x", Port),
            ("192.168.1.50/", Form),
            ("[fd00::7", Host),
            ("http://x", Form),
            ("tcp://", Host),
            ("tcp://:9100", Host),
            ("tcp://a b:9100", Host),
            ("tcp://user@host:9100", Host),
            ("tcp://[::1", Host),
            ("tcp://[x]:9100", Host),
            ("tcp://h:", Port),
            ("tcp://h:0", Port),
            ("tcp://h:+1", Port),
            ("tcp://h:65536", Port),
            ("tcp://h:91:00", Port),
            ("tcp://[::1]9100", Port),
            ("file://dev/usb/lp0", Path),
            ("file:///", Path),
            ("serial://ttyS0", Path),
            ("serial:///dev/ttyS0?baud=fast", Baud),
            ("serial:///dev/ttyS0?baud=12345", Baud),
            ("serial:///dev/ttyS0?parity=odd", Baud),
        ];
        for (text, error) in rows {
            assert_eq!(text.parse::<Target>(), Err(error), "{text}");
        }
    }
}
