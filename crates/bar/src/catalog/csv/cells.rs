//! Parses single cells, by kind of column.

use crate::catalog::Category;
use crate::catalog::draft::{STOCK_MAX, section_name};
use base::money::UsDollar;
use base::{CurrencyCode, Money, MoneyError, text};

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

/// The barcode. A spreadsheet shows a long number as `2.93E+11` and saves it so: the digits are lost, and the row would match no product.
pub(super) fn barcode(cell: &str) -> Parsed<String> {
    if is_shortened(cell.trim()) {
        return Err(format!("The spreadsheet shortened the barcode to {}. Export again, and format the column as text", cell.trim()));
    }
    line(cell)
}

/// `2.93E+11` or `2,93E+11`.
fn is_shortened(cell: &str) -> bool {
    let Some((digits, power)) = cell.split_once(['E', 'e']) else { return false };
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let decimals = digits.split_once(['.', ',']).is_some_and(|(whole, part)| whole.len() == 1 && all_digits(whole) && all_digits(part));
    decimals && power.strip_prefix('+').is_some_and(all_digits)
}

/// The section.
pub(super) fn section(cell: &str) -> Parsed<String> {
    section_name(cell).map(Cell::Value).map_err(|error| error.to_string())
}

/// The description. Programs that save with CR LF also write CR LF inside cells, where it stands for LF.
pub(super) fn notes(cell: &str) -> Parsed<String> {
    text::notes(&cell.replace("\r\n", "\n")).map(Cell::Value).map_err(|error| error.to_string())
}

/// The category, ignoring case.
pub(super) fn category(cell: &str) -> Parsed<Category> {
    let found = Category::parse(&cell.trim().to_ascii_lowercase());
    found.map(Cell::Value).ok_or_else(|| "Must be drinks, food, cigars or uncategorized".to_owned())
}

/// The currency, ignoring case. `MIXED` keeps the product's currency, as in every request.
pub(super) fn currency(cell: &str) -> Parsed<CurrencyCode> {
    match cell.trim().to_ascii_uppercase().as_str() {
        "MIXED" => Ok(Cell::Keep),
        code => CurrencyCode::parse(code).map(Cell::Value).ok_or_else(|| "Must be USD or LRD".to_owned()),
    }
}

/// An amount such as `3.50`, or `3,50` if the comma does not separate cells.
pub(super) fn amount<C>(cell: &str, decimal_comma: bool) -> Parsed<Money<C>> {
    money(cell, decimal_comma).map(Cell::Value).map_err(|error| error.to_string())
}

/// The price in the row's currency, in minor units. If it `is_derived` from the columns beside it, it may be too long: the export
/// converts it from them, and at a high rate it can exceed what a person may type.
pub(super) fn price(cell: &str, decimal_comma: bool, is_derived: bool) -> Parsed<i64> {
    match money::<UsDollar>(cell, decimal_comma) {
        Err(MoneyError::TooManyDigits) if is_derived => Ok(Cell::Keep),
        read => read.map(|amount| Cell::Value(amount.as_minor())).map_err(|error| error.to_string()),
    }
}

fn money<C>(cell: &str, decimal_comma: bool) -> Result<Money<C>, MoneyError> {
    let cell = cell.trim();
    if decimal_comma { Money::parse(&cell.replace(',', ".")) } else { Money::parse(cell) }
}

/// Whole pieces.
pub(super) fn stock(cell: &str) -> Parsed<i64> {
    let cell = cell.trim();
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("Must be a whole number such as 24".to_owned());
    }
    // More digits than fit are too many pieces as well.
    match cell.parse::<i64>().unwrap_or(if digits == cell { i64::MAX } else { i64::MIN }) {
        pieces if pieces < 0 => Err("Must not be negative".to_owned()),
        pieces if pieces > STOCK_MAX => Err(format!("Must be at most {STOCK_MAX}")),
        pieces => Ok(Cell::Value(pieces)),
    }
}

/// Whether the menu shows it.
pub(super) fn is_available(cell: &str) -> Parsed<bool> {
    match cell.trim().to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" => Ok(Cell::Value(true)),
        "0" | "false" | "no" => Ok(Cell::Value(false)),
        _ => Err("Must be 1 (available) or 0 (not available)".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use super::*;
    use crate::catalog::SECTION_MAX;
    use base::Usd;
    use base::text::{NOTES_MAX, TEXT_MAX};

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
        let shortened = "The spreadsheet shortened the barcode to 2.93E+11. Export again, and format the column as text";
        let comma = "The spreadsheet shortened the barcode to 6,1e+12. Export again, and format the column as text";
        check(
            barcode,
            &[("012345678905", name("012345678905")), ("1E5", name("1E5")), ("29.3E+1", name("29.3E+1")), ("E+1", name("E+1"))],
            &[(" 2.93E+11 ", shortened), ("6,1e+12", comma), ("a\tb", control)],
        );
        check(
            section,
            &[(" Soft  drinks ", name("Soft  drinks")), (&"é".repeat(SECTION_MAX), "é".repeat(SECTION_MAX))],
            &[("a\tb", control), (&"é".repeat(SECTION_MAX + 1), "Must be at most 40 characters")],
        );
        check(
            notes,
            &[("two\r\nlines\n\there ", name("two\nlines\n\there"))],
            &[("a\rb", control), (&"é".repeat(NOTES_MAX + 1), "Must be at most 2000 characters")],
        );
    }

    #[test]
    fn words() {
        check(
            category,
            &[("drinks", Category::Drinks), (" FOOD ", Category::Food), ("Cigars", Category::Cigars)],
            &[("beer", "Must be drinks, food, cigars or uncategorized")],
        );
        check(currency, &[("usd", CurrencyCode::Usd), (" LRD", CurrencyCode::Lrd)], &[("EUR", "Must be USD or LRD")]);
        assert_eq!(currency("Mixed"), Ok(Cell::Keep));
        let flag = "Must be 1 (available) or 0 (not available)";
        check(is_available, &[("1", true), ("TRUE", true), ("Yes", true), ("0", false), ("no", false)], &[("2", flag), ("-", flag)]);
    }

    #[test]
    fn amounts() {
        let (number, negative) = ("Must be an amount such as 3.50", "Must not be negative");
        let two = "Must have at most 2 decimals";
        let cents = Usd::minor;
        check(
            |cell| amount(cell, false),
            &[("3.50", cents(350)), (" 0 ", cents(0)), ("99750.00", cents(9_975_000))],
            &[("3,50", number), ("$3.50", number), ("-1", negative), ("1.234", two), ("1e3", number), ("NaN", number)],
        );
        check(
            |cell| amount(cell, true),
            &[("3,50", cents(350)), ("3.5", cents(350))],
            &[("1.585,00", number), ("1,585.00", number), ("1,585", two), ("-0,5", negative)],
        );
    }

    #[test]
    fn a_derived_price_may_be_long() {
        let long = "9999999999999999.00";
        assert_eq!(price(long, false, true), Ok(Cell::Keep));
        assert_eq!(price(long, false, false), Err("Must have at most 15 digits".to_owned()));
        assert_eq!(price("1.234", false, true), Err("Must have at most 2 decimals".to_owned()));
        assert_eq!(price("350", false, true), Ok(Cell::Value(35_000)));
    }

    #[test]
    fn pieces() {
        let (whole, negative, many) = ("Must be a whole number such as 24", "Must not be negative", "Must be at most 1000000000");
        check(
            stock,
            &[("0", 0), (" 024 ", 24), ("1000000000", STOCK_MAX), ("-0", 0)],
            &[
                ("-1", negative),
                ("-99999999999999999999", negative),
                ("1000000001", many),
                ("99999999999999999999", many),
                ("1.5", whole),
                ("1,5", whole),
                ("+5", whole),
                ("-", whole),
                ("a few", whole),
            ],
        );
    }
}
