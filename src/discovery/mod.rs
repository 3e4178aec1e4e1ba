//! How phones find the box: the addresses of its network interfaces.

pub mod addresses;
