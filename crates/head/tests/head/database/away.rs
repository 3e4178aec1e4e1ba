//! A database that is away, and comes back.

use std::time::{Duration, Instant};

use head::database::throwaway::{Sync, Throwaway};
use head::database::{Database, DatabaseError, Options};

use super::{adds_one, number, numbers};
use crate::postgres;

/// A transaction ends within this time while the database is away.
const ANSWERED: Duration = Duration::from_secs(30);

async fn away(database: &Database) {
    let start = Instant::now();
    let ping = database.ping().await.expect_err("no database");
    assert!(matches!(ping, DatabaseError::Away(_)), "{ping}");
    let sale = adds_one(database, 1).await.expect_err("no database");
    assert!(matches!(sale, DatabaseError::Away(_)), "{sale}");
    assert!(start.elapsed() < ANSWERED, "{:?}", start.elapsed());
    assert!(!database.counters().database_up());
}

async fn back(database: &Database, value: i64) {
    adds_one(database, 1).await.expect("a database");
    assert_eq!(number(database, "SELECT v FROM numbers WHERE k = 1").await, value);
    assert!(database.counters().database_up());
}

#[tokio::test]
async fn a_server_that_was_stopped_or_killed_is_used_again_once_it_is_back() {
    let mut server = Throwaway::start(Sync::Off).unwrap_or_else(|error| panic!("{error}"));
    let database = postgres::open(&server.url("postgres"), Options::default());
    numbers(&database).await;
    back(&database, 1).await;
    server.kill();
    away(&database).await;
    server.start_again().expect("a server");
    back(&database, 2).await;
    server.stop();
    away(&database).await;
    server.start_again().expect("a server");
    back(&database, 3).await;
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_away() {
    let server = Throwaway::start(Sync::Off).unwrap_or_else(|error| panic!("{error}"));
    let options = Options { statement_timeout: Duration::from_millis(200), ..Options::default() };
    let database = postgres::open(&server.url("postgres"), options);
    numbers(&database).await;
    back(&database, 1).await;
    server.freeze();
    let start = Instant::now();
    let ping = database.ping().await.expect_err("no answer");
    assert!(matches!(ping, DatabaseError::Away(_)), "{ping}");
    assert!(start.elapsed() < ANSWERED, "{:?}", start.elapsed());
    server.thaw();
    back(&database, 2).await;
}

#[tokio::test]
async fn the_second_host_is_used_when_the_first_is_away() {
    let server = Throwaway::start(Sync::Off).unwrap_or_else(|error| panic!("{error}"));
    let url = server.url("postgres").replacen("host=", "target_session_attrs=read-write host=/tmp/there-is-no-server,", 1);
    let database = postgres::open(&url, Options::default());
    numbers(&database).await;
    back(&database, 1).await;
}

#[tokio::test]
async fn a_standby_that_is_promoted_takes_over_from_a_primary_that_was_killed() {
    let mut primary = Throwaway::start(Sync::Off).unwrap_or_else(|error| panic!("{error}"));
    let standby = primary.standby().expect("a standby");
    let folder = |server: &Throwaway| server.url("").split(' ').find_map(|part| part.strip_prefix("host=").map(str::to_owned));
    let hosts = [folder(&standby).expect("a folder"), folder(&primary).expect("a folder")].join(",");
    let url = format!("host={hosts} user=barback dbname=postgres target_session_attrs=read-write");
    let database = postgres::open(&url, Options::default());
    numbers(&database).await;
    back(&database, 1).await;
    let copied = postgres::open(&standby.url("postgres"), Options::default());
    // The table itself may come a moment after the commit.
    let copies = "SELECT coalesce((SELECT count(*) FROM pg_stat_all_tables WHERE relname = 'numbers'), 0)";
    super::until(&copied, copies, 1).await;
    super::until(&copied, "SELECT v FROM numbers WHERE k = 1", 1).await;
    primary.kill();
    away(&database).await;
    standby.promote().expect("a primary");
    back(&database, 2).await;
}

#[tokio::test]
async fn the_folder_goes_with_the_server() {
    let server = Throwaway::start(Sync::On).unwrap_or_else(|error| panic!("{error}"));
    let url = server.url("postgres");
    let folder = url.split(' ').find_map(|part| part.strip_prefix("host=")).expect("a folder").to_owned();
    assert!(std::fs::metadata(&folder).is_ok());
    drop(server);
    assert!(std::fs::metadata(&folder).is_err(), "{folder} is still there");
}
