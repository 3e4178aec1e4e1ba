//! The lines of receipts, on narrow and wide paper.

use super::*;
use crate::receipts::ReceiptTax;
use crate::receipts::document::{Business, ItemDiscount, SharePart};
use base::{Cash, CurrencyCode, Lrd, Price, Rate, Usd};

fn dual(usd: i64, lrd: i64) -> Price {
    Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
}

fn sunset() -> Document {
    let beer = Item {
        kind: LineKind::Product,
        name: "Club Beer".into(),
        brand: "Monrovia Breweries".into(),
        quantity: 4,
        unit: dual(200, 38_000),
        total: dual(800, 152_000),
        currency: CurrencyCode::Usd,
        list: Some(dual(250, 47_500)),
        discount: None,
        voided_quantity: 0,
        voided_total: Price::ZERO,
        voided_gross: Price::ZERO,
        refunded_quantity: 0,
        refunded: Price::ZERO,
        label: None,
    };
    let soup = Item {
        kind: LineKind::Product,
        name: "Pepper soup with dry fish and rice".into(),
        brand: String::new(),
        quantity: 1,
        unit: dual(600, 114_000),
        total: dual(600, 114_000),
        currency: CurrencyCode::Lrd,
        list: None,
        discount: None,
        voided_quantity: 1,
        voided_total: dual(600, 114_000),
        voided_gross: dual(600, 114_000),
        refunded_quantity: 0,
        refunded: Price::ZERO,
        label: None,
    };
    Document {
        business: Business {
            name: "Sunset Bar & Grill".into(),
            address: "Tubman Boulevard, Sinkor, Monrovia".into(),
            phone: "0770 00 00 00".into(),
            thank_you: "Thank you, come again!".into(),
            website: String::new(),
            social_media: "@sunset".into(),
        },
        number: "R-20251120-0126".into(),
        date: "20 Nov 2025".into(),
        time: "8:52 PM".into(),
        payment_method: "Cash".into(),
        rate: Rate::INITIAL,
        customer_name: "James Cooper".into(),
        table: None,
        split: None,
        tax: ReceiptTax::default(),
        buyer: None,
        fiscal: None,
        served_by: "Musu".into(),
        items: vec![beer, soup],
        discounts: Vec::new(),
        total: dual(1400, 266_000),
        paid: Some(Cash { usd: Usd::minor(1000), lrd: Lrd::minor(100_000) }),
        payments: Vec::new(),
        change: Some(Cash { usd: Usd::ZERO, lrd: Lrd::minor(24_000) }),
        refund_of: None,
        tip: None,
        paid_earlier: None,
        on_account: None,
        still_owed: None,
        given_back: Vec::new(),
        notes: "no ice\nno straw".into(),
        guest_url: String::new(),
        voided: false,
    }
}

#[test]
fn a_narrow_receipt() {
    let printed_by = "Printed by musu, 23 Nov 2025, 9:10 PM".to_owned();
    let printing = PrintInfo { job: 17, at: "20 Nov 2025, 8:53 PM".into(), copy: 2, printed_by, possible_duplicate: true };
    let paper = receipt(&sunset(), &printing, Profile::named("generic-58").expect("preset"));
    let expected = "\
Sunset Bar & Grill
Tubman Boulevard, Sinkor,
Monrovia
0770 00 00 00
COPY 2
Printed by musu, 23 Nov 2025,
9:10 PM
POSSIBLE DUPLICATE
--------------------------------
20 Nov 2025, 8:52 PM        Cash
James Cooper
Receipt          R-20251120-0126
--------------------------------
4 x Club Beer              $8.00
  @ $2.00 Monrovia       L$1,520
  Breweries
  List price $2.50
VOID 1 x Pepper soup     L$1,140
with dry fish and rice
  @ L$1,140                $6.00
--------------------------------
TOTAL                     $14.00
in Liberian dollars      L$2,660
Paid            $10.00 + L$1,000
Change                     L$240
Voided                  -L$1,140
Rate             1 USD = 190 LRD
--------------------------------
no ice
no straw
Thank you, come again!
@sunset
Served by Musu
Job 17      20 Nov 2025, 8:53 PM";
    assert_eq!(paper.lines().join("\n"), expected);
}

#[test]
fn a_discount_stands_below_its_line() {
    let mut document = sunset();
    let less = |label: &str, amount| Some(ItemDiscount { label: label.into(), amount, act: None, is_shared: false });
    document.items[0].discount = less("Discount 10 %", dual(80, 15_200));
    document.items[0].total = dual(720, 136_800);
    document.items[1] =
        Item { voided_quantity: 0, total: Price::ZERO, discount: less("Comp", dual(600, 114_000)), ..document.items[1].clone() };
    let expected = [
        "4 x Club Beer              $8.00",
        "  @ $2.00 Monrovia       L$1,520",
        "  Breweries",
        "  List price $2.50",
        "  Discount 10 %           -$0.80",
        "1 x Pepper soup with dry L$1,140",
        "fish and rice",
        "  @ L$1,140                $6.00",
        "  Comp                  -L$1,140",
    ];
    assert_eq!(lines_from(&document, "4 x Club", "generic-58")[..9], expected);
}

#[test]
fn several_tenders_stand_one_by_one_under_paid() {
    let tenders = vec![("Cash".to_owned(), "$4.00".to_owned()), ("MTN MoMo".to_owned(), "L$380".to_owned())];
    let paid = Some(Cash { usd: Usd::minor(400), lrd: Lrd::minor(38_000) });
    let payments = vec![PaymentLine { tenders, ..PaymentLine::default() }];
    let document = Document { paid, payments, change: None, ..sunset() };
    let paper = receipt(&document, &PrintInfo::default(), Profile::named("generic-58").expect("preset"));
    let lines = paper.lines();
    let place = lines.iter().position(|line| line.starts_with("Paid")).expect("what was paid");
    let expected = ["Paid               $4.00 + L$380", "  Cash                     $4.00", "  MTN MoMo                 L$380"];
    assert_eq!(lines[place..place + 3], expected);
}

fn lines_from(document: &Document, first: &str, preset: &str) -> Vec<String> {
    let paper = receipt(document, &PrintInfo::default(), Profile::named(preset).expect("preset"));
    let lines = paper.lines();
    let place = lines.iter().position(|line| line.starts_with(first)).expect("the first line");
    lines[place..].iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn several_payments_stand_with_their_methods_and_their_change() {
    let line = |method: &str, amount: &str, change: Option<Cash>| PaymentLine {
        time: "8:40 PM".to_owned(),
        tenders: vec![(method.into(), amount.into())],
        change,
        ..PaymentLine::default()
    };
    let back = Cash { usd: Usd::ZERO, lrd: Lrd::minor(24_000) };
    let share = Some(SharePart { part: 2, of: 2 });
    let payments = vec![line("Card", "$9.67", None), PaymentLine { share, ..line("Cash", "L$1,000", Some(back)) }];
    let document = Document { payments, ..sunset() };
    let lines = lines_from(&document, "Paid", "generic-58");
    let expected = [
        "Paid            $10.00 + L$1,000",
        "8:40 PM Card               $9.67",
        "8:40 PM Cash    L$1,000 (2 of 2)",
        "    Change                 L$240",
        "Change                     L$240",
    ];
    assert_eq!(lines[..5], expected);
}

#[test]
fn a_tip_stands_between_what_was_paid_and_the_change() {
    let tip = Some(Cash { usd: Usd::minor(250), lrd: Lrd::ZERO });
    let lines = lines_from(&Document { tip, ..sunset() }, "Paid", "generic-58");
    let expected = ["Paid            $10.00 + L$1,000", "Tip                        $2.50", "Change                     L$240"];
    assert_eq!(lines[..3], expected);
}

#[test]
fn a_part_payment_shows_what_is_on_account_and_still_owed() {
    let document = Document {
        paid: Some(Cash { usd: Usd::ZERO, lrd: Lrd::minor(50_000) }),
        change: None,
        paid_earlier: Some(Cash { usd: Usd::minor(63), lrd: Lrd::ZERO }),
        on_account: Some(Cash { usd: Usd::ZERO, lrd: Lrd::minor(12_000) }),
        still_owed: Some(dual(537, 102_000)),
        ..sunset()
    };
    let narrow = lines_from(&document, "Paid", "generic-58");
    let expected = [
        "Paid                       L$500",
        "Paid earlier               $0.63",
        "On account                 L$120",
        "Still owed       $5.37 / L$1,020",
    ];
    assert_eq!(narrow[..4], expected);
    let wide = lines_from(&document, "On account", "generic-80");
    assert_eq!(wide[1].split_whitespace().collect::<Vec<_>>().join(" "), "Still owed $5.37 / L$1,020");
    assert_eq!(document.display_open().as_deref(), Some("Received L$500. Still owed $5.37 / L$1,020."));
}

#[test]
fn a_part_of_a_line_is_marked_below_it() {
    let mut document = sunset();
    (document.items[0].voided_quantity, document.items[0].voided_total) = (1, dual(200, 38_000));
    document.items[0].voided_gross = dual(200, 38_000);
    document.given_back = vec![("Cash".to_owned(), "$2.00".to_owned())];
    let lines = lines_from(&document, "  List price", "generic-58");
    assert_eq!(lines[1], "  VOID 1 of 4             -$2.00");
    let lines = lines_from(&document, "Voided", "generic-58");
    assert_eq!(lines[..2], ["Voided          -$2.00 - L$1,140", "  Given back, Cash         $2.00"]);
}

#[test]
fn a_wide_receipt_has_the_name_in_double_letters() {
    let paper = receipt(&sunset(), &PrintInfo::default(), Profile::default());
    assert!(paper.lines().contains(&"  @ $2.00 Monrovia Breweries             L$1,520"), "{:#?}", paper.lines());
    let doubled = Style { size: Size::Double, ..Style::HEADLINE };
    assert_eq!(paper.elements().first(), Some(&printer::paper::Element::Line { text: "Sunset Bar & Grill".into(), style: doubled }));
    assert!(
        !paper
            .lines()
            .iter()
            .any(|line| line.contains("COPY") || line.contains("DUPLICATE") || line.contains("VOID ") && !line.contains("Pepper"))
    );
}

#[test]
fn a_refund_names_its_receipt_and_has_two_lines_to_sign_on() {
    let mut document = Document { refund_of: Some("R-20251119-0007".into()), change: None, notes: String::new(), ..sunset() };
    let item = &mut document.items[0];
    (item.quantity, item.total, item.list) = (-2, dual(-400, -76_000), None);
    document.items.truncate(1);
    document.total = dual(-400, -76_000);
    document.paid = Some(Cash { usd: Usd::ZERO, lrd: Lrd::minor(-76_000) });
    let paper = receipt(&document, &PrintInfo::default(), Profile::named("generic-58").expect("preset"));
    let expected = "\
REFUND
--------------------------------
20 Nov 2025, 8:52 PM        Cash
James Cooper
Receipt          R-20251120-0126
For R-20251119-0007
--------------------------------
-2 x Club Beer            -$4.00
  @ $2.00 Monrovia        -L$760
  Breweries
--------------------------------
TOTAL                     -$4.00
in Liberian dollars       -L$760
Paid back                  L$760
Rate             1 USD = 190 LRD
--------------------------------
Guest __________________________
Staff __________________________";
    let lines = paper.lines();
    let from = lines.iter().position(|line| *line == "REFUND").expect("REFUND");
    let lines: Vec<&str> = lines[from..].iter().copied().filter(|line| !line.is_empty()).take(expected.lines().count()).collect();
    assert_eq!(lines.join("\n"), expected);
}
