//! Code pages: fixed tables from characters to printer bytes. No text is encoded as a byte below 0x20, as 0x7F or as raw UTF-8.

use super::transliteration;

/// The upper half (0x80–0xFF) of PC437. A blank marks a byte that is never used.
const PC437: &str = "\
ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ ";
/// The upper half of PC858: Western European, with the euro sign.
const PC858: &str = "\
ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´ ±‗¾¶§÷¸°¨·¹³²■ ";
/// Replaces a character that has no spelling.
const UNKNOWN: char = '?';

/// A code page that the printer is switched to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodePage {
    /// The original IBM PC page; every printer has it.
    Pc437,
    /// Western European with the euro.
    Pc858,
    /// Plain ASCII, for printers whose tables cannot be trusted.
    Ascii,
}

impl CodePage {
    /// Its number in the command `ESC t`.
    pub fn number(self) -> u8 {
        match self {
            CodePage::Pc437 | CodePage::Ascii => 0,
            CodePage::Pc858 => 19,
        }
    }

    /// The characters from 0x80 on, in rows of sixteen; a dot for an unused byte. Empty for plain ASCII.
    pub fn chart(self) -> Vec<String> {
        let letters: Vec<char> = self.upper_half().chars().map(|letter| if letter == ' ' { '.' } else { letter }).collect();
        letters.chunks(16).map(String::from_iter).collect()
    }

    fn upper_half(self) -> &'static str {
        match self {
            CodePage::Pc437 => PC437,
            CodePage::Pc858 => PC858,
            CodePage::Ascii => "",
        }
    }

    /// The byte of a character of this page. `None` for everything else, including every control character.
    pub fn byte(self, letter: char) -> Option<u8> {
        if let ' '..='~' = letter {
            return u8::try_from(letter).ok();
        }
        let place = self.upper_half().chars().position(|known| known == letter)?;
        u8::try_from(0x80 + place).ok()
    }

    /// The text in characters of this page, each one column wide. Control characters are removed (line ends and tabs become
    /// blanks), characters that the page lacks are transliterated, and the rest becomes `?`.
    pub fn fit(self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        for letter in text.chars() {
            if self.byte(letter).is_some() {
                out.push(letter);
            } else if let Some(spelled) = transliteration::transliterate(letter) {
                out.push_str(spelled);
            } else {
                out.push(UNKNOWN);
            }
        }
        out
    }

    /// Encodes any text as printer bytes, each at least 0x20.
    pub fn encode(self, text: &str) -> Vec<u8> {
        self.fit(text).chars().map(|letter| self.byte(letter).unwrap_or(b'?')).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_is_full_and_without_doubles() {
        for page in [CodePage::Pc437, CodePage::Pc858] {
            let half: Vec<char> = page.upper_half().chars().collect();
            assert_eq!(half.len(), 128, "{page:?}");
            for (place, letter) in half.iter().enumerate().filter(|(_, letter)| **letter != ' ') {
                assert_eq!(page.byte(*letter), u8::try_from(0x80 + place).ok(), "{page:?} {letter}");
            }
        }
    }

    #[test]
    fn known_letters_have_their_bytes() {
        let rows: [(CodePage, &str, &[u8]); 8] = [
            (CodePage::Pc437, "-", b"-"),
            (CodePage::Pc858, "a-b~", b"a-b~"),
            (CodePage::Pc437, "Crème brûlée", b"Cr\x8ame br\x96l\x82e"),
            (CodePage::Pc858, "Ñandú ×", b"\xa5and\xa3 \x9e"),
            (CodePage::Pc858, "5 €", b"5 \xd5"),
            (CodePage::Pc437, "5 €", b"5 EUR"),
            (CodePage::Pc858, "é–’€", b"\x82-'\xd5"),
            (CodePage::Ascii, "Crème – “x” ×2…", b"Creme - \"x\" x2..."),
        ];
        for (page, text, bytes) in rows {
            assert_eq!(page.encode(text), bytes, "{page:?} {text}");
        }
    }

    #[test]
    fn control_characters_never_arrive() {
        let evil: String = (0..0x20u8).chain(0x7f..0xa0).map(char::from).collect();
        for page in [CodePage::Pc437, CodePage::Pc858, CodePage::Ascii] {
            assert_eq!(page.encode(&evil), b"   ", "tab and line ends are blanks, the rest is gone: {page:?}");
            assert_eq!(page.encode("\u{1b}p\0ok"), b"pok");
        }
    }

    #[test]
    fn other_scripts_are_question_marks() {
        assert_eq!(CodePage::Pc858.encode("啤酒🍺"), b"???");
        assert_eq!(CodePage::Ascii.encode("Bɔɔ ŋ Kpɛlɛ"), b"Boo ng Kpele");
    }
}
