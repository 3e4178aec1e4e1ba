//! Denominations: the notes and coins that a bar takes and counts.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::base::CurrencyCode;

/// Most denominations of a bar, those that are switched off included.
pub const DENOMINATIONS_MAX: usize = 40;
/// Largest value of a note or coin, in minor units: 100,000.00.
pub const DENOMINATION_MAX: i64 = 10_000_000;

/// The notes in US dollars of a bar that has not changed any, in minor units.
const USD_NOTES: [i64; 7] = [10_000, 5_000, 2_000, 1_000, 500, 200, 100];
/// The same in Liberian dollars.
const LRD_NOTES: [i64; 5] = [100_000, 50_000, 10_000, 5_000, 2_000];
/// The coins in Liberian dollars, in minor units.
const LRD_COINS: [i64; 2] = [1_000, 500];

/// Paper or metal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DenominationKind {
    /// Paper.
    Note,
    /// Metal.
    Coin,
}

impl DenominationKind {
    /// Both.
    pub const ALL: [DenominationKind; 2] = [DenominationKind::Note, DenominationKind::Coin];

    /// The word as it travels.
    pub fn as_str(self) -> &'static str {
        match self {
            DenominationKind::Note => "note",
            DenominationKind::Coin => "coin",
        }
    }

    /// Reads a word. `None` for any other.
    pub fn parse(text: &str) -> Option<Self> {
        DenominationKind::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A note or a coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Denomination {
    pub currency: CurrencyCode,
    /// What it is worth, in minor units of its currency.
    pub value: i64,
    pub kind: DenominationKind,
    /// Whether the bar takes and counts it.
    pub enabled: bool,
}

impl Denomination {
    /// Whether the question about Liberian coins switches it.
    pub fn is_lrd_coin(&self) -> bool {
        self.currency == CurrencyCode::Lrd && self.kind == DenominationKind::Coin
    }
}

/// The denominations of a bar that has not changed any.
pub fn first_denominations() -> Vec<Denomination> {
    let all = |currency, kind, values: &[i64]| -> Vec<Denomination> {
        values.iter().map(|value| Denomination { currency, value: *value, kind, enabled: true }).collect()
    };
    [
        all(CurrencyCode::Usd, DenominationKind::Note, &USD_NOTES),
        all(CurrencyCode::Lrd, DenominationKind::Note, &LRD_NOTES),
        all(CurrencyCode::Lrd, DenominationKind::Coin, &LRD_COINS),
    ]
    .concat()
}

/// Checks the whole list.
///
/// # Errors
/// In words, what is wrong with it.
pub fn check_denominations(denominations: &[Denomination]) -> Result<(), String> {
    if denominations.len() > DENOMINATIONS_MAX {
        return Err(format!("At most {DENOMINATIONS_MAX} notes and coins"));
    }
    if denominations.iter().any(|denomination| !(1..=DENOMINATION_MAX).contains(&denomination.value)) {
        return Err("Each note and coin needs a value of 0.01 to 100000.00".to_owned());
    }
    // A count names its pieces by currency and value alone.
    let values: BTreeSet<_> = denominations.iter().map(|denomination| (denomination.currency, denomination.value)).collect();
    if values.len() < denominations.len() { Err("Each value stands there once per currency".to_owned()) } else { Ok(()) }
}
