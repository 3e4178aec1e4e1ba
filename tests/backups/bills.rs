//! Bills before payment after a power cut and after a restore: no number is given out twice, and there is no gap.

use serde_json::{Value, json};
use store::{Folder, Store};

use crate::box_process::BoxProcess;
use crate::cli::{barback, busy_bar, path_in, signs_in};
use crate::phone::{PASSWORD, Phone};
use crate::rebuild_check;

/// Places an order of a guest; returns its id.
async fn orders_beer(phone: &Phone) -> Value {
    let order = json!({"customerName": "Musu", "orderType": "takeout", "items": [{"productId": 1, "quantity": 1}]});
    phone.post("/api/orders", &order, None).await.expect("an answer").is(201)["id"].clone()
}

/// Shows the bill of an order on the phone; returns the bill.
async fn bills(phone: &Phone, order: &Value) -> Value {
    let path = format!("/api/orders/{order}/bill");
    phone.post(&path, &json!({"print": false}), None).await.expect("an answer").is(201)["bill"].clone()
}

/// What of a number is behind the day.
fn count_of(number: &Value) -> &str {
    number.as_str().and_then(|number| number.rsplit('-').next()).expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn bills_go_on_after_a_power_cut_and_in_a_series_of_their_own_after_a_restore() {
    let room = tempfile::tempdir().expect("room");
    let (old, new) = (room.path().join("old"), room.path().join("new"));
    let (bar, phone, _) = busy_bar(&old, &[], 1).await;
    let first = orders_beer(&phone).await;
    assert_eq!(count_of(&bills(&phone, &first).await["number"]), "0001");
    bar.kill();
    let bar = BoxProcess::open(&old, &[]);
    let phone = Phone::new(bar.port(), phone.token());
    let again = bills(&phone, &first).await;
    assert_eq!((count_of(&again["number"]), &again["printCount"]), ("0001", &json!(2)));
    let second = orders_beer(&phone).await;
    assert_eq!(count_of(&bills(&phone, &second).await["number"]), "0002");
    let backup = path_in(&barback(&old, &["backup"]).ok()).display().to_string();
    let lost = orders_beer(&phone).await;
    assert_eq!(count_of(&bills(&phone, &lost).await["number"]), "0003");
    bar.kill();

    barback(&new, &["restore", &backup]).ok();
    let bar = BoxProcess::open(&new, &[]);
    let phone = signs_in(bar.port(), PASSWORD).await;
    assert_eq!(bills(&phone, &second).await["printCount"], 2, "the bills of the copy are as they were");
    let next = orders_beer(&phone).await;
    let bill = bills(&phone, &next).await;
    let sold = phone.sells(1, 1).await.expect("an answer").is(201);
    assert_eq!(count_of(&bill["number"]), count_of(&sold["receipt"]["receiptNumber"]), "in the series of receipts");
    assert_ne!(count_of(&bill["number"]), "0003");
    assert_eq!(bar.terminate().status.code(), Some(0));
    rebuild_check::assert_rebuilds(&Store::open(Folder::lock(&new).expect("free")).expect("whole"));
}
