//! Backups of a running bar, restored elsewhere.

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};

use barback::app::card_backup;
use barback::backup::{Source, restore};
use base::Timestamp;
use serde_json::{Value, json};
use store::{Folder, Store};

use crate::box_process::BoxProcess;
use crate::cli::{PATIENCE, barback, busy_bar, path_in, sells, signs_in, until};
use crate::ledger::{KeyedRequest, assert_all_stored, shown_sales};
use crate::phone::{PASSWORD, Phone};
use crate::rebuild_check;

const SALES: u64 = 40;

async fn sells_beer(phone: &Phone) -> String {
    let sold = phone.sells(1, 1).await.expect("an answer").is(201);
    sold["receipt"]["receiptNumber"].as_str().expect("a number").to_owned()
}

/// Asserts that the tables are those that the journal rebuilds to.
fn assert_rebuilds(data: &Path) {
    let store = Store::open(Folder::lock(data).expect("free")).expect("whole");
    rebuild_check::assert_rebuilds(&store);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_running_bar_restores_the_same_bar_and_records_nothing_twice() {
    let room = tempfile::tempdir().expect("room");
    let (old, new) = (room.path().join("old"), room.path().join("new"));
    let (bar, phone, mut requests) = busy_bar(&old, &[], SALES).await;
    // Backed up while phones sell.
    let selling = {
        let phone = phone.clone();
        tokio::spawn(async move { sells(&phone, "meanwhile", SALES).await })
    };
    let backup = {
        let old = old.clone();
        tokio::task::spawn_blocking(move || barback(&old, &["backup"]).ok()).await.expect("it ends")
    };
    let later = selling.await.expect("sold");
    let shown = shown_sales(&phone, 0).await;
    let code_on_paper = guest_token(&phone, &number(requests[0].lines().first().expect("sold"))).await;
    bar.kill();

    let output = barback(&new, &["restore", &path_in(&backup).display().to_string()]).ok();
    let next = output.split("Receipt numbers continue at ").nth(1).and_then(|rest| rest.split('.').next()).expect("a number").to_owned();
    assert!(
        output.contains("Everyone signs in again.") && next.ends_with("0001") && next.len() == "R-20261121-483920001".len(),
        "{output}"
    );
    let bar = BoxProcess::open(&new, &[]);
    assert_eq!(Phone::new(bar.port(), phone.token()).get("/api/products").await.expect("an answer").status, 401, "old sessions end");
    let phone = signs_in(bar.port(), PASSWORD).await;
    let restored = shown_sales(&phone, 0).await;
    assert_all_stored(&requests, &restored);
    assert!(restored.iter().all(|(id, sale)| shown.get(id) == Some(sale)), "a sale differs after the restore");
    let seen = phone.get(&format!("/api/guest-receipts/{code_on_paper}")).await.expect("an answer").is(200);
    assert_eq!(seen["receiptNumber"], number(requests[0].lines().first().expect("sold")), "the code on the guest's receipt still works");

    // Phones that repeat their requests get the same answers, without a second effect.
    for request in &mut requests {
        assert!(request.send(&phone).await, "{} is refused", request.key);
    }
    assert_eq!(shown_sales(&phone, 0).await, restored, "a sale was recorded twice");

    // New sales get receipt numbers that were never issued.
    let old_numbers: BTreeSet<String> = later.iter().flat_map(KeyedRequest::lines).map(|line| number(&line)).collect();
    let first = sells_beer(&phone).await;
    assert!(first == next && !old_numbers.contains(&first), "{first}");
    assert_eq!(sells_beer(&phone).await, format!("{}2", &next[..next.len() - 1]), "no further gap");
    let audit = phone.sees("/api/admin/audit?kind=box.restored").await;
    assert!(audit[0]["summary"].as_str().expect("words").ends_with(&format!("receipts go on at {next}")), "{audit}");
    assert_eq!(bar.terminate().status.code(), Some(0));
    assert_rebuilds(&new);
    let verified = barback(&new, &["verify"]).ok();
    assert!(verified.contains("all the same"), "{verified}");
}

/// The token in the code on a guest's receipt.
async fn guest_token(phone: &Phone, number: &str) -> String {
    let receipt = phone.sees(&format!("/api/receipts/{number}")).await;
    let address = receipt["guestUrl"].as_str().unwrap_or_else(|| panic!("no code on the receipt: {receipt}"));
    address.rsplit('/').next().expect("a token").to_owned()
}

fn number(line: &Value) -> String {
    line["receiptNumber"].as_str().expect("a number").to_owned()
}

/// Sells to a customer. Returns the receipt number and the token in its code.
async fn sells_to(phone: &Phone, customer: &str) -> (String, String) {
    let sale = serde_json::json!({"productId": 1, "quantity": 1, "customerName": customer, "customerPhone": "0770"});
    let sold = phone.post("/api/sales", &sale, None).await.expect("an answer").is(201);
    let number = sold["receipt"]["receiptNumber"].as_str().expect("a number").to_owned();
    let code = guest_token(phone, &number).await;
    (number, code)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_restore_issues_no_number_twice_and_shows_no_guest_another_receipt() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 3).await;
    let older = path_in(&barback(&data, &["backup"]).ok()).display().to_string();
    sells(&phone, "between", 3).await;
    let newer = path_in(&barback(&data, &["backup"]).ok()).display().to_string();
    let (lost, code_of_lost) = sells_to(&phone, "Fatu").await;
    bar.terminate();

    let mut issued = BTreeSet::from([lost]);
    barback(&data, &["restore", &older, "--replace"]).ok();
    let bar = BoxProcess::open(&data, &[]);
    let (musus, code) = sells_to(&signs_in(bar.port(), PASSWORD).await, "Musu").await;
    bar.terminate();
    assert!(issued.insert(musus));
    barback(&data, &["restore", &newer, "--replace"]).ok();
    let bar = BoxProcess::open(&data, &[]);
    let phone = signs_in(bar.port(), PASSWORD).await;
    for customer in ["James", "Hawa"] {
        let (number, own) = sells_to(&phone, customer).await;
        assert!(issued.insert(number.clone()), "{number} was issued twice: {issued:?}");
        let seen = phone.get(&format!("/api/guest-receipts/{own}")).await.expect("an answer").is(200);
        assert_eq!((&seen["receiptNumber"], &seen["customerName"]), (&json!(number), &json!(customer)));
    }
    for code in [code, code_of_lost] {
        assert_eq!(phone.get(&format!("/api/guest-receipts/{code}")).await.expect("an answer").status, 404);
    }
    assert_eq!(bar.terminate().status.code(), Some(0));
    assert_rebuilds(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_with_a_clock_in_the_past_issues_no_number_twice() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 3).await;
    let backup = path_in(&barback(&data, &["backup"]).ok());
    let (lost, _) = sells_to(&phone, "Fatu").await;
    bar.terminate();
    // The card is new, and its clock begins in 1970.
    let long_ago = Timestamp::from_millis(1_000);
    let restored = restore(&Source::open(&backup).expect("a backup"), &data, true, long_ago).expect("restored");
    assert!(restored.clock_is_behind, "the restore reports it");
    // Then the clock is corrected (the real clock of this machine): today's first numbers were issued already.
    let bar = BoxProcess::open(&data, &[]);
    let (number, _) = sells_to(&signs_in(bar.port(), PASSWORD).await, "Musu").await;
    assert_eq!(number[..11], lost[..11], "the same day");
    assert!(number != lost && number.len() > lost.len() && number.ends_with("0001"), "{number} after {lost}");
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_creates_lists_and_downloads_backups() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 5).await;
    let none = phone.sees("/api/backups").await;
    assert_eq!((&none["overdue"], &none["lastVerifiedAt"], &none["copies"]), (&json!(true), &Value::Null, &json!([])));
    assert_eq!(none["continuous"], json!({"target": null, "state": "off", "lagSeconds": null, "error": null}));
    let made = phone.post("/api/backups", &json!({}), Some("once")).await.expect("an answer").is(201);
    assert_eq!((&made["kind"], &made["verified"]), (&json!("manual"), &json!(true)));
    let again = phone.post("/api/backups", &json!({}), Some("once")).await.expect("an answer").is(201);
    assert_eq!(made, again, "a repeated request under the same key creates no second backup");
    let list = phone.sees("/api/backups").await;
    assert_eq!((&list["copies"], &list["overdue"], &list["lastError"]), (&json!([made]), &json!(false), &Value::Null));
    let name = made["name"].as_str().expect("a name");
    let file = phone.get(&format!("/api/backups/{name}")).await.expect("an answer");
    assert_eq!((file.status, file.body.len() as u64), (200, made["sizeBytes"].as_u64().expect("a size")));
    for other in ["..%2Fbarback.redb", "barback.redb", "being-made-1", "bar-x-manual-1.barback"] {
        assert_eq!(phone.get(&format!("/api/backups/{other}")).await.expect("an answer").status, 404, "{other}");
    }
    let elsewhere = room.path().join("taken-away");
    std::fs::write(&elsewhere, &file.body).expect("written");
    let verified = barback(&data, &["verify", &elsewhere.display().to_string()]).ok();
    assert!(verified.contains("figures are those of the bar that was backed up"), "{verified}");
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_does_not_report_missing_backups() {
    let room = tempfile::tempdir().expect("room");
    let bar = BoxProcess::open(&room.path().join("demo"), &["--demo"]);
    let list = signs_in(bar.port(), "admin123").await.sees("/api/backups").await;
    assert_eq!((&list["overdue"], &list["copies"]), (&json!(false), &json!([])), "no automatic backup, and none is overdue");
    bar.kill();
}

/// By default it listens on 127.0.0.1 only; `src/config` has that test.
#[tokio::test(flavor = "multi_thread")]
async fn a_demo_warns_that_its_passwords_are_public() {
    let room = tempfile::tempdir().expect("room");
    for (listen, words) in [
        (
            "127.0.0.1:0",
            ["--listen 0.0.0.0:", "Everybody knows these passwords. Let phones in only on a network where you trust everyone."],
        ),
        ("0.0.0.0:0", ["admin/admin123", "Everybody knows these passwords: anyone on this network can sign in as admin."]),
    ] {
        let bar = BoxProcess::open(&room.path().join("demo"), &["--demo", "--listen", listen]);
        let began = Instant::now();
        while !words.iter().all(|words| bar.output_since_open().contains(words)) {
            assert!(began.elapsed() < PATIENCE, "{listen}: {}", bar.output_since_open());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        bar.kill();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_business_day_is_backed_up_automatically() {
    let room = tempfile::tempdir().expect("room");
    let (bar, phone, _) =
        busy_bar(&room.path().join("bar"), &["--backup-dir", &room.path().join("backup-disk").display().to_string()], 5).await;
    let list = until(&phone, "/api/backups", |list| list["copies"][0]["kind"] == "nightly").await;
    assert_eq!(list["folder"], json!(room.path().join("backup-disk")));
    assert_eq!((&list["overdue"], &list["lastError"]), (&json!(false), &Value::Null));
    let audit = until(&phone, "/api/admin/audit?kind=box.backed_up", |audit| audit[0].is_object()).await;
    assert_eq!(audit[0]["userName"], "Barback");
    assert_eq!(bar.terminate().status.code(), Some(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_replaces_a_bar_only_with_replace() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 5).await;
    let backup = path_in(&barback(&data, &["backup", &room.path().display().to_string()]).ok());
    assert_eq!(backup.parent(), Some(room.path()), "in the requested folder");
    let backup = backup.display().to_string();
    let running = barback(&data, &["restore", &backup, "--replace"]).failed();
    assert!(running.contains("in use by another Barback") && running.contains("Stop it first"), "{running}");
    sells(&phone, "afterwards", 5).await;
    let shown = shown_sales(&phone, 0).await;
    bar.terminate();
    let before = std::fs::read(data.join("barback.redb")).expect("a file");
    let refused = barback(&data, &["restore", &backup]).failed();
    assert!(refused.contains("holds a bar already") && refused.contains("--replace"), "{refused}");
    assert!(std::fs::read(data.join("barback.redb")).expect("a file") == before, "it was changed");
    let output = barback(&data, &["restore", &backup, "--replace"]).ok();
    let kept_file = output.lines().find_map(|line| line.strip_prefix("The file that was there before is kept as ")).expect("a name");
    let kept_file = Path::new(kept_file.trim_end_matches('.'));
    assert!(std::fs::read(kept_file).expect("kept") == before, "the kept file differs");
    let bar = BoxProcess::open(&data, &[]);
    let restored = shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await;
    assert!(restored.len() < shown.len() && restored.iter().all(|(id, sale)| shown.get(id) == Some(sale)));
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_bar_after_a_power_cut_is_kept_with_its_last_sale() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 5).await;
    let backup = path_in(&barback(&data, &["backup"]).ok()).display().to_string();
    sells(&phone, "afterwards", 5).await;
    let shown = shown_sales(&phone, 0).await;
    bar.kill();
    let files = || ["barback.redb", "barback.log"].map(|name| std::fs::read(data.join(name)).expect("a file"));
    let before = files();
    barback(&data, &["verify"]).ok();
    assert!(files() == before, "verify changed a file");

    let output = barback(&data, &["restore", &backup, "--replace"]).ok();
    let kept_file = output.lines().find_map(|line| line.strip_prefix("The file that was there before is kept as ")).expect("a name");
    let alone = room.path().join("alone");
    std::fs::create_dir(&alone).expect("a folder");
    std::fs::rename(kept_file.trim_end_matches('.'), alone.join("barback.redb")).expect("moved");
    let bar = BoxProcess::open(&alone, &[]);
    assert_eq!(shown_sales(&Phone::new(bar.port(), phone.token()), 0).await, shown, "a sale is missing, because it was only in the log");
    bar.kill();
    assert_rebuilds(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_damaged_bar_is_kept_with_its_log() {
    let room = tempfile::tempdir().expect("room");
    let data = room.path().join("bar");
    let (bar, phone, _) = busy_bar(&data, &[], 5).await;
    let backup = path_in(&barback(&data, &["backup"]).ok()).display().to_string();
    sells(&phone, "afterwards", 5).await;
    bar.kill();
    let log = std::fs::read(data.join("barback.log")).expect("a log");
    std::fs::write(data.join("barback.redb"), b"no bar any more").expect("written");
    barback(&data, &["restore", &backup, "--replace"]).ok();
    let kept = |beginning: &str| {
        let names = std::fs::read_dir(&data).expect("a folder").map(|file| file.expect("a file").path());
        let kept = names.into_iter().find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(beginning)));
        std::fs::read(kept.expect(beginning)).expect("a file")
    };
    assert_eq!(kept("barback.redb.before-"), b"no bar any more");
    assert!(kept("barback.log.before-") == log, "the kept log differs");
    assert_rebuilds(&data);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_on_a_new_card_becomes_the_bar_of_the_box() {
    let room = tempfile::tempdir().expect("room");
    let (old, boot, passphrase) = (room.path().join("old"), room.path().join("boot"), "four words for testing");
    let key = room.path().join("key").display().to_string();
    std::fs::create_dir(&boot).and_then(|()| std::fs::write(&key, passphrase)).expect("written");
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).expect("its own");
    let stick = room.path().join("stick");
    std::fs::create_dir(&stick).expect("a folder");
    let (bar, phone, requests) = busy_bar(&old, &["--copy-to", &stick.display().to_string()], SALES).await;
    let plain = path_in(&barback(&old, &["backup"]).ok());
    let shown = shown_sales(&phone, 0).await;
    let head = phone.sees("/healthz").await["journal"].as_u64().expect("a number");
    let last_on_stick = || Source::open(&stick).and_then(|source| source.read(|_| Ok(()))).map_or(0, |summary| summary.last_entry);
    until(&phone, "/api/backups", |_| last_on_stick() >= head).await;
    bar.kill();
    let encrypted = path_in(&barback(&old, &["backup", "--backup-passphrase-file", &key]).ok());
    let now = Timestamp::default();
    let on_card = |name: &str, backups: &[(&Path, &str)]| {
        for file in std::fs::read_dir(&boot).expect("a folder").flatten() {
            std::fs::remove_file(file.path()).expect("removed");
        }
        for (backup, name) in backups {
            std::fs::copy(backup, boot.join(name)).expect("copied");
        }
        room.path().join(name)
    };
    let opens_with_everything = async |new: &Path| {
        let bar = BoxProcess::open(new, &[]);
        let phone = signs_in(bar.port(), PASSWORD).await;
        assert_eq!(shown_sales(&phone, 0).await, shown);
        assert_all_stored(&requests, &shown);
        bar.kill();
    };

    let new = room.path().join("nothing");
    assert!(card_backup::restore(&boot, &new, now).is_none(), "a card without a backup makes a new bar");

    let named = |file: &Path| file.file_name().expect("a name").to_string_lossy().into_owned();
    let new = on_card("plain", &[(&plain, &named(&plain))]);
    card_backup::restore(&boot, &new, now).expect("a backup").expect("restored");
    assert!(card_backup::restore(&boot, &new, now).is_none(), "it is restored once");
    opens_with_everything(&new).await;

    let new = on_card("renamed", &[(&plain, "download (1).BARBACK")]);
    card_backup::restore(&boot, &new, now).expect("a backup").expect("restored");
    opens_with_everything(&new).await;

    let copies: Vec<_> = std::fs::read_dir(&stick).expect("a folder").flatten().map(|file| file.path()).collect();
    let named_copies: Vec<_> = copies.iter().map(|file| (file.as_path(), named(file))).collect();
    let new = on_card("of-the-stick", &named_copies.iter().map(|(file, name)| (*file, name.as_str())).collect::<Vec<_>>());
    card_backup::restore(&boot, &new, now).expect("a backup").expect("restored");
    opens_with_everything(&new).await;

    let new = on_card("encrypted", &[(&encrypted, &named(&encrypted))]);
    let settings = |text: &str| std::fs::write(boot.join("barback.txt"), text).expect("written");
    for (text, part) in
        [("", "Write its passphrase into barback.txt"), ("backup-passphrase = something else\n", "The passphrase is not the one")]
    {
        settings(text);
        let refused = card_backup::restore(&boot, &new, now).expect("a backup").expect_err("it is encrypted");
        assert!(refused.contains(part), "{refused}");
    }
    settings(&format!("backup-passphrase = {passphrase}\n"));
    card_backup::restore(&boot, &new, now).expect("a backup").expect("restored");
}
