//! Closed sets of words in reports that are text in the database.

use crate::web::words;
use bar::exceptions::CauseKind;

words! {
    /// What an exception is.
    ExceptionKind: [
        CauseKind::Void,
        CauseKind::Discount,
        CauseKind::Comp,
        CauseKind::WalkOut,
        CauseKind::Refund,
        CauseKind::ExchangeLoss,
        CauseKind::ExchangeGain,
        CauseKind::NegativeCash,
        CauseKind::NoSale,
    ].map(CauseKind::as_str);
    /// What is open.
    OpenKind: ["order", "tab"];
    /// How short of a product a bar is.
    StockState: ["low", "out"];
}
