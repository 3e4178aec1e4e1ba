//! A restored or promoted box: every device is revoked, and every PIN is deleted.

use std::path::Path;

use barback::backup::{self, FollowedBox, Source};
use barback::standby::Code;
use base::Timestamp;
use serde_json::{Value, json};
use store::{Folder, Store};

use super::{BARTENDER, PIN, TestDevice};
use crate::bar::{BARTENDER_PASSWORD, TestBar, text, values_of};

async fn expect_nothing_left(bar: &TestBar, device: &TestDevice) {
    bar.tries_pin(device, BARTENDER, PIN).await.refused(403, "device_required");
    assert_eq!(bar.at(device).get("/api/devices/me").await.ok()["device"], Value::Null);
    assert_eq!(bar.manager().get("/api/devices").await.ok(), json!([]));
    assert_eq!(values_of(&bar.manager().get("/api/devices?status=revoked").await.ok(), "status"), ["revoked"]);
    assert_eq!(values_of(&bar.admin().get("/api/users").await.ok(), "pinStatus"), ["none", "none", "none"]);
    // And everything can be set up again, under the same name.
    bar.bartender().sets_pin(BARTENDER_PASSWORD, PIN).await.ok();
    let device = bar.enrols("Bar tablet").await;
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
}

#[tokio::test]
async fn a_restore_revokes_devices_and_deletes_pins() {
    let (mut bar, device) = TestBar::with_device().await;
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    bar.admin().post("/api/backups", json!({})).await.created();
    let restore = |data: &Path, now: Timestamp| {
        let newest = backup::newest(None, data, now).expect("a backup");
        backup::restore(&Source::open(&newest).expect("a backup"), data, true, now).expect("restored");
    };
    bar.while_closed(restore).await;
    bar.sign_in_all_accounts_again().await;
    expect_nothing_left(&bar, &device).await;
}

#[tokio::test]
async fn a_promotion_revokes_devices_and_deletes_pins() {
    let (mut bar, device) = TestBar::with_device().await;
    bar.signs_in_by_pin(&device, BARTENDER, PIN).await;
    let code = bar.admin().post("/api/standby", json!({})).await.created();
    let code: Code = text(&code["code"]).parse().expect("a code");
    bar.while_closed(|data, now| {
        let store = Store::open(Folder::lock(data).expect("free")).expect("whole");
        let following = FollowedBox { first_address: "192.168.1.7:8080".to_owned(), code, first_box_head: 0 };
        store.write(|tables| backup::set_followed_box(tables, &following)).expect("a disk");
        backup::promote(&store, now, None).expect("a disk").expect("it followed");
    })
    .await;
    bar.sign_in_all_accounts_again().await;
    expect_nothing_left(&bar, &device).await;
}
