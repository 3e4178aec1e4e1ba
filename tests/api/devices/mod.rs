//! Enrolled devices: enrolment, PINs, sessions on them, and attacks on all of that.

mod attacks;
mod enrolment;
mod guesses;
mod moved_box;
mod names;
mod pins;
mod sessions;

use serde_json::{Value, json};

use crate::bar::{ADMIN_PASSWORD, Answer, BARTENDER_PASSWORD, MANAGER_PASSWORD, Person, TestBar, text};

/// Ids of the accounts of every test bar.
pub const ADMIN: u64 = 1;
pub const MANAGER: u64 = 2;
pub const BARTENDER: u64 = 3;
/// PINs that nothing in them makes easy to guess.
pub const PIN: &str = "4071";
pub const SENIOR_PIN: &str = "407182";

/// An enrolled device, as its browser knows it.
#[derive(Clone)]
pub struct TestDevice {
    pub id: u64,
    /// `barback_device=…`.
    pub cookie: String,
}

/// The pair `name=value` of the cookie that an answer sets.
#[track_caller]
pub fn cookie_of(answer: &Answer, name: &str) -> String {
    let mut set = answer.headers().get_all("set-cookie").iter().map(|value| value.to_str().expect("text"));
    let set = set.rfind(|text| text.starts_with(&format!("{name}="))).unwrap_or_else(|| panic!("no cookie {name}"));
    set.split(';').next().expect("a pair").to_owned()
}

impl TestBar {
    /// A code for a device with these fields.
    pub async fn device_code(&self, fields: Value) -> String {
        text(&self.manager().post("/api/devices/codes", fields).await.created()["code"]).to_owned()
    }

    /// Enrols a till device with this name.
    pub async fn enrols(&self, name: &str) -> TestDevice {
        self.enrols_with(json!({"name": name, "kind": "till"})).await
    }

    /// Enrols a device with these fields.
    pub async fn enrols_with(&self, fields: Value) -> TestDevice {
        let code = self.device_code(fields).await;
        let answer = self.guest().post("/api/devices/enrol", json!({"code": code})).await;
        let cookie = cookie_of(&answer, "barback_device");
        let id = answer.created()["device"]["id"].as_u64().expect("an id");
        TestDevice { id, cookie }
    }

    /// A browser on this device, in which nobody is signed in.
    pub fn at(&self, device: &TestDevice) -> Person {
        self.guest().with_cookies(&device.cookie)
    }

    /// Tries a PIN on a device.
    pub async fn tries_pin(&self, device: &TestDevice, user_id: u64, pin: &str) -> Answer {
        self.at(device).post("/api/pin/sign-in", json!({"userId": user_id, "pin": pin})).await
    }

    /// Signs in by PIN.
    pub async fn signs_in_by_pin(&self, device: &TestDevice, user_id: u64, pin: &str) -> Person {
        let answer = self.tries_pin(device, user_id, pin).await.ok();
        self.with_token(text(&answer["token"])).with_cookies(&device.cookie)
    }

    /// Gives the three accounts their PINs.
    pub async fn sets_pins(&self) {
        for (person, password, pin) in [
            (self.bartender(), BARTENDER_PASSWORD, PIN),
            (self.manager(), MANAGER_PASSWORD, SENIOR_PIN),
            (self.admin(), ADMIN_PASSWORD, SENIOR_PIN),
        ] {
            person.sets_pin(password, pin).await.ok();
        }
    }

    /// A bar with PINs and a till device.
    pub async fn with_device() -> (TestBar, TestDevice) {
        let bar = TestBar::open().await;
        bar.sets_pins().await;
        let device = bar.enrols("Bar tablet").await;
        (bar, device)
    }
}

impl Person {
    /// Chooses a PIN.
    pub async fn sets_pin(&self, password: &str, pin: &str) -> Answer {
        self.post("/api/pin", json!({"newPin": pin, "currentPassword": password})).await
    }
}
