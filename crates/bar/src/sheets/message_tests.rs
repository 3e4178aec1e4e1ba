//! Tests of the message for the owner.

use proptest::prelude::*;

use super::super::figures::{Left, MethodSum, PaidOut, RowKind};
use super::*;

fn usd(cents: i64) -> Usd {
    Usd::minor(cents)
}

fn row(kind: RowKind, people: &[(&str, i64, i64)]) -> CountedRow {
    CountedRow::of(kind, people.iter().map(|(name, count, cents)| ((*name).to_owned(), *count, usd(*cents))))
}

fn method(id: &str, name: &str, currency: CurrencyCode, kept: i64) -> MethodSum {
    MethodSum { method: PaymentMethod::named(id), name: name.to_owned(), currency, kept }
}

/// The night of the example.
fn night() -> SheetFigures {
    let mut figures = SheetFigures::default();
    figures.sold.receipts = 143;
    figures.sold.total = usd(61_240);
    figures.money.rows = vec![
        method("cash", "Cash", CurrencyCode::Usd, 31_800),
        method("cash", "Cash", CurrencyCode::Lrd, 2_435_000),
        method("mtn_momo", "MTN MoMo", CurrencyCode::Usd, 8_500),
        method("mtn_momo", "MTN MoMo", CurrencyCode::Lrd, 320_000),
        method("card", "Card", CurrencyCode::Usd, 0),
    ];
    let count = |currency, expected, counted| CashCount { currency, expected, counted, difference: counted - expected };
    figures.cash = vec![count(CurrencyCode::Usd, 32_200, 31_800), count(CurrencyCode::Lrd, 2_435_000, 2_435_000)];
    (figures.credit.given, figures.credit.collected) = (usd(3_600), usd(1_200));
    figures.unpaid = vec![row(RowKind::OpenOrders, &[("fatu", 1, 550)]), row(RowKind::Billed, &[("musa", 1, 1_300)])];
    figures.taken_back = vec![row(RowKind::RemovedSent, &[("musa", 2, 400)]), row(RowKind::Voids, &[("fatu", 1, 300)])];
    figures.given_away = vec![row(RowKind::Comps, &[("sarah", 2, 1_400)]), row(RowKind::Discounts, &[("fatu", 2, 800)])];
    let paid = |category: &str, usd_cents, lrd_cents| PaidOut {
        category: category.to_owned(),
        amount: Cash { usd: usd(usd_cents), lrd: Lrd::minor(lrd_cents) },
        worth: usd(0),
        is_exchange: false,
    };
    figures.paid_out = vec![paid("Fuel", 0, 380_000), paid("Ice", 600, 0), paid("DJ", 4_000, 0)];
    // What an exchange lost is no pay-out.
    figures.paid_out.push(PaidOut::in_exchange("Lost in exchange", Lrd::minor(-5_000)));
    figures.left.left = Some(usd(28_600));
    figures
}

fn said(figures: &SheetFigures) -> String {
    let day = BusinessDay::parse("2026-11-20").expect("a date");
    message(&NightText { business: "Sunset Bar", day, number: SheetNumber::parse("T-20261120-1") }, figures)
}

#[test]
fn the_example_of_a_night_says_what_the_owner_expects() {
    let expected = "\
Sunset Bar - truth sheet
Fri 20 Nov 2026 T-20261120-1
Sold $612.40, 143 receipts
Cash $ 318.00, short 4.00
Cash L$ 24,350, right
MTN MoMo $85.00 L$3,200
Credit $36.00 new, $12.00 collected
Not paid 2, $18.50
Taken back 3, $7.00 (musa 2)
Given away $22.00
Paid out $46.00 L$3,800
Left tonight $286.00";
    assert_eq!(said(&night()), expected);
}

#[test]
fn what_is_left_is_said_only_while_it_is_known() {
    let mut figures = night();
    figures.left.left = None;
    assert_eq!(said(&figures).lines().last(), Some("Paid out $46.00 L$3,800"));
}

#[test]
fn a_night_on_which_nothing_happened_has_only_the_lines_that_always_stand() {
    let nothing = SheetFigures { left: Left { left: Some(Usd::ZERO), ..Left::default() }, ..SheetFigures::default() };
    let expected = "\
Sunset Bar - truth sheet
Fri 20 Nov 2026 T-20261120-1
Sold $0.00, 0 receipts
Cash $ 0.00 kept
Cash L$ 0 kept
Left tonight $0.00";
    assert_eq!(said(&nothing), expected);
}

#[test]
fn money_that_was_over_and_a_night_that_cost_more_than_it_brought() {
    let mut figures = night();
    figures.cash[0].difference = 205;
    figures.cash[1].difference = -5_050;
    figures.left.left = Some(usd(-1_234_500));
    let text = said(&figures);
    for line in ["Cash $ 318.00, over 2.05", "Cash L$ 24,350, short 50.50", "Left tonight -$12,345.00"] {
        assert!(text.lines().any(|known| known == line), "{line} in {text}");
    }
    figures.cash.clear();
    assert!(said(&figures).contains("\nCash $ 318.00 kept\nCash L$ 24,350 kept\n"));
}

#[test]
fn lines_that_do_not_fit_give_way_from_given_away_upwards() {
    let mut figures = night();
    for place in 0..20 {
        let name = format!("Transfer by the agent number {place} of the corner");
        figures.money.rows.push(method(&format!("m{place}"), &name, CurrencyCode::Usd, 100_000));
    }
    let text = said(&figures);
    assert!(text.len() + CHECK_LINE_CHARS <= MESSAGE_CHARS_MAX, "{}", text.len());
    assert!(text.ends_with("\nMore on the box\nPaid out $46.00 L$3,800\nLeft tonight $286.00"), "{text}");
    assert!(text.contains("agent number 0 ") && !text.contains("Given away") && !text.contains("Taken back"), "{text}");
    figures.money.rows.truncate(5 + 11);
    let text = said(&figures);
    assert!(text.contains("Not paid 2, $18.50\nMore on the box\n"), "only as many as must: {text}");
}

#[test]
fn names_are_written_in_ascii() {
    let day = BusinessDay::parse("2026-11-20").expect("a date");
    let text = message(&NightText { business: "Café  “Ñandú” – 酒", day, number: None }, &SheetFigures::default());
    assert!(text.starts_with("Cafe \"Nandu\" - ? - truth sheet\nFri 20 Nov 2026 provisional\n"), "{text}");
}

proptest! {
    #[test]
    fn every_message_is_short_ascii_and_says_what_was_sold_and_what_is_left(
        business in "\\PC{0,200}", names in proptest::collection::vec("\\PC{1,200}", 0..20), cents in any::<i32>(), count in 0i64..10_000_000
    ) {
        let mut figures = night();
        for (place, name) in names.iter().enumerate() {
            figures.money.rows.push(method(&format!("m{place}"), name, CurrencyCode::Lrd, i64::from(cents)));
            figures.taken_back.push(row(RowKind::AfterBill, &[(name, count, i64::from(cents))]));
        }
        let left = usd(i64::from(cents));
        figures.left.left = Some(left);
        let day = BusinessDay::parse("2026-11-20").expect("a date");
        let text = message(&NightText { business: &business, day, number: SheetNumber::parse("T-20261120-1") }, &figures);
        prop_assert!(text.is_ascii() && text.len() + CHECK_LINE_CHARS <= MESSAGE_CHARS_MAX);
        prop_assert!(text.contains("\nSold $612.40, 143 receipts\n"), "{}", text);
        let last = format!("Left tonight {}", left.display());
        prop_assert_eq!(text.lines().last(), Some(last.as_str()));
        prop_assert_eq!(normalise(&text).join("\n"), text);
    }
}
