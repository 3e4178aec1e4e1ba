//! Why a request to the database failed.

use deadpool_postgres::{HookError, PoolError, TimeoutType};
use tokio_postgres::error::{DbError, Severity, SqlState};

/// Why a request to the database failed.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// There is no database, or it does not answer in time. Nothing was committed. Answered as 503 `database_away`.
    #[error("The database is away: {0}")]
    Away(String),
    /// The connection was lost at COMMIT: the transaction may be there or not. The caller looks, or lets the client ask again.
    #[error("The database did not say whether it kept the change: {0}")]
    OutcomeUnknown(String),
    /// Ten attempts met other transactions, or no connection became free. Nothing was committed. Answered as 503 `busy`.
    #[error("The database is busy: {0}")]
    Busy(String),
    /// The database refused a statement.
    #[error("The database refused: {}", sentence(.0))]
    Sql(#[source] tokio_postgres::Error),
    /// A statement failed with this, and the work went on and said that all is well. The database keeps no such transaction.
    #[error("A statement of the transaction failed: {0}")]
    Aborted(String),
    /// The database has tables with names of head office's that head office did not make.
    #[error("The database has tables of another program ({0}). Name an empty database")]
    OtherProgram(String),
    /// The URL cannot be read. The password is not repeated.
    #[error("The database's URL cannot be used: {0}")]
    Url(String),
    /// The file with the authorities of the database's certificate cannot be used.
    #[error("The authorities of the database's certificate cannot be used: {0}")]
    Authorities(String),
}

impl DatabaseError {
    /// The SQLSTATE that the database answered.
    pub fn sql_state(&self) -> Option<&SqlState> {
        match self {
            Self::Sql(error) => error.code(),
            _ => None,
        }
    }

    /// Whether a unique key has this value already.
    pub fn is_duplicate(&self) -> bool {
        self.sql_state() == Some(&SqlState::UNIQUE_VIOLATION)
    }
}

impl From<tokio_postgres::Error> for DatabaseError {
    fn from(error: tokio_postgres::Error) -> Self {
        if error.code() == Some(&SqlState::QUERY_CANCELED) {
            return Self::Away(sentence(&error));
        }
        match Failure::of(&error) {
            Failure::Lost(why) => Self::Away(why),
            Failure::Conflict(_) | Failure::Unknown(_) | Failure::Refused(_) => Self::Sql(error),
        }
    }
}

impl From<PoolError> for DatabaseError {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Backend(error) => Self::Away(sentence(&error)),
            PoolError::PostCreateHook(HookError::Backend(error)) => Self::Away(sentence(&error)),
            PoolError::Timeout(TimeoutType::Wait) => Self::Busy("no connection became free in time".to_owned()),
            other => Self::Away(other.to_string()),
        }
    }
}

/// What a failed statement means for its transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It met another transaction; the SQLSTATE.
    Conflict(&'static str),
    /// The connection cannot be used any more.
    Lost(String),
    /// The server itself does not know what became of the statement (40003).
    Unknown(String),
    /// The statement is refused, and would be again.
    Refused(String),
}

impl Failure {
    /// What `error` means.
    pub(super) fn of(error: &tokio_postgres::Error) -> Self {
        let Some(answer) = error.as_db_error() else {
            let broken = error.is_closed() || source_is_io(error);
            return if broken { Self::Lost(sentence(error)) } else { Self::Refused(sentence(error)) };
        };
        let code = answer.code();
        let ended = matches!(answer.parsed_severity(), Some(Severity::Fatal | Severity::Panic));
        if *code == SqlState::T_R_SERIALIZATION_FAILURE {
            Self::Conflict("40001")
        } else if *code == SqlState::T_R_DEADLOCK_DETECTED {
            Self::Conflict("40P01")
        } else if *code == SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN {
            Self::Unknown(sentence(error))
        } else if ended || code.code().starts_with("08") || LOST.contains(code) || is_outdated(answer) {
            Self::Lost(sentence(error))
        } else {
            Self::Refused(sentence(error))
        }
    }
}

/// Whether a prepared statement is of before a change of the schema, or of another server behind a pooler.
fn is_outdated(answer: &DbError) -> bool {
    let code = answer.code();
    *code == SqlState::INVALID_SQL_STATEMENT_NAME || (*code == SqlState::FEATURE_NOT_SUPPORTED && answer.message().contains("cached plan"))
}

/// Answers that mean: not on this connection. A primary that became a standby answers 25006.
const LOST: [SqlState; 5] = [
    SqlState::ADMIN_SHUTDOWN,
    SqlState::CRASH_SHUTDOWN,
    SqlState::CANNOT_CONNECT_NOW,
    SqlState::TOO_MANY_CONNECTIONS,
    SqlState::READ_ONLY_SQL_TRANSACTION,
];

fn source_is_io(error: &tokio_postgres::Error) -> bool {
    std::error::Error::source(error).is_some_and(|source| source.is::<std::io::Error>())
}

/// The error with what the server or the system said about it.
pub(super) fn sentence(error: &tokio_postgres::Error) -> String {
    if let Some(answer) = error.as_db_error() {
        return format!("{} ({})", answer.message(), answer.code().code());
    }
    std::error::Error::source(error).map_or_else(|| error.to_string(), |source| format!("{error}: {source}"))
}
