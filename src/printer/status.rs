//! What printers say of themselves: answers to our questions, told apart from what they send unasked.

use super::escpos::Question;

/// Why a printer that can be reached would not print now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Blocked {
    /// The roll is at its end.
    #[error("No paper")]
    PaperOut,
    /// The cover is open.
    #[error("Cover open")]
    CoverOpen,
    /// The cutter is stuck, the head too hot, or worse.
    #[error("It reports a fault: switch it off and on")]
    Fault,
    /// Off line for no reason that it names, such as its feed button.
    #[error("Paused with its own button")]
    Paused,
}

/// Answers to the four real-time questions, as far as there are any.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    printer: Option<u8>,
    offline: Option<u8>,
    fault: Option<u8>,
    paper: Option<u8>,
}

impl State {
    /// Notes an answer, or the silence.
    pub fn note(&mut self, question: Question, answer: Option<u8>) {
        match question {
            Question::Printer => self.printer = answer,
            Question::Offline => self.offline = answer,
            Question::Fault => self.fault = answer,
            Question::Paper => self.paper = answer,
        }
    }

    /// Whether anything was answered at all.
    pub fn talks(&self) -> bool {
        self.printer.or(self.offline).or(self.fault).or(self.paper).is_some()
    }

    /// What stands in the way. The cover first: an open one lifts the paper sensor too.
    pub fn blocked(&self) -> Option<Blocked> {
        let has = |answer: Option<u8>, bits: u8| answer.is_some_and(|byte| byte & bits != 0);
        if has(self.offline, 0x04) {
            Some(Blocked::CoverOpen)
        } else if has(self.paper, 0x60) || has(self.offline, 0x20) {
            Some(Blocked::PaperOut)
        } else if has(self.offline, 0x40) || has(self.fault, 0x6c) {
            Some(Blocked::Fault)
        } else if has(self.printer, 0x08) {
            Some(Blocked::Paused)
        } else {
            None
        }
    }
}

/// Whether the answer to `GS r 1` says that the paper ended.
pub fn paper_ended(answer: u8) -> bool {
    answer & 0x0c != 0
}

/// One answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// To `DLE EOT`.
    Now(u8),
    /// To `GS r`: everything before it is printed.
    Printed(u8),
}

/// Bytes that follow the first one of an unasked report.
const REPORT_REST: u8 = 3;

/// Sorts the bytes that a printer sends. Fixed bits tell them apart: `0..1..10` answers `DLE EOT`, `0..1..00` begins
/// an unasked report of four bytes, `0..0....` answers `GS r`; the rest (XON, XOFF, noise) says nothing.
#[derive(Debug, Default)]
pub struct Ear {
    report_rest: u8,
}

impl Ear {
    /// Takes the next byte.
    pub fn hear(&mut self, byte: u8) -> Option<Heard> {
        let plain = byte & 0x90 == 0;
        if self.report_rest > 0 && plain {
            self.report_rest -= 1;
            return None;
        }
        self.report_rest = if byte & 0x93 == 0x10 { REPORT_REST } else { 0 };
        match byte {
            _ if byte & 0x93 == 0x12 => Some(Heard::Now(byte)),
            _ if plain => Some(Heard::Printed(byte)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(answers: [u8; 4]) -> State {
        State { printer: Some(answers[0]), offline: Some(answers[1]), fault: Some(answers[2]), paper: Some(answers[3]) }
    }

    #[test]
    fn reads_what_stands_in_the_way() {
        let rows = [
            ([0x12, 0x12, 0x12, 0x12], None),
            ([0x16, 0x12, 0x12, 0x1e], None),
            ([0x1a, 0x32, 0x12, 0x72], Some(Blocked::PaperOut)),
            ([0x1a, 0x12, 0x12, 0x72], Some(Blocked::PaperOut)),
            ([0x1a, 0x16, 0x12, 0x12], Some(Blocked::CoverOpen)),
            ([0x1a, 0x36, 0x12, 0x7e], Some(Blocked::CoverOpen)),
            ([0x1a, 0x52, 0x1a, 0x12], Some(Blocked::Fault)),
            ([0x1a, 0x12, 0x52, 0x12], Some(Blocked::Fault)),
            ([0x1a, 0x12, 0x12, 0x12], Some(Blocked::Paused)),
        ];
        for (answers, blocked) in rows {
            assert_eq!(state(answers).blocked(), blocked, "{answers:02x?}");
        }
    }

    #[test]
    fn silence_is_no_answer() {
        assert_eq!((State::default().talks(), State::default().blocked()), (false, None));
        let mut state = State::default();
        state.note(Question::Paper, Some(0x12));
        assert!(state.talks());
    }

    #[test]
    fn tells_answers_from_reports() {
        let mut ear = Ear::default();
        let heard: Vec<Heard> = [0x10, 0x00, 0x0c, 0x0f, 0x12, 0x11, 0x13, 0x00, 0x14, 0x00, 0x00, 0x0f, 0x0c]
            .into_iter()
            .filter_map(|b| ear.hear(b))
            .collect();
        assert_eq!(heard, [Heard::Now(0x12), Heard::Printed(0x00), Heard::Printed(0x0c)]);
    }

    #[test]
    fn a_broken_report_hides_no_answer() {
        let mut ear = Ear::default();
        assert_eq!([0x10, 0x00, 0x72].map(|byte| ear.hear(byte)), [None, None, Some(Heard::Now(0x72))]);
        assert_eq!(ear.hear(0x00), Some(Heard::Printed(0x00)));
        assert!(!paper_ended(0x03) && paper_ended(0x0c));
    }
}
