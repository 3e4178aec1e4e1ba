//! Loads what decisions about changes of head office need.

use std::collections::BTreeSet;

use serde_json::Value;

use super::decide::{AnswerContext, LinkedAccount, Received, Target};
use super::{Arrived, DirectiveContent, USER_SET, Waits, directive, is_known, waiting};
use crate::{catalog, staff};
use base::{BusinessDay, Timestamp};
use store::{Stored, View};

/// How many generated barcodes are tried before one is taken as it is.
const BARCODES_TRIED: u32 = 100;

/// Loads the data that [`decide_received`](super::decide_received) needs.
pub fn load_received(view: &dyn View, arrived: &[Arrived], today: BusinessDay) -> Stored<Received> {
    let (mut known_numbers, mut known_ids, mut accounts) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for one in arrived {
        if directive(view, one.number)?.is_some() {
            known_numbers.insert(one.number);
        }
        if is_known(view, &one.id)? {
            known_ids.insert(one.id.clone());
        }
        let body: Value = if one.kind == USER_SET { serde_json::from_str(&one.body).unwrap_or_default() } else { Value::Null };
        if let Some(chain_id) = body["chainId"].as_str()
            && let Some(user) = linked_user(view, chain_id)?
        {
            let is_active = user.is_active && !user.archived;
            accounts.push(LinkedAccount { chain_id: chain_id.to_owned(), role: user.role, is_active });
        }
    }
    let new_admins = waiting(view, Some(Waits::Admin))?.into_iter().map(|row| row.received).collect();
    Ok(Received { known_numbers, known_ids, today, accounts, suggestions: suggestions(view)?, new_admins })
}

/// Loads the row that a change is about, for [`decide_deed`](super::decide_deed). `number` and `at` make a barcode for a product without.
pub fn load_deed(view: &dyn View, number: u64, content: &DirectiveContent, at: Timestamp) -> Stored<Target> {
    let mut target = Target::default();
    match content {
        DirectiveContent::SetProduct(content) => {
            let barcode = content.change.barcode.as_ref().and_then(Option::as_ref);
            let found = match (catalog::linked_product(view, &content.chain_id)?, content.product_id, barcode) {
                (Some(id), ..) | (None, Some(id), _) => Some(id),
                // The barcode of a pack is not the product's own.
                (None, None, Some(barcode)) => {
                    let owner = catalog::barcode_owner(view, barcode)?.filter(|owner| owner.pack_id.is_none());
                    owner.map(|owner| owner.product_id)
                }
                (None, None, None) => None,
            };
            load_product(view, found, &mut target)?;
            let seed = u32::try_from(number % 1_000_000).unwrap_or_default();
            for offset in 0..BARCODES_TRIED {
                target.free_barcode = catalog::generate_barcode(at, seed + offset);
                if catalog::barcode_owner(view, &target.free_barcode)?.is_none() {
                    break;
                }
            }
        }
        DirectiveContent::ArchiveProduct { chain_id } | DirectiveContent::SetPrice { chain_id, .. } => {
            load_product(view, catalog::linked_product(view, chain_id)?, &mut target)?;
        }
        DirectiveContent::SetUser { chain_id, .. } => {
            target.user = linked_user(view, chain_id)?.filter(|user| !user.archived);
            target.is_archived = target.user.is_none() && staff::chain::linked_user(view, chain_id)?.is_some();
        }
        DirectiveContent::Withdraw { number } => target.withdrawn = directive(view, *number)?,
        DirectiveContent::SuggestRate { .. } | DirectiveContent::SetSettings(_) => {}
    }
    Ok(target)
}

fn load_product(view: &dyn View, id: Option<u64>, target: &mut Target) -> Stored<()> {
    let Some(id) = id else { return Ok(()) };
    target.product = catalog::product(view, id)?;
    target.is_archived = target.product.is_none();
    target.product_chain = catalog::chain_of(view, id)?;
    Ok(())
}

fn linked_user(view: &dyn View, chain_id: &str) -> Stored<Option<staff::User>> {
    match staff::chain::linked_user(view, chain_id)? {
        Some(id) => staff::any_user(view, id),
        None => Ok(None),
    }
}

/// Loads the data that [`decide_answer`](super::decide_answer) needs.
pub fn load_answer(view: &dyn View, number: u64) -> Stored<AnswerContext> {
    Ok(AnswerContext { row: directive(view, number)?, suggestions: suggestions(view)? })
}

/// Suggested rates that wait.
fn suggestions(view: &dyn View) -> Stored<Vec<super::HeadReceived>> {
    Ok(waiting(view, Some(Waits::Rate))?.into_iter().map(|row| row.received).collect())
}
