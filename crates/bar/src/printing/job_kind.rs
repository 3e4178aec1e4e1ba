//! What a print job prints.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use super::{DRAWER_MAX_AGE, MovedSlip, TICKET_MAX_AGE, Ticket};
use crate::reasons::ListedReason;
use base::{BusinessDay, Price, SecureAddress};

/// Content of a job.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobKind {
    /// A receipt; `copy` counts the reprints, 0 is the first print.
    Receipt {
        /// Its number.
        number: String,
        /// 0 for the first print.
        copy: u32,
    },
    /// A bill before payment.
    Bill {
        /// Its number.
        number: String,
        /// Which print of it this is, from 1.
        print: u32,
        /// Its order.
        order_id: u64,
    },
    /// A list of bills.
    Bills {
        /// Which ones.
        list: BillList,
        /// First business day.
        first: Option<BusinessDay>,
        /// Last business day.
        last: Option<BusinessDay>,
        /// What was searched for.
        text: Option<String>,
    },
    /// A test page with ruler, code page and QR codes.
    TestPage,
    /// Items that the bar or the kitchen is to make.
    Ticket(Box<Ticket>),
    /// Items that it is to stop making.
    Cancellation(Box<Ticket>),
    /// Items that went to another place.
    Moved(Box<MovedSlip>),
    /// Opens the cash drawer and prints nothing.
    Drawer {
        /// Username of the person who took the cash or opened the drawer.
        by: String,
        /// Why it was opened without a sale, if that was said.
        reason: Option<String>,
        /// The reason of the list that was chosen.
        listed_reason: Option<ListedReason>,
    },
    /// The sales report of a range of business days.
    Report {
        /// First day.
        first: BusinessDay,
        /// Last day, included.
        last: BusinessDay,
    },
    /// The working hours of a range of business days.
    Hours {
        /// First day.
        first: BusinessDay,
        /// Last day.
        last: BusinessDay,
    },
    /// The exceptions of people on a range of business days.
    Exceptions {
        /// First day.
        first: BusinessDay,
        /// Last day.
        last: BusinessDay,
        /// The manager who printed it, and who sees bartenders and themself; `None` for an admin, who sees everybody.
        manager_id: Option<u64>,
    },
    /// The tips of a range of business days.
    Tips {
        /// First day.
        first: BusinessDay,
        /// Last day.
        last: BusinessDay,
    },
    /// The tax of a range of business days.
    Tax {
        /// First day.
        first: BusinessDay,
        /// Last day.
        last: BusinessDay,
    },
    /// The X of a shift, as it stands when it is printed.
    ShiftX {
        /// The shift.
        shift_id: u64,
    },
    /// A Z.
    Z {
        /// The Z.
        number: u64,
        /// Number of earlier prints.
        copy: u32,
    },
    /// The cash of a range of business days.
    Cash {
        /// First day.
        first: BusinessDay,
        /// Last day.
        last: BusinessDay,
    },
    /// A slip about money that was put into a safe, for two signatures.
    DropSlip {
        /// The movement.
        movement_id: u64,
    },
    /// A slip about money that was paid out of a till.
    PayOutSlip {
        /// The movement.
        movement_id: u64,
    },
    /// A slip about the last count of a shift.
    CountSlip {
        /// The shift.
        shift_id: u64,
    },
    /// A slip about a payment, which is no receipt.
    PaymentSlip {
        /// The payment.
        payment_id: u64,
        /// What its order came to at that moment; `None` for a payment that is not on an order.
        order: Option<SlipOrder>,
    },
    /// The box's address for staff phones, as of the request for the slip.
    Slip {
        /// The URL that they open.
        url: String,
        /// The URL with the box's mDNS name, for phones that resolve such names.
        name_url: Option<String>,
        /// The HTTPS URL and the certificate's fingerprint, if the box serves HTTPS.
        secure: Option<SecureAddress>,
    },
    /// The truth sheet of a business day.
    Sheet {
        /// The night.
        day: BusinessDay,
        /// The issued sheet; `None` for the night as it stands when it is printed.
        version: Option<u64>,
    },
}

/// What a slip says about the order of its payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlipOrder {
    /// All that was owed, in either currency.
    pub total: Price,
    /// What was still owed after the payment, in either currency.
    pub still_to_pay: Price,
}

/// Bills by what became of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum BillList {
    /// Those that are not paid.
    Unpaid,
    /// Those that changed, were settled at another total or not at all, or were cancelled.
    Different,
    All,
}

base::words!(BillList);

/// The kind of a job without its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PrintJobKind)]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum JobType {
    /// A receipt.
    Receipt,
    /// A bill before payment.
    Bill,
    /// A test page.
    Test,
    /// Items that the bar or the kitchen is to make.
    Ticket,
    /// Items that it is to stop making.
    Cancellation,
    /// Items that went to another place.
    Moved,
    /// Opening the cash drawer.
    Drawer,
    /// A report: sales, working hours, exceptions, tips, tax, bills, or a truth sheet.
    Report,
    /// The box's address for staff phones.
    Slip,
    /// The X of a shift.
    X,
    /// A Z.
    Z,
    /// Money that was put into a safe.
    DropSlip,
    /// Money that was paid out.
    PayOutSlip,
    /// A payment of a part of an order.
    PaymentSlip,
    /// A count.
    CountSlip,
    /// The cash report.
    CashReport,
}

impl JobType {
    /// The word used in the API.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl JobKind {
    /// A drawer that opens because cash was taken.
    pub fn drawer_for_cash(by: &str) -> Self {
        JobKind::Drawer { by: by.to_owned(), reason: None, listed_reason: None }
    }

    /// The kind without its content.
    pub fn name(&self) -> JobType {
        match self {
            JobKind::Receipt { .. } => JobType::Receipt,
            JobKind::Bill { .. } => JobType::Bill,
            JobKind::TestPage => JobType::Test,
            JobKind::Ticket(_) => JobType::Ticket,
            JobKind::Cancellation(_) => JobType::Cancellation,
            JobKind::Moved(_) => JobType::Moved,
            JobKind::Drawer { .. } => JobType::Drawer,
            JobKind::Report { .. }
            | JobKind::Hours { .. }
            | JobKind::Exceptions { .. }
            | JobKind::Tips { .. }
            | JobKind::Tax { .. }
            | JobKind::Bills { .. }
            | JobKind::Sheet { .. } => JobType::Report,
            JobKind::Slip { .. } => JobType::Slip,
            JobKind::ShiftX { .. } => JobType::X,
            JobKind::Z { .. } => JobType::Z,
            JobKind::Cash { .. } => JobType::CashReport,
            JobKind::DropSlip { .. } => JobType::DropSlip,
            JobKind::PayOutSlip { .. } => JobType::PayOutSlip,
            JobKind::PaymentSlip { .. } => JobType::PaymentSlip,
            JobKind::CountSlip { .. } => JobType::CountSlip,
        }
    }

    /// The word used in the API.
    pub fn as_str(&self) -> &'static str {
        self.name().as_str()
    }

    /// The order of a ticket, cancellation or bill, or that items moved to.
    pub fn order_id(&self) -> Option<u64> {
        match self {
            JobKind::Ticket(ticket) | JobKind::Cancellation(ticket) => Some(ticket.order_id),
            JobKind::Moved(slip) => Some(slip.to.order_id),
            JobKind::Bill { order_id, .. } => Some(*order_id),
            _ => None,
        }
    }

    /// Whether it is printed again automatically, with a mark, after it failed in the middle. A dish that is never cooked is worse
    /// than a duplicate ticket.
    pub fn is_resent_after_failure(&self) -> bool {
        matches!(self, JobKind::Ticket(_) | JobKind::Cancellation(_) | JobKind::Moved(_))
    }

    /// How long it may wait; `None` without a limit.
    pub fn max_age(&self) -> Option<Duration> {
        match self {
            JobKind::Ticket(_) | JobKind::Cancellation(_) | JobKind::Moved(_) => Some(TICKET_MAX_AGE),
            JobKind::Drawer { .. } => Some(DRAWER_MAX_AGE),
            _ => None,
        }
    }

    /// Whether its paper is a page about cash, which has no mark for a possible duplicate.
    pub fn is_cash_page(&self) -> bool {
        match self {
            JobKind::ShiftX { .. }
            | JobKind::Z { .. }
            | JobKind::Cash { .. }
            | JobKind::DropSlip { .. }
            | JobKind::PayOutSlip { .. }
            | JobKind::CountSlip { .. } => true,
            JobKind::Receipt { .. }
            | JobKind::Bill { .. }
            | JobKind::Bills { .. }
            | JobKind::TestPage
            | JobKind::Ticket(_)
            | JobKind::Cancellation(_)
            | JobKind::Moved(_)
            | JobKind::Drawer { .. }
            | JobKind::Report { .. }
            | JobKind::Hours { .. }
            | JobKind::Exceptions { .. }
            | JobKind::Tips { .. }
            | JobKind::Tax { .. }
            | JobKind::PaymentSlip { .. }
            | JobKind::Slip { .. }
            | JobKind::Sheet { .. } => false,
        }
    }

    /// Whether it is a further print of a receipt.
    pub fn is_reprint(&self) -> bool {
        matches!(self, JobKind::Receipt { copy, .. } if *copy > 0)
    }

    /// Why the drawer opens, as a reason of the list and in words; `None` for another job.
    pub fn drawer_reason(&self) -> Option<(Option<ListedReason>, Option<String>)> {
        match self {
            JobKind::Drawer { reason, listed_reason, .. } => Some((listed_reason.clone(), reason.clone())),
            _ => None,
        }
    }

    /// Whether it opens the drawer.
    pub fn is_drawer(&self) -> bool {
        matches!(self, JobKind::Drawer { .. })
    }
}
