//! The largest movement of a drawer or purse. It binds everybody, whatever call the movement comes from, and is asked before any
//! approval. It is never compared with what a till should hold, because the answer would tell a blind counter just that.

use crate::engine::Event;
use crate::settings::Settings;
use crate::tills::{self, Movement, TillKind};
use base::{Cash, Decided, Lrd, Refusal, Usd};
use store::{Stored, View};

/// Refuses movements that are larger than the bar allows at once. What a close drops is free.
///
/// # Errors
/// 400 on the field of the amount.
pub(super) fn check(view: &dyn View, settings: &Settings, events: &[Event]) -> Stored<Decided<()>> {
    let most = Cash { usd: settings.cash.movement_max_usd, lrd: settings.cash.movement_max_lrd };
    if events.iter().any(|event| matches!(event, Event::ShiftClosed(_))) {
        return Ok(Ok(()));
    }
    let opens = events.iter().any(|event| matches!(event, Event::ShiftOpened(_)));
    for event in events {
        let most = if let Event::TransferAccepted(accepted) = event {
            let offered = tills::movement(view, accepted.offered_id)?.map_or(Cash::ZERO, |offered| offered.amount);
            of_accepted(most, -offered)
        } else {
            most
        };
        for movement in event.movements() {
            if movement.kind.is_limited() && concerns_staff(view, movement)? {
                let fields = if opens { ["float", "float"] } else { ["amountUSD", "amountLRD"] };
                if let Err(refusal) = within(movement.amount, most, fields) {
                    return Ok(Err(refusal));
                }
            }
        }
    }
    Ok(Ok(()))
}

/// A close may have offered more than moves otherwise: that can be accepted, and counted with as large a difference as moves otherwise.
fn of_accepted(most: Cash, offered: Cash) -> Cash {
    Cash {
        usd: if offered.usd > most.usd { offered.usd + most.usd } else { most.usd },
        lrd: if offered.lrd > most.lrd { offered.lrd + most.lrd } else { most.lrd },
    }
}

/// Whether a drawer or a purse is on one of its sides.
fn concerns_staff(view: &dyn View, movement: &Movement) -> Stored<bool> {
    for id in std::iter::once(movement.till_id).chain(movement.other_till_id) {
        if tills::till(view, id)?.is_some_and(|state| state.till.kind != TillKind::Safe) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn within(amount: Cash, most: Cash, [usd, lrd]: [&'static str; 2]) -> Decided<()> {
    let is_above = |amount: i64, most: i64| amount.saturating_abs() > most;
    if is_above(amount.usd.as_minor(), most.usd.as_minor()) {
        return Err(Refusal::field(usd, format!("At most {} at once", most.usd.max(Usd::ZERO).display())));
    }
    if is_above(amount.lrd.as_minor(), most.lrd.as_minor()) {
        return Err(Refusal::field(lrd, format!("At most {} at once", most.lrd.max(Lrd::ZERO).display())));
    }
    Ok(())
}
