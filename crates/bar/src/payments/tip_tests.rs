//! Properties of payments with tips.

use proptest::prelude::*;

use super::super::{CashSteps, ChangeIn, Coverage, Debt, PaymentRequest, Settled, TillChoice, TillContext, settle, value_in_both};
use super::*;
use crate::methods::first_methods;
use crate::tax::{TaxContext, TaxSettings};
use base::{BarMoment, BarTime, BusinessDay, Lrd, Price, Timestamp, Usd};

fn cash(usd: i64, lrd: i64) -> Cash {
    Cash { usd: Usd::minor(usd), lrd: Lrd::minor(lrd) }
}

fn debt(in_usd: bool, amount: i64) -> Debt {
    let currency = if in_usd { CurrencyCode::Usd } else { CurrencyCode::Lrd };
    Debt::whole(currency, Price { usd: Usd::minor(amount), lrd: Lrd::minor(amount) })
}

fn pay(debts: &[Debt], amount: Cash, change_in: Option<ChangeIn>, tip: TipRequest) -> Decided<Settled> {
    let (methods, tax) = (first_methods(), TaxSettings::default());
    let till = TillContext {
        choice: TillChoice::Off,
        rate: Rate::parse("190").expect("legal"),
        bar_time: BarTime::monrovia(),
        now: BarMoment { day: BusinessDay::parse("2026-11-21").expect("a day"), hour: 20 },
        at: Timestamp::from_millis(0),
        steps: CashSteps { lrd: Lrd::minor(500), usd: Usd::minor(1), rounds_due: true },
        methods: &methods,
        used: Vec::new(),
        tips: TipContext { mode: TipMode::Person, taker: TipPerson { id: 3, name: "musa".to_owned() }, named: None },
        tax: TaxContext::new(&tax, &BarTime::monrovia(), Timestamp::from_millis(0)),
        next_payment_id: 1,
        next_sale_id: 1,
        receipts_today: 0,
    };
    let request = PaymentRequest { change_in, tip, ..PaymentRequest::amounts(PaymentMethod::CASH, amount) };
    settle(&request, debts, &[], &[], Coverage::Full, &till)
}

fn kept_change(debts: &[Debt], amount: Cash) -> Payment {
    pay(debts, amount, None, TipRequest { keep_change: true, ..TipRequest::default() }).expect("paid").payment
}

#[test]
fn the_excess_is_the_tip_in_the_currency_it_is_over_in() {
    assert_eq!(kept_change(&[debt(true, 750)], cash(1_000, 0)).tip_amount(), cash(250, 0));
    assert_eq!(kept_change(&[debt(true, 750)], cash(500, 100_000)).tip_amount(), cash(0, 52_500));
    assert_eq!(kept_change(&[debt(true, 600), debt(false, 95_000)], cash(1_000, 100_000)).tip_amount(), cash(400, 5_000));
    assert_eq!(kept_change(&[debt(true, 750)], cash(750, 0)).tip, None);
}

#[test]
fn a_tip_comes_out_of_the_last_tender_of_its_currency() {
    let tender = |method: PaymentMethod, amount: i64| Tender { method, currency: CurrencyCode::Usd, amount, reference: None };
    let mut payment = kept_change(&[debt(true, 750)], cash(1_000, 0));
    payment.tenders = vec![tender(PaymentMethod::named("card"), 800), tender(PaymentMethod::CASH, 200)];
    let parts = [(PaymentMethod::CASH, cash(200, 0)), (PaymentMethod::named("card"), cash(50, 0))];
    assert_eq!(payment.tip_by_method(), parts);
    payment.tip = Some(Tip { amount: cash(0, 1_000), of: None, returns: Vec::new() });
    assert_eq!(payment.tip_by_method(), [(PaymentMethod::CASH, cash(0, 1_000))]);
}

proptest! {
    #[test]
    fn what_is_kept_is_what_was_due(
        lines in proptest::collection::vec((any::<bool>(), 1i64..2_000_000), 1..6),
        (usd, lrd) in (0i64..3_000_000, 0i64..30_000_000),
        (tip_usd, tip_lrd) in (0i64..50_000, 0i64..500_000),
        keep_change in any::<bool>(),
    ) {
        let debts: Vec<Debt> = lines.iter().map(|(in_usd, amount)| debt(*in_usd, *amount)).collect();
        let tip = TipRequest { amount: cash(tip_usd, tip_lrd), keep_change, ..TipRequest::default() };
        if let Ok(Settled { payment, .. }) = pay(&debts, cash(usd, lrd), Some(ChangeIn::Usd), tip) {
            let due = super::super::due(debts.iter());
            let rate = payment.rate;
            let kept = payment.kept() + Cash { lrd: payment.rounding, ..Cash::ZERO };
            let difference = value_in_both(kept, rate).usd.as_minor() - value_in_both(due, rate).usd.as_minor();
            prop_assert!(difference.abs() <= 1, "{difference} US cents");
            prop_assert_eq!(payment.tendered(), payment.kept() + payment.change + payment.tip_amount());
            let counted: Cash = payment.counted().into_iter().map(|(_, cash)| cash).sum();
            prop_assert_eq!(counted, payment.kept());
            let by_tender: Cash = Payment { by_word: false, ..payment.clone() }.counted().into_iter().map(|(_, cash)| cash).sum();
            prop_assert_eq!(by_tender, payment.kept());
            prop_assert!(payment.tip_amount().usd >= Usd::ZERO && payment.tip_amount().lrd >= Lrd::ZERO);
            prop_assert!(!keep_change || payment.change == Cash::ZERO);
        }
    }
}
