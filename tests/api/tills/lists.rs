//! Lists of shifts, Zs and movements: in pages, and what waits is on the first one.

use serde_json::{Value, json};

use super::{DRAWER, SAFE, count};
use crate::bar::{Person, TestBar};

/// A member of each row of a list, page by page.
async fn pages(person: &Person, path: &str, member: &str) -> Vec<Vec<Value>> {
    let (mut pages, mut next) = (Vec::new(), Some(format!("{path}?limit=2")));
    while let Some(path) = next {
        let answer = person.get(&path).await;
        next = answer.next();
        pages.push(answer.ok().as_array().expect("a list").iter().map(|row| row[member].clone()).collect());
    }
    pages
}

#[tokio::test]
async fn shifts_and_zs_are_read_page_by_page() {
    let bar = TestBar::with_tills("drawer").await;
    let manager = bar.manager();
    for _ in 0..3 {
        let shift = bar.opens(&manager, DRAWER, "0.00", "0.00").await;
        bar.counts(&manager, &shift, "0.00", "0.00", json!({})).await.ok();
    }
    bar.opens(&manager, DRAWER, "0.00", "0.00").await;
    assert_eq!(pages(&manager, "/api/shifts", "id").await, [vec![json!(4), json!(3)], vec![json!(2), json!(1)]]);
    let numbers = ["Z-000003", "Z-000002", "Z-000001"].map(|number| json!(number));
    assert_eq!(pages(&manager, "/api/z", "number").await, [numbers[..2].to_vec(), numbers[2..].to_vec()]);
    let open = manager.get("/api/shifts?status=open").await.ok();
    assert_eq!((open.as_array().map(Vec::len), &open[0]["id"]), (Some(1), &json!(4)));
    manager.get("/api/shifts?limit=0").await.refused(400, "invalid");
}

#[tokio::test]
async fn a_transfer_that_waits_is_on_the_first_page() {
    let bar = TestBar::with_tills("drawers").await;
    let manager = bar.manager();
    let terrace = bar.admin().post("/api/tills", json!({"name": "Terrace", "kind": "drawer", "shared": true})).await.created();
    bar.opens(&manager, DRAWER, "100.00", "0.00").await;
    let body = json!({"tillId": terrace["id"], "count": count("0.00", "0.00")});
    manager.post("/api/shifts", body).await.created();
    let offer = json!({"kind": "transfer", "amountUSD": "5.00", "otherTillId": terrace["id"]});
    let waiting = bar.moves(&manager, DRAWER, offer).await.created();
    let mut drops = Vec::new();
    for _ in 0..3 {
        let drop = bar.moves(&manager, DRAWER, json!({"kind": "drop", "amountUSD": "1.00", "otherTillId": SAFE})).await.created();
        drops.insert(0, drop["id"].clone());
    }
    let path = format!("/api/tills/{DRAWER}/movements");
    let ids = |listed: Value| listed.as_array().expect("a list").iter().map(|row| row["id"].clone()).collect::<Vec<_>>();
    let first = ids(manager.get(&format!("{path}?limit=2")).await.ok());
    assert_eq!(first, [drops[0].clone(), drops[1].clone(), waiting["id"].clone()]);
    let second = ids(manager.get(&format!("{path}?limit=2&before={}", drops[1])).await.ok());
    assert_eq!(second, [drops[2].clone(), waiting["id"].clone()]);
}

/// The members of a Z from `number` to `restored`.
const HEAD_OF_A_Z: [&str; 23] = [
    "number",
    "copies",
    "tillId",
    "tillName",
    "shiftId",
    "businessDay",
    "days",
    "openedAt",
    "openedBy",
    "closedAt",
    "closedBy",
    "responsibleName",
    "confirmed",
    "handedTo",
    "notCounted",
    "rate",
    "receipts",
    "firstReceipt",
    "lastReceipt",
    "firstEntry",
    "lastEntry",
    "clockJumps",
    "restored",
];

#[tokio::test]
async fn a_row_of_the_list_has_the_head_of_its_z() {
    let bar = TestBar::with_tills("drawer").await;
    let manager = bar.manager();
    let shift = bar.opens(&manager, DRAWER, "20.00", "0.00").await;
    bar.sells("Beer", 2).await;
    bar.counts(&manager, &shift, "23.00", "0.00", json!({})).await.ok();
    let row = manager.get("/api/z").await.ok()[0].clone();
    let z = manager.get("/api/z/Z-000001").await.ok();
    for member in HEAD_OF_A_Z {
        assert_eq!(row.get(member), z.get(member), "{member}");
        assert!(row.get(member).is_some(), "{member} is missing");
    }
    assert_eq!((&row["overShortUSD"], &row["overShortLRD"]), (&json!("-1.00"), &json!("0.00")));
    assert_eq!((&row["receipts"], &row["firstReceipt"]), (&json!(1), &json!("R-20261121-0001")));
}

#[tokio::test]
async fn a_void_lowers_nothing_that_was_ever_counted() {
    let bar = TestBar::with_tills("drawer").await;
    let manager = bar.manager();
    let shift = bar.opens(&manager, DRAWER, "20.00", "0.00").await;
    let sale = bar.sells("Beer", 2).await;
    bar.sells("Beer", 1).await;
    assert_eq!(bar.x(&shift).await["perpetual"], json!({"receipts": 2, "soldUSD": "6.00", "voidedUSD": "0.00"}));
    let path = format!("/api/sales/{}/void", sale["id"]);
    manager.post(&path, json!({"reason": "Wrong table", "quantity": 1})).await.ok();
    assert_eq!(bar.x(&shift).await["perpetual"], json!({"receipts": 2, "soldUSD": "6.00", "voidedUSD": "2.00"}));
    manager.post(&path, json!({"reason": "Wrong table"})).await.ok();
    assert_eq!(bar.x(&shift).await["perpetual"], json!({"receipts": 2, "soldUSD": "6.00", "voidedUSD": "4.00"}), "the receipt was issued");
}
