//! What the box says on its console when it opens.

use crate::base::Whereabouts;
use crate::discovery::addresses;
use crate::menu::qr::QrPicture;

/// Says where phones find the box; before the very first sign-in also as a code, to be scanned from the screen.
pub fn say_addresses(port: u16, first: bool) {
    let found = Whereabouts { port, places: addresses::places(), ..Whereabouts::default() };
    for place in &found.places {
        println!("Phones on the bar's Wi-Fi: {}", found.url(place.address));
    }
    if let (true, Some(Ok(code))) = (first, found.staff_url().map(|url| QrPicture::new(&url))) {
        println!("{}", code.blocks());
    }
}
