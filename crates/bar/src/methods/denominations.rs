//! Denominations: the notes and coins that a bar takes and counts.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use base::CurrencyCode;

/// Most denominations of a bar, those that are switched off included.
pub const DENOMINATIONS_MAX: usize = 40;
/// Largest value of a note or coin, in minor units: 100,000.00.
pub const DENOMINATION_MAX: i64 = 10_000_000;

/// US dollar notes of a new bar, in minor units.
const USD_NOTES: [i64; 7] = [10_000, 5_000, 2_000, 1_000, 500, 200, 100];
/// Liberian dollar notes of a new bar, in minor units.
const LRD_NOTES: [i64; 5] = [100_000, 50_000, 10_000, 5_000, 2_000];
/// Liberian dollar coins of a new bar, in minor units.
const LRD_COINS: [i64; 2] = [1_000, 500];

/// Note or coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum DenominationKind {
    Note,
    Coin,
}

base::words!(DenominationKind);

/// A note or a coin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Denomination {
    pub currency: CurrencyCode,
    /// In minor units of its currency.
    pub value: i64,
    pub kind: DenominationKind,
    /// Whether the bar accepts and counts it.
    pub enabled: bool,
}

impl Denomination {
    /// Whether it is a Liberian coin, which the setting about coins switches on and off.
    pub fn is_lrd_coin(&self) -> bool {
        self.currency == CurrencyCode::Lrd && self.kind == DenominationKind::Coin
    }
}

/// The denominations of a new bar.
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

/// Checks a list of denominations.
///
/// # Errors
/// A sentence about the first thing that is wrong with it.
pub fn check_denominations(denominations: &[Denomination]) -> Result<(), String> {
    if denominations.len() > DENOMINATIONS_MAX {
        return Err(format!("At most {DENOMINATIONS_MAX} notes and coins"));
    }
    if denominations.iter().any(|denomination| !(1..=DENOMINATION_MAX).contains(&denomination.value)) {
        return Err("Each note and coin needs a value of 0.01 to 100000.00".to_owned());
    }
    // A count refers to denominations by currency and value alone.
    let values: BTreeSet<_> = denominations.iter().map(|denomination| (denomination.currency, denomination.value)).collect();
    if values.len() < denominations.len() { Err("Each value stands there once per currency".to_owned()) } else { Ok(()) }
}
