//! Which product a row is, and what a person must say of it.

use std::collections::BTreeMap;

use super::tests::{check_class, fresh_after, planned, stored, unchanged, usd};
use super::*;
use crate::catalog::csv::{read_text, write};
use base::Rate;

/// The states of the rows, the questions and the counts of new, changed, unchanged and left out.
fn states(data: &str, existing: &[Existing], choices: &Choices) -> (Vec<RowState>, usize, [usize; 4]) {
    let plan = plan(&read_text(data).expect(data), existing, Rate::INITIAL, check_class, choices);
    let counts = [plan.created(), plan.updated(), plan.unchanged, plan.skipped];
    (plan.rows.into_iter().map(|row| row.state).collect(), plan.errors.len(), counts)
}

fn named(name: &str, barcode: &str) -> Draft {
    Draft { name: name.to_owned(), barcode: Some(barcode.to_owned()), price_usd: usd(150), ..Draft::default() }
}

#[test]
fn a_row_without_barcode_is_the_product_with_its_name() {
    let bar = stored([named("Palm Wine", "1"), named("Café", "2")]);
    let list = "name,price\nPALM  wine,1.50\nCafe,2.00\nGinger Beer,1.00";
    assert_eq!(
        states(list, &bar, &Choices::default()),
        (vec![RowState::Changed, RowState::Changed, RowState::New], 0, [1, 2, 0, 0]),
        "the name as the list writes it"
    );
    let after = fresh_after("name,price\nPalm Wine,1.50\nGinger Beer,2.00");
    assert_eq!(planned("name,price\nPalm Wine,1.50\nGinger Beer,2.00", &after), unchanged(2), "the same list twice");
}

#[test]
fn the_same_name_with_and_without_barcode_is_asked() {
    let (new, ask) = (RowState::New, RowState::Ask);
    let list = "name,barcode,price\nClub Beer,6001000000018,2\nclub  beer,,2";
    assert_eq!(states(list, &[], &Choices::default()), (vec![new, ask], 1, [1, 0, 0, 1]));
    let sizes = "name,barcode,price\nCola,6001000000018,2\nCola,96385074,3";
    assert_eq!(states(sizes, &[], &Choices::default()).0, [new, new], "each has a barcode of its own");
}

#[test]
fn a_list_that_has_barcodes_now_makes_no_second_product() {
    let made = |names: &[&str]| -> Vec<Existing> {
        let drafts = names.iter().zip(100..).map(|(name, number)| named(name, &format!("123456000{number}")));
        stored(drafts).into_iter().map(|product| Existing { is_generated: true, ..product }).collect()
    };
    let list = "name,barcode,price\nClub Beer,6001000000018,1.50\nStar,96385074,1.50";
    let plan = planned(list, &made(&["Club Beer", "Star"])).expect("legal");
    assert_eq!((plan.created(), plan.updated()), (0, 2));
    let Change::Update { draft, .. } = &plan.changes[0] else { panic!("it is there") };
    assert_eq!(draft.barcode.as_deref(), Some("6001000000018"));
    let (new, changed, ask) = (RowState::New, RowState::Changed, RowState::Ask);
    let state = |existing: &[Existing]| states(list, existing, &Choices::default()).0;
    assert_eq!(state(&made(&["Club Beer", "CLUB BEER", "Star"])), [ask, changed], "either of two");
    assert_eq!(state(&stored([named("Club Beer", "123456000100")])), [new, new], "a barcode of its own: another product");
    let sizes = "name,barcode,price\nCola,6001000000018,2\nCola,96385074,3";
    assert_eq!(states(sizes, &made(&["Cola"]), &Choices::default()).0, [ask, ask]);
}

#[test]
fn a_new_product_with_a_price_in_liberian_dollars_alone_is_priced_in_them() {
    let currencies = |list: &str| {
        let changes = planned(list, &[]).expect(list).changes;
        let of = |change: Change| match change {
            Change::Create(draft) => draft.currency,
            Change::Update { draft, .. } => draft.currency,
        };
        changes.into_iter().map(of).collect::<Vec<_>>()
    };
    let (usd, lrd) = (CurrencyCode::Usd, CurrencyCode::Lrd);
    assert_eq!(currencies("name,priceLRD\nRice,950"), [lrd]);
    assert_eq!(currencies("name,priceUSD,priceLRD\nRice,,950\nTea,-,190\nGin,2,\nRum,2,380"), [lrd, lrd, usd, usd]);
    assert_eq!(currencies("name,priceLRD,currency\nRice,950,\nTea,950,USD"), [lrd, usd]);
}

#[test]
fn what_a_row_is_can_be_a_question() {
    let bar = stored([named("Palm Wine", "1"), named("palm wine", "2"), named("Gin", "3")]);
    let list = "name,price\nPalm Wine,1.50\nGin,1.50\nGin,2.00\nRum,1.00\nRum,2.00";
    let ask = RowState::Ask;
    assert_eq!(states(list, &bar, &Choices::default()), (vec![ask; 5], 5, [0, 0, 0, 5]));
    let rows = BTreeMap::from([(2, Choice::Product(1)), (3, Choice::Product(3)), (4, Choice::New), (5, Choice::Skip), (6, Choice::New)]);
    let choices = Choices { rows: rows.clone(), ..Choices::default() };
    let answered = (vec![RowState::Unchanged, RowState::Unchanged, RowState::New, ask, RowState::New], 0, [2, 0, 2, 1]);
    assert_eq!(states(list, &bar, &choices), answered);
    let twice = Choices { rows: BTreeMap::from([(3, Choice::Product(3)), (4, Choice::Product(3))]), ..Choices::default() };
    let plan = plan(&read_text(list).expect("a list"), &bar, Rate::INITIAL, check_class, &twice);
    assert!(plan.errors.iter().any(|error| error.message == "Line 3 and line 4 are the same product"), "{:?}", plan.errors);
    let unknown = Choices { rows: BTreeMap::from([(2, Choice::Product(99))]), ..Choices::default() };
    assert_eq!(states("name,price\nGin,1.50", &bar, &unknown), (vec![RowState::Wrong], 1, [0, 0, 0, 1]));
}

#[test]
fn a_list_can_be_imported_without_its_wrong_rows() {
    let list = "name,price,stock\nRum,1.00,x\nGin,2.00,4\nGin,2.00,5\nFish,1.250,3\nRice,3.00,\nTea,,";
    let (wrong, ask) = (RowState::Wrong, RowState::Ask);
    let rows = vec![wrong, ask, ask, wrong, RowState::New, wrong];
    assert_eq!(states(list, &[], &Choices::default()), (rows.clone(), 5, [1, 0, 0, 5]));
    assert_eq!(states(list, &[], &Choices { skip_wrong: true, ..Choices::default() }), (rows, 0, [1, 0, 0, 5]));
}

#[test]
fn zeros_in_front_of_a_barcode_make_no_second_product() {
    let bar = stored([named("Cola", "012345678905"), named("Zero Cola", "01234")]);
    assert_eq!(planned("name,barcode,price\nCola,12345678905,1.50\nZero Cola,1234,1.50", &bar), unchanged(2));
    assert_eq!(planned("name,barcode,price\nOther,1234,1.50", &bar).expect("legal").created(), 1, "no code of goods, and another name");
}

#[test]
fn barcodes_of_the_bar_survive_an_export_however_they_look() {
    let codes = ["#12", "0", "-", "none", "6001-0000-00018", "n/a", "1E5", "00012348", "2024-01-01", "1,000,000,000"];
    let bar = stored(codes.map(|code| named(&format!("Product {code}"), code)));
    let export = write(bar.iter().map(|product| &product.now), Rate::INITIAL, false).expect("written");
    assert_eq!(planned(&export, &bar), unchanged(codes.len()));
    assert_eq!(planned("name,barcode,price\nOther,6001000000018,1.50", &bar).expect("legal").updated(), 1, "the same digits");
}

#[test]
fn prices_without_currency_that_are_all_dear_are_asked() {
    let list = "name,price\nRice,950\nBeer,350";
    let plan =
        |list: &str, existing: &[Existing]| plan(&read_text(list).expect(list), existing, Rate::INITIAL, check_class, &Choices::default());
    let asked = plan(list, &[]);
    assert_eq!(asked.questions[0].samples, ["950", "350"]);
    assert_eq!(asked.errors[0].message, "950, 350: say whether these prices are in USD or LRD");
    for list in [
        "name,price\nRice,950\nBeer,35",
        "name,price\nRice,950",
        "name,price,currency\nRice,950,\nBeer,350,",
        "name,price\nRice,L$950\nBeer,L$350",
    ] {
        assert_eq!(plan(list, &[]).questions, [], "{list}");
    }
    let champagne = Draft { price_usd: usd(15_000), ..named("Champagne", "1") };
    assert_eq!(plan(list, &stored([champagne])).questions, [], "a dear bar");
}
