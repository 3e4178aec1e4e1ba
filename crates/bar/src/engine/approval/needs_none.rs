//! The events for which no approval can be needed.

/// The events for which no approval can be needed, as a pattern. A new event belongs here, or says in `collect`
/// what it needs and in `records` where its approval is recorded.
macro_rules! needs_none {
    () => {
        $crate::engine::event::groups::plain_events!()
            | $crate::engine::event::groups::people_events!()
            | $crate::engine::event::groups::price_and_day_events!()
            | $crate::engine::Event::ItemsLabelled(_)
            | $crate::engine::Event::TableMoved(_)
            | $crate::engine::Event::OrdersHandedOver(_)
            | $crate::engine::Event::OrderClosed(_)
            | $crate::engine::Event::OrderPaid(_)
            | $crate::engine::Event::SharesEnded(_)
            | $crate::engine::Event::CreditPaid(_)
            | $crate::engine::Event::PrintMoved(_)
            | $crate::engine::Event::DocumentSigned(_)
            | $crate::engine::Event::PaperReleased(_)
            | $crate::engine::Event::ShiftOpened(_)
            | $crate::engine::Event::TransferAccepted(_)
    };
}
pub(super) use needs_none;
