//! Finds out how the letters of a text file are stored.

use std::borrow::Cow;

use serde::Serialize;
use utoipa::ToSchema;

/// How letters are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ImportEncoding)]
pub enum Encoding {
    #[serde(rename = "utf-8")]
    Utf8,
    #[serde(rename = "utf-16le")]
    Utf16Le,
    #[serde(rename = "utf-16be")]
    Utf16Be,
    /// Windows in Western Europe and America. Guessed: a person must look at it.
    #[serde(rename = "windows-1252")]
    Windows1252,
    /// Mac OS before 2001, and Excel for Mac still. Guessed: a person must look at it.
    #[serde(rename = "macintosh")]
    Macintosh,
}

/// Bytes at the beginning that are looked at for the zeros of UTF-16.
const LOOKED_AT: usize = 1024;

/// The text of a file. A byte order mark is certain; without one, what is valid UTF-8 is UTF-8.
pub(super) fn decode(bytes: &[u8]) -> (Cow<'_, str>, Encoding) {
    let encoding = encoding_of(bytes);
    let of = match encoding {
        Encoding::Utf8 => encoding_rs::UTF_8,
        Encoding::Utf16Le => encoding_rs::UTF_16LE,
        Encoding::Utf16Be => encoding_rs::UTF_16BE,
        Encoding::Windows1252 => encoding_rs::WINDOWS_1252,
        Encoding::Macintosh => encoding_rs::MACINTOSH,
    };
    (of.decode_with_bom_removal(bytes).0, encoding)
}

/// The byte order mark of UTF-8, read as Windows-1252: another program took the file for that and wrote what it saw.
pub(super) const MARK_READ_WRONG: &str = "\u{ef}\u{bb}\u{bf}";

/// `text` as it was before its UTF-8 was read as Windows-1252; `None` if it was not.
pub(super) fn read_again(text: &str) -> Option<String> {
    let (bytes, _, has_others) = encoding_rs::WINDOWS_1252.encode(text);
    if has_others { None } else { String::from_utf8(bytes.into_owned()).ok() }
}

fn encoding_of(bytes: &[u8]) -> Encoding {
    match bytes {
        [0xff, 0xfe, ..] => return Encoding::Utf16Le,
        [0xfe, 0xff, ..] => return Encoding::Utf16Be,
        _ => {}
    }
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    let zeros = |odd: usize| start.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    // Most letters of a price list are ASCII, whose other byte is 0.
    if bytes.len().is_multiple_of(2) && even + odd > start.len() / 4 && even.min(odd) < even.max(odd) / 4 {
        return if odd > even { Encoding::Utf16Le } else { Encoding::Utf16Be };
    }
    if std::str::from_utf8(bytes).is_ok() {
        return Encoding::Utf8;
    }
    let (windows, mac) = (words_in(bytes, encoding_rs::WINDOWS_1252), words_in(bytes, encoding_rs::MACINTOSH));
    if mac > windows { Encoding::Macintosh } else { Encoding::Windows1252 }
}

/// How many of the letters that are not ASCII stand in words as people write them: small ones beside letters.
fn words_in(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> usize {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let letters: Vec<char> = text.chars().collect();
    let is_in_word = |place: usize| {
        let letter = letters[place];
        let before = place.checked_sub(1).map(|before| letters[before]);
        let after = letters.get(place + 1).copied();
        let small = |c: Option<char>| c.is_some_and(char::is_lowercase);
        match letter {
            _ if letter.is_ascii() => false,
            _ if letter.is_lowercase() => [before, after].into_iter().flatten().any(char::is_alphabetic),
            // A capital letter at the beginning of a word.
            _ if letter.is_uppercase() => !before.is_some_and(char::is_alphabetic) && small(after),
            _ => false,
        }
    };
    (0..letters.len()).filter(|place| is_in_word(*place)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "name;price\r\nCafé au lait;2,00\r\nCrème Brûlée;3,00\r\nÉclair;1,00\r\nJägermeister;4,00\r\nPiña Colada;5,00\r\n";

    #[test]
    fn a_text_that_was_read_as_another_encoding_is_read_again() {
        let (wrong, _) = encoding_rs::WINDOWS_1252.decode_without_bom_handling(LIST.as_bytes());
        assert_ne!(wrong, LIST);
        assert_eq!(read_again(&wrong).as_deref(), Some(LIST));
        assert_eq!(read_again("plain").as_deref(), Some("plain"));
        assert_eq!([read_again(LIST), read_again("Ž€ 5"), read_again("\u{1f37a}")], [None, None, None]);
        assert_eq!(encoding_rs::WINDOWS_1252.decode_without_bom_handling(b"\xef\xbb\xbf").0, MARK_READ_WRONG);
    }

    #[test]
    fn every_encoding_is_recognised() {
        let utf16 = |order: fn(u16) -> [u8; 2], mark: bool| -> Vec<u8> {
            mark.then_some('\u{feff}').into_iter().chain(LIST.chars()).collect::<String>().encode_utf16().flat_map(order).collect()
        };
        let single = |encoding: &'static encoding_rs::Encoding| encoding.encode(LIST).0.into_owned();
        // Mac Roman has no encoder there.
        let mac: Vec<u8> = LIST
            .chars()
            .map(|c| match c {
                'é' => 0x8e,
                'è' => 0x8f,
                'û' => 0x9e,
                'É' => 0x83,
                'ä' => 0x8a,
                'ñ' => 0x96,
                c => u8::try_from(u32::from(c)).expect("ASCII"),
            })
            .collect();
        for (bytes, encoding) in [
            (LIST.as_bytes().to_vec(), Encoding::Utf8),
            (format!("\u{feff}{LIST}").into_bytes(), Encoding::Utf8),
            (utf16(u16::to_le_bytes, true), Encoding::Utf16Le),
            (utf16(u16::to_be_bytes, true), Encoding::Utf16Be),
            (utf16(u16::to_le_bytes, false), Encoding::Utf16Le),
            (utf16(u16::to_be_bytes, false), Encoding::Utf16Be),
            (single(encoding_rs::WINDOWS_1252), Encoding::Windows1252),
            (mac, Encoding::Macintosh),
        ] {
            let (text, found) = decode(&bytes);
            assert_eq!((text.as_ref(), found), (LIST, encoding), "{encoding:?}");
        }
    }

    #[test]
    fn one_word_is_enough() {
        for (bytes, encoding) in [(&b"name\nCaf\xe9"[..], Encoding::Windows1252), (b"name\nCaf\x8e", Encoding::Macintosh)] {
            assert_eq!(decode(bytes), (Cow::Borrowed("name\nCafé"), encoding));
        }
    }
}
