//! Copies that head office makes of a real bar, restored by `barback restore`.

use std::path::Path;
use std::process::Command;

use bar::engine::Entry;
use head::history::copy_end;
use store::{Folder, Store, entries_after};

use super::real_bar::{Lagoon, sell, signs_in};
use super::{Office, barback_head};
use crate::box_process::{BoxProcess, clear_environment, program};
use crate::postgres;

/// Runs `barback` to its end; exit code and what it printed.
pub fn barback(data: &Path, args: &[&str]) -> (i32, String) {
    let output = barback_command(data, args).output().expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("a code"), text(&output.stdout) + &text(&output.stderr))
}

pub fn barback_command(data: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program());
    clear_environment(&mut command);
    command.args(args).arg("--data").arg(data);
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_is_proved_and_restores_the_bar() {
    let office = Office::start().await;
    let room = tempfile::tempdir().expect("room");
    let (data, file) = (room.path().join("bar"), room.path().join("cape.barback"));
    sell(&data, 1_200).await;
    let lagoon = Lagoon::with(office.head.database.clone(), &data).await;
    let to = file.display().to_string();
    let (code, text) = barback_head(&office.head.url, &["restore-bar", "Cape Bar", "--to", &to]);
    let counted = base::decimal::thousands(lagoon.entries);
    assert!(code == 0 && text.starts_with(&format!("Cape Bar up to entry {counted} of 20")) && text.ends_with(". Proved.\n"), "{text}");
    let (code, text) = barback_head(&office.head.url, &["restore-bar", "cape bar", "--to", &to]);
    assert!(code == 1 && text.contains("cape.barback"), "a file that is there stays: {text}");
    let (code, text) = barback(&room.path().join("new"), &["restore", &to]);
    assert!(code == 0 && text.contains(&format!("with {counted} entries")) && text.contains("Everyone signs in again."), "{text}");
    let (code, text) = barback(&room.path().join("new"), &["verify"]);
    assert!(code == 0 && text.contains("all the same"), "{text}");
    // The same over HTTP, and a part of it.
    let bytes = office.asks(&format!("/api/head/bars/{}/books", lagoon.bar)).await.bytes().await.expect("whole");
    assert_eq!(bytes, std::fs::read(&file).expect("there"));
    let part = room.path().join("part.barback").display().to_string();
    let line = lagoon.line.to_string();
    let (code, text) = barback_head(&office.head.url, &["restore-bar", &lagoon.bar, "--to", &part, "--line", &line, "--upto", "1100"]);
    assert!(code == 0 && text.contains("Cape Bar up to entry 1,100 of 20"), "{text}");
    // A sum that the box sent and the copy does not give.
    office.head.sql("UPDATE fig_day SET usd = usd + 1").await;
    let wrong = room.path().join("wrong.barback");
    let (code, text) = barback_head(&office.head.url, &["restore-bar", &lagoon.bar, "--to", &wrong.display().to_string()]);
    assert!(code == 1 && text.contains("does not give the same bar again: revenue in US cents"), "{text}");
    assert!(!wrong.exists() && !room.path().join("wrong.barback.being-made").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_are_described_as_the_box_describes_them() {
    let office = Office::start().await;
    let room = tempfile::tempdir().expect("room");
    sell(room.path(), 0).await;
    let audit = box_audit(room.path()).await;
    let lagoon = Lagoon::with(office.head.database.clone(), room.path()).await;
    let path = format!("/api/head/bars/{}/lines/{}/entries", lagoon.bar, lagoon.line);
    let (mut page, mut seen) = (format!("{path}?limit=3"), Vec::new());
    loop {
        let answer = office.asks(&page).await;
        let next = answer.headers().get("link").map(|link| link.to_str().expect("text").to_owned());
        seen.extend(answer.json::<Vec<serde_json::Value>>().await.expect("rows"));
        let Some(link) = next else { break };
        page = link.trim_start_matches('<').split('>').next().expect("an address").to_owned();
    }
    // The box has entries of the visit that asked for its audit log, and head office has not.
    let behind = audit.iter().position(|line| line["seq"] == seen[0]["seq"]).expect("there");
    assert_eq!(seen, audit[behind..]);
    let filtered = office.asks(&format!("{path}?kind=sales&q=club")).await.json::<Vec<serde_json::Value>>().await.expect("rows");
    assert!(!filtered.is_empty() && filtered.iter().all(|line| line["kind"] == "sales.recorded"), "{filtered:?}");
    let lines = office.asks(&format!("/api/head/bars/{}/lines/{}/file", lagoon.bar, lagoon.line)).await.text().await.expect("text");
    assert_eq!(lines.lines().count() as u64, lagoon.entries);
    assert!(lines.contains("Club Beer") && !lines.contains("password_hash") && !lines.contains("unreadable"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_ends_where_a_commit_ends() {
    let database = postgres::migrated().await;
    let room = tempfile::tempdir().expect("room");
    sell(room.path(), 0).await;
    let runs = runs(room.path());
    let lagoon = Lagoon::with(database.clone(), room.path()).await;
    assert_eq!(runs.len() as u64, lagoon.entries);
    let mut cut = 0;
    for upto in 1..=lagoon.entries {
        // The last entry before `upto` that the next one has another running time than.
        let is_end = |seq: &u64| runs.get(*seq as usize) != Some(&runs[*seq as usize - 1]);
        let expected = (1..=upto).rev().find(is_end);
        let end = copy_end(&database, &lagoon.bar, None, upto).await.ok().map(|end| end.seq);
        assert_eq!(end, expected, "up to {upto}");
        cut += usize::from(expected != Some(upto));
    }
    assert!(cut > 0, "no commit of this bar has several entries");
}

/// The running time of each entry of a closed bar.
fn runs(data: &Path) -> Vec<u64> {
    let store = Store::open(Folder::lock(data).expect("closed")).expect("whole");
    let entries = store.read(|view| entries_after(view, 0, usize::MAX >> 1)).expect("read");
    entries.iter().map(|entry| Entry::parse(entry).expect("known").envelope.running).collect()
}

/// The whole audit log of a closed bar, from a copy of its folder.
async fn box_audit(data: &Path) -> Vec<serde_json::Value> {
    let room = tempfile::tempdir().expect("room");
    let copy = room.path().join("copy");
    std::fs::create_dir(&copy).expect("created");
    std::fs::copy(data.join("barback.redb"), copy.join("barback.redb")).expect("copied");
    let bar = BoxProcess::open(&copy, &[]);
    let audit = signs_in(&bar).await.sees("/api/admin/audit?limit=500").await;
    bar.terminate();
    audit.as_array().expect("a list").clone()
}
