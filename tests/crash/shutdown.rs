//! Shutdown under load, and a second box on the same folder.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::box_process::BoxProcess;
use crate::fake_printer::{Behavior, FakePrinter};
use crate::ledger::{assert_all_stored, assert_books_agree, shown_sales, stock_up};
use crate::phone::Phone;
use crate::power_cuts::{all_requests, sellers};
use crate::rng::SeededRng;

/// How long a box may take to stop.
const STOP_MAX: Duration = Duration::from_secs(5);
/// Live streams that are open at the shutdown.
const STREAMS: usize = 8;
/// Time of load before the shutdown.
const LOAD: Duration = Duration::from_millis(300);

/// Stops a busy box whose printer is at `printer`, with live streams open.
async fn stops_under_load(printer: &str) {
    let folder = tempfile::tempdir().expect("room");
    let bar = BoxProcess::open(folder.path(), &["--printer", printer]);
    let token = Phone::first_sign_in(bar.port()).await;
    let phone = Phone::new(bar.port(), &token);
    stock_up(&phone).await;
    let mut streams = Vec::new();
    for _ in 0..STREAMS {
        streams.push(phone.listens().await);
    }
    let sellers = sellers(bar.port(), &token, 0, &mut SeededRng::from_env(), &Arc::new(AtomicBool::new(false)));
    tokio::time::sleep(LOAD).await;
    let ended = bar.terminate();
    assert_eq!(ended.status.code(), Some(0), "{}", ended.errors);
    assert!(ended.took < STOP_MAX, "it took {:?}: {}", ended.took, ended.errors);
    let mut requests = all_requests(sellers).await;
    drop(streams);

    let bar = BoxProcess::open(folder.path(), &["--printer", "none"]);
    let phone = Phone::new(bar.port(), &token);
    assert_all_stored(&requests, &shown_sales(&phone, 0).await);
    for request in &mut requests {
        assert!(request.send(&phone).await, "{} is answered after the restart", request.key);
    }
    assert_eq!(bar.terminate().status.code(), Some(0));
    assert_books_agree(folder.path(), &requests);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_box_stops_in_time_and_keeps_what_it_acknowledged() {
    stops_under_load("none").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreachable_printer_does_not_delay_the_shutdown() {
    // This address (RFC 5737) never answers: connections wait until they time out.
    stops_under_load("tcp://192.0.2.1:9100").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hanging_printer_does_not_delay_the_shutdown() {
    let printer = FakePrinter::start(Behavior::Hangs);
    stops_under_load(&printer.url()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_locked_by_one_box_as_long_as_it_runs() {
    let folder = tempfile::tempdir().expect("room");
    let first = BoxProcess::open(folder.path(), &[]);
    for _ in 0..3 {
        let second = BoxProcess::start(folder.path(), &[]).err().expect("it refuses");
        assert_eq!(second.status.code(), Some(1));
        let expected = format!("The folder {} is in use by another Barback (pid {}).", folder.path().display(), first.pid());
        let advice = "Stop that one first (systemctl stop barback), or name another folder with --data.";
        assert_eq!(second.errors, format!("{expected}\n{advice}\n"));
    }
    // The message names a file, and people delete it.
    std::fs::remove_file(folder.path().join("barback.lock")).expect("there");
    let second = BoxProcess::start(folder.path(), &[]).err().expect("it refuses");
    assert_eq!(second.status.code(), Some(1));
    let expected = format!("The folder {} is in use by another Barback (pid ", folder.path().display());
    let pid = second.errors.strip_prefix(&expected).and_then(|rest| rest.split_once(").\n")).expect("the message").0;
    assert!(pid == first.pid().to_string() || pid == "unknown", "{second:?}");
    // The same store under a second name in another folder.
    let other = tempfile::tempdir_in(folder.path().parent().expect("a folder")).expect("room");
    std::fs::hard_link(folder.path().join("barback.redb"), other.path().join("barback.redb")).expect("linked");
    let third = BoxProcess::start(other.path(), &[]).err().expect("it refuses");
    assert!(third.status.code() == Some(1) && third.errors.contains("is in use by another Barback (pid "), "{third:?}");
    assert_eq!(Phone::new(first.port(), "").sees("/healthz").await["status"], "ok", "the first continues to run");
    first.kill();
    let third = BoxProcess::open(folder.path(), &[]);
    assert_eq!(third.terminate().status.code(), Some(0));
    assert_eq!(BoxProcess::open(folder.path(), &[]).terminate().status.code(), Some(0), "a stopped box releases the lock");
}
