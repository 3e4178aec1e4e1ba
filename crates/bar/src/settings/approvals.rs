//! Settings of approvals: what a bartender may do, may ask for, or may not do.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use base::Role;

/// Largest share of the list price that a bartender may take off without asking, in percent.
pub const DISCOUNT_FREE_MAX: u8 = 100;
/// Shortest time that an approval may wait for a manager, in seconds.
pub const WAIT_MIN: u16 = 30;
/// Longest time that an approval may wait for a manager, in seconds.
pub const WAIT_MAX: u16 = 900;
/// How long it waits unless the bar says otherwise, in seconds.
const WAIT: u16 = 180;

/// Declares the kinds: variant, name in the API and the journal, rule of a new bar.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $word:literal: $rule:ident,)+) => {
        /// What an approval may be about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ApprovalKind {
            $($(#[$doc])* $kind,)+
        }

        impl ApprovalKind {
            /// All kinds, in the order in which people read them.
            pub const ALL: &[ApprovalKind] = &[$(ApprovalKind::$kind),+];

            /// The name in the API.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(ApprovalKind::$kind => $word,)+
                }
            }

            /// The rule of a bar that has not chosen one.
            pub fn default_rule(self) -> ApprovalRule {
                match self {
                    $(ApprovalKind::$kind => ApprovalRule::$rule,)+
                }
            }
        }
    };
}

kinds! {
    /// Voids a sale line or lines of a receipt.
    VoidSale = "void_sale": Deny,
    /// Voids an order.
    VoidOrder = "void_order": Deny,
    /// Sells at another than the list price.
    Discount = "discount": Deny,
    /// Takes an item off an order that was sent, or that is old.
    RemoveSent = "remove_sent": Allow,
    /// Cancels an order with such an item.
    CancelOrder = "cancel_order": Allow,
    /// Opens the drawer without a sale.
    NoSale = "no_sale": Allow,
    /// Takes off, lowers or cancels what was billed.
    AfterBill = "after_bill": Approve,
    /// Puts what was billed on a customer's tab.
    CreditAfterBill = "credit_after_bill": Approve,
    /// Gives something on the house.
    Comp = "comp": Approve,
    /// Closes an order whose guests left without paying.
    WalkOut = "walk_out": Approve,
    /// Gives money back for a sale that stays.
    Refund = "refund": Approve,
    /// Takes the tax off an order.
    TaxExemption = "tax_exemption": Approve,
    /// Pays something out of the drawer.
    PayOut = "pay_out": Approve,
    /// Puts more change into a drawer than usual.
    Float = "float": Approve,
    /// Reverses a movement of cash.
    CashCorrection = "cash_correction": Approve,
    /// Closes a shift without a count.
    UncountedClose = "uncounted_close": Approve,
    /// Changes the service charge of an order.
    ServiceCharge = "service_charge": Approve,
    /// Takes broken or spilled goods off the stock.
    Waste = "waste": Approve,
    /// Books a delivery.
    Delivery = "delivery": Approve,
    /// Moves what was billed to another order.
    MoveAfterBill = "move_after_bill": Allow,
    /// Sells more than the box believes to be there.
    Oversell = "oversell": Approve,
    /// Puts more on a tab than its limit.
    OverLimit = "over_limit": Approve,
}

impl ApprovalKind {
    /// How grave it is to allow it: of the kinds that one request needs, the one with the highest figure names the question. Money that
    /// leaves the bar comes first, then what is not charged for, then what hides either.
    pub fn gravity(self) -> u8 {
        match self {
            ApprovalKind::PayOut => 21,
            ApprovalKind::VoidOrder => 20,
            ApprovalKind::VoidSale => 19,
            ApprovalKind::Refund => 18,
            ApprovalKind::WalkOut => 17,
            ApprovalKind::AfterBill => 16,
            ApprovalKind::CreditAfterBill => 15,
            ApprovalKind::Comp => 14,
            ApprovalKind::Discount => 13,
            ApprovalKind::TaxExemption => 12,
            ApprovalKind::ServiceCharge => 11,
            ApprovalKind::OverLimit => 10,
            ApprovalKind::CancelOrder => 9,
            ApprovalKind::RemoveSent => 8,
            ApprovalKind::MoveAfterBill => 7,
            ApprovalKind::CashCorrection => 6,
            ApprovalKind::UncountedClose => 5,
            ApprovalKind::Waste => 4,
            ApprovalKind::Delivery => 3,
            ApprovalKind::Float => 2,
            ApprovalKind::NoSale => 1,
            ApprovalKind::Oversell => 0,
        }
    }

    /// Parses the name; `None` for any other word.
    pub fn parse(text: &str) -> Option<Self> {
        ApprovalKind::ALL.iter().copied().find(|kind| kind.as_str() == text)
    }
}

/// What a bartender may do about a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum ApprovalRule {
    /// May do it.
    Allow,
    /// Asks a manager.
    Approve,
    /// May neither do it nor ask.
    Deny,
}

base::words!(ApprovalRule);

/// Settings of approvals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ApprovalSettings {
    /// The rules that the bar has set; the other kinds have their default.
    pub rules: BTreeMap<ApprovalKind, ApprovalRule>,
    /// Percent of the list price that a bartender may take off without asking.
    pub discount_free: u8,
    /// Seconds that an approval waits for a manager.
    pub wait: u16,
}

impl Default for ApprovalSettings {
    fn default() -> Self {
        ApprovalSettings { rules: BTreeMap::new(), discount_free: 0, wait: WAIT }
    }
}

impl ApprovalSettings {
    /// What a bartender may do about `kind`.
    pub fn rule(&self, kind: ApprovalKind) -> ApprovalRule {
        self.rules.get(&kind).copied().unwrap_or(kind.default_rule())
    }

    /// Whether `role` may neither do what `kind` is about nor ask for it.
    pub fn forbids(&self, kind: ApprovalKind, role: Role) -> bool {
        role < Role::Manager && self.rule(kind) == ApprovalRule::Deny
    }

    /// Checks the limits.
    ///
    /// # Errors
    /// A sentence about the value that is out of range.
    pub(super) fn check(&self) -> Result<(), String> {
        if self.discount_free > DISCOUNT_FREE_MAX {
            return Err(format!("A free discount is a whole percentage from 0 to {DISCOUNT_FREE_MAX}"));
        }
        if !(WAIT_MIN..=WAIT_MAX).contains(&self.wait) {
            return Err(format!("An approval waits {WAIT_MIN} to {WAIT_MAX} seconds"));
        }
        Ok(())
    }
}

/// A change of the settings of approvals; `None` and absent kinds keep.
#[derive(Debug, Clone, Default)]
pub struct SetApprovals {
    /// See [`ApprovalSettings::rules`].
    pub rules: BTreeMap<ApprovalKind, ApprovalRule>,
    /// See [`ApprovalSettings::discount_free`].
    pub discount_free: Option<u8>,
    /// See [`ApprovalSettings::wait`].
    pub wait: Option<u16>,
}

impl SetApprovals {
    /// `now` with these changes. A rule that is the default is not kept, so that the same rules are the same settings.
    pub(super) fn applied_to(&self, now: &ApprovalSettings) -> ApprovalSettings {
        let mut rules = now.rules.clone();
        rules.extend(self.rules.iter());
        rules.retain(|kind, rule| *rule != kind.default_rule());
        ApprovalSettings { rules, discount_free: self.discount_free.unwrap_or(now.discount_free), wait: self.wait.unwrap_or(now.wait) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_the_same_name_everywhere() {
        for kind in ApprovalKind::ALL {
            assert_eq!(ApprovalKind::parse(kind.as_str()), Some(*kind));
            assert_eq!(serde_json::to_value(kind).expect("a word"), kind.as_str());
        }
    }

    #[test]
    fn no_two_kinds_are_equally_grave() {
        let gravities: std::collections::BTreeSet<u8> = ApprovalKind::ALL.iter().map(|kind| kind.gravity()).collect();
        assert_eq!(gravities.len(), ApprovalKind::ALL.len());
    }

    #[test]
    fn a_bar_that_set_no_rules_has_the_default_ones() {
        let first = ApprovalSettings::default();
        assert!(first.forbids(ApprovalKind::VoidSale, Role::Bartender) && !first.forbids(ApprovalKind::VoidSale, Role::Manager));
        assert!(!first.forbids(ApprovalKind::NoSale, Role::Bartender));
    }

    #[test]
    fn a_change_keeps_the_rules_that_it_does_not_name() {
        let set = |kind, rule| SetApprovals { rules: BTreeMap::from([(kind, rule)]), ..SetApprovals::default() };
        let first = set(ApprovalKind::VoidSale, ApprovalRule::Approve).applied_to(&ApprovalSettings::default());
        let second = set(ApprovalKind::NoSale, ApprovalRule::Deny).applied_to(&first);
        assert_eq!((second.rule(ApprovalKind::VoidSale), second.rule(ApprovalKind::NoSale)), (ApprovalRule::Approve, ApprovalRule::Deny));
        let back = set(ApprovalKind::NoSale, ApprovalRule::Allow).applied_to(&second);
        assert_eq!(back, first);
    }
}
