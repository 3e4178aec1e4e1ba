//! Property tests of the parsers of untrusted input: no input panics, and accepted input has one meaning. `tests/fuzz` runs the
//! same checks for as long as you like.

#[path = "fuzz/checks.rs"]
mod checks;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// Runs the seeds of earlier failures first.
fn config() -> ProptestConfig {
    let seeds = Box::new(FileFailurePersistence::Direct("tests/seeds/parsers.txt"));
    ProptestConfig { cases: 1_024, failure_persistence: Some(seeds), ..ProptestConfig::default() }
}

/// Pieces of product lists, in any order.
fn list() -> impl Strategy<Value = String> {
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
    vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Nearly valid journal entries.
fn entry() -> impl Strategy<Value = String> {
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

/// Nearly valid blocks of a copy, in the form of `checks::copy`: kind, length, bytes.
fn block() -> impl Strategy<Value = Vec<u8>> {
    let head = r#"{"version":"0.1.0","kind":"manual","demo":false,"at":0,"after":0}"#;
    let end = any::<u8>().prop_map(|journal| format!(r#"{{"journal":{journal},"answers":0,"figures":{{}}}}"#).into_bytes());
    let step = (0_u64..3, vec((0_u64..4, entry()), 0..3)).prop_map(|(more, entries)| {
        let mut bytes = (entries.len() as u64 + more / 2).to_le_bytes().to_vec();
        for (seq, entry) in entries {
            bytes.extend_from_slice(&seq.to_le_bytes());
            bytes.extend_from_slice(&(entry.len() as u64).to_le_bytes());
            bytes.extend_from_slice(entry.as_bytes());
        }
        [bytes, 0_u64.to_le_bytes().to_vec()].concat()
    });
    let bytes = prop_oneof![Just(head.as_bytes().to_vec()), end, step, vec(any::<u8>(), 0..60)];
    (1_u8..5, bytes).prop_map(|(kind, bytes)| [vec![kind], (bytes.len() as u16).to_le_bytes().to_vec(), bytes].concat())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_list_is_read_or_refused(text in prop_oneof![list(), any::<String>()]) {
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
    fn any_copy_is_read_or_refused(blocks in vec(block(), 0..5), cut in 0_usize..400, cuts in any::<bool>()) {
        let mut file = blocks.concat();
        if cuts {
            file.truncate(cut);
        }
        checks::copy(&[&[1], file.as_slice()].concat());
        let mut raw = checks::framed(&file);
        raw.insert(0, 0);
        if let Some(byte) = raw.get_mut(cut) {
            *byte ^= 1;
        }
        checks::copy(&raw);
    }

    #[test]
    fn any_entry_is_read_or_refused(bytes in prop_oneof![entry().prop_map(String::into_bytes), vec(any::<u8>(), 0..200)]) {
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
        format!("eyJhbGciOiJIUzI1NiJ9.{claims}.{}", "A".repeat(43)),
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
        each("copy", |bytes| {
            checks::copy(bytes);
        }),
        each("credentials", checks::credentials),
        each("csv", text(checks::csv)),
        each("host", text(checks::host)),
        each("journal", checks::journal),
        each("money", text(checks::money)),
        each("status", checks::status),
    ];
    assert!(count.iter().all(|count| *count >= 3), "the corpus was not found: {count:?}");
    let whole = std::fs::read("tests/fuzz/corpus/copy/whole").expect("kept");
    assert!(checks::copy(&whole), "a complete copy was refused");
}

/// Checks every input of a target in the corpus. Returns their number.
fn each(target: &str, check: impl Fn(&[u8])) -> usize {
    let files = std::fs::read_dir(format!("tests/fuzz/corpus/{target}")).expect("a folder");
    files.map(|file| check(&std::fs::read(file.expect("a file").path()).expect("readable"))).count()
}
