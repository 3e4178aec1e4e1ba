//! Lines, their choice, and the files of a bar over HTTP.

use std::path::Path;

use backup::parcels::HeadFile;
use backup::{Block, Reader};
use serde_json::{Value, json};

use super::Office;
use crate::history::simulated_box::SALE_CENTS;

#[tokio::test]
async fn what_a_restored_box_lacks_is_listed_and_its_books_can_be_chosen() {
    let mut office = Office::start().await;
    let mut cape = office.world.bar().await;
    cape.sells(999);
    office.world.sends(&cape, 250).await;
    let old = cape.line(1);
    cape.is_restored(900);
    cape.sells(9);
    office.world.now = office.world.now.plus_seconds(60);
    office.world.hello(&cape).await;
    office.world.take(&cape, cape.parcel(900, 910, None)).await.expect("taken");
    let bar = format!("/api/head/bars/{}", cape.caller.bar);
    let token = office.owner.token.clone();
    let (status, lines) = office.head.get(&format!("{bar}/lines"), &token).await;
    assert_eq!((status, lines.as_array().map(Vec::len)), (200, Some(2)), "{lines}");
    let expected = json!({ "state": "current", "fromSeq": 900, "seq": 910, "parent": old.to_string(), "box": cape.caller.box_name });
    for (name, value) in expected.as_object().expect("an object") {
        assert_eq!(&lines[0][name], value, "{name}: {lines}");
    }
    let here_only = json!({ "entries": 100, "receipts": 100, "totalRevenue": format!("{}.00", 100 * SALE_CENTS / 100) });
    assert_eq!((&lines[1]["state"], &lines[1]["knownHereOnly"]), (&json!("ended"), &here_only), "{lines}");
    let new = lines[0]["line"].as_str().expect("a line").to_owned();
    let choose = |line: String, state: &'static str| {
        let (head, path, token) = (&office.head, format!("{bar}/lines/{line}"), token.clone());
        async move { head.call(reqwest::Method::PUT, &path, &token, json!({ "state": state })).await }
    };
    assert_eq!(choose(new.clone(), "ended").await.1["fields"]["state"], "A line can only become current");
    let (status, chosen) = choose(old.to_string(), "current").await;
    assert_eq!((status, &chosen["state"]), (200, &json!("current")), "{chosen}");
    let (status, refused) = choose(new.clone(), "current").await;
    assert_eq!((status, &refused["code"]), (409, &json!("conflict")), "its figures have not arrived: {refused}");
    let receipts = async || office.world.reported(&cape).await.values().map(|day| day.0).sum::<i64>();
    office.world.sends(&cape, 250).await;
    assert_eq!(receipts().await, 999, "the chosen books count");
    assert_eq!((choose(new, "current").await.0, receipts().await), (200, 908));
    assert_eq!(choose("0123456789abcdef".to_owned(), "current").await.0, 404);
    assert_eq!(choose("here".to_owned(), "current").await.0, 404);
    let (_, audit) = office.head.get("/api/head/audit?kind=line.chosen", &token).await;
    assert_eq!(audit.as_array().map(Vec::len), Some(2));
    assert!(audit[0]["summary"].as_str().is_some_and(|words| words.starts_with("Chose other books of Cape Bar: ")), "{audit}");
    let manager = office.head.manager(&office.owner, "musu", json!("all")).await;
    for path in ["lines", "books", "file"] {
        assert_eq!(office.head.get(&format!("{bar}/{path}"), &manager.token).await.0, 403, "{path}");
        assert_eq!(office.head.get(&format!("/api/head/bars/{}/{path}", "0".repeat(32)), &token).await.0, 404, "{path}");
    }
}

#[tokio::test]
async fn the_books_are_a_copy_of_the_current_line() {
    let office = Office::start().await;
    let mut cape = office.world.bar().await;
    cape.sells(2_499);
    office.world.sends(&cape, 70).await;
    let answer = office.asks(&format!("/api/head/bars/{}/books", cape.caller.bar)).await;
    let named = answer.headers()["content-disposition"].to_str().expect("text").to_owned();
    assert_eq!(named, format!("attachment; filename=\"barback-{}-2500.barback\"", &cape.caller.bar[..8]));
    let bytes = answer.bytes().await.expect("whole");
    let mut reader = Reader::of(Path::new("books"), &bytes[..], bytes.len() as u64).expect("a copy");
    let (mut entries, mut end) = (Vec::new(), None);
    while let Some(block) = reader.next_block().expect("whole") {
        match block {
            Block::Header(header) => assert_eq!((header.after, header.at), (0, cape.now)),
            Block::Segment(segment) => entries.extend(segment.entries),
            Block::Trailer(trailer) => end = Some((trailer.last_entry, trailer.answers)),
        }
    }
    assert_eq!((entries, end), (cape.entries.clone(), Some((2_500, 2_500))));
    // As JSON lines: these entries are none of this version.
    let path = format!("/api/head/bars/{}/lines/{}/file", cape.caller.bar, cape.line(1));
    let text = office.asks(&path).await.text().await.expect("text");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &lines[2_499]["seq"]), (2_500, &json!(2_500)));
}

#[tokio::test]
async fn the_file_for_the_box_has_the_position_and_what_the_box_lacks() {
    let office = Office::start().await;
    let mut cape = office.world.bar().await;
    cape.sells(9);
    office.world.sends(&cape, 70).await;
    let directive = "INSERT INTO directives (bar, number, id, kind, body, effective, by_name, at, state) \
                     SELECT bar, 1, 'd1', 'rate.suggest', '{\"rate\": \"195\"}', 'now', 'Jane', now(), 'queued' FROM bars";
    office.head.sql(directive).await;
    let bytes = office.asks(&format!("/api/head/bars/{}/file", cape.caller.bar)).await.bytes().await.expect("whole");
    let secret = head::keys::Secret::new(&[7; 32]).expect("a key");
    let authority = head::keys::Authority::open(&office.head.database, &secret).await.expect("an authority");
    let file = HeadFile::from_bytes(&bytes, authority.certificate()).expect("signed");
    assert_eq!((file.bar.as_str(), file.position.map(|position| position.seq)), (cape.caller.bar.as_str(), Some(10)));
    let [directive] = file.directives.as_slice() else { panic!("{file:?}") };
    assert_eq!((directive.number, directive.kind.as_str(), &directive.body), (1, "rate.suggest", &json!({ "rate": "195" })));
}
