//! Where the entries of a parcel belong.

use std::collections::HashSet;

use super::super::line::{LineRow, LineState};
use super::tree::{KnownMarks, NeedMarks, Node, Tree};
use backup::parcels::{EntryMark, LineName, Mark};

/// The box that sends.
#[derive(Debug, Clone)]
pub struct Sender<'a> {
    pub box_name: &'a str,
    /// Boxes of the bar that were revoked.
    pub revoked: &'a HashSet<String>,
    /// The line that the box writes now, as head office names it. What it sends of other lines is what it has from a copy.
    pub writes: LineName,
    /// Whether it is a second box that was not promoted.
    pub is_second: bool,
}

impl Sender<'_> {
    /// Whether it may go on with the line: its own, or that of a box that was revoked. A second box takes no line over before it is promoted.
    pub fn may_write(&self, line: &LineRow) -> bool {
        line.box_name == self.box_name || !self.is_second && self.revoked.contains(&line.box_name)
    }
}

/// The entries of a parcel.
#[derive(Debug, Clone, Copy)]
pub struct Incoming<'a> {
    /// The line that the box says they belong to.
    pub line: LineName,
    /// The entry before the first one.
    pub from: EntryMark,
    /// The marks of the entries, which follow `from` without a gap.
    pub marks: &'a [Mark],
}

impl Incoming<'_> {
    /// The last entry.
    pub fn last(&self) -> u64 {
        self.from.seq + self.marks.len() as u64
    }

    /// The mark of entry `seq`, which is the one before the first, or one of them.
    pub fn mark(&self, seq: u64) -> Option<Mark> {
        let Some(place) = seq.checked_sub(self.from.seq + 1) else { return self.from.hash };
        self.marks.get(usize::try_from(place).ok()?).copied()
    }
}

/// What happens with the entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParcelPlan {
    /// No line has the entry before them.
    Gap,
    /// All of them are known; the last one.
    Known(Node),
    Take(Take),
}

/// Entries to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Take {
    /// The last entry that is known: those behind it are stored.
    pub after: Node,
    /// The last entry to store. Those behind it belong to another line, and come again.
    pub upto: u64,
    pub target: Target,
    /// Whether the box has them from a copy and writes another line.
    pub from_copy: bool,
}

/// The line that entries are stored in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A line that has entries, at its end.
    End(usize),
    /// A line that begins with them; its index if there is a row from a hello.
    Begin(LineName, Option<usize>),
}

/// Where the entries of a parcel belong.
pub fn place(tree: &Tree, sender: &Sender<'_>, incoming: &Incoming<'_>, known: &KnownMarks) -> Result<ParcelPlan, NeedMarks> {
    let Some(node) = tree.locate(incoming.from, known)? else { return Ok(ParcelPlan::Gap) };
    let after = last_known(tree, node, incoming, known)?;
    let Some(first) = incoming.mark(after.seq + 1).filter(|_| after.seq < incoming.last()) else { return Ok(ParcelPlan::Known(after)) };
    let begins = |mark: Mark| mark.line() == incoming.line;
    let row = tree.named(first.line());
    if row.is_some_and(|row| !tree.line(row).is_empty()) {
        // Another line has begun with this very entry, so that the entries before it cannot be the same.
        return Ok(ParcelPlan::Gap);
    }
    let from_copy = !tree.has_begun(sender.writes, after) && first.line() != sender.writes;
    let goes_on = after.line.filter(|line| {
        let line = tree.line(*line);
        row.is_none() && !begins(first) && line.newest.seq == after.seq && (from_copy || sender.may_write(line))
    });
    let target = goes_on.map_or(Target::Begin(first.line(), row), Target::End);
    let next_line = (after.seq + 2..=incoming.last()).find(|seq| incoming.mark(*seq).is_some_and(begins));
    let upto = next_line.map_or(incoming.last(), |seq| seq - 1);
    Ok(ParcelPlan::Take(Take { after, upto, target, from_copy }))
}

/// The last entry of the parcel that is known, from `node` on, which is the one before its first.
fn last_known(tree: &Tree, mut node: Node, incoming: &Incoming<'_>, known: &KnownMarks) -> Result<Node, NeedMarks> {
    loop {
        if let Some(line) = node.line {
            let last = incoming.last().min(tree.line(line).newest.seq);
            node.seq = last_equal(tree, line, (node.seq, last), incoming, known)?;
        }
        let next = incoming.mark(node.seq + 1).and_then(|first| tree.child(node, first));
        match next {
            Some(child) if node.seq < incoming.last() => node = Node::new(child, node.seq + 1),
            _ => return Ok(node),
        }
    }
}

/// The last entry that parcel and line have in common: from the first number, which is common, to the second.
fn last_equal(
    tree: &Tree,
    line: usize,
    (mut common, last): (u64, u64),
    incoming: &Incoming<'_>,
    known: &KnownMarks,
) -> Result<u64, NeedMarks> {
    let equal = |seq: u64| tree.mark(line, seq, known).map(|mark| incoming.mark(seq) == Some(mark));
    if last <= common || equal(last)? {
        return Ok(last.max(common));
    }
    // Behind the entry at which two histories parted they have nothing in common.
    let mut different = last;
    while different - common > 1 {
        let middle = common + (different - common) / 2;
        if equal(middle)? {
            common = middle;
        } else {
            different = middle;
        }
    }
    Ok(common)
}

/// Whether a line that leaves at `node` is current at once. `restored`: it begins with `box.restored` or `box.promoted`.
pub fn begins_current(tree: &Tree, sender: &Sender<'_>, node: Node, restored: bool) -> bool {
    let Some(current) = tree.current() else { return true };
    tree.passes(current, node) && (restored || sender.may_write(tree.line(current)))
}

/// The line that the figures of a box belong to. `registered`: the line that its last hello was about; `at`: the last entry of the parcel
/// that is known, or the one that it follows; `claimed`: the line in the header.
pub fn figures_line(tree: &Tree, registered: Option<usize>, at: Option<Node>, claimed: LineName) -> Option<usize> {
    let named = tree.named(claimed);
    let of_entry = |node: Node| named.filter(|named| tree.passes(*named, node)).or(node.line);
    registered.or_else(|| at.map_or(named, of_entry))
}

impl Tree {
    /// Whether a line stands in reports, as its box is told. A line that is announced and has not arrived gets the benefit of the doubt.
    pub(crate) fn is_counted(&self, line: usize, claimed: LineName) -> bool {
        let line = self.line(line);
        line.state == LineState::Current || (line.is_empty() && line.name == claimed)
    }
}
