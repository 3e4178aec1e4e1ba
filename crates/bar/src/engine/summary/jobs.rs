//! Names of print jobs in audit log sentences.

use crate::printing::JobKind;
use crate::sheets::SheetNumber;

/// What a job prints.
pub(super) fn job_name(kind: &JobKind) -> String {
    match kind {
        JobKind::Receipt { number, copy: 0 } => format!("Receipt {number}"),
        JobKind::Receipt { number, copy } => format!("Copy {copy} of receipt {number}"),
        JobKind::Bill { number, print: 1, .. } => format!("Bill {number}"),
        JobKind::Bill { number, print, .. } => format!("Print {print} of bill {number}"),
        JobKind::Bills { .. } => "List of bills".to_owned(),
        JobKind::TestPage => "Test page".to_owned(),
        JobKind::Ticket(ticket) => format!("Ticket of order #{}", ticket.order_id),
        JobKind::Cancellation(ticket) => format!("Cancellation for order #{}", ticket.order_id),
        JobKind::Moved(slip) => format!("Slip about items moved to order #{}", slip.to.order_id),
        JobKind::Drawer { by, .. } => format!("Drawer for {by}"),
        JobKind::Report { first, last } => format!("Sales report {first} to {last}"),
        JobKind::Hours { first, last } => format!("Working hours {first} to {last}"),
        JobKind::Tips { first, last } => format!("Tips {first} to {last}"),
        JobKind::Tax { first, last } => format!("Tax report {first} to {last}"),
        JobKind::Exceptions { first, last, .. } => format!("Exceptions {first} to {last}"),
        JobKind::Sheet { day, version: Some(version) } => format!("Truth sheet {}", SheetNumber { day: *day, version: *version }),
        JobKind::Sheet { day, version: None } => format!("Provisional truth sheet of {day}"),
        JobKind::ShiftX { .. } => "X of a shift".to_owned(),
        JobKind::Z { number, copy: 0 } => crate::tills::z_name(*number),
        JobKind::Z { number, copy } => format!("{}, copy {copy}", crate::tills::z_name(*number)),
        JobKind::Cash { first, last } => format!("Cash report {first} to {last}"),
        JobKind::DropSlip { .. } => "Slip of a drop".to_owned(),
        JobKind::PayOutSlip { .. } => "Slip of a pay-out".to_owned(),
        JobKind::PaymentSlip { payment_id, .. } => format!("Slip of payment P-{payment_id}"),
        JobKind::CountSlip { .. } => "Slip of a count".to_owned(),
        JobKind::Slip { .. } => "Slip with the box's address".to_owned(),
    }
}
