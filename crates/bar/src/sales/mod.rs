//! Sales: receipts with their lines. A void takes lines back; a refund is a receipt of its own with negative lines.

mod corrected;
mod counter_payment;
mod decide;
mod discount;
mod figures;
mod line_request;
mod load;
mod on_shelf;
mod query;
mod receipt_money;
mod refund;
mod row;
mod sale;
mod settled_sale;
mod tables;
mod takes;
mod void;
mod voided;

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;
use utoipa::ToSchema;

pub use corrected::{CorrectedLine, CorrectedSale};
pub use counter_payment::CounterPayment;
pub use decide::*;
pub use discount::{DiscountFigure, DiscountGrant, DiscountRequest, LineDiscount, discount_grants};
pub use figures::{TaxRow, WITHOUT_TAX, readings_of, tax_rows};
pub use line_request::{Claim, LineRequest, StockedProduct, StockedProducts, stocked_product};
pub use load::{load_goods, load_lines_to_void, load_products, load_sell, load_till, load_void, money_on, tips_to_return};
pub use on_shelf::{Oversold, OversoldGoods, more_on_shelf, on_shelf};
pub use query::{payment, payments_of_allocations, used_references, visit_payments};
pub use receipt_money::ReceiptMoney;
pub use refund::{
    LineToRefund, Refund, RefundAmount, RefundContext, RefundSale, Refunded, RefundedPart, RefundsOfLine, SaleRefunded, goods_back,
    load_refund, refund_sale,
};
pub use sale::{Sale, VoidableLine, VoidedExtent};
pub use settled_sale::{SettlementPayment, StillOpen, settled_sale};
pub use tables::*;
pub use takes::{Take, Takes};
pub use void::{LineToVoid, VoidContext, VoidSale, money_back, void_sale};
pub use voided::{VoidReason, Voided, VoidedPart};

use crate::catalog::Category;
use crate::methods::PaymentMethod;
use crate::payments::{Allocation, Payment, is_nothing};
use crate::reasons::ListedReason;
use crate::seating::TableLabel;
use crate::tax::{Buyer, LineTax, TaxExemption};
use base::{Approved, BarMoment, BusinessDay, Cash, CurrencyCode, Customer, Price, Rate, Timestamp, Usd};

/// Most lines of one sale.
pub const LINES_MAX: usize = 200;

/// The product id of a line that is no product.
pub const NO_PRODUCT: u64 = 0;

/// What a line is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[derive(IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LineKind {
    /// Goods from the catalog.
    #[default]
    Product,
    /// The service charge of an order: revenue without pieces.
    ServiceCharge,
    /// A debt from before the box: money that is taken, and no revenue.
    OldDebt,
}

impl LineKind {
    /// The name in answers and files.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What a line is about, as it is stored. Goods are stored as `None` instead of [`StoredKind::Product`], because that takes no room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredKind {
    /// As [`LineKind::Product`].
    Product,
    /// As [`LineKind::ServiceCharge`].
    ServiceCharge,
    /// The unpaid part of a piece that was paid in part. It counts no goods, because the line of the paid part counts the piece.
    RestOfPiece,
    /// As [`LineKind::OldDebt`].
    OldDebt,
}

/// A line of a sale, with the names, prices and rate of that moment. Nothing that happens later changes them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleLine {
    /// Counts from 1.
    pub id: u64,
    /// `None`: goods. Read it with [`SaleLine::kind`].
    pub kind: Option<StoredKind>,
    /// [`NO_PRODUCT`] for a line that is no product.
    pub product_id: u64,
    pub product_name: String,
    pub brand: Option<String>,
    pub category: Category,
    pub quantity: i64,
    /// The currency that it was priced and charged in.
    pub currency: CurrencyCode,
    /// Price of one piece, in both currencies.
    pub unit: Price,
    /// Unit price × quantity less the discount, in each currency, less the tax that an exempt customer does not pay. It contains the
    /// tax or not, as `tax` says.
    pub total: Price,
    /// The discount on it, or that it was given free. In a `Box`, because most lines have none.
    pub discount: Option<Box<LineDiscount>>,
    /// The tax, frozen when it was ordered; `None` if the mode was off then.
    pub tax: Option<Box<LineTax>>,
    /// Price of one piece in the catalog at that moment.
    pub list: Price,
    /// Why `unit` differs from `list`.
    pub discount_reason: Option<String>,
    /// The reason of the list that was chosen for it.
    pub discount_listed: Option<ListedReason>,
    /// The approval of that price.
    pub approval: Option<Approved>,
    /// LRD per USD.
    pub rate: Rate,
    pub method: PaymentMethod,
    pub notes: Option<String>,
    /// The order it came from.
    pub order_id: Option<u64>,
    /// The item of that order.
    pub order_item_id: Option<u64>,
    /// The credit item it came from.
    pub credit_id: Option<u64>,
    /// The money that was allocated to it, tender by tender. Empty if it was free.
    #[serde(rename = "laid")]
    pub allocations: Vec<Allocation>,
    /// What it takes from the shelf; `None`: its own pieces, which have a level. Read it with [`SaleLine::takes_between`]. In a `Box`,
    /// because most lines have none.
    pub takes: Option<Box<Takes>>,
    /// The label of a scale that says what it costs.
    pub label: Option<String>,
}

impl SaleLine {
    /// What it is about.
    pub fn kind(&self) -> LineKind {
        match self.kind {
            Some(StoredKind::ServiceCharge) => LineKind::ServiceCharge,
            Some(StoredKind::OldDebt) => LineKind::OldDebt,
            Some(StoredKind::Product | StoredKind::RestOfPiece) | None => LineKind::Product,
        }
    }

    /// Whether it is about goods from the catalog.
    pub fn is_product(&self) -> bool {
        self.kind() == LineKind::Product
    }

    /// Whether what is paid for it is revenue: everything but old debts.
    pub fn is_revenue(&self) -> bool {
        self.kind() != LineKind::OldDebt
    }

    /// How many pieces of goods `pieces` of it are: 0 for a line that is no product, and for [`StoredKind::RestOfPiece`].
    pub fn goods_of(&self, pieces: i64) -> i64 {
        if self.kind.is_none_or(|kind| kind == StoredKind::Product) { pieces } else { 0 }
    }

    /// What it costs less than its list price, for all pieces, in US dollars at its own rate; `None` if it does not cost less.
    pub fn lowered_by(&self) -> Option<Usd> {
        Some(self.lowered_minor()).filter(|lowered| *lowered > 0).map(|lowered| self.in_usd(lowered))
    }
}

/// Goods were paid for: the lines of one receipt. In a [`SaleRefunded`] it is the receipt of the refund, with negative lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleRecorded {
    /// `R-YYYYMMDD-NNNN`.
    pub receipt_number: String,
    /// The business day that it counts for.
    pub day: BusinessDay,
    /// At least one.
    pub lines: Vec<SaleLine>,
    /// `None` for a walk-in.
    pub customer: Option<Customer>,
    pub method: PaymentMethod,
    /// LRD per USD.
    pub rate: Rate,
    /// Whether the goods leave the shelf now; goods of an order or of credit have left it before.
    pub takes_stock: bool,
    /// The hour of the bar's clock, 0–23.
    pub hour: u8,
    /// The payment that created it; `None` if something else settled its order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_id: Option<u64>,
    /// The payment of a counter sale.
    #[serde(rename = "taken", skip_serializing_if = "Option::is_none")]
    pub counter_payment: Option<CounterPayment>,
    /// What was handed over for an order or for credit. `None` for a counter sale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tendered: Option<Cash>,
    /// What was given back for an order or for credit.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub change: Cash,
    /// What is owed beyond this sale, if its payment was a part payment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<StillOpen>,
    /// The table of the order that it settles, as it was called then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableLabel>,
    /// Who the receipt is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buyer: Option<Buyer>,
    /// Why lines of it are exempt from tax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exemption: Option<TaxExemption>,
    /// Which receipt it refunds, and why; `None` unless it is a refund. In a `Box`, because most sales are no refunds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund: Option<Box<Refund>>,
    /// What was sold although the box believed that there were not as many. In a `Box`, because most sales have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oversold: Option<Box<Oversold>>,
}

impl SaleRecorded {
    /// The payment of a counter sale.
    pub fn payment(&self) -> Option<Payment> {
        let counter_payment = self.counter_payment.clone()?;
        Some(counter_payment.payment(self.payment_id?, &self.customer, self.rate, &self.method, &self.receipt_number, self.when()))
    }

    /// Whether a line of it is revenue.
    pub fn is_revenue(&self) -> bool {
        self.lines.iter().any(SaleLine::is_revenue)
    }

    /// Business day and hour.
    pub fn when(&self) -> BarMoment {
        BarMoment { day: self.day, hour: self.hour }
    }

    /// Whether it is a counter sale and paid in cash, wholly or in part.
    pub fn took_cash(&self) -> bool {
        self.counter_payment.iter().flat_map(|payment| &payment.tenders).any(|tender| tender.method == PaymentMethod::CASH)
    }
}

/// The currency of most lines; US dollars on a tie.
pub fn main_currency(currencies: impl Iterator<Item = CurrencyCode>) -> CurrencyCode {
    let balance: i64 = currencies.map(|currency| if currency == CurrencyCode::Lrd { 1 } else { -1 }).sum();
    if balance > 0 { CurrencyCode::Lrd } else { CurrencyCode::Usd }
}

/// A sale line with the fields that all lines of its sale share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedLine {
    pub line: SaleLine,
    pub at: Timestamp,
    /// The business day that it counts for.
    pub day: BusinessDay,
    /// The hour of the bar's clock, 0–23. Stored, because the bar may change its time zone later.
    pub hour: u8,
    /// `None` for a walk-in.
    pub customer: Option<Customer>,
    /// The person who took the money.
    pub user_id: u64,
    /// Their username at that moment.
    pub user_name: String,
    pub receipt_number: String,
    /// The payment that created it; `None` if something else settled its order.
    pub payment_id: Option<u64>,
    /// When the last of its pieces was voided.
    pub voided_at: Option<Timestamp>,
    /// What was voided of it.
    pub voided: Voided,
    /// What was refunded of it.
    pub refunded: RefundsOfLine,
    /// Number of the receipt that it gives money back for; `None` unless its receipt is a refund.
    pub refund_of: Option<String>,
}

/// A sale line was voided.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaleVoided {
    pub sale_id: u64,
    /// For the audit.
    pub receipt_number: String,
    pub reason: String,
    /// The reason of the list that was chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub listed_reason: Option<ListedReason>,
    /// Whether the goods go back to the shelf.
    pub returns_stock: bool,
    /// The payments that give its money back.
    pub refunds: Vec<Payment>,
    /// By the bar's clock.
    pub when: BarMoment,
    /// The part of the line that was voided; `None` for the whole line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<VoidedPart>,
    /// Whether it belongs to the void of the event before: one request voided both lines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub continues: bool,
    /// The approval it was made with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approval: Option<Approved>,
}
