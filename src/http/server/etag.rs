//! Entity tags: how an answer says what it is, and how a client says what it has (RFC 9110, section 13).

use axum::http::HeaderValue;

use crate::base::text::hex;

/// Bytes of the hash that an entity tag shows.
const ETAG_BYTES: usize = 12;

/// A strong entity tag with its quotes, out of a hash of the content.
pub fn etag(hash: &[u8]) -> String {
    format!("\"{}\"", hex(&hash[..hash.len().min(ETAG_BYTES)]))
}

/// Whether `If-None-Match` names this entity tag, or any.
pub fn names_etag<'a>(values: impl Iterator<Item = &'a HeaderValue>, etag: &str) -> bool {
    values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).map(str::trim).any(|tag| {
        let tag = tag.strip_prefix("W/").unwrap_or(tag);
        tag == etag || tag == "*"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_what_the_client_has() {
        for (value, known) in
            [("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("*", true), ("\"b\"", false), ("a", false), ("\"ab\"", false)]
        {
            assert_eq!(names_etag([HeaderValue::from_static(value)].iter(), "\"a\""), known, "{value}");
        }
    }
}
