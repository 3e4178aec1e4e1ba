//! Histories without a database: lines as lists of entries.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::super::line::{LineRow, LineState, line_id};
use super::{Greeting, GreetingPlan, Incoming, KnownMarks, NeedMarks, ParcelPlan, Sender, Tree, greet, place};
use backup::parcels::{EntryMark, LineName, Mark};
use base::Timestamp;

/// A history: the text of each entry, from entry 1 on.
pub type Story = Vec<String>;

/// Entries `1..=count` of the history `name`.
pub fn story(name: &str, count: u64) -> Story {
    (1..=count).map(|seq| format!("{name} {seq}")).collect()
}

/// The entries of `story` up to `upto`, then `count` more of the history `name`.
pub fn fork(story: &Story, upto: u64, name: &str, count: u64) -> Story {
    let kept = story.iter().take(upto as usize).cloned();
    kept.chain((upto + 1..=upto + count).map(|seq| format!("{name} {seq}"))).collect()
}

/// The mark of entry `seq`; of entry 0 there is none.
pub fn mark(story: &Story, seq: u64) -> EntryMark {
    let hash = (seq > 0).then(|| Mark::of(story[seq as usize - 1].as_bytes()));
    EntryMark { seq, hash }
}

/// The name of the line that begins with entry `seq`.
pub fn line_at(story: &Story, seq: u64) -> LineName {
    mark(story, seq).hash.expect("an entry").line()
}

/// What a head office has.
#[derive(Default)]
pub struct Stored {
    pub lines: Vec<LineRow>,
    stories: HashMap<i64, Story>,
    pub revoked: HashSet<String>,
}

impl Stored {
    /// Adds a line with the entries of `story` behind `from`, whose parent is the line at `parent`.
    pub fn line(&mut self, story: &Story, parent: Option<usize>, from: u64, state: LineState, box_name: &str) -> usize {
        let name = line_at(story, from + 1);
        let id = line_id("bar", name);
        let at = Timestamp::from_millis(0);
        self.lines.push(LineRow {
            id,
            name,
            parent: parent.map(|parent| self.lines[parent].id),
            from: mark(story, from),
            newest: mark(story, story.len() as u64),
            state,
            state_since: at,
            box_name: box_name.to_owned(),
            began: at,
            last_seen_at: at,
            newest_at: None,
            figures_upto: 0,
            figures_whole: true,
            figures_at: None,
        });
        self.stories.insert(id, story.clone());
        self.lines.len() - 1
    }

    /// The line has no entries yet.
    pub fn empty(&mut self, line: usize) {
        self.lines[line].newest = self.lines[line].from;
    }

    fn tree(&self) -> Tree {
        Tree::new(self.lines.clone())
    }

    /// Asks until all marks that are needed are known.
    fn settle<T>(&self, decide: impl Fn(&KnownMarks) -> Result<T, NeedMarks>) -> T {
        let mut known = KnownMarks::default();
        loop {
            match decide(&known) {
                Ok(decided) => return decided,
                Err(NeedMarks(needed)) => {
                    assert!(!needed.is_empty());
                    for (id, seq) in needed {
                        let hash = mark(&self.stories[&id], seq).hash.expect("an entry");
                        assert!(known.0.insert((id, seq), hash).is_none(), "asked twice for {seq}");
                    }
                }
            }
        }
    }

    fn sender<'a>(&'a self, box_name: &'a str, writes: LineName) -> Sender<'a> {
        Sender { box_name, revoked: &self.revoked, writes, is_second: false }
    }

    /// Where the entries of `story` behind `from` and up to `to` belong. `line`: as the box says; `writes`: the line it writes.
    pub fn place(&self, box_name: &str, story: &Story, (from, to): (u64, u64), line: LineName, writes: LineName) -> ParcelPlan {
        let marks: Vec<Mark> = (from + 1..=to).filter_map(|seq| mark(story, seq).hash).collect();
        let incoming = Incoming { line, from: mark(story, from), marks: &marks };
        let (tree, sender) = (self.tree(), self.sender(box_name, writes));
        self.settle(|known| place(&tree, &sender, &incoming, known))
    }

    /// What the hellos of a box lead to, and how many it says. Each offers the usual marks and those that were asked for.
    pub fn greet(&self, box_name: &str, story: &Story, line: LineName) -> (GreetingPlan, u32) {
        let journal = story.len() as u64;
        let (tree, sender) = (self.tree(), self.sender(box_name, line));
        let mut asked = Vec::new();
        for round in 1..20 {
            let mut seqs: Vec<u64> =
                (0..63).map(|power| 1 << power).take_while(|behind| *behind < journal).map(|behind| journal - behind).collect();
            seqs.extend(&asked);
            seqs.push(journal);
            let marks: BTreeMap<u64, Mark> = seqs.into_iter().filter_map(|seq| Some((seq, mark(story, seq).hash?))).collect();
            let greeting = Greeting { line, journal, marks };
            match self.settle(|known| greet(&tree, &sender, &greeting, known)) {
                GreetingPlan::Ask { ask, .. } => {
                    assert!(ask.iter().all(|seq| (1..=journal).contains(seq)), "{ask:?} of {journal}");
                    asked = ask;
                }
                answer @ GreetingPlan::Answer { .. } => return (answer, round),
            }
        }
        panic!("head office asks for ever");
    }
}
