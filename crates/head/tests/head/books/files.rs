//! Files of parcels: loaded over HTTP and on the command line, in any order.

use serde_json::json;

use super::{Office, barback_head, parcels};

#[tokio::test]
async fn files_join_in_any_order_and_a_spoilt_one_stores_nothing() {
    let office = Office::start().await;
    let mut cape = office.world.bar().await;
    cape.sells(4_999);
    let (status, answer) = office.loads(parcels(&cape, 0, 3_000)).await;
    assert_eq!((status, &answer["position"]["seq"]), (200, &json!(3_000)), "{answer}");
    let (_, answer) = office.loads(parcels(&cape, 4_000, 5_000)).await;
    assert_eq!((&answer["missing"], &answer["waiting"]), (&json!([{ "from": 3_001, "to": 4_000 }]), &json!(4)), "{answer}");
    let mut flipped = parcels(&cape, 3_000, 4_000);
    let middle = flipped.len() / 2;
    flipped[middle] ^= 1;
    let (status, refused) = office.loads(flipped).await;
    assert_eq!((status, &refused["code"]), (422, &json!("damaged")), "{refused}");
    assert!(refused["what"].is_string());
    let (_, answer) = office.loads(parcels(&cape, 3_000, 4_000)).await;
    assert_eq!((&answer["position"]["seq"], &answer["missing"]), (&json!(5_000), &json!([])), "{answer}");
    for (from, to) in [(3_000, 4_000), (4_000, 5_000)] {
        let (_, again) = office.loads(parcels(&cape, from, to)).await;
        assert_eq!((&again["stored"], &again["known"], &again["position"]["seq"]), (&json!(0), &json!(4), &json!(5_000)), "{again}");
    }
    let (_, audit) = office.head.get("/api/head/audit?kind=file.loaded&limit=1", &office.owner.token).await;
    assert_eq!(audit[0]["summary"], "Loaded a file of Cape Bar: 4 parts, 0 new, 4 known, 0 waiting for earlier ones");
}

#[tokio::test]
async fn a_file_of_no_connected_box_and_one_without_its_type_are_refused() {
    let office = Office::start().await;
    let stranger = crate::history::simulated_box::SimulatedBox::new(&"7".repeat(32), "0123456789abcdef");
    let (status, refused) = office.loads(parcels(&stranger, 0, 1)).await;
    assert_eq!((status, &refused["code"]), (409, &json!("unknown_bar")), "{refused}");
    let (status, _) = office.head.post("/api/head/files", &office.owner.token, json!({})).await;
    assert_eq!(status, 415);
    let manager = office.head.manager(&office.owner, "musu", json!("all")).await;
    let post = |token: &str, origin: &str| {
        let request = reqwest::Client::new().post(format!("{}/api/head/files", office.head.address));
        let cookie = format!("barback_head_session={token}");
        request.header("content-type", "application/octet-stream").header("cookie", cookie).header("origin", origin.to_owned()).body("x")
    };
    let own = office.head.address.clone();
    for (token, origin, status) in [
        (&manager.token, own.as_str(), 403),
        (&office.owner.token, "http://evil.example", 403),
        // By cookie from head office's own page: read, and spoilt.
        (&office.owner.token, own.as_str(), 422),
    ] {
        let answer = post(token, origin).send().await.expect("an answer");
        assert_eq!(answer.status(), status, "{origin}: {:?}", answer.text().await);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_line_takes_files_and_says_what_is_missing() {
    let office = Office::start().await;
    let mut cape = office.world.bar().await;
    cape.sells(4_999);
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path.display().to_string()
    };
    let first = file("1", parcels(&cape, 0, 3_000));
    let last = file("3", parcels(&cape, 4_000, 5_000));
    let (code, text) = barback_head(&office.head.url, &["import", &last, &first]);
    assert!(code == 0 && text.contains("Cape Bar is here up to entry 3,000\nEntries 3,001 to 4,000 missing"), "{text}");
    let spoilt = file("2", vec![0; 100]);
    let middle = file("4", parcels(&cape, 3_000, 4_000));
    let (code, text) = barback_head(&office.head.url, &["import", &spoilt, &middle]);
    assert!(code == 1 && text.contains("Cape Bar is here up to entry 5,000") && text.contains("damaged"), "{text}");
}
