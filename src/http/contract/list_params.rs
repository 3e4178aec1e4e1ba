//! Query parameters that lists share, as the OpenAPI document describes them. Handlers name them in their `utoipa::path`.

use utoipa::IntoParams;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};

use super::read::{LIMIT_DEFAULT, LIMIT_MAX};

/// Parameters of a list with pages of [`LIMIT_DEFAULT`] rows.
pub enum PageParams {}
/// Parameters of a list that readers expect whole: a page has [`LIMIT_MAX`] rows.
pub enum LongPageParams {}
/// Words and business days that a list looks for.
pub enum SearchParams {}

impl IntoParams for PageParams {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        page(LIMIT_DEFAULT)
    }
}

impl IntoParams for LongPageParams {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        page(LIMIT_MAX)
    }
}

impl IntoParams for SearchParams {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let day = || ObjectBuilder::new().schema_type(Type::String).format(Some(SchemaFormat::KnownFormat(KnownFormat::Date)));
        vec![optional("q", ObjectBuilder::new().schema_type(Type::String)), optional("from", day()), optional("to", day())]
    }
}

fn page(default: usize) -> Vec<Parameter> {
    let number = || ObjectBuilder::new().schema_type(Type::Integer);
    let limit = number().minimum(Some(1)).maximum(Some(LIMIT_MAX)).default(Some(default.into()));
    vec![optional("limit", limit), optional("before", number().minimum(Some(0)))]
}

fn optional(name: &str, schema: ObjectBuilder) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .required(utoipa::openapi::Required::False)
        .schema(Some(schema))
        .build()
}
