//! Imports: what each row changes, and that importing an export changes nothing.

use proptest::prelude::*;

use super::*;
use crate::catalog::csv::{read_text, write};
use crate::catalog::samples::{BAR_LIST, any_products, any_rate};
use base::Rate;

pub(super) fn usd(minor: i64) -> Option<Usd> {
    Some(Usd::minor(minor))
}

pub(super) fn lrd(minor: i64) -> Option<Lrd> {
    Some(Lrd::minor(minor))
}

fn beer() -> Draft {
    Draft {
        name: "Club Beer".to_owned(),
        brand: Some("Monrovia Breweries".to_owned()),
        barcode: Some("1".to_owned()),
        category: Category::Food,
        section: Some("Beer".to_owned()),
        currency: CurrencyCode::Lrd,
        price_usd: usd(200),
        price_lrd: lrd(35_000),
        stock: 24,
        description: Some("ice cold".to_owned()),
        is_available: false,
        tax_class: None,
        ..Draft::default()
    }
}

pub(super) fn stored(drafts: impl IntoIterator<Item = Draft>) -> Vec<Existing> {
    drafts.into_iter().zip(1..).map(|(now, id)| Existing { id, now, is_generated: false, chain: None, portions: None }).collect()
}

pub(super) fn check_class(class: &str) -> Result<(), String> {
    if class == "zero" { Ok(()) } else { Err(format!("Unknown tax class {class}")) }
}

/// The plan without its rows, or the mistakes.
pub(super) fn planned(data: &str, existing: &[Existing]) -> Result<ImportPlan, Vec<LineError>> {
    let sheet = read_text(data).map_err(|unread| unread.errors)?;
    let plan = plan(&sheet, existing, Rate::INITIAL, check_class, &Choices::default());
    if plan.errors.is_empty() { Ok(ImportPlan { rows: Vec::new(), ..plan }) } else { Err(plan.errors) }
}

/// `beer` after the import of `data`, a list of one row.
fn beer_after(beer: Draft, data: &str) -> Draft {
    let existing = stored([beer]);
    match planned(data, &existing).expect(data) {
        ImportPlan { changes, unchanged: 1, .. } if changes.is_empty() => existing[0].now.clone(),
        ImportPlan { changes, unchanged: 0, .. } if changes.len() == 1 => match &changes[0] {
            Change::Update { id: 1, draft } => draft.clone(),
            other => panic!("{data}: {other:?}"),
        },
        other => panic!("{data}: {other:?}"),
    }
}

/// The products of a new box after the import of `data`, with barcodes made up where there are none.
pub(super) fn fresh_after(data: &str) -> Vec<Existing> {
    let plan = planned(data, &[]).expect("legal");
    let drafts = plan.changes.into_iter().enumerate().map(|(number, change)| match change {
        Change::Create(draft) => Draft { barcode: draft.barcode.or(Some(format!("own{number}"))), ..draft },
        Change::Update { .. } => panic!("there is nothing to update"),
    });
    stored(drafts)
}

pub(super) fn unchanged(count: usize) -> Result<ImportPlan, Vec<LineError>> {
    Ok(ImportPlan { unchanged: count, ..ImportPlan::default() })
}

#[test]
fn a_list_fills_a_fresh_box() {
    let products = fresh_after(BAR_LIST);
    let prices: Vec<_> = products.iter().map(|product| (product.now.price_usd, product.now.price_lrd)).collect();
    let expected = [
        (usd(2_400), None),
        (None, lrd(47_000)),
        (None, lrd(94_000)),
        (usd(950), lrd(180_500)),
        (usd(1_100), lrd(200_000)),
        (usd(900), None),
        (None, lrd(1_000)),
        (usd(52_500), None),
    ];
    assert_eq!(prices, expected);
    assert_eq!(products[0].now.barcode.as_deref(), Some("012345678905"));
    assert_eq!(products[1].now.name, "KEKSI  MASLAC\u{a0}200G");
    assert_eq!(products[4].now.description.as_deref(), Some("Six bottles,\none bucket"));
    assert_eq!(products[5].now.name, "Pizza Margherita, 12\"");
}

#[test]
fn the_same_list_and_its_export_change_nothing() {
    let products = fresh_after(BAR_LIST);
    assert_eq!(planned(BAR_LIST, &products), unchanged(products.len()));
    for rate in ["190", "1", "205.5"] {
        let rate = Rate::parse(rate).expect("legal");
        let export = write(products.iter().map(|product| &product.now), rate, false).expect("written");
        assert_eq!(planned(&export, &products), unchanged(products.len()), "at {rate}");
        assert_eq!(fresh_after(&export), products, "into a fresh box, at {rate}");
    }
}

#[test]
fn a_new_product_has_defaults() {
    let plan = planned("name,price\n Rice ,3.5\nFish,3.50", &[]).expect("legal");
    let new = |name: &str| Change::Create(Draft { name: name.to_owned(), price_usd: usd(350), ..Draft::default() });
    assert_eq!(plan.changes, [new("Rice"), new("Fish")]);
    assert_eq!((plan.created(), plan.updated(), plan.unchanged), (2, 0, 0));
}

#[test]
fn missing_columns_keep_and_empty_cells_empty() {
    let renamed = |name: &str| Draft { name: name.to_owned(), ..beer() };
    let emptied = Draft {
        brand: None,
        category: Category::Uncategorized,
        currency: CurrencyCode::Usd,
        price_lrd: None,
        description: None,
        is_available: true,
        tax_class: None,
        ..beer()
    };
    for (data, expected) in [
        ("name,barcode\nClub Beer,1", beer()),
        ("name,barcode\nClub Lager, 1 ", renamed("Club Lager")),
        ("name,barcode,stock,price\nClub Beer,1,,", beer()),
        ("name,barcode,stock\nClub Beer,1,0", Draft { stock: 0, ..beer() }),
        ("name,barcode,currency\nClub Beer,1,mixed", beer()),
        ("name,barcode,brand,category,currency,price,priceLRD,stock,description,isAvailable\nClub Beer,1,,,,,,,,", emptied),
    ] {
        assert_eq!(beer_after(beer(), data), expected, "{data}");
    }
}

/// The table in the module's documentation, and the other combinations of the three columns. `-` is a column that the file does not have.
#[test]
fn three_price_columns_two_prices() {
    let only_usd = Draft { price_lrd: None, ..beer() };
    let only_lrd = Draft { price_usd: None, ..beer() };
    let (both, two, three_fifty) = (beer(), usd(200), lrd(35_000));
    for (before, [currency, price, price_usd, price_lrd], after) in [
        (&both, ["USD", "2.00", "2.00", ""], (two, None)),
        (&both, ["LRD", "380.00", "2.00", ""], (two, None)),
        (&only_usd, ["LRD", "380.00", "2.00", ""], (two, None)),
        (&only_lrd, ["USD", "1.84", "", "350"], (None, three_fifty)),
        (&only_usd, ["LRD", "350.00", "2.00", "350.00"], (two, three_fifty)),
        (&only_usd, ["LRD", "350.00", "", ""], (None, three_fifty)),
        (&only_lrd, ["USD", "2.00", "", ""], (two, None)),
        (&only_lrd, ["LRD", "350.00", "2.00", "-"], (two, three_fifty)),
        (&only_usd, ["LRD", "380.00", "2.00", "-"], (two, None)),
        (&both, ["LRD", "350.00", "2.00", "-"], (two, three_fifty)),
        (&only_usd, ["-", "380.00", "-", "-"], (two, None)),
        (&only_usd, ["-", "380.01", "-", "-"], (two, lrd(38_001))),
        (&only_lrd, ["USD", "1.84", "-", "-"], (None, three_fifty)),
        (&both, ["-", "380.00", "-", "-"], (two, lrd(38_000))),
        (&both, ["LRD", "400.00", "-", "-"], (two, lrd(40_000))),
        (&only_usd, ["-", "400.00", "-", "-"], (two, lrd(40_000))),
        (&both, ["USD", "3.00", "-", "-"], (usd(300), three_fifty)),
        (&both, ["USD", "3.00", "2.00", ""], (two, None)),
        (&both, ["USD", "3.00", "", "350"], (None, three_fifty)),
        (&both, ["USD", "3.00", "", "-"], (None, three_fifty)),
        (&only_usd, ["USD", "3.00", "", "-"], (usd(300), None)),
        (&both, ["-", "", "-", ""], (two, None)),
        (&both, ["USD", "", "-", "-"], (two, three_fifty)),
        (&both, ["-", "-", "0", "-"], (usd(0), three_fifty)),
    ] {
        let cells = [("name", "Club Beer"), ("barcode", "1"), ("currency", currency), ("price", price), ("priceUSD", price_usd)];
        let there: Vec<_> = cells.into_iter().chain([("priceLRD", price_lrd)]).filter(|(_, cell)| *cell != "-").collect();
        let row = |pick: fn(&(&'static str, &'static str)) -> &'static str| there.iter().map(pick).collect::<Vec<_>>().join(",");
        let data = format!("{}\n{}", row(|(column, _)| column), row(|(_, cell)| cell));
        let draft = beer_after(before.clone(), &data);
        assert_eq!((draft.price_usd, draft.price_lrd), after, "{data}");
    }
}

#[test]
fn a_product_without_a_price_is_refused() {
    let existing = stored([beer(), Draft { barcode: Some("2".to_owned()), price_lrd: None, ..beer() }]);
    let (new, set) = ("A new product needs a price", "Please set at least one price (USD or LRD)");
    for (data, column, message) in [
        ("name\nRice", Column::Price, new),
        ("name,barcode,price,priceUSD\nRice,3,,", Column::Price, new),
        ("name,barcode,priceUSD,priceLRD\nClub Beer,1,,", Column::PriceUsd, set),
        ("name,barcode,price,priceUSD\nClub Beer,2,,", Column::PriceUsd, set),
    ] {
        let error = LineError { line: 2, column: Some(column), message: message.to_owned() };
        assert_eq!(planned(data, &existing), Err(vec![error]), "{data}");
    }
}

#[test]
fn all_errors_come_at_once_and_nothing_twice() {
    let data = "name,barcode,price,stock\nRice,,,1\n,,2,1\nFish,,x,1\nTea,,,x\nGin,9,1,1\nRum,9,1,1\na,b,1,1,c\nSalt,,,1\nPie";
    let errors = planned(data, &[]).expect_err("eight are wrong");
    let places: Vec<_> = errors.iter().map(|error| (error.line, error.column)).collect();
    let expected = [
        (2, Some(Column::Price)),
        (3, Some(Column::Name)),
        (4, Some(Column::Price)),
        (5, Some(Column::Price)),
        (5, Some(Column::Stock)),
        (7, Some(Column::Barcode)),
        (8, None),
        (9, Some(Column::Price)),
        (10, Some(Column::Price)),
    ];
    assert_eq!(places, expected);
}

#[test]
fn a_barcode_that_cannot_be_read_says_nothing_of_the_price() {
    let errors = planned("name,barcode\nClub Beer,\"1\n\t2\"", &stored([beer()])).expect_err("one is wrong");
    let places: Vec<_> = errors.iter().map(|error| (error.line, error.column)).collect();
    assert_eq!(places, [(2, Some(Column::Barcode))]);
}

#[test]
fn changes_come_in_the_order_of_the_file() {
    let existing = stored([beer(), Draft { barcode: Some("2".to_owned()), ..beer() }]);
    let plan = planned("name,barcode,price\nNew,,1\nLager,2,350\nClub Beer,1,350\nOther,7,1", &existing).expect("legal");
    let names: Vec<_> = plan
        .changes
        .iter()
        .map(|change| match change {
            Change::Create(draft) => (None, draft.name.as_str()),
            Change::Update { id, draft } => (Some(*id), draft.name.as_str()),
        })
        .collect();
    assert_eq!(names, [(None, "New"), (Some(2), "Lager"), (None, "Other")]);
    assert_eq!((plan.created(), plan.updated(), plan.unchanged), (2, 1, 1));
}

#[test]
fn a_price_that_does_not_count_is_named() {
    let products = stored([beer()]);
    let ignored = |data: &str| planned(data, &products).expect(data).ignored_prices;
    let named = |price, used| vec![IgnoredPrice { line: 2, name: "Club Beer".to_owned(), currency: CurrencyCode::Lrd, price, used }];
    assert_eq!(ignored("name,barcode,price,priceLRD\nClub Beer,1,400,350\n"), named(40_000, 35_000));
    assert_eq!(ignored("name,barcode,price,priceLRD\nClub Beer,1,350,350\n"), []);
    assert_eq!(ignored("name,barcode,price,priceUSD\nClub Beer,1,400,2\n"), [], "it counts");
    assert_eq!(ignored("name,barcode,price,priceUSD,priceLRD\nClub Beer,1,400,2,\n"), [], "converted by the export");
}

proptest! {
    #[test]
    fn an_export_imported_again_changes_nothing(products in any_products(), then in any_rate()) {
        let export = write(products.iter().map(|product| &product.now), then, false).expect("written");
        prop_assert_eq!(planned(&export, &products), unchanged(products.len()));
    }

    #[test]
    fn an_export_without_the_two_prices_changes_nothing_while_the_rate_stands(mut products in any_products()) {
        // Prices that anyone may type, also after conversion.
        for product in &mut products {
            product.now.price_usd = product.now.price_usd.map(|price| price.min(Usd::minor(100_000)));
        }
        let export = write(products.iter().map(|product| &product.now), Rate::INITIAL, false).expect("written");
        let stock_list = export.replacen(",priceUSD,priceLRD,", ",was1,was2,", 1);
        prop_assert_eq!(planned(&stock_list, &products), unchanged(products.len()));
    }

    #[test]
    fn an_export_makes_the_same_bar_elsewhere(products in any_products(), then in any_rate()) {
        let export = write(products.iter().map(|product| &product.now), then, false).expect("written");
        prop_assert_eq!(fresh_after(&export), products);
    }

    #[test]
    fn an_import_imported_again_changes_nothing(products in any_products(), others in any_products(), then in any_rate()) {
        let export = write(others.iter().map(|product| &product.now), then, false).expect("written");
        let Ok(plan) = planned(&export, &products) else {
            // A list with levels says one of a product that is not counted.
            prop_assert!(products.iter().any(|product| product.now.stock_mode == StockMode::Free));
            return Ok(());
        };
        let mut after = products;
        for change in plan.changes {
            match change {
                Change::Create(now) => after.push(Existing { id: 1_000 + after.len() as u64, now, is_generated: false, chain: None, portions: None }),
                Change::Update { id, draft } => after.iter_mut().filter(|product| product.id == id).for_each(|product| product.now = draft.clone()),
            }
        }
        prop_assert_eq!(planned(&export, &after), unchanged(others.len()));
    }

    #[test]
    fn no_text_is_too_much(data in "[a1\",;\t\r\n'=é-]{0,60}", header in prop::sample::select(&["", "name\n", "name,price\n", "Price;NAME\n"][..])) {
        // Whatever comes: an answer, and never a product without a name or a price.
        if let Ok(plan) = planned(&format!("{header}{data}"), &[]) {
            for change in plan.changes {
                let Change::Create(draft) = change else { panic!("there is nothing to update") };
                prop_assert!(!draft.name.is_empty() && (draft.price_usd.is_some() || draft.price_lrd.is_some()));
            }
        }
    }
}

#[test]
fn a_tax_class_is_set_emptied_and_kept() {
    let zero = || Some("zero".to_owned());
    let with_zero = || Draft { tax_class: zero(), ..beer() };
    assert_eq!(beer_after(beer(), "name,barcode,taxClass\nClub Beer,1,zero\n").tax_class, zero());
    assert_eq!(beer_after(with_zero(), "name,barcode,taxClass\nClub Beer,1,\n").tax_class, None);
    assert_eq!(beer_after(with_zero(), "name,barcode\nClub Beer,1\n").tax_class, zero());
    let data = "name,barcode,taxClass\nClub Beer,1,nonsense\n";
    let errors = planned(data, &stored([with_zero()])).expect_err("an unknown class");
    let expected = LineError { line: 2, column: Some(Column::TaxClass), message: "Unknown tax class nonsense".to_owned() };
    assert_eq!(errors, [expected]);
    // A class that was switched off later stays with the product that has it.
    let old = Draft { tax_class: Some("nonsense".to_owned()), ..beer() };
    assert_eq!(beer_after(old, data).tax_class.as_deref(), Some("nonsense"));
}
