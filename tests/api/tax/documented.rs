//! The calls about tax, for the tables of all calls.

use crate::contract::permissions::{Row, admin, public, staff};

/// The calls about tax: each path and its methods.
pub const CALLS: &[(&str, &[&str])] = &[
    ("/api/fiscal/documents", &["GET"]),
    ("/api/fiscal/documents/{id}/retry", &["POST"]),
    ("/api/menu/notes", &["GET"]),
    ("/api/receipts/{receiptNumber}/buyer", &["PUT"]),
    ("/api/reports/tax", &["GET"]),
    ("/api/reports/tax/print", &["POST"]),
    ("/api/sales/quote", &["POST"]),
    ("/api/tax", &["GET"]),
    ("/api/tax/changes", &["GET"]),
    ("/api/tax/preview", &["GET"]),
    ("/api/tax/price-assistant", &["GET"]),
    ("/api/tax/price-plan", &["DELETE", "GET", "PUT"]),
];

/// The parameters of their queries.
pub const QUERIES: &[(&str, &str)] = &[("/api/reports/tax", "format from to"), ("/api/tax/preview", "amount! class currency date mode")];

/// Who may make them.
pub const PERMISSIONS: &[Row] = &[
    ("GET /api/menu/notes", public(200)),
    ("PUT /api/receipts/{receiptNumber}/buyer", staff(400)),
    ("GET /api/reports/tax", admin(200)),
    ("POST /api/reports/tax/print", admin(409)),
    ("POST /api/sales/quote", staff(400)),
    ("GET /api/tax", staff(200)),
    ("GET /api/tax/preview", staff(400)),
];
