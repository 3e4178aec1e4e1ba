//! Finds out how a list is laid out: its separator, its quotes and the row of its headings.

use super::figure::{NoFigure, figure};
use super::header::COLUMNS_MAX;
use super::heading::{Meaning, is_value, meaning};
use super::prefix;
use super::problem::{LineError, Problems};
use super::split::{Dialect, RawRow, Rows};

/// The headings are among this many rows at the top.
const ROWS_ABOVE: usize = 20;

/// On a tie the first one wins.
const SEPARATORS: [u8; 4] = *b",;\t|";
/// Separators that a first line can name.
const NAMED: [u8; 7] = *b",;\t|:^~";

/// How a text is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    pub dialect: Dialect,
    /// Number of rows above the headings, or above the products where there are no headings.
    pub above: usize,
    pub has_headings: bool,
}

/// The row of headings in a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    /// Its number from 0; of the first row where there are no headings.
    pub above: usize,
    pub has_headings: bool,
    /// How many headings are known by their names.
    known: usize,
    /// How many of its cells are filled.
    wide: usize,
    /// How many rows have as many cells; 0 where that is one.
    alike: usize,
}

/// How a text is laid out.
///
/// # Errors
/// The error if it is empty.
pub(super) fn layout(text: &str) -> Result<Layout, Vec<LineError>> {
    let named = named_separator(text);
    let separators = named.as_ref().map_or(&SEPARATORS[..], std::slice::from_ref);
    let mut best: Option<(Place, Dialect)> = None;
    for separator in separators {
        let dialect = dialect(text, *separator, named.is_some());
        let rows: Vec<RawRow<'_>> = Rows::new(text, dialect).take(ROWS_ABOVE).collect();
        let Some(place) = headings_in(&rows, named.is_some()) else { continue };
        if best.is_none_or(|(other, of)| is_better((place, *separator), (other, of.separator))) {
            best = Some((place, dialect));
        }
    }
    let Some((place, dialect)) = best else { return Err(Problems::fatal(1, None, "The file is empty")) };
    let dialect = Dialect { escapes: has_escapes(text, dialect), ..dialect };
    Ok(Layout { dialect, above: place.above, has_headings: place.has_headings })
}

/// Whether a separator suits a text better than one before it.
fn is_better((one, separator): (Place, u8), (other, of): (Place, u8)) -> bool {
    if one.known + other.known > 0 {
        return (one.known, one.wide) > (other.known, other.wide);
    }
    // A comma is also in figures and names.
    one.alike > other.alike || (one.alike == other.alike && one.alike > 0 && of == b',' && separator != b',')
}

/// The row of headings among `rows`: the one of which the most are known by their names, else the first with two cells. A row with a
/// figure is a product. `skips_first` where the first row only names the separator.
pub(super) fn headings_in(rows: &[RawRow<'_>], skips_first: bool) -> Option<Place> {
    let from = usize::from(skips_first);
    let candidates = || rows.iter().enumerate().skip(from).take(ROWS_ABOVE);
    let mut best: Option<(usize, usize)> = None;
    let mut has_products_above = false;
    for (number, row) in candidates() {
        let (known, figures) = (known(row), row.cells.iter().filter(|cell| is_figure(cell)).count());
        let is_heading = if figures == 0 { known > usize::from(has_products_above) } else { known > 1 && known >= figures };
        if is_heading && best.is_none_or(|(most, _)| known > most) {
            best = Some((known, number));
        }
        has_products_above |= figures > 0 && filled(row) > 1;
    }
    let first_wide = || candidates().find(|(_, row)| filled(row) > 1).or_else(|| candidates().next());
    let (known, above, has_headings) = match best {
        Some((known, number)) => (known, number, true),
        None => {
            let (number, row) = first_wide()?;
            let is_product = row.cells.iter().any(|cell| is_figure(cell));
            (0, if is_product { from } else { number }, !is_product)
        }
    };
    let wide = filled(&rows[above]);
    let cells = first_wide().map_or(0, |(_, row)| row.cells.len());
    let alike = if cells > 1 { candidates().filter(|(_, row)| row.cells.len() == cells).count() } else { 0 };
    Some(Place { above, has_headings, known, wide, alike })
}

fn filled(row: &RawRow<'_>) -> usize {
    row.cells.iter().filter(|cell| !cell.trim().is_empty()).count()
}

/// How many different things the cells of a row are headings of. What is also a value, such as `USD`, does not count.
fn known(row: &RawRow<'_>) -> usize {
    let mut found: Vec<Meaning> = Vec::new();
    for cell in row.cells.iter().take(COLUMNS_MAX).map(|cell| prefix::unguard(cell)) {
        if let Some((meaning, _)) = meaning(cell)
            && !is_value(cell)
            && !found.contains(&meaning)
        {
            found.push(meaning);
        }
    }
    found.len()
}

/// Whether a cell is a figure, such as a price or a barcode.
fn is_figure(cell: &str) -> bool {
    let cell = prefix::unguard(cell);
    cell.bytes().any(|byte| byte.is_ascii_digit()) && !matches!(figure(cell, None), Err(NoFigure::Other))
}

/// The separator that the first line names: `sep=;`, as Excel writes and reads it.
fn named_separator(text: &str) -> Option<u8> {
    let first = text.trim_start_matches(['"', '\'']);
    let sign = first.as_bytes().get(4)?;
    (first.get(..4)?.eq_ignore_ascii_case("sep=") && NAMED.contains(sign)).then_some(*sign)
}

/// The quotes of a text: `'` where all cells of its first row are quoted so, and rows are whole with it.
fn dialect(text: &str, separator: u8, skips_first: bool) -> Dialect {
    let usual = Dialect::of(separator);
    let single = Dialect { quote: b'\'', ..usual };
    let rows = |dialect| Rows::new(text, dialect).skip(usize::from(skips_first)).take(ROWS_ABOVE);
    let Some(first) = rows(usual).next() else { return usual };
    let is_quoted = |cell: &str| cell.len() > 1 && cell.starts_with('\'') && cell.ends_with('\'');
    // A separator inside single quotes cuts a cell in two.
    let begins = first.cells.first().is_some_and(|cell| cell.starts_with('\''));
    let ends = first.cells.last().is_some_and(|cell| cell.ends_with('\''));
    let all = first.cells.iter().all(|cell| cell.is_empty() || is_quoted(cell));
    if begins && ends && all && rows(single).all(|row| !row.broken) { single } else { usual }
}

/// Whether `\"` inside quotes stands for a quote: more rows are whole with it.
fn has_escapes(text: &str, dialect: Dialect) -> bool {
    let broken = |escapes| Rows::new(text, Dialect { escapes, ..dialect }).filter(|row| row.broken).count();
    let escape = format!("\\{}", char::from(dialect.quote));
    text.contains(&escape) && broken(true) < broken(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_headings_below_other_lines() {
        for (text, line, separator) in [
            ("sep=;\nname;price\nX;2,00", 2, b';'),
            ("\"sep=,\"\nname,price\nX,2", 2, b','),
            ("Sunset Bar\n\nname,price\nX,2", 3, b','),
            ("Price list, 2026\nPrinted by Musu,,\nItem,Selling price\nX,2", 3, b','),
            ("foo,bar\nX,2", 1, b','),
            ("My list\nfoo;bar\nX;2", 2, b';'),
            ("sep=^\nname^price\nX^2", 2, b'^'),
            ("SEP=:\nname:price\nX:2", 2, b':'),
            ("'sep=~'\n'name'~'price'\nX~2", 2, b'~'),
            ("Printed,30\nname,price\nX,2", 2, b','),
            ("name;price;2025;2026\nX;2;1;1", 1, b';'),
            ("Drink;USD;LRD\nX;2;350", 1, b';'),
        ] {
            let found = layout(text).expect(text);
            let row = Rows::new(text, found.dialect).nth(found.above).expect(text);
            assert_eq!((row.line, found.dialect.separator, found.has_headings), (line, separator, true), "{text}");
        }
    }

    /// The oracle: what is in the first row, told by the person who wrote the list.
    #[test]
    fn a_product_is_never_taken_for_headings() {
        for (headings, row) in [
            ("Nazwa;Cena;Waluta", "Piwo;2,00;USD"),
            ("Nazwa;Cena;Waluta", "Piwo;2,00;LRD"),
            ("Nazwa;Cena;Stan", "Piwo;2,00;Active"),
            ("Nazwa;Waluta", "Piwo;L$"),
            ("Nazwa;Ile;Co", "Piwo;24;Bottles"),
            ("Nazwa;Cena;Co", "Piwo;2,00;Drink"),
            ("Nazwa;Kod", "Piwo;6001000000018"),
        ] {
            let list = format!("{headings}\n{row}\n{row}");
            let found = layout(&list).expect("a list");
            assert_eq!((found.above, found.has_headings, found.dialect.separator), (0, true, b';'), "{list}");
            let bare = format!("{row}\n{row}");
            let has_figure = row.bytes().any(|byte| byte.is_ascii_digit());
            let found = layout(&bare).expect("a list");
            assert_eq!((found.above, found.has_headings), (0, !has_figure), "{bare}");
        }
    }

    #[test]
    fn a_list_without_headings() {
        for (text, separator, above) in [
            ("Club Beer;350\nStar;400", b';', 0),
            ("Club Beer,350\nStar,400", b',', 0),
            ("Club Beer;3,50\nStar;4,00", b';', 0),
            ("Club Beer\t1,250.00\nStar\t4", b'\t', 0),
            ("6001000000018|Club Beer|USD|2.00", b'|', 0),
            ("sep=;\nClub Beer;350", b';', 1),
            ("Club Beer;$3.50;48 pcs\nname tag;1;2", b';', 0),
        ] {
            let found = layout(text).expect(text);
            assert_eq!((found.dialect.separator, found.above, found.has_headings), (separator, above, false), "{text}");
        }
    }

    #[test]
    fn quotes_and_escapes_are_recognised() {
        let quotes = |text: &str| layout(text).map(|found| (char::from(found.dialect.quote), found.dialect.escapes));
        for (text, quote, escapes) in [
            ("name,price\n'Round Midnight',2", '"', false),
            ("'name','price'\n'Rum, dark','2'", '\'', false),
            ("'name';'price'\nRum;2", '\'', false),
            ("'name','price'\n'Rum,2", '"', false),
            (
                r#"name,price
"Big \"Club\"",2"#,
                '"',
                true,
            ),
            (
                r#"name,price
"Big ""Club""",2"#,
                '"',
                false,
            ),
            (
                r#"name,path
Rum,"C:\"
Gin,"D:\""#,
                '"',
                false,
            ),
        ] {
            assert_eq!(quotes(text), Ok((quote, escapes)), "{text}");
        }
    }

    #[test]
    fn nothing_is_no_list() {
        for text in ["", "\n\n"] {
            assert_eq!(layout(text), Err(Problems::fatal(1, None, "The file is empty")));
        }
    }
}
