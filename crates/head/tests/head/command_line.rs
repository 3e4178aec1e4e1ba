//! The program itself: exit codes, and what it prints.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use head::database::throwaway::{Sync, Throwaway};
use head::database::{Database, Options};
use head::keys::Secret;
use serde_json::{Value, json};

use crate::postgres;

/// Longest time from SIGTERM to the end.
const STOP_MAX: Duration = Duration::from_secs(5);

fn barback_head() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barback-head"));
    command.env("BARBACK_HEAD_CONFIG", "").env_remove("BARBACK_HEAD_DATABASE").stdin(Stdio::null());
    command
}

/// Runs to the end, and returns the exit code and everything that was printed.
fn run(args: &[&str]) -> (i32, String) {
    let Output { status, stdout, stderr } = barback_head().args(args).output().expect("run");
    (status.code().expect("a code"), String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr))
}

/// A folder with a secret file.
fn with_secret() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("secret");
    Secret::create(&file).expect("made");
    (folder, file)
}

/// A head office that serves, until it is stopped.
struct Serving {
    process: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Serving {
    fn start(url: &str, secret: &Path, more: &[&str]) -> Self {
        let mut command = barback_head();
        command.args(["serve", "--database", url, "--secret-file"]).arg(secret);
        Serving::run(command, more)
    }

    fn run(mut command: Command, more: &[&str]) -> Self {
        command.args(["--listen", "127.0.0.1:0", "--box-listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]).args(more);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started");
        let lines = BufReader::new(process.stdout.take().expect("piped"));
        Serving { process, lines }
    }

    /// The rest of the next line that begins with `beginning`.
    fn line(&mut self, beginning: &str) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.lines.read_line(&mut line).expect("text") > 0, "it ended before {beginning}");
            if let Some(rest) = line.strip_prefix(beginning) {
                return rest.trim().to_owned();
            }
        }
    }

    /// Sends SIGTERM, and returns the exit code and what was printed since.
    fn stop(mut self) -> (i32, String) {
        let began = Instant::now();
        let id = rustix::process::Pid::from_raw(i32::try_from(self.process.id()).expect("an id")).expect("an id");
        rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("signalled");
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).expect("text");
        let status = self.process.wait().expect("ended");
        assert!(began.elapsed() < STOP_MAX, "{:?}", began.elapsed());
        (status.code().expect("a code"), rest)
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn wrong_usage_is_exit_code_2() {
    for (args, words) in [
        (&["serve"][..], "name the database"),
        (&["serve", "--database", "host=/nowhere", "--listen", "0.0.0.0:0"], "without TLS"),
        (
            &["serve", "--listen", "127.0.0.1:0", "--box-listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--database", "nonsense://x"],
            "URL",
        ),
        (&["user", "jane", "--database", "host=/nowhere"], "--reset"),
        (&["sell"], "unrecognized"),
    ] {
        let (code, text) = run(args);
        assert!(code == 2 && text.contains(words), "{args:?}: {code} {text}");
    }
    assert_eq!(run(&["--version"]), (0, format!("barback-head {}\n", env!("CARGO_PKG_VERSION"))));
}

#[tokio::test(flavor = "multi_thread")]
async fn it_serves_an_empty_database_and_stops_at_sigterm() {
    let (url, (_folder, secret)) = (postgres::empty_url().await, with_secret());
    let mut head = Serving::start(&url, &secret, &[]);
    let address = head.line("Head office is open on ");
    assert!(head.line("Boxes connect to ").starts_with("https://"));
    let password = head.line("First sign-in: owner / ");
    let body = json!({ "username": "owner", "password": password });
    let answer = reqwest::Client::new().post(format!("{address}/api/head/login")).json(&body).send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    // A connection that stays open does not hold the end up.
    let _idle = std::net::TcpStream::connect(address.trim_start_matches("http://")).expect("connected");
    assert_eq!(head.stop().0, 0);

    let mut again = Serving::start(&url, &secret, &["--tls", "own"]);
    assert!(again.line("Head office is open on ").starts_with("https://localhost:"));
    let (code, rest) = again.stop();
    assert!(code == 0 && !rest.contains("First sign-in"), "{rest}");

    let (code, text) = run(&["bars", "--database", &url]);
    assert!(code == 0 && text.contains("There are no bars yet"), "{text}");
    let pair = ["pair", "--name", "Cape Bar", "--database", &url, "--secret-file", secret.to_str().expect("text")];
    let (code, text) = run(&[&pair[..], &["--box-url", "https://head.example:8444"]].concat());
    assert!(code == 0 && text.contains("Address: https://head.example:8444\nCode: "), "{text}");
    let (code, text) = run(&["user", "OWNER", "--reset", "--database", &url]);
    assert!(code == 0 && text.starts_with("New password of OWNER: "), "{text}");
    let (code, text) = run(&["user", "jane", "--reset", "--database", &url]);
    assert!(code == 1 && text.contains("User not found"), "{text}");
    let (_other_folder, other) = with_secret();
    let serve = ["serve", "--database", &url, "--secret-file", other.to_str().expect("text")];
    let ports = ["--listen", "127.0.0.1:0", "--box-listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"];
    assert_eq!(run(&[&serve[..], &ports].concat()).0, 1, "another secret file");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_refuses_a_database_of_another_schema() {
    let (url, (_folder, secret)) = (postgres::empty_url().await, with_secret());
    let (code, text) = run(&["bars", "--database", &url]);
    assert!(code == 1 && text.contains("Run barback-head migrate first."), "{text}");
    let (code, text) = run(&["migrate", "--database", &url]);
    assert!(code == 0 && text.contains("The database has schema"), "{text}");
    assert!(run(&["migrate", "--database", &url]).1.contains("already"));
    let database = Database::open(&url, Options::default()).expect("a pool");
    let newer = "INSERT INTO migrations (number, name, started_at, finished_at) VALUES (999, 'newer', now(), now());
        UPDATE meta SET value = '999' WHERE name = 'oldest_head'";
    database.client().await.expect("a connection").batch_execute(newer).await.expect("set");
    let serve = ["serve", "--database", &url, "--secret-file", secret.to_str().expect("text")];
    let ports = ["--listen", "127.0.0.1:0", "--box-listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"];
    for args in [[&serve[..], &ports].concat(), vec!["migrate", "--database", &url]] {
        let (code, text) = run(&args);
        assert!(code == 1 && text.contains("999"), "{args:?}: {code} {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn it_starts_while_the_database_is_away_and_waits_for_it() {
    let (_folder, secret) = with_secret();
    let mut server = Throwaway::start(Sync::Off).expect("a server");
    server.stop();
    let mut head = Serving::start(&server.url("postgres"), &secret, &[]);
    let address = head.line("Head office is open on ");
    let health: Value = reqwest::get(format!("{address}/healthz")).await.expect("an answer").json().await.expect("JSON");
    assert_eq!(health["status"], "database_away");
    let body = json!({ "username": "owner", "password": "x" });
    let answer = reqwest::Client::new().post(format!("{address}/api/head/login")).json(&body).send().await.expect("an answer");
    assert_eq!(answer.status(), 503);
    server.start_again().expect("started");
    head.line("First sign-in: owner / ");
    assert_eq!(head.stop().0, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_has_a_database_of_its_own() {
    let mut command = barback_head();
    command.args(["serve", "--demo", "--listen", "127.0.0.1:0", "--box-listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
    let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started");
    let lines = BufReader::new(process.stdout.take().expect("piped"));
    let mut head = Serving { process, lines };
    let address = head.line("Head office is open on ");
    assert_eq!(head.line("This is a demo: sign in as "), "owner/owner123, manager/manager123");
    let body = json!({ "username": "owner", "password": "owner123" });
    let answer = reqwest::Client::new().post(format!("{address}/api/head/login")).json(&body).send().await.expect("an answer");
    let token = answer.json::<Value>().await.expect("JSON")["token"].as_str().expect("a token").to_owned();
    let users = reqwest::Client::new().get(format!("{address}/api/head/users")).bearer_auth(token).send().await.expect("an answer");
    assert_eq!(users.status(), 200, "without a second factor");
    assert_eq!(head.stop().0, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_shows_a_live_bar_two_boxes_and_a_silent_bar_that_was_short() {
    let mut command = barback_head();
    command.args(["serve", "--demo"]);
    let mut head = Serving::run(command, &[]);
    let address = head.line("Head office is open on ");
    assert_eq!(head.line("This is a demo: sign in as "), "owner/owner123, manager/manager123");
    let http = reqwest::Client::new();
    let body = json!({ "username": "owner", "password": "owner123" });
    let signed_in: Value =
        http.post(format!("{address}/api/head/login")).json(&body).send().await.expect("an answer").json().await.expect("JSON");
    let token = signed_in["token"].as_str().expect("a token, without a second factor");
    let sees = async |path: &str| -> Value {
        let answer = http.get(format!("{address}/api/head/{path}")).bearer_auth(token).send().await.expect("an answer");
        assert_eq!(answer.status(), 200, "{path}");
        answer.json().await.expect("JSON")
    };
    assert_eq!(sees("public").await["demo"], true);
    let today = jiff::Zoned::now().date();
    let nights = format!("from={}&to={}", today.saturating_sub(jiff::Span::new().days(40)), today.tomorrow().expect("a day"));
    let overview = sees(&format!("overview?{nights}")).await;
    let of = |name: &str| overview["bars"].as_array().expect("bars").iter().find(|bar| bar["name"] == name).expect("the bar").clone();
    assert_eq!(of("Cape Bar")["stateText"], "Live");
    assert_eq!((&of("Mamba Grill")["state"], &of("Mamba Grill")["flags"]), (&json!("live"), &json!(["beside"])));
    let silent = of("Red Light Spot");
    assert!(silent["stateText"].as_str().expect("words").starts_with("Silent since "), "{silent}");
    assert!(overview["alerts"][0]["text"].as_str().expect("words").starts_with("Two boxes of Mamba Grill send. The one of "), "{overview}");
    let shifts = sees(&format!("reports/shifts?{nights}")).await;
    assert_eq!((&shifts["rows"][0]["bar"], &shifts["rows"][0]["overShortUSD"]), (&silent["bar"], &json!("-12.00")), "{shifts}");
    for name in ["Cape Bar", "Mamba Grill", "Red Light Spot"] {
        let days = sees(&format!("reports/days?{nights}&bars={}", of(name)["bar"].as_str().expect("a name"))).await;
        assert!(days["rows"].as_array().expect("rows").len() >= 30, "thirty nights of {name}");
    }
    assert_eq!(head.stop().0, 0);
}
