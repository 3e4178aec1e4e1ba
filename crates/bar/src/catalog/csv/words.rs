//! Parses cells that hold one of a few words.

use base::text::fold;

use super::cells::{Cell, Parsed};
use super::figure::figure;
use crate::catalog::StockMode;

/// Yes in the words of programs, and of spreadsheets in the languages that are common in trade, [folded](fold).
const YES: &[&str] = &[
    "true",
    "t",
    "yes",
    "y",
    "on",
    "x",
    "✓",
    "✔",
    "☑",
    "✅",
    "ok",
    "enabled",
    "active",
    "available",
    "in stock",
    "instock",
    "for sale",
    "visible",
    "published",
    "tracked",
    "shopify",
    "wahr",
    "ja",
    "j",
    "vrai",
    "oui",
    "o",
    "verdadero",
    "si",
    "s",
    "vero",
    "verdadeiro",
    "sim",
    "waar",
    "prawda",
    "tak",
    "sant",
    "sann",
    "sand",
    "tosi",
    "kylla",
    "da",
    "ano",
    "igen",
    "igaz",
    "evet",
    "dogru",
];

/// No in the same words. WooCommerce marks a draft with -1.
const NO: &[&str] = &[
    "false",
    "f",
    "no",
    "n",
    "off",
    "✗",
    "✘",
    "☐",
    "❌",
    "disabled",
    "inactive",
    "not active",
    "not-active",
    "unavailable",
    "not available",
    "out of stock",
    "outofstock",
    "sold out",
    "not for sale",
    "hidden",
    "unpublished",
    "private",
    "draft",
    "archived",
    "not tracked",
    "untracked",
    "falsch",
    "nein",
    "faux",
    "non",
    "falso",
    "nao",
    "onwaar",
    "nee",
    "falsz",
    "nie",
    "falskt",
    "usant",
    "usand",
    "falsk",
    "epatosi",
    "ei",
    "nej",
    "nei",
    "ne",
    "nepravda",
    "nem",
    "hamis",
    "hayir",
    "yanlis",
];

/// What marks a cell of a column in which the others are blank.
const MARKS: [&str; 8] = ["x", "✓", "✔", "☑", "✅", "•", "*", "●"];

/// Whether a cell is only a mark: where all cells of a column are marks or blank, a blank one means no.
pub(super) fn is_mark(cell: &str) -> bool {
    MARKS.contains(&fold(cell).as_str())
}

/// Whether the menu shows it, in the usual words.
pub(super) fn is_available(cell: &str) -> Parsed<bool> {
    yes_or_no(cell, "Must be 1 (available) or 0 (not available)")
}

/// Whether sales stop at 0, in the usual words.
pub(super) fn floor(cell: &str) -> Parsed<bool> {
    yes_or_no(cell, "Must be 1 (stops at 0) or 0 (may go below)")
}

/// How stock is handled: in the words of the export, or whether it is counted.
pub(super) fn stock_mode(cell: &str) -> Parsed<StockMode> {
    let mode = StockMode::parse(&cell.trim().to_lowercase()).or_else(|| match flag(cell)? {
        true => Some(StockMode::Counted),
        false => Some(StockMode::Free),
    });
    mode.map(Cell::Value).ok_or_else(|| "Must be counted or free".to_owned())
}

fn yes_or_no(cell: &str, wrong: &str) -> Parsed<bool> {
    flag(cell).map(Cell::Value).ok_or_else(|| wrong.to_owned())
}

/// Yes or no, in words or as 1 and 0.
pub(super) fn flag(cell: &str) -> Option<bool> {
    let word = fold(cell);
    let word = word.trim_end_matches(['.', '!']);
    if YES.contains(&word) || is_mark(word) {
        return Some(true);
    }
    if NO.contains(&word) {
        return Some(false);
    }
    let figure = figure(word, None).ok().filter(|figure| figure.currency.is_none() && word.bytes().any(|byte| byte.is_ascii_digit()))?;
    let (whole, decimals) = figure.plain.split_once('.').unwrap_or((&figure.plain, ""));
    match whole {
        _ if decimals.bytes().any(|byte| byte != b'0') => None,
        "1" => Some(true),
        "0" | "-1" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_and_no_in_every_column() {
        let words = [
            (
                "1 1.0 1,00 TRUE t Yes Y on x X ✓ active Available In-stock WAHR Ja VRAI Oui VERDADERO Sí si VERO SIM Verdadeiro WAAR PRAWDA",
                true,
            ),
            ("0 0.0 0,00 FALSE f No N off ✗ Draft -1 Unavailable FALSCH Nein FAUX Non FALSO NÃO nao ONWAAR Nee FAŁSZ", false),
        ];
        for (words, is_yes) in words {
            for word in words.split(' ').map(|word| word.replace('-', if word == "-1" { "-" } else { " " })) {
                for cell in [word.clone(), format!(" {word} "), word.to_lowercase(), word.to_uppercase()] {
                    let mode = if is_yes { StockMode::Counted } else { StockMode::Free };
                    assert_eq!(is_available(&cell), Ok(Cell::Value(is_yes)), "{cell}");
                    assert_eq!(floor(&cell), Ok(Cell::Value(is_yes)), "{cell}");
                    assert_eq!(stock_mode(&cell), Ok(Cell::Value(mode)), "{cell}");
                }
            }
        }
        assert_eq!([is_available("Out of stock"), is_available("in stock")], [Ok(Cell::Value(false)), Ok(Cell::Value(true))]);
        for cell in ["2", "-", "maybe", "10", "0.5", "$1", "1.000"] {
            assert_eq!(is_available(cell), Err("Must be 1 (available) or 0 (not available)".to_owned()), "{cell}");
            assert_eq!(stock_mode(cell), Err("Must be counted or free".to_owned()), "{cell}");
        }
    }

    #[test]
    fn the_table_is_folded_and_says_one_thing() {
        for word in YES.iter().chain(NO) {
            assert_eq!(fold(word), **word);
        }
        assert!(YES.iter().all(|word| !NO.contains(word)));
    }

    #[test]
    fn modes_in_the_words_of_the_export() {
        assert_eq!(stock_mode(" Free "), Ok(Cell::Value(StockMode::Free)));
        assert_eq!(stock_mode("counted"), Ok(Cell::Value(StockMode::Counted)));
    }
}
