//! Shifts and Zs on a promoted box: open shifts stay open, and the numbers of Zs begin the next hundred.

use serde_json::json;
use store::{Folder, Store};

use crate::cli::{barback, signs_in};
use crate::drawer::{cash_row, cash_sale, closes_shift, opens_shift, switches_drawer_on, z, z_numbers};
use crate::pair::{a_pair, caught_up, until};
use crate::phone::{PASSWORD, Phone};
use crate::rebuild_check;

/// What stays in the drawer, in cents. A sale is one beer at 3.50.
const LEFT: i64 = 4_000;
const BEER: i64 = 350;

async fn sells_beer(phone: &Phone) {
    phone.post("/api/sales", &cash_sale(1, 1), None).await.expect("an answer").is(201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promoted_box_continues_the_open_shift_and_begins_the_next_hundred_of_zs() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["first", "second"].map(|name| room.path().join(name));
    let (bar, phone, stand) = a_pair(&one, &other, 1).await;
    switches_drawer_on(&phone).await;
    let first = opens_shift(&phone, LEFT).await;
    sells_beer(&phone).await;
    let closed = closes_shift(&phone, &first, LEFT + BEER, LEFT, "first").await;
    assert_eq!(closed["zNumber"], "Z-000001");
    // The second shift is handed over and not confirmed when the box dies.
    let second = opens_shift(&phone, LEFT).await;
    let fatu = json!({"username": "fatu", "password": "warm palm wine", "role": "manager"});
    let fatu = phone.post("/api/users", &fatu, None).await.expect("an answer").is(201);
    let counted = json!({"count": {"amountUSD": "40.00", "amountLRD": "0.00"}, "handTo": fatu["id"]});
    let handed = phone.post(&format!("/api/shifts/{}/count", second["id"]), &counted, Some("hand-over")).await.expect("an answer").is(200);
    assert_eq!(handed["zNumber"], "Z-000002");
    sells_beer(&phone).await;
    let before = phone.sees("/api/shifts?status=open").await;
    assert_eq!((&before[0]["responsibleName"], &before[0]["confirmed"]), (&json!("fatu"), &json!(false)));
    let zs = [z(&phone, "Z-000001").await, z(&phone, "Z-000002").await];
    caught_up(stand.port(), bar.port()).await;
    bar.kill();

    barback(&other, &["promote"]).ok();
    until(stand.port(), |health| health["status"] == "ok").await;
    let phone = signs_in(stand.port(), PASSWORD).await;
    assert_eq!(phone.sees("/api/shifts?status=open").await, before, "still open, and not confirmed");
    assert_eq!([z(&phone, "Z-000001").await, z(&phone, "Z-000002").await], zs, "the same Zs on the second box");
    let again = phone.post(&format!("/api/shifts/{}/count", second["id"]), &counted, Some("hand-over")).await.expect("an answer").is(200);
    assert_eq!(again, handed, "the answer that the first box gave under this key");
    sells_beer(&phone).await;
    let third = &before[0];
    let closed = closes_shift(&phone, third, LEFT + 2 * BEER, LEFT, "third").await;
    assert_eq!(closed["zNumber"], "Z-000101");
    let promoted = z(&phone, "Z-000101").await;
    assert_eq!((&promoted["restored"], &zs[1]["restored"], &promoted["confirmed"]), (&json!(true), &json!(false), &json!(false)));
    assert_eq!((cash_row(&promoted, "tendered"), cash_row(&promoted, "overShort")), ("7.00".to_owned(), "0.00".to_owned()));
    let next = opens_shift(&phone, LEFT).await;
    assert_eq!(closes_shift(&phone, &next, LEFT, LEFT, "next").await["zNumber"], "Z-000102");
    assert_eq!(z(&phone, "Z-000102").await["restored"], false);
    assert_eq!(z_numbers(&phone).await, ["Z-000001", "Z-000002", "Z-000101", "Z-000102"]);
    assert_eq!(stand.terminate().status.code(), Some(0));
    rebuild_check::assert_rebuilds(&Store::open(Folder::lock(&other).expect("free")).expect("whole"));
}
