//! Content negotiation: `Accept` and `Accept-Encoding` (RFC 9110, section 12).

use axum::http::HeaderValue;

/// The highest quality, `q=1`, in thousandths.
const FULL_QUALITY: u16 = 1000;

/// Content coding of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// Brotli.
    Brotli,
    /// Gzip.
    Gzip,
    /// Not compressed.
    Plain,
}

impl Coding {
    /// The smaller result first: among codings of the same quality, the first one is used.
    pub const COMPRESSED: [Coding; 2] = [Coding::Brotli, Coding::Gzip];

    /// Suffix of the names of files in this coding.
    pub fn suffix(self) -> &'static str {
        match self {
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
            Coding::Plain => "",
        }
    }

    /// The name in `Content-Encoding`; `None` for plain.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Coding::Brotli => Some("br"),
            Coding::Gzip => Some("gzip"),
            Coding::Plain => None,
        }
    }
}

/// The coding of `offered` that the client prefers. Plain without `Accept-Encoding`, or if none is acceptable.
pub fn best_coding<'a>(accept: impl Iterator<Item = &'a HeaderValue>, offered: &[Coding]) -> Coding {
    let preferences = preferences(accept);
    let quality = |names: &[&str]| {
        let named = preferences.iter().find(|(name, _)| names.iter().any(|known| name.eq_ignore_ascii_case(known)));
        named.or_else(|| preferences.iter().find(|(name, _)| *name == "*")).map(|(_, quality)| *quality)
    };
    // Plain is acceptable unless it is excluded, but a coding that is named outranks it.
    let mut best = (quality(&["identity"]).unwrap_or(1), Coding::Plain);
    for coding in offered.iter().rev() {
        let names: &[&str] = if *coding == Coding::Gzip { &["gzip", "x-gzip"] } else { &["br"] };
        if let Some(quality) = quality(names).filter(|quality| *quality > 0 && *quality >= best.0) {
            best = (quality, *coding);
        }
    }
    best.1
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
        use Coding::{Brotli, Gzip, Plain};
        let both = &[Brotli, Gzip][..];
        for (accept, offered, picked) in [
            (None, both, Plain),
            (Some(""), both, Plain),
            (Some("gzip, deflate, br, zstd"), both, Brotli),
            (Some("gzip, deflate"), both, Gzip),
            (Some("GZIP"), both, Gzip),
            (Some("x-gzip"), both, Gzip),
            (Some("gzip, br"), &[Gzip], Gzip),
            (Some("gzip, br"), &[], Plain),
            (Some("br;q=0.5, gzip;q=0.9"), both, Gzip),
            (Some("br ; q=0.9 , gzip ; q=0.5"), both, Brotli),
            (Some("br;q=0, gzip;q=0"), both, Plain),
            (Some("br;q=0.000, gzip"), both, Gzip),
            (Some("*"), both, Brotli),
            (Some("br;q=0, *"), both, Gzip),
            (Some("gzip;q=0.1"), both, Gzip),
            (Some("gzip;q=0.001"), both, Gzip),
            (Some("identity"), both, Plain),
            (Some("identity;q=1, br;q=0.5"), both, Plain),
            (Some("identity;q=0.5, br;q=0.8"), both, Brotli),
            (Some("identity;q=0"), both, Plain),
            (Some("*;q=0"), both, Plain),
            (Some("zstd"), both, Plain),
            (Some("gzip;q=high"), both, Plain),
            (Some("gzip;q=2"), both, Plain),
        ] {
            let values: Vec<HeaderValue> = accept.iter().map(|text| HeaderValue::from_static(text)).collect();
            assert_eq!(best_coding(values.iter(), offered), picked, "{accept:?} {offered:?}");
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
