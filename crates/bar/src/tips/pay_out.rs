//! Decides payouts of tips: what is handed over settles its own currency first, and the rest the other one at the rate.

use super::{TipDevice, TipsPaidOut};
use crate::payments::TillRequest;
use crate::staff::pins::{GivenPin, pin_off};
use base::{Actor, BarMoment, Cash, CurrencyCode, Decided, Lrd, Rate, Refusal, Role, Usd};

/// Refuses a payout of a colleague's tips by a bartender without the PIN of that colleague. `mark` is that of the PIN now.
///
/// # Errors
/// 403 `forbidden`; 403 `pin_off` if the PIN was changed or switched off meanwhile.
pub fn may_pay_out(user_id: u64, pin: Option<&GivenPin>, mark: Option<&str>, actor: &Actor) -> Decided<()> {
    match pin {
        _ if actor.id == user_id || actor.role >= Role::Manager => Ok(()),
        Some(pin) if mark == Some(pin.mark.as_str()) => Ok(()),
        Some(_) => Err(pin_off()),
        None => Err(Refusal::forbidden()),
    }
}

/// Pays tips out to a person.
#[derive(Debug, Clone)]
pub struct PayOutTips {
    pub user_id: u64,
    /// The money that is handed over.
    pub amount: Cash,
    /// The till that it comes from, in a bar with tills.
    pub till: TillRequest,
    /// Of a payout that another bartender makes.
    pub pin: Option<GivenPin>,
}

/// Data that [`pay_out`] needs.
#[derive(Debug)]
pub struct PayOutContext {
    /// The person's username; `None` if there is no such person.
    pub user_name: Option<String>,
    /// What is due to them.
    pub due: Cash,
    pub rate: Rate,
    pub now: BarMoment,
    pub next_id: u64,
}

const ABOVE_DUE: &str = "That is more than is due";

/// Decides a payout that [`may_pay_out`] allows.
///
/// # Errors
/// 400 without an amount; 404 for an unknown person; 409 `conflict` for more than is due.
pub fn pay_out(command: &PayOutTips, context: &PayOutContext) -> Decided<Vec<TipsPaidOut>> {
    if command.amount == Cash::ZERO {
        return Err(Refusal::field("amountUSD", "Please enter an amount"));
    }
    let user_name = context.user_name.clone().ok_or_else(|| Refusal::not_found("user"))?;
    // No sum: what is due to a person is their own business.
    let settled = settled(command.amount, context.due, context.rate).ok_or_else(|| Refusal::conflict(ABOVE_DUE))?;
    let PayOutTips { user_id, amount, pin, .. } = command;
    Ok(vec![TipsPaidOut {
        payout_id: context.next_id,
        user_id: *user_id,
        user_name,
        amount: *amount,
        settled,
        rate: context.rate,
        when: context.now,
        pin_on: pin.as_ref().map(|pin| TipDevice { device_id: pin.device_id, device_name: pin.device_name.clone() }),
    }])
}

/// What `amount` settles of `due` in each currency; `None` if it is more.
fn settled(amount: Cash, due: Cash, rate: Rate) -> Option<Cash> {
    let own = |currency| amount.minor_in(currency).min(due.minor_in(currency).max(0));
    let own = Cash { usd: Usd::minor(own(CurrencyCode::Usd)), lrd: Lrd::minor(own(CurrencyCode::Lrd)) };
    let (rest, open) = (amount + -own, due + -own);
    // What is open is converted to the currency that is handed over, so that paying it as shown settles it.
    let is_more = (rest.usd > Usd::ZERO && rest.usd > rate.to_usd(open.lrd)) || (rest.lrd > Lrd::ZERO && rest.lrd > rate.to_lrd(open.usd));
    if is_more {
        return None;
    }
    let most = |converted: i64, open: i64| converted.min(open.max(0));
    let converted = Cash {
        usd: Usd::minor(most(rate.to_usd(rest.lrd).as_minor(), open.usd.as_minor())),
        lrd: Lrd::minor(most(rate.to_lrd(rest.usd).as_minor(), open.lrd.as_minor())),
    };
    Some(own + converted)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use base::BusinessDay;

    fn cash(usd: i64, lrd: i64) -> Cash {
        Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    fn rate(text: &str) -> Rate {
        Rate::parse(text).expect("legal")
    }

    fn of(amount: Cash, due: Cash) -> Option<Cash> {
        settled(amount, due, rate("190"))
    }

    #[test]
    fn its_own_currency_is_settled_first_and_the_other_at_the_rate() {
        assert_eq!(of(cash(250, 0), cash(250, 52_500)), Some(cash(250, 0)));
        assert_eq!(of(cash(0, 100_000), cash(250, 52_500)), Some(cash(250, 52_500)), "L$525 and $2.50 for L$475");
        assert_eq!(of(cash(300, 0), cash(250, 52_500)), Some(cash(250, 9_500)));
        assert_eq!(of(cash(526, 0), cash(250, 52_500)), Some(cash(250, 52_440)));
        assert_eq!(of(cash(200, 10_000), cash(250, 52_500)), Some(cash(200, 10_000)));
    }

    #[test]
    fn more_than_is_due_is_refused() {
        assert_eq!(of(cash(251, 0), cash(250, 0)), None);
        assert_eq!(of(cash(0, 47_600), cash(250, 0)), None);
        assert_eq!(of(cash(0, 52_501), cash(0, 52_500)), None);
        assert_eq!(of(cash(1, 0), Cash::ZERO), None);
        assert_eq!(of(cash(1, 0), cash(-100, 0)), None, "a tip that was given back is owed by the person");
        assert_eq!(of(cash(300, 60_000), cash(250, 52_500)), None);
    }

    #[test]
    fn a_refusal_names_no_sum() {
        let context = PayOutContext {
            user_name: Some("musa".to_owned()),
            due: cash(250, 52_500),
            rate: rate("190"),
            now: BarMoment { day: BusinessDay::parse("2026-11-21").expect("a day"), hour: 20 },
            next_id: 1,
        };
        let pay = |amount: Cash, context: &PayOutContext| {
            pay_out(&PayOutTips { user_id: 3, amount, till: TillRequest::default(), pin: None }, context)
        };
        assert_eq!(pay(Cash::ZERO, &context).expect_err("nothing").message, "Please enter an amount");
        assert_eq!(pay(cash(900, 0), &context).expect_err("too much").message, "That is more than is due");
        assert_eq!(pay(cash(250, 0), &context).expect("paid")[0].settled, cash(250, 0));
        let nobody = PayOutContext { user_name: None, ..context };
        assert_eq!(pay(cash(250, 0), &nobody).expect_err("nobody").message, "User not found");
    }

    proptest! {
        #[test]
        fn nothing_is_settled_beyond_what_is_due(
            (usd, lrd) in (0i64..100_000, 0i64..10_000_000),
            (due_usd, due_lrd) in (0i64..100_000, 0i64..10_000_000),
            scaled in 10_000u64..=10_000_000,
        ) {
            let rate = rate(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000));
            if let Some(settled) = settled(cash(usd, lrd), cash(due_usd, due_lrd), rate) {
                prop_assert!(settled.usd.as_minor() <= due_usd && settled.lrd.as_minor() <= due_lrd);
                prop_assert!(settled.usd.as_minor() >= usd.min(due_usd) && settled.lrd.as_minor() >= lrd.min(due_lrd));
            }
        }

        #[test]
        fn all_that_is_due_can_be_paid_in_either_currency(
            (due_usd, due_lrd) in (0i64..100_000, 0i64..10_000_000),
            scaled in 10_000u64..=10_000_000,
        ) {
            let rate = rate(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000));
            let due = cash(due_usd, due_lrd);
            prop_assert_eq!(settled(due, due, rate), Some(due));
            let all_usd = Cash { usd: due.usd + rate.to_usd(due.lrd), lrd: Lrd::ZERO };
            let in_usd = settled(all_usd, due, rate);
            prop_assert!(in_usd.is_some());
            let in_lrd = settled(Cash { usd: Usd::ZERO, lrd: due.lrd + rate.to_lrd(due.usd) }, due, rate);
            prop_assert_eq!(in_lrd, Some(due));
        }
    }
}
