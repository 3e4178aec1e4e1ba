//! Loads the context of a print command. It is here and not in `printing`, because it also checks for a receipt, a later feature.

use crate::fiscal;
use crate::orders::{self, Order};
use crate::payments::Payment;
use crate::printing::{self, JobKind, PrintCommand, PrintContext, SlipOrder, TillDrawer};
use crate::reasons;
use crate::receipts;
use crate::sales;
use crate::settings::Settings;
use crate::sheets;
use crate::tills;
use base::{Envelope, Price};
use store::{Stored, View};

/// Loads what the decision of a print command needs.
pub(super) fn load_print(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &PrintCommand) -> Stored<PrintContext> {
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
        | PrintCommand::PaymentSlip { .. }
        | PrintCommand::Z { .. }
        | PrintCommand::CashReport { .. }
        | PrintCommand::TaxReport { .. }
        | PrintCommand::Bills { .. }
        | PrintCommand::Answer { .. }
        | PrintCommand::TipsReport { .. } => (None, None),
        PrintCommand::Retry { job_id }
        | PrintCommand::Cancel { job_id }
        | PrintCommand::Move { job_id, .. }
        | PrintCommand::Report { job_id, .. } => (Some(*job_id), None),
    };
    let job = match job_id {
        Some(id) => printing::job(view, id)?,
        None => None,
    };
    let job_kind = job.as_ref().map(|job| &job.kind);
    let receipt = number.or(if let Some(JobKind::Receipt { number, .. }) = job_kind { Some(number) } else { None });
    let z = if let PrintCommand::Z { number, .. } = command { Some(*number) } else { None };
    let prints = match (receipt, z.or(if let Some(JobKind::Z { number, .. }) = job_kind { Some(*number) } else { None })) {
        (Some(number), _) => printing::prints(view, number)?,
        (None, Some(number)) => tills::z(view, number)?.map_or(0, |z| z.prints),
        (None, None) => 0,
    };
    let drawer = if let PrintCommand::OpenDrawer { reason, till, .. } = command { Some((reason, *till)) } else { None };
    Ok(PrintContext {
        job,
        waiting: if let PrintCommand::Answer { printer_id, .. } = command {
            match printer_id {
                Some(id) => printing::open_jobs(view, *id)?,
                None => printing::all_open_jobs(view)?,
            }
        } else {
            Vec::new()
        },
        receipt_exists: match number {
            Some(number) => receipts::receipt(view, number)?.is_some(),
            None => false,
        },
        receipt_waits: match number {
            Some(number) => fiscal::document(view, number)?.is_some_and(|document| document.made.holds_paper && document.failure.is_none()),
            None => false,
        },
        sheet_exists: if let PrintCommand::Sheet { day, version: Some(version), .. } = command {
            sheets::of_number(view, sheets::SheetNumber { day: *day, version: *version })?.is_some()
        } else {
            false
        },
        slip: if let PrintCommand::PaymentSlip { payment_id } = command { payment_slip(view, *payment_id)? } else { None },
        prints,
        settings: settings.clone(),
        next_job_id: printing::next_job_id(view)?,
        reasons: reasons::load_choices(view, settings, drawer.map(|(reason, _)| reason))?,
        till: match drawer {
            Some((_, till)) => {
                let found = tills::open_till(view, &settings.cash, &envelope.actor, till)?;
                found.map(|open| open.map(|(till, _)| TillDrawer { printer_id: till.printer_id }))
            }
            None => Ok(None),
        },
        today: settings.bar_time().business_day(envelope.at),
    })
}

/// The slip about a payment, with its order as it stands; `None` for an unknown payment.
fn payment_slip(view: &dyn View, payment_id: u64) -> Stored<Option<JobKind>> {
    let Some(row) = sales::payment(view, payment_id)? else { return Ok(None) };
    let order = match row.payment.order_id {
        Some(id) => orders::order(view, id)?,
        None => None,
    };
    Ok(Some(slip_of(&row.payment, order.as_ref())))
}

/// The slip about a payment on this order, as the order is after it.
pub(super) fn slip_of(payment: &Payment, order: Option<&Order>) -> JobKind {
    let of = |order: &Order| {
        let still_to_pay = if order.settled { Price::ZERO } else { order.remaining(payment.rate) };
        SlipOrder { total: order.grand_total(), still_to_pay }
    };
    JobKind::PaymentSlip { payment_id: payment.id, order: order.map(of) }
}
