//! Replication while both boxes run: lag below a second, status of the second box, restarts of either box, HTTPS.

use std::net::TcpListener;
use std::time::Duration;

use serde_json::json;
use store::{Folder, Store, entries_after};

use crate::box_process::BoxProcess;
use crate::cli::{barback, busy_bar, path_in, sells};
use crate::pair::{caught_up, code, follow, journal_of, second, until, url};
use crate::phone::Phone;
use crate::rebuild_check;

/// Number of measurements of the lag.
const SAMPLES: usize = 20;
/// Largest median lag.
const LAG_MAX: Duration = Duration::from_secs(1);

#[tokio::test(flavor = "multi_thread")]
async fn a_second_box_is_less_than_a_second_behind_while_the_first_sells() {
    let room = tempfile::tempdir().expect("room");
    let (bar, phone, _) = busy_bar(&room.path().join("first"), &[], 40).await;
    let stand = second(&room.path().join("second"), &phone, bar.port()).await;
    caught_up(stand.port(), bar.port()).await;
    let sellers: Vec<_> = ["one", "two", "three"]
        .map(|name| {
            let phone = phone.clone();
            tokio::spawn(async move { sells(&phone, name, 150).await })
        })
        .into();
    let mut lags = Vec::new();
    for _ in 0..SAMPLES {
        lags.push(caught_up(stand.port(), bar.port()).await);
    }
    for seller in sellers {
        seller.await.expect("sold");
    }
    lags.sort_unstable();
    println!("lag: median {:?}, maximum {:?}, of {SAMPLES} measurements", lags[SAMPLES / 2], lags[SAMPLES - 1]);
    assert!(lags[SAMPLES / 2] < LAG_MAX, "{lags:?}");
    let seen = phone.sees("/api/standby").await;
    assert_eq!((&seen["state"], &seen["pairedBy"], &seen["address"]), (&json!("ok"), &json!("admin"), &json!("127.0.0.1")));
    stand.kill();
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_box_that_stands_by_says_so_and_reveals_nothing() {
    let room = tempfile::tempdir().expect("room");
    let (bar, phone, _) = busy_bar(&room.path().join("first"), &[], 5).await;
    let data = room.path().join("second");
    let stand = second(&data, &phone, bar.port()).await;
    caught_up(stand.port(), bar.port()).await;
    let stranger = Phone::new(stand.port(), phone.token());
    for path in ["/api/sales", "/api/menu", "/api/exchange-rate", "/api/auth/me", "/api/nothing", "/api"] {
        let refused = stranger.get(path).await.expect("an answer").is(503);
        assert_eq!((&refused["code"], &refused["first"]), (&json!("standby"), &json!(url(bar.port()))), "{path}");
        assert!(refused["message"].as_str().expect("words").contains("stands by for"), "{refused}");
    }
    assert_eq!(stranger.sells(1, 1).await.expect("an answer").status, 503);
    let page = stranger.get("/quick-service").await.expect("an answer");
    let text = String::from_utf8(page.body).expect("text");
    assert!(page.status == 503 && text.contains("This box stands by") && text.contains(&url(bar.port())), "{text}");
    // It can make a backup of what it has, and no journal entry records that.
    let copy = path_in(&barback(&data, &["backup"]).ok());
    assert!(barback(&data, &["verify", &copy.display().to_string()]).ok().contains("figures are those of the bar that was backed up"));
    caught_up(stand.port(), bar.port()).await;
    assert_eq!(journal_of(stand.port()).await, journal_of(bar.port()).await, "the second box wrote an entry of its own");
    // The code gives access to nothing but the journal, and a session gives none to the journal.
    let code = code(&phone).await;
    assert_eq!(Phone::new(bar.port(), &code).get("/api/sales").await.expect("an answer").status, 401);
    assert_eq!(phone.get("/api/journal").await.expect("an answer").status, 401);
    assert_eq!(Phone::new(bar.port(), &code).get("/api/journal").await.expect("an answer").status, 200);
    // A new code makes the old one invalid.
    until(stand.port(), |health| health["state"] == "refused").await;
    let words = until(stand.port(), |health| health["message"].as_str().is_some_and(|words| words.contains("code"))).await;
    assert!(words["message"].as_str().expect("words").contains("Make a new one"), "{words}");
    assert_eq!(stand.terminate().status.code(), Some(0));
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_box_continues_after_either_box_was_restarted() {
    let room = tempfile::tempdir().expect("room");
    let (first, other) = (room.path().join("first"), room.path().join("second"));
    // A port of its own, so that the first box comes back where it was.
    let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port();
    let listen = format!("127.0.0.1:{port}");
    let again = ["--listen", listen.as_str()];
    let open = || BoxProcess::start(&first, &again).expect("the first box opens");
    let bar = open();
    let phone = Phone::new(port, &Phone::first_sign_in(port).await);
    crate::ledger::stock_up(&phone).await;
    sells(&phone, "before", 10).await;
    let stand = second(&other, &phone, port).await;
    caught_up(stand.port(), port).await;

    stand.kill();
    sells(&phone, "without a second box", 20).await;
    // The folder records that it stands by: no argument is needed.
    let stand = BoxProcess::open(&other, &[]);
    caught_up(stand.port(), port).await;

    bar.kill();
    until(stand.port(), |health| health["state"] == "away").await;
    let bar = open();
    sells(&phone, "after the power cut", 10).await;
    caught_up(stand.port(), port).await;
    stand.kill();

    // It also starts while the first box is away, and waits for it.
    bar.kill();
    let stand = BoxProcess::open(&other, &["follow"]);
    until(stand.port(), |health| health["state"] == "away").await;
    let bar = open();
    caught_up(stand.port(), port).await;
    assert_eq!((stand.terminate().status.code(), bar.terminate().status.code()), (Some(0), Some(0)));
    let [ours, theirs] = [&other, &first].map(|data| Store::open(Folder::lock(data).expect("free")).expect("whole"));
    rebuild_check::assert_rebuilds(&ours);
    let entries = |store: &Store| store.read(|view| entries_after(view, 0, usize::MAX)).expect("a journal");
    let (ours, theirs) = (entries(&ours), entries(&theirs));
    assert!(theirs.starts_with(&ours) && ours.len() > 50, "another journal: {} and {} entries", ours.len(), theirs.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_box_follows_over_https_only_the_box_that_made_the_code() {
    let room = tempfile::tempdir().expect("room");
    let (bar, phone, _) = busy_bar(&room.path().join("first"), &["--https", "127.0.0.1:0"], 5).await;
    let made = phone.post("/api/standby", &json!({}), None).await.expect("an answer").is(201);
    let (code, shown_url) = (made["code"].as_str().expect("a code"), made["url"].as_str().expect("a place"));
    assert!(code.contains('.') && made["command"] == format!("barback follow {shown_url} --code {code}"), "{made}");
    let secure = format!("https://127.0.0.1:{}", shown_url.rsplit(':').next().expect("a port"));
    let stand = follow(&room.path().join("second"), &secure, code, &[]).expect("it follows");
    sells(&phone, "by https", 5).await;
    caught_up(stand.port(), bar.port()).await;
    stand.kill();

    let (secret, _) = code.split_once('.').expect("two parts");
    let plain = follow(&room.path().join("third"), &secure, secret, &[]).err().expect("refused").errors;
    assert!(plain.contains("Make a new one while the first box serves HTTPS"), "{plain}");
    let other = format!("{secret}.{secret}");
    let strange = follow(&room.path().join("third"), &secure, &other, &[]).err().expect("refused").errors;
    assert!(strange.contains("no secure connection") && !strange.contains(secret), "{strange}");
    assert!(!room.path().join("third").join("barback.redb").exists(), "an empty bar was left behind");
    bar.kill();
}
