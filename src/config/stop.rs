//! Early exit: help text or a usage error, with the exit code.

use std::fmt;

/// Exit code for wrong usage.
pub const EXIT_USAGE: u8 = 2;
/// Exit code for a valid command that cannot be carried out.
pub const EXIT_FAILED: u8 = 1;

/// Nothing to run: a text to print and a code to exit with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// Help, or what is wrong, ready to print.
    pub text: String,
    /// 0 after help, [`EXIT_USAGE`] after wrong usage, [`EXIT_FAILED`] where the data folder cannot be entered.
    pub code: u8,
}

impl Stop {
    pub(super) fn usage(text: impl fmt::Display) -> Self {
        Stop { text: format!("error: {text}\n"), code: EXIT_USAGE }
    }

    pub(super) fn failed(text: impl fmt::Display) -> Self {
        Stop { text: format!("{text}\n"), code: EXIT_FAILED }
    }

    /// Prints help to standard output and errors to standard error.
    pub fn print(&self) {
        if self.code == 0 { print!("{}", self.text) } else { eprint!("{}", self.text) }
    }
}

impl From<clap::Error> for Stop {
    fn from(error: clap::Error) -> Self {
        Stop { text: error.render().to_string(), code: u8::try_from(error.exit_code()).unwrap_or(EXIT_USAGE) }
    }
}
