//! The till that a payment is booked in: chosen once, when the money is taken or given back.

use serde::{Deserialize, Serialize};

use super::{Payment, Tender};
use crate::methods::PaymentMethod;
use base::{Cash, Code, Decided, Refusal};

/// Where a bar with tills books a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u64, u64)", into = "(u64, u64)")]
pub enum Booking {
    /// In an open shift of a till.
    Shift { till_id: u64, shift_id: u64 },
    /// In no till: its cash is unassigned.
    Unassigned,
}

/// In rows and in the journal: till and shift, both 0 without a till.
impl From<(u64, u64)> for Booking {
    fn from((till_id, shift_id): (u64, u64)) -> Self {
        if till_id == 0 { Booking::Unassigned } else { Booking::Shift { till_id, shift_id } }
    }
}

impl From<Booking> for (u64, u64) {
    fn from(booking: Booking) -> Self {
        match booking {
            Booking::Shift { till_id, shift_id } => (till_id, shift_id),
            Booking::Unassigned => (0, 0),
        }
    }
}

impl Booking {
    /// The till; `None` for unassigned money.
    pub fn till_id(self) -> Option<u64> {
        match self {
            Booking::Shift { till_id, .. } => Some(till_id),
            Booking::Unassigned => None,
        }
    }

    /// The shift; `None` for unassigned money.
    pub fn shift_id(self) -> Option<u64> {
        match self {
            Booking::Shift { shift_id, .. } => Some(shift_id),
            Booking::Unassigned => None,
        }
    }
}

/// What a request says about the till.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TillRequest {
    /// The till that it names.
    pub till_id: Option<u64>,
    /// The till of the enrolled device that sends it.
    pub device_till_id: Option<u64>,
}

/// The till that takes the money of a request, if there is one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TillChoice {
    /// The bar has no tills.
    Off,
    Found(Booking),
    /// The request names a till that is not open, or not for this person.
    NotOpen {
        name: String,
    },
    /// More than one would do: id and name of each.
    Several(Vec<(u64, String)>),
    /// No shift is open that would do.
    None {
        /// Whether the bar takes cash only in an open shift.
        required: bool,
    },
}

impl TillChoice {
    /// Books a payment or refund with these tenders and this change.
    ///
    /// # Errors
    /// For cash: 409 `no_shift` where the request names a till that takes none, and where a shift is required; 409 `choose_till` with
    /// `tills` where several would do.
    pub fn book(&self, tenders: &[Tender], change: Cash) -> Decided<Option<Booking>> {
        let has_cash = change != Cash::ZERO || tenders.iter().any(|tender| tender.method == PaymentMethod::CASH && tender.amount != 0);
        match self {
            TillChoice::Off => Ok(None),
            TillChoice::Found(booking) => Ok(Some(*booking)),
            TillChoice::NotOpen { name } if has_cash => Err(not_open(name)),
            TillChoice::Several(tills) if has_cash => Err(which(tills)),
            TillChoice::None { required: true } if has_cash => {
                Err(Refusal::new(Code::NoShift, "No shift is open. Open one before you take cash."))
            }
            _ => Ok(Some(Booking::Unassigned)),
        }
    }

    /// The till and its open shift, for what happens at a drawer without a payment; `None` in a bar without tills.
    ///
    /// # Errors
    /// 409 `no_shift` where no shift is open that would do; 409 `choose_till` with `tills` where several would do.
    pub fn open_till(&self) -> Decided<Option<(u64, u64)>> {
        match self {
            TillChoice::Off => Ok(None),
            TillChoice::Found(Booking::Shift { till_id, shift_id }) => Ok(Some((*till_id, *shift_id))),
            TillChoice::NotOpen { name } => Err(not_open(name)),
            TillChoice::Several(tills) => Err(which(tills)),
            TillChoice::None { .. } | TillChoice::Found(Booking::Unassigned) => Err(Refusal::new(Code::NoShift, "No shift is open")),
        }
    }
}

fn not_open(name: &str) -> Refusal {
    Refusal::new(Code::NoShift, format!("No shift of {name} is open for you"))
}

fn which(tills: &[(u64, String)]) -> Refusal {
    let tills = tills.iter().map(|(id, name)| serde_json::json!({"id": id, "name": name})).collect();
    Refusal::new(Code::ChooseTill, "Which till?").with("tills", serde_json::Value::Array(tills))
}

impl Payment {
    /// What it put into the cash of its till, or took out of it: cash tenders less change.
    pub fn cash_moved(&self) -> Cash {
        self.cash_tendered() + -self.change
    }

    /// The sum of its cash tenders.
    pub fn cash_tendered(&self) -> Cash {
        self.tenders.iter().filter(|tender| tender.method == PaymentMethod::CASH).map(Tender::cash).sum()
    }
}
