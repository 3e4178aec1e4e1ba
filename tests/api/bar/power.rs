//! Power cuts and work on a closed bar.

use std::path::Path;

use barback::base::Timestamp;
use barback::engine::Clock;

use super::TestBar;

impl TestBar {
    /// Closes the bar, calls `work` with its folder and the current time, and opens it again.
    pub async fn while_closed(&mut self, work: impl FnOnce(&Path, Timestamp)) {
        self.shut_down().await;
        work(&self.config.data, self.clock.now());
        self.clock.reboot();
        self.start_up().await;
    }

    /// Cuts the power: no connection is closed and nothing is flushed. Restarts with the files as they were at that moment.
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
        self._folder = folder;
        self.clock.reboot();
        self.start_up().await;
    }
}
