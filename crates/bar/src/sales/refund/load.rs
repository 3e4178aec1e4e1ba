//! Loads the data that a refund is decided with.

use super::{RefundContext, RefundSale};
use crate::payments::{MoneyLookup, references_of};
use crate::reasons::load_choices;
use crate::sales::{Sale, load_till, money_on};
use crate::settings::Settings;
use crate::tax::Buyer;
use base::Envelope;
use store::{Stored, View};

/// Loads the data that [`super::refund_sale`] needs. `sale` is that of the receipt, with its buyer: receipts are a later feature.
pub fn load_refund<'a>(
    view: &dyn View,
    settings: &'a Settings,
    command: &RefundSale,
    (sale, buyer): (Option<Sale>, Option<Buyer>),
    envelope: &Envelope,
) -> Stored<RefundContext<'a>> {
    let lookup =
        MoneyLookup { references: references_of(command.refund.as_deref().unwrap_or_default()), tip_user: None, till: command.till };
    Ok(RefundContext {
        money: sale.as_ref().map(|sale| money_on(view, sale)).transpose()?.unwrap_or_default(),
        sale,
        buyer,
        till: load_till(view, settings, envelope, lookup)?,
        reasons: load_choices(view, settings, [&command.reason])?,
    })
}
