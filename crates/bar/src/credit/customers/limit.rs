//! How much a customer may owe.

use serde_json::json;

use super::{OverLimit, TabContext};
use crate::payments::{Debt, shown};
use crate::sales::{SaleLine, readings_of};
use base::{Code, Decided, Rate, Refusal};

impl TabContext {
    /// Whether `new` puts more on the tab than its limit, which `allowed` says that it may; `None` if it does not. What counts is what is
    /// due with it in US dollars at the rate of now, as tabs show it.
    ///
    /// # Errors
    /// 409 `over_limit` with the limit and what is due already.
    pub(in crate::credit) fn check_limit<'a>(
        &'a self,
        new: impl Iterator<Item = (&'a SaleLine, &'a Debt)>,
        rate: Rate,
        allowed: bool,
    ) -> Decided<Option<OverLimit>> {
        let Some(limit) = self.limit else { return Ok(None) };
        let due_of = |debts: &[(&SaleLine, &Debt)]| {
            let readings = readings_of(debts.iter().copied(), rate);
            shown(&debts.iter().map(|(_, debt)| **debt).collect::<Vec<_>>(), &readings, rate).usd
        };
        let before: Vec<(&SaleLine, &Debt)> = self.active.iter().map(|item| (&item.line, &item.debt)).collect();
        let after: Vec<(&SaleLine, &Debt)> = before.iter().copied().chain(new).collect();
        let (due, due_after) = (due_of(&before), due_of(&after));
        if after.len() == before.len() || due_after <= limit {
            return Ok(None);
        }
        if !allowed {
            let message =
                format!("The tab of {} is limited to {}, and {} is due already", self.customer.name, limit.display(), due.display());
            let refusal = Refusal::new(Code::OverLimit, message);
            return Err(refusal.with("limitUSD", json!(limit.to_string())).with("dueUSD", json!(due.to_string())));
        }
        Ok(Some(OverLimit { limit, due, due_after, approval: None }))
    }
}
