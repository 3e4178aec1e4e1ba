//! Exceptions per person: what is worth a look in a bar, counted per business day and person. Nothing here is forbidden or wrong by itself.
//!
//! How to read the counts: [`people`] gives one [`PersonCounts`] for each person with a count on some days, for one day with
//! `people(view, day, day)`. [`Counts::of`] is the [`Tally`] of one [`ExceptionKind`]; [`Counts::granted`] and
//! [`Counts::pin_resets`] stand beside the kinds. The engine adds to them with each entry (`engine/exceptions.rs`), from what its
//! event froze, so a rebuild counts the same.
//!
//! The person is always the one who asked: with an approval that is not the manager who granted it. Wrong PINs and PIN resets count for
//! the person whose PIN it is.

mod query;
mod rates;
mod tables;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

pub use query::{ExceptionsReport, PersonCounts, people, report};
pub use rates::{Per100, RATES_MIN, RECEIPTS_MIN, median};
pub use tables::{change, counts, of_cause, with_cause};

use base::{Lrd, Usd};

/// A kind of exception. The report shows them in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "camelCase")]
pub enum ExceptionKind {
    /// An item taken off an order, wholly or in part, after it was sent to a station or two minutes after it was added; each such item
    /// of a cancelled order.
    RemovedSent,
    /// An act that took off or lowered what was billed, or a bill that was settled for less without one.
    AfterBill,
    /// A void of sale lines by one request, or of an order.
    Voids,
    /// A line that was sold below its list price, or a discount on several lines; its worth is what they were lowered by.
    Discounts,
    /// An act that gave goods on the house.
    Comps,
    /// A guest who left without paying.
    WalkOuts,
    /// A guest who had left without paying and came back: what was written off is on a tab. It takes no walk-out away.
    Recovered,
    /// An exchange that brought less than the house rate; its worth is the loss.
    ExchangeLoss,
    /// An exchange that brought more than the house rate.
    ExchangeGain,
    /// An entry with which the expected cash of a till fell below zero, or further below it; its worth is by how much.
    NegativeCash,
    /// A payment whose method was corrected; its worth is what the bar kept of it.
    MethodCorrected,
    /// The drawer opened by hand.
    NoSales,
    /// A receipt printed again.
    Reprints,
    /// A timed price given after its time.
    LateTimedPrice,
    /// An approval that was asked for and refused.
    RefusedApprovals,
    /// A wrong PIN tried in the person's name.
    WrongPins,
}

base::words!(ExceptionKind);

impl ExceptionKind {
    /// Whether its worth is counted in Liberian dollars too.
    pub fn is_exchange(self) -> bool {
        matches!(self, ExceptionKind::ExchangeLoss | ExceptionKind::ExchangeGain)
    }

    /// The label on paper.
    pub fn label(self) -> &'static str {
        match self {
            ExceptionKind::RemovedSent => "Sent items taken off",
            ExceptionKind::AfterBill => "Taken off after the bill",
            ExceptionKind::Voids => "Voids",
            ExceptionKind::Discounts => "Discounts",
            ExceptionKind::Comps => "On the house",
            ExceptionKind::WalkOuts => "Walk-outs",
            ExceptionKind::Recovered => "Walk-outs recovered",
            ExceptionKind::ExchangeLoss => "Lost in exchange",
            ExceptionKind::ExchangeGain => "Gained in exchange",
            ExceptionKind::NegativeCash => "Till below zero",
            ExceptionKind::MethodCorrected => "Payments corrected",
            ExceptionKind::NoSales => "No sales",
            ExceptionKind::Reprints => "Reprints",
            ExceptionKind::LateTimedPrice => "Late timed prices",
            ExceptionKind::RefusedApprovals => "Refused approvals",
            ExceptionKind::WrongPins => "Wrong PINs",
        }
    }
}

/// What is counted by its reason too, for head office.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CauseKind {
    Void,
    Discount,
    Comp,
    WalkOut,
    /// Money that was given back: of a receipt, or of a payment on an order. It is no [`ExceptionKind`].
    Refund,
    ExchangeLoss,
    ExchangeGain,
    NegativeCash,
    NoSale,
}

impl CauseKind {
    /// The name in rows and at head office.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// How often something happened, and what it was worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tally {
    pub count: i64,
    /// At each record's own rate; zero for kinds without goods.
    pub usd: Usd,
    /// Of exchanges, the same in Liberian dollars; zero for other kinds.
    pub lrd: Lrd,
}

/// The counts of one person on one or several business days.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Receipts for which the person took the money, also those that were voided later.
    pub receipts: i64,
    /// Only kinds with a count.
    pub kinds: BTreeMap<ExceptionKind, Tally>,
    /// Approvals that the person granted to others.
    pub granted: i64,
    /// Codes that were made for a new PIN of this person.
    pub pin_resets: i64,
}

impl Counts {
    /// The tally of one kind.
    pub fn of(&self, kind: ExceptionKind) -> Tally {
        self.kinds.get(&kind).copied().unwrap_or_default()
    }

    /// The rate of one kind; `None` for a person with too few receipts.
    pub fn rate(&self, kind: ExceptionKind) -> Option<Per100> {
        Per100::of(self.of(kind).count, self.receipts)
    }

    /// Adds `count` exceptions that are worth `usd` together.
    pub fn add(&mut self, kind: ExceptionKind, count: i64, usd: Usd) {
        let tally = self.kinds.entry(kind).or_default();
        tally.count = tally.count.saturating_add(count);
        tally.usd += usd;
    }

    /// Adds an exchange that lost or gained `lrd`, which is `usd` at its rate.
    pub fn add_exchange(&mut self, kind: ExceptionKind, usd: Usd, lrd: Lrd) {
        self.add(kind, 1, usd);
        self.kinds.entry(kind).or_default().lrd += lrd;
    }

    /// Adds the counts of another day.
    pub fn add_all(&mut self, other: &Counts) {
        self.receipts = self.receipts.saturating_add(other.receipts);
        self.granted = self.granted.saturating_add(other.granted);
        self.pin_resets = self.pin_resets.saturating_add(other.pin_resets);
        for (kind, tally) in &other.kinds {
            self.add(*kind, tally.count, tally.usd);
            self.kinds.entry(*kind).or_default().lrd += tally.lrd;
        }
    }
}
