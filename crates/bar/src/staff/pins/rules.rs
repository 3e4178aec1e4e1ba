//! Which PINs are allowed: their length, and those that are easy to guess.

use std::ops::RangeInclusive;

use base::Role;

/// How many digits the PIN of a bartender has.
pub const PIN_DIGITS_BARTENDER: RangeInclusive<usize> = 4..=6;
/// How many digits the PIN of a manager or admin has.
pub const PIN_DIGITS_SENIOR: usize = 6;
/// Years that are refused: birthdays and anniversaries.
const YEARS: RangeInclusive<u32> = 1900..=2099;
/// Lines of the pad, down and up.
const PAD_LINES: [&str; 2] = ["2580", "0852"];
/// Lengths of the blocks of which a PIN must not consist.
const BLOCKS: [usize; 2] = [2, 3];

const EASY: &str = "Choose a PIN that is harder to guess";
const LENGTH_BARTENDER: &str = "PIN must be 4 to 6 digits";
const LENGTH_SENIOR: &str = "PIN must be 6 digits";

/// Whether the text could be a PIN of anybody.
pub fn is_pin(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && PIN_DIGITS_BARTENDER.contains(&text.len())
}

/// Checks a new PIN for a person of `role` with this telephone number.
///
/// # Errors
/// The sentence for the person who chose it.
pub fn check_pin_for(pin: &str, role: Role, phone: Option<&str>) -> Result<(), &'static str> {
    if role >= Role::Manager && !(is_pin(pin) && pin.len() == PIN_DIGITS_SENIOR) {
        return Err(LENGTH_SENIOR);
    }
    if !is_pin(pin) {
        return Err(LENGTH_BARTENDER);
    }
    let digits: String = phone.unwrap_or_default().chars().filter(char::is_ascii_digit).collect();
    if is_easy(pin.as_bytes()) || PAD_LINES.contains(&pin) || digits.ends_with(pin) { Err(EASY) } else { Ok(()) }
}

/// Whether it is one digit repeated, a run up or down, a year, or a block repeated.
fn is_easy(digits: &[u8]) -> bool {
    let steps_by = |step: i16| digits.windows(2).all(|pair| i16::from(pair[1]) - i16::from(pair[0]) == step);
    let year = digits.len() == 4 && YEARS.contains(&digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')));
    let repeats = |block: usize| {
        digits.len() > block && digits.len().is_multiple_of(block) && digits.chunks(block).all(|chunk| chunk == &digits[..block])
    };
    steps_by(0) || steps_by(1) || steps_by(-1) || year || BLOCKS.into_iter().any(repeats)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(pin: &str, role: Role) -> Option<&'static str> {
        check_pin_for(pin, role, Some("+231 77 012 3907")).err()
    }

    #[test]
    fn easy_pins_are_refused() {
        let easy = [
            "1111", "00000", "777777", "1234", "0123", "6789", "6543", "98765", "123456", "654321", "1900", "1984", "2099", "2026", "1212",
            "121212", "123123", "470470", "2580", "0852", "3907", "23907", "123907",
        ];
        for pin in easy {
            assert_eq!(refusal(pin, Role::Bartender), Some(EASY), "{pin}");
        }
        for pin in ["4071", "2581", "1899", "2100", "1233", "12341", "19840", "7890", "112233", "3908", "121213", "123124"] {
            assert_eq!(refusal(pin, Role::Bartender), None, "{pin}");
        }
        assert!(check_pin_for("3907", Role::Bartender, None).is_ok());
    }

    #[test]
    fn managers_have_six_digits() {
        for pin in ["", "123", "407", "4071823", "40a1", "٤٠٧١", "4071 ", "-407"] {
            assert_eq!(refusal(pin, Role::Bartender), Some(LENGTH_BARTENDER), "{pin}");
            assert_eq!(refusal(pin, Role::Manager), Some(LENGTH_SENIOR), "{pin}");
        }
        for pin in ["4071", "40718"] {
            assert_eq!(refusal(pin, Role::Bartender), None);
            assert_eq!(refusal(pin, Role::Admin), Some(LENGTH_SENIOR));
        }
        assert_eq!(refusal("407182", Role::Admin), None);
    }

    /// The specification promises 'about 9,700'.
    #[test]
    fn most_pins_of_four_digits_are_allowed() {
        let allowed = (0..10_000).filter(|number| check_pin_for(&format!("{number:04}"), Role::Bartender, None).is_ok()).count();
        assert_eq!(allowed, 9_686);
    }
}
