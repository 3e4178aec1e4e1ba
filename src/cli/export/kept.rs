//! Export of credit, orders, products, stock movements and accounts.

use super::{Target, by_id};
use crate::cli::Failed;
use crate::cli::sheet::{Cell, figure};
use crate::store::{Stored, View};
use crate::{catalog, credit, orders, staff, stock};

const CREDIT: &str = "id createdAt customerName customerPhone productId productName quantity currency unitPriceUSD unitPriceLRD \
    totalAmountUSD totalAmountLRD exchangeRate paidAmountUSD status orderId paidAt receiptNumber userName";

/// Credit items.
pub fn credit_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, Failed> {
    by_id(view, to, name, ("credits", CREDIT), |sheet, id| {
        let Some(item) = credit::credit(view, id)? else { return Ok(()) };
        let line = item.line;
        sheet.row([
            item.id.into(),
            figure(item.created_at),
            item.customer.name.into(),
            item.customer.phone.into(),
            line.product_id.into(),
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
        ]);
        Ok(())
    })
}

const ORDERS: &str = "id createdAt updatedAt orderType status tableId customerName customerPhone notes totalAmountUSD totalAmountLRD \
    exchangeRate paid isOnCredit paidAmountUSD paidAmountLRD changeUSD changeLRD roundingLRD receiptNumber cancelReason \
    userId userName";

/// Orders.
pub fn orders_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, Failed> {
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

const ITEMS: &str = "orderId id productId productName quantity currency unitPriceUSD unitPriceLRD totalPriceUSD totalPriceLRD notes";

/// Items of orders.
pub fn items_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, Failed> {
    by_id(view, to, name, ("orders", ITEMS), |sheet, id| {
        for item in orders::order(view, id)?.into_iter().flat_map(|order| order.items) {
            let line = item.line;
            sheet.row([
                id.into(),
                item.id.into(),
                line.product_id.into(),
                line.product_name.into(),
                line.quantity.into(),
                line.currency.as_str().into(),
                figure(line.unit.usd),
                figure(line.unit.lrd),
                figure(line.total.usd),
                figure(line.total.lrd),
                line.notes.into(),
            ]);
        }
        Ok(())
    })
}

const PRODUCTS: &str = "id name brand barcode category description isAvailable currency priceUSD priceLRD exchangeRate stock createdAt \
    updatedAt archived";

/// Products, deleted ones too.
pub fn products_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, Failed> {
    by_id(view, to, name, ("products", PRODUCTS), |sheet, id| {
        let Some(product) = catalog::any_product(view, id)? else { return Ok(()) };
        sheet.row([
            product.id.into(),
            product.name.into(),
            product.brand.into(),
            product.barcode.into(),
            product.category.as_str().into(),
            product.description.into(),
            product.is_available.into(),
            product.currency.as_str().into(),
            product.price_usd.map_or(Cell::None, figure),
            product.price_lrd.map_or(Cell::None, figure),
            figure(product.exchange_rate),
            stock::level(view, id)?.into(),
            figure(product.created_at),
            figure(product.updated_at),
            product.archived.into(),
        ]);
        Ok(())
    })
}

const MOVEMENTS: &str = "productId id at delta stockAfter reason userName reference";

/// Every movement of stock.
pub fn movements_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, Failed> {
    by_id(view, to, name, ("products", MOVEMENTS), |sheet, product_id| {
        for movement in stock::movements(view, product_id, u64::MAX, usize::MAX)?.into_iter().rev() {
            sheet.row([
                product_id.into(),
                movement.id.into(),
                figure(movement.at),
                movement.delta.into(),
                movement.stock_after.into(),
                movement.reason.as_str().into(),
                movement.user_name.into(),
                movement.reference.into(),
            ]);
        }
        Ok(())
    })
}

const USERS: &str = "id username email role firstName lastName phone isActive createdAt lastLoginAt mustChangePassword archived";

/// Accounts, without password hashes and sessions.
pub fn users_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, Failed> {
    by_id(view, to, name, ("users", USERS), |sheet, id| {
        let Some(user) = staff::any_user(view, id)? else { return Ok(()) };
        sheet.row([
            user.id.into(),
            user.username.into(),
            user.email.into(),
            user.role.as_str().into(),
            user.first_name.into(),
            user.last_name.into(),
            user.phone.into(),
            user.is_active.into(),
            figure(user.created_at),
            user.last_login_at.map_or(Cell::None, figure),
            user.must_change_password.into(),
            user.archived.into(),
        ]);
        Ok(())
    })
}
