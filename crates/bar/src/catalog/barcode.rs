//! Compares barcodes: codes of goods that differ only in zeros in front are one.

use std::borrow::Cow;

/// Shortest code of goods without the zeros in front.
const DIGITS_MIN: usize = 6;
/// Longest code of goods: GTIN-14.
const DIGITS_MAX: usize = 14;
/// Lengths of codes of goods with all their zeros: EAN-8, UPC-A, EAN-13 and GTIN-14.
const FULL: [usize; 4] = [8, 12, 13, 14];
/// Fewest digits that are left of such a code: less is a number that a bar gave itself.
const DIGITS_LEFT_MIN: usize = 3;

/// Key that is equal for two spellings of the same barcode. Codes of goods (UPC-A, EAN-8, EAN-13, GTIN-14), which end with a check digit,
/// are compared without the zeros in front: readers and spreadsheets add and drop them. All others are compared letter by letter.
pub fn barcode_key(barcode: &str) -> Cow<'_, str> {
    let digits = barcode.trim_start_matches('0');
    let is_full = FULL.contains(&barcode.len()) && digits.len() >= DIGITS_LEFT_MIN;
    let is_long_enough = (DIGITS_MIN..=DIGITS_MAX).contains(&digits.len()) && barcode.len() <= DIGITS_MAX;
    if (is_full || is_long_enough) && digits.len() < barcode.len() && has_check_digit(digits) {
        Cow::Borrowed(digits)
    } else {
        Cow::Borrowed(barcode)
    }
}

/// Whether the last digit is the check digit of those before it, as the GS1 General Specifications define it (section 7.9): from the
/// right, every other digit counts three times, and the sum is a multiple of ten. Zeros in front do not change it.
pub(super) fn has_check_digit(digits: &str) -> bool {
    let weighed = |(place, byte): (usize, u8)| u32::from(byte - b'0') * if place % 2 == 0 { 1 } else { 3 };
    digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.bytes().rev().enumerate().map(weighed).sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_in_front_of_codes_of_goods_do_not_count() {
        for (one, other) in [
            ("012345678905", "12345678905"),
            ("0012345678905", "12345678905"),
            ("00096385074", "96385074"),
            ("00012348", "12348"),
            ("00000123", "123"),
        ] {
            assert_eq!(barcode_key(one), barcode_key(other), "{one}");
        }
        assert_eq!(barcode_key("012345678905"), "12345678905");
    }

    #[test]
    fn all_other_codes_are_compared_letter_by_letter() {
        for barcode in [
            "012345678906",
            "00012346",
            "012348",
            "00000017",
            "00000000",
            "007",
            "0",
            "",
            "A0123",
            "6001000000018",
            "0000000000000012345678905",
            "01234567890５",
        ] {
            assert_eq!(barcode_key(barcode), barcode, "{barcode}");
        }
    }
}
