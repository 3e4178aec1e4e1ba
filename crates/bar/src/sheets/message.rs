//! The message for the owner: the sheet in a few lines of ASCII, short enough for a chat.

use super::code::{CHECK_LABEL, normalise};
use super::figures::{CashCount, CountedRow, RowKind, SheetFigures};
use super::number::SheetNumber;
use crate::methods::PaymentMethod;
use base::{BusinessDay, Cash, CurrencyCode, Lrd, Usd};

/// Most characters of a message.
pub const MESSAGE_CHARS_MAX: usize = 900;
/// Characters of the line with the check code, with its line break: `Check: 7Q4M-K2XD-91FB`.
const CHECK_LINE_CHARS: usize = 22;
/// What stands in place of lines that did not fit.
const MORE: &str = "More on the box";
/// Lines that never give way: the bar, the night, what was sold.
const HEAD_LINES: usize = 3;

/// Whose night it is, and its number if the sheet is issued.
pub struct NightText<'a> {
    pub business: &'a str,
    pub day: BusinessDay,
    /// `None`: provisional.
    pub number: Option<SheetNumber>,
}

/// The lines of the message above its check code. If they are too many, those from 'Given away' upwards give way.
pub fn message(night: &NightText<'_>, figures: &SheetFigures) -> String {
    let mut upper = head(night, figures);
    upper.extend(cash_lines(figures));
    upper.extend(method_lines(figures));
    upper.extend(counted_lines(figures));
    let lower = lower_lines(figures);
    let chars = |lines: &[String]| lines.iter().map(|line| line.len() + 1).sum::<usize>();
    let limit = MESSAGE_CHARS_MAX - CHECK_LINE_CHARS - chars(&lower);
    if chars(&upper) > limit {
        while upper.len() > HEAD_LINES && chars(&upper) + MORE.len() + 1 > limit {
            upper.pop();
        }
        upper.push(MORE.to_owned());
    }
    upper.extend(lower);
    // What a reader's phone would change anyway is changed first, so that the text is the one that the code is made of.
    normalise(&upper.join("\n")).join("\n")
}

/// `text` with its check code as the last line.
pub(super) fn with_code(text: &str, code: &str) -> String {
    format!("{text}\n{CHECK_LABEL} {code}")
}

fn head(night: &NightText<'_>, figures: &SheetFigures) -> Vec<String> {
    let number = night.number.map_or_else(|| "provisional".to_owned(), |number| number.to_string());
    let receipts = figures.sold.receipts;
    let word = if receipts == 1 { "receipt" } else { "receipts" };
    vec![
        format!("{} - truth sheet", ascii(night.business)),
        format!("{} {number}", night.day.in_words()),
        format!("Sold {}, {receipts} {word}", figures.sold.total.display()),
    ]
}

/// `Cash $ 318.00, short 4.00`; without a count `Cash $ 318.00 kept`.
fn cash_lines(figures: &SheetFigures) -> Vec<String> {
    let line = |currency: CurrencyCode| {
        let (symbol, amount) = match currency {
            CurrencyCode::Usd => ("$", (|minor| number_of(&Usd::minor(minor).display())) as fn(i64) -> String),
            CurrencyCode::Lrd => ("L$", (|minor| number_of(&Lrd::minor(minor).display())) as fn(i64) -> String),
        };
        match figures.cash.iter().find(|count| count.currency == currency) {
            Some(count) => format!("Cash {symbol} {}, {}", amount(count.counted), verdict(count, amount)),
            None => format!("Cash {symbol} {} kept", amount(kept(figures, &PaymentMethod::CASH, currency))),
        }
    };
    [CurrencyCode::Usd, CurrencyCode::Lrd].map(line).to_vec()
}

/// `right`, `over 2.00`, `short 4.00`
fn verdict(count: &CashCount, amount: fn(i64) -> String) -> String {
    match count.difference {
        0 => "right".to_owned(),
        difference if difference > 0 => format!("over {}", amount(difference)),
        difference => format!("short {}", amount(difference.saturating_neg())),
    }
}

/// `MTN MoMo $85.00 L$3,200`: a line for each method but cash that kept money.
fn method_lines(figures: &SheetFigures) -> Vec<String> {
    let mut methods: Vec<(&PaymentMethod, &str)> = Vec::new();
    for row in figures.money.rows.iter().filter(|row| row.method != PaymentMethod::CASH) {
        if methods.iter().all(|(method, _)| **method != row.method) {
            methods.push((&row.method, &row.name));
        }
    }
    let line = |(method, name): (&PaymentMethod, &str)| {
        let amounts =
            Cash { usd: Usd::minor(kept(figures, method, CurrencyCode::Usd)), lrd: Lrd::minor(kept(figures, method, CurrencyCode::Lrd)) };
        both(amounts).map(|amounts| format!("{} {amounts}", ascii(name)))
    };
    methods.into_iter().filter_map(line).collect()
}

fn kept(figures: &SheetFigures, method: &PaymentMethod, currency: CurrencyCode) -> i64 {
    figures.money.rows.iter().filter(|row| row.method == *method && row.currency == currency).map(|row| row.kept).sum()
}

/// Credit, what is not paid, taken back, given away: the lines that are not 0.
fn counted_lines(figures: &SheetFigures) -> Vec<String> {
    let credit = &figures.credit;
    let has_credit = credit.given != Usd::ZERO || credit.collected != Usd::ZERO;
    let credit = has_credit.then(|| format!("Credit {} new, {} collected", credit.given.display(), credit.collected.display()));
    let counted = |label: &str, rows: &[CountedRow]| {
        let (count, worth) = sums(rows);
        (count != 0).then(|| format!("{label} {count}, {}", worth.display()))
    };
    let taken_back = counted("Taken back", &figures.taken_back).map(|line| match most(&figures.taken_back) {
        Some((name, count)) => format!("{line} ({} {count})", ascii(&name)),
        None => line,
    });
    // A bill that differs is paid, or is counted as not paid already; guests who came back owe what is counted as credit.
    let is_owed = |row: &&CountedRow| !matches!(row.kind, RowKind::BillsDifferent | RowKind::Recovered);
    let not_paid: Vec<CountedRow> = figures.unpaid.iter().filter(is_owed).cloned().collect();
    let (given, worth) = sums(&figures.given_away);
    let given_away = (given != 0).then(|| format!("Given away {}", worth.display()));
    [credit, counted("Not paid", &not_paid), taken_back, given_away].into_iter().flatten().collect()
}

fn lower_lines(figures: &SheetFigures) -> Vec<String> {
    let paid_out: Cash = figures.paid_out.iter().filter(|row| !row.is_exchange).map(|row| row.amount).sum();
    let paid_out = both(paid_out).map(|amounts| format!("Paid out {amounts}"));
    let left = figures.left.left.map(|left| format!("Left tonight {}", left.display()));
    paid_out.into_iter().chain(left).collect()
}

fn sums(rows: &[CountedRow]) -> (i64, Usd) {
    (rows.iter().map(|row| row.count).sum(), rows.iter().map(|row| row.worth).sum())
}

/// The person with the highest count over all rows; of several, the first by name.
fn most(rows: &[CountedRow]) -> Option<(String, i64)> {
    let mut people: Vec<(String, i64)> = Vec::new();
    for person in rows.iter().flat_map(|row| &row.people) {
        match people.iter_mut().find(|(name, _)| *name == person.user_name) {
            Some((_, count)) => *count += person.count,
            None => people.push((person.user_name.clone(), person.count)),
        }
    }
    people.into_iter().min_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)))
}

/// `$85.00 L$3,200`, or the one that is not zero; `None` for nothing.
fn both(amounts: Cash) -> Option<String> {
    let usd = (amounts.usd != Usd::ZERO).then(|| amounts.usd.display());
    let lrd = (amounts.lrd != Lrd::ZERO).then(|| amounts.lrd.display());
    let parts: Vec<String> = usd.into_iter().chain(lrd).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// `24,350` of `L$24,350`
fn number_of(amount: &str) -> String {
    amount.replace("L$", "").replace('$', "")
}

/// Letters with an accent without it, other typographic characters as on a typewriter, and `?` for what ASCII does not have.
fn ascii(text: &str) -> String {
    text.chars()
        .map(|letter| if letter.is_ascii() && !letter.is_control() { letter.to_string() } else { plain(letter).to_owned() })
        .collect()
}

fn plain(letter: char) -> &'static str {
    match letter {
        'À'..='Å' => "A",
        'à'..='å' => "a",
        'Æ' => "AE",
        'æ' => "ae",
        'Ç' => "C",
        'ç' => "c",
        'È'..='Ë' => "E",
        'è'..='ë' => "e",
        'Ì'..='Ï' => "I",
        'ì'..='ï' => "i",
        'Ñ' => "N",
        'ñ' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ɔ' => "O",
        'ò'..='ö' | 'ø' | 'ɔ' => "o",
        'Ù'..='Ü' => "U",
        'ù'..='ü' => "u",
        'ß' => "ss",
        'Ɛ' => "E",
        'ɛ' => "e",
        '‘' | '’' | '‚' => "'",
        '“' | '”' | '„' => "\"",
        '–' | '—' | '·' => "-",
        '…' => "...",
        _ => "?",
    }
}

#[cfg(test)]
#[path = "message_tests.rs"]
mod tests;
