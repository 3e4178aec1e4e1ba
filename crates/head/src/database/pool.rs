//! The pool of connections, with time limits that notice a server that is gone.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime};
use tokio_postgres::config::SslMode;
use tokio_postgres::{Config, NoTls};

use super::DatabaseError;
use super::encrypted::Encryption;
use super::peer::AsUser;

/// Longest time for one host to accept a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// Longest time to wait for a free connection of the pool.
const WAIT_TIMEOUT: Duration = Duration::from_secs(5);
/// Longest time until one of several hosts has accepted a connection.
const CREATE_TIMEOUT: Duration = Duration::from_secs(10);
/// Longest time for a statement at the server, unless the options say otherwise.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(15);
/// Keeps PostgreSQL from compiling queries: over a year of many bars that takes longer than it saves. Other engines do not have this
/// setting, and refuse it.
const NO_COMPILER: &str = "SET jit = off";
/// How long the server keeps a transaction whose client says nothing.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// How much longer the answer may take. The server gives up sooner, unless it is frozen or cut off.
const ANSWER_GRACE: Duration = Duration::from_secs(3);
/// Silence on a connection after which the kernel asks whether the other side is there.
const KEEPALIVE_IDLE: Duration = Duration::from_secs(10);
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(3);
const KEEPALIVE_RETRIES: u32 = 3;
/// How long data may wait for the other side's acknowledgement.
const UNACKNOWLEDGED_TIMEOUT: Duration = Duration::from_secs(10);

/// How transactions see each other. Head office is right under both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Isolation {
    /// PostgreSQL's default: each statement sees what was committed before it.
    #[default]
    ReadCommitted,
    /// As if one transaction ran after the other; conflicts end in 40001.
    Serializable,
}

impl Isolation {
    pub(super) fn begin(self) -> &'static str {
        match self {
            Self::ReadCommitted => "BEGIN ISOLATION LEVEL READ COMMITTED",
            Self::Serializable => "BEGIN ISOLATION LEVEL SERIALIZABLE",
        }
    }
}

/// How a database is used.
#[derive(Clone, Debug)]
pub struct Options {
    /// PEM file with the authorities that the server's certificate is checked with when the URL says `sslmode=require`; `None`: those of
    /// this machine.
    pub authorities: Option<PathBuf>,
    /// Isolation of [`super::Database::transaction`].
    pub isolation: Isolation,
    /// Most connections at once.
    pub connections: usize,
    /// Longest time for a statement.
    pub statement_timeout: Duration,
    /// For tests: 2 ends every second attempt of a transaction as if the database had answered 40001 at COMMIT, 3 every third.
    pub inject_serialization_failures: Option<NonZeroU64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            authorities: None,
            isolation: Isolation::default(),
            connections: 16,
            statement_timeout: STATEMENT_TIMEOUT,
            inject_serialization_failures: None,
        }
    }
}

impl Options {
    /// Longest time for an answer to a statement.
    pub(super) fn answer_timeout(&self) -> Duration {
        self.statement_timeout + ANSWER_GRACE
    }
}

/// A pool that connects when a connection is first asked for.
pub(super) fn build(url: &str, options: &Options) -> Result<Pool, DatabaseError> {
    let (config, recycling) = (config(url)?, ManagerConfig { recycling_method: RecyclingMethod::Fast });
    let manager = match (config.get_ssl_mode(), AsUser::needed(&config)) {
        (SslMode::Require, _) => Manager::from_config(config, Encryption::new(options.authorities.as_deref())?, recycling),
        (_, Some(as_user)) => Manager::from_connect(config, as_user, recycling),
        (_, None) => Manager::from_config(config, NoTls, recycling),
    };
    let limits = limits(options);
    Pool::builder(manager)
        .max_size(options.connections)
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(WAIT_TIMEOUT))
        .create_timeout(Some(CREATE_TIMEOUT))
        .post_create(Hook::async_fn(move |client, _| {
            let limits = limits.clone();
            Box::pin(async move {
                client.batch_execute(&limits).await.map_err(HookError::Backend)?;
                let _ = client.batch_execute(NO_COMPILER).await;
                Ok(())
            })
        }))
        .build()
        .map_err(|error| DatabaseError::Url(error.to_string()))
}

/// Limits that the server keeps for each connection. They are not in the URL's `options`, which connection poolers refuse.
fn limits(options: &Options) -> String {
    let (statement, idle) = (options.statement_timeout.as_millis(), IDLE_TIMEOUT.as_millis());
    format!("SET statement_timeout = {statement}; SET idle_in_transaction_session_timeout = {idle}")
}

/// What the URL says; time limits that it does not name are ours.
fn config(url: &str) -> Result<Config, DatabaseError> {
    let mut config: Config = url.parse().map_err(|error| DatabaseError::Url(describe(&error)))?;
    if config.get_hosts().is_empty() {
        return Err(DatabaseError::Url("it names no host".to_owned()));
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(CONNECT_TIMEOUT);
    }
    if config.get_tcp_user_timeout().is_none() {
        config.tcp_user_timeout(UNACKNOWLEDGED_TIMEOUT);
    }
    if config.get_application_name().is_none() {
        config.application_name("barback-head");
    }
    config.keepalives(true).keepalives_idle(KEEPALIVE_IDLE).keepalives_interval(KEEPALIVE_INTERVAL).keepalives_retries(KEEPALIVE_RETRIES);
    Ok(config)
}

fn describe(error: &tokio_postgres::Error) -> String {
    std::error::Error::source(error).map_or_else(|| error.to_string(), |source| format!("{error}: {source}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_of_a_url_may_name_several_hosts() {
        for url in [
            "postgresql://barback:secret@first:5432,second:5433/barback?target_session_attrs=read-write",
            "host=first,second port=5432,5433 user=barback password=secret dbname=barback target_session_attrs=read-write",
        ] {
            let config = config(url).expect("a URL");
            assert_eq!(config.get_hosts().len(), 2, "{url}");
            assert_eq!(config.get_ports(), [5432, 5433], "{url}");
            assert_eq!(config.get_target_session_attrs(), tokio_postgres::config::TargetSessionAttrs::ReadWrite, "{url}");
            assert_eq!(config.get_connect_timeout(), Some(&CONNECT_TIMEOUT), "{url}");
        }
    }

    #[test]
    fn a_spoilt_url_says_why_and_not_the_password() {
        for url in [
            "postgresql://",
            "postgresql://barback:secret@first/barback?sslmode=sometimes",
            "mysql://barback:secret@first/barback",
            "postgresql://barback:secret@first/barback?target_session_attrs=any-thing",
        ] {
            let error = config(url).expect_err("a refusal").to_string();
            assert!(error.starts_with("The database's URL cannot be used: "), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
