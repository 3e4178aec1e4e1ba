//! Files for a box without internet.

use barback::parcels::{FigureRows, HeadFile, Mark, Position, read};
use serde_json::json;

use super::{FAST, FakeHead, Mode};
use crate::bar::{Answer, TestBar};

const FILE: &str = "/api/head-link/file";

/// The first and the last entry of each parcel in a file.
fn parcels(head: &FakeHead, file: &Answer) -> Vec<(u64, u64)> {
    assert_eq!(file.status, 200);
    let key = head.box_key();
    let (mut rest, mut found) = (file.bytes.as_slice(), Vec::new());
    while !rest.is_empty() {
        let (parcel, next) = read::<FigureRows>(rest, |_| Some(key.clone())).expect("a signed parcel");
        found.extend(parcel.step.is_some().then_some((parcel.header.from.seq + 1, parcel.header.to.seq)));
        rest = next;
    }
    found
}

async fn loads(bar: &TestBar, file: Vec<u8>) -> Answer {
    bar.admin().request("POST", FILE).header("content-type", "application/octet-stream").untyped(file).send().await
}

#[tokio::test]
async fn a_file_has_what_head_office_lacks() {
    let head = FakeHead::start().await;
    let mut bar = TestBar::with_head_pace(FAST).await;
    bar.admin().get(FILE).await.refused(409, "conflict");
    bar.stocks("Club Beer", "2.00", 500).await;
    bar.connects_to(&head).await;
    let sent = bar.wait_until_sent().await["journal"].as_u64().expect("a number");
    bar.admin().get(FILE).await.refused(409, "conflict");
    head.behaves(Mode::Hangs);
    bar.restart().await;
    bar.sells("Club Beer", 1).await;
    let newest = bar.entries().len() as u64;
    let file = bar.admin().get(FILE).await;
    let name = file.header("content-disposition").expect("a name").to_owned();
    assert!(name.contains(&format!("-{}-{newest}.parcels", sent + 1)), "{name}");
    assert_eq!(parcels(&head, &file), [(sent + 1, newest)], "it goes on where head office was before the restart");
    assert_eq!(parcels(&head, &bar.admin().get(&format!("{FILE}?after=0")).await), [(1, newest)]);
    bar.admin().get(&format!("{FILE}?after={newest}")).await.refused(409, "conflict");
    bar.admin().get("/api/head-link/file?after=x").await.refused(400, "invalid");
}

#[tokio::test]
async fn a_file_of_head_office_says_what_it_has() {
    let head = FakeHead::start().await;
    let bar = TestBar::with_head_pace(FAST).await;
    bar.stocks("Club Beer", "2.00", 500).await;
    bar.connects_to(&head).await;
    bar.wait_until_sent().await;
    let name = bar.store().read(backup::bar_name).expect("read").expect("a name");
    let entry = bar.entries().into_iter().nth(4).expect("entries");
    let position = Position { line: Mark::of(&bar.entries()[0].bytes).line(), seq: 5, hash: Mark::of(&entry.bytes) };
    let file = HeadFile { bar: name, at: base::Timestamp::from_millis(0), position: Some(position), directives: Vec::new() };
    let bytes = file.to_bytes(&head.signing_key()).expect("small");
    assert_eq!(loads(&bar, bytes.clone()).await.ok(), json!({"position": position, "received": 0}));
    let mut spoilt = bytes.clone();
    spoilt[bytes.len() / 2] ^= 1;
    let foreign = file.to_bytes(&FakeHead::start().await.signing_key()).expect("small");
    let other_bar = HeadFile { bar: "0".repeat(32), ..file.clone() }.to_bytes(&head.signing_key()).expect("small");
    let unknown = Position { hash: Mark::of(b"another"), ..position };
    let other_history = HeadFile { position: Some(unknown), ..file }.to_bytes(&head.signing_key()).expect("small");
    for wrong in [spoilt, foreign, other_bar, other_history, Vec::new(), b"{}".to_vec()] {
        loads(&bar, wrong).await.refused(422, "damaged");
    }
    bar.admin().post(FILE, json!({})).await.has_status(415);
}
