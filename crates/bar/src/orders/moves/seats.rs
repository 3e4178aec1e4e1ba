//! Decides the move of orders to another table.

use super::{MoveContext, RenamedOrder, TableMoved};
use crate::orders::Order;
use crate::seating::TableStatus;
use base::{Code, Decided, Refusal};

/// Moves orders to another table.
#[derive(Debug, Clone)]
pub struct MoveTable {
    pub table_id: u64,
    pub to_table_id: u64,
    /// `None`: all open orders of the table.
    pub order_ids: Option<Vec<u64>>,
    /// Whether the other table may be reserved, or being cleaned.
    pub anyway: bool,
}

/// Decides the move. Orders at the other table stay apart.
///
/// # Errors
/// 404 for an unknown table or order; 409 `table_not_free` for a table that is reserved or being cleaned; `conflict` if there is no open
/// order at the table, or one that is named is not there.
pub(super) fn move_table(command: &MoveTable, context: &MoveContext) -> Decided<TableMoved> {
    let [from, to] = [command.table_id, command.to_table_id].map(|id| context.tables.iter().find(|table| table.id == id));
    let (Some(from), Some(to)) = (from, to) else { return Err(Refusal::not_found("table")) };
    let orders = match &command.order_ids {
        None => context.others.iter().collect(),
        Some(ids) => ids.iter().map(|id| context.other(*id)).collect::<Decided<Vec<_>>>()?,
    };
    if orders.iter().any(|order| !order.is_open() || order.table_id != Some(from.id)) {
        return Err(Refusal::conflict("An order is not open at this table any more"));
    }
    if orders.is_empty() {
        return Err(Refusal::conflict("There is no open order at this table"));
    }
    if matches!(to.status, TableStatus::Reserved | TableStatus::Cleaning) && !command.anyway {
        let state = if to.status == TableStatus::Reserved { "reserved" } else { "being cleaned" };
        let refusal = Refusal::new(Code::TableNotFree, format!("{} is {state}", to.label()));
        return Err(refusal.with("status", to.status.as_str().into()));
    }
    let renamed = |order: &&Order| {
        let name = from.label().moved_name(&order.customer.name, &to.label())?;
        Some(RenamedOrder { order_id: order.id, name })
    };
    Ok(TableMoved {
        from_table_id: from.id,
        from: from.label(),
        to_table_id: to.id,
        to: to.label(),
        order_ids: orders.iter().map(|order| order.id).collect(),
        renamed: orders.iter().filter_map(renamed).collect(),
    })
}
