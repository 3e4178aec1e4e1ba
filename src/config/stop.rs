//! What ends the program instead of running anything: help, or what is wrong with what it was asked for.

use std::fmt;

/// Exit code for wrong usage.
pub const EXIT_USAGE: u8 = 2;
/// Exit code for what was asked for rightly and cannot be done.
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

    /// Prints the text where it belongs: help to the output, complaints to the error output.
    pub fn print(&self) {
        if self.code == 0 { print!("{}", self.text) } else { eprint!("{}", self.text) }
    }
}

impl From<clap::Error> for Stop {
    fn from(error: clap::Error) -> Self {
        Stop { text: error.render().to_string(), code: u8::try_from(error.exit_code()).unwrap_or(EXIT_USAGE) }
    }
}
