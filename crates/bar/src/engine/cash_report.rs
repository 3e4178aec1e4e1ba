//! Reports about tills that need more than tills: the X of a shift, and the cash of some business days.

use std::collections::BTreeMap;

use super::execute::till_facts::bar_figures;
use crate::reasons::in_words;
use crate::reports::{self, Days};
use crate::sales;
use crate::tax::{TaxSums, TaxTotal, add_total};
use crate::tills::{
    self, BridgeRow, HeldByShifts, MethodSums, Movement, MovementKind, ReportFacts, ShiftReport, ShiftSums, Tally, add_method,
};
use base::{BusinessDay, Cash};
use store::{Stored, View, head};

/// The X of a shift as it stands; of a closed one, its Z. `None` for an unknown shift.
pub fn shift_x(view: &dyn View, shift_id: u64) -> Stored<Option<ShiftReport>> {
    let Some(shift) = tills::shift(view, shift_id)? else { return Ok(None) };
    if let Some(closing) = &shift.closing {
        return Ok(tills::z(view, closing.z_number)?.map(|z| z.report));
    }
    let payments_from = tills::till(view, shift.till_id)?.map_or(0, |state| state.payments_from);
    let facts = ReportFacts {
        rate: crate::rates::rate(view)?,
        last_entry: head(view)?,
        movements: tills::movements_of_shift(view, shift_id)?,
        corrections: tills::corrections_of_shift(view, shift_id)?,
        unassigned: tills::unassigned_cash(view, payments_from)?,
        bar: bar_figures(view, Some(shift.business_day))?,
    };
    Ok(Some(ShiftReport::x(&shift, &tills::sums(view, shift_id)?, facts)))
}

/// What a closed shift was over or short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OverShort {
    pub number: u64,
    pub business_day: BusinessDay,
    pub till_name: String,
    pub responsible_name: String,
    /// `None` for a shift that was closed without a count.
    pub over_short: Option<Cash>,
    /// What was counted of the money that it handed on, less what it handed on.
    pub hand_in: Cash,
}

/// The cash of the shifts of some business days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CashReport {
    /// Each row's name and amount: of the shifts that were opened on these days, and of money without a till.
    pub bridge: Vec<(BridgeRow, Cash)>,
    /// Oldest first.
    pub over_short: Vec<OverShort>,
    /// By reason.
    pub pay_outs: BTreeMap<String, Tally>,
    pub assumed: Tally,
    /// Cash payments without a till.
    pub unassigned: Tally,
    /// Transfers that wait to be accepted, positive.
    pub in_transit: Tally,
    pub outside_shifts: OutsideShifts,
}

/// What no shift holds of some business days: with all shifts of these days it is what the reports of sales, payments and tax say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutsideShifts {
    pub receipts: i64,
    /// Of money without a till.
    pub bridge: Vec<(BridgeRow, Cash)>,
    pub methods: Vec<MethodSums>,
    pub tax: Vec<TaxTotal>,
    /// Negative.
    pub tax_voids: Vec<TaxTotal>,
}

/// The cash of some business days; a shift counts for the day on which it was opened.
pub fn cash_report(view: &dyn View, days: Days) -> Stored<CashReport> {
    let mut all = ShiftSums::default();
    let (mut over_short, mut pay_outs) = (Vec::new(), BTreeMap::new());
    for shift in tills::shifts_of_days(view, days.first, days.end())? {
        let z = match &shift.closing {
            Some(closing) => tills::z(view, closing.z_number)?,
            None => None,
        };
        match &z {
            Some(z) => all.add_bridge(&z.report.sums),
            None => all.add_bridge(&tills::sums(view, shift.id)?),
        }
        if let Some(closing) = &shift.closing {
            over_short.push(OverShort {
                number: closing.z_number,
                business_day: shift.business_day,
                till_name: shift.till_name.clone(),
                responsible_name: shift.responsible.name.clone(),
                over_short: closing.over_short,
                hand_in: tills::hand_in(view, shift.id)?,
            });
        }
        let movements = tills::movements_of_shift(view, shift.id)?;
        movements.iter().filter(|movement| is_pay_out(movement, &movements)).for_each(|movement| {
            let reason = in_words(movement.listed_reason.as_ref(), movement.reason.as_deref().unwrap_or_default());
            pay_outs.entry(reason).or_insert_with(Tally::default).add(movement.amount);
        });
    }
    let (mut unassigned, mut without_till) = (Tally::default(), ShiftSums::default());
    for day in tills::unassigned(view, days.first, days.end())? {
        without_till.add_bridge(&day.sums);
        unassigned += day.cash;
    }
    all.add_bridge(&without_till);
    let mut in_transit = Tally::default();
    tills::in_transit(view)?.iter().for_each(|movement| in_transit.add(-movement.amount));
    let outside_shifts = outside_shifts(view, days, &without_till)?;
    Ok(CashReport { bridge: all.bridge(), over_short, pay_outs, assumed: all.assumed, unassigned, in_transit, outside_shifts })
}

/// All of the days less what shifts hold of them, whether the bar had tills then or not.
fn outside_shifts(view: &dyn View, days: Days, without_till: &ShiftSums) -> Stored<OutsideShifts> {
    let mut held = HeldByShifts::default();
    for day in tills::held_by_shifts(view, days.first, days.end())? {
        held.receipts += day.receipts;
        day.methods.iter().for_each(|method| add_method(&mut held.methods, method));
        day.tax.iter().for_each(|row| add_total(&mut held.tax, row));
        day.tax_voids.iter().for_each(|row| add_total(&mut held.tax_voids, row));
    }
    let mut receipts = 0;
    let mut day = days.first;
    while day < days.end() {
        receipts += i64::try_from(sales::receipts_made_on(view, day)?).unwrap_or(i64::MAX);
        day = day.plus(1);
    }
    let mut methods: Vec<MethodSums> = Vec::new();
    for ((method, currency), totals) in reports::takings(view, days)?.tenders {
        let count = i64::try_from(totals.count).unwrap_or(i64::MAX);
        methods.push(MethodSums { method, currency, count, tendered: totals.tendered, refund_count: 0, refunded: -totals.refunded });
    }
    for of_shifts in held.methods {
        let MethodSums { count, tendered, refunded, .. } = of_shifts;
        add_method(&mut methods, &MethodSums { count: -count, tendered: -tendered, refund_count: 0, refunded: -refunded, ..of_shifts });
    }
    methods.retain(|method| (method.count, method.tendered, method.refunded) != (0, 0, 0));
    let period = reports::tax_period(view, days)?;
    Ok(OutsideShifts {
        receipts: receipts.saturating_sub(held.receipts).max(0),
        bridge: without_till.bridge(),
        methods,
        tax: rest_of(period.sales, held.tax),
        tax_voids: rest_of(period.voids, held.tax_voids),
    })
}

/// `all` without `held`, and without rows of nothing.
fn rest_of(mut all: Vec<TaxTotal>, held: Vec<TaxTotal>) -> Vec<TaxTotal> {
    held.into_iter().for_each(|row| add_total(&mut all, &row.negative()));
    all.retain(|row| row.sums != TaxSums::default());
    all
}

/// Whether it is a pay-out that was not corrected.
fn is_pay_out(movement: &Movement, all: &[Movement]) -> bool {
    movement.kind == MovementKind::PayOut && all.iter().all(|other| other.corrects_id != Some(movement.id))
}
