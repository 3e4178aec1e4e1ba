//! What is wrong with settings that were sent.

/// A field of the settings, and the sentence that says what is wrong with it.
pub type Wrong = (&'static str, String);

pub(super) fn wrong(field: &'static str, sentence: impl Into<String>) -> Wrong {
    (field, sentence.into())
}
