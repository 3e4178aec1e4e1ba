//! What is left on a disk when the power is cut: everything that was synced, and of the rest whatever it pleases.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::disk::{Image, Op};
use crate::rng::SeededRng;

/// Bytes that a disk writes at a stroke, at the best.
const SECTOR: usize = 512;

/// What happens to what was not synced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// None of it is there.
    Nothing,
    /// All of it is there.
    Everything,
    /// Names are there, bytes are not.
    NamesAlone,
    /// A part of it in the order in which it was written.
    Beginning,
    /// All of it, but the last write is cut off at some byte.
    LastTorn,
    /// Any of it: later writes without earlier ones.
    Reordered,
    /// Any of it, and of each write any of its sectors.
    Torn,
}

impl Shape {
    /// All of them.
    pub const ALL: [Shape; 7] =
        [Shape::Nothing, Shape::Everything, Shape::NamesAlone, Shape::Beginning, Shape::LastTorn, Shape::Reordered, Shape::Torn];
}

/// A disk on its way through its operations: what is durable, and what waits for a sync.
#[derive(Debug, Clone, Default)]
pub struct Waiting {
    names: BTreeMap<PathBuf, usize>,
    waiting_names: Vec<Op>,
    files: BTreeMap<usize, Vec<u8>>,
    waiting_bytes: Vec<Op>,
}

impl Waiting {
    /// A disk that begins with `image`.
    pub fn beginning_with(image: &Image) -> Self {
        let mut waiting = Waiting::default();
        for (file, (name, bytes)) in image.iter().enumerate() {
            waiting.names.insert(name.clone(), file);
            waiting.files.insert(file, bytes.clone());
        }
        waiting
    }

    /// One operation further.
    pub fn goes_on(&mut self, op: &Op) {
        match op {
            Op::Create { .. } | Op::Remove { .. } | Op::Rename { .. } | Op::Link { .. } => self.waiting_names.push(op.clone()),
            Op::SyncNames => {
                for op in std::mem::take(&mut self.waiting_names) {
                    name(&mut self.names, &op);
                }
            }
            Op::Write { .. } | Op::SetLen { .. } => self.waiting_bytes.push(op.clone()),
            Op::Sync { file } => {
                let synced = self.no_longer_waiting(*file);
                let bytes = self.files.entry(*file).or_default();
                synced.iter().for_each(|op| change(bytes, op));
            }
            Op::SyncFailed { file, rng } => {
                let (lost, mut rng) = (self.no_longer_waiting(*file), SeededRng::new(*rng));
                let bytes = self.files.entry(*file).or_default();
                // Often all or nothing: those are the cases in which a whole record or commit is there that failed.
                let some = rng.below(4);
                for op in &lost {
                    match some {
                        0 => {}
                        1 => change(bytes, op),
                        _ => match rng.below(3) {
                            0 => {}
                            1 => change(bytes, op),
                            _ => in_sectors(bytes, op, &mut rng),
                        },
                    }
                }
            }
        }
    }

    /// What waits for a sync of this file, in order.
    fn no_longer_waiting(&mut self, file: usize) -> Vec<Op> {
        let (taken, waiting) = std::mem::take(&mut self.waiting_bytes).into_iter().partition(|op| of_file(op) == Some(file));
        self.waiting_bytes = waiting;
        taken
    }

    /// Whether anything waits for a sync.
    pub fn is_at_risk(&self) -> bool {
        !self.waiting_names.is_empty() || !self.waiting_bytes.is_empty()
    }

    /// The power is cut now.
    pub fn cut(&self, shape: Shape, rng: &mut SeededRng) -> Image {
        let (mut names, mut files) = (self.names.clone(), self.files.clone());
        let kept_names = match shape {
            Shape::Nothing => 0,
            Shape::Everything | Shape::NamesAlone | Shape::LastTorn => self.waiting_names.len(),
            Shape::Beginning | Shape::Reordered | Shape::Torn => rng.below(self.waiting_names.len() as u64 + 1) as usize,
        };
        // Names are kept in order: file systems see to that.
        self.waiting_names[..kept_names].iter().for_each(|op| name(&mut names, op));
        let count = self.waiting_bytes.len();
        let beginning = rng.below(count as u64 + 1) as usize;
        for (place, op) in self.waiting_bytes.iter().enumerate() {
            let Some(file) = of_file(op) else { continue };
            let bytes = files.entry(file).or_default();
            let last = place + 1 == count;
            match shape {
                Shape::Nothing | Shape::NamesAlone => {}
                Shape::Beginning if place >= beginning => {}
                Shape::Everything | Shape::Beginning => change(bytes, op),
                Shape::LastTorn if last => torn_off(bytes, op, rng),
                Shape::LastTorn => change(bytes, op),
                Shape::Reordered => {
                    if rng.below(2) == 0 {
                        change(bytes, op);
                    }
                }
                Shape::Torn => {
                    if rng.below(2) == 0 {
                        in_sectors(bytes, op, rng);
                    }
                }
            }
        }
        names.into_iter().map(|(name, file)| (name, files.get(&file).cloned().unwrap_or_default())).collect()
    }
}

fn of_file(op: &Op) -> Option<usize> {
    match op {
        Op::Write { file, .. } | Op::SetLen { file, .. } => Some(*file),
        _ => None,
    }
}

fn name(names: &mut BTreeMap<PathBuf, usize>, op: &Op) {
    match op {
        Op::Create { name, file } => {
            names.insert(name.clone(), *file);
        }
        Op::Remove { name } => {
            names.remove(name);
        }
        Op::Rename { from, to } => {
            if let Some(file) = names.remove(from) {
                names.insert(to.clone(), file);
            }
        }
        Op::Link { file, name } => {
            if let Some(file) = names.get(file).copied() {
                names.insert(name.clone(), file);
            }
        }
        _ => {}
    }
}

fn change(bytes: &mut Vec<u8>, op: &Op) {
    match op {
        Op::Write { offset, data, .. } => put(bytes, *offset, data),
        Op::SetLen { length, .. } => bytes.resize(*length, 0),
        _ => {}
    }
}

/// What lies beyond the length that the file system has noted is not part of the file.
fn put(bytes: &mut [u8], offset: usize, data: &[u8]) {
    let end = (offset + data.len()).min(bytes.len());
    if offset < end {
        bytes[offset..end].copy_from_slice(&data[..end - offset]);
    }
}

fn torn_off(bytes: &mut Vec<u8>, op: &Op, rng: &mut SeededRng) {
    match op {
        Op::Write { offset, data, .. } => put(bytes, *offset, &data[..rng.below(data.len() as u64 + 1) as usize]),
        _ => change(bytes, op),
    }
}

fn in_sectors(bytes: &mut Vec<u8>, op: &Op, rng: &mut SeededRng) {
    let Op::Write { offset, data, .. } = op else { return change(bytes, op) };
    for (number, sector) in data.chunks(SECTOR).enumerate() {
        if rng.below(2) == 0 {
            put(bytes, offset + number * SECTOR, sector);
        }
    }
}
