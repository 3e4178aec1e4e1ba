//! What the box's server and head office's share: connections, limits, bodies, forms, throttling, passwords, certificates, names on the
//! network, the files of the screens. It knows `base` alone, and nothing of a bar or of a call.
//!
//! | module | what it does |
//! |---|---|
//! | [`server`] | connections, limits, timeouts, TLS, allowed hosts, files of the screens |
//! | [`body_budget`], [`form`], [`headers`] | read and validate requests |
//! | [`throttle`], [`hash_queue`], [`device_key`], [`password`] | sign-ins |
//! | [`client`] | the one HTTP client |
//! | [`https`] | the box's own certificate authority, and connections that check one |
//! | [`discovery`] | addresses of this machine, announced and browsed names |

pub mod body_budget;
pub mod client;
pub mod device_key;
pub mod discovery;
pub mod form;
pub mod hash_queue;
pub mod headers;
pub mod https;
pub mod password;
pub mod server;
pub mod throttle;
