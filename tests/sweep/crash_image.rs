//! Crash images: what a disk may contain after a power cut. Synced data is always there; any part of the rest may be.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::rng::SeededRng;
use crate::sim_disk::{Image, Op};

/// Bytes that a disk writes atomically.
const SECTOR: usize = 512;

/// Which unsynced operations survive the power cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// None.
    Nothing,
    /// All.
    Everything,
    /// New names, but no bytes.
    NamesAlone,
    /// The first ones, in the order in which they were written.
    Beginning,
    /// All, but the last write is truncated at a random byte.
    LastTorn,
    /// Any of them: later writes without earlier ones.
    Reordered,
    /// Any of them, and of each write any of its sectors.
    Torn,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 7] =
        [Shape::Nothing, Shape::Everything, Shape::NamesAlone, Shape::Beginning, Shape::LastTorn, Shape::Reordered, Shape::Torn];
}

/// A disk that replays recorded operations: what is durable, and what is not synced yet.
#[derive(Debug, Clone, Default)]
pub struct UnsyncedDisk {
    names: BTreeMap<PathBuf, usize>,
    unsynced_names: Vec<Op>,
    files: BTreeMap<usize, Vec<u8>>,
    unsynced_writes: Vec<Op>,
}

impl UnsyncedDisk {
    /// A disk that contains `image` durably.
    pub fn starting_with(image: &Image) -> Self {
        let mut unsynced = UnsyncedDisk::default();
        for (file, (name, bytes)) in image.iter().enumerate() {
            unsynced.names.insert(name.clone(), file);
            unsynced.files.insert(file, bytes.clone());
        }
        unsynced
    }

    /// Replays one operation.
    pub fn apply(&mut self, op: &Op) {
        match op {
            Op::Create { .. } | Op::Remove { .. } | Op::Rename { .. } | Op::Link { .. } => self.unsynced_names.push(op.clone()),
            Op::SyncNames => {
                for op in std::mem::take(&mut self.unsynced_names) {
                    name(&mut self.names, &op);
                }
            }
            Op::Write { .. } | Op::SetLen { .. } => self.unsynced_writes.push(op.clone()),
            Op::Sync { file } => {
                let synced = self.take_unsynced(*file);
                let bytes = self.files.entry(*file).or_default();
                synced.iter().for_each(|op| change(bytes, op));
            }
            Op::SyncFailed { file, rng } => {
                let (lost, mut rng) = (self.take_unsynced(*file), SeededRng::new(*rng));
                let bytes = self.files.entry(*file).or_default();
                // Often all or nothing: those are the cases in which a record or commit that failed is complete.
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

    /// Removes and returns the unsynced writes to this file, in order.
    fn take_unsynced(&mut self, file: usize) -> Vec<Op> {
        let (taken, remaining) = std::mem::take(&mut self.unsynced_writes).into_iter().partition(|op| of_file(op) == Some(file));
        self.unsynced_writes = remaining;
        taken
    }

    /// Whether anything is not synced.
    pub fn has_unsynced(&self) -> bool {
        !self.unsynced_names.is_empty() || !self.unsynced_writes.is_empty()
    }

    /// What the disk contains if the power is cut now.
    pub fn crash_image(&self, shape: Shape, rng: &mut SeededRng) -> Image {
        let (mut names, mut files) = (self.names.clone(), self.files.clone());
        let kept_names = match shape {
            Shape::Nothing => 0,
            Shape::Everything | Shape::NamesAlone | Shape::LastTorn => self.unsynced_names.len(),
            Shape::Beginning | Shape::Reordered | Shape::Torn => rng.below(self.unsynced_names.len() as u64 + 1) as usize,
        };
        // File systems keep the order of changes to names.
        self.unsynced_names[..kept_names].iter().for_each(|op| name(&mut names, op));
        let count = self.unsynced_writes.len();
        let beginning = rng.below(count as u64 + 1) as usize;
        for (place, op) in self.unsynced_writes.iter().enumerate() {
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

/// Bytes beyond the length that the file system has recorded are not part of the file.
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
