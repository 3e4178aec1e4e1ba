//! Lists of bills, and what they come to.

use std::ops::ControlFlow;

use super::Bill;
use super::tables::{different_bills, has_bills, unpaid_bills, visit_bills};
use crate::printing::BillList;
use crate::tills::{BillFigures, Worth};
use base::{BusinessDay, text};
use store::{Stored, View};

/// Which bills a list has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BillFilter {
    pub list: BillList,
    /// Business days; the list of unpaid bills is always whole.
    pub first: Option<BusinessDay>,
    pub last: Option<BusinessDay>,
    /// Folded: a part of the number, the customer, the person or a product.
    pub text: Option<String>,
}

impl BillFilter {
    /// Whether a bill is of this list, apart from its day.
    pub fn fits(&self, bill: &Bill) -> bool {
        let is_listed = match self.list {
            BillList::Unpaid => bill.is_unpaid(),
            BillList::Different => bill.is_different(),
            BillList::All => true,
        };
        is_listed && self.text.as_ref().is_none_or(|wanted| mentions(bill, wanted))
    }

    /// Whether the day of a bill is one of those of the list.
    pub fn fits_day(&self, day: BusinessDay) -> bool {
        self.first.is_none_or(|first| day >= first) && self.last.is_none_or(|last| day <= last)
    }
}

fn mentions(bill: &Bill, wanted: &str) -> bool {
    let table = bill.table.as_ref().and_then(|table| table.name.as_ref());
    let texts = [&bill.number, &bill.customer_name, &bill.user_name];
    texts.into_iter().chain(table).any(|known| text::mentions(known, wanted))
        || bill.items.iter().any(|item| text::mentions(&item.line.product_name, wanted))
}

/// All bills of a list, newest first.
pub fn listed(view: &dyn View, filter: &BillFilter) -> Stored<Vec<Bill>> {
    if filter.list == BillList::Unpaid {
        return Ok(unpaid_bills(view)?.into_iter().filter(|bill| filter.fits(bill)).collect());
    }
    let mut found = Vec::new();
    visit_bills(view, u64::MAX, |bill| {
        if filter.fits_day(bill.day) && filter.fits(&bill) {
            found.push(bill);
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// The bills that are not paid, and those of `first` and later days that are different. `None` for a bar that never made a bill.
pub fn bill_figures(view: &dyn View, first: BusinessDay) -> Stored<Option<BillFigures>> {
    if !has_bills(view)? {
        return Ok(None);
    }
    let sum = |bills: Vec<Bill>| Worth {
        count: i64::try_from(bills.len()).unwrap_or(i64::MAX),
        amount: bills.iter().map(Bill::grand_total).sum(),
    };
    Ok(Some(BillFigures { unpaid: sum(unpaid_bills(view)?), different: sum(different_bills(view, first, None)?) }))
}
