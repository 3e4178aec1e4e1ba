//! What can happen to a bar, at random. A new kind of command is a variant here, its translation in `bar.rs`, and what
//! it means for the figures in `oracle.rs`.

use barback::base::{CurrencyCode, Role};
use barback::methods::PaymentMethod;
use barback::payments::ChangeIn;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// Something that is tried. Numbers pick among what there is; some pick what there is not.
#[derive(Debug, Clone)]
pub enum Act {
    /// Over the counter.
    Sell { lines: Vec<Line>, customer: usize, seller: Seller },
    /// A line taken back.
    Void { pick: u64, back: bool },
    /// Another rate, in ten-thousandths.
    Rate { scaled: u64 },
    /// A new product.
    Create { usd: Option<i64>, lrd: Option<i64>, stock: i64 },
    /// Another price, name or stock.
    Edit { pick: u64, usd: Option<Option<i64>>, lrd: Option<Option<i64>>, name: Option<u8>, stock: Option<i64> },
    /// A product is deleted.
    Archive { pick: u64 },
    /// Stock by hand.
    Move { pick: u64, delta: i64 },
    /// An order is taken.
    Order { lines: Vec<Line>, customer: usize, seller: Seller },
    /// Something more is put on an order.
    AddItem { pick: u64, line: Line },
    /// Something is taken off one.
    RemoveItem { pick: u64, item: u64 },
    /// An order goes a step on, or is cancelled.
    Step { pick: u64, cancel: bool },
    /// Money for an order.
    PayOrder { pick: u64, money: Money, seller: Seller },
    /// An order goes onto a tab.
    Attach { pick: u64, customer: usize },
    /// An order is taken back.
    VoidOrder { pick: u64, back: bool },
    /// Something is given on credit.
    Give { line: Line, customer: usize },
    /// Money for a credit item, or all that is due.
    PayCredit { pick: u64, money: Option<Money>, seller: Seller },
    /// Money for a tab, or all that is due.
    PayTab { customer: usize, money: Option<Money> },
    /// The clock jumps, in milliseconds.
    Clock { millis: i64 },
    /// Time passes, in milliseconds.
    Pass { millis: u64 },
    /// The clock is set to where it would be had it never jumped.
    PutRight,
    /// A manager says that the clock is right.
    ConfirmClock,
    /// The bar's day begins at another time, or elsewhere.
    Settings { day_starts: usize, zone: usize },
}

/// A line of a sale.
#[derive(Debug, Clone)]
pub struct Line {
    pub pick: u64,
    pub quantity: i64,
    pub currency: Option<CurrencyCode>,
    pub method: PaymentMethod,
    pub doubt: Doubt,
    pub discount: Option<i64>,
}

/// What the phone believes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// What is so, or nothing at all.
    None,
    /// Another price.
    Price,
    /// Another rate.
    Rate,
}

/// What is put on the counter.
#[derive(Debug, Clone)]
pub struct Money {
    /// Cents of each currency, on top of what `owed` says.
    pub usd: i64,
    pub lrd: i64,
    /// All that is owed, in one currency.
    pub owed: Option<CurrencyCode>,
    pub method: PaymentMethod,
    pub change_in: Option<ChangeIn>,
}

/// Who sells.
#[derive(Debug, Clone, Copy)]
pub struct Seller {
    pub id: u64,
    pub role: Role,
}

const HOUR: i64 = 60 * 60 * 1000;
/// As far as a clock that lost its battery jumps.
const TEN_YEARS: i64 = 3_653 * 24 * HOUR;

/// Up to `most` acts.
pub fn acts(most: usize) -> impl Strategy<Value = Vec<Act>> {
    vec(act(), most / 4..most)
}

fn act() -> impl Strategy<Value = Act> {
    let price = || option::weighted(0.7, 1i64..200_000);
    prop_oneof![
        12 => (vec(line(), 1..5), 0usize..8, seller()).prop_map(|(lines, customer, seller)| Act::Sell { lines, customer, seller }),
        5 => (any::<u64>(), any::<bool>()).prop_map(|(pick, back)| Act::Void { pick, back }),
        2 => (10_000u64..10_000_000).prop_map(|scaled| Act::Rate { scaled }),
        2 => (price(), price(), 0i64..60).prop_map(|(usd, lrd, stock)| Act::Create { usd, lrd, stock }),
        2 => (any::<u64>(), option::of(price()), option::of(price()), option::of(0u8..4), option::weighted(0.3, 0i64..60))
            .prop_map(|(pick, usd, lrd, name, stock)| Act::Edit { pick, usd, lrd, name, stock }),
        1 => any::<u64>().prop_map(|pick| Act::Archive { pick }),
        3 => (any::<u64>(), -10i64..60).prop_map(|(pick, delta)| Act::Move { pick, delta }),
        7 => (vec(line(), 1..5), 0usize..5, seller()).prop_map(|(lines, customer, seller)| Act::Order { lines, customer, seller }),
        2 => (any::<u64>(), line()).prop_map(|(pick, line)| Act::AddItem { pick, line }),
        2 => (any::<u64>(), any::<u64>()).prop_map(|(pick, item)| Act::RemoveItem { pick, item }),
        2 => (any::<u64>(), proptest::bool::weighted(0.3)).prop_map(|(pick, cancel)| Act::Step { pick, cancel }),
        9 => (any::<u64>(), money(), seller()).prop_map(|(pick, money, seller)| Act::PayOrder { pick, money, seller }),
        3 => (any::<u64>(), 0usize..5).prop_map(|(pick, customer)| Act::Attach { pick, customer }),
        2 => (any::<u64>(), any::<bool>()).prop_map(|(pick, back)| Act::VoidOrder { pick, back }),
        3 => (line(), 0usize..5).prop_map(|(line, customer)| Act::Give { line, customer }),
        5 => (any::<u64>(), option::of(money()), seller()).prop_map(|(pick, money, seller)| Act::PayCredit { pick, money, seller }),
        2 => (0usize..5, option::of(money())).prop_map(|(customer, money)| Act::PayTab { customer, money }),
        4 => prop_oneof![4 => 0..6 * HOUR, 4 => -48 * HOUR..0, 4 => 0..40 * 24 * HOUR, 1 => -TEN_YEARS..TEN_YEARS].prop_map(|millis| Act::Clock { millis }),
        3 => (0..30 * HOUR as u64).prop_map(|millis| Act::Pass { millis }),
        1 => Just(Act::PutRight),
        1 => Just(Act::ConfirmClock),
        1 => (0usize..3, 0usize..3).prop_map(|(day_starts, zone)| Act::Settings { day_starts, zone }),
    ]
}

fn line() -> impl Strategy<Value = Line> {
    let currency = option::weighted(0.3, prop_oneof![Just(CurrencyCode::Usd), Just(CurrencyCode::Lrd)]);
    let doubt = prop_oneof![18 => Just(Doubt::None), 1 => Just(Doubt::Price), 1 => Just(Doubt::Rate)];
    let method = proptest::sample::select(PaymentMethod::FOR_SALES.to_vec());
    (any::<u64>(), 1i64..8, currency, method, doubt, option::weighted(0.1, 0i64..50_000))
        .prop_map(|(pick, quantity, currency, method, doubt, discount)| Line { pick, quantity, currency, method, doubt, discount })
}

fn money() -> impl Strategy<Value = Money> {
    let owed = option::weighted(0.6, prop_oneof![Just(CurrencyCode::Usd), Just(CurrencyCode::Lrd)]);
    let extra = |most: i64| prop_oneof![Just(0), 0..most];
    let change_in = option::of(prop_oneof![Just(ChangeIn::Split), Just(ChangeIn::Lrd), Just(ChangeIn::Usd)]);
    let method = proptest::sample::select(PaymentMethod::FOR_ORDERS.to_vec());
    (extra(2_000), extra(200_000), owed, method, change_in).prop_map(|(usd, lrd, owed, method, change_in)| Money {
        usd,
        lrd,
        owed,
        method,
        change_in,
    })
}

fn seller() -> impl Strategy<Value = Seller> {
    prop_oneof![
        3 => Just(Seller { id: 3, role: Role::Bartender }),
        2 => Just(Seller { id: 2, role: Role::Manager }),
        1 => Just(Seller { id: 1, role: Role::Admin }),
    ]
}
