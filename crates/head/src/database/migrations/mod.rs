//! The schema: numbered files of statements, each of which may run again after it was interrupted.

use std::time::Duration;

use tokio_postgres::error::SqlState;

use super::{Database, DatabaseError, leases};

/// One numbered file of the schema.
struct Migration {
    number: i64,
    name: &'static str,
    statements: &'static str,
    /// The oldest head office that may use the database from here on, by the newest schema that it knows.
    oldest_head: i64,
}

/// All files, in order.
const MIGRATIONS: &[Migration] = &[
    Migration { number: 1, name: "tables", statements: include_str!("0001_tables.sql"), oldest_head: 1 },
    // An older head would let a second box read the books, and would not count wrong codes.
    Migration { number: 2, name: "guards", statements: include_str!("0002_guards.sql"), oldest_head: 2 },
];

/// The newest schema that this head office knows.
const KNOWN: i64 = MIGRATIONS[MIGRATIONS.len() - 1].number;
/// The lease under which one program at a time migrates.
const LEASE: &str = "migrate";
const LEASE_TIME: Duration = Duration::from_secs(60);

/// What must be there before a file can be put on record.
const FIRST: [&str; 3] = [
    "CREATE TABLE IF NOT EXISTS meta (name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name))",
    "CREATE TABLE IF NOT EXISTS migrations (
        number BIGINT NOT NULL,
        name TEXT NOT NULL,
        started_at TIMESTAMPTZ NOT NULL,
        finished_at TIMESTAMPTZ,
        PRIMARY KEY (number)
    )",
    leases::TABLE,
];
/// How often two programs may meet while both create the same table.
const CREATES_MAX: u32 = 20;

/// How a database's schema stands to what this head office knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchemaState {
    /// There are no tables yet, or not all of the first schema.
    Empty,
    /// `barback-head migrate` is needed.
    Older {
        /// The database's schema.
        found: i64,
    },
    /// It can be used. Its number may be higher than what this head office knows, if it says that this one may use it.
    Current {
        /// The database's schema.
        found: i64,
    },
    /// It was made by a newer head office, and this one would do harm.
    TooNew {
        /// The database's schema.
        found: i64,
        /// The newest that this head office knows.
        known: i64,
    },
}

impl SchemaState {
    /// Why `serve` does not start; `None` when it may, which for an empty database is after [`Database::migrate`].
    pub fn refusal(&self) -> Option<String> {
        match self {
            Self::Empty | Self::Current { .. } => None,
            Self::Older { .. } => Some("Run barback-head migrate first.".to_owned()),
            Self::TooNew { found, known } => Some(format!(
                "The database has schema {found}, and this barback-head knows schemas up to {known}. Install a newer barback-head."
            )),
        }
    }

    /// The number of the database's schema, 0 without one.
    pub fn number(&self) -> i64 {
        match self {
            Self::Empty => 0,
            Self::Older { found } | Self::Current { found } | Self::TooNew { found, .. } => *found,
        }
    }
}

impl Database {
    /// How the schema stands to what this head office knows.
    ///
    /// # Errors
    /// [`DatabaseError`], when the database is away.
    pub async fn schema_state(&self) -> Result<SchemaState, DatabaseError> {
        let read = self.snapshot(|transaction| async move {
            let found = transaction.query_one("SELECT max(number) FROM migrations WHERE finished_at IS NOT NULL", &[]).await?;
            let oldest = transaction.query_opt("SELECT value FROM meta WHERE name = 'oldest_head'", &[]).await?;
            Ok((found.try_get::<_, Option<i64>>(0)?, oldest.map(|row| row.try_get::<_, String>(0)).transpose()?))
        });
        match read.await {
            Ok((found, oldest)) => Ok(state(found, oldest.and_then(|oldest| oldest.parse().ok()), KNOWN)),
            Err(error) if is_missing(&error) => Ok(SchemaState::Empty),
            Err(error) => Err(error),
        }
    }

    /// Brings the schema up to what this head office knows, and returns its number. Several may run at once, the others wait; one that was
    /// killed anywhere is finished by the next. A newer schema stays.
    ///
    /// # Errors
    /// [`DatabaseError`]. What was done stays, and the next run goes on.
    pub async fn migrate(&self) -> Result<i64, DatabaseError> {
        self.migrate_under(LEASE_TIME).await
    }

    /// [`Database::migrate`] under a lease of another length.
    ///
    /// # Errors
    /// As [`Database::migrate`].
    pub async fn migrate_under(&self, lease: Duration) -> Result<i64, DatabaseError> {
        for statement in FIRST {
            self.create(statement).await?;
        }
        self.with_lease(LEASE, lease, self.run_files()).await
    }

    async fn run_files(&self) -> Result<i64, DatabaseError> {
        self.refuse_other_programs().await?;
        let found = self.schema_state().await?.number();
        for migration in MIGRATIONS.iter().filter(|migration| migration.number > found) {
            self.begin_file(migration).await?;
            for statement in statements(migration.statements) {
                self.create(statement).await?;
            }
            self.finish_file(migration).await?;
            tracing::info!("The database has schema {} ({})", migration.number, migration.name);
        }
        Ok(found.max(KNOWN))
    }

    /// `IF NOT EXISTS` would take the tables of another program for head office's.
    async fn refuse_other_programs(&self) -> Result<(), DatabaseError> {
        let tables: Vec<&str> = MIGRATIONS.iter().flat_map(|migration| statements(migration.statements)).filter_map(made_table).collect();
        let tables = &tables;
        let found = self.snapshot(move |transaction| async move {
            let sql = "SELECT table_name::TEXT FROM information_schema.tables WHERE table_schema = current_schema()
                AND table_name = ANY($1) AND NOT EXISTS (SELECT 1 FROM migrations) ORDER BY 1";
            transaction.query(sql, &[tables]).await?.iter().map(|row| Ok(row.try_get(0)?)).collect::<Result<Vec<String>, DatabaseError>>()
        });
        let found = found.await?;
        if found.is_empty() { Ok(()) } else { Err(DatabaseError::OtherProgram(found.join(", "))) }
    }

    /// Puts on record that a file is begun, and keeps heads away that must not use what it makes.
    async fn begin_file(&self, migration: &Migration) -> Result<(), DatabaseError> {
        self.transaction(|transaction| async move {
            transaction
                .execute(
                    "INSERT INTO migrations (number, name, started_at) VALUES ($1, $2, now()) ON CONFLICT (number) DO NOTHING",
                    &[&migration.number, &migration.name],
                )
                .await?;
            let sql = "INSERT INTO meta (name, value) VALUES ('oldest_head', $1)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE meta.value <> excluded.value";
            transaction.execute(sql, &[&migration.oldest_head.to_string()]).await?;
            Ok(())
        })
        .await
    }

    async fn finish_file(&self, migration: &Migration) -> Result<(), DatabaseError> {
        self.transaction(|transaction| async move {
            let sql = "UPDATE migrations SET finished_at = now() WHERE number = $1 AND finished_at IS NULL";
            transaction.execute(sql, &[&migration.number]).await.map(drop)
        })
        .await
    }

    /// Runs a statement of the schema alone, without the time limit of others: an index of many rows takes its time. Runs it again when it met
    /// another program that does the same, or lost its connection.
    async fn create(&self, statement: &str) -> Result<(), DatabaseError> {
        let mut tries = 0;
        loop {
            let error = match self.create_once(statement).await {
                Ok(()) => return Ok(()),
                Err(error) => error,
            };
            tries += 1;
            if tries >= CREATES_MAX || !is_worth_another(&error) {
                return Err(error);
            }
            tokio::time::sleep(super::transaction::pause(tries)).await;
        }
    }

    async fn create_once(&self, statement: &str) -> Result<(), DatabaseError> {
        // The connection is not given back, so its limits need not be.
        let client = deadpool_postgres::Object::take(self.client().await?);
        client.batch_execute("SET statement_timeout = 0").await?;
        Ok(client.batch_execute(statement).await?)
    }
}

fn state(found: Option<i64>, oldest_head: Option<i64>, known: i64) -> SchemaState {
    let Some(found) = found else { return SchemaState::Empty };
    if oldest_head.unwrap_or(found) > known {
        SchemaState::TooNew { found, known }
    } else if found < known {
        SchemaState::Older { found }
    } else {
        SchemaState::Current { found }
    }
}

fn is_missing(error: &DatabaseError) -> bool {
    error.sql_state() == Some(&SqlState::UNDEFINED_TABLE)
}

/// Whether a statement of the schema met another program. PostgreSQL's `IF NOT EXISTS` is no lock: of two at once one may fail with a
/// duplicate name or key in the catalog.
fn is_worth_another(error: &DatabaseError) -> bool {
    const MET: [SqlState; 6] = [
        SqlState::UNIQUE_VIOLATION,
        SqlState::DUPLICATE_TABLE,
        SqlState::DUPLICATE_OBJECT,
        SqlState::INTERNAL_ERROR,
        SqlState::T_R_SERIALIZATION_FAILURE,
        SqlState::T_R_DEADLOCK_DETECTED,
    ];
    matches!(error, DatabaseError::Away(_) | DatabaseError::Busy(_)) || error.sql_state().is_some_and(|code| MET.contains(code))
}

/// The table that a statement makes, except for those that are there before the first file.
fn made_table(statement: &str) -> Option<&str> {
    let (_, name) = statement.split_once("CREATE TABLE IF NOT EXISTS ")?;
    name.split([' ', '(']).next().filter(|name| !["meta", "migrations", "leases"].contains(name))
}

/// The statements of a file. Each ends with a `;` at the end of a line; comments have lines of their own.
fn statements(file: &str) -> impl Iterator<Item = &str> {
    file.split_inclusive(";\n").map(str::trim).filter(|statement| statement.lines().any(|line| !line.starts_with("--") && !line.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How a statement may begin that can run twice.
    const REPEATABLE: [&str; 5] =
        ["CREATE TABLE IF NOT EXISTS ", "CREATE INDEX IF NOT EXISTS ", "CREATE UNIQUE INDEX IF NOT EXISTS ", "ALTER TABLE ", "UPDATE "];
    /// What some database of the same protocol lacks.
    const NOT_EVERYWHERE: [&str; 14] = [
        "SERIAL",
        "SEQUENCE",
        "TRIGGER",
        "DEFERRABLE",
        "TEMP",
        "MATERIALIZED",
        "LOCK",
        "CONCURRENTLY",
        "VARCHAR",
        "NUMERIC",
        "REFERENCES",
        "DEFAULT",
        "INHERITS",
        " JSON ",
    ];

    #[test]
    fn every_statement_can_run_twice_and_on_every_database() {
        for (place, migration) in MIGRATIONS.iter().enumerate() {
            assert_eq!(usize::try_from(migration.number).ok(), Some(place + 1), "{}", migration.name);
            assert!(migration.oldest_head <= migration.number, "{}", migration.name);
            for statement in statements(migration.statements) {
                let lines: Vec<&str> = statement.lines().filter(|line| !line.starts_with("--") && !line.is_empty()).collect();
                let code = lines.join("\n");
                assert!(REPEATABLE.iter().any(|start| code.starts_with(start)), "it cannot run twice: {code}");
                assert!(!code.starts_with("ALTER TABLE") || code.contains(" IF NOT EXISTS ") || code.contains(" IF EXISTS "), "{code}");
                assert!(!code.starts_with("CREATE TABLE") || code.contains("PRIMARY KEY ("), "it has no primary key: {code}");
                assert!(!code.trim_end_matches(';').contains(';'), "more than one statement: {code}");
                for word in NOT_EVERYWHERE {
                    assert!(!code.to_uppercase().contains(word), "{word} in {code}");
                }
            }
        }
    }

    #[test]
    fn a_schema_says_which_head_may_use_it() {
        let refusal = |found, oldest| state(Some(found), Some(oldest), 5).refusal();
        assert_eq!(state(None, None, 5), SchemaState::Empty);
        assert_eq!(refusal(5, 5), None);
        assert_eq!(refusal(7, 5), None, "schema 7 lets a head that knows 5 use it");
        assert_eq!(refusal(4, 3).as_deref(), Some("Run barback-head migrate first."));
        let too_new = "The database has schema 7, and this barback-head knows schemas up to 5. Install a newer barback-head.";
        assert_eq!(refusal(7, 6).as_deref(), Some(too_new));
        assert_eq!(state(Some(7), None, 5), SchemaState::TooNew { found: 7, known: 5 }, "what it says cannot be read");
    }
}
