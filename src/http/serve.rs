//! stub
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub std::net::SocketAddr);
