//! Tips: the part of a payment that is for the staff and no revenue.

use serde::{Deserialize, Serialize};

use super::debt::{cash_value, half_a_cent};
use super::{AllocationResult, Payment, Tender};
use crate::methods::PaymentMethod;
use crate::settings::TipMode;
use base::{Cash, CurrencyCode, Decided, Rate, Refusal};

/// Why a payment with a tip is refused where no tips are taken.
pub const TIPS_ARE_OFF: &str = "Tips are off";
const TOO_LARGE: &str = "The tip is more than what is left after the bill";
const NO_SUCH_PERSON: &str = "Please choose an active member of staff";

/// The tip of a payment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tip {
    /// In each currency; negative in a refund, which gives it back.
    pub amount: Cash,
    /// Whose it is; `None` in a refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<TipOwner>,
    /// In a refund, the payments whose tips it gives back, each as a whole.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub returns: Vec<u64>,
}

/// Whose a tip is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TipOwner {
    pub user_id: u64,
    /// Their username at that moment.
    pub user_name: String,
    /// Whether it goes into the pool of all instead.
    pub pooled: bool,
}

/// A person, by id and username.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TipPerson {
    pub id: u64,
    pub name: String,
}

/// What a request says about a tip.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TipRequest {
    pub amount: Cash,
    /// Whether all that would be change is the tip.
    pub keep_change: bool,
    /// Whose it is; `None`: who took the order, else who takes the money.
    pub user_id: Option<u64>,
    /// The members of the request that have a value.
    pub given: Vec<&'static str>,
}

/// What decisions about tips need.
#[derive(Debug, Clone)]
pub struct TipContext {
    pub mode: TipMode,
    /// The person who takes the money.
    pub taker: TipPerson,
    /// The person that the request names, if they are an active member of staff.
    pub named: Option<TipPerson>,
}

/// What is left of an excess after the tip.
pub(super) struct TipTaken {
    pub amount: Cash,
    /// See [`super::AllocationResult::excess`].
    pub excess: i128,
}

impl TipRequest {
    /// Refuses tips where none are taken, and persons who are unknown.
    ///
    /// # Errors
    /// 400 for the members that were given.
    pub fn check(&self, context: &TipContext) -> Decided<()> {
        if context.mode == TipMode::Off && !self.given.is_empty() {
            return Err(refused(&self.given, TIPS_ARE_OFF));
        }
        if self.user_id.is_some() && context.named.is_none() {
            return Err(Refusal::field("tipUserId", NO_SUCH_PERSON));
        }
        Ok(())
    }

    /// Takes the tip out of the excess of `allocation`.
    ///
    /// # Errors
    /// 400 for a tip of more than the excess, and for one on a part payment.
    pub(super) fn take(&self, allocation: &AllocationResult, rate: Rate) -> Decided<TipTaken> {
        let AllocationResult { settled, excess, over, .. } = *allocation;
        // Phones compute with what they show, which is rounded to a cent.
        let is_within = settled && excess > 0 && cash_value(self.amount, rate) - excess < half_a_cent(rate);
        if self.amount != Cash::ZERO && !is_within {
            return Err(refused(&self.amount_fields(), TOO_LARGE));
        }
        let amount = if self.keep_change { over } else { self.amount };
        Ok(TipTaken { amount, excess: self.left_of(excess, rate) })
    }

    /// What is left of `excess` as change.
    pub(super) fn left_of(&self, excess: i128, rate: Rate) -> i128 {
        let left = excess - cash_value(self.amount, rate);
        if self.keep_change || left <= half_a_cent(rate) { 0 } else { left }
    }

    fn amount_fields(&self) -> Vec<&'static str> {
        let fields = [("tipUSD", self.amount.usd.is_zero()), ("tipLRD", self.amount.lrd.is_zero())];
        fields.into_iter().filter(|(_, is_zero)| !is_zero).map(|(name, _)| name).collect()
    }
}

impl TipContext {
    /// The tip of a payment; `None` for nothing.
    pub(super) fn tip(&self, amount: Cash) -> Option<Tip> {
        let TipPerson { id, name } = self.named.clone().unwrap_or_else(|| self.taker.clone());
        let of = TipOwner { user_id: id, user_name: name, pooled: self.mode == TipMode::Pool };
        (amount != Cash::ZERO).then_some(Tip { amount, of: Some(of), returns: Vec::new() })
    }

    /// With another person for tips of which the request does not say whose they are.
    pub fn taken_by(&self, id: u64, name: &str) -> Self {
        TipContext { taker: TipPerson { id, name: name.to_owned() }, ..self.clone() }
    }
}

/// A refusal of several members of a request with one sentence.
fn refused(fields: &[&str], message: &str) -> Refusal {
    let mut refusal = Refusal::invalid(message);
    refusal.fields = fields.iter().map(|name| ((*name).to_owned(), message.to_owned())).collect();
    refusal
}

impl Payment {
    /// The tip in it, in each currency; negative in a refund of one.
    pub fn tip_amount(&self) -> Cash {
        self.tip.as_ref().map(|tip| tip.amount).unwrap_or_default()
    }

    /// The tip by the methods of the tenders that it came with: the last one of its currency first. What they do not hold came as
    /// change that was not given, out of the cash.
    pub fn tip_by_method(&self) -> Vec<(PaymentMethod, Cash)> {
        let mut parts = Vec::new();
        for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
            let tip = self.tip_amount().minor_in(currency);
            let (sign, mut left) = (tip.signum(), tip.abs());
            for tender in self.tenders.iter().rev().filter(|tender| tender.currency == currency) {
                let part = left.min((tender.amount * sign).max(0));
                if part > 0 {
                    parts.push((tender.method.clone(), Cash::of(currency, part * sign)));
                    left -= part;
                }
            }
            if left > 0 {
                parts.push((PaymentMethod::CASH, Cash::of(currency, left * sign)));
            }
        }
        parts
    }

    /// The tenders that give the tip of this payment back, as it came in; negative.
    pub(super) fn tip_back(&self) -> Vec<Tender> {
        let mut tenders: Vec<Tender> = Vec::new();
        for (method, cash) in self.tip_by_method() {
            for currency in [CurrencyCode::Usd, CurrencyCode::Lrd] {
                let amount = cash.minor_in(currency);
                if amount != 0 {
                    super::add_to_tenders(&mut tenders, &method, currency, -amount, None);
                }
            }
        }
        tenders
    }
}

#[cfg(test)]
#[path = "tip_tests.rs"]
mod tests;
