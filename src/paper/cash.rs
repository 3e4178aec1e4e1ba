//! X and Z, slips and the cash report on paper. Rows of nothing are left out.

use crate::engine::{cash_report, shift_x};
use crate::paper::corrections::correction_lines;
use crate::paper::layout::cash_page::{CashLine, CashPage};
use crate::reasons::in_words;
use crate::receipts::document::format_cash;
use crate::reports::Days;
use crate::settings::Settings;
use crate::tax::TaxTotal;
use crate::tills::{self, BridgeRow, Count, Movement, MovementKind, MovementStatus, ShiftReport, ShiftSums, Tally, Worth, z_name};
use base::decimal::thousands;
use base::{Approved, BarTime, Cash, CurrencyCode, Lrd, Price, Usd};
use store::{Stored, View};

/// Movements in the order in which the till's part names them.
const KINDS_ON_PAPER: [(MovementKind, &str); 10] = [
    (MovementKind::Float, "Floats"),
    (MovementKind::PayIn, "Pay-ins"),
    (MovementKind::Exchange, "Exchange"),
    (MovementKind::Transfer, "Transfers"),
    (MovementKind::PayOut, "Pay-outs"),
    (MovementKind::TipOut, "Tips out"),
    (MovementKind::Drop, "Drops"),
    (MovementKind::Bank, "Bank"),
    (MovementKind::Owner, "Owner"),
    (MovementKind::Correction, "Corrections"),
];

/// The X of a shift as it stands; `None` for an unknown shift.
pub fn x_page(view: &dyn View, shift_id: u64, settings: &Settings) -> Stored<Option<CashPage>> {
    let report = shift_x(view, shift_id)?;
    Ok(report.map(|report| page(&ShiftReport { number: None, ..report }, settings)))
}

/// A Z. `None` for an unknown number.
pub fn z_page(view: &dyn View, number: u64, settings: &Settings) -> Stored<Option<CashPage>> {
    Ok(tills::z(view, number)?.map(|z| page(&z.report, settings)))
}

fn page(report: &ShiftReport, settings: &Settings) -> CashPage {
    let is_z = report.number.is_some();
    let mut head = vec![settings.business_name.clone(), report.number.map_or_else(|| "X - NOT A CLOSE".to_owned(), z_name)];
    let counted = report.counted.as_ref().filter(|_| is_z);
    if counted.is_some_and(|counted| counted.amount.is_none()) {
        head.push("NOT COUNTED".to_owned());
    }
    if !report.confirmed {
        head.push(format!("NOT CONFIRMED BY {}", report.responsible_name.to_uppercase()));
    }
    head.push(format!("{}, {}", report.till_name, report.business_day));
    let mut lines = top(report, settings);
    lines.extend(block("SALES TO TAKINGS", bridge(&report.bridge())));
    lines.extend(block("TAX", tax(&report.sums)));
    lines.extend(block("BY METHOD", methods(report, settings)));
    lines.extend(block("IN THE TILL", till(report, is_z)));
    let time = settings.bar_time();
    lines.extend(block("MOVEMENTS", report.movements.iter().flat_map(|movement| movement_lines(movement, &time)).collect()));
    lines.extend(block("PAYMENTS CORRECTED", report.corrections.iter().flat_map(|one| correction_lines(one, settings)).collect()));
    lines.extend(block("FOR INFORMATION", information(report)));
    lines.push(CashLine::Rule);
    if is_z {
        lines.extend(["Responsible", "Manager"].map(|label| CashLine::Sign(label.to_owned())));
    }
    CashPage { head, is_tall: false, lines }
}

fn block(title: &str, lines: Vec<CashLine>) -> Vec<CashLine> {
    if lines.is_empty() {
        return Vec::new();
    }
    [CashLine::Rule, CashLine::Title(title.to_owned())].into_iter().chain(lines).collect()
}

fn pair(left: impl Into<String>, right: impl Into<String>) -> CashLine {
    CashLine::Pair(left.into(), right.into())
}

fn amounts(label: &str, amount: Cash) -> CashLine {
    CashLine::Amounts(label.to_owned(), amount)
}

/// The line, unless both amounts are nothing.
fn some(label: &str, amount: Cash) -> Option<CashLine> {
    (amount != Cash::ZERO).then(|| amounts(label, amount))
}

fn top(report: &ShiftReport, settings: &Settings) -> Vec<CashLine> {
    let time = settings.bar_time();
    let at = |at| {
        let (date, time) = time.on_paper(at);
        format!("{date}, {time}")
    };
    let sums = &report.sums;
    let mut lines = vec![CashLine::Rule, pair(format!("Opened {}", report.opened_by), at(report.opened_at))];
    if let Some(counted) = report.counted.as_ref().filter(|_| report.number.is_some()) {
        lines.push(pair(format!("Closed {}", counted.by), at(counted.at)));
        lines.extend(counted.handed_to.as_ref().map(|name| pair("Handed to", name.clone())));
    }
    lines.push(pair(format!("Receipts {}", sums.receipts), sums.first_receipt.clone().unwrap_or_default()));
    if sums.last_receipt != sums.first_receipt {
        lines.push(pair("to", sums.last_receipt.clone().unwrap_or_default()));
    }
    lines.push(pair("Entries", format!("{}-{}", report.first_entry, report.last_entry)));
    lines.push(pair("Rate", format!("1 USD = {} LRD", report.rate)));
    if sums.clock_jumps > 0 {
        lines.push(pair("Clock jumps", sums.clock_jumps.to_string()));
    }
    if sums.restored {
        lines.push(CashLine::Text("The box was restored in this shift.".to_owned()));
    }
    lines
}

/// Net and tax of what was sold, then of what was voided.
fn tax(sums: &ShiftSums) -> Vec<CashLine> {
    let row = |prefix: &str, TaxTotal { key, sums }: &TaxTotal| {
        [CashLine::Text(format!("{prefix}{}, {}", key.label, key.mode.as_str())), amounts("Net", sums.net), amounts("Tax", sums.tax)]
    };
    let sold = sums.tax.iter().flat_map(|total| row("", total));
    sold.chain(sums.tax_voids.iter().flat_map(|total| row("Voided: ", total))).collect()
}

/// The name of a row of the bridge on paper.
fn bridge_label(row: BridgeRow) -> &'static str {
    match row {
        BridgeRow::Sales => "Sales",
        BridgeRow::Voided => "Voided",
        BridgeRow::OtherCurrency => "Other curr.",
        BridgeRow::OldDebts => "Old debts",
        BridgeRow::PartsUsed => "Parts used",
        BridgeRow::PartsReceived => "Parts in",
        BridgeRow::ChangeInOther => "Change",
        BridgeRow::Rounding => "Rounding",
        BridgeRow::Takings => "TAKINGS",
        BridgeRow::Tips => "Tips",
        BridgeRow::NotCash => "Not cash",
        BridgeRow::Cash => "CASH",
    }
}

fn bridge(rows: &[(BridgeRow, Cash)]) -> Vec<CashLine> {
    let rows = rows.iter().filter(|(row, amount)| matches!(row, BridgeRow::Takings | BridgeRow::Cash) || *amount != Cash::ZERO);
    rows.map(|(row, amount)| amounts(bridge_label(*row), *amount)).collect()
}

fn methods(report: &ShiftReport, settings: &Settings) -> Vec<CashLine> {
    let sums = &report.sums;
    let mut known = Vec::new();
    for method in &sums.methods {
        if !known.contains(&&method.method) {
            known.push(&method.method);
        }
    }
    let mut lines = Vec::new();
    for id in known {
        let of_method = || sums.methods.iter().filter(|method| method.method == *id);
        let (count, refunds) = (of_method().map(|sums| sums.count).sum::<i64>(), of_method().map(|sums| sums.refund_count).sum::<i64>());
        let tendered: Cash = of_method().map(|sums| Cash::of(sums.currency, sums.tendered)).sum();
        let refunded: Cash = of_method().map(|sums| Cash::of(sums.currency, sums.refunded)).sum();
        if count > 0 {
            lines.push(amounts(&format!("{} {count}", settings.method_name(id)), tendered));
        }
        if refunds > 0 {
            lines.push(amounts(&format!("Refunded {refunds}"), refunded));
        }
    }
    let (count, ticked) = sums.references;
    if count > 0 {
        lines.push(pair("References seen", format!("{ticked} of {count}")));
    }
    lines
}

fn till(report: &ShiftReport, is_z: bool) -> Vec<CashLine> {
    let sums = &report.sums;
    let mut lines: Vec<CashLine> = [
        some("Opening", report.opening),
        some("Cash in", sums.tendered),
        some("Change", sums.change),
        some("Refunds", sums.refunds),
        some("Old refunds", sums.refunds_earlier),
    ]
    .into_iter()
    .flatten()
    .collect();
    let of_kind = |kind| sums.movements.iter().find(|(known, _)| *known == kind).map_or(Cash::ZERO, |(_, amount)| *amount);
    lines.extend(KINDS_ON_PAPER.iter().filter_map(|(kind, label)| some(label, of_kind(*kind))));
    lines.push(amounts("EXPECTED", report.expected));
    let Some(counted) = report.counted.as_ref().filter(|_| is_z) else { return lines };
    if let (Some(amount), Some(over_short)) = (counted.amount, counted.over_short) {
        lines.push(amounts("COUNTED", amount));
        lines.push(amounts("OVER/SHORT", over_short));
    }
    lines.push(amounts("Left", counted.left));
    lines.extend(some("To safe", counted.moved_on));
    lines.extend(report.hint_words().map(CashLine::Text));
    lines
}

fn kind_in_words(kind: MovementKind) -> &'static str {
    match kind {
        MovementKind::Float => "Float",
        MovementKind::PayIn => "Pay-in",
        MovementKind::PayOut => "Pay-out",
        MovementKind::Drop => "Drop",
        MovementKind::Exchange => "Exchange",
        MovementKind::Transfer => "Transfer",
        MovementKind::TipOut => "Tips",
        MovementKind::Bank => "Bank",
        MovementKind::Owner => "Owner",
        MovementKind::NoSale => "No sale",
        MovementKind::Correction => "Correction",
        MovementKind::Count => "Count",
    }
}

/// `8:15 PM Pay-out Fatu  -L$750` and the reason; a second line for the other currency.
fn movement_lines(movement: &Movement, time: &BarTime) -> Vec<CashLine> {
    let (_, clock) = time.on_paper(movement.at);
    let words = format!("{clock} {} {}", kind_in_words(movement.kind), movement.by.name);
    let Cash { usd, lrd } = movement.amount;
    let mut lines = match (usd == Usd::ZERO, lrd == Lrd::ZERO) {
        (true, true) => vec![CashLine::Text(words)],
        (true, false) => vec![pair(words, lrd.display())],
        (false, true) => vec![pair(words, usd.display())],
        (false, false) => vec![pair(words, usd.display()), pair("", lrd.display())],
    };
    let reason = why(movement);
    if !reason.is_empty() {
        lines.push(pair(format!("  {reason}"), ""));
    }
    if movement.status == MovementStatus::Corrected {
        lines.push(pair("  corrected later", ""));
    }
    if movement.for_earlier_shifts {
        lines.push(pair("  for earlier shifts", ""));
    }
    lines
}

fn why(movement: &Movement) -> String {
    in_words(movement.listed_reason.as_ref(), movement.reason.as_deref().unwrap_or_default())
}

fn information(report: &ShiftReport) -> Vec<CashLine> {
    let sums = &report.sums;
    let tally = |label: &str, tally: Tally| (tally.count > 0).then(|| amounts(&format!("{label} {}", tally.count), tally.amount));
    let worth = |label: &str, worth: Worth| (worth.count > 0).then(|| pair(format!("{label} {}", worth.count), both(worth.amount)));
    let mut lines: Vec<CashLine> = [
        report.opening_difference.and_then(|difference| some("At opening", difference)),
        tally("Assumed", sums.assumed),
        tally("No till", report.unassigned),
        tally("Discounts", sums.discounts),
        some("On credit", sums.given_on_credit.amount),
        worth("Open orders", report.bar.open_orders),
        worth("Open tabs", report.bar.open_tabs),
        report.bar.bills.and_then(|bills| worth("Bills not paid", bills.unpaid)),
        report.bar.bills.and_then(|bills| worth("Bills different", bills.different)),
    ]
    .into_iter()
    .flatten()
    .collect();
    lines.push(pair(format!("No sales {}", sums.no_sales), format!("Reprints {}", sums.reprints)));
    if let [first, _, ..] = report.counts.as_slice() {
        let Cash { usd, lrd } = first.count.amount;
        lines.push(pair("First count", format!("{}, {}", usd.display(), lrd.display())));
    }
    let people: Vec<String> = sums.by_user.iter().map(person_in_words).collect();
    if !people.is_empty() {
        lines.push(CashLine::Text(people.join(", ")));
    }
    let receipts = thousands(report.bar.receipts.unsigned_abs());
    lines.push(CashLine::Text(format!("In all {receipts} receipts {}", report.bar.sold_usd.display())));
    lines
}

/// `Fatu 5 receipts`, `Musa 1 void`, `Joe 1 receipt and 2 voids`.
fn person_in_words(person: &tills::PersonSums) -> String {
    let some = |count: i64, one: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        count => Some(format!("{count} {one}s")),
    };
    let parts: Vec<String> = [some(person.receipts, "receipt"), some(person.voids, "void")].into_iter().flatten().collect();
    format!("{} {}", person.user_name, parts.join(" and "))
}

fn both(amount: Price) -> String {
    format!("{} / {}", amount.usd.display(), amount.lrd.display())
}

/// The lines for the currencies in which there is an amount.
fn each_currency(amount: Cash) -> Vec<CashLine> {
    let mut lines = Vec::new();
    if amount.usd != Usd::ZERO {
        lines.push(pair("US dollars", amount.usd.display()));
    }
    if amount.lrd != Lrd::ZERO {
        lines.push(pair("Liberian dollars", amount.lrd.display()));
    }
    lines
}

/// The slip about a drop; `None` for an unknown movement.
pub fn drop_slip(view: &dyn View, movement_id: u64) -> Stored<Option<CashPage>> {
    let Some(movement) = tills::movement(view, movement_id)? else { return Ok(None) };
    let mut lines = vec![CashLine::Rule, pair("From", till_name(view, Some(movement.till_id))?)];
    lines.push(pair("To", till_name(view, movement.other_till_id)?));
    lines.extend(each_currency(-movement.amount));
    lines.push(CashLine::Rule);
    lines.push(CashLine::Sign(format!("Given by {}", movement.by.name)));
    lines.push(CashLine::Sign("Received by".to_owned()));
    Ok(Some(CashPage { head: vec!["DROP TO SAFE".to_owned()], is_tall: true, lines }))
}

/// The slip about a pay-out; `None` for an unknown movement.
pub fn pay_out_slip(view: &dyn View, movement_id: u64) -> Stored<Option<CashPage>> {
    let Some(movement) = tills::movement(view, movement_id)? else { return Ok(None) };
    let mut lines = vec![CashLine::Rule, pair("From", till_name(view, Some(movement.till_id))?)];
    let reason = why(&movement);
    if !reason.is_empty() {
        lines.push(pair("Reason", reason));
    }
    lines.extend(each_currency(-movement.amount));
    lines.extend(movement.approval.as_ref().map(|Approved { approved_by, .. }| pair("Approved by", approved_by.clone())));
    lines.push(CashLine::Rule);
    lines.push(CashLine::Sign(format!("Paid by {}", movement.by.name)));
    lines.push(CashLine::Sign("Received by".to_owned()));
    Ok(Some(CashPage { head: vec!["PAY-OUT".to_owned()], is_tall: true, lines }))
}

fn till_name(view: &dyn View, id: Option<u64>) -> Stored<String> {
    Ok(match id {
        Some(id) => tills::till(view, id)?.map(|state| state.till.name).unwrap_or_default(),
        None => String::new(),
    })
}

/// The slip about the last count of a shift; `None` where there is none.
pub fn count_slip(view: &dyn View, shift_id: u64) -> Stored<Option<CashPage>> {
    let Some(shift) = tills::shift(view, shift_id)? else { return Ok(None) };
    let Some(recorded) = shift.counts.last() else { return Ok(None) };
    let mut lines = vec![CashLine::Rule];
    lines.extend(pieces(&recorded.count));
    lines.push(amounts("Counted", recorded.count.amount));
    lines.push(CashLine::Rule);
    lines.push(CashLine::Sign(format!("Counted by {}", recorded.by.name)));
    let head = vec!["COUNT SLIP".to_owned(), format!("{}, {}", shift.till_name, shift.business_day)];
    Ok(Some(CashPage { head, is_tall: true, lines }))
}

/// `$10 x 1` and what they come to.
fn pieces(count: &Count) -> Vec<CashLine> {
    let pieces = count.pieces.iter().filter(|piece| piece.quantity > 0);
    pieces
        .map(|piece| {
            let sum = piece.value.saturating_mul(i64::from(piece.quantity));
            let (value, sum) = match piece.currency {
                CurrencyCode::Usd => (Usd::minor(piece.value).display(), Usd::minor(sum).display()),
                CurrencyCode::Lrd => (Lrd::minor(piece.value).display(), Lrd::minor(sum).display()),
            };
            pair(format!("{} x {}", value.trim_end_matches(".00"), piece.quantity), sum)
        })
        .collect()
}

/// The cash report of some business days.
pub fn report_page(view: &dyn View, days: Days, settings: &Settings) -> Stored<CashPage> {
    let report = cash_report(view, days)?;
    let head = vec!["CASH REPORT".to_owned(), settings.business_name.clone(), format!("{} to {}", days.first, days.last)];
    let mut lines = block("SALES TO TAKINGS", bridge(&report.bridge));
    let over_short = report.over_short.iter().flat_map(|row| {
        let name = pair(format!("{} {}", z_name(row.number), row.till_name), row.responsible_name.clone());
        let figure = row.over_short.map_or_else(|| pair("  not counted", ""), |amount| amounts("", amount));
        [Some(name), Some(figure), some("Hand-in", row.hand_in)].into_iter().flatten()
    });
    lines.extend(block("OVER/SHORT", over_short.collect()));
    lines
        .extend(block("PAY-OUTS", report.pay_outs.iter().map(|(reason, tally)| pair(reason.clone(), format_cash(tally.amount))).collect()));
    let tally = |label: &str, tally: Tally| (tally.count > 0).then(|| amounts(&format!("{label} {}", tally.count), tally.amount));
    let information = [tally("Assumed", report.assumed), tally("No till", report.unassigned), tally("In transit", report.in_transit)];
    lines.extend(block("FOR INFORMATION", information.into_iter().flatten().collect()));
    let outside = report.outside_shifts;
    let mut rows: Vec<CashLine> = (outside.receipts > 0).then(|| pair("Receipts", outside.receipts.to_string())).into_iter().collect();
    rows.extend(tax(&ShiftSums { tax: outside.tax, tax_voids: outside.tax_voids, ..ShiftSums::default() }));
    lines.extend(block("OUTSIDE SHIFTS", rows));
    Ok(CashPage { head, is_tall: true, lines })
}
