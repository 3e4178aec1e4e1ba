//! Transliteration to ASCII of characters that a code page lacks.

/// ASCII spelling → the characters that it replaces.
const SPELLINGS: &[(&str, &str)] = &[
    (
        " ",
        "\t\n\r\u{2028}\u{2029}\u{a0}\u{1680}\u{2000}\u{2001}\u{2002}\u{2003}\u{2004}\u{2005}\u{2006}\u{2007}\u{2008}\u{2009}\u{200a}\u{202f}\u{205f}\u{3000}",
    ),
    ("-", "‐‑‒–—―−⁃"),
    ("'", "‘’‚‛′´ʼʻ‹›"),
    ("\"", "“”„‟″«»"),
    ("...", "…"),
    ("*", "•·∙●▪★☆✱"),
    ("x", "×✕✖"),
    (":", "÷"),
    ("/", "⁄∕"),
    ("~", "≈∼˜"),
    ("=", "≡"),
    ("<=", "≤"),
    (">=", "≥"),
    ("->", "→"),
    ("<-", "←"),
    ("|", "¦│║"),
    ("+-", "±"),
    ("!", "¡"),
    ("EUR", "€"),
    ("GBP", "£"),
    ("JPY", "¥"),
    ("NGN", "₦"),
    ("GHS", "₵"),
    ("c", "¢çćĉċčƈ"),
    ("(c)", "©"),
    ("(R)", "®"),
    ("TM", "™"),
    ("No", "№"),
    (" deg", "°"),
    ("1/2", "½"),
    ("1/4", "¼"),
    ("3/4", "¾"),
    ("0", "⁰₀"),
    ("1", "¹₁"),
    ("2", "²₂"),
    ("3", "³₃"),
    ("a", "àáâãäåāăąǎªạảấầẩẫậắằẳẵặ"),
    ("A", "ÀÁÂÃÄÅĀĂĄǍẠẢ"),
    ("ae", "æǽ"),
    ("AE", "ÆǼ"),
    ("b", "ɓ"),
    ("B", "Ɓ"),
    ("C", "ÇĆĈĊČƇ"),
    ("d", "ďđðɖɗ"),
    ("D", "ĎĐÐƉƊ"),
    ("e", "èéêëēĕėęěɛəẹẻẽếềểễệǝ"),
    ("E", "ÈÉÊËĒĔĖĘĚƐƏẸẺẼƎ"),
    ("f", "ƒ"),
    ("g", "ĝğġģɣǧ"),
    ("G", "ĜĞĠĢƔǦ"),
    ("h", "ĥħɦ"),
    ("H", "ĤĦ"),
    ("i", "ìíîïĩīĭįıɩǐịỉ"),
    ("I", "ÌÍÎÏĨĪĬĮİƖǏỊỈ"),
    ("j", "ĵ"),
    ("J", "Ĵ"),
    ("k", "ķĸƙ"),
    ("K", "ĶƘ"),
    ("l", "ĺļľŀł"),
    ("L", "ĹĻĽĿŁ"),
    ("n", "ñńņňŉɲǹ"),
    ("N", "ÑŃŅŇƝǸ"),
    ("ng", "ŋ"),
    ("Ng", "Ŋ"),
    ("o", "òóôõöøōŏőɔǒºọỏốồổỗộớờởỡợơ"),
    ("O", "ÒÓÔÕÖØŌŎŐƆǑỌỎƠ"),
    ("oe", "œ"),
    ("OE", "Œ"),
    ("r", "ŕŗř"),
    ("R", "ŔŖŘ"),
    ("s", "śŝşšșṣſ"),
    ("S", "ŚŜŞŠȘṢ"),
    ("ss", "ß"),
    ("SS", "ẞ"),
    ("t", "ţťŧț"),
    ("T", "ŢŤŦȚ"),
    ("th", "þ"),
    ("Th", "Þ"),
    ("u", "ùúûüũūŭůűųʊǔụủứừửữựưµμ"),
    ("U", "ÙÚÛÜŨŪŬŮŰŲƱǓỤỦƯ"),
    ("v", "ʋ"),
    ("V", "Ʋ"),
    ("w", "ŵ"),
    ("W", "Ŵ"),
    ("y", "ýÿŷƴỳỵỷỹ"),
    ("Y", "ÝŸŶƳỲỴỶỸ"),
    ("z", "źżž"),
    ("Z", "ŹŻŽ"),
    ("fi", "ﬁ"),
    ("fl", "ﬂ"),
];

/// Spells one character in printable ASCII; empty for invisible characters (control characters, combining accents, joiners,
/// direction marks). `None` if there is no good spelling.
pub fn transliterate(letter: char) -> Option<&'static str> {
    let found = SPELLINGS.iter().find(|(_, letters)| letters.contains(letter)).map(|(spelled, _)| *spelled);
    found.or_else(|| is_invisible(letter).then_some(""))
}

fn is_invisible(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_printable_ascii() {
        for (spelled, letters) in SPELLINGS {
            assert!(!spelled.is_empty() && spelled.bytes().all(|byte| (0x20..0x7f).contains(&byte)), "{spelled:?}");
            assert!(letters.chars().all(|letter| !letter.is_ascii_graphic()), "{letters}");
        }
    }

    #[test]
    fn a_letter_is_spelled_one_way() {
        let all: String = SPELLINGS.iter().map(|(_, letters)| *letters).collect();
        for letter in all.chars() {
            assert_eq!(all.matches(letter).count(), 1, "{letter}");
        }
    }
}
