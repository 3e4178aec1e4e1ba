//! Tests of entries: parsing, and newer versions.

use super::*;
use base::{Actor, Envelope, Timestamp};

#[test]
fn an_entry_of_a_newer_version_is_refused_by_its_number() {
    let envelope = Envelope { at: Timestamp::from_millis(1), running: 2, actor: Actor::the_box() };
    let entry = Entry { seq: 7, envelope, starts: true, event: Event::StandbyParted(standby::StandbyParted {}) };
    let text = String::from_utf8(entry.to_bytes().expect("JSON")).expect("text");
    assert_eq!(Entry::from_bytes(7, text.as_bytes()).expect("an entry"), entry);
    let newer = text.replacen(&format!("\"v\":{EVENT_VERSION}"), "\"v\":99", 1);
    let unknown = newer.replacen("standby.parted", "standby.married", 1);
    for newer in [newer, unknown] {
        let words = Entry::from_bytes(7, newer.as_bytes()).expect_err("newer").to_string();
        assert_eq!(words, format!("entry 7 has version 99; this Barback knows version {EVENT_VERSION}. Install a newer Barback"));
    }
    let unknown = text.replacen("standby.parted", "standby.married", 1);
    assert!(matches!(Entry::from_bytes(7, unknown.as_bytes()), Err(EntryError::Invalid(_))));
    assert!(matches!(Entry::from_bytes(7, b"{}"), Err(EntryError::Invalid(_))));
}
