//! Decides changes of the list of payment methods.

use std::collections::BTreeSet;

use super::{CASH, MIXED, Method, MethodKind};
use base::{CurrencyCode, text};

/// Most methods of a bar, those that are switched off included.
pub const METHODS_MAX: usize = 20;
/// Longest name, in characters: it stands beside two amounts on paper.
pub const NAME_MAX: usize = 40;
/// Longest account, in characters: a number and the name of its owner.
pub const ACCOUNT_MAX: usize = 60;

/// One method of a list that was sent: an existing one with its id, or a new one without. `None` keeps a field; for a new method
/// it stands for the value that the methods of a new bar have.
#[derive(Debug, Clone, Default)]
pub struct MethodChange {
    /// See [`Method::id`].
    pub id: Option<String>,
    /// See [`Method::name`].
    pub name: Option<String>,
    /// See [`Method::kind`].
    pub kind: Option<MethodKind>,
    /// See [`Method::currencies`].
    pub currencies: Option<BTreeSet<CurrencyCode>>,
    /// See [`Method::reference_required`].
    pub reference_required: Option<bool>,
    /// See [`Method::account`]; `Some(None)` removes it.
    pub account: Option<Option<String>>,
    /// See [`Method::enabled`].
    pub enabled: Option<bool>,
}

/// The new list of methods.
///
/// # Errors
/// A sentence about the first thing that is wrong with it.
pub fn change_methods(sent: &[MethodChange], now: &[Method]) -> Result<Vec<Method>, String> {
    let keeps = |method: &Method| sent.iter().any(|row| row.id.as_deref() == Some(&method.id));
    if now.iter().any(|method| method.id == CASH && !keeps(method)) {
        return Err("Cash is always there".to_owned());
    }
    if !now.iter().all(keeps) {
        return Err("A method can be switched off, not removed".to_owned());
    }
    if sent.len() > METHODS_MAX {
        return Err(format!("At most {METHODS_MAX} payment methods"));
    }
    let mut taken_ids: BTreeSet<String> = now.iter().map(|method| method.id.clone()).collect();
    let mut methods: Vec<Method> = Vec::with_capacity(sent.len());
    for row in sent {
        let method = match &row.id {
            Some(id) => existing(row, now.iter().find(|method| method.id == *id).ok_or_else(|| format!("Unknown payment method {id}"))?)?,
            None => new(row, &mut taken_ids)?,
        };
        if methods.iter().any(|other| other.id == method.id) {
            return Err(format!("{} is there twice", method.name));
        }
        check(&method)?;
        methods.push(method);
    }
    Ok(methods)
}

fn existing(row: &MethodChange, now: &Method) -> Result<Method, String> {
    let other_name = row.name.as_deref().is_some_and(|name| text::collapse(name) != now.name);
    if other_name || row.kind.is_some_and(|kind| kind != now.kind) {
        return Err(format!("{} keeps its name and kind", now.name));
    }
    Ok(changed(row, now.clone()))
}

fn new(row: &MethodChange, taken_ids: &mut BTreeSet<String>) -> Result<Method, String> {
    let (Some(name), Some(kind)) = (row.name.as_deref().map(text::collapse).filter(|name| !name.is_empty()), row.kind) else {
        return Err("A new payment method needs a name and a kind".to_owned());
    };
    if kind == MethodKind::Cash {
        return Err("There is one cash".to_owned());
    }
    if name.chars().count() > NAME_MAX {
        return Err(format!("The name of a payment method has at most {NAME_MAX} characters"));
    }
    let id = free_id(&name, kind, taken_ids);
    taken_ids.insert(id.clone());
    let currencies = vec![CurrencyCode::Usd, CurrencyCode::Lrd];
    Ok(changed(row, Method { id, name, kind, currencies, reference_required: false, account: None, enabled: true }))
}

fn changed(row: &MethodChange, mut method: Method) -> Method {
    if let Some(currencies) = &row.currencies {
        method.currencies = currencies.iter().copied().collect();
    }
    if let Some(account) = &row.account {
        method.account = account.as_deref().map(text::collapse);
    }
    method.reference_required = row.reference_required.unwrap_or(method.reference_required);
    method.enabled = row.enabled.unwrap_or(method.enabled);
    method
}

fn check(method: &Method) -> Result<(), String> {
    let Method { name, currencies, .. } = method;
    if currencies.is_empty() {
        return Err(format!("{name} needs at least one currency"));
    }
    if method.account.as_ref().is_some_and(|account| account.chars().count() > ACCOUNT_MAX) {
        return Err(format!("The account of {name} has at most {ACCOUNT_MAX} characters"));
    }
    if method.id != CASH {
        return Ok(());
    }
    if !method.enabled {
        return Err("Cash is always there".to_owned());
    }
    // Change is given from cash, in either currency, and the one-tap sale takes it without a question.
    if currencies.len() < 2 || method.reference_required {
        return Err("Cash takes both currencies, without a reference".to_owned());
    }
    Ok(())
}

/// An id for a new method: `mtn_momo` for `MTN MoMo`, with `_2`, `_3`, … if that is taken. A name without Latin letters and
/// digits gets the name of its kind.
fn free_id(name: &str, kind: MethodKind, taken: &BTreeSet<String>) -> String {
    let words: Vec<String> =
        name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect();
    let id = if words.is_empty() { kind.as_str().to_owned() } else { words.join("_") };
    let is_free = |id: &String| *id != MIXED && !taken.contains(id);
    if is_free(&id) {
        return id;
    }
    let numbered = (2..).map(|number| format!("{id}_{number}"));
    numbered.into_iter().find(is_free).unwrap_or(id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::first_methods;

    fn ids(names: &[&str]) -> Vec<String> {
        let mut taken: BTreeSet<String> = first_methods().into_iter().map(|method| method.id).collect();
        let add = |name: &&str| {
            let id = free_id(name, MethodKind::Bank, &taken);
            taken.insert(id.clone());
            id
        };
        names.iter().map(add).collect()
    }

    #[test]
    fn an_id_is_made_from_the_name() {
        for (name, id) in [
            ("MTN MoMo", "mtn_momo"),
            (" Orange  Money! ", "orange_money"),
            ("Lonestar (2nd)", "lonestar_2nd"),
            ("Mixed", "mixed_2"),
            ("Cash", "cash_2"),
            ("现金", "bank"),
        ] {
            assert_eq!(ids(&[name]), [id], "{name}");
        }
    }

    #[test]
    fn no_two_ids_are_the_same() {
        assert_eq!(ids(&["MoMo", "momo", "MoMo 2", "Mo Mo", "MOMO"]), ["momo", "momo_2", "momo_2_2", "mo_mo", "momo_3"]);
    }
}
