//! Export of tills, their shifts, movements and Zs.

use super::Target;
use super::sheet::{Cell, Sheet, figure};
use crate::cli::ErrorText;
use crate::tills::{self, z_name};
use base::Cash;
use store::{Stored, View};

const TILLS: &str = "id name kind shared userId printerId usualFloatUSD usualFloatLRD leftUSD leftLRD";
const SHIFTS: &str = "id tillId tillName businessDay state responsibleName openedAt openedBy openingUSD openingLRD openingDifferenceUSD \
    openingDifferenceLRD closedAt closedBy zNumber expectedUSD expectedLRD overShortUSD overShortLRD leaveUSD leaveLRD";
const MOVEMENTS: &str = "id tillId shiftId kind status at businessDay amountUSD amountLRD rateGainLRD otherTillId reason userName \
    approvedBy forUserName correctsId";
const ZS: &str = "number tillName businessDay openedAt closedAt responsibleName receipts salesUSD salesLRD takingsUSD takingsLRD expectedUSD \
    expectedLRD countedUSD countedLRD overShortUSD overShortLRD";

/// Both amounts of a pair, or nothing.
fn pair(cash: Option<Cash>) -> [Cell; 2] {
    cash.map_or([Cell::None, Cell::None], |cash| [figure(cash.usd), figure(cash.lrd)])
}

fn table<T>(
    rows: Stored<Vec<T>>,
    to: &Target<'_>,
    name: &str,
    columns: &'static str,
    mut row: impl FnMut(&mut Sheet, T),
) -> Result<Stored<u64>, ErrorText> {
    let rows = match rows {
        Ok(rows) => rows,
        Err(error) => return Ok(Err(error)),
    };
    let mut sheet = Sheet::create(to.folder, name, columns, to.operator)?;
    rows.into_iter().for_each(|one| row(&mut sheet, one));
    sheet.finish().map(Ok)
}

/// Tills that were not removed.
pub fn tills_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    table(tills::tills(view), to, name, TILLS, |sheet, state| {
        let [usd, lrd] = pair(state.left);
        let till = state.till;
        let kind = match till.kind {
            tills::TillKind::Drawer => "drawer",
            tills::TillKind::Purse => "purse",
            tills::TillKind::Safe => "safe",
        };
        sheet.row([
            till.id.into(),
            till.name.into(),
            kind.into(),
            till.shared.into(),
            till.user_id.map_or(Cell::None, Cell::from),
            till.printer_id.map_or(Cell::None, Cell::from),
            figure(till.usual_float.usd),
            figure(till.usual_float.lrd),
            usd,
            lrd,
        ]);
    })
}

/// Shifts, oldest first.
pub fn shifts_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    table(tills::shifts(view), to, name, SHIFTS, |sheet, shift| {
        let closing = shift.closing.as_ref();
        let [opening_usd, opening_lrd] = pair(Some(shift.opening.amount));
        let [difference_usd, difference_lrd] = pair(shift.opening_difference);
        let [expected_usd, expected_lrd] = pair(closing.map(|closing| closing.expected));
        let [over_usd, over_lrd] = pair(closing.and_then(|closing| closing.over_short));
        let [left_usd, left_lrd] = pair(closing.map(|closing| closing.left));
        let state = match shift.state {
            tills::ShiftState::Open => "open",
            tills::ShiftState::Counting => "counting",
            tills::ShiftState::Closed => "closed",
        };
        sheet.row([
            shift.id.into(),
            shift.till_id.into(),
            shift.till_name.clone().into(),
            Cell::Day(shift.business_day),
            state.into(),
            shift.responsible.name.clone().into(),
            figure(shift.opened_at),
            shift.opened_by.name.clone().into(),
            opening_usd,
            opening_lrd,
            difference_usd,
            difference_lrd,
            closing.map_or(Cell::None, |closing| figure(closing.at)),
            closing.map_or(Cell::None, |closing| closing.by.name.clone().into()),
            closing.map_or(Cell::None, |closing| z_name(closing.z_number).into()),
            expected_usd,
            expected_lrd,
            over_usd,
            over_lrd,
            left_usd,
            left_lrd,
        ]);
    })
}

/// Movements of cash, oldest first.
pub fn movements_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    let all = tills::next_movement_id(view).and_then(|next| (1..next).map(|id| tills::movement(view, id)).collect::<Stored<Vec<_>>>());
    table(all, to, name, MOVEMENTS, |sheet, movement| {
        let Some(movement) = movement else { return };
        let status = match movement.status {
            tills::MovementStatus::Done => "done",
            tills::MovementStatus::Offered => "offered",
            tills::MovementStatus::Accepted => "accepted",
            tills::MovementStatus::Corrected => "corrected",
        };
        let reason = crate::reasons::in_words(movement.listed_reason.as_ref(), movement.reason.as_deref().unwrap_or_default());
        sheet.row([
            movement.id.into(),
            movement.till_id.into(),
            movement.shift_id.map_or(Cell::None, Cell::from),
            movement.kind.as_str().into(),
            status.into(),
            figure(movement.at),
            Cell::Day(movement.when.day),
            figure(movement.amount.usd),
            figure(movement.amount.lrd),
            movement.rate_gain.map_or(Cell::None, figure),
            movement.other_till_id.map_or(Cell::None, Cell::from),
            reason.into(),
            movement.by.name.into(),
            movement.approval.map_or(Cell::None, |approval| approval.approved_by.into()),
            movement.for_user.map_or(Cell::None, |person| person.name.into()),
            movement.corrects_id.map_or(Cell::None, Cell::from),
        ]);
    })
}

/// Zs, oldest first.
pub fn zs_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    table(tills::zs(view), to, name, ZS, |sheet, z| {
        let (report, sums) = (&z.report, &z.report.sums);
        let counted = report.counted.as_ref();
        let [counted_usd, counted_lrd] = pair(counted.and_then(|counted| counted.amount));
        let [over_usd, over_lrd] = pair(counted.and_then(|counted| counted.over_short));
        sheet.row([
            report.number.map_or(Cell::None, |number| z_name(number).into()),
            report.till_name.clone().into(),
            Cell::Day(report.business_day),
            figure(report.opened_at),
            counted.map_or(Cell::None, |counted| figure(counted.at)),
            report.responsible_name.clone().into(),
            sums.receipts.into(),
            figure(sums.sales.usd),
            figure(sums.sales.lrd),
            figure(sums.takings.usd),
            figure(sums.takings.lrd),
            figure(report.expected.usd),
            figure(report.expected.lrd),
            counted_usd,
            counted_lrd,
            over_usd,
            over_lrd,
        ]);
    })
}
