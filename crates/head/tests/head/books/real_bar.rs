//! A real bar whose history head office has, without a connection between them.

use std::path::Path;
use std::time::{Duration, Instant};

use backup::parcels::{EntryMark, FigureRows, Header, LineName, Mark, Parcel, PrivateKey, PublicKey, write};
use backup::{Position, Segment, bar_name};
use bar::engine::{self, Clock, Command, SystemClock};
use bar::rates::SetRate;
use barback::head_link::figures::{Cursor, figures_part};
use base::{Actor, Envelope, Rate, Timestamp};
use head::box_port::{self, BoxPort, CodeFor, make_code};
use head::database::Database;
use head::history::{CallingBox, HereOnly, LineState, lines, receive_parcel};
use head::keys::{Authority, Secret};
use head::server;
use head::web::{HeadParts, HeadState};
use rcgen::{KeyPair, PublicKeyData};
use serde_json::{Value, json};
use store::{self, Folder, Store};
use tokio::net::TcpListener;

use crate::box_process::BoxProcess;
use crate::phone::{PASSWORD, Phone};

/// Longest wait until head office has heard everything.
const PATIENCE: Duration = Duration::from_secs(90);
/// The box that is lost.
const LOST_BOX: &str = "00000000000000b0";
const SALE: &str = "the sale before the box was lost";

/// What a bar sold, before it was closed.
pub struct Sold {
    /// The answer to the sale with the key [`SALE`].
    answer: Vec<u8>,
    seen: Vec<(&'static str, Value)>,
}

/// What must be the same on the restored box.
const COMPARED: [&str; 8] = [
    "/api/products",
    "/api/sales?limit=200",
    "/api/orders",
    "/api/tabs",
    "/api/credit",
    "/api/admin/sales-summary",
    "/api/reports/cash",
    "/api/receipts",
];

/// Signs the admin in.
pub async fn signs_in(bar: &BoxProcess) -> Phone {
    let login = json!({ "username": "admin", "password": PASSWORD });
    let answer = Phone::new(bar.port(), "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    Phone::new(bar.port(), answer["token"].as_str().expect("a token"))
}

async fn sells(phone: &Phone) -> Vec<u8> {
    let sale = json!({ "productId": 1, "quantity": 2 });
    phone.post("/api/sales", &sale, Some(SALE)).await.expect("an answer").body
}

async fn sees_all(phone: &Phone) -> Vec<(&'static str, Value)> {
    let mut seen = Vec::new();
    for path in COMPARED {
        seen.push((path, phone.sees(path).await));
    }
    seen
}

/// Opens a bar whose journal has some hundred entries less or more than `entries`, sells, orders, gives credit, and closes it.
pub async fn sell(data: &Path, entries: u64) -> Sold {
    let first = BoxProcess::open(data, &[]);
    Phone::first_sign_in(first.port()).await;
    first.terminate();
    write_entries(data, entries);
    let bar = BoxProcess::open(data, &[]);
    let phone = signs_in(&bar).await;
    phone.stocks("Club Beer", "2.00", 100).await;
    let answer = sells(&phone).await;
    phone.sells(1, 3).await.expect("an answer").is(201);
    let posts = async |path: &str, body: Value| phone.post(path, &body, None).await.expect("an answer").is(201);
    posts("/api/orders", json!({ "customerName": "James", "items": [{ "productId": 1, "quantity": 2 }] })).await;
    posts("/api/credit", json!({ "customerName": "Musu", "customerPhone": "0770", "productId": 1, "quantity": 1 })).await;
    let seen = sees_all(&phone).await;
    bar.terminate();
    Sold { answer, seen }
}

impl Sold {
    /// Checks a restored box as the one that was lost: what it shows, its next receipt, and a request that is repeated.
    pub async fn is_restored_to(&self, data: &Path) {
        let bar = BoxProcess::open(data, &[]);
        let phone = signs_in(&bar).await;
        assert_eq!(sees_all(&phone).await, self.seen);
        assert_eq!(sells(&phone).await, self.answer, "the old answer");
        assert_eq!(sees_all(&phone).await, self.seen, "nothing is sold twice");
        let sold = phone.sells(1, 1).await.expect("an answer").is(201);
        let number = sold["receipt"]["receiptNumber"].as_str().expect("a number");
        assert!(number.ends_with("0001") && number.len() == "R-20261121-483920001".len(), "{number}");
        let link = phone.sees("/api/head-link").await;
        assert!(link["name"] == "Lagoon Bars" && link["state"] != "unpaired" && link["state"] != "off", "{link}");
        bar.terminate();
    }
}

/// Adds entries to a closed bar, each in a commit of its own as far as backups know.
fn write_entries(data: &Path, count: u64) {
    let store = Store::open(Folder::lock(data).expect("closed")).expect("whole");
    let written = store.write(|tables| {
        let first = engine::offline_envelope(tables, SystemClock::start().now())?;
        for number in 1..=count {
            let envelope = Envelope { at: first.at, running: first.running + number, actor: Actor::the_box() };
            let rate = Rate::parse(&(100 + number % 90).to_string()).expect("a rate");
            engine::step(tables, &envelope, &Command::Rate(SetRate { rate }))?;
        }
        Ok(())
    });
    written.expect("written");
}

/// A head office that has a closed bar.
pub struct Lagoon {
    pub bar: String,
    pub line: LineName,
    /// Its newest entry.
    pub entries: u64,
    pub port: u16,
    database: Database,
    authority: std::sync::Arc<Authority>,
}

impl Lagoon {
    /// Sends all entries and figures of the bar in `data` to a head office, whose box port runs from then on.
    pub async fn with(database: Database, data: &Path) -> Self {
        let secret = || Secret::new(&[7; 32]).expect("a secret");
        let authority = std::sync::Arc::new(Authority::open(&database, &secret()).await.expect("an authority"));
        let clock = std::sync::Arc::new(SystemClock::start());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let state = HeadState::from(HeadParts::new(database.clone(), secret(), clock.clone()));
        let box_port = BoxPort {
            database: database.clone(),
            authority: authority.clone(),
            clock,
            name: "Lagoon Bars".to_owned(),
            bar_day_bytes: head::config::BAR_DAY_BYTES,
        };
        tokio::spawn(async move { box_port::serve(listener, box_port, server::box_routes(&state), std::future::pending()).await });
        let store = Store::open(Folder::lock(data).expect("closed")).expect("whole");
        let bar = store.read(bar_name).expect("read").expect("a name");
        let (line, entries) = send(&database, &store, &bar).await;
        Lagoon { bar, line, entries, port, database, authority }
    }

    /// A code that replaces the box.
    pub async fn code(&self) -> String {
        let wanted = CodeFor::Known { bar: self.bar.clone() };
        make_code(&self.database, &self.authority, &wanted, "Jane", SystemClock::start().now()).await.expect("a code").code.to_string()
    }

    /// Opens a restored bar until head office has heard everything of it: then its new line counts, and nothing is known here only.
    pub async fn hears(&self, data: &Path) {
        let bar = BoxProcess::open(data, &[]);
        let phone = signs_in(&bar).await;
        let began = Instant::now();
        loop {
            let link = phone.sees("/api/head-link").await;
            if link["state"] == "ok" && link["position"]["seq"] == link["journal"] {
                break;
            }
            assert!(began.elapsed() < PATIENCE, "{link}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bar.terminate();
        let lines = lines(&self.database, &self.bar).await.expect("lines");
        let current = lines.iter().find(|line| line.row.state == LineState::Current).expect("a current line");
        assert_eq!((current.parent, current.row.from.seq, current.row.figures_whole), (Some(self.line), self.entries, true));
        assert!(lines.iter().all(|line| line.known_here_only == HereOnly::NONE), "{lines:#?}");
        let sums = "SELECT l.line, sum(d.usd)::BIGINT FROM fig_day d JOIN lines l ON l.line_id = d.line_id GROUP BY l.line";
        let rows = self.database.client().await.expect("a connection").query(sums, &[]).await.expect("sums");
        let mut sums: Vec<i64> = rows.iter().map(|row| row.get(1)).collect();
        sums.dedup();
        assert_eq!((rows.len(), sums.len()), (lines.len(), 1), "another revenue: {sums:?}");
    }

    pub fn address(&self) -> String {
        format!("https://127.0.0.1:{}", self.port)
    }
}

/// Sends a bar as its box does. Returns its line and its newest entry.
async fn send(database: &Database, store: &Store, bar: &str) -> (LineName, u64) {
    let pair = KeyPair::generate().expect("a key");
    let caller = CallingBox { box_name: LOST_BOX.to_owned(), bar: bar.to_owned(), public_key: PublicKey(pair.der_bytes().to_vec()) };
    let key = PrivateKey::from_pkcs8(pair.serialized_der()).expect("P-256");
    let client = database.client().await.expect("a connection");
    let sql = "INSERT INTO bars (bar, name, added_at, added_by) VALUES ($1, 'Cape Bar', now(), 'owner')";
    client.execute(sql, &[&bar]).await.expect("a bar");
    let sql = "INSERT INTO boxes (box, bar, public_key, certificate, paired_at, version) VALUES ($1, $2, $3, ''::BYTEA, now(), '0.1.0')";
    client.execute(sql, &[&caller.box_name, &bar, &caller.public_key.0]).await.expect("a box");
    let (mut position, mut from, mut line) = (Position::default(), EntryMark::START, None);
    let take = async |from: EntryMark, to: EntryMark, line: LineName, step: Option<Segment>, figures: Option<FigureRows>| {
        let (version, at) = (env!("CARGO_PKG_VERSION").to_owned(), Timestamp::default());
        let header = Header { version, protocol: 1, bar: bar.to_owned(), line, box_name: caller.box_name.clone(), at, from, to };
        let bytes = write(&Parcel { header, step, figures }, &key).expect("small");
        receive_parcel(database, &caller, bytes.into(), SystemClock::start().now()).await.expect("taken");
    };
    while let Some((segment, next)) = store.read(|view| Segment::after(view, position)).expect("read") {
        let last = segment.entries.last().expect("an entry");
        let to = EntryMark { seq: last.seq, hash: Some(Mark::of(&last.bytes)) };
        let name = *line.get_or_insert_with(|| Mark::of(&segment.entries[0].bytes).line());
        take(from, to, name, Some(segment), None).await;
        (position, from) = (next, to);
    }
    let (line, mut cursor) = (line.expect("entries"), Cursor::default());
    while let Some((rows, next)) = store.read(|view| figures_part(view, 0, &cursor, &[])).expect("read") {
        take(from, from, line, None, Some(rows)).await;
        if next.is_complete() {
            break;
        }
        cursor = next;
    }
    (line, store.read(store::head).expect("read"))
}
