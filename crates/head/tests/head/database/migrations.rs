//! The schema is whole in the end, however many migrate and whatever is killed.

use std::time::Duration;

use head::database::{Database, DatabaseError, Options, SchemaState};

use super::{execute, number, until};
use crate::postgres;

const WHOLE: &str = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'";

async fn empty() -> Database {
    postgres::open(&postgres::empty_url().await, Options::default())
}

#[tokio::test]
async fn an_empty_database_is_migrated_once_by_several_at_the_same_time() {
    let url = postgres::empty_url().await;
    let heads: Vec<Database> = (0..4).map(|_| postgres::open(&url, Options::default())).collect();
    let first = heads.first().expect("a head");
    assert_eq!(first.schema_state().await.expect("a state"), SchemaState::Empty);
    let migrations = futures_util::future::join_all(heads.iter().map(Database::migrate)).await;
    assert!(migrations.iter().all(|number| matches!(number, Ok(2))), "{migrations:?}");
    assert_eq!(first.schema_state().await.expect("a state"), SchemaState::Current { found: 2 });
    let whole = postgres::migrated().await;
    assert_eq!(number(first, WHOLE).await, number(&whole, WHOLE).await);
    assert_eq!(number(first, "SELECT count(*) FROM migrations WHERE finished_at IS NOT NULL").await, 2);
    assert_eq!(number(first, "SELECT count(*) FROM leases").await, 0, "it is given back");
}

#[tokio::test]
async fn a_migration_that_was_killed_is_finished_by_the_next() {
    let database = empty().await;
    // A transaction that has made the table `waiting` holds up the migration half-way.
    let mut holder = database.client().await.expect("a connection");
    let holds = holder.transaction().await.expect("a transaction");
    holds.batch_execute("CREATE TABLE waiting (bar TEXT PRIMARY KEY)").await.expect("a table");
    let waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    tokio::select! {
        done = database.migrate_under(Duration::from_secs(2)) => panic!("it did not wait: {done:?}"),
        () = until(&database, waits, 1) => {}
    }
    // Dropped like that, it is as dead as after kill -9: nothing is rolled back, the lease is not given back.
    holds.rollback().await.expect("a rollback");
    assert_eq!(database.schema_state().await.expect("a state"), SchemaState::Empty, "half a schema is none");
    assert_eq!(number(&database, "SELECT count(*) FROM leases").await, 1);
    let next = postgres::migrated().await;
    assert_eq!(database.migrate().await.expect("the rest"), 2);
    assert_eq!(number(&database, WHOLE).await, number(&next, WHOLE).await);
    assert_eq!(number(&database, "SELECT count(*) FROM information_schema.columns WHERE table_name = 'waiting'").await, 8);
}

#[tokio::test]
async fn a_second_migration_waits_until_the_lease_of_a_dead_one_ends() {
    let database = postgres::migrated().await;
    execute(&database, "INSERT INTO leases VALUES ('migrate', 'dead', now() + INTERVAL '1500 milliseconds')", &[]).await;
    let until: std::time::Instant = std::time::Instant::now() + Duration::from_millis(1_400);
    database.migrate().await.expect("its turn");
    assert!(std::time::Instant::now() >= until, "it did not wait");
}

#[tokio::test]
async fn a_lease_is_renewed_while_the_work_runs() {
    let database = postgres::migrated().await;
    let work = async {
        execute(&database, "UPDATE meta SET value = (SELECT expires_at::TEXT FROM leases) WHERE name = 'oldest_head'", &[]).await;
        let renewed = "SELECT count(*) FROM leases, meta WHERE meta.name = 'oldest_head'
            AND leases.expires_at > meta.value::TIMESTAMPTZ + INTERVAL '1 second' AND leases.expires_at > now()";
        until(&database, renewed, 1).await;
        Ok::<_, DatabaseError>("done")
    };
    assert_eq!(database.with_lease("work", Duration::from_millis(500), work).await.expect("the work"), "done");
    let free = database.if_lease_is_free("work", Duration::from_secs(60), async {
        let second = database.if_lease_is_free("work", Duration::from_secs(60), async { Ok::<_, DatabaseError>(()) });
        Ok::<_, DatabaseError>(second.await?.is_some())
    });
    assert_eq!(free.await.expect("an answer"), Some(false), "free at first, not for a second one");
}

#[tokio::test]
async fn work_ends_when_its_lease_is_lost() {
    let database = postgres::migrated().await;
    let work = async {
        execute(&database, "UPDATE leases SET owner = 'another', expires_at = now() + INTERVAL '1 hour'", &[]).await;
        std::future::pending::<Result<(), DatabaseError>>().await
    };
    let lost = database.with_lease("work", Duration::from_millis(200), work).await.expect_err("a lost lease");
    assert_eq!(lost.to_string(), "The database is busy: another program took over: work");
    assert_eq!(number(&database, "SELECT count(*) FROM leases WHERE owner = 'another'").await, 1, "the other keeps it");
}

#[tokio::test]
async fn a_database_of_another_program_is_left_alone() {
    let database = empty().await;
    execute(&database, "CREATE TABLE sessions (id BIGINT PRIMARY KEY)", &[]).await;
    let refused = database.migrate().await.expect_err("a refusal").to_string();
    assert_eq!(refused, "The database has tables of another program (sessions). Name an empty database");
    assert_eq!(number(&database, "SELECT count(*) FROM information_schema.tables WHERE table_name = 'bars'").await, 0);
}

#[tokio::test]
async fn an_older_and_a_newer_schema_are_told_apart() {
    let database = postgres::migrated().await;
    execute(&database, "INSERT INTO migrations VALUES (7, 'later', now(), now())", &[]).await;
    assert_eq!(database.schema_state().await.expect("a state").refusal(), None, "it says that this head may use it");
    execute(&database, "UPDATE meta SET value = '6' WHERE name = 'oldest_head'", &[]).await;
    let state = database.schema_state().await.expect("a state");
    assert_eq!(state, SchemaState::TooNew { found: 7, known: 2 });
    let refusal = "The database has schema 7, and this barback-head knows schemas up to 2. Install a newer barback-head.";
    assert_eq!(state.refusal().as_deref(), Some(refusal));
    assert_eq!(database.migrate().await.expect("no change"), 7);
    assert_eq!(database.schema_state().await.expect("a state"), state, "the newer schema stays");
}
