//! Staff tests: signing in, and user accounts.

mod auth;
mod invitations;
mod users;
