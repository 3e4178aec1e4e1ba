//! Shifts and Zs after a restore: open shifts stay open, and the numbers of Zs begin the next hundred.

use std::path::Path;

use serde_json::{Value, json};
use store::{Folder, Store};

use crate::box_process::BoxProcess;
use crate::cli::{barback, busy_bar, path_in, signs_in};
use crate::drawer::{cash_row, cash_sale, closes_shift, opens_shift, switches_drawer_on, z, z_name, z_numbers};
use crate::phone::{PASSWORD, Phone};
use crate::rebuild_check;

/// What stays in the drawer, in cents. A sale is one beer at 3.50.
const LEFT: i64 = 4_000;
const BEER: i64 = 350;
/// Zs in the backup.
const ZS: u64 = 37;

async fn sells_beer(phone: &Phone) {
    phone.post("/api/sales", &cash_sale(1, 1), None).await.expect("an answer").is(201);
}

/// Opens a shift, sells a beer and closes it; returns the number of its Z.
async fn a_whole_shift(phone: &Phone) -> Value {
    let shift = opens_shift(phone, LEFT).await;
    sells_beer(phone).await;
    closes_shift(phone, &shift, LEFT + BEER, LEFT, &format!("close {}", shift["id"])).await["zNumber"].clone()
}

async fn open_shifts(phone: &Phone) -> Value {
    phone.sees("/api/shifts?status=open").await
}

fn backs_up(data: &Path) -> String {
    path_in(&barback(data, &["backup"]).ok()).display().to_string()
}

fn assert_rebuilds(data: &Path) {
    rebuild_check::assert_rebuilds(&Store::open(Folder::lock(data).expect("free")).expect("whole"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_box_continues_the_open_shift_and_begins_the_next_hundred_of_zs() {
    let room = tempfile::tempdir().expect("room");
    let (old, new) = (room.path().join("old"), room.path().join("new"));
    let (bar, phone, _) = busy_bar(&old, &[], 1).await;
    switches_drawer_on(&phone).await;
    for number in 1..=ZS {
        assert_eq!(a_whole_shift(&phone).await, z_name(number));
    }
    let shift = opens_shift(&phone, LEFT).await;
    sells_beer(&phone).await;
    let path = format!("/api/shifts/{}/counting", shift["id"]);
    phone.post(&path, &json!({}), None).await.expect("an answer").is(200);
    let (before, last) = (open_shifts(&phone).await, z(&phone, "Z-000037").await);
    assert_eq!(before.as_array().map(Vec::len), Some(1));
    let backup = backs_up(&old);
    // What happens after the copy is lost with the box, and so are the numbers of its Zs.
    sells_beer(&phone).await;
    let lost = closes_shift(&phone, &shift, LEFT + 2 * BEER, LEFT, "the last close").await;
    assert_eq!(lost["zNumber"], "Z-000038");
    bar.kill();

    barback(&new, &["restore", &backup]).ok();
    let bar = BoxProcess::open(&new, &[]);
    let phone = signs_in(bar.port(), PASSWORD).await;
    assert_eq!(open_shifts(&phone).await, before, "still open, and still counted");
    assert_eq!(z_numbers(&phone).await, (1..=ZS).map(z_name).collect::<Vec<_>>());
    assert_eq!(z(&phone, "Z-000037").await, last, "the Zs of the copy are as they were");
    let x = phone.sees(&format!("/api/shifts/{}/x", shift["id"])).await;
    assert_eq!((&x["restored"], cash_row(&x, "expected")), (&json!(true), "43.50".to_owned()), "without the lost sale");
    sells_beer(&phone).await;
    sells_beer(&phone).await;
    // The phone did not hear of the loss, and repeats its close under the same key.
    let closed = closes_shift(&phone, &shift, LEFT + 3 * BEER, LEFT, "the last close").await;
    assert_eq!((&closed["zNumber"], &closed["shift"]["state"]), (&json!("Z-000101"), &json!("closed")));
    let restored = z(&phone, "Z-000101").await;
    assert_eq!((&restored["restored"], &last["restored"]), (&json!(true), &json!(false)));
    assert_eq!((cash_row(&restored, "tendered"), cash_row(&restored, "overShort")), ("10.50".to_owned(), "0.00".to_owned()));
    assert_eq!(phone.sees("/api/z").await[0]["restored"], true, "its row says so too");

    assert_eq!(a_whole_shift(&phone).await, "Z-000102");
    assert_eq!(z(&phone, "Z-000102").await["restored"], false, "it was opened after the restore");
    let again = closes_shift(&phone, &shift, LEFT + 3 * BEER, LEFT, "the last close").await;
    assert_eq!(again["zNumber"], "Z-000101", "the kept answer");
    assert_eq!(bar.terminate().status.code(), Some(0));
    assert_rebuilds(&new);
    let verified = barback(&new, &["verify"]).ok();
    assert!(verified.contains("all the same"), "{verified}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_restore_begins_a_hundred_of_its_own() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 1).await;
    let without_tills = backs_up(&data);
    switches_drawer_on(&phone).await;
    let empty = backs_up(&data);
    assert_eq!(a_whole_shift(&phone).await, "Z-000001");
    let first = backs_up(&data);
    bar.terminate();
    // The same copy twice: the second time the bar that is replaced has given Z-000101. Then a copy of that bar.
    for (is_new_copy, next) in [(false, "Z-000101"), (false, "Z-000201"), (true, "Z-000301")] {
        let backup = if is_new_copy { backs_up(&data) } else { first.clone() };
        barback(&data, &["restore", &backup, "--replace"]).ok();
        let bar = BoxProcess::open(&data, &[]);
        assert_eq!(a_whole_shift(&signs_in(bar.port(), PASSWORD).await).await, next);
        bar.terminate();
    }
    // A bar that closed no shift yet, and one that used no tills when it was copied.
    for (backup, name, next) in [(empty, "empty", "Z-000101"), (without_tills, "without tills", "Z-000001")] {
        let data = room.path().join(name);
        barback(&data, &["restore", &backup]).ok();
        let bar = BoxProcess::open(&data, &[]);
        let phone = signs_in(bar.port(), PASSWORD).await;
        switches_drawer_on(&phone).await;
        assert_eq!(a_whole_shift(&phone).await, next, "{name}");
        bar.terminate();
        assert_rebuilds(&data);
    }
}
