//! Protection against formula injection: an apostrophe keeps a spreadsheet from running a cell as a formula.
//!
//! A cell that starts with `= + - @` tab or CR, or with one or more `'` followed by one of these, gets a `'` in front when
//! it is written, unless it is a number such as `-50`, and loses exactly one when it is read. So all text reads back as it was, also text that begins with `'`.

use std::borrow::Cow;

/// The cell as it is written to a file. A number below zero stays one.
pub fn guard(text: &str) -> Cow<'_, str> {
    if is_formula(text.trim_start_matches('\'')) && !is_number(text) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The cell as it was before [`guard`]. Text that needs no guard, such as `'Round Midnight`, stays as it is.
pub(super) fn unguard(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => cell,
    }
}

/// `-50` or `-0.5`.
fn is_number(text: &str) -> bool {
    let Some(figure) = text.strip_prefix('-') else { return false };
    let (whole, decimals) = figure.split_once('.').unwrap_or((figure, "0"));
    [whole, decimals].into_iter().all(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r'])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn to_the_letter() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("+231", "'+231"),
            ("-", "'-"),
            ("-5", "-5"),
            ("-0.50", "-0.50"),
            ("'-5", "''-5"),
            ("-5-5", "'-5-5"),
            ("@home", "'@home"),
            ("\tx", "'\tx"),
            ("\rx", "'\rx"),
            ("'=x", "''=x"),
            ("'''@", "''''@"),
            ("'Round Midnight", "'Round Midnight"),
            ("''", "''"),
            ("a=b", "a=b"),
            (" =x", " =x"),
            ("\n=x", "\n=x"),
            ("", ""),
        ] {
            assert_eq!(guard(text), cell, "{text:?}");
            assert_eq!(unguard(cell), text, "{cell:?}");
        }
        assert_eq!(unguard("=1+1"), "=1+1", "a cell without a guard");
    }

    proptest! {
        #[test]
        fn reads_back(text in "['=+@\\-\t\ra5.]{0,6}") {
            let cell = guard(&text).into_owned();
            prop_assert_eq!(unguard(&cell), text.as_str());
            prop_assert!(!is_formula(&cell) || is_number(&cell));
        }
    }
}
