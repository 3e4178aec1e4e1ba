//! The two currencies of Liberia.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// The two currencies of Liberia, as in the API (`"USD"`, `"LRD"`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default, ToSchema)]
#[schema(as = Currency)]
#[serde(rename_all = "UPPERCASE")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "UPPERCASE")]
pub enum CurrencyCode {
    /// United States dollar, symbol `$`.
    #[default]
    Usd,
    /// Liberian dollar, symbol `L$`.
    Lrd,
}

crate::words!(CurrencyCode);
