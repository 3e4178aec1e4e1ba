//! Settings of the fiscal device: where its adapter is, and when receipts print.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use base::host::{Host, parse_http_url};

/// Longest wait for a signature before a receipt prints, in seconds.
const WAIT_SECONDS_MAX: u32 = 60;
/// Wait of a new bar, in seconds.
const WAIT_SECONDS_FIRST: u32 = 5;
/// Longest address of an adapter, in characters.
const URL_MAX: usize = 200;

/// When a receipt prints that is still to be signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[derive(EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum FiscalPolicy {
    /// At once.
    Later,
    /// When it is signed, or after a few seconds.
    Wait,
    /// When it is signed.
    Hold,
}

base::words!(FiscalPolicy);

/// The settings of the fiscal device.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiscalSettings {
    /// Address of the adapter; `None` without a device.
    pub url: Option<String>,
    pub policy: FiscalPolicy,
    /// Of [`FiscalPolicy::Wait`].
    pub wait_seconds: u32,
}

impl Default for FiscalSettings {
    fn default() -> Self {
        FiscalSettings { url: None, policy: FiscalPolicy::Later, wait_seconds: WAIT_SECONDS_FIRST }
    }
}

/// A change of these settings; `None` keeps.
#[derive(Debug, Clone, Default)]
pub struct SetFiscal {
    /// See [`FiscalSettings::url`]; `Some(None)` removes it.
    pub url: Option<Option<String>>,
    /// See [`FiscalSettings::policy`].
    pub policy: Option<FiscalPolicy>,
    /// See [`FiscalSettings::wait_seconds`].
    pub wait_seconds: Option<i64>,
}

impl SetFiscal {
    /// `now` with these changes; a number out of range becomes one that [`FiscalSettings::check`] refuses.
    pub(super) fn applied_to(&self, now: &FiscalSettings) -> FiscalSettings {
        FiscalSettings {
            url: self.url.as_ref().unwrap_or(&now.url).clone(),
            policy: self.policy.unwrap_or(now.policy),
            wait_seconds: self.wait_seconds.map_or(now.wait_seconds, |seconds| u32::try_from(seconds).unwrap_or(0)),
        }
    }
}

impl FiscalSettings {
    /// What is wrong with them, by field.
    pub(super) fn check(&self) -> Vec<(&'static str, String)> {
        let mut found = Vec::new();
        if self.url.as_deref().is_some_and(|url| !is_near(url)) {
            found.push(("fiscal.url", "Must be an address on this box or in its network, such as http://127.0.0.1:8090".to_owned()));
        }
        if !(1..=WAIT_SECONDS_MAX).contains(&self.wait_seconds) {
            found.push(("fiscal.waitSeconds", format!("Must be between 1 and {WAIT_SECONDS_MAX}")));
        }
        found
    }
}

/// Whether it is an `http://` address of this machine or of a private network: sales figures stay in the bar's network.
fn is_near(url: &str) -> bool {
    let Some(parsed) = parse_http_url(url).filter(|parsed| parsed.scheme() == "http" && url.chars().count() <= URL_MAX) else {
        return false;
    };
    let has_user = !parsed.username().is_empty() || parsed.password().is_some();
    let is_near = match parsed.host_str().and_then(Host::parse) {
        Some(Host::Address(IpAddr::V4(address))) => address.is_loopback() || address.is_private(),
        Some(Host::Address(IpAddr::V6(address))) => address.is_loopback(),
        Some(Host::Name(name)) => name == "localhost",
        None => false,
    };
    is_near && !has_user
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_adapter_is_on_the_box_or_in_its_network() {
        for (url, fits) in [
            ("http://127.0.0.1:8090", true),
            ("http://localhost:8090/sign", true),
            ("http://192.168.1.20/vsdc?terminal=1", true),
            ("http://10.0.0.7:1", true),
            ("http://172.16.4.4", true),
            ("https://192.168.1.20", false),
            ("http://172.32.0.1", false),
            ("http://8.8.8.8", false),
            ("http://0.0.0.0:8090", false),
            ("http://169.254.1.1", false),
            ("http://adapter.local", false),
            ("http://user:secret@127.0.0.1", false),
            ("127.0.0.1:8090", false),
            ("ftp://127.0.0.1", false),
            ("", false),
        ] {
            assert_eq!(is_near(url), fits, "{url}");
        }
    }
}
