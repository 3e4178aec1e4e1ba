//! The reason of a request: chosen from the list, written, or both.

use std::collections::BTreeMap;

use super::{ListedReason, Reason, ReasonKind};
use base::text::fold;
use base::{Decided, Refusal};

/// Where free text is allowed and nothing was given.
pub const REASON_REQUIRED: &str = "Reason is required";
/// Where only reasons of the list are allowed.
pub const CHOOSE_A_REASON: &str = "Please choose a reason";
const HIDDEN: &str = "This reason is no longer in use. Please choose another one.";
const NOTE_REQUIRED: &str = "Please add a note to this reason";

/// A reason as a request gives it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReasonChoice {
    /// The reason of the list.
    pub id: Option<u64>,
    /// The reason in words, or a note to the one of the list.
    pub text: Option<String>,
}

impl ReasonChoice {
    /// Whether a reason was given at all.
    pub fn is_given(&self) -> bool {
        self.id.is_some() || self.text.is_some()
    }
}

impl From<Option<String>> for ReasonChoice {
    fn from(text: Option<String>) -> Self {
        ReasonChoice { id: None, text }
    }
}

impl From<&str> for ReasonChoice {
    fn from(text: &str) -> Self {
        ReasonChoice { id: None, text: Some(text.to_owned()) }
    }
}

/// Data that decides which reasons a request may give.
#[derive(Debug, Clone)]
pub struct ReasonContext {
    /// The reasons that the command names, as far as they exist.
    pub listed: BTreeMap<u64, Reason>,
    /// Whether a reason may be written instead of chosen.
    pub free_text: bool,
}

/// A reason as a record keeps it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolvedReason {
    /// The chosen reason; `None` for one that was only written.
    pub listed: Option<ListedReason>,
    /// In words: what was written, else the name of the chosen one. `None` if no reason was given.
    pub text: Option<String>,
    /// Whether goods go back to stock, unless the request says so itself.
    pub returns_stock: bool,
}

impl ReasonContext {
    /// Checks a reason that may be left out.
    ///
    /// # Errors
    /// 404 for an unknown one; 400 for one of another kind, for a missing note, and for words alone where only the list is allowed;
    /// 409 `conflict` for a hidden one.
    pub fn resolve(&self, choice: &ReasonChoice, kind: ReasonKind) -> Decided<ResolvedReason> {
        let Some(id) = choice.id else {
            if choice.text.is_some() && !self.free_text {
                return Err(Refusal::field("reasonId", CHOOSE_A_REASON));
            }
            return Ok(ResolvedReason { listed: None, text: choice.text.clone(), returns_stock: true });
        };
        let reason = self.listed.get(&id).ok_or_else(|| Refusal::not_found("reason"))?;
        if reason.kind != kind {
            return Err(Refusal::field("reasonId", CHOOSE_A_REASON));
        }
        // A phone may send the name of the reason as its text; that is no note.
        let note = choice.text.as_ref().filter(|text| fold(text) != fold(&reason.name));
        if reason.note_required && note.is_none() {
            return Err(Refusal::field("reason", NOTE_REQUIRED));
        }
        if !reason.active {
            return Err(Refusal::conflict(HIDDEN));
        }
        Ok(ResolvedReason {
            listed: Some(ListedReason { id, name: reason.name.clone() }),
            text: Some(note.unwrap_or(&reason.name).clone()),
            returns_stock: reason.return_stock,
        })
    }

    /// Checks a reason that must be given. Returns its words too.
    ///
    /// # Errors
    /// 400 if it is missing, and those of [`ReasonContext::resolve`].
    pub fn require(&self, choice: &ReasonChoice, kind: ReasonKind) -> Decided<(ResolvedReason, String)> {
        let resolved = self.resolve(choice, kind)?;
        match resolved.text.clone() {
            Some(text) => Ok((resolved, text)),
            None if self.free_text => Err(Refusal::field("reason", REASON_REQUIRED)),
            None => Err(Refusal::field("reasonId", CHOOSE_A_REASON)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Code;

    fn context(free_text: bool, change: impl FnOnce(&mut Reason)) -> ReasonContext {
        let mut reason = super::super::seeds::seed(4).expect("a seed");
        change(&mut reason);
        ReasonContext { listed: BTreeMap::from([(4, reason)]), free_text }
    }

    fn choice(id: Option<u64>, text: Option<&str>) -> ReasonChoice {
        ReasonChoice { id, text: text.map(str::to_owned) }
    }

    #[test]
    fn a_chosen_reason_is_frozen_with_its_name_and_a_note() {
        let context = context(true, |_| {});
        let resolve = |text| context.resolve(&choice(Some(4), text), ReasonKind::Void).expect("a reason");
        let listed = Some(ListedReason { id: 4, name: "Badly made".to_owned() });
        let plain = ResolvedReason { listed: listed.clone(), text: Some("Badly made".to_owned()), returns_stock: false };
        assert_eq!(resolve(None), plain);
        assert_eq!(resolve(Some("badly  made")), plain);
        assert_eq!(resolve(Some("too salty")), ResolvedReason { text: Some("too salty".to_owned()), ..plain });
        assert_eq!(super::super::in_words(listed.as_ref(), "too salty"), "Badly made (too salty)");
    }

    #[test]
    fn a_written_reason_returns_the_goods_and_is_refused_where_only_the_list_counts() {
        let written = choice(None, Some("too salty"));
        let free = context(true, |_| {}).resolve(&written, ReasonKind::Void).expect("free text");
        assert_eq!(free, ResolvedReason { listed: None, text: Some("too salty".to_owned()), returns_stock: true });
        let refused = context(false, |_| {}).resolve(&written, ReasonKind::Void).expect_err("no free text");
        assert_eq!(refused, Refusal::field("reasonId", "Please choose a reason"));
        let none = choice(None, None);
        assert!(context(false, |_| {}).resolve(&none, ReasonKind::Void).is_ok(), "a reason that may be left out");
        assert_eq!(context(true, |_| {}).require(&none, ReasonKind::Void).expect_err("none").message, "Reason is required");
        assert_eq!(context(false, |_| {}).require(&none, ReasonKind::Void).expect_err("none").message, "Please choose a reason");
    }

    #[test]
    fn a_reason_of_another_kind_a_hidden_one_and_a_missing_note_are_refused() {
        let code = |context: &ReasonContext, id, kind| context.resolve(&choice(Some(id), None), kind).expect_err("refused").code;
        assert_eq!(code(&context(true, |_| {}), 4, ReasonKind::Discount), Code::Invalid);
        assert_eq!(code(&context(true, |_| {}), 5, ReasonKind::Void), Code::NotFound);
        assert_eq!(code(&context(true, |reason| reason.active = false), 4, ReasonKind::Void), Code::Conflict);
        let noted = context(true, |reason| reason.note_required = true);
        for text in [None, Some("Badly made")] {
            let refused = noted.resolve(&choice(Some(4), text), ReasonKind::Void).expect_err("no note");
            assert!(refused.fields.contains_key("reason"), "{refused:?}");
        }
        assert!(noted.resolve(&choice(Some(4), Some("cold")), ReasonKind::Void).is_ok());
    }
}
