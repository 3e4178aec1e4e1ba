//! Finds out how the letters of a text file are stored.

use std::borrow::Cow;

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::likelihood::likelihood;

/// How letters are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ImportEncoding)]
#[derive(EnumString, IntoStaticStr, VariantArray)]
pub enum Encoding {
    #[serde(rename = "utf-8")]
    #[strum(serialize = "utf-8")]
    Utf8,
    #[serde(rename = "utf-16le")]
    #[strum(serialize = "utf-16le")]
    Utf16Le,
    #[serde(rename = "utf-16be")]
    #[strum(serialize = "utf-16be")]
    Utf16Be,
    /// Windows in Western Europe and America. Guessed: a person must look at it.
    #[serde(rename = "windows-1252")]
    #[strum(serialize = "windows-1252")]
    Windows1252,
    /// Mac OS before 2001, and Excel for Mac still. Guessed: a person must look at it.
    #[serde(rename = "macintosh")]
    #[strum(serialize = "macintosh")]
    Macintosh,
}

base::words!(Encoding);

/// Bytes at the beginning that are looked at for the zeros of UTF-16.
const LOOKED_AT: usize = 1024;

/// The text of a file. A byte order mark is certain; without one, what is valid UTF-8 is UTF-8.
/// `said` is what a person says instead.
pub(super) fn decode(bytes: &[u8], said: Option<Encoding>) -> (Cow<'_, str>, Encoding) {
    let encoding = said.unwrap_or_else(|| encoding_of(bytes));
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
    let likely = |encoding: &'static encoding_rs::Encoding| likelihood(&encoding.decode_without_bom_handling(bytes).0);
    if likely(encoding_rs::MACINTOSH) > likely(encoding_rs::WINDOWS_1252) { Encoding::Macintosh } else { Encoding::Windows1252 }
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
            let (text, found) = decode(&bytes, None);
            assert_eq!((text.as_ref(), found), (LIST, encoding), "{encoding:?}");
        }
    }

    #[test]
    fn one_word_is_enough() {
        for (bytes, encoding) in [(&b"name\nCaf\xe9"[..], Encoding::Windows1252), (b"name\nCaf\x8e", Encoding::Macintosh)] {
            assert_eq!(decode(bytes, None), (Cow::Borrowed("name\nCafé"), encoding));
        }
    }

    #[test]
    fn a_person_can_say_otherwise() {
        assert_eq!(decode(b"Caf\x8e", Some(Encoding::Windows1252)).0, "Caf\u{17d}");
        assert_eq!(decode("Café".as_bytes(), Some(Encoding::Macintosh)).0, "Caf√©");
        assert_eq!(Encoding::parse("windows-1252"), Some(Encoding::Windows1252));
    }

    /// The bytes of Mac Roman from 0x80, as Apple's table lists them: its encoder is not in the library.
    const MAC: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

    fn mac(text: &str) -> Option<Vec<u8>> {
        let byte = |c: char| MAC.chars().position(|other| other == c).and_then(|place| u8::try_from(0x80 + place).ok());
        text.chars().map(|c| if c.is_ascii() { u8::try_from(c).ok() } else { byte(c) }).collect()
    }

    fn windows(text: &str) -> Option<Vec<u8>> {
        let (bytes, _, has_others) = encoding_rs::WINDOWS_1252.encode(text);
        (!has_others).then(|| bytes.into_owned())
    }

    /// Names as bars write them. Each alone must be enough to tell the encodings apart.
    const NAMES: [&str; 51] = [
        "JÄGERMEISTER",
        "Jägermeister",
        "Jack Daniel’s",
        "JACK DANIEL’S",
        "O’Brien",
        "O’BRIEN",
        "“Big” beer",
        "“BIG” BEER",
        "‘Big’",
        "CAFÉ",
        "Café",
        "Crème Brûlée",
        "CRÈME BRÛLÉE",
        "Piña Colada",
        "PIÑA COLADA",
        "Müller",
        "MÜLLER",
        "Éclair",
        "ÉCLAIR",
        "Château Margaux",
        "CHÂTEAU",
        "Rosé",
        "Côtes du Rhône",
        "CÔTES DU RHÔNE",
        "Curaçao",
        "CURAÇAO",
        "Cachaça",
        "Señor",
        "Añejo",
        "Açaí",
        "Pão de queijo",
        "Citröen",
        "Bière",
        "BIÈRE",
        "Bœuf",
        "Straßenbräu",
        "Ölbier",
        "Übersee",
        "Ångström",
        "Smørrebrød",
        "L’eau",
        "5 €",
        "€5",
        "Gin – dry",
        "Rum — dark",
        "Coke™",
        "Red Bull®",
        "½ litre",
        "Moët & Chandon",
        "Martínez",
        "José",
    ];

    #[test]
    fn each_name_is_read_back_from_both() {
        assert_eq!(MAC.chars().count(), 128);
        let mut wrong = Vec::new();
        for name in NAMES.into_iter().chain(["Beer… cold"]) {
            for (bytes, encoding) in [(windows(name), Encoding::Windows1252), (mac(name), Encoding::Macintosh)] {
                let Some(bytes) = bytes else { continue };
                let list = [b"name;price\r\n", bytes.as_slice(), b";2\r\n"].concat();
                let (text, found) = decode(&list, None);
                if found != encoding {
                    wrong.push(format!("{name} in {encoding:?}: {text}"));
                }
            }
        }
        assert_eq!(wrong, Vec::<String>::new());
    }

    proptest::proptest! {
        /// A list of several names in any case.
        #[test]
        fn lists_are_read_back_from_both(names in proptest::collection::vec((0..NAMES.len(), proptest::bool::ANY), 1..6)) {
            let cased = |(name, upper): &(usize, bool)| if *upper { NAMES[*name].to_uppercase() } else { NAMES[*name].to_owned() };
            let list = format!("name\n{}\n", names.iter().map(cased).collect::<Vec<_>>().join("\n"));
            for (bytes, encoding) in [(windows(&list), Encoding::Windows1252), (mac(&list), Encoding::Macintosh)] {
                let Some(bytes) = bytes else { continue };
                let found = decode(&bytes, None);
                proptest::prop_assert_eq!(found, (Cow::Borrowed(list.as_str()), encoding));
            }
        }
    }
}
