//! Splits decimal text; divides, pads and groups integers. No floats.

/// Splits `12.50` into `("12", "50")` and `12` into `("12", "")`. `None` for `12.`, `.5`, a sign, and anything else that is not ASCII digits.
pub fn split_decimal(text: &str) -> Option<(&str, &str)> {
    let (whole, decimals) = match text.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (text, ""),
    };
    let digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    (!whole.is_empty() && digits(whole) && digits(decimals)).then_some((whole, decimals))
}

/// `numerator / denominator`, rounded half away from zero, as all money is. `denominator` must be positive.
pub fn divide_rounded(numerator: i128, denominator: i128) -> i128 {
    let half = denominator / 2;
    if numerator >= 0 { (numerator + half) / denominator } else { (numerator - half) / denominator }
}

/// Digits of the largest `u64`.
const DIGITS_MAX: usize = 20;

/// Appends `number`, padded with leading zeros to at least `digits`. `digits` is at most [`DIGITS_MAX`]. Receipt numbers are written ten times
/// for each sale, and `write!` takes several times as long.
pub(super) fn push_zero_padded(out: &mut String, number: u64, digits: usize) {
    let mut text = [b'0'; DIGITS_MAX];
    let mut begin = text.len();
    let mut rest = number;
    while rest > 0 {
        begin -= 1;
        text[begin] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let begin = begin.min(text.len().saturating_sub(digits));
    out.extend(text[begin..].iter().map(|digit| char::from(*digit)));
}

/// `1234567` as `1,234,567`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
