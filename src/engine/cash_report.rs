//! Reports about tills that need more than tills: the X of a shift, and the cash of some business days.

use std::collections::BTreeMap;

use super::execute::tills::bar_figures;
use crate::base::{BusinessDay, Cash};
use crate::reasons::in_words;
use crate::reports::Days;
use crate::store::{Stored, View, head};
use crate::tills::{self, Movement, MovementKind, ReportFacts, ShiftReport, ShiftSums, Tally};

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
    pub bridge: Vec<(&'static str, Cash)>,
    /// Oldest first.
    pub over_short: Vec<OverShort>,
    /// By reason.
    pub pay_outs: BTreeMap<String, Tally>,
    pub assumed: Tally,
    /// Cash payments without a till.
    pub unassigned: Tally,
    /// Transfers that wait to be accepted, positive.
    pub in_transit: Tally,
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
    let mut unassigned = Tally::default();
    for day in tills::unassigned(view, days.first, days.end())? {
        all.add_bridge(&day.sums);
        unassigned += day.cash;
    }
    let mut in_transit = Tally::default();
    tills::in_transit(view)?.iter().for_each(|movement| in_transit.add(-movement.amount));
    Ok(CashReport { bridge: all.bridge(), over_short, pay_outs, assumed: all.assumed, unassigned, in_transit })
}

/// Whether it is a pay-out that was not corrected.
fn is_pay_out(movement: &Movement, all: &[Movement]) -> bool {
    movement.kind == MovementKind::PayOut && all.iter().all(|other| other.corrects_id != Some(movement.id))
}
