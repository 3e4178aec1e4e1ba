//! Diverged histories: another bar, a first box that lost entries, an old first box that comes back.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::box_process::BoxProcess;
use crate::cli::{barback, busy_bar, path_in, sells, signs_in};
use crate::ledger::{KeyedRequest, shown_sales};
use crate::pair::{a_pair, caught_up, code, follow, journal_of, second, until, url};
use crate::phone::PASSWORD;

fn file_of(data: &Path) -> Vec<u8> {
    fs::read(data.join("barback.redb")).expect("a file")
}

#[tokio::test(flavor = "multi_thread")]
async fn another_bar_is_not_followed_and_a_code_is_needed() {
    let room = tempfile::tempdir().expect("room");
    let [one, two, other] = ["one", "two", "second"].map(|name| room.path().join(name));
    let (bar, phone, _) = busy_bar(&one, &[], 5).await;
    let (strange, owner, _) = busy_bar(&two, &[], 5).await;
    for (code, expected) in [("barback", "this is not a Barback code"), (&code(&owner).await, "the code is wrong")] {
        let refused = follow(&other, &url(bar.port()), code, &[]).err().expect("refused");
        assert_eq!((refused.status.code(), refused.errors.contains(expected)), (Some(1), true), "{refused:?}");
        assert!(!other.join("barback.redb").exists(), "an empty bar was left behind");
    }
    let stand = second(&other, &phone, bar.port()).await;
    caught_up(stand.port(), bar.port()).await;
    stand.kill();
    let before = file_of(&other);
    let place = url(strange.port());
    let refused = follow(&other, &place, &code(&owner).await, &[]).err().expect("refused").errors;
    for part in [&place, &other.display().to_string(), "another bar", "Nothing was changed", "--replace"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    assert!(file_of(&other) == before, "the file was changed");
    // A bar that has sales is not turned into a second box of another bar by mistake either.
    bar.terminate();
    let before = file_of(&one);
    let refused = follow(&one, &place, &code(&owner).await, &[]).err().expect("refused").errors;
    assert!(refused.contains("another bar") && file_of(&one) == before, "{refused}");
    let unreachable =
        follow(&room.path().join("unreachable"), "http://127.0.0.1:9", &code(&owner).await, &[]).err().expect("refused").errors;
    assert!(unreachable.contains("cannot be reached"), "{unreachable}");
    strange.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_box_that_lost_entries_is_not_followed_and_the_difference_is_listed() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["one", "second"].map(|name| room.path().join(name));
    let (bar, phone, _) = busy_bar(&one, &[], 5).await;
    let copy = path_in(&barback(&one, &["backup"]).ok()).display().to_string();
    sells(&phone, "after the copy", 5).await;
    let stand = second(&other, &phone, bar.port()).await;
    caught_up(stand.port(), bar.port()).await;
    let has = journal_of(stand.port()).await;
    assert_eq!(stand.terminate().status.code(), Some(0));
    bar.terminate();
    barback(&one, &["restore", "--replace", &copy]).ok();
    let before = file_of(&other);
    let bar = BoxProcess::open(&one, &[]);
    let phone = signs_in(bar.port(), PASSWORD).await;
    let fresh = code(&phone).await;
    let refused = follow(&other, &url(bar.port()), &fresh, &[]).err().expect("refused").errors;
    for part in [&url(bar.port()), &other.display().to_string(), "do not have the same history", "Only this folder has:", "Sold "] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    assert!(refused.contains(&format!("\n  {has} ")), "the newest entry is listed: {refused}");
    assert!(file_of(&other) == before, "the file was changed");
    // With --replace it starts over, and the old file is kept.
    let stand = follow(&other, &url(bar.port()), &fresh, &["--replace"]).expect("it starts over");
    caught_up(stand.port(), bar.port()).await;
    let previous = fs::read_dir(&other).expect("a folder").flatten().find(|file| file.file_name().to_string_lossy().contains(".before-"));
    assert!(fs::read(previous.expect("kept").path()).expect("a file") == before, "another file was kept");
    stand.kill();
    bar.kill();
}

/// The series in which receipt numbers continue, from the report of a promotion: the five digits behind the day.
fn series(report: &str) -> u32 {
    let number = report.split("Receipt numbers continue at R-").nth(1).and_then(|rest| rest.split('.').next()).expect("a number");
    let count = number.split_once('-').expect("a day and a count").1;
    assert!(count.len() == 9 && count.ends_with("0001"), "{report}");
    count[..5].parse().expect("digits")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_first_box_lists_its_own_entries_and_follows_once_it_has_none() {
    let room = tempfile::tempdir().expect("room");
    let [one, other] = ["one", "second"].map(|name| room.path().join(name));
    let (bar, phone, stand) = a_pair(&one, &other, 10).await;
    // The network between them fails: the first box sells on, and dies.
    stand.kill();
    let missing = sells(&phone, "not fetched", 3).await;
    bar.kill();
    let report = barback(&other, &["promote"]).ok();
    assert!(report.contains("This box is the first one now"), "{report}");
    let first_series = series(&report);
    let again = barback(&other, &["promote"]).failed();
    assert!(again.contains("already the first"), "{again}");
    let new = BoxProcess::open(&other, &[]);
    let owner = signs_in(new.port(), PASSWORD).await;
    let fresh = code(&owner).await;
    let before = file_of(&one);
    let refused = follow(&one, &url(new.port()), &fresh, &[]).err().expect("refused").errors;
    for line in missing.iter().flat_map(KeyedRequest::lines) {
        let number = line["receiptNumber"].as_str().expect("a number");
        assert!(refused.contains(number), "{number} is not listed: {refused}");
    }
    assert!(refused.contains("Only this folder has:") && file_of(&one) == before, "{refused}");
    let old = follow(&one, &url(new.port()), &fresh, &["--replace"]).expect("it starts over");
    caught_up(old.port(), new.port()).await;

    // And back, as planned: the first box stops, and the other, which has everything, takes over while it runs.
    sells(&owner, "on the new one", 5).await;
    caught_up(old.port(), new.port()).await;
    let running = barback(&one, &["promote"]).failed();
    assert!(running.contains("still answers") && running.contains("--anyway"), "{running}");
    caught_up(old.port(), new.port()).await;
    let shown = shown_sales(&owner, 0).await;
    let was_first = url(new.port());
    assert_eq!(new.terminate().status.code(), Some(0));
    let report = barback(&one, &["promote"]).ok();
    assert_ne!(series(&report), first_series, "{report}");
    until(old.port(), |health| health["status"] == "ok").await;
    let back = signs_in(old.port(), PASSWORD).await;
    assert_eq!(shown_sales(&back, 0).await, shown, "a planned change loses nothing");
    let audit = back.sees("/api/admin/audit?kind=box.promoted").await;
    assert_eq!(audit.as_array().map(Vec::len), Some(2), "{audit}");
    assert!(audit[0]["summary"].as_str().expect("words").contains(&was_first), "{audit}");
    // The box that was first has no entries of its own, so it follows without --replace.
    let third = follow(&other, &url(old.port()), &code(&back).await, &[]).expect("it follows");
    caught_up(third.port(), old.port()).await;
    assert_eq!(back.sees("/api/standby").await["state"], json!("ok"));
    third.kill();
    old.kill();
}
