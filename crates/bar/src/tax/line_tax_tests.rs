//! Tests of the tax of a line: the pairs of the page, and what holds for every price, rate and cut.

use proptest::prelude::*;

use super::*;

fn price(usd: i64, lrd: i64) -> Price {
    Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
}

fn tax(mode: TaxMode, parts: &[(&str, u32)]) -> LineTax {
    let part = |(name, hundredths): &(&str, u32)| TaxPart {
        name: (*name).to_owned(),
        percent: Percent::hundredths(*hundredths),
        amount: Price::ZERO,
    };
    LineTax {
        mode,
        class: "standard".to_owned(),
        kind: TaxKind::Taxed,
        day: BusinessDay::from_number(20_000),
        parts: parts.iter().map(part).collect(),
        exempt: false,
    }
}

#[test]
fn the_sixteen_pairs() {
    // Total in each currency; tax of 13 % and 18 % included, then added.
    let rows = [
        (price(200, 38_000), [(23, 4_372), (31, 5_797), (26, 4_940), (36, 6_840)]),
        (price(400, 95_000), [(46, 10_929), (61, 14_492), (52, 12_350), (72, 17_100)]),
    ];
    for (total, expected) in rows {
        let columns = [(TaxMode::Included, 1_300), (TaxMode::Included, 1_800), (TaxMode::Added, 1_300), (TaxMode::Added, 1_800)];
        for ((mode, percent), (usd, lrd)) in columns.into_iter().zip(expected) {
            assert_eq!(tax(mode, &[("GST", percent)]).on(total).due(), price(usd, lrd), "{mode:?} {percent} of {total:?}");
        }
    }
}

#[test]
fn several_parts_share_the_tax_of_the_line() {
    let line = tax(TaxMode::Included, &[("GST", 1_300), ("Levy", 100)]).on(price(200, 0));
    assert_eq!((line.due(), line.label().as_str(), line.percent().to_string().as_str()), (price(25, 0), "GST 13 % + Levy 1 %", "14.00"));
    assert_eq!(line.parts.iter().map(|part| part.amount.usd.as_minor()).collect::<Vec<_>>(), [23, 2]);
}

#[test]
fn a_cut_divides_the_tax_by_pieces() {
    // Five beers of $2.00 less 10 %, with 13 % included.
    let line = tax(TaxMode::Included, &[("GST", 1_300)]).on(price(900, 171_000));
    assert_eq!(line.due(), price(104, 19_673));
    let (two, three) = line.cut(2, 5);
    assert_eq!((two.due(), three.due()), (price(42, 7_869), price(62, 11_804)));
}

#[test]
fn an_exempt_line_has_no_tax_and_knows_what_the_price_contained() {
    let exempt = |mode| LineTax { exempt: true, ..tax(mode, &[("GST", 1_300)]).on(price(400, 95_000)) };
    let included = exempt(TaxMode::Included);
    assert_eq!((included.due(), included.exempted(), included.label().as_str()), (Price::ZERO, price(46, 10_929), "Exempt"));
    let added = exempt(TaxMode::Added);
    assert_eq!((added.due(), added.exempted(), added.kind()), (Price::ZERO, Price::ZERO, TaxKind::Exempt));
}

proptest! {
    #[test]
    fn any_cuts_keep_all_sums(
        total in (0i64..100_000_000, 0i64..10_000_000_000), percents in proptest::collection::vec(1u32..10_000, 1..4),
        pieces in proptest::collection::vec(1i64..40, 1..12), is_added: bool, exempt: bool
    ) {
        let names: Vec<(&str, u32)> = ["GST", "Levy", "Fee"].into_iter().zip(percents).collect();
        let mode = if is_added { TaxMode::Added } else { TaxMode::Included };
        let line = LineTax { exempt, ..tax(mode, &names).on(price(total.0, total.1)) };
        prop_assert_eq!(line.parts.iter().map(|part| part.amount).sum::<Price>(), line.full());
        let mut left = line.clone();
        let mut all: i64 = pieces.iter().sum();
        let mut cut_off = Vec::new();
        for pieces in pieces {
            let (part, rest) = left.cut(pieces, all);
            for piece in part.parts.iter().chain(&rest.parts) {
                prop_assert!(piece.amount.usd.as_minor() >= 0 && piece.amount.lrd.as_minor() >= 0);
            }
            cut_off.push(part);
            (left, all) = (rest, all - pieces);
        }
        prop_assert_eq!(left.full(), Price::ZERO, "the last cut takes all that is left");
        for (nth, part) in line.parts.iter().enumerate() {
            prop_assert_eq!(cut_off.iter().map(|cut| cut.parts[nth].amount).sum::<Price>(), part.amount);
        }
        prop_assert_eq!(cut_off.iter().map(LineTax::due).sum::<Price>(), line.due());
        prop_assert_eq!(cut_off.iter().map(LineTax::exempted).sum::<Price>(), line.exempted());
    }

    #[test]
    fn the_tax_in_a_price_is_the_tax_on_the_rest_of_it(total in 0i64..1_000_000_000, percent in 1u32..10_000) {
        let included = tax(TaxMode::Included, &[("GST", percent)]).on(price(total, 0)).due().usd.as_minor();
        let added = tax(TaxMode::Added, &[("GST", percent)]).on(price(total - included, 0)).due().usd.as_minor();
        prop_assert!((included - added).abs() <= 1, "{} and {}", included, added);
    }
}
