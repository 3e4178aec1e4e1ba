//! Who counts the copies of a paper that is printed again.

use super::JobKind;

/// Who counts the copies of a paper.
pub enum CopyCount<'a> {
    /// The receipt; each copy is a job of its own.
    Receipt { number: &'a str, copy: u32 },
    /// The Z, whichever job prints it.
    Z { copy: u32 },
    /// Each job its own.
    Job,
}

impl JobKind {
    /// Who counts the copies of the paper.
    pub fn copy_count(&self) -> CopyCount<'_> {
        match self {
            JobKind::Receipt { number, copy } => CopyCount::Receipt { number, copy: *copy },
            JobKind::Z { copy, .. } => CopyCount::Z { copy: *copy },
            JobKind::Bill { .. }
            | JobKind::Bills { .. }
            | JobKind::TestPage
            | JobKind::Ticket(_)
            | JobKind::Cancellation(_)
            | JobKind::Moved(_)
            | JobKind::Drawer { .. }
            | JobKind::Report { .. }
            | JobKind::Hours { .. }
            | JobKind::Exceptions { .. }
            | JobKind::Tips { .. }
            | JobKind::Tax { .. }
            | JobKind::ShiftX { .. }
            | JobKind::Cash { .. }
            | JobKind::DropSlip { .. }
            | JobKind::PayOutSlip { .. }
            | JobKind::CountSlip { .. }
            | JobKind::PaymentSlip { .. }
            | JobKind::Slip { .. }
            | JobKind::Sheet { .. } => CopyCount::Job,
        }
    }
}
