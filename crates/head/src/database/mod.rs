//! The connections to PostgreSQL, and transactions that are tried again.
//!
//! [`Database::transaction`] is the way to write: it runs the work again after a conflict and after a connection that was lost before
//! COMMIT. [`Database::snapshot`] reads several tables as they were at one moment; [`Database::client`] is for a single read.

mod bulk;
mod counters;
mod encrypted;
mod error;
mod leases;
mod migrations;
mod peer;
mod pool;
#[cfg(test)]
#[path = "../../tests/head/postgres.rs"]
pub mod postgres;
pub mod throwaway;
mod transaction;

pub use bulk::{Bulk, PIECE_BYTES, ROWS_MAX, pieces};
pub use counters::Counters;
pub use error::DatabaseError;
pub use migrations::SchemaState;
pub use pool::{Isolation, Options};
pub use transaction::Transaction;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use deadpool_postgres::{Object, Pool};

/// A database that speaks the PostgreSQL protocol. Clones share one pool.
#[derive(Clone)]
pub struct Database {
    inner: Arc<Inner>,
}

struct Inner {
    pool: Pool,
    options: Options,
    counters: Counters,
    /// Attempts so far, for `Options::inject_serialization_failures`.
    attempts: AtomicU64,
}

impl Database {
    /// A pool for `url`, with the usual options. Nothing is connected yet, so a database that is away is no error here:
    /// [`Database::ping`] tells.
    ///
    /// # Errors
    /// [`DatabaseError::Url`] when `url` cannot be read.
    pub async fn connect(url: &str) -> Result<Self, DatabaseError> {
        Self::open(url, Options::default())
    }

    /// A pool for `url`: `postgresql://user:password@first,second/name?target_session_attrs=read-write`, or `host=… user=…`.
    ///
    /// # Errors
    /// [`DatabaseError::Url`] when `url` cannot be read, [`DatabaseError::Authorities`] when the file of `options` cannot.
    pub fn open(url: &str, options: Options) -> Result<Self, DatabaseError> {
        let pool = pool::build(url, &options)?;
        Ok(Self { inner: Arc::new(Inner { pool, options, counters: Counters::default(), attempts: AtomicU64::new(0) }) })
    }

    /// A connection for reads outside of a transaction.
    ///
    /// # Errors
    /// [`DatabaseError::Away`] when none can be had within some seconds.
    pub async fn client(&self) -> Result<Object, DatabaseError> {
        let client = self.inner.pool.get().await.map_err(DatabaseError::from);
        self.inner.counters.set_up(!matches!(client, Err(DatabaseError::Away(_))));
        client
    }

    /// Asks the database for an answer, once.
    ///
    /// # Errors
    /// [`DatabaseError::Away`] when it does not answer.
    pub async fn ping(&self) -> Result<(), DatabaseError> {
        self.snapshot_once(|transaction| async move { transaction.query_one("SELECT 1::BIGINT", &[]).await.map(drop) }).await
    }

    /// Closes all connections that are not in use, and lets no request begin any more.
    pub fn close(&self) {
        self.inner.pool.close();
    }

    /// What `/metrics` shows.
    pub fn counters(&self) -> &Counters {
        &self.inner.counters
    }
}
