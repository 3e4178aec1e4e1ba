//! Discounts on lines: to the cent, and sums over cuts, quantities and voids.

use proptest::prelude::*;

use crate::catalog::Category;
use crate::methods::PaymentMethod;
use crate::orders::OrderItem;
use crate::payments::{Debt, TipPerson};
use crate::reasons::ReasonContext;
use crate::sales::{DiscountFigure, DiscountRequest, LineDiscount, SaleLine};
use crate::tax::{LineTax, Percent, TaxKind, TaxMode, TaxPart};
use base::{CurrencyCode, Lrd, Price, Rate, Timestamp, Usd};

fn price(usd: i64, lrd: i64) -> Price {
    Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
}

fn tax(mode: TaxMode, exempt: bool) -> LineTax {
    let part = TaxPart { name: "GST".to_owned(), percent: Percent::hundredths(1_300), amount: Price::ZERO };
    let day = base::BusinessDay::from_number(20_000);
    LineTax { mode, class: "standard".to_owned(), kind: TaxKind::Taxed, day, parts: vec![part], exempt }
}

fn line(quantity: i64, unit: Price, currency: CurrencyCode, tax: Option<LineTax>) -> SaleLine {
    let total = unit.times(quantity).expect("small");
    let line = SaleLine {
        id: 0,
        kind: None,
        product_id: 1,
        product_name: "Club Beer".to_owned(),
        brand: None,
        category: Category::Drinks,
        quantity,
        currency,
        unit,
        total,
        discount: None,
        tax: tax.map(|tax| Box::new(tax.on(total))),
        list: unit,
        discount_reason: None,
        discount_listed: None,
        approval: None,
        rate: Rate::parse("190").expect("a rate"),
        method: PaymentMethod::CASH,
        notes: None,
        order_id: None,
        order_item_id: None,
        credit_id: None,
        allocations: Vec::new(),
        takes: None,
        label: None,
    };
    let exempted = line.exempted();
    SaleLine { total: line.total + -exempted, ..line }
}

fn discounted(lines: Vec<SaleLine>, figure: DiscountFigure) -> Vec<SaleLine> {
    let request = DiscountRequest { figure, reason: "Regular guest".into() };
    let reasons = ReasonContext { listed: Default::default(), free_text: true };
    let by = TipPerson { id: 1, name: "musu".to_owned() };
    let discounts = request.on(&lines.iter().collect::<Vec<_>>(), &reasons, &by, Timestamp::from_millis(0)).expect("a discount");
    lines.into_iter().zip(discounts).map(|(line, discount)| line.with_discount(Some(discount))).collect()
}

fn amount(line: &SaleLine) -> Price {
    line.discount.as_ref().map_or(Price::ZERO, |discount| discount.amount)
}

fn order_12() -> Vec<SaleLine> {
    vec![line(5, price(200, 38_000), CurrencyCode::Usd, None), line(1, price(500, 95_000), CurrencyCode::Lrd, None)]
}

#[test]
fn the_figures_of_the_example() {
    let less = discounted(order_12(), DiscountFigure::Percent(Percent::hundredths(1_000)));
    assert_eq!(less.iter().map(amount).collect::<Vec<_>>(), [price(100, 19_000), price(50, 9_500)]);
    let less = discounted(order_12(), DiscountFigure::Amount(CurrencyCode::Lrd, 20_000));
    assert_eq!(less.iter().map(amount).collect::<Vec<_>>(), [price(70, 13_333), price(35, 6_667)]);
    assert_eq!([less[0].total.usd, Usd::minor(930)], [Usd::minor(930); 2]);
    let again = discounted(less, DiscountFigure::Percent(Percent::MAX));
    assert!(again.iter().all(|line| line.total == Price::ZERO && line.undiscounted() != Price::ZERO));
}

fn lines() -> impl Strategy<Value = Vec<SaleLine>> {
    let mode = prop_oneof![Just(None), Just(Some(TaxMode::Included)), Just(Some(TaxMode::Added))];
    let one = (1i64..40, 1i64..5_000, 1i64..900_000, any::<bool>(), mode, any::<bool>());
    proptest::collection::vec(one, 1..6).prop_map(|lines| {
        let of = |(quantity, usd, lrd, in_lrd, mode, exempt): (i64, i64, i64, bool, Option<TaxMode>, bool)| {
            let currency = if in_lrd { CurrencyCode::Lrd } else { CurrencyCode::Usd };
            line(quantity, price(usd, lrd), currency, mode.map(|mode| tax(mode, exempt)))
        };
        lines.into_iter().map(of).collect()
    })
}

fn figures() -> impl Strategy<Value = (bool, u32)> {
    (any::<bool>(), 1u32..=10_000)
}

/// A percent, or the same part of what the lines come to in dollars.
fn figure(lines: &[SaleLine], (is_percent, hundredths): (bool, u32)) -> DiscountFigure {
    let all: i64 = lines.iter().map(|line| line.undiscounted().usd.as_minor()).sum();
    let minor = (all * i64::from(hundredths) / 10_000).max(1);
    if is_percent { DiscountFigure::Percent(Percent::hundredths(hundredths)) } else { DiscountFigure::Amount(CurrencyCode::Usd, minor) }
}

proptest! {
    #[test]
    fn a_discount_is_within_its_line_and_an_amount_is_shared_exactly(lines in lines(), given in figures()) {
        let figure = figure(&lines, given);
        let less = discounted(lines.clone(), figure);
        for (before, after) in lines.iter().zip(&less) {
            let (full, off) = (before.undiscounted(), amount(after));
            prop_assert_eq!(after.undiscounted(), full);
            prop_assert!(off.usd >= Usd::ZERO && off.usd <= full.usd && off.lrd >= Lrd::ZERO && off.lrd <= full.lrd);
            prop_assert_eq!(&after.clone().with_discount(None), before, "taken off, nothing is left of it");
        }
        if let DiscountFigure::Amount(_, minor) = figure {
            prop_assert_eq!(less.iter().map(|line| amount(line).usd.as_minor()).sum::<i64>(), minor);
        }
    }

    #[test]
    fn parts_of_a_cut_item_sum_to_the_item(lines in lines(), given in figures(), share in 1i64..100) {
        let figure = figure(&lines, given);
        for line in discounted(lines, figure).into_iter().filter(|line| line.quantity > 1) {
            let pieces = (line.quantity * share / 100).clamp(1, line.quantity - 1);
            let item = OrderItem::new(1, Debt::whole(line.currency, line.gross()), line.clone());
            let (part, rest) = item.cut(pieces, 2).expect("a cut");
            let (part, rest) = (part.line, rest.line);
            prop_assert_eq!(part.quantity + rest.quantity, line.quantity);
            prop_assert_eq!(part.total + rest.total, line.total);
            prop_assert_eq!(amount(&part) + amount(&rest), amount(&line));
            prop_assert_eq!(part.gross() + rest.gross(), line.gross());
            prop_assert_eq!(part.exempted() + rest.exempted(), line.exempted());
            prop_assert_eq!(Some(part.undiscounted()), line.unit.times(pieces));
        }
    }

    #[test]
    fn another_quantity_keeps_a_percent_and_divides_an_amount(lines in lines(), given in figures(), quantity in 1i64..40) {
        let figure = figure(&lines, given);
        for line in discounted(lines, figure) {
            let full = line.unit.times(quantity).expect("small");
            let changed = line.clone().with_quantity(quantity).expect("small");
            prop_assert_eq!(changed.undiscounted(), full);
            prop_assert!(amount(&changed).usd <= full.usd && amount(&changed).lrd <= full.lrd);
            if let Some(percent) = line.discount.as_ref().and_then(|discount| discount.percent) {
                prop_assert_eq!(amount(&changed).usd.as_minor(), percent.of(full.usd.as_minor()));
            }
        }
    }
}

#[test]
fn a_comp_takes_all_of_a_line() {
    let by = TipPerson { id: 1, name: "musu".to_owned() };
    for mode in [TaxMode::Included, TaxMode::Added] {
        let line = line(3, price(200, 38_000), CurrencyCode::Usd, Some(tax(mode, true)));
        let comp = LineDiscount::comp(line.undiscounted(), "Complaint".to_owned(), None, (&by, Timestamp::from_millis(0)));
        let comped = line.clone().with_discount(Some(comp));
        assert_eq!((comped.total, comped.gross(), comped.exempted()), (Price::ZERO, Price::ZERO, Price::ZERO));
        assert!(comped.is_comp() && comped.lowered_by().is_none());
        assert_eq!(comped.with_discount(None), line);
    }
}
