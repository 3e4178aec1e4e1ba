//! What several kinds of events apply to the tables.

use crate::{devices, receipts, reports, sales, staff, tips};
use base::Envelope;
use store::{Stored, Tables};

/// Ends all sessions, revokes all devices and deletes all PINs: this box is not the one that they were made for.
pub(super) fn forget_devices(tables: &mut dyn Tables) -> Stored<()> {
    staff::end_all_sessions(tables)?;
    devices::revoke_all(tables)?;
    staff::pins::delete_all(tables)
}

/// Applies a sale of any origin (counter, order, credit): its row, its receipt, the totals.
pub(super) fn apply_sale(tables: &mut dyn Tables, envelope: &Envelope, sale: &sales::SaleRecorded) -> Stored<()> {
    sales::apply_recorded(tables, envelope, sale)?;
    receipts::apply_recorded(tables, sale)?;
    if let Some(payment) = sale.payment() {
        tips::apply_payment(tables, &payment)?;
    }
    reports::apply_recorded(tables, envelope, sale)
}

/// Applies a refund: the lines that it takes back, and its payments. Its receipt is that of its sale.
pub(super) fn apply_refund(tables: &mut dyn Tables, envelope: &Envelope, event: &sales::SaleRefunded) -> Stored<()> {
    sales::apply_refunded(tables, envelope, event)?;
    event.payments.iter().try_for_each(|payment| reports::apply_payment(tables, payment))
}
