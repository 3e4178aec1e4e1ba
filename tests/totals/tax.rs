//! Commands about tax and service charge, and what they must keep.

use barback::engine::Command;
use barback::orders::{ExemptOrder, Order, SetServiceCharge};
use barback::reports::{self, Days};
use barback::sales::SaleLine;
use barback::settings::SetSettings;
use barback::tax::{
    ClassChange, DatedRate, Percent, RatePart, ServiceChargeMode, SetServiceCharge as ChargeSettings, SetTax, TaxExemption, TaxMode,
    TaxSums,
};
use base::{Cash, CurrencyCode, Price};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::bar::Bar;

/// Classes of a new bar beside the standard one.
const OTHERS: [&str; 4] = ["reduced", "zero", "exempt", "outside"];

/// Sets the mode and the standard rate, in hundredths of a percent, and the service charge.
pub fn settings(mode: TaxMode, percent: u32, charge: ServiceChargeMode) -> Command {
    let parts = [("GST", percent), ("Levy", percent / 7 + 1)]
        .map(|(name, percent)| RatePart { name: name.to_owned(), percent: Percent::hundredths(percent) });
    let standard = ClassChange {
        id: Some("standard".to_owned()),
        rates: Some(vec![DatedRate { from: None, parts: parts.to_vec() }]),
        ..ClassChange::default()
    };
    let others = OTHERS.map(|id| ClassChange { id: Some(id.to_owned()), ..ClassChange::default() });
    let tax = SetTax { mode: Some(mode), classes: Some([standard].into_iter().chain(others).collect()), ..SetTax::default() };
    let service_charge =
        ChargeSettings { mode: Some(charge), percent: Some(Percent::hundredths(percent % 3_000 + 1)), ..ChargeSettings::default() };
    Command::Settings(Box::new(SetSettings { tax, service_charge, ..SetSettings::default() }))
}

pub fn charge(order_id: u64, apply: bool) -> Command {
    Command::SetServiceCharge(SetServiceCharge { order_id, apply, reason: "Regulars".into() })
}

pub fn exempt(order_id: u64, is_exempt: bool, item_ids: Option<Vec<u64>>) -> Command {
    Command::ExemptOrder(ExemptOrder { order_id, exemption: is_exempt.then(embassy), item_ids })
}

pub fn embassy() -> TaxExemption {
    TaxExemption { name: "US Embassy".to_owned(), document_number: "DIP-2231".to_owned(), approval: None }
}

/// Net and tax are gross in each currency, and gross is never negative.
pub fn figures_add_up(line: &SaleLine) -> Result<(), TestCaseError> {
    prop_assert_eq!(line.net() + line.tax_due(), line.gross());
    if let Some(tax) = &line.tax {
        prop_assert_eq!(tax.parts.iter().map(|part| part.amount).sum::<Price>(), tax.full());
    }
    prop_assert!(line.gross().usd.as_minor() >= 0 && line.gross().lrd.as_minor() >= 0);
    Ok(())
}

/// The lines of the charge are its percent of the items of their currency, while it can change.
pub fn charge_is_its_percent(order: &Order) -> Result<(), TestCaseError> {
    let percent = order.service.as_ref().filter(|service| service.is_due()).map(|service| service.percent);
    for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
        let items = order.items.iter().map(|item| &item.line).filter(|line| line.currency == currency);
        let sum = items.map(|line| line.total.minor_in(currency)).sum::<i64>();
        let wanted = percent.map_or(0, |percent| (sum * i64::from(percent.as_hundredths()) + 5_000) / 10_000);
        let lines = order.service_lines.iter().map(|item| &item.line).filter(|line| line.currency == currency);
        prop_assert_eq!(lines.map(|line| line.unit.minor_in(currency)).sum::<i64>(), wanted, "order {}", order.id);
    }
    Ok(())
}

/// Sales and voids of the report together are the lines that are not voided, whatever the settings are now.
pub fn report_is_the_sum_of_its_lines(bar: &Bar) -> Result<(), TestCaseError> {
    let period = reports::tax_period(&bar.tables, Days::between(None, None)).expect("readable");
    let mut found = TaxSums::default();
    period.sales.iter().chain(&period.voids).for_each(|row| found.add(&row.sums));
    let (mut wanted, mut lines) = (TaxSums::default(), 0);
    for expected in bar.oracle.counting() {
        if let Some(total) = expected.line.tax_total() {
            wanted.add(&total.sums);
            lines += 1;
        }
        figures_add_up(&if expected.is_refund { expected.line.negative() } else { expected.line })?;
    }
    prop_assert!(found.lines <= lines, "a voided line is a line less");
    prop_assert_eq!((found.net, found.tax, found.worth_net, found.worth_tax), (wanted.net, wanted.tax, wanted.worth_net, wanted.worth_tax));
    Ok(())
}

/// What was paid on an open order without change is on its lines, but for parts of cents of each.
pub fn money_is_on_the_lines(order: &Order) -> Result<(), TestCaseError> {
    let allocated: Cash = order.lines().map(|item| item.debt.paid).sum();
    let most = order.lines().count() as i64 * 2;
    if !order.settled && !order.on_credit && order.change == Cash::ZERO {
        prop_assert!((allocated.usd.as_minor() - order.paid.usd.as_minor()).abs() <= most, "{allocated:?} of {:?}", order.paid);
        prop_assert!((allocated.lrd.as_minor() - order.paid.lrd.as_minor()).abs() <= most, "{allocated:?} of {:?}", order.paid);
    }
    Ok(())
}
