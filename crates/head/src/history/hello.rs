//! `POST /box/v1/hello`: where the box is, and what head office has of it.

use std::collections::BTreeMap;

use super::boxes::{Boxes, load_boxes, lock_bar, said_hello};
use super::decide::{Greeting, GreetingPlan, Home, KnownMarks, Node, Sender, Tree, begins_current, greet};
use super::figures::announce;
use super::line::{LineRow, LineState, line_id, load_lines, moment};
use super::new_line::{LINES_MAX, NewLine};
use super::steps::add_marks;
use super::{CallingBox, HistoryError};
use crate::database::{Database, DatabaseError, Transaction};
use crate::directives::{self, newest_directive};
use backup::parcels::{EntryMark, Hello, HelloAnswer, LineName, PROTOCOL, PROTOCOL_MIN, Position};
use base::Timestamp;

/// Most marks of a hello that are looked at.
const MARKS_MAX: usize = 1_000;
/// Most decisions about one hello.
const DECISIONS_MAX: u32 = 20;

/// Finds the newest entry that box and head office have in common, and keeps what the box said of itself. `name`: head office's.
///
/// # Errors
/// [`HistoryError::Protocol`], [`HistoryError::UnknownBar`], and those of the database.
pub async fn hello(
    database: &Database,
    caller: &CallingBox,
    hello: &Hello,
    name: &str,
    now: Timestamp,
) -> Result<HelloAnswer, HistoryError> {
    let protocol = hello.protocol.max.min(PROTOCOL);
    if protocol < hello.protocol.min.max(PROTOCOL_MIN) {
        return Err(HistoryError::Protocol);
    }
    let mut locked = false;
    for _ in 0..DECISIONS_MAX {
        let call = &Call { caller, hello, now, locked };
        let outcome = database.transaction(move |transaction| async move { call.answer(&transaction).await }).await;
        match outcome {
            Ok(Some(found)) => return Ok(found.into_answer(protocol, name, now)),
            Ok(None) => locked = true,
            // What a hello keeps it may keep twice.
            Err(HistoryError::Database(DatabaseError::OutcomeUnknown(_))) => {}
            Err(error) => return Err(error),
        }
    }
    Err(HistoryError::Database(DatabaseError::Busy("other transactions were always first".to_owned())))
}

struct Call<'a> {
    caller: &'a CallingBox,
    hello: &'a Hello,
    now: Timestamp,
    locked: bool,
}

/// What the answer says of the line.
struct Found {
    position: Option<Position>,
    ask: Vec<u64>,
    figures_upto: u64,
    wants: Vec<String>,
    counted: bool,
    counted_since: Option<Timestamp>,
    directives: u64,
}

impl Found {
    fn into_answer(self, protocol: u32, name: &str, now: Timestamp) -> HelloAnswer {
        HelloAnswer {
            protocol,
            position: self.position,
            ask: self.ask,
            figures_upto: self.figures_upto,
            wants: self.wants,
            counted: self.counted,
            counted_since: self.counted_since,
            directives: self.directives,
            now,
            name: name.to_owned(),
        }
    }
}

/// The line that the box writes, as its row is now.
struct HomeLine {
    id: i64,
    figures_upto: u64,
    counted: bool,
    /// Whether its figures are this box's to send.
    sends_figures: bool,
}

impl Call<'_> {
    fn greeting(&self) -> Greeting {
        let offered = self.hello.marks.iter().take(MARKS_MAX).filter(|mark| mark.seq <= self.hello.journal);
        let mut marks: BTreeMap<_, _> = offered.filter_map(|mark| Some((mark.seq, mark.hash?))).collect();
        marks.insert(self.hello.journal, self.hello.hash);
        Greeting { line: self.hello.line, journal: self.hello.journal, marks }
    }

    /// One decision; `None` if it has to be made again with the bar's row locked.
    async fn answer(&self, transaction: &Transaction) -> Result<Option<Found>, HistoryError> {
        let (bar, box_name) = (self.caller.bar.as_str(), self.caller.box_name.as_str());
        if self.locked {
            lock_bar(transaction, bar).await?;
        }
        let tree = Tree::new(load_lines(transaction, bar).await?);
        let boxes = load_boxes(transaction, bar, box_name).await?;
        let sender = Sender { box_name, revoked: &boxes.revoked, writes: self.hello.line, is_second: boxes.is_second };
        let greeting = self.greeting();
        let mut known = KnownMarks::default();
        let plan = loop {
            match greet(&tree, &sender, &greeting, &known) {
                Ok(plan) => break plan,
                Err(needed) => add_marks(transaction, needed, &mut known).await?,
            }
        };
        let hash = |node: Node| greeting.marks.get(&node.seq).copied();
        let (common, ask, home) = match plan {
            GreetingPlan::Ask { common, ask } => (common, ask, self.registered(&tree, &boxes)),
            GreetingPlan::Answer { common, home } => {
                let from = EntryMark { seq: common.seq, hash: hash(common) };
                let Some(home) = self.home(transaction, &tree, &sender, (common, from), home).await? else { return Ok(None) };
                (common, Vec::new(), Some(home))
            }
        };
        let is_found = ask.is_empty();
        said_hello(transaction, box_name, self.hello, home.as_ref().filter(|_| is_found).map(|home| home.id), self.now).await?;
        let mut wants = Vec::new();
        if let Some(home) = home.as_ref().filter(|home| is_found && home.sends_figures) {
            wants = announce(transaction, home.id, &self.hello.figure_sets).await?;
            // All sets come anyway.
            wants.retain(|_| home.figures_upto > 0);
        }
        let counted = home.as_ref().is_none_or(|home| home.counted);
        if counted && is_found {
            directives::said_hello(transaction, bar, &self.hello.directives, &self.hello.kinds).await?;
        }
        let current = tree.current().map(|line| tree.line(line));
        Ok(Some(Found {
            position: tree.position(common, hash(common)),
            ask,
            figures_upto: home.as_ref().map_or(0, |home| home.figures_upto),
            wants,
            counted,
            counted_since: current.filter(|_| !counted).map(|current| current.state_since),
            directives: newest_directive(transaction, bar).await?,
        }))
    }

    /// The line of the hello before, while marks are still missing.
    fn registered(&self, tree: &Tree, boxes: &Boxes) -> Option<HomeLine> {
        let line = boxes.registered.and_then(|id| tree.with_id(id))?;
        let counted = tree.is_counted(line, self.hello.line);
        let row = tree.line(line);
        Some(HomeLine { id: row.id, figures_upto: row.figures_upto, counted, sends_figures: false })
    }

    /// The row of the line that the box writes, made if it is new; `None` if that needs a lock.
    async fn home(
        &self,
        transaction: &Transaction,
        tree: &Tree,
        sender: &Sender<'_>,
        (common, from): (Node, EntryMark),
        home: Home,
    ) -> Result<Option<HomeLine>, HistoryError> {
        match home {
            Home::Line(line) => self.goes_on(transaction, tree, sender, line).await.map(Some),
            Home::Begins(name, Some(row)) => {
                let row = tree.line(row);
                let parent = common.line.map(|line| tree.line(line).id);
                let is_same = !row.is_empty() || (row.parent == parent && row.from == from && row.box_name == self.caller.box_name);
                if is_same {
                    return self.goes_on(transaction, tree, sender, tree.named(name).unwrap_or_default()).await.map(Some);
                }
                self.begins(transaction, tree, sender, (common, from), (name, Some(row))).await
            }
            Home::Begins(name, None) => self.begins(transaction, tree, sender, (common, from), (name, None)).await,
        }
    }

    async fn goes_on(&self, transaction: &Transaction, tree: &Tree, sender: &Sender<'_>, line: usize) -> Result<HomeLine, HistoryError> {
        let row = tree.line(line);
        let counted = tree.is_counted(line, self.hello.line);
        if !sender.may_write(row) {
            // Until it has an entry of its own, this box has no figures that the line's box does not have.
            let figures_upto = row.figures_upto.max(self.hello.journal);
            return Ok(HomeLine { id: row.id, figures_upto, counted, sends_figures: false });
        }
        // A box that says it writes an ended line stands beside the current one.
        let sql = "UPDATE lines SET last_seen_at = $2, box = $3, state_since = CASE WHEN state = $4 THEN $2 ELSE state_since END, \
                   state = CASE WHEN state = $4 THEN $5 ELSE state END WHERE line_id = $1";
        let (ended, beside) = (LineState::Ended.as_str(), LineState::Beside.as_str());
        transaction.execute(sql, &[&row.id, &moment(self.now), &self.caller.box_name, &ended, &beside]).await?;
        Ok(HomeLine { id: row.id, figures_upto: row.figures_upto, counted, sends_figures: true })
    }

    async fn begins(
        &self,
        transaction: &Transaction,
        tree: &Tree,
        sender: &Sender<'_>,
        (common, from): (Node, EntryMark),
        (name, row): (LineName, Option<&LineRow>),
    ) -> Result<Option<HomeLine>, HistoryError> {
        if !self.locked {
            return Ok(None);
        }
        if row.is_none() && tree.lines().len() >= LINES_MAX {
            return Err(HistoryError::Conflict("This bar has too many lines"));
        }
        let was_current = row.is_some_and(|row| row.state == LineState::Current);
        let is_current = was_current || !sender.is_second && begins_current(tree, sender, common, false);
        let new = NewLine {
            bar: &self.caller.bar,
            name,
            parent: common.line.map(|line| tree.line(line).id),
            from,
            newest: from,
            state: if is_current { LineState::Current } else { LineState::Beside },
            box_name: &self.caller.box_name,
            newest_at: None,
            now: self.now,
        };
        let stored = match row {
            Some(row) => new.fill(transaction, row).await?,
            None => new.insert(transaction).await?,
        };
        let home = HomeLine {
            id: line_id(&self.caller.bar, name),
            figures_upto: row.map_or(0, |row| row.figures_upto),
            counted: is_current || name == self.hello.line,
            sends_figures: true,
        };
        Ok(stored.then_some(home))
    }
}
