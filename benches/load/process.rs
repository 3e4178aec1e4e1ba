//! Resource usage of a process, from the kernel.
#![allow(dead_code)]

use std::fs;
use std::time::Duration;

use super::Outcome;

/// Clock ticks per second in the kernel's figures: the same on every usual Linux.
const TICKS_PER_SECOND: u64 = 100;

/// CPU, memory, bytes handed to the disk.
#[derive(Clone, Copy)]
pub struct Usage {
    /// Time on a CPU, in user and kernel.
    pub cpu: Duration,
    /// Resident bytes now.
    pub memory: u64,
    /// Bytes written so far.
    pub written: u64,
}

impl Usage {
    /// Reads the usage of process `pid`.
    pub fn of(pid: u32) -> Outcome<Self> {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat"))?;
        // The name is in brackets and may contain blanks; user and system time are the 12th and 13th word after it.
        let behind = stat.rsplit_once(')').ok_or("a line of figures")?.1;
        let word = |place: usize| -> Outcome<u64> { Ok(behind.split_whitespace().nth(place).ok_or("a figure")?.parse()?) };
        let ticks = word(11)? + word(12)?;
        let memory = figure(&fs::read_to_string(format!("/proc/{pid}/status"))?, "VmRSS:")? * 1024;
        let written = figure(&fs::read_to_string(format!("/proc/{pid}/io"))?, "write_bytes:")?;
        Ok(Usage { cpu: Duration::from_millis(ticks * 1_000 / TICKS_PER_SECOND), memory, written })
    }
}

/// CPU time of the current threads of process `pid`, in nanoseconds. Only right if no thread ends in between.
pub fn cpu_of_threads(pid: u32) -> Outcome<Duration> {
    let mut nanos = 0;
    for thread in fs::read_dir(format!("/proc/{pid}/task"))? {
        let text = fs::read_to_string(thread?.path().join("schedstat"))?;
        nanos += text.split_whitespace().next().ok_or("a figure")?.parse::<u64>()?;
    }
    Ok(Duration::from_nanos(nanos))
}

fn figure(text: &str, name: &str) -> Outcome<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)).ok_or("a named figure")?;
    Ok(line.split_whitespace().next().ok_or("a figure")?.parse()?)
}
