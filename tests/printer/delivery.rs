//! Delivery to a network printer: success, every status, stalls, and failures after every byte.

use std::cell::Cell;
use std::time::Duration;

use barback::printer::{AddressPolicy, Delivered, DeliveryError, Health, NotReady, Profile, Target, Timeouts, Undelivered, deliver, probe};

use crate::fake_printer::{Behavior, FakePrinter};

/// More bytes than the buffers of a connection hold.
const HUGE: usize = 16 << 20;

fn job(bytes: usize) -> Vec<u8> {
    b"Club Beer\n".iter().copied().cycle().take(bytes).collect()
}

/// Long where something is expected, short where nothing will arrive.
fn timeouts() -> Timeouts {
    let long = Duration::from_secs(20);
    Timeouts { open: long, status: long, stall: long, printed: long, hang_up: long }
}

fn target(printer: &FakePrinter) -> Target {
    printer.url().parse().expect("legal")
}

/// Delivers, and returns whether the hook ran.
async fn try_it(printer: &FakePrinter, job: &[u8], limits: Timeouts) -> (Result<Delivered, DeliveryError>, bool) {
    let hooked = Cell::new(false);
    let hook = || async {
        hooked.set(true);
        Ok(())
    };
    let outcome = deliver(&target(printer), &Profile::default(), job, &limits, &AddressPolicy::default(), hook).await;
    (outcome, hooked.get())
}

#[tokio::test]
async fn a_normal_printer_confirms() {
    let printer = FakePrinter::start(Behavior::Normal);
    let job = job(3_000);
    assert_eq!(try_it(&printer, &job, timeouts()).await, (Ok(Delivered::Confirmed), true));
    let seen = printer.wait_until(|seen| seen.len() == 1 && seen[0].closed);
    let expected = [&job[..], &[0x1d, b'r', 1]].concat();
    assert_eq!(seen[0].job(), expected);
    assert_eq!(seen[0].bytes[..12], [0x10, 4, 1, 0x10, 4, 4, 0x10, 4, 2, 0x10, 4, 3], "all questions come before the job");
}

#[tokio::test]
async fn a_printer_that_is_not_ready_gets_nothing() {
    let rows = [
        (Behavior::PaperOut, NotReady::PaperOut),
        (Behavior::CoverOpen, NotReady::CoverOpen),
        (Behavior::Paused, NotReady::Paused),
        (Behavior::Fault, NotReady::Fault),
    ];
    for (behavior, blocked) in rows {
        let printer = FakePrinter::start(behavior);
        let refused = Err(DeliveryError::BeforeFirstByte(Undelivered::NotReady(blocked)));
        assert_eq!(try_it(&printer, &job(100), timeouts()).await, (refused, false), "{behavior:?}");
        let seen = printer.wait_until(|seen| seen.len() == 1 && seen[0].closed);
        assert!(seen[0].job().is_empty(), "{behavior:?}");
        printer.set_behavior(Behavior::Normal);
        assert_eq!(try_it(&printer, &job(100), timeouts()).await.0, Ok(Delivered::Confirmed), "after {behavior:?}");
    }
}

#[tokio::test]
async fn the_hook_can_refuse() {
    let printer = FakePrinter::start(Behavior::Normal);
    let hook = || async { Err("cancelled meanwhile".to_owned()) };
    let outcome = deliver(&target(&printer), &Profile::default(), &job(100), &timeouts(), &AddressPolicy::default(), hook).await;
    assert_eq!(outcome, Err(DeliveryError::BeforeFirstByte(Undelivered::Refused("cancelled meanwhile".into()))));
    let seen = printer.wait_until(|seen| seen.len() == 1 && seen[0].closed);
    assert!(seen[0].job().is_empty());
}

#[tokio::test]
async fn no_byte_of_the_job_is_sent_before_the_hook_returns() {
    let printer = FakePrinter::start(Behavior::Normal);
    let hook = || async {
        let seen = printer.wait_until(|seen| seen.len() == 1 && seen[0].bytes.len() == 12);
        assert!(seen[0].job().is_empty());
        Ok(())
    };
    let outcome = deliver(&target(&printer), &Profile::default(), &job(100), &timeouts(), &AddressPolicy::default(), hook).await;
    assert_eq!(outcome, Ok(Delivered::Confirmed));
}

#[tokio::test]
async fn a_printer_without_replies_gets_the_job_without_confirmation() {
    for behavior in [Behavior::NoReplies, Behavior::NeverCloses] {
        let printer = FakePrinter::start(behavior);
        let short = Duration::from_millis(20);
        let impatient = Timeouts { status: short, hang_up: short, ..timeouts() };
        assert_eq!(try_it(&printer, &job(5_000), impatient).await, (Ok(Delivered::Sent), true), "{behavior:?}");
        let seen = printer.wait_until(|seen| seen.len() == 1 && seen[0].job().len() >= 5_000);
        assert_eq!(seen[0].job(), job(5_000), "no query after the job to a printer that does not reply");
    }
}

#[tokio::test]
async fn a_profile_without_queries_sends_only_the_job() {
    let printer = FakePrinter::start(Behavior::Normal);
    let safe = Profile::named("safe").expect("preset");
    assert_eq!(
        deliver(&target(&printer), &safe, &job(100), &timeouts(), &AddressPolicy::default(), || async { Ok(()) }).await,
        Ok(Delivered::Sent)
    );
    let seen = printer.wait_until(|seen| seen.len() == 1 && seen[0].closed);
    assert_eq!(seen[0].bytes, job(100));
}

#[tokio::test]
async fn unsolicited_reports_are_ignored() {
    let printer = FakePrinter::start(Behavior::UnsolicitedReports);
    assert_eq!(try_it(&printer, &job(3_000), timeouts()).await, (Ok(Delivered::Confirmed), true));
}

#[tokio::test]
async fn a_slow_printer_is_waited_for() {
    let printer = FakePrinter::start(Behavior::Slow(64));
    assert_eq!(try_it(&printer, &job(20_000), timeouts()).await, (Ok(Delivered::Confirmed), true));
    let seen = printer.wait_until(|seen| seen.len() == 1 && seen[0].closed);
    assert_eq!(seen[0].job()[..20_000], job(20_000));
}

#[tokio::test]
async fn a_hanging_printer_leaves_the_job_unknown_and_prints_nothing_late() {
    let printer = FakePrinter::start(Behavior::Hangs);
    let impatient = Timeouts { stall: Duration::from_millis(100), ..timeouts() };
    let (outcome, hooked) = try_it(&printer, &job(HUGE), impatient).await;
    assert!(matches!(outcome, Err(DeliveryError::AfterFirstByte(_))) && hooked, "{outcome:?}");
    printer.set_behavior(Behavior::Normal);
    let seen = printer.wait_until(|seen| seen[0].closed);
    assert!(seen[0].broken, "what the box still held is thrown away, not sent when the printer comes to");
    assert!(seen[0].job().len() < HUGE);
}

#[tokio::test]
async fn paper_that_ends_while_printing_leaves_the_job_unknown() {
    let printer = FakePrinter::start(Behavior::PaperEndsWhilePrinting);
    let impatient = Timeouts { printed: Duration::from_millis(20), ..timeouts() };
    let unknown = DeliveryError::AfterFirstByte("No paper, in the middle of printing".into());
    assert_eq!(try_it(&printer, &job(500), impatient).await, (Err(unknown), true));
}

#[tokio::test]
async fn a_printer_that_fails_after_any_byte_never_confirms() {
    let bytes = job(3_000);
    for dies_after in [0, 1, 2, 3, 11, 12, 13, 100, 1_035, 1_036, 1_037, 2_999, 3_000, 3_011, 3_012, 3_013, 3_014] {
        let printer = FakePrinter::start(Behavior::DiesAfter(dies_after));
        let (outcome, hooked) = try_it(&printer, &bytes, timeouts()).await;
        let job_begun = printer.wait_until(|seen| seen[0].closed)[0].job().contains(&b'C');
        match outcome {
            Err(DeliveryError::BeforeFirstByte(Undelivered::Offline(_))) => assert!(!hooked && !job_begun, "{dies_after}"),
            Err(DeliveryError::AfterFirstByte(_)) => assert!(hooked, "{dies_after}"),
            other => panic!("after {dies_after} bytes: {other:?}"),
        }
        assert!(hooked || dies_after <= 12, "{dies_after}");
    }
    let printer = FakePrinter::start(Behavior::DiesAfter(12 + 3_000 + 3));
    assert_eq!(try_it(&printer, &bytes, timeouts()).await.0, Ok(Delivered::Confirmed), "it answered with its last breath");
}

#[tokio::test]
async fn a_printer_without_replies_that_fails_in_the_middle_never_confirms() {
    let safe = Profile::named("safe").expect("preset");
    for dies_after in [0, 1, 1_024, 1_025, 500_000] {
        let printer = FakePrinter::start(Behavior::DiesAfter(dies_after));
        let outcome = deliver(&target(&printer), &safe, &job(1_000_000), &timeouts(), &AddressPolicy::default(), || async { Ok(()) }).await;
        assert!(matches!(outcome, Err(DeliveryError::AfterFirstByte(_))), "{dies_after}: {outcome:?}");
    }
}

#[tokio::test]
async fn a_busy_printer_gets_the_job_later() {
    let printer = FakePrinter::start(Behavior::OneConnection);
    let first = tokio::net::TcpStream::connect(("127.0.0.1", printer.port())).await.expect("free");
    printer.wait_until(|seen| seen.len() == 1);
    let (outcome, hooked) = try_it(&printer, &job(100), timeouts()).await;
    assert!(matches!(outcome, Err(DeliveryError::BeforeFirstByte(Undelivered::Offline(_)))) && !hooked, "{outcome:?}");
    drop(first);
    printer.wait_until(|seen| seen[0].closed);
    assert_eq!(try_it(&printer, &job(100), timeouts()).await.0, Ok(Delivered::Confirmed));
}

#[tokio::test]
async fn a_printer_that_was_off_comes_back_at_the_same_port() {
    let mut printer = FakePrinter::start(Behavior::Normal);
    printer.stop();
    let (outcome, hooked) = try_it(&printer, &job(100), timeouts()).await;
    assert!(!hooked);
    let offline = format!("Cannot be reached at 127.0.0.1:{}: it refuses the connection", printer.port());
    assert_eq!(outcome, Err(DeliveryError::BeforeFirstByte(Undelivered::Offline(offline))));
    printer.restart();
    assert_eq!(try_it(&printer, &job(100), timeouts()).await.0, Ok(Delivered::Confirmed));
}

#[tokio::test]
async fn a_probe_prints_nothing() {
    let printer = FakePrinter::start(Behavior::Normal);
    assert_eq!(probe(&target(&printer), &Profile::default(), &timeouts(), &AddressPolicy::default()).await, Ok(Health::Ready));
    printer.set_behavior(Behavior::CoverOpen);
    assert_eq!(
        probe(&target(&printer), &Profile::default(), &timeouts(), &AddressPolicy::default()).await,
        Err(Undelivered::NotReady(NotReady::CoverOpen))
    );
    let seen = printer.wait_until(|seen| seen.len() == 2 && seen.iter().all(|connection| connection.closed));
    assert!(seen.iter().all(|connection| connection.job().is_empty()));
}
