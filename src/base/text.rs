//! Validation and comparison of typed text: trimming, length limits, control characters, case folding.

/// Longest ordinary text, in Unicode scalar values after trimming.
pub const TEXT_MAX: usize = 200;
/// Longest note or description, in Unicode scalar values after trimming.
pub const NOTES_MAX: usize = 2_000;
/// Longest password, in characters. argon2 would accept more, but no request needs it.
pub const PASSWORD_MAX: usize = 200;

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// A control character, which could reach a printer or hide in a name.
    #[error("Must not contain control characters")]
    Control,
    /// Longer than the named limit.
    #[error("Must be at most {0} characters")]
    TooLong(usize),
}

/// One line: no control character at all, at most [`TEXT_MAX`] characters.
pub fn line(text: &str) -> Result<String, TextError> {
    clean(text, TEXT_MAX, |_| false)
}

/// One line of at most `max` characters: no control character at all.
pub fn line_within(text: &str, max: usize) -> Result<String, TextError> {
    clean(text, max, |_| false)
}

/// Notes and descriptions: line feeds and tabs may stay, at most [`NOTES_MAX`] characters.
pub fn notes(text: &str) -> Result<String, TextError> {
    clean(text, NOTES_MAX, |c| c == '\n' || c == '\t')
}

fn clean(text: &str, max: usize, allowed: fn(char) -> bool) -> Result<String, TextError> {
    let text = text.trim();
    if text.chars().any(|c| c.is_control() && !allowed(c)) {
        return Err(TextError::Control);
    }
    if text.chars().count() > max {
        return Err(TextError::TooLong(max));
    }
    Ok(text.to_owned())
}

/// Normal form for comparing names: runs of blanks collapsed, lower case.
pub fn fold(text: &str) -> String {
    collapse(text).to_lowercase()
}

/// Whether `text` contains `wanted`, which is folded. Searches compare millions of texts, so ASCII text (most of it) is compared without
/// allocating.
pub fn mentions(text: &str, wanted: &str) -> bool {
    if !text.is_ascii() {
        return text.to_lowercase().contains(wanted);
    }
    wanted.is_empty() || text.as_bytes().windows(wanted.len()).any(|part| part.eq_ignore_ascii_case(wanted.as_bytes()))
}

/// Trims, and replaces each run of blanks with one space.
pub fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Hexadecimal, lower case.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `text` for a QR code: bytes other than printable ASCII are percent-encoded, because QR readers differ in how they decode those.
pub fn ascii(text: &str) -> String {
    text.bytes().map(|byte| if byte.is_ascii_graphic() { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_search_ignores_case(text in "[a-cA-C é]{0,12}", wanted in "[a-c é]{0,3}") {
            proptest::prop_assert_eq!(mentions(&text, &wanted), text.to_lowercase().contains(&wanted));
        }
    }

    #[test]
    fn hexadecimal_has_two_digits_per_byte() {
        assert_eq!(hex(&[0, 0x0a, 0xff]), "000aff");
    }

    #[test]
    fn a_code_carries_only_ascii() {
        assert_eq!(ascii("http://bar.local/t/1?q=%20"), "http://bar.local/t/1?q=%20");
        assert_eq!(ascii("a b\né\u{1b}"), "a%20b%0A%C3%A9%1B");
    }

    #[test]
    fn trims_and_bounds() {
        assert_eq!(line("  Club Beer "), Ok("Club Beer".to_owned()));
        assert_eq!(line(&"é".repeat(TEXT_MAX)), Ok("é".repeat(TEXT_MAX)));
        assert_eq!(line(&"é".repeat(TEXT_MAX + 1)), Err(TextError::TooLong(TEXT_MAX)));
        assert_eq!(line("a\u{1b}pb"), Err(TextError::Control));
        assert_eq!(line("a\u{85}b"), Err(TextError::Control));
        assert_eq!(line("a\nb"), Err(TextError::Control));
        assert_eq!(notes("a\n\tb"), Ok("a\n\tb".to_owned()));
        assert_eq!(notes("a\rb"), Err(TextError::Control));
    }

    #[test]
    fn folds_names() {
        assert_eq!(fold("  Musu   KPADEH "), "musu kpadeh");
    }
}
