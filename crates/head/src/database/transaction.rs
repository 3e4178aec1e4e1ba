//! Transactions that run again after a conflict, and after a connection that was lost before COMMIT.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use deadpool_postgres::Object;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::Row;
use tokio_postgres::types::{ToSql, Type};

use super::error::{Failure, sentence};
use super::{Database, DatabaseError};

/// Most attempts of a transaction.
const ATTEMPTS_MAX: u32 = 10;
/// Pause before the second attempt. It doubles with each attempt.
const PAUSE_MIN: Duration = Duration::from_millis(10);
const PAUSE_MAX: Duration = Duration::from_secs(1);
/// No attempt begins later than this after the first one, so that a request is answered while its client waits.
const ATTEMPTS_TIME: Duration = Duration::from_secs(20);

/// A transaction of one connection; clones are the same transaction. It is passed by value, because the future of work that borrows it
/// could not move to another thread.
#[derive(Clone)]
pub struct Transaction {
    inner: Arc<Inner>,
}

struct Inner {
    /// `None` only while this is dropped.
    client: Option<Object>,
    /// The first statement that failed. From then on the server refuses all others.
    failure: OnceLock<Failure>,
    /// Whether it was committed or rolled back.
    over: AtomicBool,
    answer_timeout: Duration,
}

impl Database {
    /// Runs `work` in a transaction and commits it. After 40001, 40P01, or a connection lost before COMMIT all of it runs again: 10 times
    /// at most, after pauses of 10 ms to 1 s. So `work` has no effect besides the transaction. An error of `work` rolls back.
    ///
    /// ```ignore
    /// let (bar, name) = (&bar, &name);
    /// database.transaction(move |transaction| async move {
    ///     transaction.execute("UPDATE bars SET name = $2 WHERE bar = $1", &[bar, name]).await?;
    ///     Ok(())
    /// }).await
    /// ```
    ///
    /// # Errors
    /// What `work` returns; else [`DatabaseError`] as `E`, where [`DatabaseError::OutcomeUnknown`] means that the commit may have happened.
    pub async fn transaction<T, E, W, F>(&self, work: W) -> Result<T, E>
    where
        W: Fn(Transaction) -> F,
        F: Future<Output = Result<T, E>>,
        E: From<DatabaseError>,
    {
        self.attempts(self.inner.options.isolation.begin(), Kind::Write, ATTEMPTS_MAX, work).await
    }

    /// Runs reads that all see the database at one moment. Runs again like [`Database::transaction`].
    ///
    /// # Errors
    /// What `work` returns; else [`DatabaseError`] as `E`.
    pub async fn snapshot<T, E, W, F>(&self, work: W) -> Result<T, E>
    where
        W: Fn(Transaction) -> F,
        F: Future<Output = Result<T, E>>,
        E: From<DatabaseError>,
    {
        self.attempts(SNAPSHOT, Kind::Read, ATTEMPTS_MAX, work).await
    }

    pub(super) async fn snapshot_once<T, E, W, F>(&self, work: W) -> Result<T, E>
    where
        W: Fn(Transaction) -> F,
        F: Future<Output = Result<T, E>>,
        E: From<DatabaseError>,
    {
        self.attempts(SNAPSHOT, Kind::Read, 1, work).await
    }

    async fn attempts<T, E, W, F>(&self, begin: &str, kind: Kind, max: u32, work: W) -> Result<T, E>
    where
        W: Fn(Transaction) -> F,
        F: Future<Output = Result<T, E>>,
        E: From<DatabaseError>,
    {
        let until = Instant::now() + ATTEMPTS_TIME;
        let mut attempt = 1;
        loop {
            let again = match self.attempt(begin, kind, &work).await {
                Ok(done) => return done,
                Err(again) => again,
            };
            if let Again::Lost(_) = again {
                self.inner.counters.set_up(false);
                // Connections of before a fail-over lead to the old server.
                self.inner.pool.retain(|_, _| false);
            }
            if attempt >= max || Instant::now() >= until {
                return Err(again.into_error(attempt).into());
            }
            self.inner.counters.count_retry(again.code());
            sleep(pause(attempt)).await;
            attempt += 1;
        }
    }

    /// One attempt: what it came to, or why it is worth another.
    async fn attempt<T, E, W, F>(&self, begin: &str, kind: Kind, work: &W) -> Result<Result<T, E>, Again>
    where
        W: Fn(Transaction) -> F,
        F: Future<Output = Result<T, E>>,
        E: From<DatabaseError>,
    {
        let client = match self.client().await {
            Ok(client) => client,
            Err(DatabaseError::Away(why)) => return Err(Again::Lost(why)),
            Err(error) => return Ok(Err(error.into())),
        };
        let transaction = Transaction::new(client, self.inner.options.answer_timeout());
        if let Err(error) = transaction.batch(begin).await {
            return transaction.settle(Err(error.into())).await;
        }
        let result = work(transaction.clone()).await;
        if result.is_err() || transaction.inner.failure.get().is_some() {
            return transaction.settle(result).await;
        }
        if transaction.is_closed() {
            return Err(Again::Lost("the connection was closed".to_owned()));
        }
        if self.injects_failure() {
            transaction.rollback().await;
            return Err(Again::Conflict("40001"));
        }
        match transaction.batch("COMMIT").await {
            Ok(()) => {
                transaction.ends();
                Ok(result)
            }
            Err(error) => match (transaction.inner.failure.get().cloned(), kind) {
                (Some(Failure::Conflict(code)), _) => Err(Again::Conflict(code)),
                (Some(Failure::Lost(why) | Failure::Unknown(why)), Kind::Read) => Err(Again::Lost(why)),
                (Some(Failure::Lost(why) | Failure::Unknown(why)), Kind::Write) => Ok(Err(DatabaseError::OutcomeUnknown(why).into())),
                (Some(Failure::Refused(_)) | None, _) => Ok(Err(error.into())),
            },
        }
    }

    fn injects_failure(&self) -> bool {
        let Some(every) = self.inner.options.inject_serialization_failures else { return false };
        (self.inner.attempts.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(every.get())
    }
}

/// All statements see the database as it was at the first one.
const SNAPSHOT: &str = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";

#[derive(Clone, Copy)]
enum Kind {
    Read,
    Write,
}

/// Why an attempt is worth another. Nothing was committed.
enum Again {
    Conflict(&'static str),
    Lost(String),
}

impl Again {
    fn code(&self) -> &'static str {
        match self {
            Self::Conflict(code) => code,
            Self::Lost(_) => "connection",
        }
    }

    fn into_error(self, attempts: u32) -> DatabaseError {
        match self {
            Self::Conflict(code) => DatabaseError::Busy(format!("a transaction met others {attempts} times, the last time with {code}")),
            Self::Lost(why) => DatabaseError::Away(why),
        }
    }
}

impl Transaction {
    fn new(client: Object, answer_timeout: Duration) -> Self {
        let (failure, over) = (OnceLock::new(), AtomicBool::new(false));
        Self { inner: Arc::new(Inner { client: Some(client), failure, over, answer_timeout }) }
    }

    /// The rows that `sql` gives.
    ///
    /// # Errors
    /// [`DatabaseError`]; the transaction is lost with it, so the work returns it.
    pub async fn query(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, DatabaseError> {
        let client = self.client()?;
        self.run(async { client.query(&client.prepare_cached(sql).await?, params).await }).await
    }

    /// The rows that `sql` gives, planned for these very parameters. For sums over many rows: a plan that is kept for all parameters reads a
    /// year of a hundred bars as it would read a day of ten.
    ///
    /// # Errors
    /// [`DatabaseError`]; the transaction is lost with it, so the work returns it.
    pub async fn query_planned(&self, sql: &str, params: &[(&(dyn ToSql + Sync), Type)]) -> Result<Vec<Row>, DatabaseError> {
        self.run(self.client()?.query_typed(sql, params)).await
    }

    /// The only row, or `None`.
    ///
    /// # Errors
    /// [`DatabaseError`], also when there are several rows.
    pub async fn query_opt(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Option<Row>, DatabaseError> {
        let client = self.client()?;
        self.run(async { client.query_opt(&client.prepare_cached(sql).await?, params).await }).await
    }

    /// The only row.
    ///
    /// # Errors
    /// [`DatabaseError`], also when there is no row or several.
    pub async fn query_one(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<Row, DatabaseError> {
        let client = self.client()?;
        self.run(async { client.query_one(&client.prepare_cached(sql).await?, params).await }).await
    }

    /// Runs `sql` and returns how many rows it changed.
    ///
    /// # Errors
    /// [`DatabaseError`]; the transaction is lost with it, so the work returns it.
    pub async fn execute(&self, sql: &str, params: &[&(dyn ToSql + Sync)]) -> Result<u64, DatabaseError> {
        let client = self.client()?;
        self.run(async { client.execute(&client.prepare_cached(sql).await?, params).await }).await
    }

    async fn batch(&self, sql: &str) -> Result<(), DatabaseError> {
        self.run(self.client()?.batch_execute(sql)).await
    }

    async fn run<T>(&self, statement: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Result<T, DatabaseError> {
        let Ok(answer) = timeout(self.inner.answer_timeout, statement).await else {
            let why = format!("no answer within {} s", self.inner.answer_timeout.as_secs());
            self.inner.failure.get_or_init(|| Failure::Lost(why.clone()));
            return Err(DatabaseError::Away(why));
        };
        answer.map_err(|error| {
            let failure = if self.is_closed() { Failure::Lost(sentence(&error)) } else { Failure::of(&error) };
            self.inner.failure.get_or_init(|| failure);
            error.into()
        })
    }

    fn client(&self) -> Result<&Object, DatabaseError> {
        let client = self.inner.client.as_ref().filter(|_| !self.inner.over.load(Ordering::Relaxed));
        client.ok_or_else(|| DatabaseError::Aborted("the transaction is over".to_owned()))
    }

    fn is_closed(&self) -> bool {
        self.inner.client.as_ref().is_none_or(|client| client.is_closed())
    }

    /// From here on the connection belongs to the pool.
    fn ends(&self) {
        self.inner.over.store(true, Ordering::Relaxed);
    }

    /// Ends a transaction that is not to be committed: `result` is what the work returned.
    async fn settle<T, E: From<DatabaseError>>(self, result: Result<T, E>) -> Result<Result<T, E>, Again> {
        match self.inner.failure.get().cloned() {
            Some(Failure::Lost(why) | Failure::Unknown(why)) => Err(Again::Lost(why)),
            Some(Failure::Conflict(code)) => {
                self.rollback().await;
                Err(Again::Conflict(code))
            }
            Some(Failure::Refused(why)) => {
                self.rollback().await;
                Ok(result.and(Err(DatabaseError::Aborted(why).into())))
            }
            None => {
                self.rollback().await;
                Ok(result)
            }
        }
    }

    /// Gives the connection back to the pool, unless it fails now.
    async fn rollback(&self) {
        if self.batch("ROLLBACK").await.is_ok() {
            self.ends();
        }
    }
}

impl Drop for Inner {
    /// A transaction without an end closes its connection, and the server rolls back.
    fn drop(&mut self) {
        if let Some(client) = self.client.take().filter(|_| !self.over.load(Ordering::Relaxed)) {
            drop(Object::take(client));
        }
    }
}

/// Between half and all of the doubled pause, so that two that met do not meet again.
pub(super) fn pause(attempt: u32) -> Duration {
    let longest = PAUSE_MIN.saturating_mul(1 << attempt.min(16).saturating_sub(1)).min(PAUSE_MAX);
    let random = RandomState::new().build_hasher().finish() % 1_000;
    let half = longest / 2;
    half + half * u32::try_from(random).unwrap_or(0) / 1_000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_may_borrow_and_its_future_may_move_to_another_thread() {
        async fn renames(database: &Database, name: &str) -> Result<u64, DatabaseError> {
            let row = &[name.to_owned()];
            database
                .transaction(move |transaction| async move {
                    let changed = transaction.execute("UPDATE bars SET name = $1", &[&row[0]]).await?;
                    transaction.query("SELECT name FROM bars WHERE name = $1", &[&name]).await?;
                    Ok::<_, DatabaseError>(changed)
                })
                .await
        }
        fn moves<F: Future + Send>(_: F) {}
        let database = Database::open("host=nowhere", super::super::Options::default()).expect("a pool");
        moves(renames(&database, "Cape Bar"));
    }

    #[test]
    fn pauses_grow_from_10_ms_to_1_s() {
        for (attempt, longest) in [(1, 10), (2, 20), (3, 40), (7, 640), (8, 1_000), (10, 1_000)] {
            let pause = pause(attempt).as_millis();
            assert!(pause >= longest / 2 && pause <= longest, "attempt {attempt}: {pause} ms");
        }
    }
}
