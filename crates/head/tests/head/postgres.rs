//! A database of its own for each test, at a throw-away PostgreSQL that the tests of a process share. The unit tests of head office use this
//! file too, as `head::database::postgres`.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use head::database::throwaway::{Sync, Throwaway};
use head::database::{Database, Options};
use tokio::sync::OnceCell;

/// The migrated database that others are copies of.
const TEMPLATE: &str = "migrated";

/// A database with the tables of the newest schema.
pub async fn migrated() -> Database {
    open(&migrated_url().await, Options::default())
}

/// The URL of a database with the tables of the newest schema.
pub async fn migrated_url() -> String {
    static MIGRATED: OnceCell<()> = OnceCell::const_new();
    MIGRATED
        .get_or_init(|| async {
            execute(&format!("CREATE DATABASE {TEMPLATE}")).await;
            let database = open(&server().url(TEMPLATE), Options::default());
            database.migrate().await.unwrap_or_else(|error| panic!("the template is not migrated: {error}"));
            database.close();
            // No copy is made while the template has a connection, and a connection ends a moment after it was closed.
            execute(&format!("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '{TEMPLATE}'")).await;
        })
        .await;
    copy_of(TEMPLATE).await
}

/// The URL of a database without tables.
pub async fn empty_url() -> String {
    copy_of("template0").await
}

/// A pool for `url`.
pub fn open(url: &str, options: Options) -> Database {
    Database::open(url, options).unwrap_or_else(|error| panic!("{error}"))
}

/// The server that all tests of this process share.
fn server() -> &'static Throwaway {
    static SERVER: OnceLock<Throwaway> = OnceLock::new();
    SERVER.get_or_init(|| Throwaway::start(Sync::Off).unwrap_or_else(|error| panic!("{error}")))
}

async fn copy_of(template: &str) -> String {
    static COPIES: AtomicU64 = AtomicU64::new(1);
    let name = format!("test_{}", COPIES.fetch_add(1, Ordering::Relaxed));
    execute(&format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
    server().url(&name)
}

/// Runs a statement at the server, outside of the tests' databases.
async fn execute(sql: &str) {
    let database = open(&server().url("postgres"), Options { connections: 1, ..Options::default() });
    let client = database.client().await.unwrap_or_else(|error| panic!("{error}"));
    client.batch_execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}
