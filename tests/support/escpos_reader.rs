//! Strict ESC/POS parser: anything but complete, known commands is an error. Written from the command reference, not from the
//! encoder, so that it finds the encoder's mistakes.
#![allow(dead_code)]

/// One printer command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Printable bytes of the current code page, without the line end.
    Text(Vec<u8>),
    /// LF.
    LineFeed,
    /// ESC @
    Reset,
    /// FS .
    ChineseOff,
    /// ESC t n
    CodePage(u8),
    /// ESC a n
    Align(u8),
    /// ESC E n
    Bold(u8),
    /// GS ! n
    Size(u8),
    /// ESC d n
    Feed(u8),
    /// GS V 66 n
    PartialCut(u8),
    /// ESC p m t1 t2
    Drawer { pin: u8, on: u8, off: u8 },
    /// GS v 0
    Raster { width_bytes: usize, rows: usize, bytes: Vec<u8> },
    /// GS ( k: function and parameters.
    Qr(Vec<u8>),
    /// DLE EOT n
    RealTimeStatus(u8),
    /// GS r n
    StatusWhenPrinted(u8),
}

/// Parses a whole job. The error names the byte that could not be parsed.
pub fn parse(bytes: &[u8]) -> Result<Vec<Command>, String> {
    let mut commands = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (command, length) = command(&bytes[at..]).map_err(|why| format!("byte {at}: {why}"))?;
        commands.push(command);
        at += length;
    }
    Ok(commands)
}

fn command(rest: &[u8]) -> Result<(Command, usize), String> {
    let short = || format!("short command {:02x?}", &rest[..rest.len().min(8)]);
    let byte = |i: usize| rest.get(i).copied().ok_or_else(short);
    let within = |value: u8, legal: &[u8]| {
        if legal.contains(&value) { Ok(value) } else { Err(format!("bad parameter {value} in {:02x?}", &rest[..rest.len().min(5)])) }
    };
    match byte(0)? {
        0x0a => Ok((Command::LineFeed, 1)),
        0x10 => match byte(1)? {
            0x04 => Ok((Command::RealTimeStatus(within(byte(2)?, &[1, 2, 3, 4])?), 3)),
            other => Err(format!("unknown DLE {other:02x}")),
        },
        0x1b => match byte(1)? {
            b'@' => Ok((Command::Reset, 2)),
            b't' => Ok((Command::CodePage(within(byte(2)?, &[0, 2, 16, 19])?), 3)),
            b'a' => Ok((Command::Align(within(byte(2)?, &[0, 1, 2])?), 3)),
            b'E' => Ok((Command::Bold(within(byte(2)?, &[0, 1])?), 3)),
            b'd' => Ok((Command::Feed(byte(2)?), 3)),
            b'p' => {
                let (on, off) = (byte(3)?, byte(4)?);
                if on < 25 || off < on {
                    return Err(format!("drawer times {on} and {off}"));
                }
                Ok((Command::Drawer { pin: within(byte(2)?, &[0, 1])?, on, off }, 5))
            }
            other => Err(format!("unknown ESC {other:02x}")),
        },
        0x1c => match byte(1)? {
            b'.' => Ok((Command::ChineseOff, 2)),
            other => Err(format!("unknown FS {other:02x}")),
        },
        0x1d => match byte(1)? {
            b'!' => Ok((Command::Size(within(byte(2)?, &[0x00, 0x01, 0x11])?), 3)),
            b'V' => {
                within(byte(2)?, &[0x42])?;
                Ok((Command::PartialCut(byte(3)?), 4))
            }
            b'r' => Ok((Command::StatusWhenPrinted(within(byte(2)?, &[1])?), 3)),
            b'v' => {
                within(byte(2)?, b"0")?;
                within(byte(3)?, &[0])?;
                let width_bytes = usize::from(byte(4)?) + 256 * usize::from(byte(5)?);
                let rows = usize::from(byte(6)?) + 256 * usize::from(byte(7)?);
                let end = 8 + width_bytes * rows;
                if rows == 0 || rows > 255 || width_bytes == 0 || width_bytes > 72 {
                    return Err(format!("image of {width_bytes} bytes by {rows} rows"));
                }
                let bytes = rest.get(8..end).ok_or_else(short)?.to_vec();
                Ok((Command::Raster { width_bytes, rows, bytes }, end))
            }
            b'(' => {
                within(byte(2)?, b"k")?;
                let end = 5 + usize::from(byte(3)?) + 256 * usize::from(byte(4)?);
                Ok((Command::Qr(rest.get(5..end).ok_or_else(short)?.to_vec()), end))
            }
            other => Err(format!("unknown GS {other:02x}")),
        },
        0x20..=0x7e | 0x80..=0xff => {
            let length = rest.iter().take_while(|b| **b >= 0x20 && **b != 0x7f).count();
            Ok((Command::Text(rest[..length].to_vec()), length))
        }
        other => Err(format!("control byte {other:02x}")),
    }
}

/// A printed line and its width in columns of normal size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The text; bytes above ASCII as `\u{fffd}`.
    pub text: String,
    /// Width in columns; double-width characters count twice.
    pub columns: usize,
}

/// The printed text, line by line. Text without a line end is an error: the printer would keep it.
pub fn lines(commands: &[Command]) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    let (mut text, mut columns, mut factor) = (String::new(), 0, 1);
    for command in commands {
        match command {
            Command::Text(bytes) => {
                text.extend(bytes.iter().map(|b| if b.is_ascii() { char::from(*b) } else { '\u{fffd}' }));
                columns += bytes.len() * factor;
            }
            Command::LineFeed => {
                lines.push(Line { text: std::mem::take(&mut text), columns });
                columns = 0;
            }
            Command::Size(size) => factor = usize::from(size >> 4) + 1,
            Command::Reset => factor = 1,
            Command::Bold(_) | Command::RealTimeStatus(_) | Command::CodePage(_) | Command::ChineseOff => {}
            other if !text.is_empty() => return Err(format!("{other:?} in the middle of the line {text:?}")),
            _ => {}
        }
    }
    if text.is_empty() { Ok(lines) } else { Err(format!("the line {text:?} never ends")) }
}

/// The printed text alone, line by line.
pub fn printed_lines(commands: &[Command]) -> Vec<String> {
    lines(commands).unwrap_or_default().into_iter().map(|line| line.text).collect()
}

/// Dots of a line of text in normal size.
const LINE_DOTS: usize = 24;

/// What a printer puts on paper: text as blank lines, images dot by dot, and `gap` white dots after each image command. Real printers
/// stop the paper between two images, and some leave such a gap. Each row has one byte per dot: 0 is black, 255 is white.
pub fn strip(commands: &[Command], width: usize, gap: usize) -> Vec<Vec<u8>> {
    let mut rows = Vec::new();
    let white = |dots: usize| std::iter::repeat_n(vec![255; width], dots);
    for command in commands {
        match command {
            Command::LineFeed => rows.extend(white(LINE_DOTS)),
            Command::Feed(lines) => rows.extend(white(usize::from(*lines) * LINE_DOTS)),
            Command::Raster { width_bytes, bytes, .. } => {
                for row in bytes.chunks(*width_bytes) {
                    let black = |x: usize| row.get(x / 8).is_some_and(|byte| byte & (0x80 >> (x % 8)) != 0);
                    rows.push((0..width).map(|x| if black(x) { 0 } else { 255 }).collect());
                }
                rows.extend(white(gap));
            }
            _ => {}
        }
    }
    rows
}
