//! States, flags and alerts of bars, with the clock as an argument.

use super::{Bar, BarBox, BarSettings, Flag, Line, LineState, Refusal, State};
use base::Timestamp;

const MINUTE: i64 = 60 * 1000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

fn now() -> Timestamp {
    Timestamp::parse("2026-11-21T22:00:00Z").expect("a time")
}

fn ago(millis: i64) -> Timestamp {
    Timestamp::from_millis(now().as_millis() - millis)
}

fn line(id: i64, state: LineState) -> Line {
    Line {
        id,
        name: format!("{id:016x}"),
        parent: None,
        from_seq: 0,
        seq: 1_000,
        hash: None,
        state,
        state_since: ago(200 * DAY),
        box_name: format!("box{id}"),
        last_seen_at: ago(MINUTE),
        newest_at: Some(ago(MINUTE)),
        figures_whole: true,
        figures_at: Some(ago(MINUTE)),
    }
}

fn device(id: i64, journal: i64) -> BarBox {
    BarBox {
        name: format!("box{id}"),
        paired_at: ago(200 * DAY),
        revoked_at: None,
        last_seen_at: Some(ago(MINUTE)),
        version: "0.1.0".to_owned(),
        line_id: Some(id),
        journal: Some(journal),
        clock: Some(ago(MINUTE)),
        damaged: None,
    }
}

fn bar(lines: Vec<Line>, boxes: Vec<BarBox>) -> Bar {
    Bar {
        bar: "c".repeat(32),
        name: "Cape Bar".to_owned(),
        lines,
        boxes,
        settings: BarSettings { time_zone: Some("Africa/Monrovia".to_owned()), day_starts_at: Some("05:00".to_owned()), rate: None },
        bad_figures: 0,
        refusals: Vec::new(),
        here_only_receipts: None,
        quota_at: None,
    }
}

/// A bar with one line and one box, which was heard a minute ago and has sent everything.
fn well() -> Bar {
    bar(vec![line(1, LineState::Current)], vec![device(1, 1_000)])
}

fn heard(millis: i64) -> Bar {
    let mut bar = well();
    (bar.lines[0].last_seen_at, bar.boxes[0].last_seen_at) = (ago(millis), Some(ago(millis)));
    bar.boxes[0].clock = Some(ago(millis));
    bar
}

fn texts(bar: &Bar) -> Vec<String> {
    bar.alerts(now()).into_iter().map(|alert| alert.text).collect()
}

#[test]
fn states_follow_from_when_a_bar_was_heard() {
    for (millis, state, text) in [
        (0, State::Live, "Live"),
        (3 * MINUTE, State::Live, "Live"),
        (3 * MINUTE + 1, State::Away, "Last heard 9:56 PM"),
        (46 * MINUTE, State::Away, "Last heard 9:14 PM"),
        (DAY, State::Silent, "Silent since 20 Nov"),
        (400 * DAY, State::Silent, "Silent since 17 Oct 2025"),
        (-HOUR, State::Live, "Live"),
    ] {
        let bar = heard(millis);
        assert_eq!((bar.state(now()), bar.state_text(now()).as_str()), (state, text), "{millis}");
        assert_eq!(bar.flags(now()), [], "{millis}");
    }
    let never = bar(Vec::new(), vec![BarBox { last_seen_at: None, journal: None, clock: None, line_id: None, ..device(1, 0) }]);
    assert_eq!((never.state(now()), never.state_text(now())), (State::Never, "Not heard yet".to_owned()));
    assert_eq!((never.entries_behind(), never.as_of(), never.flags(now())), (None, None, Vec::new()));
}

#[test]
fn a_bar_that_has_entries_or_figures_to_send_is_behind() {
    let mut behind = well();
    behind.boxes[0].journal = Some(6_980);
    assert_eq!((behind.state(now()), behind.state_text(now()).as_str()), (State::Behind, "Sending, 5,980 entries behind"));
    behind.boxes[0].journal = Some(1_001);
    assert_eq!(behind.state_text(now()), "Sending, 1 entry behind");
    let mut figures = well();
    figures.lines[0].figures_whole = false;
    assert_eq!((figures.state(now()), figures.state_text(now()).as_str()), (State::Behind, "Sending"));
    // Paired and heard, before the first parcel.
    let first = bar(Vec::new(), vec![BarBox { line_id: None, ..device(1, 700) }]);
    assert_eq!((first.state(now()), first.entries_behind()), (State::Behind, Some(700)));
    // A restored box has fewer entries than head office.
    let mut restored = well();
    restored.boxes[0].journal = Some(900);
    assert_eq!((restored.entries_behind(), restored.state(now())), (Some(0), State::Live));
}

#[test]
fn a_new_line_counts_at_once_and_its_figures_when_they_are_whole() {
    let ended = Line { state_since: ago(HOUR), figures_at: Some(ago(2 * HOUR)), ..line(1, LineState::Ended) };
    let older = Line { state_since: ago(DAY), ..line(3, LineState::Ended) };
    let current = Line { parent: Some(1), from_seq: 1_000, figures_whole: false, ..line(2, LineState::Current) };
    let mut bar = bar(vec![older, ended, current], vec![device(1, 1_000), device(2, 1_000)]);
    assert_eq!(bar.counted_line().map(|line| line.id), Some(1));
    assert_eq!((bar.as_of(), bar.state(now())), (Some(ago(2 * HOUR)), State::Behind), "marked");
    assert_eq!(bar.counted_box().map(|of| of.name.as_str()), Some("box2"));
    bar.lines[2].figures_whole = true;
    assert_eq!((bar.counted_line().map(|line| line.id), bar.state(now())), (Some(2), State::Live));
    // What is beside never counts, and the figures of a first line count when they are whole.
    bar.lines = vec![line(7, LineState::Beside), Line { figures_whole: false, ..line(8, LineState::Current) }];
    assert_eq!(bar.counted_line(), None);
}

#[test]
fn two_boxes_that_send_are_an_alert_until_one_stops() {
    let current = Line { state_since: ago(HOUR), ..line(2, LineState::Current) };
    let mut bar = bar(vec![line(1, LineState::Beside), current], vec![device(1, 1_050), device(2, 1_000)]);
    assert_eq!(texts(&bar), ["Two boxes of Cape Bar send. The one of 21 Nov counts."]);
    assert_eq!((bar.flags(now()), bar.state(now())), (vec![Flag::Beside], State::Live));
    bar.boxes[0].revoked_at = Some(ago(MINUTE));
    assert_eq!(texts(&bar), [""; 0]);
    bar.boxes[0].revoked_at = None;
    (bar.lines[0].last_seen_at, bar.boxes[0].last_seen_at) = (ago(DAY), Some(ago(DAY)));
    bar.boxes[0].clock = Some(ago(DAY));
    assert_eq!(texts(&bar), [""; 0]);
}

#[test]
fn what_is_known_here_only_is_an_alert_for_30_days() {
    // Head office has 1–1,000; the bar was restored from a copy that ends with 900.
    let ended = Line { state_since: ago(29 * DAY), ..line(1, LineState::Ended) };
    let current = Line { parent: Some(1), from_seq: 900, seq: 950, ..line(2, LineState::Current) };
    let mut bar = bar(vec![ended, current], vec![device(2, 950)]);
    assert_eq!(bar.here_only(), Some((100, ago(29 * DAY))));
    assert_eq!(texts(&bar), ["Cape Bar: 100 entries are known here only"]);
    bar.here_only_receipts = Some(41);
    assert_eq!(texts(&bar), ["Cape Bar: 41 receipts are known here only"]);
    bar.here_only_receipts = Some(1);
    assert_eq!(texts(&bar), ["Cape Bar: 1 receipt is known here only"]);
    bar.lines[0].state_since = ago(30 * DAY);
    assert_eq!(bar.flags(now()), []);
    // A line that lost nothing when it ended.
    bar.lines[0].seq = 900;
    assert_eq!(bar.here_only(), None);
    // A line that an owner replaced by another: its entries are here only from where both parted.
    bar.lines[0].seq = 1_000;
    bar.lines.push(Line { parent: Some(1), from_seq: 900, seq: 930, state_since: ago(DAY), ..line(3, LineState::Ended) });
    assert_eq!(bar.here_only(), Some((130, ago(DAY))));
}

#[test]
fn a_clock_more_than_five_minutes_off_is_an_alert() {
    let mut bar = well();
    for (off, text) in [
        (Timestamp::from_millis(0), Some("The clock of Cape Bar says 1 Jan 1970")),
        (Timestamp::parse("2090-02-03T04:05:00Z").expect("a time"), Some("The clock of Cape Bar says 3 Feb 2090")),
        (ago(MINUTE + 5 * MINUTE), None),
        (ago(MINUTE + 5 * MINUTE + 1), Some("The clock of Cape Bar says 21 Nov 2026, 9:53 PM")),
        (ago(-5 * MINUTE), Some("The clock of Cape Bar says 21 Nov 2026, 10:05 PM")),
    ] {
        bar.boxes[0].clock = Some(off);
        assert_eq!(texts(&bar).first().map(String::as_str), text);
        assert_eq!(bar.flags(now()).is_empty(), text.is_none());
    }
}

#[test]
fn damage_unread_figures_and_refusals_are_alerts_in_words() {
    let mut bar = well();
    bar.boxes[0].damaged = Some("812".to_owned());
    bar.bad_figures = 3;
    let refusal = |number, days: i64| Refusal { number, reason: "Barcode is taken".to_owned(), decided_at: ago(days * DAY) };
    bar.refusals = vec![refusal(6, 30), refusal(7, 29), refusal(8, 0)];
    let expected = [
        "Cape Bar: the box reports damage at entry 812",
        "3 figures of Cape Bar could not be read",
        "Cape Bar refused change 7: Barcode is taken",
        "Cape Bar refused change 8: Barcode is taken",
    ];
    assert_eq!(texts(&bar), expected);
    assert_eq!(bar.flags(now()), [Flag::Damaged, Flag::Figures, Flag::Refused]);
    (bar.boxes[0].damaged, bar.bad_figures, bar.refusals) = (Some("at entry 9".to_owned()), 1, Vec::new());
    assert_eq!(texts(&bar), ["Cape Bar: the box reports damage at entry 9", "1 figure of Cape Bar could not be read"]);
    (bar.boxes[0].damaged, bar.bad_figures) = (Some("the signature is wrong".to_owned()), 0);
    assert_eq!(texts(&bar), ["Cape Bar: the box reports damage: the signature is wrong"]);
    bar.boxes[0].revoked_at = Some(ago(0));
    assert_eq!(texts(&bar), [""; 0]);
}

#[test]
fn tonight_is_the_business_day_of_the_bar() {
    let mut bar = well();
    let at = Timestamp::parse("2026-11-22T04:30:00Z").expect("a time");
    for (zone, starts, day) in [
        ("Africa/Monrovia", "05:00", "2026-11-21"),
        ("Africa/Monrovia", "04:00", "2026-11-22"),
        ("America/New_York", "05:00", "2026-11-21"),
        ("Africa/Nairobi", "05:00", "2026-11-22"),
        ("Nowhere/Bar", "05:00", "2026-11-21"),
    ] {
        bar.settings = BarSettings { time_zone: Some(zone.to_owned()), day_starts_at: Some(starts.to_owned()), rate: None };
        assert_eq!(bar.today(at).to_string(), day, "{zone} {starts}");
    }
}

#[test]
fn a_bar_that_has_sent_too_much_is_told_of_while_its_box_is_refused() {
    let refused = |millis| Bar { quota_at: Some(ago(millis)), ..well() };
    let words = "Cape Bar has sent as much as it may in a day. The rest comes tomorrow.";
    assert_eq!((texts(&refused(HOUR)), refused(HOUR).flags(now())), (vec![words.to_owned()], vec![Flag::Quota]));
    assert_eq!(texts(&refused(2 * HOUR)), Vec::<String>::new());
}
