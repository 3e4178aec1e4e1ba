//! Page layout: one printed page as a list of elements, for the columns and the code page of one printer.

use super::raster::{self, Raster};
use crate::profile::{Profile, Qr};
use base::text::ascii;

/// Least columns beside an amount in which text is wrapped; with fewer, the amount gets a line of its own.
const LEFT_ROOM_MIN: usize = 10;

/// Horizontal alignment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Align {
    /// Left-aligned.
    #[default]
    Left,
    /// Centred.
    Centre,
}

/// Character size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Size {
    /// The printer's normal size.
    #[default]
    Normal,
    /// Double height; takes no more columns.
    Tall,
    /// Double height and width; half as many characters on a line.
    Double,
}

/// Text style of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Horizontal alignment.
    pub align: Align,
    /// Emphasized text.
    pub bold: bool,
    /// Character size.
    pub size: Size,
}

impl Style {
    /// Normal text, left-aligned.
    pub const PLAIN: Style = Style { align: Align::Left, bold: false, size: Size::Normal };
    /// Normal text, centred.
    pub const CENTRE: Style = Style { align: Align::Centre, ..Style::PLAIN };
    /// Centred, bold and tall, for what must not be overlooked.
    pub const HEADLINE: Style = Style { align: Align::Centre, bold: true, size: Size::Tall };
}

/// One element of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// One line that fits the paper, in characters of the printer's code page.
    Line {
        /// At most as many characters as columns (half as many in double size).
        text: String,
        /// Its style.
        style: Style,
    },
    /// This many empty lines.
    Feed(u8),
    /// An image as wide as the paper.
    Image(Raster),
    /// A QR code that the printer draws; printable ASCII.
    NativeQr(String),
    /// The end of the page.
    Cut,
}

/// A page for one printer. Text is wrapped to fit and never truncated.
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

    /// The printer profile that it is laid out for.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Its elements so far, from the top.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// The text only, line by line, without alignment.
    pub fn lines(&self) -> Vec<&str> {
        let lines = self.elements.iter().filter_map(|element| match element {
            Element::Line { text, .. } => Some(text.as_str()),
            _ => None,
        });
        lines.collect()
    }

    /// The text with its alignment as blanks, as a preview for a screen. A double-width character is shown as one, in one column.
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

    /// Characters of this size that fit on a line.
    pub fn room(&self, size: Size) -> usize {
        if size == Size::Double { self.profile.columns / 2 } else { self.profile.columns }
    }

    /// Columns that a text takes in normal size on this printer.
    pub fn width_of(&self, text: &str) -> usize {
        width(&self.profile.page.fit(text))
    }

    /// Adds text of any length. Line ends in it are kept; empty text adds nothing.
    pub fn text(&mut self, text: &str, style: Style) {
        let room = self.room(style.size);
        for part in text.lines() {
            for line in wrap(&self.profile.page.fit(part), room, 0) {
                self.line(line, style);
            }
        }
    }

    /// Adds text at the left and an amount at the right edge. Leading blanks of `left` indent all its lines.
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

    /// Adds a label, an amount that ends in column `end`, and an amount at the right edge. A label that is too long is cut.
    pub fn three_columns(&mut self, label: &str, middle: &str, right: &str, end: usize) {
        let (columns, page) = (self.profile.columns, self.profile.page);
        let (middle, right) = (page.fit(middle), page.fit(right));
        let room = end.saturating_sub(width(&middle) + 1);
        let label: String = page.fit(label).chars().take(room).collect();
        let rest = columns.saturating_sub(end);
        self.line(format!("{label:<room$} {middle}{right:>rest$}"), Style::PLAIN);
    }

    /// Adds a rule across the paper.
    pub fn rule(&mut self) {
        self.line("-".repeat(self.profile.columns), Style::PLAIN);
    }

    /// Adds empty lines.
    pub fn feed(&mut self, lines: u8) {
        self.elements.push(Element::Feed(lines));
    }

    /// Adds a QR code of a URL in the way of this printer's profile; as text if it has none or the text is too long.
    pub fn qr(&mut self, url: &str) {
        self.qr_by(self.profile.qr, url);
    }

    /// Adds a QR code of a URL in the given way.
    pub fn qr_by(&mut self, way: Qr, url: &str) {
        self.code(way, &ascii(url.trim()));
    }

    /// Adds a QR code with exactly this content, in the way of this printer's profile.
    pub fn qr_of(&mut self, content: &str) {
        self.code(self.profile.qr, content);
    }

    fn code(&mut self, way: Qr, content: &str) {
        let element = match way {
            Qr::Raster => raster::qr(content, self.profile.dots).map(Element::Image),
            Qr::Native if content.len() <= raster::QR_BYTES_MAX => Some(Element::NativeQr(content.to_owned())),
            Qr::Native | Qr::Text => None,
        };
        match element {
            Some(element) => self.elements.push(element),
            None => self.text(content, Style::CENTRE),
        }
    }

    /// Ends the page: feeds paper to tear it off, and cuts if the printer has a cutter.
    pub fn cut(&mut self) {
        self.elements.push(Element::Cut);
    }

    fn line(&mut self, text: String, style: Style) {
        self.elements.push(Element::Line { text, style });
    }
}

/// Columns of a text that consists of characters of the code page.
fn width(text: &str) -> usize {
    text.chars().count()
}

/// Columns for `left` beside `right`, or `None` if the two need lines of their own: a narrow column would break amounts in
/// `left`.
fn left_room(left: &str, indent: usize, right: &str, room: usize) -> Option<usize> {
    let left_room = room.checked_sub(width(right) + 1)?;
    if width(left) <= left_room {
        return Some(left_room);
    }
    let longest = left.split(' ').map(width).max().unwrap_or(0) + indent;
    (left_room >= LEFT_ROOM_MIN && longest <= left_room).then_some(left_room)
}

/// Wraps at blanks; a word longer than a line is broken at the end of the line. Every line is indented.
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
