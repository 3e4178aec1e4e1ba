//! Validation and comparison of typed text: trimming, length limits, control characters and hidden ones, case folding.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longest ordinary text, in Unicode scalar values after trimming.
pub const TEXT_MAX: usize = 200;
/// Longest note or description, in Unicode scalar values after trimming.
pub const NOTES_MAX: usize = 2_000;
/// Longest password, in characters. argon2 would accept more, but no request needs it.
pub const PASSWORD_MAX: usize = 200;

/// Why a text is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// A control character, which could reach a printer or hide in a name.
    #[error("Must not contain control characters")]
    Control,
    /// A character that turns the direction of what follows: a screen or paper would show it in another order than it was typed.
    #[error("This text has signs that turn its direction")]
    Direction,
    /// Longer than the named limit.
    #[error("Must be at most {0} characters")]
    TooLong(usize),
}

/// One line: no control character at all, at most [`TEXT_MAX`] characters.
pub fn line(text: &str) -> Result<String, TextError> {
    clean(text, TEXT_MAX, |_| false)
}

/// One line of at most `max` characters: no control character at all.
pub fn line_within(text: &str, max: usize) -> Result<String, TextError> {
    clean(text, max, |_| false)
}

/// Notes and descriptions: line feeds and tabs may stay, at most [`NOTES_MAX`] characters.
pub fn notes(text: &str) -> Result<String, TextError> {
    clean(text, NOTES_MAX, |c| c == '\n' || c == '\t')
}

/// `text` without characters that have no width: two names that look the same are the same.
pub fn visible(text: &str) -> Cow<'_, str> {
    match text.contains(is_zero_width) {
        true => Cow::Owned(text.replace(is_zero_width, "")),
        false => Cow::Borrowed(text),
    }
}

/// `text` of a program, such as an adapter's answer, on one line: without hidden characters, and with a blank for each control
/// character and each one that turns the direction.
pub fn tidy(text: &str) -> String {
    collapse(&visible(text).replace(|c: char| c.is_control() || turns_direction(c), " "))
}

/// Whether a character is not shown and takes no room: soft hyphen, zero-width space, joiners, word joiner, byte order mark.
fn is_zero_width(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Whether a character turns the direction in which text is shown: marks, embeddings, overrides and isolates.
fn turns_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

fn clean(text: &str, max: usize, allowed: fn(char) -> bool) -> Result<String, TextError> {
    let visible = visible(text);
    let text = visible.trim();
    if text.contains(turns_direction) {
        return Err(TextError::Direction);
    }
    if text.chars().any(|c| c.is_control() && !allowed(c)) {
        return Err(TextError::Control);
    }
    if text.chars().count() > max {
        return Err(TextError::TooLong(max));
    }
    Ok(text.to_owned())
}

/// Normal form of the keys of people and accounts: runs of blanks collapsed, lower case.
pub fn fold_case(text: &str) -> String {
    collapse(text).to_lowercase()
}

/// Normal form for searches and for comparing names of things: compatibility forms (NFKD), marks off, case folded, letters of other
/// alphabets as they are typed without them, every apostrophe `'`, every dash `-`, runs of blanks collapsed, characters without width
/// left out. `José` and `JOSE` are one, `O’Brien` and `o'brien`, `Bjørn` and `bjorn`.
pub fn fold(text: &str) -> String {
    if is_plain(text) {
        return collapse(text).to_ascii_lowercase();
    }
    // Before the compatibility forms, which make a blank and a mark of some apostrophes.
    let signs = text.chars().filter(|c| !is_zero_width(*c)).map(plain_sign);
    let letters = signs.nfkd().filter(|c| !is_combining_mark(*c));
    // By way of the capital letters, which makes `ß` and `ss` one.
    let cases = letters.flat_map(char::to_uppercase).flat_map(char::to_lowercase);
    let mut folded = String::with_capacity(text.len());
    // Compatibility forms are made of apostrophes and dashes too: `︱` of `—`.
    for letter in cases.nfkd().filter(|c| !is_combining_mark(*c)).map(plain_sign) {
        match LETTERS.iter().find(|(own, _)| *own == letter) {
            Some((_, plain)) => folded.push_str(plain),
            None => folded.push(letter),
        }
    }
    collapse(&folded)
}

/// The apostrophe or the hyphen of a keyboard for each sign that stands for one; any other character as it is.
fn plain_sign(c: char) -> char {
    if APOSTROPHES.contains(&c) {
        '\''
    } else if DASHES.contains(&c) {
        '-'
    } else {
        c
    }
}

/// Small letters that are not made of a plain one and a mark, and what people type instead.
const LETTERS: [(char, &str); 10] =
    [('ß', "ss"), ('æ', "ae"), ('ð', "d"), ('ø', "o"), ('þ', "th"), ('đ', "d"), ('ħ', "h"), ('ı', "i"), ('ł', "l"), ('œ', "oe")];

/// What stands for an apostrophe: on keyboards, in word processors, and by mistake.
const APOSTROPHES: [char; 11] = ['`', '´', 'ʹ', 'ʻ', 'ʼ', 'ʽ', '‘', '’', '‛', '′', '＇'];

/// Hyphens, dashes and the minus sign.
const DASHES: [char; 11] = ['‐', '‑', '‒', '–', '—', '―', '⁃', '−', '﹘', '﹣', '－'];

/// Whether folding `text` changes nothing but its case and its blanks.
fn is_plain(text: &str) -> bool {
    text.is_ascii() && !text.contains('`')
}

/// Whether `text` contains each word of `wanted`, which is [folded](fold). Searches compare millions of texts, so ASCII text (most of it)
/// is compared without allocating.
pub fn mentions(text: &str, wanted: &str) -> bool {
    if !is_plain(text) {
        let text = fold(text);
        return wanted.split(' ').all(|word| text.contains(word));
    }
    let has = |word: &str| word.is_empty() || text.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()));
    wanted.split(' ').all(has)
}

/// Trims, and replaces each run of blanks with one space.
pub fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Hexadecimal, lower case.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `text` for a QR code: bytes other than printable ASCII are percent-encoded, because QR readers differ in how they decode those.
pub fn ascii(text: &str) -> String {
    text.bytes().map(|byte| if byte.is_ascii_graphic() { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_search_of_plain_text_is_one_of_folded_text(text in "[a-cA-C ]{0,12}", wanted in "[a-c ]{0,3}") {
            let wanted = fold(&wanted);
            let folded = fold(&text);
            proptest::prop_assert_eq!(mentions(&text, &wanted), wanted.split(' ').all(|word| folded.contains(word)));
        }

        #[test]
        fn what_is_folded_stays(text in "\\PC{0,12}") {
            let folded = fold(&text);
            proptest::prop_assert_eq!(fold(&folded), folded.as_str());
            proptest::prop_assert!(mentions(&text, &folded));
        }
    }

    #[test]
    fn every_character_that_is_folded_stays() {
        for c in '\0'..=char::MAX {
            let folded = fold(c.encode_utf8(&mut [0; 4]));
            assert_eq!(fold(&folded), folded, "U+{:04X}", u32::from(c));
        }
    }

    #[test]
    fn names_as_people_type_them_are_one() {
        for (text, folded) in [
            ("  Musu   KPADEH ", "musu kpadeh"),
            ("José", "jose"),
            ("Jose\u{301}", "jose"),
            ("Crème Brûlée", "creme brulee"),
            ("MÜLLER", "muller"),
            ("O’Brien", "o'brien"),
            ("O`Brien", "o'brien"),
            ("O´Brien", "o'brien"),
            ("Pre‑mix – large", "pre-mix - large"),
            ("Straße", "strasse"),
            ("STRAẞE", "strasse"),
            ("Bjørn Ørsted", "bjorn orsted"),
            ("ŁÓDŹ", "lodz"),
            ("Đorđe", "dorde"),
            ("Æsir cœur", "aesir coeur"),
            ("ﬁne\u{a0}Ｂｅｅｒ", "fine beer"),
            ("Cl\u{200b}ub", "club"),
            ("İSTANBUL", "istanbul"),
            ("ΣΟΦΟΣ", "σοφοσ"),
            ("ñandú №7 ½", "nandu no7 1⁄2"),
        ] {
            assert_eq!(fold(text), folded, "{text}");
        }
    }

    #[test]
    fn finds_words_in_any_order() {
        for (text, wanted, found) in [
            ("Club Beer", "beer club", true),
            ("Jägermeister", "jager", true),
            ("O’Brien", "o'brien", true),
            ("Club Beer", "beer star", false),
            ("Club", "", true),
        ] {
            assert_eq!(mentions(text, wanted), found, "{text}: {wanted}");
        }
    }

    #[test]
    fn hexadecimal_has_two_digits_per_byte() {
        assert_eq!(hex(&[0, 0x0a, 0xff]), "000aff");
    }

    #[test]
    fn a_code_carries_only_ascii() {
        assert_eq!(ascii("http://bar.local/t/1?q=%20"), "http://bar.local/t/1?q=%20");
        assert_eq!(ascii("a b\né\u{1b}"), "a%20b%0A%C3%A9%1B");
    }

    #[test]
    fn trims_and_bounds() {
        assert_eq!(line("  Club Beer "), Ok("Club Beer".to_owned()));
        assert_eq!(line(&"é".repeat(TEXT_MAX)), Ok("é".repeat(TEXT_MAX)));
        assert_eq!(line(&"é".repeat(TEXT_MAX + 1)), Err(TextError::TooLong(TEXT_MAX)));
        assert_eq!(line("a\u{1b}pb"), Err(TextError::Control));
        assert_eq!(line("a\u{85}b"), Err(TextError::Control));
        assert_eq!(line("a\nb"), Err(TextError::Control));
        assert_eq!(notes("a\n\tb"), Ok("a\n\tb".to_owned()));
        assert_eq!(notes("a\rb"), Err(TextError::Control));
    }

    #[test]
    fn signs_that_turn_the_direction_are_refused() {
        for sign in "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}".chars() {
            for text in [format!("staff{sign}"), format!("{sign}staff"), format!("st{sign}aff"), sign.to_string()] {
                assert_eq!(line(&text), Err(TextError::Direction), "{text:?}");
                assert_eq!(line_within(&text, 3), Err(TextError::Direction), "{text:?}");
                assert_eq!(notes(&text), Err(TextError::Direction), "{text:?}");
            }
            assert_eq!(tidy(&format!("staff{sign}x")), "staff x");
        }
    }

    #[test]
    fn hidden_characters_are_left_out_before_anything_is_checked() {
        for hidden in "\u{ad}\u{200b}\u{200c}\u{200d}\u{2060}\u{feff}".chars() {
            assert_eq!(line(&format!("{hidden} Cl{hidden}ub {hidden}")), Ok("Club".to_owned()), "{hidden:?}");
            assert_eq!(notes(&format!("a{hidden}\n{hidden}b")), Ok("a\nb".to_owned()), "{hidden:?}");
            assert_eq!(line(&hidden.to_string().repeat(TEXT_MAX + 1)), Ok(String::new()), "{hidden:?}");
            assert_eq!(line_within(&format!("abc{hidden}"), 3), Ok("abc".to_owned()), "{hidden:?}");
            assert_eq!(tidy(&format!(" a{hidden}b\u{1b}\n")), "ab");
        }
        assert_eq!(line("Café नमस्ते عربي"), Ok("Café नमस्ते عربي".to_owned()));
    }

    #[test]
    fn keys_of_people_ignore_case_and_blanks() {
        assert_eq!(fold_case("  Musu   KPADEH "), "musu kpadeh");
    }
}
