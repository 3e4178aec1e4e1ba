//! Printer status: parses status replies, separates them from unsolicited reports, and derives why a printer cannot print.

use super::StatusQuery;

/// Why a printer that can be reached cannot print now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotReady {
    /// The roll is at its end.
    #[error("No paper")]
    PaperOut,
    /// The cover is open.
    #[error("Cover open")]
    CoverOpen,
    /// The cutter is stuck, the head too hot, or worse.
    #[error("It reports a fault: switch it off and on")]
    Fault,
    /// Offline without a reported reason, for example because its feed button is pressed.
    #[error("Paused with its own button")]
    Paused,
}

/// Replies to the four real-time status queries; `None` for a query without a reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StatusAnswers {
    printer: Option<u8>,
    offline: Option<u8>,
    fault: Option<u8>,
    paper: Option<u8>,
}

impl StatusAnswers {
    /// Records the reply to a query, or that there was none.
    pub fn note(&mut self, query: StatusQuery, reply: Option<u8>) {
        match query {
            StatusQuery::Printer => self.printer = reply,
            StatusQuery::Offline => self.offline = reply,
            StatusQuery::Fault => self.fault = reply,
            StatusQuery::Paper => self.paper = reply,
        }
    }

    /// Whether the printer replied to any query.
    pub fn answered(&self) -> bool {
        self.printer.or(self.offline).or(self.fault).or(self.paper).is_some()
    }

    /// Why it cannot print; `None` if it can. The cover is checked first because an open cover also lifts the paper sensor.
    pub fn not_ready(&self) -> Option<NotReady> {
        let has = |answer: Option<u8>, bits: u8| answer.is_some_and(|byte| byte & bits != 0);
        if has(self.offline, 0x04) {
            Some(NotReady::CoverOpen)
        } else if has(self.paper, 0x60) || has(self.offline, 0x20) {
            Some(NotReady::PaperOut)
        } else if has(self.offline, 0x40) || has(self.fault, 0x6c) {
            Some(NotReady::Fault)
        } else if has(self.printer, 0x08) {
            Some(NotReady::Paused)
        } else {
            None
        }
    }
}

/// Whether the reply to `GS r 1` reports that the paper ended.
pub fn paper_ended(answer: u8) -> bool {
    answer & 0x0c != 0
}

/// One status reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// Reply to `DLE EOT`.
    RealTime(u8),
    /// Reply to `GS r`: everything before it is printed.
    Printed(u8),
}

/// Bytes that follow the first byte of an unsolicited report.
const REPORT_REST: u8 = 3;

/// Parser for the bytes that a printer sends. Fixed bits distinguish them: `0..1..10` replies to `DLE EOT`, `0..1..00` begins an
/// unsolicited report of four bytes, `0..0....` replies to `GS r`; the rest (XON, XOFF, noise) is ignored.
#[derive(Debug, Default)]
pub struct StatusParser {
    report_rest: u8,
}

impl StatusParser {
    /// Parses the next byte.
    pub fn push(&mut self, byte: u8) -> Option<Reply> {
        let plain = byte & 0x90 == 0;
        if self.report_rest > 0 && plain {
            self.report_rest -= 1;
            return None;
        }
        self.report_rest = if byte & 0x93 == 0x10 { REPORT_REST } else { 0 };
        match byte {
            _ if byte & 0x93 == 0x12 => Some(Reply::RealTime(byte)),
            _ if plain => Some(Reply::Printed(byte)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(answers: [u8; 4]) -> StatusAnswers {
        StatusAnswers { printer: Some(answers[0]), offline: Some(answers[1]), fault: Some(answers[2]), paper: Some(answers[3]) }
    }

    #[test]
    fn replies_give_the_reason_why_it_cannot_print() {
        let rows = [
            ([0x12, 0x12, 0x12, 0x12], None),
            ([0x16, 0x12, 0x12, 0x1e], None),
            ([0x1a, 0x32, 0x12, 0x72], Some(NotReady::PaperOut)),
            ([0x1a, 0x12, 0x12, 0x72], Some(NotReady::PaperOut)),
            ([0x1a, 0x16, 0x12, 0x12], Some(NotReady::CoverOpen)),
            ([0x1a, 0x36, 0x12, 0x7e], Some(NotReady::CoverOpen)),
            ([0x1a, 0x52, 0x1a, 0x12], Some(NotReady::Fault)),
            ([0x1a, 0x12, 0x52, 0x12], Some(NotReady::Fault)),
            ([0x1a, 0x12, 0x12, 0x12], Some(NotReady::Paused)),
        ];
        for (answers, blocked) in rows {
            assert_eq!(state(answers).not_ready(), blocked, "{answers:02x?}");
        }
    }

    #[test]
    fn a_printer_without_replies_is_not_blocked() {
        assert_eq!((StatusAnswers::default().answered(), StatusAnswers::default().not_ready()), (false, None));
        let mut state = StatusAnswers::default();
        state.note(StatusQuery::Paper, Some(0x12));
        assert!(state.answered());
    }

    #[test]
    fn replies_are_separated_from_reports() {
        let mut parser = StatusParser::default();
        let replies: Vec<Reply> = [0x10, 0x00, 0x0c, 0x0f, 0x12, 0x11, 0x13, 0x00, 0x14, 0x00, 0x00, 0x0f, 0x0c]
            .into_iter()
            .filter_map(|b| parser.push(b))
            .collect();
        assert_eq!(replies, [Reply::RealTime(0x12), Reply::Printed(0x00), Reply::Printed(0x0c)]);
    }

    #[test]
    fn an_interrupted_report_hides_no_reply() {
        let mut parser = StatusParser::default();
        assert_eq!([0x10, 0x00, 0x72].map(|byte| parser.push(byte)), [None, None, Some(Reply::RealTime(0x72))]);
        assert_eq!(parser.push(0x00), Some(Reply::Printed(0x00)));
        assert!(!paper_ended(0x03) && paper_ended(0x0c));
    }
}
