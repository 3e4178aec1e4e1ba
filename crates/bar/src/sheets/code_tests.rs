//! Tests of check codes, and of what a chat does to a message.

use proptest::prelude::*;

use super::*;

const TEXT: &str =
    "Sunset Bar - truth sheet\nFri 20 Nov 2026 T-20261120-1\nSold $612.40, 143 receipts\nCash $ 318.00, short 4.00\nLeft tonight $286.00";

fn key() -> CheckKey {
    CheckKey::new(b"$argon2id$v=19$m=8192$salt$hash").expect("a key")
}

fn signed() -> String {
    format!("{TEXT}\n{CHECK_LABEL} {}", key().code_of(TEXT))
}

fn is_genuine(text: &str) -> bool {
    SentText::read(text).is_genuine(&key())
}

/// The HMAC of the first twelve characters, as another program makes it:
/// `(printf 'barback truth sheet\n'; printf 'a\nb') | openssl dgst -sha256 -hmac key` begins with 60 bits that are written here.
#[test]
fn a_code_is_sixty_bits_of_the_hmac_in_crockfords_base32() {
    let code = CheckKey::new(b"key").expect("a key").code(&["a".to_owned(), "b".to_owned()]);
    assert_eq!(code, "1CVN-EYAF-6Q7Q");
}

#[test]
fn what_a_chat_does_to_a_message_does_not_count() {
    let signed = signed();
    assert!(is_genuine(&signed));
    for altered in [
        format!("[20/11/26, 3:12 AM] Musa: {signed}"),
        format!("\u{200e}[20/11/26, 3:12:44\u{202f}AM] Musa Kamara (bar): {signed}"),
        format!("20/11/26, 3:12 AM - Musa: {signed}"),
        signed.replace(' ', "  "),
        signed.replace(' ', "\u{a0}"),
        signed.replace('\n', "\r\n\r\n  "),
        signed.replace('\n', "\u{2028}"),
        signed.replace("Cash", "C\u{200b}a\u{ad}sh\u{fe0f}"),
        format!("\n\n {signed} \t\n\n"),
        signed.lines().map(|line| format!("[3:12 AM] Musa: {line}\n")).collect(),
        signed.replace(CHECK_LABEL, "check:"),
    ] {
        assert!(is_genuine(&altered), "{altered:?}");
    }
    let code = key().code_of(TEXT);
    let spoken = code.to_lowercase().replace('0', "o").replace('1', "l").replace('-', " ");
    assert!(is_genuine(&format!("{TEXT}\nCheck:{spoken}")), "{spoken}");
}

#[test]
fn a_changed_line_a_line_more_and_a_line_less_are_not_genuine() {
    let signed = signed();
    let no_code = TEXT.to_owned();
    for altered in [
        signed.replace("short 4.00", "short 0.00"),
        signed.replace("$286.00", "$386.00"),
        signed.replace("Sold", "sold"),
        signed.replacen("Cash $ 318.00, short 4.00\n", "", 1),
        format!("All is well\n{signed}"),
        format!("{signed}\nAll is well"),
        format!("{signed}\n{signed}"),
        signed.replace("\nLeft", " Left"),
        no_code,
        String::new(),
    ] {
        assert!(!is_genuine(&altered), "{altered:?}");
    }
    assert!(!SentText::read(&signed).is_genuine(&CheckKey::new(b"another bar").expect("a key")));
}

#[test]
fn only_times_are_prefixes() {
    for line in ["[VIP] Bar: Grill - truth sheet", "Sunset: Bar - truth sheet", "7: 11 Bar", "[20/11/26, 3:12 AM] no sender"] {
        assert_eq!(normalise(line), [line]);
    }
    assert_eq!(normalise("[21:04, 20.11.2026] Musa: Sold: all"), ["Sold: all"]);
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader_and_normalising_twice_changes_nothing_for_lines_of_the_box(text in "\\PC{0,300}(\n\\PC{0,100}){0,5}") {
        let read = SentText::read(&text);
        prop_assert!(!read.is_genuine(&key()));
        prop_assert!(read.above.len() <= read.lines.len());
    }

    #[test]
    fn one_changed_character_is_noticed(place in 0usize..TEXT.len(), other in "[!-~]") {
        let mut bytes = TEXT.as_bytes().to_vec();
        prop_assume!(bytes[place] != other.as_bytes()[0] && !bytes[place].is_ascii_whitespace());
        bytes[place] = other.as_bytes()[0];
        let changed = String::from_utf8(bytes).expect("ASCII");
        let sent = format!("{changed}\n{CHECK_LABEL} {}", key().code_of(TEXT));
        prop_assert!(!is_genuine(&sent), "{}", sent);
    }
}
