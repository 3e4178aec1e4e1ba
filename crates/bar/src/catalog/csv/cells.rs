//! Parses single cells, by kind of column.

use crate::catalog::draft::{STOCK_MAX, section_name};
use base::money::UsDollar;
use base::text::NOTES_MAX;
use base::{CurrencyCode, Money, MoneyError, text};

use super::beside::currency_named;
use super::figure::{DecimalSign, Figure, NoFigure, figure};
use super::markup;

/// The value of a field in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cell<T> {
    /// The file does not have the column.
    #[default]
    Keep,
    /// The cell is empty.
    Empty,
    Value(T),
}

impl<T> Cell<T> {
    /// The new value of a field that was `before` and may be empty.
    pub fn applied_to(self, before: Option<T>) -> Option<T> {
        match self {
            Cell::Keep => before,
            Cell::Empty => None,
            Cell::Value(value) => Some(value),
        }
    }

    /// The value, if the row gives one.
    pub fn value(self) -> Option<T> {
        match self {
            Cell::Value(value) => Some(value),
            Cell::Keep | Cell::Empty => None,
        }
    }

    /// The same cell with its text borrowed.
    pub fn as_ref(&self) -> Cell<&T> {
        match self {
            Cell::Keep => Cell::Keep,
            Cell::Empty => Cell::Empty,
            Cell::Value(value) => Cell::Value(value),
        }
    }
}

/// The value of a cell that is not empty; or a sentence for people about what is wrong with it.
pub(super) type Parsed<T> = Result<Cell<T>, String>;

/// Name, brand.
pub(super) fn line(cell: &str) -> Parsed<String> {
    text::line(cell).map(Cell::Value).map_err(|error| error.to_string())
}

/// The section.
pub(super) fn section(cell: &str) -> Parsed<String> {
    section_name(cell).map(Cell::Value).map_err(|error| error.to_string())
}

/// The description. Programs that save with CR LF also write CR LF inside cells, where it stands for LF. Of one in HTML as much is taken as
/// a description may have.
pub(super) fn notes(cell: &str) -> Parsed<String> {
    if markup::has_tags(cell) {
        return shop_notes(cell);
    }
    text::notes(&cell.replace("\r\n", "\n")).map(Cell::Value).map_err(|error| error.to_string())
}

/// A description that is HTML, as its column says.
pub(super) fn shop_notes(cell: &str) -> Parsed<String> {
    let text: String = markup::text_of(cell).chars().take(NOTES_MAX).collect();
    text::notes(&text).map(|text| if text.is_empty() { Cell::Empty } else { Cell::Value(text) }).map_err(|error| error.to_string())
}

/// The currency, as a code, a sign or a name. `MIXED` keeps the product's currency, as in every request.
pub(super) fn currency(cell: &str) -> Parsed<CurrencyCode> {
    if cell.trim().eq_ignore_ascii_case("MIXED") {
        return Ok(Cell::Keep);
    }
    currency_named(cell).map(Cell::Value).ok_or_else(|| "Must be USD or LRD".to_owned())
}

/// Why a cell with a figure is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WrongFigure {
    /// A sentence for people.
    Wrong(String),
    /// A person must say which of its two meanings it has.
    TwoWays,
}

impl From<MoneyError> for WrongFigure {
    fn from(error: MoneyError) -> Self {
        WrongFigure::Wrong(error.to_string())
    }
}

/// A figure with what a currency sign beside it says. A cell without any is not a figure.
fn figure_of(cell: &str, sign: Option<DecimalSign>, other: &str) -> Result<Figure, WrongFigure> {
    figure(cell, sign).map_err(|error| match error {
        NoFigure::TwoWays => WrongFigure::TwoWays,
        NoFigure::Other => WrongFigure::Wrong(other.to_owned()),
    })
}

/// An amount in one currency. A sign of the other one is a mistake, but for a bare `$`, which the column explains.
pub(super) fn amount<C>(cell: &str, sign: Option<DecimalSign>, of: CurrencyCode) -> Result<Money<C>, WrongFigure> {
    let figure = figure_of(cell, sign, &MoneyError::NotANumber.to_string())?;
    match figure.currency {
        Some(other) if other != of && !figure.is_dollar_sign => {
            Err(WrongFigure::Wrong(format!("This is in {}, the column is in {}", other.as_str(), of.as_str())))
        }
        Some(_) | None => Ok(Money::parse(&figure.plain)?),
    }
}

/// The price in the row's currency, in minor units, and the currency that it names. If it `is_derived` from the columns beside it, it may
/// be too long: the export converts it from them, and at a high rate it can exceed what a person may type. A bare `$` is a sign of `beside`,
/// which another cell of the row names.
pub(super) fn price(
    cell: &str,
    sign: Option<DecimalSign>,
    is_derived: bool,
    beside: Option<CurrencyCode>,
) -> Result<(Cell<i64>, Option<CurrencyCode>), WrongFigure> {
    let figure = figure_of(cell, sign, &MoneyError::NotANumber.to_string())?;
    let currency = if figure.is_dollar_sign { beside.or(figure.currency) } else { figure.currency };
    match Money::<UsDollar>::parse(&figure.plain) {
        Err(MoneyError::TooManyDigits) if is_derived => Ok((Cell::Keep, currency)),
        read => Ok((Cell::Value(read?.as_minor()), currency)),
    }
}

const WHOLE: &str = "Must be a whole number such as 24";
/// What stands behind a number of single pieces.
const PIECES: [&str; 10] = ["pcs.", "pcs", "pc", "pieces", "piece", "units", "unit", "bottles", "bottle", "btl"];

/// What is wrong with a figure below 0.
pub(in crate::catalog) const NEGATIVE: &str = "Must not be negative";

/// Whole pieces.
pub(super) fn stock(cell: &str, sign: Option<DecimalSign>) -> Result<i64, WrongFigure> {
    let cell = cell.trim().to_ascii_lowercase();
    let number = PIECES.iter().find_map(|unit| cell.strip_suffix(unit)).unwrap_or(&cell);
    let figure = figure_of(number, sign, WHOLE)?;
    let wrong = |message: &str| Err(WrongFigure::Wrong(message.to_owned()));
    let whole = match figure.plain.split_once('.') {
        Some((whole, decimals)) if decimals.bytes().all(|byte| byte == b'0') => whole,
        Some(_) => return wrong(WHOLE),
        None => &figure.plain,
    };
    if figure.currency.is_some() {
        return wrong(WHOLE);
    }
    // More digits than fit are too many pieces as well. Below 0 is the present level of some products, which the plan knows.
    match whole.parse::<i64>().unwrap_or(if whole.starts_with('-') { i64::MIN } else { i64::MAX }) {
        pieces if pieces < -STOCK_MAX => wrong(NEGATIVE),
        pieces if pieces > STOCK_MAX => wrong(&format!("Must be at most {STOCK_MAX}")),
        pieces => Ok(pieces),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::catalog::SECTION_MAX;
    use base::money::LiberianDollar;
    use base::text::TEXT_MAX;
    use base::{Lrd, Usd};

    fn check<T: Clone + Debug + PartialEq>(read: impl Fn(&str) -> Parsed<T>, good: &[(&str, T)], bad: &[(&str, &str)]) {
        for (cell, value) in good {
            assert_eq!(read(cell), Ok(Cell::Value(value.clone())), "{cell:?}");
        }
        for (cell, message) in bad {
            assert_eq!(read(cell), Err((*message).to_owned()), "{cell:?}");
        }
    }

    #[test]
    fn texts() {
        let control = "Must not contain control characters";
        let name = |text: &str| text.to_owned();
        check(
            line,
            &[("  LAV  PIVO \u{a0}", name("LAV  PIVO")), ("Čaj, \"ž\"", name("Čaj, \"ž\"")), ("012345678905", name("012345678905"))],
            &[("a\nb", control), ("a\tb", control), ("\u{1b}p", control), (&"é".repeat(TEXT_MAX + 1), "Must be at most 200 characters")],
        );
        check(
            section,
            &[(" Soft  drinks ", name("Soft  drinks")), (&"é".repeat(SECTION_MAX), "é".repeat(SECTION_MAX))],
            &[("a\tb", control), (&"é".repeat(SECTION_MAX + 1), "Must be at most 40 characters")],
        );
        check(
            notes,
            &[
                ("two\r\nlines\n\there ", name("two\nlines\n\there")),
                ("<p>Cold &amp; fresh</p>", name("Cold & fresh")),
                (&format!("<p>{}</p>", "é".repeat(NOTES_MAX + 1)), "é".repeat(NOTES_MAX)),
            ],
            &[("a\rb", control), (&"é".repeat(NOTES_MAX + 1), "Must be at most 2000 characters")],
        );
    }

    #[test]
    fn words() {
        check(
            currency,
            &[
                ("usd", CurrencyCode::Usd),
                (" LRD", CurrencyCode::Lrd),
                ("L$", CurrencyCode::Lrd),
                ("$", CurrencyCode::Usd),
                ("Liberian dollars", CurrencyCode::Lrd),
            ],
            &[("EUR", "Must be USD or LRD")],
        );
        assert_eq!(currency("Mixed"), Ok(Cell::Keep));
    }

    fn wrong<T>(message: &str) -> Result<T, WrongFigure> {
        Err(WrongFigure::Wrong(message.to_owned()))
    }

    #[test]
    fn amounts() {
        let usd = |cell| amount::<UsDollar>(cell, None, CurrencyCode::Usd);
        for (cell, cents) in [
            ("3.50", 350),
            (" 0 ", 0),
            ("99750.00", 9_975_000),
            ("3,50", 350),
            ("$1,585.00", 158_500),
            ("(0)", 0),
            ("5,-", 500),
            (" - ", 0),
        ] {
            assert_eq!(usd(cell), Ok(Usd::minor(cents)), "{cell}");
        }
        for (cell, message) in [
            ("-1", "Must not be negative"),
            ("1.2345", "Must have at most 2 decimals"),
            ("1e3", "Must be an amount such as 3.50"),
            ("NaN", "Must be an amount such as 3.50"),
            ("L$350", "This is in LRD, the column is in USD"),
        ] {
            assert_eq!(usd(cell), wrong(message), "{cell}");
        }
        assert_eq!(amount::<LiberianDollar>("$350", None, CurrencyCode::Lrd), Ok(Lrd::minor(35_000)), "the column says which dollars");
        assert_eq!(usd("1.585"), Err(WrongFigure::TwoWays));
        assert_eq!(amount::<UsDollar>("1,585", Some(DecimalSign::Comma), CurrencyCode::Usd), wrong("Must have at most 2 decimals"));
    }

    #[test]
    fn a_price_names_its_currency_and_a_derived_one_may_be_long() {
        let long = "9999999999999999.00";
        let lrd = Some(CurrencyCode::Lrd);
        assert_eq!(price(long, None, true, None), Ok((Cell::Keep, None)));
        assert_eq!(price(long, None, false, None), wrong("Must have at most 15 digits"));
        assert_eq!(price("L$350", None, false, None), Ok((Cell::Value(35_000), lrd)));
        assert_eq!(price("350", None, true, None), Ok((Cell::Value(35_000), None)));
        assert_eq!(price("$350", None, false, lrd), Ok((Cell::Value(35_000), lrd)), "the cell beside it says more");
        assert_eq!(price("US$350", None, false, lrd), Ok((Cell::Value(35_000), Some(CurrencyCode::Usd))));
    }

    #[test]
    fn pieces() {
        for (cell, pieces) in [
            ("0", 0),
            (" 024 ", 24),
            ("1000000000", STOCK_MAX),
            ("-0", 0),
            ("24.00", 24),
            ("48 pcs", 48),
            ("1,000,000", 1_000_000),
            (" - ", 0),
        ] {
            assert_eq!(stock(cell, None), Ok(pieces), "{cell}");
        }
        for cell in ["1.5", "1,5", "+5", "a few", "2 crates", "$5"] {
            assert_eq!(stock(cell, None), wrong("Must be a whole number such as 24"), "{cell}");
        }
        assert_eq!(stock("-1", None), Ok(-1), "the plan compares it with the present level");
        assert_eq!(stock("-99999999999999999999", None), wrong(NEGATIVE));
        for cell in ["1000000001", "99999999999999999999"] {
            assert_eq!(stock(cell, None), wrong("Must be at most 1000000000"), "{cell}");
        }
        assert_eq!(stock("48.000", None), Err(WrongFigure::TwoWays));
        assert_eq!(stock("48.000", Some(DecimalSign::Point)), Ok(48));
    }
}
