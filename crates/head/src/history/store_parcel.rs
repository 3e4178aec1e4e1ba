//! Stores a parcel in the database, within one transaction.

use super::HistoryError;
use super::boxes::{Boxes, load_boxes, lock_bar, was_promoted};
use super::decide::{KnownMarks, Node, ParcelPlan, Sender, Take, Target, Tree, begins_current, figures_line, place};
use super::figures::{FigureTarget, KeptFigures, keep_figures};
use super::line::{LineRow, LineState, hash_column, line_id, load_lines, moment, signed};
use super::new_line::{LINES_MAX, NewLine};
use super::received::Received;
use super::steps::{NewStep, add_marks, packed, save};
use crate::database::Transaction;
use crate::directives::newest_directive;
use backup::parcels::{EntryMark, LineName, ParcelAnswer, Position};
use base::Timestamp;

/// A parcel with those who send and take it.
#[derive(Debug)]
pub(super) struct ParcelJob<'a> {
    pub bar: &'a str,
    pub received: &'a Received,
    /// For a parcel from a file: the line that the box writes, as its newest parcel there says. What a hello told may be newer than the
    /// file.
    pub by_file: Option<LineName>,
    pub now: Timestamp,
    /// Whether the bar's row is locked, which changes of the current line need.
    pub locked: bool,
}

/// What became of a parcel.
#[derive(Debug)]
pub(super) enum StoreOutcome {
    Done(Taken),
    /// Entries before it are missing.
    Gap(Option<Position>),
    /// Another transaction was first, or the bar's row has to be locked: nothing was written. Decide from the start.
    Again {
        lock: bool,
    },
}

/// A parcel that is in the database now.
#[derive(Debug)]
pub(super) struct Taken {
    pub answer: ParcelAnswer,
    /// Id of the line that the box writes, if the parcel shows it.
    pub home: Option<i64>,
    /// The first and the last entry that were stored.
    pub stored: Option<(u64, u64)>,
}

/// Tries once to store a parcel. After [`StoreOutcome::Again`] the transaction must be rolled back or has written nothing.
pub(super) async fn store_parcel(transaction: &Transaction, job: &ParcelJob<'_>) -> Result<StoreOutcome, HistoryError> {
    if job.locked {
        lock_bar(transaction, job.bar).await?;
    }
    let tree = Tree::new(load_lines(transaction, job.bar).await?);
    let box_name = &job.received.header.box_name;
    let boxes = load_boxes(transaction, job.bar, box_name).await?;
    let registered = boxes.registered.filter(|_| job.by_file.is_none()).and_then(|id| tree.with_id(id));
    let claimed = job.by_file.unwrap_or(job.received.header.line);
    let writes = registered.map_or(claimed, |line| tree.line(line).name);
    let sender = Sender { box_name, revoked: &boxes.revoked, writes, is_second: boxes.is_second };
    let plan = plan(transaction, &tree, &sender, job.received).await?;
    let step = Step { transaction, job, tree: &tree, boxes: &boxes, registered, writes };
    match plan {
        ParcelPlan::Gap if job.received.step.is_some() => Ok(StoreOutcome::Gap(step.position_of_home())),
        ParcelPlan::Gap => step.only_figures(None).await,
        ParcelPlan::Known(node) => step.only_figures(Some(node)).await,
        ParcelPlan::Take(take) => step.take(&take).await,
    }
}

async fn plan(transaction: &Transaction, tree: &Tree, sender: &Sender<'_>, received: &Received) -> Result<ParcelPlan, HistoryError> {
    let mut known = KnownMarks::default();
    loop {
        match place(tree, sender, &received.incoming(), &known) {
            Ok(plan) => return Ok(plan),
            Err(needed) => add_marks(transaction, needed, &mut known).await?,
        }
    }
}

/// Figures that claim to be older than this are dated by head office's clock, in milliseconds: the box's clock is wrong.
const OLDEST_PARCEL_MILLIS: i64 = 400 * 24 * 60 * 60 * 1000;

/// An attempt with what it loaded.
struct Step<'a> {
    transaction: &'a Transaction,
    job: &'a ParcelJob<'a>,
    tree: &'a Tree,
    boxes: &'a Boxes,
    /// The line that the box writes, by its last hello.
    registered: Option<usize>,
    writes: LineName,
}

/// The line that entries were stored in.
struct Landed {
    line_id: i64,
    name: LineName,
    newest: EntryMark,
    state: LineState,
    figures_upto: u64,
    /// Whether the box knew which figures this line has.
    announced: bool,
}

impl<'a> Step<'a> {
    fn sender(&self) -> Sender<'a> {
        let box_name = &self.job.received.header.box_name;
        Sender { box_name, revoked: &self.boxes.revoked, writes: self.writes, is_second: self.boxes.is_second }
    }

    fn position_of_home(&self) -> Option<Position> {
        let line = self.registered.or_else(|| self.tree.named(self.job.received.header.line)).or_else(|| self.tree.current())?;
        self.tree.newest(line)
    }

    /// Keeps the figures of a parcel whose entries are known up to `node`, or which has no entries.
    async fn only_figures(&self, node: Option<Node>) -> Result<StoreOutcome, HistoryError> {
        let claimed = self.job.received.header.line;
        let Some(home) = figures_line(self.tree, self.registered, node, claimed) else {
            return Ok(StoreOutcome::Gap(self.position_of_home()));
        };
        let newest_sent = node.filter(|_| self.job.received.step.is_some());
        let position = match newest_sent {
            Some(node) => self.tree.position(node, self.job.received.incoming().mark(node.seq)),
            None => self.tree.newest(home),
        };
        let row = self.tree.line(home);
        let kept = self.keep_figures(Some(row)).await?;
        let counted = self.tree.is_counted(home, claimed);
        let answer = self.answer(position, counted, kept, !kept.is_new).await?;
        Ok(StoreOutcome::Done(Taken { answer, home: None, stored: None }))
    }

    /// Keeps figures of a line that is there.
    async fn keep_figures(&self, line: Option<&LineRow>) -> Result<KeptFigures, HistoryError> {
        let upto = line.map_or(0, |line| line.figures_upto);
        let (Some(figures), Some(line)) = (&self.job.received.figures, line) else { return Ok(KeptFigures { upto, is_new: false }) };
        if !self.sender().may_write(line) {
            // Another box's. Its own line begins with its next entry, and then it is asked for all figures.
            return Ok(KeptFigures { upto: upto.max(figures.upto), is_new: false });
        }
        let target = FigureTarget { line_id: line.id, figures_upto: upto, announced: true };
        keep_figures(self.transaction, &target, figures, self.figures_at(), self.job.now).await
    }

    /// When the figures held: by the box's clock, unless that is plainly wrong.
    fn figures_at(&self) -> Timestamp {
        let (made, now) = (self.job.received.header.at, self.job.now);
        if made <= now && now.since(made) <= OLDEST_PARCEL_MILLIS { made } else { now }
    }

    async fn take(&self, take: &Take) -> Result<StoreOutcome, HistoryError> {
        if matches!(take.target, Target::Begin(..)) && !self.job.locked {
            return Ok(StoreOutcome::Again { lock: true });
        }
        // What a second box has from the box that it followed comes before the entry with which it took over; nothing else does.
        let takes_over = matches!(take.target, Target::Begin(..)) && self.job.received.is_promoted_at(take.after.seq + 1);
        if self.boxes.is_second && !take.from_copy && !takes_over {
            return Err(HistoryError::NotPromoted);
        }
        let hash = self.job.received.incoming().mark(take.upto);
        let newest = EntryMark { seq: take.upto, hash };
        let landed = match take.target {
            Target::End(line) => self.append(line, take, newest).await?,
            Target::Begin(name, row) => self.begin(name, row, take, newest).await?,
        };
        let Some(landed) = landed else { return Ok(StoreOutcome::Again { lock: self.job.locked }) };
        if self.boxes.is_second && takes_over {
            was_promoted(self.transaction, self.job.bar, &self.job.received.header.box_name, self.job.now).await?;
        }
        self.save_step(&landed, take).await?;
        let position = hash.map(|hash| Position { line: landed.name, seq: newest.seq, hash });
        let stored = Some((take.after.seq + 1, take.upto));
        if take.from_copy {
            self.move_start(&landed, take).await?;
            let home = self.registered.or_else(|| self.tree.named(self.writes));
            let kept = self.keep_figures(home.map(|home| self.tree.line(home))).await?;
            let counted = home.is_none_or(|home| self.tree.is_counted(home, self.writes));
            let answer = self.answer(position, counted, kept, false).await?;
            return Ok(StoreOutcome::Done(Taken { answer, home: None, stored }));
        }
        let target = FigureTarget { line_id: landed.line_id, figures_upto: landed.figures_upto, announced: landed.announced };
        let kept = match &self.job.received.figures {
            Some(figures) => keep_figures(self.transaction, &target, figures, self.figures_at(), self.job.now).await?,
            None => KeptFigures { upto: landed.figures_upto, is_new: false },
        };
        let answer = self.answer(position, landed.state == LineState::Current, kept, false).await?;
        Ok(StoreOutcome::Done(Taken { answer, home: Some(landed.line_id), stored }))
    }

    /// Moves the end of a line on; `None` if another transaction did.
    async fn append(&self, line: usize, take: &Take, newest: EntryMark) -> Result<Option<Landed>, HistoryError> {
        let row = self.tree.line(line);
        let sql = "UPDATE lines SET seq = $4, hash = $5, newest_at = $6, last_seen_at = $7, box = $8, state = $9, \
                   state_since = CASE WHEN state = $9 THEN state_since ELSE $7 END \
                   WHERE line_id = $1 AND seq = $2 AND hash IS NOT DISTINCT FROM $3 AND state = $10";
        // An ended line whose box goes on with it stands beside the current one.
        let goes_on = row.state == LineState::Ended && !take.from_copy;
        let state = if goes_on { LineState::Beside } else { row.state };
        let box_name = if take.from_copy { &row.box_name } else { &self.job.received.header.box_name };
        let changed = self
            .transaction
            .execute(
                sql,
                &[
                    &row.id,
                    &signed(row.newest.seq),
                    &hash_column(&row.newest),
                    &signed(newest.seq),
                    &hash_column(&newest),
                    &moment(self.job.received.made_at(newest.seq)),
                    &moment(self.job.now),
                    box_name,
                    &state.as_str(),
                    &row.state.as_str(),
                ],
            )
            .await?;
        let (line_id, name, figures_upto) = (row.id, row.name, row.figures_upto);
        Ok((changed == 1).then_some(Landed { line_id, name, newest, state, figures_upto, announced: true }))
    }

    /// Begins a line; `None` if another transaction did. The bar's row is locked.
    async fn begin(&self, name: LineName, row: Option<usize>, take: &Take, newest: EntryMark) -> Result<Option<Landed>, HistoryError> {
        let received = self.job.received;
        let row = row.map(|row| self.tree.line(row));
        if row.is_none() && self.tree.lines().len() >= LINES_MAX {
            return Err(HistoryError::Conflict("This bar has too many lines"));
        }
        let was_current = row.is_some_and(|row| row.state == LineState::Current);
        let restored = received.is_restored_at(take.after.seq + 1);
        let state = match take.from_copy {
            true if self.tree.current().is_some() || self.boxes.is_second => LineState::Ended,
            false if !was_current && !begins_current(self.tree, &self.sender(), take.after, restored) => LineState::Beside,
            _ => LineState::Current,
        };
        let new = NewLine {
            bar: self.job.bar,
            name,
            parent: take.after.line.map(|line| self.tree.line(line).id),
            from: EntryMark { seq: take.after.seq, hash: received.incoming().mark(take.after.seq) },
            newest,
            state,
            box_name: &received.header.box_name,
            newest_at: Some(received.made_at(newest.seq)),
            now: self.job.now,
        };
        let stored = match row {
            Some(row) => new.fill(self.transaction, row).await?,
            None => new.insert(self.transaction).await?,
        };
        let announced = row.is_some() || self.tree.lines().is_empty();
        let figures_upto = row.map_or(0, |row| row.figures_upto);
        Ok(stored.then_some(Landed { line_id: line_id(self.job.bar, name), name, newest, state, figures_upto, announced }))
    }

    /// The line that the box announced leaves where the entries before it end, as far as they have arrived.
    async fn move_start(&self, landed: &Landed, take: &Take) -> Result<(), HistoryError> {
        let Some(waiting) = self.registered.map(|line| self.tree.line(line)).filter(|line| line.is_empty()) else { return Ok(()) };
        let after = take.after.line.map(|line| self.tree.line(line).id);
        if (waiting.parent, waiting.from.seq) == (after, take.after.seq) {
            let sql = "UPDATE lines SET parent = $3, from_seq = $4, from_hash = $5, seq = $4, hash = $5 \
                       WHERE line_id = $1 AND seq = $2 AND from_seq = $2";
            let (old, new) = (signed(waiting.from.seq), signed(landed.newest.seq));
            self.transaction.execute(sql, &[&waiting.id, &old, &landed.line_id, &new, &hash_column(&landed.newest)]).await?;
        }
        Ok(())
    }

    async fn save_step(&self, landed: &Landed, take: &Take) -> Result<(), HistoryError> {
        let received = self.job.received;
        let (first_seq, last_seq) = (take.after.seq + 1, take.upto);
        let part = if received.is_whole(first_seq, last_seq) { None } else { Some(packed(&received.part(first_seq, last_seq))?) };
        let Some(last_hash) = landed.newest.hash else { return Ok(()) };
        let step = NewStep {
            line_id: landed.line_id,
            first_seq,
            last_seq,
            last_hash,
            box_name: &received.header.box_name,
            made_at: received.header.at,
            received_at: self.job.now,
            bytes: part.as_ref().unwrap_or(&received.packed),
        };
        save(self.transaction, &step).await
    }

    async fn answer(
        &self,
        position: Option<Position>,
        counted: bool,
        kept: KeptFigures,
        duplicate: bool,
    ) -> Result<ParcelAnswer, HistoryError> {
        let directives = newest_directive(self.transaction, self.job.bar).await?;
        Ok(ParcelAnswer { position, figures_upto: kept.upto, counted, duplicate, directives, now: self.job.now })
    }
}
