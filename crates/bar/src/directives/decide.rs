//! Decides what arrives, what a change comes to, and what an admin says about a suggested rate or a new admin.

use std::collections::BTreeSet;

use serde_json::Value;

use super::content::ProductContent;
use super::{
    Arrived, DirectiveContent, DirectiveEvent, DirectiveRow, HeadApplied, HeadReceived, HeadRefused, LinkedProduct, LinkedUser, NEXT_DAY,
    RATE_SUGGEST, USER_SET, WITHDRAW,
};
use crate::catalog::{CatalogCommand, PriceChange, Product, ProductChain, ProductChange};
use crate::rates::SetRate;
use crate::settings::SetSettings;
use crate::staff::{ProfileChange, StaffCommand, User};
use base::{BusinessDay, Code, Decided, Refusal, Role};

/// Code of a product that the bar took back.
const DETACHED: &str = "detached";
/// Code of what an admin of the bar does not want.
const DECLINED: &str = "declined";
/// Code of a question that a newer one replaces.
const SUPERSEDED: &str = "superseded";
/// Code of what head office may not ask.
const NOT_ALLOWED: &str = "not_allowed";
/// Code of a change that is decided and cannot be withdrawn.
const TOO_LATE: &str = "too_late";

/// Data that a decision about arrived changes needs.
#[derive(Debug)]
pub struct Received {
    /// Numbers and ids that the bar has, of those that arrived.
    pub(super) known_numbers: BTreeSet<u64>,
    pub(super) known_ids: BTreeSet<String>,
    /// The present business day, by the last certain time stamp.
    pub(super) today: BusinessDay,
    /// The accounts that arrived changes name.
    pub(super) accounts: Vec<LinkedAccount>,
    /// Suggested rates that wait.
    pub(super) suggestions: Vec<HeadReceived>,
    /// Changes that make an admin and wait.
    pub(super) new_admins: Vec<HeadReceived>,
}

/// An account of the bar that head office has under a name of its own.
#[derive(Debug)]
pub(super) struct LinkedAccount {
    pub chain_id: String,
    pub role: Role,
    pub is_active: bool,
}

/// Decides the events of changes that arrived. A number or an id that the bar has is left out: each is decided once.
pub fn decide_received(arrived: &[Arrived], context: &Received) -> Vec<DirectiveEvent> {
    let (mut numbers, mut ids) = (context.known_numbers.clone(), context.known_ids.clone());
    let (mut suggestions, mut new_admins) = (context.suggestions.clone(), context.new_admins.clone());
    let mut events = Vec::new();
    for one in arrived {
        if one.number == 0 || numbers.contains(&one.number) || !ids.insert(one.id.clone()) {
            continue;
        }
        numbers.insert(one.number);
        let received = HeadReceived {
            number: one.number,
            id: one.id.clone(),
            kind: one.kind.clone(),
            body: one.body.clone(),
            effective: one.effective.clone(),
            by: one.by.clone(),
            asked_at: one.at,
            due: due(one, context),
            makes_admin: one.kind == USER_SET && makes_admin(one, context),
        };
        events.push(DirectiveEvent::Received(received.clone()));
        if received.kind == USER_SET {
            // An admin who is allowed later must not undo what head office said since.
            let (older, others): (Vec<_>, Vec<_>) = new_admins.into_iter().partition(|older| is_same_account(older, &received));
            let words = format!("Head office changed this account again with change {}", received.number);
            events.extend(older.iter().map(|older| refused(older, SUPERSEDED, &words)));
            new_admins = others;
            new_admins.extend(Some(&received).filter(|received| received.makes_admin).cloned());
        }
        if received.kind == RATE_SUGGEST {
            // An earlier suggestion for an earlier day counts until then.
            let (older, kept) = suggestions.into_iter().partition(|older| older.due >= received.due);
            let older: Vec<HeadReceived> = older;
            let words = format!("Head office suggests another rate with change {}", received.number);
            events.extend(older.iter().map(|older| refused(older, SUPERSEDED, &words)));
            suggestions = kept;
            suggestions.push(received);
        }
    }
    events
}

/// The first business day on which a change is decided; `None`: at once.
fn due(arrived: &Arrived, context: &Received) -> Option<BusinessDay> {
    if arrived.kind == WITHDRAW || arrived.kind == USER_SET && takes_rights(arrived, context) {
        return None;
    }
    match arrived.effective.as_str() {
        NEXT_DAY => Some(context.today.plus(1)),
        date => BusinessDay::parse(date),
    }
}

/// Whether a change of an account switches it off or lowers its role.
fn takes_rights(arrived: &Arrived, context: &Received) -> bool {
    let body: Value = serde_json::from_str(&arrived.body).unwrap_or_default();
    let role = body["role"].as_str().and_then(Role::parse);
    let present = present_account(&body, context).map(|account| account.role);
    body["isActive"] == false || role.zip(present).is_some_and(|(role, present)| role < present)
}

/// Whether a change of an account lets somebody in as an admin who could not sign in as one: a new admin, another role until then, one who
/// was switched off, a new password. [`decide_deed`] looks again, at what the change is read as.
fn makes_admin(arrived: &Arrived, context: &Received) -> bool {
    let body: Value = serde_json::from_str(&arrived.body).unwrap_or_default();
    let is_admin = body["role"].as_str().is_some_and(|role| Role::parse(&role.trim().to_lowercase()) == Some(Role::Admin));
    let present = present_account(&body, context).is_some_and(|account| account.is_active && account.role == Role::Admin);
    is_admin && body["isActive"] != false && !(present && body["password"].is_null())
}

/// The account that a change of head office is about, if the bar has it.
fn present_account<'c>(body: &Value, context: &'c Received) -> Option<&'c LinkedAccount> {
    context.accounts.iter().find(|account| body["chainId"].as_str() == Some(&account.chain_id))
}

fn is_same_account(one: &HeadReceived, other: &HeadReceived) -> bool {
    let chain_id = |received: &HeadReceived| received.content()["chainId"].as_str().map(str::to_owned);
    chain_id(one).is_some() && chain_id(one) == chain_id(other)
}

/// What a change comes to: a command of the feature that it is about.
#[derive(Debug)]
pub enum Deed {
    Catalog(CatalogCommand),
    Staff(StaffCommand),
    Rate(SetRate),
    Settings(Box<SetSettings>),
    /// Takes this change back.
    Withdraw(u64),
}

/// The row that a change is about.
#[derive(Debug, Default)]
pub struct Target {
    pub(super) product: Option<Product>,
    pub(super) product_chain: Option<ProductChain>,
    pub(super) user: Option<User>,
    /// Whether head office's name is known, although the row is archived.
    pub(super) is_archived: bool,
    /// The change that is taken back.
    pub(super) withdrawn: Option<DirectiveRow>,
    /// Twelve digits that no product has as barcode.
    pub(super) free_barcode: String,
}

/// Decides which command a change comes to, and which row belongs to the chain with it. A new row has the id 0 until its command has
/// given it one.
///
/// # Errors
/// The refusal of the change: code and sentence.
pub fn decide_deed(row: &DirectiveRow, content: &DirectiveContent, target: &Target) -> Result<(Deed, HeadApplied), (String, String)> {
    let received = &row.received;
    let mut applied = HeadApplied {
        number: received.number,
        id: received.id.clone(),
        kind: received.kind.clone(),
        product: None,
        user: None,
        withdrew: None,
    };
    if !received.has_time() {
        return Err(refused_as(&Refusal::field("effective", "Must be next_day, now or a date")));
    }
    let deed = match content {
        DirectiveContent::SetProduct(content) => {
            let known = known_product(target, &content.chain_id)?;
            applied.product = Some(LinkedProduct {
                product_id: known.map_or(0, |product| product.id),
                chain: ProductChain { id: content.chain_id.clone(), owns_price: content.owns_price, detached: false },
            });
            Deed::Catalog(set_product(content, known, target))
        }
        DirectiveContent::ArchiveProduct { chain_id } => {
            let product = known_product(target, chain_id)?.ok_or_else(|| not_found("product"))?;
            Deed::Catalog(CatalogCommand::Archive { product_id: product.id })
        }
        DirectiveContent::SetPrice { chain_id, currency, usd, lrd } => {
            let product = known_product(target, chain_id)?.ok_or_else(|| not_found("product"))?;
            let price = PriceChange { usd: Some(*usd), lrd: Some(*lrd), ..PriceChange::default() };
            let change = ProductChange { currency: Some(*currency), price, ..ProductChange::default() };
            Deed::Catalog(CatalogCommand::Update { product_id: product.id, change, generated_barcode: String::new() })
        }
        DirectiveContent::SetUser { chain_id, profile, password_hash } => {
            if target.is_archived {
                return Err(not_found("user"));
            }
            let present = target.user.as_ref().is_some_and(|user| user.is_active && user.role == Role::Admin);
            let lets_in = profile.role == Role::Admin && profile.is_active && !(present && password_hash.is_none());
            if lets_in && !received.makes_admin {
                // The account was an admin's when the change arrived, and is not any more.
                return Err((NOT_ALLOWED.to_owned(), "The bar's admins decide about a new admin. Send the change again.".to_owned()));
            }
            applied.user = Some(LinkedUser { user_id: target.user.as_ref().map_or(0, |user| user.id), chain_id: chain_id.clone() });
            match (&target.user, password_hash) {
                (Some(user), password_hash) => {
                    let profile = profile.clone();
                    let change = ProfileChange {
                        username: Some(profile.username),
                        email: Some(profile.email),
                        role: Some(profile.role),
                        first_name: Some(profile.first_name),
                        last_name: Some(profile.last_name),
                        phone: Some(profile.phone),
                        is_active: Some(profile.is_active),
                        must_change_password: password_hash.as_ref().map(|_| true),
                    };
                    Deed::Staff(StaffCommand::Update { user_id: user.id, change, password_hash: password_hash.clone() })
                }
                (None, Some(hash)) => {
                    let (profile, password_hash) = (profile.clone(), hash.clone());
                    Deed::Staff(StaffCommand::Create { profile, password_hash, must_change_password: true })
                }
                (None, None) => return Err(refused_as(&Refusal::field("password", "A new account needs a password"))),
            }
        }
        DirectiveContent::SuggestRate { rate } => Deed::Rate(SetRate { rate: *rate }),
        DirectiveContent::SetSettings(change) => Deed::Settings(change.clone()),
        DirectiveContent::Withdraw { number } => {
            let other = target.withdrawn.as_ref().filter(|other| other.received.number != received.number);
            let other = other.ok_or_else(|| not_found("change"))?;
            if !other.is_waiting() {
                return Err((TOO_LATE.to_owned(), format!("Change {number} is {} already", other.state.as_str())));
            }
            applied.withdrew = Some(*number);
            Deed::Withdraw(*number)
        }
    };
    Ok((deed, applied))
}

/// The bar's product that head office means; `None` if it has none.
fn known_product<'t>(target: &'t Target, chain_id: &str) -> Result<Option<&'t Product>, (String, String)> {
    if target.is_archived {
        return Err(not_found("product"));
    }
    match &target.product_chain {
        Some(chain) if chain.detached => {
            let name = target.product.as_ref().map_or("This product", |product| &product.name);
            Err((DETACHED.to_owned(), format!("{name} was detached from head office")))
        }
        Some(chain) if chain.id != chain_id => {
            Err(refused_as(&Refusal::taken("barcode", "This product is another one of head office already")))
        }
        _ => Ok(target.product.as_ref()),
    }
}

fn set_product(content: &ProductContent, known: Option<&Product>, target: &Target) -> CatalogCommand {
    let mut change = content.change.clone();
    if known.is_none() || content.owns_price {
        change.currency = content.currency;
        change.price = content.price;
    }
    let generated_barcode = target.free_barcode.clone();
    match known {
        None => CatalogCommand::Create { change, generated_barcode },
        Some(product) => CatalogCommand::Update { product_id: product.id, change, generated_barcode },
    }
}

/// Data that a decision about an admin's answer needs.
#[derive(Debug)]
pub struct AnswerContext {
    pub(super) row: Option<DirectiveRow>,
    /// Suggested rates that wait.
    pub(super) suggestions: Vec<HeadReceived>,
}

/// What an admin's answer comes to.
#[derive(Debug)]
pub enum Answered {
    /// The rate to set, if it is used, and the events about the suggestion.
    Rate(Option<SetRate>, Vec<DirectiveEvent>),
    /// The change is carried out: it makes an admin.
    Allowed(Box<DirectiveRow>),
    /// The change is refused: no admin is made.
    Declined(DirectiveEvent),
}

/// Decides what an admin says about a suggested rate or a new admin.
///
/// # Errors
/// 404 for an unknown change; 409 for one that is decided, or about which nobody is asked.
pub fn decide_answer(accept: bool, context: &AnswerContext, name: &str) -> Decided<Answered> {
    let row = context.row.as_ref().ok_or_else(|| Refusal::not_found("change"))?;
    let received = &row.received;
    if !row.is_rate() && !received.makes_admin {
        return Err(Refusal::conflict("Only a suggested exchange rate or a new admin is decided here"));
    }
    if !row.is_waiting() {
        return Err(Refusal::conflict(if row.is_rate() { "This suggestion is decided already" } else { "This change is decided already" }));
    }
    if received.makes_admin {
        return Ok(match accept {
            true => Answered::Allowed(Box::new(row.clone())),
            false => Answered::Declined(refused(received, DECLINED, &format!("{name} does not allow this admin"))),
        });
    }
    let rate = row.rate().ok_or_else(|| Refusal::conflict("This suggestion has no rate that can be read"))?;
    let own = match accept {
        true => DirectiveEvent::Applied(HeadApplied {
            number: received.number,
            id: received.id.clone(),
            kind: received.kind.clone(),
            product: None,
            user: None,
            withdrew: None,
        }),
        false => refused(received, DECLINED, &format!("{name} does not use this rate")),
    };
    let is_older = |other: &&HeadReceived| other.number < received.number && other.due <= received.due;
    let words = format!("Change {} was decided", received.number);
    let older = context.suggestions.iter().filter(is_older).map(|older| refused(older, SUPERSEDED, &words));
    let events = std::iter::once(own).chain(older).collect();
    Ok(Answered::Rate(accept.then_some(SetRate { rate }), events))
}

/// The refusals of changes that wait while the bar is disconnected.
pub fn withdrawn_with_link(waiting: &[HeadReceived]) -> Vec<DirectiveEvent> {
    waiting.iter().map(|one| refused(one, NOT_ALLOWED, "The bar was disconnected from head office")).collect()
}

fn refused(received: &HeadReceived, code: &str, reason: &str) -> DirectiveEvent {
    let HeadReceived { number, id, kind, .. } = received.clone();
    DirectiveEvent::Refused(HeadRefused { number, id, kind, code: code.to_owned(), reason: reason.to_owned() })
}

fn not_found(what: &str) -> (String, String) {
    refused_as(&Refusal::not_found(what))
}

/// What head office reads of a refusal: its code and its sentence, with the errors of fields.
pub fn refused_as(refusal: &Refusal) -> (String, String) {
    let code = match refusal.code {
        // What a person at the box may not do, head office may not ask.
        Code::Forbidden => NOT_ALLOWED,
        code => code.as_str(),
    };
    let fields = refusal.fields.iter().filter(|(_, words)| **words != refusal.message);
    let fields: Vec<String> = fields.map(|(field, words)| format!("{field}: {words}")).collect();
    let reason = if fields.is_empty() { refusal.message.clone() } else { format!("{} ({})", refusal.message, fields.join("; ")) };
    (code.to_owned(), reason)
}
