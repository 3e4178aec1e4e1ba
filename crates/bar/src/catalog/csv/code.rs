//! Parses the cell of a barcode.

use base::text;

use super::cells::{Cell, Parsed};

/// Fewest digits of which an apostrophe in front is a spreadsheet's, and not one of the bar's own.
const QUOTED_MIN: usize = 6;
/// Fewest digits of a code that is written in groups.
const GROUPED_MIN: usize = 8;
/// What stands between groups of digits.
const GROUPING: [char; 10] = [' ', '\u{a0}', '\u{202f}', '\u{2009}', '-', '‐', '‑', '–', '\'', '’'];
/// What programs write where there is no value, [folded](text::fold).
const NO_BARCODE: [&str; 16] =
    ["n/a", "n.a.", "n.a", "na", "nan", "nil", "none", "null", "(null)", "<null>", "undefined", "no barcode", "keine", "aucun", "-", "--"];
/// Errors of spreadsheets that do not end with a sign of exclamation or a question mark.
const ERRORS: [&str; 7] = ["#n/a", "#n/d", "#n/b", "#nv", "#i/t", "#getting_data", "#campo"];

/// The barcode. `="0123"` is how exports keep a spreadsheet from reading it as a number; groups of digits become one. What a spreadsheet
/// has made of it, such as `2.93E+11`, is a mistake: the digits are lost, and the row would match no product.
pub(super) fn barcode(cell: &str) -> Parsed<String> {
    let text = unwrapped(cell);
    if is_none(text) {
        return Ok(Cell::Empty);
    }
    if is_shortened(text) {
        return Err(format!("The spreadsheet shortened the barcode to {text}. Export again, and format the column as text"));
    }
    if text.split_once(['.', ',']).is_some_and(|(whole, zeros)| all_digits(whole) && zeros.bytes().all(|byte| byte == b'0')) {
        return Err(format!("The spreadsheet made a number of the barcode, {text}. Export again, and format the column as text"));
    }
    if is_error(text) {
        return Err(format!("{text} is not a barcode. Leave the cell empty if it has none"));
    }
    match ungrouped(text) {
        Some(digits) => Ok(Cell::Value(digits)),
        None => text::line(text).map(Cell::Value).map_err(|error| error.to_string()),
    }
}

/// The barcode as it is written, where it is read as something else: a product of the bar may have it all the same.
pub(super) fn written(cell: &str, read: Option<&str>) -> Option<String> {
    let text = unwrapped(cell);
    (!text.is_empty() && Some(text) != read).then(|| text.to_owned())
}

/// The digits of a code that is written in groups, such as `6 001000 000018`; `None` for any other.
pub(in crate::catalog) fn ungrouped(text: &str) -> Option<String> {
    let groups: Vec<&str> = text.split(|c: char| GROUPING.contains(&c)).collect();
    let groups = if groups.len() > 1 { groups } else { in_threes(text)? };
    let digits = groups.concat();
    (digits.len() >= GROUPED_MIN && groups.iter().all(|group| all_digits(group))).then_some(digits)
}

/// The groups of a code that a spreadsheet shows as a number: `6,001,000,000,018`. Another comma or point is that of a figure.
fn in_threes(text: &str) -> Option<Vec<&str>> {
    let separator = text.chars().find(|c| [',', '.'].contains(c))?;
    let groups: Vec<&str> = text.split(separator).collect();
    let (first, others) = groups.split_first()?;
    (first.len() <= 3 && others.len() > 1 && others.iter().all(|group| group.len() == 3)).then_some(groups)
}

/// A cell without what keeps a spreadsheet from reading it as a number.
fn unwrapped(cell: &str) -> &str {
    let cell = cell.trim();
    let text = cell.strip_prefix("=\"").and_then(|rest| rest.strip_suffix('"')).unwrap_or(cell);
    text.strip_prefix('\'').filter(|rest| rest.len() >= QUOTED_MIN && all_digits(rest)).unwrap_or(text).trim()
}

fn is_none(text: &str) -> bool {
    text.bytes().all(|byte| byte == b'0') || NO_BARCODE.contains(&text::fold(text).as_str())
}

/// `#N/A`, `#REF!`, `#¿NOMBRE?` or `####`, which stands for a number that does not fit. Others, such as `#12`, can be a code.
pub(super) fn is_error(text: &str) -> bool {
    let Some(word) = text.strip_prefix('#') else { return false };
    let is_word = word.chars().any(char::is_alphabetic) && !word.contains(char::is_whitespace);
    let ends = word.ends_with(['!', '?']) && is_word;
    ends || ERRORS.contains(&text::fold(text).as_str()) || (word.len() > 1 && word.bytes().all(|byte| byte == b'#'))
}

/// `2.93E+11`, `2,93e11` or `6E+12`. Without sign and decimals, `1E5`, it can be a code.
fn is_shortened(cell: &str) -> bool {
    let Some((digits, power)) = cell.split_once(['E', 'e']) else { return false };
    let decimals = digits.split_once(['.', ',']).is_some_and(|(whole, part)| whole.len() == 1 && all_digits(whole) && all_digits(part));
    match power.strip_prefix('+') {
        Some(power) => all_digits(power) && (decimals || (digits.len() == 1 && all_digits(digits))),
        None => all_digits(power) && decimals,
    }
}

fn all_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn codes_as_they_are() {
        for code in
            ["012345678905", "1E5", "29.3E+1", "E+1", "6001000000018", "AB-12", "#12", "#", "12-34", "1.5", "00A0", "12345678.9", "007"]
        {
            assert_eq!(barcode(code), Ok(Cell::Value(code.to_owned())), "{code}");
            assert_eq!(written(code, Some(code)), None, "{code}");
        }
        for (cell, code) in [("=\"012345678905\"", "012345678905"), ("'012345678905", "012345678905"), (" 96385074 ", "96385074")] {
            assert_eq!(barcode(cell), Ok(Cell::Value(code.to_owned())), "{cell}");
        }
    }

    #[test]
    fn codes_in_groups() {
        for cell in [
            "6,001,000,000,018",
            "6.001.000.000.018",
            "6 001 000 000 018",
            "6 001000 000018",
            "6001-0000-00018",
            "6\u{a0}001\u{202f}000000018",
        ] {
            assert_eq!(barcode(cell), Ok(Cell::Value("6001000000018".to_owned())), "{cell}");
            assert_eq!(written(cell, Some("6001000000018")).as_deref(), Some(cell), "{cell}");
        }
    }

    #[test]
    fn no_barcode() {
        for cell in ["=\"\"", "-", "—", "–", "0", "000", "nil", "None", "undefined", "n.a.", "N/A", "(null)", "NULL", "nan"] {
            assert_eq!(barcode(cell), Ok(Cell::Empty), "{cell}");
        }
        assert_eq!(written("0", None).as_deref(), Some("0"));
    }

    #[test]
    fn what_a_spreadsheet_spoilt() {
        for cell in ["2.93E+11", "6,1e+12", "6.001e12", "6E+12"] {
            let message = format!("The spreadsheet shortened the barcode to {cell}. Export again, and format the column as text");
            assert_eq!(barcode(&format!(" {cell} ")), Err(message), "{cell}");
        }
        for cell in ["6001000000018.0", "6001000000018,00"] {
            let message = format!("The spreadsheet made a number of the barcode, {cell}. Export again, and format the column as text");
            assert_eq!(barcode(cell), Err(message), "{cell}");
        }
        for cell in ["#N/A", "#REF!", "#NV", "#¡REF!", "#¿NOMBRE?", "#WERT!", "#DIV/0!", "#VALEUR!", "#ÜBERLAUF!", "####"] {
            assert_eq!(barcode(cell), Err(format!("{cell} is not a barcode. Leave the cell empty if it has none")), "{cell}");
        }
        assert_eq!(barcode("a\tb"), Err("Must not contain control characters".to_owned()));
    }

    proptest! {
        /// The oracle groups the digits, instead of finding them.
        #[test]
        fn every_grouping_is_the_code(digits in "[1-9][0-9]{7,13}", sign in prop::sample::select(vec![',', '.', ' ', '-', '’'])) {
            let first = match digits.len() % 3 { 0 => 3, rest => rest };
            let (head, tail) = digits.split_at(first);
            let mut cell = head.to_owned();
            for group in tail.as_bytes().chunks(3) {
                cell.push(sign);
                cell.push_str(std::str::from_utf8(group).expect("ASCII"));
            }
            prop_assert_eq!(barcode(&cell), Ok(Cell::Value(digits)));
        }

        #[test]
        fn never_panics(cell in "\\PC{0,12}", digits in "[0-9 .,'#E+-]{0,16}") {
            let _ = (barcode(&cell), barcode(&digits));
        }
    }
}
