//! Tests of the truth sheet on paper, at every width.

use super::*;
use crate::methods::PaymentMethod;
use crate::paper::layout::receipt::PrintInfo;
use crate::paper::layout::truth_sheet::truth_sheet;
use crate::reports::RevenueOf;
use crate::sheets::{CategorySum, Left, MethodSum, PaidOut, PersonHours, RowKind};
use base::{Lrd, Timestamp};
use printer::profile::Profile;

fn usd(cents: i64) -> Usd {
    Usd::minor(cents)
}

fn row(kind: RowKind, people: &[(&str, i64, i64)]) -> CountedRow {
    CountedRow::of(kind, people.iter().map(|(name, count, cents)| ((*name).to_owned(), *count, usd(*cents))))
}

/// The night of the example.
fn night() -> SheetFigures {
    let mut figures = SheetFigures::default();
    figures.sold.receipts = 143;
    figures.sold.total = usd(61_240);
    figures.sold.priced = Cash { usd: usd(45_240), lrd: Lrd::minor(3_040_000) };
    figures.sold.categories = vec![CategorySum { category: RevenueOf::Drinks, quantity: 180, total: usd(61_240) }];
    let kept = |id: &str, name: &str, currency, kept| MethodSum { method: PaymentMethod::named(id), name: name.to_owned(), currency, kept };
    figures.money.rows = vec![
        kept("cash", "Cash", CurrencyCode::Usd, 39_800),
        kept("cash", "Cash", CurrencyCode::Lrd, 0),
        kept("mtn_momo", "MTN MoMo", CurrencyCode::Lrd, 320_000),
    ];
    figures.money.change = Cash { usd: usd(6_100), lrd: Lrd::minor(941_500) };
    let count = |currency, expected, counted| CashCount { currency, expected, counted, difference: counted - expected };
    figures.cash = vec![count(CurrencyCode::Usd, 32_200, 31_800), count(CurrencyCode::Lrd, 2_435_000, 2_435_000)];
    figures.credit.given = usd(3_600);
    figures.credit.owed = Cash { usd: usd(18_450), lrd: Lrd::minor(2_230_000) };
    figures.unpaid = vec![row(RowKind::OpenOrders, &[("fatu", 1, 550)]), CountedRow::none(RowKind::Billed)];
    figures.taken_back = vec![row(RowKind::RemovedSent, &[("musa", 2, 400), ("fatu", 1, 200)])];
    figures.stock.sold_out = vec!["Palava sauce".to_owned(), "Smirnoff Ice".to_owned()];
    figures.paid_out = vec![PaidOut {
        category: "Fuel".to_owned(),
        amount: Cash { usd: usd(0), lrd: Lrd::minor(380_000) },
        worth: usd(2_000),
        is_exchange: false,
    }];
    figures.left.sold = usd(61_240);
    figures.left.tax = usd(1_500);
    figures.left.paid_out = usd(2_000);
    figures.left.unknown_cost = usd(8_500);
    figures.people.hours = vec![PersonHours { user_name: "musa".to_owned(), paid_minutes: 460, not_stamped: 1 }];
    (figures.people.granted, figures.people.refused, figures.people.no_sales) = (4, 1, 1);
    figures.machine.starts = 1;
    figures.machine.last_backup_at = Some(Timestamp::parse("2026-11-21T02:10:00Z").expect("a moment"));
    figures
}

/// `left` and `right` at the edges of a line, as a second, simpler layout writes them.
fn between(left: &str, right: &str, columns: usize) -> String {
    if right.is_empty() { left.to_owned() } else { format!("{left}{:>1$}", right, columns - left.chars().count()) }
}

fn expected(columns: usize, unknown: &[&str], change: &[(&str, &str)]) -> String {
    let rule = "-".repeat(columns);
    let mut lines =
        ["TRUTH SHEET", "Sunset Bar", "Fri 20 Nov 2026", "T-20261120-1", "Issued 21 Nov 2026, 3:12 AM by musa"].map(str::to_owned).to_vec();
    if columns == 32 {
        lines.splice(4.., ["Issued 21 Nov 2026, 3:12 AM by", "musa"].map(str::to_owned));
    }
    let mut part = |title: &str, rows: &[(&str, &str)]| {
        lines.extend([rule.clone(), title.to_owned()]);
        lines.extend(rows.iter().map(|(left, right)| between(left, right, columns)));
    };
    part(
        "Sold",
        &[
            ("Sold", "$612.40"),
            ("Receipts", "143"),
            ("Priced in dollars", "$452.40"),
            ("Priced in Liberian dollars", if columns == 32 { "" } else { "L$30,400" }),
        ],
    );
    if columns == 32 {
        // Too narrow for both: the words are wrapped beside the amount.
        lines.pop();
        lines.extend([between("Priced in Liberian", "L$30,400", columns), "dollars".to_owned()]);
    }
    lines.push(between("180 x drinks", "$612.40", columns));
    let mut part = |title: &str, rows: &[(&str, &str)]| {
        lines.extend([rule.clone(), title.to_owned()]);
        lines.extend(rows.iter().map(|(left, right)| between(left, right, columns)));
    };
    let mut money = vec![("Cash", "$398.00"), ("Cash", "L$0"), ("MTN MoMo", "L$3,200")];
    money.extend(change);
    money.extend([("Rounding", "L$0"), ("Tips", "$0.00")]);
    part("Money kept", &money);
    part(
        "Drawer",
        &[
            ("Should be", "$322.00"),
            ("Counted", "$318.00"),
            ("Short", "$4.00"),
            ("Should be", "L$24,350"),
            ("Counted", "L$24,350"),
            ("Right", ""),
        ],
    );
    part("Credit", &[("New credit", "$36.00"), ("Owed in all", "$184.50 + L$22,300")]);
    part("Not paid", &[("1 x Open orders", "$5.50"), ("  fatu 1", "")]);
    part("Taken back", &[("3 x Sent items taken off", "$6.00"), ("  musa 2, fatu 1", "")]);
    part(
        "Stock",
        if columns == 32 {
            &[("Sold out: Palava sauce, Smirnoff", ""), ("Ice", "")]
        } else {
            &[("Sold out: Palava sauce, Smirnoff Ice", "")]
        },
    );
    part("Paid out", &[("Fuel", "L$3,800")]);
    let mut left = vec![
        ("Sold", "$612.40"),
        ("Cost of goods", "-"),
        ("Given away, wasted", "-"),
        ("Tax in the prices", "-$15.00"),
        ("Paid out", "-$20.00"),
    ];
    left.extend(unknown.iter().map(|line| (*line, "")));
    part("Sold", &left);
    part("People", &[("Hours of musa", "7 h 40 min"), ("  Not stamped", "1"), ("Approvals", "4 granted, 1 refused"), ("No sales", "1")]);
    part("Box", &[("Starts", "1"), ("Last backup", "21 Nov 2026, 2:10 AM")]);
    lines.extend([rule, between("Job 7", "21 Nov 2026, 3:15 AM", columns), between("Check", "7Q4M-K2XD-91FB", columns)]);
    lines.join("\n")
}

fn printed(preset: &str) -> String {
    let day = BusinessDay::parse("2026-11-20").expect("a date");
    let number = "T-20261120-1\nIssued 21 Nov 2026, 3:12 AM by musa".to_owned();
    let sheet = page("Sunset Bar", day, number, "7Q4M-K2XD-91FB".to_owned(), &night(), &BarTime::monrovia());
    let printing = PrintInfo { job: 7, at: "21 Nov 2026, 3:15 AM".into(), ..PrintInfo::default() };
    let columns: usize = preset.parse().expect("a number");
    let profile = Profile::default().with_columns(columns).expect("a width");
    truth_sheet(&sheet, &printing, profile).lines().join("\n")
}

#[test]
fn a_sheet_in_32_columns() {
    let unknown = ["The cost of $85.00 of sales is", "not known."];
    assert_eq!(printed("32"), expected(32, &unknown, &[("Change given", "$61.00 + L$9,415")]));
}

#[test]
fn a_sheet_in_42_columns() {
    let unknown = ["The cost of $85.00 of sales is not known."];
    assert_eq!(printed("42"), expected(42, &unknown, &[("Change given", "$61.00 + L$9,415")]));
}

#[test]
fn a_sheet_in_48_columns() {
    let unknown = ["The cost of $85.00 of sales is not known."];
    assert_eq!(printed("48"), expected(48, &unknown, &[("Change given", "$61.00 + L$9,415")]));
}

#[test]
fn a_night_on_which_nothing_happened_has_the_parts_that_always_stand() {
    let day = BusinessDay::parse("2026-11-20").expect("a date");
    let costs = Left { cost_sold: Some(Usd::ZERO), cost_given: Some(Usd::ZERO), ..Left::default() };
    let figures = SheetFigures { left: costs.computed(), ..SheetFigures::default() };
    let sheet = page("Sunset Bar", day, "Provisional".to_owned(), String::new(), &figures, &BarTime::monrovia());
    let titles: Vec<&str> = sheet.sections.iter().map(|section| section.title.as_str()).collect();
    assert_eq!(titles, ["Sold", "Money kept", "Drawer", "Left tonight"]);
}
