//! Leases: rows that say which program does a piece of work now, until when. In place of the locks of PostgreSQL, which other databases lack.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use tokio::time::sleep;

use super::{Database, DatabaseError};

/// How often a lease that another program holds is asked for.
const ASK_AGAIN: Duration = Duration::from_millis(250);
/// A lease is renewed after this part of its time.
const RENEWED_AFTER: u32 = 4;

/// The table of leases.
pub(super) const TABLE: &str = "CREATE TABLE IF NOT EXISTS leases (
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (name)
)";

/// Takes the lease, or renews it. `$3`: its time in milliseconds, by the database's clock.
const TAKE: &str = "INSERT INTO leases (name, owner, expires_at)
    VALUES ($1, $2, now() + $3::FLOAT8 * INTERVAL '1 millisecond')
    ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at = excluded.expires_at
    WHERE leases.owner = excluded.owner OR leases.expires_at < now()";
const GIVE_BACK: &str = "DELETE FROM leases WHERE name = $1 AND owner = $2";

impl Database {
    /// Runs `work` while this program holds the lease `name`. Waits for another program that holds it; if that one is killed, until its
    /// lease ends. The lease is renewed while `work` runs. `work` is dropped when the lease is lost, so it may stop anywhere.
    ///
    /// # Errors
    /// What `work` returns; else [`DatabaseError`] as `E`: [`DatabaseError::Busy`] when the lease was lost to another program.
    pub async fn with_lease<T, E: From<DatabaseError>>(
        &self,
        name: &str,
        time: Duration,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<T, E> {
        let lease = Lease { database: self, name, owner: owner(), time };
        while !lease.take().await? {
            sleep(ASK_AGAIN.min(time)).await;
        }
        lease.hold(work).await
    }

    /// Runs `work` like [`Database::with_lease`], or not at all when another program holds the lease: `None`.
    ///
    /// # Errors
    /// As [`Database::with_lease`].
    pub async fn if_lease_is_free<T, E: From<DatabaseError>>(
        &self,
        name: &str,
        time: Duration,
        work: impl Future<Output = Result<T, E>>,
    ) -> Result<Option<T>, E> {
        let lease = Lease { database: self, name, owner: owner(), time };
        if !lease.take().await? {
            return Ok(None);
        }
        lease.hold(work).await.map(Some)
    }
}

struct Lease<'a> {
    database: &'a Database,
    name: &'a str,
    owner: String,
    time: Duration,
}

impl Lease<'_> {
    /// Runs `work` while the lease, which was taken, is renewed; then gives it back.
    async fn hold<T, E: From<DatabaseError>>(&self, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let done = tokio::select! {
            done = work => done,
            lost = self.renew() => Err(lost.into()),
        };
        // When this fails the lease ends by itself.
        if let Err(error) = self.give_back().await {
            tracing::warn!("The lease {} is not given back: {error}", self.name);
        }
        done
    }

    /// Whether the lease is this program's now.
    async fn take(&self) -> Result<bool, DatabaseError> {
        let milliseconds = &(self.time.as_secs_f64() * 1_000.0);
        let (name, owner) = (&self.name, &self.owner);
        loop {
            let taken =
                self.database.transaction(move |transaction| async move { transaction.execute(TAKE, &[name, owner, milliseconds]).await });
            match taken.await {
                Ok(rows) => return Ok(rows == 1),
                // Taking it again changes nothing if it was taken.
                Err(DatabaseError::OutcomeUnknown(_)) => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Keeps the lease until it is lost; says why it was.
    async fn renew(&self) -> DatabaseError {
        loop {
            sleep(self.time / RENEWED_AFTER).await;
            match self.take().await {
                Ok(true) => {}
                Ok(false) => return DatabaseError::Busy(format!("another program took over: {}", self.name)),
                Err(error) => return error,
            }
        }
    }

    async fn give_back(&self) -> Result<(), DatabaseError> {
        let (name, owner) = (&self.name, &self.owner);
        self.database.transaction(move |transaction| async move { transaction.execute(GIVE_BACK, &[name, owner]).await.map(drop) }).await
    }
}

/// A name that no other holder of a lease has.
fn owner() -> String {
    format!("{}-{:016x}", std::process::id(), RandomState::new().build_hasher().finish())
}
