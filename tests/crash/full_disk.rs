//! A full disk: nothing is acknowledged that cannot be stored, reads continue, and sales continue as soon as there is room.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::box_process::BoxProcess;
use crate::ledger::{KeyedRequest, assert_all_stored, assert_books_agree, shown_sales, stock_up};
use crate::phone::Phone;
use crate::rng::SeededRng;

/// Size of the disk: soon full, with room for all sales of the test.
const DISK: &str = "size=6m";
/// Times that it fills up.
const TIMES: u64 = 8;
/// Attempted sales while it is full, and again when there is room.
const TRIES: u64 = 6;
/// Most KiB that are left free when it is almost full.
const LEFT_MAX: u64 = 200;

/// A small file system in memory.
struct SmallDisk {
    folder: TempDir,
}

impl SmallDisk {
    /// `None` where this user may not mount one.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("room");
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", DISK, "tmpfs"]).arg(folder.path()).output();
        mount.is_ok_and(|output| output.status.success()).then_some(SmallDisk { folder })
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("bar")
    }

    fn filler(&self) -> PathBuf {
        self.folder.path().join("filler")
    }

    /// Fills it except for `free_kib` KiB.
    fn fill(&self, free_kib: u64) {
        let mut filler = File::create(self.filler()).expect("a file");
        let block = [1u8; 1024];
        let mut blocks = 0u64;
        while filler.write_all(&block).is_ok() {
            blocks += 1;
        }
        filler.set_len(blocks.saturating_sub(free_kib) * 1024).expect("shorter");
    }

    fn empty(&self) {
        fs::remove_file(self.filler()).expect("gone");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(self.folder.path()).status();
    }
}

async fn assert_reads_continue(phone: &Phone, requests: &[KeyedRequest]) {
    assert_all_stored(requests, &shown_sales(phone, 0).await);
    assert_eq!(phone.sees("/api/products").await.as_array().map(Vec::len), Some(3));
    assert_eq!(phone.sees("/healthz").await["status"], "ok");
    assert!(phone.sees("/api/menu").await["drinks"].is_array());
}

/// Sells until the box refuses. Returns all requests, the refused one last.
async fn sells_until_full(phone: &Phone, name: &str, rng: &mut SeededRng) -> Vec<KeyedRequest> {
    let mut requests = Vec::new();
    loop {
        let mut request = KeyedRequest::random(format!("{name} {}", requests.len()), rng);
        let answered = request.send(phone).await;
        requests.push(request);
        if !answered {
            return requests;
        }
    }
}

fn file_of(data: &Path) -> PathBuf {
    data.join("barback.redb")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_stops_only_writes_and_only_while_it_is_full() {
    let Some(disk) = SmallDisk::mount() else {
        println!("SKIPPED: this user may not mount a small disk, so a full disk was not tried.");
        return;
    };
    let mut rng = SeededRng::from_env();
    let mut bar = BoxProcess::open(&disk.data(), &[]);
    let token = Phone::first_sign_in(bar.port()).await;
    let mut phone = Phone::new(bar.port(), &token);
    stock_up(&phone).await;
    let mut all: Vec<KeyedRequest> = Vec::new();
    for time in 0..TIMES {
        disk.fill(rng.below(LEFT_MAX));
        all.extend(sells_until_full(&phone, &format!("time {time}"), &mut rng).await);
        for _ in 0..TRIES {
            let refused = phone.sells(1, 1).await.expect("an answer").is(503);
            assert_eq!((&refused["code"], &refused["saved"]), (&json!("read_only"), &json!(false)), "{refused}");
            assert_reads_continue(&phone, &all).await;
        }
        if time % 3 == 2 {
            // A power cut on the full disk: the box restarts and can at least be read.
            bar.kill();
            bar = BoxProcess::open(&disk.data(), &[]);
            phone = Phone::new(bar.port(), &token);
            assert_reads_continue(&phone, &all).await;
        }
        disk.empty();
        for request in all.iter_mut().rev().take(TRIES as usize) {
            assert!(request.send(&phone).await, "there is room again, and {} is still refused", request.key);
        }
    }
    assert_reads_continue(&phone, &all).await;
    assert_eq!(bar.terminate().status.code(), Some(0));
    println!("the store file has {} bytes", fs::metadata(file_of(&disk.data())).expect("a file").len());
    assert_books_agree(&disk.data(), &all);
}
