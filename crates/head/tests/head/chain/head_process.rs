//! `barback-head serve` as a process: started, killed, and started again at the same port for boxes.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Child, ChildStdout, Command, Stdio};

use tempfile::TempDir;

/// What the secret file contains; that of the head offices within tests.
const SECRET: [u8; 32] = [7; 32];
/// Start of the line that it prints once its ports are open.
const OPEN_LINE: &str = "Boxes connect to ";

/// A running head office.
pub struct HeadProcess {
    /// With the secret file.
    folder: TempDir,
    database: String,
    port: u16,
    running: Option<(Child, BufReader<ChildStdout>)>,
}

impl HeadProcess {
    /// Starts it over a database.
    pub fn start(database: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let mut secret = OpenOptions::new().write(true).create_new(true).mode(0o600).open(folder.path().join("secret")).expect("a file");
        secret.write_all(&SECRET).expect("written");
        let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound").port();
        let mut process = HeadProcess { folder, database: database.to_owned(), port, running: None };
        process.start_again();
        process
    }

    /// Starts it again, and waits until boxes can connect.
    pub fn start_again(&mut self) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_barback-head"));
        command.env("BARBACK_HEAD_CONFIG", "").env_remove("BARBACK_HEAD_DATABASE").stdin(Stdio::null());
        command.args(["serve", "--database", &self.database, "--secret-file"]).arg(self.folder.path().join("secret"));
        command.args(["--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--box-listen", &format!("127.0.0.1:{}", self.port)]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started");
        let mut lines = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        while !line.starts_with(OPEN_LINE) {
            line.clear();
            assert!(lines.read_line(&mut line).expect("text") > 0, "head office ended");
        }
        self.running = Some((child, lines));
    }

    /// Ends it as `kill -9` does.
    pub fn kill(&mut self) {
        if let Some((mut child, _)) = self.running.take() {
            child.kill().expect("killed");
            child.wait().expect("ended");
        }
    }

    /// The port for boxes.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The address for boxes.
    pub fn box_url(&self) -> String {
        format!("https://127.0.0.1:{}", self.port)
    }
}

impl Drop for HeadProcess {
    fn drop(&mut self) {
        if let Some((child, _)) = &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
