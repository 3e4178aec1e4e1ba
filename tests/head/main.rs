//! Head office against a real PostgreSQL.
