//! Transactions run again after a conflict and after a lost connection, and no other time.

use std::num::NonZeroU64;
use std::sync::atomic::{AtomicU32, Ordering};

use head::database::{Bulk, Database, DatabaseError, Isolation, Options};
use tokio::sync::Barrier;

use super::{adds_one, execute, number, numbers, retries};
use crate::postgres;

async fn database(options: Options) -> Database {
    let database = postgres::open(&postgres::empty_url().await, options);
    numbers(&database).await;
    database
}

/// Both read all numbers, and only then writes each its own: the one that commits second has read what is old.
async fn meets(database: &Database, both_have_read: &Barrier, k: i64) {
    let first = AtomicU32::new(0);
    let first = &first;
    let done = database.transaction(move |transaction| async move {
        let sum: i64 = transaction.query_one("SELECT sum(v)::BIGINT FROM numbers", &[]).await?.try_get(0)?;
        if first.fetch_add(1, Ordering::SeqCst) == 0 {
            both_have_read.wait().await;
        }
        transaction.execute("UPDATE numbers SET v = $2 WHERE k = $1", &[&k, &(sum + 1)]).await?;
        Ok::<_, DatabaseError>(())
    });
    done.await.expect("a commit");
}

#[tokio::test]
async fn serializable_transactions_that_meet_come_out_as_one_after_the_other() {
    let database = database(Options { isolation: Isolation::Serializable, ..Options::default() }).await;
    let both_have_read = Barrier::new(2);
    tokio::join!(meets(&database, &both_have_read, 1), meets(&database, &both_have_read, 2));
    assert_eq!(number(&database, "SELECT sum(v)::BIGINT FROM numbers").await, 3, "1, and 2 by the one that saw it");
    assert_eq!(retries(&database, "40001"), 1);
}

#[tokio::test]
async fn read_committed_is_the_default() {
    let database = database(Options::default()).await;
    let both_have_read = Barrier::new(2);
    tokio::join!(meets(&database, &both_have_read, 1), meets(&database, &both_have_read, 2));
    assert_eq!(number(&database, "SELECT sum(v)::BIGINT FROM numbers").await, 2);
    assert_eq!(retries(&database, "40001"), 0);
}

#[tokio::test]
async fn a_deadlock_is_solved_by_another_attempt() {
    let database = database(Options::default()).await;
    let both_have_one = Barrier::new(2);
    let (both_have_one, database) = (&both_have_one, &database);
    let takes = async |mine: i64, other: i64| {
        let first = AtomicU32::new(0);
        let first = &first;
        let done = database.transaction(move |transaction| async move {
            transaction.execute("UPDATE numbers SET v = v + 1 WHERE k = $1", &[&mine]).await?;
            if first.fetch_add(1, Ordering::SeqCst) == 0 {
                both_have_one.wait().await;
            }
            transaction.execute("UPDATE numbers SET v = v + 1 WHERE k = $1", &[&other]).await
        });
        done.await.expect("a commit");
    };
    tokio::join!(takes(1, 2), takes(2, 1));
    assert_eq!(number(database, "SELECT sum(v)::BIGINT FROM numbers").await, 4);
    assert_eq!(retries(database, "40P01"), 1);
}

#[tokio::test]
async fn a_connection_that_is_lost_before_commit_costs_an_attempt() {
    let database = database(Options::default()).await;
    let attempts = AtomicU32::new(0);
    let attempts = &attempts;
    let done = database.transaction(move |transaction| async move {
        transaction.execute("UPDATE numbers SET v = v + 1 WHERE k = 1", &[]).await?;
        if attempts.fetch_add(1, Ordering::SeqCst) == 0 {
            transaction.query("SELECT pg_terminate_backend(pg_backend_pid())", &[]).await?;
        }
        Ok::<_, DatabaseError>(())
    });
    done.await.expect("a commit");
    assert_eq!(number(&database, "SELECT v FROM numbers WHERE k = 1").await, 1);
    assert_eq!(retries(&database, "connection"), 1);
}

#[tokio::test]
async fn a_connection_that_is_lost_at_commit_leaves_it_to_the_caller() {
    let database = database(Options::default()).await;
    for statement in [
        "CREATE FUNCTION dies() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$",
        "CREATE CONSTRAINT TRIGGER dies AFTER UPDATE ON numbers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION dies()",
    ] {
        execute(&database, statement, &[]).await;
    }
    let lost = adds_one(&database, 1).await.expect_err("a lost connection");
    assert!(matches!(lost, DatabaseError::OutcomeUnknown(_)), "{lost}");
    assert_eq!(retries(&database, "connection"), 0);
}

#[tokio::test]
async fn an_error_of_the_work_rolls_back_and_keeps_the_connection() {
    let database = database(Options { connections: 1, ..Options::default() }).await;
    let refused: Result<(), DatabaseError> = database
        .transaction(|transaction| async move {
            transaction.execute("UPDATE numbers SET v = 7", &[]).await?;
            Err(DatabaseError::Busy("as the test wants".to_owned()))
        })
        .await;
    assert!(matches!(refused, Err(DatabaseError::Busy(_))));
    assert_eq!(number(&database, "SELECT sum(v)::BIGINT FROM numbers").await, 0);
    let duplicate = database.transaction(|transaction| async move { transaction.execute("INSERT INTO numbers VALUES (1, 1)", &[]).await });
    let duplicate: DatabaseError = duplicate.await.expect_err("a key that is there");
    assert!(duplicate.is_duplicate(), "{duplicate}");
}

#[tokio::test]
async fn work_that_hides_a_failed_statement_is_not_taken_as_kept() {
    let database = database(Options::default()).await;
    let hidden: Result<(), DatabaseError> = database
        .transaction(|transaction| async move {
            let _ = transaction.execute("INSERT INTO numbers VALUES (1, 1)", &[]).await;
            Ok(())
        })
        .await;
    assert!(matches!(hidden, Err(DatabaseError::Aborted(_))), "{hidden:?}");
}

#[tokio::test]
async fn a_request_that_is_given_up_leaves_nothing() {
    let database = database(Options::default()).await;
    let given_up = database.transaction(|transaction| async move {
        transaction.execute("UPDATE numbers SET v = 7", &[]).await?;
        std::future::pending::<Result<(), DatabaseError>>().await
    });
    let updated = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'";
    tokio::select! {
        _ = given_up => panic!("it never ends"),
        () = super::until(&database, updated, 1) => {}
    }
    super::until(&database, updated, 0).await;
    assert_eq!(number(&database, "SELECT sum(v)::BIGINT FROM numbers").await, 0);
}

#[tokio::test]
async fn injected_failures_change_no_result_and_are_counted() {
    let database = database(Options { inject_serialization_failures: NonZeroU64::new(2), ..Options::default() }).await;
    for _ in 0..20 {
        adds_one(&database, 1).await.expect("a commit");
    }
    assert_eq!(number(&database, "SELECT v FROM numbers WHERE k = 1").await, 20);
    assert_eq!(retries(&database, "40001"), 19);
    let all =
        postgres::open(&postgres::empty_url().await, Options { inject_serialization_failures: NonZeroU64::new(1), ..Options::default() });
    numbers(&all).await;
    let busy = adds_one(&all, 1).await.expect_err("ten failures").to_string();
    assert_eq!(busy, "The database is busy: a transaction met others 10 times, the last time with 40001");
    assert_eq!(number(&all, "SELECT v FROM numbers WHERE k = 1").await, 0);
}

#[tokio::test]
async fn rows_are_written_in_bulk_with_nulls_and_without_a_second_time() {
    struct Level {
        product: i64,
        level: Option<i64>,
        state: Option<String>,
    }
    let database = postgres::migrated().await;
    let bulk = Bulk::new(
        "INSERT INTO fig_stock (line_id, upto, product_id, level, state)
        SELECT $1, $2, new.* FROM unnest($3::BIGINT[], $4::BIGINT[], $5::TEXT[]) AS new (product_id, level, state)
        ON CONFLICT (line_id, product_id) DO UPDATE SET upto = excluded.upto, level = excluded.level, state = excluded.state
        WHERE fig_stock.upto < excluded.upto",
    )
    .column(|row: &Level| row.product)
    .column(|row| row.level)
    .column(|row| row.state.clone());
    let rows: Vec<Level> = (0..1_201).map(|product| Level { product, level: (product % 2 == 0).then_some(product), state: None }).collect();
    let (bulk, rows) = (&bulk, &rows);
    for (upto, changes) in [(5_i64, 1_201), (5, 0), (4, 0), (6, 1_201)] {
        let written = database.transaction(move |transaction| async move { bulk.execute(&transaction, &[&1_i64, &upto], rows).await });
        let written: Result<u64, DatabaseError> = written.await;
        assert_eq!(written.expect("rows"), changes, "upto {upto}");
    }
    assert_eq!(number(&database, "SELECT count(*) FROM fig_stock WHERE level IS NULL AND upto = 6").await, 600);
}
