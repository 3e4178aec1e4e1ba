//! What decisions about tills need of features that come after them: figures of the whole bar, and tenders.

use crate::bills::bill_figures;
use crate::payments::{Booking, remaining};
use crate::settings::Settings;
use crate::tills::{self, BarFigures, KnownTender, LaterFacts, TillsCommand, Worth};
use crate::{credit, orders, rates, reports, sales};
use base::BusinessDay;
use store::{Stored, View};

/// What decisions about tills need of features that come after them.
pub(super) fn later_facts(view: &dyn View, settings: &Settings, command: &TillsCommand) -> Stored<LaterFacts> {
    Ok(match command {
        TillsCommand::Count(count) => closing(view, count.shift_id)?,
        TillsCommand::CloseUncounted(close) => closing(view, close.shift_id)?,
        TillsCommand::Tick(tick) => LaterFacts { tender: tender(view, settings, tick.payment_id, tick.index)?, ..LaterFacts::default() },
        TillsCommand::Save(_)
        | TillsCommand::Remove(_)
        | TillsCommand::Open(_)
        | TillsCommand::Counting(_)
        | TillsCommand::Confirm(_)
        | TillsCommand::Move(_)
        | TillsCommand::Correct(_)
        | TillsCommand::Accept(_)
        | TillsCommand::CountSafe(_)
        | TillsCommand::Note(_) => LaterFacts::default(),
    })
}

/// What closing a shift needs.
fn closing(view: &dyn View, shift_id: u64) -> Stored<LaterFacts> {
    let day = tills::shift(view, shift_id)?.map(|shift| shift.business_day);
    Ok(LaterFacts { bar: bar_figures(view, day)?, tender: None })
}

/// Figures of the whole bar at this moment, and of bills since the day `first`.
pub fn bar_figures(view: &dyn View, first: Option<BusinessDay>) -> Stored<BarFigures> {
    let rate = rates::rate(view)?;
    let open = orders::open_orders(view)?.into_iter().filter(|order| !order.settled && !order.on_credit);
    let mut open_orders = Worth::default();
    for order in open {
        open_orders.count += 1;
        open_orders.amount += order.remaining(rate);
    }
    let credits = credit::active_credits(view)?;
    let count = i64::try_from(credit::open_tab_count(view)?).unwrap_or(i64::MAX);
    let open_tabs = Worth { count, amount: remaining(credits.iter().map(|item| &item.debt), rate) };
    let all = reports::totals(view, None)?;
    let voided = reports::voided_ever(view)?;
    let bills = match first {
        Some(first) => bill_figures(view, first)?,
        None => None,
    };
    Ok(BarFigures {
        bills,
        open_orders,
        open_tabs,
        receipts: all.receipts + voided.receipts,
        sold_usd: all.goods.usd + voided.usd,
        voided_usd: voided.usd,
    })
}

/// A tender that is in a shift and whose reference is compared with the bar's account.
fn tender(view: &dyn View, settings: &Settings, payment_id: u64, index: u64) -> Stored<Option<KnownTender>> {
    let Some(row) = sales::payment(view, payment_id)? else { return Ok(None) };
    let Some(Booking::Shift { till_id, shift_id }) = row.payment.booking else { return Ok(None) };
    let tender = usize::try_from(index).ok().and_then(|place| row.payment.tenders.get(place).cloned());
    let has_account = |id: &str| settings.methods.iter().any(|method| method.id == id && method.kind.has_account());
    let Some(tender) = tender.filter(|tender| !row.payment.refund && has_account(tender.method.as_str())) else { return Ok(None) };
    let ticked = tills::ticked_by(view, payment_id, index)?.is_some();
    Ok(Some(KnownTender { till_id, shift_id, method: tender.method.as_str().to_owned(), reference: tender.reference, ticked }))
}
