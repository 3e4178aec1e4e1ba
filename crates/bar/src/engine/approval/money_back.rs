//! How money goes back, beside how it came in: `Paid by card, back in cash`.

use crate::approvals::SummaryLine;
use crate::methods::{MethodKind, PaymentMethod};
use crate::payments::{Payment, Tender};
use crate::receipts::document::format_cash;
use crate::sales::{SaleLine, payments_of_allocations};
use crate::settings::Settings;
use base::Cash;
use store::{Stored, View};

/// Money that goes back.
pub(super) struct MoneyBack<'a> {
    /// The methods that it was paid with, in any order.
    pub(super) paid: Vec<PaymentMethod>,
    /// The payments that give it back.
    pub(super) refunds: &'a [&'a Payment],
}

impl MoneyBack<'_> {
    /// What goes back, how it was paid and how it goes back; with several methods also how much by each.
    pub(super) fn lines(&self, settings: &Settings) -> Vec<SummaryLine> {
        let tenders = || self.refunds.iter().flat_map(|refund| &refund.tenders);
        let sum: Cash = self.refunds.iter().map(|refund| refund.tendered() + -refund.change).sum();
        let mut lines = vec![SummaryLine::new("Money back", format_cash(-sum))];
        let (paid, back) = (each_once(self.paid.iter()), each_once(tenders().map(|tender| &tender.method)));
        if back.is_empty() {
            return lines;
        }
        let words = |methods: &[&PaymentMethod]| methods.iter().map(|method| by(settings, method)).collect::<Vec<_>>().join(" and ");
        let how = format!("back {}", words(&back));
        let how = if paid.is_empty() { how } else { format!("Paid {}, {how}", words(&paid)) };
        lines.push(SummaryLine::new("How", how));
        if back.len() > 1 {
            let of = |method: &PaymentMethod| tenders().filter(|tender| tender.method == *method).map(Tender::cash).sum::<Cash>();
            lines.extend(back.iter().map(|method| SummaryLine::new(&format!("Back {}", by(settings, method)), format_cash(-of(method)))));
        }
        lines
    }
}

/// The methods that a line was paid with.
pub(super) fn paid_by(view: &dyn View, line: &SaleLine) -> Stored<Vec<PaymentMethod>> {
    let rows = payments_of_allocations(view, &line.allocations)?;
    let tender = |payment_id: u64, tender: u32| {
        let row = rows.iter().find(|row| row.payment.id == payment_id)?;
        row.payment.tenders.get(usize::try_from(tender).ok()?)
    };
    let paid: Vec<PaymentMethod> =
        line.allocations.iter().filter_map(|part| tender(part.payment_id, part.tender)).map(|tender| tender.method.clone()).collect();
    Ok(if paid.is_empty() && line.allocations.is_empty() { vec![line.method.of_tender()] } else { paid })
}

fn each_once<'a>(methods: impl Iterator<Item = &'a PaymentMethod>) -> Vec<&'a PaymentMethod> {
    let mut once: Vec<&PaymentMethod> = Vec::new();
    for method in methods {
        if !once.contains(&method) {
            once.push(method);
        }
    }
    once
}

/// `in cash`, `by card`, `by MTN MoMo`.
fn by(settings: &Settings, method: &PaymentMethod) -> String {
    if *method == PaymentMethod::CARD || *method == PaymentMethod::CHECK {
        return format!("by {}", method.as_str());
    }
    match settings.methods.iter().find(|known| known.id == method.as_str()) {
        Some(known) if known.kind == MethodKind::Cash => "in cash".to_owned(),
        Some(known) => format!("by {}", known.name),
        None => format!("by {}", method.as_str()),
    }
}
