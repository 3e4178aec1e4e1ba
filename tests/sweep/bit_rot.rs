//! Bits rot in a file that lies still, in memory and so by the thousand: it is refused as it is, or every figure is right.
//! `tests/crash/damage.rs` shows some such files to the binary as well.

use std::path::Path;
use std::sync::Arc;

use barback::store::{OpenError, entries_after};

use crate::crash_image::{Shape, UnsyncedDisk};
use crate::power::undisturbed_run;
use crate::rng::{SeededRng, number};
use crate::sim_disk::{BLOCK, Image, SimDisk, written_blocks};
use crate::story::OpenBox;
use crate::story_run::StoryRun;

/// Flipped bits of the ordinary run.
const FLIPS: u64 = 120;

/// What the whole story leaves on a disk when the box was stopped in good order.
fn left_by(whole: &StoryRun, folder: &Path) -> Image {
    let mut unsynced = UnsyncedDisk::starting_with(&Image::new());
    whole.trace.iter().for_each(|op| unsynced.apply(op));
    let disk = SimDisk::holding(&unsynced.crash_image(Shape::Everything, &mut SeededRng::new(0)));
    drop(OpenBox::start(Arc::new(disk.clone()), folder).expect("whole"));
    disk.image()
}

/// Flips a bit somewhere in what is not empty; which.
fn flip(bytes: &mut [u8], rng: &mut SeededRng) -> u64 {
    let written: Vec<usize> = written_blocks(bytes).into_iter().collect();
    let block = written[rng.below(written.len() as u64) as usize];
    let bit = (block * BLOCK * 8) as u64 + rng.below(BLOCK as u64 * 8);
    bytes[(bit / 8) as usize] ^= 1 << (bit % 8);
    bit
}

#[test]
fn a_bit_that_rots_in_a_file_is_found_or_does_no_harm() {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    let image = left_by(&whole, folder.path());
    let file = folder.path().join("barback.redb");
    let mut rng = SeededRng::from_env();
    let (mut refused, mut broken, flips) = (0, Vec::new(), number("BARBACK_SWEEP_FLIPS", FLIPS));
    for _ in 0..flips {
        let mut rotten = image.clone();
        let bit = flip(rotten.get_mut(&file).expect("the file"), &mut rng);
        let disk = SimDisk::holding(&rotten);
        match OpenBox::start(Arc::new(disk.clone()), folder.path()) {
            Ok(bar) => {
                let journal = bar.store.read(|view| entries_after(view, 0, usize::MAX)).expect("readable");
                if journal != whole.journal || bar.store.derived_tables().expect("readable") != whole.tables {
                    broken.push(bit);
                }
            }
            Err(OpenError::Damaged { .. }) => {
                assert!(disk.image() == rotten, "bit {bit}: the file was touched");
                refused += 1;
            }
            Err(error) => panic!("bit {bit}: {error}"),
        }
    }
    println!("{flips} flipped bits, {refused} files refused, {} silently wrong: {broken:?}", broken.len());
    assert!(refused > 0 && broken.is_empty(), "{broken:?}");
}
