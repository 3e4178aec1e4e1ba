//! Enums whose variants are words of the API and of the journal.

/// The methods of an enum that derives strum's `EnumString`, `IntoStaticStr` and `VariantArray`, so that it has one list of its words.
#[macro_export]
macro_rules! words {
    ($name:ident) => {
        impl $name {
            /// All of them, in the order of the enum.
            pub const ALL: [$name; <$name as ::strum::VariantArray>::VARIANTS.len()] =
                match <$name as ::strum::VariantArray>::VARIANTS.first_chunk() {
                    Some(all) => *all,
                    None => unreachable!(),
                };

            /// The word.
            pub fn as_str(self) -> &'static str {
                self.into()
            }

            /// Parses the word; `None` for any other.
            pub fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    };
}
