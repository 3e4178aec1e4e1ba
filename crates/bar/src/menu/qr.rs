//! QR codes of the menu as SVG or PNG of exactly 800×800 pixels, or as text for a console.

use qrcode::bits::Bits;
use qrcode::render::Renderer;
use qrcode::render::unicode::Dense1x2;
use qrcode::{Color, EcLevel, QrCode, Version};

use base::text::ascii;

/// Width and height of the picture in pixels.
pub const SIZE: usize = 800;
/// White modules around the code on each side, as the standard requires.
const QUIET_MODULES: usize = 4;
/// The largest QR code.
const VERSION_MAX: i16 = 40;
/// Number of UTF-8 among the encodings of a QR code (extended channel interpretation).
const ECI_UTF8: u32 = 26;
/// Bytes of one row of the PNG: one bit per pixel.
const PNG_ROW_BYTES: usize = SIZE / 8;

/// The picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum QrError {
    /// The text does not fit: at error correction level H the largest code holds 1,273 bytes.
    #[error("The text is too long for a QR code")]
    TooLong,
    /// The PNG encoder failed.
    #[error("The picture could not be written: {0}")]
    Png(#[from] png::EncodingError),
}

/// A QR code, level H (a third of it may be stained), placed in the middle of a white square of [`SIZE`] pixels.
#[derive(Debug)]
pub struct QrPicture {
    /// One entry per module, row by row.
    modules: Vec<Color>,
    /// Modules per side.
    width: usize,
    /// Pixels per module.
    scale: usize,
    /// Pixels left of and above the code.
    offset: usize,
}

impl QrPicture {
    /// Encodes an address, spelled in printable ASCII.
    pub fn new(address: &str) -> Result<Self, QrError> {
        QrPicture::exactly(&ascii(address))
    }

    /// Encodes `text` as it is: the name of a Wi-Fi is not an address.
    pub fn exactly(text: &str) -> Result<Self, QrError> {
        let code = if text.is_ascii() { QrCode::with_error_correction_level(text, EcLevel::H).ok() } else { utf8(text) };
        let code = code.ok_or(QrError::TooLong)?;
        let width = code.width();
        let scale = SIZE / (width + 2 * QUIET_MODULES);
        Ok(QrPicture { modules: code.into_colors(), width, scale, offset: (SIZE - width * scale) / 2 })
    }

    /// The picture as SVG: one path with a rectangle for each run of black modules.
    pub fn svg(&self) -> String {
        let mut path = String::new();
        for (y, row) in self.modules.chunks(self.width).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                if run[0] == Color::Dark {
                    let (left, top, length, height) =
                        (self.offset + x * self.scale, self.offset + y * self.scale, run.len() * self.scale, self.scale);
                    path.push_str(&format!("M{left} {top}h{length}v{height}h-{length}z"));
                }
                x += run.len();
            }
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{SIZE}\" height=\"{SIZE}\" viewBox=\"0 0 {SIZE} {SIZE}\" shape-rendering=\"crispEdges\">\
             <rect width=\"{SIZE}\" height=\"{SIZE}\" fill=\"#fff\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
        )
    }

    /// The picture as PNG, black and white.
    pub fn png(&self) -> Result<Vec<u8>, QrError> {
        let mut out = Vec::new();
        let side = u32::try_from(SIZE).unwrap_or(u32::MAX);
        let mut encoder = png::Encoder::new(&mut out, side, side);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::One);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.pixels())?;
        writer.finish()?;
        Ok(out)
    }

    /// The picture for a console: two rows of modules on each line, what is white drawn as blocks, for consoles that are dark.
    pub fn blocks(&self) -> String {
        let mut picture = Renderer::<Dense1x2>::new(&self.modules, self.width, QUIET_MODULES as u32);
        picture.module_dimensions(1, 1).dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build()
    }

    /// One bit per pixel, 1 is white.
    fn pixels(&self) -> Vec<u8> {
        let mut bits = vec![0xff; PNG_ROW_BYTES * SIZE];
        for y in 0..self.width * self.scale {
            let row = (y + self.offset) * PNG_ROW_BYTES;
            for x in 0..self.width * self.scale {
                if self.modules[(y / self.scale) * self.width + x / self.scale] == Color::Dark {
                    let pixel = x + self.offset;
                    bits[row + pixel / 8] &= !(0x80 >> (pixel % 8));
                }
            }
        }
        bits
    }
}

/// A code that says that its bytes are UTF-8; readers that are not told guess, and zbar guesses Chinese.
fn utf8(text: &str) -> Option<QrCode> {
    (1..=VERSION_MAX).find_map(|version| {
        let mut bits = Bits::new(Version::Normal(version));
        bits.push_eci_designator(ECI_UTF8).ok()?;
        bits.push_byte_data(text.as_bytes()).ok()?;
        bits.push_terminator(EcLevel::H).ok()?;
        QrCode::with_bits(bits, EcLevel::H).ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::menu::wifi_code;
    use crate::settings::GuestWifi;
    use std::io::Write;
    use std::process::Command;

    const MENU: &str = "http://192.168.1.7:8080/t/12";

    /// The picture's pixels as the PNG decoder gives them; true is black.
    fn decode(png: &[u8]) -> Vec<bool> {
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
        let mut rows = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut rows).expect("a picture");
        assert_eq!((info.width, info.height, info.bit_depth), (800, 800, png::BitDepth::One));
        (0..SIZE * SIZE).map(|i| rows[i / 8] & (0x80 >> (i % 8)) == 0).collect()
    }

    #[test]
    fn is_exactly_as_large_as_asked_and_keeps_its_margin() {
        for text in ["a", MENU, &"http://bar.example/".repeat(8), &"x".repeat(1273)] {
            let picture = QrPicture::new(text).expect("fits");
            assert!(picture.offset >= QUIET_MODULES * picture.scale, "{text}");
            assert_eq!(picture.scale, 800 / (picture.width + 8));
            let svg = picture.svg();
            assert!(svg.contains("width=\"800\" height=\"800\"") && svg.contains("crispEdges"));

            let black = decode(&picture.png().expect("encodes"));
            let end = picture.offset + picture.width * picture.scale;
            for (i, _) in black.iter().enumerate().filter(|(_, black)| **black) {
                let (x, y) = (i % SIZE, i / SIZE);
                assert!((picture.offset..end).contains(&x) && (picture.offset..end).contains(&y), "black in the margin at {x},{y}");
            }
            assert!(black[picture.offset * SIZE + picture.offset], "a finder pattern stands in the corner");
        }
    }

    #[test]
    fn both_formats_show_the_same() {
        let picture = QrPicture::new(MENU).expect("fits");
        let mut drawn = vec![false; SIZE * SIZE];
        let svg = picture.svg();
        let path = svg.split(" d=\"").nth(1).expect("a path");
        for run in path.split('M').skip(1) {
            let numbers: Vec<usize> = run.split(['h', 'v', ' ', '-', 'z']).filter_map(|part| part.parse().ok()).collect();
            for y in numbers[1]..numbers[1] + numbers[3] {
                drawn[y * SIZE + numbers[0]..y * SIZE + numbers[0] + numbers[2]].fill(true);
            }
        }
        assert!(drawn == decode(&picture.png().expect("encodes")));
    }

    #[test]
    fn a_console_shows_the_same() {
        let picture = QrPicture::new(MENU).expect("fits");
        let blocks = picture.blocks();
        let side = picture.width + 2 * QUIET_MODULES;
        let lines: Vec<Vec<char>> = blocks.lines().map(|line| line.chars().collect()).collect();
        assert!(lines.len() == side.div_ceil(2) && lines.iter().all(|line| line.len() == side));
        for y in 0..side {
            for (x, shown) in lines[y / 2].iter().enumerate() {
                let white = if y % 2 == 0 { "\u{2588}\u{2580}" } else { "\u{2588}\u{2584}" }.contains(*shown);
                let inside = (QUIET_MODULES..side - QUIET_MODULES).contains(&x) && (QUIET_MODULES..side - QUIET_MODULES).contains(&y);
                let black = inside && picture.modules[(y - QUIET_MODULES) * picture.width + x - QUIET_MODULES] == Color::Dark;
                assert_eq!(white, !black, "{x},{y}");
            }
        }
    }

    #[test]
    fn too_much_is_refused() {
        assert!(matches!(QrPicture::new(&"x".repeat(1274)), Err(QrError::TooLong)));
    }

    #[test]
    fn a_reader_reads_it_back() {
        if Command::new("zbarimg").arg("--version").output().is_err() {
            eprintln!("SKIPPED: install zbar-tools to read the picture back");
            return;
        }
        let address = |text| QrPicture::new(text).expect("fits");
        let wifi = |name: &str, password: &str| {
            let wifi = GuestWifi { name: Some(name.to_owned()), password: Some(password.to_owned()) };
            QrPicture::exactly(&wifi_code(&wifi).expect("a Wi-Fi")).expect("fits")
        };
        for (picture, read) in [
            (address(MENU), MENU),
            (address("http://10.0.0.4/m"), "http://10.0.0.4/m"),
            (address("http://bar/é"), "http://bar/%C3%A9"),
            (wifi("Sunset Guests", "cold beer; 5:30"), r"WIFI:T:WPA;S:Sunset Guests;P:cold beer\; 5\:30;;"),
            (wifi("Café Monrovia", "crème brûlée"), "WIFI:T:WPA;S:Café Monrovia;P:crème brûlée;;"),
            (wifi(&"W".repeat(32), &"\"".repeat(63)), &format!("WIFI:T:WPA;S:{};P:{};;", "W".repeat(32), "\\\"".repeat(63))),
        ] {
            let mut file = tempfile::Builder::new().suffix(".png").tempfile().expect("a file");
            file.write_all(&picture.png().expect("encodes")).expect("written");
            let output = Command::new("zbarimg").args(["--quiet", "--raw"]).arg(file.path()).output().expect("runs");
            assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), read);
        }
    }
}
