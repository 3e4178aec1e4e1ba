//! Runs `barback` commands, and sets up a bar with sales to run them on.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::box_process::{BoxProcess, clear_environment};
use crate::ledger::{KeyedRequest, stock_up};
use crate::phone::Phone;
use crate::rng::SeededRng;

/// Longest wait for an expected state.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// Exit code and output of a command.
#[derive(Debug)]
pub struct CommandOutput {
    pub code: Option<i32>,
    pub out: String,
    pub errors: String,
}

impl CommandOutput {
    /// Asserts success and returns the standard output.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.errors.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// Asserts failure and returns the error output.
    #[track_caller]
    pub fn failed(self) -> String {
        assert_eq!(self.code, Some(1), "{self:?}");
        assert!(!self.errors.contains("panicked"), "{self:?}");
        self.errors
    }
}

/// Runs `barback ARGS --data DATA`.
pub fn barback(data: &Path, args: &[&str]) -> CommandOutput {
    barback_with(data, args, &[])
}

/// As [`barback`], with these environment variables.
pub fn barback_with(data: &Path, args: &[&str], variables: &[(&str, &str)]) -> CommandOutput {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barback"));
    clear_environment(&mut command);
    command.envs(variables.iter().copied());
    let output = command.args(args).arg("--data").arg(data).output().expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    CommandOutput { code: output.status.code(), out: text(&output.stdout), errors: text(&output.stderr) }
}

/// The path in the last line of the output.
pub fn path_in(out: &str) -> PathBuf {
    PathBuf::from(out.lines().last().expect("a line"))
}

/// Starts a bar on `data` and sends `sales` requests. Returns it with the admin's phone and the requests.
pub async fn busy_bar(data: &Path, more: &[&str], sales: u64) -> (BoxProcess, Phone, Vec<KeyedRequest>) {
    let bar = BoxProcess::open(data, more);
    let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
    stock_up(&phone).await;
    let requests = sells(&phone, "before", sales).await;
    (bar, phone, requests)
}

/// Sends `count` random requests, which must all be answered.
pub async fn sells(phone: &Phone, name: &str, count: u64) -> Vec<KeyedRequest> {
    let mut rng = SeededRng::from_env();
    let mut requests: Vec<KeyedRequest> = (0..count).map(|number| KeyedRequest::random(format!("{name} {number}"), &mut rng)).collect();
    for request in &mut requests {
        assert!(request.send(phone).await, "{} was refused", request.key);
    }
    requests
}

/// Signs the admin in.
pub async fn signs_in(port: u16, password: &str) -> Phone {
    let login = json!({ "username": "admin", "password": password });
    let answer = Phone::new(port, "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    Phone::new(port, answer["token"].as_str().expect("a token"))
}

/// Reads `path` until `wanted` accepts the answer, and returns it.
pub async fn until(phone: &Phone, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let seen = phone.sees(path).await;
        if wanted(&seen) {
            return seen;
        }
        assert!(began.elapsed() < PATIENCE, "{path} never reaches the expected state: {seen:#}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
