//! One printed page as a list of printing elements, laid out for the columns and the letters of one printer.

use super::profile::{Profile, Qr};
use super::raster::{self, Raster};
use crate::base::text::ascii;

/// The least room beside an amount in which words are still put; with less, the amount gets its own line.
const LEFT_ROOM_MIN: usize = 10;

/// Where a line stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// At the left edge.
    #[default]
    Left,
    /// In the middle.
    Centre,
}

/// How large letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Size {
    /// As the printer is built.
    #[default]
    Normal,
    /// Twice as high: takes no more columns.
    Tall,
    /// Twice as high and wide: half as many letters on a line.
    Double,
}

/// What a line looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Where it stands.
    pub align: Align,
    /// Thick letters.
    pub bold: bool,
    /// How large.
    pub size: Size,
}

impl Style {
    /// Ordinary letters at the left edge.
    pub const PLAIN: Style = Style { align: Align::Left, bold: false, size: Size::Normal };
    /// Ordinary letters in the middle.
    pub const CENTRE: Style = Style { align: Align::Centre, ..Style::PLAIN };
    /// What nobody may miss.
    pub const HEADLINE: Style = Style { align: Align::Centre, bold: true, size: Size::Tall };
}

/// One thing that the printer does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// One line that fits the paper, in letters of the printer's page.
    Line {
        /// At most as many letters as columns (half of them in double size).
        text: String,
        /// How it looks.
        style: Style,
    },
    /// So many empty lines.
    Feed(u8),
    /// An image as wide as the paper.
    Image(Raster),
    /// A QR code that the printer draws; printable ASCII.
    NativeQr(String),
    /// The end of the page.
    Cut,
}

/// A page for one printer. Whatever is put on it is wrapped to fit; nothing is cut off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    profile: Profile,
    elements: Vec<Element>,
}

impl Paper {
    /// An empty page for this printer.
    pub fn new(profile: Profile) -> Self {
        Paper { profile, elements: Vec::new() }
    }

    /// The printer that it is laid out for.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What is on it so far, from the top.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The text alone, line by line, as wide as it is printed.
    pub fn lines(&self) -> Vec<&str> {
        let lines = self.elements.iter().filter_map(|element| match element {
            Element::Line { text, .. } => Some(text.as_str()),
            _ => None,
        });
        lines.collect()
    }

    /// The text as it stands on the paper, for a screen: what is in the middle is moved there. A double letter is shown as
    /// one, in the place that it takes.
    pub fn picture(&self) -> Vec<String> {
        let lines = self.elements.iter().filter_map(|element| match element {
            Element::Line { text, style } => Some((text, style)),
            _ => None,
        });
        lines
            .map(|(text, style)| {
                let gap = self.profile.columns.saturating_sub(width(text));
                let left = match style.align {
                    Align::Left => 0,
                    Align::Centre => gap / 2,
                };
                format!("{:left$}{text}", "")
            })
            .collect()
    }

    /// Letters that fit on a line of this size.
    pub fn room(&self, size: Size) -> usize {
        if size == Size::Double { self.profile.columns / 2 } else { self.profile.columns }
    }

    /// How many columns a text takes in ordinary letters of this printer.
    pub fn width_of(&self, text: &str) -> usize {
        width(&self.profile.page.fit(text))
    }

    /// Text of any length; line ends in it are kept, empty text prints nothing.
    pub fn text(&mut self, text: &str, style: Style) {
        let room = self.room(style.size);
        for part in text.lines() {
            for line in wrap(&self.profile.page.fit(part), room, 0) {
                self.line(line, style);
            }
        }
    }

    /// Words at the left and an amount at the right edge. Blanks that the left begins with indent all its lines.
    pub fn columns(&mut self, left: &str, right: &str, style: Style) {
        let style = Style { align: Align::Left, ..style };
        let room = self.room(style.size);
        let (left, right) = (self.profile.page.fit(left), self.profile.page.fit(right));
        let (left, right) = (left.trim_end_matches(' '), right.trim_matches(' '));
        let indent = left.len() - left.trim_start_matches(' ').len();
        match left_room(left, indent, right, room) {
            Some(left_room) if !right.is_empty() => {
                let mut lines = wrap(left, left_room, indent).into_iter();
                let first = lines.next().unwrap_or_default();
                let gap = room - width(&first) - width(right);
                self.line(format!("{first}{:gap$}{right}", ""), style);
                lines.for_each(|line| self.line(line, style));
            }
            _ => {
                wrap(left, room, indent).into_iter().for_each(|line| self.line(line, style));
                wrap(right, room, 0).into_iter().for_each(|line| self.line(format!("{line:>room$}"), style));
            }
        }
    }

    /// A line across the paper.
    pub fn rule(&mut self) {
        self.line("-".repeat(self.profile.columns), Style::PLAIN);
    }

    /// Empty lines.
    pub fn feed(&mut self, lines: u8) {
        self.elements.push(Element::Feed(lines));
    }

    /// A QR code, in the way that suits this printer; as text where none does or the text is too long.
    pub fn qr(&mut self, text: &str) {
        self.qr_by(self.profile.qr, text);
    }

    /// A QR code made in one certain way.
    pub fn qr_by(&mut self, way: Qr, text: &str) {
        let ascii = ascii(text.trim());
        let element = match way {
            Qr::Raster => raster::qr(&ascii, self.profile.dots).map(Element::Image),
            Qr::Native if ascii.len() <= raster::QR_BYTES_MAX => Some(Element::NativeQr(ascii.clone())),
            Qr::Native | Qr::Text => None,
        };
        match element {
            Some(element) => self.elements.push(element),
            None => self.text(&ascii, Style::CENTRE),
        }
    }

    /// The end of the page: room to tear, and a cut where there is a cutter.
    pub fn cut(&mut self) {
        self.elements.push(Element::Cut);
    }

    fn line(&mut self, text: String, style: Style) {
        self.elements.push(Element::Line { text, style });
    }
}

/// Letters of a text that already consists of letters of the page.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// Room for the left column beside `right`, or `None` when the two had better stand on lines of their own:
/// a short gap would break amounts that stand on the left.
fn left_room(left: &str, indent: usize, right: &str, room: usize) -> Option<usize> {
    let left_room = room.checked_sub(width(right) + 1)?;
    if width(left) <= left_room {
        return Some(left_room);
    }
    let longest = left.split(' ').map(width).max().unwrap_or(0) + indent;
    (left_room >= LEFT_ROOM_MIN && longest <= left_room).then_some(left_room)
}

/// Breaks at blanks; a word longer than a line is broken where the line ends. Every line is indented.
fn wrap(text: &str, room: usize, indent: usize) -> Vec<String> {
    let indent = indent.min(room / 2);
    let blank = " ".repeat(indent);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let mut word: Vec<char> = word.chars().collect();
        if !line.is_empty() && width(&line) + 1 + word.len() > room {
            lines.push(std::mem::take(&mut line));
        }
        while word.len() > room - indent {
            let rest = word.split_off(room - indent);
            lines.push(blank.chars().chain(word).collect());
            word = rest;
        }
        line.push_str(if line.is_empty() { &blank } else { " " });
        line.extend(word);
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn narrow() -> Paper {
        Paper::new(Profile::named("safe").expect("preset"))
    }

    #[test]
    fn wraps_at_blanks_and_breaks_long_words() {
        assert_eq!(wrap("one two  three", 8, 0), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij k", 4, 0), ["abcd", "efgh", "ij k"]);
        assert_eq!(wrap("  a bb ccc", 6, 2), ["  a bb", "  ccc"]);
        assert_eq!(wrap("   ", 6, 0), Vec::<String>::new());
    }

    #[test]
    fn columns_stand_at_both_edges() {
        let mut paper = narrow();
        paper.columns("4 x Club Beer", "$8.00", Style::PLAIN);
        paper.columns("1 x A very long name of a dish with rice", "L$1,140", Style::PLAIN);
        paper.columns("  @ L$1,000,000,000.00", "L$1,000,000,000,000,000.00", Style::PLAIN);
        assert_eq!(
            paper.lines(),
            [
                "4 x Club Beer              $8.00",
                "1 x A very long name of  L$1,140",
                "a dish with rice",
                "  @ L$1,000,000,000.00",
                "      L$1,000,000,000,000,000.00",
            ]
        );
    }

    #[test]
    fn double_letters_take_two_columns() {
        let mut paper = narrow();
        paper.text("Sunset Bar & Grill", Style { size: Size::Double, ..Style::CENTRE });
        assert_eq!(paper.lines(), ["Sunset Bar &", "Grill"]);
    }

    #[test]
    fn a_printer_without_graphics_prints_the_address() {
        let mut paper = narrow();
        paper.qr("http://10.0.0.2/t/4");
        assert_eq!(paper.lines(), ["http://10.0.0.2/t/4"]);
    }
}
