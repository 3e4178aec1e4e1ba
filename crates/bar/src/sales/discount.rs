//! Discount on a line: an amount less than unit price × quantity, or a line that is given free.

use serde::{Deserialize, Serialize};

use super::{SaleLine, VoidedPart};
use crate::payments::TipPerson;
use crate::reasons::{ListedReason, ReasonChoice, ReasonContext, ReasonKind};
use crate::tax::Percent;
use base::decimal::divide_rounded;
use base::{Approved, CurrencyCode, Decided, Lrd, Price, Refusal, Timestamp, Usd, apportion};

/// The discount on a line, in amounts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineDiscount {
    /// What the line costs less, in each currency; for a comp all of it.
    pub amount: Price,
    /// The percent that was given; `None` for an amount and for a comp.
    pub percent: Option<Percent>,
    /// Whether the goods were made and given free.
    pub is_comp: bool,
    pub reason: String,
    /// The reason of the list that was chosen.
    pub listed: Option<ListedReason>,
    /// The person who gave it.
    pub user_id: u64,
    /// Their username at that moment.
    pub user_name: String,
    /// When it was given: discounts of one person and moment are one act. `None` in entries that do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_at: Option<Timestamp>,
    /// The approval it was given with.
    pub approval: Option<Approved>,
}

/// How much a discount takes off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiscountFigure {
    /// Of each line.
    Percent(Percent),
    /// Of all lines together, in minor units of the currency.
    Amount(CurrencyCode, i64),
}

/// A discount as a request gives it.
#[derive(Debug, Clone)]
pub struct DiscountRequest {
    pub figure: DiscountFigure,
    pub reason: ReasonChoice,
}

impl DiscountRequest {
    /// The discount on each of `lines`, in place of the one that it has; where all have it already, that.
    ///
    /// # Errors
    /// 400 for an amount above what the lines come to, and those of [`ReasonContext::require`].
    pub fn on(&self, lines: &[&SaleLine], reasons: &ReasonContext, by: &TipPerson, at: Timestamp) -> Decided<Vec<LineDiscount>> {
        let (reason, text) = reasons.require(&self.reason, ReasonKind::Discount)?;
        let full: Vec<Price> = lines.iter().map(|line| line.undiscounted()).collect();
        let (amounts, percent) = match self.figure {
            DiscountFigure::Percent(percent) => (full.iter().map(|full| percent_of(percent, *full)).collect(), Some(percent)),
            DiscountFigure::Amount(currency, minor) => (shares(currency, minor, &full)?, None),
        };
        let discount = |amount| LineDiscount {
            amount,
            percent,
            is_comp: false,
            reason: text.clone(),
            listed: reason.listed.clone(),
            user_id: by.id,
            user_name: by.name.clone(),
            given_at: Some(at),
            approval: None,
        };
        let discounts: Vec<LineDiscount> = amounts.into_iter().map(discount).collect();
        let before: Option<Vec<LineDiscount>> = lines.iter().map(|line| line.discount.as_deref().cloned()).collect();
        let is_same = |before: &Vec<LineDiscount>| {
            before.iter().zip(&discounts).all(|(before, new)| LineDiscount { given_at: new.given_at, ..before.clone() } == *new)
        };
        Ok(before.filter(is_same).unwrap_or(discounts))
    }
}

fn percent_of(percent: Percent, full: Price) -> Price {
    Price { usd: Usd::minor(percent.of(full.usd.as_minor())), lrd: Lrd::minor(percent.of(full.lrd.as_minor())) }
}

/// The shares of lines that come to `full` in `minor` units of `currency`, by what they come to in it; the other currency in proportion.
fn shares(currency: CurrencyCode, minor: i64, full: &[Price]) -> Decided<Vec<Price>> {
    let own: Vec<i64> = full.iter().map(|full| full.minor_in(currency)).collect();
    if i128::from(minor) > own.iter().map(|own| i128::from(*own)).sum() {
        return Err(Refusal::invalid("The discount is more than the total"));
    }
    let amounts = apportion(minor, &own).into_iter().zip(full);
    Ok(amounts
        .map(|(share, full)| {
            let other = |of: i64| proportion(of, share, full.minor_in(currency));
            match currency {
                CurrencyCode::Usd => Price { usd: Usd::minor(share), lrd: Lrd::minor(other(full.lrd.as_minor())) },
                CurrencyCode::Lrd => Price { usd: Usd::minor(other(full.usd.as_minor())), lrd: Lrd::minor(share) },
            }
        })
        .collect())
}

/// `amount` × `part` ÷ `whole`, rounded half away from zero; zero if there is no whole.
fn proportion(amount: i64, part: i64, whole: i64) -> i64 {
    if whole <= 0 {
        return 0;
    }
    i64::try_from(divide_rounded(i128::from(amount) * i128::from(part), i128::from(whole))).unwrap_or(amount)
}

impl LineDiscount {
    /// All of a line that comes to `full`: it was made and given free.
    pub fn comp(full: Price, reason: String, listed: Option<ListedReason>, (by, at): (&TipPerson, Timestamp)) -> Self {
        LineDiscount {
            amount: full,
            percent: None,
            is_comp: true,
            reason,
            listed,
            user_id: by.id,
            user_name: by.name.clone(),
            given_at: Some(at),
            approval: None,
        }
    }

    /// The same discount on another quantity of its line, which then comes to `full` without it. An amount is divided by quantity.
    #[must_use]
    pub fn on_quantity(&self, full: Price, before: i64, quantity: i64) -> Self {
        let amount = match self.percent {
            _ if self.is_comp => full,
            Some(percent) => percent_of(percent, full),
            None => {
                let part = |minor: i64, full: i64| {
                    let share = if quantity <= before {
                        apportion(minor, &[quantity, before - quantity]).first().copied().unwrap_or_default()
                    } else {
                        proportion(minor, quantity, before)
                    };
                    share.min(full)
                };
                Price {
                    usd: Usd::minor(part(self.amount.usd.as_minor(), full.usd.as_minor())),
                    lrd: Lrd::minor(part(self.amount.lrd.as_minor(), full.lrd.as_minor())),
                }
            }
        };
        LineDiscount { amount, ..self.clone() }
    }

    /// Whether one act gave both.
    pub fn is_of_one_act_with(&self, other: &LineDiscount) -> bool {
        let act = |of: &LineDiscount| (of.user_id, of.given_at, of.percent, of.is_comp);
        act(self) == act(other) && self.reason == other.reason
    }

    /// `Discount 10 %`, `Discount`, `Comp`: what stands on paper.
    pub fn label(&self) -> String {
        match self.percent {
            _ if self.is_comp => "Comp".to_owned(),
            Some(percent) => format!("Discount {}", percent.in_words()),
            None => "Discount".to_owned(),
        }
    }
}

/// What several lines cost less by one act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscountGrant<'a> {
    /// The discount on the first of the lines.
    pub discount: &'a LineDiscount,
    /// On all of them.
    pub amount: Price,
    /// The lines, by the ids that they were given with.
    pub line_ids: Vec<u64>,
}

/// The acts that gave discounts on lines with these ids, in the order of their first lines.
pub fn discount_grants<'a>(lines: impl IntoIterator<Item = (u64, &'a LineDiscount)>) -> Vec<DiscountGrant<'a>> {
    let mut acts: Vec<DiscountGrant> = Vec::new();
    for (id, discount) in lines {
        match acts.iter_mut().find(|act| act.discount.is_of_one_act_with(discount)) {
            Some(act) => {
                act.amount += discount.amount;
                act.line_ids.push(id);
            }
            None => acts.push(DiscountGrant { discount, amount: discount.amount, line_ids: vec![id] }),
        }
    }
    acts
}

impl SaleLine {
    /// Unit price × quantity, in each currency.
    pub fn undiscounted(&self) -> Price {
        self.priced() + self.discount.as_ref().map_or(Price::ZERO, |discount| discount.amount)
    }

    /// Whether it was made and given free.
    pub fn is_comp(&self) -> bool {
        self.discount.as_ref().is_some_and(|discount| discount.is_comp)
    }

    /// The line with this discount in place of the one that it has, and with the tax of what is left.
    #[must_use]
    pub fn with_discount(self, discount: Option<LineDiscount>) -> Self {
        let priced = self.undiscounted() + -discount.as_ref().map_or(Price::ZERO, |discount| discount.amount);
        let tax = self.tax.as_deref().map(|tax| Box::new(tax.on(priced)));
        let line = SaleLine { total: priced, tax, discount: discount.map(Box::new), ..self };
        SaleLine { total: priced + -line.exempted(), ..line }
    }

    /// Another quantity of the line, with its discount and with the tax of the new total. `None` if it comes to too much.
    pub fn with_quantity(self, quantity: i64) -> Option<Self> {
        if quantity == self.quantity {
            return Some(self);
        }
        let full = self.unit.times(quantity)?;
        let discount = self.discount.as_ref().map(|discount| discount.on_quantity(full, self.quantity, quantity));
        let line = SaleLine { quantity, total: full, discount: None, tax: self.tax.as_deref().map(|tax| Box::new(tax.on(full))), ..self };
        Some(SaleLine { total: full + -line.exempted(), ..line }.with_discount(discount))
    }

    /// Its discount on the pieces of `part`, which has `exempted` less because of its customer: unit price × quantity less the total.
    pub(super) fn discount_on(&self, part: &VoidedPart, exempted: Price) -> Option<Box<LineDiscount>> {
        let discount = self.discount.as_deref()?;
        let full = self.unit.times(part.quantity).unwrap_or(part.total);
        Some(Box::new(LineDiscount { amount: full + -part.total + -exempted, ..discount.clone() }))
    }

    /// Why it costs less than its list price: the reason of its price, else that of its discount.
    pub fn lowering_reason(&self) -> Option<&str> {
        self.discount_reason.as_deref().or_else(|| self.discount.as_ref().map(|discount| discount.reason.as_str()))
    }

    /// The approval of its price, else that of its discount.
    pub fn any_approval(&self) -> Option<&Approved> {
        self.approval.as_ref().or_else(|| self.discount.as_ref()?.approval.as_ref())
    }

    /// What it costs less than its list price, for all pieces, in minor units of its currency. A comp is no discount.
    pub fn lowered_minor(&self) -> i64 {
        let price = self.list.minor_in(self.currency) - self.unit.minor_in(self.currency);
        let discount = self.discount.as_ref().filter(|discount| !discount.is_comp).map_or(0, |off| off.amount.minor_in(self.currency));
        price.max(0).saturating_mul(self.quantity).saturating_add(discount)
    }

    /// An amount of its currency, in minor units, as US dollars at its own rate.
    pub fn in_usd(&self, minor: i64) -> Usd {
        match self.currency {
            CurrencyCode::Usd => Usd::minor(minor),
            CurrencyCode::Lrd => self.rate.to_usd(Lrd::minor(minor)),
        }
    }
}
