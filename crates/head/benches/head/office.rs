//! The head office of the load test: a PostgreSQL, the program, and what they use.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use head::database::Database;
use head::database::throwaway::{Sync, Throwaway};
use head::keys::{Authority, Secret};
use tempfile::TempDir;

use crate::Outcome;
use crate::process::Usage;

/// Start of the line that names the box port; its address follows.
const BOXES_LINE: &str = "Boxes connect to ";
/// How many tables are shown.
const TABLES: i64 = 6;

/// A running head office.
pub struct Office {
    process: Child,
    pub port: u16,
    pub database: Database,
    pub authority: Arc<Authority>,
    // These end last.
    _folder: TempDir,
    _server: Throwaway,
}

impl Office {
    /// Starts the database and the program.
    pub async fn start() -> Outcome<Self> {
        let server = Throwaway::start(Sync::On)?;
        let folder = tempfile::tempdir()?;
        let secret = folder.path().join("secret");
        Secret::create(&secret)?;
        let url = server.url("postgres");
        let mut command = Command::new(env!("CARGO_BIN_EXE_barback-head"));
        command.env("BARBACK_HEAD_CONFIG", "").args(["serve", "--database", &url, "--secret-file"]).arg(&secret);
        command.args(["--listen", "127.0.0.1:0", "--box-listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
        let mut process = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let mut lines = BufReader::new(process.stdout.take().ok_or("an output")?).lines();
        let port = loop {
            let line = lines.next().ok_or("head office has ended")??;
            if let Some(address) = line.strip_prefix(BOXES_LINE) {
                break address.rsplit(':').next().ok_or("a port")?.parse()?;
            }
        };
        // The rest is read too, so that head office never blocks on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        let database = Database::connect(&url).await?;
        let authority = Arc::new(Authority::open(&database, &Secret::read(&secret)?).await?);
        Ok(Office { process, port, database, authority, _folder: folder, _server: server })
    }

    /// What the program uses.
    pub fn usage(&self) -> Outcome<Usage> {
        Usage::of(self.process.id())
    }

    /// Size of the database with its indexes.
    pub async fn database_bytes(&self) -> Outcome<i64> {
        let client = self.database.client().await?;
        Ok(client.query_one("SELECT pg_database_size(current_database())", &[]).await?.try_get(0)?)
    }

    /// The largest tables with their indexes, in bytes.
    pub async fn largest_tables(&self) -> Outcome<Vec<(String, i64)>> {
        let sql = "SELECT relname::TEXT, pg_total_relation_size(relid) FROM pg_stat_user_tables ORDER BY 2 DESC LIMIT $1";
        let rows = self.database.client().await?.query(sql, &[&TABLES]).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }
}

impl Drop for Office {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
