//! Test vectors of cash that notes and coins make up.

use barback::methods::{PaymentMethod, first_methods};
use barback::payments::{
    CashSteps, ChangeIn, Coverage, PaymentRequest, Reading, Settled, TenderRequest, Tendered, TillChoice, TillContext, TipContext,
    TipPerson, settle,
};
use barback::settings::TipMode;
use barback::tax::{TaxContext, TaxSettings};
use base::{BarMoment, BarTime, BusinessDay, Code, CurrencyCode, Decided, Lrd, Price, Rate, Timestamp, Usd};
use serde::Deserialize;

use super::{Owed, Tendered as Laid, cash_of, owed};

/// Fewest cases in the file.
const CASES_MIN: usize = 300;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    about: String,
    rate: String,
    step: String,
    usd_step: String,
    change_in: Option<String>,
    debts: Vec<Owed>,
    /// What the bill shows in Liberian dollars, in cents, where that is not the sum at the rate.
    #[serde(rename = "totalLRD")]
    total_lrd: Option<i64>,
    cash: Vec<Laid>,
    card: Vec<Laid>,
    settled: bool,
    #[serde(rename = "changeUSD")]
    change_usd: String,
    #[serde(rename = "changeLRD")]
    change_lrd: String,
    rounding: String,
}

fn tenders(case: &Case) -> Vec<TenderRequest> {
    let of = |method: &'static str, laid: &Laid| TenderRequest {
        method: method.to_owned(),
        currency: laid.currency,
        amount: cash_of(laid).minor_in(laid.currency),
        reference: None,
    };
    let cash = case.cash.iter().map(|laid| of(PaymentMethod::CASH.as_str(), laid));
    cash.chain(case.card.iter().map(|laid| of("card", laid))).collect()
}

fn outcome(case: &Case) -> Decided<Settled> {
    let (methods, tax) = (first_methods(), TaxSettings::default());
    let till = TillContext {
        choice: TillChoice::Off,
        rate: Rate::parse(&case.rate).expect("a rate"),
        bar_time: BarTime::monrovia(),
        now: BarMoment { day: BusinessDay::parse("2026-11-21").expect("a day"), hour: 20 },
        at: Timestamp::from_millis(0),
        steps: CashSteps {
            lrd: Lrd::parse(&case.step).expect("a step"),
            usd: Usd::parse(&case.usd_step).expect("a step"),
            rounds_due: true,
        },
        methods: &methods,
        used: Vec::new(),
        tips: TipContext { mode: TipMode::Off, taker: TipPerson { id: 3, name: "musa".to_owned() }, named: None },
        tax: TaxContext::new(&tax, &BarTime::monrovia(), Timestamp::from_millis(0)),
        next_payment_id: 1,
        next_sale_id: 1,
        receipts_today: 0,
    };
    let debts: Vec<_> = case.debts.iter().map(owed).collect();
    let readings = case.total_lrd.map(|lrd| Reading::of(Price { usd: Usd::minor(case.debts[0].minor), lrd: Lrd::minor(lrd) }));
    let change_in = case.change_in.as_deref().map(|word| ChangeIn::parse(word).expect("a way of change"));
    let request = PaymentRequest { change_in, tendered: Tendered::Tenders(tenders(case)), ..PaymentRequest::exactly(None) };
    settle(&request, &debts, readings.as_slice(), &[], Coverage::Full, &till)
}

#[test]
fn payable_cash_gives_the_results_in_the_file() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("payable.json")).expect("cases");
    assert!(cases.len() >= CASES_MIN);
    for case in cases {
        let about = format!("{} at {}, step {}: {:?}", case.about, case.rate, case.step, tenders(&case));
        match outcome(&case) {
            Ok(Settled { payment, allocations, .. }) => {
                assert!(case.settled, "{about}");
                let figures = [payment.change.usd.to_string(), payment.change.lrd.to_string(), payment.rounding.to_string()];
                assert_eq!(figures, [case.change_usd, case.change_lrd, case.rounding], "{about}");
                let step = Lrd::parse(&case.step).expect("a step").as_minor();
                assert_eq!(payment.cash_moved().lrd.as_minor() % step, 0, "{about}");
                if payment.rounded_due != Lrd::ZERO && payment.change == base::Cash::ZERO {
                    let on_lines: i64 =
                        allocations.iter().flatten().filter(|one| one.currency == CurrencyCode::Lrd).map(|one| one.amount).sum();
                    assert_eq!(on_lines, payment.kept().lrd.as_minor(), "{about}: what is kept is on the lines");
                }
            }
            Err(refusal) => {
                assert_eq!((case.settled, refusal.code), (false, Code::Underpaid), "{about}: {}", refusal.message);
            }
        }
    }
}
