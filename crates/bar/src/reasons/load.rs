//! Loads the reasons that a decision depends on.

use std::collections::BTreeMap;

use super::{Reason, ReasonChoice, ReasonContext};
use crate::settings::Settings;
use store::{Stored, View};

/// Loads the reasons that `choices` name. Reads nothing where none is chosen.
pub fn load_choices<'a>(
    view: &dyn View,
    settings: &Settings,
    choices: impl IntoIterator<Item = &'a ReasonChoice>,
) -> Stored<ReasonContext> {
    let mut listed = BTreeMap::new();
    for id in choices.into_iter().filter_map(|choice| choice.id) {
        if let Some(reason) = super::reason(view, id)? {
            listed.insert(id, reason);
        }
    }
    Ok(ReasonContext { listed, free_text: settings.people.free_text })
}

/// Loads all reasons and the id of the next one.
pub fn load_list(view: &dyn View) -> Stored<(Vec<Reason>, u64)> {
    Ok((super::reasons(view)?, super::next_reason_id(view)?))
}
