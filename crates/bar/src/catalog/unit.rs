//! The unit in which the stock of a product is counted.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// What one of a stock level is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum Unit {
    /// A piece.
    #[default]
    Piece,
    /// A millilitre.
    Ml,
    /// A gram.
    G,
}

base::words!(Unit);
