//! A test bar behind its HTTP router, with a clock that the test sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use barback::backup::{BackupDirectory, Backups};
use barback::engine::{Clock, Command, Engine};
use barback::http::{self, AppState, PrintingParts, Surroundings, TokenSigner};
use barback::printer::find::Finders;
use barback::receipts::GuestTokenKey;
use barback::staff::{self, StaffCommand};
use base::{Actor, NetworkAddresses, Role, Timestamp};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use store::{Folder, Store};
use tempfile::TempDir;
use tower::ServiceExt;

/// Milliseconds of an hour.
pub const HOUR: i64 = 60 * 60 * 1000;
/// Saturday, 2026-11-21, 20:00 in Monrovia.
const OPENS: i64 = 1_795_291_200_000;
/// The night before.
pub const LAST_NIGHT: &str = "2026-11-20";
const STAFF: [(&str, Role); 3] = [("admin", Role::Admin), ("manager", Role::Manager), ("musu", Role::Bartender)];

/// The id of the account of this member of [`STAFF`]: they are created in this order.
fn place_of(name: &str) -> u64 {
    STAFF.iter().position(|(one, _)| *one == name).expect("a member") as u64 + 1
}

struct TestClock(AtomicI64);

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_millis(self.0.load(Ordering::SeqCst))
    }
    fn running_millis(&self) -> u64 {
        0
    }
}

/// A bar with an admin, a manager, a bartender and three products.
pub struct TestBar {
    router: Router,
    signer: TokenSigner,
    clock: Arc<TestClock>,
    _folder: TempDir,
}

/// An HTTP answer with a JSON body.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
    /// The body as it came, also if it is no JSON.
    pub bytes: Vec<u8>,
}

impl Answer {
    /// The body of a 2xx answer, without its figures about tax, of which there is none here; fails for any other status.
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.body);
        let mut body = self.body;
        take_out_tax(&mut body);
        body
    }

    pub fn header(&self, name: header::HeaderName) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// Takes the sums of taxes out, which must be zero, and the sums without them, which must be the revenue.
fn take_out_tax(value: &mut Value) {
    match value {
        Value::Array(rows) => rows.iter_mut().for_each(take_out_tax),
        Value::Object(members) => {
            members.values_mut().for_each(take_out_tax);
            for name in ["taxUSD", "taxLRD"] {
                let tax = members.remove(name);
                assert!(tax.is_none_or(|tax| tax == "0.00"), "{name} of {members:?}");
            }
            members.remove("netLRD");
            if let (Some(net), Some(revenue)) = (members.remove("netUSD"), members.get("totalRevenue")) {
                assert_eq!(net, *revenue);
            }
        }
        _ => {}
    }
}

impl TestBar {
    pub async fn open() -> Self {
        let folder = TempDir::new().expect("a folder");
        let store = Arc::new(Store::open(Folder::lock(folder.path()).expect("free")).expect("opens"));
        let clock = Arc::new(TestClock(AtomicI64::new(OPENS)));
        let (engine, _) = Engine::start(store.clone(), clock.clone()).expect("starts");
        for (name, role) in STAFF {
            let seed =
                StaffCommand::SeedAdmin { username: name.to_owned(), password_hash: name.to_owned(), role, must_change_password: false };
            engine.run(Command::Staff(seed), Actor::the_box()).await.expect("an account");
        }
        let bar = TestBar::of(folder, store, clock, engine).await;
        for product in [
            json!({"name": "Club Beer", "category": "drinks", "priceUSD": "3.50", "stock": 40}),
            json!({"name": "Jollof Rice", "category": "food", "currency": "LRD", "priceLRD": "950", "stock": 40}),
            json!({"name": "Cohiba", "category": "cigars", "priceUSD": "25.00", "stock": 4}),
        ] {
            bar.post("manager", "/api/products", product).await.ok();
        }
        bar
    }

    /// The demo bar with its thirty nights of sales. Its accounts stand in the places of [`STAFF`].
    pub async fn demo() -> Self {
        let folder = TempDir::new().expect("a folder");
        let store = Arc::new(Store::open(Folder::lock(folder.path()).expect("free")).expect("opens"));
        let clock = Arc::new(TestClock(AtomicI64::new(OPENS)));
        barback::demo::fill(&store, clock.as_ref()).expect("filled");
        let (engine, _) = Engine::start(store.clone(), clock.clone()).expect("starts");
        TestBar::of(folder, store, clock, engine).await
    }

    /// Signs the accounts in, and starts the router.
    async fn of(folder: TempDir, store: Arc<Store>, clock: Arc<TestClock>, engine: Engine) -> Self {
        for (name, role) in STAFF {
            let user_id = place_of(name);
            let hash = store.read(|view| staff::any_user(view, user_id)).expect("readable").expect("an account").password_hash;
            let sign_in = StaffCommand::SignIn { user_id, compared_hash: hash, session_id: name.to_owned() };
            let actor = Actor { id: user_id, name: name.to_owned(), role };
            engine.run(Command::Staff(sign_in), actor).await.expect("a session");
        }
        let guest_token_key = GuestTokenKey::new(b"secret").expect("a key");
        let paper = PrintingParts { printer_states: Arc::default(), access: Arc::default(), finders: Finders::default(), guest_token_key };
        let directory = BackupDirectory::of(None, folder.path());
        let backups = Backups::start(store.clone(), engine.clone(), directory, false, None, None).expect("a thread");
        let surroundings = Surroundings { guests: Box::new(String::new), staff: Box::new(NetworkAddresses::default), machine: None };
        let app = AppState::new(engine, store, b"secret", paper, backups, false, surroundings);
        TestBar { router: http::router(app), signer: TokenSigner::new(b"secret"), clock, _folder: folder }
    }

    /// Moves the clock, backwards if negative.
    pub fn wait(&self, millis: i64) {
        self.clock.0.fetch_add(millis, Ordering::SeqCst);
    }

    /// Sends a request as this member of [`STAFF`]; without a session for any other name.
    pub async fn get(&self, who: &str, path: &str) -> Answer {
        self.call(Method::GET, who, path, Value::Null, "").await
    }

    /// Requests again, with the `ETag` of an earlier answer.
    pub async fn get_again(&self, who: &str, path: &str, etag: &str) -> Answer {
        self.call(Method::GET, who, path, Value::Null, etag).await
    }

    pub async fn put(&self, who: &str, path: &str, body: Value) -> Answer {
        self.call(Method::PUT, who, path, body, "").await
    }

    pub async fn post(&self, who: &str, path: &str, body: Value) -> Answer {
        self.call(Method::POST, who, path, body, "").await
    }

    /// Sells products 1 (beer, $3.50), 2 (rice, L$950) and 3 (cigar, $25) to a customer, or to a walk-in.
    pub async fn sells(&self, who: &str, lines: &[(u64, i64)], method: &str, customer: Option<&str>) -> Value {
        let lines: Vec<Value> = lines.iter().map(|(id, quantity)| json!({"productId": id, "quantity": quantity})).collect();
        let body = json!({"sales": lines, "paymentMethod": method, "customerName": customer});
        self.post(who, "/api/sales/batch", body).await.ok()
    }

    pub async fn voids(&self, sale_id: u64) {
        self.post("manager", &format!("/api/sales/{sale_id}/void"), json!({"reason": "Wrong drink"})).await.ok();
    }

    async fn call(&self, method: Method, who: &str, path: &str, body: Value, etag: &str) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
        if let Some(place) = STAFF.iter().position(|(name, _)| *name == who) {
            let token = self.signer.token(place as u64 + 1, who).expect("a token");
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        if !etag.is_empty() {
            request = request.header(header::IF_NONE_MATCH, etag);
        }
        let request = request.body(Body::from(body.to_string())).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.expect("a body").to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            body: serde_json::from_slice(&bytes).unwrap_or_default(),
            bytes: bytes.to_vec(),
        }
    }
}
