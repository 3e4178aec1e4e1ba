//! QR codes on paper scan, also from a printer that leaves a gap between two image commands.

use std::fs::File;
use std::process::Command as Process;

use barback::paper::layout::address_slip::AddressSlip;
use barback::paper::layout::receipt::{PrintInfo, receipt};
use barback::paper::layout::sample::sample;
use barback::paper::layout::test_page::test_page;
use barback::printer::profile::{PRESETS, Profile, Qr, WIDTHS};
use barback::printer::{Paper, escpos};
use barback::receipts::document::Business;
use base::SecureAddress;

use crate::escpos_reader::{Command, parse, strip};

/// White dots that the emulated printer leaves after each image: 2 mm.
const GAP_DOTS: usize = 16;
/// Pixels per dot of the picture: a camera sees more than one pixel of each dot.
const PIXELS_PER_DOT: usize = 2;
/// Bases of guests' addresses: the box's own, and a long public one.
const BASES: [&str; 2] = ["http://192.168.8.1:8080", "https://barback.sunset-bar-and-grill-monrovia.example/menu"];
/// The text of the code on the test page.
const TEST_CODE: &str = "BARBACK-TEST-PAGE";

/// Every profile on every width of paper.
fn profiles() -> impl Iterator<Item = Profile> {
    PRESETS.into_iter().flat_map(|preset| WIDTHS.into_iter().filter_map(move |columns| preset.with_columns(columns)))
}

/// The texts of the codes on the strip, as a scanner reads them.
fn scan(commands: &[Command], profile: Profile) -> Vec<String> {
    let rows = strip(commands, profile.dots, GAP_DOTS);
    let picture = tempfile::Builder::new().suffix(".png").tempfile().expect("a file");
    let (width, height) = (profile.dots * PIXELS_PER_DOT, rows.len() * PIXELS_PER_DOT);
    let side = |pixels: usize| u32::try_from(pixels).expect("small");
    let mut encoder = png::Encoder::new(File::create(picture.path()).expect("a file"), side(width), side(height));
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let pixels: Vec<u8> = (0..width * height).map(|i| rows[i / width / PIXELS_PER_DOT][i % width / PIXELS_PER_DOT]).collect();
    encoder.write_header().expect("a header").write_image_data(&pixels).expect("a picture");
    let output = Process::new("zbarimg").args(["--quiet", "--raw"]).arg(picture.path()).output().expect("runs");
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

fn commands(paper: &Paper) -> Vec<Command> {
    parse(&escpos::encode(paper)).expect("known commands alone")
}

fn sample_receipt(base: &str, profile: Profile) -> Paper {
    let business = Business { name: "Sunset Bar & Grill".to_owned(), ..Business::default() };
    let mut document = sample(business, "November 21, 2026".to_owned(), "8:52 PM".to_owned(), base.to_owned());
    // As long as a real token.
    document.guest_url = format!("{base}/r/abcdefghijklmnopqrstuvwxyzABCDEF");
    receipt(&document, &PrintInfo::default(), profile)
}

fn no_scanner() -> bool {
    let missing = Process::new("zbarimg").arg("--version").output().is_err();
    if missing {
        eprintln!("SKIPPED: install zbar-tools to read the codes back");
    }
    missing
}

#[test]
fn every_code_scans_with_gaps_between_images() {
    if no_scanner() {
        return;
    }
    for profile in profiles() {
        for base in BASES {
            let secure = SecureAddress { url: "https://192.168.8.1:8443".to_owned(), fingerprint: vec!["AB"; 32].join(":") };
            let slip = AddressSlip { title: "Sunset", url: Some(base), name_url: None, secure: Some(&secure), wifi: None, first: None };
            let pages = [
                (sample_receipt(base, profile), format!("{base}/r/abcdefghijklmnopqrstuvwxyzABCDEF")),
                (slip.paper(None, profile), base.to_owned()),
                (test_page("Bar", "tcp://192.168.1.50:9100", &PrintInfo::default(), profile), TEST_CODE.to_owned()),
            ];
            for (paper, text) in pages {
                let expected = if profile.qr == Qr::Text { Vec::new() } else { vec![text] };
                assert_eq!(scan(&commands(&paper), profile), expected, "{} on {} columns", profile.name, profile.columns);
            }
        }
    }
}

/// Shows that the emulated gap would be noticed.
#[test]
fn a_code_in_two_images_does_not_scan() {
    if no_scanner() {
        return;
    }
    for profile in profiles().filter(|profile| profile.qr != Qr::Text) {
        let whole = commands(&sample_receipt(BASES[0], profile));
        let mut halves = Vec::new();
        for command in whole {
            match command {
                Command::Raster { width_bytes, rows, bytes } => {
                    for part in bytes.chunks(width_bytes * (rows / 2)) {
                        halves.push(Command::Raster { width_bytes, rows: part.len() / width_bytes, bytes: part.to_vec() });
                    }
                }
                other => halves.push(other),
            }
        }
        assert_eq!(scan(&halves, profile), Vec::<String>::new(), "{} on {} columns", profile.name, profile.columns);
    }
}
