//! Rows of sales, one for each sale with all of its lines; and the numbers of receipts.

use std::ops::ControlFlow;

use super::row::Row;
use super::{CorrectedSale, RecordedLine, Sale, SaleRecorded, SaleRefunded, SaleVoided, VoidReason, VoidableLine, VoidedPart};
use crate::payments::{Payment, apply_counter_payment, apply_payment};
use crate::stock::{Reason, move_goods};
use base::{Approved, BusinessDay, Envelope};
use store::{Counter, Key, Stored, Table, Tables, View};

/// Id of the first line → the sale.
const SALES: Table<u64, Row> = Table::new("sales");
/// Business day → its last receipt number in the present series. A day without a row has none in it.
const RECEIPT_COUNTS: Table<BusinessDay, u64> = Table::new("receipt_counts");
/// Receipts of a business day in earlier series.
const EARLIER_RECEIPTS: Table<BusinessDay, u64> = Table::new("earlier_receipts");
/// One row: the receipt series that this bar has had, the present one last.
const SERIES: Table<u8, Vec<u32>> = Table::new("receipt_series");
const ONLY: u8 = 0;
const ORDER_SALES: Table<(u64, u64), ()> = Table::new("order_sales");
pub(crate) const SALE_IDS: Counter = Counter("sales");
const RECEIPT_IDS: Counter = Counter("receipts");

/// The sale line with this id.
pub fn recorded_line(view: &dyn View, id: u64) -> Stored<Option<RecordedLine>> {
    Ok(sale_of_line(view, id)?.and_then(|sale| sale.line(id)))
}

/// The sale that the line with this id belongs to.
pub fn sale_of_line(view: &dyn View, id: u64) -> Stored<Option<Sale>> {
    // The key of a sale is its first line, which is also the one that is requested most.
    if let Some(row) = SALES.get(view, &id)? {
        return Ok(Some(row.into_sale(id)));
    }
    let row = SALES.last(view, &id.to_bytes())?;
    let sale = row.map(|(first, row)| row.into_sale(first));
    Ok(sale.filter(|sale| sale.lines.iter().any(|line| line.line.id == id)))
}

/// Sale lines with ids below `before`, newest first, until `each` breaks.
pub fn visit_recorded_lines(view: &dyn View, before: u64, mut each: impl FnMut(RecordedLine) -> ControlFlow<()>) -> Stored<()> {
    visit_lines(view, before, |sale, line| each(sale.recorded_line(line)))
}

/// As [`visit_recorded_lines`], but without copies of the fields that lines share: for searches, which keep few of many lines.
pub fn visit_lines(view: &dyn View, before: u64, mut each: impl FnMut(&Sale, &VoidableLine) -> ControlFlow<()>) -> Stored<()> {
    SALES.visit(view, &[], &before.to_bytes(), true, |first, row| {
        let sale = row.into_sale(first);
        sale.lines.iter().rev().filter(|line| line.line.id < before).try_for_each(|line| each(&sale, line))
    })
}

/// Sales whose receipts have ids below `before`, newest first, until `each` breaks.
pub fn visit_sales(view: &dyn View, before: u64, mut each: impl FnMut(Sale) -> ControlFlow<()>) -> Stored<()> {
    let end = end_of_receipts(view, before)?;
    SALES.visit(view, &[], &end.to_bytes(), true, |first, row| each(row.into_sale(first)))
}

/// The first line id behind all receipts with ids below `before`. Receipts and lines are numbered in the same order, so a binary
/// search finds it.
fn end_of_receipts(view: &dyn View, before: u64) -> Stored<u64> {
    let (mut below, mut end) = (0, SALE_IDS.next(view)?);
    if before >= RECEIPT_IDS.next(view)? {
        return Ok(end);
    }
    while below + 1 < end {
        let middle = below + (end - below) / 2;
        match SALES.last(view, &(middle + 1).to_bytes())? {
            Some((_, row)) if row.receipt_id() >= before => end = middle,
            _ => below = middle,
        }
    }
    Ok(end)
}

/// The sale lines that an order became, oldest first.
pub fn recorded_lines_of_order(view: &dyn View, order_id: u64) -> Stored<Vec<RecordedLine>> {
    let mut lines = Vec::new();
    for ((_, id), ()) in ORDER_SALES.with_prefix(view, &order_id)? {
        lines.extend(recorded_line(view, id)?);
    }
    Ok(lines)
}

/// Receipt numbers of a series on one business day. A day with more of them continues: the next series is not handed out.
pub const SERIES_NUMBERS: u64 = 10_000;

/// The receipt series that the bar has had, oldest first. Empty for a bar that was never restored or promoted.
pub fn series(view: &dyn View) -> Stored<Vec<u32>> {
    Ok(SERIES.get(view, &ONLY)?.unwrap_or_default())
}

/// How many receipts were made on a business day, refunds among them.
pub fn receipts_made_on(view: &dyn View, day: BusinessDay) -> Stored<u64> {
    let earlier = EARLIER_RECEIPTS.get(view, &day)?.unwrap_or_default();
    Ok(earlier + RECEIPT_COUNTS.get(view, &day)?.map_or(0, |last| last % SERIES_NUMBERS))
}

/// The number of a business day's last receipt, counted from the beginning of the present series.
pub fn receipts_of_day(view: &dyn View, day: BusinessDay) -> Stored<u64> {
    match RECEIPT_COUNTS.get(view, &day)? {
        Some(last) => Ok(last),
        None => Ok(series(view)?.last().map_or(0, |series| u64::from(*series) * SERIES_NUMBERS)),
    }
}

/// Numbers the receipts of every day in `series` from now on. No other box may have used this series.
pub fn begin_series(tables: &mut dyn Tables, series: u32) -> Stored<()> {
    for (day, last) in RECEIPT_COUNTS.all(tables.view())? {
        EARLIER_RECEIPTS.change(tables, &day, |count| *count += last % SERIES_NUMBERS)?;
        RECEIPT_COUNTS.remove(tables, &day)?;
    }
    SERIES.change(tables, &ONLY, |had| had.push(series))
}

/// What is voided of a line, and why.
pub struct LineVoid<'a> {
    /// `None`: all that is left of the line.
    pub part: Option<&'a VoidedPart>,
    /// What gave its money back.
    pub refunds: &'a [Payment],
    pub reason: VoidReason,
    pub approval: Option<&'a Approved>,
}

/// Marks a part of a line as voided. Returns the line as it was before with the part, or `None` if the line was voided already.
pub fn mark_voided(
    tables: &mut dyn Tables,
    envelope: &Envelope,
    id: u64,
    void: LineVoid<'_>,
) -> Stored<Option<(RecordedLine, VoidedPart)>> {
    let LineVoid { part, refunds, reason, approval } = void;
    let Some(mut sale) = sale_of_line(tables.view(), id)? else { return Ok(None) };
    let Some(before) = sale.line(id).filter(|line| line.voided_at.is_none()) else { return Ok(None) };
    let part = part.cloned().unwrap_or_else(|| before.rest());
    let refund_ids: Vec<u64> = refunds.iter().map(|refund| refund.id).collect();
    for line in sale.lines.iter_mut().filter(|line| line.line.id == id) {
        line.voided.add(&part, &refund_ids, reason.clone(), approval);
        line.voided_at = (line.voided.quantity >= line.line.quantity).then_some(envelope.at);
    }
    let first = sale.lines.first().map_or(id, |line| line.line.id);
    SALES.put(tables, &first, &Row::new(&sale, first))?;
    Ok(Some((before, part)))
}

/// Applies the event: stores the sale and its counter payment, and moves the stock of a counter sale.
pub fn apply_recorded(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleRecorded) -> Stored<()> {
    let first = match event.lines.first() {
        Some(line) => line.id,
        None => SALE_IDS.next(tables.view())?,
    };
    let sale = Sale::new(event, envelope, RECEIPT_IDS.take(tables)?);
    SALES.put(tables, &first, &Row::new(&sale, first))?;
    SALE_IDS.mark_used(tables, event.lines.last().map_or(first, |line| line.id))?;
    for line in &event.lines {
        if let Some(order_id) = line.order_id {
            ORDER_SALES.put(tables, &(order_id, line.id), &())?;
        }
        if event.takes_stock {
            move_goods(tables, envelope, line.goods_moved((line.quantity, 0), Reason::Sale, &event.receipt_number))?;
        }
    }
    if let (Some(id), Some(counter_payment)) = (event.payment_id, &event.counter_payment) {
        apply_counter_payment(tables, id, &counter_payment.tenders, first)?;
    }
    let last = receipts_of_day(tables.view(), event.day)?;
    RECEIPT_COUNTS.put(tables, &event.day, &(last + 1))
}

/// Stores how a sale is paid after a correction of one of its payments.
pub fn apply_corrected(tables: &mut dyn Tables, corrected: &CorrectedSale) -> Stored<()> {
    let Some(line) = corrected.lines.first() else { return Ok(()) };
    let Some(sale) = sale_of_line(tables.view(), line.id)? else { return Ok(()) };
    let first = sale.lines.first().map_or(line.id, |line| line.line.id);
    SALES.put(tables, &first, &Row::new(&sale.with_correction(corrected), first))
}

/// Applies the event: marks the part of the line, returns its goods and stores the refunds.
pub fn apply_voided(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleVoided) -> Stored<()> {
    let reason = VoidReason { text: event.reason.clone(), listed: event.listed_reason.clone() };
    let void = LineVoid { part: event.part.as_ref(), refunds: &event.refunds, reason, approval: event.approval.as_ref() };
    let voided = mark_voided(tables, envelope, event.sale_id, void)?;
    let Some((sale, part)) = voided else { return Ok(()) };
    if event.returns_stock {
        let pieces = sale.last_pieces(part.quantity);
        move_goods(tables, envelope, sale.line.goods_moved(pieces, Reason::Return, &event.receipt_number))?;
    }
    for refund in &event.refunds {
        apply_payment(tables, envelope, refund)?;
    }
    Ok(())
}

/// Applies the event without its receipt: marks the parts of the lines, returns their goods where that was asked for, and stores the
/// payments.
pub fn apply_refunded(tables: &mut dyn Tables, envelope: &Envelope, event: &SaleRefunded) -> Stored<()> {
    let receipt_number = &event.sale.receipt_number;
    for refunded in &event.parts {
        let Some(mut sale) = sale_of_line(tables.view(), refunded.sale_id)? else { continue };
        let first = sale.lines.first().map_or(refunded.sale_id, |line| line.line.id);
        let Some(before) = sale.line(refunded.sale_id) else { continue };
        for line in sale.lines.iter_mut().filter(|line| line.line.id == refunded.sale_id) {
            line.refunded.add(&refunded.part, receipt_number);
        }
        SALES.put(tables, &first, &Row::new(&sale, first))?;
        if event.refund().is_some_and(|refund| refund.returns_stock) {
            let pieces = before.last_pieces(refunded.part.quantity);
            move_goods(tables, envelope, before.line.goods_moved(pieces, Reason::Return, receipt_number))?;
        }
    }
    event.payments.iter().try_for_each(|payment| apply_payment(tables, envelope, payment))
}
