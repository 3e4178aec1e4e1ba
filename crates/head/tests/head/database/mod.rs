//! Connections, transactions, leases and the schema.

mod away;
mod encrypted;
mod migrations;
mod peer;
mod transactions;

use std::time::Duration;

use head::database::{Database, DatabaseError};
use tokio_postgres::types::ToSql;

/// Runs one statement in a transaction of its own.
async fn execute(database: &Database, sql: &str, params: &[&(dyn ToSql + Sync)]) {
    let client = database.client().await.expect("a connection");
    client.execute(sql, params).await.unwrap_or_else(|error| panic!("{sql}: {error:?}"));
}

/// The number that `sql` gives.
async fn number(database: &Database, sql: &str) -> i64 {
    let client = database.client().await.expect("a connection");
    client.query_one(sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error:?}")).get(0)
}

/// Asks until `sql` gives `wanted`, for a minute at most.
async fn until(database: &Database, sql: &str, wanted: i64) {
    let asks = async {
        while number(database, sql).await != wanted {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), asks).await.unwrap_or_else(|_| panic!("{sql} is never {wanted}"));
}

/// How often transactions ran again because of `code`.
fn retries(database: &Database, code: &str) -> u64 {
    database.counters().transaction_retries().find(|(found, _)| *found == code).expect("a counter").1
}

/// Adds 1 to the row `k` of `numbers`.
async fn adds_one(database: &Database, k: i64) -> Result<(), DatabaseError> {
    database
        .transaction(move |transaction| async move {
            let row = transaction.query_one("SELECT v FROM numbers WHERE k = $1", &[&k]).await?;
            let next = row.try_get::<_, i64>(0)? + 1;
            transaction.execute("UPDATE numbers SET v = $2 WHERE k = $1", &[&k, &next]).await.map(drop)
        })
        .await
}

/// A table `numbers` with the rows 1 and 2, both 0.
async fn numbers(database: &Database) {
    execute(database, "CREATE TABLE numbers (k BIGINT PRIMARY KEY, v BIGINT NOT NULL)", &[]).await;
    execute(database, "INSERT INTO numbers VALUES (1, 0), (2, 0)", &[]).await;
}
