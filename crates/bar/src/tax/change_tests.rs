//! Tests of changes to the tax settings.

use super::*;
use crate::tax::{RatePart, first_classes};

fn day(text: &str) -> BusinessDay {
    BusinessDay::parse(text).expect("a day")
}

fn today() -> BusinessDay {
    day("2026-11-26")
}

fn rate(from: Option<&str>, percent: &str) -> DatedRate {
    let percent = Percent::parse(percent).expect("a percent");
    DatedRate { from: from.map(day), parts: vec![RatePart { name: "GST".to_owned(), percent }] }
}

/// The classes of a new bar, as a phone sends them back, `standard` with these rates.
fn with_rates(rates: Vec<DatedRate>) -> Vec<ClassChange> {
    let mut sent: Vec<ClassChange> =
        first_classes().into_iter().map(|class| ClassChange { id: Some(class.id), ..ClassChange::default() }).collect();
    sent[0].rates = Some(rates);
    sent
}

fn change(set: &SetTax, of_products: &[&str]) -> Result<TaxSettings, Vec<Wrong>> {
    let before = TaxSettings::default();
    let after = set.applied_to(&before, today()).map_err(|wrong| vec![wrong])?;
    let facts = TaxFacts { today: today(), of_products: of_products.iter().map(|id| (*id).to_owned()).collect() };
    let found = TaxChange { before: &before, after: &after, service: &ServiceChargeSettings::default(), facts: &facts }.check();
    if found.is_empty() { Ok(after) } else { Err(found) }
}

fn refused(set: &SetTax) -> Vec<Wrong> {
    change(set, &[]).expect_err("refused")
}

#[test]
fn a_mode_needs_a_rate_on_its_day() {
    let on = SetTax { mode: Some(TaxMode::Included), ..SetTax::default() };
    let missing = vec![wrong("tax.mode", "Set a rate for Standard first")];
    assert_eq!(refused(&on), missing);
    let later = Some(with_rates(vec![rate(Some("2027-01-01"), "18")]));
    assert_eq!(refused(&SetTax { classes: later.clone(), ..on.clone() }), missing, "it begins too late");
    assert!(change(&SetTax { classes: Some(with_rates(vec![rate(None, "13")])), ..on.clone() }, &[]).is_ok());
    let next = |from: &str| Some(Some(NextMode { mode: TaxMode::Included, from: day(from) }));
    assert_eq!(refused(&SetTax { classes: later.clone(), next: next("2026-12-31"), ..SetTax::default() }), missing);
    assert!(change(&SetTax { classes: later.clone(), next: next("2027-01-01"), ..SetTax::default() }, &[]).is_ok());
    assert_eq!(refused(&SetTax { classes: later, next: next("2026-11-26"), ..SetTax::default() })[0].0, "tax.next");
    // Classes that nothing has need no rate, and those that are not taxed never do.
    let zero = || Some("zero".to_owned());
    let categories = SetCategories { drinks: zero(), food: zero(), cigars: zero(), uncategorized: zero() };
    let on = SetTax { categories, ..on };
    assert!(change(&on, &[]).is_ok());
    assert_eq!(change(&on, &["standard"]).expect_err("a product has it"), missing);
}

#[test]
fn a_class_in_use_stays() {
    let mut sent = with_rates(Vec::new());
    sent[0].active = Some(false);
    let in_use = vec![wrong("tax.classes", "Standard is in use")];
    assert_eq!(refused(&SetTax { classes: Some(sent), ..SetTax::default() }), in_use);
    let sent = with_rates(Vec::new());
    assert_eq!(refused(&SetTax { classes: Some(sent[1..].to_vec()), ..SetTax::default() }), in_use);
    let without_zero: Vec<ClassChange> = sent.iter().filter(|row| row.id.as_deref() != Some("zero")).cloned().collect();
    let set = SetTax { classes: Some(without_zero), ..SetTax::default() };
    assert_eq!(change(&set, &[]).expect("it is in no use").classes.len(), 4);
    assert_eq!(change(&set, &["zero"]).expect_err("a product has it"), [wrong("tax.classes", "Zero-rated is in use")]);
    let categories = SetCategories { food: Some("nonsense".to_owned()), ..SetCategories::default() };
    assert_eq!(refused(&SetTax { categories, ..SetTax::default() }), [wrong("tax.categories", "Unknown tax class nonsense")]);
}

#[test]
fn a_new_class_gets_its_id_from_its_name() {
    let mut sent = with_rates(Vec::new());
    for name in ["VAT (food)", "Zero", "zéro 2"] {
        sent.push(ClassChange { name: Some(name.to_owned()), ..ClassChange::default() });
    }
    let classes = change(&SetTax { classes: Some(sent), ..SetTax::default() }, &[]).expect("new classes").classes;
    let ids: Vec<&str> = classes[5..].iter().map(|class| class.id.as_str()).collect();
    assert_eq!(ids, ["vat-food", "zero-2", "z-ro-2"]);
    assert!(classes[5..].iter().all(|class| class.active && class.kind == TaxKind::Taxed && class.rates.is_empty()));
}

#[test]
fn bad_classes_are_refused_with_a_sentence() {
    let sentence = |sent: Vec<ClassChange>| change_classes(&sent, &first_classes()).expect_err("refused");
    let with = |rates: Vec<DatedRate>| sentence(with_rates(rates));
    let twice = vec![rate(Some("2027-01-01"), "13"), rate(None, "10"), rate(Some("2027-01-01"), "18")];
    assert_eq!(with(twice), "Two rates start on 2027-01-01");
    assert_eq!(with(vec![rate(None, "13"), rate(None, "10")]), "Two rates are for always");
    assert_eq!(with((0..21).map(|year| rate(Some(&format!("{}-01-01", 2030 + year)), "13")).collect()), "A tax class has at most 20 rates");
    assert_eq!(with(vec![rate(None, "0.00")]), "The percent of a rate is between 0.01 and 100.00");
    assert_eq!(with(vec![rate(None, "100.01")]), "The percent of a rate is between 0.01 and 100.00");
    assert_eq!(with(vec![DatedRate { from: None, parts: Vec::new() }]), "A rate has 1 to 3 parts");
    let nameless = DatedRate { from: None, parts: vec![RatePart { name: String::new(), percent: Percent::MAX }] };
    assert_eq!(with(vec![nameless]), "Each part of a rate needs a name of at most 20 characters");
    let row = |id: Option<&str>, name: Option<&str>| ClassChange {
        id: id.map(str::to_owned),
        name: name.map(str::to_owned),
        ..ClassChange::default()
    };
    assert_eq!(sentence(vec![row(Some("nonsense"), None)]), "Unknown tax class nonsense");
    assert_eq!(sentence(vec![row(None, Some(" "))]), "A tax class needs a name of at most 40 characters");
    assert_eq!(sentence(vec![row(Some("zero"), None), row(None, Some("zero-RATED"))]), "zero-RATED is there twice");
    assert_eq!(sentence(Vec::new()), "There are 1 to 12 tax classes");
    let untaxed = ClassChange { rates: Some(vec![rate(None, "13")]), ..row(Some("zero"), None) };
    assert_eq!(sentence(vec![untaxed]), "Zero-rated is not taxed and has no rates");
}

#[test]
fn rates_are_kept_by_day() {
    let rates = vec![rate(Some("2028-01-01"), "20"), rate(None, "13"), rate(Some("2027-01-01"), "18")];
    let classes = change_classes(&with_rates(rates), &first_classes()).expect("classes");
    let days: Vec<Option<String>> = classes[0].rates.iter().map(|rate| rate.from.map(|from| from.to_string())).collect();
    assert_eq!(days, [None, Some("2027-01-01".to_owned()), Some("2028-01-01".to_owned())]);
}

#[test]
fn the_day_of_a_plan_makes_it_the_mode_before_the_next_change() {
    let from = day("2026-11-20");
    let before = TaxSettings { next: Some(NextMode { mode: TaxMode::Added, from }), ..TaxSettings::default() };
    let after = SetTax { tin: Some(Some("500".to_owned())), ..SetTax::default() }.applied_to(&before, today()).expect("changed");
    assert_eq!((after.mode, after.next), (TaxMode::Added, None));
}

#[test]
fn goods_get_only_a_class_that_they_can_have() {
    let settings = TaxSettings::default();
    assert_eq!(settings.check_class("nonsense", today()), Err("Unknown tax class nonsense".to_owned()));
    assert_eq!(settings.check_class("reduced", today()), Err("Unknown tax class reduced".to_owned()), "it is switched off");
    assert_eq!(settings.check_class("standard", today()), Ok(()));
    let on = TaxSettings { mode: TaxMode::Included, ..settings };
    assert_eq!(on.check_class("standard", today()), Err("Set a rate for Standard first".to_owned()));
    assert_eq!(on.check_class("zero", today()), Ok(()));
}
