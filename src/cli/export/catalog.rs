//! Export of products and stock movements.

use super::sheet::{Cell, figure};
use super::{Target, by_id};
use crate::cli::ErrorText;
use crate::engine::{self, Clock, SystemClock};
use crate::{catalog, settings, stock};
use store::{Stored, View};

const PRODUCTS: &str = "id name brand barcode category description isAvailable currency priceUSD priceLRD exchangeRate stock createdAt \
    updatedAt archived section taxClass stockMode floor needsCount";

/// Products, including deleted ones.
pub fn products_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
    by_id(view, to, name, ("products", PRODUCTS), |sheet, id| {
        let Some(product) = catalog::any_product(view, id)? else { return Ok(()) };
        let day = settings::settings(view)?.price_day(engine::estimated_now_offline(view, SystemClock::start().now())?);
        let product = catalog::prices_on(view, day)?.of(product);
        let shelf = stock::shelf(view, &product, None)?;
        let needs_count = product.is_counted() && stock::needs_count(view, id)?;
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
            shelf.level.map_or(Cell::None, Cell::from),
            figure(product.created_at),
            figure(product.updated_at),
            product.archived.into(),
            product.section.into(),
            product.tax_class.into(),
            product.stock_mode.as_str().into(),
            product.floor.into(),
            needs_count.into(),
        ]);
        Ok(())
    })
}

const MOVEMENTS: &str = "productId id at delta stockAfter reason userName reference soldAsId soldAsName";

/// Every movement of stock.
pub fn movements_table(view: &dyn View, to: &Target<'_>, name: &str) -> Result<Stored<u64>, ErrorText> {
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
                movement.sold_as.as_ref().map(|sold| sold.product_id).into(),
                movement.sold_as.map(|sold| sold.product_name).into(),
            ]);
        }
        Ok(())
    })
}
