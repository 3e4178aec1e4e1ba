//! Issuing a sheet: by hand at any time, and by the box at the end of a night that has none.

use super::code::{CheckKey, normalise};
use super::message::{NightText, message, with_code};
use super::number::SheetNumber;
use super::{SheetFigures, SheetIssued};
use base::{BusinessDay, Code, Decided, Refusal};

const NOT_BEGUN: &str = "This night has not begun";
/// Most sheets of one night.
pub const VERSIONS_MAX: u64 = 99;

/// A command about sheets.
#[derive(Debug, Clone)]
pub enum SheetCommand {
    /// Issues the next sheet of a business day.
    Issue { day: BusinessDay },
    /// Issues a sheet for each business day that ended with sales and has none; given by the box.
    IssueDue,
}

/// What issuing depends on.
pub struct SheetContext {
    /// The business day of this moment.
    pub today: BusinessDay,
    /// The bar's name.
    pub business: String,
    /// Key of the check codes.
    pub key: Option<CheckKey>,
    /// The nights to issue, with the number of sheets that each has, and the figures of this moment.
    pub nights: Vec<(BusinessDay, u64, SheetFigures)>,
}

/// Decides a command about sheets.
///
/// # Errors
/// 400 for a night that has not begun; 409 beyond [`VERSIONS_MAX`] sheets.
pub fn decide(command: &SheetCommand, context: SheetContext) -> Decided<Vec<SheetIssued>> {
    let automatic = matches!(command, SheetCommand::IssueDue);
    if let SheetCommand::Issue { day } = command
        && *day > context.today
    {
        let mut refusal = Refusal::invalid(NOT_BEGUN);
        refusal.fields.insert("day".to_owned(), NOT_BEGUN.to_owned());
        return Err(refusal);
    }
    let SheetContext { business, key, nights, .. } = context;
    let key = key.ok_or_else(|| Refusal::new(Code::Conflict, "The box has no account yet"))?;
    nights.into_iter().map(|(day, versions, figures)| issue(&business, &key, day, versions, figures, automatic)).collect()
}

fn issue(business: &str, key: &CheckKey, day: BusinessDay, versions: u64, figures: SheetFigures, automatic: bool) -> Decided<SheetIssued> {
    if versions >= VERSIONS_MAX {
        return Err(Refusal::conflict(format!("This night has {VERSIONS_MAX} sheets already")));
    }
    let version = versions + 1;
    let text = message(&NightText { business, day, number: Some(SheetNumber { day, version }) }, &figures);
    let check_code = key.code(&normalise(&text));
    Ok(SheetIssued { day, version, business: business.to_owned(), figures, text: with_code(&text, &check_code), check_code, automatic })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheets::SentText;

    fn day(text: &str) -> BusinessDay {
        BusinessDay::parse(text).expect("a date")
    }

    fn context(nights: Vec<(BusinessDay, u64, SheetFigures)>) -> SheetContext {
        SheetContext { today: day("2026-11-20"), business: "Sunset Bar".to_owned(), key: CheckKey::new(b"secret"), nights }
    }

    #[test]
    fn the_next_sheet_of_a_night_has_the_next_number_and_a_code_that_is_genuine() {
        let night = day("2026-11-20");
        let issued = decide(&SheetCommand::Issue { day: night }, context(vec![(night, 1, SheetFigures::default())])).expect("issued");
        let [sheet] = issued.as_slice() else { panic!("one sheet") };
        assert_eq!((sheet.number().to_string().as_str(), sheet.automatic), ("T-20261120-2", false));
        let key = CheckKey::new(b"secret").expect("a key");
        assert!(SentText::read(&sheet.text).is_genuine(&key));
        assert!(sheet.text.ends_with(&format!("\nCheck: {}", sheet.check_code)));
    }

    #[test]
    fn a_night_that_has_not_begun_and_too_many_sheets_are_refused() {
        let tomorrow = day("2026-11-21");
        let refusal =
            decide(&SheetCommand::Issue { day: tomorrow }, context(vec![(tomorrow, 0, SheetFigures::default())])).expect_err("early");
        assert_eq!(refusal.fields.get("day").map(String::as_str), Some("This night has not begun"));
        let night = day("2026-11-20");
        let refusal = decide(&SheetCommand::Issue { day: night }, context(vec![(night, VERSIONS_MAX, SheetFigures::default())]))
            .expect_err("too many");
        assert_eq!((refusal.code, refusal.message.as_str()), (Code::Conflict, "This night has 99 sheets already"));
    }

    #[test]
    fn the_box_issues_what_is_due_and_says_that_it_did() {
        let nights = vec![(day("2026-11-18"), 0, SheetFigures::default()), (day("2026-11-19"), 0, SheetFigures::default())];
        let issued = decide(&SheetCommand::IssueDue, context(nights)).expect("issued");
        assert_eq!(issued.iter().map(|sheet| sheet.number().to_string()).collect::<Vec<_>>(), ["T-20261118-1", "T-20261119-1"]);
        assert!(issued.iter().all(|sheet| sheet.automatic));
        assert!(decide(&SheetCommand::IssueDue, context(Vec::new())).expect("nothing").is_empty());
    }
}
