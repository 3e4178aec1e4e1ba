//! Approvals: who may do what, asking, deciding, using a grant once, and the attempts to use it otherwise.

mod access;
mod asking;
mod attacks;
mod deciding;
mod here;
mod kinds;
mod records;
mod rules;
pub mod steps;
mod subjects;

/// The values of the enums about approvals, as they are in JSON.
pub const ENUMS: &[(&str, &str)] = &[
    (
        "ApprovalKind",
        "void_sale void_order discount remove_sent cancel_order no_sale after_bill credit_after_bill comp walk_out refund tax_exemption \
         pay_out float cash_correction uncounted_close service_charge waste delivery move_after_bill oversell over_limit",
    ),
    ("ApprovalRule", "allow approve deny"),
    ("ApprovalStatus", "pending granted refused used expired cancelled"),
    ("DecidedHow", "own_phone pin password"),
];
