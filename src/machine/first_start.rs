//! The first start of a machine: its network, the screen at its HDMI port, the slip of a printer that is plugged in. Ends when the first
//! password was changed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::card_settings::{self, CardSettings};
use super::notes::{self, BOOT};
use super::welcome::{FirstSignIn, Wifi, screen};
use crate::engine::{Command, Engine};
use crate::paper::layout::address_slip::{AddressSlip, FirstSignIn as SlipSignIn};
use crate::printer::find::{Finders, UsbFinder};
use crate::printer::transport::driver::deliver;
use crate::printer::transport::timeouts::Timeouts;
use crate::printer::{AddressPolicy, Profile, escpos};
use crate::settings::{self, SetSettings};
use crate::staff;
use appliance::Machine;
use appliance::network::{InterfaceKind, InterfaceState, JoinedWifi, Mode, Network, OwnWifi, SSID_BYTES_MAX, Settings};
use base::{Actor, NetworkAddresses};
use store::Store;

/// How often screen and printers are looked at.
const LOOK: Duration = Duration::from_secs(2);
/// Longest time until the radio of a machine that starts is known.
const RADIO_WAIT: Duration = Duration::from_secs(20);
/// Longest time until a Wi-Fi is joined. After it the box makes one of its own, so that the owner reaches it.
const JOIN_WAIT: Duration = Duration::from_secs(60);
/// Name of the bar, and of its Wi-Fi, unless the card says another.
const NAME: &str = "Barback";

/// What the first start needs of the box.
pub struct FirstStart {
    pub machine: Arc<Machine>,
    pub engine: Engine,
    pub store: Arc<Store>,
    pub data: PathBuf,
    pub access: Arc<AddressPolicy>,
    /// The box's addresses now.
    pub addresses: Box<dyn Fn() -> NetworkAddresses + Send + Sync>,
}

impl FirstStart {
    /// Runs until the first password was changed, or a person has signed in to a restored bar. If that was before, only the country of the radio
    /// is noted.
    pub async fn run(self) {
        let Some(mut first) = FirstSignIn::read(&self.data) else { return self.note_country().await };
        let (card, mut mistakes) = card_settings::read_in(Path::new(BOOT));
        mistakes.extend(notes::restore_failure());
        mistakes.iter().for_each(|mistake| println!("{mistake}"));
        self.take_settings(&card).await;
        if self.machine.services().network
            && let Err(error) = self.make_network(&card).await
        {
            tracing::error!("the first network could not be made: {error}");
        }
        let mut shown = String::new();
        while self.is_waiting(&first) {
            let own = self.own_wifi().await;
            let wifi = own.as_ref().map(|wifi| Wifi { ssid: &wifi.ssid, password: &wifi.password });
            let url = (self.addresses)().staff_url();
            let text = screen(wifi, url.as_deref(), &first, &mistakes);
            if text != shown {
                notes::write("screen", &text);
                shown = text;
            }
            // Without an address the slip would not say what to open.
            if !first.printed && url.is_some() {
                self.print(&mut first, wifi).await;
            }
            sleep(LOOK).await;
        }
        FirstSignIn::forget(&self.data);
        notes::write("screen", "");
    }

    /// Whether the first password still has to be changed, or a restored bar waits for its first sign-in.
    fn is_waiting(&self, first: &FirstSignIn) -> bool {
        if first.password.is_none() {
            return !self.store.read(staff::has_sessions).unwrap_or(false);
        }
        let users = self.store.read(staff::all_users).unwrap_or_default();
        users.iter().any(|user| user.username == first.username && user.must_change_password)
    }

    /// Takes the bar's name and time zone from the card, while the settings still have their defaults.
    async fn take_settings(&self, card: &CardSettings) {
        let (Ok(now), defaults) = (self.store.read(settings::settings), settings::Settings::default()) else { return };
        let name = card.name.clone().filter(|name| now.business_name == defaults.business_name && *name != now.business_name);
        let time_zone = card.time_zone.clone().filter(|zone| now.time_zone == defaults.time_zone && *zone != now.time_zone);
        if name.is_none() && time_zone.is_none() {
            return;
        }
        let command = SetSettings { business_name: name, time_zone, ..SetSettings::default() };
        if let Err(error) = self.engine.run(Command::Settings(Box::new(command)), Actor::the_box()).await {
            tracing::warn!("the settings of the card could not be used: {error:?}");
        }
    }

    /// Makes the network of a new machine: the Wi-Fi that the card names, else one of its own. One that was made before stays.
    async fn make_network(&self, card: &CardSettings) -> Result<(), appliance::BusError> {
        let network = self.known_radio().await?;
        if !network.settings.wifi.ssid.is_empty() || !network.settings.join.ssid.is_empty() {
            note_country_of(&network);
            return Ok(());
        }
        let mode = match (&card.wifi_name, network.abilities.own) {
            (Some(_), _) if network.abilities.join => Mode::Join,
            (_, true) => Mode::Own,
            (_, false) => Mode::Cable,
        };
        let password = web::password::generate().map_err(|error| appliance::BusError::Broken(error.to_string()))?;
        // A restored bar has a name already.
        let name = self.store.read(settings::settings).map(|settings| settings.business_name.clone()).ok();
        let own = OwnWifi { ssid: wifi_name(name.as_deref()), password, ..network.settings.wifi };
        let wifi = OwnWifi { country: card.wifi_country.clone().unwrap_or(own.country.clone()), ..own };
        let join =
            JoinedWifi { ssid: card.wifi_name.clone().unwrap_or_default(), password: card.wifi_password.clone().unwrap_or_default() };
        let wanted = Settings { mode, wifi, join, ..network.settings };
        notes::write("wifi-country", &wanted.wifi.country);
        self.machine.set_first_network(&wanted).await?;
        if mode == Mode::Join && !self.is_joined().await? {
            println!("The box could not join the Wi-Fi {}. It has a Wi-Fi of its own instead.", wanted.join.ssid);
            let mode = if network.abilities.own { Mode::Own } else { Mode::Cable };
            self.machine.set_first_network(&Settings { mode, ..wanted }).await?;
        }
        Ok(())
    }

    /// Tells the machine the country of its radio, which NetworkManager does not keep.
    async fn note_country(&self) {
        if !self.machine.services().network {
            return;
        }
        match self.known_radio().await {
            Ok(network) => note_country_of(&network),
            Err(error) => tracing::warn!("the country of the radio is not known: {error}"),
        }
    }

    /// The network, once a radio is known or cannot be expected any more.
    async fn known_radio(&self) -> Result<Network, appliance::BusError> {
        let began = Instant::now();
        loop {
            let network = self.machine.network().await;
            match network {
                Ok(network) if network.abilities.join || began.elapsed() > RADIO_WAIT => return Ok(network),
                Err(error) if began.elapsed() > RADIO_WAIT => return Err(error),
                Ok(_) | Err(_) => sleep(LOOK).await,
            }
        }
    }

    async fn is_joined(&self) -> Result<bool, appliance::BusError> {
        let began = Instant::now();
        while began.elapsed() < JOIN_WAIT {
            let interfaces = self.machine.network().await?.interfaces;
            let is_on = |kind| interfaces.iter().any(|one| one.kind == kind && one.state == InterfaceState::On);
            if is_on(InterfaceKind::Wifi) {
                return Ok(true);
            }
            sleep(LOOK).await;
        }
        Ok(false)
    }

    /// The box's own Wi-Fi, if it is the one that phones join.
    async fn own_wifi(&self) -> Option<OwnWifi> {
        let settings = self.machine.network().await.ok()?.settings;
        (settings.mode == Mode::Own).then_some(settings.wifi)
    }

    /// Prints the slip on the first USB printer that takes it, once.
    async fn print(&self, first: &mut FirstSignIn, wifi: Option<Wifi<'_>>) {
        let found = Finders::new(vec![Box::new(UsbFinder::new("/dev", "/sys"))]).find().await;
        let title = self.store.read(settings::settings).map(|settings| settings.business_name.clone()).unwrap_or_else(|_| NAME.to_owned());
        let addresses = (self.addresses)();
        let (url, name_url) = (addresses.staff_url(), addresses.name_url());
        for location in found.keys() {
            let profile = Profile::default();
            let password = first.password.as_deref();
            let sign_in = password.map(|password| SlipSignIn { username: &first.username, password: Some(password), keeps: true });
            let slip = AddressSlip {
                title: &title,
                url: url.as_deref(),
                name_url: name_url.as_deref(),
                secure: None,
                wifi: wifi.map(|wifi| (wifi.ssid, wifi.password)),
                first: sign_in,
            };
            let bytes = escpos::encode(&slip.paper(None, profile));
            let sent = deliver(&location.target(), &profile, &bytes, &Timeouts::default(), &self.access, || async { Ok(()) }).await;
            match sent {
                Ok(_) => {
                    first.printed = true;
                    if let Err(error) = first.write(&self.data) {
                        tracing::warn!("the slip may be printed again: {error}");
                    }
                    return;
                }
                Err(error) => tracing::warn!("the slip could not be printed: {error}"),
            }
        }
    }
}

/// Without a Wi-Fi of its own the box has no country but that of the card.
fn note_country_of(network: &Network) {
    if !network.settings.wifi.ssid.is_empty() {
        notes::write("wifi-country", &network.settings.wifi.country);
    }
}

/// The name of the own Wi-Fi: the bar's, cut to what a Wi-Fi's name can hold.
fn wifi_name(bar: Option<&str>) -> String {
    let mut name = bar.unwrap_or(NAME).to_owned();
    while name.len() > SSID_BYTES_MAX {
        name.pop();
    }
    name.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_bar_fits_a_wifi() {
        assert_eq!(wifi_name(None), "Barback");
        assert_eq!(wifi_name(Some("Sunset Bar & Grill")), "Sunset Bar & Grill");
        assert_eq!(wifi_name(Some("Âme Âme Âme Âme Âme Âme Âme Âme Âme")), "Âme Âme Âme Âme Âme Âme Â");
    }
}
