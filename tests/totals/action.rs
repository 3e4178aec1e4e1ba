//! Random actions (proptest strategies). A new command needs a variant here, its translation in `bar.rs`, and its effect on the figures
//! in `oracle.rs`.

use barback::catalog::StockMode;
use barback::methods::PaymentMethod;
use barback::payments::ChangeIn;
use barback::sales::DiscountFigure;
use barback::tax::{ServiceChargeMode, TaxMode};
use base::{CurrencyCode, Role};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::endings::{Ending, ending};
use crate::moves::{Moving, moving};
use crate::pricing::{Pricing, figure, pricing};

/// A random action. `pick` selects an existing row by number, and sometimes one that does not exist.
#[derive(Debug, Clone)]
pub enum Action {
    /// A sale over the counter.
    Sell { lines: Vec<Line>, customer: usize, seller: Seller, discount: Option<DiscountFigure> },
    /// Voids a sale line or some of its pieces.
    Void { pick: u64, pieces: Option<i64>, return_to_stock: bool },
    /// Voids several lines of a receipt, or some of their pieces.
    VoidLines { pick: u64, pieces: Vec<Option<i64>>, return_to_stock: bool },
    /// Refunds lines of a receipt: pieces, or a part of what can be refunded in thousandths.
    Refund { pick: u64, amounts: Vec<(bool, i64)>, return_to_stock: bool },
    /// Sets the rate, in ten-thousandths.
    Rate { scaled: u64 },
    /// Creates a product.
    Create { usd: Option<i64>, lrd: Option<i64>, stock: i64 },
    /// Changes a product's price, name or stock.
    Edit { pick: u64, usd: Option<Option<i64>>, lrd: Option<Option<i64>>, name: Option<u8>, stock: Option<i64> },
    /// Changes how the stock of a product is handled.
    Mode { pick: u64, mode: Option<StockMode>, floor: Option<bool>, stock: Option<i64> },
    /// Gives a product a recipe, or takes it away: products, amounts, and whether half as much again is spilt.
    Recipe { pick: u64, ingredients: Vec<(u64, i64, bool)> },
    /// Counts a product.
    Count { pick: u64, count: i64 },
    /// Archives a product.
    Archive { pick: u64 },
    /// Adjusts stock by hand.
    Move { pick: u64, delta: i64 },
    /// Places an order.
    Order { lines: Vec<Line>, customer: usize, seller: Seller },
    /// Adds an item to an order.
    AddItem { pick: u64, line: Line },
    /// Removes an item from an order.
    RemoveItem { pick: u64, item: u64, return_to_stock: bool },
    /// Lowers the quantity of an item, or raises it again.
    ChangeItem { pick: u64, item: u64, quantity: i64, return_to_stock: bool },
    /// Moves an order to its next status, serves it at once, or cancels it. `returned` selects the items that go back to stock.
    Step { pick: u64, cancel: bool, serve: bool, returned: Option<u64> },
    /// Pays for an order.
    PayOrder { pick: u64, money: Money, seller: Seller },
    /// Moves items or orders.
    MoveOrders(Moving),
    /// Takes a part, gives a payment back, or writes off what guests did not pay.
    EndOrder(Ending),
    /// Puts an order on a tab.
    Attach { pick: u64, customer: usize },
    /// Voids an order.
    VoidOrder { pick: u64, return_to_stock: bool },
    /// Gives a product on credit.
    Give { line: Line, customer: usize },
    /// Pays for a credit item; `None` pays all that is due.
    PayCredit { pick: u64, money: Option<Money>, seller: Seller },
    /// Pays a tab; `None` pays all that is due.
    PayTab { customer: usize, money: Option<Money> },
    /// The wall clock jumps by this many milliseconds.
    Clock { millis: i64 },
    /// This many milliseconds pass.
    Pass { millis: u64 },
    /// The wall clock is corrected to the time without jumps.
    CorrectClock,
    /// A manager confirms the clock.
    ConfirmClock,
    /// Changes the mode, the rate (hundredths of a percent) and the service charge.
    Tax { mode: TaxMode, percent: u32, charge: ServiceChargeMode },
    /// Adds the service charge to an order, or waives it.
    Charge { pick: u64, apply: bool },
    /// Changes the number of guests of an order.
    Guests { pick: u64, guests: u32 },
    /// Gives or takes off a discount or a comp, or closes an order.
    Price { pick: u64, item: u64, what: Pricing },
    /// Makes an order, or one item of it, exempt from tax, or taxed again.
    Exempt { pick: u64, is_exempt: bool, item: Option<u64> },
    /// Changes the start of the business day, the time zone, and whether orders have steps.
    Settings { day_starts: usize, zone: usize, steps: bool },
}

/// A line of a sale.
#[derive(Debug, Clone)]
pub struct Line {
    pub pick: u64,
    pub quantity: i64,
    pub currency: Option<CurrencyCode>,
    pub method: PaymentMethod,
    pub figures: SentFigures,
    pub discount: Option<i64>,
}

/// Figures that the phone sends to be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SentFigures {
    /// The correct ones.
    Correct,
    /// A wrong price.
    WrongPrice,
    /// A wrong rate.
    WrongRate,
}

/// Money for a payment.
#[derive(Debug, Clone)]
pub struct Money {
    /// Cents of each currency, in addition to `owed`.
    pub usd: i64,
    pub lrd: i64,
    /// Adds the whole debt in this currency.
    pub owed: Option<CurrencyCode>,
    pub method: PaymentMethod,
    pub change_in: Option<ChangeIn>,
}

/// The user that sells.
#[derive(Debug, Clone, Copy)]
pub struct Seller {
    pub id: u64,
    pub role: Role,
}

const HOUR: i64 = 60 * 60 * 1000;
/// Largest jump of the clock, as after a lost clock battery, in milliseconds.
const TEN_YEARS: i64 = 3_653 * 24 * HOUR;

/// Strategy for `most / 4` to `most` actions.
pub fn actions(most: usize) -> impl Strategy<Value = Vec<Action>> {
    vec(action(), most / 4..most)
}

fn action() -> impl Strategy<Value = Action> {
    let price = || option::weighted(0.7, 1i64..200_000);
    prop_oneof![
        12 => (vec(line(), 1..5), 0usize..8, seller(), option::weighted(0.1, figure()))
            .prop_map(|(lines, customer, seller, discount)| Action::Sell { lines, customer, seller, discount }),
        5 => (any::<u64>(), pieces(), any::<bool>()).prop_map(|(pick, pieces, return_to_stock)| Action::Void { pick, pieces, return_to_stock }),
        2 => (any::<u64>(), vec(pieces(), 1..4), any::<bool>())
            .prop_map(|(pick, pieces, return_to_stock)| Action::VoidLines { pick, pieces, return_to_stock }),
        5 => (any::<u64>(), vec((any::<bool>(), prop_oneof![4 => 1i64..4, 2 => 1i64..1_100, 1 => Just(1_000)]), 1..4), any::<bool>())
            .prop_map(|(pick, amounts, return_to_stock)| Action::Refund { pick, amounts, return_to_stock }),
        2 => (10_000u64..10_000_000).prop_map(|scaled| Action::Rate { scaled }),
        2 => (price(), price(), 0i64..60).prop_map(|(usd, lrd, stock)| Action::Create { usd, lrd, stock }),
        2 => (any::<u64>(), option::of(price()), option::of(price()), option::of(0u8..4), option::weighted(0.3, 0i64..60))
            .prop_map(|(pick, usd, lrd, name, stock)| Action::Edit { pick, usd, lrd, name, stock }),
        3 => (any::<u64>(), option::of(proptest::sample::select(StockMode::ALL.to_vec())), option::of(any::<bool>()), option::weighted(0.3, 0i64..20))
            .prop_map(|(pick, mode, floor, stock)| Action::Mode { pick, mode, floor, stock }),
        3 => (any::<u64>(), vec((any::<u64>(), 1i64..3, any::<bool>()), 0..3)).prop_map(|(pick, ingredients)| Action::Recipe { pick, ingredients }),
        1 => (any::<u64>(), 0i64..20).prop_map(|(pick, count)| Action::Count { pick, count }),
        1 => any::<u64>().prop_map(|pick| Action::Archive { pick }),
        3 => (any::<u64>(), -10i64..60).prop_map(|(pick, delta)| Action::Move { pick, delta }),
        10 => (vec(line(), 1..5), 0usize..5, seller()).prop_map(|(lines, customer, seller)| Action::Order { lines, customer, seller }),
        2 => (any::<u64>(), line()).prop_map(|(pick, line)| Action::AddItem { pick, line }),
        2 => (any::<u64>(), any::<u64>(), any::<bool>())
            .prop_map(|(pick, item, return_to_stock)| Action::RemoveItem { pick, item, return_to_stock }),
        4 => (any::<u64>(), any::<u64>(), 0i64..8, any::<bool>())
            .prop_map(|(pick, item, quantity, return_to_stock)| Action::ChangeItem { pick, item, quantity, return_to_stock }),
        3 => (any::<u64>(), proptest::bool::weighted(0.3), any::<bool>(), option::of(any::<u64>()))
            .prop_map(|(pick, cancel, serve, returned)| Action::Step { pick, cancel, serve, returned }),
        9 => (any::<u64>(), money(), seller()).prop_map(|(pick, money, seller)| Action::PayOrder { pick, money, seller }),
        8 => moving().prop_map(Action::MoveOrders),
        12 => ending().prop_map(Action::EndOrder),
        3 => (any::<u64>(), 0usize..5).prop_map(|(pick, customer)| Action::Attach { pick, customer }),
        2 => (any::<u64>(), any::<bool>()).prop_map(|(pick, return_to_stock)| Action::VoidOrder { pick, return_to_stock }),
        3 => (line(), 0usize..5).prop_map(|(line, customer)| Action::Give { line, customer }),
        5 => (any::<u64>(), option::of(money()), seller()).prop_map(|(pick, money, seller)| Action::PayCredit { pick, money, seller }),
        2 => (0usize..5, option::of(money())).prop_map(|(customer, money)| Action::PayTab { customer, money }),
        4 => prop_oneof![4 => 0..6 * HOUR, 4 => -48 * HOUR..0, 4 => 0..40 * 24 * HOUR, 1 => -TEN_YEARS..TEN_YEARS].prop_map(|millis| Action::Clock { millis }),
        2 => (proptest::sample::select(TaxMode::ALL.to_vec()), 1u32..5_000, proptest::sample::select(ServiceChargeMode::ALL.to_vec()))
            .prop_map(|(mode, percent, charge)| Action::Tax { mode, percent, charge }),
        4 => (any::<u64>(), any::<bool>()).prop_map(|(pick, apply)| Action::Charge { pick, apply }),
        9 => (any::<u64>(), any::<u64>(), pricing()).prop_map(|(pick, item, what)| Action::Price { pick, item, what }),
        2 => (any::<u64>(), 1u32..12).prop_map(|(pick, guests)| Action::Guests { pick, guests }),
        2 => (any::<u64>(), any::<bool>(), option::weighted(0.3, any::<u64>()))
            .prop_map(|(pick, is_exempt, item)| Action::Exempt { pick, is_exempt, item }),
        3 => (0..30 * HOUR as u64).prop_map(|millis| Action::Pass { millis }),
        1 => Just(Action::CorrectClock),
        1 => Just(Action::ConfirmClock),
        1 => (0usize..3, 0usize..3, any::<bool>()).prop_map(|(day_starts, zone, steps)| Action::Settings { day_starts, zone, steps }),
    ]
}

/// All that are left, or a few.
fn pieces() -> impl Strategy<Value = Option<i64>> {
    option::weighted(0.6, 1i64..4)
}

fn line() -> impl Strategy<Value = Line> {
    let currency = option::weighted(0.3, prop_oneof![Just(CurrencyCode::Usd), Just(CurrencyCode::Lrd)]);
    let figures = prop_oneof![18 => Just(SentFigures::Correct), 1 => Just(SentFigures::WrongPrice), 1 => Just(SentFigures::WrongRate)];
    let method = proptest::sample::select(PaymentMethod::FOR_SALES.to_vec());
    (any::<u64>(), 1i64..8, currency, method, figures, option::weighted(0.1, 0i64..50_000))
        .prop_map(|(pick, quantity, currency, method, figures, discount)| Line { pick, quantity, currency, method, figures, discount })
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
