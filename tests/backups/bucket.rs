//! Off-site backups in an S3 bucket, tested with a real S3 server: moto's (`pip install 'moto[server]'`).

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::box_process::{BoxProcess, clear_environment, command};
use crate::cli::{CommandOutput, PATIENCE, sells, signs_in, until};
use crate::ledger::{shown_sales, stock_up};
use crate::phone::{PASSWORD, Phone};

const SERVER: &str = "moto_server";
const BUCKET: &str = "my-bar";
const KEY_ID: &str = "THE-KEYS-NAME";
const SECRET: &str = "the-keys-secret";
/// Size of a backup that is uploaded in parts, in bytes.
const LARGE: usize = 20 * 1024 * 1024;

/// A running S3 server.
struct Server {
    child: Child,
    port: u16,
}

/// S3 access key that signs the box's requests.
struct Keys {
    id: String,
    secret: String,
}

/// Percent-encodes a form value.
fn percent_encoded(value: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    value.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts a server with an empty bucket at `port` that checks no signatures.
    async fn start(port: u16) -> Server {
        let server = Server::listening(Command::new(SERVER), port);
        server.create_bucket().await;
        server
    }

    /// Starts a server with an empty bucket that requires valid signatures, and creates an access key.
    async fn start_with_signatures(port: u16) -> (Server, Keys) {
        let mut command = Command::new(SERVER);
        // The first calls are not authenticated: one creates the bucket, three create the key.
        command.env("INITIAL_NO_AUTH_ACTION_COUNT", "4");
        let server = Server::listening(command, port);
        server.create_bucket().await;
        server.manage(&[("Action", "CreateUser"), ("UserName", "bar")]).await;
        let all = r#"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"s3:*","Resource":"*"}]}"#;
        server.manage(&[("Action", "PutUserPolicy"), ("UserName", "bar"), ("PolicyName", "all"), ("PolicyDocument", all)]).await;
        let made = server.manage(&[("Action", "CreateAccessKey"), ("UserName", "bar")]).await;
        let part = |name: &str| made.split(&format!("<{name}>")).nth(1).and_then(|rest| rest.split('<').next()).expect("a key").to_owned();
        (server, Keys { id: part("AccessKeyId"), secret: part("SecretAccessKey") })
    }

    fn listening(mut command: Command, port: u16) -> Server {
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        Server { child: command.spawn().expect("it is installed"), port }
    }

    async fn create_bucket(&self) {
        let (client, began) = (reqwest::Client::builder().no_proxy().build().expect("a client"), Instant::now());
        while !client.put(self.url(BUCKET)).send().await.is_ok_and(|answer| answer.status().is_success()) {
            assert!(began.elapsed() < PATIENCE, "the S3 server does not create the bucket");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Calls the server's IAM API and returns the answer.
    async fn manage(&self, form: &[(&str, &str)]) -> String {
        let version = std::iter::once(&("Version", "2010-05-08"));
        let body =
            form.iter().chain(version).map(|(name, value)| format!("{name}={}", percent_encoded(value))).collect::<Vec<_>>().join("&");
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        // The server chooses the service by this header; the signature is not checked yet.
        let scope = "AWS4-HMAC-SHA256 Credential=none/20260101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=none";
        let call = client.post(self.url("")).header("authorization", scope).header("content-type", "application/x-www-form-urlencoded");
        let answer = call.body(body).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{form:?}: {}", answer.status());
        answer.text().await.expect("text")
    }

    fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{path}", self.port)
    }

    async fn put(&self, name: &str) {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let put = client.put(self.url(&format!("{BUCKET}/one/{name}"))).body("a backup").send().await.expect("an answer");
        assert!(put.status().is_success());
    }

    /// The names of the objects in the bucket's folder.
    async fn names(&self) -> BTreeSet<String> {
        let client = reqwest::Client::builder().no_proxy().build().expect("a client");
        let listed = client.get(self.url(&format!("{BUCKET}?list-type=2"))).send().await.expect("an answer").text().await.expect("text");
        let keys = listed.split("<Key>").skip(1).filter_map(|rest| rest.split("</Key>").next());
        keys.filter_map(|key| key.strip_prefix("one/")).map(str::to_owned).collect()
    }
}

fn installed() -> bool {
    let found =
        Command::new(SERVER).arg("--help").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !found {
        println!("SKIPPED: no S3 server to try backups with; install one: pip install 'moto[server]'");
    }
    found
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port").port()
}

fn bucket(port: u16) -> String {
    format!("s3://{BUCKET}/one?endpoint=http://127.0.0.1:{port}")
}

fn open(data: &Path, target: &str) -> BoxProcess {
    let mut command = command(data, &["--backup-s3", target]);
    command.env("BARBACK_S3_KEY_ID", KEY_ID).env("BARBACK_S3_SECRET", SECRET);
    BoxProcess::run(command).expect("the box opens")
}

/// Runs `barback ARGS --data DATA` with keys for a server that checks no signatures.
fn with_keys(data: &Path, args: &[&str]) -> CommandOutput {
    signing(data, args, &Keys { id: KEY_ID.to_owned(), secret: SECRET.to_owned() })
}

/// Runs `barback ARGS --data DATA` with these keys.
fn signing(data: &Path, args: &[&str], keys: &Keys) -> CommandOutput {
    let mut command = Command::new(env!("CARGO_BIN_EXE_barback"));
    clear_environment(&mut command);
    command.args(args).arg("--data").arg(data).env("BARBACK_S3_KEY_ID", &keys.id).env("BARBACK_S3_SECRET", &keys.secret);
    let output = command.output().expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    CommandOutput { code: output.status.code(), out: text(&output.stdout), errors: text(&output.stderr) }
}

#[tokio::test(flavor = "multi_thread")]
async fn backups_are_uploaded_to_a_bucket_and_restored_from_it() {
    if !installed() {
        return;
    }
    let room = tempfile::tempdir().expect("room");
    let (data, port) = (room.path().join("bar"), free_port());
    let target = bucket(port);
    let bar = open(&data, &target);
    let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
    stock_up(&phone).await;
    sells(&phone, "before", 10).await;
    // The server is not running yet: that is reported, and the backup succeeds.
    let first = phone.post("/api/backups", &json!({}), None).await.expect("an answer").is(201);
    let failed = until(&phone, "/api/backups", |list| list["remote"]["state"] == "failed").await;
    assert_eq!(failed["remote"]["target"], json!(format!("s3://{BUCKET}/one at http://127.0.0.1:{port}")));
    assert!(failed["remote"]["error"].as_str().is_some_and(|words| !words.is_empty()) && failed["lastError"].is_null(), "{failed}");

    let server = Server::start(port).await;
    // More backups of earlier nights than are kept, and a file that is no backup.
    for day in 10..29 {
        server.put(&format!("bar-202601{day}T050000000Z-nightly-{day}.barback")).await;
    }
    server.put("notes.txt").await;
    // A large backup is uploaded in parts.
    let large = "bar-20260201T050000000Z-manual-7.barback";
    std::fs::write(data.join("backups").join(large), vec![7; LARGE]).expect("written");
    sells(&phone, "later", 5).await;
    let second = phone.post("/api/backups", &json!({}), None).await.expect("an answer").is(201);
    let done = |list: &Value| list["remote"]["state"] == "ok" && list["remote"]["waiting"] == 0 && !list["remote"]["newest"].is_null();
    let list = until(&phone, "/api/backups", done).await;
    assert_eq!(list["remote"]["error"], Value::Null);
    let names = server.names().await;
    let name = |made: &Value| made["name"].as_str().expect("a name").to_owned();
    for wanted in [name(&first), name(&second), large.to_owned(), "notes.txt".to_owned()] {
        assert!(names.contains(&wanted), "{wanted} is not in {names:?}");
    }
    let nightly = names.iter().filter(|name| name.contains("-nightly-")).count();
    assert_eq!(nightly, backup::NIGHTLY_KEPT, "{names:?}");
    assert!(!names.contains("bar-20260110T050000000Z-nightly-10.barback"), "the oldest stayed: {names:?}");
    let shown = shown_sales(&phone, 0).await;
    let everything = phone.get("/api/backups").await.expect("an answer").body;
    let logged = bar.terminate().errors;
    for secret in [KEY_ID, SECRET] {
        assert!(!String::from_utf8_lossy(&everything).contains(secret) && !logged.contains(secret), "{secret} is shown");
    }
    let journal = std::fs::read(data.join("barback.redb")).expect("a file");
    assert!(!journal.windows(SECRET.len()).any(|part| part == SECRET.as_bytes()), "the secret is in the bar's file");

    // The card is lost: restores by the backup's name, and from the folder.
    let named = format!("s3://{BUCKET}/one/{}?endpoint=http://127.0.0.1:{port}", name(&second));
    assert!(with_keys(&data, &["verify", &named]).ok().contains("figures are those of the bar that was backed up"));
    for (folder, from) in [("named", &named), ("newest", &target)] {
        let data = room.path().join(folder);
        with_keys(&data, &["restore", from]).ok();
        let bar = BoxProcess::open(&data, &[]);
        assert_eq!(shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await, shown, "{folder}: another bar");
        bar.kill();
    }
    let missing =
        with_keys(&room.path().join("none"), &["restore", &format!("s3://{BUCKET}/two?endpoint=http://127.0.0.1:{port}")]).failed();
    assert!(missing.contains("There is no backup in s3://my-bar/two"), "{missing}");
    // While the box is stopped, the command uploads its backup itself.
    let output = with_keys(&data, &["backup", "--backup-s3", &target]).ok();
    let made = Path::new(output.lines().last().expect("a line")).file_name().expect("a name").to_string_lossy().into_owned();
    assert!(output.contains("The backups were also sent to s3://my-bar/one") && server.names().await.contains(&made), "{output}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bucket_that_checks_signatures() {
    if !installed() {
        return;
    }
    let room = tempfile::tempdir().expect("room");
    let (data, port) = (room.path().join("bar"), free_port());
    let (_server, keys) = Server::start_with_signatures(port).await;
    // No folder: this server rejects every signature of a listing with a prefix.
    let target = format!("s3://{BUCKET}?endpoint=http://127.0.0.1:{port}");
    let bar = BoxProcess::open(&data, &[]);
    let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
    stock_up(&phone).await;
    sells(&phone, "before", 3).await;
    let shown = shown_sales(&phone, 0).await;
    bar.terminate();
    let wrong = Keys { id: keys.id.clone(), secret: SECRET.to_owned() };
    let refused = signing(&data, &["backup", "--backup-s3", &target], &wrong).failed();
    assert!(refused.contains("SignatureDoesNotMatch") && !refused.contains(SECRET), "{refused}");
    let output = signing(&data, &["backup", "--backup-s3", &target], &keys).ok();
    assert!(output.contains("The backups were also sent to s3://my-bar"), "{output}");
    let again = room.path().join("again");
    let refused = signing(&again, &["restore", &target], &wrong).failed();
    assert!(!refused.contains(SECRET) && !again.join("barback.redb").exists(), "{refused}");
    signing(&again, &["restore", &target], &keys).ok();
    let bar = BoxProcess::open(&again, &[]);
    assert_eq!(shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await, shown, "another bar");
    bar.kill();
}

#[tokio::test(flavor = "multi_thread")]
async fn uploads_are_encrypted_if_backups_are() {
    if !installed() {
        return;
    }
    let room = tempfile::tempdir().expect("room");
    let (data, key, port) = (room.path().join("bar"), room.path().join("passphrase"), free_port());
    std::fs::write(&key, "pepper soup at the corner\n").expect("written");
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).expect("set");
    let server = Server::start(port).await;
    let target = bucket(port);
    let bar = BoxProcess::open(&data, &[]);
    let phone = Phone::new(bar.port(), &Phone::first_sign_in(bar.port()).await);
    stock_up(&phone).await;
    sells(&phone, "before", 3).await;
    let shown = shown_sales(&phone, 0).await;
    bar.terminate();
    let key = key.display().to_string();
    let passphrase = ["--backup-passphrase-file", &key];
    with_keys(&data, &[&["backup", "--backup-s3", &target][..], &passphrase].concat()).ok();
    assert_eq!(server.names().await.len(), 1);
    let again = room.path().join("again");
    let refused = with_keys(&again, &["restore", &target]).failed();
    assert!(refused.contains("is encrypted. Give its passphrase") && !again.exists(), "{refused}");
    with_keys(&again, &[&["restore", &target][..], &passphrase].concat()).ok();
    let bar = BoxProcess::open(&again, &[]);
    assert_eq!(shown_sales(&signs_in(bar.port(), PASSWORD).await, 0).await, shown, "another bar");
    bar.kill();
}

#[test]
fn a_bucket_without_keys_is_refused_at_the_start() {
    let room = tempfile::tempdir().expect("room");
    let refused = BoxProcess::start(&room.path().join("bar"), &["--backup-s3", "s3://my-bar/one"]).err().expect("refused");
    assert!(refused.errors.contains("BARBACK_S3_KEY_ID and BARBACK_S3_SECRET"), "{refused:?}");
    let wrong = BoxProcess::start(&room.path().join("bar"), &["--backup-s3", "my-bar"]).err().expect("refused");
    assert_eq!((wrong.status.code(), wrong.errors.contains("is not a bucket")), (Some(2), true), "{wrong:?}");
}
