//! The code that a second box shows: 128 random bits, and the beginning of the first box's fingerprint where that serves HTTPS.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use crate::base::text::hex;

/// Bytes of the secret, and of the fingerprint.
const BYTES: usize = 16;
/// Bits of a letter.
const LETTER_BITS: usize = 5;
/// Letters that 16 bytes take.
const LETTERS: usize = (BYTES * 8).div_ceil(LETTER_BITS);
/// Without letters that look like others: nobody types a code gladly.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Letters between two hyphens.
const GROUP: usize = 4;
/// What stands between the secret and the fingerprint.
const BEFORE_PIN: char = '.';

/// What lets a second box in. Shown once, to the admin who asked for it; kept by the second box alone.
#[derive(Clone, PartialEq, Eq)]
pub struct Code {
    secret: [u8; BYTES],
    pin: Option<[u8; BYTES]>,
}

/// A text that is no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no code of a Barback: it has {LETTERS} letters and digits, and as many again behind a point where the box serves HTTPS")]
pub struct NoCode;

impl Code {
    /// Of 16 random bytes, and the SHA-256 of the authority's certificate that the first box shows by HTTPS, if it does.
    pub fn new(secret: [u8; BYTES], fingerprint: Option<[u8; 32]>) -> Self {
        let pin = fingerprint.map(|fingerprint| std::array::from_fn(|at| fingerprint[at]));
        Code { secret, pin }
    }

    /// What the first box remembers of it.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.secret))
    }

    /// What travels in a request: the secret alone.
    pub fn secret(&self) -> String {
        letters(&self.secret)
    }

    /// How the fingerprint of the first box's authority begins.
    pub fn pin(&self) -> Option<[u8; BYTES]> {
        self.pin
    }
}

/// As it is shown and typed.
impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&grouped(&letters(&self.secret)))?;
        match &self.pin {
            Some(pin) => write!(f, "{BEFORE_PIN}{}", grouped(&letters(pin))),
            None => Ok(()),
        }
    }
}

/// No log shows it.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(code)")
    }
}

impl FromStr for Code {
    type Err = NoCode;
    fn from_str(text: &str) -> Result<Self, NoCode> {
        let (secret, pin) = match text.trim().split_once(BEFORE_PIN) {
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

/// Capitals, hyphens and blanks do not matter, nor do the letters that look like digits.
fn bytes(text: &str) -> Result<[u8; BYTES], NoCode> {
    let typed = text.chars().filter(|c| !matches!(c, '-' | ' ')).map(|c| match c.to_ascii_lowercase() {
        'o' => '0',
        'i' | 'l' => '1',
        c => c,
    });
    let (mut number, mut count) = (0u128, 0);
    for letter in typed {
        let value = ALPHABET.iter().position(|known| *known as char == letter).ok_or(NoCode)?;
        // The first letter has three bits to spare less than the others.
        if number >> (u128::BITS as usize - LETTER_BITS) != 0 {
            return Err(NoCode);
        }
        (number, count) = ((number << LETTER_BITS) | value as u128, count + 1);
    }
    if count == LETTERS { Ok(number.to_be_bytes()) } else { Err(NoCode) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_code_reads_back_however_it_is_typed(secret: [u8; 16], fingerprint: Option<[u8; 32]>) {
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
    fn what_is_no_code_is_told_from_one() {
        let shown = Code::new([0xff; 16], Some([0xff; 32])).to_string();
        for text in
            ["", "bar", &shown[1..], &format!("0{shown}"), &format!("z{}", &shown[1..]), &shown.replace('z', "u"), &format!("{shown}.")]
        {
            assert_eq!(text.parse::<Code>(), Err(NoCode), "{text}");
        }
    }
}
