//! The truth sheet on paper: its parts in words. Lines of 0 and empty parts are left out, but for what was sold, the money, the drawers,
//! and what is left.

use crate::hours;
use crate::paper::layout::report::Section;
use crate::paper::layout::truth_sheet::TruthSheet;
use crate::receipts::document::format_cash;
use crate::settings::Settings;
use crate::sheets::{self, CashCount, CountedRow, SheetFigures, SheetNumber, SheetRow};
use base::{BarTime, BusinessDay, Cash, CurrencyCode, Usd};
use store::{Stored, View};

/// A label and its figure.
type Line = (String, String);

/// The sheet of a night as it was issued in `version`, or as it stands; `None` if there is no such version.
pub fn sheet_page(view: &dyn View, day: BusinessDay, version: Option<u64>, settings: &Settings) -> Stored<Option<TruthSheet>> {
    let bar_time = settings.bar_time();
    let Some(version) = version else {
        let night = sheets::live(view, settings, day)?;
        return Ok(Some(page(&night.business, day, "Provisional".to_owned(), String::new(), &night.figures, &bar_time)));
    };
    let Some(SheetRow { sheet, issued_at, issued_by }) = sheets::of_number(view, SheetNumber { day, version })? else { return Ok(None) };
    let (date, time) = bar_time.on_paper(issued_at);
    let number = format!("{}\nIssued {date}, {time} by {issued_by}", sheet.number());
    Ok(Some(page(&sheet.business, day, number, sheet.check_code, &sheet.figures, &bar_time)))
}

/// Stands for a figure that the box does not know.
const UNKNOWN: &str = "–";

fn page(business: &str, day: BusinessDay, number: String, check_code: String, figures: &SheetFigures, bar_time: &BarTime) -> TruthSheet {
    let mut sections = vec![
        section("Sold", sold(figures)),
        section("Money kept", money(figures)),
        section("Drawer", drawer(figures)),
        section("Credit", credit(figures)),
        section("Not paid", rows(&figures.unpaid)),
        section("Taken back", rows(&figures.taken_back)),
        section("Given away", rows(&figures.given_away)),
        section("Stock", stock(figures)),
        section("Paid out", figures.paid_out.iter().map(|row| line(&row.category, format_cash(row.amount))).collect()),
        section(if figures.left.left.is_some() { "Left tonight" } else { "Sold" }, left(figures)),
        section("People", people(figures)),
        section("Box", machine(figures, bar_time)),
    ];
    sections.retain(|section| !section.lines.is_empty());
    TruthSheet { business: business.to_owned(), night: day.in_words(), number, sections, check_code }
}

fn section(title: &str, lines: Vec<Line>) -> Section {
    Section { title: title.to_owned(), lines }
}

fn line(label: &str, figure: String) -> Line {
    (label.to_owned(), figure)
}

fn counted(label: &str, count: i64) -> Option<Line> {
    (count != 0).then(|| line(label, count.to_string()))
}

fn worth(label: &str, amount: Usd) -> Option<Line> {
    (amount != Usd::ZERO).then(|| line(label, amount.display()))
}

fn sold(figures: &SheetFigures) -> Vec<Line> {
    let sold = &figures.sold;
    let mut lines = vec![
        line("Sold", sold.total.display()),
        line("Receipts", sold.receipts.to_string()),
        line("Priced in dollars", sold.priced.usd.display()),
        line("Priced in Liberian dollars", sold.priced.lrd.display()),
    ];
    lines.extend(sold.categories.iter().map(|sum| line(&sum.category.with_pieces(sum.quantity), sum.total.display())));
    lines
}

fn money(figures: &SheetFigures) -> Vec<Line> {
    let money = &figures.money;
    let kept =
        money.rows.iter().map(|row| line(&row.name, format_cash(Cash::of(row.currency, row.kept)).replace("$0.00", zero(row.currency))));
    let rest = [
        line("Change given", format_cash(money.change)),
        line("Rounding", money.rounding.display()),
        line("Tips", format_cash(money.tips)),
    ];
    kept.chain(rest).collect()
}

fn zero(currency: CurrencyCode) -> &'static str {
    match currency {
        CurrencyCode::Usd => "$0.00",
        CurrencyCode::Lrd => "L$0",
    }
}

fn drawer(figures: &SheetFigures) -> Vec<Line> {
    let of_currency = |count: &CashCount| {
        let amount = |minor| format_cash(Cash::of(count.currency, minor)).replace("$0.00", zero(count.currency));
        let verdict = match count.difference {
            0 => line("Right", String::new()),
            over if over > 0 => line("Over", amount(over)),
            short => line("Short", amount(short.saturating_neg())),
        };
        [line("Should be", amount(count.expected)), line("Counted", amount(count.counted)), verdict]
    };
    if figures.cash.is_empty() {
        return vec![line("No drawer was counted", String::new())];
    }
    figures.cash.iter().flat_map(of_currency).collect()
}

fn credit(figures: &SheetFigures) -> Vec<Line> {
    let credit = &figures.credit;
    let owed = (credit.owed != Cash::ZERO).then(|| line("Owed in all", format_cash(credit.owed)));
    [worth("New credit", credit.given), worth("Old credit collected", credit.collected), owed].into_iter().flatten().collect()
}

fn rows(rows: &[CountedRow]) -> Vec<Line> {
    let of_row = |row: &CountedRow| {
        let people: Vec<String> = row.people.iter().map(|person| format!("{} {}", person.user_name, person.count)).collect();
        let sum = line(&format!("{} x {}", row.count, row.kind.label()), row.worth.display());
        std::iter::once(sum).chain((!people.is_empty()).then(|| line(&format!("  {}", people.join(", ")), String::new())))
    };
    rows.iter().filter(|row| row.count != 0).flat_map(of_row).collect()
}

fn stock(figures: &SheetFigures) -> Vec<Line> {
    let stock = &figures.stock;
    let sold_out = (!stock.sold_out.is_empty()).then(|| line(&format!("Sold out: {}", stock.sold_out.join(", ")), String::new()));
    let missing = stock.losses.iter().map(|loss| line(&format!("Missing: {} {}", loss.bottles, loss.product_name), loss.worth.display()));
    let rest = [stock.wasted.and_then(|wasted| worth("Wasted", wasted)), stock.empties_owed.and_then(|owed| counted("Empties owed", owed))];
    sold_out.into_iter().chain(missing).chain(rest.into_iter().flatten()).collect()
}

fn left(figures: &SheetFigures) -> Vec<Line> {
    let left = &figures.left;
    let less = |amount: Usd| (-amount).display();
    let cost = |cost: Option<Usd>| cost.map_or_else(|| UNKNOWN.to_owned(), less);
    let mut lines = vec![
        line("Sold", left.sold.display()),
        line("Cost of goods", cost(left.cost_sold)),
        line("Given away, wasted", cost(left.cost_given)),
        line("Tax in the prices", less(left.tax)),
        line("Paid out", less(left.paid_out)),
    ];
    if let Some(left) = left.left {
        lines.extend([line("Left tonight", left.display()), line("Before wages, rent and other bills", String::new())]);
    }
    if left.unknown_cost != Usd::ZERO {
        lines.push(line(&format!("The cost of {} of sales is not known.", left.unknown_cost.display()), String::new()));
    }
    lines
}

fn people(figures: &SheetFigures) -> Vec<Line> {
    let people = &figures.people;
    let mut lines = Vec::new();
    for row in &people.hours {
        lines.push(line(&format!("Hours of {}", row.user_name), hours::in_words(row.paid_minutes)));
        lines.extend(counted("  Not stamped", row.not_stamped));
    }
    if people.granted != 0 || people.refused != 0 {
        lines.push(line("Approvals", format!("{} granted, {} refused", people.granted, people.refused)));
    }
    let counts = [
        ("PIN resets", people.pin_resets),
        ("Wrong PINs", people.wrong_pins),
        ("No sales", people.no_sales),
        ("Reprints", people.reprints),
        ("Till below zero", people.negative_cash),
        ("Payments corrected", people.method_corrected),
    ];
    lines.extend(counts.into_iter().filter_map(|(label, count)| counted(label, count)));
    lines
}

fn machine(figures: &SheetFigures, bar_time: &BarTime) -> Vec<Line> {
    let machine = &figures.machine;
    let backup = machine.last_backup_at.map(|at| {
        let (date, time) = bar_time.on_paper(at);
        line("Last backup", format!("{date}, {time}"))
    });
    let counts = [
        counted("Starts", machine.starts),
        counted("Clock jumps", machine.clock_jumps),
        backup,
        counted("Not printed", machine.not_printed),
    ];
    counts.into_iter().flatten().collect()
}

#[cfg(test)]
#[path = "sheet_tests.rs"]
mod tests;
