//! The check code of a message: a signature that tells whether a message is the one that the box wrote, whatever a chat did to its
//! blanks and line breaks.
//!
//! HMAC-SHA256 under a secret of the bar's journal, cut to 60 bits, in Crockford's base32. The secret is the one that guests' receipts
//! are signed with (`engine::bar_secret`): it is in every copy of the journal, so a message of yesterday can be checked on the box that
//! the bar was restored to.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// What the line of the code begins with.
pub const CHECK_LABEL: &str = "Check:";
/// Domain separation from other uses of the secret.
const PURPOSE: &[u8] = b"barback truth sheet\n";
/// Crockford's base32: no I, L, O, U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Bits of a character.
const CHAR_BITS: u32 = 5;
/// Characters of a code: 60 bits.
const CODE_CHARS: u32 = 12;
/// Characters between two dashes.
const GROUP_CHARS: u32 = 4;
/// Longest chat prefix that is looked for, in characters: a date, a time and a name.
const PREFIX_CHARS_MAX: usize = 120;

/// Key that makes check codes.
#[derive(Clone)]
pub struct CheckKey {
    mac: Hmac<Sha256>,
}

impl CheckKey {
    /// A key from the bar's secret, of any length. `None` only if the MAC takes no such key.
    pub fn new(secret: &[u8]) -> Option<Self> {
        Some(CheckKey { mac: Hmac::new_from_slice(secret).ok()? })
    }

    /// The code of normalised lines: `7Q4M-K2XD-91FB`.
    pub fn code(&self, lines: &[String]) -> String {
        let mut mac = self.mac.clone().chain_update(PURPOSE);
        mac.update(lines.join("\n").as_bytes());
        let bits = mac.finalize().into_bytes().iter().take(8).fold(0u64, |bits, byte| (bits << 8) | u64::from(*byte));
        let character = |place: u32| char::from(ALPHABET[((bits >> (64 - CHAR_BITS * (place + 1))) & 31) as usize]);
        let mut code = String::new();
        for place in 0..CODE_CHARS {
            if place > 0 && place.is_multiple_of(GROUP_CHARS) {
                code.push('-');
            }
            code.push(character(place));
        }
        code
    }

    /// The code of a message without one.
    pub fn code_of(&self, text: &str) -> String {
        self.code(&normalise(text))
    }
}

/// A received message, in normalised lines.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SentText {
    /// The lines above the code; all of them if there is no code.
    pub above: Vec<String>,
    /// The code, written as the box writes it.
    pub code: Option<String>,
    /// All lines, that of the code too, and any after it.
    pub lines: Vec<String>,
}

impl SentText {
    /// Reads a message.
    pub fn read(text: &str) -> Self {
        let mut lines = normalise(text);
        let place = lines.iter().rposition(|line| code_in(line).is_some());
        let code = place.and_then(|place| code_in(&lines[place]));
        let above = lines[..place.unwrap_or(lines.len())].to_vec();
        if let (Some(place), Some(code)) = (place, &code) {
            lines[place] = format!("{CHECK_LABEL} {code}");
        }
        SentText { above, code, lines }
    }

    /// Whether `key` made its code, and nothing stands below it.
    pub fn is_genuine(&self, key: &CheckKey) -> bool {
        let ends_with_code = self.lines.len() == self.above.len() + 1;
        ends_with_code && self.code.as_ref().is_some_and(|code| *code == key.code(&self.above))
    }
}

/// The code in the line `Check: 7q4m k2xd 91fb`, as the box writes it. Letters that look like digits count as those.
fn code_in(line: &str) -> Option<String> {
    let label = line.get(..CHECK_LABEL.len()).filter(|label| label.eq_ignore_ascii_case(CHECK_LABEL))?;
    let mut code = String::new();
    let mut count = 0;
    for letter in line[label.len()..].chars().filter(|letter| !letter.is_whitespace() && *letter != '-') {
        let letter = match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        if !letter.is_ascii() || !ALPHABET.contains(&(letter as u8)) {
            return None;
        }
        if count > 0 && count % GROUP_CHARS == 0 {
            code.push('-');
        }
        code.push(letter);
        count += 1;
    }
    (count == CODE_CHARS).then_some(code)
}

/// The lines of a text without what chats and phones add: prefixes with time and sender, repeated blanks, empty lines, invisible
/// characters.
pub(super) fn normalise(text: &str) -> Vec<String> {
    let visible: String = text.chars().filter(|letter| !is_invisible(*letter)).collect();
    let lines = visible.split(['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}']);
    let tidy = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    tidy.map(|line| without_prefix(&line).trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// Invisible characters: zero-width ones, marks of direction, variation selectors, controls that are no blanks.
fn is_invisible(letter: char) -> bool {
    let is_format = matches!(
        letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    );
    is_format || (letter.is_control() && !letter.is_whitespace())
}

/// The line without `[20/11/26, 3:12 AM] Musa: ` or `20/11/26, 3:12 AM - Musa: `.
fn without_prefix(line: &str) -> &str {
    let stamped = match line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((stamp, rest)) => is_stamp(stamp).then_some(rest),
        None => line.split_once(" - ").and_then(|(stamp, rest)| is_stamp(stamp).then_some(rest)),
    };
    let message = stamped.and_then(|rest| rest.split_once(": ")).filter(|(sender, _)| sender.chars().count() <= PREFIX_CHARS_MAX);
    message.map_or(line, |(_, message)| message)
}

/// Whether a text is a time of day, with or without a date.
fn is_stamp(text: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_digit() || " /.,:-".contains(letter) || "APMapm".contains(letter);
    text.contains(':') && text.starts_with(|letter: char| letter.is_ascii_digit()) && text.chars().all(is_part)
}

#[cfg(test)]
#[path = "code_tests.rs"]
mod tests;
