//! Serves browsers and monitoring until head office stops.

use std::future::Future;

use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use super::{metrics_router, router};
use crate::web::HeadState;
use web::server::limits::Limits;
use web::server::serve::{TlsListener, serve as serve_plain, serve_tls};

/// Serves `web`, over TLS with an acceptor, and `/metrics` at `metrics`, until `shutdown` completes.
pub async fn serve<S>(state: HeadState, web: TcpListener, tls: Option<TlsAcceptor>, metrics: TcpListener, shutdown: impl Fn() -> S)
where
    S: Future<Output = ()>,
{
    let limits = Limits::of_this_machine();
    let pages = async {
        match tls {
            Some(acceptor) => serve_tls(TlsListener { listener: web, acceptor }, router(state.clone()), limits, shutdown()).await,
            None => serve_plain(web, None, router(state.clone()), limits, shutdown()).await,
        }
    };
    tokio::join!(pages, serve_plain(metrics, None, metrics_router(state.clone()), limits, shutdown()));
}
