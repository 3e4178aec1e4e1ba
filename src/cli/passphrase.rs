//! The passphrase of encrypted backups for commands: from the settings, or asked for at the terminal without echo.

use std::io::{BufRead, IsTerminal, Write, stderr, stdin};
use std::path::Path;

use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

use super::{Failed, Operator};
use crate::backup::{Keyring, PASSPHRASE_MIN, holds_encrypted};
use crate::config::Config;

/// What Ctrl-C sends. While nothing is echoed it is a character that ends the line: a signal would leave the terminal without echo.
const CTRL_C: u8 = 3;

/// What new backups are encrypted with, as the settings say.
pub fn keyring(config: &Config) -> Result<Keyring, Failed> {
    let Some(passphrase) = config.passphrase.read()? else { return Ok(Keyring::default()) };
    if passphrase.reveal().chars().count() < PASSPHRASE_MIN {
        return Err(format!("The passphrase for backups is too short: take {PASSPHRASE_MIN} characters or more, best four words or more."));
    }
    Ok(Keyring::new(passphrase.reveal()))
}

/// What opens the backup at `path`: the passphrase of the settings, or one that is asked for at the terminal.
pub fn to_open(config: &Config, path: &Path, operator: &Operator) -> Result<Keyring, Failed> {
    if let Some(passphrase) = config.passphrase.read()? {
        return Ok(Keyring::new(passphrase.reveal()));
    }
    if !operator.on(path, holds_encrypted).unwrap_or(false) || !stdin().is_terminal() {
        return Ok(Keyring::default());
    }
    let passphrase = ask(&format!("Passphrase of {}: ", path.display()))?;
    if passphrase.is_empty() { Ok(Keyring::default()) } else { Ok(Keyring::new(&passphrase)) }
}

/// Asks at the terminal, which does not show what is typed.
pub fn ask(question: &str) -> Result<String, Failed> {
    let unread = |error: std::io::Error| format!("What was typed cannot be read: {error}.");
    let shown = tcgetattr(stdin()).map_err(|error| unread(error.into()))?;
    let mut hidden = shown.clone();
    hidden.local_modes.remove(LocalModes::ECHO | LocalModes::ISIG);
    hidden.special_codes[SpecialCodeIndex::VEOL] = CTRL_C;
    let _ = write!(stderr(), "{question}");
    let typed = {
        let _shown_again = Restore(shown);
        tcsetattr(stdin(), OptionalActions::Flush, &hidden).map_err(|error| unread(error.into()))?;
        first_line(&[b'\n', CTRL_C]).map_err(unread)
    };
    let _ = writeln!(stderr());
    let typed = typed?;
    if typed.contains(char::from(CTRL_C)) { Err("Nothing was done.".to_owned()) } else { Ok(typed) }
}

/// The first line of the standard input, up to one of `ends`; of these only the last is left out.
fn first_line(ends: &[u8]) -> std::io::Result<String> {
    let mut line = Vec::new();
    let mut input = stdin().lock();
    loop {
        let read = input.fill_buf()?;
        let Some(byte) = read.first().copied() else { break };
        input.consume(1);
        match byte {
            b'\n' => break,
            byte if ends.contains(&byte) => {
                line.push(byte);
                break;
            }
            byte => line.push(byte),
        }
    }
    String::from_utf8(line).map_err(std::io::Error::other)
}

/// One line from the standard input, without its end.
pub fn from_input() -> Result<String, Failed> {
    let line = first_line(b"\n").map_err(|error| format!("The standard input cannot be read: {error}."))?;
    Ok(line.trim().to_owned())
}

/// Puts the terminal back as it was.
struct Restore(Termios);

impl Drop for Restore {
    fn drop(&mut self) {
        let _ = tcsetattr(stdin(), OptionalActions::Flush, &self.0);
    }
}
