//! Startup messages on the console: addresses, QR code, demo accounts.

use std::net::{IpAddr, SocketAddr};

use crate::demo;
use crate::menu::qr::QrPicture;
use base::NetworkAddresses;
use web::discovery::addresses;

/// Host and port for a browser on this machine: `localhost` if the box listens on it, otherwise the address that it listens on.
pub fn local_address(listen: SocketAddr) -> String {
    let ip = listen.ip().to_canonical();
    let host = match ip {
        _ if ip.is_unspecified() || ip.is_loopback() => "localhost".to_owned(),
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    };
    format!("{host}:{}", listen.port())
}

/// Prints the addresses for phones, and on the first start a QR code to scan from the screen.
pub fn print_addresses(listen: SocketAddr, is_first_start: bool) {
    let found = NetworkAddresses { port: listen.port(), addresses: addresses::reachable_at(listen.ip()), ..NetworkAddresses::default() };
    for one in &found.addresses {
        println!("Phones on the bar's Wi-Fi: {}", found.url(one.address));
    }
    if listen.ip().to_canonical().is_loopback() {
        println!("Only this computer can reach it. To let phones in, add --listen 0.0.0.0:{}.", listen.port());
    }
    if let (true, Some(Ok(code))) = (is_first_start, found.staff_url().map(|url| QrPicture::new(&url))) {
        println!("{}", code.blocks());
    }
}

/// Prints the demo accounts, and warns that their passwords are public.
pub fn print_demo_accounts(listen: SocketAddr) {
    println!("This is a demo bar: sign in as {}", demo::ACCOUNTS.map(|(name, password, _)| format!("{name}/{password}")).join(", "));
    if listen.ip().to_canonical().is_loopback() {
        println!("Everybody knows these passwords. Let phones in only on a network where you trust everyone.");
    } else {
        println!("Everybody knows these passwords: anyone on this network can sign in as admin.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_local_address_is_one_that_the_box_listens_on() {
        for (listen, local) in [
            ("0.0.0.0:8080", "localhost:8080"),
            ("[::]:80", "localhost:80"),
            ("127.0.0.1:9", "localhost:9"),
            ("[::1]:9", "localhost:9"),
            ("192.168.8.1:80", "192.168.8.1:80"),
            ("[fd00::7]:80", "[fd00::7]:80"),
        ] {
            assert_eq!(local_address(listen.parse().expect("an address")), local, "{listen}");
        }
    }
}
