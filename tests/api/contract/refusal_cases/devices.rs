//! The refusals of enrolled devices, which leave a count.

use std::time::Duration;

use crate::bar::TestBar;
use crate::devices::{self, PIN, SENIOR_PIN};

/// Provokes each of them. Returns their codes.
pub async fn refusals_of_devices(bar: &TestBar) -> Vec<String> {
    bar.sets_pins().await;
    let (device, door) = (bar.enrols("Bar tablet").await, bar.enrols("Door").await);
    let manager = bar.signs_in_by_pin(&device, devices::MANAGER, SENIOR_PIN).await;
    let needs_password = manager.get("/api/devices").await;
    let mut refusals = vec![(needs_password, "password_required", "Enter your password to do this")];
    refusals.push((bar.tries_pin(&device, devices::BARTENDER, "9999").await, "wrong_pin", "Wrong PIN"));
    for device in [&device, &door] {
        for _ in 0..15 {
            bar.tries_pin(device, devices::BARTENDER, "9999").await;
            bar.clock.pass(Duration::from_secs(900));
        }
    }
    refusals.push((bar.tries_pin(&door, devices::BARTENDER, PIN).await, "pin_off", "This PIN is off. Sign in with your password."));
    for user_id in 100..130 {
        bar.tries_pin(&door, user_id, "9999").await;
    }
    refusals.push((bar.tries_pin(&door, devices::BARTENDER, PIN).await, "device_locked", "This device is locked. Ask a manager."));
    let codes = refusals.into_iter().map(|(answer, code, message)| {
        assert_eq!(answer.refused(403, code)["message"], message);
        code.to_owned()
    });
    codes.collect()
}
