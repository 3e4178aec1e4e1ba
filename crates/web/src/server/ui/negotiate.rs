//! Content negotiation: `Accept` and `Accept-Encoding` (RFC 9110, section 12).

use axum::http::HeaderValue;

/// The highest quality, `q=1`, in thousandths.
const FULL_QUALITY: u16 = 1000;

/// Content coding of a file. There is no Brotli: browsers take it over HTTPS only, and most phones reach the box over HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    Gzip,
    /// Not compressed.
    Plain,
}

impl Coding {
    /// The name in `Content-Encoding`; `None` for plain.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Coding::Gzip => Some("gzip"),
            Coding::Plain => None,
        }
    }
}

/// The coding that the client prefers of a file that is also there as gzip. Plain without `Accept-Encoding`, or if gzip is not acceptable.
pub fn best_coding<'a>(accept: impl Iterator<Item = &'a HeaderValue>) -> Coding {
    let preferences = preferences(accept);
    let quality = |names: &[&str]| {
        let named = preferences.iter().find(|(name, _)| names.iter().any(|known| name.eq_ignore_ascii_case(known)));
        named.or_else(|| preferences.iter().find(|(name, _)| *name == "*")).map(|(_, quality)| *quality)
    };
    // Plain is acceptable unless it is excluded, but a coding that is named outranks it.
    let plain = quality(&["identity"]).unwrap_or(1);
    match quality(&["gzip", "x-gzip"]) {
        Some(gzip) if gzip > 0 && gzip >= plain => Coding::Gzip,
        _ => Coding::Plain,
    }
}

/// Whether the client accepts a page: it names HTML, or accepts anything without naming another type.
pub fn accepts_page<'a>(accept: impl Iterator<Item = &'a HeaderValue>) -> bool {
    let preferences = preferences(accept);
    let wanted = |wanted: &[&str]| {
        preferences.iter().any(|(name, quality)| *quality > 0 && wanted.iter().any(|kind| name.eq_ignore_ascii_case(kind)))
    };
    let others = preferences.iter().any(|(name, _)| *name != "*/*");
    preferences.is_empty() || wanted(&["text/html", "text/*", "application/xhtml+xml"]) || (wanted(&["*/*"]) && !others)
}

/// The members of a list such as `gzip;q=0.5, br`, each with its quality in thousandths.
fn preferences<'a>(values: impl Iterator<Item = &'a HeaderValue>) -> Vec<(&'a str, u16)> {
    let members = values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(','));
    members
        .filter_map(|member| {
            let mut parts = member.split(';').map(str::trim);
            let name = parts.next().filter(|name| !name.is_empty())?;
            let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
            Some((name, weight.map_or(FULL_QUALITY, thousandths)))
        })
        .collect()
}

/// `0.5` → 500. An invalid quality is 0.
fn thousandths(text: &str) -> u16 {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    match (whole, decimals.len(), format!("{decimals:0<3}").parse::<u16>()) {
        ("0", ..=3, Ok(thousandths)) => thousandths,
        ("1", ..=3, Ok(0)) => FULL_QUALITY,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_the_preferred_coding() {
        use Coding::{Gzip, Plain};
        for (accept, picked) in [
            (None, Plain),
            (Some(""), Plain),
            (Some("gzip, deflate, br, zstd"), Gzip),
            (Some("gzip, deflate"), Gzip),
            (Some("GZIP"), Gzip),
            (Some("x-gzip"), Gzip),
            (Some("br"), Plain),
            (Some("br;q=0.5, gzip;q=0.9"), Gzip),
            (Some("br ; q=0.9 , gzip ; q=0.5"), Gzip),
            (Some("br;q=0, gzip;q=0"), Plain),
            (Some("gzip;q=0.000, br"), Plain),
            (Some("*"), Gzip),
            (Some("gzip;q=0, *"), Plain),
            (Some("gzip;q=0.1"), Gzip),
            (Some("gzip;q=0.001"), Gzip),
            (Some("identity"), Plain),
            (Some("identity;q=1, gzip;q=0.5"), Plain),
            (Some("identity;q=0.5, gzip;q=0.8"), Gzip),
            (Some("identity;q=0"), Plain),
            (Some("*;q=0"), Plain),
            (Some("zstd"), Plain),
            (Some("gzip;q=high"), Plain),
            (Some("gzip;q=2"), Plain),
        ] {
            let values: Vec<HeaderValue> = accept.iter().map(|text| HeaderValue::from_static(text)).collect();
            assert_eq!(best_coding(values.iter()), picked, "{accept:?}");
        }
    }

    #[test]
    fn knows_which_clients_accept_a_page() {
        for (accept, page) in [
            (None, true),
            (Some("*/*"), true),
            (Some("text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"), true),
            (Some("TEXT/HTML"), true),
            (Some("text/*"), true),
            (Some("application/json, text/plain, */*"), false),
            (Some("application/json"), false),
            (Some("image/avif,image/webp,image/*,*/*;q=0.8"), false),
            (Some("text/html;q=0"), false),
        ] {
            let values: Vec<HeaderValue> = accept.iter().map(|text| HeaderValue::from_static(text)).collect();
            assert_eq!(accepts_page(values.iter()), page, "{accept:?}");
        }
    }
}
