//! Early exit: help text or an error to print, with the exit code.

use std::fmt;

/// Exit code for wrong usage.
pub const EXIT_USAGE: u8 = 2;
/// Exit code for a valid command that cannot be carried out.
pub const EXIT_FAILED: u8 = 1;

/// There is nothing to run: a text to print and an exit code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlyExit {
    /// Help or error message, ready to print.
    pub text: String,
    /// 0 after help, [`EXIT_USAGE`] after wrong usage, [`EXIT_FAILED`] if the data folder cannot be entered.
    pub code: u8,
}

impl EarlyExit {
    /// Wrong usage, explained in `text`.
    pub fn usage(text: impl fmt::Display) -> Self {
        EarlyExit { text: format!("error: {text}\n"), code: EXIT_USAGE }
    }

    /// A command that cannot be carried out, for the reason in `text`.
    pub fn failed(text: impl fmt::Display) -> Self {
        EarlyExit { text: format!("{text}\n"), code: EXIT_FAILED }
    }

    /// Prints help to standard output and errors to standard error.
    pub fn print(&self) {
        if self.code == 0 { print!("{}", self.text) } else { eprint!("{}", self.text) }
    }
}

impl From<clap::Error> for EarlyExit {
    fn from(error: clap::Error) -> Self {
        EarlyExit { text: error.render().to_string(), code: u8::try_from(error.exit_code()).unwrap_or(EXIT_USAGE) }
    }
}
