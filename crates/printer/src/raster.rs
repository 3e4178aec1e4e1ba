//! Monochrome raster images: QR codes as wide as the paper, so that no printer needs to centre them.

use qrcode::{Color, EcLevel, QrCode};

/// Quiet zone around a QR code, in modules.
const QUIET: usize = 4;
/// Most dots per module: larger codes scan no better and waste paper.
const MODULE_DOTS_MAX: usize = 6;
/// Fewest dots per module. Smaller modules do not scan; and from two dots on no image byte can be 0x10, which printers would
/// execute as a real-time command in the middle of the image.
const MODULE_DOTS_MIN: usize = 2;
/// Most rows of a QR code, so that it is one image command: printers may leave a gap between two, and a code with a gap does not scan.
pub const QR_ROWS_MAX: usize = 255;
/// Longest text of a QR code with error correction M, in bytes.
pub const QR_BYTES_MAX: usize = 2_331;

/// An image with whole bytes per row; the most significant bit is at the left, 1 is black.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    width_bytes: usize,
    bytes: Vec<u8>,
}

impl Raster {
    fn white(width_bytes: usize, rows: usize) -> Self {
        Raster { width_bytes, bytes: vec![0; width_bytes * rows] }
    }

    fn blacken(&mut self, x: usize, y: usize) {
        if let Some(byte) = self.bytes.get_mut(y * self.width_bytes + x / 8) {
            *byte |= 0x80 >> (x % 8);
        }
    }

    /// Bytes of one row.
    pub fn width_bytes(&self) -> usize {
        self.width_bytes
    }

    /// The bytes of all rows, from the top.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

/// A QR code centred on a line of `dots`, at most [`QR_ROWS_MAX`] rows high. `None` if the text is too long for a code that scans at
/// this size.
pub fn qr(text: &str, dots: usize) -> Option<Raster> {
    let code = QrCode::with_error_correction_level(text.as_bytes(), EcLevel::M).ok()?;
    let modules = code.width();
    let scale = (dots.min(QR_ROWS_MAX) / (modules + 2 * QUIET)).min(MODULE_DOTS_MAX);
    if scale < MODULE_DOTS_MIN {
        return None;
    }
    let left = (dots - modules * scale) / 2;
    let mut image = Raster::white(dots / 8, (modules + 2 * QUIET) * scale);
    for (place, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let (x, y) = (left + place % modules * scale, (QUIET + place / modules) * scale);
            (0..scale * scale).for_each(|dot| image.blacken(x + dot % scale, y + dot / scale));
        }
    }
    Some(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_stands_in_the_middle_with_a_quiet_zone() {
        let image = qr("http://192.168.1.2/t/4", 384).expect("short");
        assert_eq!((image.width_bytes(), image.bytes().len()), (48, 48 * (25 + 8) * 6));
        let rows: Vec<&[u8]> = image.bytes().chunks(48).collect();
        assert!(rows[..4 * 6].iter().chain(&rows[29 * 6..]).all(|row| row.iter().all(|byte| *byte == 0)), "quiet above and below");
        let black = |x: usize| rows[24][x / 8] & (0x80 >> (x % 8)) != 0;
        let left = (384 - 25 * 6) / 2;
        assert!(!black(left - 1) && black(left) && black(left + 41) && !black(left + 42), "the corner mark is seven modules wide");
    }

    #[test]
    fn no_image_byte_is_a_real_time_command() {
        for text in ["http://10.0.0.2/m".to_owned(), "x".repeat(300), "7".repeat(700)] {
            for dots in [384, 512, 576] {
                let bytes = qr(&text, dots).map(|image| image.bytes().to_vec()).unwrap_or_default();
                assert!(!bytes.contains(&0x10), "{} letters on {dots} dots", text.len());
            }
        }
        assert_eq!(qr(&"x".repeat(3_000), 576), None);
    }

    #[test]
    fn a_code_fits_into_one_image_command() {
        for length in 1..400 {
            for dots in [384, 512, 576] {
                let image = qr(&"x".repeat(length), dots).expect("short enough");
                assert!(image.bytes().len() / image.width_bytes() <= QR_ROWS_MAX, "{length} letters on {dots} dots");
            }
        }
    }
}
