//! The two currencies of Liberia.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The two currencies of Liberia, as in the API (`"USD"`, `"LRD"`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default, ToSchema)]
#[schema(as = Currency)]
pub enum CurrencyCode {
    /// United States dollar, symbol `$`.
    #[default]
    #[serde(rename = "USD")]
    Usd,
    /// Liberian dollar, symbol `L$`.
    #[serde(rename = "LRD")]
    Lrd,
}

impl CurrencyCode {
    /// `USD` or `LRD`.
    pub fn as_str(self) -> &'static str {
        match self {
            CurrencyCode::Usd => "USD",
            CurrencyCode::Lrd => "LRD",
        }
    }

    /// Parses a code. `None` for anything but `USD` and `LRD`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "USD" => Some(CurrencyCode::Usd),
            "LRD" => Some(CurrencyCode::Lrd),
            _ => None,
        }
    }
}
