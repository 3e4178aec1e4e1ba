//! Numbers of sheets: `T-20261120-1`, the business day and the version.

use std::fmt;

use base::BusinessDay;

/// Digits of a version that are read; more are no number of a sheet.
const VERSION_DIGITS_MAX: usize = 4;

/// The number of an issued sheet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct SheetNumber {
    pub day: BusinessDay,
    /// Counts from 1 for each business day.
    pub version: u64,
}

impl SheetNumber {
    /// Parses `T-20261120-1`; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let (day, version) = text.strip_prefix("T-")?.split_once('-')?;
        let is_version =
            version.len() <= VERSION_DIGITS_MAX && !version.starts_with('0') && version.bytes().all(|byte| byte.is_ascii_digit());
        if day.len() != 8 || !day.bytes().all(|byte| byte.is_ascii_digit()) || !is_version {
            return None;
        }
        let day = BusinessDay::parse(&format!("{}-{}-{}", &day[..4], &day[4..6], &day[6..]))?;
        Some(SheetNumber { day, version: version.parse().ok()? })
    }

    /// The first number of a sheet among the words of `text`.
    pub fn find(text: &str) -> Option<Self> {
        text.split_whitespace().find_map(SheetNumber::parse)
    }
}

impl fmt::Display for SheetNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T-{}-{}", self.day.compact(), self.version)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_names_its_night_and_version() {
        let number = SheetNumber::parse("T-20261120-2").expect("a number");
        assert_eq!((number.day.to_string(), number.version), ("2026-11-20".to_owned(), 2));
        assert_eq!(number.to_string(), "T-20261120-2");
        for text in [
            "T-20261120",
            "T-20261120-",
            "T-20261120-0",
            "T-20261120-01",
            "T-20261320-1",
            "t-20261120-1",
            "T-2026112é-1",
            "T-20261120-12345",
        ] {
            assert_eq!(SheetNumber::parse(text), None, "{text}");
        }
        assert_eq!(SheetNumber::find("Fri 20 Nov 2026 T-20261120-2"), Some(number));
        assert_eq!(SheetNumber::find("Fri 20 Nov 2026 provisional"), None);
    }
}
