//! Startup messages on the console: addresses, QR code, demo accounts.

use std::net::{IpAddr, SocketAddr};

use crate::base::Whereabouts;
use crate::demo;
use crate::discovery::addresses;
use crate::menu::qr::QrPicture;

/// Host and port for a browser on this machine: `localhost` if the box listens there, else the one address that it listens on.
pub fn local_address(listen: SocketAddr) -> String {
    let ip = listen.ip().to_canonical();
    let host = match ip {
        _ if ip.is_unspecified() || ip.is_loopback() => "localhost".to_owned(),
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    };
    format!("{host}:{}", listen.port())
}

/// Prints the addresses for phones; before the first sign-in also a QR code to scan from the screen.
pub fn print_addresses(listen: SocketAddr, first: bool) {
    let found = Whereabouts { port: listen.port(), places: addresses::places_at(listen.ip()), ..Whereabouts::default() };
    for place in &found.places {
        println!("Phones on the bar's Wi-Fi: {}", found.url(place.address));
    }
    if listen.ip().to_canonical().is_loopback() {
        println!("No phone reaches it: it listens to this machine alone. --listen 0.0.0.0:{} lets phones in.", listen.port());
    }
    if let (true, Some(Ok(code))) = (first, found.staff_url().map(|url| QrPicture::new(&url))) {
        println!("{}", code.blocks());
    }
}

/// Prints the demo accounts, and warns who on the network can use them.
pub fn print_demo_accounts(listen: SocketAddr) {
    println!("This is a demo bar: sign in as {}", demo::ACCOUNTS.map(|(name, password, _)| format!("{name}/{password}")).join(", "));
    if listen.ip().to_canonical().is_loopback() {
        println!("Everybody knows these passwords. Let phones in only where you know everybody on the network.");
    } else {
        println!("Everybody knows these passwords: anybody on this network can sign in as admin.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_local_address_is_one_that_the_box_listens_on() {
        for (listen, here_it_is) in [
            ("0.0.0.0:8080", "localhost:8080"),
            ("[::]:80", "localhost:80"),
            ("127.0.0.1:9", "localhost:9"),
            ("[::1]:9", "localhost:9"),
            ("192.168.8.1:80", "192.168.8.1:80"),
            ("[fd00::7]:80", "[fd00::7]:80"),
        ] {
            assert_eq!(local_address(listen.parse().expect("an address")), here_it_is, "{listen}");
        }
    }
}
