//! Change: how much is given back, in which currency, rounded to the smallest note or coin.

use utoipa::ToSchema;

use super::debt::{FINE, RATE_SCALE, narrow};
use crate::settings::CashSteps;
use base::decimal::divide_rounded;
use base::{Cash, Lrd, Rate, Usd};

/// A Liberian cent in the unit of an excess.
pub(super) const LRD_CENT: i128 = FINE * RATE_SCALE;
/// Cents in a dollar.
pub(super) const DOLLAR: i128 = 100;

/// How change is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
pub enum ChangeIn {
    /// Whole dollars in US dollars, the rest in LRD: US coins are not in use.
    #[schema(rename = "split")]
    Split,
    /// All in LRD.
    #[schema(rename = "LRD")]
    Lrd,
    /// All in US dollars, in whole steps of [`CashSteps::usd`]; the rest in LRD.
    #[schema(rename = "USD")]
    Usd,
}

impl ChangeIn {
    /// Reads `split`, `LRD` or `USD`.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "split" => Some(ChangeIn::Split),
            "LRD" => Some(ChangeIn::Lrd),
            "USD" => Some(ChangeIn::Usd),
            _ => None,
        }
    }
}

/// Money that is given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Change {
    /// In each currency.
    pub given: Cash,
    /// Given less due, because cash has no small coins. It is recorded.
    pub rounding: Lrd,
}

impl Change {
    /// Change for `excess` (see [`super::AllocationResult::excess`]) in whole `steps`.
    pub fn of(excess: i128, rate: Rate, wanted: ChangeIn, steps: &CashSteps) -> Self {
        let usd_cent = i128::from(rate.scaled()) * FINE;
        let with_usd = |cents: i128| in_lrd(excess - cents * usd_cent, steps.lrd, Usd::minor(narrow(cents)));
        match wanted {
            _ if excess <= 0 => Change::default(),
            ChangeIn::Usd if steps.has_us_cents() => {
                Change { given: Cash { usd: Usd::minor(narrow(divide_rounded(excess, usd_cent))), lrd: Lrd::ZERO }, rounding: Lrd::ZERO }
            }
            ChangeIn::Usd => with_usd(steps.whole_usd(excess / usd_cent)),
            ChangeIn::Lrd => with_usd(0),
            ChangeIn::Split => with_usd(excess / (usd_cent * DOLLAR) * DOLLAR),
        }
    }
}

fn in_lrd(excess: i128, step: Lrd, usd: Usd) -> Change {
    let due = divide_rounded(excess, LRD_CENT);
    let step = i128::from(step.as_minor().max(1));
    let given = divide_rounded(due, step) * step;
    Change { given: Cash { usd, lrd: Lrd::minor(narrow(given)) }, rounding: Lrd::minor(narrow(given - due)) }
}

#[cfg(test)]
mod tests {
    use super::super::{Debt, allocate};
    use super::*;
    use base::{CurrencyCode, Price};

    const STEPS: CashSteps = CashSteps { lrd: Lrd::minor(500), usd: Usd::minor(1), rounds_due: true };

    fn change(owed_usd: i64, tendered: (i64, i64), rate: &str, wanted: ChangeIn) -> (i64, i64, i64) {
        let rate = Rate::parse(rate).expect("legal");
        let owed = Debt::whole(CurrencyCode::Usd, Price { usd: Usd::minor(owed_usd), lrd: Lrd::ZERO });
        let result = allocate(&[owed], Cash { usd: Usd::minor(tendered.0), lrd: Lrd::minor(tendered.1) }, rate);
        assert!(result.settled);
        let change = Change::of(result.excess, rate, wanted, &STEPS);
        (change.given.usd.as_minor(), change.given.lrd.as_minor(), change.rounding.as_minor())
    }

    #[test]
    fn whole_dollars_and_the_rest_in_lrd() {
        // $20 for $13.74: $6.26 back, that is $6 and L$49.40, given as L$50.
        assert_eq!(change(1_374, (2_000, 0), "190", ChangeIn::Split), (600, 5_000, 60));
        assert_eq!(change(1_374, (2_000, 0), "190", ChangeIn::Lrd), (0, 119_000, 60));
        assert_eq!(change(1_374, (2_000, 0), "190", ChangeIn::Usd), (626, 0, 0));
    }

    #[test]
    fn exact_money_gives_nothing_back() {
        for wanted in [ChangeIn::Split, ChangeIn::Lrd, ChangeIn::Usd] {
            assert_eq!(change(500, (500, 0), "190", wanted), (0, 0, 0));
            assert_eq!(change(500, (0, 95_000), "190", wanted), (0, 0, 0));
        }
    }

    #[test]
    fn rounding_goes_both_ways() {
        // L$1,002 for $5.00 at 200: L$2 back is nearer to nothing.
        assert_eq!(change(500, (0, 100_200), "200", ChangeIn::Lrd), (0, 0, -200));
        assert_eq!(change(500, (0, 100_300), "200", ChangeIn::Lrd), (0, 500, 200));
    }
}
