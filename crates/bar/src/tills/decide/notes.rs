//! Decides remarks about a Z, and ticks of the tenders that were seen on the bar's account.

use super::super::{Count, TenderTicked, TillsEvent, ZNoted};
use super::TillsContext;
use base::{Decided, Envelope, Refusal};

/// Longest remark, in characters.
const NOTE_MAX: usize = 500;

/// Adds a remark to a Z.
#[derive(Debug, Clone)]
pub struct NoteZ {
    pub number: u64,
    pub text: String,
    /// A recount.
    pub count: Option<Count>,
}

/// Marks a tender as seen on the bar's account, or not.
#[derive(Debug, Clone, Copy)]
pub struct Tick {
    pub payment_id: u64,
    /// Its place in the payment, from 0.
    pub index: u64,
    pub ticked: bool,
}

/// A tender that can be ticked.
#[derive(Debug, Clone)]
pub struct KnownTender {
    pub till_id: u64,
    pub shift_id: u64,
    /// The method's id.
    pub method: String,
    pub reference: Option<String>,
    pub ticked: bool,
}

/// Adds a remark.
///
/// # Errors
/// 404 for an unknown Z; 400 without a text, for one that is too long, and for a count that does not add up.
pub(super) fn note(command: &NoteZ, context: &TillsContext) -> Decided<Vec<TillsEvent>> {
    if !context.z_exists {
        return Err(Refusal::not_found("Z"));
    }
    if command.text.is_empty() || command.text.chars().count() > NOTE_MAX {
        return Err(Refusal::field("text", format!("A note has 1 to {NOTE_MAX} characters")));
    }
    if let Some(count) = &command.count {
        count.check(context.cash.count_by, context.denominations)?;
    }
    Ok(vec![TillsEvent::Noted(ZNoted { number: command.number, text: command.text.clone(), count: command.count.clone() })])
}

/// Ticks a tender, or takes the tick away. Twice the same changes nothing.
///
/// # Errors
/// 404 for an unknown tender, and for one that is in no shift or has no reference to compare; 403 for another person's till.
pub(super) fn tick(command: &Tick, context: &TillsContext, envelope: &Envelope) -> Decided<Vec<TillsEvent>> {
    let tender = context.tender.as_ref().ok_or_else(|| Refusal::not_found("tender"))?;
    context.usable(tender.till_id, envelope)?;
    if tender.ticked == command.ticked {
        return Ok(Vec::new());
    }
    Ok(vec![TillsEvent::Ticked(TenderTicked {
        payment_id: command.payment_id,
        index: command.index,
        ticked: command.ticked,
        shift_id: tender.shift_id,
        method: tender.method.clone(),
        reference: tender.reference.clone(),
    })])
}
