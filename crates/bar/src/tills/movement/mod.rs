//! Movements of cash that are not sales: pay-outs, drops to the safe, exchanges between the currencies, transfers.

mod tables;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
pub use tables::{
    MOVEMENT_IDS, apply_accepted, apply_moved, exchanges, hand_in, in_transit, movement, movements_of_shift, pay_outs,
    visit_movements_of_till,
};
use utoipa::ToSchema;

use super::Person;
use crate::payments::value_in_both;
use crate::reasons::{ListedReason, ReasonKind};
use base::rate::SCALE;
use base::{Approved, BarMoment, Cash, CurrencyCode, Envelope, Lrd, Rate, Timestamp, Usd};

/// Kind of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum MovementKind {
    /// Change put into a till, from a safe or a drawer.
    Float,
    /// Money put in from outside.
    PayIn,
    /// Money taken out for a purchase.
    PayOut,
    /// Money put into a safe.
    Drop,
    /// Money of one currency changed for the other.
    Exchange,
    /// Money handed to another till.
    Transfer,
    /// Tips paid out.
    TipOut,
    /// Taken to the bank, from a safe.
    Bank,
    /// Taken by the owner, from a safe.
    Owner,
    /// The drawer opened without a sale.
    NoSale,
    /// The reversal of another movement.
    Correction,
    /// A count of a safe: what it was over or short.
    Count,
}

// X and Z show the kinds in the order of `ALL`.
base::words!(MovementKind);

impl MovementKind {
    /// Parses a kind that a request may name; `None` for any other word.
    pub fn parse_manual(text: &str) -> Option<Self> {
        let made_otherwise = [MovementKind::NoSale, MovementKind::Correction, MovementKind::Count];
        MovementKind::parse(text).filter(|kind| !made_otherwise.contains(kind))
    }

    /// Whether a person chooses its amount, so that the bar's largest movement binds it. A safe's money to the bank and the owner is
    /// free of it, and what a correction or a count comes to is not chosen.
    pub fn is_limited(self) -> bool {
        match self {
            MovementKind::Float
            | MovementKind::PayIn
            | MovementKind::PayOut
            | MovementKind::Drop
            | MovementKind::Exchange
            | MovementKind::Transfer
            | MovementKind::TipOut => true,
            MovementKind::Bank | MovementKind::Owner | MovementKind::NoSale | MovementKind::Correction | MovementKind::Count => false,
        }
    }

    /// The kind of reason that it needs; `None` for those without.
    pub fn reason(self) -> Option<ReasonKind> {
        match self {
            MovementKind::PayOut | MovementKind::PayIn => Some(ReasonKind::PayOut),
            MovementKind::NoSale => Some(ReasonKind::NoSale),
            _ => None,
        }
    }
}

/// Whether a movement is complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MovementStatus {
    Done,
    /// A transfer that waits to be accepted: its money is in transit.
    Offered,
    /// A transfer that was accepted with a count.
    Accepted,
    /// It was reversed.
    Corrected,
}

/// A movement of cash of one till.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Movement {
    /// Counts from 1.
    pub id: u64,
    pub till_id: u64,
    /// `None` for a safe.
    pub shift_id: Option<u64>,
    pub kind: MovementKind,
    /// Change of the till's cash; negative when cash leaves it.
    pub amount: Cash,
    /// Of an exchange: what it brought more than the rate.
    pub rate_gain: Option<Lrd>,
    /// The till on the other side.
    pub other_till_id: Option<u64>,
    pub listed_reason: Option<ListedReason>,
    pub reason: Option<String>,
    pub by: Person,
    /// Whose tips were paid out.
    pub for_user: Option<Person>,
    pub status: MovementStatus,
    /// The movement that it reverses.
    pub corrects_id: Option<u64>,
    /// Whether what it reverses belongs to a closed shift.
    pub for_earlier_shifts: bool,
    /// The approval that it was made with.
    pub approval: Option<Approved>,
    /// In rows: what a safe holds after it.
    pub balance: Option<Cash>,
    /// LRD per USD at that moment.
    pub rate: Rate,
    pub when: BarMoment,
    pub at: Timestamp,
}

impl Movement {
    /// A movement of a shift without its particulars.
    pub fn begin(id: u64, (till_id, shift_id): (u64, u64), rate: Rate, when: BarMoment, envelope: &Envelope) -> Self {
        Movement {
            id,
            till_id,
            shift_id: Some(shift_id),
            kind: MovementKind::NoSale,
            amount: Cash::ZERO,
            rate_gain: None,
            other_till_id: None,
            listed_reason: None,
            reason: None,
            by: Person { id: envelope.actor.id, name: envelope.actor.name.clone() },
            for_user: None,
            status: MovementStatus::Done,
            corrects_id: None,
            for_earlier_shifts: false,
            approval: None,
            balance: None,
            rate,
            when,
            at: envelope.at,
        }
    }

    /// What an exchange lost at the house rate of its moment; zero for any other movement and for one that lost nothing.
    pub fn lost(&self) -> Lrd {
        -self.rate_gain.filter(|_| self.kind == MovementKind::Exchange).unwrap_or_default().min(Lrd::ZERO)
    }

    /// What an exchange brought more than the house rate of its moment; zero otherwise.
    pub fn gained(&self) -> Lrd {
        self.rate_gain.filter(|_| self.kind == MovementKind::Exchange).unwrap_or_default().max(Lrd::ZERO)
    }

    /// Whether an exchange lost more than `tolerance` percent of its dollars at the house rate, compared without rounding.
    pub fn lost_beyond(&self, tolerance: u8) -> bool {
        let (usd, lrd) = (i128::from(self.amount.usd.as_minor()), i128::from(self.amount.lrd.as_minor()));
        let worth = usd * i128::from(self.rate.scaled());
        let lost = -(worth + lrd * i128::from(SCALE));
        self.lost() > Lrd::ZERO && lost * 100 > i128::from(tolerance) * worth.abs()
    }

    /// Whether its money waits between two tills.
    pub fn is_in_transit(&self) -> bool {
        self.kind == MovementKind::Transfer && self.status == MovementStatus::Offered
    }
}

/// What an exchange brings more than its worth at `rate`, in Liberian dollars. `gives` is the currency that leaves the till.
///
/// $20 out and L$3,700 in at 190 bring −100.00; $20 in and L$3,850 out bring −50.00.
pub fn rate_gain(gives: CurrencyCode, usd: Usd, lrd: Lrd, rate: Rate) -> Lrd {
    let worth = value_in_both(Cash { usd, lrd: Lrd::ZERO }, rate).lrd;
    match gives {
        CurrencyCode::Usd => lrd - worth,
        CurrencyCode::Lrd => worth - lrd,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use base::{Actor, BusinessDay, Role};

    /// An exchange of these cents at a rate in ten-thousandths.
    fn exchange(gives: CurrencyCode, usd: i64, lrd: i64, scaled: i64) -> Movement {
        let rate = Rate::parse(&format!("{}.{:04}", scaled / 10_000, scaled % 10_000)).expect("a rate");
        let envelope =
            Envelope { at: Timestamp::from_millis(0), running: 0, actor: Actor { id: 3, name: "musa".into(), role: Role::Bartender } };
        let when = BarMoment { day: BusinessDay::from_number(0), hour: 20 };
        let sign = if gives == CurrencyCode::Usd { -1 } else { 1 };
        let (usd, lrd) = (Usd::minor(usd), Lrd::minor(lrd));
        Movement {
            kind: MovementKind::Exchange,
            amount: Cash { usd: Usd::minor(sign * usd.as_minor()), lrd: Lrd::minor(-sign * lrd.as_minor()) },
            rate_gain: Some(rate_gain(gives, usd, lrd, rate)),
            ..Movement::begin(1, (1, 1), rate, when, &envelope)
        }
    }

    #[test]
    fn a_loss_is_compared_with_a_share_of_the_amount_at_the_house_rate() {
        let twenty = |gives, lrd: i64, tolerance| exchange(gives, 2_000, lrd * 100, 1_900_000).lost_beyond(tolerance);
        assert!(twenty(CurrencyCode::Usd, 3_700, 2), "2.6 %");
        assert!(!twenty(CurrencyCode::Usd, 3_750, 2), "1.3 %");
        assert!(!twenty(CurrencyCode::Usd, 3_724, 2), "2 % exactly");
        assert!(twenty(CurrencyCode::Usd, 3_723, 2));
        assert!(twenty(CurrencyCode::Lrd, 3_877, 2) && !twenty(CurrencyCode::Lrd, 3_876, 2));
        assert!(!twenty(CurrencyCode::Usd, 3_900, 0) && !twenty(CurrencyCode::Usd, 3_800, 0), "a gain, and the rate");
        assert!(twenty(CurrencyCode::Usd, 3_799, 0));
        assert!(!twenty(CurrencyCode::Usd, 1, 100) && twenty(CurrencyCode::Lrd, 7_601, 100));
    }

    proptest! {
        /// The oracle divides instead of multiplying, in wide integers: percent lost, rounded up to a millionth.
        #[test]
        fn whoever_divides_finds_the_same(
            gives in prop_oneof![Just(CurrencyCode::Usd), Just(CurrencyCode::Lrd)],
            usd in 1i64..10_000_000, permille in 900i64..1_100, scaled in 1i64..3_000_000, tolerance in 0u8..=100,
        ) {
            let lrd = (i128::from(usd) * i128::from(scaled) * i128::from(permille) / 10_000_000).try_into().unwrap_or(1i64).max(1);
            let moved = exchange(gives, usd, lrd, scaled);
            let worth = i128::from(usd) * i128::from(scaled);
            let paid = i128::from(lrd) * 10_000;
            let lost = if gives == CurrencyCode::Usd { worth - paid } else { paid - worth };
            let beyond = lost > 0 && (lost * 100_000_000 + worth - 1) / worth > i128::from(tolerance) * 1_000_000;
            prop_assert_eq!(moved.lost_beyond(tolerance), beyond && moved.lost() > Lrd::ZERO);
            prop_assert_eq!(moved.gained() - moved.lost(), moved.rate_gain.unwrap_or_default());
            prop_assert!(moved.gained().is_zero() || moved.lost().is_zero());
        }
    }

    #[test]
    fn an_exchange_gains_what_the_rate_does_not_give() {
        let rate = Rate::parse("190").expect("a rate");
        let gain = |gives, usd: i64, lrd: i64| rate_gain(gives, Usd::minor(usd * 100), Lrd::minor(lrd * 100), rate).to_string();
        assert_eq!(gain(CurrencyCode::Usd, 20, 3_800), "0.00");
        assert_eq!(gain(CurrencyCode::Usd, 20, 3_700), "-100.00");
        assert_eq!(gain(CurrencyCode::Lrd, 20, 3_850), "-50.00");
    }
}
