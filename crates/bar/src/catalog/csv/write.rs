//! Writes the export: all fields that a person can set, in a form that [`read`](super::read()) reads back.

use std::borrow::Cow;

use crate::catalog::{Draft, StockMode};
use base::Rate;

use super::{Column, prefix};

/// The byte order mark in UTF-8. Every CSV file begins with it: without it Excel takes the letters for those of Windows-1252.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// A byte order mark, one header and one row for each product, as in RFC 4180 with LF. `price` is the product's present price in its own currency, converted
/// at `rate` if it is not set. The column `section` is there if a product has one, `taxClass` if a product has one and where the bar
/// `has_tax`, `stockMode` if a product is not counted, `floor` if one may go below 0.
///
/// # Errors
/// [`WriteError`] if the CSV writer fails.
pub fn write<'a>(products: impl IntoIterator<Item = &'a Draft> + Clone, rate: Rate, has_tax: bool) -> Result<String, WriteError> {
    let mut writer = ::csv::Writer::from_writer(BYTE_ORDER_MARK.as_bytes().to_vec());
    let columns = columns(products.clone(), has_tax);
    writer.write_record(columns.iter().map(|column| column.as_str()))?;
    for product in products {
        for &column in &columns {
            writer.write_field(prefix::guard(&cell(product, column, rate)).as_ref())?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    let bytes = writer.into_inner().map_err(|error| WriteError(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| WriteError(error.to_string()))
}

/// The columns of the list: those from `section` on only where a product uses them, so that a list without them stays as it
/// always was.
fn columns<'a>(products: impl IntoIterator<Item = &'a Draft>, has_tax: bool) -> Vec<Column> {
    let (mut has_section, mut has_class, mut has_free, mut has_no_floor) = (false, has_tax, false, false);
    for product in products {
        has_section |= product.section.is_some();
        has_class |= product.tax_class.is_some();
        has_free |= product.stock_mode == StockMode::Free;
        has_no_floor |= product.stock_mode == StockMode::Counted && !product.floor;
    }
    let is_there = |column: &Column| match column {
        Column::Section => has_section,
        Column::TaxClass => has_class,
        Column::StockMode => has_free,
        Column::Floor => has_no_floor,
        _ => true,
    };
    Column::ALL.into_iter().filter(is_there).collect()
}

/// The list could not be written.
#[derive(Debug, thiserror::Error)]
#[error("the list cannot be written: {0}")]
pub struct WriteError(String);

impl From<::csv::Error> for WriteError {
    fn from(error: ::csv::Error) -> Self {
        WriteError(error.to_string())
    }
}

/// The text of a product's field as the export writes it, without the guard against formulas; empty where nothing is set.
pub(in crate::catalog) fn cell(product: &Draft, column: Column, rate: Rate) -> Cow<'_, str> {
    match column {
        Column::Name => Cow::Borrowed(&product.name),
        Column::Brand => optional(product.brand.as_deref()),
        Column::Barcode => optional(product.barcode.as_deref()),
        Column::Category => Cow::Borrowed(product.category.as_str()),
        Column::Price => Cow::Owned(rate.both(product.price_usd, product.price_lrd).in_currency(product.currency)),
        Column::Currency => Cow::Borrowed(product.currency.as_str()),
        Column::PriceUsd => Cow::Owned(product.price_usd.map(|price| price.to_string()).unwrap_or_default()),
        Column::PriceLrd => Cow::Owned(product.price_lrd.map(|price| price.to_string()).unwrap_or_default()),
        Column::Stock => match product.stock_mode {
            StockMode::Counted if !product.is_recipe() => Cow::Owned(product.stock.to_string()),
            StockMode::Counted | StockMode::Free => Cow::Borrowed(""),
        },
        Column::Description => optional(product.description.as_deref()),
        Column::Section => optional(product.section.as_deref()),
        Column::TaxClass => optional(product.tax_class.as_deref()),
        Column::IsAvailable => one_or_zero(product.is_available),
        Column::StockMode => Cow::Borrowed(product.stock_mode.as_str()),
        Column::Floor => one_or_zero(product.floor),
    }
}

fn one_or_zero(is_so: bool) -> Cow<'static, str> {
    Cow::Borrowed(if is_so { "1" } else { "0" })
}

fn optional(text: Option<&str>) -> Cow<'_, str> {
    Cow::Borrowed(text.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::catalog::Category;
    use crate::catalog::samples::{any_draft, any_rate};
    use base::{CurrencyCode, Lrd, Usd};

    #[test]
    fn writes_to_the_letter() {
        let plain = Draft {
            name: "Club Beer".to_owned(),
            barcode: Some("012345678905".to_owned()),
            price_usd: Some(Usd::minor(200)),
            price_lrd: Some(Lrd::minor(35_000)),
            stock: 24,
            ..Draft::default()
        };
        let awkward = Draft {
            name: "=Pizza, 12\"".to_owned(),
            brand: Some("'@home".to_owned()),
            barcode: Some("-7".to_owned()),
            category: Category::Food,
            currency: CurrencyCode::Lrd,
            price_usd: Some(Usd::minor(1_050)),
            description: Some("two\nlines;\tČ".to_owned()),
            is_available: false,
            ..Draft::default()
        };
        let expected = concat!(
            "\u{feff}name,brand,barcode,category,price,currency,priceUSD,priceLRD,stock,description,isAvailable\n",
            "Club Beer,,012345678905,drinks,2.00,USD,2.00,350.00,24,,1\n",
            "\"'=Pizza, 12\"\"\",''@home,-7,food,1995.00,LRD,10.50,,0,\"two\nlines;\tČ\",0\n",
        );
        assert_eq!(write([&plain, &awkward], Rate::INITIAL, false).expect("written"), expected);
        let plain = Draft { section: Some("Beer".to_owned()), ..plain };
        let lines = write([&plain, &awkward], Rate::INITIAL, false).expect("written");
        let ends: Vec<_> = lines.lines().map(|line| line.rsplit_once(',').map(|(_, end)| end)).collect();
        assert_eq!(ends[..2], [Some("section"), Some("Beer")]);
        assert!(lines.ends_with(",0,\n"), "no section is an empty cell: {lines}");
        let lines = write([&plain, &awkward], Rate::INITIAL, true).expect("written");
        assert!(lines.contains(",isAvailable,section,taxClass\n") && lines.contains(",1,Beer,\n"), "{lines}");
        let plain = Draft { section: None, tax_class: Some("zero".to_owned()), ..plain };
        let lines = write([&plain, &awkward], Rate::INITIAL, false).expect("written");
        assert!(lines.contains(",isAvailable,taxClass\n") && lines.contains(",1,zero\n") && lines.ends_with(",0,\n"), "{lines}");
    }

    #[test]
    fn writes_how_stock_is_handled_where_a_product_is_not_as_usual() {
        let drink = Draft { name: "Gin".to_owned(), stock: -50, floor: false, ..Draft::default() };
        let dish = Draft { name: "Rice".to_owned(), stock_mode: StockMode::Free, floor: false, ..Draft::default() };
        let lines = |products: &[&Draft]| write(products.iter().copied(), Rate::INITIAL, false).expect("written");
        assert!(
            lines(&[&dish]).ends_with(",stock,description,isAvailable,stockMode\nRice,,,drinks,0.00,USD,,,,,1,free\n"),
            "{}",
            lines(&[&dish])
        );
        assert!(lines(&[&drink]).ends_with(",isAvailable,floor\nGin,,,drinks,0.00,USD,,,-50,,1,0\n"), "{}", lines(&[&drink]));
        assert!(lines(&[&dish, &drink]).contains(",isAvailable,stockMode,floor\n"));
        assert!(lines(&[&dish, &drink]).ends_with(",1,free,0\nGin,,,drinks,0.00,USD,,,-50,,1,counted,0\n"));
    }

    proptest! {
        #[test]
        fn every_cell_reads_back_by_the_csv_crate(draft in any_draft(), rate in any_rate()) {
            let text = write([&draft], rate, false).expect("written");
            let mut reader = ::csv::Reader::from_reader(text.as_bytes());
            let rows: Vec<_> = reader.records().map(|record| record.expect("legal")).collect();
            prop_assert_eq!(rows.len(), 1);
            for (place, column) in columns([&draft], false).into_iter().enumerate() {
                prop_assert_eq!(prefix::unguard(&rows[0][place]), cell(&draft, column, rate));
            }
        }
    }

    #[test]
    fn no_products_are_a_header() {
        assert_eq!(write([], Rate::INITIAL, false).expect("written").lines().count(), 1);
    }
}
