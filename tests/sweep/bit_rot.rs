//! Bit rot: random bit flips in the store file of a stopped box, in memory so that thousands can be tried. The file is refused
//! unchanged, or every figure is right. `tests/crash/damage.rs` opens some such files with the binary too.

use std::path::Path;
use std::sync::Arc;

use store::{OpenError, entries_after};

use crate::crash_image::{Shape, UnsyncedDisk};
use crate::power::undisturbed_run;
use crate::rng::{SeededRng, number};
use crate::sim_disk::{BLOCK, Image, SimDisk, written_blocks};
use crate::story::OpenBox;
use crate::story_run::StoryRun;

/// Flipped bits of the ordinary run.
const FLIPS: u64 = 120;

/// The disk after the whole story and a clean shutdown.
fn image_after(whole: &StoryRun, folder: &Path) -> Image {
    let mut unsynced = UnsyncedDisk::starting_with(&Image::new());
    whole.trace.iter().for_each(|op| unsynced.apply(op));
    let disk = SimDisk::holding(&unsynced.crash_image(Shape::Everything, &mut SeededRng::new(0)));
    drop(OpenBox::start(Arc::new(disk.clone()), folder).expect("whole"));
    disk.image()
}

/// Flips a random bit in a block that is not all zeros, and returns its number.
fn flip(bytes: &mut [u8], rng: &mut SeededRng) -> u64 {
    let written: Vec<usize> = written_blocks(bytes).into_iter().collect();
    let block = written[rng.below(written.len() as u64) as usize];
    let bit = (block * BLOCK * 8) as u64 + rng.below(BLOCK as u64 * 8);
    bytes[(bit / 8) as usize] ^= 1 << (bit % 8);
    bit
}

#[test]
fn a_flipped_bit_is_detected_or_harmless() {
    let folder = tempfile::tempdir().expect("room");
    let whole = undisturbed_run(folder.path());
    let image = image_after(&whole, folder.path());
    let file = folder.path().join("barback.redb");
    let mut rng = SeededRng::from_env();
    let (mut refused, mut broken, flips) = (0, Vec::new(), number("BARBACK_SWEEP_FLIPS", FLIPS));
    for _ in 0..flips {
        let mut damaged = image.clone();
        let bit = flip(damaged.get_mut(&file).expect("the file"), &mut rng);
        let disk = SimDisk::holding(&damaged);
        match OpenBox::start(Arc::new(disk.clone()), folder.path()) {
            Ok(bar) => {
                let journal = bar.store.read(|view| entries_after(view, 0, usize::MAX)).expect("readable");
                if journal != whole.journal || bar.store.derived_tables().expect("readable") != whole.tables {
                    broken.push(bit);
                }
            }
            Err(OpenError::Damaged { .. }) => {
                assert!(disk.image() == damaged, "bit {bit}: the file was changed");
                refused += 1;
            }
            Err(error) => panic!("bit {bit}: {error}"),
        }
    }
    println!("{flips} flipped bits, {refused} files refused, {} silently wrong: {broken:?}", broken.len());
    assert!(refused > 0 && broken.is_empty(), "{broken:?}");
}
