//! Terminal input: prompts without echo, and lines from standard input.

use std::io::{BufRead, Write, stderr, stdin};

use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

/// The character of Ctrl-C. While echo is off it ends the line instead of raising a signal, which would leave the terminal without echo.
const CTRL_C: u8 = 3;

/// Prompts at the terminal and reads a line without echo.
pub fn ask(question: &str) -> Result<String, String> {
    let unread = |error: std::io::Error| format!("The input cannot be read: {error}.");
    let original = tcgetattr(stdin()).map_err(|error| unread(error.into()))?;
    let mut hidden = original.clone();
    hidden.local_modes.remove(LocalModes::ECHO | LocalModes::ISIG);
    hidden.special_codes[SpecialCodeIndex::VEOL] = CTRL_C;
    let _ = write!(stderr(), "{question}");
    let typed = {
        let _restore = RestoreOnDrop(original);
        tcsetattr(stdin(), OptionalActions::Flush, &hidden).map_err(|error| unread(error.into()))?;
        first_line(&[b'\n', CTRL_C]).map_err(unread)
    };
    let _ = writeln!(stderr());
    let typed = typed?;
    if typed.contains(char::from(CTRL_C)) { Err("Nothing was done.".to_owned()) } else { Ok(typed) }
}

/// First line of standard input, up to one of `ends`. A newline is removed, any other end is kept.
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

/// One line from standard input, trimmed.
pub fn read_line() -> Result<String, String> {
    let line = first_line(b"\n").map_err(|error| format!("The standard input cannot be read: {error}."))?;
    Ok(line.trim().to_owned())
}

/// Restores the terminal's settings when dropped.
struct RestoreOnDrop(Termios);

impl Drop for RestoreOnDrop {
    fn drop(&mut self) {
        let _ = tcsetattr(stdin(), OptionalActions::Flush, &self.0);
    }
}
