//! Takes a text out of the HTML in which shops store descriptions.

/// Tags that no other text has.
const TAGS: [&str; 26] = [
    "p", "br", "div", "span", "strong", "em", "b", "i", "u", "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "a", "img", "table",
    "tr", "td", "tbody", "meta", "font",
];
/// Tags that begin a line.
const LINES: [&str; 11] = ["p", "br", "div", "li", "h1", "h2", "h3", "h4", "h5", "h6", "tr"];
/// Names of characters in HTML.
const NAMED: [(&str, &str); 24] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("rsquo", "’"),
    ("lsquo", "‘"),
    ("rdquo", "”"),
    ("ldquo", "“"),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("eacute", "é"),
    ("egrave", "è"),
    ("agrave", "à"),
    ("ccedil", "ç"),
    ("ntilde", "ñ"),
    ("uuml", "ü"),
    ("ouml", "ö"),
    ("auml", "ä"),
    ("deg", "°"),
    ("reg", "®"),
    ("trade", "™"),
];
/// Longest name or number of a character.
const ENTITY_MAX: usize = 8;

/// Whether a text has tags of HTML.
pub(super) fn has_tags(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| tag(&text[at..]).is_some())
}

/// What a person reads of a text in HTML: tags taken out, each block on its own line, named characters as they are.
pub(super) fn text_of(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find(['<', '&']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((name, length)) = tag(rest) {
            text.push_str(if LINES.contains(&name.as_str()) { "\n" } else { "" });
            rest = &rest[length..];
        } else if let Some((character, length)) = entity(rest) {
            text.push_str(&character);
            rest = &rest[length..];
        } else {
            text.push_str(&rest[..1]);
            rest = &rest[1..];
        }
    }
    text.push_str(rest);
    let lines: Vec<String> = text.lines().map(base::text::collapse).filter(|line| !line.is_empty()).collect();
    lines.join("\n")
}

/// The name of the tag at the beginning of `text`, and its length.
fn tag(text: &str) -> Option<(String, usize)> {
    let inner = text.strip_prefix('<')?;
    let end = inner.find('>')?;
    let inside = inner[..end].trim_start_matches('/');
    let name: String = inside.chars().take_while(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let is_cut = inside[name.len()..].starts_with([' ', '/', '\n', '\r', '\t']) || inside.len() == name.len();
    if inner.starts_with("!--") {
        return Some((name, inner.find("-->").map_or(end + 2, |end| end + 4)));
    }
    (is_cut && TAGS.contains(&name.as_str())).then_some((name, end + 2))
}

/// The character at the beginning of `text`, and the length of its name.
fn entity(text: &str) -> Option<(String, usize)> {
    let inner = text.strip_prefix('&')?;
    let end = inner.find(';').filter(|end| *end <= ENTITY_MAX)?;
    let name = &inner[..end];
    let character = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?.to_string()
        }
        None => NAMED.iter().find(|(known, _)| *known == name)?.1.to_owned(),
    };
    Some((character, end + 2))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_a_person_reads() {
        for (html, text) in [
            ("<p>Cold &amp; fresh</p>", "Cold & fresh"),
            ("<p>One</p>\n<p>Two<br/>Three</p>", "One\nTwo\nThree"),
            ("<ul><li>A</li><li><strong>B</strong></li></ul>", "A\nB"),
            ("Caf&eacute; &#39;65&#x27;&nbsp;cl", "Café '65' cl"),
            ("<!-- note --><span class=\"x\">Beer</span>", "Beer"),
            ("2 < 3 & 4 > 1 &unknown;", "2 < 3 & 4 > 1 &unknown;"),
            ("<p", "<p"),
        ] {
            assert_eq!(text_of(html), text, "{html}");
        }
        assert!(has_tags("<P>x") && has_tags("x<br>y") && has_tags("<a href='x'>"));
        assert!(!has_tags("2 < 3 > 1") && !has_tags("<3") && !has_tags("<brew>") && !has_tags("a & b"));
    }

    proptest! {
        #[test]
        fn no_tag_is_left(html in "(<p>|</p>|<br>|&amp;|<!--|-->|é|[a-z <>&;#]){0,20}") {
            let _ = text_of(&html);
        }
    }
}
