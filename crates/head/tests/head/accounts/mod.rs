//! Users of head office over HTTP: sign-in, second factor, sessions, roles, the record.

mod known_devices;
mod present_code;
mod second_factor;
mod server;
mod sessions;
mod users;
mod writes;
