//! Simulated power cuts, and work on the data folder while the box is stopped.

use std::path::Path;

use barback::engine::Clock;
use base::Timestamp;

use super::TestBar;

impl TestBar {
    /// Stops the box, calls `work` with its data folder and the current time, and starts the box again.
    pub async fn while_closed(&mut self, work: impl FnOnce(&Path, Timestamp)) {
        self.shut_down().await;
        work(&self.config.data, self.clock.now());
        self.clock.reboot();
        self.start_up().await;
    }

    /// Simulates a power cut: closes no connection, flushes nothing, and restarts on a copy of the files as they were at that moment.
    pub async fn loses_power(&mut self) {
        let folder = tempfile::tempdir().expect("a folder");
        for file in std::fs::read_dir(&self.config.data).expect("a folder") {
            let file = file.expect("a file");
            if !file.file_type().expect("a kind").is_file() {
                continue;
            }
            std::fs::copy(file.path(), folder.path().join(file.file_name())).expect("copied");
        }
        self.running.take().expect("the bar is open").served.abort();
        folder.path().clone_into(&mut self.config.data);
        self.folder = folder;
        self.clock.reboot();
        self.start_up().await;
    }
}
