//! Entity tags and `If-None-Match` (RFC 9110, sections 8.8.3 and 13.1.2).

use axum::http::HeaderValue;

use base::text::hex;

/// Bytes of the hash in an entity tag.
const ETAG_BYTES: usize = 12;

/// A strong entity tag with its quotes, from a hash of the content.
pub fn etag(hash: &[u8]) -> String {
    format!("\"{}\"", hex(&hash[..hash.len().min(ETAG_BYTES)]))
}

/// Whether one of the `If-None-Match` values is this entity tag or `*`.
pub fn matches_etag<'a>(values: impl Iterator<Item = &'a HeaderValue>, etag: &str) -> bool {
    values.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(',')).map(str::trim).any(|tag| {
        let tag = tag.strip_prefix("W/").unwrap_or(tag);
        tag == etag || tag == "*"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matches_the_tags_of_the_client() {
        for (value, known) in
            [("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("*", true), ("\"b\"", false), ("a", false), ("\"ab\"", false)]
        {
            assert_eq!(matches_etag([HeaderValue::from_static(value)].iter(), "\"a\""), known, "{value}");
        }
    }
}
