//! ESC/POS encoder: turns the elements of a page into printer commands. A golden test pins each sequence. Commands come from the
//! `escpos` crate where it has them right; the others are here with the reason (and in docs/developer/decisions.md).

pub mod codepage;
pub mod status;
mod transliteration;

use ::escpos::utils::{
    DLE_REAL_TIME_STATUS, ESC_CASH_DRAWER_2, ESC_CASH_DRAWER_5, ESC_CHARACTER_PAGE_CODE, ESC_HARDWARE_INIT, ESC_PAPER_FEED,
    ESC_TEXT_EMPHASIS_OFF, ESC_TEXT_EMPHASIS_ON, ESC_TEXT_JUSTIFY_CENTER, ESC_TEXT_JUSTIFY_LEFT, GS_2D, GS_2D_QRCODE_CORRECTION_LEVEL,
    GS_2D_QRCODE_MODEL, GS_2D_QRCODE_PRINT_SYMBOL_DATA, GS_2D_QRCODE_SIZE, GS_TEXT_SIZE_SELECT, LF, QRCodeCorrectionLevel, QRCodeModel,
};

use crate::paper::{Align, Element, Paper, Size, Style};
use crate::profile::Profile;
use crate::raster::Raster;

/// Resets all settings. Every job begins with it.
pub const RESET: &[u8] = ESC_HARDWARE_INIT;
/// Leaves the Chinese character mode in which many printers start. The crate has no such command.
const CHINESE_OFF: [u8; 2] = [0x1c, b'.'];
/// Feeds to the cutter and leaves a bridge of paper; the last byte is extra feed. The crate's partial cut is a full one.
const PARTIAL_CUT: [u8; 4] = [0x1d, b'V', 0x42, 0];
/// Lines from the print head to the tear bar of printers without a cutter.
const TEAR_FEED: u8 = 4;
/// Pulse on the drawer's magnet, in milliseconds (even, 50–200).
const DRAWER_ON_MS: u16 = 100;
/// Pause after the pulse, in milliseconds (even).
const DRAWER_OFF_MS: u16 = 500;
/// Dots of one module of a QR code that the printer draws.
const NATIVE_MODULE_DOTS: u8 = 6;

/// The pin of the drawer connector that gets the pulse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DrawerPin {
    /// The first drawer.
    #[default]
    Two,
    /// The second drawer.
    Five,
}

impl DrawerPin {
    /// Pin 5 if `number` is 5, else pin 2.
    pub fn numbered(number: u8) -> Self {
        if number == 5 { DrawerPin::Five } else { DrawerPin::Two }
    }
}

/// The four real-time status queries of `DLE EOT`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusQuery {
    /// Whether it is online.
    Printer = 1,
    /// Why it is offline.
    Offline = 2,
    /// What is broken.
    Fault = 3,
    /// Whether there is paper.
    Paper = 4,
}

/// Real-time status request, answered even while printing: `DLE EOT n`. The crate's own function adds a NUL.
pub fn status_request(question: StatusQuery) -> Vec<u8> {
    [DLE_REAL_TIME_STATUS, &[question as u8]].concat()
}

/// Requests the paper sensor's status after everything before it is printed: `GS r 1`. The crate has no such command.
pub const PRINTED_REQUEST: [u8; 3] = [0x1d, b'r', 1];

/// The beginning of every job, which undoes the settings of the previous one.
fn start(profile: &Profile) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(RESET);
    out.extend(CHINESE_OFF);
    out.extend(ESC_CHARACTER_PAGE_CODE);
    out.push(profile.page.number());
    out
}

/// Encodes a page as one job.
pub fn encode(paper: &Paper) -> Vec<u8> {
    let profile = paper.profile();
    let mut out = start(profile);
    let mut style = Style::PLAIN;
    for element in paper.elements() {
        match element {
            Element::Line { text, style: wanted } => {
                restyle(&mut out, &mut style, *wanted);
                out.extend(profile.page.encode(text));
                out.push(LF);
            }
            Element::Feed(lines) => feed(&mut out, *lines),
            Element::Image(image) => {
                restyle(&mut out, &mut style, Style::PLAIN);
                raster(&mut out, image);
            }
            Element::NativeQr(text) => {
                restyle(&mut out, &mut style, Style::CENTRE);
                native_qr(&mut out, text);
            }
            Element::Cut => {
                restyle(&mut out, &mut style, Style::PLAIN);
                if profile.cuts { out.extend(PARTIAL_CUT) } else { feed(&mut out, TEAR_FEED) }
            }
        }
    }
    out
}

/// A job that opens the drawer. It must be dropped, not kept, if the printer cannot accept it now.
pub fn open_drawer(profile: &Profile, pin: DrawerPin) -> Vec<u8> {
    let mut out = start(profile);
    out.extend(match pin {
        DrawerPin::Two => ESC_CASH_DRAWER_2,
        DrawerPin::Five => ESC_CASH_DRAWER_5,
    });
    // The crate leaves these two bytes out; the printer would use the next two bytes of the job instead.
    out.extend([two_ms(DRAWER_ON_MS), two_ms(DRAWER_OFF_MS)]);
    out
}

/// Drawer times are encoded in units of 2 ms.
const fn two_ms(ms: u16) -> u8 {
    (ms / 2) as u8
}

fn feed(out: &mut Vec<u8>, lines: u8) {
    out.extend(ESC_PAPER_FEED);
    out.push(lines);
}

fn restyle(out: &mut Vec<u8>, now: &mut Style, wanted: Style) {
    if now.align != wanted.align {
        out.extend(match wanted.align {
            Align::Left => ESC_TEXT_JUSTIFY_LEFT,
            Align::Centre => ESC_TEXT_JUSTIFY_CENTER,
        });
    }
    if now.bold != wanted.bold {
        out.extend(if wanted.bold { ESC_TEXT_EMPHASIS_ON } else { ESC_TEXT_EMPHASIS_OFF });
    }
    if now.size != wanted.size {
        out.extend(GS_TEXT_SIZE_SELECT);
        out.push(match wanted.size {
            Size::Normal => 0x00,
            Size::Tall => 0x01,
            Size::Double => 0x11,
        });
    }
    *now = wanted;
}

/// `GS v 0`, the whole image in one command: some printers leave a gap between two. The crate depends on an image library for it.
fn raster(out: &mut Vec<u8>, image: &Raster) {
    out.extend([0x1d, b'v', b'0', 0]);
    out.extend(low_high(image.width_bytes()));
    out.extend(low_high(image.bytes().len() / image.width_bytes()));
    out.extend(image.bytes());
}

/// `GS ( k`: model 2 (the crate's own default is 1), module size, error correction M, the text, print.
fn native_qr(out: &mut Vec<u8>, text: &str) {
    out.extend(GS_2D_QRCODE_MODEL);
    out.extend([QRCodeModel::Model2.into(), 0]);
    out.extend(GS_2D_QRCODE_SIZE);
    out.push(NATIVE_MODULE_DOTS);
    out.extend(GS_2D_QRCODE_CORRECTION_LEVEL);
    out.push(QRCodeCorrectionLevel::M.into());
    out.extend(GS_2D);
    out.extend(low_high(text.len() + 3));
    out.extend([0x31, 0x50, 0x30]);
    out.extend(text.bytes());
    out.extend(GS_2D_QRCODE_PRINT_SYMBOL_DATA);
}

fn low_high(number: usize) -> [u8; 2] {
    [(number & 0xff) as u8, (number >> 8 & 0xff) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Qr;

    const START: [u8; 7] = [0x1b, 0x40, 0x1c, 0x2e, 0x1b, 0x74, 0];

    fn bytes(profile: Profile, draw: impl FnOnce(&mut Paper)) -> Vec<u8> {
        let mut paper = Paper::new(profile);
        draw(&mut paper);
        let job = encode(&paper);
        assert_eq!(job[..6], START[..6]);
        assert_eq!(job[6], profile.page.number());
        job[7..].to_vec()
    }

    #[test]
    fn a_job_starts_from_scratch_in_its_code_page() {
        for (name, page) in [("generic-80", 0), ("epson-80-42", 19), ("safe", 0)] {
            let profile = Profile::named(name).expect("preset");
            assert_eq!(encode(&Paper::new(profile)), [0x1b, 0x40, 0x1c, 0x2e, 0x1b, 0x74, page]);
        }
    }

    #[test]
    fn styles_are_switched_on_and_off() {
        let job = bytes(Profile::default(), |paper| {
            paper.text("a-b", Style::PLAIN);
            paper.text("c", Style::HEADLINE);
            paper.text("d", Style { align: Align::Centre, bold: true, size: Size::Double });
            paper.text("e", Style::PLAIN);
        });
        let expected = b"a-b\n\x1ba\x01\x1bE\x01\x1d!\x01c\n\x1d!\x11d\n\x1ba\x00\x1bE\x00\x1d!\x00e\n";
        assert_eq!(job, expected);
    }

    #[test]
    fn feed_and_cut() {
        assert_eq!(bytes(Profile::default(), |paper| paper.feed(3)), [0x1b, 0x64, 3]);
        assert_eq!(bytes(Profile::default(), Paper::cut), [0x1d, 0x56, 0x42, 0]);
        assert_eq!(bytes(Profile::named("generic-58").expect("preset"), Paper::cut), [0x1b, 0x64, 4]);
    }

    #[test]
    fn the_drawer_opens_by_five_bytes() {
        let profile = Profile::default();
        assert_eq!(open_drawer(&profile, DrawerPin::Two)[7..], [0x1b, 0x70, 0, 50, 250]);
        assert_eq!(open_drawer(&profile, DrawerPin::Five)[7..], [0x1b, 0x70, 1, 50, 250]);
        assert_eq!(open_drawer(&profile, DrawerPin::Two)[..7], START);
    }

    #[test]
    fn questions() {
        assert_eq!(status_request(StatusQuery::Printer), [0x10, 0x04, 1]);
        assert_eq!(status_request(StatusQuery::Offline), [0x10, 0x04, 2]);
        assert_eq!(status_request(StatusQuery::Fault), [0x10, 0x04, 3]);
        assert_eq!(status_request(StatusQuery::Paper), [0x10, 0x04, 4]);
        assert_eq!(PRINTED_REQUEST, [0x1d, 0x72, 1]);
    }

    #[test]
    fn an_image_is_one_command() {
        let job = bytes(Profile::default(), |paper| paper.qr("http://192.168.1.2/t/4"));
        // 25 + 8 modules of 6 dots: 198 rows of 72 bytes.
        assert_eq!(job[..8], [0x1d, 0x76, 0x30, 0, 72, 0, 198, 0]);
        assert_eq!(job.len(), 8 + 72 * 198);
    }

    #[test]
    fn the_code_of_a_fiscal_device_is_as_it_came() {
        let job = bytes(Profile { qr: Qr::Native, ..Profile::default() }, |paper| paper.qr_of("LRA|21 Nov"));
        let content = b"P0LRA|21 Nov";
        assert!(job.windows(content.len()).any(|part| part == content), "{job:?}");
    }

    #[test]
    fn a_printer_draws_a_code_of_model_two() {
        let job = bytes(Profile { qr: Qr::Native, ..Profile::default() }, |paper| paper.qr("http://a"));
        let expected = b"\x1ba\x01\x1d(k\x04\x001A2\x00\x1d(k\x03\x001C\x06\x1d(k\x03\x001E1\x1d(k\x0b\x001P0http://a\x1d(k\x03\x001Q0";
        assert_eq!(job, expected);
    }
}
