//! Head office on a throw-away PostgreSQL.
