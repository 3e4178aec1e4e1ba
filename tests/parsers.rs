//! Property tests of the parsers of untrusted input: product lists (CSV), amounts, hosts, credentials, printer status, backups and
//! journal entries. No input panics, and what `fuzz/checks.rs` asserts holds: accepted amounts, hosts, backups and entries survive a
//! round trip unchanged, and no invalid token is a session. `tests/fuzz` runs the same checks for as long as you like.

#[path = "fuzz/checks.rs"]
mod checks;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// Random inputs for each test.
const CASES: u32 = 1_024;
/// Most pieces of a product list.
const PIECES_MAX: usize = 40;
/// Most blocks of a backup.
const BLOCKS_MAX: usize = 5;
/// A backup is cut off, or one of its bits is flipped, before this offset in bytes.
const OFFSET_MAX: usize = 400;
/// Fewest inputs of each target in the corpus.
const CORPUS_MIN: usize = 3;
/// Base64 digits of an HMAC-SHA256.
const SIGNATURE_LENGTH: usize = 43;

/// Runs the seeds of earlier failures first.
fn config() -> ProptestConfig {
    let seeds = Box::new(FileFailurePersistence::Direct("tests/seeds/parsers.txt"));
    ProptestConfig { cases: CASES, failure_persistence: Some(seeds), ..ProptestConfig::default() }
}

/// Pieces of product lists, in any order.
fn product_list() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("name,price,stock\n".to_owned()),
        Just("Name;Barcode;Price USD;Price LRD\r\n".to_owned()),
        Just("name\tcategory\tavailable\n".to_owned()),
        Just("\"".to_owned()),
        Just("\"\"".to_owned()),
        Just(",".to_owned()),
        Just("\r\n".to_owned()),
        Just("\n".to_owned()),
        Just("\u{feff}".to_owned()),
        "[A-Za-z ]{0,12}",
        "[$]?[0-9]{1,9}([.,][0-9]{0,4})?",
        "\\PC{0,4}",
    ];
    vec(piece, 0..PIECES_MAX).prop_map(|pieces| pieces.concat())
}

/// Nearly valid journal entries.
fn journal_entry() -> impl Strategy<Value = String> {
    let kinds = ["sales.recorded", "sales.voided", "staff.signed_in", "box.clock_jumped", "rates.changed", "stock.moved", "nonsense"];
    let data = prop_oneof![
        Just("{}".to_owned()),
        any::<i64>().prop_map(|by| format!("{{\"by\":{by}}}")),
        any::<u64>().prop_map(|rate| format!("{{\"rate\":{rate}}}")),
        (any::<u64>(), any::<i64>())
            .prop_map(|(id, delta)| { format!("{{\"product_id\":{id},\"delta\":{delta},\"reason\":\"Delivery\",\"notes\":null}}") }),
    ];
    (any::<u16>(), any::<i64>(), any::<u64>(), proptest::sample::select(kinds.to_vec()), data).prop_map(|(v, at, run, kind, data)| {
        format!("{{\"v\":{v},\"at\":{at},\"run\":{run},\"by\":1,\"who\":\"musu\",\"role\":\"admin\",\"kind\":\"{kind}\",\"data\":{data}}}")
    })
}

/// Nearly valid blocks of a backup, in the form of `checks::backup`: kind, length, content.
fn backup_block() -> impl Strategy<Value = Vec<u8>> {
    let header = r#"{"version":"0.1.0","kind":"manual","demo":false,"at":0,"after":0}"#;
    let trailer = any::<u8>().prop_map(|journal| format!(r#"{{"journal":{journal},"answers":0,"figures":{{}}}}"#).into_bytes());
    let segment = (0_u64..3, vec((0_u64..4, journal_entry()), 0..3)).prop_map(|(excess, entries)| {
        // Every third count is one too high.
        let mut bytes = (entries.len() as u64 + excess / 2).to_le_bytes().to_vec();
        for (seq, entry) in entries {
            bytes.extend_from_slice(&seq.to_le_bytes());
            bytes.extend_from_slice(&(entry.len() as u64).to_le_bytes());
            bytes.extend_from_slice(entry.as_bytes());
        }
        [bytes, 0_u64.to_le_bytes().to_vec()].concat()
    });
    let bytes = prop_oneof![Just(header.as_bytes().to_vec()), trailer, segment, vec(any::<u8>(), 0..60)];
    (1_u8..5, bytes).prop_map(|(kind, bytes)| [vec![kind], (bytes.len() as u16).to_le_bytes().to_vec(), bytes].concat())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_list_is_read_or_refused(text in prop_oneof![product_list(), any::<String>()]) {
        checks::csv(&text);
    }

    #[test]
    fn any_amount_is_read_or_refused(text in prop_oneof!["-?[0-9]{0,20}[.]?[0-9]{0,6}", any::<String>()]) {
        checks::money(&text);
    }

    #[test]
    fn any_host_is_read_or_refused(text in prop_oneof!["[\\[]?[a-zA-Z0-9.:_-]{0,30}[\\]]?(:[0-9]{0,6})?", any::<String>()]) {
        checks::host(&text);
    }

    #[test]
    fn no_made_up_token_is_a_session(
        scheme in prop_oneof![Just(""), Just("Bearer "), Just("bearer"), Just("Basic ")],
        token in prop_oneof!["[A-Za-z0-9_-]{0,40}[.][A-Za-z0-9_-]{0,60}[.][A-Za-z0-9_-]{0,50}", "\\PC{0,40}"],
        cookies in vec(prop_oneof!["barback_session=[A-Za-z0-9._-]{0,60}", "[a-z=; ]{0,30}"], 0..4),
    ) {
        checks::credentials(format!("{scheme}{token}\n{}", cookies.join("\n")).as_bytes());
    }

    #[test]
    fn any_printer_status_is_read_or_ignored(bytes in vec(any::<u8>(), 0..64)) {
        checks::status(&bytes);
    }

    #[test]
    fn any_backup_is_read_or_refused(blocks in vec(backup_block(), 0..BLOCKS_MAX), offset in 0..OFFSET_MAX, cuts_off in any::<bool>()) {
        let mut file = blocks.concat();
        if cuts_off {
            file.truncate(offset);
        }
        checks::backup(&[&[1], file.as_slice()].concat());
        let mut raw = checks::framed(&file);
        raw.insert(0, 0);
        if let Some(byte) = raw.get_mut(offset) {
            *byte ^= 1;
        }
        checks::backup(&raw);
    }

    #[test]
    fn any_entry_is_read_or_refused(bytes in prop_oneof![journal_entry().prop_map(String::into_bytes), vec(any::<u8>(), 0..200)]) {
        checks::journal(&bytes);
    }
}

/// Forged tokens.
#[test]
fn no_forged_token_is_a_session() {
    let claims = "eyJzdWIiOiIxIiwic2lkIjoiYWJjIn0";
    for token in [
        // {"alg":"none"}, {"alg":"None"}, {"alg":"HS512"}, {"alg":"RS256"}, {"alg":"HS256","kid":"../../dev/null"}
        format!("eyJhbGciOiJub25lIn0.{claims}."),
        format!("eyJhbGciOiJOb25lIn0.{claims}."),
        format!("eyJhbGciOiJIUzUxMiJ9.{claims}.AAAA"),
        format!("eyJhbGciOiJSUzI1NiJ9.{claims}.AAAA"),
        format!("eyJhbGciOiJIUzI1NiIsImtpZCI6Ii4uLy4uL2Rldi9udWxsIn0.{claims}."),
        format!("eyJhbGciOiJIUzI1NiJ9.{claims}."),
        format!("eyJhbGciOiJIUzI1NiJ9.{claims}.{}", "A".repeat(SIGNATURE_LENGTH)),
        format!(".{claims}."),
        "..".to_owned(),
        "a.b.c".to_owned(),
        "null".to_owned(),
        "undefined".to_owned(),
        "' OR 1=1 --".to_owned(),
        "A".repeat(20_000),
    ] {
        checks::credentials(format!("Bearer {token}").as_bytes());
        checks::credentials(format!("\nbarback_session={token}").as_bytes());
    }
}

/// The corpus of the fuzzer: its first inputs, and those that once failed.
#[test]
fn the_fuzz_corpus_is_read_or_refused() {
    let text = |check: fn(&str)| move |bytes: &[u8]| check(std::str::from_utf8(bytes).expect("text"));
    let count = [
        check_corpus("backup", |bytes| {
            checks::backup(bytes);
        }),
        check_corpus("credentials", checks::credentials),
        check_corpus("csv", text(checks::csv)),
        check_corpus("host", text(checks::host)),
        check_corpus("journal", checks::journal),
        check_corpus("money", text(checks::money)),
        check_corpus("status", checks::status),
    ];
    assert!(count.iter().all(|count| *count >= CORPUS_MIN), "the corpus was not found: {count:?}");
    let whole = std::fs::read("tests/fuzz/corpus/backup/whole").expect("kept");
    assert!(checks::backup(&whole), "a complete backup was refused");
}

/// Checks every input of a target in the corpus. Returns their number.
fn check_corpus(target: &str, check: impl Fn(&[u8])) -> usize {
    let files = std::fs::read_dir(format!("tests/fuzz/corpus/{target}")).expect("a folder");
    files.map(|file| check(&std::fs::read(file.expect("a file").path()).expect("readable"))).count()
}
