//! Files as people and programs write them, and the mistakes that are reported.

use super::*;
use crate::catalog::csv::ERRORS_MAX;
use crate::catalog::{Category, StockMode};
use base::Lrd;

fn good(data: &str) -> Sheet {
    let sheet = read_text(data).expect(data);
    assert_eq!(sheet.problems.clone().into_errors(), [], "{data}");
    sheet
}

fn bad(data: &str) -> Vec<(usize, Option<Column>, String)> {
    let errors = match read_text(data) {
        Ok(sheet) => sheet.problems.into_errors(),
        Err(unread) => unread.errors,
    };
    assert!(!errors.is_empty(), "{data}");
    errors.into_iter().map(|error| (error.line, error.column, error.message)).collect()
}

fn owned(text: &str) -> Cell<String> {
    Cell::Value(text.to_owned())
}

fn beer() -> ListRow {
    ListRow {
        line: 2,
        name: "Club Beer, 65cl \"big\"".to_owned(),
        brand: Cell::Empty,
        barcode: owned("012345678905"),
        category: Cell::Value(Category::Drinks),
        section: Cell::Keep,
        price: Cell::Value(55_050),
        currency: Cell::Value(CurrencyCode::Lrd),
        price_usd: Cell::Empty,
        price_lrd: Cell::Value(Lrd::minor(55_050)),
        stock: Cell::Value(24),
        description: owned("ice cold\n× 6"),
        is_available: Cell::Value(true),
        tax_class: Cell::Keep,
        ..ListRow::default()
    }
}

#[test]
fn the_same_row_however_it_is_written() {
    let header = "name,brand,barcode,category,price,currency,priceUSD,priceLRD,stock,description,isAvailable";
    let name = "\"Club Beer, 65cl \"\"big\"\"\"";
    let comma = format!("{header}\n{name},,012345678905,drinks,550.50,LRD,,550.50,24,\"ice cold\n× 6\",1\n");
    let semicolon =
        format!("{}\r\n{name};;012345678905;DRINKS;550,50;lrd;;550.5;24;\"ice cold\r\n× 6\";yes", header.replace(',', ";").to_uppercase());
    let tab = format!(
        "{}\n{name}\t \t 012345678905\t Drinks \t550,5\tLRD\t\u{a0}\t550,50\t24\t\"  ice cold\n× 6 \"\tTRUE\n\n",
        header.replace(',', "\t")
    );
    let turned = format!(
        "isAvailable,description,stock,priceLRD,priceUSD,currency,price,category,barcode,brand,name\n\
         1,\"ice cold\n× 6\",24,550.50,,LRD,550.50,drinks,012345678905,,{name}"
    );
    let with_bom = format!("\u{feff}{comma}");
    let with_others = format!("{},Supplier\n{name},,012345678905,drinks,550.50,LRD,,550.50,24,\"ice cold\n× 6\",1,x", header);
    for data in [comma, semicolon, tab, turned, with_bom, with_others] {
        assert_eq!(good(&data).rows, [beer()], "{data}");
    }
}

#[test]
fn a_column_that_is_not_there_keeps_and_an_empty_cell_empties() {
    let sheet = good("Name,Shelf,Stock\nRice,B2,");
    assert_eq!(sheet.rows, [ListRow { line: 2, name: "Rice".to_owned(), stock: Cell::Empty, ..ListRow::default() }]);
    assert_eq!(sheet.ignored_columns, ["Shelf"]);
}

#[test]
fn lines_are_those_of_the_file() {
    let sheet = good("name,description\n\nA,\"one\ntwo\n\"\n\n , \r\nB,\n\"C\",\n\n\n");
    let lines: Vec<_> = sheet.rows.iter().map(|row| (row.name.as_str(), row.line)).collect();
    assert_eq!(lines, [("A", 3), ("B", 8), ("C", 9)]);
}

#[test]
fn only_the_apostrophe_of_the_export_goes() {
    let sheet = good("name,brand\n'=1+1,'Round Midnight\n''=x,'");
    let texts: Vec<_> = sheet.rows.into_iter().map(|row| (row.name, row.brand)).collect();
    assert_eq!(texts, [("=1+1".to_owned(), owned("'Round Midnight")), ("'=x".to_owned(), owned("'"))]);
}

#[test]
fn every_error_has_its_line_and_column() {
    let data = "name,barcode,price,currency,priceUSD,stock,category\n\
                ,1,x,EUR,-1,1.5,a\tb\n\
                Rice,2,3.50,USD,3.50,1\n\
                Rice,7,3.50,USD,3.50,1,food,x\n\
                \"Big \"Club\"\",3,1,USD,,1,food\n\
                \"Two\nlines\",8,3.50,USD,3.50,1,food\n\
                Rice,4,3.50,USD,3.50,1,food\n\
                Rice, 4 ,3.50,USD,3.50,1,food\n\
                \"Open,5,3.50,USD,3.50,1,food\n\
                Rice,6,x,USD,3.50,1,food\n";
    let expected = [
        (2, Some(Column::Name), "Product name is required"),
        (2, Some(Column::Category), "Must not contain control characters"),
        (2, Some(Column::Stock), "Must be a whole number such as 24"),
        (2, Some(Column::Currency), "Must be USD or LRD"),
        (2, Some(Column::PriceUsd), "Must not be negative"),
        (2, Some(Column::Price), "Must be an amount such as 3.50"),
        (4, None, "This row has 8 cells, the header has 7"),
        (5, None, "The quotes are not in pairs: a quote inside a quoted cell is written twice"),
        (6, Some(Column::Name), "Must not contain control characters"),
        (9, Some(Column::Barcode), "The barcode 4 is on line 8 and on line 9"),
        (10, None, "The quotes are not in pairs: a quote inside a quoted cell is written twice"),
    ];
    let found = bad(data);
    assert_eq!(found.iter().map(|(line, column, message)| (*line, *column, message.as_str())).collect::<Vec<_>>(), expected);
}

#[test]
fn a_file_that_is_not_a_list() {
    for (data, line, column, message) in [
        ("", 1, None, "The file is empty"),
        ("\u{feff}\r\n \r\n", 1, None, "The file is empty"),
        ("name,price\n\n,\n", 1, None, "The file has a header and no products below it"),
        ("price\n1", 1, Some(Column::Name), "No “name” column. Row 1 has: price"),
        ("name\nRice\nFi\0sh", 3, None, "This is not a text file: it contains a NUL character"),
    ] {
        assert_eq!(bad(data), [(line, column, message.to_owned())], "{data:?}");
    }
}

#[test]
fn at_most_a_hundred_errors_and_a_hundred_thousand_rows() {
    let found = bad(&format!("name,stock\n{}", "Rice,x\n".repeat(ERRORS_MAX + 1)));
    assert_eq!((found.len(), found[ERRORS_MAX - 1].0), (ERRORS_MAX, ERRORS_MAX + 1));
    let full = format!("name\n{}", "Rice\n".repeat(ROWS_MAX));
    assert_eq!(good(&full).rows.len(), ROWS_MAX);
    assert_eq!(bad(&(full + "Rice")), [(ROWS_MAX + 2, None, "A file may have at most 100000 products".to_owned())]);
}

#[test]
fn a_list_without_headings_is_read_as_a_person_says() {
    let list = "Club Beer;350\nStar;400;x\n";
    let unread = read_text(list).expect_err("nothing says what the columns are");
    let shape = unread.shape.expect("its columns");
    let columns: Vec<_> = shape.columns.iter().map(|column| (column.heading.as_str(), column.samples.len())).collect();
    assert_eq!((columns, shape.headings), (vec![("Column 1", 2), ("Column 2", 2), ("Column 3", 1)], 0));
    assert_eq!((unread.errors[0].line, unread.errors[0].column), (1, Some(Column::Name)));
    let said = Said { columns: Some(vec![Some(Column::Name), Some(Column::Price)]), ..Said::default() };
    let sheet = read(&mut Opened::of_text(list), &said).expect("a list");
    let rows: Vec<_> = sheet.rows.iter().map(|row| (row.line, row.name.as_str(), row.price.value())).collect();
    assert_eq!(rows, [(1, "Club Beer", Some(35_000)), (2, "Star", Some(40_000))]);
    assert_eq!((sheet.chosen, sheet.ignored_columns), (None, vec!["Column 3".to_owned()]));
}

#[test]
fn the_first_product_is_not_lost_below_unknown_headings() {
    for currency in ["USD", "LRD", "L$", "Active", "Bottles"] {
        let list = format!("Nazwa;Cena;Waluta\nPiwo;2,00;{currency}\nSok;1,00;{currency}\n");
        let said = Said { columns: Some(vec![Some(Column::Name), Some(Column::Price)]), ..Said::default() };
        let names: Vec<String> = read(&mut Opened::of_text(&list), &said).expect("a list").rows.into_iter().map(|row| row.name).collect();
        assert_eq!(names, ["Piwo", "Sok"], "{list}");
    }
}

#[test]
fn a_blank_beside_crosses_means_no() {
    let flags = |list: &str| good(list).rows.into_iter().map(|row| row.is_available).collect::<Vec<_>>();
    let (yes, no) = (Cell::Value(true), Cell::Value(false));
    assert_eq!(flags("name,available\nA,x\nB,\nC,X"), [yes, no, yes]);
    assert_eq!(flags("name,available\nA,✓\nB"), [yes, no], "also where the cell is missing");
    assert_eq!(flags("name,available\nA,1\nB,"), [yes, Cell::Empty], "a blank beside figures empties");
    assert_eq!(flags("name,available\nA,x\nB,\nC,0"), [yes, Cell::Empty, no]);
    assert_eq!(flags("name,available\nA,\nB,"), [Cell::Empty, Cell::Empty]);
    let modes: Vec<_> = good("name,Track stock\nA,x\nB,").rows.into_iter().map(|row| row.stock_mode).collect();
    assert_eq!(modes, [Cell::Value(StockMode::Counted), Cell::Value(StockMode::Free)]);
}
