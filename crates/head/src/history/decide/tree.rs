//! The lines of a bar as a tree of branches.

use std::collections::HashMap;

use super::super::line::{LineRow, LineState};
use backup::parcels::{EntryMark, LineName, Mark, Position};

/// Marks of stored entries, by id of the line that owns the entry, and sequence number.
#[derive(Debug, Default)]
pub struct KnownMarks(pub HashMap<(i64, u64), Mark>);

/// The marks of these stored entries decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeedMarks(pub Vec<(i64, u64)>);

/// An entry in the tree, by the index of the line that owns it; or the place before entry 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    pub line: Option<usize>,
    pub seq: u64,
}

impl Node {
    /// The place before entry 1.
    pub const ROOT: Node = Node { line: None, seq: 0 };

    pub(super) fn new(line: usize, seq: u64) -> Self {
        Node { line: Some(line), seq }
    }
}

/// All lines of a bar.
#[derive(Debug, Clone, Default)]
pub struct Tree {
    lines: Vec<LineRow>,
}

impl Tree {
    /// The tree of all lines of a bar.
    pub fn new(lines: Vec<LineRow>) -> Self {
        Tree { lines }
    }

    /// All lines.
    pub fn lines(&self) -> &[LineRow] {
        &self.lines
    }

    /// The line with this index.
    pub(crate) fn line(&self, index: usize) -> &LineRow {
        &self.lines[index]
    }

    /// The index of the line with this name.
    pub(crate) fn named(&self, name: LineName) -> Option<usize> {
        self.lines.iter().position(|line| line.name == name)
    }

    /// The index of the line with this id.
    pub(crate) fn with_id(&self, id: i64) -> Option<usize> {
        self.lines.iter().position(|line| line.id == id)
    }

    /// The index of the current line.
    pub(crate) fn current(&self) -> Option<usize> {
        self.lines.iter().position(|line| line.state == LineState::Current)
    }

    /// The line and all that it came from, each with its last entry that belongs to this history.
    pub(crate) fn chain(&self, index: usize) -> Vec<(usize, u64)> {
        let mut chain = vec![(index, self.line(index).newest.seq)];
        let mut line = self.line(index);
        while let Some(parent) = line.parent.and_then(|id| self.with_id(id)) {
            // A damaged row must not make it endless.
            if chain.iter().any(|(seen, _)| *seen == parent) {
                break;
            }
            chain.push((parent, line.from.seq));
            line = self.line(parent);
        }
        chain
    }

    /// Whether the history of line `index` contains the entry.
    pub(crate) fn passes(&self, index: usize, node: Node) -> bool {
        let Some(owner) = node.line else { return true };
        self.chain(index).into_iter().any(|(line, upto)| line == owner && node.seq <= upto)
    }

    /// Whether the history up to `node` contains an own entry of the line with this name.
    pub(super) fn has_begun(&self, name: LineName, node: Node) -> bool {
        let (Some(named), Some(owner)) = (self.named(name), node.line) else { return false };
        let chain = self.chain(owner);
        let upto = |(line, upto): &(usize, u64)| if *line == owner { node.seq } else { *upto };
        chain.iter().any(|link| link.0 == named && upto(link) > self.line(named).from.seq)
    }

    /// The highest sequence number of any history that contains the entry.
    pub(super) fn extent(&self, node: Node) -> u64 {
        let passing = (0..self.lines.len()).filter(|index| self.passes(*index, node));
        passing.map(|index| self.line(index).newest.seq).max().unwrap_or(node.seq)
    }

    /// The line that leaves at `node` and begins with this mark, and has entries.
    pub(super) fn child(&self, node: Node, first: Mark) -> Option<usize> {
        let parent = node.line.map(|line| self.line(line).id);
        let leaves_here = |line: &LineRow| line.parent == parent && line.from.seq == node.seq && line.name == first.line();
        self.lines.iter().position(|line| leaves_here(line) && !line.is_empty())
    }

    /// The entry as a mark, if it can be told without a look at stored entries.
    fn told_mark(&self, line: usize, seq: u64) -> Option<Mark> {
        let row = self.line(line);
        if row.newest.seq == seq {
            return row.newest.hash;
        }
        let child = self.lines.iter().find(|child| child.parent == Some(row.id) && child.from.seq == seq)?;
        child.from.hash
    }

    /// The mark of entry `seq`, which `line` owns.
    pub(super) fn mark(&self, line: usize, seq: u64, known: &KnownMarks) -> Result<Mark, NeedMarks> {
        let key = (self.line(line).id, seq);
        let told = self.told_mark(line, seq).or_else(|| known.0.get(&key).copied());
        told.ok_or_else(|| NeedMarks(vec![key]))
    }

    /// Where an entry is; `None` if no line has it.
    pub(super) fn locate(&self, entry: EntryMark, known: &KnownMarks) -> Result<Option<Node>, NeedMarks> {
        let Some(hash) = entry.hash else { return Ok((entry.seq == 0).then_some(Node::ROOT)) };
        let owns = |line: &LineRow| line.from.seq < entry.seq && entry.seq <= line.newest.seq;
        let owners = (0..self.lines.len()).filter(|index| owns(self.line(*index)));
        let mut needed = Vec::new();
        for owner in owners {
            match self.mark(owner, entry.seq, known) {
                Ok(mark) if mark == hash => return Ok(Some(Node::new(owner, entry.seq))),
                Ok(_) => {}
                Err(NeedMarks(more)) => needed.extend(more),
            }
        }
        if needed.is_empty() { Ok(None) } else { Err(NeedMarks(needed)) }
    }

    /// The position of `node`; `None` for the place before entry 1.
    pub(crate) fn position(&self, node: Node, hash: Option<Mark>) -> Option<Position> {
        Some(Position { line: self.line(node.line?).name, seq: node.seq, hash: hash? })
    }

    /// The newest entry in the history of line `index`, which may be one of its parent's.
    pub(crate) fn newest(&self, index: usize) -> Option<Position> {
        let newest = self.line(index).newest;
        let owner = self.chain(index).into_iter().map(|(line, _)| line).find(|line| self.line(*line).from.seq < newest.seq)?;
        self.position(Node::new(owner, newest.seq), newest.hash)
    }

    /// The entries of line `index` that the current line does not have: after the first number, up to the second.
    pub(crate) fn here_only(&self, index: usize) -> Option<(u64, u64)> {
        let line = self.line(index);
        let current = self.current()?;
        let shared = self.chain(current).into_iter().find(|(link, _)| *link == index);
        let after = shared.map_or(line.from.seq, |(_, upto)| upto);
        (after < line.newest.seq).then_some((after, line.newest.seq))
    }
}
