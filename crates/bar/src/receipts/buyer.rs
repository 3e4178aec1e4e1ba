//! Decides who the buyer on a receipt is: given with the payment, or afterwards.

use serde::{Deserialize, Serialize};

use crate::tax::Buyer;
use base::{Decided, Refusal, Role};

/// Names the buyer of a receipt.
#[derive(Debug, Clone)]
pub struct SetBuyer {
    pub receipt_number: String,
    pub buyer: Buyer,
}

/// The buyer of a receipt was named, or replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuyerSet {
    pub receipt_number: String,
    pub buyer: Buyer,
    /// The buyer before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced: Option<Buyer>,
}

/// The receipt of a [`SetBuyer`], if it exists, with its buyer.
#[derive(Debug, Clone)]
pub struct KnownReceipt {
    pub buyer: Option<Buyer>,
    /// Whether a fiscal device signed it.
    pub is_signed: bool,
}

/// Decides the buyer: anybody names one once, and a manager or an admin replaces it.
///
/// # Errors
/// 404 for an unknown receipt, 409 `conflict` for one that a fiscal device signed, 403 where a bartender would replace a buyer.
pub fn set_buyer(command: &SetBuyer, receipt: Option<&KnownReceipt>, role: Role) -> Decided<Vec<BuyerSet>> {
    let receipt = receipt.ok_or_else(|| Refusal::not_found("receipt"))?;
    let replaced = receipt.buyer.clone();
    if replaced.as_ref() == Some(&command.buyer) {
        return Ok(Vec::new());
    }
    if receipt.is_signed {
        return Err(Refusal::conflict("This receipt is signed"));
    }
    if replaced.is_some() && role < Role::Manager {
        return Err(Refusal::forbidden());
    }
    Ok(vec![BuyerSet { receipt_number: command.receipt_number.clone(), buyer: command.buyer.clone(), replaced }])
}
