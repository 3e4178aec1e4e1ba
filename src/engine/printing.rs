//! Loads the context of a print command. It is here and not in `printing`, because it also checks for a receipt, a later feature.

use crate::printing::{self, PrintCommand, PrintContext};
use crate::reasons;
use crate::receipts;
use crate::settings::Settings;
use crate::sheets;
use crate::store::{Stored, View};

/// Loads what the decision of a print command needs.
pub(super) fn load_print(view: &dyn View, command: &PrintCommand, settings: &Settings) -> Stored<PrintContext> {
    let (job_id, number) = match command {
        PrintCommand::Reprint { number } => (None, Some(number)),
        PrintCommand::Test { .. }
        | PrintCommand::Slip { .. }
        | PrintCommand::OpenDrawer { .. }
        | PrintCommand::SalesReport { .. }
        | PrintCommand::HoursReport { .. }
        | PrintCommand::Sheet { .. }
        | PrintCommand::ExceptionsReport { .. }
        | PrintCommand::ShiftX { .. }
        | PrintCommand::CountSlip { .. }
        | PrintCommand::Z { .. }
        | PrintCommand::CashReport { .. }
        | PrintCommand::TaxReport { .. }
        | PrintCommand::TipsReport { .. } => (None, None),
        PrintCommand::Retry { job_id }
        | PrintCommand::Cancel { job_id }
        | PrintCommand::Move { job_id, .. }
        | PrintCommand::Report { job_id, .. } => (Some(*job_id), None),
    };
    Ok(PrintContext {
        job: match job_id {
            Some(id) => printing::job(view, id)?,
            None => None,
        },
        receipt_exists: match number {
            Some(number) => receipts::receipt(view, number)?.is_some(),
            None => false,
        },
        sheet_exists: match command {
            PrintCommand::Sheet { day, version: Some(version), .. } => {
                sheets::of_number(view, sheets::SheetNumber { day: *day, version: *version })?.is_some()
            }
            _ => false,
        },
        prints: match (number, command) {
            (Some(number), _) => printing::prints(view, number)?,
            (None, PrintCommand::Z { number, .. }) => crate::tills::z(view, *number)?.map_or(0, |z| z.prints),
            _ => 0,
        },
        settings: settings.clone(),
        next_job_id: printing::next_job_id(view)?,
        reasons: match command {
            PrintCommand::OpenDrawer { reason, .. } => reasons::load_choices(view, settings, [reason])?,
            _ => reasons::load_choices(view, settings, [])?,
        },
    })
}
