//! Who may ask what of which bars, and from when it counts.

use crate::accounts::{Bars, HeadRole, SignedIn};
use crate::database::Transaction;
use crate::error::HeadError;
use backup::parcels::{DirectiveKind, NEXT_DAY, NOW};
use base::{BusinessDay, Timestamp};
use web::form::{Form, RawField};

/// Kinds that a manager may ask for.
pub(crate) const MANAGER_KINDS: [DirectiveKind; 4] =
    [DirectiveKind::CatalogSet, DirectiveKind::CatalogArchive, DirectiveKind::PriceSet, DirectiveKind::RateSuggest];
/// Most bars that one call names.
const BARS_MAX: usize = 1_000;
/// What stands for all bars that the caller sees.
const ALL: &str = "all";
/// Where it is not yesterday's date anywhere, in milliseconds: the bar may count its day in another zone.
const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
const BARS_WORDS: &str = "Please choose at least one bar";

/// Refuses a kind that the caller's role does not allow.
///
/// # Errors
/// 403.
pub(crate) fn may_ask(user: &SignedIn, kind: DirectiveKind) -> Result<(), HeadError> {
    match user.role == HeadRole::Owner || MANAGER_KINDS.contains(&kind) {
        true => Ok(()),
        false => Err(HeadError::forbidden()),
    }
}

/// The bars of a body: a list, or `"all"`. Sorted, each once.
pub fn bars_of(form: &mut Form, field: &RawField) -> Bars {
    let value = field.value();
    if value.and_then(|value| value.as_str()) == Some(ALL) {
        return Bars::All;
    }
    match value.and_then(Bars::parse) {
        Some(Bars::These(bars)) if bars.len() > BARS_MAX => form.reject("bars", format!("At most {BARS_MAX} bars at once")),
        Some(Bars::These(bars)) if !bars.is_empty() => return Bars::These(bars),
        _ => form.reject("bars", BARS_WORDS),
    }
    Bars::These(Vec::new())
}

/// From when a change counts: with the bar's next business day without it, at once, or from a date on.
pub fn effective_of(form: &mut Form, field: &RawField, now: Timestamp) -> String {
    let yesterday = Timestamp::from_millis(now.as_millis() - DAY_MILLIS).to_string();
    let parse = |text: &str| match text {
        NEXT_DAY | NOW => Some(Ok(text.to_owned())),
        date => BusinessDay::parse(date).map(|day| {
            let day = day.to_string();
            if day.as_str() < yesterday.get(..day.len()).unwrap_or_default() { Err(()) } else { Ok(day) }
        }),
    };
    match form.word("effective", field, parse, "Must be next_day, now or a date such as 2026-12-24") {
        Some(Ok(effective)) => effective,
        Some(Err(())) => {
            form.reject("effective", "This day is over");
            String::new()
        }
        None => NEXT_DAY.to_owned(),
    }
}

/// The bars that are meant, in one order, so that transactions about several bars do not wait for each other in a circle.
///
/// # Errors
/// 404 for a bar that the caller does not see; 400 where there is none.
pub async fn bars_for(transaction: &Transaction, user: &SignedIn, wanted: &Bars) -> Result<Vec<String>, HeadError> {
    let known = transaction.query("SELECT bar FROM bars ORDER BY bar", &[]).await?;
    let known: Vec<String> = known.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    let bars = match wanted {
        Bars::All => known.into_iter().filter(|bar| user.bars.has(bar)).collect(),
        Bars::These(bars) => {
            if bars.iter().any(|bar| !known.contains(bar)) {
                return Err(HeadError::not_found("bar"));
            }
            bars.iter().try_for_each(|bar| user.may_see(bar))?;
            bars.clone()
        }
    };
    if bars.is_empty() { Err(HeadError::field("bars", "There is no bar yet")) } else { Ok(bars) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_change_counts_from_the_next_day_at_once_or_from_a_date() {
        let now = Timestamp::parse("2026-11-27T20:00:00Z").expect("legal");
        let of = |value| {
            let mut form = Form::default();
            let effective = effective_of(&mut form, &RawField::of(value), now);
            form.finish().map(|()| effective).ok()
        };
        assert_eq!(of(None).as_deref(), Some("next_day"));
        for text in ["next_day", "now", "2026-11-26", "2026-11-27", "2027-01-01"] {
            assert_eq!(of(Some(json!(text))).as_deref(), Some(text));
        }
        for value in [json!("2026-11-25"), json!("tomorrow"), json!("2026-13-01"), json!([]), json!(true)] {
            assert_eq!(of(Some(value.clone())), None, "{value}");
        }
    }
}
