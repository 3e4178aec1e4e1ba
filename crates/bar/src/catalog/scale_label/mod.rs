//! Reads labels that scales print on what they weighed: barcodes of the bar's own with a price or a weight inside.

mod load;

use std::ops::Range;

use serde::{Deserialize, Serialize};

pub use load::{product_label, scanned};

use super::barcode::has_check_digit;
use super::{FoundPack, barcode_key};
use crate::settings::{LabelHolds, ScaleLabel};
use base::CurrencyCode;

/// Digits of a label, which is an EAN-13: prefix, article, value, check digit.
const DIGITS: usize = 13;
/// The digits that say what kind of label it is.
const PREFIX: Range<usize> = 0..2;
/// The digits of prefix and article.
const ARTICLE: Range<usize> = 0..7;
/// The digits of the price or the weight.
const VALUE: Range<usize> = 7..12;
/// The value in the barcode of the product itself.
const NO_VALUE: &str = "00000";

/// What is inside a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LabelValue {
    /// In minor units of the product's currency; above 0.
    Price(i64),
    /// In grams; above 0.
    Weight(i64),
}

/// A label as its digits say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadLabel {
    /// The barcode of the product that it is about: the same article without a value.
    pub product_barcode: String,
    pub value: LabelValue,
}

/// A label of a product of the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductLabel {
    pub product_id: u64,
    pub value: LabelValue,
}

/// What a scanned label says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelFigures {
    /// In minor units; `None` if the label holds a weight.
    pub price: Option<i64>,
    /// The product's currency.
    pub currency: CurrencyCode,
    /// `None` if it holds a price.
    pub grams: Option<i64>,
}

/// What a scanned code found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scanned {
    pub product_id: u64,
    /// `None` if the code is a barcode of the product.
    pub label: Option<LabelFigures>,
    /// The pack of the product that has the code.
    pub pack: Option<FoundPack>,
}

/// Reads `code` as a label of one of these kinds. `None` if it is none, or holds nothing: that is a barcode of a product.
pub fn read_label(code: &str, kinds: &[ScaleLabel]) -> Option<ReadLabel> {
    let code = barcode_key(code);
    if code.len() != DIGITS || !has_check_digit(&code) {
        return None;
    }
    let prefix: u8 = code.get(PREFIX)?.parse().ok()?;
    let kind = kinds.iter().find(|kind| kind.prefix == prefix)?;
    let value: i64 = code.get(VALUE)?.parse().ok().filter(|value| *value > 0)?;
    // The setting's check limits the decimals.
    let places = u32::from(kind.holds.decimals_max().saturating_sub(kind.decimals));
    let value = value * 10_i64.pow(places);
    let value = match kind.holds {
        LabelHolds::Price => LabelValue::Price(value),
        LabelHolds::Weight => LabelValue::Weight(value),
    };
    Some(ReadLabel { product_barcode: with_check_digit(&format!("{}{NO_VALUE}", code.get(ARTICLE)?)), value })
}

/// `digits` with the check digit that is right after them.
fn with_check_digit(digits: &str) -> String {
    (0..=9).map(|last| format!("{digits}{last}")).find(|code| has_check_digit(code)).unwrap_or_default()
}

#[cfg(test)]
mod tests;
