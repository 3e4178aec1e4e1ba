//! Closed sets of words that are text in the code: enums of the OpenAPI document alone.

/// Declares enums of the document: their names and their words.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident: $words:expr;)+) => {$(
        $(#[$about])*
        pub enum $name {}

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                use utoipa::openapi::schema::{ObjectBuilder, Type};
                ObjectBuilder::new().schema_type(Type::String).enum_values(Some($words)).into()
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )+};
}

pub(crate) use words;
