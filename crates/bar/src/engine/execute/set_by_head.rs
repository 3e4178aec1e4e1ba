//! Refuses commands of the bar that give another value to what head office sets. It looks at events, so that every command that changes a
//! product or an account is covered.

use crate::engine::event::groups::{cash_events, paper_events, plain_events, trade_events};
use crate::engine::{Command, Event};
use crate::settings::Settings;
use crate::{catalog, staff};
use base::{Decided, Envelope};
use store::{Stored, View};

/// Whether the bar may make these changes. Head office may.
///
/// # Errors
/// 409 `set_by_head` with the fields.
pub(super) fn check(view: &dyn View, settings: &Settings, envelope: &Envelope, command: &Command, events: &[Event]) -> Stored<Decided<()>> {
    if matches!(command, Command::Directive(_)) {
        return Ok(Ok(()));
    }
    for event in events {
        if let Err(refusal) = check_event(view, settings, envelope, event)? {
            return Ok(Err(refusal));
        }
    }
    Ok(Ok(()))
}

fn check_event(view: &dyn View, settings: &Settings, envelope: &Envelope, event: &Event) -> Stored<Decided<()>> {
    match event {
        Event::ProductSaved(event) => {
            let Some(chain) = catalog::chain_of(view, event.product.id)? else { return Ok(Ok(())) };
            let before = catalog::product_on(view, event.product.id, settings.price_day(envelope.at))?;
            Ok(before.map_or(Ok(()), |before| chain.check(&before, &event.product)))
        }
        Event::PricesPlanned(event) => {
            for item in &event.plan.items {
                let Some(chain) = catalog::chain_of(view, item.product_id)? else { continue };
                if let Err(refusal) = chain.check_planned(item.price_usd.is_some(), item.price_lrd.is_some()) {
                    return Ok(Err(refusal));
                }
            }
            Ok(Ok(()))
        }
        Event::UserSaved(event) => {
            if staff::chain::chain_of(view, event.user.id)?.is_none() {
                return Ok(Ok(()));
            }
            let before = staff::user(view, event.user.id)?;
            Ok(before.map_or(Ok(()), |before| catalog::set_by_head(staff::chain::changed(&before, &event.user).into_iter())))
        }
        plain_events!() | paper_events!() | cash_events!() | trade_events!() => Ok(Ok(())),
        Event::PinResetMade(_)
        | Event::WrongPin(_)
        | Event::ApprovalGranted(_)
        | Event::ApprovalRefused(_)
        | Event::TaxDayBegan(_)
        | Event::ClockJumped(_)
        | Event::ClockConfirmed(_) => Ok(Ok(())),
    }
}
