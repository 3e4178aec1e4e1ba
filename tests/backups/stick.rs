//! Continuous backup to a mounted USB stick: nothing is written to the empty mount point while the stick is out.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::cli::{busy_bar, sells, until};

fn mount(arguments: &[&str], place: &Path) -> bool {
    Command::new("mount").args(arguments).arg(place).output().is_ok_and(|output| output.status.success())
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_written_to_the_empty_mount_point_of_a_stick() {
    let room = tempfile::tempdir().expect("room");
    let (data, stick, place) = (room.path().join("bar"), room.path().join("stick"), room.path().join("place"));
    fs::create_dir(&stick).and_then(|()| fs::create_dir(&place)).expect("folders");
    // The file system is mounted a second time elsewhere, so that it keeps its files while the stick is out.
    let bind = stick.display().to_string();
    if !mount(&["-t", "tmpfs", "-o", "size=32m", "tmpfs"], &stick) {
        println!("SKIPPED: this user may not mount a disk, so a stick that is pulled out was not tried.");
        return;
    }
    assert!(mount(&["--bind", &bind], &place), "mounted");
    let target = place.display().to_string();
    let (bar, phone, _) = busy_bar(&data, &["--copy-to", &target], 5).await;
    let is = |state: &'static str| move |list: &serde_json::Value| list["continuous"]["state"] == state;
    until(&phone, "/api/backups", is("ok")).await;

    let pulled = Command::new("umount").args(["--lazy"]).arg(&place).status();
    assert!(pulled.is_ok_and(|status| status.success()), "unmounted");
    sells(&phone, "without a stick", 5).await;
    let failed = until(&phone, "/api/backups", is("failed")).await;
    let words = failed["continuous"]["error"].as_str().expect("words");
    assert!(words.contains(&target) && words.contains("Is the stick in?"), "{words}");
    assert_eq!(fs::read_dir(&place).expect("a folder").count(), 0, "it was written to the box's own card");

    assert!(mount(&["--bind", &bind], &place), "mounted again");
    sells(&phone, "with it again", 1).await;
    let ok = until(&phone, "/api/backups", |list| is("ok")(list) && list["continuous"]["lagSeconds"] == 0).await;
    assert_eq!(ok["continuous"]["error"], serde_json::Value::Null);
    bar.terminate();
    for folder in [&place, &stick] {
        let _ = Command::new("umount").arg("--lazy").arg(folder).status();
    }
}
