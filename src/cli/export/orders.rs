//! Export of orders, their items, and credit.

use super::sheet::{Cell, figure};
use super::{Target, by_id};
use crate::cli::ErrorText;
use crate::{credit, orders};
use store::{Stored, View};

const CREDIT: &str = "id createdAt customerName customerPhone productId productName quantity currency unitPriceUSD unitPriceLRD \
    totalAmountUSD totalAmountLRD exchangeRate paidAmountUSD status orderId paidAt receiptNumber userName kind netUSD netLRD taxUSD \
    taxLRD grossUSD grossLRD";

/// Credit items.
pub fn credit_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    by_id(view, to, name, ("credits", CREDIT), |sheet, id| {
        let Some(item) = credit::credit(view, id)? else { return Ok(()) };
        let line = item.line;
        let (kind, [net, tax, gross]) = (line.kind().as_str(), [line.net(), line.tax_due(), line.gross()]);
        sheet.row([
            item.id.into(),
            figure(item.created_at),
            item.customer.name.into(),
            item.customer.phone.into(),
            line.is_product().then_some(line.product_id).into(),
            line.product_name.into(),
            line.quantity.into(),
            line.currency.as_str().into(),
            figure(line.unit.usd),
            figure(line.unit.lrd),
            figure(line.total.usd),
            figure(line.total.lrd),
            figure(line.rate),
            figure(item.paid_value_usd),
            item.status.as_str().into(),
            line.order_id.into(),
            item.paid_at.map_or(Cell::None, figure),
            item.receipt_number.into(),
            item.user_name.into(),
            kind.into(),
            figure(net.usd),
            figure(net.lrd),
            figure(tax.usd),
            figure(tax.lrd),
            figure(gross.usd),
            figure(gross.lrd),
        ]);
        Ok(())
    })
}

const ORDERS: &str = "id createdAt updatedAt orderType status tableId customerName customerPhone notes totalAmountUSD totalAmountLRD \
    exchangeRate paid isOnCredit paidAmountUSD paidAmountLRD changeUSD changeLRD roundingLRD receiptNumber cancelReason \
    userId userName";

/// Orders.
pub fn orders_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    by_id(view, to, name, ("orders", ORDERS), |sheet, id| {
        let Some(order) = orders::order(view, id)? else { return Ok(()) };
        let total = order.total();
        sheet.row([
            order.id.into(),
            figure(order.created_at),
            figure(order.updated_at),
            order.order_type.as_str().into(),
            order.status.as_str().into(),
            order.table_id.into(),
            order.customer.name.into(),
            order.customer.phone.into(),
            order.notes.into(),
            figure(total.usd),
            figure(total.lrd),
            figure(order.rate),
            order.settled.into(),
            order.on_credit.into(),
            figure(order.paid.usd),
            figure(order.paid.lrd),
            figure(order.change.usd),
            figure(order.change.lrd),
            figure(order.rounding),
            order.receipt_numbers.last().cloned().into(),
            order.cancel_reason.into(),
            order.user_id.into(),
            order.user_name.into(),
        ]);
        Ok(())
    })
}

const ITEMS: &str = "orderId id productId productName quantity currency unitPriceUSD unitPriceLRD totalPriceUSD totalPriceLRD notes kind \
    netUSD netLRD taxUSD taxLRD grossUSD grossLRD";

/// Items of orders.
pub fn items_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    by_id(view, to, name, ("orders", ITEMS), |sheet, id| {
        for item in orders::order(view, id)?.into_iter().flat_map(|order| order.items.into_iter().chain(order.service_lines)) {
            let line = item.line;
            let (kind, [net, tax, gross]) = (line.kind().as_str(), [line.net(), line.tax_due(), line.gross()]);
            sheet.row([
                id.into(),
                item.id.into(),
                line.is_product().then_some(line.product_id).into(),
                line.product_name.into(),
                line.quantity.into(),
                line.currency.as_str().into(),
                figure(line.unit.usd),
                figure(line.unit.lrd),
                figure(line.total.usd),
                figure(line.total.lrd),
                line.notes.into(),
                kind.into(),
                figure(net.usd),
                figure(net.lrd),
                figure(tax.usd),
                figure(tax.lrd),
                figure(gross.usd),
                figure(gross.lrd),
            ]);
        }
        Ok(())
    })
}
