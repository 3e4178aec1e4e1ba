//! The public menu.

pub mod qr;
