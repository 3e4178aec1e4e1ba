//! Content negotiation: `Accept` and `Accept-Encoding` (RFC 9110, section 12).

use axum::http::HeaderValue;

/// The finest quality: `q=1`, in thousandths.
const FULL_QUALITY: u16 = 1000;

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// Brotli.
    Brotli,
    /// Gzip.
    Gzip,
    /// Not at all.
    Plain,
}

impl Coding {
    /// The smaller first: among equals, the first is taken.
    pub const COMPRESSED: [Coding; 2] = [Coding::Brotli, Coding::Gzip];

    /// What the name of a file packed so ends with.
    pub fn suffix(self) -> &'static str {
        match self {
            Coding::Brotli => ".br",
            Coding::Gzip => ".gz",
            Coding::Plain => "",
        }
    }

    /// As `Content-Encoding` names it.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Coding::Brotli => Some("br"),
            Coding::Gzip => Some("gzip"),
            Coding::Plain => None,
        }
    }
}

/// The coding among `offered` that the client likes best. Plain when it says nothing, and when it likes none of them.
pub fn best_coding<'a>(accept: impl Iterator<Item = &'a HeaderValue>, offered: &[Coding]) -> Coding {
    let preferences = preferences(accept);
    let quality = |names: &[&str]| {
        let named = preferences.iter().find(|(name, _)| names.iter().any(|known| name.eq_ignore_ascii_case(known)));
        named.or_else(|| preferences.iter().find(|(name, _)| *name == "*")).map(|(_, quality)| *quality)
    };
    // Plain is welcome unless it is spoken against, but a coding that is named outranks what merely is not forbidden.
    let mut best = (quality(&["identity"]).unwrap_or(1), Coding::Plain);
    for coding in offered.iter().rev() {
        let names: &[&str] = if *coding == Coding::Gzip { &["gzip", "x-gzip"] } else { &["br"] };
        if let Some(quality) = quality(names).filter(|quality| *quality > 0 && *quality >= best.0) {
            best = (quality, *coding);
        }
    }
    best.1
}

/// Whether the client would show a page: it names HTML, or takes anything without naming something else.
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

/// `0.5` → 500. What is no quality counts as none.
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
    fn picks_the_coding_that_is_liked_best() {
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
    fn tells_who_wants_a_page() {
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
