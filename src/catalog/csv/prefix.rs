//! The apostrophe that keeps a spreadsheet from running a cell as a formula.
//!
//! A cell that starts with `= + - @` tab or CR, or with one or more `'` followed by one of these, gets a `'` in front when
//! it is written, and loses exactly one when it is read. So whatever is written reads back, also text that began with `'`.

use std::borrow::Cow;

/// The cell as it goes into a file.
pub fn guard(text: &str) -> Cow<'_, str> {
    if is_formula(text.trim_start_matches('\'')) { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
}

/// The cell as it was before [`guard`]. `'Round Midnight` and the like, which nobody guarded, stay as they are.
pub(super) fn unguard(cell: &str) -> &str {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(rest.trim_start_matches('\'')) => rest,
        _ => cell,
    }
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
        assert_eq!(unguard("=1+1"), "=1+1", "a cell that nobody guarded");
    }

    proptest! {
        #[test]
        fn reads_back(text in "['=+@\\-\t\ra]{0,6}") {
            let cell = guard(&text).into_owned();
            prop_assert_eq!(unguard(&cell), text.as_str());
            prop_assert!(!is_formula(&cell));
        }
    }
}
