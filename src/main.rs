//! Entry point: parses the command line, runs the command, returns the exit code.

use std::process::ExitCode;

use barback::cli::Operator;
use barback::config::{self, Action};

fn main() -> ExitCode {
    // The closure runs before any file in the data folder is opened and before a second thread is started.
    let mut operator = Operator::default();
    let action = config::from_environment(&mut |data, names_files| {
        operator = Operator::drop_root(data, names_files)?;
        Ok(())
    });
    match action {
        Ok(Action::Serve(config)) => barback::app::serve(&config),
        Ok(Action::Follow(first, config)) => barback::app::follow(&config, first),
        Ok(Action::Do(task, config)) => barback::cli::run(&task, &config, &operator),
        Ok(Action::Version) => {
            println!("{}", config::version());
            ExitCode::SUCCESS
        }
        Err(exit) => {
            exit.print();
            ExitCode::from(exit.code)
        }
    }
}
