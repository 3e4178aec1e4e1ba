//! The calls of a folder as one list, for both the router and the OpenAPI document.

use utoipa_axum::router::OpenApiRouter;

use super::state::HeadState;

/// Handlers that add themselves to the OpenAPI document.
pub(crate) type Documented = OpenApiRouter<HeadState>;

/// Declares `routes()`, which gives the router its handlers at the paths and methods of their `utoipa::path`, and `documented()`, which
/// adds the same handlers to the OpenAPI document. The code that builds the document takes megabytes and only tests call it, so the
/// router is built separately.
macro_rules! calls {
    ($($($part:ident)::+),+ $(,)?) => {
        /// The calls of this folder for the router.
        pub fn routes() -> axum::Router<$crate::web::HeadState> {
            let router = axum::Router::new();
            $(
                let path = utoipa_axum::routes!(@path [path()] of $($part)::+);
                let methods = utoipa_axum::routes!(@path [methods()] of $($part)::+);
                let router = methods.iter().fold(router, |router: axum::Router<_>, method| {
                    let method = utoipa_axum::PathItemExt::to_method_filter(method);
                    router.route(&path, axum::routing::on(method, $($part)::+))
                });
            )+
            router
        }

        /// The calls of this folder for the OpenAPI document.
        pub(in crate) fn documented(document: $crate::web::Documented) -> $crate::web::Documented {
            $(let document = document.routes(utoipa_axum::routes!($($part)::+));)+
            document
        }
    };
}

pub(crate) use calls;
