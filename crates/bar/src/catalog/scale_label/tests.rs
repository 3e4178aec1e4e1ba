//! Labels are read as they are made: by an oracle that builds each of them digit by digit.

use proptest::prelude::*;

use super::*;

/// The check digit by the table of the GS1 General Specifications: places from the left weigh 1, 3, 1, 3 and so on.
fn check_digit(twelve: &str) -> u32 {
    let mut sum = 0;
    for (place, digit) in twelve.chars().enumerate() {
        let weight = if (place + 1) % 2 == 0 { 3 } else { 1 };
        sum += digit.to_digit(10).expect("a digit") * weight;
    }
    (10 - sum % 10) % 10
}

fn code(prefix: u8, article: u32, value: u32) -> String {
    let twelve = format!("{prefix:02}{article:05}{value:05}");
    format!("{twelve}{}", check_digit(&twelve))
}

/// `value` with a decimal sign before its last `decimals` digits, as a person writes it.
fn written(value: u32, decimals: usize) -> String {
    let digits = format!("{value:0width$}", width = decimals + 1);
    let (whole, part) = digits.split_at(digits.len() - decimals);
    format!("{whole}.{part}")
}

/// The figure in units of its last of `places` decimals, read from the text.
fn units(text: &str, places: usize) -> i64 {
    let (whole, part) = text.split_once('.').expect("a decimal sign");
    format!("{whole}{part:0<places$}").parse().expect("digits")
}

fn price(prefix: u8, decimals: u8) -> ScaleLabel {
    ScaleLabel { prefix, holds: LabelHolds::Price, decimals }
}

proptest! {
    #[test]
    fn a_label_says_what_it_was_made_of(
        prefix in 20u8..=29,
        article in 0u32..100_000,
        value in 1u32..100_000,
        (is_price, decimals) in (any::<bool>(), 0u8..=3),
        zeros in 0usize..=1,
    ) {
        let holds = if is_price { LabelHolds::Price } else { LabelHolds::Weight };
        let decimals = decimals.min(holds.decimals_max());
        let kinds = [ScaleLabel { prefix, holds, decimals }];
        let figure = written(value, usize::from(decimals));
        let expected = ReadLabel {
            product_barcode: code(prefix, article, 0),
            value: if is_price { LabelValue::Price(units(&figure, 2)) } else { LabelValue::Weight(units(&figure, 3)) },
        };
        let made = format!("{}{}", "0".repeat(zeros), code(prefix, article, value));
        prop_assert_eq!(read_label(&made, &kinds), Some(expected));
        // Neither another kind of label, nor one with a wrong digit.
        prop_assert_eq!(read_label(&made, &[ScaleLabel { prefix: 20 + (prefix - 19) % 10, ..kinds[0] }]), None);
        for place in 0..made.len() {
            let digit = made.as_bytes()[place] - b'0';
            let wrong = format!("{}{}{}", &made[..place], (digit + 1) % 10, &made[place + 1..]);
            prop_assert_eq!(read_label(&wrong, &kinds), None, "{}", wrong);
        }
    }

    #[test]
    fn no_text_is_too_strange(text in "\\PC{0,20}", digits in "2[0-9]{0,15}") {
        for text in [text, digits] {
            let read = read_label(&text, &[price(21, 2), price(22, 0)]);
            prop_assert!(read.is_none() || text.trim_start_matches('0').len() == DIGITS);
        }
    }
}

#[test]
fn the_label_of_the_contract_is_article_1_at_27_50() {
    let read = ReadLabel { product_barcode: "2100001000004".to_owned(), value: LabelValue::Price(2_750) };
    assert_eq!(read_label("2100001027506", &[price(21, 2)]), Some(read));
    assert_eq!(read_label("2100001000004", &[price(21, 2)]), None, "the product's own barcode holds no value");
    assert_eq!(read_label("2100001027506", &[]), None);
}
