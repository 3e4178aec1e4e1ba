//! What a hello tells: the newest entry that box and head office have in common, and the line that the box writes.

use std::collections::{BTreeMap, BTreeSet};

use super::place::Sender;
use super::tree::{KnownMarks, NeedMarks, Node, Tree};
use backup::parcels::{EntryMark, LineName, Mark};

/// Most entries that one answer asks for, besides both ends of the search.
const ASK_MAX: u64 = 32;

/// A hello, as far as it tells where the box is.
#[derive(Debug, Clone)]
pub struct Greeting {
    /// The line that the box says it writes.
    pub line: LineName,
    /// The box's newest entry.
    pub journal: u64,
    /// The marks that it offers, that of the newest entry too.
    pub marks: BTreeMap<u64, Mark>,
}

/// What follows from a hello.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GreetingPlan {
    /// Marks of more entries are needed.
    Ask {
        /// The newest entry that is known to be common.
        common: Node,
        ask: Vec<u64>,
    },
    Answer {
        /// The newest common entry.
        common: Node,
        home: Home,
    },
}

/// The line that the box writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Home {
    /// One that has entries.
    Line(usize),
    /// One of which nothing has arrived; its index if it has a row.
    Begins(LineName, Option<usize>),
}

/// What follows from a hello.
pub fn greet(tree: &Tree, sender: &Sender<'_>, greeting: &Greeting, known: &KnownMarks) -> Result<GreetingPlan, NeedMarks> {
    let (common, different) = newest_offered(tree, greeting, known)?;
    let upper = different.map_or(greeting.journal, |seq| seq - 1).min(tree.extent(common)).min(greeting.journal);
    if upper > common.seq {
        return Ok(GreetingPlan::Ask { common, ask: between(tree, common, upper, greeting) });
    }
    let answer = |home| Ok(GreetingPlan::Answer { common, home });
    if common.seq == greeting.journal
        && let Some(line) = common.line
    {
        return answer(Home::Line(line));
    }
    let named = tree.named(greeting.line);
    let has_begun = tree.has_begun(greeting.line, common);
    if !has_begun && named.is_none_or(|named| tree.line(named).is_empty()) {
        return answer(Home::Begins(greeting.line, named));
    }
    if let Some(line) = common.line.filter(|line| tree.line(*line).newest.seq == common.seq)
        && has_begun
        && sender.may_write(tree.line(line))
    {
        return answer(Home::Line(line));
    }
    // The same name beside entries that are known: a branch that its first entry names.
    match greeting.marks.get(&(common.seq + 1)) {
        Some(first) => answer(Home::Begins(first.line(), tree.named(first.line()))),
        None => Ok(GreetingPlan::Ask { common, ask: [common.seq, common.seq + 1].into_iter().filter(|seq| *seq > 0).collect() }),
    }
}

/// The newest offered entry that head office has, and the oldest offered one behind it. All before a common entry are common, so a
/// binary search finds it.
fn newest_offered(tree: &Tree, greeting: &Greeting, known: &KnownMarks) -> Result<(Node, Option<u64>), NeedMarks> {
    let offered: Vec<(u64, Mark)> = greeting.marks.iter().filter(|(seq, _)| **seq > 0).map(|(seq, mark)| (*seq, *mark)).collect();
    let mut common = Node::ROOT;
    let (mut low, mut high) = (0, offered.len());
    while low < high {
        let middle = if high == offered.len() && low == 0 { high - 1 } else { low + (high - low) / 2 };
        let (seq, mark) = offered[middle];
        match tree.locate(EntryMark { seq, hash: Some(mark) }, known)? {
            Some(node) => {
                common = node;
                low = middle + 1;
            }
            None => high = middle,
        }
    }
    Ok((common, offered.get(high).map(|(seq, _)| *seq)))
}

/// Entries to ask for: both ends of the search, because the next hello may go to another head; the ends of lines, where the answer
/// usually is; and some at equal distances.
fn between(tree: &Tree, common: Node, upper: u64, greeting: &Greeting) -> Vec<u64> {
    let mut ask = BTreeSet::new();
    let step = ((upper - common.seq) / (ASK_MAX / 2)).max(1);
    ask.extend((1..=ASK_MAX / 2).map(|count| common.seq + count * step));
    let passing = (0..tree.lines().len()).filter(|line| tree.passes(*line, common)).map(|line| tree.line(line));
    ask.extend(passing.map(|line| line.newest.seq).take(usize::try_from(ASK_MAX / 2).unwrap_or(0)));
    ask.retain(|seq| *seq > common.seq && *seq <= upper);
    ask.extend([common.seq, upper, upper + 1].into_iter().filter(|seq| *seq > 0 && *seq <= greeting.journal));
    ask.into_iter().collect()
}
