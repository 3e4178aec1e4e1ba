//! Amounts as receipts and screens write them.

use base::{Cash, CurrencyCode, Price};

/// Formats an amount in one currency: `$3.50`, `L$665`, `L$1,330.50`.
pub fn format_in(amount: Price, currency: CurrencyCode) -> String {
    match currency {
        CurrencyCode::Usd => amount.usd.display(),
        CurrencyCode::Lrd => amount.lrd.display(),
    }
}

/// Formats the same value in both currencies: `$3.50 / L$665`.
pub fn format_both(amount: Price) -> String {
    format!("{} / {}", amount.usd.display(), amount.lrd.display())
}

/// Formats money in both currencies: `$10.00 + L$1,000`; `$0.00` for none.
pub fn format_cash(amount: Cash) -> String {
    match (amount.usd.is_zero(), amount.lrd.is_zero()) {
        (false, false) => format!("{} + {}", amount.usd.display(), amount.lrd.display()),
        (true, false) => amount.lrd.display(),
        (_, true) => amount.usd.display(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Lrd, Usd};

    fn dual(usd: i64, lrd: i64) -> Price {
        Price { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
    }

    #[test]
    fn amounts_are_formatted_as_in_the_api() {
        assert_eq!(format_in(dual(350, 66_500), CurrencyCode::Usd), "$3.50");
        assert_eq!(format_in(dual(350, 66_500), CurrencyCode::Lrd), "L$665");
        assert_eq!(format_in(dual(0, 133_050), CurrencyCode::Lrd), "L$1,330.50");
        assert_eq!(format_both(dual(350, 66_500)), "$3.50 / L$665");
    }

    #[test]
    fn money_in_two_currencies_is_joined() {
        let cash = |usd, lrd| Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) };
        assert_eq!(format_cash(cash(1000, 100_000)), "$10.00 + L$1,000");
        assert_eq!(format_cash(cash(0, 100_000)), "L$1,000");
        assert_eq!(format_cash(cash(1000, 0)), "$10.00");
        assert_eq!(format_cash(Cash::ZERO), "$0.00");
    }
}
