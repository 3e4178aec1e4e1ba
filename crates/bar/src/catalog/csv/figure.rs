//! Reads figures as people and spreadsheets write them: signs and codes of currencies, grouping of every kind, decimal point or comma.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use base::CurrencyCode;

/// The sign between the whole part of a figure and its decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum DecimalSign {
    /// `1,250.00`
    Point,
    /// `1.250,00`
    Comma,
}

base::words!(DecimalSign);

impl DecimalSign {
    fn of(sign: char) -> Self {
        if sign == ',' { DecimalSign::Comma } else { DecimalSign::Point }
    }
}

/// A figure that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Figure {
    /// The currency that a sign or a code beside it names.
    pub currency: Option<CurrencyCode>,
    /// Digits with a decimal point, such as `1585.00` or `-3.5`: without grouping and without superfluous zeros after the second decimal.
    pub plain: String,
}

/// Why a cell is no figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoFigure {
    /// It can be read in two ways: `1.250` is 1250 or 1.25.
    TwoWays,
    /// It is something else.
    Other,
}

/// What names a currency, the longest first. The last ones name one that the bar does not have, which is not looked at.
const CURRENCIES: [(&str, Option<CurrencyCode>); 26] = [
    ("lrd$", LRD),
    ("lrd", LRD),
    ("lr$", LRD),
    ("ld$", LRD),
    ("l$", LRD),
    ("ld", LRD),
    ("usd$", USD),
    ("usd", USD),
    ("us$", USD),
    ("u$", USD),
    ("$", USD),
    ("€", None),
    ("£", None),
    ("¥", None),
    ("₦", None),
    ("₵", None),
    ("eur", None),
    ("gbp", None),
    ("ngn", None),
    ("ghs", None),
    ("fcfa", None),
    ("cfa", None),
    ("xof", None),
    ("gh", None),
    ("fr", None),
    ("kr", None),
];
const USD: Option<CurrencyCode> = Some(CurrencyCode::Usd);
const LRD: Option<CurrencyCode> = Some(CurrencyCode::Lrd);

/// Reads `cell`. `sign` says how to read what can be read in two ways.
pub(super) fn figure(cell: &str, sign: Option<DecimalSign>) -> Result<Figure, NoFigure> {
    let mut rest = cell.trim();
    let mut negative = false;
    let mut named: Option<Option<CurrencyCode>> = None;
    if let Some(inner) = rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        (rest, negative) = (inner.trim(), true);
    }
    loop {
        let before = rest;
        if let Some((currency, less)) = without_currency(rest) {
            if named.is_some_and(|named| named != currency) {
                return Err(NoFigure::Other);
            }
            (named, rest) = (Some(currency), less.trim());
        }
        for minus in ['-', '−', '–'] {
            if let Some(less) = rest.strip_prefix(minus).or_else(|| rest.strip_suffix(minus)).filter(|_| !negative) {
                (rest, negative) = (less.trim(), true);
            }
        }
        if rest.len() == before.len() {
            break;
        }
    }
    let currency = named.flatten();
    // A spreadsheet's accounting format shows 0 as `$ -`.
    if rest.is_empty() && negative && named.is_some() {
        return Ok(Figure { currency, plain: "0".to_owned() });
    }
    let (whole, decimals) = parts(rest, sign)?;
    let mut plain = String::with_capacity(rest.len() + 1);
    let is_zero = whole.chars().chain(decimals.chars()).all(|digit| digit == '0');
    plain.extend((negative && !is_zero).then_some('-'));
    plain.push_str(if whole.is_empty() { "0" } else { &whole });
    if !decimals.is_empty() {
        let cents = decimals.len().min(2);
        plain.push('.');
        plain.push_str(&decimals[..cents]);
        plain.push_str(decimals[cents..].trim_end_matches('0'));
    }
    Ok(Figure { currency, plain })
}

/// The currency at the beginning or the end of `text`, and the text without it.
fn without_currency(text: &str) -> Option<(Option<CurrencyCode>, &str)> {
    CURRENCIES.into_iter().find_map(|(name, currency)| {
        let at_end = text.len().checked_sub(name.len()).filter(|at| text.is_char_boundary(*at));
        let starts = text.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        let ends = at_end.is_some_and(|at| text[at..].eq_ignore_ascii_case(name));
        match (starts, at_end) {
            (true, _) => Some((currency, &text[name.len()..])),
            (false, Some(at)) if ends => Some((currency, &text[..at])),
            _ => None,
        }
    })
}

/// The digits before and after the decimal sign.
fn parts(text: &str, sign: Option<DecimalSign>) -> Result<(String, String), NoFigure> {
    if !text.chars().any(|c| c.is_ascii_digit()) {
        return Err(NoFigure::Other);
    }
    let count = |wanted: char| text.chars().filter(|c| *c == wanted).count();
    let (points, commas) = (count('.'), count(','));
    let last = text.rfind(['.', ',']);
    let decimal = match (points, commas, last) {
        (1.., 1.., Some(last)) if count(char::from(text.as_bytes()[last])) == 1 => Some(last),
        (1, 0, Some(last)) | (0, 1, Some(last)) => {
            let (whole, decimals) = (&text[..last], &text[last + 1..]);
            let is_group = decimals.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0');
            let of_cell = DecimalSign::of(char::from(text.as_bytes()[last]));
            match sign {
                _ if !is_group || !all_digits(whole) || !all_digits(decimals) => Some(last),
                None => return Err(NoFigure::TwoWays),
                Some(sign) => (sign == of_cell).then_some(last),
            }
        }
        _ => None,
    };
    let (whole, decimals) = match decimal {
        Some(at) => (&text[..at], &text[at + 1..]),
        None => (text, ""),
    };
    if !decimals.is_empty() && !all_digits(decimals) {
        return Err(NoFigure::Other);
    }
    Ok((ungrouped(whole)?, decimals.to_owned()))
}

/// The digits of a whole part: groups of three, or as in India of two before the last three, with one and the same sign between them.
fn ungrouped(whole: &str) -> Result<String, NoFigure> {
    let separators: Vec<char> = whole.chars().filter(|c| !c.is_ascii_digit()).collect();
    let Some(&separator) = separators.first() else { return Ok(whole.to_owned()) };
    if !GROUPING.contains(&separator) || separators.iter().any(|other| *other != separator) {
        return Err(NoFigure::Other);
    }
    let groups: Vec<&str> = whole.split(separator).collect();
    let (first, last) = (groups[0], groups[groups.len() - 1]);
    let in_threes = groups[1..].iter().all(|group| group.len() == 3) && (1..=3).contains(&first.len());
    let in_twos =
        separator == ',' && last.len() == 3 && groups[1..groups.len() - 1].iter().all(|g| g.len() == 2) && (1..=2).contains(&first.len());
    if in_threes || in_twos { Ok(groups.concat()) } else { Err(NoFigure::Other) }
}

/// What stands between groups of digits: besides comma and point the blanks and apostrophes of several countries.
const GROUPING: [char; 9] = [',', '.', ' ', '\u{a0}', '\u{202f}', '\u{2009}', '\'', '’', '_'];

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn figures_as_people_write_them() {
        for (cell, currency, plain) in [
            ("3.50", None, "3.50"),
            (" 3,50 ", None, "3.50"),
            ("$3.50", USD, "3.50"),
            ("US$ 3.50", USD, "3.50"),
            ("3.50 USD", USD, "3.50"),
            ("L$350", LRD, "350"),
            ("350 LD", LRD, "350"),
            ("LRD1,250.00", LRD, "1250.00"),
            ("lrd 1 250,5", LRD, "1250.5"),
            ("3,50 €", None, "3.50"),
            ("1,585.00", None, "1585.00"),
            ("1.585,00", None, "1585.00"),
            ("1'585.00", None, "1585.00"),
            ("1\u{202f}585,00", None, "1585.00"),
            ("12,34,567.50", None, "1234567.50"),
            ("1,250,000", None, "1250000"),
            ("1.250.000", None, "1250000"),
            (".50", None, "0.50"),
            ("3.", None, "3"),
            ("0.500", None, "0.50"),
            ("0.125", None, "0.125"),
            ("24.0000", None, "24.00"),
            ("2400", None, "2400"),
            ("2400.000", None, "2400.00"),
            ("-3.50", None, "-3.50"),
            ("$-3.50", USD, "-3.50"),
            ("-$3.50", USD, "-3.50"),
            ("($3.50)", USD, "-3.50"),
            (" $-   ", USD, "0"),
            ("$ 0", USD, "0"),
        ] {
            assert_eq!(figure(cell, None), Ok(Figure { currency, plain: plain.to_owned() }), "{cell:?}");
        }
    }

    #[test]
    fn what_can_be_read_in_two_ways_is_not_guessed() {
        for (cell, point, comma) in
            [("1.250", "1.25", "1250"), ("1,250", "1250", "1.25"), ("$48.000", "48.00", "48000"), ("12,345", "12345", "12.345")]
        {
            assert_eq!(figure(cell, None), Err(NoFigure::TwoWays), "{cell}");
            let read = |sign| figure(cell, Some(sign)).map(|figure| figure.plain);
            assert_eq!(read(DecimalSign::Point), Ok(point.to_owned()), "{cell}");
            assert_eq!(read(DecimalSign::Comma), Ok(comma.to_owned()), "{cell}");
        }
    }

    #[test]
    fn what_is_no_figure() {
        for cell in
            ["", "-", "x", "1e3", "NaN", "1.2.3", "1,2,3", "1,25,0", "1 2", "3.50.", "L$3 USD", "+5", "1,250.5.0", "--1", "5%", "1.250,0,0"]
        {
            assert_eq!(figure(cell, None), Err(NoFigure::Other), "{cell:?}");
        }
    }

    proptest! {
        /// An amount of whole cents, written in every way, reads back.
        #[test]
        fn reads_back(cents in 0u64..10_000_000_000, style in 0usize..6, name in prop::sample::select(vec!["", "$", "L$", "US$ "])) {
            let (whole, rest) = (cents / 100, cents % 100);
            let (group, decimal) = [("", '.'), ("", ','), (",", '.'), (".", ','), (" ", ','), ("'", '.')][style];
            let digits: Vec<char> = whole.to_string().chars().collect();
            let first = digits.len() % 3;
            let mut grouped: Vec<String> = vec![digits[..first].iter().collect()];
            grouped.extend(digits[first..].chunks(3).map(|group| group.iter().collect()));
            let grouped = grouped.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(group);
            let read = figure(&format!("{name}{grouped}{decimal}{rest:02}"), None).expect("a figure");
            prop_assert_eq!(read.plain, format!("{whole}.{rest:02}"));
        }

        #[test]
        fn never_panics(cell in "\\PC{0,10}", digits in "[0-9.,$L '-]{0,12}") {
            for sign in [None, Some(DecimalSign::Point), Some(DecimalSign::Comma)] {
                let _ = figure(&cell, sign);
                let _ = figure(&digits, sign);
            }
        }
    }
}
