//! Parses cells that hold one of a few words.

use super::cells::{Cell, Parsed};
use crate::catalog::StockMode;

const YES: [&str; 18] =
    ["1", "true", "t", "yes", "y", "on", "x", "✓", "✔", "active", "available", "enabled", "visible", "published", "oui", "si", "sí", "ja"];
const NO: [&str; 19] = [
    "0",
    "-1",
    "false",
    "f",
    "no",
    "n",
    "off",
    "✗",
    "✘",
    "inactive",
    "unavailable",
    "disabled",
    "hidden",
    "unpublished",
    "draft",
    "archived",
    "non",
    "nein",
    "not available",
];

/// Whether the menu shows it, in the usual words.
pub(super) fn is_available(cell: &str) -> Parsed<bool> {
    yes_or_no(cell, "Must be 1 (available) or 0 (not available)")
}

/// Whether sales stop at 0, in the usual words.
pub(super) fn floor(cell: &str) -> Parsed<bool> {
    yes_or_no(cell, "Must be 1 (stops at 0) or 0 (may go below)")
}

/// How stock is handled, ignoring case: in the words of the export, or whether it is counted.
pub(super) fn stock_mode(cell: &str) -> Parsed<StockMode> {
    let word = cell.trim().to_lowercase();
    let mode = match word.as_str() {
        "y" | "yes" | "true" => Some(StockMode::Counted),
        "n" | "no" | "false" => Some(StockMode::Free),
        word => StockMode::parse(word),
    };
    mode.map(Cell::Value).ok_or_else(|| "Must be counted or free".to_owned())
}

fn yes_or_no(cell: &str, wrong: &str) -> Parsed<bool> {
    let word = cell.trim().to_lowercase();
    match (YES.contains(&word.as_str()), NO.contains(&word.as_str())) {
        (true, _) => Ok(Cell::Value(true)),
        (_, true) => Ok(Cell::Value(false)),
        (false, false) => Err(wrong.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_modes() {
        let flag = "Must be 1 (available) or 0 (not available)";
        for (cell, expected) in
            [("1", true), ("TRUE", true), ("Y", true), ("active", true), ("Oui", true), ("0", false), ("N", false), ("Draft", false)]
        {
            assert_eq!(is_available(cell), Ok(Cell::Value(expected)), "{cell}");
            assert_eq!(floor(cell), Ok(Cell::Value(expected)), "{cell}");
        }
        for cell in ["2", "-"] {
            assert_eq!(is_available(cell), Err(flag.to_owned()), "{cell}");
        }
        assert!(YES.iter().all(|word| !NO.contains(word)));
        assert_eq!(stock_mode(" Free "), Ok(Cell::Value(StockMode::Free)));
        assert_eq!(stock_mode("counted"), Ok(Cell::Value(StockMode::Counted)));
        assert_eq!([stock_mode("Y"), stock_mode("False")], [Ok(Cell::Value(StockMode::Counted)), Ok(Cell::Value(StockMode::Free))]);
        assert_eq!(stock_mode("0"), Err("Must be counted or free".to_owned()));
    }
}
