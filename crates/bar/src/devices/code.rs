//! Enrolment codes: eight characters that a person types on the phone to enrol.

use std::fmt;

/// Characters of a code: none looks like another.
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
/// Characters of a code.
const LENGTH: usize = 8;
/// Characters before the dash.
const GROUP: usize = 4;
/// Random bytes from this one on are not used, so that each character is equally likely.
const FAIR_BYTES: u8 = 248;

/// A code, by which a device enrols or a person chooses a new PIN.
#[derive(Clone, PartialEq, Eq)]
pub struct EnrolmentCode([u8; LENGTH]);

impl EnrolmentCode {
    /// From random bytes, of which about one in thirty is skipped; `None` if they are too few.
    pub fn from_random(bytes: &[u8]) -> Option<Self> {
        let mut letters = bytes.iter().filter(|byte| **byte < FAIR_BYTES).map(|byte| ALPHABET[usize::from(*byte) % ALPHABET.len()]);
        let mut code = [0; LENGTH];
        for place in &mut code {
            *place = letters.next()?;
        }
        Some(EnrolmentCode(code))
    }

    /// Parses a typed code: case, blanks and dashes do not count. `None` for any other text.
    pub fn parse(typed: &str) -> Option<Self> {
        let mut letters =
            typed.chars().filter(|letter| !letter.is_whitespace() && !is_dash(*letter)).map(|letter| letter.to_ascii_uppercase());
        let mut code = [0; LENGTH];
        for place in &mut code {
            *place = u8::try_from(letters.next()?).ok().filter(|letter| ALPHABET.contains(letter))?;
        }
        letters.next().is_none().then_some(EnrolmentCode(code))
    }

    /// Without the dash, as in the address that a QR code holds.
    pub fn plain(&self) -> String {
        self.0.iter().copied().map(char::from).collect()
    }
}

/// Whether a keyboard's or a chat's idea of a dash.
fn is_dash(letter: char) -> bool {
    letter == '-' || ('\u{2010}'..='\u{2015}').contains(&letter) || letter == '\u{2212}'
}

/// As people see it: `7KQ2-M9XP`.
impl fmt::Display for EnrolmentCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.plain();
        let (first, rest) = plain.split_at(GROUP);
        write!(f, "{first}-{rest}")
    }
}

/// Hides the code in logs.
impl fmt::Debug for EnrolmentCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(code)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_code_is_read_back_however_it_is_typed(bytes: [u8; 64]) {
            let code = EnrolmentCode::from_random(&bytes);
            prop_assume!(code.is_some());
            let code = code.expect("enough bytes");
            let shown = code.to_string();
            prop_assert_eq!(shown.len(), LENGTH + 1);
            for typed in [shown.clone(), shown.to_lowercase(), shown.replace('-', " "), format!("  {} ", code.plain()), shown.replace('-', "–")] {
                prop_assert_eq!(EnrolmentCode::parse(&typed), Some(code.clone()));
            }
            let logged = format!("{code:?}");
            prop_assert!(!logged.contains(&code.plain()));
        }
    }

    #[test]
    fn other_texts_are_no_codes() {
        for text in ["", "7KQ2-M9X", "7KQ2-M9XPP", "7KQ2-M9X0", "7KQ2-M9XO", "7KQ2-M9X1", "7KQ2-M9XI", "7KQ2-M9XL", "7KQ2_M9XP", "ÀKQ2M9XP"]
        {
            assert_eq!(EnrolmentCode::parse(text), None, "{text}");
        }
    }

    #[test]
    fn every_character_is_equally_likely() {
        let all: Vec<u8> = (0..=255).collect();
        let mut counts = std::collections::BTreeMap::new();
        for byte in all.iter().filter(|byte| **byte < FAIR_BYTES) {
            *counts.entry(ALPHABET[usize::from(*byte) % ALPHABET.len()]).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), ALPHABET.len());
        assert!(counts.values().all(|count| *count == 8));
        assert_eq!(EnrolmentCode::from_random(&[255; 64]), None);
    }
}
