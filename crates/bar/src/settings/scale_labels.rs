//! Settings of labels that scales print: which barcodes are labels, and what they hold.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// Most kinds of labels.
pub const SCALE_LABELS_MAX: usize = 10;
/// Smallest prefix: GS1 leaves 20 to 29 to each shop.
pub const PREFIX_MIN: u8 = 20;
/// Largest prefix.
pub const PREFIX_MAX: u8 = 29;
/// The prefix that a new bar knows.
const FIRST_PREFIX: u8 = 21;

/// What the five digits inside a label say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum LabelHolds {
    /// What the goods cost, in the currency of their product.
    Price,
    /// What they weigh, in kilograms.
    Weight,
}

base::words!(LabelHolds);

impl LabelHolds {
    /// Most digits after the decimal sign: cents, and grams.
    pub const fn decimals_max(self) -> u8 {
        match self {
            LabelHolds::Price => 2,
            LabelHolds::Weight => 3,
        }
    }
}

/// A kind of label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScaleLabel {
    /// Its first two digits: [`PREFIX_MIN`] to [`PREFIX_MAX`].
    pub prefix: u8,
    pub holds: LabelHolds,
    /// How many of the five digits inside are after the decimal sign: at most [`LabelHolds::decimals_max`].
    pub decimals: u8,
}

/// The kinds of labels that a new bar knows.
pub(super) fn first_scale_labels() -> Vec<ScaleLabel> {
    vec![ScaleLabel { prefix: FIRST_PREFIX, holds: LabelHolds::Price, decimals: LabelHolds::Price.decimals_max() }]
}

/// Checks the list.
///
/// # Errors
/// A sentence about what cannot be set.
pub(super) fn check_scale_labels(labels: &[ScaleLabel]) -> Result<(), String> {
    if labels.len() > SCALE_LABELS_MAX {
        return Err(format!("At most {SCALE_LABELS_MAX} kinds of scale labels"));
    }
    for (place, label) in labels.iter().enumerate() {
        if !(PREFIX_MIN..=PREFIX_MAX).contains(&label.prefix) {
            return Err(format!("A prefix is a number from {PREFIX_MIN} to {PREFIX_MAX}"));
        }
        if labels.iter().take(place).any(|other| other.prefix == label.prefix) {
            return Err(format!("The prefix {} is there twice", label.prefix));
        }
        let most = label.holds.decimals_max();
        if label.decimals > most {
            return Err(match label.holds {
                LabelHolds::Price => format!("A price has 0 to {most} decimals"),
                LabelHolds::Weight => format!("A weight, which is in kilograms, has 0 to {most} decimals"),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(prefix: u8, holds: LabelHolds, decimals: u8) -> ScaleLabel {
        ScaleLabel { prefix, holds, decimals }
    }

    #[test]
    fn each_prefix_is_there_once_and_has_decimals_that_its_figure_can_have() {
        use LabelHolds::{Price, Weight};
        let all: Vec<ScaleLabel> = (20..30).map(|prefix| label(prefix, Weight, 3)).collect();
        for right in [&[][..], &first_scale_labels(), &all, &[label(20, Price, 0), label(29, Weight, 0)]] {
            assert_eq!(check_scale_labels(right), Ok(()), "{right:?}");
        }
        let eleven = [&all[..], &all[..1]].concat();
        for wrong in [
            &eleven[..],
            &[label(19, Price, 2)],
            &[label(30, Price, 2)],
            &[label(21, Price, 3)],
            &[label(21, Weight, 4)],
            &[label(21, Price, 2), label(22, Price, 2), label(21, Weight, 3)],
        ] {
            assert!(check_scale_labels(wrong).is_err(), "{wrong:?}");
        }
    }
}
