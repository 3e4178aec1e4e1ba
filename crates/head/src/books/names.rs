//! Names of products and people, from the figures of a line, for sentences about its entries.

use crate::database::Database;
use crate::error::HeadError;
use bar::catalog::{self, Category, Product, ProductSaved, StockMode};
use bar::staff::{self, User, UserSaved};
use base::{CurrencyCode, Rate, Role, Timestamp};
use store::MemoryTables;

/// Tables with the names that the box of a line sent. What it has not sent is called by its number.
pub(super) async fn names(database: &Database, line_id: i64) -> Result<MemoryTables, HeadError> {
    let rows = database
        .snapshot(move |transaction| async move {
            let products = "SELECT product_id, COALESCE(name, '') FROM fig_product WHERE line_id = $1";
            let users = "SELECT user_id, COALESCE(username, '') FROM fig_user WHERE line_id = $1";
            Ok::<_, HeadError>((transaction.query(products, &[&line_id]).await?, transaction.query(users, &[&line_id]).await?))
        })
        .await?;
    let mut tables = MemoryTables::new();
    for (is_product, rows) in [(true, &rows.0), (false, &rows.1)] {
        for row in rows {
            let (id, name): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
            let Ok(id) = u64::try_from(id) else { continue };
            let put = match is_product {
                true => catalog::apply_saved(&mut tables, &ProductSaved { product: product(id, name), needs_count: None }),
                false => staff::apply_saved(&mut tables, &UserSaved { user: user(id, name), ends_sessions: false }),
            };
            put.map_err(HeadError::internal)?;
        }
    }
    Ok(tables)
}

/// A product of which only the name is known.
fn product(id: u64, name: String) -> Product {
    Product {
        id,
        name,
        brand: None,
        barcode: id.to_string(),
        category: Category::default(),
        section: None,
        description: None,
        is_available: false,
        currency: CurrencyCode::Usd,
        price_usd: None,
        price_lrd: None,
        exchange_rate: Rate::INITIAL,
        created_at: Timestamp::default(),
        updated_at: Timestamp::default(),
        tax_class: None,
        archived: false,
        stock_mode: StockMode::Counted,
        floor: true,
        details: None,
    }
}

/// An account of which only the name is known.
fn user(id: u64, username: String) -> User {
    User {
        id,
        username,
        email: None,
        password_hash: String::new(),
        role: Role::Bartender,
        first_name: None,
        last_name: None,
        phone: None,
        is_active: false,
        created_at: Timestamp::default(),
        last_login_at: None,
        must_change_password: false,
        tour_done: false,
        archived: false,
    }
}
