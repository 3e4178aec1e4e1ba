//! `barback` as somebody at the console runs it, and a bar to run it on.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::box_process::{BoxProcess, untold};
use crate::ledger::{Ask, stock_up};
use crate::phone::Phone;
use crate::rng::SeededRng;

/// Longest wait for something that must come.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// What a command printed, and how it ended.
#[derive(Debug)]
pub struct Said {
    pub code: Option<i32>,
    pub out: String,
    pub errors: String,
}

impl Said {
    /// It worked; what it printed.
    #[track_caller]
    pub fn ok(self) -> String {
        assert_eq!((self.code, self.errors.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }

    /// It did not work; why.
    #[track_caller]
    pub fn failed(self) -> String {
        assert_eq!(self.code, Some(1), "{self:?}");
        assert!(!self.errors.contains("panicked"), "{self:?}");
        self.errors
    }
}

/// Runs `barback ARGS --data DATA`.
pub fn barback(data: &Path, args: &[&str]) -> Said {
    barback_with(data, args, &[])
}

/// As [`barback`], with these variables.
pub fn barback_with(data: &Path, args: &[&str], variables: &[(&str, &str)]) -> Said {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barback"));
    untold(&mut command);
    command.envs(variables.iter().copied());
    let output = command.args(args).arg("--data").arg(data).output().expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { code: output.status.code(), out: text(&output.stdout), errors: text(&output.stderr) }
}

/// The last line: the path of what was made.
pub fn path_in(out: &str) -> PathBuf {
    PathBuf::from(out.lines().last().expect("a line"))
}

/// A bar on `data` that has sold `sales` things, each under a key; the admin's phone, and what was asked for.
pub async fn busy_bar(data: &Path, more: &[&str], sales: u64) -> (BoxProcess, Phone, Vec<Ask>) {
    let bar = BoxProcess::open(data, more);
    let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
    stock_up(&phone).await;
    let asks = sells(&phone, "before", sales).await;
    (bar, phone, asks)
}

/// Asks for `count` things, and hears of all of them.
pub async fn sells(phone: &Phone, name: &str, count: u64) -> Vec<Ask> {
    let mut rng = SeededRng::from_env();
    let mut asks: Vec<Ask> = (0..count).map(|number| Ask::any(format!("{name} {number}"), &mut rng)).collect();
    for ask in &mut asks {
        assert!(ask.send(phone).await, "{} was refused", ask.key);
    }
    asks
}

/// Signs in at a bar whose sessions all ended.
pub async fn signs_in(port: u16, password: &str) -> Phone {
    let login = json!({ "username": "admin", "password": password });
    let answer = Phone::new(port, "").post("/api/auth/login", &login, None).await.expect("an answer").is(200);
    Phone::new(port, answer["token"].as_str().expect("a token"))
}

/// Looks at `path` until it is as wanted.
pub async fn until(phone: &Phone, path: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let began = Instant::now();
    loop {
        let seen = phone.sees(path).await;
        if wanted(&seen) {
            return seen;
        }
        assert!(began.elapsed() < PATIENCE, "{path} never becomes what is waited for: {seen:#}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
