//! Printer discovery on loopback addresses: only listening printers are found, and none of them is sent a byte.

use std::fs;
use std::io::Read;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::os::unix::fs::symlink;
use std::time::Duration;

use barback::printer::find::{EpsonFinder, Finder, Finders, PrinterLocation, ScanFinder, Subnet, UsbFinder};

use crate::fake_printer::{Behavior, FakePrinter};

/// Longest wait for anything: this machine may be busy.
const PATIENCE: Duration = Duration::from_secs(20);

fn loopback(last: u8, prefix: u8) -> impl Fn() -> Vec<Subnet> + Send + Sync + Clone + 'static {
    move || vec![Subnet::within(Ipv4Addr::new(127, 0, 0, last), prefix)]
}

#[tokio::test]
async fn a_listening_printer_is_found_and_sent_nothing() {
    let printer = FakePrinter::start(Behavior::Normal);
    let finder = ScanFinder::new(loopback(1, 24), printer.port(), PATIENCE);
    let found = finder.find().await;
    assert_eq!(found, [(PrinterLocation::Network((Ipv4Addr::LOCALHOST, printer.port()).into()), None)]);
    let seen = printer.wait_until(|seen| seen.len() == 1 && seen[0].closed);
    assert!(seen[0].bytes.is_empty(), "not one byte: {seen:?}");
}

#[tokio::test]
async fn a_whole_subnet_is_scanned() {
    let everywhere = TcpListener::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a port");
    let port = everywhere.local_addr().expect("bound").port();
    // Loopback answers for all of 127/8: each of the 254 neighbours listens here.
    let accepted = std::thread::spawn(move || {
        let mut silent = 0;
        for stream in everywhere.incoming().take(254) {
            let mut stream = stream.expect("a stream");
            stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
            silent += usize::from(matches!(stream.read(&mut [0; 8]), Ok(0) | Err(_)));
        }
        silent
    });
    let found = ScanFinder::new(loopback(200, 8), port, PATIENCE).find().await;
    let mut last: Vec<u8> = found
        .iter()
        .map(|(place, _)| if let PrinterLocation::Network(SocketAddr::V4(v4)) = place { v4.ip().octets()[3] } else { 0 })
        .collect();
    last.sort_unstable();
    assert_eq!(last, (1..=254).collect::<Vec<u8>>(), "each once, and no others");
    assert_eq!(accepted.join().expect("it ends"), 254);
}

#[tokio::test]
async fn an_epson_printer_is_found_with_its_name() {
    let printer = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    printer.set_read_timeout(Some(PATIENCE)).expect("a limit");
    let port = printer.local_addr().expect("bound").port();
    let answering = std::thread::spawn(move || {
        let mut question = [0; 64];
        let (length, from) = printer.recv_from(&mut question).expect("a question");
        for noise in [&b""[..], b"EPSON", &[0xff; 600]] {
            printer.send_to(noise, from).expect("sent");
        }
        let mut answer = [b"EPSONq\x03\x00\x00\x01\x00\x00\x00\xaa".to_vec(), vec![0; 170]].concat();
        answer[56..71].copy_from_slice(b"EPSON TM-T20III");
        printer.send_to(&answer, from).expect("sent");
        question[..length].to_vec()
    });
    let epson = EpsonFinder::new(loopback(1, 32), port);
    let scan = ScanFinder::new(loopback(1, 32), 9, PATIENCE);
    let found = Finders::new(vec![Box::new(scan), Box::new(epson)]).find().await;
    let expected = (PrinterLocation::Network((Ipv4Addr::LOCALHOST, 9100).into()), Some("EPSON TM-T20III".to_owned()));
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [expected]);
    assert_eq!(answering.join().expect("a query"), b"EPSONQ\x03\x00\x00\x01\x00\x00\x00\x00");
}

#[tokio::test]
async fn no_printer_is_found() {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port").local_addr().expect("bound").port();
    let finders: Vec<Box<dyn Finder>> =
        vec![Box::new(ScanFinder::new(loopback(1, 30), free, PATIENCE)), Box::new(EpsonFinder::new(loopback(1, 32), free))];
    assert!(Finders::new(finders).find().await.is_empty());
    assert!(Finders::new(Vec::new()).find().await.is_empty());
}

#[tokio::test]
async fn a_usb_printer_is_found_under_the_name_of_its_socket() {
    let machine = tempfile::tempdir().expect("room");
    let (dev, sys) = (machine.path().join("dev"), machine.path().join("sys"));
    for folder in ["dev/usb", "dev/barback", "sys/class/usbmisc/lp1/device"] {
        fs::create_dir_all(machine.path().join(folder)).expect("a folder");
    }
    // hiddev0 is not a printer, lp0 has no link by socket and no device ID, and unplugged printers leave nothing behind.
    for device in ["lp0", "lp1", "hiddev0"] {
        fs::write(dev.join("usb").join(device), "").expect("a device");
    }
    symlink("../usb/lp1", dev.join("barback/printer-1-1.2")).expect("a link");
    symlink("../usb/lp7", dev.join("barback/printer-1-1.4")).expect("a link");
    fs::write(sys.join("class/usbmisc/lp1/device/ieee1284_id"), "MFG:Xprinter;MDL:XP-58;\n").expect("written");

    let found = Finders::new(vec![Box::new(UsbFinder::new(&dev, &sys))]).find().await;
    let expected = [(dev.join("barback/printer-1-1.2"), Some("Xprinter XP-58".to_owned())), (dev.join("usb/lp0"), None)];
    assert_eq!(found.into_iter().collect::<Vec<_>>(), expected.map(|(path, name)| (PrinterLocation::Device(path), name)));
    assert_eq!(PrinterLocation::Device("/dev/barback/printer-1-1.2".into()).target().to_string(), "file:///dev/barback/printer-1-1.2");
}
