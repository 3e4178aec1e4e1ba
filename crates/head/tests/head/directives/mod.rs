//! Changes that head office asks of bars: numbers, states, withdrawal, what boxes get, and products of the chain.

mod asked;
mod numbers;
mod products;
mod restored;
mod states;

use std::collections::BTreeMap;

use axum::Extension;
use backup::parcels::{Directive, DirectivePosition, FigureRows, HelloAnswer};
use head::box_port::BoxCaller;
use head::keys::Secret;
use head::server::box_routes;
use head::web::{HeadParts, HeadState};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::head_office::{HeadOffice, Person};
use crate::history::simulated_box::SimulatedBox;
use crate::history::world::World;

/// A head office with its owner, and what boxes send to its database.
struct Office {
    head: HeadOffice,
    owner: Person,
    world: World,
}

/// What a box made of a directive.
#[derive(Debug, Clone, PartialEq)]
struct Decision {
    id: String,
    state: &'static str,
    code: Option<&'static str>,
    reason: Option<&'static str>,
}

/// A box that fetches directives.
struct Fetcher {
    simulated: SimulatedBox,
    /// By number.
    has: BTreeMap<u64, Decision>,
    /// How often each id was decided.
    decided: BTreeMap<String, u32>,
    /// Where it calls.
    url: String,
}

impl Office {
    async fn start() -> Self {
        let head = HeadOffice::start().await;
        let owner = head.owner().await;
        let world = World::over(head.database.clone());
        Office { head, owner, world }
    }

    /// A box of a new bar that has said hello and sent its first entries.
    async fn bar(&self, name: &str) -> Fetcher {
        self.fetcher(self.world.bar().await, name).await
    }

    async fn fetcher(&self, mut simulated: SimulatedBox, name: &str) -> Fetcher {
        let bar = simulated.caller.bar.clone();
        self.head.sql(&format!("UPDATE bars SET name = '{name}' WHERE bar = '{bar}'")).await;
        simulated.sells(3);
        self.world.sends(&simulated, 70).await;
        let secret = Secret::new(&[7; 32]).expect("a key");
        let state = HeadState::from(HeadParts::new(self.head.database.clone(), secret, self.head.clock.clone()));
        let caller = simulated.caller.clone();
        let caller = BoxCaller { box_name: caller.box_name, bar, public_key: caller.public_key, is_second: false };
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/box/v1/directives", listener.local_addr().expect("bound"));
        let routes = box_routes(&state).layer(Extension(caller));
        tokio::spawn(async move { axum::serve(listener, routes).await });
        Fetcher { simulated, has: BTreeMap::new(), decided: BTreeMap::new(), url }
    }

    /// Asks bars for something as the owner; 201 with the rows.
    async fn asks(&self, kind: &str, body: Value, bars: &[&Fetcher]) -> Vec<Value> {
        let (status, rows) = self.tries(&self.owner, kind, body, bars).await;
        assert_eq!(status, 201, "{rows}");
        rows.as_array().expect("rows").clone()
    }

    async fn tries(&self, person: &Person, kind: &str, body: Value, bars: &[&Fetcher]) -> (u16, Value) {
        let bars: Vec<&str> = bars.iter().map(|of| of.bar()).collect();
        let body = json!({ "kind": kind, "body": body, "bars": bars, "effective": "now" });
        self.head.post("/api/head/directives", &person.token, body).await
    }

    async fn suggests(&self, rate: &str, of: &Fetcher) -> Value {
        self.asks("rate.suggest", json!({ "rate": rate }), &[of]).await.remove(0)
    }

    /// Number and state of all directives that the owner sees, the first one first.
    async fn states(&self) -> Vec<(i64, String)> {
        let (status, rows) = self.head.get("/api/head/directives", &self.owner.token).await;
        assert_eq!(status, 200, "{rows}");
        let of = |row: &Value| (row["number"].as_i64().expect("a number"), row["state"].as_str().expect("a state").to_owned());
        rows.as_array().expect("rows").iter().rev().map(of).collect()
    }

    async fn deletes(&self, person: &Person, directive: &Value) -> (u16, Value) {
        let path = format!("/api/head/directives/{}", directive["id"].as_str().expect("an id"));
        self.head.call(Method::DELETE, &path, &person.token, Value::Null).await
    }
}

impl Fetcher {
    fn bar(&self) -> &str {
        &self.simulated.caller.bar
    }

    /// Says hello with its newest directive.
    async fn hello(&mut self, office: &Office) -> HelloAnswer {
        let newest = self.has.last_key_value();
        self.simulated.directives =
            DirectivePosition { number: newest.map_or(0, |(number, _)| *number), id: newest.map(|(_, decision)| decision.id.clone()) };
        office.world.hello(&self.simulated).await
    }

    /// Fetches what is behind its newest one; returns all that head office gave.
    async fn fetches(&mut self) -> Vec<Directive> {
        let after = self.has.last_key_value().map_or(0, |(number, _)| *number);
        let given = self.asks(&format!("?after={after}")).await;
        let given: Vec<Directive> = serde_json::from_value(given).expect("directives");
        for one in &given {
            if self.has.values().all(|known| known.id != one.id) {
                self.has.insert(one.number, Decision { id: one.id.clone(), state: "received", code: None, reason: None });
            }
        }
        given
    }

    async fn asks(&self, query: &str) -> Value {
        reqwest::get(format!("{}{query}", self.url)).await.expect("an answer").json().await.expect("JSON")
    }

    fn decides(&mut self, number: u64, state: &'static str, code: Option<&'static str>, reason: Option<&'static str>) {
        let decision = self.has.get_mut(&number).expect("a directive that it has");
        *self.decided.entry(decision.id.clone()).or_default() += 1;
        *decision = Decision { id: decision.id.clone(), state, code, reason };
    }

    /// Sends an entry, and what became of the directives as figures.
    async fn sends(&mut self, office: &Office) {
        self.simulated.sells(1);
        office.world.sends(&self.simulated, 70).await;
        let row = |(number, of): (&u64, &Decision)| {
            let at = (of.state != "received").then_some("2026-11-27T18:00:00Z");
            vec![json!(number), json!(of.id), json!(of.state), json!(of.code), json!(of.reason), json!(at)]
        };
        let rows = self.has.iter().map(row).collect();
        self.sends_rows(office, "directive", rows).await;
    }

    async fn sends_rows(&mut self, office: &Office, set: &str, rows: Vec<Vec<Value>>) {
        let at = self.simulated.journal();
        let sets = BTreeMap::from([(set.to_owned(), rows)]);
        let figures = FigureRows { upto: at, first: at, last: true, whole: Vec::new(), sets };
        office.world.take(&self.simulated, self.simulated.parcel(at, at, Some(figures))).await.expect("taken");
    }
}
