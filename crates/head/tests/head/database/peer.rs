//! A PostgreSQL that lets users of the machine in by their names, as Debian's does, and head office's commands that root runs.

use std::process::Command;

use head::database::throwaway::{Sync, Throwaway};
use head::database::{Database, DatabaseError, Options};

/// A user that the tests' server can be run as, so that the socket's folder is open to it.
const USER: &str = "postgres";

#[tokio::test(flavor = "multi_thread")]
async fn root_connects_as_the_user_that_the_role_is_named_after() {
    if !rustix::process::geteuid().is_root() {
        println!("This needs root.");
        return;
    }
    let mut server = Throwaway::start(Sync::Off).expect("a server");
    let database = Database::open(&server.url("postgres"), Options::default()).expect("a pool");
    let client = database.client().await.expect("a connection");
    for sql in [format!("CREATE ROLE {USER} LOGIN"), format!("CREATE DATABASE head OWNER {USER}")] {
        client.batch_execute(&sql).await.expect("made");
    }
    drop(client);
    server.start_with_peers().expect("started");

    let refused = Database::open(&server.url("head"), Options::default()).expect("a pool").client().await;
    assert!(matches!(&refused, Err(DatabaseError::Away(why)) if why.contains("Peer authentication failed")), "no user has this name");
    let url = server.url("head").replace("user=barback", &format!("user={USER}"));
    let database = Database::open(&url, Options::default()).expect("a pool");
    let client = database.client().await.expect("a connection");
    let name: String = client.query_one("SELECT current_user::TEXT", &[]).await.expect("a row").get(0);
    assert_eq!(name, USER);
    assert!(rustix::process::geteuid().is_root(), "the test is still root");

    let mut migrate = Command::new(env!("CARGO_BIN_EXE_barback-head"));
    let migrated = migrate.env("BARBACK_HEAD_CONFIG", "").args(["migrate", "--database", &url]).output().expect("run");
    assert!(migrated.status.success(), "{}", String::from_utf8_lossy(&migrated.stderr));
    server.stop();
    let away = Database::open(&url, Options::default()).expect("a pool").client().await;
    assert!(matches!(away, Err(DatabaseError::Away(_))));
}
