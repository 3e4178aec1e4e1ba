//! The box itself: its backups, clock, network, certificate and health.

pub mod backups;
pub mod clock;
pub mod health;
pub mod network;
pub mod trust;
