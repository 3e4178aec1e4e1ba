//! The way in: read what was asked for, run it, hand back the exit code.

use std::process::ExitCode;

use barback::config::{self, Action};

fn main() -> ExitCode {
    match config::from_machine() {
        Ok(Action::Serve(config)) => barback::app::serve(&config),
        Ok(Action::Follow(first, config)) => barback::app::follow(&config, first),
        Ok(Action::Do(task, config)) => barback::cli::run(&task, &config),
        Ok(Action::Version) => {
            println!("{}", config::version());
            ExitCode::SUCCESS
        }
        Err(stop) => {
            stop.print();
            ExitCode::from(stop.code)
        }
    }
}
