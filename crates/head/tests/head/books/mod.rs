//! Books: lines, entries, copies and files over HTTP, on the command line, and restored on a new device.

mod calls;
mod fetched;
mod files;
mod real_bar;
mod restored;

use std::process::{Command, Output};

use reqwest::Response;

use crate::head_office::{HeadOffice, Person};
use crate::history::simulated_box::SimulatedBox;
use crate::history::world::World;

/// A head office over HTTP, with boxes that send to its database.
struct Office {
    head: HeadOffice,
    owner: Person,
    world: World,
}

impl Office {
    async fn start() -> Self {
        let head = HeadOffice::start().await;
        let owner = head.owner().await;
        let world = World::over(head.database.clone());
        Office { head, owner, world }
    }

    /// Asks as the owner; the whole answer.
    async fn asks(&self, path: &str) -> Response {
        let bearer = format!("Bearer {}", self.owner.token);
        self.head.request(reqwest::Method::GET, path, &[("authorization", &bearer)], None).await
    }

    /// Sends a file as the owner; status and body. Later than what was before, so that the record is in that order.
    async fn loads(&self, bytes: Vec<u8>) -> (u16, serde_json::Value) {
        self.head.clock.advance(1);
        let request = reqwest::Client::new().post(format!("{}/api/head/files", self.head.address)).bearer_auth(&self.owner.token);
        let answer = request.header("content-type", "application/octet-stream").body(bytes).send().await.expect("an answer");
        (answer.status().as_u16(), answer.json().await.expect("JSON"))
    }
}

/// A file of signed parcels with the entries behind `from` up to `to`.
fn parcels(simulated: &SimulatedBox, from: u64, to: u64) -> Vec<u8> {
    let starts = (from..to).step_by(250);
    starts.flat_map(|at| simulated.parcel(at, (at + 250).min(to), None)).collect()
}

/// Runs `barback-head` to its end; exit code and what it printed.
fn barback_head(url: &str, args: &[&str]) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barback-head"));
    crate::box_process::clear_environment(&mut command);
    let Output { status, stdout, stderr } = command.args(args).args(["--database", url]).output().expect("run");
    (status.code().expect("a code"), String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr))
}
