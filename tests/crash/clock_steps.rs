//! Somebody clocks in and out, takes a break and comes back, and each time the box is killed: every step counts once.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use store::{Folder, Store};

use crate::box_process::BoxProcess;
use crate::phone::Phone;
use crate::rebuild_check::assert_rebuilds;
use crate::rng::SeededRng;
use crate::rounds;

/// The steps of a night, with the state that each leaves.
const STEPS: [(&str, &str); 4] = [("in", "in"), ("break", "break"), ("back", "in"), ("out", "out")];
/// The box is killed within this time after the request was sent, in microseconds: before, while and after it answers.
const KILLED_WITHIN: u64 = 12_000;

/// Sends a step and kills the box in the middle or right after the answer; returns the answer, if there was one.
async fn step_and_kill(folder: &Path, token: &str, step: &str, key: &str, wait: Option<u64>) -> Option<Value> {
    let bar = BoxProcess::open(folder, &[]);
    let phone = Phone::new(bar.port(), token);
    let (path, key) = (format!("/api/clock/{step}"), key.to_owned());
    let request = tokio::spawn(async move { phone.post(&path, &json!({}), Some(&key)).await });
    match wait {
        None => {
            let answer = request.await.expect("no panic").expect("an answer").is(200);
            bar.kill();
            Some(answer)
        }
        Some(micros) => {
            tokio::time::sleep(Duration::from_micros(micros)).await;
            bar.kill();
            request.await.expect("no panic").ok().map(|answer| answer.is(200))
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_step_of_the_clock_counts_once_however_often_the_box_is_killed() {
    let folder = tempfile::tempdir().expect("room");
    let mut rng = SeededRng::from_env();
    let token = {
        let bar = BoxProcess::open(folder.path(), &[]);
        let token = Phone::first_sign_in(bar.port()).await;
        let on = json!({"clock": {"mode": "on"}});
        Phone::new(bar.port(), &token).put("/api/settings", &on).await.expect("an answer").is(200);
        bar.kill();
        token
    };
    let nights = rounds().div_ceil(5);
    for night in 0..nights {
        for (step, state) in STEPS {
            let key = format!("{night}-{step}");
            let wait = (rng.below(3) > 0).then(|| rng.below(KILLED_WITHIN));
            let told = step_and_kill(folder.path(), &token, step, &key, wait).await;
            let bar = BoxProcess::open(folder.path(), &[]);
            let phone = Phone::new(bar.port(), &token);
            let before = phone.sees("/api/clock").await;
            if let Some(told) = &told {
                assert_eq!(before["period"]["id"], told["period"]["id"], "{key}: what was told is there");
                assert_eq!(before["state"], state, "{key}");
            }
            // The phone does not know, and sends it again under its key.
            let again = phone.post(&format!("/api/clock/{step}"), &json!({}), Some(&key)).await.expect("an answer").is(200);
            if let Some(told) = told {
                assert_eq!(again, told, "{key}: the kept answer");
            }
            let after = phone.sees("/api/clock").await;
            assert_eq!(after["state"], state, "{key}");
            assert_eq!(after["period"]["breaks"].as_array().map(Vec::len), Some(usize::from(step != "in")), "{key}: one break");
            bar.kill();
        }
    }
    let bar = BoxProcess::open(folder.path(), &[]);
    let periods = Phone::new(bar.port(), &token).sees("/api/clock/periods").await;
    let periods = periods.as_array().expect("periods");
    assert_eq!(periods.len() as u64, nights, "one period a night: {periods:?}");
    assert!(periods.iter().all(|period| period["status"] == "done"), "{periods:?}");
    bar.terminate();
    assert_rebuilds(&Store::open(Folder::lock(folder.path()).expect("free")).expect("whole"));
}
