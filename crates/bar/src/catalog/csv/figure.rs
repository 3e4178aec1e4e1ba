//! Reads figures as people and spreadsheets write them: signs and codes of currencies, grouping of every kind, decimal point or comma.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::beside::Beside;
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
    /// Whether that is no more than a `$`, which people also write for Liberian dollars.
    pub is_dollar_sign: bool,
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

/// Reads `cell`. `sign` says how to read what can be read in two ways.
pub(super) fn figure(cell: &str, mut sign: Option<DecimalSign>) -> Result<Figure, NoFigure> {
    let mut rest = cell.trim();
    let mut negative = false;
    let mut beside = Beside::default();
    if let Some(inner) = rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        (rest, negative) = (inner.trim(), true);
    }
    loop {
        let before = rest;
        let (whole, shown) = without_cents(beside.without(rest).map_err(|_| NoFigure::Other)?);
        (rest, sign) = (whole, shown.or(sign));
        for minus in MINUS {
            if let Some(less) = rest.strip_prefix(minus).or_else(|| rest.strip_suffix(minus)).filter(|_| !negative) {
                (rest, negative) = (less.trim(), true);
            }
        }
        if rest.len() == before.len() {
            break;
        }
    }
    let (currency, is_dollar_sign) = (beside.currency(), beside.is_dollar_sign());
    // A spreadsheet's accounting format shows 0 as `-`, with or without a currency.
    if rest.is_empty() && negative {
        return Ok(Figure { currency, is_dollar_sign, plain: "0".to_owned() });
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
    Ok(Figure { currency, is_dollar_sign, plain })
}

const MINUS: [char; 4] = ['-', '−', '–', '—'];

/// A whole figure without the dash that stands for no cents, `5,-` and `12.–`, and the decimal sign that this shows.
fn without_cents(text: &str) -> (&str, Option<DecimalSign>) {
    let figure = text.trim_end_matches(MINUS);
    let whole = figure.strip_suffix([',', '.']).filter(|whole| whole.ends_with(|c: char| c.is_ascii_digit()));
    match whole.filter(|_| figure.len() < text.len()) {
        Some(whole) => (whole, figure.chars().next_back().map(DecimalSign::of)),
        None => (text, None),
    }
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

    use super::super::beside::{LRD, USD};
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
            (" -   ", None, "0"),
            ("–", None, "0"),
            ("LRD $350", LRD, "350"),
            ("LD $350", LRD, "350"),
            ("$350 LRD", LRD, "350"),
            ("$350 LD", LRD, "350"),
            ("$ 1,250.00 LRD", LRD, "1250.00"),
            ("L $350", LRD, "350"),
            ("L.D. 350", LRD, "350"),
            ("350 Liberian Dollars", LRD, "350"),
            ("USD $3.50", USD, "3.50"),
            ("US $3.50", USD, "3.50"),
            ("3,50 $US", USD, "3.50"),
            ("3.50 US", USD, "3.50"),
            ("3.50 dollars", USD, "3.50"),
            ("5,-", None, "5"),
            ("12.-", None, "12"),
            ("5,–", None, "5"),
            ("5,--", None, "5"),
            ("1.250,- €", None, "1250"),
            ("CHF 5.–", None, "5"),
            ("L$ 350,-", LRD, "350"),
        ] {
            let read = figure(cell, None).map(|figure| (figure.currency, figure.plain));
            assert_eq!(read, Ok((currency, plain.to_owned())), "{cell:?}");
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
        for cell in [
            "",
            "x",
            "$",
            "LRD",
            "1e3",
            "NaN",
            "1.2.3",
            "1,2,3",
            "1,25,0",
            "1 2",
            "3.50.",
            "L$3 USD",
            "+5",
            "1,250.5.0",
            "--1",
            "--",
            ",-",
            "5%",
            "1.250,0,0",
        ] {
            assert_eq!(figure(cell, None), Err(NoFigure::Other), "{cell:?}");
        }
    }

    #[test]
    fn only_a_bare_dollar_sign_yields() {
        let yields = |cell| figure(cell, None).map(|figure| figure.is_dollar_sign);
        assert_eq!(["$3", "3 dollars", "US$3", "LRD $3", "3"].map(yields), [Ok(true), Ok(true), Ok(false), Ok(false), Ok(false)]);
    }

    proptest! {
        /// A code decides, wherever a dollar sign stands beside it.
        #[test]
        fn a_code_counts_more_than_a_dollar_sign(
            whole in 1u32..1000, code in 0usize..6, sign in prop::sample::select(vec!["", "$", "$ "]), front in any::<bool>(),
        ) {
            let (code, currency) =
                [("LRD", LRD), ("LD", LRD), ("Lrd", LRD), ("USD", USD), ("us", USD), ("Liberian dollars", LRD)][code];
            let cell = if front { format!("{code} {sign}{whole}") } else { format!("{sign}{whole} {code}") };
            let read = figure(&cell, None).expect("a figure");
            prop_assert_eq!((read.currency, read.plain), (currency, whole.to_string()));
        }

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
