//! The box itself: backups, clock, network, certificate, health.

pub mod backups;
pub mod clock;
pub mod health;
pub mod network;
pub mod trust;
