//! `barback restore --from-head`: a lost box comes back on a new device.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use store::contains_store;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use super::real_bar::{Lagoon, sell};
use super::restored::{barback, barback_command};
use crate::postgres;

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_box_comes_back_on_a_new_device() {
    let room = tempfile::tempdir().expect("room");
    let (lost, new) = (room.path().join("lost"), room.path().join("new"));
    let sold = sell(&lost, 0).await;
    let lagoon = Lagoon::with(postgres::migrated().await, &lost).await;
    let code = lagoon.code().await;
    let restore = ["restore", "--from-head", &lagoon.address(), "--code", &code];
    let (status, text) = barback(&new, &restore);
    assert!(status == 0 && text.contains("Everyone signs in again. Receipt numbers continue at R-"), "{text}");
    assert!(text.contains(&format!("It is connected to Lagoon Bars at {}", lagoon.address())), "{text}");
    assert!(!new.join("from-head").exists() && new.join("head/box.key").exists());
    lagoon.hears(&new).await;
    sold.is_restored_to(&new).await;
    // A bar that is there stays, and the code stays unused.
    let code = lagoon.code().await;
    let restore = ["restore", "--from-head", &lagoon.address(), "--code", &code];
    let (status, text) = barback(&new, &restore);
    assert!(status == 1 && text.contains("holds a bar already"), "{text}");
    let (status, text) = barback(&new, &[&restore[..], &["--replace"]].concat());
    assert!(status == 0 && text.contains("The file that was there before is kept as"), "{text}");
    sold.is_restored_to(&new).await;
    let (status, text) = barback(&room.path().join("other"), &restore);
    assert!(status == 1 && text.contains("This code is wrong, used or older than 15 minutes"), "{text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fetch_that_was_killed_goes_on_where_it_broke_off() {
    let room = tempfile::tempdir().expect("room");
    let (lost, new) = (room.path().join("lost"), room.path().join("new"));
    let sold = sell(&lost, 3_500).await;
    let lagoon = Lagoon::with(postgres::migrated().await, &lost).await;
    let code = lagoon.code().await;
    let gate = Gate::before(lagoon.port, new.join("from-head/books")).await;
    let address = format!("https://127.0.0.1:{}", gate.port);
    let mut process = barback_command(&new, &["restore", "--from-head", &address, "--code", &code])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("started");
    let mut lines = BufReader::new(process.stdout.take().expect("piped"));
    let mut line = String::new();
    lines.read_line(&mut line).expect("text");
    assert!(line.starts_with("Fetched 1,"), "{line}");
    process.kill().expect("killed");
    process.wait().expect("ended");
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("text");
    assert!(!rest.contains("Everyone signs in again"), "{rest}");
    let pieces = std::fs::read_dir(new.join("from-head/books")).expect("pieces").count();
    assert_eq!(pieces, 1);
    // The code is used up; the address may be another one.
    let (status, text) = barback(&new, &["restore", "--from-head", &lagoon.address(), "--code", &code]);
    assert!(status == 0 && !text.contains("Fetched 1,") && text.contains("Everyone signs in again."), "{text}");
    sold.is_restored_to(&new).await;
}

/// Kills, each later than the one before, so that every part of a restore is hit.
const KILLS: u32 = 12;
/// By how much later, in milliseconds.
const LATER_MILLIS: u64 = 90;

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_that_is_killed_at_any_moment_leaves_a_bar_and_ends_when_it_is_repeated() {
    let room = tempfile::tempdir().expect("room");
    let (lost, new) = (room.path().join("lost"), room.path().join("new"));
    let sold = sell(&lost, 1_500).await;
    // Another bar is there, and is replaced.
    sell(&new, 0).await;
    let lagoon = Lagoon::with(postgres::migrated().await, &lost).await;
    let mut code = lagoon.code().await;
    let address = lagoon.address();
    for kill in 1..=KILLS {
        let restore = ["restore", "--from-head", &address, "--code", &code, "--replace"];
        let mut process = barback_command(&new, &restore).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("started");
        tokio::time::sleep(Duration::from_millis(u64::from(kill) * LATER_MILLIS)).await;
        process.kill().expect("killed");
        let ended = process.wait_with_output().expect("ended");
        assert!(contains_store(&new), "kill {kill}");
        let text = String::from_utf8_lossy(&ended.stderr);
        if ended.status.success() {
            break;
        }
        // Killed between the answer to the code and the disk.
        if text.contains("This code is wrong") {
            code = lagoon.code().await;
        } else {
            assert_eq!(text, "", "kill {kill}");
        }
    }
    let code_after = lagoon.code().await;
    let (status, text) = barback(&new, &["restore", "--from-head", &address, "--code", &code_after, "--replace"]);
    assert!(status == 0 && text.contains("Everyone signs in again."), "{text}");
    sold.is_restored_to(&new).await;
}

/// Stands before a head office and lets through what it says until a file is in a folder; then it is silent.
struct Gate {
    port: u16,
}

impl Gate {
    async fn before(head: u16, folder: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("bound").port();
        tokio::spawn(async move {
            while let Ok((device, _)) = listener.accept().await {
                let office = TcpStream::connect(("127.0.0.1", head)).await.expect("connected");
                let ((mut asks, mut hears), (mut answers, mut hears_device)) = (device.into_split(), office.into_split());
                tokio::spawn(async move { tokio::io::copy(&mut asks, &mut hears_device).await });
                let folder = folder.clone();
                tokio::spawn(async move {
                    let mut bytes = vec![0; 1024];
                    while let Ok(read) = answers.read(&mut bytes).await
                        && read > 0
                    {
                        let has_file = std::fs::read_dir(&folder).is_ok_and(|mut files| files.next().is_some());
                        if has_file {
                            std::future::pending::<()>().await;
                        }
                        if hears.write_all(&bytes[..read]).await.is_err() {
                            break;
                        }
                    }
                });
            }
        });
        Gate { port }
    }
}
