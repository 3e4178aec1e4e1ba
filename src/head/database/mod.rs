//! The connections to PostgreSQL, and transactions that are tried again.
