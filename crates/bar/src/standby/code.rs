//! Pairing code of a second box: 128 random bits and, if the first box serves HTTPS, the beginning of its certificate's fingerprint.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use base::text::hex;

/// Length of the secret, and of the part of the fingerprint, in bytes.
const BYTES: usize = 16;
/// Bits per letter.
const LETTER_BITS: usize = 5;
/// Number of letters for 16 bytes.
const LETTERS: usize = (BYTES * 8).div_ceil(LETTER_BITS);
/// Without letters that look like others, because people type the code.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Letters between two hyphens.
const GROUP: usize = 4;
/// Separates secret and fingerprint.
const PIN_SEPARATOR: char = '.';

/// Gives a second box access to the journal. Shown once, to the admin who made it; only the second box keeps it.
#[derive(Clone, PartialEq, Eq)]
pub struct Code {
    secret: [u8; BYTES],
    pin: Option<[u8; BYTES]>,
}

/// The text is not a pairing code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is not a Barback code: a code has {LETTERS} letters and digits and, if the box serves HTTPS, a point and {LETTERS} more")]
pub struct InvalidCode;

impl Code {
    /// From 16 random bytes and, if the first box serves HTTPS, the SHA-256 of its authority's certificate.
    pub fn new(secret: [u8; BYTES], fingerprint: Option<[u8; 32]>) -> Self {
        let pin = fingerprint.map(|fingerprint| std::array::from_fn(|at| fingerprint[at]));
        Code { secret, pin }
    }

    /// Hash that the first box stores instead of the code.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.secret))
    }

    /// The secret alone, as requests carry it.
    pub fn secret(&self) -> String {
        letters(&self.secret)
    }

    /// Beginning of the fingerprint of the first box's authority; `None` for plain HTTP.
    pub fn pin(&self) -> Option<[u8; BYTES]> {
        self.pin
    }
}

/// As people see and type it.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&grouped(&letters(&self.secret)))?;
        match &self.pin {
            Some(pin) => write!(f, "{PIN_SEPARATOR}{}", grouped(&letters(pin))),
            None => Ok(()),
        }
    }
}

/// Hides the code in logs.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(code)")
    }
}

impl FromStr for Code {
    type Err = InvalidCode;
    fn from_str(text: &str) -> Result<Self, InvalidCode> {
        let (secret, pin) = match text.trim().split_once(PIN_SEPARATOR) {
            Some((secret, pin)) => (secret, Some(bytes(pin)?)),
            None => (text, None),
        };
        Ok(Code { secret: bytes(secret)?, pin })
    }
}

fn letters(bytes: &[u8; BYTES]) -> String {
    let number = u128::from_be_bytes(*bytes);
    let letter = |place: usize| ALPHABET[((number >> (place * LETTER_BITS)) & 31) as usize] as char;
    (0..LETTERS).rev().map(letter).collect()
}

fn grouped(letters: &str) -> String {
    let with_hyphen = |(place, letter): (usize, char)| (place > 0 && place % GROUP == 0).then_some('-').into_iter().chain([letter]);
    letters.chars().enumerate().flat_map(with_hyphen).collect()
}

/// Parses typed letters: ignores case, hyphens and blanks, and accepts letters that look like digits.
fn bytes(text: &str) -> Result<[u8; BYTES], InvalidCode> {
    let typed = text.chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        c => c,
    });
    let (mut number, mut count) = (0u128, 0);
    for letter in typed {
        let value = ALPHABET.iter().position(|known| *known as char == letter).ok_or(InvalidCode)?;
        // 26 letters have 130 bits, so the first one may use three of its five only.
        if number >> (u128::BITS as usize - LETTER_BITS) != 0 {
            return Err(InvalidCode);
        }
        (number, count) = ((number << LETTER_BITS) | value as u128, count + 1);
    }
    if count == LETTERS { Ok(number.to_be_bytes()) } else { Err(InvalidCode) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_code_is_read_back_however_it_is_typed(secret: [u8; 16], fingerprint: Option<[u8; 32]>) {
            let code = Code::new(secret, fingerprint);
            let shown = code.to_string();
            prop_assert_eq!(shown.parse(), Ok(code.clone()));
            prop_assert_eq!(shown.to_uppercase().replace('-', " ").parse(), Ok(code.clone()));
            prop_assert_eq!(shown.replace('0', "O").replace('1', "l").parse(), Ok(code.clone()));
            prop_assert!(shown.parse::<Code>().is_ok_and(|read| read.hash() == code.hash()));
            let logged = format!("{code:?}");
            prop_assert!(!logged.contains(&code.secret()));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let shown = Code::new([0xff; 16], Some([0xff; 32])).to_string();
        for text in
            ["", "bar", &shown[1..], &format!("0{shown}"), &format!("z{}", &shown[1..]), &shown.replace('z', "u"), &format!("{shown}.")]
        {
            assert_eq!(text.parse::<Code>(), Err(InvalidCode), "{text}");
        }
    }
}
