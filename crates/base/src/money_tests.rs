//! Tests of money: parsing, display, sums, limits and rounding.

use super::*;
use crate::decimal::divide_rounded;
use crate::{CurrencyCode, Price};

#[test]
fn parses_amounts_as_people_write_them() {
    let cases = [
        ("3.50", 350),
        ("3", 300),
        ("3.5", 350),
        ("0", 0),
        ("0.05", 5),
        ("007.10", 710),
        ("123456789012345", 12_345_678_901_234_500),
        ("123456789012345.00", 12_345_678_901_234_500),
    ];
    for (text, minor) in cases {
        assert_eq!(Usd::parse(text), Ok(Usd::minor(minor)), "{text}");
    }
}

#[test]
fn refuses_invalid_amounts() {
    use MoneyError::*;
    let cases = [
        ("", NotANumber),
        ("NaN", NotANumber),
        ("1e3", NotANumber),
        (" 1", NotANumber),
        ("1.", NotANumber),
        (".5", NotANumber),
        ("1,5", NotANumber),
        ("+1", NotANumber),
        ("--1", NotANumber),
        ("-1", Negative),
        ("1.234", TooManyDecimals),
        ("1234567890123456", TooManyDigits),
        ("12345678901234.56", TooManyDigits),
    ];
    for (text, error) in cases {
        assert_eq!(Lrd::parse(text), Err(error), "{text}");
    }
}

#[test]
fn formats_for_the_api_and_for_people() {
    assert_eq!(Usd::minor(128_450).to_string(), "1284.50");
    assert_eq!(Usd::minor(-5).to_string(), "-0.05");
    assert_eq!([Usd::ZERO.display(), Usd::ZERO.to_string(), Lrd::ZERO.display()], ["$0.00", "0.00", "L$0"]);
    assert_eq!(Usd::minor(350).display(), "$3.50");
    assert_eq!(Lrd::minor(66_500).display(), "L$665");
    assert_eq!(Lrd::minor(133_050).display(), "L$1,330.50");
    assert_eq!(Lrd::minor(12_345_678_900).display(), "L$123,456,789");
    assert_eq!(Usd::minor(-128_450).display(), "-$1,284.50");
}

#[test]
fn currency_codes_are_usd_and_lrd() {
    for code in [CurrencyCode::Usd, CurrencyCode::Lrd] {
        assert_eq!(CurrencyCode::parse(code.as_str()), Some(code));
    }
    assert_eq!([CurrencyCode::Usd, CurrencyCode::Lrd].map(CurrencyCode::as_str), ["USD", "LRD"]);
    assert_eq!(["usd", "MIXED", ""].map(CurrencyCode::parse), [None; 3]);
}

#[test]
fn adds_and_subtracts() {
    let mut amount = Usd::minor(350);
    amount += Usd::minor(150);
    amount -= Usd::minor(700);
    assert_eq!((amount, -amount), (Usd::minor(-200), Usd::minor(200)));
    assert_eq!((Usd::minor(5) + Usd::minor(3), Usd::minor(5) - Usd::minor(3)), (Usd::minor(8), Usd::minor(2)));
    assert_eq!([100, 20, 3].map(Lrd::minor).into_iter().sum::<Lrd>(), Lrd::minor(123));
    assert!(Usd::ZERO.is_zero() && Usd::default().is_zero() && !Usd::minor(-1).is_zero());
    assert!(Usd::minor(-1) < Usd::ZERO && Usd::minor(2) > Usd::minor(1));
}

#[test]
fn sums_saturate() {
    let (most, least) = (Usd::minor(i64::MAX), Usd::minor(i64::MIN));
    assert_eq!((most + Usd::minor(1), least - Usd::minor(1), -least), (most, least, most));
}

#[test]
fn a_price_calculates_in_both_currencies() {
    let dual = |usd, lrd| Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) };
    let mut price = dual(350, 66_500);
    assert_eq!(price.times(3), Some(dual(1_050, 199_500)));
    assert_eq!((dual(MINOR_MAX, 1).times(2), dual(1, MINOR_MAX).times(2)), (None, None));
    assert_eq!([CurrencyCode::Usd, CurrencyCode::Lrd].map(|code| price.in_currency(code)), ["3.50", "665.00"]);
    assert_eq!([CurrencyCode::Usd, CurrencyCode::Lrd].map(|code| price.minor_in(code)), [350, 66_500]);
    price += dual(1, 2);
    assert_eq!((price, -price), (dual(351, 66_502), dual(-351, -66_502)));
    assert_eq!((price + dual(1, 1), [price, price].into_iter().sum::<Price>()), (dual(352, 66_503), dual(702, 133_004)));
}

#[test]
fn halves_round_away_from_zero() {
    for (numerator, denominator, rounded) in
        [(5, 10, 1), (-5, 10, -1), (4, 10, 0), (-4, 10, 0), (0, 10, 0), (15, 10, 2), (1, 3, 0), (-2, 3, -1)]
    {
        assert_eq!(divide_rounded(numerator, denominator), rounded, "{numerator} / {denominator}");
    }
}

#[test]
fn a_product_above_the_limit_is_none() {
    assert_eq!(Usd::minor(250).times(4), Some(Usd::minor(1000)));
    assert_eq!(
        (Usd::minor(MINOR_MAX).times(1), Usd::minor(-MINOR_MAX).times(1)),
        (Some(Usd::minor(MINOR_MAX)), Some(Usd::minor(-MINOR_MAX)))
    );
    assert_eq!((Usd::minor(MINOR_MAX + 1).times(1), Usd::minor(-MINOR_MAX - 1).times(1)), (None, None));
    assert_eq!(Usd::minor(MINOR_MAX).times(2), None);
    assert_eq!(Usd::minor(i64::MAX).times(i64::MAX), None);
}

proptest::proptest! {
    #[test]
    fn an_amount_is_written_with_two_decimals(cents in proptest::prelude::any::<i64>()) {
        let sign = if cents < 0 { "-" } else { "" };
        let expected = format!("{sign}{}.{:02}", cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
        proptest::prop_assert_eq!(Usd::minor(cents).to_string(), expected);
    }
}

#[test]
fn the_smallest_and_largest_amounts_are_formatted_completely() {
    let written = [i64::MIN, -100, -99, -1, 0, 5, 10, 100, i64::MAX].map(|cents| Usd::minor(cents).to_string());
    assert_eq!(written, ["-92233720368547758.08", "-1.00", "-0.99", "-0.01", "0.00", "0.05", "0.10", "1.00", "92233720368547758.07"]);
}
